//! Makes the job of a plan.

use fcp_browse::{Facts, Verdict};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{
    ConflictPolicy, Destination, ErrorPolicy, JobSpec, MismatchPolicy, Options, Preserve, Removals,
    Seen, SeenItem, Verb,
};

use super::Plan;
use super::action::Action;
use crate::transfer::removal;

impl Plan {
    /// Gives the job that carries out the plan; none if there is nothing to do.
    ///
    /// What is replaced or removed moves to the trash. Removals come last, and only if nothing has failed. The job is told
    /// what the plan has seen, so that it keeps what has changed until it comes to it.
    pub fn job(&self) -> Option<JobSpec> {
        let (mut sources, mut copies, mut removed) = (Vec::new(), Vec::new(), Vec::new());
        let mut replaces_types = false;
        let mut seen = Seen { at: self.began, ..Seen::default() };
        for (number, row) in self.rows.iter().enumerate() {
            let [left, right] =
                self.roots.each_ref().map(|root| WirePath::from(root.join(self.path(number))));
            match row.action(self.direction) {
                Action::CopyRight => {
                    sources.push(left);
                    copies.push(right);
                    seen.sources.push(row.left.map(item));
                    seen.existing.push(row.right.map(item));
                }
                Action::CopyLeft => {
                    sources.push(right);
                    copies.push(left);
                    seen.sources.push(row.right.map(item));
                    seen.existing.push(row.left.map(item));
                }
                Action::RemoveRight => {
                    removed.push(right);
                    seen.removed.push(row.right.map(item));
                }
                Action::RemoveLeft => {
                    removed.push(left);
                    seen.removed.push(row.left.map(item));
                }
                Action::Leave | Action::Undecided => continue,
            }
            replaces_types |= row.verdict == Verdict::TypeChanged;
        }
        if sources.is_empty() {
            let paths = removed.into_iter().map(|path| path.0);
            // Here they are the sources.
            seen.sources = std::mem::take(&mut seen.removed);
            return self
                .sums
                .has_work()
                .then(|| removal(Verb::Trash, paths).with(|options| options.seen = Some(seen)));
        }
        let removals =
            (!removed.is_empty()).then(|| Removals { paths: Some(removed), ..Removals::default() });
        let options = Options {
            preserve: Preserve::ALL,
            on_conflict: ConflictPolicy::Overwrite,
            // Types have changed since if they differ all the same. An answer could give such an item another name, and a job
            // that is resumed would then not know its own folders.
            on_mismatch: if replaces_types {
                MismatchPolicy::Replace
            } else {
                MismatchPolicy::Fail
            },
            on_error: ErrorPolicy::Ask,
            keep_replaced: true,
            removals,
            seen: Some(seen),
            totals: true,
            ..Options::default()
        };
        let destination = Some(Destination::Each(copies));
        Some(JobSpec { verb: Verb::Copy, sources, destination, options })
    }
}

/// What the plan has seen of one side.
fn item(facts: Facts) -> SeenItem {
    SeenItem { kind: facts.kind, size: facts.size, mtime: facts.mtime }
}

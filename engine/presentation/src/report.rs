//! The report of a job as data: its items in groups of one reason, the largest group first.
//!
//! Names of items that failed, were skipped or were warned of come with the events of a job. What was finished is
//! counted; one row per finished file would be too much to store, so its group names operands.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{SkipReason, Warning};
use fcp_engine::path::WirePath;
use fcp_engine::spec::Verb;
use fcp_engine::view::{Failed, JobRow};

/// Items that a group names; it counts all.
pub const NAMED: usize = 200;

/// What the items of a group have in common.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// They failed; the first failure.
    Failed(OpError),
    /// Something was worth telling; the first warning.
    Warning(Warning),
    /// They were left alone.
    Skipped(SkipReason),
    /// They were finished.
    Finished,
}

/// A list of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Items that failed.
    Failed,
    /// Warnings that made no item fail.
    Warnings,
    /// Items that were left alone.
    Skipped,
    /// Items that were finished.
    Finished,
}

impl Part {
    /// Gives how many items of a job belong here, listed or not.
    pub fn count(self, row: &JobRow) -> u64 {
        match self {
            Self::Failed => row.failed.count,
            Self::Warnings => row.warnings.count,
            Self::Skipped => row.skipped.count,
            Self::Finished => finished(row),
        }
    }
}

impl Reason {
    /// Gives the list that items of this reason are in.
    pub fn part(&self) -> Part {
        match self {
            Self::Failed(_) => Part::Failed,
            Self::Warning(_) => Part::Warnings,
            Self::Skipped(_) => Part::Skipped,
            Self::Finished => Part::Finished,
        }
    }
}

/// Items of one reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Group<'a> {
    /// What they have in common.
    pub reason: Reason,
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub items: Vec<Item<'a>>,
}

/// An item of a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item<'a> {
    /// Its path.
    pub path: &'a Path,
    /// What failed.
    pub error: Option<&'a OpError>,
}

/// Gives the number of finished items: those that are counted and neither failed nor were skipped.
pub fn finished(row: &JobRow) -> u64 {
    let progress = &row.progress;
    progress.items_done.saturating_sub(progress.items_skipped + progress.items_failed)
}

/// Groups the items of a job: those that failed, those with a warning, skipped ones, finished ones.
///
/// `stored` are the failures that the queue has; it keeps every one, the row only the first. Each group names
/// at most `named` items.
pub fn groups<'a>(row: &'a JobRow, stored: &'a [Failed], named: usize) -> Vec<Group<'a>> {
    let failed = if stored.len() > row.failed.items.len() { stored } else { &row.failed.items };
    let mut failures: Groups<'a, (Action, Code)> = Groups::new(named);
    for Failed { src, error } in failed {
        let item = Item { path: &src.0, error: Some(error) };
        failures.add((error.action, error.code), || Reason::Failed(error.clone()), item);
    }
    let mut warnings: Groups<'a, (&str, Option<(Action, Code)>)> = Groups::new(named);
    for warning in &row.warnings.items {
        let (kind, path, error) = parts(warning);
        let key = (kind, error.map(|error| (error.action, error.code)));
        warnings.add(key, || Reason::Warning(warning.clone()), Item { path, error });
    }
    let mut skipped: Groups<'a, SkipReason> = Groups::new(named);
    for item in &row.skipped.items {
        let reason = item.reason;
        skipped.add(reason, || Reason::Skipped(reason), Item { path: &item.src.0, error: None });
    }
    let mut groups = failures.sorted();
    groups.extend(warnings.sorted());
    groups.extend(skipped.sorted());
    groups.extend(done(row, failed, named));
    groups
}

/// Gives the group of finished items; none if there are none, or while the job works.
fn done<'a>(row: &'a JobRow, failed: &[Failed], named: usize) -> Option<Group<'a>> {
    let count = Some(finished(row)).filter(|count| row.is_over() && *count > 0)?;
    let is_named = match row.verb? {
        Verb::Copy
        | Verb::Move
        | Verb::Delete
        | Verb::Trash
        | Verb::Verify
        | Verb::Extract
        | Verb::Pack => true,
        // Their operands are names in the trash, or records of ours; and which files were equal is not kept.
        Verb::Restore | Verb::Undo | Verb::Dedupe => false,
    };
    // Only the first failures and skipped items are named; beyond those any operand may have lost one.
    let is_listed = |count: u64, listed: usize| count <= listed as u64;
    let is_complete = is_listed(row.failed.count, failed.len())
        && is_listed(row.skipped.count, row.skipped.items.len());
    let lost = |source: &WirePath| {
        failed.iter().any(|it| it.src.0.starts_with(&source.0))
            || row.skipped.items.iter().any(|it| it.src.0.starts_with(&source.0))
    };
    let whole =
        row.sources().iter().filter(|source| is_named && is_complete && !lost(source)).take(named);
    let items = whole.map(|source| Item { path: &source.0, error: None }).collect();
    Some(Group { reason: Reason::Finished, count, items })
}

/// Gives the kind of a warning as the events spell it, the path it is about, and what failed.
pub fn parts(warning: &Warning) -> (&'static str, &Path, Option<&OpError>) {
    match warning {
        Warning::DuplicateSource { path } => ("duplicate_source", &path.0, None),
        Warning::Metadata { error } => ("metadata", &error.path.0, Some(error)),
        Warning::NotFlushed { error } => ("not_flushed", &error.path.0, Some(error)),
        Warning::SourceChanged { path } => ("source_changed", &path.0, None),
        Warning::NotShared { path } => ("not_shared", &path.0, None),
        Warning::PutOff { error } => ("put_off", &error.path.0, Some(error)),
        Warning::NotJournaled { error } => ("not_journaled", &error.path.0, Some(error)),
        Warning::QueueSetAside { path } => ("queue_set_aside", &path.0, None),
        Warning::NotRecorded { error } => ("not_recorded", &error.path.0, Some(error)),
        Warning::NoManifest { error } => ("no_manifest", &error.path.0, Some(error)),
        Warning::PartialManifest { path } => ("partial_manifest", &path.0, None),
        Warning::NotTrashed { error } => ("not_trashed", &error.path.0, Some(error)),
        Warning::NotSnapshot { error } => ("not_snapshot", &error.path.0, Some(error)),
        Warning::PartKept { path } => ("part_kept", &path.0, None),
        Warning::Interrupted { path } => ("interrupted", &path.0, None),
        Warning::NothingRemoved { path, .. } => ("nothing_removed", &path.0, None),
        Warning::NotLinked { path, .. } => ("not_linked", &path.0, None),
        Warning::NotCounted { path, .. } => ("not_counted", &path.0, None),
    }
}

/// Items by a key that they share.
struct Groups<'a, K> {
    groups: Vec<(K, Group<'a>)>,
    /// The most items that a group names.
    named: usize,
}

impl<'a, K: PartialEq> Groups<'a, K> {
    fn new(named: usize) -> Self {
        Self { groups: Vec::new(), named }
    }

    fn add(&mut self, key: K, reason: impl FnOnce() -> Reason, item: Item<'a>) {
        let at = self.groups.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.groups.push((key, Group { reason: reason(), count: 0, items: Vec::new() }));
            self.groups.len() - 1
        });
        let group = &mut self.groups[at].1;
        group.count += 1;
        if group.items.len() < self.named {
            group.items.push(item);
        }
    }

    fn sorted(self) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = self.groups.into_iter().map(|(_, group)| group).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        groups
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::{Envelope, Event, JobId, Outcome, Summary};
    use fcp_engine::spec::{Destination, JobSpec};
    use fcp_engine::view::JobsView;

    use super::*;

    const JOB: JobId = 1;

    fn view(sources: &[&str], events: Vec<Event>) -> JobsView {
        let spec = JobSpec::copy(sources.iter().copied(), Destination::Into("/dst".into()));
        let mut view = JobsView::new();
        let queued = Event::JobQueued { job: JOB, spec: Box::new(spec) };
        for event in std::iter::once(queued).chain(events) {
            view.apply(&Envelope { seq: None, at: 1, event });
        }
        view
    }

    fn failed(path: &str, code: Code) -> Event {
        let error = OpError::refused(Action::Read, code, path);
        Event::ItemFailed { job: JOB, src: path.into(), error }
    }

    fn skipped(path: &str, reason: SkipReason) -> Event {
        Event::ItemSkipped { job: JOB, src: path.into(), dst: "/dst/x".into(), reason }
    }

    /// The end of a job that finished, skipped and failed so many.
    fn ended([done, skipped, failed]: [u64; 3]) -> Event {
        let summary = Summary {
            done,
            skipped,
            elapsed: 1,
            ..Summary::without_work(Verb::Copy, Outcome::Completed, failed)
        };
        Event::JobSummary { job: JOB, summary }
    }

    /// Each group: its list, its count, and its names.
    fn told<'a>(groups: &[Group<'a>]) -> Vec<(Part, u64, Vec<&'a str>)> {
        let names =
            |group: &Group<'a>| group.items.iter().filter_map(|it| it.path.to_str()).collect();
        groups.iter().map(|it| (it.reason.part(), it.count, names(it))).collect()
    }

    #[test]
    fn items_are_grouped_by_reason_the_largest_group_first() {
        let warning = Warning::SourceChanged { path: "/s/w".into() };
        let view = view(
            &["/s"],
            vec![
                skipped("/s/k", SkipReason::Same),
                failed("/s/a", Code::Io),
                failed("/s/b", Code::PermissionDenied),
                failed("/s/c", Code::PermissionDenied),
                Event::Warning { job: JOB, warning },
            ],
        );
        let groups = groups(view.row(JOB).unwrap(), &[], NAMED);
        let expected = [
            (Part::Failed, 2, vec!["/s/b", "/s/c"]),
            (Part::Failed, 1, vec!["/s/a"]),
            (Part::Warnings, 1, vec!["/s/w"]),
            (Part::Skipped, 1, vec!["/s/k"]),
        ];
        assert_eq!(told(&groups), expected);
    }

    #[test]
    fn failures_that_only_the_queue_has_are_counted() {
        let view = view(&["/s"], vec![failed("/s/a", Code::Io)]);
        let error = OpError::refused(Action::Read, Code::Io, "/s/a");
        let stored = vec![Failed { src: "/s/a".into(), error }; NAMED + 1];
        let groups = groups(view.row(JOB).unwrap(), &stored, NAMED);
        assert_eq!((groups[0].count, groups[0].items.len()), (NAMED as u64 + 1, NAMED));
    }

    #[test]
    fn finished_items_are_counted_and_operands_without_a_loss_are_named() {
        let all = view(&["/s/a", "/s/ab"], vec![ended([7, 0, 0])]);
        let all = groups(all.row(JOB).unwrap(), &[], NAMED);
        assert_eq!(told(&all), [(Part::Finished, 7, vec!["/s/a", "/s/ab"])]);
        let lost = failed("/s/a/deep/x", Code::Io);
        let some = view(&["/s/a", "/s/ab"], vec![lost, ended([6, 0, 1])]);
        let some = groups(some.row(JOB).unwrap(), &[], NAMED);
        assert_eq!(told(&some).last(), Some(&(Part::Finished, 6, vec!["/s/ab"])));
    }

    #[test]
    fn nothing_is_finished_while_the_job_works_or_if_nothing_was_done() {
        let working = view(&["/s/a"], vec![Event::JobStarted { job: JOB, workers: 1 }]);
        assert_eq!(groups(working.row(JOB).unwrap(), &[], NAMED), []);
        let nothing = view(&["/s/a"], vec![ended([0, 0, 0])]);
        assert_eq!(groups(nothing.row(JOB).unwrap(), &[], NAMED), []);
    }

    #[test]
    fn no_operand_is_named_when_not_every_loss_is_known() {
        let many = (0..1_001).map(|n| skipped(&format!("/s/a/{n}"), SkipReason::Same)).collect();
        let view = view(&["/s/a", "/s/b"], [many, vec![ended([3, 1_001, 0])]].concat());
        let groups = groups(view.row(JOB).unwrap(), &[], NAMED);
        assert_eq!(told(&groups).last(), Some(&(Part::Finished, 3, vec![])));
    }
}

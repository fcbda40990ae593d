//! Describes the plan of a dry run to the user.

use std::path::{Path, PathBuf};

use fcp_engine::error::{Code, OpError};
use fcp_engine::event::{ConflictCount, ConflictKind, DedupePlan, Plan, UndoPlan};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::{ConflictPolicy, DirectoryPolicy, MismatchPolicy, Options, Verb};

use crate::format;

/// Missing sources, which a dry run reports beside its plan.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    count: u64,
    first: Option<PathBuf>,
}

impl Missing {
    /// Counts a failed item, if it is missing.
    pub(crate) fn note(&mut self, src: &Path, error: &OpError) {
        if error.code == Code::NotFound {
            self.count += 1;
            self.first.get_or_insert_with(|| src.to_owned());
        }
    }
}

/// Tells what an undo would do.
fn undo(plan: &UndoPlan) -> Vec<String> {
    let parts = [(plan.trashed, "to the trash"), (plan.put_back, "back where it was")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let goes: Vec<String> =
        parts.map(|(count, where_to)| format!("{} {where_to}", format::items(*count))).collect();
    let goes = if goes.is_empty() { "nothing".to_owned() } else { goes.join(", ") };
    let mut lines = vec![format!("To undo     {goes}")];
    if plan.deleted > 0 {
        let items = format::items(plan.deleted);
        lines.push(format!("No trash    {items} deleted permanently"));
    }
    for kept in &plan.kept {
        lines.push(format!("Would keep  {}: {}", format::items(kept.count), kept.code.words()));
    }
    lines
}

/// Tells what equal files would share.
fn dedupe(plan: &DedupePlan, possible: bool) -> Vec<String> {
    let files = |count| format::counted(count, "file", "files");
    let mut lines = if plan.files == 0 {
        vec!["To share    nothing: no equal files with storage of their own".to_owned()]
    } else {
        let sets = format::counted(plan.groups, "set", "sets");
        let bytes = format::size(plan.bytes);
        vec![
            format!("To share    {} in {sets} of equal files, {bytes}", files(plan.files)),
            format!("To win      {}", format::size(plan.bytes_freed)),
        ]
    };
    if !possible {
        lines.push("Reflinks    not possible: the filesystem cannot share storage".to_owned());
    }
    if plan.shared > 0 {
        let them = if plan.shared == 1 { "shares its" } else { "share their" };
        lines.push(format!("Shared      {} {them} storage already", files(plan.shared)));
    }
    lines
}

/// Tells a plan in a few lines.
pub(crate) fn lines(plan: &Plan, verb: Verb, options: &Options, missing: &Missing) -> Vec<String> {
    if let Some(plan) = &plan.undo {
        return undo(plan);
    }
    if let Some(found) = &plan.dedupe {
        return dedupe(found, plan.reflink);
    }
    let to = match verb {
        Verb::Copy => "To copy",
        Verb::Move => "To move",
        Verb::Delete => "To remove",
        Verb::Trash => "To trash",
        Verb::Restore => "To restore",
        Verb::Undo => "To undo",
        Verb::Verify => "To verify",
        Verb::Dedupe => "To share",
        Verb::Extract => "To extract",
        Verb::Pack => "To pack",
    };
    let files = plan.totals.items.saturating_sub(plan.directories + plan.renamed);
    let only_renames = plan.renamed > 0 && files <= plan.unreadable;
    let mut lines = vec![format!("{to:<12}{}", what(plan, files, only_renames))];
    if only_renames {
        lines.push("Space       none needed: nothing leaves its filesystem".to_owned());
    } else if matches!(verb, Verb::Copy | Verb::Move | Verb::Extract | Verb::Pack) {
        // Nothing of an archive can be shared.
        let shares = !matches!(verb, Verb::Extract | Verb::Pack);
        lines.extend(space(plan).into_iter().take(if shares { 2 } else { 1 }));
    }
    if plan.snapshots > 0 {
        let taken = format::snapshots(plan.snapshots);
        lines.push(format!("Snapshots   {taken}; what is in them is not counted"));
    }
    for conflict in &plan.conflicts {
        let what = match conflict.kind {
            ConflictKind::File => format::counted(conflict.count, "file exists", "files exist"),
            ConflictKind::Directory => {
                format::counted(conflict.count, "folder exists", "folders exist")
            }
            ConflictKind::DirectoryInTheWay => {
                format::counted(conflict.count, "folder", "folders") + " where a file goes"
            }
            ConflictKind::FileInTheWay => {
                format::counted(conflict.count, "file", "files") + " where a folder goes"
            }
        };
        let fate = fate(conflict, options);
        lines.push(format!("Conflicts   {what}; {fate}"));
    }
    if plan.removed > 0 {
        let permanent = options.removals.as_ref().is_some_and(|removals| removals.permanent);
        let fate = if permanent { "deleted permanently" } else { "moved to the trash" };
        lines.push(format!("To remove   {}, {fate}", format::items(plan.removed)));
    }
    if let Some(first) = &missing.first {
        let others = if missing.count > 1 { ", …" } else { "" };
        let names = format!("{}{others}", DisplayName::new(first));
        lines.push(format!("Missing     {}: {names}", format::items(missing.count)));
    }
    let unreadable = plan.unreadable.saturating_sub(missing.count);
    if unreadable > 0 {
        let label = if verb == Verb::Delete { "Would fail" } else { "Unreadable" };
        lines.push(format!("{label:<12}{}", format::items(unreadable)));
    }
    lines
}

/// Tells what the chosen policy does with existing items.
fn fate(conflict: &ConflictCount, options: &Options) -> String {
    let (they, their) = if conflict.count == 1 { ("it", "its") } else { ("they", "their") };
    let asks = "the job will ask".to_owned();
    let fails = "this will fail".to_owned();
    let stays = format!("{they} will be kept");
    let both = format!("{they} will be kept, and the source gets another name");
    let replaced = |when: &str| format!("{they} will be replaced{when}");
    if options.exchange {
        return format!("{they} will be exchanged with the source");
    }
    match conflict.kind {
        ConflictKind::File => match &options.on_conflict {
            ConflictPolicy::Ask => asks,
            ConflictPolicy::Fail => fails,
            ConflictPolicy::Skip => stays,
            ConflictPolicy::Overwrite if options.backup.is_some() => replaced(", with a backup"),
            ConflictPolicy::Overwrite if options.resume => replaced(" where size or time differ"),
            ConflictPolicy::Overwrite => replaced(""),
            ConflictPolicy::Rename(_) => both,
            ConflictPolicy::Newer => replaced(" where the source is newer"),
            ConflictPolicy::Older => replaced(" where the source is older"),
            ConflictPolicy::Larger => replaced(" where the source is larger"),
            ConflictPolicy::Smaller => replaced(" where the source is smaller"),
            ConflictPolicy::DifferentMeta => replaced(" where size or time differ"),
            ConflictPolicy::DifferentContent => replaced(" where the content differs"),
        },
        ConflictKind::Directory => match &options.on_directory {
            DirectoryPolicy::Ask => asks,
            DirectoryPolicy::Merge => format!("{their} contents will be merged"),
            DirectoryPolicy::Skip => stays,
            DirectoryPolicy::Fail => fails,
            DirectoryPolicy::Rename(_) => both,
            DirectoryPolicy::Replace => replaced(" if empty"),
        },
        ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => {
            match &options.on_mismatch {
                MismatchPolicy::Ask => asks,
                MismatchPolicy::Fail => fails,
                MismatchPolicy::Skip => stays,
                MismatchPolicy::Rename(_) => both,
                MismatchPolicy::Replace => replaced(""),
            }
        }
    }
}

/// Tells how much the job moves or copies, and how.
fn what(plan: &Plan, files: u64, only_renames: bool) -> String {
    let folders = format::counted(plan.directories, "folder", "folders");
    let renamed = format!("{} by rename", format::items(plan.renamed));
    match (only_renames, plan.directories) {
        (true, 0) => return renamed,
        (true, _) => return format!("{renamed}, {folders} merged"),
        (false, _) => {}
    }
    let files = format::counted(files, "file", "files");
    let size = format::size(plan.totals.bytes.unwrap_or(0));
    if plan.renamed > 0 {
        format!("{renamed}, {files} in {folders} by copying, {size}")
    } else {
        format!("{files} in {folders}, {size}")
    }
}

/// Tells what the destination needs.
fn space(plan: &Plan) -> [String; 2] {
    let free = format::size(plan.bytes_free);
    let needed = format::size(plan.bytes_needed);
    let space = match (plan.reflink, plan.bytes_needed) {
        (true, 0) => {
            format!("Space       none: the data can be shared with the source; {free} free")
        }
        (_, bytes) if bytes > plan.bytes_free => {
            let missing = format::size(bytes - plan.bytes_free);
            format!("Space       {needed} needed, only {free} free: {missing} missing")
        }
        _ => format!("Space       {needed} needed, {free} free"),
    };
    let reflink = if plan.reflink { "possible" } else { "not possible between these places" };
    [space, format!("Reflinks    {reflink}")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcp_engine::event::Totals;
    use fcp_engine::spec::Removals;
    use rustix::io::Errno;

    #[test]
    fn a_plan_names_what_could_go_wrong() {
        let mut plan = Plan {
            totals: Totals { items: 1_204, bytes: Some(3 << 30), complete: true },
            directories: 12,
            renamed: 0,
            removed: 0,
            snapshots: 0,
            conflicts: vec![ConflictCount { kind: ConflictKind::File, count: 3 }],
            unreadable: 1,
            bytes_needed: 3 << 30,
            bytes_free: 1 << 30,
            reflink: false,
            undo: None,
            dedupe: None,
        };
        let told = |plan: &Plan, verb| lines(plan, verb, &Options::default(), &Missing::default());
        assert_eq!(
            told(&plan, Verb::Copy),
            [
                "To copy     1,192 files in 12 folders, 3.00 GiB",
                "Space       3.00 GiB needed, only 1.00 GiB free: 2.00 GiB missing",
                "Reflinks    not possible between these places",
                "Conflicts   3 files exist; they will be replaced",
                "Unreadable  1 item",
            ]
        );
        (plan.reflink, plan.bytes_needed) = (true, 0);
        assert!(told(&plan, Verb::Copy)[1].starts_with("Space       none"));
    }

    #[test]
    fn missing_items_are_named() {
        let mut missing = Missing::default();
        let error = OpError::new(fcp_engine::error::Action::Stat, "nope", Errno::NOENT);
        missing.note(Path::new("nope"), &error);
        let plan = Plan { unreadable: 2, ..Plan::default() };
        let told = lines(&plan, Verb::Delete, &Options::default(), &missing);
        assert_eq!(told[1..], ["Missing     1 item: nope", "Would fail  1 item"]);
    }

    #[test]
    fn conflicts_are_told_with_what_becomes_of_them() {
        let told = |kind, count, options: &Options| fate(&ConflictCount { kind, count }, options);
        let skip = Options { on_conflict: ConflictPolicy::Skip, ..Options::default() };
        let newer = Options { on_conflict: ConflictPolicy::Newer, ..Options::default() };
        assert_eq!(told(ConflictKind::File, 1, &skip), "it will be kept");
        assert_eq!(
            told(ConflictKind::File, 2, &newer),
            "they will be replaced where the source is newer"
        );
        assert_eq!(told(ConflictKind::Directory, 1, &skip), "its contents will be merged");
        assert_eq!(told(ConflictKind::FileInTheWay, 1, &skip), "this will fail");
    }

    #[test]
    fn a_mirror_says_what_would_be_removed() {
        let removals = |permanent| Some(Removals { permanent, ..Removals::default() });
        for (permanent, fate) in [(false, "moved to the trash"), (true, "deleted permanently")] {
            let options =
                Options { removals: removals(permanent), resume: true, ..Options::default() };
            let conflicts = vec![ConflictCount { kind: ConflictKind::File, count: 2 }];
            let plan = Plan { removed: 7, conflicts, ..Plan::default() };
            let told = lines(&plan, Verb::Copy, &options, &Missing::default());
            let replaced =
                "Conflicts   2 files exist; they will be replaced where size or time differ";
            assert_eq!(told[told.len() - 2..], [replaced, &format!("To remove   7 items, {fate}")]);
        }
    }

    #[test]
    fn a_move_says_what_is_only_renamed() {
        let told = |plan: &Plan| lines(plan, Verb::Move, &Options::default(), &Missing::default());
        let mut plan = Plan {
            totals: Totals { items: 5, bytes: Some(0), complete: true },
            renamed: 5,
            ..Plan::default()
        };
        let space = "Space       none needed: nothing leaves its filesystem";
        assert_eq!(told(&plan), ["To move     5 items by rename", space]);
        (plan.renamed, plan.directories) = (3, 2);
        let merged = "To move     3 items by rename, 2 folders merged";
        assert_eq!(told(&plan), [merged, space]);
        (plan.totals.items, plan.totals.bytes, plan.bytes_needed) = (9, Some(1 << 20), 1 << 20);
        assert_eq!(
            told(&plan)[0],
            "To move     3 items by rename, 4 files in 2 folders by copying, 1.00 MiB"
        );
    }
}

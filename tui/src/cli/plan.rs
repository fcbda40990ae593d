//! Describes the plan of a dry run to the user.

use std::path::{Path, PathBuf};

use fcp_engine::error::{Code, OpError};
use fcp_engine::event::{ConflictCount, ConflictKind, DedupePlan, Plan, UndoPlan};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::{ConflictPolicy, DirectoryPolicy, Filter, MismatchPolicy, Options, Verb};
use fcp_engine::{fails_by_policy, mismatch_policy};
use fcp_presentation::errors::{of_code, why};
use fcp_presentation::failing::Failing;
use fcp_presentation::tr;

use crate::format;

/// Missing sources, which a dry run reports beside its plan.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    count: u64,
    first: Option<PathBuf>,
    /// Other items that would fail, if they are told nowhere else.
    others: Option<Failing>,
}

impl Missing {
    /// Begins to count, also what fails for another reason.
    pub(crate) fn and_others() -> Self {
        Self { others: Some(Failing::default()), ..Self::default() }
    }

    /// Counts a failed item, if it is missing.
    pub(crate) fn note(&mut self, src: &Path, error: &OpError) {
        // What has another path beside it is there, and only its destination is not.
        if error.code == Code::NotFound && error.other.is_none() && error.path.0 == src {
            self.count += 1;
            self.first.get_or_insert_with(|| src.to_owned());
        } else if let Some(others) = &mut self.others {
            others.note(src, error);
        }
    }
}

/// Tells how many items would fail, and why the first do.
fn failing(failing: &Failing) -> String {
    let named = |(path, error): &(PathBuf, OpError)| {
        let name = DisplayName::new(path.file_name().map_or(path.as_path(), Path::new)).to_string();
        tr!("plan-failing-item", name = name, reason = why(error))
    };
    let reasons = failing.first.iter().map(named).collect::<Vec<_>>().join(", ");
    let items = format::items(failing.count);
    if failing.has_more() {
        tr!("plan-failing-and-more", items = items, reasons = reasons)
    } else {
        tr!("plan-failing", items = items, reasons = reasons)
    }
}

/// Gives a line of a plan: a label in twelve columns, and what it is about.
fn line(label: &str, text: &str) -> String {
    format!("{label:<12}{text}")
}

/// Tells which folder would be made.
pub(crate) fn new_folder(dir: &Path) -> String {
    line(tr!("plan-label-folder"), &DisplayName::new(dir).to_string())
}

/// Tells what an undo would do, or the undo of one.
pub(crate) fn undo(plan: &UndoPlan, redoes: bool) -> Vec<String> {
    let mut goes = Vec::new();
    if plan.trashed > 0 {
        goes.push(tr!("plan-trashed", items = format::items(plan.trashed)));
    }
    if plan.put_back > 0 {
        goes.push(tr!("plan-put-back", items = format::items(plan.put_back)));
    }
    if plan.rights > 0 {
        goes.push(tr!("plan-rights", count = plan.rights, shown = format::count(plan.rights)));
    }
    let goes = if goes.is_empty() { tr!("plan-nothing").to_owned() } else { goes.join(", ") };
    let label = if redoes { tr!("plan-label-redo") } else { tr!("plan-label-undo") };
    let mut lines = vec![line(label, &goes)];
    if plan.deleted > 0 {
        let deleted = tr!("plan-deleted", items = format::items(plan.deleted));
        lines.push(line(tr!("plan-label-no-trash"), &deleted));
    }
    for kept in &plan.kept {
        let items = format::items(kept.count);
        let kept = tr!("plan-kept", items = items, reason = of_code(kept.code));
        lines.push(line(tr!("plan-label-keep"), &kept));
    }
    lines
}

/// Tells what equal files would share.
fn dedupe(plan: &DedupePlan, possible: bool) -> Vec<String> {
    let mut lines = if plan.files == 0 {
        vec![line(tr!("plan-label-share"), tr!("plan-nothing-to-share"))]
    } else {
        let (files, size) = (format::files(plan.files), format::size(plan.bytes));
        let (sets, shown) = (plan.groups, format::count(plan.groups));
        let what = tr!("plan-share", files = files, count = sets, shown = shown, size = size);
        vec![
            line(tr!("plan-label-share"), &what),
            line(tr!("plan-label-win"), &tr!("plan-win", size = format::size(plan.bytes_freed))),
        ]
    };
    if !possible {
        lines.push(line(tr!("plan-label-reflinks"), tr!("plan-cannot-share")));
    }
    if plan.shared > 0 {
        let (count, shown) = (plan.shared, format::count(plan.shared));
        let shared = tr!("plan-shared", count = count, shown = shown);
        lines.push(line(tr!("plan-label-shared"), &shared));
    }
    lines
}

/// Tells a plan in a few lines.
pub(crate) fn lines(plan: &Plan, verb: Verb, options: &Options, missing: &Missing) -> Vec<String> {
    if let Some(plan) = &plan.undo {
        return undo(plan, false);
    }
    if let Some(found) = &plan.dedupe {
        return dedupe(found, plan.reflink);
    }
    let to = match verb {
        Verb::Copy => tr!("plan-label-copy"),
        Verb::Move => tr!("plan-label-move"),
        Verb::Delete => tr!("plan-label-remove"),
        Verb::Trash => tr!("plan-label-trash"),
        Verb::Restore => tr!("plan-label-restore"),
        Verb::Undo => tr!("plan-label-undo"),
        Verb::Verify => tr!("plan-label-verify"),
        Verb::Dedupe => tr!("plan-label-share"),
        Verb::Extract => tr!("plan-label-extract"),
        Verb::Pack => tr!("plan-label-pack"),
    };
    let files = plan.totals.items.saturating_sub(plan.directories + plan.renamed);
    let only_renames = plan.renamed > 0 && files <= plan.unreadable;
    let files = files.saturating_sub(missing.count);
    let mut lines = vec![line(to, &what(plan, files, only_renames))];
    if only_renames {
        lines.push(line(tr!("plan-label-space"), tr!("plan-no-space-needed")));
    } else if matches!(verb, Verb::Copy | Verb::Move | Verb::Extract | Verb::Pack) {
        // Nothing of an archive can be shared.
        let shares = !matches!(verb, Verb::Extract | Verb::Pack);
        lines.extend(space(plan).into_iter().take(if shares { 2 } else { 1 }));
    }
    if plan.unchanged > 0 {
        let stay = tr!("plan-unchanged", files = format::files(plan.unchanged));
        lines.push(line(tr!("plan-label-unchanged"), &stay));
    }
    if plan.shared > 0 {
        let (count, files) = (plan.shared, format::files(plan.shared));
        let shared = tr!("plan-shared-with-copy", count = count, files = files);
        lines.push(line(tr!("plan-label-share"), &shared));
    }
    if plan.snapshots > 0 {
        let taken = tr!("plan-snapshots", snapshots = format::snapshots(plan.snapshots));
        lines.push(line(tr!("plan-label-snapshots"), &taken));
    }
    for conflict in &plan.conflicts {
        let (count, shown) = (conflict.count, format::count(conflict.count));
        let what = match conflict.kind {
            ConflictKind::File => tr!("plan-files-exist", count = count, shown = shown),
            ConflictKind::Directory => tr!("plan-folders-exist", count = count, shown = shown),
            ConflictKind::DirectoryInTheWay => {
                tr!("plan-folder-for-file", folders = format::folders(count))
            }
            ConflictKind::FileInTheWay => tr!("plan-file-for-folder", files = format::files(count)),
        };
        let both = tr!("plan-conflict", what = what, fate = fate(conflict, verb, options));
        lines.push(line(tr!("plan-label-conflicts"), &both));
    }
    if plan.removed > 0 {
        let permanent = options.removals.as_ref().is_some_and(|removals| removals.permanent);
        let items = format::items(plan.removed);
        let removed = if permanent {
            tr!("plan-removed-permanently", items = items)
        } else {
            tr!("plan-removed-to-trash", items = items)
        };
        lines.push(line(tr!("plan-label-remove"), &removed));
    }
    if let Some(first) = &missing.first {
        let (items, name) = (format::items(missing.count), DisplayName::new(first).to_string());
        let missing = if missing.count > 1 {
            tr!("plan-missing-and-more", items = items, name = name)
        } else {
            tr!("plan-missing", items = items, name = name)
        };
        lines.push(line(tr!("plan-label-missing"), &missing));
    }
    let unreadable = plan.unreadable.saturating_sub(missing.count);
    if let Some(others) = missing.others.as_ref().filter(|it| it.count > 0) {
        lines.push(line(tr!("plan-label-fail"), &failing(others)));
    } else if unreadable > 0 {
        let label = if verb == Verb::Delete {
            tr!("plan-label-fail")
        } else {
            tr!("plan-label-unreadable")
        };
        lines.push(line(label, &format::items(unreadable)));
    }
    lines
}

/// Tells what the chosen policy does with existing items.
fn fate(conflict: &ConflictCount, verb: Verb, options: &Options) -> String {
    let count = conflict.count;
    let asks = || tr!("fate-asks").to_owned();
    let fails = || tr!("fate-fails").to_owned();
    let stays = || tr!("fate-kept", count = count);
    let both = || tr!("fate-both", count = count);
    if options.exchange {
        return tr!("fate-exchanged", count = count);
    }
    if fails_by_policy(verb, options, conflict.kind) {
        return fails();
    }
    match conflict.kind {
        ConflictKind::File => match &options.on_conflict {
            ConflictPolicy::Ask => asks(),
            ConflictPolicy::Fail => fails(),
            ConflictPolicy::Skip => stays(),
            ConflictPolicy::Overwrite if options.backup.is_some() => {
                tr!("fate-replaced-backup", count = count)
            }
            ConflictPolicy::Overwrite if options.resume => tr!("fate-replaced-meta", count = count),
            ConflictPolicy::Overwrite => tr!("fate-replaced", count = count),
            ConflictPolicy::Rename(_) => both(),
            ConflictPolicy::Newer => tr!("fate-replaced-newer", count = count),
            ConflictPolicy::Older => tr!("fate-replaced-older", count = count),
            ConflictPolicy::Larger => tr!("fate-replaced-larger", count = count),
            ConflictPolicy::Smaller => tr!("fate-replaced-smaller", count = count),
            ConflictPolicy::DifferentMeta => tr!("fate-replaced-meta", count = count),
            ConflictPolicy::DifferentContent => tr!("fate-replaced-content", count = count),
        },
        ConflictKind::Directory => match &options.on_directory {
            DirectoryPolicy::Ask => asks(),
            DirectoryPolicy::Merge => tr!("fate-merged", count = count),
            DirectoryPolicy::Skip => stays(),
            DirectoryPolicy::Fail => fails(),
            DirectoryPolicy::Rename(_) => both(),
            DirectoryPolicy::Replace => tr!("fate-replaced-empty", count = count),
        },
        ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => {
            match mismatch_policy(options, conflict.kind) {
                MismatchPolicy::Ask => asks(),
                // No failure, so a backup is made.
                MismatchPolicy::Fail => tr!("fate-replaced-backup", count = count),
                MismatchPolicy::Skip => stays(),
                MismatchPolicy::Rename(_) => both(),
                // What is in it would have to be counted against the limit first, and what filters leave out is kept.
                MismatchPolicy::Replace
                    if conflict.kind == ConflictKind::DirectoryInTheWay
                        && (options.filter != Filter::default()
                            || options.removals.as_ref().is_some_and(|it| it.limit.is_some())) =>
                {
                    fails()
                }
                MismatchPolicy::Replace => tr!("fate-replaced", count = count),
            }
        }
    }
}

/// Tells how much the job moves or copies, and how.
fn what(plan: &Plan, files: u64, only_renames: bool) -> String {
    let (count, shown) = (plan.directories, format::count(plan.directories));
    let items = format::items(plan.renamed);
    match (only_renames, plan.directories) {
        (true, 0) => return tr!("plan-by-rename", items = items),
        (true, _) => {
            let folders = format::folders(plan.directories);
            return tr!("plan-by-rename-merged", items = items, folders = folders);
        }
        (false, _) => {}
    }
    let (files, size) = (format::files(files), format::size(plan.totals.bytes.unwrap_or(0)));
    if plan.renamed > 0 {
        tr!(
            "plan-partly-by-rename",
            items = items,
            files = files,
            count = count,
            shown = shown,
            size = size
        )
    } else {
        tr!("plan-what", files = files, count = count, shown = shown, size = size)
    }
}

/// Tells what the destination needs.
fn space(plan: &Plan) -> [String; 2] {
    let free = format::size(plan.bytes_free);
    let needed = format::size(plan.bytes_needed);
    let space = match (plan.reflink, plan.bytes_needed) {
        (true, 0) => {
            tr!("plan-space-shared", free = free)
        }
        (_, bytes) if bytes > plan.bytes_free => {
            let missing = format::size(bytes - plan.bytes_free);
            tr!("plan-space-missing", needed = needed, free = free, missing = missing)
        }
        _ => tr!("plan-space", needed = needed, free = free),
    };
    let reflink = if plan.reflink { tr!("plan-reflinks") } else { tr!("plan-no-reflinks") };
    [line(tr!("plan-label-space"), &space), line(tr!("plan-label-reflinks"), reflink)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcp_engine::event::Totals;
    use fcp_engine::spec::{Backup, BackupKind, Removals};
    use fcp_presentation::language::Language;
    use rustix::io::Errno;

    #[test]
    fn a_plan_names_what_could_go_wrong() {
        let mut plan = Plan {
            totals: Totals { items: 1_204, bytes: Some(3 << 30), complete: true },
            directories: 12,
            renamed: 0,
            removed: 0,
            unchanged: 0,
            shared: 0,
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
        // It is the destination that is missing.
        missing.note(Path::new("there"), &error.with("nowhere/x"));
        let plan = Plan { unreadable: 2, ..Plan::default() };
        let told = lines(&plan, Verb::Delete, &Options::default(), &missing);
        assert_eq!(told[1..], ["Missing     1 item: nope", "Would fail  1 item"]);
    }

    #[test]
    fn items_that_would_fail_are_named_with_their_reasons() {
        let mut missing = Missing::and_others();
        let error = OpError::new(fcp_engine::error::Action::Open, "s/a", Errno::ACCESS);
        missing.note(Path::new("s/a"), &error);
        let plan = Plan { unreadable: 1, ..Plan::default() };
        let told = |missing: &Missing| {
            lines(&plan, Verb::Copy, &Options::default(), missing).last().unwrap().clone()
        };
        assert_eq!(told(&missing), "Would fail  1 item: a (permission denied)");
        for name in ["b", "c", "d"] {
            let error = OpError::refused(fcp_engine::error::Action::Copy, Code::JustCreated, name);
            missing.note(Path::new(name), &error);
        }
        let german = Language::German.speaking(|| told(&missing));
        assert!(
            german.starts_with("Scheitern   4 Objekte: a (") && german.ends_with("), …"),
            "{german}"
        );
    }

    #[test]
    fn conflicts_are_told_with_what_becomes_of_them() {
        let told = |kind, count, options: &Options| {
            fate(&ConflictCount { kind, count }, Verb::Copy, options)
        };
        let skip = Options { on_conflict: ConflictPolicy::Skip, ..Options::default() };
        let newer = Options { on_conflict: ConflictPolicy::Newer, ..Options::default() };
        assert_eq!(told(ConflictKind::File, 1, &skip), "it will be kept");
        assert_eq!(
            told(ConflictKind::File, 2, &newer),
            "they will be replaced where the source is newer"
        );
        assert_eq!(told(ConflictKind::Directory, 1, &skip), "its contents will be merged");
        assert_eq!(told(ConflictKind::FileInTheWay, 1, &skip), "this will fail");
        let backup = Some(Backup { kind: BackupKind::Simple, suffix: "~".to_owned() });
        let backup = Options { backup, ..skip };
        let replaced = told(ConflictKind::FileInTheWay, 1, &backup);
        assert!(replaced.contains("backup"), "{replaced}");
        assert_eq!(told(ConflictKind::DirectoryInTheWay, 1, &backup), "it will be kept");
        let backup = Options { on_conflict: ConflictPolicy::Overwrite, ..backup };
        assert_eq!(told(ConflictKind::DirectoryInTheWay, 1, &backup), "this will fail");
    }

    #[test]
    fn a_mirror_says_what_would_be_removed() {
        let removals = |permanent| Some(Removals { permanent, ..Removals::default() });
        for (permanent, fate) in [
            (false, "counting what is in folders, moved to the trash"),
            (true, "deleted permanently"),
        ] {
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
        let space = "Space       none needed: everything stays on its filesystem";
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

    #[test]
    fn a_german_plan_has_its_labels_in_the_same_columns() {
        let plan = Plan {
            totals: Totals { items: 1_204, bytes: Some(3 << 30), complete: true },
            directories: 12,
            conflicts: vec![ConflictCount { kind: ConflictKind::File, count: 3 }],
            unreadable: 1,
            bytes_needed: 3 << 30,
            bytes_free: 1 << 30,
            ..Plan::default()
        };
        let told = Language::German
            .speaking(|| lines(&plan, Verb::Move, &Options::default(), &Missing::default()));
        assert_eq!(
            told,
            [
                "Verschieben 1.192 Dateien in 12 Ordnern, 3,00 GiB",
                "Platz       3,00 GiB benötigt, nur 1,00 GiB frei: 2,00 GiB fehlen",
                "Reflinks    zwischen diesen Orten nicht möglich",
                "Konflikte   3 Dateien existieren; werden ersetzt",
                "Unlesbar    1 Objekt",
            ]
        );
    }
}

//! What a dry run foresees, for people.

use fcp_engine::event::{ConflictKind, Plan};
use fcp_engine::spec::Verb;

use crate::format;

/// Tells a plan in a few lines.
pub(crate) fn lines(plan: &Plan, verb: Verb) -> Vec<String> {
    let to = match verb {
        Verb::Copy => "To copy",
        Verb::Move => "To move",
        Verb::Delete => "To remove",
        Verb::Trash => "To trash",
        Verb::Restore => "To restore",
        Verb::Undo => "To undo",
        Verb::Verify => "To verify",
    };
    let files = plan.totals.items.saturating_sub(plan.directories + plan.renamed);
    let only_renames = plan.renamed > 0 && files <= plan.unreadable;
    let mut lines = vec![format!("{to:<12}{}", what(plan, files, only_renames))];
    if only_renames {
        lines.push("Space       none needed: nothing leaves its filesystem".to_owned());
    } else if matches!(verb, Verb::Copy | Verb::Move) {
        lines.extend(space(plan));
    }
    for conflict in &plan.conflicts {
        let what = match conflict.kind {
            ConflictKind::File => format::counted(conflict.count, "file exists", "files exist"),
            ConflictKind::Directory => {
                format::counted(conflict.count, "folder exists", "folders exist")
            }
            ConflictKind::DirectoryInTheWay => {
                format::counted(conflict.count, "folder is", "folders are")
                    + " in the way of a file"
            }
            ConflictKind::FileInTheWay => {
                format::counted(conflict.count, "file is", "files are") + " in the way of a folder"
            }
        };
        lines.push(format!("Conflicts   {what}"));
    }
    if plan.unreadable > 0 {
        let label = if verb == Verb::Delete { "Would stay" } else { "Unreadable" };
        lines.push(format!("{label:<12}{}", format::items(plan.unreadable)));
    }
    lines
}

/// Tells how much there is to do, and by which way.
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
    use fcp_engine::event::{ConflictCount, Totals};

    #[test]
    fn a_plan_names_what_could_go_wrong() {
        let mut plan = Plan {
            totals: Totals { items: 1_204, bytes: Some(3 << 30), complete: true },
            directories: 12,
            renamed: 0,
            conflicts: vec![ConflictCount { kind: ConflictKind::File, count: 3 }],
            unreadable: 1,
            bytes_needed: 3 << 30,
            bytes_free: 1 << 30,
            reflink: false,
        };
        assert_eq!(
            lines(&plan, Verb::Copy),
            [
                "To copy     1,192 files in 12 folders, 3.00 GiB",
                "Space       3.00 GiB needed, only 1.00 GiB free: 2.00 GiB missing",
                "Reflinks    not possible between these places",
                "Conflicts   3 files exist",
                "Unreadable  1 item",
            ]
        );
        (plan.reflink, plan.bytes_needed) = (true, 0);
        assert!(lines(&plan, Verb::Copy)[1].starts_with("Space       none"));
    }

    #[test]
    fn a_move_says_what_is_only_renamed() {
        let mut plan = Plan {
            totals: Totals { items: 5, bytes: Some(0), complete: true },
            renamed: 5,
            ..Plan::default()
        };
        let space = "Space       none needed: nothing leaves its filesystem";
        assert_eq!(lines(&plan, Verb::Move), ["To move     5 items by rename", space]);
        (plan.renamed, plan.directories) = (3, 2);
        let merged = "To move     3 items by rename, 2 folders merged";
        assert_eq!(lines(&plan, Verb::Move), [merged, space]);
        (plan.totals.items, plan.totals.bytes, plan.bytes_needed) = (9, Some(1 << 20), 1 << 20);
        assert_eq!(
            lines(&plan, Verb::Move)[0],
            "To move     3 items by rename, 4 files in 2 folders by copying, 1.00 MiB"
        );
    }
}

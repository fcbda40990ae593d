//! What a dry run foresees, for people.

use fcp_engine::event::{ConflictKind, Plan};

use crate::format;

/// Tells a plan in a few lines.
pub(crate) fn lines(plan: &Plan) -> Vec<String> {
    let files = plan.totals.items.saturating_sub(plan.directories);
    let mut lines = vec![format!(
        "To copy     {} in {}, {}",
        format::counted(files, "file", "files"),
        format::counted(plan.directories, "folder", "folders"),
        format::size(plan.totals.bytes.unwrap_or(0)),
    )];
    let free = format::size(plan.bytes_free);
    let needed = format::size(plan.bytes_needed);
    lines.push(match (plan.reflink, plan.bytes_needed) {
        (true, 0) => {
            format!("Space       none: the data can be shared with the source; {free} free")
        }
        (_, bytes) if bytes > plan.bytes_free => {
            let missing = format::size(bytes - plan.bytes_free);
            format!("Space       {needed} needed, only {free} free: {missing} missing")
        }
        _ => format!("Space       {needed} needed, {free} free"),
    });
    let reflink = if plan.reflink { "possible" } else { "not possible between these places" };
    lines.push(format!("Reflinks    {reflink}"));
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
        lines.push(format!("Unreadable  {}", format::items(plan.unreadable)));
    }
    lines
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
            conflicts: vec![ConflictCount { kind: ConflictKind::File, count: 3 }],
            unreadable: 1,
            bytes_needed: 3 << 30,
            bytes_free: 1 << 30,
            reflink: false,
        };
        assert_eq!(
            lines(&plan),
            [
                "To copy     1,192 files in 12 folders, 3.00 GiB",
                "Space       3.00 GiB needed, only 1.00 GiB free: 2.00 GiB missing",
                "Reflinks    not possible between these places",
                "Conflicts   3 files exist",
                "Unreadable  1 item",
            ]
        );
        (plan.reflink, plan.bytes_needed) = (true, 0);
        assert!(lines(&plan)[1].starts_with("Space       none"));
    }
}

//! What is told of files that are divided among parts: each is one item.

use super::pieces::{MIB, lay_out_large, plan};
use super::*;

/// The items of a plan, and what was done of them.
fn items(dir: &Path) -> [u64; 4] {
    let status = status(dir);
    let [items, done, pieced, failed, bytes] =
        ["items", "items_done", "pieced", "items_failed", "bytes_done"]
            .map(|name| status[name].as_u64().unwrap());
    [items, done + pieced, failed, bytes]
}

#[test]
fn a_file_in_pieces_is_one_item_when_its_last_piece_is_done() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    ok(dir, &["plan", "-aT", "src", "dst", "--out=whole"]);
    let whole = fs::read(dir.join("whole/plan.json")).unwrap();
    let whole: Value = serde_json::from_slice(&whole).unwrap();
    assert_eq!(plan(dir, &[]), 5, "four pieces, and one of what is small");
    let all = whole["plan"]["items"].as_u64().unwrap();
    let bytes = whole["plan"]["bytes"].as_u64().unwrap();
    assert_eq!(items(dir), [all, 0, 0, 0]);
    for part in 0..4 {
        ok(dir, &["part", "plan", &part.to_string()]);
        let done = u64::from(part == 3);
        assert_eq!(items(dir), [all, done, 0, (part + 1) * MIB], "after part {part}");
    }
    ok(dir, &["part", "plan", "--all"]);
    assert_eq!(items(dir), [all, all, 0, bytes]);
    let shown = ok(dir, &["plan", "status", "plan"]);
    assert!(shown.contains(&format!("{} of {all}", all - 1)), "{shown}");
    let told = ok(dir, &["plan", "finish", "plan"]);
    assert!(told.contains(&format!("The plan is done: {all} items")), "{told}");
}

#[test]
fn the_last_step_tells_why_a_part_of_a_file_has_failed() {
    let scratch = Scratch::new();
    let dir = scratch.path();
    lay_out_large(dir, 4 * MIB);
    let parts = plan(dir, &[]);
    let (there, aside) = (dir.join("src/sub/large"), dir.join("aside"));
    ok(dir, &["part", "plan", "0"]);
    fs::rename(&there, &aside).unwrap();
    for part in [1, 2] {
        assert_eq!(told(dir, &["part", "plan", &part.to_string()]).2, 1);
    }
    fs::rename(&aside, &there).unwrap();
    let [_, done, failed, _] = items(dir);
    assert_eq!((done, failed), (0, 1), "as soon as a piece of it has failed");
    for part in 3..parts {
        told(dir, &["part", "plan", &part.to_string()]);
    }
    assert_eq!(items(dir)[2], 1);
    let (out, err, code) = told(dir, &["plan", "finish", "plan"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(err.contains("src/sub/large") && err.contains("No such file or directory"), "{err}");
    assert!(out.contains("1 item failed in") && !out.contains("copy those with fcp"), "{out}");
    // The folders are finished nevertheless.
    assert_eq!(status(dir)["is_finished"], true);
    let retried = ok(dir, &["plan", "retry", "plan"]);
    assert!(retried.starts_with("1 item to copy again"), "{retried}");
}

//! Tests of other ends that steer, flood or fail a job, or tell it what only a later version knows.

use super::foreign::{item, says};
use super::*;

#[test]
fn a_server_does_not_steer_the_job_of_a_user_here() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let cancel = serde_json::json!({"type": "command", "command": {"cmd": "cancel", "job": 1}});
    for (name, message) in [
        ("cancels", cancel),
        ("leaves", serde_json::json!({"type": "unattended"})),
        // It sends no more.
        ("fails", serde_json::json!({"type": "cancelled"})),
    ] {
        says(&place, name, &[message, serde_json::json!({"type": "end"})]);
        let (_, err, code) = place.told_by(name, &["far:/srv/a", "here"]);
        assert!(code == 1 && err.contains("cannot receive"), "{name}: {code} {err}");
    }
}

#[test]
fn a_server_cannot_fill_the_memory_with_items_that_it_does_not_send() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let mut file = item("a", "file");
    file["size"] = 5.into();
    let items = |batch| serde_json::json!({"type": "items", "batch": batch, "items": [file]});
    says(&place, "endless", &(0..100).map(items).collect::<Vec<_>>());
    place.told_by("endless", &["far:/srv/a", "here"]).says(1, "it is damaged or cut off");
}

#[test]
fn sizes_that_no_file_can_have_end_no_dry_run() {
    let place = Place::new();
    place.home.make(&["here/"]);
    let file = |name: &str| {
        let mut file = item(name, "file");
        file["size"] = u64::MAX.into();
        file
    };
    says(
        &place,
        "vast",
        &[
            serde_json::json!({"type": "items", "batch": 0,
                "items": [item("a", "directory"), file("a/x"), file("a/y")]}),
            serde_json::json!({"type": "end"}),
        ],
    );
    let (out, err, code) = place.told_by("vast", &["--dry-run", "far:/srv/a", "here"]);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    assert!(out.contains("2 files"), "{out}");
}

#[test]
fn what_a_later_version_tells_does_not_end_a_job() {
    let place = Place::new();
    place.home.make(&["f"]);
    let event = |event: serde_json::Value| {
        let mut event = event;
        event["seq"] = 1.into();
        event["at"] = 1.into();
        event["job"] = 1.into();
        serde_json::json!({"type": "event", "event": event})
    };
    let error = serde_json::json!({"action": "fold", "code": "creased", "path": {"text": "f"}});
    let mut summary = serde_json::json!({"verb": "copy", "outcome": "completed_with_errors"});
    for name in ["done", "skipped", "mismatched", "unanswered", "replaced", "renamed", "bytes"] {
        summary[name] = 0.into();
    }
    for name in ["bytes_reflinked", "reflinked", "bytes_holes", "elapsed"] {
        summary[name] = 0.into();
    }
    summary["failed"] = 1.into();
    says(
        &place,
        "later",
        &[
            event(serde_json::json!({"type": "item.folded", "src": {"text": "f"}})),
            event(serde_json::json!({"type": "warning", "warning": {"kind": "creased"}})),
            event(serde_json::json!({"type": "item.failed", "src": {"text": "f"}, "error": error})),
            event(serde_json::json!({"type": "job.summary", "summary": summary})),
        ],
    );
    let (_, err, code) = place.told_by("later", &["f", "far:x"]);
    assert_eq!((err.as_str(), code), ("fcp: cannot copy 'f': unknown error\n", 1));
}

//! Tests of other ends that steer, flood or fail a job.

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
    let (_, err, code) = place.told_by("endless", &["far:/srv/a", "here"]);
    assert!(code == 1 && err.contains("it is damaged or cut off"), "{code} {err}");
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

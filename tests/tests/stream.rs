//! Tests that the event stream of the real program obeys its schema and rules.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;

use fcp_engine::event::{Envelope, Event, Outcome, SkipReason, Summary};
use fcp_engine::view::JobsView;
use fcp_test_support::{Scratch, fcp, run};

mod rules;

use rules::{check_stream, events_schema};

/// Runs `fcp --json` in a directory and gives its exit code and its events, which fit the schema.
fn stream(scratch: &Scratch, arguments: &[&str]) -> (i32, Vec<Envelope>) {
    let output = run(fcp().arg("--json").args(arguments).current_dir(scratch.path()));
    let validator = jsonschema::validator_for(&events_schema()).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let events = text.lines().map(|line| {
        let value = serde_json::from_str(line).unwrap();
        assert!(validator.is_valid(&value), "{:?}: {line}", validator.validate(&value));
        serde_json::from_value(value).unwrap()
    });
    (output.status.code().unwrap(), events.collect())
}

fn summary(events: &[Envelope]) -> &Summary {
    let found = events.iter().find_map(|envelope| match &envelope.event {
        Event::JobSummary { summary, .. } => Some(summary),
        _ => None,
    });
    found.unwrap()
}

/// Builds `tree` beside `old`, where one file is newer and a directory is in the way of another.
fn conflicts() -> Scratch {
    let scratch = Scratch::new();
    let at = |path: &str| scratch.join(path);
    fs::create_dir_all(at("tree/deep/deeper")).unwrap();
    for n in 0..300 {
        fs::write(at(&format!("tree/deep/{n}")), vec![7; n * 100]).unwrap();
    }
    fs::write(at("tree/large"), vec![7; 3 << 20]).unwrap();
    fs::write(at("tree").join(OsStr::from_bytes(b"caf\xe9")), "not UTF-8").unwrap();
    fs::write(at("tree/\u{1b}[2J\u{202e}"), "hostile").unwrap();
    symlink("large", at("tree/link")).unwrap();
    fs::write(at("tree/taken"), "a file").unwrap();
    fs::create_dir_all(at("old/tree/taken")).unwrap();
    fs::write(at("old/tree/large"), "newer").unwrap();
    scratch
}

#[test]
fn a_stream_with_failures_and_skips_adds_up() {
    let scratch = conflicts();
    let arguments = ["--events=all", "--on-conflict=newer", "-a", "tree", "old"];
    let (code, events) = stream(&scratch, &arguments);
    check_stream("real", &events);
    assert_eq!(code, 1);
    let summary = summary(&events);
    assert_eq!(summary.outcome, Outcome::CompletedWithErrors);
    assert_eq!((summary.skipped, summary.failed), (1, 1));
    // 300 files, two odd names, a link, three directories.
    assert_eq!(summary.done, 306);

    let mut view = JobsView::new();
    for envelope in &events {
        view.apply(envelope);
    }
    let row = view.row(1).unwrap();
    assert_eq!(row.summary.as_ref(), Some(summary));
    assert_eq!(row.failed.items[0].src.0.file_name().unwrap(), "taken");
    assert_eq!(row.skipped.items[0].reason, SkipReason::NotNewer);
    assert_eq!(row.progress.items_done, summary.done + summary.skipped + summary.failed);
}

#[test]
fn a_quiet_stream_has_facts_only() {
    let scratch = conflicts();
    let (code, events) = stream(&scratch, &["tree", "new"]);
    check_stream("real", &events);
    assert_eq!(code, 0);
    assert!(!events.iter().any(|e| matches!(e.event, Event::ItemDone { .. })));
    assert_eq!(summary(&events).done, 308);
}

#[test]
fn a_dry_run_foresees_and_changes_nothing() {
    let scratch = conflicts();
    let (code, events) = stream(&scratch, &["--dry-run", "tree", "old"]);
    check_stream("real", &events);
    // A file is in the way of a folder, so that the run would end with 1.
    assert_eq!(code, 1);
    let plan = events.iter().find_map(|envelope| match &envelope.event {
        Event::JobPlan { plan, .. } => Some(plan),
        _ => None,
    });
    let plan = plan.unwrap();
    assert_eq!(plan.totals.items, 308);
    assert!(plan.conflicts.iter().map(|conflict| conflict.count).sum::<u64>() >= 2);
    assert!(!scratch.join("old/tree/link").exists());
}

//! The wire contract: generated files do not drift, and golden logs keep their meaning.
//!
//! `FCP_BLESS=1` rewrites the schemas, the TypeScript types and the spelling of the golden logs.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fcp_engine::event::{Envelope, Event, Request};
use fcp_engine::path::DisplayName;
use fcp_engine::queue::{Adding, QueuedJob, Settings};
use fcp_engine::view::{JobRow, JobsView};
use serde_json::Value;
use ts_rs::TS;

mod rules;

use rules::{check_stream, events_schema, schema};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn blessing() -> bool {
    std::env::var_os("FCP_BLESS").is_some()
}

/// Compares a generated file with the committed one, or replaces it.
#[expect(clippy::disallowed_methods, reason = "a test writes its own files")]
fn same_as_file(path: &Path, generated: &str) {
    let committed = fs::read_to_string(path).unwrap_or_default();
    if blessing() && committed != generated {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, generated).unwrap();
        return;
    }
    assert!(committed == generated, "{} is stale; run with FCP_BLESS=1", path.display());
}

fn golden_logs() -> Vec<(String, Vec<String>)> {
    let mut logs: Vec<_> = fs::read_dir(root().join("tests/golden"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "ndjson"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect())
        })
        .collect();
    logs.sort();
    assert!(logs.len() >= 7, "the golden logs are missing");
    logs
}

fn parse(name: &str, lines: &[String]) -> Vec<Envelope> {
    lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{name}: {e}: {line}")))
        .collect()
}

#[test]
fn schemas_are_current() {
    let text = |schema: Value| serde_json::to_string_pretty(&schema).unwrap() + "\n";
    let assets = root().join("assets");
    same_as_file(&assets.join("events.schema.json"), &text(events_schema()));
    let control = schema::<Request>("A line of fcp's control input");
    same_as_file(&assets.join("control.schema.json"), &text(control));
    let queue = schema::<QueuedJob>("A job as fcpq list --json prints it");
    same_as_file(&assets.join("queue.schema.json"), &text(queue));
}

#[test]
fn typescript_types_are_current() {
    let fresh = tempfile::tempdir().unwrap();
    // JSON.parse gives numbers; those below 2^53 are exact, and byte counts stay below.
    let config = ts_rs::Config::new().with_out_dir(fresh.path()).with_large_int("number");
    Envelope::export_all(&config).unwrap();
    Event::export_all(&config).unwrap();
    Request::export_all(&config).unwrap();
    QueuedJob::export_all(&config).unwrap();
    Adding::export_all(&config).unwrap();
    Settings::export_all(&config).unwrap();
    let committed = root().join("ui-web/src/bindings");
    let names = |dir: &Path| {
        let entries = fs::read_dir(dir).into_iter().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    for name in names(fresh.path()) {
        let generated = fs::read_to_string(fresh.path().join(&name)).unwrap();
        same_as_file(&committed.join(&name), &generated);
    }
    assert_eq!(names(&committed), names(fresh.path()), "a type is gone, its file is not");
}

#[test]
fn golden_logs_keep_their_spelling() {
    for (name, lines) in golden_logs() {
        let spelled: String = parse(&name, &lines)
            .iter()
            .map(|envelope| serde_json::to_string(envelope).unwrap() + "\n")
            .collect();
        same_as_file(&root().join(format!("tests/golden/{name}.ndjson")), &spelled);
    }
}

#[test]
fn golden_logs_fit_the_schema() {
    let validator = jsonschema::validator_for(&events_schema()).unwrap();
    for (name, lines) in golden_logs() {
        for line in lines {
            let value: Value = serde_json::from_str(&line).unwrap();
            if let Err(error) = validator.validate(&value) {
                panic!("{name}: {error}: {line}");
            }
        }
    }
}

#[test]
fn the_schema_refuses_what_is_not_an_event() {
    let validator = jsonschema::validator_for(&events_schema()).unwrap();
    for line in [
        r#"{"seq":0,"at":1,"type":"job.exploded","job":1}"#,
        r#"{"seq":0,"at":1,"type":"job.paused"}"#,
        r#"{"seq":0,"at":-1,"type":"job.paused","job":1}"#,
        r#"{"seq":0,"type":"job.paused","job":1}"#,
    ] {
        assert!(!validator.is_valid(&serde_json::from_str(line).unwrap()), "{line}");
        assert!(serde_json::from_str::<Envelope>(line).is_err(), "{line}");
    }
}

#[test]
fn golden_logs_obey_the_rules_of_the_stream() {
    for (name, lines) in golden_logs() {
        check_stream(&name, &parse(&name, &lines));
    }
}

#[test]
fn replayed_logs_show_the_same_rows() {
    for (name, lines) in golden_logs() {
        let events = parse(&name, &lines);
        let mut view = JobsView::new();
        let mut shown = String::new();
        for (number, envelope) in (1..).zip(&events) {
            view.apply(envelope);
            let changes = envelope.event.is_fact() || number % 10 == 0;
            if let (Some(job), true) = (envelope.event.job(), changes) {
                let Some(row) = view.row(job) else {
                    writeln!(shown, "job {job} is gone").unwrap();
                    continue;
                };
                let millis = (envelope.at - events[0].at) / 1_000;
                writeln!(shown, "{millis:>6} ms  {}", sketch(row, envelope.at)).unwrap();
            }
        }
        for row in view.rows() {
            shown += &ending(row);
        }
        insta::assert_snapshot!(name, shown);
    }
}

/// One line with the numbers that every face shows.
fn sketch(row: &JobRow, now: u64) -> String {
    let mut line = format!("{:?}", row.phase).to_lowercase();
    let percent = row.percent().map_or("  - ".to_owned(), |p| format!("{p:>3}%"));
    let speed = row.rate(now);
    let p = &row.progress;
    write!(line, " {percent} items {} bytes {}", p.items_done, p.bytes_done).unwrap();
    write!(line, " rate {} B/s {}/s", speed.bytes, speed.items).unwrap();
    if let Some(eta) = row.eta(now) {
        write!(line, " eta {}-{} ms", eta.lo / 1_000, eta.hi / 1_000).unwrap();
    }
    for (is, word) in [
        (row.paused, "paused"),
        (row.is_stalled(now), "stalled"),
        (row.waits_only(), "waits for answers"),
    ] {
        if is {
            write!(line, ", {word}").unwrap();
        }
    }
    for (count, word) in [
        (row.progress.in_flight.len() as u64, "in flight"),
        (row.progress.waiting, "questions"),
        (row.skipped.count, "skipped"),
        (row.failed.count, "failed"),
        (row.warnings.count, "warnings"),
    ] {
        if count > 0 {
            write!(line, ", {count} {word}").unwrap();
        }
    }
    line
}

fn ending(row: &JobRow) -> String {
    let mut text = format!("\njob {}: {:?}\n", row.job, row.outcome());
    for failed in &row.failed.items {
        writeln!(text, "failed  {}", failed.error).unwrap();
    }
    for skipped in &row.skipped.items {
        let src = DisplayName::new(&skipped.src.0);
        writeln!(text, "skipped '{src}' {:?}", skipped.reason).unwrap();
    }
    if let Some(plan) = &row.plan {
        writeln!(text, "plan    {plan:?}").unwrap();
    }
    let mean = row.mean_rate(row.heard_at);
    let active = row.active(row.heard_at) / 1_000;
    writeln!(text, "mean    {} B/s over {active} ms", mean.bytes).unwrap();
    text
}

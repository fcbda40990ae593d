//! Tests of the stream of events of a move.

use super::*;

/// Runs `fmv --json` and gives its exit code and its events, which fit the schema and the rules.
fn stream(directory: &Path, args: &[&str]) -> (i32, Vec<Envelope>) {
    let done = run(program("fmv").current_dir(directory).arg("--json").args(args));
    let validator = jsonschema::validator_for(&events_schema()).unwrap();
    let told: Vec<Envelope> = out(&done)
        .lines()
        .map(|line| {
            let value = serde_json::from_str(line).unwrap();
            assert!(validator.is_valid(&value), "{:?}: {line}", validator.validate(&value));
            serde_json::from_value(value).unwrap()
        })
        .collect();
    check_stream("fmv --json", &told);
    (done.status.code().unwrap(), told)
}

fn ops(told: &[Envelope]) -> Vec<Op> {
    told.iter()
        .filter_map(|envelope| match envelope.event {
            Event::ItemDone { op, .. } => Some(op),
            _ => None,
        })
        .collect()
}

#[test]
fn the_stream_tells_renames_copies_and_what_stays() {
    with_far(|here| {
        let (code, told) = stream(here, &["--events=all", "a", "e"]);
        assert_eq!((code, ops(&told)), (0, vec![Op::Rename]));
        assert!(matches!(&told[0].event, Event::Hello { tool, .. } if tool == "fmv"));
        let (code, told) = stream(here, &["--events=all", "-n", "d", "e"]);
        let skipped = |reason| {
            told.iter().any(|envelope| {
                matches!(envelope.event, Event::ItemSkipped { reason: why, .. } if why == reason)
            })
        };
        assert_eq!((code, ops(&told)), (0, vec![Op::Rename]));
        assert!(skipped(SkipReason::Policy) && skipped(SkipReason::NotEmpty));
        let (code, told) = stream(here, &["--events=all", "d", "b", "far"]);
        let mut done = ops(&told);
        done.sort_by_key(|op| format!("{op:?}"));
        assert_eq!((code, done), (0, vec![Op::CopyFile, Op::CopyFile, Op::MakeDir]));
        let summary = told.iter().find_map(|envelope| match &envelope.event {
            Event::JobSummary { summary, .. } => Some(summary),
            _ => None,
        });
        assert_eq!(summary.map(|it| (it.outcome, it.done)), Some((Outcome::Completed, 3)));
    });
}

#[test]
fn a_signal_leaves_what_has_not_moved() {
    for signal in [Signal::INT, Signal::TERM] {
        with_far(|here| {
            sh(here, "mkdir s; head -c 8000000 /dev/zero >s/big");
            // The test runner may ignore signals, as under nohup, and child processes inherit that.
            let mut child = clean(Command::new("/usr/bin/env"))
                .arg("--default-signal=INT,TERM")
                .arg(path_of("fmv"))
                .current_dir(here)
                .args(["--json", "--events=trace", "--limit-rate=4k", "s", "far"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            let begun = lines.find(|line| {
                let line = line.as_ref().unwrap();
                line.contains("s/big") && line.contains("item.started")
            });
            assert!(begun.is_some(), "the stream ended early");
            kill_process(Pid::from_child(&child), signal).unwrap();
            let last = lines.map(Result::unwrap).last();
            let status = child.wait().unwrap();
            assert_eq!(status.signal(), Some(signal.as_raw()), "{status:?}");
            let bye = format!("\"exit\":{}", 128 + signal.as_raw());
            assert!(last.as_ref().is_some_and(|line| line.contains(&bye)), "{last:?}");
            assert_eq!(fs::metadata(here.join("s/big")).unwrap().len(), 8_000_000);
            let left = run(Command::new("find").arg(here.join("far")).args(["-type", "f"]));
            assert_eq!(out(&left), "");
        });
    }
}

//! Tests of a run, and of jobs that do again, undo or verify what a job did.

use super::*;

#[test]
fn a_run_works_the_queue_off() {
    let user = User::temporary();
    user.file("a", b"1").file("b", b"2").dir("d");
    user.add(&["copy", "a", "d"]);
    user.add(&["--paused", "copy", "b", "d"]);
    user.add(&["--after", "2", "copy", "b", "d/c"]);
    let (events, err, code) = user.stream(&["run", "--json"]).end();
    assert_eq!(code, 3, "not all could start");
    assert_eq!(err, "fcpq: job 3 did not run: it starts after job 2 (paused) has finished\n");
    check_stream("run", &events);
    assert!(user.at("d/a").exists() && !user.at("d/b").exists());
    assert_eq!(user.order(), [2, 3], "what cannot start stays");
    user.q(&["resume", "2"]);
    let out = user.q(&["run"]);
    assert!(out.contains("job 3: copied 1 item"), "{out}");
    assert!(user.at("d/b").exists() && user.at("d/c").exists());
    assert!(user.order().is_empty());
    let waited = user.q(&["wait", "1", "2", "3"]);
    assert_eq!(waited.lines().count(), 3);
    assert!(waited.starts_with("Job 1: copied 1 item, 1 B in "), "{waited}");
}

#[test]
fn what_failed_is_told_and_done_again() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    user.add(&["copy", "a", "nope", "d"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    let (code, out, _) = user.told("fcpq", &["wait", "1"]);
    assert_eq!(code, 1);
    assert!(out.contains("1 failed"), "{out}");
    let nope = user.at("nope");
    let nope = nope.to_str().unwrap();
    let log = user.q(&["log", "1", "--failed"]);
    assert!(log.ends_with(&format!("cannot stat '{nope}': No such file or directory\n")), "{log}");
    assert_eq!(user.q(&["log", "1", "--failed", "-0"]), format!("{nope}\0"));
    assert_eq!(user.q(&["log", "1", "--skipped"]), "");
    let log: Vec<Envelope> = parsed(&user.q(&["log", "1", "--json"]));
    assert!(matches!(log.last().unwrap().event, Event::JobSummary { .. }));
    assert!(user.q(&["show", "1"]).contains("✗ 1 item failed"));
    user.file("nope", b"2");
    assert_eq!(user.q(&["retry", "1"]), "2\n");
    assert_eq!(user.told("fcpq", &["run"]).0, 0);
    assert_eq!(fs::read(user.at("d/nope")).unwrap(), b"2");
    assert_eq!(user.job(2).summary.unwrap().done, 1);
    let (code, _, err) = user.told("fcpq", &["retry", "2"]);
    assert_eq!(code, 3);
    assert!(err.starts_with("fcpq: nothing failed in job 2;"), "{err}");
    assert_eq!(user.q(&["again", "2"]), "3\n");
    assert_eq!(user.q(&["retry", "--all"]), "4\n");
}

#[test]
fn a_job_is_taken_back() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    user.add(&["move", "a", "d"]);
    user.q(&["run"]);
    assert!(user.at("d/a").exists());
    assert_eq!(user.q(&["undo", "1"]), "2\n");
    user.q(&["run"]);
    assert!(user.at("a").exists() && !user.at("d/a").exists());
}

#[test]
fn a_job_that_was_undone_and_redone_is_taken_back() {
    let user = User::temporary();
    user.file("a", b"1");
    user.add(&["copy", "a", "b"]);
    user.q(&["run"]);
    for args in [&["--undo"], &["--redo"]] {
        assert_eq!(user.told("fcp", args).0, 0);
    }
    assert_eq!(user.q(&["undo", "1"]), "2\n");
    user.q(&["run"]);
    assert!(user.at("a").exists() && !user.at("b").exists());
}

#[test]
fn a_copy_is_verified_once_more() {
    let user = User::temporary();
    user.file("src/a", b"one").file("src/sub/b", b"two").file("src/c.o", b"three");
    user.add(&["copy", "-a", "--exclude", "*.o", "src", "copied"]);
    user.add(&["--paused", "copy", "src/a", "other"]);
    let (code, _, err) = user.told("fcpq", &["verify", "2"]);
    assert_eq!(code, 3);
    assert!(err.starts_with("fcpq: job 2 has not finished yet"), "{err}");
    user.q(&["run"]);
    assert_eq!(user.q(&["verify", "1"]), "3\n");
    let json = parsed::<QueuedJob>(&user.q(&["verify", "--json", "1"]));
    assert_eq!((json[0].job, json[0].verb), (4, Verb::Verify));
    user.q(&["run"]);
    assert_eq!(user.told("fcpq", &["wait", "3", "4"]).0, 0);
    assert_eq!(user.job(3).summary.unwrap().done, 4);
    assert!(user.q(&["show", "3"]).contains("Verify"));
    assert!(!user.at("copied/c.o").exists());

    user.file("copied/sub/b", b"two!");
    fs::remove_file(user.at("copied/a")).unwrap();
    assert_eq!(user.q(&["verify", "1"]), "5\n");
    assert_eq!(user.told("fcpq", &["run"]).0, 4);
    assert_eq!(user.told("fcpq", &["wait", "5"]).0, 4);
    let named = user.q(&["log", "5", "--failed", "-0"]);
    let mut named: Vec<_> = named.split_terminator('\0').collect();
    named.sort_unstable();
    assert_eq!(
        named,
        ["src/a", "src/sub/b"].map(|name| user.at(name)).map(|it| it.to_str().unwrap().to_owned())
    );
    let log = user.q(&["log", "5"]);
    assert!(log.contains("the copy differs from the source"), "{log}");
    assert!(log.contains("verified 2 items"), "{log}");
    assert!(!user.at("copied/a").exists(), "it only looks");

    // Only what failed is compared again, and there is nothing to take back.
    user.file("copied/a", b"one").file("copied/sub/b", b"two");
    assert_eq!(user.q(&["retry", "5"]), "6\n");
    user.q(&["run"]);
    let summary = user.job(6).summary.unwrap();
    assert_eq!((summary.outcome, summary.failed, summary.bytes), (Outcome::Completed, 0, 6));
    for (command, job) in [("undo", "6"), ("verify", "6")] {
        let (code, _, err) = user.told("fcpq", &[command, job]);
        assert_eq!(code, 3, "{command}: {err}");
    }
}

#[test]
fn a_verification_is_added_as_the_copy_was() {
    let user = User::temporary();
    user.file("src/a", b"one").dir("d");
    user.add(&["copy", "src", "d"]);
    user.add(&["verify", "src", "d"]);
    user.add(&["copy", "src", "new"]);
    user.q(&["run"]);
    // The name is taken now, so it must be said that it is meant.
    user.add(&["verify", "-T", "src", "new"]);
    user.add(&["verify", "src", "new"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 4);
    let codes = ["2", "4", "5"].map(|job| user.told("fcpq", &["wait", job]).0);
    assert_eq!(codes, [0, 0, 4]);
    user.told("fcpq", &["add", "verify", "-s", "src", "d"]).ends(3);
    let log = user.q(&["log", "2"]);
    assert!(log.contains("verify '") && log.contains(" against '"), "{log}");
}

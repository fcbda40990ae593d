//! Tests of jobs that change places, are paused, cancelled and waited for.

use super::*;

#[test]
fn jobs_change_places() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    for _ in 1..=5 {
        user.add(&["copy", "a", "d"]);
    }
    assert_eq!(user.order(), [1, 2, 3, 4, 5]);
    user.q(&["up", "3"]);
    assert_eq!(user.order(), [1, 3, 2, 4, 5]);
    user.q(&["down", "1"]);
    assert_eq!(user.order(), [3, 1, 2, 4, 5]);
    user.q(&["first", "4", "5"]);
    assert_eq!(user.order(), [4, 5, 3, 1, 2]);
    user.q(&["last", "5", "3"]);
    assert_eq!(user.order(), [4, 1, 2, 5, 3]);
    user.q(&["up", "5", "2"]);
    assert_eq!(user.order(), [4, 2, 5, 1, 3]);
    user.q(&["down", "4", "2"]);
    assert_eq!(user.order(), [5, 4, 2, 1, 3]);
    assert_eq!(user.add(&["--first", "copy", "a", "d"]), 6);
    assert_eq!(user.order()[0], 6);
    user.q(&["hold", "5", "--after", "3"]);
    assert_eq!(user.job(5).after, Some(3));
    let (code, _, err) = user.told("fcpq", &["hold", "3", "--after", "5"]);
    assert_eq!((code, err.as_str()), (3, "fcpq: job 3 would wait for itself\n"));
    user.q(&["hold", "5", "--none"]);
    assert_eq!(user.job(5).after, None);
    user.q(&["start", "2"]);
    assert!(user.job(2).now);
}

#[test]
fn waiting_jobs_are_paused_resumed_and_cancelled() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    for _ in 1..=3 {
        user.add(&["copy", "a", "d"]);
    }
    user.q(&["pause", "1", "2"]);
    user.q(&["pause", "1"]);
    assert_eq!([1, 2, 3].map(|job| user.job(job).paused), [true, true, false]);
    let changed: Vec<QueuedJob> = parsed(&user.q(&["resume", "--all", "--json"]));
    assert_eq!(changed.iter().map(|job| job.job).collect::<Vec<_>>(), [1, 2]);
    assert!(!user.job(1).paused);
    // One that is not there does not stop the others.
    let (code, out, err) = user.told("fcpq", &["cancel", "9", "2"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("fcpq: there is no job 9;"), "{err}");
    assert_eq!(user.job(2).summary.unwrap().outcome, Outcome::Cancelled);
    user.q(&["cancel", "2"]);
    user.q(&["cancel", "--all"]);
    assert!(user.order().is_empty());
    assert_eq!(user.told("fcpq", &["wait", "1"]).0, 130);
    // One that has done its work cannot be cancelled any more.
    let done = user.add(&["copy", "a", "d/b"]).to_string();
    user.told("fcpq", &["run"]);
    let (code, out, err) = user.told("fcpq", &["cancel", &done]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains(&format!("job {done} ")), "{err}");
    user.q(&["clear", &done]);
    assert_eq!(user.q(&["clear", "--json", "2"]).lines().count(), 1);
    assert_eq!(user.list(&["--all"]).len(), 2);
    user.q(&["clear"]);
    assert_eq!(user.list(&["--all"]).len(), 0);
}

#[test]
fn settings_are_kept() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    let settings = || parsed::<Settings>(&user.q(&["mode", "--json"])).remove(0);
    assert_eq!(settings(), Settings::default());
    user.q(&["mode", "one"]);
    user.q(&["limit", "20M"]);
    assert_eq!(settings().limit_rate, Some(20 << 20));
    assert!(user.q(&["mode"]).starts_with("Mode    one "));
    user.q(&["limit", "none"]);
    assert_eq!(settings().limit_rate, None);
    let job = user.add(&["copy", "a", "d"]).to_string();
    user.q(&["limit", "1k", &job]);
    assert_eq!(user.job(1).limit_rate, Some(1024));
}

#[test]
fn waiting_says_why_it_takes_long_and_how_long_it_may() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    user.add(&["copy", "a", "d"]);
    user.add(&["--paused", "copy", "a", "d"]);
    let (code, out, err) = user.told("fcpq", &["wait", "1", "2", "--timeout", "0.1"]);
    assert_eq!((code, out.as_str()), (124, ""));
    assert!(err.contains("the queue is not running") && err.contains("job 2 is paused"), "{err}");
    assert_eq!(err.lines().count(), 2, "{err}");
}

#[test]
fn the_limit_is_told_where_none_is_given() {
    let user = User::temporary();
    assert_eq!(user.q(&["limit"]), "Limit   none\n");
    user.q(&["limit", "20M"]);
    assert_eq!(user.q(&["limit"]), "Limit   20.0 MiB/s\n");
    let settings: Settings = serde_json::from_str(&user.q(&["limit", "--json"])).unwrap();
    assert_eq!(settings.limit_rate, Some(20 << 20));
}

#[test]
fn a_job_that_is_to_follow_one_that_does_not_complete_waits_for_the_user() {
    let user = User::temporary();
    user.file("photos/a", b"1").file("photos/b", b"2").file("c", b"3").dir("backup").dir("d");
    let copy = user.add(&["copy", "photos", "nope", "backup"]).to_string();
    let delete = user.add(&["--after", &copy, "delete", "-r", "photos"]);
    // It completes, so what follows it runs.
    let other = user.add(&["copy", "c", "d"]).to_string();
    user.add(&["--after", &other, "delete", "d/c"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    assert!(user.at("photos/a").exists() && user.at("photos/b").exists());
    assert!(!user.at("d/c").exists());
    let row = user.job(delete);
    assert_eq!((row.stage, row.paused, row.after), (Stage::Waiting, true, None));
    let log = user.q(&["log", &delete.to_string()]);
    assert!(log.contains("the job that it was to follow did not complete"), "{log}");

    // Of one that has ended, the same holds.
    let late = user.add(&["--after", &copy, "delete", "-r", "photos"]);
    let held = user.add(&["--paused", "delete", "-r", "photos"]);
    user.q(&["resume", &held.to_string()]);
    user.q(&["hold", &held.to_string(), "--after", &copy]);
    let fine = user.add(&["--after", &other, "copy", "c", "d"]);
    user.told("fcpq", &["run"]);
    assert!(user.at("photos/a").exists());
    for job in [late, held] {
        assert!(user.job(job).paused, "{job}");
    }
    assert_eq!(user.job(fine).stage, Stage::Finished);

    let cancelled = user.add(&["--paused", "copy", "c", "other"]).to_string();
    let after = user.add(&["--after", &cancelled, "delete", "-r", "photos"]);
    user.q(&["cancel", &cancelled]);
    assert!(user.job(after).paused);

    user.q(&["resume", &delete.to_string()]);
    assert_eq!(user.told("fcpq", &["run"]).0, 0);
    assert!(!user.at("photos").exists());
}

#[test]
fn what_a_failure_held_back_is_resumed_by_itself_alone() {
    let user = User::temporary();
    user.file("src/a", b"precious").dir("dst");
    std::os::unix::fs::symlink("/nowhere", user.at("dst/src")).unwrap();
    let copy = user.add(&["copy", "src", "dst"]);
    let delete = user.add(&["--after", &copy.to_string(), "delete", "-r", "src"]);
    user.told("fcpq", &["run"]);
    assert_eq!((user.job(delete).held, user.job(delete).after), (Some(copy), None));
    assert!(user.q(&["list"]).contains(&format!("held by job {copy}")));
    assert!(user.q(&["show", &delete.to_string()]).contains(&format!("held by job {copy}")));
    // Not even where nothing is known of the copy any more.
    for forget in [false, true] {
        if forget {
            user.q(&["clear"]);
        }
        user.q(&["pause", "--all"]);
        for name in ["resume", "start"] {
            let (code, out, err) = user.told("fcpq", &[name, "--all"]);
            assert_eq!((code, out.as_str()), (1, ""), "{err}");
            assert!(
                err.contains(&format!("job {delete} stays paused because job {copy}")),
                "{err}"
            );
        }
        user.told("fcpq", &["run"]);
        assert!(user.at("src/a").exists());
    }
    user.q(&["resume", &delete.to_string()]);
    assert_eq!(user.job(delete).held, None);
    assert_eq!(user.told("fcpq", &["run"]).0, 0);
    assert!(!user.at("src").exists());
}

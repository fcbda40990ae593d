//! Tests of jobs that are added.

use super::*;

#[test]
fn a_job_is_added_and_listed() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    assert_eq!(user.q(&[]), "");
    let job = user.add(&["copy", "-a", "a", "d"]);
    let other: QueuedJob =
        parsed(&user.q(&["add", "--json", "--paused", "move", "a", "d/b"])).remove(0);
    assert!(other.paused);
    let jobs = user.list(&[]);
    assert_eq!(jobs.iter().map(|job| job.job).collect::<Vec<_>>(), [job, other.job]);
    assert_eq!((jobs[0].verb, jobs[0].stage, jobs[0].paused), (Verb::Copy, Stage::Waiting, false));
    assert_eq!(jobs[0].sources[0].0, user.at("a"));
    assert_eq!(jobs[0].destination, Some(Destination::Into(user.at("d").into())));
    assert_eq!(jobs[1].destination, Some(Destination::As(user.at("d/b").into())));
    let table = user.q(&[]);
    let head = table.lines().next().unwrap();
    assert!(head.starts_with("Job  State"), "{table}");
    assert!(table.contains("queued") && table.contains("paused"), "{table}");
    assert!(table.contains(user.at("d/b").to_str().unwrap()) && !table.contains('\x1b'), "{table}");
    let whole: serde_json::Value =
        serde_json::from_str(&user.q(&["show", "--json", &job.to_string()])).unwrap();
    assert_eq!(whole["spec"]["options"]["preserve"]["ownership"], true);
    assert_eq!(whole["job"], job);
}

#[test]
fn the_programs_add_instead_of_running() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    let (code, out, err) = user.told("fcp", &["--queue", "a", "d"]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "1\n", ""));
    let (_, out, _) = user.told("fmv", &["--queue=first", "--json", "a", "d"]);
    let moves: QueuedJob = parsed(&out).remove(0);
    assert_eq!(moves.verb, Verb::Move);
    user.told("frm", &["--queue=paused", "a"]);
    user.told("frm", &["--queue=now", "--trash", "a"]);
    let jobs = user.list(&[]);
    let verbs: Vec<_> = jobs.iter().map(|job| job.verb).collect();
    assert_eq!(verbs, [Verb::Move, Verb::Copy, Verb::Delete, Verb::Trash]);
    assert!(jobs[2].paused && jobs[3].now);
    assert!(user.at("a").exists() && !user.at("d/a").exists());
    // Who is asked about something answers in the queue.
    assert_eq!(user.told("fcp", &["--queue", "-i", "a", "d"]).0, 0);
    // Scripts that mean GNU's programs do not know of it.
    for (name, gnu) in [("fcp", "cp"), ("fmv", "mv"), ("frm", "rm")] {
        let done = run(user.command(name, &["--queue", "a", "d"]).arg0(gnu));
        let err = String::from_utf8(done.stderr).unwrap();
        assert!(err.starts_with(&format!("{gnu}: unrecognized option '--queue'")), "{err}");
    }
}

#[test]
fn what_makes_no_sense_in_a_queue_is_refused() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    for (name, args) in [
        ("fcp", &["--queue", "--dry-run", "a", "d"][..]),
        ("fcp", &["--queue", "--json", "--control", "a", "d"]),
        ("fcp", &["--queue", "/dev/stdin", "d"]),
        ("fcp", &["--queue", "a", "-"]),
        ("frm", &["--queue", "--trash-list"]),
        ("fcpq", &["add", "copy", "a"]),
        ("fcpq", &["add", "copy", "a", "/dev/fd/1"]),
        ("fcpq", &["pause"]),
        ("fcpq", &["pause", "x"]),
        ("fcpq", &["show", "7"]),
        ("fcpq", &["wait", "7"]),
        ("fcpq", &["wait", "--timeout", "-1", "1"]),
        ("fcpq", &["answer", "7", "all", "newer"]),
        ("fcpq", &["limit", "fast"]),
        ("fcpq", &["hold", "1"]),
    ] {
        let (code, out, err) = user.told(name, args);
        assert_eq!((code, out.as_str()), (2, ""), "{name} {args:?}: {err}");
        assert!(!err.is_empty() && err.lines().next().unwrap().contains(": "), "{err}");
    }
    assert!(user.order().is_empty());
    let (_, _, err) = user.told("fcpq", &["show", "7"]);
    assert_eq!(err, "fcpq: there is no job 7; 'fcpq list --all' shows all jobs\n");
}

#[test]
fn a_delete_does_not_take_the_directory_it_was_added_in() {
    let user = User::temporary();
    user.file("d/s/a", b"1");
    for (path, code) in [("../s", 2), ("../../d", 2), (".", 2), ("a", 0)] {
        let mut frm = user.command("frm", &["-r", "--queue", path]);
        let done = run(frm.current_dir(user.at("d/s")));
        assert_eq!(done.status.code(), Some(code), "{path}: {done:?}");
    }
    user.q(&["run"]);
    assert!(user.at("d/s").exists() && !user.at("d/s/a").exists());
}

#[test]
fn names_survive_byte_for_byte() {
    let user = User::temporary();
    let hostile = OsStr::from_bytes(b"a\xff\n\x1b[2J");
    fs::write(user.at(hostile), b"1").unwrap();
    user.dir("d");
    run_ok(user.command("fcpq", &["add", "copy"]).arg(hostile).arg("d"));
    assert_eq!(user.job(1).sources[0].0, user.at(hostile));
    let table = user.q(&[]);
    assert!(table.contains(r"a\xff\n\x1b[2J"), "{table}");
    user.q(&["run"]);
    assert!(user.at("d").join(hostile).exists());
    // It fails now, and its name can be handed on as it is.
    fs::remove_file(user.at(hostile)).unwrap();
    user.q(&["again", "1"]);
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    let names = run(&mut user.command("fcpq", &["log", "2", "--failed", "-0"])).stdout;
    let path = user.at(hostile);
    assert_eq!(names, [path.as_os_str().as_bytes(), b"\0"].concat());
}

#[test]
fn a_line_that_makes_no_sense_gets_one_sentence_and_the_help_to_ask() {
    let user = User::temporary();
    for (args, why, help) in [
        (&["lst"][..], "fcpq: unknown command 'lst'; did you mean 'list'?", "fcpq"),
        (&["pause"], "fcpq: missing <JOB|--all>", "fcpq pause"),
        (&["show", "x"], "fcpq: 'x' is not a job number", "fcpq"),
        (&["pause", "all"], "fcpq: 'all' is not a job number; --all means all jobs", "fcpq"),
        (&["list", "--bad"], "fcpq: unknown option '--bad'", "fcpq list"),
    ] {
        let (code, out, err) = user.told("fcpq", args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        let hint = format!("Try '{help} --help' for more information.");
        assert_eq!(err.lines().collect::<Vec<_>>(), [why, hint.as_str()], "{args:?}");
    }
    let (code, out, err) = user.told("fcpq", &["pause", "--help"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("Usage: fcpq pause"), "{out}");
}

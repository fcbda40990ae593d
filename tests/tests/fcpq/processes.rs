//! Tests of several processes, killed ones and queues that cannot be used.

use super::*;

#[test]
fn whoever_watches_hears_of_all_processes() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    let mut watch = user.stream(&["watch", "--json"]);
    watch.hear(|event| matches!(event, Event::Hello { .. }).then_some(()));
    let job = user.add(&["copy", "a", "nope", "d"]);
    watch.hear(|event| matches!(event, Event::JobQueued { .. }).then_some(()));
    assert_eq!(user.told("fcpq", &["run"]).0, 1);
    watch.hear(is_over(job));
    watch.signal(Signal::INT);
    let (events, err, code) = watch.end();
    assert_eq!((code, err.as_str()), (130, ""));
    check_stream("watch", &events);
}

/// Starts a process that runs a slow copy of `big` to `d`.
fn begun(user: &User) -> (u64, Stream) {
    user.file("big", vec![7; 4 << 20]).dir("d");
    let job = user.add(&["copy", "--limit-rate=64k", "big", "d"]);
    (job, user.stream(&["run", "--json"]))
}

/// The same, when some of it was copied.
fn midway(user: &User) -> (u64, Stream) {
    let (job, mut runs) = begun(user);
    runs.hear(|event| {
        matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 0).then_some(())
    });
    (job, runs)
}

#[test]
fn a_signal_leaves_the_jobs_in_the_queue() {
    let user = User::temporary();
    let (job, runs) = midway(&user);
    assert_eq!(user.job(job).stage, Stage::Running);
    runs.signal(Signal::TERM);
    let (events, err, code) = runs.end();
    assert_eq!(code, 143);
    assert_eq!(err, "fcpq: 1 job is left in the queue; 'fcpq run' continues\n");
    assert!(matches!(events.last().unwrap().event, Event::Bye { exit: 143 }));
    let left = user.job(job);
    assert_eq!((left.stage, left.interrupted), (Stage::Waiting, true));
    user.q(&["limit", "none", &job.to_string()]);
    assert_eq!(user.told("fcpq", &["run"]).0, 0);
    // Events that describe the earlier run to a new subscriber are not logged a second time.
    let log: Vec<Envelope> = parsed(&user.q(&["log", "--json", &job.to_string()]));
    let count = |of: &dyn Fn(&Event) -> bool| log.iter().filter(|it| of(&it.event)).count();
    assert_eq!(count(&|event| matches!(event, Event::JobStarted { .. })), 2);
    assert_eq!(count(&|event| matches!(event, Event::JobPhase { phase: Phase::Queued, .. })), 1);
    assert_eq!(fs::read(user.at("d/big")).unwrap(), vec![7; 4 << 20]);
}

#[test]
fn a_run_tells_no_old_event_as_if_it_happened_now() {
    let user = User::temporary();
    let (job, runs) = midway(&user);
    runs.signal(Signal::TERM);
    runs.end();
    user.q(&["pause", &job.to_string()]);
    let added = user.job(job).added;
    // The times are in whole seconds.
    let now = || std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    fcp_test_support::until("a second has gone by", || now() > added / 1_000_000 + 1);
    let run = user.told("fcpq", &["run"]).1;
    let log = user.q(&["log", &job.to_string()]);
    assert_eq!(run.lines().count(), 1, "{run}");
    let time = |text: &str| text.get(..19).unwrap().to_owned();
    assert_eq!(time(&run), time(&log), "{run}\n{log}");
}

#[test]
fn a_process_that_is_killed_leaves_its_job_to_the_next() {
    let user = User::temporary();
    let (job, mut runs) = begun(&user);
    runs.hear(|event| matches!(event, Event::JobStarted { .. }).then_some(()));
    runs.signal(Signal::KILL);
    assert_eq!(runs.end().2, 137);
    let left = user.job(job);
    assert_eq!((left.stage, left.interrupted), (Stage::Waiting, true));
    let (code, _, err) = user.told("fcpq", &["wait", "1", "--timeout", "0"]);
    assert_eq!(code, 124);
    assert!(err.contains("the queue is not running"), "{err}");
    user.q(&["limit", "none", "1"]);
    user.q(&["run"]);
    assert_eq!(fs::read(user.at("d/big")).unwrap().len(), 4 << 20);
}

#[test]
fn a_verification_that_is_killed_goes_on() {
    const EACH: usize = 1 << 20;
    let user = User::temporary();
    for n in 0..12 {
        user.file(&format!("src/{n}"), vec![n; EACH]);
    }
    user.add(&["copy", "src", "copied"]);
    user.q(&["run"]);
    user.q(&["verify", "1"]);
    user.q(&["limit", "2M", "2"]);
    let mut runs = user.stream(&["run", "--json"]);
    // By then the first ones were reported, whatever the last ones are.
    runs.hear(|event| match event {
        Event::Progress { progress, .. } => (progress.items_done >= 6).then_some(()),
        _ => None,
    });
    runs.signal(Signal::KILL);
    assert_eq!(runs.end().2, 137);
    assert!(user.job(2).interrupted);
    user.q(&["limit", "none", "2"]);
    for n in 0..12 {
        user.file(&format!("copied/{n}"), b"another");
    }
    assert_eq!(user.told("fcpq", &["run"]).0, 4);
    let summary = user.job(2).summary.unwrap();
    let passed_over = summary.done - 1;
    assert!((2..12).contains(&passed_over), "{summary:?}");
    assert_eq!(summary.failed, 12 - passed_over);
    assert_eq!((summary.mismatched, summary.skipped), (summary.failed, 0));
    assert_eq!(summary.bytes, passed_over * EACH as u64);
}

#[test]
fn a_process_in_the_background_runs_the_queue() {
    let user = User::temporary();
    user.file("a", b"1").dir("d");
    let pid = user.q(&["run", "--detach", "--keep"]);
    let pid = Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    assert_eq!(rustix::process::getsid(Some(pid)).unwrap(), pid, "a session of its own");
    let job = user.add(&["copy", "a", "d"]).to_string();
    user.told("fcpq", &["wait", &job, "--timeout", "60"]).succeeds();
    assert!(user.at("d/a").exists());
    kill_process(pid, Signal::TERM).unwrap();
    while Path::new(&format!("/proc/{}/exe", pid.as_raw_nonzero())).exists() {
        std::thread::yield_now();
    }
    let job = user.add(&["copy", "a", "d/b"]).to_string();
    let (code, _, err) = user.told("fcpq", &["wait", &job, "--timeout", "0"]);
    assert_eq!(code, 124);
    assert!(err.contains("the queue is not running"), "{err}");
}

#[test]
fn a_queue_that_is_damaged_is_kept_aside() {
    let user = User::temporary();
    let state = user.state();
    user.q(&["list"]);
    fs::write(state.join("fcp.db"), b"this is no database at all, but long enough to look at")
        .unwrap();
    let (code, out, err) = user.told("fcpq", &["list", "--json"]);
    assert_eq!((code, out.as_str(), err.lines().count()), (0, "", 1), "{err}");
    assert!(err.starts_with("fcpq: the queue is damaged; it was saved as '"), "{err}");
    assert_eq!(user.q(&["list"]), "");
}

#[test]
fn processes_that_end_while_they_make_the_queue_leave_none_that_seems_to_be_emptied() {
    let user = User::temporary();
    let state = user.state();
    // The signal comes with the first write beyond so many blocks of 512 bytes.
    for most in (0..=192).step_by(8) {
        let script = format!("ulimit -c 0; ulimit -f {most}; exec \"$0\" list");
        let mut limited = user.owns(bin::clean(Command::new("/bin/sh")));
        let ended = run(limited.args(["-c", &script]).arg(path_of("fcpq")));
        if most == 0 {
            assert_eq!(ended.status.signal(), Some(Signal::XFSZ.as_raw()), "{ended:?}");
        }
        assert_eq!(user.q(&["list"]), "", "{most}");
        let aside = fs::read_dir(&state).unwrap().filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.starts_with("fcp.db.").then_some(name)
        });
        assert_eq!(aside.collect::<Vec<_>>(), Vec::<String>::new(), "{most}");
        fs::remove_dir_all(&state).unwrap();
    }
}

#[test]
fn many_processes_open_a_queue_for_the_first_time() {
    for _ in 0..5 {
        let user = User::temporary();
        let mut all: Vec<_> = (0..8)
            .map(|_| {
                let mut list = user.command("fcpq", &["list"]);
                list.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        for (n, one) in all.iter_mut().enumerate() {
            if n % 3 == 0 {
                one.kill().unwrap();
            }
        }
        for (n, one) in all.into_iter().enumerate() {
            let told = one.wait_with_output().unwrap();
            let is_killed = n % 3 == 0 && told.status.signal().is_some();
            assert!(is_killed || told.status.success() && told.stderr.is_empty(), "{told:?}");
        }
        assert_eq!(user.q(&["list"]), "");
    }
}

#[test]
fn without_a_place_for_the_queue_it_is_said_what_to_set() {
    let done = run(program("fcpq").env_remove("HOME"));
    assert_eq!(done.status.code(), Some(3));
    let err = String::from_utf8(done.stderr).unwrap();
    assert!(err.contains("XDG_STATE_HOME") && err.lines().count() == 1, "{err}");
}

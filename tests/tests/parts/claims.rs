//! Processes that are killed, stopped or taken for dead leave their parts to others.

use super::*;

/// How often processes are killed.
fn points() -> usize {
    if std::env::var_os("FCP_FULL").is_some() { 200 } else { 20 }
}

#[test]
fn processes_that_are_killed_at_any_moment_lose_and_double_nothing() {
    let scratch = Scratch::new();
    let mut rng = Rng::new(42);
    lay_out(&scratch.join("src"), 23);
    let mut bytes = vec![0; 9 << 20];
    for n in 0..8 {
        rng.fill(&mut bytes);
        fs::write(scratch.join(format!("src/large {n}")), &bytes).unwrap();
    }
    // -n would leave alone what a killed process had not finished, if that were taken for the user's.
    ok(
        scratch.path(),
        &["plan", "-an", "src", "dst", "--out=plan", "--part-items=40", "--part-size=16M"],
    );
    let (mut killed, mut rounds) = (0, 0);
    while killed < points() && rounds < 20 * points() {
        rounds += 1;
        let mut running = workers(scratch.path(), 2);
        std::thread::sleep(Duration::from_micros(rng.below(40_000)));
        for worker in &mut running {
            worker.kill().unwrap();
            killed += usize::from(!worker.wait().unwrap().success());
        }
        if status(scratch.path())["left"] == 0 && names(scratch.join("plan/taken")).is_empty() {
            // All is copied: begin again with an empty destination.
            ok(scratch.path(), &["plan", "finish", "plan"]);
            assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
            fcp_test_support::remove_all(&scratch.join("dst")).unwrap();
            fcp_test_support::remove_all(&scratch.join("plan")).unwrap();
            let plan =
                ["plan", "-an", "src", "dst", "--out=plan", "--part-items=40", "--part-size=16M"];
            ok(scratch.path(), &plan);
        }
    }
    assert!(killed >= points(), "{killed} were killed in {rounds} rounds");
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    // No temporary file is left either.
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

/// Pretends that the one claim is that of another machine, which was silent for an hour.
pub(super) fn on_another_machine(plan: &Path) {
    let taken = plan.join("taken");
    let [name] = &names(&taken)[..] else { panic!("no claim") };
    let mut words: Vec<&str> = name.split('~').collect();
    words[3] = "anotherboot";
    let other = taken.join(words.join("~"));
    fs::rename(taken.join(name), &other).unwrap();
    let old = std::time::SystemTime::now() - Duration::from_secs(3600);
    fs::File::options().write(true).open(&other).unwrap().set_modified(old).unwrap();
}

#[test]
fn two_processes_on_one_part_do_no_harm() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 31);
    fs::write(scratch.join("src/large"), vec![7; 3 << 20]).unwrap();
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--limit-rate=4M", "-w1"]);
    let mut first = fcp(scratch.path(), &["part", "plan", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until("the first process copies", || scratch.join("dst").exists());
    let pid = Pid::from_child(&first);
    kill_process(pid, Signal::STOP).unwrap();
    // It lives, as far as this machine can tell.
    let (_, err, code) = told(scratch.path(), &["part", "plan", "0"]);
    assert_eq!((code, err.as_str()), (7, "fcp: another process has part 0\n"));
    assert_eq!(told(scratch.path(), &["part", "plan", "--next"]).2, 7);
    on_another_machine(&scratch.join("plan"));
    ok(scratch.path(), &["part", "plan", "0", "--dead-after=60"]);
    kill_process(pid, Signal::CONT).unwrap();
    let code = first.wait().unwrap().code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}");
    assert_eq!(names(scratch.join("plan/done")), ["000000"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn processes_of_one_machine_share_its_processors() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    for name in ["a", "b"] {
        fs::write(scratch.join("src").join(name), vec![7; 2 << 20]).unwrap();
    }
    let plan = ["plan", "-a", "src", "dst", "--out=plan", "--part-items=1", "--limit-rate=1M"];
    ok(scratch.path(), &plan);
    let workers = |part: &str| {
        let events = fs::read_to_string(scratch.join(format!("plan/events/{part}.0.ndjson")));
        let events = events.unwrap_or_default();
        let started = events.lines().find(|line| line.contains("job.started"))?;
        serde_json::from_str::<Value>(started).ok()?["workers"].as_u64()
    };
    let first = Running::start(fcp(scratch.path(), &["part", "plan", "0"]).stdout(Stdio::null()));
    until("the first process copies", || workers("000000").is_some());
    // One that is stopped keeps its part, and so its share.
    kill_process(Pid::from_child(&first), Signal::STOP).unwrap();
    ok(scratch.path(), &["part", "plan", "1"]);
    let usable = std::thread::available_parallelism().unwrap().get() as u64;
    let all = fs::read_dir("/sys/devices/system/cpu").unwrap().filter(|entry| {
        let name = entry.as_ref().unwrap().file_name().into_string().unwrap();
        name.strip_prefix("cpu").is_some_and(|it| it.parse::<u32>().is_ok())
    });
    let half = (all.count() as u64 / 2).clamp(1, usable);
    assert_eq!((workers("000000"), workers("000001")), (Some(usable), Some(half)));
}

#[test]
fn a_claim_on_another_machine_is_taken_over_only_when_it_is_silent_for_long() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    fs::write(scratch.join("src/a"), "a").unwrap();
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan"]);
    let taken = scratch.join("plan/taken/000000~1~2~anotherboot~3~0123~elsewhere");
    fs::rename(scratch.join("plan/parts/000000"), &taken).unwrap();
    fs::File::options()
        .write(true)
        .open(&taken)
        .unwrap()
        .set_modified(std::time::SystemTime::now())
        .unwrap();
    assert_eq!(told(scratch.path(), &["part", "plan", "0"]).2, 7);
    let shown = told(scratch.path(), &["plan", "status", "plan"]).0;
    assert!(shown.contains("part 0 on elsewhere"), "{shown}");
    let (_, err, code) = told(scratch.path(), &["plan", "finish", "plan"]);
    assert_eq!((code, err.as_str()), (3, "fcp: one part has not ended; see fcp plan status\n"));
    let old = std::time::SystemTime::now() - Duration::from_secs(200);
    fs::File::options().write(true).open(&taken).unwrap().set_modified(old).unwrap();
    assert_eq!(
        told(scratch.path(), &["part", "plan", "--next"]).2,
        7,
        "it may be silent for 300 seconds"
    );
    // One that copies all parts waits until this one ends, or its process is dead.
    let young = std::time::SystemTime::now() - Duration::from_secs(97);
    fs::File::options().write(true).open(&taken).unwrap().set_modified(young).unwrap();
    let told_by_all = ok(scratch.path(), &["part", "plan", "--all", "--dead-after=100"]);
    assert!(told_by_all.starts_with("part 0 done"), "{told_by_all}");
    let (out, err, code) = told(scratch.path(), &["part", "plan", "--next"]);
    assert_eq!((out.as_str(), err.as_str(), code), ("", "", 6), "all have ended");
}

#[test]
fn a_process_that_is_stopped_by_a_signal_gives_its_part_back() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 37);
    fs::write(scratch.join("src/large"), vec![7; 90 << 20]).unwrap();
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--limit-rate=64M", "-w1"]);
    let mut first = fcp(scratch.path(), &["part", "plan", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = || {
        fs::read_dir(scratch.join("dst")).is_ok_and(|mut entries| {
            entries.any(|entry| {
                let entry = entry.unwrap();
                entry.file_name().as_encoded_bytes().starts_with(b".fcp-")
                    && entry.metadata().is_ok_and(|meta| meta.len() > 30 << 20)
            })
        })
    };
    until("a third of the large file is there", begun);
    kill_process(Pid::from_child(&first), Signal::TERM).unwrap();
    let end = first.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&end), Some(15), "{end:?}");
    assert_eq!(names(scratch.join("plan/parts")).len(), 1);
    assert!(begun(), "what was copied is kept");
    let mut left = fs::read_dir(scratch.join("dst")).unwrap().map(|entry| entry.unwrap());
    let kept = left.find(|entry| entry.file_name().as_encoded_bytes().starts_with(b".fcp-"));
    let kept = kept.unwrap().metadata().unwrap().ino();
    ok(scratch.path(), &["part", "plan", "0"]);
    // The next process continued in the middle of the file, and made no other.
    assert_eq!(fs::metadata(scratch.join("dst/large")).unwrap().ino(), kept);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn a_part_that_cannot_be_started_keeps_no_process_from_the_others() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 73);
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=50"]);
    let parts = names(scratch.join("plan/parts")).len();
    let list = scratch.join("plan/parts/000001");
    let whole = fs::read(&list).unwrap();
    fs::write(&list, &whole[..whole.len() - 1]).unwrap();
    let (_, err, code) = told(scratch.path(), &["part", "plan", "--all"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("is damaged") && err.lines().count() == 1, "{err}");
    assert_eq!(names(scratch.join("plan/done")).len(), parts - 1);
    fs::write(&list, &whole).unwrap();
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn a_process_that_was_taken_for_dead_stops_at_its_next_sign_of_life() {
    // The copy lasts a minute, since a sign of life comes every 15 seconds.
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    for n in 0..60 {
        fs::write(scratch.join(format!("src/f{n}")), vec![n; 1 << 20]).unwrap();
    }
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--limit-rate=1M", "-w1"]);
    let first = fcp(scratch.path(), &["part", "plan", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("the first process copies", || scratch.join("dst").exists());
    on_another_machine(&scratch.join("plan"));
    let mut second = fcp(scratch.path(), &["part", "plan", "0", "--dead-after=60"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let end = first.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&end.stderr).into_owned();
    assert_eq!(end.status.code(), Some(3), "{err}");
    assert!(err.contains("another process has taken part 0 over"), "{err}");
    assert!(second.try_wait().unwrap().is_none(), "the first one has not copied all of it");
    kill_process(Pid::from_child(&second), Signal::TERM).unwrap();
    second.wait().unwrap();
    assert_eq!(names(scratch.join("plan/parts")).len(), 1);
}

//! Tests that a copy which is divided into parts is the copy that one process makes: whatever launcher starts the
//! processes, however many there are, and whenever they are killed.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fcp_test_support::rng::Rng;
use fcp_test_support::{
    Kind, Scratch, Tree, What, assert_same, bin, layout, program, run, until, while_nobody,
    with_exfat, with_filesystem,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

fn fcp(dir: &Path, args: &[&str]) -> Command {
    let mut command = program("fcp");
    command.args(args).current_dir(dir);
    command
}

/// Runs `fcp`; gives what it told, and its exit code.
fn told(dir: &Path, args: &[&str]) -> (String, String, i32) {
    of(&mut fcp(dir, args))
}

fn of(command: &mut Command) -> (String, String, i32) {
    let output = run(command);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap_or(-1))
}

/// Runs `fcp`, which must succeed; gives what it told.
fn ok(dir: &Path, args: &[&str]) -> String {
    let (out, err, code) = told(dir, args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
    out
}

fn names(dir: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(dir).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn status(dir: &Path) -> Value {
    let (out, err, _) = told(dir, &["plan", "status", "plan", "--json"]);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

/// Everything that a tree can have, with groups of hard links across directories.
fn lay_out(src: &Path, seed: u64) {
    Tree { hard_links: true, ..Tree::full(seed) }.entries(600).build(src).unwrap();
    fs::create_dir_all(src.join("made/empty/deep")).unwrap();
    fs::create_dir_all(src.join("made/other")).unwrap();
    fs::write(src.join("made/many names"), "x").unwrap();
    for n in 0..40 {
        let dir = if n % 2 == 0 { "made/empty" } else { "made/other" };
        fs::hard_link(src.join("made/many names"), src.join(dir).join(format!("name {n}")))
            .unwrap();
    }
}

/// Starts processes that copy parts until none is left.
fn workers(dir: &Path, count: usize) -> Vec<Child> {
    let start = |_| {
        let mut command = fcp(dir, &["part", "plan", "--all"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    (0..count).map(start).collect()
}

#[test]
fn the_parts_together_are_the_copy_of_one_process() {
    for (count, items) in [(1, "7"), (3, "50"), (8, "20")] {
        let scratch = Scratch::new();
        lay_out(&scratch.join("src"), 7 + count as u64);
        ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items", items]);
        assert!(!scratch.join("dst").exists(), "a plan copies nothing");
        for mut worker in workers(scratch.path(), count) {
            assert!(worker.wait().unwrap().success());
        }
        let before = status(scratch.path());
        assert_eq!((&before["left"], &before["failed"]), (&0.into(), &Value::Array(vec![])));
        assert_eq!(before["items_done"], before["items"]);
        assert_eq!(before["is_finished"], false);
        ok(scratch.path(), &["plan", "finish", "plan"]);
        assert_eq!(status(scratch.path())["is_finished"], true);
        ok(scratch.path(), &["-aT", "src", "one"]);
        assert_same(&scratch.join("one"), &scratch.join("dst"), &What::everything());
        assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
        assert_eq!(told(scratch.path(), &["plan", "status", "plan"]).2, 0);
    }
}

#[test]
fn what_is_there_before_becomes_what_one_process_would_make_of_it() {
    for flags in ["-r", "-a", "-rn", "-ru"] {
        let scratch = Scratch::new();
        lay_out(&scratch.join("src"), 3);
        for dst in ["dst", "one"] {
            let at = scratch.join(dst);
            fs::create_dir_all(at.join("src/made/other")).unwrap();
            fs::write(at.join("src/made/many names"), "older").unwrap();
            fs::write(at.join("src/made/other/name 1"), "other").unwrap();
            fs::write(at.join("src/made/other/mine"), "mine").unwrap();
            fs::set_permissions(at.join("src/made/other"), PermissionsExt::from_mode(0o751))
                .unwrap();
            let old = std::time::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            fs::File::options()
                .write(true)
                .open(at.join("src/made/other/mine"))
                .unwrap()
                .set_modified(old)
                .unwrap();
            let newer = std::time::SystemTime::now() + Duration::from_secs(3600);
            fs::File::options()
                .write(true)
                .open(at.join("src/made/other/name 1"))
                .unwrap()
                .set_modified(newer)
                .unwrap();
        }
        ok(scratch.path(), &["plan", flags, "src", "dst", "--out=plan", "--part-items=30"]);
        ok(scratch.path(), &["part", "plan", "--all"]);
        ok(scratch.path(), &["plan", "finish", "plan"]);
        ok(scratch.path(), &[flags, "src", "one"]);
        let what = What { mtime: flags == "-a", hard_links: false, ..What::everything() };
        assert_same(&scratch.join("one/src"), &scratch.join("dst/src"), &what);
    }
}

#[test]
fn several_sources_and_odd_operands_arrive_as_in_one_process() {
    let scratch = Scratch::new();
    for dir in ["a", "b", "c"] {
        lay_out(&scratch.join(dir), 5);
    }
    fs::write(scratch.join("file"), "text").unwrap();
    symlink("a", scratch.join("to a")).unwrap();
    symlink("file", scratch.join("to file")).unwrap();
    let sources = ["./a", "b/", "c//", "file", "to a", "to file"];
    for dst in ["dst", "one"] {
        fs::create_dir(scratch.join(dst)).unwrap();
    }
    let plan = [
        &["plan", "-d", "--preserve=all"],
        &sources[..],
        &["dst", "--out=plan", "--part-items=100"],
    ]
    .concat();
    ok(scratch.path(), &plan);
    // From another directory: the paths of a plan do not depend on it.
    ok(Path::new("/"), &["part", scratch.join("plan").to_str().unwrap(), "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    ok(scratch.path(), &[&["-d", "--preserve=all"], &sources[..], &["one"]].concat());
    assert_same(
        &scratch.join("one"),
        &scratch.join("dst"),
        &What { root: false, ..What::everything() },
    );
}

#[test]
fn what_filters_leave_out_is_in_no_part() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 11);
    fs::write(scratch.join("src/made/a.tmp"), "x").unwrap();
    fs::write(scratch.join("src/.gitignore"), "other\n").unwrap();
    let flags = ["-a", "--exclude=*.tmp", "--gitignore"];
    ok(scratch.path(), &[&["plan"], &flags[..], &["src", "dst", "--out", "plan"]].concat());
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    ok(scratch.path(), &[&flags[..], &["src", "one"]].concat());
    assert!(!scratch.join("dst/made/a.tmp").exists() && !scratch.join("dst/made/other").exists());
    assert_same(&scratch.join("one"), &scratch.join("dst"), &What::everything());
}

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
        if status(scratch.path())["left"] == 0 && names(&scratch.join("plan/taken")).is_empty() {
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
fn on_another_machine(plan: &Path) {
    let taken = plan.join("taken");
    let [name] = &names(&taken).into_iter().collect::<Vec<_>>()[..] else { panic!("no claim") };
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
    assert_eq!(names(&scratch.join("plan/done")), BTreeSet::from(["000000".to_owned()]));
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
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
    assert_eq!((code, err.as_str()), (3, "fcp: 1 parts have not ended; see fcp plan status\n"));
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
    assert_eq!(names(&scratch.join("plan/parts")).len(), 1);
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
fn a_plan_refuses_a_server_of_fuse_that_folds_case() {
    with_exfat(|mounts, exfat| {
        let dir = mounts.directory("planned");
        fs::create_dir(dir.join("src")).unwrap();
        let to = exfat.join("copy");
        let (_, err, code) = told(&dir, &["plan", "-a", "src", to.to_str().unwrap(), "--out=plan"]);
        assert!(code != 0 && err.contains("names for one that differ in case"), "{err}");
        assert!(names(exfat).is_empty(), "the trial has left something");
    });
}

#[test]
fn parts_in_which_something_failed_begin_anew() {
    // Root makes the link that is the program, since `nobody` has no permission to.
    bin::path_of("fcp");
    while_nobody(retry_as_nobody);
}

fn retry_as_nobody() {
    let scratch = Scratch::new();
    let src = scratch.join("src");
    for dir in ["a", "b", "locked"] {
        fs::create_dir_all(src.join(dir)).unwrap();
        for n in 0..30 {
            fs::write(src.join(dir).join(format!("f{n}")), format!("{dir} {n}")).unwrap();
        }
    }
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=25"]);
    fs::set_permissions(src.join("a/f7"), PermissionsExt::from_mode(0o000)).unwrap();
    fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o000)).unwrap();
    let (_, err, code) = told(scratch.path(), &["part", "plan", "--all"]);
    assert_eq!(code, 1);
    assert!(
        err.contains("a/f7") && err.contains("permission denied")
            || err.contains("Permission denied"),
        "{err}"
    );
    let before = status(scratch.path());
    let failed = before["failed"].as_array().unwrap().len();
    assert!(failed >= 2 && before["items_failed"].as_u64().unwrap() >= 2, "{before}");
    let (shown, _, code) = told(scratch.path(), &["plan", "status", "plan"]);
    assert_eq!(code, 1);
    assert!(shown.contains("f7"), "{shown}");
    // Another attempt at such a part says what to do instead.
    let number = before["failed"][0].to_string();
    let (_, err, code) = told(scratch.path(), &["part", "plan", &number]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("fcp plan retry"), "{err}");

    fs::set_permissions(src.join("a/f7"), PermissionsExt::from_mode(0o644)).unwrap();
    fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o755)).unwrap();
    let told_by_retry = ok(scratch.path(), &["plan", "retry", "plan"]);
    let after = status(scratch.path());
    assert_eq!(after["left"].as_u64().unwrap() as usize, failed, "{told_by_retry}");
    assert_eq!(after["failed"], Value::Array(vec![]));
    ok(scratch.path(), &["part", "plan", "--all"]);
    let after = status(scratch.path());
    assert_eq!(after["items_done"], after["items"], "no item is counted twice");
    assert_eq!(after["failures"], Value::Array(vec![]));
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&src, &scratch.join("dst"), &What::everything());
    assert_eq!(ok(scratch.path(), &["plan", "retry", "plan"]), "Nothing has failed\n");
}

#[test]
fn folders_without_permissions_are_finished_by_a_user() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let src = scratch.join("src");
        fs::create_dir_all(src.join("a/b/c")).unwrap();
        for (n, dir) in ["a", "a/b", "a/b/c"].into_iter().enumerate() {
            fs::write(src.join(dir).join(format!("f{n}")), dir).unwrap();
        }
        let modes = [("a/b/c", 0o555), ("a/b", 0o500), ("a", 0o511)];
        for (dir, mode) in modes {
            fs::set_permissions(src.join(dir), PermissionsExt::from_mode(mode)).unwrap();
        }
        ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=1"]);
        ok(scratch.path(), &["part", "plan", "--all"]);
        ok(scratch.path(), &["plan", "finish", "plan"]);
        for (dir, mode) in modes {
            let meta = fs::metadata(scratch.join("dst").join(dir)).unwrap();
            assert_eq!(meta.mode() & 0o777, mode, "{dir}");
            assert_eq!(
                meta.mtime_nsec(),
                fs::metadata(src.join(dir)).unwrap().mtime_nsec(),
                "{dir}"
            );
        }
        // Again, as after a kill; the folders have their modes already.
        ok(scratch.path(), &["plan", "finish", "plan"]);
    });
}

#[test]
fn a_link_that_takes_the_place_of_a_folder_is_not_followed() {
    let scratch = Scratch::new();
    let outside = scratch.join("outside");
    for dir in [scratch.join("src/a"), scratch.join("src/b"), scratch.join("dst"), outside.clone()]
    {
        fs::create_dir_all(&dir).unwrap();
    }
    for file in ["src/a/x", "src/b/y", "outside/x"] {
        fs::write(scratch.join(file), file).unwrap();
    }
    ok(scratch.path(), &["plan", "-aT", "src", "dst", "--out=plan"]);
    fs::rename(scratch.join("src/a"), scratch.join("moved")).unwrap();
    symlink("../outside", scratch.join("src/a")).unwrap();
    symlink("../outside", scratch.join("dst/b")).unwrap();
    let (_, err, code) = told(scratch.path(), &["part", "plan", "0"]);
    assert_eq!(code, 1, "{err}");
    assert!(!scratch.join("dst/a/x").exists());
    assert_eq!(names(&outside), BTreeSet::from(["x".to_owned()]));
    assert_eq!(fs::read_to_string(outside.join("x")).unwrap(), "outside/x");
    let before = fs::metadata(&outside).unwrap();
    told(scratch.path(), &["plan", "finish", "plan"]);
    let after = fs::metadata(&outside).unwrap();
    assert_eq!((before.mtime(), before.mtime_nsec()), (after.mtime(), after.mtime_nsec()));
}

#[test]
fn a_plan_that_is_none_or_is_damaged_is_refused_in_one_line() {
    let scratch = Scratch::new();
    fs::create_dir_all(scratch.join("src/d")).unwrap();
    fs::write(scratch.join("src/d/a"), "a").unwrap();
    let plan = || ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan"]);
    let refused = |why: &str| {
        for args in
            [&["part", "plan", "0"][..], &["part", "plan", "--next"], &["part", "plan", "--all"]]
        {
            let (out, err, code) = told(scratch.path(), args);
            assert_eq!((out.as_str(), code), ("", 3), "{args:?} {why}: {err}");
            assert!(err.contains(why) && err.lines().count() == 1, "{args:?} {why}: {err}");
        }
        assert!(!scratch.join("dst").exists(), "{why}");
    };
    let again = |change: &dyn Fn(&Path)| {
        if scratch.join("plan").exists() {
            fcp_test_support::remove_all(&scratch.join("plan")).unwrap();
        }
        plan();
        change(&scratch.join("plan"));
    };
    let edit = |path: PathBuf, from: &str, to: &str| {
        let text = fs::read(&path).unwrap();
        let text = String::from_utf8_lossy(&text).replace(from, to);
        fs::write(path, text).unwrap();
    };
    again(&|plan| fs::remove_file(plan.join("plan.json")).unwrap());
    refused("is not the folder of a whole plan");
    again(&|plan| edit(plan.join("plan.json"), "src", "etc"));
    refused("'plan/plan.json' is damaged: its checksum is wrong");
    again(&|plan| {
        let text = fs::read(plan.join("plan.json")).unwrap();
        fs::write(plan.join("plan.json"), &text[..text.len() / 2]).unwrap();
    });
    refused("'plan/plan.json' is damaged: it is not JSON");
    again(&|plan| edit(plan.join("plan.json"), "\"format\": 1", "\"format\": 99"));
    refused("written by a newer version (format 99; this one reads 1)");
    again(&|plan| edit(plan.join("parts/000000"), "f+a", "f+b"));
    refused("'plan/parts/000000' is damaged: its checksum is wrong");
    again(&|plan| fs::write(plan.join("parts/000000"), "").unwrap());
    refused("'plan/parts/000000' is damaged");
    again(&|plan| fs::remove_dir(plan.join("done")).unwrap());
    refused("'plan/done' is damaged: it is missing");
    again(&|_| {
        fs::rename(scratch.join("src"), scratch.join("was src")).unwrap();
        fs::create_dir(scratch.join("src")).unwrap();
    });
    refused("src' is not what it was when the plan was made");
}

#[test]
fn what_parts_cannot_keep_is_refused_before_a_walk() {
    let scratch = Scratch::new();
    for dir in ["src/sub", "other/src", "full"] {
        fs::create_dir_all(scratch.join(dir)).unwrap();
    }
    fs::write(scratch.join("full/file"), "x").unwrap();
    for (args, why) in [
        (&["src", "dst"][..], "--out"),
        (&["src", "dst", "--out=full"], "'full' is not empty"),
        (&["src", "dst", "--out=src/sub"], "its folder in a source"),
        (&["src", "other/src", "full", "--out=p"], "two sources with one destination"),
        (&["--on-conflict=ask", "src", "dst", "--out=p"], "questions"),
        (&["--on-error=ask", "src", "dst", "--out=p"], "questions"),
        (&["--on-conflict=rename", "src", "dst", "--out=p"], "--on-conflict=rename"),
        (&["--mirror", "src", "dst", "--out=p"], "unknown option '--mirror'"),
        (&["--part-items=0", "src", "dst", "--out=p"], "--part-items"),
    ] {
        let (_, err, code) = told(scratch.path(), &[&["plan"], args].concat());
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(why), "{args:?}: {err}");
        assert!(!scratch.join("p/plan.json").exists(), "{args:?}");
    }
    // An empty name is not the working directory.
    for missing in ["missing", ""] {
        let (_, err, code) = told(scratch.path(), &["plan", missing, "dst", "--out=p"]);
        assert_eq!((code, err.contains("there is nothing to copy")), (1, true), "{err}");
        assert!(!scratch.join("p").exists());
    }
    let (_, err, code) = told(scratch.path(), &["part", "full"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("no launcher says which part this is"), "{err}");
}

#[test]
fn launchers_say_by_their_environment_which_part_it_is() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    for n in 0..11 {
        fs::write(scratch.join(format!("src/f{n}")), n.to_string()).unwrap();
    }
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=1", "-w1"]);
    let variables = [
        ("SLURM_ARRAY_TASK_ID", 0),
        ("JOB_COMPLETION_INDEX", 0),
        ("PBS_ARRAY_INDEX", 0),
        ("LSB_JOBINDEX", 1),
        ("SGE_TASK_ID", 1),
        ("HQ_TASK_ID", 0),
        ("AWS_BATCH_JOB_ARRAY_INDEX", 0),
        ("OMPI_COMM_WORLD_RANK", 0),
        ("PMI_RANK", 0),
        ("SLURM_PROCID", 0),
    ];
    for (part, (name, first)) in variables.into_iter().enumerate() {
        let value = (part + first).to_string();
        let (out, err, code) = of(fcp(scratch.path(), &["part", "plan"]).env(name, &value));
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        assert!(out.starts_with(&format!("part {part} done: 1 item")), "{name}: {out}");
        // A launcher that starts it once more finds it done.
        assert_eq!(
            of(fcp(scratch.path(), &["part", "plan"]).env(name, &value)),
            (String::new(), String::new(), 0)
        );
    }
    // An array may be larger than the plan.
    let (_, err, code) =
        of(fcp(scratch.path(), &["part", "plan"]).env("SLURM_ARRAY_TASK_ID", "500"));
    assert_eq!(
        (code, err.as_str()),
        (6, "fcp: there is no part 500: the plan has parts 0 to 11\n")
    );
    let (_, err, code) = of(fcp(scratch.path(), &["part", "plan"]).env("SGE_TASK_ID", "0"));
    assert_eq!(code, 2, "{err}");
    ok(scratch.path(), &["part", "plan", "--next"]);
    ok(scratch.path(), &["part", "plan", "--next"]);
    assert_eq!(
        told(scratch.path(), &["part", "plan", "--next"]),
        (String::new(), String::new(), 6)
    );
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn processes_of_a_shell_share_the_parts() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 53);
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=20"]);
    let fcp = bin::path_of("fcp");
    let script = format!(
        "ls plan/parts | sed 's/^0*//; s/^$/0/' | xargs -P 4 -n 1 {0} part plan >/dev/null && {0} plan finish plan",
        fcp.display()
    );
    let mut shell = bin::clean(Command::new("sh"));
    let (_, err, code) = of(shell.args(["-ec", &script]).current_dir(scratch.path()));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn a_plan_of_many_files_needs_little_memory() {
    let full = std::env::var_os("FCP_FULL").is_some();
    let (directories, files) = if full { (1000, 1_000_000) } else { (300, 100_000) };
    with_filesystem(Kind::Tmpfs, 8 << 30, |at| {
        let src = at.join("src");
        fs::create_dir(&src).unwrap();
        for n in 0..directories {
            layout::flat(&src.join(format!("d{n}")), files / directories, 0).unwrap();
        }
        // A tenth of them has a second name elsewhere.
        fs::create_dir(src.join("names")).unwrap();
        for n in 0..directories {
            let dir = src.join(format!("d{n}"));
            let some = fs::read_dir(&dir).unwrap().take(files / directories / 10);
            for (at, entry) in some.enumerate() {
                fs::hard_link(entry.unwrap().path(), src.join(format!("names/{n} {at}"))).unwrap();
            }
        }
        for line in [&["plan", "-a", "src", "dst", "--out=plan"][..], &["part", "plan", "0"]] {
            let mut timed = bin::clean(Command::new("time"));
            timed.args(["-f", "%M", "-q", "-o", "memory"]).arg(bin::path_of("fcp")).args(line);
            let output = bin::run_for(timed.current_dir(at), Duration::from_secs(600));
            assert!(output.status.success(), "{output:?}");
            let kib: u64 = fs::read_to_string(at.join("memory")).unwrap().trim().parse().unwrap();
            assert!(kib <= 64 << 10, "{line:?}: {} MiB", kib >> 10);
        }
        let items = status(at)["items"].as_u64().unwrap() as usize;
        let each = files / directories;
        assert_eq!(items, each * directories + each / 10 * directories + directories + 2);
        assert!(!at.join("plan/links").exists());
    });
}

#[test]
fn the_shards_together_are_the_copy_of_one_process() {
    for count in [1, 3, 8] {
        let scratch = Scratch::new();
        lay_out(&scratch.join("src"), 61 + count);
        fs::write(scratch.join("file"), "text").unwrap();
        for dst in ["dst", "one"] {
            fs::create_dir(scratch.join(dst)).unwrap();
        }
        let start = |number: u64| {
            let shard = format!("--shard={number}/{count}");
            let mut command = fcp(scratch.path(), &["-a", &shard, "src", "file", "dst"]);
            command.stdout(Stdio::null()).spawn().unwrap()
        };
        let running: Vec<Child> = (1..=count).map(start).collect();
        for mut process in running {
            assert!(process.wait().unwrap().success());
        }
        ok(scratch.path(), &["-a", "src", "file", "one"]);
        let what = What { root: false, ..What::everything() };
        assert_same(&scratch.join("one"), &scratch.join("dst"), &what);
        // No file was copied twice.
        let copied: u64 = (1..=count)
            .map(|number| {
                let shard = format!("--shard={number}/{count}");
                let dst = format!("alone {number}");
                fs::create_dir(scratch.join(&dst)).unwrap();
                ok(scratch.path(), &["-a", &shard, "src", "file", &dst]);
                files(&scratch.join(&dst))
            })
            .sum();
        assert_eq!(copied, files(&scratch.join("one")));
    }
}

/// Counts what is no directory.
fn files(root: &Path) -> u64 {
    let (mut found, mut todo) = (0, vec![root.to_owned()]);
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                todo.push(entry.path());
            } else {
                found += 1;
            }
        }
    }
    found
}

#[test]
fn folders_that_may_not_be_written_to_take_the_files_of_all_shards_of_a_user() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let src = scratch.join("src");
        fs::create_dir_all(src.join("locked")).unwrap();
        for n in 0..20 {
            fs::write(src.join(format!("locked/f{n}")), n.to_string()).unwrap();
        }
        fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o555)).unwrap();
        for number in 1..=3 {
            ok(scratch.path(), &["-aT", &format!("--shard={number}/3"), "src", "dst"]);
        }
        assert_same(&src, &scratch.join("dst"), &What { mode: false, ..What::everything() });
        // The help says how they get their modes.
        ok(scratch.path(), &["-aT", "--attributes-only", "src", "dst"]);
        assert_same(&src, &scratch.join("dst"), &What::everything());
    });
}

#[test]
fn a_shard_that_there_is_not_is_refused() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("src")).unwrap();
    for shard in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"] {
        let (_, err, code) =
            told(scratch.path(), &["-a", &format!("--shard={shard}"), "src", "dst"]);
        assert_eq!(code, 2, "{shard}: {err}");
        assert!(err.contains("K/N, with K from 1 to N"), "{shard}: {err}");
    }
    let (_, err, code) = told(scratch.path(), &["--mirror", "--shard=1/3", "src", "dst"]);
    assert_ne!(code, 0, "{err}");
    assert!(!scratch.join("dst").exists());
}

#[test]
fn a_plan_whose_part_is_missing_is_not_finished() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 71);
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=50"]);
    ok(scratch.path(), &["part", "plan", "--all"]);
    for dir in ["done", "parts"] {
        fs::remove_file(scratch.join("plan").join(dir).join("000001"))
            .or_else(|error| if dir == "parts" { Ok(()) } else { Err(error) })
            .unwrap();
    }
    let (_, err, code) = told(scratch.path(), &["plan", "finish", "plan"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("part 1 is missing"), "{err}");
    let (shown, _, code) = told(scratch.path(), &["plan", "status", "plan"]);
    assert_eq!(code, 3, "{shown}");
    assert!(shown.contains("1 missing"), "{shown}");
}

#[test]
fn what_the_walk_could_not_read_is_told_to_the_end() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let src = scratch.join("src");
        fs::create_dir_all(src.join("locked")).unwrap();
        fs::write(src.join("file"), "x").unwrap();
        fs::write(src.join("locked/file"), "x").unwrap();
        fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o000)).unwrap();
        let (_, err, code) = told(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan"]);
        assert_eq!(code, 1, "{err}");
        told(scratch.path(), &["part", "plan", "--all"]);
        for word in ["status", "finish"] {
            let (out, err, code) = told(scratch.path(), &["plan", word, "plan"]);
            assert_eq!(code, 1, "{out}{err}");
            assert!(out.contains("could not be read when the plan was made"), "{out}{err}");
        }
        fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o755)).unwrap();
    });
}

#[test]
fn a_walk_that_is_aborted_leaves_no_plan() {
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let src = scratch.join("src");
        fs::create_dir_all(src.join("locked")).unwrap();
        fs::write(src.join("file"), "x").unwrap();
        fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o000)).unwrap();
        let plan = ["plan", "-a", "--on-error=abort", "src", "dst", "--out=plan"];
        let (out, err, code) = told(scratch.path(), &plan);
        assert_ne!(code, 0, "{out}{err}");
        assert!(!scratch.join("plan").exists(), "{out}{err}");
        fs::set_permissions(src.join("locked"), PermissionsExt::from_mode(0o755)).unwrap();
    });
}

#[test]
fn a_part_that_cannot_be_started_keeps_no_process_from_the_others() {
    let scratch = Scratch::new();
    lay_out(&scratch.join("src"), 73);
    ok(scratch.path(), &["plan", "-a", "src", "dst", "--out=plan", "--part-items=50"]);
    let parts = names(&scratch.join("plan/parts")).len();
    let list = scratch.join("plan/parts/000001");
    let whole = fs::read(&list).unwrap();
    fs::write(&list, &whole[..whole.len() - 1]).unwrap();
    let (_, err, code) = told(scratch.path(), &["part", "plan", "--all"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("is damaged") && err.lines().count() == 1, "{err}");
    assert_eq!(names(&scratch.join("plan/done")).len(), parts - 1);
    fs::write(&list, &whole).unwrap();
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&scratch.join("src"), &scratch.join("dst"), &What::everything());
}

#[test]
fn what_an_aborted_part_has_left_alone_is_copied_after_a_retry() {
    let scratch = Scratch::new();
    let src = scratch.join("src");
    fs::create_dir(&src).unwrap();
    for n in 0..40 {
        fs::write(src.join(format!("f{n}")), n.to_string()).unwrap();
    }
    ok(scratch.path(), &["plan", "-a", "-w1", "--on-error=abort", "src", "dst", "--out=plan"]);
    fs::rename(src.join("f20"), scratch.join("f20")).unwrap();
    let (_, err, code) = told(scratch.path(), &["part", "plan", "0"]);
    assert_eq!(code, 1, "{err}");
    fs::rename(scratch.join("f20"), src.join("f20")).unwrap();
    assert!(files(&scratch.join("dst")) < 40, "the test needs items that were left alone");
    ok(scratch.path(), &["plan", "retry", "plan"]);
    ok(scratch.path(), &["part", "plan", "--all"]);
    ok(scratch.path(), &["plan", "finish", "plan"]);
    assert_same(&src, &scratch.join("dst"), &What { mtime: false, ..What::everything() });
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
    assert_eq!(names(&scratch.join("plan/parts")).len(), 1);
}

//! Tests of undos and redos that were killed or cancelled, and of what the next one makes of them.

use super::archives::wait_for_the_clock;
use super::*;
use rustix::process::{Pid, Signal, kill_process};

/// Runs an undo or a redo at a speed at which it can be stopped, and sends it a signal as soon as `is_time`.
pub(super) fn stopped(home: &Home, what: &str, signal: Signal, is_time: impl Fn() -> bool) {
    let mut slow = home.command("fcp", &[what, "--limit-rate=512k"]).spawn().unwrap();
    let began = Instant::now();
    while !is_time() && began.elapsed() < Duration::from_secs(60) {
        assert_eq!(slow.try_wait().unwrap(), None, "it ended before it was stopped");
        thread::yield_now();
    }
    kill_process(Pid::from_child(&slow), signal).unwrap();
    slow.wait().unwrap();
}

/// Moves a folder to another filesystem; gives where it is then, and what it holds.
pub(super) fn moved(home: &Home, volume: &Path) -> PathBuf {
    home.mkdir("d/sub");
    for n in 0..40 {
        home.write(&format!("d/sub/{n}"), &format!("{n} ").repeat(20 << 10));
    }
    home.ok("fcp", &["-a", "d", "twin"]);
    home.ok("fmv", &["d", volume.to_str().unwrap()]);
    volume.join("d")
}

pub(super) fn count(dir: &Path) -> usize {
    fs::read_dir(dir).map_or(0, Iterator::count)
}

#[test]
fn what_a_killed_undo_and_the_one_that_finished_it_did_is_redone_together() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let there = moved(home, &mounts.tmpfs("size=64m"));
        stopped(home, "--undo", Signal::KILL, || count(&home.at("d/sub")) >= 12);
        let (told, code) = home.told("fcp", &["--redo"]);
        assert_eq!(code, 3, "{told}");
        assert!(told.contains("--undo finishes one that was interrupted"), "{told}");
        home.ok("fcp", &["--undo"]);
        assert_same(&home.at("d"), &home.at("twin"), &What::contents());
        assert!(!there.exists());
        // What the killed one did last may not be known.
        let (told, code) = home.told("fcp", &["--redo"]);
        assert_eq!(code, 1, "{told}");
        assert!(told.contains("may not have been recorded"), "{told}");
        assert_same(&there, &home.at("twin"), &What::contents());
        assert!(!home.has("d"));
    });
}

#[test]
fn what_a_killed_redo_and_the_one_that_finished_it_did_is_undone_together() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let there = moved(home, &mounts.tmpfs("size=64m"));
        home.ok("fcp", &["--undo"]);
        assert_same(&home.at("d"), &home.at("twin"), &What::contents());
        stopped(home, "--redo", Signal::KILL, || count(&there.join("sub")) >= 12);
        // Not the job before it.
        let (told, code) = home.told("fcp", &["--undo"]);
        assert_eq!(code, 3, "{told}");
        assert!(told.contains("--redo finishes one that was interrupted"), "{told}");
        home.ok("fcp", &["--redo"]);
        assert_same(&there, &home.at("twin"), &What::contents());
        assert!(!home.has("d"));
        home.told("fcp", &["--undo"]).ends(1);
        assert_same(&home.at("d"), &home.at("twin"), &What::contents());
        assert!(!there.exists());
    });
}

#[test]
fn a_cancelled_undo_is_finished_before_it_is_redone() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let there = moved(home, &mounts.tmpfs("size=64m"));
        stopped(home, "--undo", Signal::INT, || count(&home.at("d/sub")) >= 12);
        home.told("fcp", &["--redo"]).ends(3);
        // Nor if it is named.
        let undo = newest_record(home);
        let (told, code) = home.told("fcp", &[&format!("--undo={}", undo.display())]);
        assert_eq!(code, 3, "{told}");
        assert!(told.contains("the same once more finishes it"), "{told}");
        home.ok("fcp", &["--undo"]);
        assert_same(&home.at("d"), &home.at("twin"), &What::contents());
        for _ in 0..2 {
            home.ok("fcp", &["--redo"]);
            assert_same(&there, &home.at("twin"), &What::contents());
            assert!(!home.has("d"));
            home.ok("fcp", &["--undo"]);
            assert_same(&home.at("d"), &home.at("twin"), &What::contents());
            assert!(!there.exists());
        }
    });
}

#[test]
fn a_folder_that_was_made_after_a_killed_undo_is_not_that_of_the_undo() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=64m");
        home.mkdir("a");
        for n in 0..20 {
            home.write(&format!("a/{n}"), &format!("{n} ").repeat(20 << 10));
        }
        home.make(&["b/x"]);
        home.ok("fmv", &["a", volume.to_str().unwrap()]);
        let record = only_record(home);
        home.ok("fmv", &["b", volume.to_str().unwrap()]);
        let second = newest_record(home);
        let lines = fs::read_to_string(&second).unwrap();
        let moved = lines.lines().find(|line| line.contains("\"moved\"")).unwrap();
        fs::remove_file(second).unwrap();
        stopped(home, "--undo", Signal::KILL, || count(&home.at("a")) >= 5);
        // As if the same job had moved both, and the undo had not come to the second.
        let first = fs::read_to_string(&record).unwrap();
        fs::write(&record, first.replacen('\n', &format!("\n{moved}\n"), 1)).unwrap();
        assert!(!home.has("b"));
        wait_until_later(home);
        home.make(&["b/mine"]);
        home.ok("fcp", &["--undo"]);
        assert!(home.has("b/x") && home.has("a/19"));
        let (told, _) = home.told("fcp", &["--redo"]);
        assert!(told.contains("may not have been recorded") && told.lines().count() == 1, "{told}");
        assert!(home.has("b/mine") && !home.has("b/x") && !home.has("a"));
        assert!(volume.join("b/x").exists() && volume.join("a/19").exists());
        assert!(!volume.join("b/mine").exists());
    });
}

/// Waits until the clock of filesystems is past all that a killed process may still have done.
fn wait_until_later(home: &Home) {
    wait_after(home, &newest_record(home), Duration::from_millis(2_100));
}

/// Waits until the clock of filesystems is later than the last change of a file, by more than a time.
pub(super) fn wait_after(home: &Home, file: &Path, time: Duration) {
    let changed = fs::metadata(file).unwrap().modified().unwrap();
    let is_later = || {
        home.write("now", "");
        let now = fs::metadata(home.at("now")).unwrap().modified().unwrap();
        now.duration_since(changed).is_ok_and(|past| past > time)
    };
    while !is_later() {
        thread::yield_now();
    }
}

fn records(home: &Home) -> Vec<PathBuf> {
    let dir = fs::read_dir(home.path().join(".local/state/fcp/undo")).unwrap();
    let mut records: Vec<PathBuf> = dir.map(|entry| entry.unwrap().path()).collect();
    records.sort();
    records
}

fn only_record(home: &Home) -> PathBuf {
    let [record] = &records(home)[..] else { panic!("{:?}", records(home)) };
    record.clone()
}

pub(super) fn newest_record(home: &Home) -> PathBuf {
    records(home).pop().unwrap()
}

#[test]
fn what_a_killed_undo_has_put_back_is_done_for_the_next_one() {
    let home = Home::temporary();
    home.make(&["s/x"]);
    home.ok("fcp", &["pack", "p.tar", "s"]);
    home.make(&["out/s/x"]);
    home.write("one", "one");
    home.write("two", "two");
    for (tool, args, old) in [
        ("fcp", &["extract", "-b", "p.tar", "out"][..], "out/s/x"),
        ("fmv", &["-b", "one", "two"], "two"),
        ("fcp", &["-b", "s/x", "two"], "two"),
    ] {
        let before = home.read(old);
        home.ok(tool, args);
        // The last steps of an undo that was killed before it could say so.
        if tool == "fmv" {
            fs::rename(home.at("two"), home.at("one")).unwrap();
        } else {
            fs::rename(home.at(old), home.at("gone")).unwrap();
        }
        fs::rename(home.at(&format!("{old}~")), home.at(old)).unwrap();
        wait_for_the_clock(&home);
        home.ok("fcp", &["--undo"]);
        assert_eq!(home.read(old), before, "{args:?}");
    }
    assert_eq!(home.read("one"), "one");
}

#[test]
fn what_changed_in_a_restored_folder_is_kept() {
    let home = Home::temporary();
    let changes: [&dyn Fn(); 3] =
        [&|| home.write("d/sub/y", "edited"), &|| home.write("d/new", "new"), &|| {
            fs::rename(home.at("old"), home.at("d/sub/old")).unwrap();
        }];
    for change in changes {
        home.make(&["d/x", "d/sub/y", "old"]);
        home.ok("frm", &["--trash", "d"]);
        home.ok("frm", &["--trash-restore", "d"]);
        wait_for_the_clock(&home);
        change();
        let told = undo_in_part(&home);
        assert!(told.contains("d'") && told.contains("it has changed since"), "{told}");
        assert!(home.has("d/sub/y") && trash(&home).is_empty());
        fs::remove_dir_all(home.at("d")).unwrap();
    }
}

#[test]
fn what_is_edited_in_a_copied_folder_after_a_redo_is_kept() {
    let home = Home::temporary();
    home.make(&["s/sub/x", "s/sub/y", "s/z"]);
    home.ok("fcp", &["-r", "s", "d"]);
    home.write("d/mine", "mine");
    undo_in_part(&home);
    assert_eq!(trash(&home), ["sub", "z"]);
    home.ok("fcp", &["--redo"]);
    assert!(trash(&home).is_empty() && home.has("d/sub/x"));
    wait_for_the_clock(&home);
    home.write("d/sub/x", "edited");
    refuse(&home, "d/sub/x'");
    assert_eq!(home.read("d/sub/x"), "edited");
    assert_eq!(trash(&home), ["y", "z"]);
}

#[test]
fn folders_that_an_undo_or_a_restore_made_on_the_way_go_with_what_they_were_made_for() {
    let home = Home::temporary();
    home.make(&["s/d/a", "s/d/b/c", "t/d/old"]);
    home.ok("fmv", &["s/d", "t"]);
    assert!(!home.has("s/d"));
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert!(home.has("s/d/a") && home.has("s/d/b/c") && !home.has("t/d/a"));
        home.ok("fcp", &["--redo"]);
        assert!(!home.has("s/d") && home.has("t/d/b/c") && home.has("s"));
    }
    home.make(&["p/q/f"]);
    home.ok("frm", &["--trash", "p/q/f"]);
    fs::remove_dir_all(home.at("p")).unwrap();
    home.ok("frm", &["--trash-restore", "p/q/f"]);
    let list = String::from_utf8(home.run("fcp", &["--undo-list"]).stdout).unwrap();
    assert!(list.lines().next().unwrap().ends_with("(1 item)"), "{list}");
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("p"));
    home.ok("fcp", &["--redo"]);
    home.write("p/mine", "");
    home.ok("fcp", &["--undo"]);
    assert!(home.has("p/mine") && !home.has("p/q"));
}

#[test]
fn an_undo_that_was_killed_before_it_wrote_anything_is_in_no_ones_way() {
    let home = Home::temporary();
    home.make(&["a", "c"]);
    home.ok("fcp", &["c", "d"]);
    home.ok("fcp", &["a", "b"]);
    let record = newest_record(&home);
    let undo = record.with_file_name("99999999999999999999-1-1.undo");
    let mark = serde_json::json!({
        "did": "undoing", "at": 1, "record": { "text": undo.to_str().unwrap() },
    });
    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, format!("{text}\n{mark}\n")).unwrap();
    fs::write(&undo, "").unwrap();
    fs::set_permissions(&undo, PermissionsExt::from_mode(0o600)).unwrap();
    home.told("fcp", &["--redo"]).says(3, "nothing to redo");
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("b") && home.has("d") && !undo.exists());
    home.ok("fcp", &["--redo"]);
    assert!(home.has("b"));
    // An empty one that is of a job may be that of the newest.
    fs::write(&undo, "").unwrap();
    home.told("fcp", &["--undo"]).says(3, "empty or damaged");
}

#[test]
fn what_a_killed_undo_did_last_and_did_not_record_is_redone() {
    for (program, did) in [("fcp", "trashed"), ("fmv", "moved")] {
        let home = Home::temporary();
        home.make(&["s/a", "s/b", "s/c", "d/"]);
        home.ok(program, &["s/a", "s/b", "s/c", "d"]);
        let record = newest_record(&home);
        home.ok("fcp", &["--undo"]);
        // As if it had died before the line of its last step.
        let without = |path: &Path, what: &str| {
            let text = fs::read_to_string(path).unwrap();
            let mut lines: Vec<&str> = text.lines().collect();
            let found = lines.iter().rposition(|line| line.contains(&format!("\"{what}\"")));
            lines.remove(found.unwrap());
            fs::write(path, lines.join("\n") + "\n").unwrap();
        };
        let undo = newest_record(&home);
        without(&record, "undone");
        without(&undo, "ended");
        without(&undo, did);
        home.ok("fcp", &["--undo"]);
        let (told, code) = home.told("fcp", &["--redo"]);
        // Of some steps no trace is left, so a killed undo is named all the same.
        assert!(code == 1 && told.contains("may not have been recorded"), "{told}");
        let names = ["a", "b", "c"].map(|name| home.read(&format!("d/{name}")));
        assert_eq!(names, ["s/a", "s/b", "s/c"], "{program}");
        assert_eq!(count(&home.at("s")), if program == "fcp" { 3 } else { 0 });
    }
}

/// Runs an undo or a redo that is killed at a system call, if it comes to that.
fn killed_at(home: &Home, what: &str, call: &str, nth: usize) {
    let mut dying = bin::clean(std::process::Command::new("strace"));
    dying.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}")]);
    dying.args(["-e", &format!("inject={call}:signal=KILL:when={nth}")]);
    dying.arg(bin::path_of("fcp")).args([what, "--workers=1"]);
    run(dying.env("HOME", home.path()).current_dir(home.at("")));
}

/// Runs a job, and takes it back and does it again in turns, each killed at one of these calls and finished by the next one.
fn in_turns(home: &Home, (from, to): (&Path, &Path), job: &[&str], calls: &[(&str, usize)]) {
    // What came first is the beginning of what came later, as with logs.
    for (name, text) in [("p/d/f", "1"), ("q/d/f", "12"), ("p/k", "1"), ("q/k", "12")] {
        fs::create_dir_all(from.join(name).parent().unwrap()).unwrap();
        fs::write(from.join(name), text).unwrap();
    }
    fs::create_dir(from.join("p/d/e")).unwrap();
    fs::create_dir(to).unwrap();
    fs::write(to.join("k"), "old").unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let [source, target] = [from, to].map(path);
    let keep = |name: &str| {
        for (suffix, at) in [("from", &source), ("to", &target)] {
            // A job of ours would be the one that is undone.
            home.ok("cp", &["-a", "-T", at, &format!("{name}-{suffix}")]);
        }
    };
    keep("undone");
    let sources = ["p/d", "p/k", "q/d", "q/k"].map(|name| format!("{source}/{name}"));
    let sources = sources.iter().map(String::as_str);
    let args: Vec<&str> = job[1..].iter().copied().chain(sources).chain([&*target]).collect();
    home.ok(job[0], &args);
    keep("redone");
    for (call, nth) in calls {
        for (way, state) in [("--undo", "undone"), ("--redo", "redone")] {
            killed_at(home, way, call, *nth);
            home.told("fcp", &[way]);
            let what = What { mode: true, ..What::contents() };
            assert_same(&home.at(&format!("{state}-from")), from, &what);
            assert_same(&home.at(&format!("{state}-to")), to, &what);
        }
    }
}

#[test]
fn names_that_several_items_had_lose_nothing_wherever_an_undo_or_a_redo_is_killed() {
    needs!(has_strace());
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let volume = mounts.tmpfs("size=16m");
        let move_calls = [("unlinkat", 2), ("unlinkat", 4), ("renameat2", 3), ("pwrite64", 3)];
        let copy_calls = [("pwrite64", 3), ("pwrite64", 4), ("renameat2", 2)];
        let home = |name: &str| Home::new(&mounts.root().join(name));
        for (job, calls) in [
            (&["fmv", "--backup=numbered"][..], &move_calls[..]),
            (&["fcp", "-a", "--backup=numbered"], &copy_calls),
        ] {
            let (home, to) = (home(job[0]), volume.join(job[0]));
            in_turns(&home, (&home.at("from"), &to), job, calls);
        }
    });
}

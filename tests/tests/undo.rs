//! Tests of undo: the changes of a job are reverted, and files that have changed since are kept.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread;
use std::time::{Duration, Instant};

use fcp_test_support::home::Home;
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, program, run, with_mounts};

/// Undoes the last job, of which something must stay; gives what is told.
fn undo_in_part(home: &Home) -> String {
    let (told, code) = home.told("fcp", &["--undo"]);
    assert_eq!(code, 1, "{told}");
    told
}

/// Names in the trash.
fn trash(home: &Home) -> Vec<String> {
    let trash = home.path().join(".local/share/Trash");
    let names = fs::read_dir(trash.join("files")).into_iter().flatten();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let infos = fs::read_dir(trash.join("info")).map_or(0, Iterator::count);
    assert_eq!(infos, names.len());
    names
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Whether an undo says that an item was edited. An edit within the clock tick of the copy is found by its
/// content alone.
fn tells_of_an_edit(told: &str) -> bool {
    ["it has changed since", "it differs from its original"].iter().any(|why| told.contains(why))
}

#[test]
fn a_copied_tree_goes_again() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    Tree::user(5).build(&home.at("src")).unwrap();
    Tree::user(5).build(&home.at("twin")).unwrap();
    home.ok("fcp", &["-a", "src", "dst"]);
    assert_eq!(home.records(), 1);
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("dst"));
    assert_same(&home.at("src"), &home.at("twin"), &What::contents());
    let nothing = home.run("fcp", &["--undo"]);
    assert_eq!(
        (nothing.status.code(), err(&nothing)),
        (Some(3), "fcp: there is nothing to undo\n".into())
    );
}

#[test]
fn a_job_that_was_killed_is_undone_before_those_before_it() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("one", "1");
    home.ok("fcp", &["one", "copy"]);
    home.mkdir("src");
    home.mkdir("dst");
    (0..100).for_each(|n| home.write(&format!("src/{n}"), &"x".repeat(64 << 10)));
    let recorded = || {
        let dir = fs::read_dir(home.path().join(".local/state/fcp/undo")).unwrap();
        let texts = dir.map(|it| fs::read_to_string(it.unwrap().path()).unwrap());
        let text: String = texts.filter(|text| text.contains("\"runs\"")).collect();
        let names =
            text.split("\"did\":\"made\"").skip(1).filter_map(|line| line.split('"').nth(3));
        names.map(PathBuf::from).collect::<Vec<_>>()
    };
    let mut slow = program("fcp");
    slow.env("HOME", home.path()).current_dir(home.at(""));
    let mut slow = slow.args(["-T", "--limit-rate=256k", "src", "dst"]).spawn().unwrap();
    let began = Instant::now();
    while recorded().len() < 3 && began.elapsed() < Duration::from_secs(60) {
        thread::sleep(Duration::from_millis(5));
    }
    // While it runs no earlier job is undone in its place.
    let early = home.run("fcp", &["--undo"]);
    assert_eq!(early.status.code(), Some(3), "{}", err(&early));
    assert!(err(&early).contains("has not ended") && home.has("copy"), "{}", err(&early));
    slow.kill().unwrap();
    // It is dead although nothing has waited for it, as below the first process of a container.
    let dead = || {
        let listed = String::from_utf8(home.run("fcp", &["--undo-list"]).stdout).unwrap();
        listed.lines().next().unwrap().contains("; killed before its end)")
    };
    while !dead() && began.elapsed() < Duration::from_secs(60) {
        thread::yield_now();
    }
    let made = recorded();
    assert!((3..100).contains(&made.len()), "{made:?}");
    let dry = home.run("fcp", &["--undo", "--dry-run"]);
    assert_eq!(dry.status.code(), Some(1), "{}", err(&dry));
    let told = undo_in_part(&home);
    assert!(told.contains("what it did in its last moments was not recorded"), "{told}");
    for path in &made {
        assert!(!path.exists(), "{path:?}");
    }
    assert!(home.has("copy") && home.has("dst"));
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("copy"));
    slow.wait().unwrap();
}

#[test]
fn what_was_there_before_a_merge_stays() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("src/new");
    home.mkdir("dst/src/old");
    home.write("src/new/f", "f");
    home.write("src/g", "g");
    home.write("dst/src/old/h", "h");
    home.ok("fcp", &["src", "dst"]);
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("dst/src/new") && !home.has("dst/src/g"));
    assert_eq!(home.read("dst/src/old/h"), "h");
}

#[test]
fn directories_made_for_a_copy_go_with_it() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("a/b/c");
    home.write("a/b/c/f", "f");
    home.write("a/b/g", "g");
    home.mkdir("to");
    home.ok("fcp", &["--parents", "a/b/c/f", "a/b/g", "to"]);
    // The user has already removed one of the copies.
    fs::remove_file(home.at("to/a/b/g")).unwrap();
    home.ok("fcp", &["--undo"]);
    assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
}

#[test]
fn a_copy_that_was_changed_stays_and_is_named() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("src/d");
    for name in ["src/a", "src/b", "src/d/c"] {
        home.write(name, name);
    }
    home.ok("fcp", &["src", "dst"]);
    home.write("dst/b", "edited");
    home.write("dst/added", "mine");
    let told = undo_in_part(&home);
    assert!(told.contains("dst/b'") && tells_of_an_edit(&told), "{told}");
    assert!(told.contains("dst/added'"), "{told}");
    assert_eq!(home.read("dst/b"), "edited");
    assert_eq!(home.read("dst/added"), "mine");
    assert!(!home.has("dst/a") && !home.has("dst/d"));
    // What is left can be undone later, or not at all; the record stays, and the undo has one, too.
    assert_eq!(home.records(), 2);
}

#[test]
fn a_replaced_file_comes_back_from_its_backup_or_is_named() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("src", "new");
    home.write("kept", "old");
    home.write("lost", "old");
    home.ok("fcp", &["-b", "src", "kept"]);
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("kept"), "old");
    assert!(!home.has("kept~"));

    home.ok("fcp", &["src", "lost"]);
    let told = undo_in_part(&home);
    assert!(told.contains("lost'") && told.contains("what it replaced was not kept"), "{told}");
    assert_eq!(home.read("lost"), "new");
}

#[test]
fn a_backup_does_not_replace_what_was_edited() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("src", "new");
    home.write("dst", "old");
    home.ok("fcp", &["-b", "src", "dst"]);
    home.write("dst", "edited");
    let told = undo_in_part(&home);
    assert!(tells_of_an_edit(&told), "{told}");
    assert_eq!((home.read("dst"), home.read("dst~")), ("edited".into(), "old".into()));
}

#[test]
fn moves_go_back_and_take_edits_with_them() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("d");
    home.write("d/f", "f");
    home.write("g", "g");
    home.mkdir("to");
    home.ok("fmv", &["d", "g", "to"]);
    home.write("to/d/f", "edited");
    home.ok("fmv", &["--undo"]);
    assert_eq!((home.read("d/f"), home.read("g")), ("edited".into(), "g".into()));
    assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
}

#[test]
fn a_move_does_not_come_back_over_something_else() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("a", "a");
    home.write("b", "b");
    home.write("c", "c");
    home.mkdir("to");
    home.ok("fmv", &["a", "b", "c", "to"]);
    // Other files now have the names `a` and `to/b`, and `to/c` has been removed.
    home.write("a", "another");
    fs::remove_file(home.at("to/b")).unwrap();
    home.write("to/b", "not b");
    fs::remove_file(home.at("to/c")).unwrap();
    let told = undo_in_part(&home);
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.contains("the destination exists"), "{told}");
    assert!(told.contains("it has changed since"), "{told}");
    assert!(told.contains("No such file"), "{told}");
    assert_eq!((home.read("a"), home.read("to/a")), ("another".into(), "a".into()));
    assert_eq!(home.read("to/b"), "not b");
    assert!(!home.has("b") && !home.has("c"));
}

#[test]
fn a_file_that_got_the_number_of_a_moved_one_stays() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("a", "a");
    home.mkdir("to");
    home.ok("fmv", &["a", "to"]);
    home.write("to/new", "another");
    fs::rename(home.at("to/new"), home.at("to/a")).unwrap();
    // The clock of a filesystem is some milliseconds late, so the new file may look older than the end
    // of the job; that the filesystem gave it the old number is written into the record here.
    let ino = fs::metadata(home.at("to/a")).unwrap().ino();
    let records = home.path().join(".local/state/fcp/undo");
    let record = fs::read_dir(records).unwrap().next().unwrap().unwrap().path();
    let lines = fs::read_to_string(&record).unwrap();
    let lines = lines.lines().map(|line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["did"] == "moved" {
            line["id"][1] = ino.into();
        }
        if line["did"] == "ended" {
            line["at"] = (line["at"].as_u64().unwrap() + 1_000_000).into();
        }
        format!("{line}\n")
    });
    fs::write(&record, lines.collect::<String>()).unwrap();
    let told = undo_in_part(&home);
    assert!(told.contains("it has changed since"), "{told}");
    assert_eq!(home.read("to/a"), "another");
    assert!(!home.has("a"));
}

#[test]
fn merged_moves_go_back_where_they_were() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("d/sub");
    home.write("d/f", "f");
    home.write("d/sub/g", "g");
    home.mkdir("to/d/sub");
    home.write("to/d/sub/h", "h");
    home.ok("fmv", &["d", "to"]);
    assert!(!home.has("d"));
    home.ok("fmv", &["--undo"]);
    assert_eq!((home.read("d/f"), home.read("d/sub/g")), ("f".into(), "g".into()));
    assert_eq!(home.read("to/d/sub/h"), "h");
    assert!(!home.has("to/d/f") && !home.has("to/d/sub/g"));
}

#[test]
fn moves_between_filesystems_go_back() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(mounts.root());
        let volume = mounts.tmpfs("size=16m");
        Tree::user(9).build(&home.at("tree")).unwrap();
        Tree::user(9).build(&home.at("twin")).unwrap();
        let to = volume.join("tree");
        home.ok("fmv", &["tree", to.to_str().unwrap()]);
        assert!(!home.has("tree"));
        home.ok("fmv", &["--undo"]);
        assert!(!to.exists());
        assert_same(&home.at("tree"), &home.at("twin"), &What::contents());
    });
}

#[test]
fn what_went_to_the_trash_comes_back() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("d");
    home.write("d/f", "f");
    home.ok("frm", &["--trash", "d"]);
    assert!(!home.has("d"));
    home.ok("frm", &["--undo"]);
    assert_eq!(home.read("d/f"), "f");
    let trash = home.path().join(".local/share/Trash/info");
    assert_eq!(fs::read_dir(trash).unwrap().count(), 0);
}

#[test]
fn jobs_are_undone_in_any_order() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("a", "a");
    home.ok("fcp", &["a", "first"]);
    home.ok("fcp", &["a", "second"]);
    let list = home.run("fcp", &["--undo-list"]);
    assert_eq!(String::from_utf8(list.stdout).unwrap().lines().count(), 2);
    home.ok("fcp", &["--undo=2"]);
    assert!(!home.has("first") && home.has("second"));
    let none = home.run("fcp", &["--undo=2"]);
    assert_eq!(none.status.code(), Some(3));
    assert!(err(&none).contains("--undo-list"), "{}", err(&none));
}

#[test]
fn records_are_private_and_few_and_not_made_for_scripts() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    let directory = home.path().join(".local/state/fcp/undo");
    let record = fs::read_dir(&directory).unwrap().next().unwrap().unwrap();
    assert_eq!(record.metadata().unwrap().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(&directory).unwrap().mode() & 0o777, 0o700);
    for n in 0..70 {
        home.ok("fcp", &["a", &format!("c{n}")]);
    }
    assert_eq!(home.records(), 64);
    // The last one is still there.
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("c69") && home.has("c68"));

    let before = home.records();
    let cp = home.path().join("cp");
    std::os::unix::fs::symlink(fcp_test_support::bin::path_of("fcp"), &cp).unwrap();
    let mut cp = fcp_test_support::bin::clean(std::process::Command::new(cp));
    let done = run(cp.env("HOME", home.path()).current_dir(home.at("")).args(["a", "by-cp"]));
    assert!(done.status.success() && home.has("by-cp"));
    assert_eq!(home.records(), before);
}

#[test]
fn a_record_that_others_could_have_written_is_refused() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    let directory = home.path().join(".local/state/fcp/undo");
    let record = fs::read_dir(&directory).unwrap().next().unwrap().unwrap().path();
    fs::set_permissions(&record, fs::Permissions::from_mode(0o666)).unwrap();
    let path = format!("--undo={}", record.display());
    let refused = home.run("fcp", &[&path]);
    assert_ne!(refused.status.code(), Some(0));
    assert!(err(&refused).contains("not permitted"), "{}", err(&refused));
    assert!(home.has("b"));
}

#[test]
fn a_home_that_is_not_there_is_not_made() {
    let scratch = Scratch::new();
    let home = scratch.path().join("nobody");
    fs::write(scratch.path().join("a"), "a").unwrap();
    let done = run(program("fcp").env("HOME", &home).current_dir(scratch.path()).args(["a", "b"]));
    assert_eq!((done.status.code(), err(&done)), (Some(0), String::new()));
    assert!(!home.exists());
}

#[test]
fn undo_takes_one_number_and_nothing_else() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    for n in ["1", "2", "3", "4"] {
        home.write(&format!("u{n}"), n);
        home.ok("fcp", &[&format!("u{n}"), &format!("v{n}")]);
    }
    let left = || ["v1", "v2", "v3", "v4"].map(|name| home.has(name));
    home.ok("fcp", &["--undo", "3"]);
    assert_eq!(left(), [true, false, true, true]);
    let wrong: [&[&str]; 8] = [
        &["--undo", "any", "words"],
        &["--undo=1", "word"],
        &["--undo-list", "x", "y"],
        &["--undo=2", "--undo-list"],
        &["--redo", "1"],
        &["--undo", "--redo"],
        &["--undo=x"],
        &["--undo", "x"],
    ];
    for args in wrong {
        for tool in ["fcp", "fmv", "frm"] {
            let refused = home.run(tool, args);
            let told = err(&refused);
            assert_eq!(refused.status.code(), Some(2), "{tool} {args:?}: {told}");
            let first = told.lines().next().unwrap();
            let names = ["--undo", "--redo", "no number of --undo-list"];
            assert!(names.iter().any(|name| first.contains(name)), "{tool} {args:?}: {told}");
        }
    }
    let refused = home.run("fcp", &["--undo=x"]);
    assert_eq!(err(&refused), "fcp: 'x' is no number of --undo-list\n");
    let refused = home.run("fcp", &["--undo", "99"]);
    let told =
        "fcp: --undo=99: only 3 jobs can be undone; --undo-list shows them (1 is the newest)\n";
    assert_eq!((refused.status.code(), err(&refused).as_str()), (Some(3), told));
    assert_eq!(left(), [true, false, true, true]);
}

#[test]
fn the_list_of_jobs_shows_numbers_and_destinations() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("a", "a");
    home.ok("fcp", &["a", "one"]);
    home.ok("fcp", &["a", "two"]);
    let list = home.run("fcp", &["--undo-list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].starts_with("  1  ") && lines[0].contains("work/a to "), "{list}");
    assert!(lines[0].ends_with("work/two (1 item)"), "{list}");
    assert!(lines[1].starts_with("  2  ") && lines[1].ends_with("work/one (1 item)"), "{list}");
}

#[test]
fn what_cannot_be_undone_does_not_stay_in_the_way() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("src", "src");
    home.ok("fcp", &["src", "first"]);
    home.write("a", "a");
    home.write("b", "b");
    home.ok("frm", &["--trash", "a", "b"]);
    home.ok("frm", &["--trash-restore", "b"]);
    // One is back already, which is as well.
    home.ok("frm", &["--undo"]);
    assert_eq!((home.read("a"), home.read("b")), ("a".into(), "b".into()));

    home.ok("frm", &["--trash", "a", "b"]);
    home.ok("frm", &["--trash-restore", "b"]);
    fs::remove_file(home.at("b")).unwrap();
    let told = undo_in_part(&home);
    assert!(told.contains("work/b': it is no longer in the trash"), "{told}");
    assert_eq!(home.read("a"), "a");
    // The next undo is of the job before.
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("first"));
    let nothing = home.run("fcp", &["--undo"]);
    assert_eq!(nothing.status.code(), Some(3));
    assert!(err(&nothing).contains("--undo=N tries one again"), "{}", err(&nothing));
    let list = home.run("fcp", &["--undo-list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.ends_with("(2 items; 1 item could not be undone)\n"), "{list}");
}

#[test]
fn an_undo_that_failed_can_be_tried_again() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.mkdir("to");
    home.write("a", "a");
    home.write("b", "b");
    home.ok("fmv", &["a", "b", "to"]);
    home.write("a", "another");
    let told = undo_in_part(&home);
    assert!(told.contains("the destination exists"), "{told}");
    fs::remove_file(home.at("a")).unwrap();
    // What was undone the first time is done.
    home.ok("fcp", &["--undo=1"]);
    assert_eq!((home.read("a"), home.read("b")), ("a".into(), "b".into()));
}

#[test]
fn undone_copies_go_to_the_trash_and_a_redo_brings_them_back() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    Tree::user(7).build(&home.at("src")).unwrap();
    home.write("f", "f");
    home.mkdir("to");
    home.ok("fcp", &["-a", "src", "f", "to"]);
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
        assert_eq!(trash(&home), ["f", "src"]);
        home.ok("fcp", &["--redo"]);
        assert_same(&home.at("src"), &home.at("to/src"), &What::contents());
        assert_eq!(home.read("to/f"), "f");
        assert!(trash(&home).is_empty());
    }
    let nothing = home.run("fcp", &["--redo"]);
    let told = "fcp: there is nothing to redo\n";
    assert_eq!((nothing.status.code(), err(&nothing).as_str()), (Some(3), told));
    let list = home.run("fcp", &["--undo-list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.lines().count() == 1 && list.contains("  copy   "), "{list}");
}

#[test]
fn what_is_left_of_an_edited_tree_goes_to_the_trash_one_by_one() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    for name in ["src/a", "src/b", "src/sub/c", "src/sub/deep/d", "src/other/e"] {
        home.mkdir(Path::new(name).parent().unwrap().to_str().unwrap());
        home.write(name, name);
    }
    home.ok("fcp", &["src", "dst"]);
    home.write("dst/sub/c", "edited");
    let told = undo_in_part(&home);
    assert!(told.contains("dst/sub/c'") && told.lines().count() == 1, "{told}");
    assert_eq!(trash(&home), ["a", "b", "deep", "other"]);
    assert_eq!(home.read("dst/sub/c"), "edited");
    home.ok("fcp", &["--redo"]);
    assert!(trash(&home).is_empty());
    assert_eq!(home.read("dst/sub/deep/d"), "src/sub/deep/d");
    assert_eq!(home.read("dst/sub/c"), "edited");
}

#[test]
fn a_redo_moves_everything_forward_again() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.write("src", "new");
    home.write("dst", "old");
    home.ok("fcp", &["-b", "src", "dst"]);
    home.write("one", "one");
    home.write("two", "two");
    home.ok("fmv", &["-b", "one", "two"]);
    home.write("x", "x");
    home.write("y", "y");
    home.ok("fmv", &["--exchange", "x", "y"]);
    home.write("gone", "gone");
    home.ok("frm", &["--trash", "gone"]);
    home.write("kept", "replaced");
    home.ok("fcp", &["--keep-replaced", "src", "kept"]);
    let all = ["dst", "dst~", "one", "two", "two~", "x", "y", "gone", "kept"];
    let now = || all.map(|name| fs::read_to_string(home.at(name)).unwrap_or_default());
    let after = now();
    assert_eq!(after, ["new", "old", "", "one", "two", "y", "x", "", "new"]);
    for _ in 0..2 {
        for _ in 0..5 {
            home.ok("fcp", &["--undo"]);
        }
        assert_eq!(now(), ["old", "", "one", "two", "", "x", "y", "gone", "replaced"]);
        for _ in 0..5 {
            home.ok("fcp", &["--redo"]);
        }
        assert_eq!(now(), after);
    }
}

#[test]
fn a_copy_on_a_volume_without_a_trash_is_deleted_and_told() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(mounts.root());
        let volume = mounts.tmpfs("size=16m");
        // A file where the trash of this user would be.
        fs::write(volume.join(".Trash-0"), "").unwrap();
        home.write("f", "f");
        home.ok("fcp", &["f", volume.to_str().unwrap()]);
        let done = home.run("fcp", &["--undo"]);
        assert_eq!(done.status.code(), Some(0), "{}", err(&done));
        assert!(err(&done).contains("/f': ") && err(&done).contains("deleted it permanently"));
        assert!(!volume.join("f").exists());
    });
}

#[test]
fn a_dry_run_of_an_undo_says_what_it_would_do_and_does_nothing() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    for name in ["a", "b", "c"] {
        home.write(name, name);
    }
    home.mkdir("tree/sub");
    home.write("tree/sub/d", "d");
    home.write("tree/e", "e");
    home.mkdir("to");
    home.write("to/b", "old");
    home.ok("fcp", &["-b", "a", "b", "c", "tree", "to"]);
    home.write("to/c", "edited, and longer");
    home.write("to/tree/mine", "mine");
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    let told = String::from_utf8_lossy(&foreseen.stdout).into_owned() + &err(&foreseen);
    assert_eq!(foreseen.status.code(), Some(1), "{told}");
    assert!(
        told.contains("To undo     3 items to the trash, 1 item back where it was\n"),
        "{told}"
    );
    assert!(told.contains("Would keep  2 items: it has changed since\n"), "{told}");
    assert_eq!((home.read("to/a"), home.read("to/b")), ("a".into(), "b".into()));
    assert!(trash(&home).is_empty());
    // It did not count as an undo.
    undo_in_part(&home);
    assert_eq!((home.read("to/b"), home.has("to/a")), ("old".into(), false));
}

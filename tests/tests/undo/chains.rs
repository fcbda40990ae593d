//! Tests of undos and redos that follow each other, of which some could not do all.

use super::finished::{count, moved, newest_record, stopped, wait_after};
use super::*;
use rustix::process::Signal;

#[test]
fn edits_between_two_tries_of_an_undo_are_kept_by_the_undo_of_an_earlier_job() {
    let home = Home::temporary();
    home.make(&["d/f", "e/", "g"]);
    home.ok("frm", &["--trash", "d"]);
    home.ok("frm", &["--trash-restore", "d"]);
    home.ok("fmv", &["d", "g", "e"]);
    home.write("g", "other");
    refuse(&home, "g'");
    // Filesystems tell the time by ticks.
    wait_after(&home, &newest_record(&home), Duration::from_millis(50));
    home.write("d/f", "edited");
    wait_after(&home, &home.at("d/f"), Duration::from_millis(50));
    fs::remove_file(home.at("g")).unwrap();
    home.ok("fcp", &["--undo=1"]);
    let told = undo_in_part(&home);
    assert!(told.contains("d'") && told.contains("it has changed since"), "{told}");
    assert_eq!(home.read("d/f"), "edited");
    assert!(trash(&home).is_empty());
}

#[test]
fn folders_that_were_merged_come_apart_again() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=64m");
        for n in 0..60 {
            home.make(&[&format!("d1/a{n}")]);
        }
        fs::create_dir_all(volume.join("d1")).unwrap();
        fs::create_dir_all(volume.join("x")).unwrap();
        fs::write(volume.join("d1/b"), "b").unwrap();
        let path = |name: &str| volume.join(name).to_str().unwrap().to_owned();
        home.ok("fmv", &[&path("d1"), "d1", &path("x")]);
        home.ok("fcp", &["--undo"]);
        assert_eq!((count(&home.at("d1")), count(&volume.join("d1"))), (60, 1));
        assert_eq!(count(&volume.join("x")), 0);
    });
    let home = Home::temporary();
    home.make(&["p/d/f", "q/d/f", "q/d/g", "x/"]);
    home.ok("fmv", &["--backup=numbered", "p/d", "q/d", "x"]);
    assert_eq!(home.read("x/d/f"), "q/d/f");
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    assert_eq!(foreseen.status.code(), Some(0));
    home.ok("fcp", &["--undo"]);
    for name in ["p/d/f", "q/d/f", "q/d/g"] {
        assert_eq!(home.read(name), name);
    }
    assert_eq!((count(&home.at("p/d")), count(&home.at("x"))), (1, 0));
}

#[test]
fn what_an_undo_could_not_take_back_is_in_the_record_of_the_redo() {
    let home = Home::temporary();
    home.make(&["y", "z", "t/"]);
    home.ok("fmv", &["y", "z", "t"]);
    home.write("z", "other");
    undo_in_part(&home);
    fs::remove_file(home.at("z")).unwrap();
    home.ok("fcp", &["--redo"]);
    assert!(home.has("t/y") && home.has("t/z"));
    home.ok("fcp", &["--undo"]);
    assert!(home.has("y") && home.has("z") && count(&home.at("t")) == 0);
    home.ok("frm", &["--trash", "y", "z"]);
    home.write("z", "other");
    undo_in_part(&home);
    fs::remove_file(home.at("z")).unwrap();
    home.ok("fcp", &["--redo"]);
    home.ok("fcp", &["--undo"]);
    assert!(home.has("y") && home.has("z") && trash(&home).is_empty());
}

#[test]
fn copies_that_a_killed_undo_took_come_back() {
    let home = Home::temporary();
    home.mkdir("s");
    home.mkdir("t");
    for n in 0..400 {
        home.write(&format!("s/{n}"), &format!("{n}"));
    }
    home.ok("fcp", &["-T", "-r", "s", "t"]);
    let mut undo = home.command("fcp", &["--undo"]).spawn().unwrap();
    while count(&home.at("t")) > 300 {
        thread::yield_now();
    }
    undo.kill().unwrap();
    undo.wait().unwrap();
    home.ok("fcp", &["--undo"]);
    assert_eq!(count(&home.at("t")), 0);
    home.told("fcp", &["--redo"]);
    let all = (0..400).filter(|n| home.has(&format!("t/{n}"))).count();
    // What each worker did last may not be recorded.
    assert!(all >= 390, "{all}");
}

#[test]
fn an_undo_that_was_killed_at_its_last_step_can_be_finished() {
    let home = Home::temporary();
    home.make(&["old", "f"]);
    home.ok("fcp", &["old", "copy"]);
    home.ok("fmv", &["f", "g"]);
    let job = newest_record(&home);
    home.ok("fcp", &["--undo"]);
    let lines = fs::read_to_string(&job).unwrap();
    let (open, _) = lines.split_once("{\"did\":\"undone\"").unwrap();
    fs::write(&job, open).unwrap();
    home.told("fcp", &["--redo"]).ends(3);
    home.ok("fcp", &["--undo"]);
    assert!(home.has("copy") && home.has("f"), "no earlier job is undone");
    home.ok("fcp", &["--redo"]);
    assert!(home.has("g"));
    home.ok("fcp", &["--undo"]);
    assert!(home.has("f") && home.has("copy"));
}

#[test]
fn a_redo_that_was_cut_short_is_finished_before_its_job_is_undone() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        for signal in [Signal::INT, Signal::KILL] {
            let home = Home::new(&mounts.root().join(format!("{signal:?}")));
            let there = moved(&home, &mounts.tmpfs("size=64m"));
            home.ok("fcp", &["--undo"]);
            stopped(&home, "--redo", signal, || count(&there.join("sub")) >= 12);
            let (told, code) = home.told("fcp", &["--undo"]);
            assert_eq!(code, 3, "{told}");
            assert!(told.contains("--redo finishes one that was interrupted"), "{told}");
            home.ok("fcp", &["--redo"]);
            assert!(!home.has("d") && count(&there.join("sub")) == 40);
            home.told("fcp", &["--undo"]);
            assert_same(&home.at("d"), &home.at("twin"), &What::contents());
        }
    });
}

#[test]
fn what_was_undone_in_turns_is_redone_in_turns() {
    let home = Home::temporary();
    home.make(&["d/", "f"]);
    home.ok("fcp", &["f", "d"]);
    home.ok("frm", &["--trash", "d"]);
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        home.ok("fcp", &["--undo"]);
        assert!(home.has("d") && !home.has("d/f"));
        home.ok("fcp", &["--redo"]);
        assert!(home.has("d/f"));
        home.ok("fcp", &["--redo"]);
        assert_eq!(trash(&home), ["d"]);
    }
}

#[test]
fn moves_between_filesystems_are_undone_one_after_the_other() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=64m");
        let path = |name: &str| volume.join(name).to_str().unwrap().to_owned();
        fs::write(volume.join("x"), "x").unwrap();
        home.ok("fmv", &[&path("x"), "."]);
        home.ok("fmv", &["x", &path("y")]);
        for _ in 0..2 {
            home.ok("fcp", &["--undo"]);
            home.ok("fcp", &["--undo"]);
            assert!(volume.join("x").exists() && !volume.join("y").exists() && !home.has("x"));
            home.ok("fcp", &["--redo"]);
            home.ok("fcp", &["--redo"]);
            assert!(!volume.join("x").exists() && volume.join("y").exists() && !home.has("x"));
        }
        // Another file in the old place is no undo.
        home.write("z", "z");
        home.ok("fmv", &["z", &volume.display().to_string()]);
        fs::remove_file(volume.join("z")).unwrap();
        home.write("z", "new");
        refuse(home, "z'");
    });
}

#[test]
fn what_stayed_of_a_moved_folder_goes_back_after_a_redo() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=2m");
        fs::create_dir(volume.join("s")).unwrap();
        fs::write(volume.join("s/a"), "small").unwrap();
        fs::write(volume.join("s/b"), vec![b'x'; 1_000_000]).unwrap();
        home.mkdir("d");
        home.ok("fmv", &[volume.join("s").to_str().unwrap(), "d"]);
        fs::write(volume.join("fill"), vec![0; 1_500_000]).unwrap();
        refuse(home, "s/b'");
        home.ok("fcp", &["--redo"]);
        assert_eq!((count(&home.at("d/s")), volume.join("s").exists()), (2, false));
        let told = undo_in_part(home);
        assert!(told.contains("s/b'") && told.lines().count() == 1, "{told}");
        assert!(home.has("d/s/b"));
        fs::remove_file(volume.join("fill")).unwrap();
        home.ok("fcp", &["--undo=1"]);
        assert_eq!((count(&home.at("d")), count(&volume.join("s"))), (0, 2));
        home.ok("fcp", &["--redo"]);
        assert_eq!((count(&home.at("d/s")), volume.join("s").exists()), (2, false));
    });
}

#[test]
fn what_a_redo_could_not_bring_back_comes_with_the_next_one() {
    for program in ["fcp", "fmv"] {
        let home = Home::temporary();
        home.make(&["s/a", "s/b", "d/"]);
        home.ok(program, &["s/a", "s/b", "d"]);
        home.ok("fcp", &["--undo"]);
        home.write("d/a", "mine");
        home.told("fcp", &["--redo"]).says(1, "d/a'");
        fs::remove_file(home.at("d/a")).unwrap();
        for _ in 0..2 {
            home.ok("fcp", &["--undo"]);
            assert_eq!(count(&home.at("d")), 0);
            home.ok("fcp", &["--redo"]);
            assert_eq!((home.read("d/a"), home.read("d/b")), ("s/a".into(), "s/b".into()));
            home.told("fcp", &["--redo"]).says(3, "nothing to redo");
            let list = String::from_utf8(home.run("fcp", &["--undo-list"]).stdout).unwrap();
            assert_eq!(list.lines().count(), 1, "{list}");
        }
    }
}

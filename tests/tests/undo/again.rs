//! Tests of undos that were killed, follow each other, or meet what is not theirs.

use super::archives::wait_for_the_clock;
use super::*;

/// Undoes a job at a speed at which it can be killed, as soon as `is_time`.
fn undo_killed(home: &Home, is_time: impl Fn() -> bool) {
    let mut slow = home.command("fcp", &["--undo", "--limit-rate=512k"]);
    let mut slow = slow.spawn().unwrap();
    let began = Instant::now();
    while !is_time() && began.elapsed() < Duration::from_secs(60) {
        assert_eq!(slow.try_wait().unwrap(), None, "it ended before it was killed");
        thread::yield_now();
    }
    slow.kill().unwrap();
    slow.wait().unwrap();
}

#[test]
fn a_killed_undo_of_a_move_between_filesystems_is_finished_by_the_next_one() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=64m");
        home.mkdir("d/sub");
        home.mkdir("twin");
        for n in 0..40 {
            home.write(&format!("d/sub/{n}"), &format!("{n} ").repeat(20 << 10));
        }
        home.write("large", &"large ".repeat(400 << 10));
        home.ok("fcp", &["-a", "d", "large", "twin"]);
        home.ok("fmv", &["d", "large", volume.to_str().unwrap()]);
        assert!(!home.has("d") && !home.has("large"));
        let count = || fs::read_dir(home.at("d/sub")).map_or(0, Iterator::count);
        undo_killed(home, || count() >= 12);
        // Another file of the user's has a name that is still to come back.
        let left = |n: &u32| !home.has(&format!("d/sub/{n}"));
        let other = (0..40).find(left).unwrap();
        home.write(&format!("d/sub/{other}"), "mine");
        let told = undo_in_part(home);
        assert!(told.contains(&format!("{other}'")), "{told}");
        assert!(told.contains("the destination exists"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(home.read(&format!("d/sub/{other}")), "mine");
        let there = volume.join(format!("d/sub/{other}"));
        assert_eq!(fs::read_to_string(&there).unwrap(), home.read(&format!("twin/d/sub/{other}")));
        // Nothing else is left there.
        fs::rename(home.at(&format!("twin/d/sub/{other}")), home.at("was")).unwrap();
        fs::rename(home.at(&format!("d/sub/{other}")), home.at("mine")).unwrap();
        fs::remove_file(there).unwrap();
        fs::remove_dir(volume.join("d/sub")).unwrap();
        fs::remove_dir(volume.join("d")).unwrap();
        assert_eq!(fs::read_dir(&volume).unwrap().count(), 0);
        assert_same(&home.at("d"), &home.at("twin/d"), &What::contents());
        assert_eq!(home.read("large"), home.read("twin/large"));
    });
}

#[test]
fn a_killed_undo_of_a_single_large_file_is_finished_by_the_next_one() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=64m");
        // It is made in place, so that a kill leaves the beginning of it under its name.
        home.write("f", &"f".repeat(1 << 20));
        home.ok("fmv", &["f", volume.to_str().unwrap()]);
        undo_killed(home, || fs::metadata(home.at("f")).is_ok_and(|it| it.len() > 0));
        let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
        assert_eq!(foreseen.status.code(), Some(0), "{}", err(&foreseen));
        home.ok("fcp", &["--undo"]);
        assert_eq!(home.read("f"), "f".repeat(1 << 20));
        assert!(!volume.join("f").exists());
    });
}

#[test]
fn a_redo_keeps_a_file_that_has_come_in_the_place_of_the_restored_one() {
    let home = Home::temporary();
    let change: [&dyn Fn(); 2] = [&|| fs::remove_file(home.at("f")).unwrap(), &|| {}];
    for change in change {
        home.write("f", "f");
        home.ok("frm", &["--trash", "f"]);
        home.ok("fcp", &["--undo"]);
        change();
        home.write("f", "mine now");
        let (told, code) = home.told("fcp", &["--redo"]);
        assert_eq!(code, 1, "{told}");
        assert!(told.contains("f'") && told.contains("it has changed since"), "{told}");
        assert_eq!(home.read("f"), "mine now");
        assert!(trash(&home).is_empty());
        fs::remove_dir_all(home.path().join(".local/state/fcp/undo")).unwrap();
    }
}

#[test]
fn a_file_that_has_come_in_the_place_of_a_backup_is_kept() {
    let home = Home::temporary();
    home.write("new", "new");
    home.write("old", "old");
    home.ok("fcp", &["-b", "new", "old"]);
    home.write("other", "other");
    fs::rename(home.at("other"), home.at("old~")).unwrap();
    let told = undo_in_part(&home);
    assert!(told.contains("old~'") && told.contains("it has changed since"), "{told}");
    assert_eq!(home.read("old~"), "other");
    // The same of one in the trash.
    home.write("kept", "kept");
    home.ok("fcp", &["--keep-replaced", "new", "kept"]);
    home.write("other", "other");
    let place = home.path().join(".local/share/Trash/files/kept");
    fs::rename(home.at("other"), &place).unwrap();
    let told = undo_in_part(&home);
    assert!(told.contains("kept'") && told.contains("it is no longer in the trash"), "{told}");
    assert_eq!(fs::read_to_string(place).unwrap(), "other");
}

#[test]
fn undos_one_after_the_other_take_back_what_they_themselves_have_moved() {
    let home = Home::temporary();
    home.make(&["a", "d/x", "s/x"]);
    home.mkdir("to");
    for (tool, args) in [
        ("fcp", &["a", "d", "to"][..]),
        ("fmv", &["to/a", "b"]),
        ("fmv", &["to/d", "e"]),
        ("frm", &["--trash", "b"]),
        ("fcp", &["pack", "p.tar", "s"]),
        ("fmv", &["p.tar", "q.tar"]),
    ] {
        home.ok(tool, args);
        wait_for_the_clock(&home);
    }
    for _ in 0..6 {
        home.ok("fcp", &["--undo"]);
    }
    assert!(!home.has("p.tar") && !home.has("b") && !home.has("e"));
    assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
}

#[test]
fn a_copy_that_a_person_has_changed_after_an_undo_is_kept() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    home.ok("fmv", &["b", "c"]);
    home.ok("fcp", &["--undo"]);
    wait_for_the_clock(&home);
    fs::set_permissions(home.at("b"), fs::Permissions::from_mode(0o600)).unwrap();
    refuse(&home, "it has changed since");
    assert!(home.has("b"));
}

#[test]
fn archives_with_backups_are_undone_redone_and_undone() {
    let home = Home::temporary();
    home.make(&["s/x", "out/"]);
    home.ok("fcp", &["pack", "first.tar", "s"]);
    home.write("p.tar", "old archive");
    home.mkdir("out/s");
    home.write("out/s/x", "old x");
    for (args, all) in [
        (&["pack", "-b", "p.tar", "s"][..], ["p.tar", "p.tar~"]),
        (&["extract", "-b", "first.tar", "out"], ["out/s/x", "out/s/x~"]),
        (&["pack", "--keep-replaced", "p.tar", "s"], ["p.tar", "p.tar~"]),
    ] {
        let now = || all.map(|name| fs::read(home.at(name)).unwrap_or_default());
        let before = now();
        home.ok("fcp", args);
        let after = now();
        assert_ne!(before, after);
        for _ in 0..2 {
            home.ok("fcp", &["--undo"]);
            assert!(now() == before, "{args:?} undone");
            home.ok("fcp", &["--redo"]);
            assert!(now() == after, "{args:?} redone");
        }
        home.ok("fcp", &["--undo"]);
        assert!(now() == before, "{args:?} undone at last");
    }
}

#[test]
fn what_was_restored_goes_to_the_trash_again() {
    let home = Home::temporary();
    home.make(&["f", "d/x", "d/y"]);
    home.ok("frm", &["--trash", "f", "d"]);
    home.make(&["d/z"]);
    home.ok("frm", &["--trash-restore", "f", "d"]);
    assert!(trash(&home).is_empty() && home.has("f") && home.has("d/x"));
    let list = String::from_utf8(home.run("fcp", &["--undo-list"]).stdout).unwrap();
    assert!(list.lines().next().unwrap().contains("  restore  "), "{list}");
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert_eq!(trash(&home), ["f", "x", "y"]);
        assert!(!home.has("f") && !home.has("d/x") && home.has("d/z"));
        home.ok("fcp", &["--redo"]);
        assert!(trash(&home).is_empty() && home.has("f") && home.has("d/x") && home.has("d/y"));
    }
}

#[test]
fn a_copy_stays_where_only_the_trash_lacks_space() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=16m,nr_inodes=6");
        home.make(&["f", "d/x"]);
        home.ok("fcp", &["f", "d", volume.to_str().unwrap()]);
        // No inode is left for a trash.
        let full = (0..6).find(|n| fs::write(volume.join(format!("own{n}")), "").is_err());
        assert!(full.is_some());
        let told = undo_in_part(home);
        assert!(told.contains("No space left on device"), "{told}");
        assert!(!told.contains("deleted it permanently"), "{told}");
        assert!(volume.join("f").exists() && volume.join("d/x").exists());
        fs::remove_file(volume.join("own0")).unwrap();
    });
}

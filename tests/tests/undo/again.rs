//! Tests of undos that were killed, follow each other, or meet what is not theirs.

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
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(mounts.root());
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
        undo_killed(&home, || count() >= 12);
        // Another file of the user's has a name that is still to come back.
        let left = |n: &u32| !home.has(&format!("d/sub/{n}"));
        let other = (0..40).find(left).unwrap();
        home.write(&format!("d/sub/{other}"), "mine");
        let told = undo_in_part(&home);
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
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(mounts.root());
        let volume = mounts.tmpfs("size=64m");
        // It is made in place, so that a kill leaves the beginning of it under its name.
        home.write("f", &"f".repeat(1 << 20));
        home.ok("fmv", &["f", volume.to_str().unwrap()]);
        undo_killed(&home, || fs::metadata(home.at("f")).is_ok_and(|it| it.len() > 0));
        let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
        assert_eq!(foreseen.status.code(), Some(0), "{}", err(&foreseen));
        home.ok("fcp", &["--undo"]);
        assert_eq!(home.read("f"), "f".repeat(1 << 20));
        assert!(!volume.join("f").exists());
    });
}

#[test]
fn a_copy_stays_where_only_the_trash_lacks_space() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(mounts.root());
        let volume = mounts.tmpfs("size=16m,nr_inodes=6");
        home.make(&["f", "d/x"]);
        home.ok("fcp", &["f", "d", volume.to_str().unwrap()]);
        // No inode is left for a trash.
        let full = (0..6).find(|n| fs::write(volume.join(format!("own{n}")), "").is_err());
        assert!(full.is_some());
        let told = undo_in_part(&home);
        assert!(told.contains("No space left on device"), "{told}");
        assert!(!told.contains("deleted it permanently"), "{told}");
        assert!(volume.join("f").exists() && volume.join("d/x").exists());
        fs::remove_file(volume.join("own0")).unwrap();
    });
}

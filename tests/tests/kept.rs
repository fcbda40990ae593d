//! Tests that replaced files are kept, and that undo and the trash restore them.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::os::unix::fs::MetadataExt;

use fcp_test_support::home::{Home, with_home};
use fcp_test_support::{Kind, Scratch, program};

#[test]
fn undo_brings_back_the_old_bytes_of_a_file_that_a_copy_or_move_replaced() {
    for (tool, flags) in [("fcp", &[][..]), ("fcp", &["-a"]), ("fcp", &["--fsync"]), ("fmv", &[])] {
        let home = Home::temporary();
        home.write("new", "the new bytes");
        home.write("old", "old");
        let ino = fs::metadata(home.at("old")).unwrap().ino();
        home.ok(tool, &[flags, &["--keep-replaced", "new", "old"]].concat());
        assert_eq!(home.read("old"), "the new bytes");
        assert_eq!(home.trash_list(), [home.at("old").to_str().unwrap()]);
        home.ok("fcp", &["--undo"]);
        assert_eq!((home.read("old"), home.read("new")), ("old".into(), "the new bytes".into()));
        assert_eq!(fs::metadata(home.at("old")).unwrap().ino(), ino);
    }
}

#[test]
fn the_trash_restores_a_replaced_file() {
    let home = Home::temporary();
    fs::create_dir_all(home.at("to/from/d")).unwrap();
    fs::create_dir_all(home.at("from/d")).unwrap();
    home.write("from/d/a name", "new");
    home.write("to/from/d/a name", "old");
    home.ok("fcp", &["--keep-replaced", "from", "to"]);
    assert_eq!(home.read("to/from/d/a name"), "new");
    let path = home.at("to/from/d/a name");
    fs::remove_file(&path).unwrap();
    home.ok("frm", &["--trash-restore", path.to_str().unwrap()]);
    assert_eq!(home.read("to/from/d/a name"), "old");
    assert_eq!(home.trash_list(), [""; 0]);
}

#[test]
fn without_the_flag_nothing_goes_to_the_trash() {
    let home = Home::temporary();
    home.write("new", "new");
    home.write("old", "old");
    home.ok("fcp", &["new", "old"]);
    assert_eq!((home.read("old"), home.trash_list()), ("new".into(), Vec::new()));
}

#[test]
fn keeping_is_refused_where_it_means_nothing() {
    let home = Home::temporary();
    home.write("new", "new");
    home.write("old", "old");
    for other in ["--backup", "--inplace"] {
        let done = home.run("fcp", &["--keep-replaced", other, "new", "old"]);
        assert_eq!(done.status.code(), Some(2), "{other}");
        assert!(String::from_utf8(done.stderr).unwrap().contains(other));
    }
    assert_eq!(home.read("old"), "old");
}

#[test]
fn a_volume_keeps_its_replaced_files_in_its_own_trash() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("mode=777");
        home.write("new", "new");
        fs::write(volume.join("old"), "old").unwrap();
        let old = volume.join("old");
        home.ok("fcp", &["--keep-replaced", "new", old.to_str().unwrap()]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "new");
        assert_eq!(home.trash_list(), [old.to_str().unwrap()]);
        home.ok("fcp", &["--undo"]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "old");
        // Across filesystems a move copies, and keeps, too.
        home.ok("fmv", &["--keep-replaced", "new", old.to_str().unwrap()]);
        assert_eq!(fs::read_to_string(&old).unwrap(), "new");
        assert!(!home.at("new").exists());
        home.ok("fmv", &["--undo"]);
        assert_eq!(
            (fs::read_to_string(&old).unwrap(), home.read("new")),
            ("old".into(), "new".into())
        );
    });
}

#[test]
fn a_kill_leaves_each_file_old_or_new_and_the_old_ones_in_the_trash() {
    const FILES: usize = 300;
    let scratch = Scratch::new();
    for round in 0..8 {
        let home = Home::new(&scratch.path().join(round.to_string()));
        fs::create_dir_all(home.at("to/from")).unwrap();
        fs::create_dir_all(home.at("from")).unwrap();
        for n in 0..FILES {
            home.write(&format!("from/{n}"), &format!("new {n}"));
            home.write(&format!("to/from/{n}"), &format!("old {n}"));
        }
        let trash = home.path().join(".local/share/Trash/files");
        let mut copy = program("fcp")
            .env("HOME", home.path())
            .current_dir(home.at(""))
            .args(["--keep-replaced", "from", "to"])
            .spawn()
            .unwrap();
        let kept = || fs::read_dir(&trash).map_or(0, Iterator::count);
        while kept() < round * FILES / 8 && copy.try_wait().unwrap().is_none() {
            std::hint::spin_loop();
        }
        copy.kill().unwrap();
        copy.wait().unwrap();
        let mut kept: Vec<String> = Vec::new();
        for entry in fs::read_dir(&trash).into_iter().flatten() {
            kept.push(fs::read_to_string(entry.unwrap().path()).unwrap());
        }
        for n in 0..FILES {
            let (old, new) = (format!("old {n}"), format!("new {n}"));
            let now = home.read(&format!("to/from/{n}"));
            assert!(now == old || now == new && kept.contains(&old), "round {round}: {n} is {now}");
        }
    }
}

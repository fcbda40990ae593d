//! Tests that snapshots can be undone, go to the trash whole, and are kept once they were changed.

use super::*;

/// What the dry run of an undo tells.
fn undo_plan(home: &Home) -> String {
    let output = home.run("fcp", &["--undo", "--dry-run"]);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

/// How many items of a home are in a trash.
fn trashed(home: &Home) -> usize {
    let is_ours = |path: &&String| Path::new(path).starts_with(home.path());
    home.trash_list().iter().filter(is_ours).count()
}

#[test]
fn an_undo_moves_an_unchanged_snapshot_to_the_trash() {
    on_btrfs(|_, home| {
        for (n, how) in
            ["--snapshot-subvolumes", "--snapshot-subvolumes=ro"].into_iter().enumerate()
        {
            home.mkdir("to");
            ok(home, &["-a", how, "data", "to"]);
            let plan = undo_plan(home);
            assert!(plan.contains("1 item to the trash"), "{plan}");
            assert!(home.has("to/data"));
            home.told("fcp", &["--undo"]).ends(0);
            assert!(!home.has("to/data") && home.has("to"));
            assert_eq!(trashed(home), n + 1);
        }
    });
}

#[test]
fn an_edit_that_is_not_yet_on_the_disk_is_a_change() {
    on_btrfs(|_, home| {
        let edit = |path: &str| {
            // A write in place begins no transaction until its data are written back.
            let file = fs::File::options().write(true).open(home.at(path)).unwrap();
            std::os::unix::fs::FileExt::write_at(&file, b"EDITED", 0).unwrap();
        };
        home.write("data/known", "original content");
        ok(home, &["-a", "--snapshot-subvolumes", "data", "to"]);
        edit("to/known");
        home.told("fcp", &["--undo"]).says(1, "changed since");
        assert!(fs::read(home.at("to/known")).unwrap().starts_with(b"EDITED"));
        // What the source had is in the snapshot alone.
        ok(home, &["-a", "--snapshot-subvolumes", "data", "other"]);
        edit("data/known");
        ok(home, &["--undo"]);
        assert_eq!(trashed(home), 1);
    });
}

#[test]
fn what_an_undo_kept_is_no_work_of_the_redo() {
    on_btrfs(|_, home| {
        home.make(&["plain/file"]);
        fs::rename(home.at("data"), home.at("plain/data")).unwrap();
        ok(home, &["-a", "--snapshot-subvolumes", "plain", "to"]);
        home.write("to/data/precious", "precious");
        assert_eq!(home.told("fcp", &["--undo"]).1, 1);
        ok(home, &["--redo"]);
        home.told("fcp", &["--undo"]).says(1, "changed since");
        assert_eq!(fs::read(home.at("to/data/precious")).unwrap(), b"precious");
    });
}

#[test]
fn an_undo_keeps_a_snapshot_that_was_changed() {
    on_btrfs(|_, home| {
        let changes: [&dyn Fn(); 3] = [
            &|| home.write("to/tree/new", "new"),
            &|| fs::write(nested(home, "to")[1].join("file"), "edited").unwrap(),
            &|| fs::remove_file(nested(home, "to")[2].join("file")).unwrap(),
        ];
        for change in changes {
            ok(home, &["-a", "--snapshot-subvolumes", "data", "to"]);
            change();
            let plan = undo_plan(home);
            assert!(plan.contains("Would keep  1 item"), "{plan}");
            let (err, code) = home.told("fcp", &["--undo"]);
            assert_eq!(code, 1);
            assert!(err.contains("changed since"), "{err}");
            assert!(is_subvolume(&home.at("to")));
            // Another subvolume under its name is not it either.
            bin::run(
                Command::new("btrfs")
                    .args(["subvolume", "delete"])
                    .args(nested(home, "to").iter().rev()),
            );
            bin::run(Command::new("btrfs").args(["subvolume", "delete"]).arg(home.at("to")));
            assert!(!home.has("to"));
        }
        ok(home, &["-a", "--snapshot-subvolumes", "data", "to"]);
        fs::rename(home.at("to"), home.at("moved")).unwrap();
        bin::run(
            Command::new("btrfs")
                .args(["subvolume", "snapshot"])
                .args([home.at("data"), home.at("to")]),
        );
        assert_eq!(home.told("fcp", &["--undo"]).1, 1);
        assert!(home.has("to") && home.has("moved"));
    });
}

#[test]
fn an_undo_moves_the_only_copy_to_the_trash_and_a_redo_brings_it_back() {
    on_btrfs(|_, home| {
        home.make(&["plain/file"]);
        fs::rename(home.at("data"), home.at("plain/data")).unwrap();
        ok(home, &["-a", "--snapshot-subvolumes=ro", "plain", "to"]);
        let before = fs::read(home.at("to/data/a/inner/file")).unwrap();
        // What is in the snapshot is nowhere else now; and that it was read is no change of it.
        home.write("plain/data/a/inner/file", "edited");
        assert!(!list(&home.at("to/data/a/inner/deep")).is_empty());
        let plan = undo_plan(home);
        assert!(plan.contains("2 items to the trash"), "{plan}");
        assert!(!plan.contains("keep"), "{plan}");
        home.told("fcp", &["--undo"]).ends(0);
        assert!(!home.has("to"));
        assert_eq!(trashed(home), 2);

        home.told("fcp", &["--redo"]).ends(0);
        assert_eq!(fs::read(home.at("to/data/a/inner/file")).unwrap(), before);
        assert!(home.has("to/file") && is_subvolume(&home.at("to/data")));
        for root in nested(home, "to/data").iter().chain([&home.at("to/data")]) {
            assert_eq!(fs::write(root.join("new"), "").unwrap_err().raw_os_error(), Some(30));
        }
        // And the redo can be undone.
        home.told("fcp", &["--undo"]).ends(0);
        assert!(!home.has("to"));
    });
}

#[test]
fn what_an_undo_kept_is_told_once_and_stays_where_it_is() {
    on_btrfs(|_, home| {
        home.make(&["plain/file", "plain/deep/file"]);
        fs::rename(home.at("data"), home.at("plain/deep/data")).unwrap();
        ok(home, &["-a", "--snapshot-subvolumes", "plain", "to"]);
        home.write("to/deep/data/precious", "precious");
        let (err, code) = home.told("fcp", &["--undo"]);
        assert_eq!((code, err.matches("/to/deep/data'").count()), (1, 1), "{err}");
        assert!(err.contains("changed since") && !err.contains("--cross-mounts"), "{err}");
        assert_eq!(fs::read(home.at("to/deep/data/precious")).unwrap(), b"precious");
        assert_eq!((list(&home.at("to")).len(), list(&home.at("to/deep")).len()), (1, 1));
        assert_eq!(trashed(home), 2);
    });
}

/// Runs a program while its calls of this kind for `to` take two seconds, and changes something in `to` meanwhile.
fn while_calls_take_long(home: &Home, call: &str, program: &[&str], change: impl FnOnce()) {
    let mut slow = Command::new("strace");
    slow.args(["-f", "-qq", "-o", "/dev/null", "-P"]).arg(home.at("to"));
    slow.args(["-e", &format!("trace={call}")]);
    slow.args(["-e", &format!("inject={call}:delay_enter=2000000:when=1")]);
    slow.arg(path_of(program[0])).args(&program[1..]);
    let mut slow = slow.env("HOME", home.path()).current_dir(home.at("")).spawn().unwrap();
    while !home.has("to") {
        assert!(slow.try_wait().unwrap().is_none());
        std::thread::yield_now();
    }
    change();
    assert!(slow.wait().unwrap().success());
}

#[test]
fn an_edit_before_the_record_is_written_is_a_change() {
    needs!(has_strace());
    on_btrfs(|_, home| {
        for (source, file) in [(INMOST, "to/file"), ("data", "to/a/inner/file")] {
            let copy = ["fcp", "-aT", "--snapshot-subvolumes", source, "to"];
            while_calls_take_long(home, "ioctl", &copy, || {
                let file = fs::File::options().write(true).open(home.at(file)).unwrap();
                std::os::unix::fs::FileExt::write_at(&file, b"EDITED", 0).unwrap();
            });
            home.told("fcp", &["--undo"]).says(1, "changed since");
            assert!(fs::read(home.at(file)).unwrap().starts_with(b"EDITED"));
            fs::rename(home.at("to"), home.at(&format!("kept-{}", file.len()))).unwrap();
        }
    });
}

#[test]
fn emptying_the_trash_deletes_subvolumes_that_went_there_with_a_folder() {
    on_btrfs(|mounts, home| {
        for how in ["--workers=2", "--workers=1"] {
            home.make(&["plain/deep/file", "elsewhere/file"]);
            ok(home, &["-aT", "--snapshot-subvolumes=ro", "data", "plain/deep/kept"]);
            let output = home.run("frm", &["--trash", "plain"]);
            assert!(output.status.success(), "{output:?}");
            let top = mounts.root().join("btrfs1/.Trash-0");
            let place = if top.exists() { top } else { home.path().join(".local/share/Trash") };
            let (item, info) = (place.join("files/plain"), place.join("info/plain.trashinfo"));
            assert!(is_subvolume(&nested_in(&item.join("deep/kept"))[1]));
            let frm = |sources: &[&Path]| {
                let output = run(program("frm").args(["-rf", how]).args(sources));
                (output.status.code(), String::from_utf8(output.stderr).unwrap())
            };
            // What is mounted there stays.
            mounts.bind(&home.at("elsewhere"), &item.join("deep"));
            let (code, err) = frm(&[&item, &info]);
            assert!(code == Some(1) && err.contains("a filesystem is mounted there"), "{err}");
            mounts.unmount(&item.join("deep"));
            assert!(home.has("elsewhere/file") && info.exists());
            // And what is not deleted as an item of the trash keeps its subvolumes.
            let (code, err) = frm(&[&item]);
            assert!(code == Some(1) && item.join("deep/kept/a").exists(), "{err}");
            assert_eq!(frm(&[&item, &info]), (Some(0), String::new()));
            assert!(!item.exists() && !info.exists());
        }
    });
}

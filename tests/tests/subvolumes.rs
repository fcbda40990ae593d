//! Tests that snapshots of btrfs subvolumes are what copies of them would be, and can be undone.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use fcp_test_support::home::Home;
use fcp_test_support::ns::NOBODY;
use fcp_test_support::{
    Kind, Mounts, Tree, What, as_nobody, assert_same, bin, has_strace, path_of, program, run,
    with_mounts,
};
use serde_json::Value;

/// Runs a test with a btrfs that has a subvolume `data`: a full tree, and subvolumes at three places in it.
fn on_btrfs(test: impl FnOnce(&Mounts, &Home) + Send) {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let root = mounts.filesystem(Kind::Btrfs, 512 << 20);
        let home = Home::new(&root);
        mounts.subvolume(&home.at("data"));
        Tree::full(1).build(&home.at("data/tree")).unwrap();
        for nested in NESTED {
            let path = home.at("data").join(OsStr::from_bytes(nested));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            mounts.subvolume(&path);
            fs::write(path.join("file"), nested).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o2751)).unwrap();
        }
        // What was changed in a snapshot to complete it must not show.
        for name in ["data/a/inner/deep", "data/a/inner", "data/a", "data"] {
            let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
            fs::File::open(home.at(name)).unwrap().set_modified(old).unwrap();
        }
        test(mounts, &home);
    });
}

/// Subvolumes in another one; the second lies in the first.
const NESTED: [&[u8]; 3] = [b"a/inner", b"a/inner/deep/inmost", b"a/odd \xff name"];

const INMOST: &str = "data/a/inner/deep/inmost";

/// The inode that the root of every subvolume has.
const ROOT: u64 = 256;

fn is_subvolume(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().ino() == ROOT
}

fn nested(home: &Home, of: &str) -> [PathBuf; 3] {
    nested_in(&home.at(of))
}

fn nested_in(of: &Path) -> [PathBuf; 3] {
    NESTED.map(|name| of.join(OsStr::from_bytes(name)))
}

/// The events of a run of `fcp`, which must succeed.
fn events(home: &Home, args: &[&str]) -> Vec<Value> {
    let output = home.run("fcp", &[&["--json", "--events=all"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs `fcp`, which must succeed; gives what it told.
#[track_caller]
fn ok(home: &Home, args: &[&str]) -> String {
    let (err, code) = home.told("fcp", args);
    assert_eq!(code, 0, "{err}");
    err
}

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

fn of_type<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["type"] == kind).collect()
}

fn list(path: &Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> =
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

#[test]
fn a_snapshot_is_what_a_copy_would_be() {
    on_btrfs(|_, home| {
        ok(home, &["-a", "data", "copy"]);
        let told = events(home, &["-a", "--snapshot-subvolumes", "data", "snapshot"]);
        assert_same(&home.at("data"), &home.at("snapshot"), &What::everything());
        assert_same(&home.at("copy"), &home.at("snapshot"), &What::everything());
        assert!(!is_subvolume(&home.at("copy")));

        // Everything can be written to, also where the kernel had left empty directories.
        let roots = nested(home, "snapshot");
        for root in roots.iter().chain([&home.at("snapshot")]) {
            assert!(is_subvolume(root));
            fs::write(root.join("new"), "new").unwrap();
        }
        assert!(!home.has("data/new") && !home.has("data/a/inner/new"));

        let done = of_type(&told, "item.done");
        assert_eq!(done.len(), 1, "{done:?}");
        assert_eq!((&done[0]["op"], &done[0]["method"]), (&"make_dir".into(), &"snapshot".into()));
        let summary = &of_type(&told, "job.summary")[0]["summary"];
        assert_eq!(summary["done"], 1);
        assert_eq!(summary["carried"]["snapshots"], 4);
        assert_eq!(summary["bytes"], 0);
        let totals = of_type(&told, "job.totals");
        assert!(totals.iter().all(|told| told["totals"]["items"] == 1), "{totals:?}");
        assert!(list(&home.at("")).iter().all(|name| !name.as_bytes().starts_with(b".fcp")));
    });
}

#[test]
fn a_snapshot_can_be_read_only_with_all_in_it() {
    on_btrfs(|_, home| {
        let (err, code) = home
            .told("fcp", &["-a", "--progress=always", "--snapshot-subvolumes=ro", "data", "kept"]);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("4 subvolume snapshots"), "{err}");
        assert_same(&home.at("data"), &home.at("kept"), &What::everything());
        for root in nested(home, "kept").iter().chain([&home.at("kept")]) {
            let refused = fs::write(root.join("new"), "new").unwrap_err();
            assert_eq!(refused.raw_os_error(), Some(30), "{}", root.display());
        }
        // One without others in it is made in one step.
        let (err, code) = home
            .told("fcp", &["-a", "--progress=always", "--snapshot-subvolumes=ro", INMOST, "one"]);
        assert_eq!(code, 0, "{err}");
        assert!(err.contains("1 subvolume snapshot"), "{err}");
        assert_eq!(fs::write(home.at("one/new"), "new").unwrap_err().raw_os_error(), Some(30));
    });
}

#[test]
fn subvolumes_below_the_operands_become_snapshots_too() {
    on_btrfs(|mounts, home| {
        home.make(&["plain/file"]);
        mounts.subvolume(&home.at("plain/sub"));
        home.write("plain/sub/file", "sub");
        home.mkdir("to");
        let told = events(home, &["-a", "--snapshot-subvolumes", "plain", "to"]);
        assert!(is_subvolume(&home.at("to/plain/sub")) && !is_subvolume(&home.at("to/plain")));
        assert_same(&home.at("plain"), &home.at("to/plain"), &What::everything());
        let summary = &of_type(&told, "job.summary")[0]["summary"];
        assert_eq!((&summary["done"], &summary["carried"]["snapshots"]), (&3.into(), &1.into()));
    });
}

#[test]
fn without_other_filesystems_those_inside_are_empty_folders() {
    on_btrfs(|_, home| {
        ok(home, &["-a", "-x", "data", "copy"]);
        ok(home, &["-a", "-x", "--snapshot-subvolumes", "data", "snapshot"]);
        assert!(is_subvolume(&home.at("snapshot")));
        assert_same(&home.at("copy"), &home.at("snapshot"), &What::everything());
        assert!(list(&home.at("snapshot/a/inner")).is_empty());
        fs::write(home.at("snapshot/a/inner/new"), "new").unwrap();
    });
}

#[test]
fn what_cannot_be_a_snapshot_is_copied_and_told() {
    on_btrfs(|mounts, home| {
        let told = |args: &[&str]| {
            let (err, code) = home.told("fcp", &[&["-a", "--snapshot-subvolumes"], args].concat());
            assert_eq!(code, 0, "{err}");
            err
        };
        let option = "the job filters, checks or changes what it copies; its items are copied";
        for (name, flag) in [("1", "--exclude=*.none"), ("2", "--verify"), ("3", "--reflink=never")]
        {
            assert!(told(&[flag, "data", name]).contains(option), "{flag}");
            assert!(!is_subvolume(&home.at(name)));
            assert_same(&home.at("data"), &home.at(name), &What::everything());
        }

        let other = mounts.filesystem(Kind::Btrfs, 512 << 20);
        let there = other.join("data");
        let err = told(&["data", there.to_str().unwrap()]);
        assert!(err.contains("the copy goes to another filesystem"), "{err}");
        assert_same(&home.at("data"), &there, &What::everything());

        mounts.bind(&home.at("data/tree"), &home.at("data/a/inner/deep"));
        let err = told(&["data", "4"]);
        assert!(err.contains("'data': something is mounted in it"), "{err}");
        assert_same(&home.at("data"), &home.at("4"), &What::contents());
        // Those in it in which nothing is mounted are snapshots all the same.
        assert!(is_subvolume(&nested(home, "4")[2]) && !is_subvolume(&nested(home, "4")[0]));
        mounts.unmount(&home.at("data/a/inner/deep"));

        // A name that is taken is a conflict like any other: folders are merged.
        home.make(&["5/data/other"]);
        assert!(!told(&["data", "5"]).contains("snapshot"));
        assert!(home.has("5/data/other") && home.has("5/data/tree"));
        // Where something is to be kept as a backup, the user may expect the whole folder to be.
        let taken =
            "cannot take a snapshot of 'data': the destination exists; its items are copied";
        home.make(&["7/data/other", "7/file"]);
        for to in ["7/data", "7/file"] {
            assert!(told(&["--dry-run", "--backup", "-T", "data", to]).contains(taken));
            assert!(told(&["--backup", "-T", "data", to]).contains(taken), "{to}");
            assert!(home.has(&format!("{to}/tree")) && !is_subvolume(&home.at(to)));
        }
        // And a directory that is no subvolume is none.
        assert!(!told(&["data/tree", "6"]).contains("snapshot"));
    });
}

#[test]
fn a_dry_run_tells_of_snapshots() {
    on_btrfs(|_, home| {
        let dry = |args: &[&str]| {
            let args = [&["-a", "--snapshot-subvolumes", "--dry-run"], args].concat();
            let output = home.run("fcp", &args);
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
        };
        let plan = dry(&["data", "to"]);
        assert!(plan.contains("To copy     0 files in 1 folder"), "{plan}");
        assert!(plan.contains("Snapshots   4 subvolume snapshots"), "{plan}");
        assert!(!home.has("to"));
        let plan = dry(&["--exclude=x", "data", "to"]);
        assert!(plan.contains("its items are copied") && !plan.contains("Snapshots"), "{plan}");
        home.mkdir("to/data");
        let plan = dry(&["data", "to"]);
        assert!(plan.contains("folder exists") && !plan.contains("4 subvolume"), "{plan}");
    });
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
            let (err, code) = home.told("fcp", &["--undo"]);
            assert_eq!(code, 0, "{err}");
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
        let (err, code) = home.told("fcp", &["--undo"]);
        assert!(code == 1 && err.contains("changed since"), "{code} {err}");
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
        let (err, code) = home.told("fcp", &["--undo"]);
        assert!(code == 1 && err.contains("changed since"), "{code} {err}");
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
        let (err, code) = home.told("fcp", &["--undo"]);
        assert_eq!(code, 0, "{err}");
        assert!(!home.has("to"));
        assert_eq!(trashed(home), 2);

        let (err, code) = home.told("fcp", &["--redo"]);
        assert_eq!(code, 0, "{err}");
        assert_eq!(fs::read(home.at("to/data/a/inner/file")).unwrap(), before);
        assert!(home.has("to/file") && is_subvolume(&home.at("to/data")));
        for root in nested(home, "to/data").iter().chain([&home.at("to/data")]) {
            assert_eq!(fs::write(root.join("new"), "").unwrap_err().raw_os_error(), Some(30));
        }
        // And the redo can be undone.
        let (err, code) = home.told("fcp", &["--undo"]);
        assert_eq!(code, 0, "{err}");
        assert!(!home.has("to"));
    });
}

#[test]
fn a_user_may_take_snapshots_of_own_subvolumes_and_undo_them() {
    on_btrfs(|mounts, home| {
        for above in home.path().ancestors().take_while(|it| it.starts_with(mounts.root())) {
            fs::set_permissions(above, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let own = |path: &Path| chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        own(home.path());
        own(&home.at(""));
        for path in ["data", "data/a"] {
            own(&home.at(path));
        }
        for path in &nested(home, "data")[..1] {
            own(path);
        }
        own(&home.at("data/a/inner/deep"));
        let fcp = |args: &[&str]| {
            let mut command = program("fcp");
            as_nobody(&mut command)?;
            let output = run(command.args(args).env("HOME", home.path()).current_dir(home.at("")));
            let err = String::from_utf8(output.stderr).unwrap();
            Some((err, output.status.code().unwrap()))
        };
        let Some((err, code)) = fcp(&["-a", "--snapshot-subvolumes", "data", "1"]) else { return };
        assert!(err.contains("cannot take a snapshot of 'data': "), "{code} {err}");
        assert!(!is_subvolume(&home.at("1")) && list(&home.at("")).len() == 2, "{err}");

        for path in &nested(home, "data")[1..] {
            own(path);
        }
        let (err, code) = fcp(&["-a", "--snapshot-subvolumes=ro", "data", "2"]).unwrap();
        assert_eq!(code, 0, "{err}");
        assert!(is_subvolume(&home.at("2")) && is_subvolume(&nested(home, "2")[1]));
        assert_same(&home.at("data"), &home.at("2"), &What::everything());
        let (err, code) = fcp(&["--undo"]).unwrap();
        assert!(!home.has("2"), "{code} {err}");
    });
}

/// Runs a job of the queue that takes a snapshot of `data` as `to`, and is killed before that gets its name; gives what it
/// leaves.
fn killed_before_the_rename(home: &Home, how: &str) -> PathBuf {
    let mut add = home.command("fcpq", &["add", "copy", "-a", how, "data", "to"]);
    assert!(run(&mut add).status.success());
    let mut dying = Command::new("strace");
    dying.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat2"]);
    dying.args(["-e", "inject=renameat2:signal=SIGKILL:when=1"]).arg(path_of("fcpq")).arg("run");
    let killed = run(dying.env("HOME", home.path()).current_dir(home.at("")));
    assert!(!killed.status.success() && !home.has("to"), "{killed:?}");
    let names = list(&home.at(""));
    home.at("").join(names.iter().find(|name| name.as_bytes().starts_with(b".fcp-")).unwrap())
}

#[test]
fn what_cannot_be_deleted_as_a_subvolume_is_not_emptied() {
    if !has_strace() {
        return;
    }
    on_btrfs(|mounts, home| {
        let left = killed_before_the_rename(home, "--snapshot-subvolumes=ro");
        home.make(&["elsewhere/file"]);
        mounts.bind(&home.at("elsewhere"), &left.join("tree"));
        assert!(home.run("fcpq", &["run"]).status.success());
        assert!(home.has("elsewhere/file") && left.join("tree/file").exists());
        mounts.unmount(&left.join("tree"));
        assert!(left.join("a/inner/file").exists());
    });
    on_btrfs(|_, home| {
        let left = killed_before_the_rename(home, "--snapshot-subvolumes=ro");
        bin::run(Command::new("btrfs").args(["subvolume", "set-default"]).arg(&left));
        assert!(home.run("fcpq", &["run"]).status.success());
        assert_same(&home.at("data/tree"), &left.join("tree"), &What::contents());
        assert_eq!(fs::write(left.join("new"), "new").unwrap_err().raw_os_error(), Some(30));
    });
}

#[test]
fn what_a_killed_snapshot_left_is_removed_and_the_job_ends_it() {
    if !has_strace() {
        return;
    }
    on_btrfs(|_, home| {
        killed_before_the_rename(home, "--snapshot-subvolumes");
        let left = |name: &std::ffi::OsString| name.as_bytes().starts_with(b".fcp-");
        let done = home.run("fcpq", &["run"]);
        assert!(done.status.success(), "{done:?}");
        assert!(is_subvolume(&home.at("to")));
        assert_same(&home.at("data"), &home.at("to"), &What::everything());
        assert!(!list(&home.at("")).iter().any(left));
    });
}

#[test]
fn a_job_killed_after_its_target_became_a_snapshot_resumes() {
    if !has_strace() {
        return;
    }
    on_btrfs(|_, home| {
        let mut add =
            home.command("fcpq", &["add", "copy", "-aT", "--snapshot-subvolumes", "data", "to"]);
        assert!(run(&mut add).status.success());
        // The kill comes with a look at the snapshot under its name.
        let mut dying = Command::new("strace");
        dying.args(["-f", "-qq", "-o", "/dev/null", "-P"]).arg(home.at("to"));
        dying.args(["-e", "trace=ioctl", "-e", "inject=ioctl:signal=SIGKILL:when=1"]);
        dying.arg(path_of("fcpq")).arg("run");
        let killed = run(dying.env("HOME", home.path()).current_dir(home.at("")));
        assert!(!killed.status.success() && is_subvolume(&home.at("to")), "{killed:?}");
        let done = home.run("fcpq", &["run"]);
        assert!(done.status.success(), "{done:?}");
        assert_same(&home.at("data"), &home.at("to"), &What::everything());
        let waiting = home.run("fcpq", &["list"]);
        assert_eq!(String::from_utf8(waiting.stdout).unwrap(), "");
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
    if !has_strace() {
        return;
    }
    on_btrfs(|_, home| {
        for (source, file) in [(INMOST, "to/file"), ("data", "to/a/inner/file")] {
            let copy = ["fcp", "-aT", "--snapshot-subvolumes", source, "to"];
            while_calls_take_long(home, "ioctl", &copy, || {
                let file = fs::File::options().write(true).open(home.at(file)).unwrap();
                std::os::unix::fs::FileExt::write_at(&file, b"EDITED", 0).unwrap();
            });
            let (err, code) = home.told("fcp", &["--undo"]);
            assert!(code == 1 && err.contains("changed since"), "{code} {err}");
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

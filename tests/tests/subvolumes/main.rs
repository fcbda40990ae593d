//! Tests that snapshots of btrfs subvolumes are what copies of them would be, and can be undone.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod killed;
mod undone;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use fcp_test_support::home::Home;
use fcp_test_support::ns::NOBODY;
use fcp_test_support::output::Told as _;
use fcp_test_support::{
    Kind, Mounts, Tree, What, as_nobody, assert_same, bin, has_strace, needs, path_of, program,
    run, with_mounts,
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
        fcp(&["-a", "--snapshot-subvolumes=ro", "data", "2"]).unwrap().ends(0);
        assert!(is_subvolume(&home.at("2")) && is_subvolume(&nested(home, "2")[1]));
        assert_same(&home.at("data"), &home.at("2"), &What::everything());
        let (err, code) = fcp(&["--undo"]).unwrap();
        assert!(!home.has("2"), "{code} {err}");
    });
}

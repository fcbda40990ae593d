//! Tests that jobs that take snapshots survive a kill, and what becomes of the snapshots they left.

use super::*;

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
    needs!(has_strace());
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
    needs!(has_strace());
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
    needs!(has_strace());
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

//! Tests that removals and prompts come in the order of `rm`, which depends on the filesystem.

use std::fmt::Write as _;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use fcp_test_support::bin::{clean, path_of, run};
use fcp_test_support::{Kind, Pty, skip, with_jail, with_mounts};
use rustix::process::Signal;

use crate::RM;

/// Makes a tree whose directories hold files before, between and after subdirectories.
const TREE: &str = "mkdir w; cd w; for a in 1 2 3; do mkdir d$a; for b in 1 2 3 4; do : >d$a/f$b; \
                    mkdir d$a/s$b; : >d$a/s$b/x; : >d$a/s$b/y; done; ln -s d$a l$a; : >f$a; done";

/// Runs a command in a fresh tree, with one program as `rm`; gives all it says.
fn said(place: &Path, program: &Path, command: &str) -> String {
    let bin = place.join("bin");
    std::fs::DirBuilder::new().create(&bin).unwrap();
    symlink(program, bin.join("rm")).unwrap();
    let mut shell = clean(Command::new("/bin/sh"));
    shell.env("PATH", format!("{}:/usr/bin:/bin", bin.display())).current_dir(place);
    let done = run(shell.args(["-c", &format!("{TREE}; cd ..; {command}")]));
    let mut text = String::from_utf8(done.stdout).unwrap();
    write!(text, "{}{:?}", String::from_utf8(done.stderr).unwrap(), done.status.code()).unwrap();
    text
}

#[test]
fn names_and_prompts_come_in_rms_own_order() {
    // The order is older than 9.7, so whichever GNU rm is here will do.
    let here = Path::new("/usr/bin/rm");
    let is_gnu = || {
        let told = clean(Command::new(here)).arg("--version").output();
        told.is_ok_and(|told| told.stdout.starts_with(b"rm (GNU coreutils)"))
    };
    let Some(oracle) = RM.oracle().or_else(|| is_gnu().then_some(here)) else {
        return skip::skip("there is no GNU rm to compare with; FCP_ORACLE_RM may name one");
    };
    with_mounts(&[Kind::Ext4, Kind::Tmpfs], |mounts| {
        let filesystems = [Kind::Ext4, Kind::Tmpfs].map(|kind| mounts.filesystem(kind, 16 << 20));
        mounts.guard_the_rest();
        for (at, filesystem) in filesystems.iter().enumerate() {
            for (case, command) in [
                "rm -rv w",
                "yes | rm -riv w",
                "yes n | rm -riv w",
                "printf 'y\\ny\\nn\\n%.0s' 1 2 3 4 5 6 7 8 9 | rm -riv w",
                "cd w; rm -rv f1 d3 nope d1 l2 d2/s1 d2",
                "cd w; rm -v f3 d1 f1 nope l1; rm -dv d1/s1 d2",
            ]
            .into_iter()
            .enumerate()
            {
                let place = |whose: &str| {
                    let place = filesystem.join(format!("{whose}{at}{case}"));
                    std::fs::DirBuilder::new().create(&place).unwrap();
                    place
                };
                let ours = said(&place("ours"), &path_of("frm"), command);
                let theirs = said(&place("gnus"), oracle, command);
                assert_eq!(ours, theirs, "{command}");
            }
        }
    });
}

#[test]
fn thousands_of_answers_wait_for_no_clock() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        mounts.guard_the_rest();
        // At a twentieth of a second each, they would take longer than a test may.
        let command = "mkdir m; cd m; seq 4000 | xargs touch; cd ..; yes | rm -ri m 2>/dev/null";
        assert!(said(mounts.root(), &path_of("frm"), command).ends_with("Some(0)"));
        assert!(!mounts.root().join("m").exists());
    });
}

#[test]
fn whoever_ends_it_at_a_question_finds_the_rest() {
    with_jail("frm", "rm", |jail| {
        for path in ["/w/a/f", "/w/b/g"] {
            jail.file(path).give(path);
        }
        for path in ["/w", "/w/a", "/w/b"] {
            jail.give(path);
        }
        jail.mode("/w/a/f", 0o444);
        let mut rm = jail.command_in("/w", true, "/bin/rm");
        let mut asked = Pty::start(rm.args(["-r", "a", "b"]), 80, 24);
        asked.wait_for("rm: remove write-protected regular empty file 'a/f'? ");
        asked.signal(Signal::INT);
        assert_eq!(asked.wait().signal(), Some(Signal::INT.as_raw()));
        assert!(jail.has("/w/a/f") && jail.has("/w/b/g"));
    });
}

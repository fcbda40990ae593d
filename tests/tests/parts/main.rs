//! Tests that a copy which is divided into parts is the copy that one process makes: whatever launcher starts the
//! processes, however many there are, and whenever they are killed.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod claims;
mod failures;
mod launchers;
mod mirror_again;
mod mirror_kept;
mod mirror_way;
mod mirrored;
mod moved;
mod pieces;
mod pieces_stopped;
mod pieces_told;
mod refused;
mod removals;
mod same;
mod slurm;
mod verified;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fcp_test_support::home::Home;
use fcp_test_support::output::{self, Told as _, names};
use fcp_test_support::rng::Rng;
use fcp_test_support::{
    Cluster, Kind, Running, Scratch, Tree, What, assert_same, bin, has_strace, layout, needs,
    program, run, thrice, until, while_nobody, with_exfat, with_filesystem, with_mounts,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

fn fcp(dir: &Path, args: &[&str]) -> Command {
    let mut command = program("fcp");
    command.args(args).current_dir(dir);
    command
}

/// Runs `fcp`; gives what it told, and its exit code.
fn told(dir: &Path, args: &[&str]) -> (String, String, i32) {
    of(&mut fcp(dir, args))
}

fn of(command: &mut Command) -> (String, String, i32) {
    output::told(&run(command))
}

/// Runs `fcp`, which must succeed; gives what it told.
fn ok(dir: &Path, args: &[&str]) -> String {
    let (out, err, code) = told(dir, args);
    assert_eq!((code, err.as_str()), (0, ""), "{args:?}: {out}");
    out
}

fn status(dir: &Path) -> Value {
    let (out, err, _) = told(dir, &["plan", "status", "plan", "--json"]);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
}

/// What is below a directory, by path; none if it is not there.
fn left(root: &Path) -> BTreeSet<PathBuf> {
    let (mut found, mut todo) = (BTreeSet::new(), vec![root.to_owned()]);
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten() {
            let entry = entry.unwrap();
            found.insert(entry.path().strip_prefix(root).unwrap().to_owned());
            if entry.file_type().unwrap().is_dir() {
                todo.push(entry.path());
            }
        }
    }
    found
}

/// Everything that a tree can have, with groups of hard links across directories.
fn lay_out(src: &Path, seed: u64) {
    Tree { hard_links: true, ..Tree::full(seed) }.entries(600).build(src).unwrap();
    fs::create_dir_all(src.join("made/empty/deep")).unwrap();
    fs::create_dir_all(src.join("made/other")).unwrap();
    fs::write(src.join("made/many names"), "x").unwrap();
    for n in 0..40 {
        let dir = if n % 2 == 0 { "made/empty" } else { "made/other" };
        fs::hard_link(src.join("made/many names"), src.join(dir).join(format!("name {n}")))
            .unwrap();
    }
}

/// Starts processes that copy parts until none is left.
fn workers(dir: &Path, count: usize) -> Vec<Running> {
    let start = |_| {
        let mut command = fcp(dir, &["part", "plan", "--all"]);
        Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
    };
    (0..count).map(start).collect()
}

/// Counts what is no directory.
fn files(root: &Path) -> u64 {
    let (mut found, mut todo) = (0, vec![root.to_owned()]);
    while let Some(dir) = todo.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                todo.push(entry.path());
            } else {
                found += 1;
            }
        }
    }
    found
}

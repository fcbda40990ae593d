//! Tests random trees, policies, answers and control commands against a model that fits on a page.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod strategies;

#[path = "../copy/mod.rs"]
mod copy;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use copy::{Copy, copy, get, mkdir, put};
use fcp_engine::event::{
    Answer, ConflictKind, Event, Outcome, Question, Resolution, Scope, Subject,
};
use fcp_engine::spec::{ConflictPolicy, DirectoryPolicy, MismatchPolicy, Options};
use fcp_test_support::Scratch;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps};
use strategies::{commands, config, rules, trees};

const NAMES: [&[u8]; 6] = [b"a", b"b", b"caf\xe9", b"\x1b[2J", b"li\nne", b"-rf"];
const PATTERN: &str = "{stem}.new{n}{ext}";

type Tree = BTreeMap<Vec<u8>, Node>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    File(Leaf),
    Link(Leaf),
    Dir(Tree),
}

/// Bytes of a file or the target of a link, which leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leaf {
    bytes: Vec<u8>,
    mtime: i64,
}

/// What happens to a taken name; some of it can only be said beforehand, some only when asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Replace,
    Merge,
    Skip,
    Fail,
    Rename,
    RenameExisting,
    Newer,
    Older,
    Larger,
    Smaller,
    DifferentMeta,
    DifferentContent,
}

#[derive(Clone, Copy, Debug)]
struct Rules {
    file: (Choice, bool),
    directory: (Choice, bool),
    mismatch: (Choice, bool),
}

/// Counts of terminal events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    done: u64,
    skipped: u64,
    failed: u64,
}

// The model.

fn renamed(name: &[u8]) -> Vec<u8> {
    [name, b".new1"].concat()
}

fn kind(src: &Node, dst: &Node) -> ConflictKind {
    match (src, dst) {
        (Node::Dir(_), Node::Dir(_)) => ConflictKind::Directory,
        (Node::Dir(_), _) => ConflictKind::FileInTheWay,
        (_, Node::Dir(_)) => ConflictKind::DirectoryInTheWay,
        (_, _) => ConflictKind::File,
    }
}

fn leaf(node: &Node) -> &Leaf {
    match node {
        Node::File(leaf) | Node::Link(leaf) => leaf,
        Node::Dir(_) => panic!("a directory"),
    }
}

/// Whether a choice between two leaves replaces the one that is there.
fn replaces(choice: Choice, src: &Node, dst: &Node) -> bool {
    let same_type = matches!(src, Node::File(_)) == matches!(dst, Node::File(_));
    let both_files = same_type && matches!(src, Node::File(_));
    let (src, dst) = (leaf(src), leaf(dst));
    let (larger, newer) = (src.bytes.len().cmp(&dst.bytes.len()), src.mtime.cmp(&dst.mtime));
    match choice {
        Choice::Replace => true,
        Choice::Newer => newer.is_gt(),
        Choice::Older => newer.is_lt(),
        Choice::Larger => larger.is_gt(),
        Choice::Smaller => larger.is_lt(),
        Choice::DifferentMeta => !(same_type && larger.is_eq() && newer.is_eq()),
        Choice::DifferentContent => !(both_files && src.bytes == dst.bytes),
        _ => false,
    }
}

/// Puts a node where nothing is.
fn place(src: &Node, name: Vec<u8>, dst: &mut Tree, counts: &mut Counts) {
    fn count(node: &Node) -> u64 {
        match node {
            Node::Dir(below) => 1 + below.values().map(count).sum::<u64>(),
            Node::File(_) | Node::Link(_) => 1,
        }
    }
    counts.done += count(src);
    dst.insert(name, src.clone());
}

fn apply(src: &Node, name: &[u8], dst: &mut Tree, rules: Rules, counts: &mut Counts) {
    let Some(there) = dst.get_mut(name) else {
        return place(src, name.to_vec(), dst, counts);
    };
    let choice = match kind(src, there) {
        ConflictKind::File => rules.file.0,
        ConflictKind::Directory => rules.directory.0,
        ConflictKind::DirectoryInTheWay
            if rules.file == (Choice::Skip, false) && rules.mismatch.0 == Choice::Fail =>
        {
            Choice::Skip
        }
        ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => rules.mismatch.0,
    };
    match choice {
        Choice::Skip => counts.skipped += 1,
        Choice::Fail => counts.failed += 1,
        Choice::Rename => place(src, renamed(name), dst, counts),
        Choice::RenameExisting => {
            let there = there.clone();
            dst.insert(renamed(name), there);
            place(src, name.to_vec(), dst, counts);
        }
        Choice::Merge => {
            let (Node::Dir(from), Node::Dir(to)) = (src, there) else { panic!("{choice:?}") };
            counts.done += 1;
            for (name, node) in from {
                apply(node, name, to, rules, counts);
            }
        }
        choice if replaces(choice, src, there) => {
            counts.done += 1;
            *there = src.clone();
        }
        _ => counts.skipped += 1,
    }
}

// The disk.

fn path(at: &Path, name: &[u8]) -> PathBuf {
    at.join(OsStr::from_bytes(name))
}

fn build(tree: &Tree, at: &Path) {
    mkdir(at);
    for (name, node) in tree {
        let path = path(at, name);
        match node {
            Node::Dir(below) => build(below, &path),
            Node::File(leaf) => put(&path, &leaf.bytes),
            Node::Link(leaf) => copy::symlink(OsStr::from_bytes(&leaf.bytes), &path),
        }
        if let Node::File(leaf) | Node::Link(leaf) = node {
            let time = Timespec { tv_sec: leaf.mtime, tv_nsec: 0 };
            let times = Timestamps { last_access: time, last_modification: time };
            rustix::fs::utimensat(CWD, &path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
        }
    }
}

/// Reads a tree back, without times.
fn read(at: &Path) -> Tree {
    let entries = std::fs::read_dir(at).unwrap();
    let node = |path: &Path| {
        if path.is_symlink() {
            let target = path.read_link().unwrap();
            Node::Link(Leaf { bytes: target.as_os_str().as_bytes().to_vec(), mtime: 0 })
        } else if path.is_dir() {
            Node::Dir(read(path))
        } else {
            Node::File(Leaf { bytes: get(path), mtime: 0 })
        }
    };
    entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().as_bytes().to_vec(), node(&entry.path())))
        .collect()
}

fn timeless(tree: &Tree) -> Tree {
    let node = |node: &Node| match node {
        Node::Dir(below) => Node::Dir(timeless(below)),
        Node::File(leaf) => Node::File(Leaf { mtime: 0, ..leaf.clone() }),
        Node::Link(leaf) => Node::Link(Leaf { mtime: 0, ..leaf.clone() }),
    };
    tree.iter().map(|(name, there)| (name.clone(), node(there))).collect()
}

/// Whether some name begins as our temporary ones do.
fn has_temporary(tree: &Tree) -> bool {
    tree.iter().any(|(name, node)| {
        name.starts_with(b".fcp-") || matches!(node, Node::Dir(below) if has_temporary(below))
    })
}

// The job.

fn set_policies(options: &mut Options, rules: Rules) {
    let pattern = || PATTERN.to_owned();
    options.on_conflict = match rules.file {
        (_, true) => ConflictPolicy::Ask,
        (Choice::Skip, _) => ConflictPolicy::Skip,
        (Choice::Fail, _) => ConflictPolicy::Fail,
        (Choice::Rename, _) => ConflictPolicy::Rename(pattern()),
        (Choice::Newer, _) => ConflictPolicy::Newer,
        (Choice::Older, _) => ConflictPolicy::Older,
        (Choice::Larger, _) => ConflictPolicy::Larger,
        (Choice::Smaller, _) => ConflictPolicy::Smaller,
        (Choice::DifferentMeta, _) => ConflictPolicy::DifferentMeta,
        (Choice::DifferentContent, _) => ConflictPolicy::DifferentContent,
        (_, _) => ConflictPolicy::Overwrite,
    };
    options.on_directory = match rules.directory {
        (_, true) => DirectoryPolicy::Ask,
        (Choice::Skip, _) => DirectoryPolicy::Skip,
        (Choice::Fail, _) => DirectoryPolicy::Fail,
        (Choice::Rename, _) => DirectoryPolicy::Rename(pattern()),
        (_, _) => DirectoryPolicy::Merge,
    };
    options.on_mismatch = match rules.mismatch {
        (_, true) => MismatchPolicy::Ask,
        (Choice::Skip, _) => MismatchPolicy::Skip,
        (Choice::Rename, _) => MismatchPolicy::Rename(pattern()),
        (_, _) => MismatchPolicy::Fail,
    };
}

fn answer_to(question: &Question, rules: Rules) -> Answer {
    let Subject::Conflict { kind, .. } = &question.subject else { panic!("{question:?}") };
    let choice = match kind {
        ConflictKind::File => rules.file.0,
        ConflictKind::Directory => rules.directory.0,
        ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay => rules.mismatch.0,
    };
    match choice {
        Choice::Replace => Answer::Overwrite,
        Choice::Merge => Answer::Merge,
        Choice::Skip => Answer::Skip,
        Choice::Rename => Answer::Rename(PATTERN.to_owned()),
        Choice::RenameExisting => Answer::RenameExisting(PATTERN.to_owned()),
        Choice::Newer => Answer::Newer,
        Choice::Older => Answer::Older,
        Choice::Larger => Answer::Larger,
        Choice::Smaller => Answer::Smaller,
        Choice::DifferentMeta => Answer::DifferentMeta,
        Choice::DifferentContent => Answer::DifferentContent,
        Choice::Fail => panic!("cannot be answered"),
    }
}

/// A command given between two events.
#[derive(Clone, Copy, Debug)]
enum Command {
    Pause,
    Resume,
    Limit(u64),
    Cancel,
    /// How far the next answers reach.
    Reach(Scope),
}

/// Runs the job under a storm of commands; the questions are answered as the rules say.
///
/// An answer never reaches more than its kind, since the rules say something else of others.
fn drive(job: Copy, rules: Rules, commands: &[Command]) -> copy::Told {
    let mut running = job.start();
    let (engine, id) = (running.engine.clone(), running.job);
    let mut commands = commands.iter();
    let mut scope = Scope::This;
    loop {
        match commands.next() {
            Some(Command::Pause) => engine.pause(id).unwrap(),
            Some(Command::Resume) => engine.resume(id).unwrap(),
            Some(Command::Limit(rate)) => engine.set_limit_rate(id, *rate).unwrap(),
            Some(Command::Cancel) => engine.cancel(id).unwrap(),
            Some(Command::Reach(reach)) => scope = *reach,
            None => {
                // All commands have been sent: let the job end.
                engine.resume(id).unwrap();
                engine.set_limit_rate(id, 0).unwrap();
                let asks = |event: &Event| {
                    matches!(event, Event::QuestionAsked { .. } | Event::JobSummary { .. })
                };
                if engine.status()[0].questions.is_empty()
                    && matches!(running.until(asks), Event::JobSummary { .. })
                {
                    return running.end();
                }
            }
        }
        for question in engine.status()[0].questions.clone() {
            let resolution = Resolution { answer: answer_to(&question, rules), scope };
            // A wider answer, or a cancel, may have come first.
            drop(engine.answer(question.id, &resolution));
        }
    }
}

fn check(src: &Tree, dst: &Tree, rules: Rules, commands: &[Command]) -> TestCaseResult {
    let scratch = Scratch::new();
    build(src, &scratch.join("src"));
    build(dst, &scratch.join("dst"));
    let mut expected = BTreeMap::from([(b"dst".to_vec(), Node::Dir(dst.clone()))]);
    let mut counts = Counts::default();
    // The operands themselves are taken, too.
    apply(&Node::Dir(src.clone()), b"dst", &mut expected, rules, &mut counts);

    let job =
        copy(scratch.join("src"), scratch.join("dst")).with(|options| set_policies(options, rules));
    let told = drive(job, rules, commands);
    let mut found = read(scratch.path());
    found.remove(&b"src"[..]);
    prop_assert!(!has_temporary(&found), "{:?}", found);
    let summary = &told.summary;
    if summary.outcome == Outcome::Cancelled {
        prop_assert!(commands.iter().any(|command| matches!(command, Command::Cancel)));
        return Ok(());
    }
    prop_assert_eq!(found, timeless(&expected));
    let (done, skipped, failed) = (summary.done, summary.skipped, summary.failed);
    prop_assert_eq!(Counts { done, skipped, failed }, counts);
    let outcome = if failed > 0 { Outcome::CompletedWithErrors } else { Outcome::Completed };
    prop_assert_eq!(summary.outcome, outcome);
    Ok(())
}

// The dice.

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_tree_under_any_policy_becomes_what_the_model_says(
        src in trees(), dst in trees(), rules in rules()
    ) {
        check(&src, &dst, rules, &[])?;
    }

    #[test]
    fn any_storm_of_commands_ends_in_the_same_tree(
        src in trees(), dst in trees(), rules in rules(), commands in commands()
    ) {
        check(&src, &dst, rules, &commands)?;
    }
}

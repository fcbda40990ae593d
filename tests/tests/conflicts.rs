//! Tests of conflicts: what every policy and answer does to an existing destination.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod copy;

use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use copy::{
    Copy, Running, chmod, copy, copy_into, get, hard_link, mkdir, names, noise, put, symlink,
};
use fcp_engine::engine::ControlError;
use fcp_engine::error::Code;
use fcp_engine::event::{
    Answer, ConflictKind, Event, Outcome, Question, Resolution, Scope, SkipReason, Subject,
};
use fcp_engine::spec::{
    Backup, BackupKind, ConflictPolicy, DirectoryPolicy, MismatchPolicy, Overwrite,
};
use fcp_test_support::{Kind, Scratch, acl, with_filesystem};

const DEFAULT: &str = fcp_engine::spec::DEFAULT_RENAME;

/// Puts a file whose mtime is this many seconds after the epoch.
fn put_at(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>, seconds: u64) {
    put(&path, bytes);
    age(path, seconds);
}

fn age(path: impl AsRef<Path>, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    File::options().write(true).open(path.as_ref()).unwrap().set_modified(time).unwrap();
}

fn backup(kind: BackupKind) -> Backup {
    Backup { kind, suffix: "~".to_owned() }
}

/// Which policies replace a destination of the same size or age, and why the others do not.
#[test]
fn file_policies_replace_what_they_say() {
    use ConflictPolicy as P;
    let replaces: [(P, [bool; 4]); 7] = [
        // Source: newer and larger; older and smaller; same meta, other bytes; the same file.
        (P::Overwrite, [true, true, true, true]),
        (P::Newer, [true, false, false, false]),
        (P::Older, [false, true, false, false]),
        (P::Larger, [true, false, false, false]),
        (P::Smaller, [false, true, false, false]),
        (P::DifferentMeta, [true, true, false, false]),
        (P::DifferentContent, [true, true, true, false]),
    ];
    let sources = [("long source", 200), ("s", 50), ("sourc", 100), ("there", 100)];
    for (policy, expected) in replaces {
        let scratch = Scratch::new();
        mkdir(scratch.join("src"));
        mkdir(scratch.join("dst"));
        mkdir(scratch.join("dst/src"));
        for (n, (bytes, time)) in sources.iter().enumerate() {
            put_at(scratch.join(format!("src/{n}")), bytes, *time);
            put_at(scratch.join(format!("dst/src/{n}")), "there", 100);
        }
        let told = copy_into(&[scratch.join("src")], scratch.join("dst"))
            .with(|options| options.on_conflict = policy.clone())
            .run()
            .clean();
        for (n, replaced) in expected.into_iter().enumerate() {
            let now = get(scratch.join(format!("dst/src/{n}")));
            let wanted = if replaced { sources[n].0 } else { "there" };
            assert_eq!(now, wanted.as_bytes(), "{policy:?} {n}");
        }
        let skipped = expected.iter().filter(|replaced| !**replaced).count();
        assert_eq!(told.skipped.len(), skipped, "{policy:?}");
        let counted = (told.summary.replaced, told.summary.renamed);
        assert_eq!(counted, ((expected.len() - skipped) as u64, 0), "{policy:?}");
    }
}

#[test]
fn skip_and_fail_leave_the_destination_alone() {
    for (policy, failed) in [(ConflictPolicy::Skip, false), (ConflictPolicy::Fail, true)] {
        let scratch = Scratch::new();
        put(scratch.join("a"), "new");
        put(scratch.join("b"), "old");
        let inode = scratch.join("b").metadata().unwrap().ino();
        let told = copy(scratch.join("a"), scratch.join("b"))
            .with(|options| options.on_conflict = policy)
            .run();
        assert_eq!((told.failed.len(), told.skipped.len()), (failed.into(), (!failed).into()));
        if failed {
            assert_eq!(told.failed[0].1.code, Code::Exists);
        }
        assert_eq!(get(scratch.join("b")), b"old");
        assert_eq!(scratch.join("b").metadata().unwrap().ino(), inode);
    }
}

#[test]
fn renamed_files_number_on_and_keep_their_extension() {
    let scratch = Scratch::new();
    mkdir(scratch.join("to"));
    for (name, taken) in [("a.tar.gz", "a.tar (1).gz"), ("plain", "plain (1)"), (".rc", ".rc (1)")]
    {
        put(scratch.join(name), "new");
        put(scratch.join("to").join(name), "old");
        put(scratch.join("to").join(taken), "old too");
    }
    let sources = ["a.tar.gz", "plain", ".rc"].map(|name| scratch.join(name));
    let told = copy_into(&sources, scratch.join("to"))
        .with(|options| options.on_conflict = ConflictPolicy::Rename(DEFAULT.to_owned()))
        .run()
        .clean();
    assert_eq!((told.summary.done, told.summary.replaced, told.summary.renamed), (3, 0, 3));
    for renamed in ["a.tar (2).gz", "plain (2)", ".rc (2)"] {
        assert_eq!(get(scratch.join("to").join(renamed)), b"new", "{renamed}");
    }
    assert_eq!(names(scratch.join("to")).len(), 9);
    assert_eq!(get(scratch.join("to/plain (1)")), b"old too");
}

/// Directories with one file that is new, beside one that is there.
fn two_directories() -> Scratch {
    let scratch = Scratch::new();
    for path in ["d", "to", "to/d"] {
        mkdir(scratch.join(path));
    }
    put(scratch.join("d/new"), "new");
    put(scratch.join("to/d/old"), "old");
    scratch
}

#[test]
fn directory_policies_do_what_they_say() {
    use DirectoryPolicy as P;
    let rename = P::Rename(DEFAULT.to_owned());
    for (policy, top, below) in [
        (P::Merge, vec!["d"], vec!["new", "old"]),
        (P::Skip, vec!["d"], vec!["old"]),
        (P::Fail, vec!["d"], vec!["old"]),
        (rename, vec!["d", "d (1)"], vec!["old"]),
    ] {
        let scratch = two_directories();
        let fails = policy == P::Fail;
        let told = copy_into(&[scratch.join("d")], scratch.join("to"))
            .with(|options| options.on_directory = policy.clone())
            .run();
        let expected: &[_] = if fails { &[("d", Code::Exists)] } else { &[] };
        let told = told.failed_with(expected);
        assert_eq!(names(scratch.join("to")), top, "{policy:?}");
        assert_eq!(names(scratch.join("to/d")), below, "{policy:?}");
        if top.len() == 2 {
            assert_eq!(names(scratch.join("to/d (1)")), ["new"]);
            assert_eq!(told.summary.done, 2);
        }
        // The directory has another name, what is in it does not.
        let renamed = u64::from(top.len() == 2);
        assert_eq!((told.summary.replaced, told.summary.renamed), (0, renamed), "{policy:?}");
    }
}

#[test]
fn mismatch_policies_never_lose_either_side() {
    use MismatchPolicy as P;
    for policy in [P::Fail, P::Skip, P::Rename(DEFAULT.to_owned()), P::Replace] {
        let scratch = Scratch::new();
        for path in ["s", "s/dir", "t", "t/s", "t/s/file"] {
            mkdir(scratch.join(path));
        }
        put(scratch.join("s/dir/x"), "x");
        put(scratch.join("s/file"), "incoming");
        put(scratch.join("t/s/dir"), "in the way");
        put(scratch.join("t/s/file/y"), "y");
        let told = copy_into(&[scratch.join("s")], scratch.join("t"))
            .with(|options| options.on_mismatch = policy.clone())
            .run();
        assert_eq!(get(scratch.join("t/s/dir")), b"in the way");
        assert_eq!(get(scratch.join("t/s/file/y")), b"y");
        match policy {
            P::Fail => {
                let codes = [("dir", Code::OverNonDirectory), ("file", Code::OverDirectory)];
                told.failed_with(&codes);
            }
            P::Skip => assert_eq!(told.failed_with(&[]).skipped.len(), 2),
            // This engine knows no trash, and nothing is deleted silently.
            P::Replace => {
                told.failed_with(&[("dir", Code::NoHome), ("file", Code::NoHome)]);
            }
            P::Rename(_) | P::Ask => {
                assert_eq!(told.clean().summary.renamed, 2);
                assert_eq!(get(scratch.join("t/s/dir (1)/x")), b"x");
                assert_eq!(get(scratch.join("t/s/file (1)")), b"incoming");
            }
        }
    }
}

#[test]
fn backups_keep_the_old_file_under_the_name_their_kind_says() {
    use BackupKind as K;
    for (kind, there, expected) in [
        (K::Simple, None, "f~"),
        (K::Numbered, None, "f.~1~"),
        (K::Numbered, Some("f.~7~"), "f.~8~"),
        (K::Existing, None, "f~"),
        (K::Existing, Some("f.~1~"), "f.~2~"),
    ] {
        let scratch = Scratch::new();
        mkdir(scratch.join("to"));
        put(scratch.join("f"), "new");
        put(scratch.join("to/f"), "old");
        let inode = scratch.join("to/f").metadata().unwrap().ino();
        if let Some(there) = there {
            put(scratch.join("to").join(there), "older");
        }
        copy_into(&[scratch.join("f")], scratch.join("to"))
            .with(|options| options.backup = Some(backup(kind)))
            .run()
            .clean();
        assert_eq!(get(scratch.join("to/f")), b"new", "{kind:?}");
        let kept = scratch.join("to").join(expected);
        assert_eq!(get(&kept), b"old", "{kind:?}");
        assert_eq!(kept.metadata().unwrap().ino(), inode, "the backup is the old file");
        let count = if there.is_some() { 3 } else { 2 };
        assert_eq!(names(scratch.join("to")).len(), count);
    }
}

/// Overwrites a file many times while a reader looks; gives how many looks met each version.
fn watched(size: usize, times: usize, change: impl Fn(Copy) -> Copy) -> [u64; 2] {
    let scratch = Scratch::new();
    let versions = [noise(1, size), noise(2, size)];
    let sources = [scratch.join("0"), scratch.join("1")];
    let dst = scratch.join("dst");
    put(&sources[0], &versions[0]);
    put(&sources[1], &versions[1]);
    put(&dst, &versions[0]);
    let over = AtomicBool::new(false);
    let mut met = [0; 2];
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut met = [0; 2];
            while !over.load(Ordering::Relaxed) {
                let now = get(&dst);
                let which = versions.iter().position(|version| *version == now);
                let which = which.expect("neither the old file nor the new one");
                met[which] += 1;
            }
            met
        });
        for n in 0..times {
            if reader.is_finished() {
                break;
            }
            change(copy(&sources[(n + 1) % 2], &dst)).run().clean();
        }
        over.store(true, Ordering::Relaxed);
        met = reader.join().unwrap();
    });
    met
}

#[test]
fn a_reader_sees_the_old_file_or_the_new_one() {
    let met = watched(2 << 20, 200, |copy| copy);
    assert!(met.iter().all(|looks| *looks > 0), "the reader looked too seldom: {met:?}");
}

#[test]
fn a_reader_sees_one_of_both_while_backups_are_made() {
    for kind in [BackupKind::Simple, BackupKind::Numbered] {
        watched(100_000, 40, |copy| copy.with(|options| options.backup = Some(backup(kind))));
    }
}

#[test]
fn a_replacement_has_mode_owner_and_acl_of_the_old_file() {
    with_filesystem(Kind::Ext4, 64 << 20, |root| {
        let at = |name: &str| root.join(name);
        put(at("new"), "new");
        put(at("old"), "old");
        let rights = acl::encode((1234, 6), (4321, 6));
        let flags = rustix::fs::XattrFlags::empty();
        rustix::fs::setxattr(at("old"), acl::ACCESS, &rights, flags).unwrap();
        std::os::unix::fs::chown(at("old"), Some(1234), Some(4321)).unwrap();
        let mode = at("old").metadata().unwrap().mode();
        copy(at("new"), at("old")).run().clean();
        let now = at("old").metadata().unwrap();
        assert_eq!(get(at("old")), b"new");
        assert_eq!((now.uid(), now.gid(), now.mode()), (1234, 4321, mode));
        let mut kept = [0; 256];
        let length = rustix::fs::getxattr(at("old"), acl::ACCESS, &mut kept).unwrap();
        assert_eq!(kept[..length], rights);
    });
}

#[test]
fn in_place_keeps_the_inode_and_replace_leaves_other_links_alone() {
    for (overwrite, other) in [(Overwrite::InPlace, "new"), (Overwrite::Replace, "old")] {
        let scratch = Scratch::new();
        put(scratch.join("src"), "new");
        put(scratch.join("dst"), "old");
        hard_link(scratch.join("dst"), scratch.join("other"));
        chmod(scratch.join("dst"), 0o604);
        let inode = |name: &str| scratch.join(name).metadata().unwrap().ino();
        let before = inode("dst");
        copy(scratch.join("src"), scratch.join("dst"))
            .with(|options| options.overwrite = overwrite)
            .run()
            .clean();
        assert_eq!(get(scratch.join("dst")), b"new");
        assert_eq!(get(scratch.join("other")), other.as_bytes());
        assert_eq!(before == inode("dst"), overwrite == Overwrite::InPlace);
        assert_eq!(scratch.join("dst").metadata().unwrap().mode() & 0o7777, 0o604);
    }
}

#[test]
fn a_symlink_operand_has_its_target_replaced_and_one_below_is_replaced() {
    let scratch = Scratch::new();
    put(scratch.join("src"), "new");
    put(scratch.join("target"), "old");
    symlink("target", scratch.join("link"));
    copy(scratch.join("src"), scratch.join("link")).run().clean();
    assert_eq!(get(scratch.join("target")), b"new");
    assert!(scratch.join("link").is_symlink());

    for path in ["d", "to", "to/d"] {
        mkdir(scratch.join(path));
    }
    put(scratch.join("d/f"), "below");
    put(scratch.join("victim"), "precious");
    symlink("../../victim", scratch.join("to/d/f"));
    copy_into(&[scratch.join("d")], scratch.join("to")).run().clean();
    assert_eq!(get(scratch.join("victim")), b"precious");
    assert!(!scratch.join("to/d/f").is_symlink());
    assert_eq!(get(scratch.join("to/d/f")), b"below");
}

/// Jobs with questions.
mod asking {
    use super::*;

    /// Files in two directories, all of them taken; a directory in the way of a file.
    fn taken() -> Scratch {
        let scratch = Scratch::new();
        for path in ["s", "s/a", "s/b", "t", "t/s", "t/s/a", "t/s/b", "t/s/x"] {
            mkdir(scratch.join(path));
        }
        for file in ["a/1", "a/2", "b/3", "b/4"] {
            put(scratch.join("s").join(file), "new");
            put(scratch.join("t/s").join(file), "old");
        }
        put(scratch.join("s/x"), "new");
        put(scratch.join("s/free"), "new");
        scratch
    }

    fn ask(scratch: &Scratch) -> Running {
        copy_into(&[scratch.join("s")], scratch.join("t"))
            .with(|options| {
                options.on_conflict = ConflictPolicy::Ask;
                options.on_mismatch = MismatchPolicy::Ask;
            })
            .start()
    }

    /// The questions by the end of their source path, when so many are open.
    fn questions(running: &mut Running, count: usize) -> BTreeMap<String, Question> {
        let status = |running: &Running| running.engine.status()[0].questions.clone();
        while status(running).len() < count {
            running.until(|event| matches!(event, Event::QuestionAsked { .. }));
        }
        let open = status(running);
        assert_eq!(open.len(), count, "{open:#?}");
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        open.into_iter()
            .map(|question| match &question.subject {
                Subject::Conflict { src, .. } => (name(&src.path.0), question),
                Subject::Error { src, .. } => (name(&src.0), question),
                Subject::Removal { item, .. } => (name(&item.path.0), question),
            })
            .collect()
    }

    fn answer(running: &Running, question: &Question, answer: Answer, scope: Scope) {
        running.engine.answer(question.id, &Resolution { answer, scope }).unwrap();
    }

    /// Which files of [`taken`] are new now.
    fn replaced(scratch: &Scratch) -> Vec<&'static str> {
        let files = ["a/1", "a/2", "b/3", "b/4"];
        let is_new = |file: &&str| get(scratch.join("t/s").join(file)) == b"new";
        files.into_iter().filter(is_new).collect()
    }

    /// Waits for the one file with which nothing is in conflict; it has its name a moment before it is done.
    fn the_free_file_is_done(running: &mut Running) {
        running.until_once(|event| match event {
            Event::ItemDone { src, .. } => src.0.ends_with("free"),
            _ => false,
        });
    }

    #[test]
    fn all_others_go_on_while_questions_are_open() {
        let scratch = taken();
        let mut running = ask(&scratch);
        questions(&mut running, 5);
        the_free_file_is_done(&mut running);
        assert_eq!(replaced(&scratch), Vec::<&str>::new());
        running.engine.cancel(running.job).unwrap();
        let told = running.end();
        assert_eq!(told.summary.outcome, Outcome::Cancelled);
        assert_eq!((told.summary.skipped, told.summary.unanswered), (5, 5));
        assert!(told.skipped.iter().all(|(_, reason)| *reason == SkipReason::Unanswered));
        // The free file and three directories.
        assert_eq!((told.summary.done, told.summary.failed), (4, 0));
        assert_eq!(replaced(&scratch), Vec::<&str>::new());
    }

    #[test]
    fn scopes_reach_what_they_say() {
        for (scope, open, reached) in [
            (Scope::This, 4, vec!["a/1"]),
            (Scope::Directory, 3, vec!["a/1", "a/2"]),
            (Scope::Kind, 1, vec!["a/1", "a/2", "b/3", "b/4"]),
            // A directory in the way cannot be overwritten, so the answer does not reach it.
            (Scope::All, 1, vec!["a/1", "a/2", "b/3", "b/4"]),
        ] {
            let scratch = taken();
            let mut running = ask(&scratch);
            let asked = questions(&mut running, 5);
            answer(&running, &asked["1"], Answer::Overwrite, scope);
            assert_eq!(running.engine.status()[0].questions.len(), open, "{scope:?}");
            for question in running.engine.status()[0].questions.clone() {
                answer(&running, &question, Answer::Skip, Scope::This);
            }
            let told = running.end().failed_with(&[]);
            assert_eq!(replaced(&scratch), reached, "{scope:?}");
            assert_eq!(told.skipped.len(), open, "{scope:?}");
        }
    }

    #[test]
    fn skip_all_reaches_every_kind() {
        let scratch = taken();
        let mut running = ask(&scratch);
        let asked = questions(&mut running, 5);
        answer(&running, &asked["x"], Answer::Skip, Scope::All);
        assert_eq!(running.end().clean().skipped.len(), 5);
    }

    #[test]
    fn every_answer_does_what_it_says() {
        let scratch = taken();
        let mut running = ask(&scratch);
        let asked = questions(&mut running, 5);
        let rename = || DEFAULT.to_owned();
        answer(&running, &asked["1"], Answer::Rename(rename()), Scope::This);
        answer(&running, &asked["2"], Answer::RenameExisting(rename()), Scope::This);
        answer(&running, &asked["3"], Answer::DifferentContent, Scope::This);
        answer(&running, &asked["4"], Answer::Larger, Scope::This);
        answer(&running, &asked["x"], Answer::RenameExisting(rename()), Scope::This);
        running.end().clean();
        let file = |name: &str| get(scratch.join("t/s").join(name));
        assert_eq!((file("a/1"), file("a/1 (1)")), (b"old".to_vec(), b"new".to_vec()));
        assert_eq!((file("a/2"), file("a/2 (1)")), (b"new".to_vec(), b"old".to_vec()));
        assert_eq!((file("b/3"), file("b/4")), (b"new".to_vec(), b"old".to_vec()));
        assert_eq!(file("x"), b"new");
        assert!(scratch.join("t/s/x (1)").is_dir());
    }

    #[test]
    fn misfits_and_second_answers_are_refused() {
        let scratch = taken();
        let mut running = ask(&scratch);
        let asked = questions(&mut running, 5);
        let say =
            |id, answer| running.engine.answer(id, &Resolution { answer, scope: Scope::This });
        let (file, mismatch) = (asked["1"].id, asked["x"].id);
        for misfit in [
            Answer::Merge,
            Answer::Retry,
            Answer::Rename(String::new()),
            Answer::Rename("../{stem}".to_owned()),
        ] {
            assert_eq!(say(file, misfit), Err(ControlError::Misfit(file)));
        }
        for misfit in [Answer::Overwrite, Answer::Merge, Answer::Newer] {
            assert_eq!(say(mismatch, misfit), Err(ControlError::Misfit(mismatch)));
        }
        assert_eq!(running.engine.status()[0].questions.len(), 5);
        say(file, Answer::Overwrite).unwrap();
        assert_eq!(say(file, Answer::Skip), Err(ControlError::NoQuestion(file)));
        assert_eq!(say(u64::MAX, Answer::Skip), Err(ControlError::NoQuestion(u64::MAX)));
        answer(&running, &asked["2"], Answer::Skip, Scope::All);
        running.end().clean();
        assert_eq!(replaced(&scratch), ["a/1"]);
    }

    #[test]
    fn abort_fails_the_job_and_leaves_the_rest_unanswered() {
        let scratch = taken();
        let mut running = ask(&scratch);
        let asked = questions(&mut running, 5);
        the_free_file_is_done(&mut running);
        answer(&running, &asked["1"], Answer::Abort, Scope::This);
        let told = running.end();
        assert_eq!(told.summary.outcome, Outcome::Failed);
        assert_eq!((told.summary.skipped, told.summary.unanswered), (5, 4));
        assert_eq!(replaced(&scratch), Vec::<&str>::new());
    }

    /// A taken file beside a taken directory, whose taken contents are met only after a merge.
    fn nested() -> (Scratch, Running) {
        let scratch = Scratch::new();
        for path in ["s", "s/d", "s/d/e", "t", "t/s", "t/s/d", "t/s/d/x"] {
            mkdir(scratch.join(path));
        }
        for (path, there) in [("f", true), ("d/g", true), ("d/e/h", false), ("d/x", false)] {
            put(scratch.join("s").join(path), "new");
            if there {
                put(scratch.join("t/s").join(path), "old");
            }
        }
        let running = copy(scratch.join("s"), scratch.join("t/s"))
            .with(|options| {
                options.on_conflict = ConflictPolicy::Ask;
                options.on_directory = DirectoryPolicy::Ask;
                options.on_mismatch = MismatchPolicy::Ask;
            })
            .start();
        (scratch, running)
    }

    #[test]
    fn a_directory_conflict_parks_its_subtree_and_answers_stick() {
        let (scratch, mut running) = nested();
        let root = questions(&mut running, 1);
        assert!(!scratch.join("t/s/d/e").exists());
        answer(&running, &root["s"], Answer::Merge, Scope::This);
        let asked = questions(&mut running, 2);
        assert!(!scratch.join("t/s/d/e").exists(), "the subtree was not parked");
        answer(&running, &asked["f"], Answer::Overwrite, Scope::All);
        // Overwriting a directory is to merge it, so only the mismatch below it is left.
        let last = questions(&mut running, 1);
        let kind = match &last["x"].subject {
            Subject::Conflict { kind, .. } => *kind,
            Subject::Error { .. } | Subject::Removal { .. } => panic!("{last:?}"),
        };
        assert_eq!(kind, ConflictKind::DirectoryInTheWay);
        answer(&running, &last["x"], Answer::Skip, Scope::This);
        running.end().clean();
        for file in ["f", "d/g", "d/e/h"] {
            assert_eq!(get(scratch.join("t/s").join(file)), b"new", "{file}");
        }
        assert!(scratch.join("t/s/d/x").is_dir());
    }

    /// An answer for files says nothing about directories, even if it is given for all.
    #[test]
    fn an_answer_that_does_not_fit_later_questions_is_not_taken_for_one() {
        let (_scratch, mut running) = nested();
        let root = questions(&mut running, 1);
        answer(&running, &root["s"], Answer::Merge, Scope::This);
        let asked = questions(&mut running, 2);
        answer(&running, &asked["f"], Answer::Newer, Scope::All);
        answer(&running, &asked["d"], Answer::Merge, Scope::This);
        let last = questions(&mut running, 1);
        answer(&running, &last["x"], Answer::Skip, Scope::This);
        let told = running.end().clean();
        let is_g = |(path, reason): &(std::path::PathBuf, SkipReason)| {
            path.ends_with("g") && *reason == SkipReason::NotNewer
        };
        assert!(told.skipped.iter().any(is_g), "{:?}", told.skipped);
    }

    #[test]
    fn a_skipped_directory_is_one_skipped_item() {
        let (scratch, mut running) = nested();
        let root = questions(&mut running, 1);
        answer(&running, &root["s"], Answer::Skip, Scope::This);
        let told = running.end().clean();
        assert_eq!((told.summary.done, told.summary.skipped), (0, 1));
        assert_eq!(names(scratch.join("t/s")), ["d", "f"]);
    }
}

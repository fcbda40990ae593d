//! Tests of moves: a rename where possible; else a full copy, flushed before the source is removed.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use copy::{
    Change, Told, chmod, copy, get, hard_link, mkdir, mv, mv_into, names, noise, put, symlink,
};
use fcp_engine::error::{Action, Code};
use fcp_engine::event::{
    Answer, Event, Mover, Op, Outcome, Resolution, Scope, SkipReason, Warning,
};
use fcp_engine::spec::{
    Backup, BackupKind, ConflictPolicy, DirectoryPolicy, ErrorPolicy, EventLevel, Filter,
    MismatchPolicy, Options,
};
use fcp_test_support::ns::NOBODY;
use fcp_test_support::{
    Kind, Scratch, Tree, What, as_nobody, assert_same, layout, remove_all, with_mounts,
};

fn exists(path: impl AsRef<Path>) -> bool {
    path.as_ref().symlink_metadata().is_ok()
}

fn inode(path: impl AsRef<Path>) -> u64 {
    path.as_ref().symlink_metadata().unwrap().ino()
}

/// The steps told, each with the end of its source.
fn steps(told: &Told) -> Vec<(Op, String)> {
    let base = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut steps: Vec<_> = told.done.iter().map(|done| (done.op, base(&done.src))).collect();
    steps.sort_by(|a, b| a.1.cmp(&b.1));
    steps
}

/// Runs a test once where renames lead to the destination and once where they do not.
fn near_and_far(test: impl Fn(&Path, &Path, bool) + Sync) {
    let scratch = Scratch::new();
    for dir in ["a", "b"] {
        mkdir(scratch.join(dir));
    }
    test(&scratch.join("a"), &scratch.join("b"), false);
    with_mounts(&[Kind::Tmpfs], |mounts| {
        test(&mounts.tmpfs(""), &mounts.tmpfs(""), true);
    });
}

#[test]
fn a_directory_is_renamed_whole() {
    let scratch = Scratch::new();
    Tree::full(1).build(&scratch.join("left")).unwrap();
    Tree::full(1).build(&scratch.join("source")).unwrap();
    let told = mv(scratch.join("source"), scratch.join("moved")).run().clean();
    assert_eq!(steps(&told), [(Op::Rename, "source".to_owned())]);
    assert_eq!(told.summary.bytes, 0);
    assert_same(&scratch.join("left"), &scratch.join("moved"), &What::everything());
    assert!(!exists(scratch.join("source")));
}

#[test]
fn operands_are_renamed_into_a_directory() {
    let scratch = Scratch::new();
    for dir in ["into", "dir"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("file"), b"file");
    symlink("nowhere", scratch.join("link"));
    symlink("dir", scratch.join("link to dir"));
    let ids = ["dir", "file", "link", "link to dir"].map(|name| inode(scratch.join(name)));
    let sources = ["dir", "file", "link", "link to dir"].map(|name| scratch.join(name));
    let told = mv_into(&sources, scratch.join("into")).run().clean();
    assert_eq!(told.summary.done, 4);
    let moved =
        ["dir", "file", "link", "link to dir"].map(|name| inode(scratch.join("into").join(name)));
    assert_eq!(ids, moved);
    assert_eq!(names(scratch.path()), ["into"]);
}

#[test]
fn directories_are_merged_and_what_is_skipped_stays() {
    near_and_far(|from, to, far| {
        let (a, b) = (from.join("a"), to.join("b"));
        for dir in [&a, &a.join("same"), &a.join("new"), &b, &b.join("same")] {
            mkdir(dir);
        }
        put(a.join("new/below"), b"below");
        put(a.join("same/new"), b"new");
        put(a.join("same/taken"), b"incoming");
        put(b.join("same/taken"), b"there");
        put(b.join("same/own"), b"own");
        let told = mv(&a, &b).with(|o| o.on_conflict = ConflictPolicy::Skip).run().clean();
        assert_eq!(names(&a), ["same"]);
        assert_eq!(names(a.join("same")), ["taken"]);
        assert_eq!(get(b.join("same/taken")), b"there");
        assert_eq!(names(b.join("same")), ["new", "own", "taken"]);
        assert_eq!(names(&b), ["new", "same"]);
        let mut reasons: Vec<_> = told.skipped.iter().map(|(_, reason)| *reason).collect();
        reasons.sort_by_key(|reason| format!("{reason:?}"));
        assert_eq!(reasons, [SkipReason::NotEmpty, SkipReason::NotEmpty, SkipReason::Policy]);
        // The directory `new` is one item where it is renamed whole.
        assert_eq!(told.summary.done, if far { 3 } else { 2 });

        let told = mv(&a, &b).run().clean();
        assert_eq!(told.summary.done, 3);
        assert_eq!(get(b.join("same/taken")), b"incoming");
        assert!(!exists(&a));
    });
}

#[test]
fn filters_choose_within_directories() {
    near_and_far(|from, to, _| {
        mkdir(from.join("dir"));
        mkdir(from.join("dir/all"));
        for name in ["dir/keep.o", "dir/go.c", "dir/all/go.c"] {
            put(from.join(name), name);
        }
        let filter = Filter { exclude: vec!["*.o".to_owned()], ..Filter::default() };
        let told = mv_into(&[from.join("dir")], to).with(|o| o.filter = filter).run().clean();
        assert_eq!(told.skipped.len(), 1, "{:?}", told.skipped);
        assert_eq!(names(from.join("dir")), ["keep.o"]);
        assert_eq!(names(to.join("dir")), ["all", "go.c"]);
        assert_eq!(names(to.join("dir/all")), ["go.c"]);
    });
}

#[test]
fn each_policy_decides_which_file_is_kept() {
    let older = |path: &Path| {
        let file = std::fs::File::open(path).unwrap();
        let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        file.set_modified(then).unwrap();
    };
    let cases: &[(&str, ConflictPolicy, bool)] = &[
        ("overwrite", ConflictPolicy::Overwrite, true),
        ("skip", ConflictPolicy::Skip, false),
        ("newer", ConflictPolicy::Newer, true),
        ("older", ConflictPolicy::Older, false),
        ("larger", ConflictPolicy::Larger, false),
        ("smaller", ConflictPolicy::Smaller, true),
        ("different", ConflictPolicy::DifferentContent, true),
        ("different meta", ConflictPolicy::DifferentMeta, true),
    ];
    near_and_far(|from, to, _| {
        for (name, policy, replaces) in cases {
            put(from.join(name), b"new");
            put(to.join(name), b"longer");
            older(&to.join(name));
            let told = mv_into(&[from.join(name)], to)
                .with(|o| o.on_conflict = policy.clone())
                .run()
                .clean();
            assert_eq!(told.summary.done, u64::from(*replaces), "{name}");
            assert_eq!(exists(from.join(name)), !replaces, "{name}");
            let expected: &[u8] = if *replaces { b"new" } else { b"longer" };
            assert_eq!(get(to.join(name)), expected, "{name}");
        }
        // The same content is skipped, and skipping never deletes.
        put(from.join("same"), b"same");
        put(to.join("same"), b"same");
        let same = |o: &mut Options| o.on_conflict = ConflictPolicy::DifferentContent;
        let told = mv_into(&[from.join("same")], to).with(same).run().clean();
        assert_eq!(told.skipped[0].1, SkipReason::Same);
        assert!(exists(from.join("same")));

        put(from.join("name.x"), b"second");
        put(to.join("name.x"), b"first");
        let rename = ConflictPolicy::Rename("{stem}-{n}{ext}".to_owned());
        mv_into(&[from.join("name.x")], to).with(|o| o.on_conflict = rename).run().clean();
        assert_eq!(
            (get(to.join("name.x")), get(to.join("name-1.x"))),
            (b"first".to_vec(), b"second".to_vec())
        );

        put(from.join("fails"), b"new");
        put(to.join("fails"), b"old");
        let fail = |o: &mut Options| o.on_conflict = ConflictPolicy::Fail;
        let told = mv_into(&[from.join("fails")], to).with(fail).run();
        let told = told.failed_with(&[("fails", Code::Exists)]);
        assert_eq!(told.failed[0].1.action, Action::Move);
        assert_eq!(
            (get(from.join("fails")), get(to.join("fails"))),
            (b"new".to_vec(), b"old".to_vec())
        );
    });
}

#[test]
fn questions_are_asked_and_answers_stick() {
    near_and_far(|from, to, _| {
        for dir in [from.join("dir"), to.join("dir")] {
            mkdir(&dir);
            for name in ["a", "b", "c"] {
                put(dir.join(name), dir.join(name).to_str().unwrap());
            }
        }
        put(from.join("dir/free"), b"free");
        let mut job = mv_into(&[from.join("dir")], to)
            .with(|o| {
                o.on_conflict = ConflictPolicy::Ask;
                o.workers = Some(1);
            })
            .start();
        let mut asked = Vec::new();
        for _ in 0..3 {
            let asks = |event: &Event| matches!(event, Event::QuestionAsked { .. });
            if let Event::QuestionAsked { question, .. } = job.until(asks) {
                asked.push(question.id);
            }
        }
        let answer = |answer, scope| Resolution { answer, scope };
        job.engine.answer(asked[0], &answer(Answer::Skip, Scope::This)).unwrap();
        job.engine.answer(asked[1], &answer(Answer::Overwrite, Scope::All)).unwrap();
        let told = job.end().clean();
        // One file is skipped, and so its directory stays.
        assert_eq!((told.summary.done, told.summary.skipped), (3, 2), "{told:?}");
        assert_eq!(names(from.join("dir")).len(), 1);
        assert_eq!(names(to.join("dir")), ["a", "b", "c", "free"]);
    });
}

#[test]
fn backups_are_kept() {
    let with =
        |kind| move |o: &mut Options| o.backup = Some(Backup { kind, suffix: "~".to_owned() });
    near_and_far(|from, to, far| {
        for round in 0..3 {
            put(from.join("file"), format!("{round}"));
            let told = mv_into(&[from.join("file")], to).with(with(BackupKind::Numbered)).run();
            told.clean();
        }
        assert_eq!(names(to), ["file", "file.~1~", "file.~2~"]);
        assert_eq!(
            (get(to.join("file")), get(to.join("file.~1~"))),
            (b"2".to_vec(), b"0".to_vec())
        );
        remove_all(&to.join("file.~1~")).unwrap();

        // A directory makes way for another as mv does it, empty or not.
        for dir in [from.join("dir"), to.join("dir")] {
            mkdir(&dir);
            put(dir.join("own"), if dir.starts_with(from) { "new" } else { "old" });
        }
        let replace = |o: &mut Options| {
            with(BackupKind::Simple)(o);
            o.on_directory = DirectoryPolicy::Replace;
            o.events = EventLevel::Trace;
        };
        let mut job = mv_into(&[from.join("dir")], to).with(replace).start();
        if !far {
            let begun = |event: &Event| matches!(event, Event::ItemStarted { op: Op::Rename, .. });
            let Event::ItemStarted { backup, .. } = job.until(begun) else { unreachable!() };
            assert_eq!(backup.map(|path| path.0), Some(to.join("dir~")));
        }
        assert_eq!(job.end().clean().summary.replaced, 1, "{far}");
        assert_eq!(get(to.join("dir/own")), b"new");
        assert_eq!(get(to.join("dir~/own")), b"old");
        assert!(!exists(from.join("dir")));
    });
}

#[test]
fn a_directory_replaces_an_empty_one_as_mv_does() {
    near_and_far(|from, to, _| {
        let replace = |o: &mut Options| o.on_directory = DirectoryPolicy::Replace;
        for dir in [from.join("dir"), to.join("dir")] {
            mkdir(&dir);
        }
        put(from.join("dir/new"), b"new");
        put(to.join("dir/old"), b"old");
        let told = mv_into(&[from.join("dir")], to).with(replace).run();
        let told = told.failed_with(&[("dir", Code::NotEmpty)]);
        assert_eq!(told.failed[0].1.action, Action::Move);
        assert_eq!(names(from.join("dir")), ["new"]);
        remove_all(&to.join("dir/old")).unwrap();
        let told = mv_into(&[from.join("dir")], to).with(replace).run().clean();
        assert_eq!(told.summary.replaced, 1);
        assert_eq!(names(to.join("dir")), ["new"]);
        assert!(!exists(from.join("dir")));
    });
}

#[test]
fn files_and_directories_do_not_replace_each_other() {
    near_and_far(|from, to, _| {
        mkdir(from.join("dir"));
        put(from.join("file"), b"file");
        mkdir(to.join("file"));
        put(to.join("dir"), b"there");
        let told = mv_into(&[from.join("dir"), from.join("file")], to).run();
        told.failed_with(&[("dir", Code::OverNonDirectory), ("file", Code::OverDirectory)]);
        let skip = |o: &mut Options| o.on_mismatch = MismatchPolicy::Skip;
        let told = mv_into(&[from.join("dir"), from.join("file")], to).with(skip).run().clean();
        assert_eq!(told.summary.skipped, 2);
        assert!(from.join("dir").is_dir() && from.join("file").is_file());
    });
}

#[test]
fn what_would_go_into_itself_or_over_itself_is_refused() {
    let scratch = Scratch::new();
    for dir in ["dir", "dir/below", "other"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("file"), b"file");
    hard_link(scratch.join("file"), scratch.join("link"));
    symlink("file", scratch.join("symlink"));
    symlink("../dir", scratch.join("other/way"));
    let at = |name: &str| scratch.join(name);
    let refused = |from: &str, to: &str, code| {
        let told = mv(at(from), at(to)).run();
        assert_eq!(told.failed.len(), 1, "{from} {to}: {told:?}");
        let error = &told.failed[0].1;
        assert_eq!((error.action, error.code), (Action::Move, code), "{from} {to}");
        assert_eq!(error.path.0, at(from));
        assert_eq!(error.other.as_ref().unwrap().0, at(to));
    };
    refused("dir", "dir/new", Code::IntoItself);
    refused("dir", "dir/below/new", Code::IntoItself);
    refused("dir", "other/way/new", Code::IntoItself);
    refused("dir", "dir", Code::SameFile);
    refused("file", "file", Code::SameFile);
    refused("file", "other/../file", Code::SameFile);
    refused("file", "link", Code::SameFile);
    refused("symlink", "file", Code::SameFile);
    assert_eq!(get(at("file")), b"file");
    assert!(exists(at("link")) && at("dir/below").is_dir());
    // With a backup there is something to do.
    let backup = |o: &mut Options| {
        o.backup = Some(Backup { kind: BackupKind::Simple, suffix: "~".to_owned() });
    };
    mv(at("file"), at("link")).with(backup).run().clean();
    assert!(!exists(at("file")) && exists(at("link")) && exists(at("link~")));
    // A file replaces the symlink that leads to it, or anywhere.
    put(at("new"), b"new");
    mv(at("new"), at("symlink")).run().clean();
    assert_eq!(get(at("symlink")), b"new");
    assert!(!at("symlink").is_symlink());
}

#[test]
fn one_file_seen_through_a_bind_mount_is_one_file() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let dir = mounts.tmpfs("");
        for name in ["here", "here/dir", "seen"] {
            mkdir(dir.join(name));
        }
        put(dir.join("here/file"), b"file");
        put(dir.join("here/dir/file"), b"file");
        mounts.bind(&dir.join("here"), &dir.join("seen"));
        let told = mv(dir.join("here/file"), dir.join("seen/file")).run();
        told.failed_with(&[("file", Code::SameFile)]);
        let told = mv(dir.join("here/dir"), dir.join("seen/dir")).run();
        told.failed_with(&[("dir", Code::SameFile)]);
        let told = mv(dir.join("here/dir"), dir.join("seen/dir/below")).run();
        told.failed_with(&[("dir", Code::IntoItself)]);
        assert_eq!(get(dir.join("here/dir/file")), b"file");
        // A file whose name is free there is moved.
        mv(dir.join("here/file"), dir.join("seen/new")).run().clean();
        assert_eq!(names(dir.join("here")), ["dir", "new"]);
    });
}

#[test]
fn two_sources_do_not_overwrite_each_other() {
    near_and_far(|from, to, _| {
        for dir in ["1", "2", "1/dir", "2/dir"] {
            mkdir(from.join(dir));
        }
        for dir in ["1", "2"] {
            put(from.join(dir).join("file"), dir);
            put(from.join(dir).join("dir/below"), dir);
            put(from.join(dir).join(format!("dir/only {dir}")), dir);
        }
        let sources = ["1/file", "1/dir", "2/file", "2/dir"].map(|name| from.join(name));
        let told = mv_into(&sources, to).run();
        let told =
            told.failed_with(&[("2/dir/below", Code::JustCreated), ("2/file", Code::JustCreated)]);
        assert!(told.failed.iter().all(|(_, error)| error.action == Action::Move));
        assert_eq!(get(to.join("file")), b"1");
        assert_eq!(get(to.join("dir/below")), b"1");
        assert_eq!(names(to.join("dir")), ["below", "only 1", "only 2"]);
        assert_eq!(get(from.join("2/file")), b"2");
        assert_eq!(get(from.join("2/dir/below")), b"2");
        assert!(!exists(from.join("1/dir")));
    });
}

#[test]
fn an_operand_named_twice_is_moved_once() {
    near_and_far(|from, to, _| {
        put(from.join("file"), b"file");
        mkdir(from.join("dir"));
        hard_link(from.join("file"), from.join("dir/file"));
        let same = from.join(".").join("file");
        let told = mv_into(&[from.join("file"), same, from.join("dir/file")], to).run();
        assert!(matches!(told.warnings[..], [Warning::DuplicateSource { .. }]), "{told:?}");
        assert_eq!(told.skipped[0].1, SkipReason::Duplicate);
        // Another link to it is another name, which must not be lost in silence.
        assert_eq!(told.failed.len(), 1, "{told:?}");
        assert!(exists(from.join("dir/file")) && exists(to.join("file")));
    });
}

#[test]
fn a_link_to_a_directory_with_a_slash_is_refused() {
    near_and_far(|from, to, _| {
        mkdir(from.join("dir"));
        put(from.join("dir/file"), b"file");
        symlink("dir", from.join("link"));
        let told = mv_into(&[from.join("link/")], to).run();
        assert_eq!(told.failed.len(), 1, "{told:?}");
        let error = &told.failed[0].1;
        assert_eq!((error.action, error.code), (Action::Move, Code::NotADirectory));
        assert_eq!(get(from.join("dir/file")), b"file");
        let strip = |o: &mut Options| o.strip_trailing_slashes = true;
        mv_into(&[from.join("link/")], to).with(strip).run().clean();
        assert!(to.join("link").is_symlink());
        // Of a directory the slash means nothing.
        mv_into(&[from.join("dir/")], to).run().clean();
        assert_eq!(get(to.join("dir/file")), b"file");
    });
}

#[test]
fn failures_name_both_paths_and_the_reason() {
    let scratch = Scratch::new();
    put(scratch.join("file"), b"file");
    let told = mv(scratch.join("nothing"), scratch.join("new")).run();
    let told = told.failed_with(&[("nothing", Code::NotFound)]);
    assert_eq!(told.failed[0].1.action, Action::Stat);
    let told = mv(scratch.join("file"), scratch.join("no/new")).run();
    let told = told.failed_with(&[("file", Code::NotFound)]);
    let error = &told.failed[0].1;
    assert_eq!((error.action, &error.path.0), (Action::Move, &scratch.join("file")));
    assert_eq!(error.other.as_ref().unwrap().0, scratch.join("no/new"));
    assert_eq!(get(scratch.join("file")), b"file");
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.tmpfs("");
        mkdir(at.join("dir"));
        mkdir(at.join("into"));
        mounts.bind(&at.join("into"), &at.join("dir"));
        let told = mv(at.join("dir"), at.join("new")).run();
        assert_eq!(told.failed[0].1.errno, Some(rustix::io::Errno::BUSY.raw_os_error()));
        assert_eq!(told.failed[0].1.action, Action::Move);
    });
}

#[test]
fn two_names_change_places() {
    let scratch = Scratch::new();
    put(scratch.join("file"), b"file");
    mkdir(scratch.join("dir"));
    let exchange = |o: &mut Options| o.exchange = true;
    let told = mv(scratch.join("file"), scratch.join("dir")).with(exchange).run().clean();
    assert_eq!(steps(&told), [(Op::Exchange, "file".to_owned())]);
    assert!(scratch.join("file").is_dir() && get(scratch.join("dir")) == b"file");
    let told = mv(scratch.join("file"), scratch.join("nothing")).with(exchange).run();
    let told = told.failed_with(&[("file", Code::NotFound)]);
    assert_eq!(told.failed[0].1.action, Action::Exchange);
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (a, b) = (mounts.tmpfs(""), mounts.tmpfs(""));
        put(a.join("file"), b"a");
        put(b.join("file"), b"b");
        let told = mv(a.join("file"), b.join("file")).with(exchange).run();
        told.failed_with(&[("file", Code::CrossDevice)]);
        assert_eq!((get(a.join("file")), get(b.join("file"))), (b"a".to_vec(), b"b".to_vec()));
    });
}

#[test]
fn a_move_that_must_not_copy_fails_where_it_would() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (a, b) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(a.join("dir"));
        put(a.join("dir/file"), b"file");
        put(a.join("file"), b"file");
        let no_copy = |o: &mut Options| o.no_copy = true;
        let told = mv_into(&[a.join("dir"), a.join("file")], &b).with(no_copy).run();
        let told = told.failed_with(&[("dir", Code::CrossDevice), ("file", Code::CrossDevice)]);
        assert!(told.failed.iter().all(|(_, error)| error.action == Action::Move));
        assert!(names(&b).is_empty());
        mv(a.join("file"), a.join("near")).with(no_copy).run().clean();
    });
}

#[test]
fn a_tree_goes_to_another_filesystem_whole() {
    let kinds = [Kind::Ext4, Kind::Xfs, Kind::Tmpfs, Kind::Btrfs];
    with_mounts(&kinds, |mounts| {
        let at: Vec<_> = kinds.iter().map(|kind| mounts.filesystem(*kind, 400 << 20)).collect();
        for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 3), (3, 0), (2, 1)] {
            for preserve in [false, true] {
                eprintln!("{:?} to {:?}", kinds[from], kinds[to]);
                let (src, same) = (at[from].join("tree"), at[to].join("same"));
                Tree::full(1).build(&src).unwrap();
                Tree::full(1).build(&same).unwrap();
                // Whatever is asked for, a move keeps everything.
                let less = |o: &mut Options| {
                    if preserve {
                        o.preserve = fcp_engine::spec::Preserve::ALL;
                    }
                };
                let told = mv_into(&[src], &at[to]).with(less).run().clean();
                assert!(told.done.iter().any(|done| done.op == Op::HardLink));
                assert_same(&same, &at[to].join("tree"), &What::everything());
                assert!(!exists(at[from].join("tree")));
                remove_all(&at[to].join("tree")).unwrap();
                remove_all(&same).unwrap();
            }
        }
    });
}

#[test]
fn bytes_are_shared_across_bind_mounts_and_subvolumes() {
    let check = |from: &Path, to: &Path| {
        let tree = from.join("tree");
        mkdir(&tree);
        for n in 0..20 {
            put(tree.join(format!("{n}")), noise(n, 100_000));
        }
        let told = mv_into(&[&tree], to).run().clean();
        assert_eq!(told.methods(), [Mover::Reflink]);
        for n in 0..20 {
            assert_eq!(get(to.join(format!("tree/{n}"))), noise(n, 100_000));
        }
        assert!(!exists(tree));
    };
    with_mounts(&[Kind::Btrfs, Kind::Xfs], |mounts| {
        let btrfs = mounts.filesystem(Kind::Btrfs, 256 << 20);
        mounts.subvolume(&btrfs.join("one"));
        mounts.subvolume(&btrfs.join("two"));
        check(&btrfs.join("one"), &btrfs.join("two"));
        let xfs = mounts.filesystem(Kind::Xfs, 400 << 20);
        for dir in ["real", "seen"] {
            mkdir(xfs.join(dir));
        }
        mounts.bind(&xfs.join("real"), &xfs.join("seen"));
        check(&xfs, &xfs.join("seen"));
    });
}

#[test]
fn hard_links_stay_links_wherever_the_batches_end() {
    with_mounts(&[Kind::Tmpfs, Kind::Ext4], |mounts| {
        for workers in [1, 4] {
            let (from, to) = (mounts.tmpfs(""), mounts.filesystem(Kind::Ext4, 64 << 20));
            let tree = from.join("tree");
            mkdir(&tree);
            for dir in 0..40 {
                mkdir(tree.join(format!("{dir}")));
                for file in 0..60 {
                    let path = tree.join(format!("{dir}/{file}"));
                    // Names of one inode lie far apart, and one name of some stays outside.
                    if dir < 20 {
                        put(&path, noise(dir * 60 + file, 50));
                    } else {
                        hard_link(tree.join(format!("{}/{file}", dir - 20)), &path);
                    }
                }
            }
            hard_link(tree.join("3/3"), from.join("outside"));
            let told = mv_into(&[&tree], &to).with(|o| o.workers = Some(workers)).run().clean();
            assert_eq!(told.done.iter().filter(|done| done.op == Op::HardLink).count(), 1200);
            assert!(!exists(&tree));
            for dir in 0..20 {
                for file in 0..60 {
                    let path = to.join(format!("tree/{dir}/{file}"));
                    let other = to.join(format!("tree/{}/{file}", dir + 20));
                    assert_eq!(inode(&path), inode(&other));
                    assert_eq!(path.metadata().unwrap().nlink(), 2);
                    assert_eq!(get(&path), noise(dir * 60 + file, 50));
                }
            }
            assert_eq!(from.join("outside").metadata().unwrap().nlink(), 1);
        }
    });
}

#[test]
fn every_step_is_told_once() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(from.join("dir"));
        put(from.join("dir/file"), b"file");
        symlink("file", from.join("dir/link"));
        let trace = |o: &mut Options| o.events = EventLevel::Trace;
        let engine = fcp_engine::Engine::new();
        let events = engine.subscribe();
        engine.submit(mv_into(&[from.join("dir")], &to).with(trace).0).unwrap();
        let mut told = Vec::new();
        loop {
            match events.next_within(copy::PATIENCE).unwrap().event {
                Event::ItemStarted { op, src, .. } => told.push((op, src.0)),
                Event::JobSummary { summary, .. } => {
                    assert_eq!((summary.done, summary.bytes), (3, 4));
                    break;
                }
                _ => {}
            }
        }
        let dir = from.join("dir");
        assert_eq!(told.first(), Some(&(Op::MakeDir, dir.clone())));
        assert_eq!(told.last(), Some(&(Op::RemoveDir, dir.clone())));
        let mut between = told[1..told.len() - 1].to_vec();
        between.sort_by_key(|(op, path)| (format!("{op:?}"), path.clone()));
        let expected = [
            (Op::CopyFile, dir.join("file")),
            (Op::Symlink, dir.join("link")),
            (Op::Unlink, dir.join("file")),
            (Op::Unlink, dir.join("link")),
        ];
        assert_eq!(between, expected);
    });
}

#[test]
fn what_may_not_be_removed_is_told_and_there_twice() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs("mode=777"), mounts.tmpfs("mode=777"));
        mkdir(from.join("dir"));
        put(from.join("dir/file"), b"file");
        mkdir(from.join("dir/closed"));
        put(from.join("dir/closed/secret"), b"secret");
        chmod(from.join("dir/closed"), 0);
        chmod(from.join("dir"), 0o555);
        std::os::unix::fs::chown(from.join("dir"), Some(NOBODY), Some(NOBODY)).unwrap();
        let mut program = fcp_test_support::program("fmv");
        program.args(["--json", "--events=all"]).arg(from.join("dir")).arg(&to);
        let Some(program) = as_nobody(&mut program) else { return };
        let told = copy::read(&fcp_test_support::run(program));
        let told = told.failed_with(&[
            ("dir/closed", Code::PermissionDenied),
            ("dir/file", Code::PermissionDenied),
        ]);
        let actions: Vec<_> = told.failed.iter().map(|(_, error)| error.action).collect();
        assert!(
            actions.contains(&Action::Remove) && actions.contains(&Action::OpenDir),
            "{actions:?}"
        );
        assert_eq!(told.skipped, [(from.join("dir"), SkipReason::NotEmpty)]);
        assert_eq!(get(from.join("dir/file")), b"file");
        assert_eq!(get(to.join("dir/file")), b"file");
        assert!(!exists(to.join("dir/closed")), "what cannot be read is not made");
    });
}

#[test]
fn a_question_does_not_keep_the_rest_from_being_finished() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        for dir in [&from, &to] {
            put(dir.join("taken"), b"taken");
        }
        put(from.join("free"), b"free");
        let sources = [from.join("taken"), from.join("free")];
        let ask = |o: &mut Options| o.on_conflict = ConflictPolicy::Ask;
        let mut job = mv_into(&sources, &to).with(ask).start();
        let mut question = None;
        let mut done = false;
        // Both events arrive before the question is answered.
        while question.is_none() || !done {
            match job.until(|event| {
                matches!(event, Event::QuestionAsked { .. } | Event::ItemDone { .. })
            }) {
                Event::QuestionAsked { question: asked, .. } => question = Some(asked.id),
                _ => done = true,
            }
        }
        assert!(!exists(from.join("free")) && exists(from.join("taken")));
        let resolution = Resolution { answer: Answer::Overwrite, scope: Scope::This };
        job.engine.answer(question.unwrap(), &resolution).unwrap();
        job.end().clean();
        assert!(names(&from).is_empty());
    });
}

#[test]
fn a_depth_of_ten_thousand_goes_to_another_filesystem() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        layout::deep(&from.join("deep"), 10_000).unwrap();
        layout::deep(&to.join("same"), 10_000).unwrap();
        mv_into(&[from.join("deep")], &to).run().clean();
        assert_same(&to.join("same"), &to.join("deep"), &What::contents());
        assert!(!exists(from.join("deep")));
    });
}

#[test]
fn copies_in_batches_are_whole_and_leave_nothing_else() {
    let ways: &[Change] = &[
        |_| {},
        |o| o.workers = Some(1),
        |o| o.overwrite = fcp_engine::spec::Overwrite::InPlace,
        |o| o.verify = true,
        |o| o.on_error = ErrorPolicy::Ask,
    ];
    with_mounts(&[Kind::Ext4, Kind::Btrfs], |mounts| {
        for kind in [Kind::Ext4, Kind::Btrfs] {
            let at = mounts.filesystem(kind, 256 << 20);
            Tree::user(3).build(&at.join("source")).unwrap();
            for way in ways {
                for round in ["new", "over"] {
                    eprintln!("{kind:?} {round}");
                    let batch = |o: &mut Options| {
                        o.durability = fcp_engine::spec::Durability::Batch;
                        way(o);
                    };
                    let told = copy(at.join("source"), at.join("copy")).archive().with(batch).run();
                    let told = told.clean();
                    assert_eq!(told.summary.outcome, Outcome::Completed);
                    assert_same(&at.join("source"), &at.join("copy"), &What::everything());
                }
                remove_all(&at.join("copy")).unwrap();
            }
        }
    });
}

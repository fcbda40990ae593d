//! Tests that copies of files onto or into themselves are refused, and lose nothing.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod fuse;

#[path = "../copy/mod.rs"]
mod copy;

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use copy::{
    Change, copy, copy_into, get, hard_link, mkdir, mv, mv_into, names, noise, put, symlink,
};
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{SkipReason, Warning};
use fcp_engine::spec::{
    ConflictPolicy, Destination, Follow, LinkMode, Options, Overwrite, Removals,
};
use fcp_test_support::{Kind, Scratch, Tree, What, assert_same, until, with_exfat, with_mounts};

#[test]
fn a_directory_is_not_copied_into_itself() {
    let scratch = Scratch::new();
    let dir = scratch.join("dir");
    mkdir(&dir);
    mkdir(dir.join("sub"));
    put(dir.join("file"), b"file");
    symlink(&dir, scratch.join("link"));
    let link = scratch.join("link");
    for (name, job) in [
        ("into", copy_into(&[&dir], &dir)),
        ("below", copy_into(&[&dir], dir.join("sub"))),
        ("as", copy(&dir, dir.join("sub/new"))),
        ("through a link", copy_into(&[&dir], link.join("sub"))),
        ("dots", copy_into(&[dir.join("sub/..")], dir.join("sub"))),
    ] {
        eprintln!("{name}");
        job.run().failed_with(&[("", Code::IntoItself)]);
        assert_eq!(names(&dir), ["file", "sub"]);
        assert_eq!(names(dir.join("sub")), [""; 0]);
    }
    let follow = |o: &mut Options| o.follow = Follow::Operands;
    copy_into(&[&link], dir.join("sub")).with(follow).run().failed_with(&[("", Code::IntoItself)]);
    assert_eq!(names(dir.join("sub")), [""; 0]);
    // A directory onto itself.
    copy(&dir, &dir).run().failed_with(&[("dir", Code::SameFile)]);
    copy_into(&[&dir], scratch.path()).run().failed_with(&[("dir", Code::SameFile)]);
    assert_eq!(get(dir.join("file")), b"file");
}

#[test]
fn a_file_is_not_taken_for_its_own_copy_through_a_mount_with_other_numbers() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let upper = mounts.filesystem(Kind::Tmpfs, 16 << 20).join("upper");
        mkdir(&upper);
        mkdir(upper.join("dir"));
        let Some(view) = mounts.overlay(&upper) else {
            eprintln!("the kernel has no overlays");
            return;
        };
        for name in ["f", "g", "h"] {
            put(upper.join("dir").join(name), name.as_bytes());
        }
        assert_ne!(
            std::fs::metadata(view.join("dir/f")).unwrap().dev(),
            std::fs::metadata(upper.join("dir/f")).unwrap().dev()
        );
        let whole = || {
            for name in ["f", "g", "h"] {
                assert_eq!(get(upper.join("dir").join(name)), name.as_bytes());
            }
        };
        // Twice: the first replaces each file by a copy of itself, which the second finds.
        for resume in [true, true, false] {
            for (from, to) in [(&view, &upper), (&upper, &view)] {
                let job = mv(from.join("dir"), to.join("dir")).with(|o| o.resume = resume);
                let told = job.run();
                assert!(told.summary.failed > 0, "{told:?}");
                whole();
            }
        }
    })
    .unwrap_or_default();
}

#[test]
fn a_file_is_not_written_over_itself_in_place_through_a_mount_with_other_numbers() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let upper = mounts.filesystem(Kind::Tmpfs, 16 << 20).join("upper");
        mkdir(&upper);
        let Some(view) = mounts.overlay(&upper) else {
            eprintln!("the kernel has no overlays");
            return;
        };
        put(upper.join("file"), b"file");
        put(upper.join("other"), b"other");
        let in_place = |o: &mut Options| o.overwrite = Overwrite::InPlace;
        for (from, to) in [(&view, &upper), (&upper, &view)] {
            let same = copy(from.join("file"), to.join("file")).with(in_place).run();
            same.failed_with(&[("file", Code::SameFile)]);
            assert_eq!(get(upper.join("file")), b"file");
            copy(from.join("file"), to.join("other")).with(in_place).run().clean();
            assert_eq!((get(upper.join("other")), names(&upper).len()), (b"file".into(), 2));
        }
    })
    .unwrap_or_default();
}

#[test]
fn two_folders_of_a_move_do_not_meet_in_one_of_the_destination() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let dst = mounts.filesystem(Kind::Tmpfs, 16 << 20);
        let src = mounts.directory("source");
        for name in ["a", "b"] {
            mkdir(src.join(name));
            put(src.join(name).join("f"), name.as_bytes());
            mkdir(dst.join(name));
        }
        mounts.bind(&dst.join("a"), &dst.join("b"));
        let told = mv(&src, &dst).run();
        assert_eq!(told.summary.failed, 1, "{told:?}");
        let stays = ["a", "b"].into_iter().find(|name| src.join(name).join("f").exists()).unwrap();
        assert_eq!(get(src.join(stays).join("f")), stays.as_bytes());
        let came = if stays == "a" { "b" } else { "a" };
        assert_eq!(get(dst.join("a/f")), came.as_bytes());
    })
    .unwrap_or_default();
}

#[test]
fn a_directory_is_not_copied_into_itself_through_a_bind_mount() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Tmpfs, 16 << 20);
        let (dir, bound) = (at.join("dir"), at.join("bound"));
        mkdir(&dir);
        mkdir(dir.join("sub"));
        put(dir.join("file"), b"file");
        mkdir(&bound);
        mounts.bind(&dir, &bound);
        copy_into(&[&dir], bound.join("sub")).run().failed_with(&[("dir", Code::IntoItself)]);
        copy_into(&[&bound], dir.join("sub")).run().failed_with(&[("bound", Code::IntoItself)]);
        copy(&dir, &bound).run().failed_with(&[("dir", Code::SameFile)]);
        assert_eq!(names(dir.join("sub")), [""; 0]);

        // The destination is seen from inside the source: it is met there, and not entered.
        let (outer, target) = (at.join("outer"), at.join("target"));
        mkdir(&outer);
        mkdir(outer.join("window"));
        put(outer.join("file"), b"file");
        mkdir(&target);
        put(target.join("old"), b"old");
        mounts.bind(&target, &outer.join("window"));
        let told = copy_into(&[&outer], &target).run();
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::IntoItself), "{told:?}");
        assert_eq!(told.failed.len(), 1, "{told:?}");
        assert_eq!(get(target.join("outer/window/old")), b"old");
        for window in [&outer.join("window"), &bound] {
            mounts.unmount(window);
        }
    });
}

#[test]
fn a_directory_is_not_copied_into_itself_through_a_mount_with_other_numbers() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let base = mounts.filesystem(Kind::Tmpfs, 16 << 20);
        let upper = base.join("in/upper");
        for dir in [&base.join("in"), &upper, &upper.join("sub")] {
            mkdir(dir);
        }
        put(upper.join("file"), b"file");
        put(upper.join("sub/other"), b"other");
        let Some(view) = mounts.overlay(&upper) else {
            eprintln!("the kernel has no overlays");
            return;
        };
        let is_whole = |copy: &Path| {
            assert_eq!(names(copy), ["file", "sub"], "{}", copy.display());
            assert_eq!(get(copy.join("sub/other")), b"other");
        };
        // An overlay does not see at once that a name it has looked for is there: each has its own.
        for (n, (from, to)) in [(&upper, &view), (&view, &upper)].into_iter().enumerate() {
            let (new, there) = (format!("new{n}"), format!("there{n}"));
            for name in [new.clone(), format!("sub/{new}"), there] {
                let end = name.rsplit('/').next().unwrap();
                if end.starts_with("there") {
                    mkdir(to.join(end));
                }
                copy(from, to.join(&name)).run().failed_with(&[(end, Code::IntoItself)]);
                is_whole(&to.join(&name));
                std::fs::remove_dir_all(to.join(&name)).unwrap();
            }
            copy(from, to).run().failed_with(&[("", Code::SameFile)]);
            is_whole(to);
        }
        // The place that is shown lies somewhere in the source.
        let told = copy(base.join("in"), view.join("whole")).run();
        let refused = |code| told.failed.iter().filter(|(_, error)| error.code == code).count();
        assert_eq!(refused(Code::IntoItself), 1, "{told:?}");
        is_whole(&view.join("whole/upper"));
    })
    .unwrap_or_default();
}

#[test]
fn a_followed_link_to_the_destination_ends() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    put(src.join("file"), b"file");
    symlink(&dst, src.join("to the copy"));
    let told = copy(&src, &dst).with(|o| o.follow = Follow::Always).run();
    told.failed_with(&[("to the copy", Code::IntoItself)]);
    assert_eq!(names(&dst), ["file"]);
}

#[test]
fn a_file_is_not_copied_onto_itself() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    let data = noise(1, 3 << 20);
    put(at("file"), &data);
    hard_link(at("file"), at("hard"));
    symlink("file", at("soft"));
    symlink("soft", at("softer"));
    mkdir(at("dir"));
    hard_link(at("file"), at("dir/file"));
    let ways: [Change; 3] = [
        |_| {},
        |o| o.overwrite = Overwrite::InPlace,
        |o| {
            o.overwrite = Overwrite::InPlace;
            o.force = true;
        },
    ];
    for change in ways {
        for dst in ["file", "hard", "soft", "softer", "dir/file"] {
            eprintln!("{dst}");
            let told = copy(at("file"), at(dst)).with(change).run();
            assert_eq!(told.summary.failed, 1, "{dst}: {told:?}");
            assert_eq!(told.failed[0].1.code, Code::SameFile, "{dst}");
            assert_eq!(get(at("file")), data);
            assert_eq!(at("file").metadata().unwrap().nlink(), 3);
        }
        copy_into(&[at("file")], at("dir"))
            .with(change)
            .run()
            .failed_with(&[("file", Code::SameFile)]);
        let follow = copy(at("soft"), at("file")).with(|o| o.follow = Follow::Always);
        follow.with(change).run().failed_with(&[("soft", Code::SameFile)]);
    }
    assert_eq!(get(at("file")), data);
    assert!(at("soft").is_symlink());
}

#[test]
fn a_link_to_the_source_that_is_removed_first_becomes_a_file_of_its_own() {
    // As with cp --remove-destination.
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    let data = noise(1, 3 << 20);
    put(at("file"), &data);
    hard_link(at("file"), at("hard"));
    symlink("file", at("soft"));
    let first = |o: &mut Options| o.overwrite = Overwrite::RemoveFirst;
    for dst in ["hard", "soft"] {
        copy(at("file"), at(dst)).with(first).run().clean();
        let made = at(dst).symlink_metadata().unwrap();
        assert!(made.is_file() && made.nlink() == 1, "{dst}");
        assert_eq!(get(at(dst)), data, "{dst}");
        assert_eq!(get(at("file")), data, "{dst}");
    }
    copy(at("file"), at("file")).with(first).run().failed_with(&[("file", Code::SameFile)]);
    copy(at("file"), at("./file")).with(first).run().failed_with(&[("file", Code::SameFile)]);
    assert_eq!(get(at("file")), data);
}

#[test]
fn linking_again_changes_nothing() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    Tree::plain(1).entries(40).build(&src).unwrap();
    let hard = |o: &mut Options| o.link = LinkMode::Hard;
    for _ in 0..2 {
        copy(&src, &dst).with(hard).run().clean();
        assert_same(&src, &dst, &What { mode: true, mtime: false, ..What::contents() });
    }
    // And a copy over links to its own source leaves that alone.
    let told = copy(&src, &dst).run();
    assert!(told.failed.iter().all(|(_, error)| error.code == Code::SameFile), "{told:?}");
    assert_same(&src, &dst, &What::contents());
}

#[test]
fn an_operand_given_twice_is_copied_once() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    mkdir(at("dir"));
    put(at("dir/file"), b"file");
    put(at("file"), b"other");
    mkdir(at("copy"));
    let sources = [at("file"), at("dir"), at("file"), at("dir/"), at("./file")];
    let told = copy_into(&sources, at("copy")).run();
    assert_eq!(told.failed, []);
    let skipped: Vec<_> = told.skipped.iter().map(|(_, reason)| *reason).collect();
    assert_eq!(skipped, [SkipReason::Duplicate; 3]);
    assert_eq!(told.warnings.len(), 3);
    assert_eq!(told.summary.done, 3);
    assert_eq!(names(at("copy")), ["dir", "file"]);
}

#[test]
fn what_this_job_has_made_is_not_overwritten_by_it() {
    let scratch = Scratch::new();
    for (n, size) in [(1, 10), (2, 3 << 20)] {
        let at = |name: &str| scratch.join(format!("{n}{name}"));
        for side in ["x", "y"] {
            mkdir(at(side));
            put(at(side).join("file"), noise(side.len() as u64, size));
            symlink(side, at(side).join("link"));
            rustix::fs::mknodat(
                rustix::fs::CWD,
                at(side).join("fifo"),
                rustix::fs::FileType::Fifo,
                0o644.into(),
                0,
            )
            .unwrap();
        }
        mkdir(at("copy"));
        let all = ["file", "link", "fifo"];
        let sources: Vec<_> =
            ["x", "y"].iter().flat_map(|side| all.map(|name| at(side).join(name))).collect();
        let told = copy_into(&sources, at("copy")).run();
        assert_eq!(told.summary.failed, 3, "{told:?}");
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::JustCreated), "{told:?}");
        assert_eq!(names(at("copy")), ["fifo", "file", "link"]);
    }
}

/// Lays out a folder, a file and a folder that have the names of items in it, and a folder for copies.
fn with_names_in_common(size: usize) -> Scratch {
    let scratch = Scratch::new();
    for name in ["dot", "dot/dir", "dir", "copy"] {
        mkdir(scratch.join(name));
    }
    for (n, name) in ["dot/file", "file", "dot/dir/below", "dir/below"].iter().enumerate() {
        put(scratch.join(name), noise(n as u64, size));
    }
    put(scratch.join("dot/dir/only"), "only");
    scratch
}

#[test]
fn what_one_operand_brings_to_the_place_of_another_is_not_overwritten() {
    for (size, in_place) in [(10, false), (3 << 20, false), (10, true)] {
        for (sources, first) in [(["dot/.", "file", "dir"], 0), (["file", "dir", "dot/."], 1)] {
            let scratch = with_names_in_common(size);
            let at = |name: &str| scratch.join(name);
            let mut job = copy_into(&sources.map(at), at("copy"));
            if in_place {
                job.0.options.overwrite = Overwrite::InPlace;
            }
            let told = job.run();
            assert_eq!(told.summary.failed, 2, "{sources:?}: {told:?}");
            let is_refused = |error: &OpError| error.code == Code::JustCreated;
            assert!(told.failed.iter().all(|(_, error)| is_refused(error)), "{told:?}");
            assert_eq!(get(at("copy/file")), noise(first, size), "{sources:?}");
            assert_eq!(get(at("copy/dir/below")), noise(first + 2, size), "{sources:?}");
            assert_eq!(get(at("copy/dir/only")), b"only");
        }
    }
}

#[test]
fn a_move_keeps_a_source_whose_place_was_taken_by_what_another_brought() {
    for (sources, stays) in [(["dot/.", "file"], "file"), (["file", "dot/."], "dot/file")] {
        let scratch = with_names_in_common(10);
        let at = |name: &str| scratch.join(name);
        // What is in a folder that filters choose from is moved, and the folder itself cannot be.
        let chosen = |options: &mut Options| options.filter.exclude = vec!["none".to_owned()];
        let told = mv_into(&sources.map(at), at("copy")).with(chosen).run();
        assert!(told.failed.iter().any(|(_, error)| error.code == Code::JustCreated), "{told:?}");
        let n = u64::from(stays == "file");
        assert_eq!(get(at(stays)), noise(n, 10), "{sources:?}");
        assert_eq!(get(at("copy/file")), noise(1 - n, 10), "{sources:?}");
    }
}

#[test]
fn paths_of_which_one_is_in_another_get_what_the_first_source_brings() {
    for size in [10, 3 << 20] {
        let scratch = with_names_in_common(size);
        let at = |name: &str| scratch.join(name);
        let mut job = copy_into(&["dot", "file", "dir"].map(at), at("copy"));
        let paths = ["copy/new", "copy/new/file", "copy/new/dir"];
        job.0.destination = Some(Destination::Each(paths.map(|path| at(path).into()).to_vec()));
        let told = job.run();
        told.failed_with(&[("dir/below", Code::JustCreated), ("file", Code::JustCreated)]);
        assert_eq!(get(at("copy/new/file")), noise(0, size));
        assert_eq!(get(at("copy/new/dir/below")), noise(2, size));
    }
}

#[test]
fn of_two_trees_with_equal_names_every_file_is_told_of() {
    // Both sources have the same names: the second file of each name, however late its worker is,
    // meets one that this job created, and fails with `JustCreated`.
    let scratch = Scratch::new();
    for side in ["x", "y"] {
        mkdir(scratch.join(side));
        mkdir(scratch.join(side).join("d"));
        for n in 0..150 {
            let size = [0, 10, 5000, 2 << 20]
                [usize::from(n % 50 == 0) * 3 + n % 3 * usize::from(n % 50 != 0)];
            put(scratch.join(side).join(format!("d/{n}")), noise(n as u64, size));
        }
        for n in 0..20 {
            symlink(side, scratch.join(side).join(format!("d/link{n}")));
        }
    }
    for round in 0..30 {
        let dst = scratch.join(format!("copy{round}"));
        mkdir(&dst);
        let both = [scratch.join("x/d"), scratch.join("y/d")];
        let told = copy_into(&both, &dst).with(|o| o.workers = Some(4)).run();
        let all = told.failed.iter().all(|(_, error)| error.code == Code::JustCreated);
        assert!(all, "{:?}", told.failed);
        assert_eq!(told.summary.failed, 170, "round {round}: one was overwritten silently");
        fcp_test_support::remove_all(&dst).unwrap();
    }
}

#[test]
fn targets_that_are_no_directories_are_refused() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    put(at("file"), b"file");
    put(at("target"), b"target");
    symlink("nowhere", at("dangling"));
    mkdir(at("dir"));
    for target in ["target", "dangling", "absent"] {
        let error = copy_into(&[at("file")], at(target)).refused();
        assert_eq!(error.path.0, at(target), "{target}");
        let code = if target == "target" { Code::NotADirectory } else { Code::NotFound };
        assert_eq!(error.code, code, "{target}");
    }
    let two = copy_into(&[at("file"), at("dir")], at("target"));
    assert_eq!(two.refused().code, Code::NotADirectory);
    // A path below something that is no directory.
    copy(at("file"), at("target/new")).run().failed_with(&[("file", Code::NotADirectory)]);
    copy(at("file"), at("absent/new")).run().failed_with(&[("file", Code::NotFound)]);
    copy(at("file"), at("dangling")).run().failed_with(&[("file", Code::DanglingSymlink)]);
    assert_eq!(names(scratch.path()), ["dangling", "dir", "file", "target"]);
    assert_eq!(get(at("target")), b"target");
}

#[test]
fn files_and_directories_do_not_replace_each_other() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    for side in ["source", "copy"] {
        mkdir(at(side));
    }
    put(at("source/file"), b"file");
    put(at("source/large"), noise(1, 2 << 20));
    symlink("file", at("source/link"));
    mkdir(at("source/dir"));
    put(at("source/dir/inner"), b"inner");
    put(at("source/other"), b"other");
    for name in ["file", "large", "link"] {
        mkdir(at("copy").join(name));
        put(at("copy").join(name).join("precious"), b"precious");
    }
    put(at("copy/dir"), b"precious");
    for overwrite in [Overwrite::Replace, Overwrite::InPlace, Overwrite::RemoveFirst] {
        let told = copy(at("source"), at("copy")).with(|o| o.overwrite = overwrite).run();
        told.failed_with(&[
            ("dir", Code::OverNonDirectory),
            ("file", Code::OverDirectory),
            ("large", Code::OverDirectory),
            ("link", Code::OverDirectory),
        ]);
        assert_eq!(get(at("copy/dir")), b"precious");
        for name in ["file", "large", "link"] {
            assert_eq!(names(at("copy").join(name)), ["precious"]);
        }
        assert_eq!(get(at("copy/other")), b"other");
        assert_eq!(names(at("copy")), ["dir", "file", "large", "link", "other"]);
    }
}

#[test]
fn links_in_the_way_are_replaced_below_the_operands_and_followed_as_operands() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    for dir in ["source", "source/dir", "copy", "elsewhere"] {
        mkdir(at(dir));
    }
    put(at("source/small"), b"new");
    put(at("source/large"), noise(1, 2 << 20));
    put(at("source/dir/file"), b"new");
    put(at("precious"), b"precious");
    symlink(at("precious"), at("copy/small"));
    symlink(at("precious"), at("copy/large"));
    symlink(at("elsewhere"), at("copy/dir"));
    let told = copy(at("source"), at("copy")).run();
    told.failed_with(&[("dir", Code::OverNonDirectory)]);
    assert_eq!(get(at("precious")), b"precious");
    assert_eq!(names(at("elsewhere")), [""; 0]);
    assert!(!at("copy/small").is_symlink() && !at("copy/large").is_symlink());
    assert_eq!(get(at("copy/small")), b"new");

    // The user named this link, so what it leads to is replaced.
    symlink("precious", at("named"));
    copy(at("source/small"), at("named")).run().clean();
    assert!(at("named").is_symlink());
    assert_eq!(get(at("precious")), b"new");
    copy_into(&[at("source/dir")], at("copy/dir")).run().clean();
    assert_eq!(get(at("elsewhere/dir/file")), b"new");
}

#[test]
fn a_link_replaces_a_link_and_not_what_that_leads_to() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.join(name);
    for dir in ["source", "copy"] {
        mkdir(at(dir));
    }
    put(at("precious"), b"precious");
    symlink("new", at("source/link"));
    symlink("new", at("source/dangling"));
    for overwrite in [Overwrite::Replace, Overwrite::InPlace, Overwrite::RemoveFirst] {
        let change = |o: &mut Options| o.overwrite = overwrite;
        symlink("../precious", at("copy/link"));
        symlink("../nowhere", at("copy/dangling"));
        symlink("precious", at("named"));
        copy(at("source"), at("copy")).with(change).run().clean();
        copy(at("source/link"), at("named")).with(change).run().clean();
        for link in ["copy/link", "copy/dangling", "named"] {
            let target = std::fs::read_link(at(link)).unwrap();
            assert_eq!(target.to_str(), Some("new"), "{link} {overwrite:?}");
            rustix::fs::unlink(at(link)).unwrap();
        }
        assert_eq!(get(at("precious")), b"precious");
        assert!(!at("precious").is_symlink());
    }
}

#[test]
fn equal_inode_numbers_on_two_filesystems_are_two_files() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (left, right) =
            (mounts.filesystem(Kind::Tmpfs, 1 << 20), mounts.filesystem(Kind::Tmpfs, 1 << 20));
        put(left.join("a"), b"left");
        put(right.join("a"), b"right");
        let number = |path: &std::path::Path| path.metadata().unwrap().ino();
        assert_eq!(number(&left.join("a")), number(&right.join("a")));
        copy(left.join("a"), right.join("a")).run().clean();
        assert_eq!(get(right.join("a")), b"left");
    });
}

//! Tests of moves to another filesystem.

use fcp_test_support::Mounts;

use super::copy::{copy_into, text, tool};
use super::*;

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
fn a_name_becomes_no_link_to_what_has_taken_the_place_of_its_copy() {
    let check = |mounts: &Mounts, moves: bool| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        put(from.join("one"), b"data");
        hard_link(from.join("one"), from.join("two"));
        hard_link(from.join("one"), from.join("kept"));
        put(to.join("two"), b"old");
        let sources = [from.join("one"), from.join("two")];
        let job = if moves { mv_into(&sources, &to) } else { copy_into(&sources, &to).archive() };
        let mut job = job.with(|o| o.on_conflict = ConflictPolicy::Ask).start();
        let (mut question, mut done) = (None, false);
        while question.is_none() || !done {
            match job.until(|event| {
                matches!(event, Event::QuestionAsked { .. } | Event::ItemDone { .. })
            }) {
                Event::QuestionAsked { question: asked, .. } => question = Some(asked.id),
                _ => done = true,
            }
        }
        // As many editors write a file.
        put(to.join("new"), b"edited");
        rustix::fs::rename(to.join("new"), to.join("one")).unwrap();
        let resolution = Resolution { answer: Answer::Overwrite, scope: Scope::This };
        job.engine.answer(question.unwrap(), &resolution).unwrap();
        job.end().clean();
        assert_eq!((get(to.join("one")), get(to.join("two"))), (b"edited".into(), b"data".into()));
        assert_eq!(names(&from), if moves { vec!["kept"] } else { vec!["kept", "one", "two"] });
    };
    with_mounts(&[Kind::Tmpfs], |mounts| {
        check(mounts, true);
        check(mounts, false);
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

#[test]
fn what_is_mounted_in_a_folder_moves_with_it_unless_it_is_left_out() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let [from, elsewhere, to] = [mounts.tmpfs(""), mounts.tmpfs(""), mounts.tmpfs("")];
        put(elsewhere.join("file"), b"mounted");
        mkdir(from.join("dir"));
        mkdir(from.join("dir/mount"));
        put(from.join("dir/own"), b"own");
        mounts.bind(&elsewhere, &from.join("dir/mount"));
        let without = |o: &mut Options| o.filter.exclude = vec!["mount".into()];
        mv_into(&[from.join("dir")], &to).with(without).run();
        assert_eq!(
            (names(from.join("dir")), names(to.join("dir"))),
            (vec!["mount".into()], vec!["own".into()])
        );
        assert_eq!(get(elsewhere.join("file")), b"mounted");
        let told = mv_into(&[from.join("dir")], &to).run();
        assert_eq!(get(to.join("dir/mount/file")), b"mounted");
        assert_eq!(names(&elsewhere), [""; 0], "it was moved, not copied");
        // What is in use as a mount point cannot be removed, nor what holds it.
        let errno = told.failed[0].1.errno;
        assert_eq!(errno, Some(rustix::io::Errno::BUSY.raw_os_error()), "{:?}", told.failed);
        assert_eq!(names(from.join("dir")), ["mount"]);
    });
}

#[test]
fn the_copy_of_a_source_that_vanishes_during_the_move_stays_and_is_told() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let data = noise(1, 3 << 20);
        for in_folder in [true, false] {
            let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
            mkdir(from.join("dir"));
            put(from.join("dir/file"), &data);
            let (source, moved) = if in_folder {
                ("dir", to.join("dir/file"))
            } else {
                ("dir/file", to.join("file"))
            };
            let slow = |o: &mut Options| o.limit_rate = Some(2 << 20);
            let mut running = mv_into(&[from.join(source)], &to).with(slow).start();
            running.until_midway();
            rustix::fs::unlink(from.join("dir/file")).unwrap();
            running.engine.set_limit_rate(running.job, 0).unwrap();
            running.end().failed_with(&[("file", Code::NotFound)]);
            // It is all that is left.
            assert!(get(&moved) == data, "in a folder: {in_folder}");
        }
    });
}

#[test]
fn what_is_named_beside_the_folder_that_it_is_in_is_moved_once() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
        for (at, is_first) in [(&to, true), (&to, false), (&from, true), (&from, false)] {
            let (outer, inner, out) = (from.join("d"), from.join("d/x"), at.join("out"));
            mkdir(&outer);
            mkdir(&out);
            put(&inner, "x");
            put(from.join("d/y"), "y");
            if is_first {
                mv_into(&[inner, outer.clone()], &out).run().clean();
                assert_eq!(names(&out), ["d", "x"]);
                assert_eq!(names(out.join("d")), ["y"]);
            } else {
                // As mv says: the folder has taken it along.
                let told = mv_into(&[outer.clone(), inner], &out).run();
                told.failed_with(&[("x", Code::NotFound)]);
                assert_eq!(names(&out), ["d"]);
                assert_eq!(names(out.join("d")), ["x", "y"]);
            }
            assert!(!exists(&outer));
            remove_all(&out).unwrap();
        }
    });
}

#[test]
fn a_volume_can_be_ejected_as_soon_as_a_move_to_it_has_ended() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        for n in 0..20 {
            let (from, to) = (mounts.tmpfs(""), mounts.tmpfs(""));
            mkdir(from.join("d"));
            put(from.join("d/f"), b"f");
            let _told = mv(from.join("d"), to.join(format!("d{n}"))).run().clean();
            tool("umount", &[text(&to)]);
        }
    });
}

#[test]
fn a_resumed_move_takes_no_file_for_its_copy_that_lacks_what_the_source_has() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let [from, to] = [(); 2].map(|()| mounts.filesystem(Kind::Ext4, 64 << 20));
        let all = ["mode", "attribute", "whole"];
        let date = |path: &Path| {
            let file = std::fs::File::open(path).unwrap();
            file.set_modified(std::time::UNIX_EPOCH).unwrap();
            let meta = file.metadata().unwrap();
            (meta.ctime(), meta.ctime_nsec())
        };
        for name in all {
            let paths = [&from, &to].map(|dir| dir.join(name));
            for path in &paths {
                put(path, b"data");
            }
            let before = date(&paths[0]);
            // Two files that change in one tick of the clock may be one, which two mounts show.
            while date(&paths[1]) == before {}
        }
        chmod(from.join("mode"), 0o600);
        let flags = rustix::fs::XattrFlags::empty();
        rustix::fs::setxattr(from.join("attribute"), "user.name", b"value", flags).unwrap();
        let whole = inode(to.join("whole"));
        let sources = all.map(|name| from.join(name));
        mv_into(&sources, &to).with(|o| o.resume = true).run().clean();
        let mode = to.join("mode").symlink_metadata().unwrap().mode();
        assert_eq!(mode & 0o7777, 0o600);
        let value = rustix::fs::getxattr(to.join("attribute"), "user.name", &mut [0; 8][..]);
        assert_eq!(value, Ok(5));
        // That one was compared.
        assert_eq!(inode(to.join("whole")), whole);
        assert!(all.iter().all(|name| !exists(from.join(name))));
    });
}

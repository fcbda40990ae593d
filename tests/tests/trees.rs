//! Tests that copies of whole trees equal their sources, on and across every filesystem.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use copy::{
    Change, chmod, copy, copy_into, get, hard_link, is_full, mkdir, names, noise, put, symlink,
    text, tool,
};
use fcp_engine::error::Code;
use fcp_engine::event::{Mover, SkipReason};
use fcp_engine::spec::{
    Cache, Driver, Durability, Filter, Follow, ModeRule, Options, Overwrite, Publish, Reflink,
    Sparse,
};
use fcp_test_support::{Kind, Scratch, Tree, What, acl, assert_same, diff, run, with_mounts};
use rustix::fs::XattrFlags;

const ROOM: u64 = 512 << 20;

fn kinds() -> Vec<(Kind, Kind)> {
    Kind::ALL.iter().flat_map(|&from| Kind::ALL.map(|to| (from, to))).collect()
}

#[test]
fn archives_are_equal_on_and_across_all_filesystems() {
    with_mounts(&Kind::ALL, |mounts| {
        let at = Kind::ALL.map(|kind| mounts.filesystem(kind, ROOM));
        for (seed, kind, at) in (1..).zip(Kind::ALL).zip(&at).map(|((s, k), a)| (s, k, a)) {
            let built = Tree::full(seed).build(&at.join("source"));
            assert!(built.is_ok(), "{kind:?}: {built:?}");
        }
        for (from, to) in kinds() {
            let place = |kind| &at[Kind::ALL.iter().position(|&k| k == kind).unwrap()];
            let (src, dst) = (place(from).join("source"), place(to).join("copy"));
            copy(&src, &dst).archive().run().clean();
            assert_same(&src, &dst, &What::everything());
            // Again, over what is there.
            copy(&src, &dst).archive().run().clean();
            assert_same(&src, &dst, &What::everything());
            fcp_test_support::remove_all(&dst).unwrap();
        }
    });
}

#[test]
fn archives_of_many_seeds_are_equal() {
    let last = if is_full() { 200 } else { 8 };
    with_mounts(&[Kind::Tmpfs], |mounts| {
        for seed in 100..100 + last {
            let at = mounts.filesystem(Kind::Tmpfs, ROOM);
            let (src, dst) = (at.join("source"), at.join("copy"));
            Tree::full(seed).depth(seed as usize % 12).build(&src).unwrap();
            copy(&src, &dst).archive().run().clean();
            assert_same(&src, &dst, &What::everything());
            mounts.unmount(&at);
        }
    });
}

/// Expects modes as cp makes them: those of the source, less the umask and the set-ID bits.
#[track_caller]
fn assert_masked(src: &Path, dst: &Path, umask: u32) {
    for name in names(src) {
        let (old, new) = (src.join(&name), dst.join(&name));
        let (from, to) = (old.symlink_metadata().unwrap(), new.symlink_metadata().unwrap());
        if from.is_symlink() {
            continue;
        }
        let sticky = if from.is_dir() { 0o1000 } else { 0 };
        let wanted = from.mode() & (0o777 | sticky) & !umask;
        assert_eq!(to.mode() & 0o7777, wanted, "{}", new.display());
        if from.is_dir() {
            assert_masked(&old, &new, umask);
        }
    }
}

#[test]
fn plain_copies_have_the_contents_and_the_masked_modes() {
    let scratch = Scratch::new();
    let src = scratch.join("source");
    let tree = Tree { odd_names: false, acls: false, ..Tree::full(7) };
    tree.build(&src).unwrap();
    // The umask is the process's, which is shared with other tests: so the program is run.
    for umask in [0o022, 0o077, 0o002] {
        let dst = scratch.join(format!("copy{umask:o}"));
        let script = format!("umask {umask:o}; exec \"$@\"");
        let mut shell = fcp_test_support::bin::clean(std::process::Command::new("/bin/sh"));
        shell.args(["-c", &script, "sh"]).arg(fcp_test_support::bin::path_of("fcp"));
        let done = run(shell.args(["--json", "--events=all", "-T"]).arg(&src).arg(&dst));
        copy::read(&done).clean();
        assert_same(&src, &dst, &What::contents());
        assert_masked(&src, &dst, umask);
    }
}

#[test]
fn every_option_gives_the_same_tree() {
    let changes: &[(&str, Change)] = &[
        ("publish always", |o| o.publish = Publish::Always),
        ("in place", |o| o.overwrite = Overwrite::InPlace),
        ("remove first", |o| o.overwrite = Overwrite::RemoveFirst),
        ("parfile", |o| o.driver = Some(Driver::Parfile)),
        ("parblock", |o| {
            o.driver = Some(Driver::Parblock);
            o.block_size = Some(1 << 20);
        }),
        ("copy_file_range", |o| o.driver = Some(Driver::CopyFileRange)),
        ("read and write", |o| o.driver = Some(Driver::ReadWrite)),
        ("reflink never", |o| o.reflink = Reflink::Never),
        ("sparse always", |o| o.sparse = Sparse::Always),
        ("sparse never", |o| o.sparse = Sparse::Never),
        ("cache drop", |o| o.cache = Cache::Drop),
        ("cache direct", |o| o.cache = Cache::Direct),
        ("durable end", |o| o.durability = Durability::End),
        ("durable file", |o| o.durability = Durability::File),
        ("verify", |o| o.verify = true),
        ("one worker", |o| o.workers = Some(1)),
        ("many workers", |o| o.workers = Some(16)),
        ("small blocks", |o| o.block_size = Some(4096)),
        ("rate", |o| o.limit_rate = Some(1 << 30)),
        ("quiet", |o| o.events = fcp_engine::spec::EventLevel::Facts),
    ];
    with_mounts(&[Kind::Btrfs, Kind::Ext4], |mounts| {
        let from = mounts.filesystem(Kind::Ext4, ROOM);
        let src = from.join("source");
        Tree::full(11).entries(120).build(&src).unwrap();
        put(src.join("large"), noise(1, (5 << 20) + 4097));
        for to in [from.clone(), mounts.filesystem(Kind::Btrfs, ROOM)] {
            for (name, change) in changes {
                // The files of a tree with names that are all taken, by other files.
                let dst = to.join("copy");
                for round in ["new", "over"] {
                    eprintln!("{name}, {round}, {}", to.display());
                    // The range mover makes nothing of devices between filesystems.
                    let forced = *name == "copy_file_range" && to != from;
                    let told = copy(&src, &dst).archive().with(change).run();
                    if forced {
                        assert!(told.failed.iter().all(|(_, e)| e.errno == Some(18)), "{told:?}");
                        assert!(told.summary.failed > 0);
                        continue;
                    }
                    told.clean();
                    let holes =
                        (*name != "sparse never" && *name != "cache direct").then_some(1 << 20);
                    assert_same(&src, &dst, &What { holes, ..What::everything() });
                }
                fcp_test_support::remove_all(&dst).unwrap();
            }
        }
    });
}

#[test]
fn verified_and_durable_in_place_copies_replace_longer_files() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    put(&src, noise(1, 1000));
    put(&dst, noise(2, 100_000));
    hard_link(&dst, scratch.join("other name"));
    let in_place = |o: &mut Options| o.overwrite = Overwrite::InPlace;
    copy(&src, &dst).with(in_place).with(|o| o.verify = true).run().clean();
    assert_eq!(get(scratch.join("other name")), noise(1, 1000));
}

/// Bytes in use on the filesystem of a path.
fn used(path: &Path) -> u64 {
    let fs = File::open(path).unwrap();
    rustix::fs::syncfs(&fs).unwrap();
    let stat = rustix::fs::fstatvfs(&fs).unwrap();
    (stat.f_blocks - stat.f_bfree) * stat.f_frsize
}

fn is_shared(file: &Path) -> bool {
    tool("filefrag", &["-v", text(file)]).contains("shared")
}

#[test]
fn reflinks_share_extents() {
    with_mounts(&[Kind::Btrfs, Kind::Xfs], |mounts| {
        for kind in [Kind::Btrfs, Kind::Xfs] {
            let at = mounts.filesystem(kind, ROOM);
            let (src, dst) = (at.join("source"), at.join("copy"));
            put(&src, noise(1, 32 << 20));
            let before = used(&at);
            let told = copy(&src, &dst).run().clean();
            assert_eq!(told.methods(), [Mover::Reflink], "{kind:?}");
            assert_eq!(told.summary.bytes_reflinked, 32 << 20);
            assert!(used(&at) < before + (4 << 20), "{kind:?}: space was used");
            assert!(is_shared(&dst), "{kind:?}");
            let never = at.join("never");
            let told = copy(&src, &never).with(|o| o.reflink = Reflink::Never).run().clean();
            assert_ne!(told.methods(), [Mover::Reflink], "{kind:?}");
            assert!(!is_shared(&never), "{kind:?}: never is never");
            assert_same(&src, &never, &What::contents());
            // What is shared is not one file.
            File::options().write(true).open(&dst).unwrap().write_all_at(b"x", 5000).unwrap();
            assert_eq!(get(&src), noise(1, 32 << 20), "{kind:?}");
        }
    });
}

#[test]
fn a_demanded_reflink_fails_where_there_is_none() {
    with_mounts(&[Kind::Ext4, Kind::Btrfs], |mounts| {
        let (ext4, btrfs) =
            (mounts.filesystem(Kind::Ext4, ROOM), mounts.filesystem(Kind::Btrfs, 0));
        put(ext4.join("file"), noise(1, 3 << 20));
        for (dst, code) in
            [(ext4.join("copy"), Code::Unsupported), (btrfs.join("copy"), Code::CrossDevice)]
        {
            let always = copy(ext4.join("file"), &dst).with(|o| o.reflink = Reflink::Always);
            always.run().failed_with(&[("file", code)]);
            assert!(!dst.exists());
        }
    });
}

#[test]
fn reflinks_cross_subvolumes_and_bind_mounts() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let at = mounts.filesystem(Kind::Btrfs, 0);
        mounts.subvolume(&at.join("sub"));
        mkdir(at.join("bound"));
        mkdir(at.join("bind"));
        put(at.join("file"), noise(1, 1 << 20));
        mounts.bind(&at.join("bound"), &at.join("bind"));
        for into in ["sub", "bind"] {
            let told = copy_into(&[at.join("file")], at.join(into)).run().clean();
            assert_eq!(told.methods(), [Mover::Reflink], "{into}");
        }
    });
}

#[test]
fn a_sparse_tebibyte_takes_no_time_and_no_space() {
    with_mounts(&Kind::ALL, |mounts| {
        for (from, to) in [
            (Kind::Xfs, Kind::Xfs),
            (Kind::Xfs, Kind::Btrfs),
            (Kind::Btrfs, Kind::Xfs),
            (Kind::Tmpfs, Kind::Xfs),
        ] {
            let from_at = mounts.filesystem(from, ROOM);
            let to_at = mounts.filesystem(to, ROOM);
            let (src, dst) = (from_at.join("source"), to_at.join("copy"));
            let file = File::create_new(&src).unwrap();
            file.set_len(1 << 40).unwrap();
            file.write_all_at(&noise(1, 10_000), 1 << 39).unwrap();
            let told = copy(&src, &dst).run().clean();
            assert_eq!(told.summary.bytes, 1 << 40, "{from:?} to {to:?}");
            let meta = dst.metadata().unwrap();
            assert_eq!(meta.len(), 1 << 40);
            assert!(meta.blocks() * 512 <= 1 << 20, "{from:?} to {to:?}: {}", meta.blocks());
            let mut found = [0; 10_000];
            File::open(&dst).unwrap().read_exact_at(&mut found, 1 << 39).unwrap();
            assert_eq!(found[..], noise(1, 10_000));
        }
    });
}

#[test]
fn zeros_become_holes_or_holes_zeros_if_asked() {
    with_mounts(&Kind::ALL, |mounts| {
        for kind in Kind::ALL {
            let at = mounts.filesystem(kind, ROOM);
            let (zeros, hole) = (at.join("zeros"), at.join("hole"));
            let mut bytes = vec![0; 8 << 20];
            bytes[5_000_000..5_000_100].fill(7);
            put(&zeros, &bytes);
            let file = File::create_new(&hole).unwrap();
            file.set_len(8 << 20).unwrap();
            file.write_all_at(&bytes[5_000_000..5_000_100], 5_000_000).unwrap();
            for (src, sparse, is_sparse) in [
                (&zeros, Sparse::Always, true),
                (&hole, Sparse::Always, true),
                (&hole, Sparse::Auto, true),
                (&hole, Sparse::Never, false),
                (&zeros, Sparse::Never, false),
            ] {
                let dst = at.join("copy");
                copy(src, &dst).with(|o| o.sparse = sparse).run().clean();
                assert_eq!(get(&dst), bytes, "{kind:?} {sparse:?}");
                let file = File::open(&dst).unwrap();
                file.sync_all().unwrap();
                let allocated = dst.metadata().unwrap().blocks() * 512;
                let fits = if is_sparse { allocated <= 1 << 20 } else { allocated >= 8 << 20 };
                assert!(fits, "{kind:?} {} {sparse:?}: {allocated}", src.display());
                fcp_test_support::remove_all(&dst).unwrap();
            }
        }
    });
}

#[test]
fn parallel_blocks_make_the_same_file() {
    with_mounts(&[Kind::Ext4, Kind::Tmpfs], |mounts| {
        let (ext4, tmpfs) =
            (mounts.filesystem(Kind::Ext4, 700 << 20), mounts.filesystem(Kind::Tmpfs, 700 << 20));
        // Not a multiple of anything.
        put(ext4.join("file"), noise(1, 200_000_003));
        let blocks = |o: &mut Options| {
            o.driver = Some(Driver::Parblock);
            o.block_size = Some(7 << 20);
            o.workers = Some(4);
        };
        for to in [&ext4, &tmpfs] {
            // New, then over the old one.
            for _ in 0..2 {
                let dst = to.join("copy");
                let told = copy(ext4.join("file"), &dst).archive().with(blocks).run().clean();
                assert_eq!(told.summary.bytes, 200_000_003);
                assert_same(&ext4.join("file"), &dst, &What::everything());
            }
        }
        assert_eq!(names(&tmpfs), ["copy"]);
    });
}

#[test]
fn hard_links_across_directories_stay_links() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    for dir in 0..20 {
        mkdir(src.join(format!("d{dir}")));
    }
    for file in 0..50 {
        let first = src.join(format!("d{}/first{file}", file % 20));
        put(&first, noise(file, (file as usize % 3) * 700_000));
        for other in 0..10 {
            hard_link(&first, src.join(format!("d{}/f{file}-{other}", (file + other) % 20)));
        }
    }
    symlink("nowhere", src.join("link"));
    hard_link(src.join("link"), src.join("d3/link"));
    for workers in [1, 2, 8] {
        // Over an older copy, too, in which they are files of their own.
        copy(&src, &dst).with(|o| o.workers = Some(workers)).run().clean();
        copy(&src, &dst).archive().with(|o| o.workers = Some(workers)).run().clean();
        assert_same(&src, &dst, &What::everything());
        fcp_test_support::remove_all(&dst).unwrap();
    }
    // Without links each is a file of its own.
    copy(&src, &dst).run().clean();
    assert_eq!(dst.join("d0/f0-0").metadata().unwrap().nlink(), 1);
}

#[test]
fn set_id_bits_are_kept_only_with_their_owner() {
    let scratch = Scratch::new().open_to_all();
    let src = scratch.join("source");
    mkdir(&src);
    for (name, mode, owner) in
        [("mine", 0o6755, 65534), ("roots", 0o4755, 0), ("group", 0o2755, 0), ("plain", 0o755, 0)]
    {
        put(src.join(name), b"#!");
        rustix::fs::chown(
            src.join(name),
            Some(rustix::fs::Uid::from_raw(owner)),
            Some(rustix::fs::Gid::from_raw(owner)),
        )
        .unwrap();
        chmod(src.join(name), mode);
    }
    let modes = |dir: &Path| {
        ["mine", "roots", "group", "plain"]
            .map(|name| dir.join(name).metadata().unwrap().mode() & 0o7777)
    };
    copy(&src, scratch.join("exact")).archive().run().clean();
    assert_eq!(modes(&scratch.join("exact")), [0o6755, 0o4755, 0o2755, 0o755]);
    copy(&src, scratch.join("masked")).run().clean();
    assert_eq!(modes(&scratch.join("masked")), [0o755; 4]);
    copy(&src, scratch.join("mode")).with(|o| o.preserve.mode = ModeRule::Exact).run().clean();
    // cp --preserve=mode keeps them: the copies are root's as cp's are.
    assert_eq!(modes(&scratch.join("mode"))[3], 0o755);

    let mut program = copy::program(&["-a", "-T", text(&src), text(&scratch.join("nobodys"))]);
    let Some(program) = fcp_test_support::as_nobody(&mut program) else { return };
    copy::read(&run(program)).clean();
    // The copies of root's files belong to the user nobody and lose their set-ID bits, which
    // would now grant nobody's rights instead of root's.
    assert_eq!(modes(&scratch.join("nobodys")), [0o6755, 0o755, 0o755, 0o755]);
}

#[test]
fn read_only_directories_are_copied_by_any_user() {
    let scratch = Scratch::new().open_to_all();
    let src = scratch.join("source");
    for dir in ["", "a", "a/b", "a/b/c"] {
        mkdir(src.join(dir));
        put(src.join(dir).join("file"), dir);
    }
    for dir in ["a/b/c", "a/b", "a", ""] {
        chmod(src.join(dir), 0o555);
    }
    for flags in ["-T", "-aT"] {
        let dst = scratch.join(format!("copy{flags}"));
        let mut program = copy::program(&[flags, text(&src), text(&dst)]);
        let Some(program) = fcp_test_support::as_nobody(&mut program) else { return };
        copy::read(&run(program)).clean();
        let what = What { mode: true, root: true, ..What::contents() };
        assert_same(&src, &dst, &what);
    }
}

#[test]
fn a_read_only_directory_inherits_the_group_as_every_other() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    mkdir(src.join("plain"));
    mkdir(src.join("read-only"));
    chmod(src.join("read-only"), 0o555);
    mkdir(&dst);
    chmod(&dst, 0o2755);
    copy(&src, &dst).run().clean();
    for (name, mode) in [("plain", 0o2755), ("read-only", 0o2555)] {
        assert_eq!(dst.join(name).metadata().unwrap().mode() & 0o7777, mode, "{name}");
    }
}

#[test]
fn an_archive_has_the_acls_of_its_source_and_no_others() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 32 << 20);
        let (src, dst) = (at.join("source"), at.join("copy"));
        mkdir(&src);
        mkdir(src.join("dir"));
        put(src.join("file"), b"file");
        put(src.join("dir/file"), b"file");
        put(src.join("dir/granted"), b"file");
        let granted = acl::encode((1000, 4), (1000, 6));
        rustix::fs::setxattr(src.join("dir/granted"), acl::ACCESS, &granted, XattrFlags::empty())
            .unwrap();
        // The destination hands down rights that the source does not give.
        mkdir(&dst);
        let generous = acl::encode((65534, 7), (65534, 7));
        rustix::fs::setxattr(&dst, acl::DEFAULT, &generous, XattrFlags::empty()).unwrap();
        put(dst.join("file"), b"old");
        copy(&src, &dst).archive().run().clean();
        assert_same(&src, &dst, &What::everything());
    });
}

#[test]
fn attributes_that_a_filesystem_lacks_are_warned_of_once() {
    with_mounts(&[Kind::Ext4, Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 64 << 20);
        let src = at.join("source");
        mkdir(&src);
        for name in ["a", "b", "c"] {
            put(src.join(name), name);
            // More than tmpfs may hold of attributes in all its inodes.
            let value = vec![b'v'; 3000];
            rustix::fs::setxattr(src.join(name), "user.x", &value, XattrFlags::empty()).unwrap();
        }
        let none = mounts.tmpfs("size=1m,nr_inodes=8");
        let told = copy(&src, none.join("copy")).archive().run();
        assert_eq!(told.failed, []);
        assert_eq!(told.summary.done, 4);
        assert_eq!(told.warnings.len(), 1, "{:?}", told.warnings);
        assert_same(&src, &none.join("copy"), &What { mode: true, ..What::contents() });
        let required = copy(&src, none.join("required")).archive();
        let told = required.with(|o| o.preserve.required = true).run();
        assert!(told.summary.failed > 0, "{told:?}");
    });
}

#[test]
fn links_that_go_in_circles_end() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    mkdir(src.join("sub"));
    put(src.join("sub/file"), b"file");
    symlink("..", src.join("sub/up"));
    symlink(".", src.join("here"));
    symlink("sub", src.join("twice"));
    symlink("loop", src.join("loop"));
    symlink("nowhere", src.join("nowhere to go"));
    let told = copy(&src, &dst).with(|o| o.follow = Follow::Always).run();
    told.failed_with(&[
        ("here", Code::Loop),
        ("loop", Code::Loop),
        ("nowhere to go", Code::NotFound),
        ("sub/up", Code::Loop),
        ("twice/up", Code::Loop),
    ]);
    assert_eq!(names(&dst), ["sub", "twice"]);
    assert_eq!(get(dst.join("twice/file")), b"file");
}

#[test]
fn one_file_system_makes_mount_points_and_stays_out() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Tmpfs, 1 << 20);
        let src = at.join("source");
        mkdir(&src);
        mkdir(src.join("other"));
        put(src.join("file"), b"file");
        let other = mounts.filesystem(Kind::Tmpfs, 1 << 20);
        put(other.join("hidden"), b"hidden");
        mounts.bind(&other, &src.join("other"));
        let one = |o: &mut Options| o.one_file_system = true;
        copy(&src, at.join("copy")).archive().with(one).run().clean();
        assert_eq!(names(at.join("copy")), ["file", "other"]);
        assert_eq!(names(at.join("copy/other")), [""; 0]);
        // An operand is entered wherever it is, and without the option all is.
        copy(src.join("other"), at.join("operand")).with(one).run().clean();
        assert_eq!(names(at.join("operand")), ["hidden"]);
        copy(&src, at.join("all")).run().clean();
        assert_eq!(names(at.join("all/other")), ["hidden"]);
        mounts.unmount(&src.join("other"));
    });
}

fn tree_of(root: &Path, files: &[&str]) {
    for file in files {
        let path = root.join(file);
        let mut made = root.to_owned();
        for part in Path::new(file).parent().unwrap() {
            made.push(part);
            if !made.exists() {
                mkdir(&made);
            }
        }
        put(path, file);
    }
}

fn listing(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for name in names(root) {
        let path = root.join(&name);
        if path.is_dir() {
            found.push(format!("{name}/"));
            found.extend(listing(&path).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            found.push(name);
        }
    }
    found
}

#[test]
fn filters_choose_what_is_copied() {
    let scratch = Scratch::new();
    let src = scratch.join("source");
    mkdir(&src);
    tree_of(
        &src,
        &[
            "a.o",
            "a.c",
            "keep.o",
            "deep/a.o",
            "deep/b.o",
            "deep/x/a.o",
            "build/out",
            "lib/build/out",
        ],
    );
    put(src.join(".gitignore"), "*.o\n!keep.o\n/build/\n# a comment\n");
    put(src.join("deep/.gitignore"), "!a.o\n");
    put(src.join("deep/x/.gitignore"), "a.*\n");
    let cases: &[(&str, Filter, &[&str])] = &[
        (
            "gitignore, nested and negated",
            Filter { gitignore: true, ..Filter::default() },
            &[
                ".gitignore",
                "a.c",
                "deep/",
                "deep/.gitignore",
                "deep/a.o",
                "deep/x/",
                "deep/x/.gitignore",
                "keep.o",
                "lib/",
                "lib/build/",
                "lib/build/out",
            ],
        ),
        (
            "exclude names and paths",
            Filter {
                exclude: vec!["*.o".into(), ".gitignore".into(), "lib/build".into()],
                ..Filter::default()
            },
            &["a.c", "build/", "build/out", "deep/", "deep/x/", "lib/"],
        ),
        (
            "include files only",
            Filter { include: vec!["*.c".into(), "deep/*.o".into()], ..Filter::default() },
            &["a.c", "build/", "deep/", "deep/a.o", "deep/b.o", "deep/x/", "lib/", "lib/build/"],
        ),
        (
            "exclude is stronger than include",
            Filter {
                include: vec!["*.o".into()],
                exclude: vec!["deep".into(), "build".into(), "lib".into()],
                ..Filter::default()
            },
            &["a.o", "keep.o"],
        ),
    ];
    for (name, filter, expected) in cases {
        let dst = scratch.join("copy");
        copy(&src, &dst).with(|o| o.filter = filter.clone()).run().clean();
        assert_eq!(listing(&dst), *expected, "{name}");
        fcp_test_support::remove_all(&dst).unwrap();
    }
    let bad = copy(&src, scratch.join("copy"));
    let refused = bad.with(|o| o.filter.exclude = vec!["a[".into()]).refused();
    assert_eq!(refused.code, Code::Usage);
}

#[test]
fn parents_recreate_the_whole_path_and_its_metadata() {
    let scratch = Scratch::new();
    let src = scratch.join("a/b");
    mkdir(scratch.join("a"));
    mkdir(&src);
    put(src.join("file"), b"file");
    chmod(&src, 0o750);
    for dir in [src.clone(), scratch.join("a")] {
        let times = rustix::fs::Timestamps {
            last_access: rustix::fs::Timespec { tv_sec: 1, tv_nsec: 0 },
            last_modification: rustix::fs::Timespec { tv_sec: 2, tv_nsec: 3 },
        };
        rustix::fs::utimensat(rustix::fs::CWD, dir, &times, rustix::fs::AtFlags::empty()).unwrap();
    }
    mkdir(scratch.join("copy"));
    let parents = |o: &mut Options| o.parents = true;
    let both = [src.join("file"), src.join("file")];
    let told = copy_into(&both, scratch.join("copy")).archive().with(parents).run();
    assert_eq!(told.skipped[0].1, SkipReason::Duplicate);
    let copied = scratch.join("copy").join(src.strip_prefix("/").unwrap());
    assert_same(&src, &copied, &What::everything());
    let meta = copied.parent().unwrap().metadata().unwrap();
    assert_eq!((meta.mtime(), meta.mtime_nsec()), (2, 3));
}

#[test]
fn an_interrupted_copy_is_resumed() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    Tree::plain(3).build(&src).unwrap();
    copy(&src, &dst).archive().run().clean();
    fcp_test_support::remove_all(&dst.join(&names(&dst)[0])).unwrap();
    let told = copy(&src, &dst).archive().with(|o| o.resume = true).run();
    assert!(told.summary.skipped > 0, "{:?}", told.summary);
    assert_same(&src, &dst, &What::everything());
    assert!(diff(&src, &dst, &What::everything()).unwrap().is_empty());
}

#[test]
fn a_name_that_an_interrupted_copy_lacks_becomes_a_link_to_the_one_that_is_there() {
    for missing in ["a", "b"] {
        let scratch = Scratch::new();
        let (src, dst) = (scratch.join("source"), scratch.join("copy"));
        mkdir(&src);
        put(src.join("a"), b"of two names");
        hard_link(src.join("a"), src.join("b"));
        copy(&src, &dst).archive().run().clean();
        fcp_test_support::remove_all(&dst.join(missing)).unwrap();
        copy(&src, &dst).archive().with(|o| o.resume = true).run();
        assert_same(&src, &dst, &What::everything());
        let again = copy(&src, &dst).archive().with(|o| o.resume = true).run();
        assert_eq!((again.summary.skipped, again.summary.bytes), (2, 0));
    }
}

//! Tests of shared extents, holes and parallel blocks.

use super::*;

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

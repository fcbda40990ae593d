//! Tests of extents: subvolumes, files written in place, holes, and what others share.

use super::*;

#[test]
fn subvolumes_of_a_btrfs_share_and_can_be_left_out() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let dir = mounts.filesystem(Kind::Btrfs, 512 << 20);
        mounts.subvolume(&dir.join("sub"));
        fs::write(dir.join("a"), noise(1, 1 << 20)).unwrap();
        fs::write(dir.join("sub/b"), noise(1, 1 << 20)).unwrap();
        let done = events(&dir, &["-x", "."]);
        assert_eq!(summary(&done)["done"], 0);
        let done = events(&dir, &["."]);
        assert_eq!(summary(&done)["done"], 1, "{done:?}");
        assert!(share(&dir.join("a"), &dir.join("sub/b")));
    });
}

#[test]
fn files_that_are_written_in_place_share_among_themselves() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let dir = &mounts.filesystem(Kind::Btrfs, 512 << 20);
        fs::create_dir(dir.join("in-place")).unwrap();
        bin::run_ok(Command::new("chattr").args(["+C", "in-place"]).current_dir(dir));
        let content = noise(7, 1 << 20);
        for name in ["a", "in-place/a", "in-place/b", "b"] {
            fs::write(dir.join(name), &content).unwrap();
        }
        sync(dir);
        let done = events(dir, &["."]);
        assert_eq!((&summary(&done)["done"], &summary(&done)["failed"]), (&2.into(), &0.into()));
        assert!(share(&dir.join("a"), &dir.join("b")));
        assert!(share(&dir.join("in-place/a"), &dir.join("in-place/b")));
        assert!(!share(&dir.join("a"), &dir.join("in-place/a")));
    });
}

/// Whether the metadata that a filesystem writes meanwhile explain the difference, in bytes.
fn is_near(freed: u64, told: u64) -> bool {
    freed.abs_diff(told) < 2 << 20
}

#[test]
fn of_an_extent_of_which_a_part_is_kept_nothing_counts_as_freed() {
    on_each(|dir| {
        const BLOCK: usize = 4096;
        let bytes = noise(3, 32 << 20);
        let file = |name: &str, is_zero: fn(usize) -> bool, is_hole: fn(usize) -> bool| {
            let file = fs::File::create(dir.join(name)).unwrap();
            for (n, block) in bytes.chunks(BLOCK).enumerate().filter(|(n, _)| !is_hole(*n)) {
                let block = if is_zero(n) { &[0; BLOCK][..] } else { block };
                std::os::unix::fs::FileExt::write_all_at(&file, block, (n * BLOCK) as u64).unwrap();
            }
            file.set_len(bytes.len() as u64).unwrap();
        };
        let is_odd = |n: usize| n % 2 == 1;
        let is_third = |n: usize| n % 3 == 1;
        // One of each pair lacks every second block, and the files of the last pair lack blocks of each other.
        for (sub, holes) in
            [("a", [is_odd, |_| false]), ("b", [|_| false, is_odd]), ("c", [is_odd, is_third])]
        {
            fs::create_dir(dir.join(sub)).unwrap();
            let is_zero = if sub == "c" { |n| n % 2 == 1 || n % 3 == 1 } else { is_odd };
            for (n, is_hole) in holes.into_iter().enumerate() {
                file(&format!("{sub}/{n}"), is_zero, is_hole);
            }
        }
        sync(dir);
        for sub in ["a", "b", "c"] {
            let space = used(dir);
            let foreseen = events(dir, &["--dry-run", sub]);
            let foreseen = &of_type(&foreseen, "job.plan")[0]["plan"]["dedupe"]["bytes_freed"];
            let done = events(dir, &[sub]);
            let told = summary(&done)["bytes_freed"].as_u64().unwrap();
            assert_eq!(foreseen, told);
            let freed = space.saturating_sub(used(dir));
            assert!(is_near(freed, told), "{sub}: {freed} {told}");
            assert!(sub == "c" || is_near(told, 16 << 20), "{sub}: {told}");
        }
    });
}

#[test]
fn no_hole_is_made_or_filled() {
    on_each(|dir| {
        let part = noise(1, 1 << 20);
        let write = |name: &str, len: u64, at: u64| {
            let file = fs::File::create(dir.join(name)).unwrap();
            if len > 0 {
                rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, len).unwrap();
            }
            std::os::unix::fs::FileExt::write_all_at(&file, &part, at).unwrap();
            file.set_len(16 << 20).unwrap();
        };
        let mut full = vec![0; 16 << 20];
        full[4 << 20..5 << 20].copy_from_slice(&part);
        write("sparse", 0, 4 << 20);
        write("sparse2", 0, 4 << 20);
        write("reserved", 16 << 20, 4 << 20);
        for name in ["full", "full2"] {
            fs::write(dir.join(name), &full).unwrap();
        }
        sync(dir);
        let names = ["sparse", "sparse2", "reserved", "full", "full2"];
        let space = used(dir);
        // What xfs reserves beyond the end of a file it takes back at any time.
        let within = |blocks: u64| blocks.min((16 << 20) / 512);
        let blocks = || names.map(|name| within(fs::metadata(dir.join(name)).unwrap().blocks()));
        let before = blocks();
        let foreseen = events(dir, &["--dry-run", "."]);
        let plan = &of_type(&foreseen, "job.plan")[0]["plan"]["dedupe"];
        assert_eq!((&plan["files"], &plan["groups"]), (&4.into(), &1.into()), "{plan}");
        // Of the second full file all is freed, of the others what the sparse one has; but btrfs frees nothing of an
        // extent that was reserved as a whole.
        let is_btrfs = rustix::fs::statfs(dir).unwrap().f_type == 0x9123_683E;
        let expected = (16 + if is_btrfs { 2 } else { 3 }) << 20;
        assert_eq!(plan["bytes_freed"], expected, "{plan}");
        let done = events(dir, &["."]);
        assert_eq!((&summary(&done)["done"], &summary(&done)["failed"]), (&4.into(), &0.into()));
        assert_eq!(summary(&done)["bytes_freed"], expected);
        sync(dir);
        assert_eq!(blocks(), before);
        assert!(is_near(space - used(dir), expected), "{space}");
        for name in names {
            assert_eq!(fs::read(dir.join(name)).unwrap(), full, "{name}");
        }
        assert!(share(&dir.join("full"), &dir.join("full2")));
        assert!(share(&dir.join("sparse"), &dir.join("sparse2")));
        let again = events(dir, &["."]);
        assert_eq!(of_type(&again, "item.done").len(), 0, "{again:?}");
    });
}

#[test]
fn blocks_beyond_the_end_of_a_file_are_nothing_to_win() {
    on_each(|dir| {
        let bytes = noise(9, 300_000);
        for name in ["a", "b"] {
            fs::write(dir.join(name), &bytes).unwrap();
        }
        let file = fs::OpenOptions::new().write(true).open(dir.join("b")).unwrap();
        let keep = rustix::fs::FallocateFlags::KEEP_SIZE;
        rustix::fs::fallocate(&file, keep, 300_000, 8 << 20).unwrap();
        sync(dir);
        let first = events(dir, &["."]);
        let freed = summary(&first)["bytes_freed"].as_u64().unwrap();
        assert!((290_000..320_000).contains(&freed), "{freed}");
        let again = events(dir, &["."]);
        assert_eq!(of_type(&again, "item.done").len(), 0, "{again:?}");
    });
}

#[test]
fn what_is_shared_elsewhere_is_kept_and_its_copies_are_given_up() {
    on_each(|dir| {
        fs::create_dir_all(dir.join("in")).unwrap();
        fs::create_dir_all(dir.join("out")).unwrap();
        for n in 0..8 {
            let [file, copy] = ["f", "copy"].map(|name| dir.join(format!("in/{name}{n}")));
            fs::write(&file, noise(n, 1 << 20)).unwrap();
            fs::write(&copy, noise(n, 1 << 20)).unwrap();
            let kept = dir.join(format!("out/{n}"));
            let cloned = run(program("fcp").arg("--reflink=always").args([&file, &kept]));
            assert!(cloned.status.success());
        }
        sync(dir);
        let shared = events(&dir.join("in"), &["."]);
        assert_eq!(summary(&shared)["bytes_freed"], 8 << 20);
    });
}

#[test]
fn compressed_files_that_share_among_themselves_all_share_in_one_run() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let dir = &mounts.filesystem(Kind::Btrfs, 512 << 20);
        bin::run_ok(Command::new("chattr").args(["+c", "."]).current_dir(dir));
        for name in ["a", "b"] {
            fs::write(dir.join(name), vec![b'x'; 8 << 20]).unwrap();
            sync(dir);
            let (file, twin) = (dir.join(name), dir.join(format!("{name}-twin")));
            let cloned = run(program("fcp").arg("--reflink=always").args([&file, &twin]));
            assert!(cloned.status.success());
        }
        sync(dir);
        let foreseen = events(dir, &["--dry-run", "."]);
        let plan = &of_type(&foreseen, "job.plan")[0]["plan"]["dedupe"];
        assert_eq!((&plan["files"], &plan["shared"]), (&2.into(), &1.into()), "{plan}");
        assert_eq!(plan["bytes_freed"], 8 << 20);
        let done = events(dir, &["."]);
        assert_eq!(
            (&summary(&done)["done"], &summary(&done)["bytes_freed"]),
            (&2.into(), &(8 << 20).into())
        );
        sync(dir);
        assert_eq!(summary(&events(dir, &["."]))["done"], 0);
    });
}

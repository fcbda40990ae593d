//! Tests of bugs that other copy programs had.

// They create devices, mount filesystems or control the page cache, by calls of Linux.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::fs::File;
use std::os::unix::fs::{FileExt, FileTypeExt, MetadataExt};

use copy::{chmod, copy, get, is_full, mkdir, noise, put, symlink, text};
use fcp_engine::spec::{Driver, Options, Overwrite};
use fcp_test_support::{Kind, Scratch, What, assert_same, run, with_mounts};

#[test]
fn an_entry_with_the_inode_number_of_the_destination_is_not_dropped() {
    // Found in cpz: it knew the destination by its inode number alone.
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (from, to) = (mounts.tmpfs("size=1m"), mounts.tmpfs("size=1m"));
        let src = from.join("source");
        mkdir(&src);
        for n in 0..20 {
            mkdir(src.join(format!("d{n}")));
            put(src.join(format!("d{n}/file")), b"file");
        }
        let wanted = src.join("d5").metadata().unwrap().ino();
        // tmpfs numbers its inodes one after the other.
        let found = (0..1000).map(|n| to.join(format!("copy{n}"))).find(|dst| {
            mkdir(dst);
            dst.metadata().unwrap().ino() == wanted
        });
        let dst = found.expect("a directory of this number");
        copy(&src, &dst).run().clean();
        assert_same(&src, &dst, &What::contents());
    });
}

#[test]
fn a_file_above_two_gibibytes_has_no_tail_of_zeros() {
    // Found in xcp: one copy_file_range(2) per block, without a loop around it.
    with_mounts(&[Kind::Ext4, Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 16 << 30);
        let src = at.join("source");
        let file = File::create_new(&src).unwrap();
        let size: u64 = (2 << 30) + (16 << 20) + 5;
        let tail = noise(1, 100_000);
        if is_full() {
            // Dense, so that every byte travels.
            for mib in 0..=size >> 20 {
                file.write_all_at(&noise(mib, 1 << 20), mib << 20).unwrap();
            }
        }
        file.set_len(size).unwrap();
        file.write_all_at(&tail, size - tail.len() as u64).unwrap();
        file.write_all_at(&tail, (2 << 30) - 50_000).unwrap();
        for driver in [None, Some(Driver::Parblock), Some(Driver::CopyFileRange)] {
            let dst = at.join("copy");
            let change = |o: &mut Options| {
                o.driver = driver;
                o.block_size = driver.map(|_| 3 << 30);
            };
            let told = copy(&src, &dst).with(change).run().clean();
            assert_eq!(told.summary.bytes, size);
            let copied = File::open(&dst).unwrap();
            for offset in [size - tail.len() as u64, (2 << 30) - 50_000] {
                let mut found = vec![0; tail.len()];
                copied.read_exact_at(&mut found, offset).unwrap();
                assert!(found == tail, "{driver:?} at {offset}");
            }
            assert_eq!(copied.metadata().unwrap().len(), size);
            fcp_test_support::remove_all(&dst).unwrap();
        }
    });
}

#[test]
fn a_fifo_does_not_hang() {
    // Found in cpz: it opened the FIFO and waited for a writer.
    let scratch = Scratch::new();
    let src = scratch.join("source");
    mkdir(&src);
    let kind = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, src.join("fifo"), kind, 0o600.into(), 0).unwrap();
    let mut program = copy::program(&["-T", text(&src), text(&scratch.join("copy"))]);
    copy::read(&run(&mut program)).clean();
    let made = scratch.join("copy/fifo").symlink_metadata().unwrap();
    assert!(made.file_type().is_fifo());
}

#[test]
fn a_read_only_or_private_directory_is_copied_by_its_owner() {
    // Found in cpz and fcp 0.2 (failed), and in xcp (0700 became 0755).
    let scratch = Scratch::new().open_to_all();
    let src = scratch.join("source");
    mkdir(&src);
    for (name, mode) in [("read-only", 0o555), ("private", 0o700), ("both", 0o500)] {
        mkdir(src.join(name));
        put(src.join(name).join("file"), name);
        let nobody = rustix::fs::Uid::from_raw(fcp_test_support::ns::NOBODY);
        rustix::fs::chown(src.join(name), Some(nobody), None).unwrap();
        chmod(src.join(name), mode);
    }
    let dst = scratch.join("copy");
    let mut program = copy::program(&["-T", text(&src), text(&dst)]);
    let Some(program) = fcp_test_support::as_nobody(&mut program) else { return };
    copy::read(&run(program)).clean();
    assert_same(&src, &dst, &What { mode: true, ..What::contents() });
}

#[test]
fn a_stale_link_in_the_destination_is_updated() {
    // Found in cpz -f and fcp 0.2 (ended), and in xcp (kept the old link).
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    mkdir(&dst);
    symlink("new target", src.join("link"));
    put(src.join("after"), b"after");
    for overwrite in [Overwrite::Replace, Overwrite::InPlace] {
        symlink("old target", dst.join("link"));
        copy(&src, &dst).with(|o| o.overwrite = overwrite).run().clean();
        let target = std::fs::read_link(dst.join("link")).unwrap();
        assert_eq!(target.to_str(), Some("new target"));
        assert_eq!(get(dst.join("after")), b"after");
        rustix::fs::unlink(dst.join("link")).unwrap();
    }
}

#[test]
fn a_file_of_proc_is_not_empty() {
    // Found in xcp: it believed the size, which is 0.
    let scratch = Scratch::new();
    let dst = scratch.join("copy");
    let told = copy("/proc/cpuinfo", &dst).run().clean();
    assert!(told.summary.bytes > 100);
    assert!(get(&dst).starts_with(b"processor"));
}

#[test]
fn a_source_that_shrinks_does_not_spin() {
    // Read in xcp: its loop took the 0 of copy_file_range(2) for progress.
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    put(&src, noise(1, 8 << 20));
    let slow = |o: &mut Options| {
        o.limit_rate = Some(4 << 20);
        o.driver = Some(Driver::CopyFileRange);
    };
    let mut running = copy(&src, &dst).with(slow).start();
    running.until_midway();
    File::options().write(true).open(&src).unwrap().set_len(10).unwrap();
    running.engine.set_limit_rate(running.job, 0).unwrap();
    let told = running.end();
    assert_eq!(told.summary.done + told.summary.failed, 1);
}

//! Tests of what a copy leaves in the page cache.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use fcp_test_support::{Kind, Scratch, fcp, run, run_ok, with_mounts};

/// Bytes of a copied file; those below 64 MiB are never kept out of the page cache.
const LARGE: u64 = 192 << 20;

/// Bytes of a file that are in the page cache.
fn cached(path: &Path) -> u64 {
    let told = run(Command::new("fincore").args(["-b", "-n", "-r", "-o", "RES"]).arg(path));
    String::from_utf8(told.stdout).unwrap().trim().parse().unwrap()
}

/// Bytes of the source that the page cache holds after a copy on a machine of this memory.
fn kept(memory: u64, flags: &[&str]) -> Option<u64> {
    with_mounts(&[Kind::Ext4], |mounts| {
        let scratch = Scratch::new();
        let told = scratch.path().join("meminfo");
        fs::write(&told, format!("MemTotal:       {} kB\n", memory >> 10)).unwrap();
        mounts.bind(&told, Path::new("/proc/meminfo"));
        let disk = mounts.filesystem(Kind::Ext4, 3 * LARGE);
        let (source, copy) = (disk.join("source"), disk.join("copy"));
        // Written and then read from the disk: a page that is dirty cannot leave.
        fs::write(&source, vec![7; LARGE as usize]).unwrap();
        run(Command::new("sync").arg(&source));
        run_ok(fcp().args(flags).arg("--reflink=never").arg(&source).arg(&copy));
        assert_eq!(fs::metadata(&copy).unwrap().len(), LARGE);
        cached(&source)
    })
}

#[test]
fn a_file_of_more_than_half_of_the_memory_leaves_the_page_cache_to_others() {
    let Some(rest) = kept(2 * LARGE - 1024, &[]) else { return };
    assert!(rest < LARGE / 2, "{rest} bytes stay");
    for (memory, flags) in [(2 * LARGE, &[][..]), (LARGE, &["--cache=keep"])] {
        // The kernel takes some pages where other programs need the memory.
        let rest = kept(memory, flags).unwrap();
        assert!(rest > LARGE / 2, "{memory} {flags:?}: {rest} bytes stay");
    }
}

#[test]
fn what_is_copied_in_blocks_or_through_a_buffer_leaves_it_too() {
    for flags in [&["--driver=parblock", "-w2"][..], &["--sparse=never"]] {
        let Some(rest) = kept(LARGE, flags) else { return };
        assert!(rest < LARGE / 2, "{flags:?}: {rest} bytes stay");
    }
}

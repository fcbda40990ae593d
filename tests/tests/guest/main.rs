//! Tests of filesystems that this machine need not have, in a virtual machine: FAT and exFAT of the kernel, NFS and SMB.
//!
//! Each test runs itself once more in the guest, which has nothing but what the test brings, and may do there what it likes.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod cifs;
mod fat;
mod nfs;

use std::fs;
use std::os::unix::fs::symlink;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fcp_test_support::guest::{Guest, is_inside};
use fcp_test_support::home::Home;
use fcp_test_support::output::sh;

/// How long a guest may run; it takes a minute where the processor is emulated, and several beside other work.
const LIMIT: Duration = Duration::from_secs(900);

/// Runs a test in the guest, where there is one.
#[track_caller]
fn in_guest(name: &str, test: impl FnOnce(&Home)) {
    if is_inside() {
        return test(&Home::new(Path::new("/root")));
    }
    let Some(guest) = Guest::find() else { return };
    let told = guest.run(name, LIMIT);
    assert!(told.contains("the test in the guest ended with 0"), "{told}");
}

fn build(home: &Home) {
    home.make_tree();
    sh(&home.at("tree"), "touch -d 2001-02-03 plain sub/deep");
}

fn links(home: &Home) {
    symlink("plain", home.at("tree/link")).unwrap();
    symlink("/nowhere", home.at("tree/dangling")).unwrap();
}

/// Makes and mounts a filesystem in a file.
fn filesystem(make: &str, kind: &str, at: &str) {
    let image = format!("/tmp/image{}", at.replace('/', "-"));
    sh(
        Path::new("/"),
        &format!(
            "mkdir -p {at}; truncate -s 300M {image}; {make} {image} >/dev/null
            mount -t {kind} -o loop {image} {at}"
        ),
    );
}

/// Runs a test while the kernel forgets all inodes that no program has open.
fn while_forgetting(test: impl FnOnce()) {
    let ends = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !ends.load(Ordering::Relaxed) {
                fs::write("/proc/sys/vm/drop_caches", "2").unwrap();
                thread::sleep(Duration::from_millis(10));
            }
        });
        let end = catch_unwind(AssertUnwindSafe(test));
        ends.store(true, Ordering::Relaxed);
        end.unwrap_or_else(|panic| resume_unwind(panic));
    });
}

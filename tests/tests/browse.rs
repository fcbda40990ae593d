//! Tests of panels on real filesystems: one that is unmounted, one whose readdir gives no types.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use fcp_browse::{Listing, Metas, Watch, Watched, list, stat};
use fcp_engine::event::FileKind;
use fcp_test_support::{Kind, with_mounts};

const DEADLINE: Duration = Duration::from_secs(20);

#[test]
fn a_directory_that_is_unmounted_is_told_of() {
    with_mounts(&[], |mounts| {
        let at = mounts.tmpfs("size=1m");
        let (tell, told) = mpsc::channel();
        let watch = Watch::new(move |changed| tell.send(changed.dir).unwrap());
        let deadline = Instant::now() + DEADLINE;
        while watch.set(std::slice::from_ref(&at)) != [(at.clone(), Watched::Live)] {
            assert!(Instant::now() < deadline);
        }
        mounts.unmount(&at);
        assert_eq!(told.recv_timeout(DEADLINE).unwrap(), at);
    });
}

#[test]
fn types_that_the_filesystem_does_not_tell_come_with_stat() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let image = mounts.image(Kind::Ext4, 8 << 20);
        let make = ["-q", "-F", "-O", "^filetype"];
        assert!(Command::new("mkfs.ext4").args(make).arg(&image).status().unwrap().success());
        let at = mounts.mount_image(&image, Kind::Ext4, "");
        fs::write(at.join("a"), "").unwrap();
        fs::create_dir(at.join("z")).unwrap();
        let listing = list(&at, drop).unwrap();
        assert!(!listing.knows_kinds());
        assert_eq!(names(&listing), ["a", "lost+found", "z"]);
        let metas = ask(&at, &listing);
        let (listing, metas) = listing.with_kinds(&metas);
        assert_eq!(names(&listing), ["lost+found", "z", "a"]);
        assert_eq!(listing.kind(1), FileKind::Directory);
        assert_eq!(metas.get(2).unwrap().kind, FileKind::File);
    });
}

fn ask(dir: &Path, listing: &Listing) -> Metas {
    let metas = Mutex::new(Metas::default());
    stat(dir, listing, 0..1, &AtomicBool::new(false), |chunk, told| {
        metas.lock().unwrap().put(chunk, told);
    });
    metas.into_inner().unwrap()
}

fn names(listing: &Listing) -> Vec<&str> {
    (0..listing.len()).map(|row| listing.name(row).unwrap().to_str().unwrap()).collect()
}

//! Tests of single copies by the interface of the engine: modes, backups, links, times, and that each job ends.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use fcp_engine::Engine;
use fcp_engine::event::Outcome;
use fcp_engine::spec::{Backup, BackupKind, Destination, Follow, JobSpec, Options, Preserve};

fn spec(src: &Path, dst: &Path, options: Options) -> JobSpec {
    JobSpec { options, ..JobSpec::copy([src], Destination::As(dst.into())) }
}

fn copy(src: &Path, dst: &Path, options: Options) {
    let engine = Engine::new();
    let job = engine.submit(spec(src, dst, options)).unwrap();
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
}

#[test]
fn a_file_that_replaces_a_symlink_does_not_take_its_mode() {
    let dir = tempfile::tempdir().unwrap();
    let (src, dst) = (dir.path().join("src"), dir.path().join("dst"));
    fs::create_dir(&src).unwrap();
    fs::create_dir(&dst).unwrap();
    fs::write(src.join("f"), "secret").unwrap();
    fs::set_permissions(src.join("f"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("nowhere", dst.join("f")).unwrap();
    copy(&src, &dst, Options::default());
    let copied = fs::symlink_metadata(dst.join("f")).unwrap();
    assert!(copied.is_file());
    assert_eq!(copied.mode() & 0o7777, 0o600);
}

#[test]
fn a_backup_onto_another_name_of_the_old_file_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name| dir.path().join(name);
    fs::write(at("src"), "new").unwrap();
    fs::write(at("dst"), "old").unwrap();
    fs::hard_link(at("dst"), at("dst~")).unwrap();
    let backup = Some(Backup { kind: BackupKind::Simple, suffix: "~".into() });
    copy(&at("src"), &at("dst"), Options { backup, ..Options::default() });
    assert_eq!(fs::read_to_string(at("dst")).unwrap(), "new");
    assert_eq!(fs::read_to_string(at("dst~")).unwrap(), "old");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}

#[test]
fn all_followed_symlinks_to_a_file_become_one_inode() {
    let dir = tempfile::tempdir().unwrap();
    let (src, dst) = (dir.path().join("src"), dir.path().join("dst"));
    fs::create_dir(&src).unwrap();
    fs::write(src.join("f"), "data").unwrap();
    for n in 0..4 {
        symlink("f", src.join(n.to_string())).unwrap();
    }
    let preserve = Preserve { links: true, ..Preserve::default() };
    let options = Options { follow: Follow::Always, preserve, ..Options::default() };
    copy(&src, &dst, options);
    assert_eq!(fs::metadata(dst.join("f")).unwrap().nlink(), 5);
}

#[test]
fn verifying_keeps_the_access_time() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name| dir.path().join(name);
    fs::write(at("src"), "data").unwrap();
    let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let times = fs::FileTimes::new().set_accessed(old).set_modified(old);
    fs::File::options().write(true).open(at("src")).unwrap().set_times(times).unwrap();
    let accessed = |name| fs::metadata(at(name)).unwrap().atime();
    let preserve = Preserve::ALL;
    copy(&at("src"), &at("dst"), Options { verify: true, preserve, ..Options::default() });
    assert_eq!(accessed("dst"), 1_000_000_000);
}

#[test]
fn subscribing_while_jobs_end_does_not_stop_them() {
    let dir = tempfile::tempdir().unwrap();
    let src = dir.path().join("src");
    fs::write(&src, "data").unwrap();
    let (sender, ended) = std::sync::mpsc::channel();
    let dst = dir.path().join("dst");
    std::thread::spawn(move || {
        let engine = Engine::new();
        for _ in 0..100 {
            let job = engine.submit(spec(&src, &dst, Options::default())).unwrap();
            while !engine.status().iter().any(|row| row.job == job && row.summary.is_some()) {
                drop(engine.subscribe());
            }
        }
        sender.send(()).unwrap();
    });
    ended.recv_timeout(Duration::from_secs(60)).unwrap();
}

#[test]
fn a_directory_is_not_made_through_a_link_to_nowhere_for_ever() {
    let dir = tempfile::tempdir().unwrap();
    let src = dir.path().join("src");
    fs::create_dir(&src).unwrap();
    symlink("nowhere", dir.path().join("link")).unwrap();
    let engine = Engine::new();
    let dst = dir.path().join("link/");
    let job = engine.submit(spec(&src, &dst, Options::default())).unwrap();
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(engine.wait(job).unwrap().failed));
    assert_eq!(ended.recv_timeout(Duration::from_secs(10)).unwrap(), 1);
}

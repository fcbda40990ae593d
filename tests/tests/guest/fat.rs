//! Tests of FAT and exFAT as the kernel has them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use fcp_test_support::home::Home;
use fcp_test_support::output::{Told as _, names, out, temporaries};
use fcp_test_support::{What, assert_same};

use crate::{build, filesystem, in_guest, links, while_forgetting};

#[test]
fn exfat_of_the_kernel_takes_every_file_and_tells_once_what_it_does_not_keep() {
    in_guest(
        "fat::exfat_of_the_kernel_takes_every_file_and_tells_once_what_it_does_not_keep",
        |home| {
            filesystem("mkfs.exfat", "exfat", "/mnt/fat");
            check(home, "exfat");
        },
    );
}

#[test]
fn fat_takes_every_file_and_tells_once_what_it_does_not_keep() {
    in_guest("fat::fat_takes_every_file_and_tells_once_what_it_does_not_keep", |home| {
        filesystem("mkfs.vfat", "vfat", "/mnt/fat");
        check(home, "vfat");
        // It cannot hold more than 4 GiB in one file, and says so before that is written.
        File::create(home.at("huge")).unwrap().set_len(5 << 30).unwrap();
        home.tells("fcp", &["huge", "/mnt/fat"], 1, &[("fcp: ", "File too large")]);
        assert!(home.has("huge") && !Path::new("/mnt/fat/huge").exists());
    });
}

/// Copies, mirrors and moves to a filesystem at `/mnt/fat`.
fn check(home: &Home, kind: &str) {
    filesystem("mkfs.ext4 -q", "ext4", "/root/home/work");
    build(home);
    // On a slow machine a job may end while it makes the file of the queue, and the next one tells of an empty file.
    home.ok("fcpq", &["list"]);
    let root = Path::new("/mnt/fat");
    let not_kept = format!("{kind} cannot store them (reported once)");
    let none = |what| (what, not_kept.as_str());
    let lines = [
        none("fcp: warning: cannot set owner of '"),
        none("fcp: warning: cannot set permissions of '"),
        none("fcp: warning: cannot set extended attributes of '"),
        none("fcp: warning: cannot create hard link '"),
    ];
    for options in ["-aT", "-aT", "-aT --verify=xxh3 --fsync"] {
        let args: Vec<_> = options.split(' ').chain(["tree", "/mnt/fat/there"]).collect();
        home.tells("fcp", &args, 0, &lines);
        assert_same(&home.at("tree"), &root.join("there"), &What::contents());
    }
    links(home);
    let link = ("fcp: cannot create symlink '", "");
    let told = home.told("fcp", &["-rT", "tree", "/mnt/fat/links"]);
    assert_eq!((told.0.lines().filter(|line| line.starts_with(link.0)).count(), told.1), (2, 1));
    home.ok("frm", &["-r", "tree/link", "tree/dangling", "/mnt/fat/links"]);
    home.mkdir("other");
    home.write("other/plain", "new");
    home.ok("fcp", &["-b", "other/plain", "/mnt/fat/there"]);
    assert_eq!(fs::read(root.join("there/plain~")).unwrap(), b"tree/plain");
    home.write("other/plain", "newer");
    home.ok("fcp", &["--keep-replaced", "other/plain", "/mnt/fat/there"]);
    assert_eq!(fs::read(root.join(".Trash-0/files/plain")).unwrap(), b"new");
    home.ok("fcp", &["--undo"]);
    assert_eq!(fs::read(root.join("there/plain")).unwrap(), b"new");
    respelled(home, root);
    let source = home.at("tree/.");
    let mirror = ["--mirror", source.to_str().unwrap(), "/mnt/fat/there"];
    home.told("fcp", &mirror).ends(0);
    again(home, &mirror);
    while_forgetting(|| {
        home.told("fmv", &["-T", "/mnt/fat/there", "back"]).succeeds();
    });
    assert_same(&home.at("tree"), &home.at("back"), &What::contents());
    assert_eq!(temporaries(root), Vec::<PathBuf>::new());
}

/// Nothing is copied once more, though the times are coarser there.
fn again(home: &Home, mirror: &[&str]) {
    for args in [mirror, &["-ruT", "tree", "/mnt/fat/there"]] {
        let told = out(&home.run("fcp", &[&["--json", "--events=all"], args].concat()));
        let is_done = told.contains(r#""outcome":"completed""#);
        assert!(is_done && !told.contains(r#""op":"copy_file""#), "{told}");
    }
}

/// Names in two spellings.
const PAIRS: usize = 100;

/// Names that are one there never become one without a word, nor does a name become another one.
fn respelled(home: &Home, root: &Path) {
    // Of two names that differ in case alone the second is refused, also when the first one has another inode number by now.
    home.mkdir("case");
    for n in 0..PAIRS {
        home.make(&[&format!("case/name{n}"), &format!("case/NAME{n}")]);
    }
    while_forgetting(|| {
        let args = ["--on-conflict=overwrite", "-T", "case", "/mnt/fat/case"];
        let (told, code) = home.told("fcp", &args);
        assert_eq!(
            (told.lines().filter(|line| line.starts_with("fcp: ")).count(), code),
            (PAIRS, 1),
            "{told}"
        );
    });
    assert_eq!(names(root.join("case")).len(), PAIRS);
    for name in names(root.join("case")) {
        let text = fs::read_to_string(root.join("case").join(&name)).unwrap();
        assert_eq!(text, format!("case/{name}"));
    }
    home.make(&["odd/a:b", "odd/end.", "odd/end"]);
    let (told, code) = home.told("fcp", &["-T", "odd", "/mnt/fat/refused"]);
    let refused = told.lines().filter(|line| line.ends_with("does not allow this name"));
    assert_eq!((refused.count(), code), (2, 1), "{told}");
    assert_eq!(names(root.join("refused")), ["end"]);
    home.ok("fcp", &["--names=portable", "-T", "odd", "/mnt/fat/odd"]);
    home.ok("fcp", &["--names=original", "-T", "/mnt/fat/odd", "even"]);
    assert_same(&home.at("odd"), &home.at("even"), &What::contents());
}

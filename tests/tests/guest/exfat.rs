//! Tests of exFAT as the kernel has it.

use std::fs;
use std::path::{Path, PathBuf};

use fcp_test_support::output::{names, temporaries};
use fcp_test_support::{What, assert_same};

use crate::{build, filesystem, in_guest, links};

#[test]
fn exfat_of_the_kernel_takes_every_file_and_tells_once_what_it_does_not_keep() {
    in_guest(
        "exfat::exfat_of_the_kernel_takes_every_file_and_tells_once_what_it_does_not_keep",
        |home| {
            filesystem("mkfs.ext4 -q", "ext4", "/root/home/work");
            filesystem("mkfs.exfat", "exfat", "/mnt/exfat");
            build(home);
            let root = Path::new("/mnt/exfat");
            let none = |what| (what, "exfat cannot store them (reported once)");
            let lines = [
                none("fcp: warning: cannot set owner of '"),
                none("fcp: warning: cannot set extended attributes of '"),
                none("fcp: warning: cannot create hard link '"),
            ];
            for options in ["-aT", "-aT", "-aT --verify=xxh3 --fsync"] {
                let args: Vec<_> = options.split(' ').chain(["tree", "/mnt/exfat/there"]).collect();
                home.tells("fcp", &args, 0, &lines);
                assert_same(&home.at("tree"), &root.join("there"), &What::contents());
            }
            links(home);
            let link = ("fcp: cannot create symlink '", "");
            let told = home.told("fcp", &["-rT", "tree", "/mnt/exfat/links"]);
            assert_eq!(
                (told.0.lines().filter(|line| line.starts_with(link.0)).count(), told.1),
                (2, 1)
            );
            home.ok("frm", &["-r", "tree/link", "tree/dangling", "/mnt/exfat/links"]);
            home.mkdir("other");
            home.write("other/plain", "new");
            home.ok("fcp", &["-b", "other/plain", "/mnt/exfat/there"]);
            assert_eq!(fs::read(root.join("there/plain~")).unwrap(), b"tree/plain");
            home.write("other/plain", "newer");
            home.ok("fcp", &["--keep-replaced", "other/plain", "/mnt/exfat/there"]);
            assert_eq!(fs::read(root.join(".Trash-0/files/plain")).unwrap(), b"new");
            home.ok("fcp", &["--undo"]);
            assert_eq!(fs::read(root.join("there/plain")).unwrap(), b"new");
            // Of two names that differ in case alone the second is refused.
            home.make(&["case/name", "case/NAME"]);
            home.tells("fcp", &["-T", "case", "/mnt/exfat/case"], 1, &[("fcp: ", "")]);
            assert_eq!(names(root.join("case")).len(), 1);
            home.make(&["odd/a:b", "odd/end."]);
            home.ok("fcp", &["--names=portable", "-T", "odd", "/mnt/exfat/odd"]);
            home.ok("fcp", &["--names=original", "-T", "/mnt/exfat/odd", "even"]);
            assert_same(&home.at("odd"), &home.at("even"), &What::contents());
            let source = home.at("tree/.");
            let (told, code) =
                home.told("fcp", &["--mirror", source.to_str().unwrap(), "/mnt/exfat/there"]);
            assert_eq!(code, 0, "{told}");
            let (told, code) = home.told("fmv", &["-T", "/mnt/exfat/there", "back"]);
            assert_eq!((told.as_str(), code), ("", 0));
            assert_same(&home.at("tree"), &home.at("back"), &What::contents());
            assert_eq!(temporaries(root), Vec::<PathBuf>::new());
        },
    );
}

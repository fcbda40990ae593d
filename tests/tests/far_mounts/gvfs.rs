//! Tests of gvfs, which shows what GNOME has mounted. On a server of `WebDAV` it stores a file when that is closed, and does
//! not tell whether that went well.
//!
//! That of Debian 12 waits for ever after some 32 renames, also for `mv`, so there are few files here.

use std::fs;

use fcp_test_support::far::Program;
use fcp_test_support::output::{self, Told as _, names, temporaries};
use fcp_test_support::{What, assert_same, bin, run};

use crate::{NO_LINKS, NO_XATTRS, build, text, with_far};

const LARGE: usize = 3 << 20;
const SMALL: usize = 200_000;

#[test]
fn what_gvfs_has_not_stored_is_told_and_its_source_is_kept() {
    with_far(Program::Gvfs, |far, home| {
        let (flags, options) = (rustix::mount::MountFlags::empty(), c"size=1m");
        rustix::mount::mount("tmpfs", far.behind(), "tmpfs", flags, options).unwrap();
        fs::write(home.at("large"), vec![7; LARGE]).unwrap();
        home.mkdir("small");
        for n in 0..8 {
            fs::write(home.at("small").join(n.to_string()), vec![n; SMALL]).unwrap();
        }
        let begins = "cannot close '";
        for tool in ["fcp", "fmv"] {
            let (told, code) = home.told(tool, &["large", text(far.root())]);
            assert!(code == 1 && told.contains(begins), "{tool}: {told}");
            assert_eq!(names(far.behind()), Vec::<String>::new(), "{tool}");
        }
        let small = far.root().join("small");
        let stored = || {
            let all = names(far.behind().join("small"));
            for name in &all {
                let read = fs::read(far.behind().join("small").join(name)).unwrap();
                assert_eq!(read, vec![name.parse::<u8>().unwrap(); SMALL]);
            }
            all
        };
        let (told, code) = home.told("fcp", &["-rT", "small", text(&small)]);
        let failed = told.lines().filter(|line| line.contains(begins)).count();
        assert_eq!((code, failed, stored().len()), (1, 3, 5), "{told}");
        fs::remove_dir_all(far.behind().join("small")).unwrap();
        let other = far.root().join("other");
        home.told("fmv", &["-T", "small", text(&other)]).ends(1);
        let kept = names(home.at("small"));
        let moved = names(far.behind().join("other"));
        assert!((0..8).all(|n| kept.contains(&n.to_string()) || moved.contains(&n.to_string())));
        assert_eq!(temporaries(far.behind()), Vec::<std::path::PathBuf>::new());
    });
}

#[test]
fn a_source_stays_until_a_server_without_times_gives_back_what_it_was_sent() {
    with_far(Program::GvfsUntimed, |far, home| {
        for (name, size) in [("small", SMALL), ("large", LARGE)] {
            fs::write(home.at(name), vec![7; size]).unwrap();
            fs::write(far.behind().join("torn"), "").unwrap();
            let (told, code) = home.told("fmv", &["-T", name, text(&far.root().join(name))]);
            assert!(code == 1 && told.contains("fmv: cannot close '"), "{name}: {told}");
            assert_eq!(fs::metadata(home.at(name)).unwrap().len(), size as u64);
            fs::remove_file(far.behind().join("torn")).unwrap();
            let (told, code) = home.told("fmv", &["-T", name, text(&far.root().join(name))]);
            assert!(code == 0 && !home.has(name), "{told}");
            assert_eq!(fs::read(far.behind().join(name)).unwrap(), vec![7; size]);
        }
    });
}

#[test]
fn a_hard_link_stays_until_such_a_server_gives_back_what_stands_for_it() {
    with_far(Program::GvfsUntimed, |far, home| {
        home.mkdir("d");
        fs::write(home.at("d/a"), vec![7; SMALL]).unwrap();
        fs::hard_link(home.at("d/a"), home.at("d/b")).unwrap();
        let script = home.at("rsh");
        fcp_test_support::script(&script, "shift; exec sh -c \"$1\"");
        let moved = || {
            let mut command = home.command("fmv", &["d", &format!("far:{}", text(far.root()))]);
            command.env("FCP_RSH", &script);
            command.arg(format!("--remote-fcp={}", bin::path_of("fcp").display()));
            output::told(&run(&mut command))
        };
        fs::write(far.behind().join("torn"), "/d/b").unwrap();
        moved().says(4, "cannot verify 'd/b'");
        assert_eq!(
            (names(home.at("d")), names(far.behind().join("d"))),
            (vec!["b".into()], vec!["a".into()])
        );
        assert_eq!(fs::read(home.at("d/b")).unwrap(), vec![7; SMALL]);
        fs::remove_file(far.behind().join("torn")).unwrap();
        let (_, err, code) = moved();
        assert!(code == 0 && !home.has("d"), "{err}");
        assert_eq!(fs::read(far.behind().join("d/b")).unwrap(), vec![7; SMALL]);
    });
}

#[test]
fn gvfs_takes_and_gives_every_file_and_tells_once_what_it_does_not_keep() {
    with_far(Program::Gvfs, |far, home| {
        build(home);
        let there = far.root().join("there");
        let none = |what| (what, "fuse.gvfsd-fuse cannot store them (reported once)");
        let lines = [
            NO_XATTRS,
            NO_LINKS,
            none("fcp: warning: cannot set owner of '"),
            none("fcp: warning: cannot set permissions of '"),
            none("fcp: warning: cannot set times of '"),
        ];
        home.tells("fcp", &["-aT", "tree", text(&there)], 0, &lines);
        assert_same(&home.at("tree"), &far.behind().join("there"), &What::contents());
        home.ok("fcp", &["--verify", "tree/big", text(&far.root().join("big"))]);
        home.ok("fcp", &["-T", text(&there), "back"]);
        assert_same(&home.at("tree"), &home.at("back"), &What::contents());
        // Its root takes no trash.
        let elsewhere =
            ("frm: cannot move '", "to the trash: it is on another filesystem or subvolume");
        let hint = ("  delete it permanently; ", "");
        home.tells("frm", &["--trash", text(&there.join("plain"))], 1, &[elsewhere, hint]);
        home.ok("frm", &["-r", text(&there)]);
        assert_eq!(names(far.behind()), ["big"]);
    });
}

#[test]
fn archives_are_unpacked_and_made_on_gvfs() {
    with_far(Program::Gvfs, |far, home| {
        home.mkdir("tree");
        for name in ["tree/a", "tree/b"] {
            fs::write(home.at(name), name).unwrap();
        }
        let packed = far.root().join("a.tar");
        home.ok("fcp", &["pack", text(&packed), "tree"]);
        let out = far.root().join("out");
        let (told, code) = home.told("fcp", &["extract", text(&packed), text(&out)]);
        let all = told.lines().filter(|line| line.starts_with("fcp extract: warning: cannot set "));
        assert!(code == 0 && all.count() == told.lines().count(), "{told}");
        assert!(told.contains("set permissions of '") && told.contains("set times of '"), "{told}");
        assert_eq!(fs::read_to_string(far.behind().join("out/tree/a")).unwrap(), "tree/a");
        assert_eq!(names(far.behind().join("out/tree")), ["a", "b"]);
        assert_eq!(temporaries(far.behind()), Vec::<std::path::PathBuf>::new());
    });
}

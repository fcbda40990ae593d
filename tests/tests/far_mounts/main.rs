//! Tests of folders that a program serves: sshfs, rclone, davfs2, gvfs and `CryFS` keep less than a disk, and answer in other
//! ways.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "everything here is a test")]

mod gvfs;
mod hung;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use fcp_browse::edit::set_owner;
use fcp_test_support::bin::path_of;
use fcp_test_support::far::{Far, Program};
use fcp_test_support::home::Home;
use fcp_test_support::output::{names, sh, temporaries, told};
use fcp_test_support::{Mounts, What, assert_same, run, until, with_mounts};
use rustix::fs::{XattrFlags, setxattr};

/// Runs a test with a folder that a program serves, and a home on a filesystem in memory.
fn with_far(program: Program, test: impl FnOnce(&mut Far, &Home) + Send) {
    with_mounts(&[], |mounts: &Mounts| {
        let Some(mut far) = mounts.far(program) else { return };
        test(&mut far, &Home::new(mounts.root()));
    });
}

/// A tree with what some filesystems do not keep; without symlinks, which rclone and davfs2 do not have.
fn build(home: &Home) {
    home.make(&["tree/plain", "tree/sub/deep", "tree/sub/äöü", "tree/empty/", "tree/star*"]);
    home.write("tree/nothing", "");
    let odd = OsStr::from_bytes(b"tree/sub/new\nline");
    fs::write(home.at("").join(odd), "odd").unwrap();
    // Above the size up to which a new file has its name at once.
    fs::write(home.at("tree/big"), vec![7; 3 << 20]).unwrap();
    fs::hard_link(home.at("tree/big"), home.at("tree/sub/big too")).unwrap();
    fs::hard_link(home.at("tree/plain"), home.at("tree/sub/plain too")).unwrap();
    fs::set_permissions(home.at("tree/plain"), fs::Permissions::from_mode(0o640)).unwrap();
    chown(home.at("tree/sub/deep"), Some(1234), Some(2345)).unwrap();
    setxattr(home.at("tree/big"), "user.test", b"value", XattrFlags::empty()).unwrap();
    // Holes before, between and behind data.
    sh(
        &home.at("tree"),
        "truncate -s 3M holes
        printf x | dd of=holes bs=1 seek=1000000 conv=notrunc 2>/dev/null
        printf x | dd of=holes bs=1 seek=2500000 conv=notrunc 2>/dev/null",
    );
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

const NO_XATTRS: (&str, &str) =
    ("fcp: warning: cannot set extended attributes of '", "cannot store them (reported once)");
const NO_LINKS: (&str, &str) =
    ("fcp: warning: cannot create hard link '", "cannot store them (reported once)");

const NO_OWNERS: (&str, &str) =
    ("fcp: warning: cannot set owner of '", "cannot store them (reported once)");
const NO_MODES: (&str, &str) =
    ("fcp: warning: cannot set permissions of '", "cannot store them (reported once)");

#[test]
fn a_copy_to_sshfs_keeps_what_sftp_keeps_and_tells_the_rest_once() {
    with_far(Program::Sshfs, |far, home| {
        build(home);
        symlink("plain", home.at("tree/link")).unwrap();
        symlink("sub", home.at("tree/another")).unwrap();
        sh(&home.at("tree"), "touch -hd 2001-01-01 link another");
        let there = far.root().join("there");
        let links =
            ("fcp: warning: cannot set times of '", "fuse.sshfs cannot store them (reported once)");
        for options in ["-aT", "-aT", "-aT --verify=blake3 --fsync"] {
            let args: Vec<_> = options.split(' ').chain(["tree", text(&there)]).collect();
            home.tells("fcp", &args, 0, &[NO_XATTRS, links]);
            assert_same(
                &home.at("tree"),
                &there,
                &What { mode: true, owner: true, ..What::contents() },
            );
        }
        let inode = |name| fs::metadata(far.behind().join("there").join(name)).unwrap().ino();
        assert_eq!(inode("big"), inode("sub/big too"), "a server of SFTP makes hard links");
        assert!(fs::metadata(far.behind().join("there/holes")).unwrap().blocks() < 3 << 10);
        // A name of a file that has that name already: a rename of one to the other does nothing.
        assert_eq!(temporaries(far.behind()), Vec::<std::path::PathBuf>::new());

        fs::remove_file(home.at("tree/sub/deep")).unwrap();
        home.write("tree/new", "new");
        let source = home.at("tree/.");
        home.tells("fcp", &["--mirror=delete", text(&source), text(&there)], 0, &[links]);
        home.tells(
            "fcp",
            &["compare", "--content", "tree", text(&there)],
            0,
            &[("No differences", "")],
        );
        home.tells("fmv", &["-T", text(&there), "back"], 0, &[]);
        assert_same(
            &home.at("tree"),
            &home.at("back"),
            &What { mode: true, owner: true, ..What::contents() },
        );
        assert_eq!(names(far.behind()), Vec::<String>::new());
    });
}

#[test]
fn owner_and_times_of_a_symlink_never_go_to_what_it_leads_to() {
    with_far(Program::Sshfs, |far, home| {
        let target = far.behind().join("target");
        fs::write(&target, "not of the tree").unwrap();
        let before = fs::metadata(&target).unwrap();
        home.mkdir("tree");
        symlink("../target", home.at("tree/link")).unwrap();
        std::os::unix::fs::lchown(home.at("tree/link"), Some(1234), Some(2345)).unwrap();
        sh(&home.at("tree"), "touch -hd 2001-01-01 link; tar -cf ../tree.tar link");
        let there = |name: &str| far.root().join(name);
        let links = |tool: &'static str| (tool, "cannot store them (reported once)");
        let tree = "tree";
        home.tells("fcp", &["-aT", tree, text(&there("a"))], 0, &[links("fcp: warning: ")]);
        home.tells(
            "fcp",
            &["-aT", "--resume", tree, text(&there("a"))],
            0,
            &[links("fcp: warning: ")],
        );
        home.tells(
            "fcp",
            &["extract", "-a", "tree.tar", text(&there("a"))],
            0,
            &[links("fcp extract: warning: ")],
        );
        // GNU's cp would set both of the target; here the item fails instead.
        let (told, code) = home.told("cp", &["-aT", tree, text(&there("b"))]);
        assert_eq!((told.lines().count(), code), (1, 1), "{told}");
        let changed =
            set_owner(&[there("a")], &|_| None, Some(77), Some(88), true, &AtomicBool::new(false));
        assert_eq!((changed.done, changed.failures), (1, 1), "{changed:?}");
        home.tells("fmv", &["-T", tree, text(&there("c"))], 0, &[links("fmv: warning: ")]);
        assert_eq!(fs::read_link(far.behind().join("c/link")).unwrap(), Path::new("../target"));
        let after = fs::metadata(&target).unwrap();
        let seen = |meta: &fs::Metadata| (meta.uid(), meta.gid(), meta.mtime(), meta.ctime_nsec());
        assert_eq!(seen(&before), seen(&after));
        assert_eq!(temporaries(far.behind()), Vec::<std::path::PathBuf>::new());
    });
}

/// Copies, replaces, keeps and moves on what has neither hard links nor a way to exchange names.
fn keeps_little(program: Program, not_kept: &[(&'static str, &'static str)]) {
    with_far(program, |far, home| {
        build(home);
        let there = far.root().join("there");
        let lines = [&[NO_XATTRS, NO_LINKS], not_kept].concat();
        // What would be hard links are copies, and one line says so.
        for options in ["-aT -w1", "-aT -w1", "-aT -w1 --verify --fsync"] {
            let args: Vec<_> = options.split(' ').chain(["tree", text(&there)]).collect();
            let (told, code) = home.told("fcp", &args);
            assert_eq!(code, 0, "{told}");
            for line in told.lines() {
                let is =
                    |known: &&(&str, &str)| line.starts_with(known.0) && line.ends_with(known.1);
                assert_eq!(lines.iter().filter(is).count(), 1, "{told}");
            }
            assert_eq!(told.lines().count(), lines.len(), "{told}");
            assert_same(&home.at("tree"), &there, &What::contents());
        }
        // A mirror sets no permissions once more that the filesystem forgets.
        let source = home.at("tree/.");
        home.told("fcp", &["--mirror", text(&source), text(&there)]);
        let done = home.run("fcp", &["--mirror", "-v", text(&source), text(&there)]);
        let out = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && out.contains("/plain': identical"), "{out}");
        home.mkdir("other");
        home.write("other/plain", "new");
        home.ok("fcp", &["-b", "other/plain", text(&there)]);
        assert_eq!(fs::read(there.join("plain~")).unwrap(), b"tree/plain");
        home.write("other/plain", "newer");
        home.ok("fcp", &["--keep-replaced", "other/plain", text(&there)]);
        assert_eq!(fs::read(there.join("plain")).unwrap(), b"newer");
        assert_eq!(fs::read(far.root().join(".Trash-0/files/plain")).unwrap(), b"new");
        // A symlink fails on its own.
        home.mkdir("links");
        symlink("plain", home.at("links/link")).unwrap();
        home.write("links/file", "file");
        let line = ("fcp: cannot create symlink '", "");
        home.tells("fcp", &["-T", "links", text(&far.root().join("links"))], 1, &[line]);
        home.ok("frm", &["-r", text(&far.root().join("links"))]);
        home.ok("fcp", &["--verify", "tree/big", text(&there.join("big"))]);
        // For a while after they were written rclone may give both one inode number, and the move is refused; with its
        // cache while that uploads them, and on a busy machine without it.
        let (plain, backup) = (there.join("plain"), there.join("plain~"));
        let over = || home.told("fmv", &["-f", text(&backup), text(&plain)]).1 == 0;
        until("rclone tells the two files apart", over);
        if program == Program::RcloneCached {
            until("all is uploaded", || far.is_uploaded());
        }
        // rclone does not remove a file whose upload from the cache has not ended; the same command continues.
        until("all has moved", || home.told("fmv", &["-T", text(&there), "back"]).1 == 0);
        assert_same(&home.at("tree"), &home.at("back"), &What::contents());
        assert_eq!(names(far.behind()), [".Trash-0"]);
        assert_eq!(temporaries(far.behind()), Vec::<std::path::PathBuf>::new());
    });
}

#[test]
fn rclone_without_a_cache_takes_every_file() {
    keeps_little(Program::Rclone, &[NO_OWNERS, NO_MODES]);
}

#[test]
fn rclone_with_a_cache_takes_every_file() {
    keeps_little(Program::RcloneCached, &[NO_OWNERS, NO_MODES]);
}

#[test]
fn an_extraction_tells_once_what_rclone_forgets() {
    with_far(Program::Rclone, |far, home| {
        home.make(&["tree/plain", "tree/sub/deep", "tree/sub/other"]);
        fs::set_permissions(home.at("tree/plain"), fs::Permissions::from_mode(0o640)).unwrap();
        chown(home.at("tree/sub/deep"), Some(1234), Some(2345)).unwrap();
        chown(home.at("tree/sub/other"), Some(1234), Some(2345)).unwrap();
        sh(home.at("").as_path(), "tar -cf a.tar tree");
        let args = ["extract", "-a", "a.tar", text(far.root())];
        let lines =
            [NO_OWNERS, NO_MODES].map(|(begin, end)| (begin.replace("fcp", "fcp extract"), end));
        let lines = lines.each_ref().map(|(begin, end)| (begin.as_str(), *end));
        home.tells("fcp", &args, 0, &lines);
        assert_same(&home.at("tree"), &far.root().join("tree"), &What::contents());
    });
}

#[test]
fn davfs_takes_and_gives_every_file() {
    keeps_little(Program::Davfs, &[NO_OWNERS]);
}

#[test]
fn a_folder_is_not_moved_onto_itself_through_a_server() {
    for program in [Program::Sshfs, Program::Rclone, Program::RcloneCached] {
        with_far(program, |far, home| {
            let behind = far.behind().join("tree");
            fs::create_dir_all(behind.join("sub")).unwrap();
            let all = ["one", "two", "sub/three"];
            for name in all {
                fs::write(behind.join(name), name).unwrap();
            }
            let view = far.root().join("tree");
            for (from, to) in [(&view, &behind), (&behind, &view)] {
                for flags in [&["-T"][..], &["--resume", "-T"], &["--resume", "-T"]] {
                    let args: Vec<&str> =
                        flags.iter().copied().chain([text(from), text(to)]).collect();
                    let (told, code) = home.told("fmv", &args);
                    assert_eq!(code, 1, "{program:?} {args:?}: {told}");
                    for name in all {
                        let read = fs::read_to_string(behind.join(name)).ok();
                        assert_eq!(read.as_deref(), Some(name), "{program:?} {args:?}: {told}");
                    }
                }
            }
        });
    }
}

#[test]
fn a_mirror_keeps_what_a_server_lists_under_another_form_of_the_name() {
    with_far(Program::SshfsAscii, |far, home| {
        home.make(&["tree/plain", "tree/ﬁle", "tree/sub/ﬁﬁ/deep"]);
        let args = ["--mirror=delete", "tree/.", text(far.root())];
        home.ok("fcp", &args);
        assert_eq!(names(far.behind()), ["file", "plain", "sub"]);
        for new in ["one", "another"] {
            home.write("tree/ﬁle", new);
            fs::write(far.behind().join("extra"), "not needed").unwrap();
            home.ok("fcp", &args);
            until("only the extra item is gone", || names(far.behind()).len() == 3);
            assert_eq!(fs::read_to_string(far.behind().join("file")).unwrap(), new);
            assert_eq!(names(far.behind().join("sub/fifi")), ["deep"]);
        }
    });
}

#[test]
fn two_names_that_a_server_takes_for_one_lose_no_file() {
    with_far(Program::SshfsAscii, |far, home| {
        let tree = home.at("tree");
        // The larger ones take their names when they are whole.
        let sizes = [3, 3 << 20];
        let pairs = [("ﬁle", "file"), ("strasse", "straße"), ("éa", "üa")];
        let ways = ["fcp", "fmv"].into_iter().flat_map(|tool| pairs.map(|pair| (tool, pair)));
        let ways = ways.flat_map(|way| sizes.map(|size| (way, size)));
        for (n, ((tool, (one, other)), size)) in ways.enumerate() {
            // The mount remembers for some seconds what had a name.
            let (there, behind) =
                (far.root().join(n.to_string()), far.behind().join(n.to_string()));
            let kept = [one, other].map(|name| [vec![7; size], name.into()].concat());
            fs::create_dir(&tree).unwrap();
            fs::write(tree.join(one), &kept[0]).unwrap();
            fs::write(tree.join(other), &kept[1]).unwrap();
            let args = ["--on-conflict=overwrite", "-T", "tree", text(&there)];
            let (err, code) = home.told(tool, &args);
            assert_eq!(code, 1, "{tool} {one} {size}: {err}");
            assert!(err.contains("just created it from another source"), "{err}");
            assert_eq!(names(&behind).len(), 1);
            let found: Vec<_> = [&behind, &tree]
                .into_iter()
                .flat_map(|dir| names(dir).into_iter().map(move |name| dir.join(name)))
                .map(|path| fs::read(path).unwrap())
                .collect();
            assert!(kept.iter().all(|kept| found.contains(kept)), "{tool} {one} {size}");
            // What was there before the job is replaced, whatever the server calls it.
            let rest = tree.join(&names(&tree)[0]);
            home.ok("fcp", &["-T", text(&rest), text(&there.join(other))]);
            assert_eq!(names(&behind).len(), 1);
            fs::remove_dir_all(&tree).unwrap();
        }
        // Nor an entry of an archive.
        home.make(&["tree/ﬁle", "tree/file", "tree/éa", "tree/üa"]);
        sh(&home.at(""), "tar cf a.tar tree/*");
        let (err, code) =
            home.told("fcp", &["extract", "a.tar", text(&far.root().join("unpacked"))]);
        let refused = err.matches("just created it from another source").count();
        assert_eq!((code, refused), (1, 2), "{err}");
        assert_eq!(names(far.behind().join("unpacked/tree")).len(), 2);
    });
}

#[test]
fn a_full_far_disk_is_told_and_leaves_nothing_torn() {
    with_far(Program::Sshfs, |far, home| {
        rustix::mount::mount(
            "tmpfs",
            far.behind(),
            "tmpfs",
            rustix::mount::MountFlags::empty(),
            c"size=2m",
        )
        .unwrap();
        fs::write(home.at("big"), vec![7; 5 << 20]).unwrap();
        home.write("small", "small");
        let line = ("fcp: cannot ", "");
        home.tells("fcp", &["big", "small", text(far.root())], 1, &[line]);
        assert_eq!(names(far.behind()), ["small"]);
        assert!(File::open(far.root().join("small")).is_ok());
    });
}

#[test]
fn a_source_that_is_the_destination_seen_by_sshfs_is_not_lost() {
    with_far(Program::Sshfs, |far, home| {
        let behind = far.behind().to_owned();
        fs::create_dir_all(behind.join("p/d/k")).unwrap();
        fs::create_dir_all(behind.join("o/p")).unwrap();
        fs::write(behind.join("p/d/x"), "x").unwrap();
        fs::write(behind.join("p/d/k/y"), "y").unwrap();
        sh(&behind, "mount --bind p o/p");
        let rsh = home.path().join("rsh");
        fcp_test_support::script(&rsh, "shift; exec sh -c \"$1\"");
        let moves = |source: &Path, to: &Path| {
            let to = format!("host:{}", to.display());
            let mut command = home.command("fmv", &[text(source), &to]);
            command.env("FCP_RSH", &rsh);
            command.arg(format!("--remote-fcp={}", path_of("fcp").display()));
            told(&run(&mut command))
        };
        // The server gives a file the inode number of its path, and a ctime that is the mtime.
        let (_, err, code) = moves(&far.root().join("p"), &behind.join("o"));
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("cannot remove") && err.contains("exist"), "{err}");
        let is_whole = |p: &Path| {
            let read = |name| fs::read_to_string(p.join(name)).unwrap();
            assert_eq!((read("d/x"), read("d/k/y")), ("x".to_owned(), "y".to_owned()));
        };
        is_whole(&behind.join("p"));
        sh(&behind, "umount o/p && mkdir free");
        // To where nothing had its name it moves.
        let moved = moves(&far.root().join("p"), &behind.join("free"));
        assert_eq!(moved, (String::new(), String::new(), 0));
        is_whole(&behind.join("free/p"));
        assert!(!behind.join("p").exists());
    });
}

#[test]
fn cryfs_has_no_hard_links_and_takes_every_file() {
    with_far(Program::Cryfs, |far, home| {
        build(home);
        let there = far.root().join("there");
        for options in ["-aT", "-aT", "-aT --verify"] {
            let args: Vec<_> = options.split(' ').chain(["tree", text(&there)]).collect();
            home.tells("fcp", &args, 0, &[NO_XATTRS, NO_LINKS]);
            assert_same(&home.at("tree"), &there, &What::contents());
        }
        sh(&home.at(""), "mkfifo fifo");
        let line = ("fcp: cannot create FIFO '", "fuse.cryfs cannot store it");
        home.tells("fcp", &["-a", "fifo", text(&there)], 1, &[line]);
        home.write("plain", "new");
        home.ok("fcp", &["-b", "plain", text(&there)]);
        assert_eq!(fs::read(there.join("plain~")).unwrap(), b"tree/plain");
        home.ok("fmv", &["-f", text(&there.join("plain~")), text(&there.join("plain"))]);
        home.ok("fmv", &["-T", text(&there), "back"]);
        assert_same(&home.at("tree"), &home.at("back"), &What::contents());
    });
}

#[test]
fn a_mirror_on_mergerfs_makes_no_link_once_more() {
    with_far(Program::Mergerfs, |far, home| {
        home.make(&["src/a", "src/c"]);
        fs::hard_link(home.at("src/a"), home.at("src/b")).unwrap();
        let there = far.root().join("there");
        let mirror = || home.run("fcp", &["--mirror", "-v", "src/.", text(&there)]);
        assert!(mirror().status.success());
        let inode = |name| fs::metadata(far.behind().join("there").join(name)).unwrap().ino();
        assert_eq!(inode("a"), inode("b"));
        // For a second the kernel remembers what the names were before.
        let ctime = |name| {
            let meta = fs::metadata(there.join(name)).unwrap();
            (meta.ctime(), meta.ctime_nsec(), meta.nlink())
        };
        until("the mount shows both names as they are", || ctime("a") == ctime("b"));
        let out = String::from_utf8(mirror().stdout).unwrap();
        let is_same = |name| out.contains(&format!("/{name}': identical"));
        assert!(is_same("a") && is_same("b"), "{out}");
    });
}

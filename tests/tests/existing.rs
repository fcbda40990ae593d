//! Tests that no existing file is lost when a flag cannot be carried out at the destination.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod copy;

use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, UNIX_EPOCH};

use copy::{get, hard_link, mkdir, put, symlink};
use fcp_test_support::output::err;
use fcp_test_support::{
    Kind, Scratch, as_nobody, bin, fcp, program, run, run_for, while_nobody, with_mounts,
};

fn fcp_in(directory: &Path, args: &[&str]) -> Output {
    run(fcp().current_dir(directory).args(args))
}

#[test]
fn a_symlink_is_not_replaced_by_a_link_to_its_own_target() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    put(at("target"), "data");
    symlink("target", at("link"));
    hard_link(at("link"), at("other"));
    for args in [&["-l", "link", "link"][..], &["-l", "link", "other"], &["-sL", "link", "link"]] {
        for force in [&[][..], &["-f"], &["-b"], &["--remove-destination"]] {
            let done = fcp_in(scratch.path(), &[force, args].concat());
            assert_eq!(done.status.code(), Some(1), "{force:?} {args:?}: {done:?}");
            assert!(!done.stderr.is_empty());
            for link in ["link", "other"] {
                let found = fs::read_link(at(link)).unwrap();
                assert_eq!(found, Path::new("target"), "{force:?} {args:?}");
            }
            assert_eq!(fs::metadata(at("target")).unwrap().nlink(), 1, "{force:?} {args:?}");
            assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 3, "{force:?} {args:?}");
        }
    }
    let done = fcp_in(scratch.path(), &["-l", "-n", "link", "link"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
}

#[test]
fn a_file_written_in_place_is_not_emptied_where_nothing_can_be_shared() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.tmpfs("size=10m");
        put(at.join("s"), "source");
        put(at.join("d"), "old data");
        for way in ["--reflink=always", "--driver=reflink"] {
            let done = fcp_in(&at, &["--inplace", way, "s", "d"]);
            assert_eq!(done.status.code(), Some(1), "{way}: {done:?}");
            assert_eq!(get(at.join("d")), b"old data", "{way}");
        }
    });
}

#[test]
fn a_file_written_in_place_by_sharing_has_the_size_of_its_source() {
    with_mounts(&[Kind::Btrfs], |mounts| {
        let at = mounts.filesystem(Kind::Btrfs, 128 << 20);
        put(at.join("long"), vec![1; 300_000]);
        for (name, bytes) in [("s", vec![2; 100_000]), ("empty", Vec::new())] {
            put(at.join(name), &bytes);
            let old = format!("old {name}");
            put(at.join(&old), get(at.join("long")));
            let done = fcp_in(&at, &["--inplace", "--reflink=always", name, &old]);
            assert_eq!(done.status.code(), Some(0), "{done:?}");
            assert_eq!(get(at.join(old)), bytes);
        }
    });
}

/// A tree with one file, and a directory with something else under the name of that.
fn below() -> Scratch {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    mkdir(at("s"));
    put(at("s/f"), "new");
    mkdir(at("d"));
    put(at("victim"), "victim");
    scratch
}

#[test]
fn a_symlink_below_the_operands_is_replaced_and_not_written_through() {
    for args in [&["-T", "s", "d"][..], &["-t", "d", "s/f"], &["s/f", "d"]] {
        let scratch = below();
        let at = |name: &str| scratch.path().join(name);
        symlink("../victim", at("d/f"));
        let done = fcp_in(scratch.path(), &[&["--inplace"], args].concat());
        assert_eq!(done.status.code(), Some(0), "{args:?}: {done:?}");
        assert_eq!(get(at("victim")), b"victim", "{args:?}");
        assert!(fs::symlink_metadata(at("d/f")).unwrap().is_file(), "{args:?}");
        assert_eq!(get(at("d/f")), b"new", "{args:?}");
    }
}

#[test]
fn what_is_written_through_a_named_link_is_verified_there() {
    for how in ["--verify=compare", "--verify=blake3"] {
        let scratch = Scratch::new();
        put(scratch.join("new"), "new");
        put(scratch.join("old"), "an old file");
        symlink("old", scratch.join("link"));
        let done = fcp_in(scratch.path(), &["--inplace", how, "new", "link"]);
        assert_eq!(done.status.code(), Some(0), "{done:?}");
        assert_eq!(get(scratch.join("old")), b"new");
        assert!(scratch.join("link").is_symlink());
    }
}

#[test]
fn a_symlink_that_is_named_has_its_target_written_in_place() {
    let scratch = below();
    let at = |name: &str| scratch.path().join(name);
    symlink("victim", at("link"));
    let before = fs::metadata(at("victim")).unwrap().ino();
    let done = fcp_in(scratch.path(), &["--inplace", "s/f", "link"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(get(at("victim")), b"new");
    assert_eq!(fs::metadata(at("victim")).unwrap().ino(), before);
    assert_eq!(fs::read_link(at("link")).unwrap(), Path::new("victim"));
}

#[test]
fn a_fifo_below_the_operands_does_not_stop_a_copy_that_writes_in_place() {
    let scratch = below();
    assert!(run(Command::new("mkfifo").arg(scratch.path().join("d/f"))).status.success());
    let mut command = fcp();
    command.current_dir(scratch.path()).args(["--inplace", "-T", "s", "d"]);
    let done = run_for(&mut command, Duration::from_secs(60));
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(get(scratch.path().join("d/f")), b"new");
}

#[test]
fn a_fifo_is_not_copied_into_itself() {
    let scratch = Scratch::new();
    let fifo = scratch.path().join("fifo");
    assert!(run(Command::new("mkfifo").arg(&fifo)).status.success());
    hard_link(&fifo, scratch.path().join("other"));
    symlink("fifo", scratch.path().join("link"));
    for args in [
        &["fifo", "fifo"][..],
        &["fifo", "other"],
        &["link", "fifo"],
        &["fifo", "link"],
        &["-L", "link", "fifo"],
        &["-H", "link", "other"],
        &["-f", "fifo", "fifo"],
        &["--copy-contents", "-r", "fifo", "fifo"],
    ] {
        for name in ["fcp", "cp"] {
            // No other program opens it, and the copy waits for none.
            let mut command = program(name);
            command.current_dir(scratch.path()).args(args);
            let done = run_for(&mut command, Duration::from_secs(60));
            assert_eq!(done.status.code(), Some(1), "{name} {args:?}: {done:?}");
            assert!(err(&done).contains("same file"), "{name} {args:?}: {}", err(&done));
        }
    }
}

#[test]
fn another_name_of_a_symlink_needs_no_copy() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    mkdir(at("a"));
    mkdir(at("b"));
    symlink("f", at("a/l"));
    // As after cp -al.
    hard_link(at("a/l"), at("b/l"));
    put(at("b/extra"), b"");
    for args in [&["-P", "a/l", "b/l"][..], &["-a", "a/.", "b"], &["--mirror=delete", "a/.", "b"]] {
        let done = fcp_in(scratch.path(), args);
        assert_eq!((err(&done), done.status.code()), (String::new(), Some(0)), "{args:?}");
        assert_eq!(fs::symlink_metadata(at("a/l")).unwrap().nlink(), 2, "{args:?}");
    }
    assert!(!at("b/extra").exists(), "a mirror without a failure removes what is extra");
    assert_eq!(fcp_in(scratch.path(), &["-P", "a/l", "a/l"]).status.code(), Some(1));
}

#[test]
fn a_socket_that_is_named_stays_that_of_its_server() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    put(at("file"), b"data");
    symlink("socket", at("link"));
    let _server = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    let is_socket = || fs::symlink_metadata(at("socket")).unwrap().file_type().is_socket();
    for flags in [&[][..], &["-a"], &["--inplace"], &["--verify"], &["--keep-replaced"]] {
        for to in ["socket", "link"] {
            let done = fcp_in(scratch.path(), &[flags, &["file", to]].concat());
            // Linux and macOS have different words for it.
            assert_eq!(done.status.code(), Some(1), "{flags:?} {to}: {done:?}");
            assert!(is_socket(), "{flags:?} {to}");
        }
    }
    let done = fcp_in(scratch.path(), &["-f", "file", "socket"]);
    assert_eq!((done.status.code(), get(at("socket"))), (Some(0), b"data".to_vec()), "{done:?}");
}

#[test]
fn a_fifo_takes_data_whatever_is_flushed_afterwards() {
    let scratch = Scratch::new();
    let fifo = scratch.path().join("fifo");
    put(scratch.path().join("file"), b"data");
    assert!(run(Command::new("mkfifo").arg(&fifo)).status.success());
    // A writer finds a reader.
    let _ends = fs::File::options().read(true).write(true).open(&fifo).unwrap();
    for durability in ["none", "end", "batch", "file"] {
        let mut command = fcp();
        command.current_dir(scratch.path());
        command.arg(format!("--durability={durability}")).args(["file", "fifo"]);
        let done = run_for(&mut command, Duration::from_secs(60));
        assert_eq!(done.status.code(), Some(0), "{durability}: {done:?}");
    }
}

#[test]
fn a_copy_with_another_name_lies_beside_a_named_link_and_not_beside_its_target() {
    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    for directory in ["elsewhere", "here"] {
        mkdir(at(directory));
    }
    put(at("source"), "new");
    put(at("elsewhere/file"), "old");
    symlink("../elsewhere/file", at("here/link"));
    symlink("nothing", at("here/dangling"));
    symlink("../source", at("here/back"));
    for name in ["link", "dangling", "back"] {
        let link = fs::read_link(at("here").join(name)).unwrap();
        let target = format!("here/{name}");
        let done = fcp_in(scratch.path(), &["--on-conflict=rename", "source", &target]);
        assert!(done.status.success(), "{name}: {done:?}");
        assert_eq!(get(at(&format!("here/{name} (1)"))), b"new", "{name}");
        assert_eq!(fs::read_link(at("here").join(name)).unwrap(), link, "{name}");
    }
    assert_eq!(get(at("elsewhere/file")), b"old");
    assert_eq!(fs::read_dir(at("elsewhere")).unwrap().count(), 1);
}

#[test]
fn folders_that_may_not_be_listed_take_what_they_are_given() {
    const FOLDERS: usize = 40;
    bin::path_of("fcp");
    while_nobody(|| {
        let scratch = Scratch::new();
        let at = |name: &str| scratch.path().join(name);
        let each = |side: &str, mode| {
            for name in
                (0..FOLDERS).flat_map(|i| [format!("{side}/e/{i}/f"), format!("{side}/e/{i}")])
            {
                fs::set_permissions(at(&name), PermissionsExt::from_mode(mode)).unwrap();
            }
        };
        for name in ["fcp", "fmv"] {
            for i in 0..FOLDERS {
                fs::create_dir_all(at(&format!("d/e/{i}/f"))).unwrap();
                fs::create_dir_all(at(&format!("s/e/{i}/f"))).unwrap();
                for file in 0..20 {
                    put(at(&format!("s/e/{i}/{file}")), "data");
                    put(at(&format!("s/e/{i}/f/{file}")), "data");
                }
            }
            each("d", 0o300);
            // Each worker opens the folders that another one has entered.
            let args = [&["-w8", "s/e", "d"][..], if name == "fcp" { &["-r"] } else { &[] }];
            let done = run(self::program(name).current_dir(scratch.path()).args(args.concat()));
            assert!(done.status.success() && done.stderr.is_empty(), "{name}: {done:?}");
            each("d", 0o700);
            assert_eq!(fs::read_dir(at("d/e")).unwrap().count(), FOLDERS);
            for i in 0..FOLDERS {
                assert_eq!(fs::read_dir(at(&format!("d/e/{i}"))).unwrap().count(), 21, "{i}");
                assert_eq!(fs::read_dir(at(&format!("d/e/{i}/f"))).unwrap().count(), 20, "{i}");
            }
            assert_eq!(at("s/e").exists(), name == "fcp");
            for side in ["s", "d"] {
                fs::remove_dir_all(at(side)).unwrap();
            }
        }
    });
}

#[test]
fn a_folder_that_may_not_be_listed_gets_the_metadata_of_its_source() {
    bin::path_of("fcp");
    while_nobody(|| {
        for (args, mode) in [("-a", 0o750), ("--preserve=timestamps", 0o300), ("-r", 0o300)] {
            let scratch = Scratch::new();
            let at = |name: &str| scratch.path().join(name);
            for folder in ["s/sub", "d/sub"] {
                fs::create_dir_all(at(folder)).unwrap();
            }
            put(at("s/sub/f"), "data");
            let set = |name, mode| fs::set_permissions(at(name), PermissionsExt::from_mode(mode));
            set("s/sub", 0o750).unwrap();
            set("d/sub", 0o300).unwrap();
            let old = fs::FileTimes::new().set_modified(UNIX_EPOCH + Duration::from_secs(1 << 20));
            fs::File::open(at("s/sub")).unwrap().set_times(old).unwrap();
            let done = fcp_in(scratch.path(), &["-r", args, "s/.", "d"]);
            assert!(done.status.success() && done.stderr.is_empty(), "{args}: {done:?}");
            let found = fs::metadata(at("d/sub")).unwrap();
            assert_eq!(found.mode() & 0o7777, mode, "{args}");
            assert_eq!(found.mtime() == 1 << 20, args != "-r", "{args}");
            set("d/sub", 0o700).unwrap();
            assert_eq!(get(at("d/sub/f")), b"data");
        }
    });
}

#[test]
fn set_id_bits_do_not_serve_new_contents_of_an_ordinary_user() {
    for (nobody, kept) in [(true, 0o755), (false, 0o6755)] {
        let scratch = Scratch::new().open_to_all();
        let at = |name: &str| scratch.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o7777;
        let id = nobody.then_some(65_534);
        for (name, mode) in [("new", 0o755), ("old", 0o6755)] {
            put(at(name), name);
            std::os::unix::fs::chown(at(name), id, id).unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
        }
        let mut command = fcp();
        let command = if nobody {
            as_nobody(&mut command)
        } else {
            rustix::process::geteuid().is_root().then_some(&mut command)
        };
        let Some(command) = command else { return };
        let done = run(command.current_dir(scratch.path()).args(["new", "old"]));
        assert_eq!(done.status.code(), Some(0), "{done:?}");
        assert_eq!((get(at("old")), mode("old")), (b"new".to_vec(), kept));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_replaced_file_and_a_new_folder_get_no_more_rights_from_the_folder_above() {
    use fcp_test_support::acl;
    use fcp_test_support::skip::skip;
    use rustix::fs::XattrFlags;

    let scratch = Scratch::new();
    let at = |name: &str| scratch.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().mode() & 0o7777;
    let set = |name: &str, mode| fs::set_permissions(at(name), PermissionsExt::from_mode(mode));
    mkdir(at("d"));
    put(at("d/f"), "old");
    set("d/f", 0o660).unwrap();
    let mut below = acl::encode((1234, 7), (1234, 7));
    // All rights for the owner and as the mask, none for others: each entry has eight bytes behind the first four.
    for (entry, rights) in [(0, 7), (4, 7), (5, 0)] {
        below[4 + 8 * entry + 2] = rights;
    }
    if rustix::fs::setxattr(at("d"), acl::DEFAULT, &below, XattrFlags::empty()).is_err() {
        return skip("the filesystem of the scratch directory keeps no ACLs");
    }
    put(at("f"), "new");
    mkdir(at("s"));
    set("s", 0o555).unwrap();
    let done = fcp_in(scratch.path(), &["f", "d"]);
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
    assert_eq!(get(at("d/f")), b"new");
    assert_eq!(mode("d/f"), 0o660);
    let acl = rustix::fs::getxattr(at("d/f"), acl::ACCESS, &mut [0_u8; 200]);
    assert_eq!(acl, Err(rustix::io::Errno::NODATA));
    // No other user has rights to anything new in `d`.
    for flags in [&["-r"][..], &["-r", "--preserve=timestamps"]] {
        let done = fcp_in(scratch.path(), &[flags, &["s", "d"]].concat());
        assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
        assert_eq!(mode("d/s"), 0o550, "{flags:?}");
        fs::remove_dir(at("d/s")).unwrap();
    }
    set("s", 0o755).unwrap();
}

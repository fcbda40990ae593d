//! Tests that the comparison of trees reports each single difference, and nothing else.

use rustix::fs::{AtFlags, Mode, Timespec, Timestamps, XattrFlags, chmodat};

use super::*;
use crate::layout::{deep, flat};
use crate::{Scratch, acl};

/// Two equal trees in one scratch directory: `left` and `right`, each with the files 0 to 2.
fn pair() -> (Scratch, PathBuf, PathBuf) {
    let scratch = Scratch::new();
    let (left, right) = (scratch.join("left"), scratch.join("right"));
    for side in [&left, &right] {
        flat(side, 3, 5000).unwrap();
        for name in ["0000000", "0000001", "0000002", ""] {
            set_mtime(&side.join(name), 1_000_000_000, 123_456_789);
        }
    }
    (scratch, left, right)
}

const FILE: &str = "0000001";

fn set_mtime(path: &Path, seconds: i64, nanoseconds: i64) {
    let time = Timespec { tv_sec: seconds, tv_nsec: nanoseconds };
    let times = Timestamps { last_access: time, last_modification: time };
    rustix::fs::utimensat(rustix::fs::CWD, path, &times, AtFlags::SYMLINK_NOFOLLOW).unwrap();
}

/// The differences when only `what` is compared; everything else must not matter.
fn found(left: &Path, right: &Path, what: What) -> Vec<String> {
    diff(left, right, &what).unwrap().iter().map(ToString::to_string).collect()
}

/// Names and types alone.
fn nothing() -> What {
    What { data: false, targets: false, devices: false, ..What::contents() }
}

#[test]
fn equal_trees_do_not_differ() {
    let (_scratch, left, right) = pair();
    assert_same(&left, &right, &What::everything());
    assert_same(&left, &left, &What::everything());
}

#[test]
fn names_only_on_one_side() {
    let (_scratch, left, right) = pair();
    rustix::fs::unlink(left.join(FILE)).unwrap();
    rustix::fs::unlink(right.join("0000002")).unwrap();
    let lines = ["'0000001': only on the right", "'0000002': missing on the right"];
    assert_eq!(found(&left, &right, nothing()), lines);
}

#[test]
fn types() {
    let (_scratch, left, right) = pair();
    rustix::fs::unlink(right.join(FILE)).unwrap();
    rustix::fs::symlink("0000000", right.join(FILE)).unwrap();
    assert_eq!(found(&left, &right, nothing()), ["'0000001': type RegularFile, then Symlink"]);
}

#[test]
fn one_byte_and_one_size() {
    let (_scratch, left, right) = pair();
    let file = std::fs::OpenOptions::new().write(true).open(right.join(FILE)).unwrap();
    rustix::io::pwrite(&file, b"\0\0", 4321).unwrap();
    let file = std::fs::OpenOptions::new().write(true).open(right.join("0000002")).unwrap();
    file.set_len(4999).unwrap();
    let what = What { data: true, ..nothing() };
    let lines = ["'0000001': data differs from byte 4321 on", "'0000002': size 5000, then 4999"];
    assert_eq!(found(&left, &right, what), lines);
    assert!(found(&left, &right, nothing()).is_empty());
}

#[test]
fn data_against_a_hole() {
    let (_scratch, left, right) = pair();
    for side in [&left, &right] {
        let file = std::fs::OpenOptions::new().write(true).open(side.join(FILE)).unwrap();
        // A terabyte of hole: reading through it would take minutes.
        file.set_len(1 << 40).unwrap();
    }
    assert_same(&left, &right, &What::contents());
    let file = std::fs::OpenOptions::new().write(true).open(right.join(FILE)).unwrap();
    rustix::io::pwrite(&file, b"x", 1 << 39).unwrap();
    let line = format!("'0000001': data differs from byte {} on", 1_u64 << 39);
    assert_eq!(found(&left, &right, What::contents()), [line]);
}

#[test]
fn lost_holes() {
    let (_scratch, left, right) = pair();
    for (side, filled) in [(&left, false), (&right, true)] {
        let file = std::fs::OpenOptions::new().write(true).open(side.join(FILE)).unwrap();
        file.set_len(4 << 20).unwrap();
        if filled {
            rustix::io::pwrite(&file, &vec![0; (4 << 20) - 8192], 8192).unwrap();
        }
    }
    assert_same(&left, &right, &What::contents());
    let lines = found(&left, &right, What { holes: Some(1 << 20), ..nothing() });
    assert!(matches!(&lines[..], [line] if line.ends_with("holes were lost")), "{lines:?}");
    // Fewer blocks than the original are no loss.
    assert_same(&right, &left, &What { holes: Some(0), ..nothing() });
}

#[test]
fn symlink_targets() {
    let (_scratch, left, right) = pair();
    rustix::fs::symlink("here", left.join("link")).unwrap();
    rustix::fs::symlink("th\x1bere", right.join("link")).unwrap();
    let what = What { targets: true, ..nothing() };
    assert_eq!(found(&left, &right, what), [r"'link': target 'here', then 'th\x1bere'"]);
    assert!(found(&left, &right, nothing()).is_empty());
}

#[test]
fn modes() {
    let (_scratch, left, right) = pair();
    chmodat(
        std::fs::File::open(&right).unwrap(),
        FILE,
        Mode::from_raw_mode(0o4640),
        AtFlags::empty(),
    )
    .unwrap();
    let left_mode = left.join(FILE).metadata().unwrap();
    let left_mode = std::os::unix::fs::PermissionsExt::mode(&left_mode.permissions()) & 0o7777;
    let what = What { mode: true, ..nothing() };
    let line = format!("'0000001': mode {left_mode:04o}, then 4640");
    assert_eq!(found(&left, &right, what), [line]);
    assert!(found(&left, &right, nothing()).is_empty());
}

#[test]
fn times_of_files_and_operands() {
    let (_scratch, left, right) = pair();
    set_mtime(&right.join(FILE), 1_000_000_000, 123_456_788);
    set_mtime(&right, -1, 5);
    let what = What { mtime: true, ..nothing() };
    let line = "'0000001': mtime 1000000000.123456789, then 1000000000.123456788";
    assert_eq!(found(&left, &right, what), [line]);
    let operand = "the operand itself: mtime 1000000000.123456789, then -1.000000005";
    assert_eq!(found(&left, &right, What { root: true, ..what }), [operand, line]);
    assert!(found(&left, &right, nothing()).is_empty());
}

#[test]
fn extended_attributes_and_acls() {
    let (_scratch, left, right) = pair();
    let set = |path: PathBuf, name: &str, value: &[u8]| {
        rustix::fs::lsetxattr(path, name, value, XattrFlags::empty()).unwrap();
    };
    set(left.join(FILE), "user.gone", b"1");
    set(left.join(FILE), "user.kept", b"\0\xff");
    set(right.join(FILE), "user.kept", b"\0\xff");
    set(left.join(FILE), "user.other", b"1");
    set(right.join(FILE), "user.other", b"");
    set(right.join(FILE), "user.new", b"\n");
    let what = What { xattrs: true, ..nothing() };
    let lines = [
        r"'0000001': xattr 'user.gone' '1', then nothing",
        r"'0000001': xattr 'user.new' nothing, then '\n'",
        r"'0000001': xattr 'user.other' '1', then ''",
    ];
    assert_eq!(found(&left, &right, what), lines);
    assert!(found(&left, &right, nothing()).is_empty());

    let (_scratch, left, right) = pair();
    set(left.clone(), acl::DEFAULT, &acl::encode((1000, 4), (7, 5)));
    set(right.clone(), acl::DEFAULT, &acl::encode((1000, 6), (7, 5)));
    let lines = found(&left, &right, What { root: true, ..what });
    assert!(
        matches!(&lines[..], [line] if line.contains("'system.posix_acl_default'")),
        "{lines:?}"
    );
}

#[test]
fn hard_links() {
    let (_scratch, left, right) = pair();
    // Left: a = b, c alone. Right: a alone, b = c. The number of links of b is the same.
    let name = |side: &Path, name: &str| side.join(name);
    for (side, from, to) in [(&left, "0000000", "b"), (&right, "0000002", "b")] {
        rustix::fs::link(name(side, from), name(side, to)).unwrap();
    }
    let what = What { hard_links: true, ..nothing() };
    // The path met first stands for the file, hence the sorted name `0000000` or `0000002`.
    assert_eq!(found(&left, &right, what), ["'b': a link to '0000000', then to '0000002'"]);
    assert!(found(&left, &right, nothing()).is_empty());
    // A further name outside the tree is none of its structure.
    rustix::fs::unlink(right.join("b")).unwrap();
    rustix::fs::unlink(left.join("b")).unwrap();
    rustix::fs::link(right.join(FILE), right.with_file_name("outside")).unwrap();
    assert_same(&left, &right, &what);
}

#[cfg(target_os = "linux")]
#[test]
fn owners_and_devices() {
    if !rustix::process::geteuid().is_root() {
        crate::skip::skip("needs root");
        return;
    }
    let (_scratch, left, right) = pair();
    std::os::unix::fs::lchown(right.join(FILE), Some(12), Some(34)).unwrap();
    let what = What { owner: true, ..nothing() };
    assert_eq!(found(&left, &right, what), ["'0000001': owner 0:0, then 12:34"]);
    for (side, number) in [(&left, 3), (&right, 5)] {
        let device = rustix::fs::makedev(1, number);
        let at = std::fs::File::open(side).unwrap();
        rustix::fs::mknodat(&at, "device", FileType::CharacterDevice, Mode::RUSR, device).unwrap();
    }
    let what = What { devices: true, ..nothing() };
    assert_eq!(found(&left, &right, what), ["'device': device 1:3, then 1:5"]);
    assert!(found(&left, &right, nothing()).is_empty());
}

#[test]
fn files_as_operands() {
    let (_scratch, left, right) = pair();
    let files = (left.join(FILE), right.join(FILE));
    assert_same(&files.0, &files.1, &What::everything());
    let lines = found(&left.join("0000000"), &files.1, What::contents());
    assert_eq!(lines, ["the operand itself: data differs from byte 0 on"]);
}

#[test]
fn beyond_path_max() {
    let scratch = Scratch::new();
    let (left, right) = (scratch.join("left"), scratch.join("right"));
    deep(&left, 10_000).unwrap();
    deep(&right, 10_000).unwrap();
    assert_same(&left, &right, &What::contents());
    let mut at = Cursor::open(&right).unwrap();
    for _ in 0..10_000 {
        at.down(c"d").unwrap();
    }
    let leaf = at.file(c"leaf", OFlags::WRONLY).unwrap();
    rustix::io::pwrite(&leaf, b"L", 0).unwrap();
    let found = diff(&left, &right, &What::contents()).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].aspect, Aspect::Data(0));
    assert_eq!(found[0].path.components().count(), 10_001);
}

#[test]
#[should_panic(expected = "2 differences")]
fn assertion_lists_the_differences() {
    let (_scratch, left, right) = pair();
    rustix::fs::unlink(right.join("0000000")).unwrap();
    rustix::fs::unlink(right.join(FILE)).unwrap();
    assert_same(&left, &right, &What::contents());
}

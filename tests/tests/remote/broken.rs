//! Tests of connections that break, and of data that is damaged on its way.

use super::*;
use fcp_test_support::{Kind, acl, with_mounts};

/// What stands between two ends: passes bytes on at once, up to a limit, notes how many, and replaces some.
const PASS: &str = r"
import os, sys, time
limit, notes, old, new = int(sys.argv[1]), sys.argv[2], sys.argv[3].encode(), sys.argv[4].encode()
noted = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
passed = 0
while passed < limit:
    data = os.read(0, min(65536, limit - passed))
    if not data:
        break
    passed += len(data)
    # At once: what starts this process may end it when the copy has ended.
    os.pwrite(noted, str(passed).encode(), 0)
    if old:
        data = data.replace(old, new)
    try:
        while data:
            data = data[os.write(1, data):]
    except BrokenPipeError:
        break
    time.sleep(float(sys.argv[5]))
";

/// Gives the command that lets bytes through.
pub(super) fn pass(place: &Place, limit: u64, old: &str, new: &str, pause: f64) -> String {
    let home = place.home.path().display();
    fs::write(place.home.path().join("pass.py"), PASS).unwrap();
    format!("python3 {home}/pass.py {limit} {home}/passed '{old}' '{new}' {pause}")
}

/// A script that lets only so many bytes through to the other end.
pub(super) fn cut(place: &Place, name: &str, bytes: u64) {
    let pass = pass(place, bytes, "", "", 0.0);
    place.script(name, &format!("shift; {pass} | sh -c \"$1\""));
}

/// A script that counts what passes.
pub(super) fn count(place: &Place, name: &str) {
    cut(place, name, u64::MAX >> 1);
}

/// How many bytes passed.
pub(super) fn passed(place: &Place) -> u64 {
    fs::read_to_string(place.home.path().join("passed")).unwrap().parse().unwrap()
}

#[test]
fn what_a_broken_connection_has_brought_is_not_brought_again() {
    let place = Place::new();
    let large = vec![7; 6 << 20];
    place.home.make(&["src/d/a", "src/d/b", "there/"]);
    fs::write(place.at("src/large"), &large).unwrap();
    fs::write(place.at("src/z"), "last").unwrap();
    cut(&place, "cut", 4 << 20);
    let (out, err, code) = place.told_by("cut", &["-a", "src", &place.far("there")]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(err.contains("the connection ended before all was there"), "{err}");
    assert!(err.contains("run the same command again"), "{err}");
    // Nothing has a name before all is there.
    assert_eq!(names(place.at("there")), place.arriving("there"));
    assert_eq!(place.arriving("there").len(), 1);
    count(&place, "count");
    let (out, err, code) = place.told_by("count", &["-a", "src", &place.far("there")]);
    assert_eq!((out.as_str(), err.as_str(), code), ("", "", 0));
    assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
    assert_eq!(names(place.at("there")), ["src"]);
    assert!(passed(&place) < 3 << 20, "{} bytes were sent again", passed(&place));
}

#[test]
fn a_slash_behind_the_name_does_not_begin_a_copy_anew() {
    let place = Place::new();
    place.home.make(&["src/", "there/"]);
    fs::write(place.at("src/large"), vec![7; 6 << 20]).unwrap();
    cut(&place, "cut", 4 << 20);
    assert_eq!(place.told_by("cut", &["src", &place.far("there/new/")]).2, 1);
    count(&place, "count");
    assert_eq!(place.told_by("count", &["src", &place.far("there/new")]).2, 0);
    assert_eq!(names(place.at("there")), ["new"]);
    assert!(passed(&place) < 3 << 20, "{} bytes were sent again", passed(&place));
}

#[test]
fn what_the_source_lost_meanwhile_does_not_arrive() {
    let place = Place::new();
    place.home.make(&["src/gone/x", "src/stays", "there/"]);
    fs::write(place.at("src/zz"), vec![1; 3 << 20]).unwrap();
    cut(&place, "cut", 2 << 20);
    assert_eq!(place.told_by("cut", &["src", &place.far("there")]).2, 1);
    fs::remove_dir_all(place.at("src/gone")).unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_eq!(names(place.at("there/src")), ["stays", "zz"]);
}

#[test]
fn attributes_that_the_source_lost_meanwhile_do_not_arrive() {
    let none = rustix::fs::XattrFlags::empty();
    let has = |path: &Path, name: &str| rustix::fs::getxattr(path, name, &mut [0_u8; 256]).is_ok();
    let place = Place::new();
    place.home.make(&["src/d/f", "src/d/g", "there/"]);
    fs::hard_link(place.at("src/d/g"), place.at("src/d/h")).unwrap();
    fs::write(place.at("src/z"), vec![1; 3 << 20]).unwrap();
    let private = acl::encode((65_534, 7), (65_534, 7));
    for name in ["src/d", "src/d/f", "src/d/g"] {
        rustix::fs::setxattr(place.at(name), acl::ACCESS, &private, none).unwrap();
        rustix::fs::setxattr(place.at(name), "user.gone", b"1", none).unwrap();
        rustix::fs::setxattr(place.at(name), "user.stays", b"1", none).unwrap();
    }
    cut(&place, "cut", 2 << 20);
    assert_eq!(place.told_by("cut", &["-a", "src", &place.far("there")]).2, 1);
    for name in ["src/d", "src/d/f", "src/d/g"] {
        rustix::fs::removexattr(place.at(name), acl::ACCESS).unwrap();
        rustix::fs::removexattr(place.at(name), "user.gone").unwrap();
    }
    place.ok(&["-a", "src", &place.far("there")]);
    for name in ["there/src/d", "there/src/d/f", "there/src/d/g", "there/src/d/h"] {
        let path = place.at(name);
        assert!(!has(&path, acl::ACCESS) && !has(&path, "user.gone"), "{name}");
        assert!(has(&path, "user.stays"), "{name}");
    }
    assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
}

#[test]
fn a_file_that_changed_meanwhile_is_brought_as_it_is_now() {
    let place = Place::new();
    place.home.make(&["src/", "there/"]);
    fs::write(place.at("src/f"), vec![1; 5 << 20]).unwrap();
    cut(&place, "cut", 3 << 20);
    assert_eq!(place.told_by("cut", &["src", &place.far("there")]).2, 1);
    fs::write(place.at("src/f"), vec![2; 5 << 20]).unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::contents());
}

#[test]
fn a_connection_may_break_anywhere() {
    let place = Place::new();
    tree(9).entries(120).build(&place.at("src")).unwrap();
    let mut cuts: Vec<u64> = vec![0, 3, 60, 300];
    cuts.extend((1..12).map(|n| n * 40_000));
    for bytes in cuts {
        place.home.make(&["there/"]);
        cut(&place, "cut", bytes);
        let (out, err, code) = place.told_by("cut", &["-a", "src", &place.far("there")]);
        if code == 0 {
            // Enough for all of it.
            assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
        } else {
            assert!(code == 1 || code == 3, "{bytes}: {code} {out}{err}");
            assert_eq!(names(place.at("there")), place.arriving("there"), "{bytes}: {err}");
            place.ok(&["-a", "src", &place.far("there")]);
        }
        assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
        assert_eq!(names(place.at("there")), ["src"], "{bytes}");
        fcp_test_support::remove_all(&place.at("there")).unwrap();
    }
}

#[test]
fn an_end_that_is_gone_while_it_sends_is_told_where_it_takes() {
    let place = Place::new();
    place.home.make(&["src/a", "here/"]);
    fs::write(place.at("src/f"), vec![1; 3 << 20]).unwrap();
    let pass = pass(&place, 1_000_000, "", "", 0.0);
    place.script("cut", &format!("shift; sh -c \"$1\" | {pass}"));
    let (_, err, code) = place.told_by("cut", &[&place.far("src"), "here"]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("cannot receive") && err.contains("partial data is kept in"), "{err}");
    assert_eq!(names(place.at("here")), place.arriving("here"));
    place.ok(&[&place.far("src"), "here"]);
    assert_eq!(names(place.at("here")), ["src"]);
}

#[test]
fn damage_on_the_way_is_found_and_the_rest_arrives() {
    let place = Place::new();
    place.home.make(&["src/good", "there/"]);
    fs::write(place.at("src/bad"), "a NEEDLE in it").unwrap();
    let pass = pass(&place, u64::MAX >> 1, "NEEDLE", "noodle", 0.0);
    place.script("damage", &format!("shift; {pass} | sh -c \"$1\""));
    let (_, err, code) = place.told_by("damage", &["src", &place.far("there")]);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("src/bad") && err.contains("the copy differs from the source"), "{err}");
    assert_eq!(names(place.at("there/src")), ["good"]);
}

#[test]
fn what_is_verified_is_read_back() {
    let place = Place::new();
    tree(4).entries(60).build(&place.at("src")).unwrap();
    place.home.make(&["there/"]);
    place.ok(&["-a", "--verify", "src", &place.far("there")]);
    assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
}

#[test]
fn a_full_disk_is_named_by_the_folder_that_it_holds() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let place = Place::new();
        place.home.make(&["src/"]);
        fs::write(place.at("src/large"), vec![7; 2 << 20]).unwrap();
        let full = mounts.tmpfs("size=1m");
        let here = full.to_str().unwrap();
        for (from, to) in [("src", format!("far:{here}")), (&*place.far("src"), here.to_owned())] {
            let (out, err, code) = place.told(&["-a", from, &to]);
            let why = format!("fcp: cannot copy into '{to}': No space left on device");
            assert!(code == 1 && err.contains(&why), "{out}{err}");
            for name in names(&full) {
                fs::remove_dir_all(full.join(name)).unwrap();
            }
        }
    });
    let _skipped = done.is_none();
}

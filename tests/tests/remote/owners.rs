//! Tests of owners, whose names travel with their numbers.

use std::os::unix::fs::{chown, lchown};

use rustix::fs::XattrFlags;

use super::*;

/// Numbers that "daemon" and "bin" have on the other machine.
const THERE: [(&str, u32); 2] = [("daemon", 70_001), ("bin", 70_002)];

/// A user and a group of which no machine has a name.
const NAMELESS: u32 = 71_234;

/// The number of a user on this machine.
fn user(name: &str) -> u32 {
    let passwd = fs::read_to_string("/etc/passwd").unwrap();
    let line = passwd.lines().find_map(|line| line.strip_prefix(&format!("{name}:x:")));
    line.unwrap().split(':').next().unwrap().parse().unwrap()
}

/// Writes a script that reaches a machine on which users and groups have other numbers; none without a namespace for that.
fn strangers(place: &Place) -> Option<()> {
    if !is_root() {
        fcp_test_support::skip::skip("owners, whom only root may give");
        return None;
    }
    let mut unshare = Command::new("unshare");
    if !bin::installed("unshare") || !run(unshare.args(["-m", "true"])).status.success() {
        fcp_test_support::skip::skip("a namespace with other users");
        return None;
    }
    let home = place.home.path();
    let users = THERE.map(|(name, id)| format!("{name}:x:{id}:{id}::/:/bin/false\n")).concat();
    let groups = THERE.map(|(name, id)| format!("{name}:x:{id}:\n")).concat();
    fs::write(home.join("passwd"), format!("root:x:0:0::/:/bin/sh\n{users}")).unwrap();
    fs::write(home.join("group"), format!("root:x:0:\n{groups}")).unwrap();
    let shown = home.display();
    place.script(
        "strangers",
        &format!(
            "shift; exec unshare -m sh -c 'mount --bind {shown}/passwd /etc/passwd && \
             mount --bind {shown}/group /etc/group && exec sh -c \"$1\"' sh \"$1\""
        ),
    );
    Some(())
}

fn owner(path: &Path) -> (u32, u32) {
    let meta = fs::symlink_metadata(path).unwrap();
    (meta.uid(), meta.gid())
}

/// An ACL with one user and one group, as the kernel gives it (`linux/posix_acl_xattr.h`).
fn acl(user: u32, group: u32) -> Vec<u8> {
    let none = u32::MAX;
    let entries = [(1_u16, 6_u16, none), (2, 4, user), (4, 4, none), (8, 4, group), (16, 4, none)];
    let mut bytes = 2_u32.to_le_bytes().to_vec();
    for (tag, allowed, id) in entries.into_iter().chain([(32, 4, none)]) {
        bytes.extend([&tag.to_le_bytes()[..], &allowed.to_le_bytes(), &id.to_le_bytes()].concat());
    }
    bytes
}

const ACL: &str = "system.posix_acl_access";

fn acl_of(path: &Path) -> Vec<u8> {
    let mut value = [0_u8; 256];
    let len = rustix::fs::getxattr(path, ACL, &mut value).unwrap();
    value[..len].to_vec()
}

/// A tree in which each kind of item has an owner with a name, and one file has none.
fn build(place: &Place) {
    place.home.make(&["src/f", "src/d/x", "src/nameless"]);
    symlink("f", place.at("src/l")).unwrap();
    let (daemon, bin) = (Some(user("daemon")), Some(user("bin")));
    lchown(place.at("src/l"), daemon, bin).unwrap();
    for name in ["src/f", "src/d", "src/d/x"] {
        chown(place.at(name), daemon, bin).unwrap();
    }
    chown(place.at("src/nameless"), Some(NAMELESS), Some(NAMELESS)).unwrap();
    let value = acl(user("bin"), user("daemon"));
    rustix::fs::setxattr(place.at("src/f"), ACL, &value, XattrFlags::empty()).unwrap();
}

#[test]
fn owners_are_found_by_their_names() {
    let place = Place::new();
    if strangers(&place).is_none() {
        return;
    }
    build(&place);
    place.home.make(&["there/", "back/"]);
    let silent = (String::new(), String::new(), 0);
    let [(_, daemon), (_, bin)] = THERE;
    assert_eq!(place.told_by("strangers", &["-a", "src", &place.far("there")]), silent);
    for name in ["f", "d", "d/x", "l"] {
        assert_eq!(owner(&place.at("there/src").join(name)), (daemon, bin), "{name}");
    }
    assert_eq!(owner(&place.at("there/src/nameless")), (NAMELESS, NAMELESS));
    assert_eq!(owner(&place.at("there/src")), (0, 0));
    assert_eq!(acl_of(&place.at("there/src/f")), acl(bin, daemon));
    assert_eq!(place.told_by("strangers", &["-a", &place.far("there/src"), "back"]), silent);
    assert_same(&place.at("src"), &place.at("back/src"), &What::everything());
}

#[test]
fn owners_keep_their_numbers_where_the_user_says_so() {
    let place = Place::new();
    if strangers(&place).is_none() {
        return;
    }
    build(&place);
    place.home.make(&["there/", "back/"]);
    let silent = (String::new(), String::new(), 0);
    let to = place.far("there");
    assert_eq!(place.told_by("strangers", &["-a", "--numeric-ids", "src", &to]), silent);
    assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
    let args = ["-a", "--numeric-ids", &place.far("src"), "back"];
    assert_eq!(place.told_by("strangers", &args), silent);
    assert_same(&place.at("src"), &place.at("back/src"), &What::everything());
}

#[test]
fn an_ordinary_user_keeps_the_groups_that_they_are_in() {
    if !is_root() {
        return fcp_test_support::skip::skip("owners, whom only root may give");
    }
    let place = Place::new();
    place.home.make(&["src/f", "src/d/x", "there/"]);
    symlink("f", place.at("src/l")).unwrap();
    let (nobody, bin) = (fcp_test_support::ns::NOBODY, user("bin"));
    for name in ["f", "d", "d/x", "l"] {
        lchown(place.at("src").join(name), Some(nobody), Some(bin)).unwrap();
    }
    moves::as_nobody(&place);
    let as_member = format!("--reuid={nobody} --regid={nobody} --groups={bin}");
    // Root makes folders in its own home, which are closed to others.
    let own = place.home.path().join("nobody");
    let line = format!("shift; HOME='{}' exec setpriv {as_member} sh -c \"$1\"", own.display());
    place.script("member", &line);
    let silent = (String::new(), String::new(), 0);
    assert_eq!(place.told_by("member", &["-a", "src", &place.far("there")]), silent);
    for name in ["f", "d", "d/x", "l"] {
        assert_eq!(owner(&place.at("there/src").join(name)), (nobody, bin), "{name}");
    }
    // A move also says what it does not keep, as its source is gone.
    lchown(place.at("src/f"), Some(0), Some(0)).unwrap();
    let (_, err, code) = place.fmv_by("member", &["src/f", &place.far("there")]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.starts_with("fmv: warning: cannot set owner of '") && err.lines().count() == 1,
        "{err}"
    );
}

#[test]
fn an_end_that_sends_no_names_is_taken_by_its_numbers() {
    if !is_root() {
        return fcp_test_support::skip::skip("owners, whom only root may give");
    }
    let place = Place::new();
    place.home.make(&["here/"]);
    let file = |name: &str, owner| {
        let mut file = foreign::item(name, "file");
        file["owner"] = serde_json::json!(owner);
        file
    };
    // The administrator is number 0, whatever a name says.
    let owners = serde_json::json!({"users": [[0, "bin"], [4, "no-such-user"]]});
    let items = [file("a/x", [4, 5]), file("a/y", [0, 0])];
    foreign::says(
        &place,
        "older",
        &[
            serde_json::json!({"type": "items", "batch": 0, "items": [foreign::item("a", "directory")]}),
            serde_json::json!({"type": "items", "batch": 1, "items": items, "owners": owners}),
            serde_json::json!({"type": "end"}),
        ],
    );
    place.told_by("older", &["-a", "far:/srv/a", "here"]).succeeds();
    assert_eq!(owner(&place.at("here/a/x")), (4, 5));
    assert_eq!(owner(&place.at("here/a/y")), (0, 0));
}

//! Tests from a review of deletes and the trash: edge cases.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::fs;

use fcp_test_support::{Scratch, program, run};

#[test]
fn the_trash_does_not_go_into_itself() {
    let scratch = Scratch::new();
    let home = scratch.path().join("home");
    let trash = home.join(".local/share/Trash");
    fs::create_dir_all(&home).unwrap();
    fs::write(home.join("f"), "f").unwrap();
    let frm = |args: &[&str]| {
        let done = run(program("frm").env("HOME", &home).current_dir(scratch.path()).args(args));
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    assert_eq!(frm(&["--trash", "home/f"]), (Some(0), String::new()));
    for path in ["home", "home/.local/share/Trash", "home/.local/share/Trash/files"] {
        let (code, told) = frm(&["--trash", path]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("a directory cannot go into itself"), "{told}");
        // Nor is anything left of the attempt.
        let entries = |name| fs::read_dir(trash.join(name)).unwrap().count();
        assert_eq!((entries("files"), entries("info")), (1, 1), "{path}");
    }
}

//! Undo at its limits: it never takes what the job did not make, nor the last copy of anything.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::PathBuf;

use fcp_test_support::{Scratch, program, run};

/// A home in which jobs are recorded, and a directory to work in.
struct Home(Scratch);

impl Home {
    fn new() -> Self {
        let scratch = Scratch::new();
        fs::create_dir_all(scratch.path().join("home/work")).unwrap();
        Self(scratch)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join("home/work").join(name)
    }

    /// Runs a program; gives its exit code and what it complains of.
    fn run(&self, tool: &str, args: &[&str]) -> (Option<i32>, String) {
        let home = self.0.path().join("home");
        let done = run(program(tool).env("HOME", home).current_dir(self.at("")).args(args));
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    }

    fn ok(&self, tool: &str, args: &[&str]) {
        assert_eq!(self.run(tool, args), (Some(0), String::new()), "{tool} {args:?}");
    }

    /// Undoes the last job, all or part of which must be refused for this reason.
    fn refuse(&self, why: &str) {
        let (code, told) = self.run("fcp", &["--undo"]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains(why), "{told}");
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
        fs::write(self.at(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.at(name)).is_ok()
    }

    /// Makes everything written so far old, as the filesystem's clock has it.
    fn age(&self) {
        let probe = || {
            fs::write(self.at(".probe"), "").unwrap();
            let meta = fs::metadata(self.at(".probe")).unwrap();
            fs::remove_file(self.at(".probe")).unwrap();
            meta.ctime() * 1000 + meta.ctime_nsec() / 1_000_000
        };
        let began = probe();
        while probe() < began + 100 {}
    }
}

#[test]
fn an_old_directory_moved_into_a_copy_stays() {
    let home = Home::new();
    home.write("src/f", "f");
    home.write("old/deep/precious", "precious");
    home.age();
    home.ok("fcp", &["src", "dst"]);
    // Its files look as old as ever; only its own ctime is new, and so is that of `dst`.
    fs::rename(home.at("old"), home.at("dst/old")).unwrap();
    home.refuse("dst/old': it has changed since");
    assert_eq!(home.read("dst/old/deep/precious"), "precious");
    assert!(!home.has("dst/f"));
}

#[test]
fn an_old_directory_in_the_place_of_a_copy_stays() {
    let home = Home::new();
    home.write("src/f", "f");
    home.write("old/precious", "precious");
    home.age();
    home.ok("fcp", &["src", "dst"]);
    fs::remove_dir_all(home.at("dst")).unwrap();
    fs::rename(home.at("old"), home.at("dst")).unwrap();
    home.refuse("dst': it has changed since");
    assert_eq!(home.read("dst/precious"), "precious");
}

#[test]
fn an_old_file_where_a_link_leads_now_stays() {
    let home = Home::new();
    home.write("old/f", "precious");
    home.write("dir/g", "g");
    home.age();
    home.write("f", "new");
    home.ok("fcp", &["f", "dir/f"]);
    fs::rename(home.at("dir"), home.at("elsewhere")).unwrap();
    symlink("old", home.at("dir")).unwrap();
    home.refuse("dir/f': it has changed since");
    assert_eq!(home.read("old/f"), "precious");
}

#[test]
fn a_copy_whose_original_is_gone_stays() {
    let home = Home::new();
    home.write("a", "only");
    home.ok("fcp", &["a", "b"]);
    home.ok("frm", &["a"]);
    // Whoever wants to undo the delete undoes the copy.
    home.refuse("b': what it was copied from is gone");
    assert_eq!(home.read("b"), "only");

    home.write("src/one", "one");
    home.write("src/sub/two", "two");
    home.ok("fcp", &["src", "dst"]);
    home.ok("frm", &["src/sub/two"]);
    home.refuse("dst/sub/two': what it was copied from is gone");
    assert_eq!(home.read("dst/sub/two"), "two");
    assert!(!home.has("dst/one"));
}

#[test]
fn a_backup_does_not_replace_the_last_copy() {
    let home = Home::new();
    home.write("src", "new");
    home.write("dst", "old");
    home.ok("fcp", &["-b", "src", "dst"]);
    home.ok("frm", &["src"]);
    home.refuse("dst': what it was copied from is gone");
    assert_eq!((home.read("dst"), home.read("dst~")), ("new".into(), "old".into()));
}

#[test]
fn a_backup_does_not_replace_what_could_not_go_back() {
    let home = Home::new();
    home.write("a", "a");
    home.write("b", "b");
    home.ok("fmv", &["-b", "a", "b"]);
    home.write("a", "another");
    home.refuse("b': the destination exists");
    let now = ["a", "b", "b~"].map(|name| home.read(name));
    assert_eq!(now, ["another", "a", "b"]);
}

#[test]
fn names_that_lead_elsewhere_now_do_not_change_places_again() {
    let home = Home::new();
    home.write("a", "a");
    home.write("b", "b");
    home.ok("fmv", &["--exchange", "a", "b"]);
    home.write("new", "another");
    fs::rename(home.at("new"), home.at("a")).unwrap();
    home.refuse("a': it has changed since");
    assert_eq!((home.read("a"), home.read("b")), ("another".into(), "a".into()));
}

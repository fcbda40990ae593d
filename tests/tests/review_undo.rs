//! Tests from a review of undo: it never removes files that the job did not create, nor the last
//! copy of a file.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::PathBuf;
use std::process::Stdio;

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

    /// Runs a copy with its events, and `then` as soon as the last of these copies has its name.
    fn while_it_runs(&self, args: &[&str], copies: &[&str], then: impl FnOnce()) {
        let home = self.0.path().join("home");
        let mut copy = program("fcp");
        copy.env("HOME", home).current_dir(self.at("")).args(["--json", "--events=all"]).args(args);
        let mut running = copy.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(running.stdout.take().unwrap()).lines().map(Result::unwrap);
        for _ in copies {
            let is_one = |line: &String| {
                let ends = |name: &&str| line.contains(&format!("/{name}\"}},\"bytes\""));
                line.contains("\"item.done\"") && copies.iter().any(ends)
            };
            assert!(lines.any(|line| is_one(&line)), "{copies:?} were not copied");
        }
        then();
        assert!(lines.any(|line| line.contains("\"job.summary\"")), "the copy was not slow enough");
        assert!(running.wait().unwrap().success());
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
    // The user may mean the delete, but `fcp --undo` applies to the copy, which is the last one.
    home.refuse("b': its original was not found");
    assert_eq!(home.read("b"), "only");

    home.write("src/one", "one");
    home.write("src/sub/two", "two");
    home.ok("fcp", &["src", "dst"]);
    home.ok("frm", &["src/sub/two"]);
    home.refuse("dst/sub/two': its original was not found");
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
    home.refuse("dst': its original was not found");
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

#[test]
fn what_was_edited_while_the_job_ran_stays() {
    let home = Home::new();
    for name in ["tree/a", "tree/b", "tree/c"] {
        home.write(name, "notes");
    }
    home.write("tree/z", &"z".repeat(12 << 20));
    let slow = ["--limit-rate=4M", "-w", "3", "-b", "-T", "tree", "dst"];
    home.write("dst/c", "before");
    home.while_it_runs(&slow, &["a", "b", "c"], || {
        home.write("dst/a", "three hours of work");
        // Of the same size, and with the time it had.
        let was = fs::metadata(home.at("dst/b")).unwrap().modified().unwrap();
        home.write("dst/b", "other");
        fs::File::options()
            .append(true)
            .open(home.at("dst/b"))
            .and_then(|file| file.set_modified(was))
            .unwrap();
        home.write("dst/c", "edits");
        home.write("dst/mine", "mine");
    });
    let (code, told) = home.run("fcp", &["--undo"]);
    assert_eq!(code, Some(1), "{told}");
    let now = ["dst/a", "dst/b", "dst/c", "dst/c~"].map(|name| home.read(name));
    assert_eq!(now, ["three hours of work", "other", "edits", "before"]);
    assert_eq!(home.read("dst/mine"), "mine");
    assert!(!home.has("dst/z"), "{told}");
}

#[test]
fn what_was_edited_as_soon_as_the_job_ended_stays() {
    let home = Home::new();
    home.write("x", "original");
    for round in 0..10 {
        let copy = format!("copy{round}");
        home.ok("fcp", &["x", &copy]);
        home.write(&copy, if round % 2 == 0 { "original, edited" } else { "ORIGINAL" });
        let (code, told) = home.run("fcp", &["--undo"]);
        assert_eq!(code, Some(1), "{told}");
        assert!(home.has(&copy), "{round}: {told}");
    }
    symlink("x", home.at("link")).unwrap();
    home.ok("fcp", &["-P", "link", "link2"]);
    fs::remove_file(home.at("link2")).unwrap();
    symlink("elsewhere", home.at("link2")).unwrap();
    let (code, told) = home.run("fcp", &["--undo"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(home.has("link2"));
}

#[test]
fn a_copy_whose_original_lost_its_content_stays() {
    let home = Home::new();
    home.write("a", "the only good one");
    home.ok("fcp", &["a", "b"]);
    home.write("a", "");
    home.refuse("b': it differs from its original");
    assert_eq!(home.read("b"), "the only good one");
}

#[test]
fn a_copy_whose_original_cannot_be_read_stays() {
    let home = Home::new();
    home.write("src/sub/f", "f");
    home.write("one/g", "g");
    home.ok("fcp", &["one/g", "g"]);
    fs::rename(home.at("one"), home.at("moved")).unwrap();
    // Every path below it is an error now (ELOOP), as it is on a dead or failing disk.
    symlink("one", home.at("one")).unwrap();
    home.refuse("g': its original cannot be read");
    assert_eq!(home.read("g"), "g");

    home.ok("fcp", &["src", "dst"]);
    fs::rename(home.at("src/sub"), home.at("moved/sub")).unwrap();
    symlink("sub", home.at("src/sub")).unwrap();
    home.refuse("dst/sub/f': its original cannot be read");
    assert_eq!(home.read("dst/sub/f"), "f");
}

#[test]
fn a_copy_that_its_original_became_a_link_to_stays() {
    let home = Home::new();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    fs::remove_file(home.at("a")).unwrap();
    symlink("b", home.at("a")).unwrap();
    home.refuse("b': its original was not found");
    assert_eq!(home.read("b"), "a");

    home.write("src/f", "f");
    home.ok("fcp", &["src", "dst"]);
    fs::remove_dir_all(home.at("src")).unwrap();
    symlink("dst", home.at("src")).unwrap();
    home.refuse("dst': its original was not found");
    assert_eq!(home.read("dst/f"), "f");
}

#[test]
fn an_undo_does_not_stop_at_what_it_did_itself() {
    let home = Home::new();
    home.write("s/m", "new");
    fs::hard_link(home.at("s/m"), home.at("s/m2")).unwrap();
    home.write("d/m", "old");
    home.ok("fcp", &["-a", "-b", "-T", "s", "d"]);
    // Removing one name of an inode changes the ctime that the other one shows.
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("d/m"), "old");
    assert!(!home.has("d/m2") && !home.has("d/m~"));
}

#[test]
fn links_to_originals_and_other_things_without_data_can_be_undone() {
    let home = Home::new();
    home.write("s/f", "f");
    symlink("f", home.at("s/l")).unwrap();
    let s = home.at("s");
    for args in [["-s", s.to_str().unwrap(), "d"], ["-l", "s", "d"], ["-L", "s", "d"]] {
        home.ok("fcp", &args);
        assert!(home.has("d/f"));
        home.ok("fcp", &["--undo"]);
        assert!(!home.has("d"), "{args:?}");
    }
    home.ok("fcp", &["--attributes-only", "s", "d"]);
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("d"));
    assert_eq!(home.read("s/f"), "f");
}

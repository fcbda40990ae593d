//! Tests copies between machines: what arrives, what a broken connection leaves, and whom an end believes.
//!
//! The other machine is this one. What takes the place of `ssh` is a script that drops the name of the host, and may
//! cut, damage or count what passes; `over_ssh.rs` has a real server.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod again;
mod at_a_terminal;
mod broken;
mod connections;
mod deep;
mod destinations;
mod foreign;
mod holes;
mod moves;
mod over_ssh;
mod owners;
mod policies;
mod special;
mod steering;
mod together;
mod undone;

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use fcp_test_support::home::Home;
use fcp_test_support::output::{self, Told as _, names};
use fcp_test_support::{Tree, What, assert_same, bin, run, run_ok};

/// A home, and scripts that reach "other machines".
struct Place {
    home: Home,
}

impl Place {
    fn new() -> Self {
        let place = Self { home: Home::temporary() };
        place.script("rsh", "shift; exec sh -c \"$1\"");
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.home.at(name)
    }

    /// Writes a script beside the directory to work in.
    fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.home.path().join(name);
        fcp_test_support::script(&path, text);
        path
    }

    /// Prepares a copy whose other end is reached by a script.
    fn fcp_by(&self, script: &str, args: &[&str]) -> Command {
        let mut command = self.home.command("fcp", args);
        command.env("FCP_RSH", self.home.path().join(script));
        command.arg(format!("--remote-fcp={}", bin::path_of("fcp").display()));
        command
    }

    fn told_by(&self, script: &str, args: &[&str]) -> (String, String, i32) {
        output::told(&run(&mut self.fcp_by(script, args)))
    }

    fn told(&self, args: &[&str]) -> (String, String, i32) {
        self.told_by("rsh", args)
    }

    /// Copies; that must succeed without a word.
    #[track_caller]
    fn ok(&self, args: &[&str]) {
        assert_eq!(self.told(args), (String::new(), String::new(), 0), "{args:?}");
    }

    /// The path of an item as one of the other machine.
    fn far(&self, name: &str) -> String {
        format!("far:{}", self.at(name).display())
    }

    /// Directories of copies that have not arrived wholly.
    fn arriving(&self, name: &str) -> Vec<String> {
        names(self.at(name)).into_iter().filter(|name| name.ends_with("-arriving")).collect()
    }
}

/// Whether the tests run as root, who may make everything that a tree can have.
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn tree(seed: u64) -> Tree {
    if is_root() { Tree::full(seed) } else { Tree::user(seed) }
}

#[test]
fn a_tree_comes_back_as_it_went() {
    for seed in [1, 2, 3] {
        let place = Place::new();
        tree(seed).entries(400).build(&place.at("src")).unwrap();
        place.home.make(&["there/", "back/"]);
        place.ok(&["-a", "src", &place.far("there")]);
        assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
        place.ok(&["-a", &place.far("there/src"), "back"]);
        assert_same(&place.at("src"), &place.at("back/src"), &What::everything());
        assert_eq!(names(place.at("there")), ["src"]);
    }
}

#[test]
fn a_destination_is_understood_as_that_of_cp() {
    let place = Place::new();
    place.home.make(&["a/f", "b", "there/", "there/full/x"]);
    // A new name, for a file and for a folder, with a slash at its end and without.
    place.ok(&["b", &place.far("there/new")]);
    place.ok(&["a", &place.far("there/d1")]);
    place.ok(&["a", &place.far("there/d2/")]);
    place.ok(&[&place.far("a"), "there/d3/"]);
    place.ok(&["-T", "a", &place.far("there/full")]);
    // What is in a folder, into one that is there and into one that is not.
    place.ok(&["a/.", &place.far("there/full")]);
    place.ok(&[&place.far("a/."), "there/d4"]);
    // Into a folder.
    place.ok(&["a", "b", &place.far("there/full")]);
    place.ok(&["-t", &place.far("there/full"), "b"]);
    for (dir, held) in [
        ("there/d1", vec!["f"]),
        ("there/d2", vec!["f"]),
        ("there/d3", vec!["f"]),
        ("there/d4", vec!["f"]),
        ("there/full", vec!["a", "b", "f", "x"]),
        ("there", vec!["d1", "d2", "d3", "d4", "full", "new"]),
    ] {
        assert_eq!(names(place.at(dir)), held, "{dir}");
    }
    // Refused, before anything is sent.
    for args in [
        ["a", "b", &place.far("nothing")].as_slice(),
        &["b", &place.far("nothing/")],
        &["-t", &place.far("nothing"), "b"],
        &["b", &place.far("nothing/deep/x")],
    ] {
        let (out, err, code) = place.told(args);
        assert!(code == 1 || code == 3, "{args:?}: {out}{err}");
        assert!(
            err.contains("No such file") || err.contains("cannot copy into"),
            "{args:?}: {err}"
        );
    }
    assert!(!place.at("nothing").exists());
}

#[test]
fn a_path_at_home_is_one_of_the_other_home() {
    let place = Place::new();
    place.home.make(&["f"]);
    place.ok(&["f", "far:~/copy"]);
    assert!(place.home.path().join("copy").exists());
    place.ok(&["far:~/copy", "back"]);
    assert!(place.home.has("back"));
    place.home.make(&["whole/"]);
    place.ok(&["--exclude=work", "--exclude=.*", "far:~", "whole"]);
    assert!(place.home.has("whole/home/copy"));
}

#[test]
fn an_operand_that_exists_here_is_meant_whatever_colons_it_has() {
    let place = Place::new();
    place.home.make(&["web:x", "there/"]);
    place.home.ok("fcp", &["web:x", "there"]);
    assert_eq!(names(place.at("there")), ["web:x"]);
    // A slash before the colon, too, means a file of this machine.
    place.home.ok("fcp", &["web:x", "./new:name"]);
    assert!(place.home.has("new:name"));
    // It may be sent, too.
    place.ok(&["web:x", &place.far("there/far")]);
    assert!(place.home.has("there/far"));
    // GNU's names know no other machines.
    place.home.ok("cp", &["web:x", "far:away"]);
    assert!(place.home.has("far:away"));
}

#[test]
fn symlinks_are_followed_as_on_one_machine() {
    let place = Place::new();
    place.home.make(&["d/f", "there/"]);
    symlink("f", place.at("d/l")).unwrap();
    symlink("d", place.at("ld")).unwrap();
    symlink("d/f", place.at("lf")).unwrap();
    symlink(".", place.at("d/loop")).unwrap();
    let kept = |name: &str| place.at(name).symlink_metadata().unwrap().file_type().is_symlink();
    place.ok(&["lf", "ld", &place.far("there")]);
    assert!(!kept("there/lf") && kept("there/ld"));
    place.ok(&["-H", "ld", &place.far("there/h")]);
    assert!(!kept("there/h") && kept("there/h/l"));
    let (_, err, code) = place.told(&["-L", "d", &place.far("there/all")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("loop") && err.contains("leads back"), "{err}");
    assert!(!kept("there/all/l") && place.home.has("there/all/f"));
}

#[test]
fn a_copy_can_be_taken_back_where_it_was_made() {
    let place = Place::new();
    place.home.make(&["src/a", "src/b/c", "here/"]);
    place.ok(&[&place.far("src"), "here"]);
    assert_eq!(names(place.at("here")), ["src"]);
    place.home.told("fcp", &["--undo"]).ends(0);
    assert!(names(place.at("here")).is_empty());
    assert_eq!(place.home.trash_list().len(), 1, "{:?}", place.home.trash_list());
}

#[test]
fn the_record_of_a_pull_names_the_other_machine() {
    let place = Place::new();
    place.home.make(&["src/a", "here/"]);
    place.ok(&[&place.far("src"), "here"]);
    let shown = place.home.run("fcp", &["--undo-list"]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    let expected = format!("  {} to {}", place.far("src"), place.at("here").display());
    assert!(shown.contains(&expected), "{shown}");
}

#[test]
fn a_program_can_follow_and_a_dry_run_changes_nothing() {
    let place = Place::new();
    place.home.make(&["src/a", "src/b", "there/src/a"]);
    let (out, err, code) = place.told(&["--dry-run", "src", &place.far("there")]);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    assert!(out.contains("2 files in 1 folder") && out.contains("1 file exists"), "{out}");
    assert_eq!(names(place.at("there/src")), ["a"]);
    let (out, err, code) = place.told(&["-v", "src", &place.far("there")]);
    assert!(err.is_empty() && code == 0 && out.contains("src/b' -> 'far:"), "{out}{err}");
    fs::remove_dir_all(place.at("there/src")).unwrap();
    let args = ["--json", "--events=all", "src", &place.far("there")];
    let (out, err, code) = place.told(&args);
    assert_eq!((err.as_str(), code), ("", 0), "{out}");
    let events: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |name: &str| events.iter().filter(|event| event["type"] == name).count();
    assert_eq!(
        (count("job.queued"), count("job.started"), count("job.summary")),
        (1, 1, 1),
        "{out}"
    );
    assert_eq!(count("item.done"), 3, "{out}");
    let seq: Vec<u64> = events.iter().filter_map(|event| event["seq"].as_u64()).collect();
    assert!(seq.iter().copied().eq(0..seq.len() as u64), "{out}");
}

#[test]
fn what_is_left_alone_is_named_where_it_is() {
    let place = Place::new();
    place.home.make(&["src/d/a", "old/"]);
    let (here, far) = (place.at("old").display().to_string(), place.far("old"));
    for (source, to, skipped) in [
        ("src", &far, format!("{far}/src/d/a")),
        ("src/d/a", &place.far("new"), place.far("new")),
        (&place.far("src/."), &here, format!("{here}/d/a")),
        (
            &place.far("src/d/a"),
            &place.at("name").display().to_string(),
            place.at("name").display().to_string(),
        ),
    ] {
        place.ok(&["-a", source, to]);
        place.told(&["-a", "-v", source, to]).says(0, &format!("skipped '{skipped}': identical"));
    }
}

#[test]
fn files_that_are_no_files_are_read_where_cp_reads_them() {
    let place = Place::new();
    let mut command = place.fcp_by("rsh", &["/dev/stdin", &place.far("out")]);
    output::told(&run(command.stdin(bin::input("from a pipe")))).succeeds();
    assert_eq!(place.home.read("out"), "from a pipe");
    // Their size says nothing of what they hold.
    place.ok(&["/proc/version", &place.far("there")]);
    place.ok(&["far:/proc/version", "back"]);
    let version = fs::read_to_string("/proc/version").unwrap();
    assert_eq!((place.home.read("there"), place.home.read("back")), (version.clone(), version));
}

#[test]
fn modes_and_times_arrive_without_flags() {
    let place = Place::new();
    place.home.make(&["d/f"]);
    fs::set_permissions(place.at("d/f"), fs::Permissions::from_mode(0o640)).unwrap();
    place.ok(&["d", &place.far("new")]);
    let (from, to) =
        (fs::metadata(place.at("d/f")).unwrap(), fs::metadata(place.at("new/f")).unwrap());
    assert_eq!(from.mode(), to.mode());
    assert_eq!((from.mtime(), from.mtime_nsec()), (to.mtime(), to.mtime_nsec()));
}

#[test]
fn files_inherit_what_the_folder_hands_down() {
    if !is_root() {
        return fcp_test_support::skip::skip("a folder of another group, which needs root");
    }
    let place = Place::new();
    place.home.make(&["src/f", "there/src/"]);
    std::os::unix::fs::chown(place.at("there/src"), None, Some(1234)).unwrap();
    fs::set_permissions(place.at("there/src"), fs::Permissions::from_mode(0o2775)).unwrap();
    place.ok(&["src", &place.far("there")]);
    assert_eq!(fs::metadata(place.at("there/src/f")).unwrap().gid(), 1234);
    assert_eq!(names(place.at("there")), ["src"]);
}

#[test]
fn a_copy_into_its_own_source_does_not_copy_itself() {
    let place = Place::new();
    place.home.make(&["a/x", "a/in/"]);
    place.ok(&["a", &place.far("a/in")]);
    assert_eq!(names(place.at("a/in")), ["a"]);
    assert_eq!(names(place.at("a/in/a/in")), Vec::<String>::new());
}

/// The capability to open low ports, as setcap(8) writes it (capabilities(7), `VFS_CAP_REVISION_2`).
const LOW_PORTS: [u8; 20] = [1, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

fn capability(path: &Path) -> Option<Vec<u8>> {
    let mut value = [0_u8; 64];
    let len = rustix::fs::getxattr(path, "security.capability", &mut value).ok()?;
    Some(value[..len].to_vec())
}

#[test]
fn capabilities_arrive_with_the_owner_and_only_if_they_are_asked_for() {
    if !is_root() {
        return fcp_test_support::skip::skip("capabilities, which only root may give");
    }
    let place = Place::new();
    place.home.make(&["f", "there/"]);
    std::os::unix::fs::chown(place.at("f"), Some(1000), Some(1000)).unwrap();
    let none = rustix::fs::XattrFlags::empty();
    rustix::fs::setxattr(place.at("f"), "security.capability", &LOW_PORTS, none).unwrap();
    place.ok(&["-a", "f", &place.far("there/all")]);
    assert_eq!(capability(&place.at("there/all")).as_deref(), Some(LOW_PORTS.as_slice()));
    place.ok(&["f", &place.far("there/plain")]);
    assert_eq!(capability(&place.at("there/plain")), None);
}

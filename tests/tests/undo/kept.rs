//! Tests of what an undo keeps: files that the job did not create, and the last copy of a file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, symlink};
use std::process::Stdio;

use fcp_test_support::home::Home;

use super::{refuse, undo_in_part};

/// Writes a file, and makes the directories above it.
fn put(home: &Home, name: &str, text: &str) {
    fs::create_dir_all(home.at(name).parent().unwrap()).unwrap();
    home.write(name, text);
}

/// Runs a copy with its events, and `then` as soon as the last of these copies has its name.
fn while_it_runs(home: &Home, args: &[&str], copies: &[&str], then: impl FnOnce()) {
    let mut copy = home.command("fcp", &[&["--json", "--events=all"], args].concat());
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

/// Makes everything written so far old, as the filesystem's clock has it.
fn age(home: &Home) {
    let probe = || {
        fs::write(home.at(".probe"), "").unwrap();
        let meta = fs::metadata(home.at(".probe")).unwrap();
        fs::remove_file(home.at(".probe")).unwrap();
        meta.ctime() * 1000 + meta.ctime_nsec() / 1_000_000
    };
    let began = probe();
    while probe() < began + 100 {}
}

#[test]
fn an_old_directory_moved_into_a_copy_stays() {
    let home = Home::temporary();
    put(&home, "src/f", "f");
    put(&home, "old/deep/precious", "precious");
    age(&home);
    home.ok("fcp", &["src", "dst"]);
    // Its files look as old as ever; only its own ctime is new, and so is that of `dst`.
    fs::rename(home.at("old"), home.at("dst/old")).unwrap();
    refuse(&home, "dst/old': it has changed since");
    assert_eq!(home.read("dst/old/deep/precious"), "precious");
    assert!(!home.has("dst/f"));
}

#[test]
fn an_old_directory_in_the_place_of_a_copy_stays() {
    let home = Home::temporary();
    put(&home, "src/f", "f");
    put(&home, "old/precious", "precious");
    age(&home);
    home.ok("fcp", &["src", "dst"]);
    fs::remove_dir_all(home.at("dst")).unwrap();
    fs::rename(home.at("old"), home.at("dst")).unwrap();
    refuse(&home, "dst': it has changed since");
    assert_eq!(home.read("dst/precious"), "precious");
}

#[test]
fn an_old_file_where_a_link_leads_now_stays() {
    let home = Home::temporary();
    put(&home, "old/f", "precious");
    put(&home, "dir/g", "g");
    age(&home);
    put(&home, "f", "new");
    home.ok("fcp", &["f", "dir/f"]);
    fs::rename(home.at("dir"), home.at("elsewhere")).unwrap();
    symlink("old", home.at("dir")).unwrap();
    refuse(&home, "dir/f': it has changed since");
    assert_eq!(home.read("old/f"), "precious");
}

#[test]
fn a_copy_whose_original_is_gone_stays() {
    let home = Home::temporary();
    put(&home, "a", "only");
    home.ok("fcp", &["a", "b"]);
    home.ok("frm", &["a"]);
    // The user may mean the delete, but `fcp --undo` applies to the copy, which is the last one.
    refuse(&home, "b': its original was not found");
    assert_eq!(home.read("b"), "only");

    put(&home, "src/one", "one");
    put(&home, "src/sub/two", "two");
    home.ok("fcp", &["src", "dst"]);
    home.ok("frm", &["src/sub/two"]);
    refuse(&home, "dst/sub/two': its original was not found");
    assert_eq!(home.read("dst/sub/two"), "two");
    assert!(!home.has("dst/one"));
}

#[test]
fn a_backup_does_not_replace_the_last_copy() {
    let home = Home::temporary();
    put(&home, "src", "new");
    put(&home, "dst", "old");
    home.ok("fcp", &["-b", "src", "dst"]);
    home.ok("frm", &["src"]);
    refuse(&home, "dst': its original was not found");
    assert_eq!((home.read("dst"), home.read("dst~")), ("new".into(), "old".into()));
}

#[test]
fn a_backup_does_not_replace_what_could_not_go_back() {
    let home = Home::temporary();
    put(&home, "a", "a");
    put(&home, "b", "b");
    home.ok("fmv", &["-b", "a", "b"]);
    put(&home, "a", "another");
    refuse(&home, "b': the destination exists");
    let now = ["a", "b", "b~"].map(|name| home.read(name));
    assert_eq!(now, ["another", "a", "b"]);
}

#[test]
fn names_that_lead_elsewhere_now_do_not_change_places_again() {
    let home = Home::temporary();
    put(&home, "a", "a");
    put(&home, "b", "b");
    home.ok("fmv", &["--exchange", "a", "b"]);
    put(&home, "new", "another");
    fs::rename(home.at("new"), home.at("a")).unwrap();
    refuse(&home, "a': it has changed since");
    assert_eq!((home.read("a"), home.read("b")), ("another".into(), "a".into()));
}

#[test]
fn what_was_edited_while_the_job_ran_stays() {
    let home = Home::temporary();
    for name in ["tree/a", "tree/b", "tree/c"] {
        put(&home, name, "notes");
    }
    put(&home, "tree/z", &"z".repeat(12 << 20));
    let slow = ["--limit-rate=4M", "-w", "3", "-b", "-T", "tree", "dst"];
    put(&home, "dst/c", "before");
    while_it_runs(&home, &slow, &["a", "b", "c"], || {
        put(&home, "dst/a", "three hours of work");
        // Of the same size, and with the time it had.
        let was = fs::metadata(home.at("dst/b")).unwrap().modified().unwrap();
        put(&home, "dst/b", "other");
        fs::File::options()
            .append(true)
            .open(home.at("dst/b"))
            .and_then(|file| file.set_modified(was))
            .unwrap();
        put(&home, "dst/c", "edits");
        put(&home, "dst/mine", "mine");
    });
    let told = undo_in_part(&home);
    let now = ["dst/a", "dst/b", "dst/c", "dst/c~"].map(|name| home.read(name));
    assert_eq!(now, ["three hours of work", "other", "edits", "before"]);
    assert_eq!(home.read("dst/mine"), "mine");
    assert!(!home.has("dst/z"), "{told}");
}

#[test]
fn what_was_edited_as_soon_as_the_job_ended_stays() {
    let home = Home::temporary();
    put(&home, "x", "original");
    for round in 0..10 {
        let copy = format!("copy{round}");
        home.ok("fcp", &["x", &copy]);
        put(&home, &copy, if round % 2 == 0 { "original, edited" } else { "ORIGINAL" });
        let told = undo_in_part(&home);
        assert!(home.has(&copy), "{round}: {told}");
    }
    symlink("x", home.at("link")).unwrap();
    home.ok("fcp", &["-P", "link", "link2"]);
    fs::remove_file(home.at("link2")).unwrap();
    symlink("elsewhere", home.at("link2")).unwrap();
    undo_in_part(&home);
    assert!(home.has("link2"));
}

#[test]
fn a_copy_whose_original_lost_its_content_stays() {
    let home = Home::temporary();
    put(&home, "a", "the only good one");
    home.ok("fcp", &["a", "b"]);
    put(&home, "a", "");
    refuse(&home, "b': it differs from its original");
    assert_eq!(home.read("b"), "the only good one");
}

#[test]
fn a_copy_whose_original_cannot_be_read_stays() {
    let home = Home::temporary();
    put(&home, "src/sub/f", "f");
    put(&home, "one/g", "g");
    home.ok("fcp", &["one/g", "g"]);
    fs::rename(home.at("one"), home.at("moved")).unwrap();
    // Every path below it is an error now (ELOOP), as it is on a dead or failing disk.
    symlink("one", home.at("one")).unwrap();
    refuse(&home, "g': its original cannot be read");
    assert_eq!(home.read("g"), "g");

    home.ok("fcp", &["src", "dst"]);
    fs::rename(home.at("src/sub"), home.at("moved/sub")).unwrap();
    symlink("sub", home.at("src/sub")).unwrap();
    refuse(&home, "dst/sub/f': its original cannot be read");
    assert_eq!(home.read("dst/sub/f"), "f");
}

#[test]
fn a_copy_that_its_original_became_a_link_to_stays() {
    let home = Home::temporary();
    put(&home, "a", "a");
    home.ok("fcp", &["a", "b"]);
    fs::remove_file(home.at("a")).unwrap();
    symlink("b", home.at("a")).unwrap();
    refuse(&home, "b': its original was not found");
    assert_eq!(home.read("b"), "a");

    put(&home, "src/f", "f");
    home.ok("fcp", &["src", "dst"]);
    fs::remove_dir_all(home.at("src")).unwrap();
    symlink("dst", home.at("src")).unwrap();
    refuse(&home, "dst': its original was not found");
    assert_eq!(home.read("dst/f"), "f");
}

#[test]
fn an_undo_does_not_stop_at_what_it_did_itself() {
    let home = Home::temporary();
    put(&home, "s/m", "new");
    fs::hard_link(home.at("s/m"), home.at("s/m2")).unwrap();
    put(&home, "d/m", "old");
    home.ok("fcp", &["-a", "-b", "-T", "s", "d"]);
    // Removing one name of an inode changes the ctime that the other one shows.
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("d/m"), "old");
    assert!(!home.has("d/m2") && !home.has("d/m~"));
}

#[test]
fn links_to_originals_and_other_things_without_data_can_be_undone() {
    let home = Home::temporary();
    put(&home, "s/f", "f");
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

#[test]
fn root_brings_nothing_back_through_a_symlink_that_another_user_has_put_in_the_place_of_a_folder() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let home = Home::temporary();
    let swap = |owner| {
        fs::rename(home.at("theirs/dir"), home.at("theirs/aside")).unwrap();
        symlink("../outside", home.at("theirs/dir")).unwrap();
        std::os::unix::fs::lchown(home.at("theirs/dir"), Some(owner), Some(owner)).unwrap();
    };
    let swap_back = || {
        fs::remove_file(home.at("theirs/dir")).unwrap();
        fs::rename(home.at("theirs/aside"), home.at("theirs/dir")).unwrap();
    };
    let is_empty = || fs::read_dir(home.at("outside")).unwrap().next().is_none();
    for dir in ["theirs/dir", "outside", "other"] {
        fs::create_dir_all(home.at(dir)).unwrap();
    }
    for name in ["theirs/dir/replaced", "theirs/dir/moved"] {
        home.write(name, "old");
    }
    home.write("new", "new");
    let refused = "its name leads out of the folder, or through a link";
    // A move.
    home.ok("fmv", &["theirs/dir/moved", "other"]);
    swap(1234);
    assert!(undo_in_part(&home).contains(refused) && is_empty());
    swap_back();
    home.ok("fcp", &["--undo=1"]);
    assert_eq!(home.read("theirs/dir/moved"), "old");
    // What is in the trash.
    home.ok("fcp", &["--keep-replaced", "new", "theirs/dir/replaced"]);
    swap(1234);
    assert!(undo_in_part(&home).contains(refused) && is_empty());
    let restored = home.at("theirs/aside/replaced").to_str().unwrap().replace("aside", "dir");
    let (told, code) = home.told("frm", &["--trash-restore", &restored]);
    assert!(code == 1 && told.contains(refused) && is_empty(), "{code}: {told}");
    // A link of root's own leads where root wants.
    swap_back();
    swap(0);
    home.ok("frm", &["--trash-restore", &restored]);
    assert_eq!(home.read("outside/replaced"), "old");
}

//! Tests of archives whose extraction or packing is undone.

use super::*;

/// A home with the archive `p.tar` of the folder `s`.
fn packed(scratch: &Scratch) -> Home {
    let home = Home::new(scratch.path());
    home.make(&["s/x", "s/sub/y"]);
    home.ok("fcp", &["pack", "p.tar", "s"]);
    home
}

/// Waits until the clock of the filesystem is later than the end of the last job.
pub(super) fn wait_for_the_clock(home: &Home) {
    let began = std::time::SystemTime::now();
    loop {
        home.write("clock", "");
        if fs::metadata(home.at("clock")).unwrap().modified().unwrap() > began {
            return fs::remove_file(home.at("clock")).unwrap();
        }
        thread::yield_now();
    }
}

#[test]
fn an_extraction_is_undone_as_long_as_nothing_in_it_has_changed() {
    let scratch = Scratch::new();
    let home = packed(&scratch);
    home.make(&["out/"]);
    home.ok("fcp", &["extract", "p.tar", "out"]);
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("out/s"));
    let changes: [(&str, &dyn Fn()); 4] = [
        ("edited", &|| home.write("out/s/x", "my work")),
        ("added", &|| home.write("out/s/sub/own", "mine")),
        ("moved there", &|| fs::rename(home.at("work"), home.at("out/s/work")).unwrap()),
        ("another one", &|| {
            fs::remove_dir_all(home.at("out/s")).unwrap();
            home.make(&["out/s/z"]);
        }),
    ];
    home.make(&["work/old"]);
    for (what, change) in changes {
        wait_for_the_clock(&home);
        home.ok("fcp", &["extract", "p.tar", "out"]);
        wait_for_the_clock(&home);
        change();
        let told = undo_in_part(&home);
        assert!(told.contains("out/s'") && told.contains("it has changed since"), "{what}: {told}");
        assert!(home.has("out/s"), "{what}");
        fs::remove_dir_all(home.at("out/s")).unwrap();
    }
    // What the user has removed from it is no reason to keep the others.
    home.ok("fcp", &["extract", "p.tar", "out"]);
    wait_for_the_clock(&home);
    fs::remove_file(home.at("out/s/x")).unwrap();
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("out/s"));
}

#[test]
fn an_archive_to_which_something_was_added_is_kept() {
    let scratch = Scratch::new();
    let home = packed(&scratch);
    wait_for_the_clock(&home);
    let mut archive = fs::OpenOptions::new().append(true).open(home.at("p.tar")).unwrap();
    std::io::Write::write_all(&mut archive, b"more").unwrap();
    drop(archive);
    let told = undo_in_part(&home);
    assert!(told.contains("p.tar'") && told.contains("it has changed since"), "{told}");
    assert!(home.has("p.tar"));
}

#[test]
fn archives_with_one_name_go_with_their_numbered_backups() {
    let home = Home::temporary();
    home.make(&["p/f", "q/f", "d/f"]);
    home.ok("fcp", &["pack", "a.tar", "p/f"]);
    home.ok("fcp", &["pack", "b.tar", "q/f"]);
    home.ok("fcp", &["extract", "--backup=numbered", "a.tar", "b.tar", "d"]);
    assert_eq!(home.read("d/f.~2~"), "p/f");
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert_eq!(
            (home.read("d/f"), fs::read_dir(home.at("d")).unwrap().count()),
            ("d/f".into(), 1)
        );
        home.ok("fcp", &["--redo"]);
        assert_eq!((home.read("d/f"), home.read("d/f.~1~")), ("q/f".into(), "d/f".into()));
        assert_eq!(home.read("d/f.~2~"), "p/f");
    }
    home.write("d/f.~2~", "edited");
    let told = undo_in_part(&home);
    assert!(told.contains("f.~2~'") && told.lines().count() == 1, "{told}");
    assert_eq!((home.read("d/f"), home.read("d/f.~2~")), ("d/f".into(), "edited".into()));
}

#[test]
fn archives_with_one_folder_go_with_the_backups_in_it() {
    let home = Home::temporary();
    home.make(&["p/d/x", "q/d/x", "r/d/x", "to/"]);
    for name in ["p", "q", "r"] {
        home.ok("fcp", &["pack", &format!("{name}.tar"), &format!("{name}/d")]);
    }
    home.ok("fcp", &["extract", "--backup=numbered", "p.tar", "q.tar", "r.tar", "to"]);
    for _ in 0..3 {
        let names = ["to/d/x.~1~", "to/d/x.~2~", "to/d/x"].map(|name| home.read(name));
        assert_eq!(names, ["p/d/x", "q/d/x", "r/d/x"]);
        home.ok("fcp", &["--undo"]);
        assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
        home.ok("fcp", &["--redo"]);
    }
}

#[test]
fn an_edited_file_of_an_archive_is_named_once_and_the_old_one_stays_a_backup() {
    let home = Home::temporary();
    home.make(&["p/d/x", "to/d/x"]);
    home.ok("fcp", &["pack", "a.tar", "p/d"]);
    home.ok("fcp", &["extract", "-b", "a.tar", "to"]);
    // What is edited within the tick of a clock has the times of the job.
    for _ in 0..100 {
        home.write("to/d/x", "edited");
        if home.run("fcp", &["--undo", "--dry-run"]).status.code() == Some(1) {
            break;
        }
    }
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    assert!(out(&foreseen).contains("1 item:"), "{}", out(&foreseen));
    let told = undo_in_part(&home);
    assert!(told.contains("to/d/x'") && told.lines().count() == 1, "{told}");
    assert_eq!((home.read("to/d/x"), home.read("to/d/x~")), ("edited".into(), "to/d/x".into()));
}

//! Tests of copies that are undone.

use fcp_test_support::output::names;
use fcp_test_support::while_nobody;

use super::archives::wait_for_the_clock;
use super::*;

#[test]
fn a_copied_tree_goes_again() {
    let home = Home::temporary();
    Tree::user(5).build(&home.at("src")).unwrap();
    Tree::user(5).build(&home.at("twin")).unwrap();
    home.ok("fcp", &["-a", "src", "dst"]);
    assert_eq!(home.records(), 1);
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("dst"));
    assert_same(&home.at("src"), &home.at("twin"), &What::contents());
    let nothing = home.run("fcp", &["--undo"]);
    assert_eq!(
        (nothing.status.code(), err(&nothing)),
        (Some(3), "fcp: there is nothing to undo\n".into())
    );
}

#[test]
fn what_was_there_before_a_merge_stays() {
    let home = Home::temporary();
    home.mkdir("src/new");
    home.mkdir("dst/src/old");
    home.write("src/new/f", "f");
    home.write("src/g", "g");
    home.write("dst/src/old/h", "h");
    home.ok("fcp", &["src", "dst"]);
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("dst/src/new") && !home.has("dst/src/g"));
    assert_eq!(home.read("dst/src/old/h"), "h");
}

#[test]
fn directories_made_for_a_copy_go_with_it() {
    let home = Home::temporary();
    home.mkdir("a/b/c");
    home.write("a/b/c/f", "f");
    home.write("a/b/g", "g");
    home.mkdir("to");
    home.ok("fcp", &["--parents", "a/b/c/f", "a/b/g", "to"]);
    // The user has already removed one of the copies.
    fs::remove_file(home.at("to/a/b/g")).unwrap();
    home.ok("fcp", &["--undo"]);
    assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
}

#[test]
fn a_copy_that_was_changed_stays_and_is_named() {
    let home = Home::temporary();
    home.mkdir("src/d");
    for name in ["src/a", "src/b", "src/d/c"] {
        home.write(name, name);
    }
    home.ok("fcp", &["src", "dst"]);
    home.write("dst/b", "edited");
    home.write("dst/added", "mine");
    let told = undo_in_part(&home);
    assert!(told.contains("dst/b'") && tells_of_an_edit(&told), "{told}");
    assert!(told.contains("dst/added'"), "{told}");
    assert_eq!(home.read("dst/b"), "edited");
    assert_eq!(home.read("dst/added"), "mine");
    assert!(!home.has("dst/a") && !home.has("dst/d"));
    // What is left can be undone later, or not at all; the record stays, and the undo has one, too.
    assert_eq!(home.records(), 2);
}

#[test]
fn a_replaced_file_comes_back_from_its_backup_or_is_named() {
    let home = Home::temporary();
    home.write("src", "new");
    home.write("kept", "old");
    home.write("lost", "old");
    home.ok("fcp", &["-b", "src", "kept"]);
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("kept"), "old");
    assert!(!home.has("kept~"));

    home.ok("fcp", &["src", "lost"]);
    let told = undo_in_part(&home);
    assert!(told.contains("lost'") && told.contains("what was there was not kept"), "{told}");
    assert_eq!(home.read("lost"), "new");
}

#[test]
fn a_backup_does_not_replace_what_was_edited() {
    let home = Home::temporary();
    home.write("src", "new");
    home.write("dst", "old");
    home.ok("fcp", &["-b", "src", "dst"]);
    home.write("dst", "edited");
    let told = undo_in_part(&home);
    assert!(tells_of_an_edit(&told), "{told}");
    assert_eq!((home.read("dst"), home.read("dst~")), ("edited".into(), "old".into()));
}

#[test]
fn what_is_left_of_an_edited_tree_goes_to_the_trash_one_by_one() {
    let home = Home::temporary();
    for name in ["src/a", "src/b", "src/sub/c", "src/sub/deep/d", "src/other/e"] {
        home.mkdir(Path::new(name).parent().unwrap().to_str().unwrap());
        home.write(name, name);
    }
    home.ok("fcp", &["src", "dst"]);
    home.write("dst/sub/c", "edited");
    let told = undo_in_part(&home);
    assert!(told.contains("dst/sub/c'") && told.lines().count() == 1, "{told}");
    assert_eq!(trash(&home), ["a", "b", "deep", "other"]);
    assert_eq!(home.read("dst/sub/c"), "edited");
    home.ok("fcp", &["--redo"]);
    assert!(trash(&home).is_empty());
    assert_eq!(home.read("dst/sub/deep/d"), "src/sub/deep/d");
    assert_eq!(home.read("dst/sub/c"), "edited");
}

#[test]
fn what_the_user_made_in_a_copy_is_kept_for_a_reason_that_is_true() {
    // Its time may be that of the last tick in which the job still ran.
    for _ in 0..8 {
        let home = Home::temporary();
        home.make(&["src/a"]);
        home.ok("fcp", &["-a", "src", "dst"]);
        home.write("dst/own", "own");
        let (told, code) = home.told("fcp", &["--undo"]);
        let [changed, not_made] = ["it has changed since\n", ", or the job did not make it\n"];
        assert!(told.ends_with(changed) || told.ends_with(not_made), "{told}");
        assert!(code == 1 && home.read("dst/own") == "own" && !home.has("dst/a"));
    }
}

#[test]
fn without_a_home_it_is_said_what_to_set() {
    let home = Home::temporary();
    for (tool, args) in [
        ("fcp", &["--undo"][..]),
        ("frm", &["--undo", "1"]),
        ("fmv", &["--redo"]),
        ("frm", &["--undo-list"]),
    ] {
        let done = run(home.command(tool, args).env_remove("HOME"));
        assert_eq!(done.status.code(), Some(3), "{tool} {args:?}");
        assert!(
            err(&done).contains("set HOME, or XDG_DATA_HOME and XDG_STATE_HOME"),
            "{}",
            err(&done)
        );
    }
}

#[test]
fn what_its_original_leads_to_now_is_kept_whatever_it_is() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["photos/empty/", "photos/sub/", "disk/"]);
    std::os::unix::fs::symlink("/nowhere", home.at("photos/link")).unwrap();
    std::os::unix::fs::symlink("../link", home.at("photos/sub/link")).unwrap();
    run_ok(std::process::Command::new("mkfifo").arg(home.at("photos/fifo")));
    home.ok("fcp", &["-a", "photos", "disk"]);
    home.ok("fcp", &["-a", "photos/link", "photos/fifo", "disk"]);
    fs::remove_dir_all(home.at("photos")).unwrap();
    std::os::unix::fs::symlink("disk/photos", home.at("photos")).unwrap();
    // The last job first: its originals are others, which were moved elsewhere.
    home.ok("fcp", &["--undo"]);
    let told = undo_in_part(&home);
    assert!(told.contains("disk/photos'") && told.contains("its original was not found"), "{told}");
    for name in ["link", "fifo", "empty", "sub/link"] {
        assert!(home.has(&format!("disk/photos/{name}")), "{name}: {told}");
    }
    // The items alone, in a folder that was there before.
    let home = Home::new(&scratch.path().join("alone"));
    home.make(&["photos/", "disk/photos/"]);
    std::os::unix::fs::symlink("/nowhere", home.at("photos/link")).unwrap();
    run_ok(std::process::Command::new("mkfifo").arg(home.at("photos/fifo")));
    home.ok("fcp", &["-a", "photos/link", "photos/fifo", "disk/photos"]);
    fs::remove_dir_all(home.at("photos")).unwrap();
    std::os::unix::fs::symlink("disk/photos", home.at("photos")).unwrap();
    let told = undo_in_part(&home);
    assert_eq!(told.matches("its original was not found").count(), 2, "{told}");
    assert!(home.has("disk/photos/link") && home.has("disk/photos/fifo"));
}

#[test]
fn what_a_mirror_deleted_permanently_is_named() {
    let home = Home::temporary();
    home.make(&["src/a", "dst/extra", "dst/dir/in", "dst/back"]);
    home.ok("fcp", &["--mirror=delete", "src/.", "dst"]);
    home.write("dst/back", "brought back");
    let told = undo_in_part(&home);
    assert!(told.contains("/extra'") && told.contains("/dir'"), "{told}");
    assert_eq!(told.matches("what was there was not kept").count(), 2, "{told}");
    assert!(!home.has("dst/a"));
    assert_eq!(home.read("dst/back"), "brought back");
}

#[test]
fn an_existing_file_that_was_renamed_gets_its_name_back() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;

    let home = Home::temporary();
    home.make(&["src/a", "src/dir", "dst/dir/in"]);
    home.write("src/a", "new");
    home.write("dst/a", "old");
    let args = ["--json", "--control", "-i", "-T", "src", "dst"];
    let mut command = home.command("fcp", &args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        if line["type"] == "question.asked" {
            let question = &line["question"]["id"];
            let answer = serde_json::json!({
                "id": 1, "cmd": "answer", "question": question,
                "answer": { "rename_existing": "{stem} (old)" },
            });
            writeln!(input.as_ref().unwrap(), "{answer}").unwrap();
        }
        if line["type"] == "job.finished" {
            input = None;
        }
    }
    assert!(child.wait().unwrap().success());
    assert_eq!((home.read("dst/a"), home.read("dst/a (old)")), ("new".into(), "old".into()));
    assert!(home.has("dst/dir (old)/in"));
    home.ok("fcp", &["--undo"]);
    assert_eq!((home.read("dst/a"), home.read("dst/dir/in")), ("old".into(), "dst/dir/in".into()));
    assert!(!home.has("dst/a (old)") && !home.has("dst/dir (old)"));
}

#[test]
fn sources_of_one_name_go_with_their_numbered_backups_and_the_old_file_stays() {
    for merged in [false, true] {
        let home = Home::temporary();
        home.make(&["p/s/f", "q/s/f", "d/s/f", "one/", "d/g"]);
        fs::rename(home.at("d/g"), home.at("one/f")).unwrap();
        let args = if merged { ["p/s", "q/s", "d"] } else { ["p/s/f", "q/s/f", "d/s"] };
        home.ok("fcp", &[&["-r", "--backup=numbered"][..], &args].concat());
        let names = ["d/s/f", "d/s/f.~1~", "d/s/f.~2~"];
        let after = names.map(|name| home.read(name));
        assert_eq!(after, ["q/s/f", "d/s/f", "p/s/f"]);
        for _ in 0..3 {
            let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
            let told = String::from_utf8_lossy(&foreseen.stdout).into_owned();
            assert!(
                told.contains("2 items to the trash, 1 item back to the old place\n"),
                "{told}"
            );
            home.ok("fcp", &["--undo"]);
            assert_eq!(home.read("d/s/f"), "d/s/f");
            assert_eq!(fs::read_dir(home.at("d/s")).unwrap().count(), 1);
            home.ok("fcp", &["--redo"]);
            assert_eq!(names.map(|name| home.read(name)), after);
        }
        // An edit of one of them stays.
        home.write("d/s/f.~2~", "edited, and longer");
        refuse(&home, "f.~2~'");
        assert_eq!((home.read("d/s/f"), home.read("d/s/f.~2~")).0, "d/s/f");
        assert_eq!(home.read("d/s/f.~2~"), "edited, and longer");
    }
}

#[test]
fn a_source_that_came_twice_goes_with_its_numbered_backup() {
    for (operands, old) in [
        (["s/a", "s/."], false),
        (["s/.", "s/a"], false),
        (["s/a", "s/."], true),
        (["s/.", "s/a"], true),
    ] {
        let home = Home::temporary();
        home.make(&["s/a", "s/b", "d/"]);
        if old {
            home.write("d/a", "old");
        }
        home.ok("fcp", &[&["--backup=numbered", "-t", "d"][..], &operands].concat());
        let brought = names(home.at("d"));
        assert_eq!(brought.len(), 3 + usize::from(old));
        for _ in 0..2 {
            home.ok("fcp", &["--undo"]);
            assert_eq!(names(home.at("d")), if old { vec!["a"] } else { vec![] }, "{operands:?}");
            if old {
                assert_eq!(home.read("d/a"), "old");
            }
            home.ok("fcp", &["--redo"]);
            assert_eq!(names(home.at("d")), brought, "{operands:?}");
        }
    }
}

#[test]
fn many_sources_that_came_twice_at_once_go_with_their_numbered_backups() {
    let home = Home::temporary();
    let sources: Vec<String> = (0..200).map(|n| format!("s/{n}")).collect();
    home.make(&sources.iter().map(String::as_str).chain(["d/"]).collect::<Vec<_>>());
    for n in 0..100 {
        home.write(&format!("d/{n}"), "old");
    }
    let old = names(home.at("d"));
    let mut args = vec!["--backup=numbered", "-w8", "-t", "d"];
    // Each one comes about when the folder with it does.
    args.push("s/.");
    args.extend(sources.iter().map(String::as_str));
    home.ok("fcp", &args);
    let brought = names(home.at("d"));
    assert_eq!(brought.len(), 500);
    home.ok("fcp", &["--undo"]);
    assert_eq!(names(home.at("d")), old);
    assert!((0..100).all(|n| home.read(&format!("d/{n}")) == "old"));
    home.ok("fcp", &["--redo"]);
    assert_eq!(names(home.at("d")), brought);
}

#[test]
fn what_two_sources_brought_into_one_new_folder_goes_and_comes_back_in_any_number_of_undos() {
    let home = Home::temporary();
    home.make(&["p/d/x", "q/d/x", "q/d/u", "to/"]);
    home.ok("fcp", &["-r", "--backup=numbered", "p/d", "q/d", "to"]);
    let names = ["to/d/x", "to/d/x.~1~", "to/d/u"];
    let after = names.map(|name| home.read(name));
    assert_eq!(after, ["q/d/x", "p/d/x", "q/d/u"]);
    for _ in 0..3 {
        let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
        assert_eq!(foreseen.status.code(), Some(0), "{}", out(&foreseen));
        home.ok("fcp", &["--undo"]);
        assert!(!home.has("to/d"));
        home.ok("fcp", &["--redo"]);
        assert_eq!(names.map(|name| home.read(name)), after);
    }
    home.write("to/d/x.~1~", "edited, and longer");
    let told = undo_in_part(&home);
    assert!(told.contains("x.~1~'") && told.lines().count() == 1, "{told}");
    assert_eq!(home.read("to/d/x.~1~"), "edited, and longer");
    assert_eq!(fs::read_dir(home.at("to/d")).unwrap().count(), 1);
}

#[test]
fn a_backup_that_gave_way_to_a_source_of_its_name_goes_too() {
    for folder in ["", "d/"] {
        let home = Home::temporary();
        let sources = ["q", "p", "r"].map(|name| format!("{name}/{folder}x"));
        let last = format!("r/{folder}x.~1~");
        home.make(&[&sources[0], &sources[1], &last, "to/"]);
        let operands = match folder {
            "" => ["q/x", "p/x", "r/x.~1~"],
            _ => ["q/d", "p/d", "r/d"],
        };
        home.ok("fcp", &[&["-r", "--backup=numbered"][..], &operands, &["to"]].concat());
        let names = ["x", "x.~1~", "x.~1~.~1~"].map(|name| format!("to/{folder}{name}"));
        for _ in 0..2 {
            let brought = names.each_ref().map(|name| home.read(name));
            assert_eq!(brought, [sources[1].clone(), last.clone(), sources[0].clone()]);
            home.ok("fcp", &["--undo"]);
            assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0);
            home.ok("fcp", &["--redo"]);
        }
    }
}

#[test]
fn an_older_backup_that_gave_way_is_named_in_the_undo() {
    let home = Home::temporary();
    for program in ["fcp", "fmv"] {
        home.make(&["new", "old", "older", "g"]);
        fs::rename(home.at("old"), home.at("a")).unwrap();
        fs::rename(home.at("older"), home.at("a~")).unwrap();
        home.ok(program, &["-b", "new", "a"]);
        assert_eq!((home.read("a"), home.read("a~")), ("new".into(), "old".into()));
        let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
        assert_eq!(foreseen.status.code(), Some(1), "{}", err(&foreseen));
        refuse(&home, "/a~': what was there was not kept");
        assert_eq!(
            (home.read("a"), home.read("new"), home.has("a~")),
            ("old".into(), "new".into(), false)
        );
        fs::remove_file(home.at("new")).unwrap();
        fs::remove_file(home.at("a")).unwrap();
        fs::remove_file(home.at("g")).unwrap();
    }
}

#[test]
fn what_an_empty_device_has_replaced_comes_back_and_data_of_a_pipe_stays() {
    let home = Home::temporary();
    home.write("log", "important");
    home.ok("fcp", &["--keep-replaced", "/dev/null", "log"]);
    assert_eq!(home.read("log"), "");
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("log"), "important");
    let mut piped = home.command("fcp", &["--keep-replaced", "/dev/stdin", "log"]);
    let done = run(piped.stdin(bin::input("from a pipe")));
    assert!(done.status.success(), "{}", err(&done));
    refuse(&home, "its original cannot be read");
    assert_eq!(home.read("log"), "from a pipe");
}

#[test]
fn the_list_of_checksums_goes_and_comes_back_with_its_copies() {
    let home = Home::temporary();
    home.mkdir("src/in");
    home.write("src/in/f", "f");
    for list in ["SUMS", "dst/SUMS", "dst/in/SUMS"] {
        let listed = format!("--manifest={list}");
        home.ok("fcp", &["-a", "--verify=sha256", &listed, "-T", "src", "dst"]);
        let text = home.read(list);
        home.ok("fcp", &["--undo"]);
        assert!(!home.has("dst") && !home.has(list), "{list}");
        home.ok("fcp", &["--redo"]);
        assert_eq!((home.read(list), home.read("dst/in/f").as_str()), (text, "f"), "{list}");
        // A list that the user has added to stays.
        wait_for_the_clock(&home);
        home.write(list, "more");
        assert_eq!(home.run("fcp", &["--undo"]).status.code(), Some(1));
        assert_eq!(home.read(list), "more");
        fs::remove_file(home.at(list)).unwrap();
        home.ok("fcp", &["--undo=1"]);
        assert!(!home.has("dst"), "{list}");
    }
}

#[test]
fn a_snapshot_that_a_later_one_shares_can_be_undone() {
    let home = Home::temporary();
    home.mkdir("src/in");
    home.write("src/in/f", "f");
    home.write("src/g", "g");
    home.ok("fcp", &["-a", "-T", "src", "monday"]);
    home.ok("fcp", &["-a", "--link-dest=monday", "-T", "src", "tuesday"]);
    home.ok("fcp", &["--undo=2"]);
    assert!(!home.has("monday"));
    assert_same(&home.at("src"), &home.at("tuesday"), &What::contents());
    // What was edited is not what the job has made, however many names it has.
    home.ok("fcp", &["-a", "-T", "src", "wednesday"]);
    home.ok("fcp", &["-a", "--link-dest=wednesday", "-T", "src", "thursday"]);
    wait_for_the_clock(&home);
    home.write("wednesday/g", "edited");
    assert_eq!(home.run("fcp", &["--undo=2"]).status.code(), Some(1));
    assert_eq!(home.read("wednesday/g"), "edited");
    assert!(!home.has("wednesday/in"));
}

#[test]
fn an_edited_copy_of_a_file_with_two_names_stays() {
    let home = Home::temporary();
    home.make(&["s/f"]);
    fs::hard_link(home.at("s/f"), home.at("s/g")).unwrap();
    home.ok("fcp", &["-a", "s", "d"]);
    wait_for_the_clock(&home);
    fs::set_permissions(home.at("d/f"), fs::Permissions::from_mode(0o600)).unwrap();
    refuse(&home, "it has changed since");
    assert!(home.has("d/f") && home.has("d/g"));
}

#[test]
fn items_of_two_operands_that_have_one_place_are_copied_once_and_undone() {
    for kept in [&[][..], &["--keep-replaced"], &["-a"]] {
        for args in [
            &["--parents", "s/c/f", "s/c", "to"][..],
            &["s/.", "s/c", "to"],
            &["s/c", "s/.", "to"],
            &["--parents", "s/c/f", "s", "to"],
        ] {
            let home = Home::temporary();
            home.mkdir("s/c");
            home.write("s/c/f", "new");
            std::os::unix::fs::symlink("f", home.at("s/c/l")).unwrap();
            home.mkdir("to");
            home.ok("fcp", &[&["-r"], kept, args].concat());
            home.ok("fcp", &["--undo"]);
            assert_eq!(fs::read_dir(home.at("to")).unwrap().count(), 0, "{kept:?} {args:?}");
        }
    }
    for _ in 0..8 {
        let home = Home::temporary();
        home.mkdir("s");
        home.mkdir("to");
        home.write("s/f", "new");
        home.write("to/f", "old");
        home.ok("fcp", &["--keep-replaced", "s/.", "s/f", "to"]);
        assert_eq!(home.read("to/f"), "new");
        home.ok("fcp", &["--undo"]);
        assert_eq!(home.read("to/f"), "old");
    }
}

#[test]
fn a_folder_that_its_user_may_not_write_to_is_undone_and_redone() {
    let scratch = Scratch::new().open_to_all();
    while_nobody(|| {
        let home = Home::new(scratch.path());
        home.make(&["s/f", "s/in/g"]);
        for name in ["s/in", "s"] {
            fs::set_permissions(home.at(name), fs::Permissions::from_mode(0o555)).unwrap();
        }
        let mode = |name: &str| fs::metadata(home.at(name)).unwrap().mode() & 0o777;
        home.ok("fcp", &["s", "new"]);
        for _ in 0..2 {
            home.ok("fcp", &["--undo"]);
            assert!(!home.has("new"));
            home.ok("fcp", &["--redo"]);
            assert_eq!(
                (mode("new"), mode("new/in"), home.read("new/in/g")),
                (0o555, 0o555, "s/in/g".into())
            );
        }
    });
}

#[test]
fn a_folder_that_its_user_may_not_write_to_is_undone_where_there_is_no_trash() {
    let scratch = Scratch::new().open_to_all();
    while_nobody(|| {
        let home = Home::new(scratch.path());
        home.make(&["s/f", "s/in/g"]);
        fs::create_dir_all(home.path().join(".local/share")).unwrap();
        fs::write(home.path().join(".local/share/Trash"), "").unwrap();
        for name in ["s/in", "s"] {
            fs::set_permissions(home.at(name), fs::Permissions::from_mode(0o555)).unwrap();
        }
        home.ok("fcp", &["s", "new"]);
        let (told, code) = home.told("fcp", &["--undo"]);
        assert!(code == 0 && told.lines().count() == 1, "{told}");
        assert!(told.contains("deleted it permanently") && !home.has("new"), "{told}");
        // What stays in one lies in a folder as it was.
        home.ok("fcp", &["s", "new"]);
        home.write("new/in/g", "edited since");
        let told = undo_in_part(&home);
        assert!(tells_of_an_edit(&told), "{told}");
        assert_eq!(names(home.at("new")), ["in"]);
        for name in ["new", "new/in"] {
            assert_eq!(fs::metadata(home.at(name)).unwrap().mode() & 0o777, 0o555, "{name}");
        }
        assert_eq!(home.read("new/in/g"), "edited since");
    });
}

#[test]
fn the_mode_of_a_folder_that_its_user_may_not_enter_comes_back() {
    let scratch = Scratch::new().open_to_all();
    while_nobody(|| {
        let home = Home::new(scratch.path());
        let mode = |name: &str| fs::metadata(home.at(name)).unwrap().mode() & 0o777;
        for (was, now) in [(0o600, 0o640), (0o640, 0o750), (0o755, 0o600)] {
            for (name, mode) in [("s", now), ("d", was)] {
                home.mkdir(name);
                fs::set_permissions(home.at(name), fs::Permissions::from_mode(mode)).unwrap();
            }
            home.ok("fcp", &["-rT", "--preserve=mode", "s", "d"]);
            assert_eq!(mode("d"), now);
            home.ok("fcp", &["--undo"]);
            assert_eq!(mode("d"), was);
        }
    });
}

//! Tests of records and of the list of jobs that can be undone.

use super::*;

#[test]
fn records_are_private_and_few_and_not_made_for_scripts() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    let directory = home.path().join(".local/state/fcp/undo");
    let record = fs::read_dir(&directory).unwrap().next().unwrap().unwrap();
    assert_eq!(record.metadata().unwrap().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(&directory).unwrap().mode() & 0o777, 0o700);
    for n in 0..70 {
        home.ok("fcp", &["a", &format!("c{n}")]);
    }
    assert_eq!(home.records(), 64);
    // The last one is still there.
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("c69") && home.has("c68"));

    let before = home.records();
    let cp = home.path().join("cp");
    std::os::unix::fs::symlink(fcp_test_support::bin::path_of("fcp"), &cp).unwrap();
    let mut cp = fcp_test_support::bin::clean(std::process::Command::new(cp));
    let done = run(cp.env("HOME", home.path()).current_dir(home.at("")).args(["a", "by-cp"]));
    assert!(done.status.success() && home.has("by-cp"));
    assert_eq!(home.records(), before);
}

#[test]
fn a_record_that_others_could_have_written_is_refused() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    let directory = home.path().join(".local/state/fcp/undo");
    let record = fs::read_dir(&directory).unwrap().next().unwrap().unwrap().path();
    fs::set_permissions(&record, fs::Permissions::from_mode(0o666)).unwrap();
    let path = format!("--undo={}", record.display());
    let refused = home.run("fcp", &[&path]);
    assert_ne!(refused.status.code(), Some(0));
    assert!(err(&refused).contains("not permitted"), "{}", err(&refused));
    assert!(home.has("b"));
}

#[test]
fn a_home_that_is_not_there_is_not_made() {
    let scratch = Scratch::new();
    let home = scratch.path().join("nobody");
    fs::write(scratch.path().join("a"), "a").unwrap();
    let done = run(program("fcp").env("HOME", &home).current_dir(scratch.path()).args(["a", "b"]));
    assert_eq!((done.status.code(), err(&done)), (Some(0), String::new()));
    assert!(!home.exists());
}

#[test]
fn undo_takes_one_number_and_nothing_else() {
    let home = Home::temporary();
    for n in ["1", "2", "3", "4"] {
        home.write(&format!("u{n}"), n);
        home.ok("fcp", &[&format!("u{n}"), &format!("v{n}")]);
    }
    let left = || ["v1", "v2", "v3", "v4"].map(|name| home.has(name));
    home.ok("fcp", &["--undo", "3"]);
    assert_eq!(left(), [true, false, true, true]);
    let wrong: [&[&str]; 8] = [
        &["--undo", "any", "words"],
        &["--undo=1", "word"],
        &["--undo-list", "x", "y"],
        &["--undo=2", "--undo-list"],
        &["--redo", "1"],
        &["--undo", "--redo"],
        &["--undo=x"],
        &["--undo", "x"],
    ];
    for args in wrong {
        for tool in ["fcp", "fmv", "frm"] {
            let refused = home.run(tool, args);
            let told = err(&refused);
            assert_eq!(refused.status.code(), Some(2), "{tool} {args:?}: {told}");
            let first = told.lines().next().unwrap();
            let names = ["--undo", "--redo", "no number of --undo-list"];
            assert!(names.iter().any(|name| first.contains(name)), "{tool} {args:?}: {told}");
        }
    }
    let refused = home.run("fcp", &["--undo=x"]);
    assert_eq!(err(&refused), "fcp: 'x' is no number of --undo-list\n");
    let refused = home.run("fcp", &["--undo", "99"]);
    let told =
        "fcp: --undo=99: only 3 jobs can be undone; --undo-list shows them (1 is the newest)\n";
    assert_eq!((refused.status.code(), err(&refused).as_str()), (Some(3), told));
    assert_eq!(left(), [true, false, true, true]);
}

#[test]
fn the_list_of_jobs_shows_numbers_and_destinations() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "one"]);
    home.ok("fcp", &["a", "two"]);
    let list = home.run("fcp", &["--undo-list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].starts_with("  1  ") && lines[0].contains("work/a to "), "{list}");
    assert!(lines[0].ends_with("work/two (1 item)"), "{list}");
    assert!(lines[1].starts_with("  2  ") && lines[1].ends_with("work/one (1 item)"), "{list}");
}

#[test]
fn what_cannot_be_undone_does_not_stay_in_the_way() {
    let home = Home::temporary();
    home.write("src", "src");
    home.ok("fcp", &["src", "first"]);
    home.write("a", "a");
    home.write("b", "b");
    // The desktop's own restore leaves no record.
    let restore = |name: &str| {
        let trash = home.path().join(".local/share/Trash");
        fs::rename(trash.join("files").join(name), home.at(name)).unwrap();
        fs::remove_file(trash.join(format!("info/{name}.trashinfo"))).unwrap();
    };
    home.ok("frm", &["--trash", "a", "b"]);
    restore("b");
    // One is back already, which is as well.
    home.ok("frm", &["--undo"]);
    assert_eq!((home.read("a"), home.read("b")), ("a".into(), "b".into()));

    home.ok("frm", &["--trash", "a", "b"]);
    restore("b");
    fs::remove_file(home.at("b")).unwrap();
    refuse(&home, "work/b': it is no longer in the trash");
    assert_eq!(home.read("a"), "a");
    // The next undo is of the job before.
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("first"));
    let nothing = home.run("fcp", &["--undo"]);
    assert_eq!(nothing.status.code(), Some(3));
    assert!(err(&nothing).contains("--undo=N tries one again"), "{}", err(&nothing));
    let list = home.run("fcp", &["--undo-list"]);
    let list = String::from_utf8(list.stdout).unwrap();
    assert!(list.ends_with("(2 items; 1 item could not be undone)\n"), "{list}");
}

#[test]
fn an_undo_that_failed_can_be_tried_again() {
    let home = Home::temporary();
    home.mkdir("to");
    home.write("a", "a");
    home.write("b", "b");
    home.ok("fmv", &["a", "b", "to"]);
    home.write("a", "another");
    refuse(&home, "the destination exists");
    fs::remove_file(home.at("a")).unwrap();
    // What was undone the first time is done.
    home.ok("fcp", &["--undo=1"]);
    assert_eq!((home.read("a"), home.read("b")), ("a".into(), "b".into()));
}

#[test]
fn the_list_does_not_count_operands_that_the_record_does_not_name() {
    let home = Home::temporary();
    home.mkdir("d");
    let names: Vec<String> = (0..20).map(|n| format!("f{n}")).collect();
    for name in &names {
        home.write(name, name);
    }
    let list = |count: usize, shown: &str| {
        let mut args: Vec<&str> = names[..count].iter().map(String::as_str).collect();
        args.push("d");
        home.ok("fcp", &args);
        let told = home.run("fcp", &["--undo-list"]);
        let told = String::from_utf8(told.stdout).unwrap();
        assert!(told.lines().next().unwrap().contains(shown), "{told}");
    };
    list(1, "/f0 to ");
    list(15, "/f0 and 14 more to ");
    list(20, "/f0 and at least 15 more to ");
}

#[test]
fn an_empty_record_is_named_and_says_how_to_go_on() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "b"]);
    let record = home.path().join(".local/state/fcp/undo/09999999999999999999-1-1.undo");
    fs::write(&record, "").unwrap();
    let (told, code) = home.told("fcp", &["--undo"]);
    let text = format!("'{}', is empty or damaged", record.display());
    assert!(code == 3 && told.contains(&text), "{told}");
    assert!(home.has("b"));
    fs::remove_file(record).unwrap();
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("b"));
}

#[test]
fn a_job_that_was_killed_before_it_recorded_anything_is_not_passed_over_by_an_undo() {
    needs!(has_strace());
    let home = Home::temporary();
    home.make(&["a", "c"]);
    home.ok("fcp", &["a", "b"]);
    // It writes down that it has begun, and is killed when it would write what it did.
    let mut dying = bin::clean(std::process::Command::new("strace"));
    dying.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64"]);
    dying.args(["-e", "inject=pwrite64:error=EIO:signal=KILL:when=2"]);
    dying.arg(bin::path_of("fcp")).args(["c", "d"]);
    run(dying.env("HOME", home.path()).current_dir(home.at("")));
    assert!(home.has("d"));
    refuse(&home, "that job was killed");
    assert!(home.has("b") && home.has("d"));
    // The next one is about the job before it.
    home.ok("fcp", &["--undo"]);
    assert!(!home.has("b") && home.has("d"));
}

#[test]
fn a_job_that_does_nothing_leaves_no_record() {
    let home = Home::temporary();
    home.make(&["a"]);
    home.ok("fcp", &["a", "b"]);
    home.ok("fcp", &["-n", "a", "b"]);
    assert_eq!(home.records(), 1);
}

/// Runs `fcp` with another directory for its state; gives what it says on both streams, and its code.
fn told_with_state(home: &Home, state: &Path, args: &[&str]) -> (String, String, i32) {
    let mut command = home.command("fcp", args);
    fcp_test_support::output::told(&run(command.env("XDG_STATE_HOME", state)))
}

#[test]
fn a_record_that_finds_no_space_is_in_the_way_of_no_undo() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        home.make(&["a"]);
        let state = mounts.tmpfs("size=64k");
        let told = |args: &[&str]| told_with_state(home, &state, args);
        assert_eq!(told(&["a", "b"]).2, 0);
        let filled = fs::write(state.join("filler"), vec![0; 128 << 10]);
        assert!(filled.is_err());
        assert_eq!(told(&["missing", "c"]).2, 1);
        // An undo would take the earlier copy for the last one.
        told(&["a", "c"]).says(0, "this job cannot be undone");
        fs::remove_file(state.join("filler")).unwrap();
        told(&["--undo"]).ends(0);
        assert!(!home.has("b") && home.has("c"));
    });
}

#[test]
fn an_undo_that_finds_no_space_for_its_record_says_so_once() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        home.make(&["a"]);
        let state = mounts.tmpfs("size=64k");
        let told = |args: &[&str]| told_with_state(home, &state, args);
        for name in ["b", "c"] {
            assert_eq!(told(&["a", name]).2, 0);
        }
        assert!(fs::write(state.join("filler"), vec![0; 128 << 10]).is_err());
        let (_, err, code) = told(&["--undo"]);
        assert!(code == 0 && err.ends_with("; this job cannot be undone or redone\n"), "{err}");
        assert_eq!((err.lines().count(), home.has("c")), (1, false), "{err}");
        fs::remove_file(state.join("filler")).unwrap();
        assert_eq!(told(&["--redo"]).1, "fcp: there is nothing to redo\n");
        // What was undone is not in the way of the job before it.
        let (_, err, code) = told(&["--undo"]);
        assert_eq!((err.as_str(), code, home.has("b")), ("", 0, false));
    });
}

#[test]
fn a_job_whose_working_directory_is_gone_is_recorded_too() {
    let home = Home::temporary();
    home.write("a", "a");
    home.ok("fcp", &["a", "first"]);
    // The shell stays in a directory that it has removed.
    let there = |script: &str| {
        let script = format!("mkdir gone && cd gone && rmdir ../gone && {script}");
        let mut shell = bin::clean(std::process::Command::new("sh"));
        shell.env("HOME", home.path()).current_dir(home.at("")).args(["-c", &script]);
        run(shell.env("FCP", bin::path_of("fcp")).env("AT", home.at("")))
    };
    let done = there("\"$FCP\" \"$AT/a\" \"$AT/second\"");
    assert_eq!((done.status.code(), err(&done)), (Some(0), String::new()));
    home.ok("fcp", &["--undo"]);
    assert!(home.has("first") && !home.has("second"));
}

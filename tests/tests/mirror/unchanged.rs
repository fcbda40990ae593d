//! Tests of files that are the same on both sides.

use super::*;

#[test]
fn files_that_both_sides_share_by_hard_links_are_unchanged() {
    let home = Home::temporary();
    home.make(&["src/a", "src/b/c", "dst/extra"]);
    fs::create_dir(home.at("dst/b")).unwrap();
    fs::hard_link(home.at("src/a"), home.at("dst/a")).unwrap();
    fs::hard_link(home.at("src/b/c"), home.at("dst/b/c")).unwrap();
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    assert_eq!(names_in_trash(&home).len(), 1);
    assert_eq!(home.read("dst/b/c"), "src/b/c");
    // An operand itself is still refused.
    assert_eq!(home.told("fcp", &["--mirror", "-T", "src/a", "dst/a"]).1, 1);
}

#[test]
fn only_what_differs_of_an_unchanged_file_is_set() {
    let home = Home::temporary();
    home.make(&["src/a", "src/dir/b"]);
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    let ino = fs::metadata(home.at("dst/a")).unwrap().ino();
    fs::set_permissions(home.at("src/a"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(home.at("src/dir"), fs::Permissions::from_mode(0o700)).unwrap();
    // A file that another name shares is replaced, so that the other stays as it is.
    fs::set_permissions(home.at("src/dir/b"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(home.at("dst/dir/b"), home.at("other")).unwrap();
    let told =
        String::from_utf8(home.run("fcp", &["--mirror", "-v", "src/.", "dst"]).stdout).unwrap();
    assert!(told.contains("'src/./a' -> 'dst/./a'\n"), "{told}");
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(fs::metadata(home.at("dst/a")).unwrap().ino(), ino);
    assert_ne!(fs::metadata(home.at("other")).unwrap().mode() & 0o777, 0o640);
}

#[test]
fn nothing_is_written_in_place_into_a_file_that_has_another_name_there() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "src/c"]);
    // Another size: two files that were made in one tick of the clock have one time.
    home.write("src/b", "a longer text");
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    fs::remove_file(home.at("dst/b")).unwrap();
    fs::hard_link(home.at("dst/a"), home.at("dst/b")).unwrap();
    home.write("src/c", "another text");
    let ino = |name: &str| fs::metadata(home.at(name)).unwrap().ino();
    let before = ino("dst/c");
    home.ok("fcp", &["--mirror", "--inplace", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(ino("dst/c"), before);
}

#[test]
fn a_new_name_of_a_file_becomes_a_link_to_its_unchanged_copy() {
    let home = Home::temporary();
    home.make(&["src/a", "src/b"]);
    fs::hard_link(home.at("src/b"), home.at("src/b2")).unwrap();
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    fs::hard_link(home.at("src/a"), home.at("src/z")).unwrap();
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &What::everything());
}

#[test]
fn backups_find_nothing_new_where_nothing_has_changed() {
    let home = Home::temporary();
    home.make(&["src/a", "src/dir/b", "src/dir/sub/c"]);
    let again = ["-aT", "--resume", "src", "dst"];
    for args in [&["--mirror", "src/.", "dst"][..], &again] {
        home.ok("fcp", args);
        let changed = |path| {
            let meta = fs::metadata(home.at(path)).unwrap();
            (meta.ctime(), meta.ctime_nsec())
        };
        let all = || ["dst", "dst/dir", "dst/dir/sub", "dst/dir/sub/c"].map(changed);
        let before = all();
        home.ok("fcp", args);
        assert_eq!(all(), before, "{args:?}");
        fs::remove_file(home.at("dst/dir/b")).unwrap();
        home.ok("fcp", args);
        assert_same(&home.at("src"), &home.at("dst"), &What::everything());
        assert_ne!(all()[1], before[1], "{args:?}");
    }
}

/// Files of a tree whose calls are counted.
const FILES: usize = 300;

#[test]
fn an_unchanged_file_costs_two_calls() {
    needs!(has_strace());
    let home = Home::temporary();
    for n in 0..FILES {
        home.make(&[format!("src/file{n}").as_str()]);
    }
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    let log = home.at("log");
    let mut strace = bin::clean(Command::new("strace"));
    strace.env("HOME", home.path()).current_dir(home.at("")).args(["-f", "-qq", "-o"]).arg(&log);
    strace.arg(bin::path_of("fcp")).args(["--mirror", "src/.", "dst"]);
    assert!(run(&mut strace).status.success());
    let text = fs::read_to_string(&log).unwrap();
    let calls: Vec<&str> = text.lines().filter(|line| line.contains("\"file")).collect();
    let looks = calls.iter().filter(|line| line.contains("stat")).count();
    assert_eq!((calls.len(), looks), (2 * FILES, 2 * FILES), "{:?}", calls.first());
}

#[test]
fn snapshots_share_unchanged_files() {
    // The recipe of the manual.
    let home = Home::temporary();
    home.make(&["photos/a", "photos/b", "photos/dir/c"]);
    home.make(&["snapshots/"]);
    home.ok("fcp", &["-a", "-T", "photos", "snapshots/monday"]);
    fs::write(home.at("photos/b"), "changed").unwrap();
    fs::set_permissions(home.at("photos/dir/c"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::remove_file(home.at("photos/a")).unwrap();
    home.make(&["photos/a"]);
    home.make(&["photos/new"]);
    home.ok("fcp", &["-a", "--link-dest=snapshots/monday", "-T", "photos", "snapshots/tuesday"]);
    assert_same(&home.at("photos"), &home.at("snapshots/tuesday"), &What::everything());
    home.ok(
        "fcp",
        &[
            "-a",
            "--link-dest=snapshots/monday",
            "--link-dest=snapshots/tuesday",
            "-T",
            "photos",
            "snapshots/wednesday",
        ],
    );
    assert_same(&home.at("photos"), &home.at("snapshots/wednesday"), &all());
    let ino = |path: &str| fs::metadata(home.at("snapshots").join(path)).unwrap().ino();
    for name in ["a", "b", "dir/c", "new"] {
        assert_eq!(ino(&format!("wednesday/{name}")), ino(&format!("tuesday/{name}")), "{name}");
        let is_old = home.at("snapshots/monday").join(name).exists();
        assert!(
            !is_old || ino(&format!("monday/{name}")) != ino(&format!("tuesday/{name}")),
            "{name}"
        );
    }
    assert_eq!(home.read("snapshots/monday/b"), "photos/b");
    // A copy into a directory finds its files below the name of the source.
    home.make(&["one/", "two/"]);
    // Where extents cannot be shared, it is read, and has not changed in the meantime.
    let large = fs::File::create(home.at("photos/large")).unwrap();
    large.set_len(8 << 20).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&large, b"end", 4 << 20).unwrap();
    home.ok("fcp", &["-a", "photos", "one"]);
    home.ok("fcp", &["-a", "--link-dest=one", "photos", "two"]);
    let inode = |path: &str| fs::metadata(home.at(path)).unwrap().ino();
    assert_eq!(inode("one/photos/b"), inode("two/photos/b"));
    home.make(&["three/"]);
    home.ok("fcp", &["-a", "--clone-dest=one", "photos", "three"]);
    assert_ne!(inode("one/photos/b"), inode("three/photos/b"));
    assert_same(&home.at("photos"), &home.at("three/photos"), &all());
    // A copy that was made with -T has no folder of that name.
    home.make(&["four/"]);
    let (told, code) = home.told("fcp", &["-a", "--link-dest=snapshots/monday", "photos", "four"]);
    assert!(code == 0 && told.contains("has a folder 'photos', so its files are copied"), "{told}");
    // One that was made into a folder has one of that name.
    for args in
        [&["--link-dest=one", "photos", "five"][..], &["--link-dest=one", "-T", "photos", "six"]]
    {
        let (told, code) = home.told("fcp", &[&["-a"], args].concat());
        let told_so = told.contains("in a folder 'photos', so they are copied; name that folder");
        assert!(code == 0 && told_so && told.lines().count() == 1, "{told}");
    }
    home.ok("fcp", &["-a", "--link-dest=one/photos", "photos", "seven"]);
    assert_eq!(inode("one/photos/b"), inode("seven/b"));
}

/// The plan that a dry run tells.
fn planned(home: &Home, args: &[&str]) -> serde_json::Value {
    let done = home.run("fcp", &[&["--dry-run", "--json", "--reflink=never"], args].concat());
    let text = String::from_utf8(done.stdout).unwrap();
    let plan = text.lines().find(|line| line.contains("job.plan")).unwrap();
    serde_json::from_str::<serde_json::Value>(plan).unwrap()["plan"].clone()
}

#[test]
fn a_dry_run_needs_no_space_for_what_is_there_or_is_shared() {
    let home = Home::temporary();
    home.make(&["photos/dir/", "snapshots/"]);
    for (name, size) in [("a", 1000), ("b", 200), ("dir/c", 30)] {
        fs::write(home.at("photos").join(name), vec![0; size]).unwrap();
    }
    home.ok("fcp", &["-a", "-T", "photos", "snapshots/monday"]);
    fs::write(home.at("photos/b"), "of another size").unwrap();
    let tuesday = ["-a", "--link-dest=snapshots/monday", "-T", "photos", "snapshots/tuesday"];
    let plan = planned(&home, &tuesday);
    assert_eq!(plan["shared"], 2, "{plan}");
    assert_eq!(plan["bytes_needed"], 15, "{plan}");
    assert_eq!(plan["totals"]["bytes"], 1045, "{plan}");

    let mirror = ["--mirror", "-T", "photos", "snapshots/monday"];
    let plan = planned(&home, &mirror);
    assert_eq!(plan["unchanged"], 2, "{plan}");
    assert_eq!(plan["bytes_needed"], 15, "{plan}");
    let exist = plan["conflicts"].as_array().unwrap().iter().find(|it| it["kind"] == "file");
    assert_eq!(exist.unwrap()["count"], 1, "{plan}");
    // A mirror takes what has another mode for unlike, but needs no data for it.
    fs::set_permissions(home.at("photos/a"), fs::Permissions::from_mode(0o600)).unwrap();
    let plan = planned(&home, &mirror);
    assert_eq!((&plan["unchanged"], &plan["bytes_needed"]), (&1.into(), &15.into()), "{plan}");
    let done = home.run("fcp", &[&["--dry-run"], &tuesday[..]].concat());
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(text.contains("To share    1 file with another copy of it"), "{text}");
}

#[test]
fn what_a_snapshot_shares_is_verified_as_well() {
    let home = Home::temporary();
    home.make(&["photos/a", "photos/b"]);
    home.ok("fcp", &["-a", "-T", "photos", "monday"]);
    // The same size and time, and other content.
    home.write("monday/a", "rotten!!");
    let time = fs::metadata(home.at("photos/a")).unwrap().modified().unwrap();
    let rotten = fs::OpenOptions::new().write(true).open(home.at("monday/a")).unwrap();
    rotten.set_modified(time).unwrap();
    for (verify, shared) in [
        ("--verify", "--link-dest"),
        ("--verify=blake3", "--link-dest"),
        ("--verify", "--clone-dest"),
    ] {
        let shared = format!("{shared}=monday");
        let (told, code) = home.told("fcp", &["-a", verify, &shared, "-T", "photos", "tuesday"]);
        // It is whole in the new snapshot, and the user hears of the damage.
        assert_eq!((code, home.read("tuesday/a").as_str()), (0, "photos/a"), "{told}");
        let warning = "photos/a' was copied and not shared: the other copy has its size and time";
        assert!(told.contains(warning) && told.lines().count() == 1, "{told}");
        let is_shared = |path: &str| {
            let ino = |tree: &str| fs::metadata(home.at(&format!("{tree}/{path}"))).unwrap().ino();
            ino("monday") == ino("tuesday")
        };
        assert!(!is_shared("a"));
        assert_eq!(is_shared("b"), shared.starts_with("--link"));
        fs::remove_dir_all(home.at("tuesday")).unwrap();
    }
}

//! Tests that folders which were merged get back what they had: those that went, and those that took them in.

use super::finished::{count, newest_record, stopped};
use super::*;
use fcp_test_support::acl;
use rustix::process::Signal;

/// What there is below a folder: the path, mode and owner of each item, and the time of its last change.
fn state(home: &Home, root: &str, with_times: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![home.at(root)];
    while let Some(path) = open.pop() {
        let meta = fs::symlink_metadata(&path).unwrap();
        let time = if with_times { meta.mtime() } else { 0 };
        let (mode, uid, gid) = (meta.mode(), meta.uid(), meta.gid());
        found.push(format!("{} {mode:o} {uid} {gid} {time}", path.display()));
        if meta.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    found.sort();
    found
}

fn set_mode(home: &Home, name: &str, mode: u32) {
    fs::set_permissions(home.at(name), PermissionsExt::from_mode(mode)).unwrap();
}

/// Two folders of one name, of which that of the source is private and old.
fn laid_out(home: &Home) {
    home.make(&["a/e/f", "a/e/sub/g", "a/e/p/q/h", "a/e/empty/", "x/e/p/q/", "x/e/empty/"]);
    for (name, mode) in [("a/e/p/q", 0o711), ("a/e/p", 0o750), ("a/e/empty", 0o500), ("a/e", 0o700)]
    {
        set_mode(home, name, mode);
        let old = fs::FileTimes::new().set_modified(UNIX_EPOCH + Duration::from_secs(1 << 20));
        fs::File::open(home.at(name)).unwrap().set_times(old).unwrap();
    }
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(home.at("a/e/p"), Some(1234), Some(1234)).unwrap();
    }
}

#[test]
fn undone_and_redone_merges_leave_all_folders_as_they_were() {
    for other in [false, true] {
        with_home(&[Kind::Tmpfs], |mounts, home| {
            if other {
                // Another filesystem for the source.
                fs::create_dir(home.at("a")).unwrap();
                let volume = mounts.tmpfs("size=16m");
                fs::remove_dir(home.at("a")).unwrap();
                std::os::unix::fs::symlink(volume, home.at("a")).unwrap();
            }
            laid_out(home);
            let source = home.at("a").canonicalize().unwrap();
            let source = source.to_str().unwrap();
            let before = (state(home, source, true), state(home, "x", false));
            home.ok("fmv", &[&format!("{source}/e"), "x"]);
            let after = state(home, "x", false);
            assert!(before.1 != after && count(Path::new(source)) == 0);
            let steps = fs::read_to_string(newest_record(home)).unwrap();
            for _ in 0..3 {
                let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
                assert_eq!(foreseen.status.code(), Some(0), "{}", err(&foreseen));
                home.ok("fcp", &["--undo"]);
                let found = (state(home, source, true), state(home, "x", false));
                let above = |mut state: Vec<String>| state.split_off(1);
                assert_eq!(above(found.0), above(before.0.clone()), "{steps}");
                assert_eq!(found.1, before.1, "{steps}");
                home.ok("fcp", &["--redo"]);
                assert_eq!(state(home, "x", false), after, "{steps}");
                assert_eq!(count(Path::new(source)), 0);
            }
        });
    }
}

#[test]
fn an_empty_folder_that_was_merged_comes_back_alone() {
    let home = Home::temporary();
    home.make(&["a/e/", "x/e/old"]);
    home.ok("fcp", &["x/e/old", "copy"]);
    home.ok("fmv", &["a/e", "x"]);
    assert!(!home.has("a/e"));
    home.ok("fcp", &["--undo"]);
    assert!(home.has("a/e") && home.has("x/e/old") && home.has("copy"));
    home.ok("fcp", &["--redo"]);
    assert!(!home.has("a/e") && home.has("x/e/old"));
    home.ok("fcp", &["--undo"]);
    assert!(home.has("a/e"));
}

#[test]
fn rights_that_a_copy_has_changed_come_back() {
    let home = Home::temporary();
    home.make(&["s/sub/f", "d/sub/old"]);
    for (name, mode) in [("s", 0o751), ("s/sub", 0o777), ("d", 0o700), ("d/sub", 0o711)] {
        set_mode(&home, name, mode);
    }
    let before = state(&home, "d", false);
    home.ok("fcp", &["-a", "s/.", "d"]);
    let after = state(&home, "d", false);
    home.ok("fcp", &["--undo"]);
    assert_eq!(state(&home, "d", false), before);
    home.ok("fcp", &["--redo"]);
    assert_eq!(state(&home, "d", false), after);
    // What the user has set since stays, and is named.
    set_mode(&home, "d/sub", 0o770);
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    assert_eq!(foreseen.status.code(), Some(1), "{}", err(&foreseen));
    refuse(&home, "d/./sub': it has changed since");
    assert!(!home.has("d/sub/f") && home.read("d/sub/old") == "d/sub/old");
    let mode = |name| fs::metadata(home.at(name)).unwrap().mode() & 0o777;
    assert_eq!((mode("d"), mode("d/sub")), (0o700, 0o770));
}

#[test]
fn an_undo_that_finishes_a_killed_one_gives_its_folders_their_rights() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        let volume = mounts.tmpfs("size=64m");
        for n in 0..40 {
            home.write("file", &format!("{n} ").repeat(20 << 10));
            home.mkdir("d/e");
            fs::rename(home.at("file"), home.at(&format!("d/e/{n}"))).unwrap();
        }
        set_mode(home, "d/e", 0o1751);
        set_mode(home, "d", 0o750);
        fs::create_dir_all(volume.join("d/e")).unwrap();
        home.ok("fmv", &["d", volume.to_str().unwrap()]);
        stopped(home, "--undo", Signal::KILL, || count(&home.at("d/e")) >= 5);
        let mode = |name| fs::metadata(home.at(name)).unwrap().mode() & 0o7777;
        assert_eq!((mode("d"), mode("d/e")), (0o700, 0o700), "others could look in");
        home.ok("fcp", &["--undo"]);
        assert_eq!((mode("d"), mode("d/e"), count(&home.at("d/e"))), (0o750, 0o1751, 40));
        assert_eq!(count(&volume.join("d/e")), 0);
    });
}

#[test]
fn the_mask_of_an_acl_gives_the_group_no_rights_in_an_undo() {
    let home = Home::temporary();
    home.make(&["a/e/f", "x/e/g"]);
    for name in ["a/e", "x/e"] {
        set_mode(&home, name, 0o700);
        let mut setfacl = std::process::Command::new("setfacl");
        let set = setfacl.args(["-m", "u:1234:rwx"]).arg(home.at(name)).status().unwrap();
        assert!(set.success());
    }
    set_mode(&home, "a/e", 0o710);
    home.ok("fmv", &["a/e", "x"]);
    home.ok("fcp", &["--undo"]);
    let mode = |name| fs::metadata(home.at(name)).unwrap().mode() & 0o777;
    // Both are masks again, with the ACLs.
    assert_eq!((mode("a/e"), mode("x/e")), (0o710, 0o770));
    for name in ["a/e", "x/e"] {
        let acl = attribute(&home, name, acl::ACCESS).unwrap();
        let group = acl[4..].chunks(8).find(|entry| entry[0] == 0x04).unwrap();
        assert_eq!(group[2], 0, "{name}");
    }
}

fn attribute(home: &Home, name: &str, what: &str) -> Option<Vec<u8>> {
    let mut value = [0; 256];
    let size = rustix::fs::getxattr(home.at(name), what, &mut value).ok()?;
    Some(value[..size].to_vec())
}

fn set_attribute(home: &Home, name: &str, what: &str, value: &[u8]) {
    rustix::fs::setxattr(home.at(name), what, value, rustix::fs::XattrFlags::empty()).unwrap();
}

#[test]
fn folders_that_were_there_get_their_acls_back_and_in_a_redo_those_of_the_job() {
    let home = Home::temporary();
    let [granted, before] = [6, 4].map(|rights| acl::encode((1234, rights), (1234, rights)));
    for (name, theirs, own) in [("both", true, true), ("new", true, false), ("old", false, true)] {
        home.make(&[&format!("s/{name}/f"), &format!("d/{name}/g")]);
        for what in [acl::ACCESS, acl::DEFAULT] {
            if theirs {
                set_attribute(&home, &format!("s/{name}"), what, &granted);
            }
            if own {
                set_attribute(&home, &format!("d/{name}"), what, &before);
            }
        }
    }
    let state = || {
        ["d/both", "d/new", "d/old"].map(|name| {
            let acls = [acl::ACCESS, acl::DEFAULT].map(|what| attribute(&home, name, what));
            (acls, fs::metadata(home.at(name)).unwrap().mode() & 0o777)
        })
    };
    let before = state();
    home.ok("fcp", &["-a", "--mirror", "s/.", "d"]);
    let after = state();
    assert!(before.iter().zip(&after).all(|(before, after)| before.0 != after.0));
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert_eq!(state(), before);
        home.ok("fcp", &["--redo"]);
        assert_eq!(state(), after);
    }
    // What the user has granted since stays, and is named.
    let since = acl::encode((1234, 7), (1234, 7));
    set_attribute(&home, "d/new", acl::DEFAULT, &since);
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    assert_eq!(foreseen.status.code(), Some(1), "{}", err(&foreseen));
    refuse(&home, "d/./new': it has changed since");
    assert_eq!(attribute(&home, "d/new", acl::DEFAULT), Some(since));
}

#[test]
fn a_folder_that_is_made_again_has_its_acls_and_attributes() {
    let home = Home::temporary();
    home.make(&["a/e/f", "x/e/g"]);
    let set = |name: &str, what: &str, value: &[u8]| set_attribute(&home, name, what, value);
    let get = |name: &str, what: &str| attribute(&home, name, what);
    let granted = acl::encode((1234, 6), (1234, 4));
    set("a/e", acl::ACCESS, &granted);
    set("a/e", acl::DEFAULT, &granted);
    set("a/e", "user.note", b"kept\0");
    home.ok("fmv", &["a/e", "x"]);
    home.ok("fcp", &["--undo"]);
    for what in [acl::ACCESS, acl::DEFAULT] {
        assert_eq!(get("a/e", what).as_ref(), Some(&granted), "{what}");
    }
    assert_eq!(get("a/e", "user.note"), Some(b"kept\0".to_vec()));
    assert_eq!(fs::metadata(home.at("a/e")).unwrap().mode() & 0o777, 0o664);
    // It does not inherit one that it did not have.
    home.make(&["b/e/f"]);
    home.ok("fmv", &["b/e", "x"]);
    set("b", acl::DEFAULT, &granted);
    home.ok("fcp", &["--undo"]);
    assert_eq!(get("b/e", acl::DEFAULT), None);
}

#[test]
fn what_stays_in_a_private_folder_stays_private() {
    let home = Home::temporary();
    let mode = |name: &str| fs::metadata(home.at(name)).unwrap().mode() & 0o777;
    // The old file was not kept, so the copy stays.
    home.make(&["a/g", "t/a/g"]);
    set_mode(&home, "a", 0o700);
    home.ok("fcp", &["-a", "a", "t"]);
    undo_in_part(&home);
    assert_eq!((mode("t/a"), home.read("t/a/g")), (0o700, "a/g".into()));
    // Something is in the way of what goes back.
    home.make(&["s/d/x", "u/d/"]);
    set_mode(&home, "s/d", 0o700);
    home.ok("fmv", &["s/d", "u"]);
    home.make(&["s/d/"]);
    home.write("s/d/x", "mine");
    undo_in_part(&home);
    assert_eq!((mode("u/d"), home.read("u/d/x")), (0o700, "s/d/x".into()));
    fs::remove_file(home.at("s/d/x")).unwrap();
    home.ok("fcp", &["--undo=1"]);
    assert_eq!((mode("u/d"), home.read("s/d/x")), (0o755, "s/d/x".into()));
    // A folder that the user has made there since is none of the job's.
    home.make(&["v/d/x", "w/d/"]);
    set_mode(&home, "v/d", 0o700);
    home.ok("fmv", &["v/d", "w"]);
    fs::rename(home.at("w/d"), home.at("w/old")).unwrap();
    home.make(&["w/d/diary"]);
    set_mode(&home, "w/d", 0o700);
    undo_in_part(&home);
    assert_eq!((mode("w/d"), mode("w/old")), (0o700, 0o700));
}

#[test]
fn folders_of_several_sources_are_made_again_as_they_were() {
    let home = Home::temporary();
    home.make(&["a/d/x", "c/d/y", "t/"]);
    set_mode(&home, "a/d", 0o700);
    set_mode(&home, "c/d", 0o700);
    home.ok("fcp", &["-a", "a/d", "c/d", "t"]);
    let after = state(&home, "t", false);
    for _ in 0..2 {
        home.ok("fcp", &["--undo"]);
        assert_eq!(count(&home.at("t")), 0);
        home.ok("fcp", &["--redo"]);
        assert_eq!(state(&home, "t", false), after);
    }
    // Of rights that changed more than once the first and the last count.
    home.make(&["p/d/x", "q/d/y", "u/d/"]);
    set_mode(&home, "p/d", 0o750);
    set_mode(&home, "q/d", 0o700);
    let before = state(&home, "u", false);
    home.ok("fmv", &["p/d", "q/d", "u"]);
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    assert_eq!(foreseen.status.code(), Some(0), "{}", err(&foreseen));
    home.ok("fcp", &["--undo"]);
    assert_eq!(state(&home, "u", false), before);
}

#[test]
fn a_folder_does_not_go_back_with_what_belongs_elsewhere() {
    let home = Home::temporary();
    home.make(&["b/e/y", "c/e/x", "t/"]);
    set_mode(&home, "c/e", 0o700);
    home.ok("fmv", &["b/e", "c/e", "t"]);
    home.write("c/e", "in the way");
    undo_in_part(&home);
    assert!(!home.has("b/e/x"));
    fs::remove_file(home.at("c/e")).unwrap();
    home.ok("fcp", &["--undo=1"]);
    assert_eq!((home.read("b/e/y"), home.read("c/e/x")), ("b/e/y".into(), "c/e/x".into()));
    assert!(!home.has("b/e/x") && !home.has("t/e"));
}

#[test]
fn an_undo_of_rights_alone_is_foreseen() {
    let home = Home::temporary();
    home.make(&["from/", "to/"]);
    set_mode(&home, "from", 0o700);
    set_mode(&home, "to", 0o755);
    home.ok("fcp", &["-aT", "from", "to"]);
    assert_eq!(fs::metadata(home.at("to")).unwrap().mode() & 0o777, 0o700);
    let foreseen = home.run("fcp", &["--undo", "--dry-run"]);
    assert!(out(&foreseen).contains("1 folder gets its mode and owner back"), "{foreseen:?}");
    assert_eq!(foreseen.status.code(), Some(0));
    home.ok("fcp", &["--undo"]);
    assert_eq!(fs::metadata(home.at("to")).unwrap().mode() & 0o777, 0o755);
}

#[test]
fn each_of_several_folders_that_became_one_has_its_own_rights_again() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        home.mkdir("near");
        for to in [mounts.tmpfs("size=1m"), home.at("near")] {
            for rights in [[0o755, 0o755], [0o700, 0o755], [0o755, 0o700], [0o750, 0o777]] {
                for all_goes in [true, false] {
                    eprintln!("{} {rights:?} all goes: {all_goes}", to.display());
                    // What stays of the second ends before the first has all its rights.
                    home.make(&["p/d/x", if all_goes { "q/d/y" } else { "q/d/x" }]);
                    set_mode(home, "p/d", rights[0]);
                    set_mode(home, "q/d", rights[1]);
                    let (told, code) = home.told("fmv", &["p/d", "q/d", to.to_str().unwrap()]);
                    assert_eq!(code, i32::from(!all_goes), "{told}");
                    let mode = |path: PathBuf| fs::metadata(path).unwrap().mode() & 0o777;
                    let after = mode(to.join("d"));
                    for _ in 0..2 {
                        home.ok("fmv", &["--undo"]);
                        assert_eq!(["p/d", "q/d"].map(|name| mode(home.at(name))), rights);
                        home.ok("fmv", &["--redo"]);
                        assert_eq!(mode(to.join("d")), after);
                    }
                    for path in [to.join("d"), home.at("p"), home.at("q")] {
                        remove_all(&path).unwrap();
                    }
                }
            }
        }
    });
}

#[test]
fn a_folder_that_was_made_in_the_place_of_a_moved_one_keeps_its_rights_in_an_undo() {
    with_home(&[Kind::Tmpfs], |mounts, home| {
        home.mkdir("near");
        for to in [mounts.tmpfs("size=1m"), home.at("near")] {
            home.make(&["d/e/x"]);
            home.ok("fmv", &["d", to.to_str().unwrap()]);
            home.make(&["d/e/mine"]);
            set_mode(home, "d", 0o700);
            set_mode(home, "d/e", 0o700);
            home.ok("fmv", &["--undo"]);
            let mode = |name| fs::metadata(home.at(name)).unwrap().mode() & 0o777;
            assert_eq!((mode("d"), mode("d/e")), (0o700, 0o700), "{}", to.display());
            assert_eq!(
                (home.read("d/e/x"), home.read("d/e/mine")),
                ("d/e/x".into(), "d/e/mine".into())
            );
            remove_all(&home.at("d")).unwrap();
        }
    });
}

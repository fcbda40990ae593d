//! Tests that a mirror makes the destination like the source, and removes nothing that it must not.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "everything here is a test")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use fcp_engine::Engine;
use fcp_engine::event::Outcome;
use fcp_engine::record::Home as EngineHome;
use fcp_engine::spec::{Destination, JobSpec, MismatchPolicy, Removals};
use fcp_test_support::home::Home;
use fcp_test_support::ns::NOBODY;
use fcp_test_support::tree::{Sizes, Tree};
use fcp_test_support::{
    Kind, Scratch, What, as_nobody, assert_same, bin, has_strace, program, run, with_mounts,
};

/// What the trash of the home has: each original path, with the place of the item.
fn trash_of(home: &Home) -> BTreeMap<PathBuf, PathBuf> {
    trash_at(&home.path().join(".local/share/Trash"))
}

/// Original paths in the trash, below `work`.
fn names_in_trash(home: &Home) -> Vec<String> {
    let work = home.at("");
    let name = |path: PathBuf| path.strip_prefix(&work).unwrap().to_str().unwrap().to_owned();
    trash_of(home).into_keys().map(name).collect()
}

fn trash_at(trash: &Path) -> BTreeMap<PathBuf, PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let Ok(infos) = fs::read_dir(trash.join("info")) else { return BTreeMap::new() };
    let item = |info: fs::DirEntry| {
        let text = fs::read_to_string(info.path()).unwrap();
        let path = text.lines().find_map(|line| line.strip_prefix("Path=")).unwrap();
        let mut bytes = Vec::new();
        let mut rest = path.as_bytes();
        while let Some((byte, more)) = rest.split_first() {
            rest = more;
            if *byte == b'%' {
                let (code, more) = rest.split_at(2);
                bytes.push(u8::from_str_radix(std::str::from_utf8(code).unwrap(), 16).unwrap());
                rest = more;
            } else {
                bytes.push(*byte);
            }
        }
        let original = PathBuf::from(std::ffi::OsString::from_vec(bytes));
        (original, trash.join("files").join(info.path().file_stem().unwrap()))
    };
    // A kill between both leaves a description without its item, which takes no other's place.
    let items: Vec<_> = infos.map(|info| item(info.unwrap())).collect();
    let (there, gone): (Vec<_>, Vec<_>) = items.into_iter().partition(|(_, kept)| kept.exists());
    gone.into_iter().chain(there).collect()
}

/// What a mirror keeps of everything but hard links that were made anew in the source.
fn all() -> What {
    What { hard_links: false, ..What::everything() }
}

#[test]
fn what_only_the_destination_has_goes_to_the_trash_and_an_undo_brings_it_back() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/same", "src/changed", "src/dir/new", "src/empty/"]);
    home.ok("fcp", &["-a", "src/.", "dst"]);
    home.make(&["dst/extra", "dst/dir/deep/extra", "dst/gone/with/all"]);
    let unchanged = fs::metadata(home.at("dst/same")).unwrap().ino();
    fs::write(home.at("dst/changed"), "other bytes, older or newer").unwrap();
    home.ok("fcp", &["--mirror", "--keep-replaced", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(fs::metadata(home.at("dst/same")).unwrap().ino(), unchanged);
    assert_eq!(names_in_trash(&home), ["dst/changed", "dst/dir/deep", "dst/extra", "dst/gone"]);
    // Nothing is left to do, and nothing more is removed.
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    assert_eq!(trash_of(&home).len(), 4);
    home.ok("fcp", &["--undo"]);
    assert_eq!(home.read("dst/gone/with/all"), "dst/gone/with/all");
    assert_eq!(home.read("dst/dir/deep/extra"), "dst/dir/deep/extra");
    assert_eq!(home.read("dst/changed"), "other bytes, older or newer");
}

#[test]
fn what_was_removed_is_not_counted_as_copied() {
    for how in ["--mirror", "--mirror=delete"] {
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
        home.make(&["src/new", "dst/old", "dst/gone/with/all"]);
        let done = home.run("fcp", &[how, "--json", "src/.", "dst"]);
        let out = String::from_utf8(done.stdout).unwrap();
        let summary = out.lines().find(|line| line.contains("job.summary")).unwrap();
        let summary: serde_json::Value = serde_json::from_str(summary).unwrap();
        let summary = &summary["summary"];
        let removed = summary["removed"].as_u64().unwrap();
        // The trash takes a folder as one item.
        assert_eq!(removed, if how == "--mirror" { 2 } else { 4 }, "{summary}");
        // The folder and the new file were copied.
        assert_eq!(summary["done"].as_u64().unwrap() - removed, 2, "{summary}");
    }
}

#[test]
fn items_of_another_type_are_replaced_and_kept_in_the_trash() {
    for (how, kept) in [("--mirror", 3), ("--mirror=delete", 0)] {
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
        home.make(&["src/file", "src/dir/in", "src/link-to-be/in", "dst/file/a/b", "dst/dir"]);
        fs::write(home.at("src/was-link"), "data").unwrap();
        symlink("nowhere", home.at("dst/was-link")).unwrap();
        symlink("src", home.at("dst/link-to-be")).unwrap();
        home.ok("fcp", &[how, "-T", "src", "dst"]);
        assert_same(&home.at("src"), &home.at("dst"), &all());
        assert_eq!(trash_of(&home).len(), kept);
        assert_eq!(home.read("src/link-to-be/in"), "src/link-to-be/in");
    }
}

#[test]
fn an_item_that_fails_keeps_everything() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "src/locked/in", "dst/extra", "dst/locked/in"]);
    fs::set_permissions(home.at("src/locked"), fs::Permissions::from_mode(0o0)).unwrap();
    let owner = Some(NOBODY);
    for path in ["dst", "dst/extra", "dst/locked", "dst/locked/in"] {
        std::os::unix::fs::chown(home.at(path), owner, owner).unwrap();
    }
    for dir in [scratch.path(), home.path(), &home.at("")] {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o777)).unwrap();
    }
    let (src, dst) = (home.at("src/."), home.at("dst"));
    let mut command = program("fcp");
    command.env("HOME", home.path()).arg("--mirror").args([&src, &dst]);
    let Some(command) = as_nobody(&mut command) else { return };
    let done = run(command);
    let told = String::from_utf8(done.stderr).unwrap();
    assert!(told.contains("locked"), "{told}");
    assert!(told.contains("nothing was removed from"), "{told}");
    assert_eq!(done.status.code(), Some(1));
    assert!(home.at("dst/extra").exists() && home.at("dst/locked/in").exists());
    fs::set_permissions(home.at("src/locked"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_missing_or_empty_source_never_empties_the_destination() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/", "dst/a", "dst/b/c"]);
    assert_eq!(home.told("fcp", &["--mirror", "missing/.", "dst"]).1, 1);
    assert_eq!(home.told("fcp", &["--mirror", "missing", "src", "dst"]).1, 1);
    let (told, code) = home.told("fcp", &["--mirror", "src/.", "dst"]);
    assert!(told.contains("'src/.' is empty"), "{told}");
    assert_eq!((code, trash_of(&home).len()), (1, 0));
    assert!(home.at("dst/b/c").exists());
    // The user who says how much may go means it.
    home.ok("fcp", &["--mirror", "--max-delete=4", "src/.", "dst"]);
    assert_eq!(names_in_trash(&home), ["dst/a", "dst/b", "dst/src"]);
}

#[test]
fn a_limit_counts_what_is_in_folders_and_keeps_all_or_nothing() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "dst/b", "dst/c/d/e"]);
    for how in ["--mirror", "--mirror=delete"] {
        let (told, code) = home.told("fcp", &[how, "--max-delete=3", "src/.", "dst"]);
        assert!(told.contains("more than the limit allows"), "{told}");
        assert_eq!(code, 1);
        assert!(home.at("dst/b").exists() && home.at("dst/c/d/e").exists());
        assert!(home.at("dst/a").exists());
    }
    home.ok("fcp", &["--mirror=delete", "--max-delete=4", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(trash_of(&home).len(), 0);
}

#[test]
fn what_filters_leave_out_stays_at_the_destination() {
    for how in ["--mirror", "--mirror=delete"] {
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
        home.make(&["src/a", "dst/x.o", "dst/extra/y.o", "dst/extra/deep/z", "dst/plain/in"]);
        home.make(&["dst/keep/in", "dst/other/keep"]);
        let args = [how, "--exclude=*.o", "--exclude=keep", "--exclude=other/keep", "src/.", "dst"];
        // A folder in which something stays is not counted.
        let planned = home.run("fcp", &[&["--dry-run"], &args[..]].concat());
        let planned = String::from_utf8(planned.stdout).unwrap();
        assert!(planned.contains("To remove   4 items"), "{planned}");
        let [exact, fewer] = ["--max-delete=4", "--max-delete=3"];
        assert_eq!(home.told("fcp", &[&[fewer], &args[..]].concat()).1, 1);
        assert!(home.at("dst/plain").exists());
        home.ok("fcp", &[&[exact], &args[..]].concat());
        let mut left = Vec::new();
        let mut todo = vec![home.at("dst")];
        while let Some(dir) = todo.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                left.push(path.strip_prefix(home.at("dst")).unwrap().to_str().unwrap().to_owned());
                if path.is_dir() {
                    todo.push(path);
                }
            }
        }
        left.sort();
        let kept = ["a", "extra", "extra/y.o", "keep", "keep/in", "other", "other/keep", "x.o"];
        assert_eq!(left, kept);
        let trashed =
            if how == "--mirror" { vec!["dst/extra/deep/z", "dst/plain"] } else { vec![] };
        assert_eq!(names_in_trash(&home), trashed);
    }
}

#[test]
fn sources_and_destinations_that_overlap_are_refused() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["dst/src/in", "dst/other", "a/x", "b/y"]);
    symlink("dst", home.at("alias")).unwrap();
    for args in [
        &["dst/src/.", "dst"][..],
        &["-T", "dst/src", "alias"],
        &["a/.", "b/.", "dst"],
        &["a/.", "b", "dst"],
        &["a", "a/../a", "dst"],
        &["dst/.", "dst"],
        &["-T", "dst", "dst/src"],
    ] {
        let (told, code) = home.told("fcp", &[&["--mirror"], args].concat());
        assert!(code == 1 || code == 3, "{args:?}: {code} {told}");
        assert!(!told.is_empty());
        assert!(home.at("dst/other").exists() && home.at("dst/src/in").exists(), "{args:?}");
    }
    home.ok("fcp", &["--mirror", "a", "b", "dst"]);
    assert!(home.at("dst/other").exists() && home.at("dst/a/x").exists());
}

#[test]
fn several_sources_have_a_mirror_each_and_nothing_beside_them_goes() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["a/x", "b/y", "c", "dst/a/extra", "dst/b/extra", "dst/beside"]);
    home.ok("fcp", &["--mirror", "a", "b", "c", "dst"]);
    assert_eq!(names_in_trash(&home), ["dst/a/extra", "dst/b/extra"]);
    assert!(home.at("dst/beside").exists() && home.at("dst/c").exists());
}

#[test]
fn a_limit_holds_for_what_is_in_the_way_too() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/x", "dst/x/one", "dst/x/two"]);
    assert_eq!(home.told("fcp", &["--mirror", "--max-delete=0", "src/.", "dst"]).1, 1);
    assert_eq!(home.read("dst/x/two"), "dst/x/two");
    assert_eq!(names_in_trash(&home), [""; 0]);
}

#[test]
fn files_that_both_sides_share_by_hard_links_are_unchanged() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
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
fn flags_that_contradict_a_mirror_are_refused() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "dst/extra"]);
    for flags in [
        &["--mirror", "-l"][..],
        &["--mirror", "-s"],
        &["--mirror", "--attributes-only"],
        &["--mirror", "-b"],
        &["--mirror", "--on-conflict=rename"],
        &["--mirror", "--keep-directory-symlink"],
        &["--max-delete=1"],
        &["--mirror", "--max-delete=x"],
        &["--mirror=never"],
        &["--link-dest=dst", "--clone-dest=dst"],
        &["--link-dest=dst", "-l"],
    ] {
        assert_eq!(home.told("fcp", &[flags, &["src/.", "dst"]].concat()).1, 2, "{flags:?}");
    }
    assert_eq!(home.told("fcp", &["--link-dest=missing", "src/.", "dst"]).1, 3);
    assert!(home.at("dst/extra").exists() && !home.at("dst/a").exists());
}

#[test]
fn only_what_differs_of_an_unchanged_file_is_set() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "src/dir/b"]);
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    let ino = fs::metadata(home.at("dst/a")).unwrap().ino();
    fs::set_permissions(home.at("src/a"), fs::Permissions::from_mode(0o600)).unwrap();
    fs::set_permissions(home.at("src/dir"), fs::Permissions::from_mode(0o700)).unwrap();
    // A file that another name shares is replaced, so that the other stays as it is.
    fs::set_permissions(home.at("src/dir/b"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(home.at("dst/dir/b"), home.at("other")).unwrap();
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(fs::metadata(home.at("dst/a")).unwrap().ino(), ino);
    assert_ne!(fs::metadata(home.at("other")).unwrap().mode() & 0o777, 0o640);
}

#[test]
fn a_new_name_of_a_file_becomes_a_link_to_its_unchanged_copy() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "src/b"]);
    fs::hard_link(home.at("src/b"), home.at("src/b2")).unwrap();
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    fs::hard_link(home.at("src/a"), home.at("src/z")).unwrap();
    home.ok("fcp", &["--mirror", "src/.", "dst"]);
    assert_same(&home.at("src"), &home.at("dst"), &What::everything());
}

#[test]
fn a_dry_run_tells_what_would_go_and_removes_nothing() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "dst/extra", "dst/dir/in"]);
    let done = home.run("fcp", &["--mirror", "--dry-run", "-v", "src/.", "dst"]);
    let shown = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0));
    assert!(shown.contains("To remove   3 items, moved to the trash"), "{shown}");
    assert!(shown.contains("would move 'dst/./extra' to the trash"), "{shown}");
    let done = home.run("fcp", &["--mirror=delete", "--dry-run", "--json", "src/.", "dst"]);
    assert!(String::from_utf8(done.stdout).unwrap().contains("\"removed\":3"));
    let (told, code) =
        home.told("fcp", &["--mirror", "--max-delete=2", "--dry-run", "src/.", "dst"]);
    assert!(told.contains("more than the limit") && code == 1, "{told}");
    assert!(home.at("dst/extra").exists() && home.at("dst/dir/in").exists());
}

#[test]
fn where_there_is_no_trash_an_item_fails_and_stays() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let volume = mounts.tmpfs("size=1m,mode=755");
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/a"]);
        fs::create_dir(volume.join("dst")).unwrap();
        fs::write(volume.join("dst/extra"), "").unwrap();
        // A file where the volume's trash would be.
        fs::write(volume.join(".Trash-0"), "").unwrap();
        let dst = volume.join("dst");
        let (told, code) = home.told("fcp", &["--mirror", "src/.", dst.to_str().unwrap()]);
        assert!(told.contains("cannot trash") && code == 1, "{told}");
        assert!(dst.join("extra").exists());
        home.ok("fcp", &["--mirror=delete", "src/.", dst.to_str().unwrap()]);
        assert!(!dst.join("extra").exists());
    });
    let _skipped = done.is_none();
}

#[test]
fn a_whole_volume_can_be_a_mirror_and_keeps_what_is_its_own() {
    let done = with_mounts(&[Kind::Ext4], |mounts| {
        let volume = mounts.filesystem(Kind::Ext4, 16 << 20);
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/a", "src/b/c"]);
        fs::write(volume.join("extra"), "").unwrap();
        fs::write(volume.join(".fcp-00000000-temporary"), "").unwrap();
        fs::create_dir(volume.join("below")).unwrap();
        let to = volume.to_str().unwrap();
        for _ in 0..2 {
            home.ok("fcp", &["--mirror", "src/.", to]);
            assert!(volume.join("lost+found").exists());
            assert!(volume.join(".fcp-00000000-temporary").exists());
            assert_eq!(trash_at(&volume.join(".Trash-0")).len(), 2);
        }
        // A filesystem that is mounted below is no extra folder to be removed.
        let other = volume.join("mounted");
        fs::create_dir(&other).unwrap();
        let foreign = mounts.tmpfs("size=1m");
        fs::write(foreign.join("precious"), "").unwrap();
        mounts.bind(&foreign, &other);
        for how in ["--mirror", "--mirror=delete"] {
            assert_eq!(home.told("fcp", &[how, "src/.", to]).1, 1);
            assert!(other.join("precious").exists());
        }
        mounts.unmount(&other);
        // Nor is one deep in an extra folder, with which it would move to the trash.
        let deep = volume.join("mounted/in/deep");
        fs::create_dir_all(&deep).unwrap();
        mounts.bind(&foreign, &deep);
        let (told, code) = home.told("fcp", &["--mirror", "src/.", to]);
        assert!(told.contains("mounted") && code == 1, "{told}");
        assert!(deep.join("precious").exists());
        // The same where it is in the way of a file.
        home.make(&["other/mounted"]);
        assert_eq!(home.told("fcp", &["--mirror", "other/.", to]).1, 1);
        assert!(deep.join("precious").exists());
    });
    let _skipped = done.is_none();
}

#[test]
fn what_is_on_another_filesystem_of_the_source_stays_with_x() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        let home = Home::new(&mounts.directory("user"));
        home.make(&["src/mnt/", "src/a", "dst/mnt/kept", "dst/extra"]);
        mounts.bind(&mounts.tmpfs("size=1m"), &home.at("src/mnt"));
        home.ok("fcp", &["--mirror", "-x", "src/.", "dst"]);
        assert!(home.at("dst/mnt/kept").exists());
        assert_eq!(names_in_trash(&home), ["dst/extra"]);
    });
    let _skipped = done.is_none();
}

#[test]
fn the_trash_of_the_user_and_the_working_directory_are_never_extra() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "../extra"]);
    let other = Scratch::new();
    fs::write(other.path().join("a"), "").unwrap();
    // The home as the destination: the source is elsewhere, the trash and the records are in it.
    let source = other.path().join(".");
    let to = home.path().to_str().unwrap();
    home.ok("fcp", &["--mirror", source.to_str().unwrap(), to]);
    assert!(home.path().join(".local/share/Trash").exists() && home.path().join("a").exists());
    // A delete refuses the working directory as well.
    assert!(home.at("").exists());
    assert!(!home.path().join("extra").exists());
    home.ok("fcp", &["--mirror", source.to_str().unwrap(), to]);
}

#[test]
fn random_trees_become_equal_and_all_that_goes_is_in_the_trash() {
    for seed in 0..24 {
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
        let tree =
            |seed| Tree { sizes: Sizes::Mixed(4096), entries: 60, depth: 4, ..Tree::user(seed) };
        let [src, dst] = ["src", "dst"].map(|name| home.at(name));
        tree(seed).build(&src).unwrap();
        if seed % 3 == 0 {
            // Mostly the same, and some of it changed.
            run(Command::new("cp").arg("-a").args([&src, &dst]));
            tree(1000 + seed).build(&dst.join("more")).unwrap();
        } else {
            tree(1000 + seed).build(&dst).unwrap();
        }
        let [before, old] = ["before", "old"].map(|name| home.at(name));
        run(Command::new("cp").arg("-a").args([&src, &before]));
        run(Command::new("cp").arg("-a").args([&dst, &old]));
        home.ok("fcp", &["--mirror", "--keep-replaced", "src/.", "dst"]);
        assert_same(&before, &src, &What::everything());
        assert_same(&src, &dst, &What { root: false, ..all() });
        let trash = trash_of(&home);
        let mut todo = vec![PathBuf::new()];
        while let Some(below) = todo.pop() {
            for entry in fs::read_dir(old.join(&below)).unwrap() {
                let path = below.join(entry.unwrap().file_name());
                let (was, is) = (old.join(&path), src.join(&path).symlink_metadata());
                let was_dir = was.symlink_metadata().unwrap().is_dir();
                match is {
                    Ok(is) if is.is_dir() && was_dir => todo.push(path),
                    Ok(is) if is.is_dir() == was_dir => {}
                    Ok(_) | Err(_) => {
                        let kept = trash.get(&dst.join(&path));
                        let kept = kept.unwrap_or_else(|| panic!("{seed}: {}", path.display()));
                        assert_same(&was, kept, &What { hard_links: false, ..What::everything() });
                    }
                }
            }
        }
    }
}

#[test]
fn a_mirror_that_was_killed_goes_on_where_it_stopped() {
    if !has_strace() {
        return;
    }
    for (syscall, n) in [("renameat2", 1), ("renameat2", 3), ("unlinkat", 2), ("openat2", 7)] {
        let scratch = Scratch::new();
        let home = Home::new(scratch.path());
        let names = |dir: &str, part: &str| -> Vec<String> {
            (0..20).map(|n| format!("{dir}/{}/{part}{n}", n % 3)).collect()
        };
        for name in names("src", "new").iter().chain(&names("dst", "old")) {
            home.make(&[name.as_str()]);
        }
        home.make(&["src/x/in", "dst/x"]);
        let mut strace = bin::clean(Command::new("strace"));
        strace.env("HOME", home.path()).current_dir(home.at(""));
        strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={syscall}")]);
        strace.args(["-e", &format!("inject={syscall}:signal=SIGKILL:when={n}")]);
        strace.arg(bin::path_of("fcp")).args(["-w1", "--mirror", "src/.", "dst"]);
        run(&mut strace);
        home.ok("fcp", &["--mirror", "src/.", "dst"]);
        assert_same(&home.at("src"), &home.at("dst"), &all());
        // All twenty-one are in the trash, whichever run has moved them there.
        assert_eq!(trash_of(&home).values().filter(|kept| kept.exists()).count(), 21);
    }
}

#[test]
fn a_job_of_the_queue_mirrors_as_well() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["src/a", "dst/extra"]);
    home.ok("fcp", &["--mirror", "--queue", "src/.", "dst"]);
    let ran = home.run("fcpq", &["run"]);
    assert!(ran.status.success(), "{ran:?}");
    assert_same(&home.at("src"), &home.at("dst"), &all());
    assert_eq!(names_in_trash(&home), ["dst/extra"]);
}

/// Files of a tree whose calls are counted.
const FILES: usize = 300;

#[test]
fn an_unchanged_file_costs_two_calls() {
    if !has_strace() {
        return;
    }
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
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
    // The recipe of the README.
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
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
}

/// Runs a request with an engine whose trash is below `home`.
fn engine_run(home: &Home, spec: JobSpec) -> Outcome {
    let engine =
        Engine::at_home(EngineHome { data: home.path().join(".local/share"), state: None });
    let job = engine.submit(spec).unwrap();
    engine.wait(job).unwrap().outcome
}

#[test]
fn one_job_copies_in_both_directions_and_removes_what_it_names() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["left/here/deep/a", "left/file", "right/there/b", "right/file", "left/gone/x"]);
    fs::set_permissions(home.at("left/here"), fs::Permissions::from_mode(0o750)).unwrap();
    let paths = |names: &[&str]| names.iter().map(|name| home.at(name).into()).collect::<Vec<_>>();
    let to = ["right/here/deep/a", "left/there", "right/file"];
    let spec = JobSpec::copy(
        paths(&["left/here/deep/a", "right/there", "left/file"]),
        Destination::Each(paths(&to)),
    );
    let spec = spec.with(|options| {
        options.on_mismatch = MismatchPolicy::Replace;
        options.removals =
            Some(Removals { paths: Some(paths(&["left/gone"])), ..Removals::default() });
    });
    assert_eq!(engine_run(&home, spec.clone()), Outcome::Completed);
    assert_eq!(home.read("right/here/deep/a"), "left/here/deep/a");
    assert_eq!(fs::metadata(home.at("right/here")).unwrap().mode() & 0o777, 0o750);
    assert_eq!(
        (home.read("left/there/b"), home.read("right/file")),
        ("right/there/b".into(), "left/file".into())
    );
    assert_eq!(names_in_trash(&home), ["left/gone"]);
    // Lengths that differ, or one source twice, are refused.
    let engine = Engine::new();
    for sources in [&["left/file"][..], &["left/file", "left/file", "right/there"]] {
        let wrong = JobSpec { sources: paths(sources), ..spec.clone() };
        assert!(engine.submit(wrong).is_err());
    }
}

#[test]
fn named_items_stay_when_something_fails() {
    let scratch = Scratch::new();
    let home = Home::new(scratch.path());
    home.make(&["left/a", "right/extra"]);
    let path = |name: &str| home.at(name).into();
    let spec = JobSpec::copy(
        [path("left/a"), path("left/missing")],
        Destination::Each(vec![path("right/a"), path("right/missing")]),
    );
    let spec = spec.with(|options| {
        options.removals =
            Some(Removals { paths: Some(vec![path("right/extra")]), ..Removals::default() });
    });
    assert_eq!(engine_run(&home, spec), Outcome::CompletedWithErrors);
    assert!(home.at("right/extra").exists() && home.at("right/a").exists());
}

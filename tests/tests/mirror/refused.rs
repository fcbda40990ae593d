//! Tests of mirrors that are refused or remove nothing.

use super::*;

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
    assert!(told.contains(" has was kept, because some items failed"), "{told}");
    assert_eq!(done.status.code(), Some(1));
    assert!(home.at("dst/extra").exists() && home.at("dst/locked/in").exists());
    fs::set_permissions(home.at("src/locked"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_missing_or_empty_source_never_empties_the_destination() {
    let home = Home::temporary();
    home.make(&["src/", "dst/a", "dst/b/c"]);
    assert_eq!(home.told("fcp", &["--mirror", "missing/.", "dst"]).1, 1);
    assert_eq!(home.told("fcp", &["--mirror", "missing", "src", "dst"]).1, 1);
    // Of two for one place the missing one is named, and not that they overlap.
    let (told, code) = home.told("fcp", &["--mirror", "dst/b/.", "missing/.", "dst"]);
    assert!(code == 3 && told.contains("'missing/.': No such file"), "{code} {told}");
    home.told("fcp", &["--mirror", "src/.", "dst/b/.", "dst"]).says(3, "it is also another source");
    let (told, code) = home.told("fcp", &["--mirror", "src/.", "dst"]);
    assert!(told.contains("'src/.' is empty"), "{told}");
    assert_eq!((code, trash_of(&home).len()), (1, 0));
    assert!(home.at("dst/b/c").exists());
    // A disk that is new, and a folder of which all is left out, show nothing to copy, either.
    home.make(&["new/lost+found/", "left/a.tmp"]);
    for args in [&["new/."][..], &["--exclude=*.tmp", "left/."]] {
        let args = [&["--mirror"], args, &["dst"]].concat();
        let (told, code) = home.told("fcp", &args);
        assert!(told.contains("/.' is empty, or filters leave out all that is in it"), "{told}");
        assert_eq!((code, trash_of(&home).len()), (1, 0), "{args:?}");
        assert_eq!(home.told("fcp", &[&["--dry-run"], &args[..]].concat()).1, 1, "{args:?}");
    }
    fs::remove_dir(home.at("dst/lost+found")).unwrap();
    // The user who says how much may go means it.
    home.ok("fcp", &["--mirror", "--max-delete=4", "src/.", "dst"]);
    assert_eq!(names_in_trash(&home), ["dst/a", "dst/b", "dst/src"]);
}

#[test]
fn a_limit_counts_what_is_in_folders_and_keeps_all_or_nothing() {
    let home = Home::temporary();
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
fn sources_and_destinations_that_overlap_are_refused() {
    let home = Home::temporary();
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
fn a_limit_holds_for_what_is_in_the_way_too() {
    let home = Home::temporary();
    home.make(&["src/x", "dst/x/one", "dst/x/two"]);
    assert_eq!(home.told("fcp", &["--mirror", "--max-delete=0", "src/.", "dst"]).1, 1);
    assert_eq!(home.read("dst/x/two"), "dst/x/two");
    assert_eq!(names_in_trash(&home), [""; 0]);
}

#[test]
fn flags_that_contradict_a_mirror_are_refused() {
    let home = Home::temporary();
    home.make(&["src/a", "dst/extra"]);
    for flags in [
        &["--mirror", "-l"][..],
        &["--mirror", "-s"],
        &["--mirror", "--attributes-only"],
        &["--mirror", "-b"],
        &["--mirror", "--on-conflict=rename"],
        &["--mirror", "--keep-directory-symlink"],
        &["--max-delete=1"],
        &["--mirror", "--shard=1/2"],
        &["--link-dest=dst", "--shard=1/2"],
        &["--mirror", "--max-delete=x"],
        &["--mirror=never"],
        &["--link-dest=dst", "--clone-dest=dst"],
        &["--link-dest=dst", "-l"],
        &["--link-dest=dst", "--inplace"],
    ] {
        assert_eq!(home.told("fcp", &[flags, &["src/.", "dst"]].concat()).1, 2, "{flags:?}");
    }
    assert_eq!(home.told("fcp", &["--link-dest=missing", "src/.", "dst"]).1, 3);
    // A link to the source itself would change with it.
    symlink("src", home.at("alias")).unwrap();
    for args in [
        &["--link-dest=src", "-T", "src", "new"][..],
        &["--link-dest=alias", "src/.", "dst"],
        &["--link-dest=.", "src", "dst"],
    ] {
        assert_eq!(home.told("fcp", &[&["-a"], args].concat()).1, 3, "{args:?}");
    }
    assert!(!home.has("new") && !home.has("dst/src"));
    assert!(home.at("dst/extra").exists() && !home.at("dst/a").exists());
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
        home.told("fcp", &["--mirror", "src/.", dst.to_str().unwrap()]).says(1, "to the trash: ");
        assert!(dst.join("extra").exists());
        home.ok("fcp", &["--mirror=delete", "src/.", dst.to_str().unwrap()]);
        assert!(!dst.join("extra").exists());
    });
    let _skipped = done.is_none();
}

#[test]
fn what_gives_way_to_a_folder_counts_as_removed() {
    let home = Home::temporary();
    let args = |limit| ["--mirror=delete", limit, "src/.", "dst"];
    let foreseen = |limit| home.told("fcp", &[&args(limit)[..], &["--dry-run"]].concat());
    home.make(&["src/x/", "src/a", "dst/x"]);
    assert_eq!(foreseen("--max-delete=0").1, 1);
    assert_eq!(foreseen("--max-delete=1").1, 0);
    let (told, code) = home.told("fcp", &args("--max-delete=0"));
    assert_eq!((code, home.read("dst/x")), (1, "dst/x".into()), "{told}");
    // Together they are more than one.
    home.make(&["dst/extra"]);
    let before = foreseen("--max-delete=1");
    assert_eq!(foreseen("--max-delete=2"), (String::new(), 0));
    let (told, code) = home.told("fcp", &args("--max-delete=1"));
    assert_eq!(before, (told.clone(), code), "what the dry run foresaw");
    assert_eq!((code, home.has("dst/extra")), (1, true), "{told}");
    assert!(told.contains("it is more than the limit allows"), "{told}");
    assert!(home.at("dst/x").is_dir());
    home.ok("fcp", &args("--max-delete=1"));
    assert!(!home.has("dst/extra"));
}

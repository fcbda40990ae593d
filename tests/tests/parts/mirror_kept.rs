//! A mirror that is divided into parts removes nothing that the user may need.

use super::mirrored::{in_trash, ok, plan, rest, status, told, trash};
use super::*;

pub(super) const HOWS: [&str; 2] = ["--mirror", "--mirror=delete"];

/// Gives a home a source, and a destination that has four items more.
pub(super) fn laid_out(home: Home) -> Home {
    home.make(&["src/a", "src/sub/b", "src/sub/deep/c"]);
    home.make(&["dst/extra", "dst/sub/extra", "dst/gone/x", "dst/gone/y"]);
    home
}

const EXTRA: [&str; 3] = ["dst/extra", "dst/sub/extra", "dst/gone/x"];

#[track_caller]
fn all_there(home: &Home) {
    for name in EXTRA {
        assert!(home.has(name), "{name}");
    }
    assert!(in_trash(home).is_empty());
}

/// Takes the last step, which must remove nothing and say why.
#[track_caller]
fn nothing_goes(home: &Home, why: &str, code: i32) {
    let (out, err, found) = told(home, &["plan", "finish", "plan"]);
    assert!(found == code && (out.clone() + &err).contains(why), "{found}: {out}{err}");
    all_there(home);
    assert_eq!(status(home)["is_finished"], false);
}

#[test]
fn nothing_is_removed_before_all_parts_are_done_without_a_failure() {
    for how in HOWS {
        let home = laid_out(Home::temporary());
        plan(&home, &[how, "--part-items=1", "src/.", "dst"]);
        nothing_goes(&home, "not ended; see", 3);
        ok(&home, &["part", "plan", "0"]);
        nothing_goes(&home, "not ended; see", 3);
        // A source that was planned and has vanished is an item that failed.
        fs::rename(home.at("src/sub/b"), home.at("b")).unwrap();
        told(&home, &["part", "plan", "--all"]).says(1, "src/./sub/b");
        nothing_goes(&home, "Nothing was removed, since not all of the source", 1);
        nothing_goes(&home, "fcp plan retry", 1);
        ok(&home, &["plan", "retry", "plan"]);
        nothing_goes(&home, "not ended; see", 3);
        fs::rename(home.at("b"), home.at("src/sub/b")).unwrap();
        rest(&home);
        assert!(EXTRA.iter().all(|name| !home.has(name)));
        assert_eq!(left(&home.at("src")), left(&home.at("dst")));
    }
}

#[test]
fn nothing_is_removed_if_the_walk_could_not_read_all_of_the_source() {
    bin::path_of("fcp");
    while_nobody(|| {
        for (how, locked) in [
            ("--mirror", "src/sub/deep"),
            ("--mirror=delete", "dst/sub"),
            // What comes into it after the walk could not be told.
            ("--mirror", "dst/gone"),
            ("--mirror=delete", "dst/gone"),
        ] {
            let home = laid_out(Home::temporary());
            fs::set_permissions(home.at(locked), PermissionsExt::from_mode(0o300)).unwrap();
            let args = ["plan", how, "src/.", "dst", "--out=plan"];
            told(&home, &args).ends(1);
            fs::set_permissions(home.at(locked), PermissionsExt::from_mode(0o755)).unwrap();
            told(&home, &["part", "plan", "--all"]);
            let text = fs::read_to_string(home.at("plan/plan.json")).unwrap();
            assert!(text.contains("\"read_whole\": false"), "{text}");
            nothing_goes(&home, "Nothing was removed, since not all of the source", 1);
            told(&home, &["plan", "status", "plan"]).says(1, "Nothing will be removed");
        }
    });
}

#[test]
fn what_the_source_has_or_had_is_never_removed() {
    for how in HOWS {
        let home = laid_out(Home::temporary());
        home.make(&["dst/gone too/z"]);
        plan(&home, &[how, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        // Copied, and gone from the source since.
        for name in ["src/a", "src/sub/b", "src/sub/deep/c"] {
            fs::remove_file(home.at(name)).unwrap();
        }
        // In the source since.
        home.make(&["src/extra", "src/gone/new"]);
        let out = ok(&home, &["plan", "finish", "plan"]);
        let all = "a extra gone gone/x gone/y sub sub/b sub/deep sub/deep/c";
        let all: BTreeSet<PathBuf> = all.split(' ').map(PathBuf::from).collect();
        assert_eq!(left(&home.at("dst")), all, "{out}");
        assert!(out.contains("are kept, since they have changed"), "{out}");
        assert_eq!(home.read("dst/a"), "src/a");
        // Where a folder of the source has gone, it is not known what that would have now.
        let home = laid_out(Home::temporary());
        plan(&home, &[how, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        fs::remove_dir_all(home.at("src/sub/deep")).unwrap();
        nothing_goes(&home, "Nothing was removed, since not all of the source", 1);
        assert!(home.has("dst/sub/deep/c"));
    }
}

#[test]
fn what_has_come_to_the_destination_or_has_changed_there_since_stays() {
    for how in HOWS {
        let home = laid_out(Home::temporary());
        home.make(&["dst/edited", "dst/replaced", "dst/moved/in", "dst/was file", "dst/plain/in"]);
        fs::hard_link(home.at("dst/plain/in"), home.at("dst/sub/other name")).unwrap();
        plan(&home, &[how, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        home.write("dst/edited", "what the user has written since");
        home.write("new", "another");
        fs::rename(home.at("new"), home.at("dst/replaced")).unwrap();
        fs::rename(home.at("dst/moved"), home.at("aside")).unwrap();
        home.make(&["dst/moved/other", "dst/new/born", "dst/gone/born", "dst/sub/born"]);
        fs::remove_file(home.at("dst/was file")).unwrap();
        home.make(&["dst/was file/in"]);
        let out = ok(&home, &["plan", "finish", "plan"]);
        for name in [
            "edited",
            "replaced",
            "moved/other",
            "new/born",
            "gone/born",
            "sub/born",
            "was file/in",
        ] {
            assert!(home.has(&format!("dst/{name}")), "{name}: {out}");
        }
        // To the trash a folder goes as a whole, or not at all.
        assert_eq!(home.has("dst/gone/x"), how == "--mirror");
        assert!(!home.has("dst/extra") && !home.has("dst/plain") && !home.has("dst/sub/extra"));
        // What was there when the last step began is what it counts.
        fs::remove_dir_all(home.at("plan")).unwrap();
        plan(&home, &[how, "src/.", "dst"]);
        rest(&home);
        assert_eq!(left(&home.at("src")), left(&home.at("dst")));
    }
}

#[test]
fn what_the_user_has_removed_meanwhile_is_not_counted() {
    for how in HOWS {
        let home = laid_out(Home::temporary());
        plan(&home, &[how, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        fs::remove_file(home.at("dst/extra")).unwrap();
        let out = ok(&home, &["plan", "finish", "plan"]);
        let items = if how == "--mirror" { 2 } else { 4 };
        assert!(out.contains(&format!("{items} items removed in the destination\n")), "{out}");
    }
}

#[test]
fn nothing_is_removed_where_the_source_is_not_the_one_of_the_walk() {
    for how in HOWS {
        let home = laid_out(Home::temporary());
        plan(&home, &[how, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        let [src, aside] = ["src", "aside"].map(|name| home.at(name));
        fs::rename(&src, &aside).unwrap();
        nothing_goes(&home, "src", 3);
        // As a mount point that a disk has left.
        fs::create_dir(&src).unwrap();
        nothing_goes(&home, "is its disk mounted", 3);
        fs::remove_dir(&src).unwrap();
        fs::rename(&aside, &src).unwrap();
        // Deeper in the source, where only the comparison finds out.
        let [sub, aside] = ["src/sub", "aside"].map(|name| home.at(name));
        fs::rename(&sub, &aside).unwrap();
        fs::create_dir_all(sub.join("deep")).unwrap();
        nothing_goes(&home, "it has changed since", 1);
        fs::remove_dir_all(&sub).unwrap();
        fs::rename(&aside, &sub).unwrap();
        ok(&home, &["plan", "finish", "plan"]);
        assert_eq!(left(&src), left(&home.at("dst")));
    }
}

#[test]
fn an_empty_source_removes_nothing_unless_a_limit_says_that_it_is_meant() {
    let home = Home::temporary();
    home.make(&["src/a", "dst/extra", "dst/sub/extra", "dst/gone/x"]);
    plan(&home, &["--mirror", "src/.", "dst"]);
    ok(&home, &["part", "plan", "--all"]);
    // It has become empty since.
    fs::remove_file(home.at("src/a")).unwrap();
    nothing_goes(&home, "since a source is empty", 1);
    fs::remove_dir_all(home.at("plan")).unwrap();
    fs::remove_file(home.at("dst/a")).unwrap();
    told(&home, &["plan", "--mirror", "src/.", "dst", "--out=plan"]).says(1, "empty");
    ok(&home, &["part", "plan", "--all"]);
    nothing_goes(&home, "since a source is empty", 1);
    fs::remove_dir_all(home.at("plan")).unwrap();
    plan(&home, &["--mirror", "--max-delete=9", "src/.", "dst"]);
    rest(&home);
    assert!(left(&home.at("dst")).is_empty());
    assert_eq!(in_trash(&home).len(), 3);
}

#[test]
fn a_source_with_nothing_that_is_copied_removes_nothing() {
    let home = Home::temporary();
    home.make(&["src/a", "src/b.tmp", "dst/extra", "dst/sub/extra", "dst/gone/x"]);
    for (left, filter) in [("lost+found/", "--exclude=*.none"), ("c.tmp", "--exclude=*.tmp")] {
        plan(&home, &["--mirror", filter, "src/.", "dst"]);
        ok(&home, &["part", "plan", "--all"]);
        // A new disk is mounted there, or what was copied has been removed.
        for name in fs::read_dir(home.at("src")).unwrap() {
            fs::remove_file(name.unwrap().path()).unwrap();
        }
        home.make(&[&format!("src/{left}")]);
        nothing_goes(&home, "since a source is empty, or filters leave out all that is in it", 1);
        fs::remove_dir_all(home.at("plan")).unwrap();
        fs::remove_dir_all(home.at("src")).unwrap();
        home.make(&["src/a", "src/b.tmp"]);
    }
}

#[test]
fn the_folder_of_the_plan_the_trash_and_the_working_directory_are_never_extra() {
    for how in HOWS {
        let home = Home::temporary();
        home.make(&["../../src/a", "../extra", "../plans/other", "../plans/x/"]);
        let [source, folder] = ["../../src/.", "../plans/x"].map(|name| home.at(name));
        let (source, folder) = (source.to_str().unwrap(), folder.to_str().unwrap());
        let to = home.path().to_str().unwrap();
        let out = ok(&home, &["plan", how, source, to, "--out", folder]);
        // The folder for it is in the destination, and keeps the one that it is in.
        assert!(out.contains("1 item in the destination"), "{out}");
        ok(&home, &["part", folder, "--all"]);
        for _ in 0..2 {
            ok(&home, &["plan", "finish", folder]);
        }
        assert!(home.has("../plans/other") && home.has("../a") && home.at("").exists());
        assert!(!home.has("../extra"));
        assert_eq!(home.has("../.local/share/Trash"), how == "--mirror");
    }
}

#[test]
fn a_source_that_is_mounted_from_within_the_destination_stays() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        for (round, how) in HOWS.iter().enumerate() {
            let home = Home::new(&mounts.directory(&format!("user{round}")));
            home.make(&["dst/old/data/precious", "dst/extra", "src/", "plain/"]);
            mounts.bind(&home.at("dst/old/data"), &home.at("src"));
            // In one process as in parts.
            plan(&home, &[how, "src/.", "dst"]);
            let out = rest(&home);
            assert!(out.contains("1 item removed"), "{out}");
            assert_eq!(home.read("dst/old/data/precious"), "dst/old/data/precious");
            home.make(&["dst/extra"]);
            home.ok("fcp", &[how, "src/.", "dst"]);
            assert_eq!(home.read("dst/old/data/precious"), "dst/old/data/precious");
            assert!(!home.has("dst/extra"));
            mounts.unmount(&home.at("src"));
        }
    });
    let _skipped = done.is_none();
}

#[test]
fn what_is_mounted_in_the_destination_since_the_walk_stays() {
    let done = with_mounts(&[Kind::Tmpfs], |mounts| {
        for how in HOWS {
            let home = laid_out(Home::new(&mounts.directory(how)));
            home.make(&["dst/gone/mounted/"]);
            plan(&home, &[how, "src/.", "dst"]);
            ok(&home, &["part", "plan", "--all"]);
            let foreign = mounts.tmpfs("size=1m");
            fs::write(foreign.join("precious"), "").unwrap();
            mounts.bind(&foreign, &home.at("dst/gone/mounted"));
            let (out, err, _) = told(&home, &["plan", "finish", "plan"]);
            assert!(home.has("dst/gone/mounted/precious"), "{out}{err}");
            assert!(!home.has("dst/extra"), "{out}{err}");
            mounts.unmount(&home.at("dst/gone/mounted"));
        }
    });
    let _skipped = done.is_none();
}

#[test]
fn a_list_that_is_damaged_or_missing_removes_nothing() {
    let home = laid_out(Home::temporary());
    plan(&home, &["--mirror=delete", "src/.", "dst"]);
    ok(&home, &["part", "plan", "--all"]);
    let list = home.at("plan/removals/000000");
    let whole = fs::read(&list).unwrap();
    let text = String::from_utf8_lossy(&whole).replace("-extra", "-b");
    fs::write(&list, text).unwrap();
    nothing_goes(&home, "its checksum is wrong", 3);
    fs::remove_file(&list).unwrap();
    nothing_goes(&home, "it is missing", 3);
    fs::write(&list, whole).unwrap();
    ok(&home, &["plan", "finish", "plan"]);
    assert_eq!(left(&home.at("src")), left(&home.at("dst")));
    assert!(trash(&home).is_empty());
}

#[test]
fn a_destination_behind_a_symlink_is_the_one_that_was_planned() {
    let home = laid_out(Home::temporary());
    home.make(&["other/extra", "other/sub/extra"]);
    symlink("dst", home.at("link")).unwrap();
    plan(&home, &["--mirror", "src/.", "link"]);
    ok(&home, &["part", "plan", "--all"]);
    fs::remove_file(home.at("link")).unwrap();
    symlink("other", home.at("link")).unwrap();
    nothing_goes(&home, "is not what it was when the plan was made", 3);
    assert!(home.has("other/extra") && home.has("other/sub/extra"));
    fs::remove_file(home.at("link")).unwrap();
    symlink("dst", home.at("link")).unwrap();
    // A folder that a symlink has replaced since leads nowhere.
    fs::rename(home.at("dst/sub"), home.at("dst sub")).unwrap();
    symlink("../other/sub", home.at("dst/sub")).unwrap();
    told(&home, &["plan", "finish", "plan"]);
    assert!(home.has("other/sub/extra") && home.has("dst sub/extra"));
}

#[test]
fn a_folder_in_the_way_that_has_changed_since_the_walk_stays() {
    for how in HOWS {
        let home = Home::temporary();
        home.make(&["src/same", "src/changed", "src/new", "dst/extra"]);
        home.make(&["dst/same/in/deep", "dst/changed/in/deep"]);
        plan(&home, &[how, "src/.", "dst"]);
        home.make(&["dst/changed/in/since", "dst/new/since"]);
        let (_, err, code) = told(&home, &["part", "plan", "--all"]);
        let count = err.matches("it has changed since").count();
        assert!(code == 1 && count == 2, "{err}");
        assert!(home.has("dst/changed/in/since") && home.has("dst/new/since"));
        assert!(home.at("dst/same").is_file());
        assert_eq!(in_trash(&home), ["dst/same"]);
        let (out, _, code) = told(&home, &["plan", "finish", "plan"]);
        assert!(code == 1 && home.has("dst/extra"), "{out}");
        // Where it is that of the walk again, it goes.
        for name in ["dst/changed/in/since", "dst/new/since"] {
            fs::remove_file(home.at(name)).unwrap();
        }
        fs::remove_dir(home.at("dst/new")).unwrap();
        ok(&home, &["plan", "retry", "plan"]);
        rest(&home);
        assert_eq!(left(&home.at("src")), left(&home.at("dst")));
    }
}

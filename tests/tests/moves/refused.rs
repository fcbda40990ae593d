//! Tests of moves that are refused or fail.

use super::*;

#[test]
fn a_directory_replaces_an_empty_one_as_mv_does() {
    near_and_far(|from, to, _| {
        let replace = |o: &mut Options| o.on_directory = DirectoryPolicy::Replace;
        for dir in [from.join("dir"), to.join("dir")] {
            mkdir(&dir);
        }
        put(from.join("dir/new"), b"new");
        put(to.join("dir/old"), b"old");
        let told = mv_into(&[from.join("dir")], to).with(replace).run();
        let told = told.failed_with(&[("dir", Code::NotEmpty)]);
        assert_eq!(told.failed[0].1.action, Action::Move);
        assert_eq!(names(from.join("dir")), ["new"]);
        remove_all(&to.join("dir/old")).unwrap();
        let told = mv_into(&[from.join("dir")], to).with(replace).run().clean();
        assert_eq!(told.summary.replaced, 1);
        assert_eq!(names(to.join("dir")), ["new"]);
        assert!(!exists(from.join("dir")));
    });
}

#[test]
fn files_and_directories_do_not_replace_each_other() {
    near_and_far(|from, to, _| {
        mkdir(from.join("dir"));
        put(from.join("file"), b"file");
        mkdir(to.join("file"));
        put(to.join("dir"), b"there");
        let told = mv_into(&[from.join("dir"), from.join("file")], to).run();
        told.failed_with(&[("dir", Code::OverNonDirectory), ("file", Code::OverDirectory)]);
        let skip = |o: &mut Options| o.on_mismatch = MismatchPolicy::Skip;
        let told = mv_into(&[from.join("dir"), from.join("file")], to).with(skip).run().clean();
        assert_eq!(told.summary.skipped, 2);
        assert!(from.join("dir").is_dir() && from.join("file").is_file());
    });
}

#[test]
fn what_would_go_into_itself_or_over_itself_is_refused() {
    let scratch = Scratch::new();
    for dir in ["dir", "dir/below", "other"] {
        mkdir(scratch.join(dir));
    }
    put(scratch.join("file"), b"file");
    hard_link(scratch.join("file"), scratch.join("link"));
    symlink("file", scratch.join("symlink"));
    symlink("../dir", scratch.join("other/way"));
    let at = |name: &str| scratch.join(name);
    let refused = |from: &str, to: &str, code| {
        let told = mv(at(from), at(to)).run();
        assert_eq!(told.failed.len(), 1, "{from} {to}: {told:?}");
        let error = &told.failed[0].1;
        assert_eq!((error.action, error.code), (Action::Move, code), "{from} {to}");
        assert_eq!(error.path.0, at(from));
        assert_eq!(error.other.as_ref().unwrap().0, at(to));
    };
    refused("dir", "dir/new", Code::IntoItself);
    refused("dir", "dir/below/new", Code::IntoItself);
    refused("dir", "other/way/new", Code::IntoItself);
    refused("dir", "dir", Code::SameFile);
    refused("file", "file", Code::SameFile);
    refused("file", "other/../file", Code::SameFile);
    refused("file", "link", Code::SameFile);
    refused("symlink", "file", Code::SameFile);
    assert_eq!(get(at("file")), b"file");
    assert!(exists(at("link")) && at("dir/below").is_dir());
    // With a backup there is something to do.
    let backup = |o: &mut Options| {
        o.backup = Some(Backup { kind: BackupKind::Simple, suffix: "~".to_owned() });
    };
    mv(at("file"), at("link")).with(backup).run().clean();
    assert!(!exists(at("file")) && exists(at("link")) && exists(at("link~")));
    // A file replaces the symlink that leads to it, or anywhere.
    put(at("new"), b"new");
    mv(at("new"), at("symlink")).run().clean();
    assert_eq!(get(at("symlink")), b"new");
    assert!(!at("symlink").is_symlink());
}

#[test]
fn one_file_seen_through_a_bind_mount_is_one_file() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let dir = mounts.tmpfs("");
        for name in ["here", "here/dir", "seen"] {
            mkdir(dir.join(name));
        }
        put(dir.join("here/file"), b"file");
        put(dir.join("here/dir/file"), b"file");
        mounts.bind(&dir.join("here"), &dir.join("seen"));
        let told = mv(dir.join("here/file"), dir.join("seen/file")).run();
        told.failed_with(&[("file", Code::SameFile)]);
        let told = mv(dir.join("here/dir"), dir.join("seen/dir")).run();
        told.failed_with(&[("dir", Code::SameFile)]);
        let told = mv(dir.join("here/dir"), dir.join("seen/dir/below")).run();
        told.failed_with(&[("dir", Code::IntoItself)]);
        assert_eq!(get(dir.join("here/dir/file")), b"file");
        // A file whose name is free there is moved.
        mv(dir.join("here/file"), dir.join("seen/new")).run().clean();
        assert_eq!(names(dir.join("here")), ["dir", "new"]);
    });
}

#[test]
fn two_sources_do_not_overwrite_each_other() {
    near_and_far(|from, to, _| {
        for dir in ["1", "2", "1/dir", "2/dir"] {
            mkdir(from.join(dir));
        }
        for dir in ["1", "2"] {
            put(from.join(dir).join("file"), dir);
            put(from.join(dir).join("dir/below"), dir);
            put(from.join(dir).join(format!("dir/only {dir}")), dir);
        }
        let sources = ["1/file", "1/dir", "2/file", "2/dir"].map(|name| from.join(name));
        let told = mv_into(&sources, to).run();
        let told =
            told.failed_with(&[("2/dir/below", Code::JustCreated), ("2/file", Code::JustCreated)]);
        assert!(told.failed.iter().all(|(_, error)| error.action == Action::Move));
        assert_eq!(get(to.join("file")), b"1");
        assert_eq!(get(to.join("dir/below")), b"1");
        assert_eq!(names(to.join("dir")), ["below", "only 1", "only 2"]);
        assert_eq!(get(from.join("2/file")), b"2");
        assert_eq!(get(from.join("2/dir/below")), b"2");
        assert!(!exists(from.join("1/dir")));
    });
}

#[test]
fn an_operand_named_twice_is_moved_once() {
    near_and_far(|from, to, _| {
        put(from.join("file"), b"file");
        mkdir(from.join("dir"));
        hard_link(from.join("file"), from.join("dir/file"));
        let same = from.join(".").join("file");
        let told = mv_into(&[from.join("file"), same, from.join("dir/file")], to).run();
        assert!(matches!(told.warnings[..], [Warning::DuplicateSource { .. }]), "{told:?}");
        assert_eq!(told.skipped[0].1, SkipReason::Duplicate);
        // Another link to it is another name, which must not be lost in silence.
        assert_eq!(told.failed.len(), 1, "{told:?}");
        assert!(exists(from.join("dir/file")) && exists(to.join("file")));
    });
}

#[test]
fn a_link_to_a_directory_with_a_slash_is_refused() {
    near_and_far(|from, to, _| {
        mkdir(from.join("dir"));
        put(from.join("dir/file"), b"file");
        symlink("dir", from.join("link"));
        let told = mv_into(&[from.join("link/")], to).run();
        assert_eq!(told.failed.len(), 1, "{told:?}");
        let error = &told.failed[0].1;
        assert_eq!((error.action, error.code), (Action::Move, Code::NotADirectory));
        assert_eq!(get(from.join("dir/file")), b"file");
        let strip = |o: &mut Options| o.strip_trailing_slashes = true;
        mv_into(&[from.join("link/")], to).with(strip).run().clean();
        assert!(to.join("link").is_symlink());
        // Of a directory the slash means nothing.
        mv_into(&[from.join("dir/")], to).run().clean();
        assert_eq!(get(to.join("dir/file")), b"file");
    });
}

#[test]
fn failures_name_both_paths_and_the_reason() {
    let scratch = Scratch::new();
    put(scratch.join("file"), b"file");
    let told = mv(scratch.join("nothing"), scratch.join("new")).run();
    let told = told.failed_with(&[("nothing", Code::NotFound)]);
    assert_eq!(told.failed[0].1.action, Action::Stat);
    let told = mv(scratch.join("file"), scratch.join("no/new")).run();
    let told = told.failed_with(&[("file", Code::NotFound)]);
    let error = &told.failed[0].1;
    assert_eq!((error.action, &error.path.0), (Action::Move, &scratch.join("file")));
    assert_eq!(error.other.as_ref().unwrap().0, scratch.join("no/new"));
    assert_eq!(get(scratch.join("file")), b"file");
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let at = mounts.tmpfs("");
        mkdir(at.join("dir"));
        mkdir(at.join("into"));
        mounts.bind(&at.join("into"), &at.join("dir"));
        let told = mv(at.join("dir"), at.join("new")).run();
        assert_eq!(told.failed[0].1.errno, Some(rustix::io::Errno::BUSY.raw_os_error()));
        assert_eq!(told.failed[0].1.action, Action::Move);
    });
}

#[test]
fn a_move_that_must_not_copy_fails_where_it_would() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let (a, b) = (mounts.tmpfs(""), mounts.tmpfs(""));
        mkdir(a.join("dir"));
        put(a.join("dir/file"), b"file");
        put(a.join("file"), b"file");
        let no_copy = |o: &mut Options| o.no_copy = true;
        let told = mv_into(&[a.join("dir"), a.join("file")], &b).with(no_copy).run();
        let fails = [("dir", Code::CrossDevice), ("file", Code::CrossDevice)];
        let told = told.failed_with(&fails);
        assert!(told.failed.iter().all(|(_, error)| error.action == Action::Move));
        let foreseen = |o: &mut Options| (o.no_copy, o.dry_run) = (true, true);
        mv_into(&[a.join("dir"), a.join("file")], &b).with(foreseen).run().failed_with(&fails);
        assert!(names(&b).is_empty());
        mv(a.join("file"), a.join("near")).with(no_copy).run().clean();
    });
}

#[test]
fn a_backup_does_not_take_the_name_of_the_source() {
    let scratch = Scratch::new();
    let simple = |o: &mut Options| {
        o.backup = Some(Backup { kind: BackupKind::Simple, suffix: "~".into() });
        o.on_directory = DirectoryPolicy::Replace;
    };
    let [old, new] = ["f", "f~"].map(|name| scratch.join(name));
    put(&old, b"f");
    // Renaming one name of a file over the other does nothing, and says that it did.
    hard_link(&old, &new);
    let told = mv(&new, &old).with(simple).run();
    let told = told.failed_with(&[("f~", Code::BackupIsSource)]);
    assert_eq!((told.summary.done, names(scratch.path())), (0, vec!["f".into(), "f~".into()]));
    assert_eq!(get(&old), b"f");

    let [old, new] = ["d", "d~"].map(|name| scratch.join(name));
    // An empty directory would be replaced by its own backup.
    mkdir(&old);
    mkdir(&new);
    let told = mv(&new, &old).with(simple).run();
    let _told = told.failed_with(&[("d~", Code::BackupIsSource)]);
    assert!(old.exists() && new.exists());
}

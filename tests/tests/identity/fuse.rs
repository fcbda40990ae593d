//! Tests of filesystems of FUSE that fold case, or keep neither owners nor links.

use super::*;

#[test]
fn no_file_is_lost_where_a_server_of_fuse_folds_case() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        for dir in ["D", "d"] {
            mkdir(src.join(dir));
            put(src.join(dir).join("File"), dir.as_bytes());
        }
        put(src.join("name"), b"one");
        put(src.join("Name"), b"another");
        let dst = exfat.join("copy");
        let told = copy(&src, &dst).archive().run();
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::JustCreated), "{told:?}");
        // What was refused has replaced nothing: a folder with a file, and another file.
        assert_eq!((told.failed.len(), names(&dst).len()), (2, 2));
        let told = mv_into(&[src.join("name"), src.join("Name")], exfat).run();
        assert_eq!((told.summary.done, told.summary.failed), (1, 1));
        assert_eq!(names(&src).len(), 3, "the second stays where it was");
        assert_eq!(names(exfat).len(), 2);
        // Large files are looked at when they are whole.
        let large = mounts.directory("large");
        for (name, seed) in [("Big", 1), ("big", 2)] {
            put(large.join(name), noise(seed, 3 << 20));
        }
        let told = copy_into(&[&large], exfat).run();
        assert_eq!((told.summary.done, told.summary.failed), (2, 1), "the folder and one file");
        let told = mv_into(&[large.join("Big"), large.join("big")], exfat).run();
        assert_eq!((told.summary.done, told.summary.failed), (1, 1));
        let told = mv_into(&[&large], exfat.join("copy")).run();
        assert!(told.failed.is_empty() && !large.exists(), "{told:?}");
    });
}

#[test]
fn no_file_is_lost_where_a_folder_in_the_destination_folds_case() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        mkdir(src.join("sub"));
        // The small sigma has two forms.
        for name in ["F1", "f1", "ΟΔΟΣ", "οδος"] {
            put(src.join(name), name.as_bytes());
            put(src.join("sub").join(name), name.as_bytes());
        }
        // The destination itself, and a mount below one that does not fold.
        let dst = mounts.directory("destination");
        mkdir(dst.join("sub"));
        mkdir(exfat.join("sub"));
        mounts.bind(&exfat.join("sub"), &dst.join("sub"));
        let told = copy(&src, &dst).run();
        // Else the server would not end.
        mounts.unmount(&dst.join("sub"));
        assert!(told.failed.iter().all(|(_, error)| error.code == Code::JustCreated), "{told:?}");
        assert_eq!((told.failed.len(), names(exfat.join("sub")).len()), (2, 2), "{told:?}");
        for name in names(exfat.join("sub")) {
            rustix::fs::unlink(exfat.join("sub").join(name)).unwrap();
        }
        let told = mv(&src, exfat).run();
        assert_eq!(told.failed.len(), 4, "{told:?}");
        let stay = names(&src).len() - 1 + names(src.join("sub")).len();
        let came = names(exfat).len() - 1 + names(exfat.join("sub")).len();
        assert_eq!((stay, came), (4, 4));
    });
}

#[test]
fn names_of_one_file_are_moved_as_copies_where_there_are_no_hard_links() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        put(src.join("f1"), b"one file");
        for name in ["f2", "f3"] {
            hard_link(src.join("f1"), src.join(name));
        }
        let told = mv_into(&["f1", "f2", "f3"].map(|name| src.join(name)), exfat).run();
        assert!(told.failed.is_empty() && names(&src).is_empty(), "{told:?}");
        for name in ["f1", "f2", "f3"] {
            assert_eq!(get(exfat.join(name)), b"one file");
        }
    });
}

#[test]
fn owners_and_modes_that_a_server_of_fuse_keeps_of_no_file_are_told_once() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        for n in 0..5 {
            put(src.join(format!("f{n}")), b"data");
            std::os::unix::fs::chown(src.join(format!("f{n}")), Some(65_534), None).unwrap();
        }
        let told = copy(&src, exfat.join("copy")).archive().run();
        assert!(told.failed.is_empty(), "{told:?}");
        let not_kept = |warning: &Warning| match warning {
            Warning::Metadata { error } => (error.code == Code::NotKept).then_some(error.action),
            _ => None,
        };
        let told: Vec<_> = told.warnings.iter().map(not_kept).collect();
        assert_eq!(told, [Some(Action::SetOwner), Some(Action::SetMode)]);
        assert_same(&src, &exfat.join("copy"), &What::contents());
        // Under the name `cp` it is a failure of each file, as with GNU.
        let told = copy(&src, exfat.join("again")).archive().with(|o| o.gnu = true).run();
        assert_eq!(told.failed.len(), 5);
    });
}

#[test]
fn a_mirror_keeps_what_has_another_spelling_where_a_server_of_fuse_folds_case() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        put(src.join("Photo"), b"one");
        put(exfat.join("photo"), b"one");
        put(exfat.join("extra"), b"gone");
        let told = copy(&src, exfat)
            .with(|o| {
                o.resume = true;
                o.removals = Some(Removals { permanent: true, ..Removals::default() });
            })
            .run();
        assert!(told.failed.is_empty(), "{told:?}");
        // A server renames what is removed while the kernel has it open, and removes it a moment later.
        until("the extra item is gone", || names(exfat) == ["photo"]);
    });
}

#[test]
fn a_job_removes_nothing_that_it_has_brought_under_another_spelling() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        put(src.join("README"), b"the only one");
        put(exfat.join("Readme"), b"an older one");
        put(exfat.join("extra"), b"not needed");
        let removed = ["Readme", "extra"].map(|name| exfat.join(name).into());
        let mut job = copy(src.join("README"), exfat);
        job.0.destination = Some(Destination::Each(vec![exfat.join("README").into()]));
        let told = job
            .with(|o| {
                o.on_conflict = ConflictPolicy::Overwrite;
                let paths = Some(removed.to_vec());
                o.removals = Some(Removals { permanent: true, paths, ..Removals::default() });
            })
            .run();
        assert!(told.failed.is_empty(), "{told:?}");
        until("nothing else is there", || names(exfat).len() == 1);
        assert_eq!(get(exfat.join("README")), b"the only one");
    });
}

#[test]
fn a_symlink_fails_in_plain_words_where_a_server_of_fuse_has_none() {
    with_exfat(|mounts, exfat| {
        let src = mounts.directory("source");
        symlink("target", src.join("link"));
        let told = copy(&src, exfat.join("copy")).run();
        let [(_, error)] = &told.failed[..] else { panic!("{told:?}") };
        assert_eq!((error.action, error.code), (Action::CreateSymlink, Code::Unsupported));
        assert!(error.to_string().ends_with("cannot store it"), "{error}");
        // By its whole path, as in a sync.
        let mut job = copy(src.join("link"), exfat);
        job.0.destination = Some(Destination::Each(vec![exfat.join("link").into()]));
        let told = job.run();
        assert!(told.failed[0].1.filesystem.is_some(), "{told:?}");
    });
}

//! Tests of modes, owners, ACLs and attributes.

use super::*;

/// Expects modes as cp makes them: those of the source, less the umask and the set-ID bits.
#[track_caller]
fn assert_masked(src: &Path, dst: &Path, umask: u32) {
    for name in names(src) {
        let (old, new) = (src.join(&name), dst.join(&name));
        let (from, to) = (old.symlink_metadata().unwrap(), new.symlink_metadata().unwrap());
        if from.is_symlink() {
            continue;
        }
        let sticky = if from.is_dir() { 0o1000 } else { 0 };
        let wanted = from.mode() & (0o777 | sticky) & !umask;
        assert_eq!(to.mode() & 0o7777, wanted, "{}", new.display());
        if from.is_dir() {
            assert_masked(&old, &new, umask);
        }
    }
}

#[test]
fn plain_copies_have_the_contents_and_the_masked_modes() {
    let scratch = Scratch::new();
    let src = scratch.join("source");
    let tree = Tree { odd_names: false, acls: false, ..Tree::full(7) };
    tree.build(&src).unwrap();
    // The umask is the process's, which is shared with other tests: so the program is run.
    for umask in [0o022, 0o077, 0o002] {
        let dst = scratch.join(format!("copy{umask:o}"));
        let script = format!("umask {umask:o}; exec \"$@\"");
        let mut shell = fcp_test_support::bin::clean(std::process::Command::new("/bin/sh"));
        shell.args(["-c", &script, "sh"]).arg(fcp_test_support::bin::path_of("fcp"));
        let done = run(shell.args(["--json", "--events=all", "-T"]).arg(&src).arg(&dst));
        copy::read(&done).clean();
        assert_same(&src, &dst, &What::contents());
        assert_masked(&src, &dst, umask);
    }
}

#[test]
fn set_id_bits_are_kept_only_with_their_owner() {
    let scratch = Scratch::new().open_to_all();
    let src = scratch.join("source");
    mkdir(&src);
    for (name, mode, owner) in
        [("mine", 0o6755, 65534), ("roots", 0o4755, 0), ("group", 0o2755, 0), ("plain", 0o755, 0)]
    {
        put(src.join(name), b"#!");
        rustix::fs::chown(
            src.join(name),
            Some(rustix::fs::Uid::from_raw(owner)),
            Some(rustix::fs::Gid::from_raw(owner)),
        )
        .unwrap();
        chmod(src.join(name), mode);
    }
    let modes = |dir: &Path| {
        ["mine", "roots", "group", "plain"]
            .map(|name| dir.join(name).metadata().unwrap().mode() & 0o7777)
    };
    copy(&src, scratch.join("exact")).archive().run().clean();
    assert_eq!(modes(&scratch.join("exact")), [0o6755, 0o4755, 0o2755, 0o755]);
    copy(&src, scratch.join("masked")).run().clean();
    assert_eq!(modes(&scratch.join("masked")), [0o755; 4]);
    copy(&src, scratch.join("mode")).with(|o| o.preserve.mode = ModeRule::Exact).run().clean();
    // cp --preserve=mode keeps them: the copies are root's as cp's are.
    assert_eq!(modes(&scratch.join("mode"))[3], 0o755);

    let mut program = copy::program(&["-a", "-T", text(&src), text(&scratch.join("nobodys"))]);
    let Some(program) = fcp_test_support::as_nobody(&mut program) else { return };
    copy::read(&run(program)).clean();
    // The copies of root's files belong to the user nobody and lose their set-ID bits, which
    // would now grant nobody's rights instead of root's.
    assert_eq!(modes(&scratch.join("nobodys")), [0o6755, 0o755, 0o755, 0o755]);
}

#[test]
fn read_only_directories_are_copied_by_any_user() {
    let scratch = Scratch::new().open_to_all();
    let src = scratch.join("source");
    for dir in ["", "a", "a/b", "a/b/c"] {
        mkdir(src.join(dir));
        put(src.join(dir).join("file"), dir);
    }
    for dir in ["a/b/c", "a/b", "a", ""] {
        chmod(src.join(dir), 0o555);
    }
    for flags in ["-T", "-aT"] {
        let dst = scratch.join(format!("copy{flags}"));
        let mut program = copy::program(&[flags, text(&src), text(&dst)]);
        let Some(program) = fcp_test_support::as_nobody(&mut program) else { return };
        copy::read(&run(program)).clean();
        let what = What { mode: true, root: true, ..What::contents() };
        assert_same(&src, &dst, &what);
    }
}

#[test]
fn a_read_only_directory_inherits_the_group_as_every_other() {
    let scratch = Scratch::new();
    let (src, dst) = (scratch.join("source"), scratch.join("copy"));
    mkdir(&src);
    mkdir(src.join("plain"));
    mkdir(src.join("read-only"));
    chmod(src.join("read-only"), 0o555);
    mkdir(&dst);
    chmod(&dst, 0o2755);
    copy(&src, &dst).run().clean();
    for (name, mode) in [("plain", 0o2755), ("read-only", 0o2555)] {
        assert_eq!(dst.join(name).metadata().unwrap().mode() & 0o7777, mode, "{name}");
    }
}

#[test]
fn an_archive_has_the_acls_of_its_source_and_no_others() {
    with_mounts(&[Kind::Ext4], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 32 << 20);
        let (src, dst) = (at.join("source"), at.join("copy"));
        mkdir(&src);
        mkdir(src.join("dir"));
        put(src.join("file"), b"file");
        put(src.join("dir/file"), b"file");
        put(src.join("dir/granted"), b"file");
        let granted = acl::encode((1000, 4), (1000, 6));
        rustix::fs::setxattr(src.join("dir/granted"), acl::ACCESS, &granted, XattrFlags::empty())
            .unwrap();
        // The destination hands down rights that the source does not give.
        mkdir(&dst);
        let generous = acl::encode((65534, 7), (65534, 7));
        rustix::fs::setxattr(&dst, acl::DEFAULT, &generous, XattrFlags::empty()).unwrap();
        put(dst.join("file"), b"old");
        copy(&src, &dst).archive().run().clean();
        assert_same(&src, &dst, &What::everything());
    });
}

#[test]
fn attributes_that_a_filesystem_lacks_are_warned_of_once() {
    with_mounts(&[Kind::Ext4, Kind::Tmpfs], |mounts| {
        let at = mounts.filesystem(Kind::Ext4, 64 << 20);
        let src = at.join("source");
        mkdir(&src);
        for name in ["a", "b", "c"] {
            put(src.join(name), name);
            // More than tmpfs may hold of attributes in all its inodes.
            let value = vec![b'v'; 3000];
            rustix::fs::setxattr(src.join(name), "user.x", &value, XattrFlags::empty()).unwrap();
        }
        let none = mounts.tmpfs("size=1m,nr_inodes=8");
        let told = copy(&src, none.join("copy")).archive().run();
        assert_eq!(told.failed, []);
        assert_eq!(told.summary.done, 4);
        assert_eq!(told.warnings.len(), 1, "{:?}", told.warnings);
        assert_same(&src, &none.join("copy"), &What { mode: true, ..What::contents() });
        let required = copy(&src, none.join("required")).archive();
        let told = required.with(|o| o.preserve.required = true).run();
        assert!(told.summary.failed > 0, "{told:?}");
    });
}

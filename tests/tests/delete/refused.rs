//! Tests of what is not removed.

use super::*;

#[test]
fn an_immutable_file_stays_and_says_why() {
    with_filesystem(Kind::Ext4, 16 << 20, |root| {
        let top = root.join("top");
        for dir in ["top", "top/a", "top/a/b", "top/c"] {
            mkdir(root.join(dir));
        }
        for file in ["top/a/b/fixed", "top/a/b/loose", "top/c/loose", "top/loose"] {
            put(root.join(file), b"x");
        }
        let fixed = root.join("top/a/b/fixed");
        tool("chattr", &["+i", text(&fixed)]);
        let told = delete(&[&top]).run();
        tool("chattr", &["-i", text(&fixed)]);
        let told = told.failed_with(&[("fixed", Code::PermissionDenied)]);
        assert_eq!(told.failed[0].1.action, Action::Remove);
        assert_eq!(told.failed[0].1.errno, Some(1));
        // The directories above are not failures of their own.
        let not_empty = |name: &str| (name.to_owned(), SkipReason::NotEmpty);
        assert_eq!(skips(&told), [not_empty("a"), not_empty("b"), not_empty("top")]);
        assert_eq!(
            (names(&top), names(root.join("top/a/b"))),
            (vec!["a".into()], vec!["fixed".into()])
        );
    });
}

#[test]
fn rights_that_are_missing_are_named_and_the_rest_goes() {
    let scratch = Scratch::new().open_to_all();
    let top = scratch.join("top");
    while_nobody(|| {
        for dir in ["top", "top/locked", "top/locked/in", "top/hidden", "top/empty", "top/open"] {
            mkdir(scratch.join(dir));
        }
        for file in ["locked/file", "hidden/file", "open/file"] {
            put(top.join(file), b"");
        }
        chmod(top.join("locked"), 0o555);
        chmod(top.join("hidden"), 0);
        chmod(top.join("empty"), 0);
        let told = delete(&[&top]).run();
        let told = told.failed_with(&[
            ("hidden", Code::PermissionDenied),
            ("locked/file", Code::PermissionDenied),
            ("locked/in", Code::PermissionDenied),
        ]);
        assert_eq!(names(&top), ["hidden", "locked"]);
        assert_eq!(skips(&told).len(), 2);
        for dir in ["locked", "hidden"] {
            chmod(top.join(dir), 0o755);
        }
        delete(&[&top]).run().clean();
    });
    assert!(names(scratch.path()).is_empty());
}

#[test]
fn dots_and_the_working_directory_are_refused_and_the_rest_goes() {
    with_jail("frm", "frm", |jail| {
        jail.file("/home/me/work/file").file("/home/me/other/file").file("/home/you/file");
        let run = |args: &str| {
            let script = format!("cd /home/me/work && exec /bin/frm -r --json --events=all {args}");
            let mut shell = jail.command("/bin/sh");
            let output = fcp_test_support::run(shell.args(["-c", &script]));
            copy::read(&output)
        };
        jail_shell(jail);
        let told = run(". .. ./ ../work/. /home/me/../me/..// ../other");
        assert_eq!(codes(&told), [Code::DotDirectory; 5]);
        assert!(!jail.has("/home/me/other") && jail.has("/home/you/file"));
        jail.file("/home/me/other/file");
        let told = run("/home/me/work /home/me ../../../home /home/me/work/// ../other");
        assert_eq!(codes(&told), [Code::WorkingDirectory; 4]);
        assert!(jail.has("/home/me/work/file") && !jail.has("/home/me/other"));
        // Under another name, too.
        jail.dir("/elsewhere/bound").bind("/home/me", "/elsewhere/bound");
        assert_eq!(codes(&run("/elsewhere/bound")), [Code::WorkingDirectory]);
        assert!(jail.has("/home/me/work/file"));
        let told = run("--cross-mounts /elsewhere");
        assert_eq!(codes(&told), [Code::WorkingDirectory]);
        assert!(jail.has("/home/me/work/file"));
    });
}

#[test]
fn the_root_is_refused_under_every_name() {
    with_jail("frm", "frm", |jail| {
        jail_shell(jail);
        jail.file("/precious/file").dir("/bound").bind("/", "/bound");
        jail.dir("/sub");
        for (name, code) in [
            ("/", Code::Root),
            ("//", Code::Root),
            ("/sub/../", Code::DotDirectory),
            ("/.", Code::DotDirectory),
            ("/bound", Code::Root),
            ("/bound/", Code::Root),
            ("--cross-mounts /bound", Code::Root),
        ] {
            let script = format!("cd /sub && exec /bin/frm -r --json --events=all {name}");
            let mut shell = jail.command("/bin/sh");
            let output = fcp_test_support::run(shell.args(["-c", &script]));
            assert_eq!(codes(&copy::read(&output)), [code], "{name}");
            assert!(jail.has("/precious/file") && jail.has("/bin/frm"), "{name}");
        }
    });
}

/// Puts a shell into a jail, to change its working directory.
fn jail_shell(jail: &fcp_test_support::jail::Jail<'_>) {
    jail.install(Path::new("/bin/sh"), &jail.path("/bin/sh"));
}

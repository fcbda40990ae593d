//! Tests of `rm` at the root directory and at mounts: which it refuses, and which it crosses.
//!
//! Every test has a root directory of its own; GNU's `rm` was recorded in the same one.

use fcp_test_support::jail::{Jail, with_jail};

/// A line of the table: arguments, what is said, and what is left of what was there.
type Row = (&'static [&'static str], &'static str, &'static [&'static str]);

/// Makes `/w` with a mounted `/w/m`, a mounted `/w/n/m` and files in all of them.
fn furnish(jail: &Jail<'_>) {
    jail.file("/w/f").file("/w/n/g").mount("/w/m").file("/w/m/inner");
    jail.mount("/w/n/m").file("/w/n/m/inner").dir("/w/n/m/sub");
    std::os::unix::fs::symlink("/", jail.path("/w/root")).unwrap();
}

/// Everything that a command may remove.
const ALL: [&str; 9] = [
    "/w",
    "/w/f",
    "/w/n/g",
    "/w/m",
    "/w/m/inner",
    "/w/n/m",
    "/w/n/m/inner",
    "/w/n/m/sub",
    "/w/root",
];

fn check(rows: &[Row]) {
    for (args, told, gone) in rows {
        with_jail("frm", "rm", |jail| {
            furnish(jail);
            let done = jail.run("/bin/rm", args);
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            assert_eq!((text(&done.stderr), text(&done.stdout)), ((*told).into(), String::new()));
            assert_eq!(done.status.code(), Some(i32::from(!told.is_empty())), "{args:?}");
            for path in ALL {
                assert_eq!(jail.has(path), !gone.contains(&path), "{args:?}: {path}");
            }
            assert!(jail.has("/bin/rm"));
        });
    }
}

#[test]
fn the_root_directory_is_not_removed_recursively() {
    const ROOT: &str = "rm: it is dangerous to operate recursively on '/'\n\
                        rm: use --no-preserve-root to override this failsafe\n";
    check(&[
        (&["-r", "/"], ROOT, &[]),
        (&["-rf", "/"], ROOT, &[]),
        (&["-ri", "/"], ROOT, &[]),
        (&["--preserve-root", "-r", "/"], ROOT, &[]),
        (&["--no-preserve-root", "--preserve-root", "-r", "/"], ROOT, &[]),
        (&["-rf", "/", "/w/f"], ROOT, &["/w/f"]),
        (
            &["-rf", "//"],
            "rm: it is dangerous to operate recursively on '//' (same as '/')\n\
             rm: use --no-preserve-root to override this failsafe\n",
            &[],
        ),
        (
            &["-rf", "/w/root/"],
            "rm: it is dangerous to operate recursively on '/w/root/' (same as '/')\n\
             rm: use --no-preserve-root to override this failsafe\n",
            &[],
        ),
        (
            &["-rf", "/w/.."],
            "rm: refusing to remove '.' or '..' directory: skipping '/w/..'\n",
            &[],
        ),
        (&["/"], "rm: cannot remove '/': Is a directory\n", &[]),
        (&["-d", "/"], "rm: cannot remove '/': Directory not empty\n", &[]),
        (&["-r", "/w/root"], "", &["/w/root"]),
    ]);
}

#[test]
fn the_root_directory_is_recognised_wherever_it_is_mounted() {
    with_jail("frm", "rm", |jail| {
        furnish(jail);
        jail.dir("/b").bind("/", "/b");
        let done = jail.run("/bin/rm", &["-rf", "/b"]);
        let told = String::from_utf8(done.stderr).unwrap();
        assert_eq!(
            told,
            "rm: it is dangerous to operate recursively on '/b' (same as '/')\n\
             rm: use --no-preserve-root to override this failsafe\n"
        );
        assert!(ALL.iter().all(|path| jail.has(path)));
    });
}

#[test]
fn the_root_directory_is_not_special_if_so_demanded() {
    with_jail("frm", "rm", |jail| {
        furnish(jail);
        let done = jail.run("/bin/rm", &["-rf", "--no-preserve-root", "/"]);
        assert_eq!(done.status.code(), Some(1));
        let told = String::from_utf8(done.stderr).unwrap();
        let mut told: Vec<&str> = told.lines().collect();
        told.sort_unstable();
        assert_eq!(
            told,
            [
                "rm: cannot remove '/w/m': Device or resource busy",
                "rm: cannot remove '/w/n/m': Device or resource busy"
            ]
        );
        let left: Vec<_> = std::fs::read_dir(jail.path("/")).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        assert!(!jail.has("/bin") && !jail.has("/w/n/m/inner"));
    });
}

#[test]
fn preserve_root_all_rejects_operands_that_are_mounted() {
    const MOUNTED: &str = "rm: skipping '/w/m', since it's on a different device\n\
                           rm: and --preserve-root=all is in effect\n";
    check(&[
        (&["-r", "--preserve-root=all", "/w/m"], MOUNTED, &[]),
        (&["-rf", "--preserve-root=all", "/w/f", "/w/m"], MOUNTED, &["/w/f"]),
        // What is mounted below an operand is no operand.
        (
            &["-rf", "--preserve-root=all", "/w/n"],
            "rm: cannot remove '/w/n/m': Device or resource busy\n",
            &["/w/n/g", "/w/n/m/inner", "/w/n/m/sub"],
        ),
        (&["-r", "--preserve-root=all", "/w/n/m/sub"], "", &["/w/n/m/sub"]),
    ]);
}

#[test]
fn one_file_system_skips_directories_of_others() {
    const SKIPPED: &str = "rm: skipping '/w/n/m', since it's on a different device\n";
    check(&[
        (&["-rf", "--one-file-system", "/w/n"], SKIPPED, &["/w/n/g"]),
        (&["-rf", "--one-file-system", "/w/f", "/w/n"], SKIPPED, &["/w/f", "/w/n/g"]),
        // The operand itself may be on any.
        (
            &["-rf", "--one-file-system", "/w/m"],
            "rm: cannot remove '/w/m': Device or resource busy\n",
            &["/w/m/inner"],
        ),
    ]);
}

#[test]
fn without_it_other_filesystems_are_emptied() {
    check(&[
        (
            &["-r", "/w/n"],
            "rm: cannot remove '/w/n/m': Device or resource busy\n",
            &["/w/n/g", "/w/n/m/inner", "/w/n/m/sub"],
        ),
        (&["-rf", "/w/m"], "rm: cannot remove '/w/m': Device or resource busy\n", &["/w/m/inner"]),
    ]);
}

#[test]
fn a_file_that_something_is_mounted_on_is_busy() {
    with_jail("frm", "rm", |jail| {
        jail.file("/d/on").file("/below").bind("/below", "/d/on").file("/d/rest");
        let done = jail.run("/bin/rm", &["-rv", "/d"]);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        assert_eq!(text(done.stderr), "rm: cannot remove '/d/on': Device or resource busy\n");
        assert_eq!(text(done.stdout), "removed '/d/rest'\n");
        assert!(jail.has("/below") && jail.has("/d/on"));
    });
}

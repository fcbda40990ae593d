//! Tests each row of the manual's table "What differs from `cp`" with GNU's `cp` and with `fcp`.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use fcp_test_support::bin::{clean, input, path_of};
use fcp_test_support::{Scratch, run, run_ok, skip};

const MANUAL: &str = include_str!("../../assets/manual/fcp.md");

/// One of the two programs, in a place of its own with a few files.
struct Side {
    scratch: Scratch,
    is_fcp: bool,
}

impl Side {
    fn new(is_fcp: bool) -> Self {
        let side = Self { scratch: Scratch::new(), is_fcp };
        let setup = "mkdir -p d/x out; echo data >d/f; echo new >f; echo old >old; ln old other; \
                     ln -s d ld";
        run_ok(Command::new("sh").current_dir(side.scratch.path()).args(["-c", setup]));
        side
    }

    /// Runs the program and gives its exit code.
    fn code(&self, args: &[&str]) -> i32 {
        let program = if self.is_fcp { path_of("fcp") } else { "cp".into() };
        let mut command = clean(Command::new(program));
        command.current_dir(self.scratch.path()).args(args).stdin(input("y\n"));
        let done = run(&mut command);
        done.status.code().unwrap_or_else(|| panic!("{args:?}: {done:?}"))
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.scratch.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn is_link(path: &Path) -> bool {
    path.is_symlink()
}

type Check = fn(&Side);

/// The rows by their first column, each with what must be seen of either program.
const ROWS: &[(&str, Check)] = &[
    ("a folder, without `-r`", |side| {
        assert_eq!(side.code(&["d", "new"]), i32::from(!side.is_fcp));
        assert_eq!(exists(&side.path("new/f")), side.is_fcp);
    }),
    ("a symlink to a folder, without `-r`", |side| {
        assert_eq!(side.code(&["ld", "new"]), i32::from(!side.is_fcp));
        assert_eq!(is_link(&side.path("new")), side.is_fcp);
        assert!(side.is_fcp || !exists(&side.path("new")));
    }),
    ("a folder into itself", |side| {
        assert_eq!(side.code(&["-r", "d", "d/x"]), 1);
        assert_eq!(exists(&side.path("d/x/d")), !side.is_fcp);
    }),
    ("an existing file", |side| {
        assert_eq!(side.code(&["f", "old"]), 0);
        assert_eq!(side.text("old"), "new\n");
        assert_eq!(side.text("other"), if side.is_fcp { "old\n" } else { "new\n" });
        if side.is_fcp {
            assert_eq!(side.code(&["--inplace", "f", "other"]), 0);
            let again = Side::new(true);
            assert_eq!(again.code(&["--inplace", "f", "old"]), 0);
            assert_eq!(again.text("other"), "new\n");
        }
    }),
    ("`-l` or `-s`, where a file has the name", |side| {
        for flag in ["-l", "-s"] {
            let again = Side::new(side.is_fcp);
            assert_eq!(again.code(&[flag, "f", "old"]), i32::from(!side.is_fcp));
            assert_eq!(again.text("old"), if side.is_fcp { "new\n" } else { "old\n" });
        }
    }),
    (
        "a symlink, FIFO or device of that name in a folder, as in `f d` where `d/f` is one",
        |side| {
            symlink("../old", side.path("out/f")).unwrap();
            assert_eq!(side.code(&["f", "out"]), 0);
            assert_eq!(is_link(&side.path("out/f")), !side.is_fcp);
            assert_eq!(side.text("old"), if side.is_fcp { "old\n" } else { "new\n" });
            if side.is_fcp {
                run(Command::new("mkfifo").arg(side.path("out/old")));
                assert_eq!(side.code(&["old", "out"]), 0);
                assert_eq!(side.text("out/old"), "old\n");
                symlink("../old", side.path("out/link")).unwrap();
                assert_eq!(side.code(&["f", "out/link"]), 0);
                assert!(is_link(&side.path("out/link")));
                assert_eq!(side.text("old"), "new\n");
            }
        },
    ),
    ("a symlink in a folder that leads to the source itself", |side| {
        symlink("../f", side.path("out/f")).unwrap();
        assert_eq!(side.code(&["f", "out"]), i32::from(!side.is_fcp));
        assert_eq!(is_link(&side.path("out/f")), !side.is_fcp);
        assert_eq!(side.text("out/f"), "new\n");
    }),
    ("`-bf f f`", |side| {
        assert_eq!(side.code(&["-bf", "f", "f"]), i32::from(side.is_fcp));
        assert_eq!(exists(&side.path("f~")), !side.is_fcp);
    }),
    ("a file of the name of one in another source, as in `-r s/. a t`", |side| {
        assert_eq!(side.code(&["-r", "d/.", "f", "out"]), i32::from(side.is_fcp));
        assert_eq!(side.text("out/f"), if side.is_fcp { "data\n" } else { "new\n" });
    }),
    ("`--reflink=always` where it is impossible", |side| {
        // procfs shares its data with no other filesystem.
        let args = ["--reflink=always", "/proc/version", "new"];
        assert_eq!(side.code(&args), 1);
        assert_eq!(exists(&side.path("new")), !side.is_fcp);
    }),
    ("`-i` without a terminal", |side| {
        assert_eq!(side.code(&["-i", "f", "old"]), if side.is_fcp { 2 } else { 0 });
        assert_eq!(side.text("old"), if side.is_fcp { "old\n" } else { "new\n" });
    }),
    ("`-r --strip-trailing-slashes` of a symlink to a folder and a slash", |side| {
        assert_eq!(side.code(&["-r", "--strip-trailing-slashes", "ld/", "new"]), 0);
        assert_eq!(is_link(&side.path("new")), side.is_fcp);
    }),
    ("a usage error, or a target that is no folder", |side| {
        let code = if side.is_fcp { 2 } else { 1 };
        for args in [&["f"][..], &["--nonsense", "f", "new"], &["f", "old", "missing"], &[]] {
            assert_eq!(side.code(args), code, "{args:?}");
        }
    }),
    ("`-b`, where another source has the name of the backup", |side| {
        for (name, text) in [("s/a~", "another"), ("s/a", "new"), ("t/a", "old")] {
            fs::create_dir_all(side.path(name).parent().unwrap()).unwrap();
            fs::write(side.path(name), text).unwrap();
        }
        assert_eq!(side.code(&["-b", "s/a~", "s/a", "t"]), 0);
        assert_eq!(side.text("t/a"), "new");
        assert_eq!(side.text("t/a~"), if side.is_fcp { "another" } else { "old" });
        if side.is_fcp {
            assert_eq!(side.text("t/a.~1~"), "old");
        }
    }),
    ("`-b` of a folder, where a file has the name", |side| {
        assert_eq!(side.code(&["-rbT", "d", "old"]), i32::from(!side.is_fcp));
        assert_eq!(exists(&side.path("old/f")), side.is_fcp);
        assert_eq!(side.text(if side.is_fcp { "old~" } else { "old" }), "old\n");
    }),
    ("`-h`", |side| {
        assert_eq!(side.code(&["-h"]), i32::from(!side.is_fcp));
    }),
];

/// The first columns of the table in the manual.
fn told() -> BTreeSet<&'static str> {
    let table = MANUAL.split_once("What differs from `cp`").unwrap().1;
    let table = table.split("\n\n").nth(2).unwrap();
    let rows = table.lines().skip(2);
    rows.map(|row| row.trim_matches('|').split('|').next().unwrap().trim()).collect()
}

#[test]
fn each_row_of_the_manual_is_tested() {
    assert_eq!(told(), ROWS.iter().map(|(name, _)| *name).collect());
}

#[test]
fn fcp_differs_as_the_manual_says() {
    for (_, check) in ROWS {
        check(&Side::new(true));
    }
}

#[test]
fn gnu_cp_does_what_the_readme_says_of_it() {
    let version = run(clean(Command::new("cp")).arg("--version"));
    if !String::from_utf8_lossy(&version.stdout).contains("GNU coreutils") {
        return skip::skip("cp is not GNU's");
    }
    for (_, check) in ROWS {
        check(&Side::new(false));
    }
}

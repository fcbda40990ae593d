//! Tests of usage errors and of failing dry runs: all programs report them alike, in one line.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::process::Output;

use fcp_test_support::bin::{input, program};
use fcp_test_support::{Scratch, run};

fn at(scratch: &Scratch, tool: &str, args: &[&str]) -> Output {
    run(program(tool).current_dir(scratch.path()).args(args))
}

fn place() -> Scratch {
    let scratch = Scratch::new();
    fs::write(scratch.path().join("f"), "new").unwrap();
    fs::create_dir(scratch.path().join("d")).unwrap();
    scratch
}

fn out(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn err(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

#[test]
fn usage_errors_begin_with_the_name_of_the_program_and_say_what_was_meant() {
    let scratch = place();
    for (tool, args, told) in [
        ("fcp", &["--verfy", "f", "g"][..], "unknown option '--verfy'; did you mean '--verify'?"),
        ("fmv", &["-z", "f", "g"], "unknown option '-z'"),
        ("frm", &["--recursive=yes", "f"], "option '--recursive' takes no value"),
        ("fcp", &["--suffix"], "option '--suffix' needs a value"),
        (
            "fcp",
            &["--driver=parblok", "f", "g"],
            "invalid value 'parblok' for '--driver'; did you mean 'parblock'?",
        ),
        (
            "fmv",
            &["--on-conflict=overwite", "f", "g"],
            "invalid value 'overwite' for '--on-conflict'; did you mean 'overwrite'?",
        ),
        ("fcp", &["--exclude=[", "f", "g"], "bad pattern '[' in --exclude"),
        ("frm", &["--include=a{", "f"], "bad pattern 'a{' in --include"),
        ("fcp", &["f", ""], "empty destination"),
        (
            "fcp",
            &["undo"],
            "missing destination file operand after 'undo'; did you mean 'fcp --undo'?",
        ),
        ("fcp", &["pack", "d", "d.zip"], "the archive comes first: fcp pack d.zip d"),
        (
            "fcp",
            &["extract", "f"],
            "say where to, as in this line, which unpacks it here: fcp extract f .",
        ),
        (
            "frm",
            &["trash", "f"],
            "did you mean 'frm --trash'? No item has this name, and nothing was removed.",
        ),
        ("fcpq", &["kill", "1"], "unknown command 'kill'; did you mean 'cancel'?"),
        ("fcpq", &["add", "mv", "f", "d"], "unknown command 'mv'; did you mean 'move'?"),
        (
            "fcp",
            &["--block-size=1", "f", "g"],
            "invalid value '1' for --block-size: a size of at least 4k",
        ),
    ] {
        let done = at(&scratch, tool, args);
        assert_eq!(done.status.code(), Some(2), "{tool} {args:?}");
        let first = err(&done).lines().next().unwrap().to_owned();
        let form = args.first().filter(|word| matches!(**word, "pack" | "extract"));
        let name = form.map_or(tool.to_owned(), |form| format!("{tool} {form}"));
        assert_eq!(first, format!("{name}: {told}"), "{args:?}");
        assert!(err(&done).lines().count() <= 2, "{}", err(&done));
    }
    assert!(scratch.path().join("f").exists());
    let done = at(&scratch, "fcp", &["sync", "f", "d"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("did you mean 'fcp --mirror'?"), "{}", err(&done));
    assert_eq!(at(&scratch, "frm", &["-f", "trash", "f"]).status.code(), Some(0));
}

#[test]
fn a_dry_run_fails_and_names_what_is_missing() {
    let scratch = place();
    for (tool, args) in [
        ("fcp", &["--dry-run", "f", "nope", "d"][..]),
        ("fmv", &["--dry-run", "f", "nope", "d"]),
        ("frm", &["--dry-run", "f", "nope"]),
    ] {
        let done = at(&scratch, tool, args);
        assert_eq!(done.status.code(), Some(1), "{tool}: {}", out(&done));
        assert!(out(&done).contains("\nMissing     1 item: nope\n"), "{tool}: {}", out(&done));
        assert!(err(&done).contains("'nope': No such file or directory"), "{}", err(&done));
    }
    let done = at(&scratch, "frm", &["--dry-run", "d"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("cannot remove 'd': it is a directory; add -r"), "{}", err(&done));
    assert_eq!(at(&scratch, "frm", &["--dry-run", "-f", "nope"]).status.code(), Some(0));
}

#[test]
fn a_dry_run_says_what_becomes_of_conflicts() {
    let scratch = place();
    fs::write(scratch.path().join("d/f"), "old").unwrap();
    for (flags, fate) in [
        (&[][..], "1 file exists; it will be replaced\n"),
        (&["-n"], "1 file exists; it will be kept\n"),
        (&["-u"], "1 file exists; it will be replaced where the source is newer\n"),
        (&["-i"], "1 file exists; the job will ask\n"),
        (&["-b"], "1 file exists; it will be replaced, with a backup\n"),
    ] {
        let done = at(&scratch, "fcp", &[flags, &["--dry-run", "f", "d"]].concat());
        assert!(out(&done).contains(&format!("Conflicts   {fate}")), "{flags:?} {}", out(&done));
    }
}

#[test]
fn an_empty_list_of_operands_is_told_and_no_failure_for_frm_f() {
    let scratch = place();
    let list = |tool: &str, args: &[&str]| {
        run(program(tool).current_dir(scratch.path()).args(args).stdin(input("")))
    };
    let empty = "the list of operands in '-' is empty";
    for (tool, args) in [
        ("fcp", &["--files0-from=-", "-t", "d"][..]),
        ("fmv", &["--files0-from=-", "d"]),
        ("frm", &["--files0-from=-"]),
    ] {
        let done = list(tool, args);
        assert_eq!((done.status.code(), err(&done)), (Some(2), format!("{tool}: {empty}\n")));
    }
    assert_eq!(list("frm", &["-f", "--files0-from=-"]).status.code(), Some(0));
}

#[test]
fn progress_is_written_into_a_file_while_the_copy_runs() {
    let scratch = place();
    fs::write(scratch.path().join("big"), vec![b'x'; 3 << 20]).unwrap();
    let done = at(&scratch, "fcp", &["--progress=always", "--limit-rate=1M", "big", "new"]);
    assert_eq!(done.status.code(), Some(0));
    let told = err(&done);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() >= 2 && lines.last().unwrap().starts_with("Copied "), "{told}");
    assert!(!told.contains('\x1b'), "{told:?}");
}

#[test]
fn man_pages_have_examples_files_and_the_environment() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/man");
    for (name, own) in [("fcp", "OPERANDS"), ("fmv", "MOUNTS"), ("frm", "KEYS")] {
        let page = fs::read_to_string(format!("{pages}/{name}.1")).unwrap();
        for section in ["PATTERNS", "KEYS", "EXAMPLES", "FILES", "ENVIRONMENT", own] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}.1 has no {section}");
        }
    }
}

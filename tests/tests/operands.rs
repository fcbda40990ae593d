//! Tests that operands are read as `cp` reads them, and that filters leave out items.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fcp_test_support::bin::{clean, input, path_of, program};
use fcp_test_support::{Scratch, run, run_ok};
use serde_json::Value;

fn at(scratch: &Scratch, tool: &str, args: &[&str]) -> Command {
    let mut command = program(tool);
    command.current_dir(scratch.path()).args(args);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a program that is expected to end with this exit code.
fn ends(scratch: &Scratch, tool: &str, args: &[&str], code: i32) -> Output {
    let done = run(&mut at(scratch, tool, args));
    assert_eq!(done.status.code(), Some(code), "{tool} {args:?}: {}", text(&done.stderr));
    done
}

fn place(names: &[&str]) -> Scratch {
    let scratch = Scratch::new();
    for name in names {
        match name.strip_suffix('/') {
            Some(directory) => fs::create_dir(scratch.path().join(directory)).unwrap(),
            None => fs::write(scratch.path().join(name), name).unwrap(),
        }
    }
    scratch
}

fn has(scratch: &Scratch, name: &str) -> bool {
    scratch.path().join(name).symlink_metadata().is_ok()
}

fn is_link(path: &Path) -> bool {
    path.symlink_metadata().unwrap().is_symlink()
}

/// A file, a folder, and symlinks to both and to nothing.
fn links() -> Scratch {
    let scratch = place(&["f", "d/", "d/inner", "out/"]);
    for (target, link) in [("f", "lf"), ("d", "ld"), ("nowhere", "dangling")] {
        symlink(target, scratch.path().join(link)).unwrap();
    }
    scratch
}

#[test]
fn a_slash_behind_a_name_that_is_no_folder_protects_it_from_a_symlink_to_a_folder() {
    for (tool, args) in [
        ("fmv", &["ld", "f/"][..]),
        ("fmv", &["-T", "ld", "f/"]),
        ("fmv", &["-b", "ld", "f//"]),
        ("fmv", &["--exchange", "ld", "f/"]),
        ("fcp", &["ld", "f/"]),
        ("fcp", &["-a", "ld", "f/"]),
        ("fcp", &["--remove-destination", "ld", "f/"]),
    ] {
        let scratch = links();
        ends(&scratch, tool, args, 1);
        let text = fs::read_to_string(scratch.path().join("f")).unwrap();
        assert_eq!(text, "f", "{tool} {args:?}");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 6, "{tool} {args:?}");
        assert!(is_link(&scratch.path().join("dangling")), "{tool} {args:?}");
    }
    let scratch = links();
    ends(&scratch, "fcp", &["d", "new//"], 0);
    assert!(has(&scratch, "new/inner"));
}

#[test]
fn a_symlink_to_a_folder_with_a_slash_is_not_removed_and_told() {
    let scratch = links();
    for (tool, flags) in
        [("frm", "-rf"), ("frm", "-r"), ("frm", "-f"), ("frm", "-df"), ("rm", "-rf"), ("rm", "-r")]
    {
        let done = ends(&scratch, tool, &[flags, "ld/"], 1);
        let why = match tool {
            "frm" => {
                "refusing to remove 'ld/': it leads through a symlink to a folder; leave out the slash to remove \
                 the link, or name the items in the folder"
            }
            _ => "cannot remove 'ld/': Not a directory",
        };
        assert_eq!(text(&done.stderr), format!("{tool}: {why}\n"), "{tool} {flags}");
        assert!(has(&scratch, "d/inner") && is_link(&scratch.path().join("ld")), "{tool} {flags}");
    }
}

#[test]
fn a_filter_keeps_operands_from_being_deleted() {
    let scratch = place(&["a.keep", "b", "d.keep/", "d.keep/inner"]);
    let done = ends(&scratch, "frm", &["-rv", "--exclude=*.keep", "a.keep", "b", "d.keep"], 0);
    assert!(has(&scratch, "a.keep") && has(&scratch, "d.keep/inner") && !has(&scratch, "b"));
    assert!(
        text(&done.stdout).contains("skipped 'a.keep': left out by a filter"),
        "{}",
        text(&done.stdout)
    );
}

#[test]
fn a_filter_keeps_operands_from_being_copied_and_moved() {
    for tool in ["fcp", "fmv"] {
        let scratch = place(&["a.tmp", "b", "out/"]);
        ends(&scratch, tool, &["--exclude=*.tmp", "a.tmp", "b", "out"], 0);
        assert!(has(&scratch, "a.tmp"), "{tool}");
        assert!(!has(&scratch, "out/a.tmp") && has(&scratch, "out/b"), "{tool}");
        let alone = place(&["a.tmp"]);
        ends(&alone, tool, &["--exclude=*.tmp", "a.tmp", "new"], 0);
        assert!(has(&alone, "a.tmp") && !has(&alone, "new"), "{tool}");
    }
}

#[test]
fn include_takes_operands_that_match_and_enters_folders() {
    for tool in ["fcp", "fmv"] {
        let scratch = place(&["a.c", "b.h", "d/", "d/c.c", "d/d.h", "out/"]);
        ends(&scratch, tool, &["--include=*.c", "a.c", "b.h", "d", "out"], 0);
        assert!(has(&scratch, "out/a.c") && has(&scratch, "out/d/c.c"), "{tool}");
        assert!(!has(&scratch, "out/b.h") && !has(&scratch, "out/d/d.h"), "{tool}");
    }
    let scratch = place(&["a.o", "b.c", "d/", "d/c.o", "d/d.c"]);
    ends(&scratch, "frm", &["-r", "--include=*.o", "a.o", "b.c", "d"], 0);
    assert!(!has(&scratch, "a.o") && !has(&scratch, "d/c.o"));
    assert!(has(&scratch, "b.c") && has(&scratch, "d/d.c"));
}

#[test]
fn a_glob_with_a_slash_is_compared_with_the_operand_as_it_was_named() {
    let scratch = place(&["d/", "d/a.keep", "e/", "e/a.keep", "e/b"]);
    let absolute = scratch.path().join("e/b").display().to_string();
    let exclude = format!("--exclude={absolute}");
    ends(&scratch, "frm", &["--exclude=d/*.keep", "d/a.keep", "./d/a.keep", "e/a.keep"], 0);
    assert!(has(&scratch, "d/a.keep") && !has(&scratch, "e/a.keep"));
    ends(&scratch, "frm", &[&exclude, &absolute], 0);
    assert!(has(&scratch, "e/b"));
}

#[test]
fn dots_are_no_names_for_a_filter() {
    let scratch = place(&["d/", "d/.hidden", "d/shown", "out/"]);
    let mut fcp = program("fcp");
    fcp.current_dir(scratch.path().join("d")).args(["--exclude=.*", ".", "../out"]);
    assert!(run(&mut fcp).status.success());
    assert!(has(&scratch, "out/shown") && !has(&scratch, "out/.hidden"));
}

#[test]
fn gitignore_leaves_out_operands_beside_it() {
    let scratch = place(&["repo/", "repo/.git/", "repo/a.o", "repo/a.c", "repo/target/", "out/"]);
    fs::write(scratch.path().join("repo/target/built"), "x").unwrap();
    fs::write(scratch.path().join("repo/.gitignore"), "*.o\n/target/\n").unwrap();
    let from = ["--gitignore", "repo/a.o", "repo/a.c", "repo/target", "repo/target/built", "out"];
    ends(&scratch, "fcp", &from, 0);
    assert!(has(&scratch, "out/a.c"));
    assert!(
        !has(&scratch, "out/a.o") && !has(&scratch, "out/target") && !has(&scratch, "out/built")
    );
}

#[test]
fn a_slash_behind_a_glob_leaves_out_folders() {
    let names = ["w/", "w/keep/", "w/keep/f", "w/x", "w/d/", "w/d/keep"];
    for glob in ["keep/", "/keep/", "./keep/", "**/keep/"] {
        let exclude = format!("--exclude={glob}");
        let scratch = place(&names);
        ends(&scratch, "frm", &["-r", &exclude, "w"], 0);
        assert!(has(&scratch, "w/keep/f") && !has(&scratch, "w/x") && !has(&scratch, "w/d"));
        let scratch = place(&names);
        ends(&scratch, "fmv", &[&exclude, "-T", "w", "to"], 0);
        assert!(
            has(&scratch, "w/keep/f") && !has(&scratch, "to/keep") && has(&scratch, "to/d/keep")
        );
        let scratch = place(&["a/", "a/x", "b/", "b/keep/", "b/keep/f", "b/old"]);
        ends(&scratch, "fcp", &["--mirror=delete", &exclude, "a/.", "b"], 0);
        assert!(has(&scratch, "b/keep/f") && has(&scratch, "b/x") && !has(&scratch, "b/old"));
    }
    let scratch = place(&["k/", "k/f", "x"]);
    ends(&scratch, "frm", &["-r", "--exclude=k/", "k/", "x"], 0);
    ends(&scratch, "frm", &["-r", "--exclude=./k", "./k"], 0);
    assert!(has(&scratch, "k/f") && !has(&scratch, "x"));
    let refused = ends(&scratch, "fcp", &["-r", "--include=k/", "k", "to"], 2);
    assert!(text(&refused.stderr).contains("a slash at the end means folders"));
}

#[test]
fn gitignore_above_an_operand_holds_below_it() {
    let names = [
        "r/",
        "r/.git/",
        "r/sub/",
        "r/sub/a.o",
        "r/sub/b",
        "r/sub/keep.o",
        "r/sub/d/",
        "r/sub/d/z",
    ];
    let ignored = || {
        let scratch = place(&names);
        fs::write(scratch.path().join("r/.gitignore"), "*.o\n/sub/d/z\n!sub/keep.o\n").unwrap();
        scratch
    };
    for operand in ["r/sub", "./r/./sub/", "r/sub/."] {
        let scratch = ignored();
        ends(&scratch, "fcp", &["-rT", "--gitignore", operand, "to"], 0);
        assert!(has(&scratch, "to/b") && has(&scratch, "to/keep.o") && has(&scratch, "to/d"));
        assert!(!has(&scratch, "to/a.o") && !has(&scratch, "to/d/z"), "{operand}");
    }
    let scratch = ignored();
    ends(&scratch, "frm", &["-r", "--gitignore", "r/sub"], 0);
    assert!(has(&scratch, "r/sub/a.o") && has(&scratch, "r/sub/d/z") && !has(&scratch, "r/sub/b"));
}

#[test]
fn ignore_files_are_read_as_git_reads_them() {
    if Command::new("git").arg("--version").output().is_err() {
        return;
    }
    let names: [&[u8]; 14] = [
        b"a", b"b", b"{a,b}", b"1", b".env", b"\xff", b"a\t", b"a ", b"[a", b"c.o", b"!x", b"#y",
        b"q*", b"qq",
    ];
    let scratch = Scratch::new();
    let repository = scratch.path().join("r");
    let git =
        |args: &[&str]| Command::new("git").arg("-C").arg(&repository).args(args).output().unwrap();
    for dir in ["r", "r/d", "r/d/e"] {
        fs::create_dir(scratch.path().join(dir)).unwrap();
        for name in names {
            fs::write(scratch.path().join(dir).join(OsStr::from_bytes(name)), "").unwrap();
        }
    }
    git(&["init", "-q"]);
    for rules in [
        &b"\xef\xbb\xbf.env\n*.o\n"[..],
        b"{a,b}\n",
        b"[[:digit:]]*\n",
        b"\xff\n",
        b"a\t\n",
        b"a \n",
        b"a\\ \n",
        b"[a\n",
        b"*\n!/***\n",
        b"***/a\n",
        b"/d/**/a\r\n!d/e/\r\n",
        b"\\!x\n\\#y\n#y\n",
        b"q\\*\n",
        b"d/*\n!d/e\n",
        b"*\n!*/\n!*.o\n",
    ] {
        fs::write(repository.join(".gitignore"), rules).unwrap();
        let listed = git(&["ls-files", "-z", "--others", "--exclude-standard"]).stdout;
        let mut wanted: Vec<PathBuf> = listed
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty())
            .map(|name| PathBuf::from(OsStr::from_bytes(name)))
            .collect();
        ends(&scratch, "fcp", &["-rT", "--gitignore", "r", "to"], 0);
        let to = scratch.path().join("to");
        let mut copied: Vec<PathBuf> = Vec::new();
        let mut todo = vec![to.clone()];
        while let Some(dir) = todo.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                let below = path.strip_prefix(&to).unwrap().to_owned();
                match path.is_dir() {
                    true if below == Path::new(".git") => {}
                    true => todo.push(path),
                    false => copied.push(below),
                }
            }
        }
        wanted.sort();
        copied.sort();
        assert_eq!(copied, wanted, "{}", rules.escape_ascii());
        fs::remove_dir_all(to).unwrap();
    }
}

#[test]
fn an_operand_left_out_is_one_skipped_item_of_the_stream() {
    for tool in ["fcp", "fmv", "frm"] {
        let scratch = place(&["a.keep", "b", "out/"]);
        let mut args = vec!["--json", "--exclude=*.keep", "a.keep", "b"];
        args.extend((tool != "frm").then_some("out"));
        let done = ends(&scratch, tool, &args, 0);
        let events: Vec<Value> =
            text(&done.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let skipped: Vec<&Value> =
            events.iter().filter(|event| event["type"] == "item.skipped").collect();
        assert_eq!(skipped.len(), 1, "{tool}");
        assert_eq!(skipped[0]["reason"], "filtered", "{tool}");
        assert_eq!(skipped[0]["src"]["text"], "a.keep", "{tool}");
        let summary = events.iter().find(|event| event["type"] == "job.summary").unwrap();
        assert_eq!(summary["summary"]["skipped"], 1, "{tool}: {summary}");
    }
}

#[test]
fn a_dry_run_leaves_out_what_the_run_leaves_out() {
    let scratch = place(&["a.keep", "b", "out/"]);
    for (tool, label, rest) in [("fcp", "copy", "out"), ("frm", "remove", "b")] {
        let args = ["--dry-run", "--exclude=*.keep", "a.keep", "b", rest];
        let done = ends(&scratch, tool, &args[..args.len() - usize::from(tool == "frm")], 0);
        let line = format!("To {label}");
        let line = text(&done.stdout).lines().find(|it| it.starts_with(&line)).unwrap().to_owned();
        assert!(line.contains(" 1 file in 0 folders"), "{tool}: {line}");
    }
}

#[test]
fn a_job_of_the_queue_leaves_out_operands_too() {
    let scratch = place(&["a.keep", "b", "state/"]);
    let queue = |tool: &str, args: &[&str]| {
        let state = scratch.path().join("state");
        let done = run(at(&scratch, tool, args).env("HOME", state));
        assert!(done.status.success(), "{tool} {args:?}: {done:?}");
    };
    queue("fcpq", &["add", "delete", "--exclude=*.keep", "a.keep", "b"]);
    queue("fcpq", &["run"]);
    assert!(has(&scratch, "a.keep") && !has(&scratch, "b"));
}

#[test]
fn the_trash_takes_no_operand_that_is_left_out() {
    let scratch = place(&["a.keep", "b", "data/"]);
    let mut frm = at(&scratch, "frm", &["--trash", "--exclude=*.keep", "a.keep", "b"]);
    let data = scratch.path().join("data");
    let done = run(frm.env("XDG_DATA_HOME", data).env("HOME", scratch.path()));
    assert!(has(&scratch, "a.keep"), "{done:?}");
}

#[test]
fn a_symlink_to_a_file_is_copied_as_the_file() {
    let scratch = links();
    ends(&scratch, "fcp", &["lf", "out"], 0);
    ends(&scratch, "fcp", &["--verify", "lf", "new"], 0);
    for copy in ["out/lf", "new"] {
        let copy = scratch.path().join(copy);
        assert!(!is_link(&copy) && fs::read(&copy).unwrap() == b"f", "{copy:?}");
    }
    // Again, and nothing is left to do.
    ends(&scratch, "fcp", &["-p", "lf", "kept"], 0);
    ends(&scratch, "fcp", &["-p", "--resume", "lf", "kept"], 0);
    assert!(!is_link(&scratch.path().join("kept")));
}

#[test]
fn a_symlink_stays_one_where_a_flag_or_a_folder_says_so() {
    for flag in ["-r", "-R", "-P", "-d", "-a"] {
        let scratch = links();
        ends(&scratch, "fcp", &[flag, "lf", "dangling", "out"], 0);
        assert!(is_link(&scratch.path().join("out/lf")), "{flag}");
        assert!(is_link(&scratch.path().join("out/dangling")), "{flag}");
    }
    let scratch = links();
    symlink("inner", scratch.path().join("d/below")).unwrap();
    ends(&scratch, "fcp", &["ld", "d", "out"], 0);
    assert!(is_link(&scratch.path().join("out/ld")));
    assert!(is_link(&scratch.path().join("out/d/below")));
    ends(&scratch, "fcp", &["-rL", "lf", "out/followed"], 0);
    assert!(!is_link(&scratch.path().join("out/followed")));
}

#[test]
fn a_symlink_that_leads_nowhere_is_an_error() {
    let scratch = links();
    let done = ends(&scratch, "fcp", &["dangling", "f", "out"], 1);
    let told = text(&done.stderr);
    assert!(told.contains("fcp: cannot stat 'dangling': No such file or directory"), "{told}");
    assert!(!has(&scratch, "out/dangling") && has(&scratch, "out/f"));
}

#[test]
fn the_file_behind_a_symlink_is_not_replaced_by_the_link() {
    let scratch = links();
    let done = ends(&scratch, "fcp", &["lf", "f"], 1);
    assert!(text(&done.stderr).contains("same file"), "{}", text(&done.stderr));
    assert!(!is_link(&scratch.path().join("f")));
    assert_eq!(fs::read(scratch.path().join("f")).unwrap(), b"f");
}

#[test]
fn dev_null_empties_a_log() {
    for flags in [&[][..], &["-L"], &["-H"], &["-P"], &["--inplace"], &["-p"]] {
        let scratch = place(&["app.log"]);
        ends(&scratch, "fcp", &[flags, &["/dev/null", "app.log"]].concat(), 0);
        let log = scratch.path().join("app.log").symlink_metadata().unwrap();
        assert!(log.is_file() && log.len() == 0, "{flags:?}: {log:?}");
    }
}

#[test]
fn standard_input_can_be_copied() {
    let scratch = place(&["out"]);
    let script = "seq 100000 | \"$FCP\" /dev/stdin out && seq 100000 | cmp - out";
    let fcp = path_of("fcp");
    let mut shell = clean(Command::new("sh"));
    shell.current_dir(scratch.path()).args(["-c", script]).env("FCP", fcp);
    run_ok(&mut shell);
    assert!(!is_link(&scratch.path().join("out")));
    // A file as standard input is a file.
    run_ok(at(&scratch, "fcp", &["--verify", "/dev/stdin", "new"]).stdin(input("data")));
    assert_eq!(fs::read(scratch.path().join("new")).unwrap(), b"data");
}

#[test]
fn a_fifo_is_read_unless_the_copy_is_recursive() {
    let scratch = place(&["out/"]);
    let fifo = scratch.path().join("fifo");
    assert!(run(Command::new("mkfifo").arg(&fifo)).status.success());
    for (args, is_fifo) in [
        (&["fifo", "out/read"][..], false),
        (&["--json", "fifo", "out/told"], false),
        (&["-P", "fifo", "out/plain"], false),
        (&["-r", "fifo", "out/made"], true),
        (&["-a", "fifo", "out/kept"], true),
    ] {
        let path = fifo.clone();
        let writer = (!is_fifo).then(|| std::thread::spawn(move || fs::write(path, "through")));
        ends(&scratch, "fcp", args, 0);
        if let Some(writer) = writer {
            writer.join().unwrap().unwrap();
        }
        let copy = scratch.path().join(args.last().unwrap());
        let kind = copy.symlink_metadata().unwrap().file_type();
        assert_eq!(kind.is_fifo(), is_fifo, "{args:?}");
        assert!(is_fifo || fs::read(&copy).unwrap() == b"through", "{args:?}");
    }
    // Below a folder a FIFO is no file, and a dry run waits for no writer.
    fs::create_dir(scratch.path().join("d")).unwrap();
    assert!(run(Command::new("mkfifo").arg(scratch.path().join("d/inner"))).status.success());
    ends(&scratch, "fcp", &["d", "out"], 0);
    let inner = scratch.path().join("out/d/inner").symlink_metadata().unwrap();
    assert!(inner.file_type().is_fifo());
    ends(&scratch, "fcp", &["--dry-run", "fifo", "out"], 0);
}

#[test]
fn what_is_added_to_the_queue_is_read_as_fcp_reads_it() {
    let scratch = links();
    fs::create_dir(scratch.path().join("state")).unwrap();
    let queue = |tool: &str, args: &[&str]| {
        let state = scratch.path().join("state");
        let done = run(at(&scratch, tool, args).env("HOME", state));
        assert!(done.status.success(), "{tool} {args:?}: {done:?}");
    };
    queue("fcpq", &["add", "copy", "lf", "out"]);
    queue("fcpq", &["add", "copy", "-r", "lf", "out/link"]);
    queue("fcpq", &["run"]);
    assert!(!is_link(&scratch.path().join("out/lf")));
    assert!(is_link(&scratch.path().join("out/link")));
}

#[test]
fn names_of_one_file_stay_together_where_an_operand_lies_in_another() {
    for args in [
        &["-a", "s/a", "s", "out"][..],
        &["-a", "s", "s/a", "out"],
        &["-a", "s/.", "s", "out"],
        &["-a", "./s/a", "x/../s", "out"],
    ] {
        let scratch = place(&["s/", "s/sub/", "x/", "out/"]);
        let path = |name: &str| scratch.path().join(name);
        fs::write(path("s/a"), "data").unwrap();
        for name in ["s/b", "s/sub/c"] {
            fs::hard_link(path("s/a"), path(name)).unwrap();
        }
        ends(&scratch, "fcp", args, 0);
        let ino = |name: &str| path(name).symlink_metadata().unwrap().ino();
        for name in ["out/a", "out/s/b", "out/s/sub/c"] {
            assert_eq!(ino("out/s/a"), ino(name), "{args:?} {name}");
        }
    }
}

#[test]
fn a_symlink_is_not_replaced_by_a_copy_of_the_file_that_it_leads_to() {
    for args in [&["lf", "."][..], &["-t", ".", "lf"], &["-f", "lf", "."]] {
        let scratch = links();
        let done = ends(&scratch, "fcp", args, 1);
        assert!(text(&done.stderr).contains("the same file"), "{}", text(&done.stderr));
        assert!(is_link(&scratch.path().join("lf")), "{args:?}");
    }
    let scratch = links();
    ends(&scratch, "fcp", &["--on-conflict=rename", "lf", "."], 0);
    assert!(is_link(&scratch.path().join("lf")) && has(&scratch, "lf (1)"));
}

#[test]
fn an_operand_that_lies_in_one_that_cannot_be_moved_is_moved_by_itself() {
    let names = ["s/", "s/a", "s/b", "s/c/", "s/c/f", "d/"];
    let missing = |name: &str| format!("fmv: cannot stat '{name}': No such file or directory\n");
    let scratch = place(&names);
    let told = text(&ends(&scratch, "fmv", &["s", "s/b", "s/c", "d"], 1).stderr);
    assert_eq!(told, missing("s/b") + &missing("s/c"));
    assert!(has(&scratch, "d/s/b") && has(&scratch, "d/s/c/f") && !has(&scratch, "s"));
    for (tool, operands) in [("fmv", ["s", "s/b", "s/c"]), ("mv", ["./s", "s/b", "s/c/"])] {
        let scratch = place(&names);
        fs::write(scratch.path().join("d/s"), "in the way").unwrap();
        let told = text(&ends(&scratch, tool, &[&operands[..], &["d"]].concat(), 1).stderr);
        assert!(told.contains("d/s'") && !told.contains("cannot stat"), "{tool}: {told}");
        assert!(has(&scratch, "s/a") && !has(&scratch, "s/b") && !has(&scratch, "s/c"), "{tool}");
        assert!(has(&scratch, "d/b") && has(&scratch, "d/c/f"), "{tool}");
    }
}

#[test]
fn each_name_of_a_file_that_gives_way_is_replaced_where_an_operand_lies_in_another() {
    for args in [&["s", "s/sub", "out"][..], &["-a", "s/sub", "s", "out"], &["s/.", "s", "out"]] {
        let scratch = place(&["s/", "s/sub/", "s/a", "out/", "out/s/", "out/s/a"]);
        let path = |name: &str| scratch.path().join(name);
        // Two names of one file take the places of two names of another one.
        fs::hard_link(path("s/a"), path("s/b")).unwrap();
        fs::hard_link(path("out/s/a"), path("out/s/b")).unwrap();
        ends(&scratch, "fcp", args, 0);
        for name in ["out/s/a", "out/s/b"] {
            assert_eq!(fs::read_to_string(path(name)).unwrap(), "s/a", "{args:?} {name}");
        }
    }
}

#[test]
fn each_name_of_a_file_that_gives_way_is_replaced_where_two_operands_have_one_name() {
    for flags in [&[][..], &["-a"], &["--backup=simple"], &["--inplace"]] {
        let scratch = place(&["x/", "x/s/", "y/", "y/s/", "x/s/a", "out/", "out/s/", "out/s/a"]);
        let path = |name: &str| scratch.path().join(name);
        fs::write(path("x/s/b"), "x/s/b").unwrap();
        fs::hard_link(path("out/s/a"), path("out/s/b")).unwrap();
        // Of two files that are written to one, one would be lost.
        let in_place = flags == ["--inplace"];
        ends(&scratch, "fcp", &[flags, &["x/s", "y/s", "out"]].concat(), i32::from(in_place));
        let read = |name: &str| fs::read_to_string(path(name)).unwrap();
        let copies = [read("out/s/a"), read("out/s/b")];
        if in_place {
            assert!(copies[0] == copies[1] && copies[0].starts_with("x/s/"), "{copies:?}");
        } else {
            assert_eq!(copies, ["x/s/a", "x/s/b"], "{flags:?}");
        }
    }
}

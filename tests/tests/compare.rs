//! Tests of `fcp compare`: what it tells, in which form, and when the word is a file.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod home;

use std::fs::{self, File, FileTimes};
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::{Duration, SystemTime};

use fcp_browse::CompareLine;
use fcp_test_support::bin::{input, program};
use fcp_test_support::keys::{ENTER, ESC};
use fcp_test_support::output::{err, out};
use fcp_test_support::{Scratch, run, while_nobody};
use serde_json::Value;

use home::Home;

fn write(path: &Path, text: &str, at: u64) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + at);
    File::open(path).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
}

/// Two folders with one difference of each kind.
fn place() -> Scratch {
    let scratch = Scratch::new();
    for side in ["a", "b"] {
        write(&scratch.join(side).join("same"), "x", 0);
        write(&scratch.join(side).join("edited"), side, 0);
    }
    write(&scratch.join("a/new/one"), "12", 0);
    write(&scratch.join("a/new/two"), "3", 0);
    write(&scratch.join("b/old name"), "x", 0);
    write(&scratch.join("a/newer"), "x", 60);
    write(&scratch.join("b/newer"), "x", 0);
    write(&scratch.join("a/older"), "x", 0);
    write(&scratch.join("b/older"), "x", 60);
    write(&scratch.join("a/size"), "x", 0);
    write(&scratch.join("b/size"), "xx", 0);
    write(&scratch.join("a/type"), "x", 0);
    fs::create_dir(scratch.join("b/type")).unwrap();
    scratch
}

fn at(scratch: &Scratch, args: &[&str]) -> Output {
    run(program("fcp").current_dir(scratch.path()).args(args))
}

const ROWS: &str = "\
left only    new/
left newer   newer
right only   'old name'
right newer  older
different    size
type         type
";

#[test]
fn a_line_tells_a_difference_and_the_sum_is_apart() {
    let scratch = place();
    let done = at(&scratch, &["compare", "a", "b"]);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(out(&done), ROWS);
    assert_eq!(
        err(&done),
        "6 differences: 1 left only (3 B), 1 right only (1 B), 1 left newer (1 B), 1 right newer (1 B), \
         1 different (1 B), 1 of different types (1 B); 2 files have the same size and time\n"
    );
    let done = at(&scratch, &["--compare", "a", "a/"]);
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(0), ""));
    assert_eq!(err(&done), "No differences; 8 files have the same size and time\n");
}

#[test]
fn contents_exclusions_and_equal_files_are_for_those_who_ask() {
    let scratch = place();
    let done = at(&scratch, &["compare", "--content", "a", "b"]);
    // What was only touched is the same.
    let expected = "\
different    edited
left only    new/
right only   'old name'
different    size
type         type
";
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(1), expected));
    let leave_out = ["--exclude=new*", "--exclude", "o*", "--exclude=[s-t]*e"];
    let args = [&["compare"], &leave_out[..], &["a", "b"]].concat();
    let done = at(&scratch, &args);
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(0), ""), "{}", err(&done));
    let done = at(&scratch, &[&args[..], &["--all"]].concat());
    assert_eq!(out(&done), "same         edited\n");
    let done = at(&scratch, &["compare", "--exclude=[", "a", "b"]);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(err(&done), "fcp: bad pattern '[' in --exclude\n");
}

#[test]
fn a_third_operand_is_no_option() {
    let scratch = place();
    let done = at(&scratch, &["compare", "a", "b", "c"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).starts_with("fcp: extra operand 'c'\n"), "{}", err(&done));
}

#[test]
fn json_tells_the_same_and_ends_with_the_sum() {
    let scratch = place();
    let raw = std::ffi::OsStr::from_bytes(b"\xff\n");
    write(&scratch.path().join("a").join(raw), "x", 0);
    let done = at(&scratch, &["compare", "--json", "a", "b"]);
    assert_eq!((done.status.code(), err(&done).as_str()), (Some(1), ""));
    let lines: Vec<Value> =
        out(&done).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let schema = schemars::schema_for!(CompareLine).to_value();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for line in &lines {
        assert!(validator.is_valid(line), "{line}");
    }
    let verdicts: Vec<_> = lines.iter().filter_map(|line| line["verdict"].as_str()).collect();
    let expected = [
        "left_only",
        "left_newer",
        "right_only",
        "right_newer",
        "different",
        "type_changed",
        "left_only",
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(lines[0]["left"]["files"], 2);
    assert_eq!(lines[0]["left"]["size"], 3);
    assert_eq!(lines[6]["path"]["bytes"], "/wo=");
    let sum = lines.last().unwrap();
    assert_eq!((&sum["type"], &sum["left_only"]["rows"]), (&"compared".into(), &2.into()));
}

#[test]
fn where_the_word_is_a_file_nothing_is_guessed() {
    let scratch = place();
    write(&scratch.join("compare"), "x", 0);
    let done = at(&scratch, &["compare", "a", "b"]);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(
        err(&done),
        "fcp: an item called 'compare' is here: write fcp ./compare to copy it, or fcp --compare to compare\n"
    );
    assert!(!scratch.join("b/compare").exists() && !scratch.join("b/a").exists());
    assert_eq!(out(&at(&scratch, &["--compare", "a", "b"])), ROWS);
    // Two folders are not named, so it is a source, as with cp.
    assert_eq!(at(&scratch, &["compare", "b"]).status.code(), Some(0));
    assert!(scratch.join("b/compare").exists());
    assert_eq!(at(&scratch, &["-v", "compare", "copy"]).status.code(), Some(0));
    assert_eq!(at(&scratch, &["./compare", "a", "b"]).status.code(), Some(0));
    assert!(scratch.join("copy").exists() && scratch.join("b/a").exists());
    // Under the name cp there is no such command.
    let done = run(program("cp").current_dir(scratch.path()).args(["compare", "a"]));
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn usage_errors_and_folders_that_cannot_be_compared_have_their_own_codes() {
    let scratch = place();
    for (args, code, text) in [
        (&["compare", "a"][..], 2, "fcp: missing <B>"),
        (&["compare"], 2, "fcp: missing <A> and <B>"),
        (&["compare", "a", "b", "c"], 2, "fcp: "),
        (&["compare", "--contents", "a", "b"], 2, "did you mean '--content'"),
        (&["compare", "a", "gone"], 3, "fcp: cannot open 'gone': No such file or directory"),
        (&["compare", "a/same", "gone"], 3, "fcp: cannot open 'gone': No such file or directory"),
        (
            &["compare", "a/newer", "b/new"],
            3,
            "fcp: cannot open 'b/new': No such file or directory",
        ),
        (&["compare", "a/newer", "a/new"], 3, "fcp: cannot open 'a/new/newer': No such file"),
    ] {
        let done = at(&scratch, args);
        assert_eq!(done.status.code(), Some(code), "{args:?} {}", err(&done));
        assert!(err(&done).contains(text), "{}", err(&done));
        assert_eq!(out(&done), "");
    }
    let help = out(&at(&scratch, &["compare", "--help"]));
    assert!(help.contains("Exit codes: 0 no difference"), "{help}");
}

#[test]
fn two_files_are_compared_and_a_folder_stands_for_the_file_in_it() {
    let scratch = place();
    write(&scratch.join("a/other name"), "b", 0);
    for (args, code, line) in [
        (&["a/same", "b/same"][..], 0, ""),
        (&["a/edited", "b/edited"], 0, ""),
        (&["--content", "a/edited", "b/edited"], 1, "different    a/edited  b/edited\n"),
        (&["--content", "a/other name", "b/edited"], 0, ""),
        (&["a/size", "b/size"], 1, "different    a/size  b/size\n"),
        (&["a/newer", "b"], 1, "left newer   a/newer  b/newer\n"),
        (&["a/", "b/older"], 1, "right newer  a/older  b/older\n"),
        (&["a/type", "b"], 1, "type         a/type  b/type\n"),
        (&["b/old name", "b/same"], 0, ""),
        (&["--all", "b/old name", "b/same"], 0, "same         'b/old name'  b/same\n"),
    ] {
        let done = at(&scratch, &[&["compare"], args].concat());
        assert_eq!((done.status.code(), out(&done).as_str()), (Some(code), line), "{args:?}");
        let sum =
            if code == 0 { "No differences; 1 file has the same " } else { "1 difference: 1 " };
        assert!(err(&done).starts_with(sum), "{args:?}: {}", err(&done));
    }
    let done = at(&scratch, &["compare", "--json", "a/newer", "b"]);
    assert_eq!(done.status.code(), Some(1));
    let lines: Vec<Value> =
        out(&done).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [row, sum] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&row["verdict"], &row["path"]["text"]), (&"left_newer".into(), &"".into()));
    assert_eq!(sum["left_newer"]["rows"], 1);
}

#[test]
fn what_cannot_be_read_is_told_and_never_missing() {
    let scratch = place();
    for dir in [scratch.path(), &scratch.join("a"), &scratch.join("b")] {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o755)).unwrap();
    }
    for side in ["a", "b"] {
        write(&scratch.join(side).join("closed/in"), "x", 0);
    }
    fs::set_permissions(scratch.join("b/closed"), fs::Permissions::from_mode(0o000)).unwrap();
    while_nobody(|| {
        let done = at(&scratch, &["compare", "a", "b"]);
        assert_eq!(done.status.code(), Some(3));
        assert!(
            out(&done).starts_with("failed       closed\nleft only    new/\n"),
            "{}",
            out(&done)
        );
        assert!(err(&done).starts_with("fcp: cannot open 'b/closed': Permission denied\n"));
        assert!(err(&done).ends_with("; 1 item could not be compared\n"), "{}", err(&done));
    });
    fs::set_permissions(scratch.join("b/closed"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_reader_that_leaves_ends_it() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("b")).unwrap();
    for n in 0..5_000 {
        write(&scratch.join("a").join(format!("a rather long name of a file {n:08}")), "", 0);
    }
    let mut command = program("fcp");
    command.current_dir(scratch.path()).args(["compare", "a", "b"]).stdin(input(""));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("left only    'a rather long"), "{line}");
    let done = child.wait_with_output().unwrap();
    // By SIGPIPE, or with its code where that is ignored.
    assert!(matches!(done.status.code(), None | Some(141)), "{done:?}");
    assert_eq!(err(&done), "");
}

#[test]
fn nothing_is_followed_and_nothing_is_changed() {
    let scratch = place();
    symlink("/", scratch.join("a/link")).unwrap();
    symlink("/", scratch.join("b/link")).unwrap();
    symlink("a", scratch.join("alias")).unwrap();
    let before = fs::metadata(scratch.join("b")).unwrap().modified().unwrap();
    assert_eq!(out(&at(&scratch, &["compare", "alias", "b"])), ROWS);
    assert_eq!(fs::metadata(scratch.join("b")).unwrap().modified().unwrap(), before);
}

#[test]
fn the_file_manager_brings_both_folders_in_step() {
    let home = Home::new();
    home.file("left/new/deep", "NEW");
    home.file("left/both", "LEFT, newer");
    home.file("right/both", "RIGHT");
    home.file("right/from the right", "RIGHT");
    home.file("right/surplus", "x");
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let both = File::open(home.join("right/both")).unwrap();
    both.set_times(FileTimes::new().set_modified(long_ago)).unwrap();
    let mut pty = home.start();
    pty.wait_for("surplus");
    pty.press_for("\x1bd", "by size and time");
    pty.wait_for("3 ← 1");
    // Both ways, but what the right side alone has last goes to the trash.
    pty.press_until("\t", "Update both");
    pty.send("\x1b[F");
    pty.press_for("\x1b[3~", "trash 1");
    pty.press_for(ENTER, "Move 1 file to the trash");
    pty.press_until_gone(ENTER, "Move 1 file to the trash");
    pty.wait_for("Copied");
    assert_eq!(home.text("right/new/deep"), "NEW");
    assert_eq!(home.text("right/both"), "LEFT, newer");
    assert_eq!(home.text("left/from the right"), "RIGHT");
    assert!(!home.has("right/surplus") && !home.has("left/surplus"));
    // The second look finds nothing.
    pty.press_for("\x1bd", "Sizes and times are the same");
    pty.send(ESC);
    pty.wait_gone("Sizes and times are the same");
}

//! Tests of `frm` from the command line: its questions, output and refusals.
//!
//! Everything runs in a root directory of its own, so that not even a broken program can do harm.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs::File;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use fcp_engine::event::Envelope;
use fcp_test_support::jail::{Jail, with_jail};
use fcp_test_support::output::Told as _;
use fcp_test_support::{Pty, run};
use serde_json::{Value, json};

mod terminal;

#[path = "../rules/mod.rs"]
mod rules;
use rules::{check_stream, events_schema};

/// Runs a test where `/w` holds files `a` and `b` and a directory `d` with `d/f` and `d/s/g`.
fn in_jail(test: impl FnOnce(&Jail<'_>) + Send) {
    with_jail("frm", "frm", |jail| {
        jail.file("/w/a").file("/w/b").file("/w/d/f").file("/w/d/s/g");
        test(jail);
    });
}

fn frm(jail: &Jail<'_>) -> Command {
    jail.command_in("/w", false, "/bin/frm")
}

fn ran(jail: &Jail<'_>, args: &[&str]) -> (i32, String, String) {
    told(&run(frm(jail).args(args)))
}

fn told(done: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (done.status.code().unwrap_or(-1), text(&done.stdout), text(&done.stderr))
}

/// What is left in `/w`.
fn left(jail: &Jail<'_>) -> Vec<&'static str> {
    let all = ["a", "b", "d", "d/f", "d/s", "d/s/g"];
    all.into_iter().filter(|name| jail.has(&format!("/w/{name}"))).collect()
}

const ALL: [&str; 6] = ["a", "b", "d", "d/f", "d/s", "d/s/g"];

#[test]
fn directories_need_a_flag() {
    in_jail(|jail| {
        let (code, out, err) = ran(jail, &["a", "d"]);
        let advice = "frm: cannot remove 'd': it is a directory; add -r to remove it and its \
                      contents\n";
        assert_eq!((code, out.as_str(), err.as_str()), (1, "", advice));
        assert_eq!(left(jail), ["b", "d", "d/f", "d/s", "d/s/g"]);
        let (code, _, err) = ran(jail, &["-d", "d"]);
        assert_eq!((code, err.as_str()), (1, "frm: cannot remove 'd': Directory not empty\n"));
        assert_eq!(ran(jail, &["-r", "d"]), (0, String::new(), String::new()));
        assert_eq!(left(jail), ["b"]);
    });
}

#[test]
fn what_would_hurt_is_refused_with_one_line_each() {
    in_jail(|jail| {
        jail.dir("/w/d/here");
        let refused = |args: &[&str]| {
            told(&run(jail.command_in("/w/d/here", false, "/bin/frm").arg("-rf").args(args)))
        };
        let root = "it is the root directory; name the items in it, or add --no-preserve-root";
        let here = "it is the working directory, or above it; start frm in another directory";
        let dots = "it ends in '.' or '..'; name the directory itself, or the items in it";
        for (path, why) in [
            ("/", root),
            ("//", root),
            ("/w", here),
            ("/w/d/here/", here),
            ("../../d", here),
            (".", dots),
            ("..", dots),
            ("../s/.", dots),
            ("/w/..", dots),
        ] {
            let (code, out, err) = refused(&[path]);
            assert_eq!(err, format!("frm: refusing to remove '{path}': {why}\n"));
            assert_eq!((code, out.as_str()), (1, ""));
        }
        assert_eq!(left(jail), ALL);
        // The rest is removed all the same.
        let (code, _, err) = refused(&["..", "/w/a", "/", "../f"]);
        assert_eq!((code, err.lines().count()), (1, 2));
        assert_eq!(left(jail), ["b", "d", "d/s", "d/s/g"]);
    });
}

#[test]
fn mounts_stay_unless_asked_for() {
    in_jail(|jail| {
        jail.mount("/w/d/m").file("/w/d/m/inner");
        let (code, _, err) = ran(jail, &["-r", "d"]);
        assert_eq!(
            (code, err.as_str()),
            (
                1,
                "frm: refusing to remove 'd/m': a filesystem is mounted there, or it is a subvolume of btrfs; \
                 unmount it, or add --cross-mounts to empty it\n"
            )
        );
        assert_eq!(left(jail), ["a", "b", "d"]);
        assert!(jail.has("/w/d/m/inner"));
        let (code, _, err) = ran(jail, &["-r", "--preserve-root=all", "d/m"]);
        assert_eq!(code, 1);
        assert!(err.ends_with("unmount it, or leave out --preserve-root=all\n"), "{err}");
        let (code, _, err) = ran(jail, &["-r", "--cross-mounts", "d"]);
        assert_eq!(
            (code, err.as_str()),
            (1, "frm: cannot remove 'd/m': Device or resource busy\n")
        );
        assert!(!jail.has("/w/d/m/inner") && jail.has("/w/d/m"));
    });
}

#[test]
fn force_passes_over_what_is_not_there() {
    in_jail(|jail| {
        let (code, _, err) = ran(jail, &["nope", "a"]);
        assert_eq!(
            (code, err.as_str()),
            (1, "frm: cannot remove 'nope': No such file or directory\n")
        );
        assert_eq!(ran(jail, &["-f", "nope", "b"]).0, 0);
        assert_eq!(ran(jail, &["-f"]), (0, String::new(), String::new()));
        let (code, _, err) = ran(jail, &[]);
        assert_eq!(code, 2);
        assert!(err.starts_with("frm: missing operand\n"), "{err}");
        assert_eq!(left(jail), ["d", "d/f", "d/s", "d/s/g"]);
    });
}

#[test]
fn without_a_terminal_nothing_is_asked_and_nothing_removed() {
    in_jail(|jail| {
        for args in [
            &["-i", "a"][..],
            &["-rI", "d"],
            &["-I", "a", "b", "d/f", "d/s/g"],
            &["--on-error=ask", "a"],
            &["--json", "-i", "a"],
            &["--json", "--control", "-rI", "d"],
        ] {
            let (code, out, err) = ran(jail, args);
            assert!(err.starts_with("frm: there is no terminal to ask on; "), "{args:?}: {err}");
            assert_eq!((code, out.as_str()), (2, ""));
        }
        assert_eq!(left(jail), ALL);
        // Three files are not enough to ask about.
        assert_eq!(ran(jail, &["-I", "a", "b", "d/f"]).0, 0);
    });
}

#[test]
fn names_are_told_and_made_harmless() {
    in_jail(|jail| {
        jail.file("/w/x\x1b[2J");
        let (_, out, _) = ran(jail, &["-v", "x\x1b[2J"]);
        assert_eq!(out, "removed 'x\\x1b[2J'\n");
        let (_, out, _) = ran(jail, &["-rv", "d/s"]);
        assert_eq!(out, "removed 'd/s/g'\nremoved 'd/s'\n");
        let (code, out, _) = ran(jail, &["-vf", "nope"]);
        assert_eq!((code, out.as_str()), (0, "skipped 'nope': not found\n"));
        let (_, _, err) = ran(jail, &["--progress=always", "-r", "d"]);
        assert!(err.starts_with("Deleted 2 items in "), "{err}");
    });
}

#[test]
fn filters_lists_and_wildcards_choose() {
    in_jail(|jail| {
        jail.file("/w/d/keep.me");
        assert_eq!(ran(jail, &["-r", "--exclude=*.me", "d"]), (0, String::new(), String::new()));
        assert!(jail.has("/w/d/keep.me") && !jail.has("/w/d/s"));
        assert_eq!(ran(jail, &["-g", "/w/[ab]"]).0, 0);
        assert_eq!(left(jail), ["d"]);
        jail.file("/w/x y").file("/w/z");
        File::create_new(jail.path("/list")).unwrap().write_all(b"x y\0z\0").unwrap();
        assert_eq!(ran(jail, &["--files0-from=/list"]), (0, String::new(), String::new()));
        assert!(!jail.has("/w/x y") && !jail.has("/w/z"));
        // What wrote the list has died in the middle of a path.
        jail.dir("/w/dir").file("/w/dir/a").file("/w/dir/b");
        File::create(jail.path("/list")).unwrap().write_all(b"dir/a\0dir").unwrap();
        ran(jail, &["-r", "--files0-from=/list"]).says(2, "its last name may be cut off");
        assert!(jail.has("/w/dir/a") && jail.has("/w/dir/b"));
    });
}

#[test]
fn a_dry_run_changes_nothing() {
    in_jail(|jail| {
        let (code, out, err) = ran(jail, &["--dry-run", "-r", "d", "a"]);
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.starts_with("To remove   3 files in 2 folders"), "{out}");
        assert_eq!(left(jail), ALL);
        let (code, out, _) = ran(jail, &["--dry-run", "-ri", "d"]);
        assert_eq!((code, left(jail).len()), (0, ALL.len()), "{out}");
    });
}

#[test]
fn mistakes_on_the_command_line_exit_with_2() {
    in_jail(|jail| {
        for (args, said) in [
            (&["--recursiv", "d"][..], "--recursive"),
            (&["--interactive=maybe", "a"], "always"),
            (&["--preserve-root=some", "a"], "all"),
            (&["--on-error=shrug", "a"], "abort"),
            (&["--control", "a"], "--control needs --json"),
        ] {
            let (code, out, err) = ran(jail, args);
            assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
            assert!(err.contains(said), "{args:?}: {err}");
        }
        assert_eq!(left(jail), ALL);
    });
}

/// Reads a stream, each line of which fits the schema and which obeys the rules of all streams.
fn events(bytes: &[u8]) -> Vec<Value> {
    let validator = jsonschema::validator_for(&events_schema()).unwrap();
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let events: Vec<Value> = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    let envelope = |event: &Value| serde_json::from_value::<Envelope>(event.clone()).unwrap();
    // Replies come when they are made, between the events that happened before and after.
    let told = events.iter().filter(|event| event["type"] != "reply").map(envelope);
    check_stream("frm", &told.collect::<Vec<_>>());
    for event in &events {
        let faults: Vec<_> = validator.iter_errors(event).map(|it| it.to_string()).collect();
        assert!(faults.is_empty(), "{event}: {faults:?}");
    }
    events
}

#[test]
fn a_delete_is_a_stream_of_events() {
    in_jail(|jail| {
        let done = run(frm(jail).args(["--json", "--events=all", "-r", "d", ".", "a"]));
        assert_eq!(done.status.code(), Some(1));
        let events = events(&done.stdout);
        assert_eq!(events[0]["tool"], "frm");
        let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
        assert_eq!((of("item.done"), of("item.failed"), of("job.summary")), (5, 1, 1));
        let failed = events.iter().find(|event| event["type"] == "item.failed").unwrap();
        assert_eq!(failed["error"]["code"], "dot_directory");
        let ops = events.iter().filter(|event| event["op"] == "remove_dir").count();
        assert_eq!(ops, 2);
        let summary = events.iter().find(|event| event["type"] == "job.summary").unwrap();
        assert_eq!(summary["summary"]["done"], 5);
        assert_eq!(events.last().unwrap()["exit"], 1);
        assert_eq!(left(jail), ["b"]);
    });
}

#[test]
fn a_script_may_answer_each_question() {
    in_jail(|jail| {
        let mut child = frm(jail)
            .args(["--json", "--control", "-ri", "d"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
        let mut stream = Vec::new();
        let mut asked = Vec::new();
        loop {
            let start = stream.len();
            let read = std::io::BufRead::read_until(&mut output, b'\n', &mut stream).unwrap();
            assert_ne!(read, 0, "the stream ended early");
            let event: Value = serde_json::from_slice(&stream[start..]).unwrap();
            if event["type"] == "bye" {
                break;
            }
            if event["type"] != "question.asked" {
                continue;
            }
            let question = &event["question"];
            let path = question["item"]["path"]["text"].as_str().unwrap().to_owned();
            let step = question["step"].as_str().unwrap().to_owned();
            let answer = if path == "d/f" { json!("skip") } else { json!("remove") };
            asked.push((step, path));
            let answer = json!({
                "id": asked.len(), "cmd": "answer", "job": event["job"],
                "question": question["id"], "answer": answer, "scope": "this"
            });
            writeln!(input, "{answer}").unwrap();
        }
        assert_eq!(child.wait().unwrap().code(), Some(1));
        asked.sort();
        let pair = |step: &str, path: &str| (step.to_owned(), path.to_owned());
        assert_eq!(
            asked,
            [
                pair("descend", "d"),
                pair("descend", "d/s"),
                pair("remove", "d"),
                pair("remove", "d/f"),
                pair("remove", "d/s"),
                pair("remove", "d/s/g"),
            ]
        );
        assert_eq!(left(jail), ["a", "b", "d", "d/f"]);
        events(&stream);
    });
}

#[test]
fn questions_that_nobody_answers_leave_everything() {
    in_jail(|jail| {
        let done = run(frm(jail).args(["--json", "--control", "-ri", "d"]));
        assert_eq!(done.status.code(), Some(5));
        events(&done.stdout);
        assert_eq!(left(jail), ALL);
    });
}

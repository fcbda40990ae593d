//! Tests of `fcp --json`: one event a line, numbered without gaps, and commands on standard input.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use fcp_test_support::output::sh;
use fcp_test_support::{Scratch, fcp, run};
use serde_json::{Value, json};

fn lines(text: &[u8]) -> Vec<Value> {
    text.split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
}

/// Checks what holds of every stream: hello first, bye last with the exit code, facts without gaps.
#[track_caller]
fn check_stream(lines: &[Value], exit: i64) {
    assert_eq!((&lines[0]["type"], &lines[0]["seq"]), (&json!("hello"), &json!(0)));
    assert_eq!(lines[0]["schema"], fcp_engine::event::SCHEMA);
    let last = lines.last().unwrap();
    assert_eq!((&last["type"], &last["exit"]), (&json!("bye"), &json!(exit)));
    let facts: Vec<u64> = lines.iter().filter_map(|line| line["seq"].as_u64()).collect();
    assert_eq!(facts, (0..facts.len() as u64).collect::<Vec<_>>());
}

/// A process that is talked to.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    heard: Vec<Value>,
}

impl Talk {
    fn start(directory: &Path, args: &[&str]) -> Self {
        let mut child = fcp()
            .current_dir(directory)
            .args(["--json", "--control"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, heard: Vec::new() }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// Waits for an event of a type.
    fn hear(&mut self, kind: &str) -> Value {
        self.hear_where(|event| event["type"] == kind)
    }

    fn hear_where(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the stream ended: {:#?}", self.heard);
            let event: Value = serde_json::from_str(&line).unwrap();
            self.heard.push(event.clone());
            if wanted(&event) {
                return event;
            }
        }
    }

    fn reply(&mut self, id: u64) -> Value {
        self.hear_where(|event| event["type"] == "reply" && event["id"] == id)
    }

    /// Closes standard input and takes the rest of the stream.
    fn end(mut self) -> (Vec<Value>, i32) {
        self.input = None;
        while self.heard.last().is_none_or(|last| last["type"] != "bye") {
            self.hear_where(|_| true);
        }
        let status = self.child.wait().unwrap();
        (self.heard, status.code().unwrap_or(-1))
    }
}

#[test]
fn a_copy_is_a_stream_from_hello_to_bye() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir s; echo x >s/x; echo y >s/y");
    let done = run(fcp().current_dir(scratch.path()).args(["--json", "--events=all", "s", "z"]));
    assert_eq!(done.status.code(), Some(0));
    let lines = lines(&done.stdout);
    check_stream(&lines, 0);
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).count();
    assert_eq!((of("job.queued"), of("item.done"), of("job.summary")), (1, 3, 1));
    let summary = lines.iter().find(|line| line["type"] == "job.summary").unwrap();
    assert_eq!(summary["summary"]["done"], 3);
    assert_eq!(summary["summary"]["bytes"], 4);
}

#[test]
fn failures_are_facts_and_decide_the_exit_code() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir d; echo a >a");
    let done = run(fcp().current_dir(scratch.path()).args(["--json", "a", "nope", "d"]));
    assert_eq!(done.status.code(), Some(1));
    let lines = lines(&done.stdout);
    check_stream(&lines, 1);
    let failed = lines.iter().find(|line| line["type"] == "item.failed").unwrap();
    assert_eq!(failed["error"]["code"], "not_found");
    assert_eq!(failed["error"]["path"], json!({"text": "nope"}));
}

#[test]
fn a_plan_is_an_event() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir s; echo x >s/x");
    let done = run(fcp().current_dir(scratch.path()).args(["--json", "--dry-run", "s", "z"]));
    let lines = lines(&done.stdout);
    check_stream(&lines, 0);
    let plan = lines.iter().find(|line| line["type"] == "job.plan").unwrap();
    assert_eq!(plan["plan"]["totals"]["items"], 2);
    assert!(!scratch.path().join("z").exists());
}

#[test]
fn questions_are_answered_by_control_lines() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir s z; for n in 1 2 3; do echo new >s/$n; echo old >z/$n; done");
    let mut talk = Talk::start(scratch.path(), &["--on-conflict=ask", "-T", "s", "z"]);
    let asked = talk.hear("question.asked");
    assert_eq!(asked["question"]["about"], "conflict");
    let id = asked["question"]["id"].as_u64().unwrap();
    talk.say(&format!(r#"{{"id":1,"cmd":"answer","question":{id},"answer":"skip"}}"#));
    assert_eq!(talk.reply(1)["ok"], true);
    talk.say(&format!(r#"{{"id":2,"cmd":"answer","question":{id},"answer":"skip"}}"#));
    let again = talk.reply(2);
    assert_eq!((&again["ok"], again["error"].is_string()), (&json!(false), true));
    let known = |heard: &[Value]| {
        let asked = |line: &Value| {
            (line["type"] == "question.asked").then(|| line["question"]["id"].as_u64())
        };
        heard.iter().filter_map(asked).flatten().find(|other| *other != id)
    };
    let other = match known(&talk.heard) {
        Some(other) => other,
        None => talk.hear("question.asked")["question"]["id"].as_u64().unwrap(),
    };
    let all = r#""answer":"overwrite","scope":"kind""#;
    talk.say(&format!(r#"{{"id":3,"cmd":"answer","question":{other},{all}}}"#));
    assert_eq!(talk.reply(3)["ok"], true);
    let (lines, code) = talk.end();
    check_stream(&lines, 0);
    assert_eq!(code, 0);
    let kept =
        (1..=3).filter(|n| fs::read(scratch.path().join(format!("z/{n}"))).unwrap() == b"old\n");
    assert_eq!(kept.count(), 1);
}

#[test]
fn a_job_is_paused_resumed_and_cancelled() {
    let scratch = Scratch::new();
    sh(scratch.path(), "head -c 8000000 /dev/zero >big");
    let mut talk = Talk::start(scratch.path(), &["--limit-rate=64k", "big", "z"]);
    let job = talk.hear("job.started")["job"].as_u64().unwrap();
    talk.say(&format!(r#"{{"id":1,"cmd":"pause","job":{job}}}"#));
    talk.hear("job.paused");
    talk.say(r#"{"id":2,"cmd":"status"}"#);
    let status = talk.reply(2);
    assert_eq!(status["status"][0]["progress"]["paused"], true);
    talk.say(r#"{"id":3,"cmd":"resume","job":null}"#);
    talk.hear("job.resumed");
    talk.say(r#"{"id":4,"cmd":"set","job":null,"limit_rate":4096}"#);
    assert_eq!(talk.reply(4)["ok"], true);
    talk.say(r#"{"id":5,"cmd":"cancel","job":1}"#);
    let summary = talk.hear("job.summary");
    assert_eq!(summary["summary"]["outcome"], "cancelled");
    let (lines, code) = talk.end();
    check_stream(&lines, 130);
    assert_eq!(code, 130);
    assert!(!scratch.path().join("z").exists());
}

#[test]
fn lines_that_make_no_sense_get_a_reply() {
    let scratch = Scratch::new();
    let mut talk = Talk::start(scratch.path(), &[]);
    talk.say("nonsense");
    assert_eq!(talk.reply(0)["ok"], false);
    talk.say(r#"{"id":7,"cmd":"dance"}"#);
    assert_eq!(talk.reply(7)["ok"], false);
    talk.say(r#"{"id":8,"cmd":"pause","job":12}"#);
    assert_eq!(talk.reply(8)["error"], "there is no job 12");
    let (lines, code) = talk.end();
    check_stream(&lines, 0);
    assert_eq!(code, 0);
}

#[test]
fn without_operands_jobs_are_served_until_input_ends() {
    let scratch = Scratch::new();
    sh(scratch.path(), "echo a >a; mkdir d");
    let mut talk = Talk::start(scratch.path(), &[]);
    let root = scratch.path().to_str().unwrap();
    for id in 1..=2 {
        let spec = json!({"id": id, "cmd": "submit", "spec": {"verb": "copy",
            "sources": [{"text": format!("{root}/a")}],
            "destination": {"as": {"text": format!("{root}/d/{id}")}}}});
        talk.say(&spec.to_string());
        assert_eq!(talk.reply(id)["job"], json!(id));
    }
    let (lines, code) = talk.end();
    check_stream(&lines, 0);
    assert_eq!(code, 0);
    assert_eq!(lines.iter().filter(|line| line["type"] == "job.summary").count(), 2);
    assert!(scratch.path().join("d/1").exists() && scratch.path().join("d/2").exists());
}

#[test]
fn questions_are_left_unanswered_when_input_ends() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir s d; echo a >s/a; echo old >d/a; echo b >s/b");
    let args = ["--json", "--control", "--on-conflict=ask", "-t", "d", "s/a", "s/b"];
    let seen = run(fcp().args(args).current_dir(scratch.path()));
    assert_eq!(seen.status.code(), Some(5));
    let lines = lines(&seen.stdout);
    check_stream(&lines, 5);
    let summary = lines.iter().find(|line| line["type"] == "job.summary").unwrap();
    assert_eq!(summary["summary"]["unanswered"], 1);
    assert_eq!(summary["summary"]["done"], 1);
    assert_eq!(std::fs::read_to_string(scratch.join("d/a")).unwrap(), "old\n");
}

#[test]
fn the_end_of_input_does_not_cancel_the_job() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir s; for n in 1 2 3 4 5; do head -c 100000 /dev/zero >s/$n; done");
    let talk = Talk::start(scratch.path(), &["s", "z"]);
    let (lines, code) = talk.end();
    check_stream(&lines, 0);
    assert_eq!(code, 0);
    assert!(scratch.path().join("z/5").exists());
}

#[test]
fn a_reader_that_leaves_ends_the_job() {
    let scratch = Scratch::new();
    sh(scratch.path(), "head -c 8000000 /dev/zero >big");
    let mut child = fcp()
        .current_dir(scratch.path())
        .args(["--json", "--limit-rate=64k", "big", "z"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert!(!done.status.success());
    assert_eq!(String::from_utf8(done.stderr).unwrap(), "");
    assert!(!scratch.path().join("z").exists());
}

#[test]
fn names_survive_the_stream_byte_for_byte() {
    let scratch = Scratch::new();
    sh(scratch.path(), r#"mkdir s; echo 1 >"s/$(printf 'a\377')""#);
    let done = run(fcp().current_dir(scratch.path()).args(["--json", "--events=all", "s", "z"]));
    let lines = lines(&done.stdout);
    let raw = lines.iter().find(|line| line["src"]["bytes"].is_string()).unwrap();
    assert_eq!(raw["src"]["bytes"], "cy9h/w==");
}

#[test]
fn a_slow_reader_of_a_pipe_that_does_not_block_gets_the_whole_stream() {
    let scratch = Scratch::new();
    sh(scratch.path(), "mkdir s; for n in $(seq 1500); do echo >s/$n; done");
    let (mut reader, writer) = std::io::pipe().unwrap();
    rustix::fs::fcntl_setfl(&writer, rustix::fs::OFlags::NONBLOCK).unwrap();
    let mut child = fcp()
        .current_dir(scratch.path())
        .args(["--json", "--events=all", "s", "z"])
        .stdout(writer)
        .spawn()
        .unwrap();
    // Nothing is read before all is copied, and by then the pipe is full.
    let copied = || fs::read_dir(scratch.join("z")).map_or(0, Iterator::count);
    while copied() < 1500 {
        assert_eq!(child.try_wait().unwrap(), None, "the copy ended early");
        std::thread::yield_now();
    }
    let mut text = Vec::new();
    reader.read_to_end(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let lines = lines(&text);
    check_stream(&lines, 0);
    assert_eq!(lines.iter().filter(|line| line["type"] == "item.done").count(), 1501);
}

#[test]
fn a_stream_that_cannot_be_written_is_told_once_and_the_copy_is_finished() {
    for (to, reason) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
    {
        let scratch = Scratch::new();
        sh(scratch.path(), "mkdir s; for n in $(seq 300); do echo >s/$n; done");
        let script = format!(r#""$0" --json --events=all s z {to}; echo $? >&2"#);
        let mut shell = fcp_test_support::bin::clean(Command::new("/bin/sh"));
        shell.current_dir(scratch.path()).args(["-c", &script]);
        let done = run(shell.arg(fcp_test_support::bin::path_of("fcp")));
        let told = format!("fcp: cannot write to standard output: {reason}\n1\n");
        assert_eq!(String::from_utf8(done.stderr).unwrap(), told, "{to}");
        assert_eq!(fs::read_dir(scratch.join("z")).unwrap().count(), 300, "{to}");
    }
}

#[test]
fn a_job_that_a_command_has_paused_goes_on_when_input_ends() {
    let scratch = Scratch::new();
    sh(scratch.path(), "head -c 8000000 /dev/zero >big");
    for pause in [r#"{"id":1,"cmd":"pause","job":1}"#, r#"{"id":1,"cmd":"pause","job":null}"#] {
        let mut talk = Talk::start(scratch.path(), &["--limit-rate=64k", "big", "z"]);
        talk.hear("job.started");
        talk.say(pause);
        talk.hear("job.paused");
        talk.say(r#"{"id":2,"cmd":"set","job":null,"limit_rate":0}"#);
        assert_eq!(talk.reply(2)["ok"], true);
        let (lines, code) = talk.end();
        check_stream(&lines, 0);
        assert_eq!(code, 0);
        assert_eq!(fs::metadata(scratch.join("z")).unwrap().len(), 8_000_000);
        fs::remove_file(scratch.join("z")).unwrap();
    }
}

#[test]
fn a_job_that_can_have_no_threads_says_so() {
    let scratch = Scratch::new().open_to_all();
    sh(scratch.path(), "mkdir s; echo a >s/a; chmod -R a+rwX .");
    // With one process the job's own thread cannot be started, with two its workers cannot.
    for (processes, flags) in [(1, ""), (2, ""), (1, "--json"), (2, "--json")] {
        let script = format!(r#"cd "$1" && ulimit -p {processes} && exec "$0" {flags} s z"#);
        let mut shell = fcp_test_support::bin::clean(Command::new("/bin/sh"));
        shell.args(["-c", &script]).arg(fcp_test_support::bin::path_of("fcp"));
        shell.arg(scratch.path());
        let Some(shell) = fcp_test_support::ns::as_nobody(&mut shell) else { return };
        let done = run(shell);
        let err = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(3), "{err}");
        let lines = lines(&done.stdout);
        // Other tests may have processes of this user, too, so that already the first is refused.
        match lines.iter().find(|line| line["type"] == "item.failed") {
            Some(failed) => assert_eq!(failed["error"]["action"], "start"),
            None => assert_eq!(
                err, "fcp: cannot start threads: Resource temporarily unavailable\n",
                "{processes} {flags}"
            ),
        }
        if !flags.is_empty() {
            check_stream(&lines, 3);
        }
    }
}

//! Tests of `fcp` on a terminal, made by script(1): live lines, the final sentence, questions.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use fcp_test_support::bin::{clean, installed, path_of};
use fcp_test_support::output::sh;
use fcp_test_support::pty::Pty;
use fcp_test_support::{Scratch, skip};

/// A program that runs on a terminal of its own.
struct Terminal {
    child: std::process::Child,
    keys: std::process::ChildStdin,
    chunks: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    /// Starts `fcp` with these arguments; `None` without script(1).
    fn start(directory: &Path, args: &str, no_color: bool) -> Option<Self> {
        if !installed("script") {
            skip::skip("script(1) is not installed");
            return None;
        }
        let command = format!("{} {args}", path_of("fcp").display());
        let mut script = clean(Command::new("script"));
        script.args(["-qefc", &command, "/dev/null"]).current_dir(directory);
        script.env("TERM", "xterm-256color").env("SHELL", "/bin/sh");
        if no_color {
            script.env("NO_COLOR", "1");
        }
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = script.spawn().unwrap();
        let keys = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (chunk, chunks) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut buffer) {
                if chunk.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        Some(Self { child, keys, chunks, shown: String::new() })
    }

    /// Presses a key again and again until a text is shown: keys rest after a question appears.
    fn press_until(&mut self, key: &str, text: &str) {
        for _ in 0..600 {
            if self.shown.contains(text) {
                return;
            }
            match self.chunks.recv_timeout(Duration::from_millis(50)) {
                Ok(chunk) => self.shown.push_str(&String::from_utf8_lossy(&chunk)),
                Err(RecvTimeoutError::Timeout) => {
                    let _typed = self.keys.write_all(key.as_bytes()).is_ok();
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        assert!(self.shown.contains(text), "{text:?} never came: {:?}", self.shown);
    }

    /// Waits for the end and gives everything shown.
    fn end(mut self) -> (String, Option<i32>) {
        while let Ok(chunk) = self.chunks.recv_timeout(Duration::from_secs(60)) {
            self.shown.push_str(&String::from_utf8_lossy(&chunk));
        }
        drop(self.keys);
        (self.shown, self.child.wait().unwrap().code())
    }
}

#[test]
fn a_long_copy_is_two_live_lines_and_then_one_sentence() {
    let scratch = Scratch::new();
    sh(scratch.path(), "head -c 2000000 /dev/zero >big");
    let Some(terminal) = Terminal::start(scratch.path(), "--limit-rate=2M big z", false) else {
        return;
    };
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0));
    assert!(shown.contains("Copying   "), "{shown:?}");
    assert!(shown.contains("\x1b[1A\x1b[J") || shown.contains("\x1b[1G\x1b[J"), "{shown:?}");
    let last = shown.trim_end().rsplit(['\n', 'J']).next().unwrap();
    assert!(last.starts_with("Copied 1 item, 1.91 MiB in "), "{last:?}");
    assert!(shown.contains("\x1b[38;5;111m"), "the accent of 256 colours: {shown:?}");
}

#[test]
fn a_quick_copy_says_nothing() {
    let scratch = Scratch::new();
    sh(scratch.path(), "echo a >a");
    let Some(terminal) = Terminal::start(scratch.path(), "a z", false) else { return };
    assert_eq!(terminal.end(), (String::new(), Some(0)));
}

#[test]
fn failures_stay_above_the_live_lines() {
    let scratch = Scratch::new();
    sh(scratch.path(), "head -c 2000000 /dev/zero >big; mkdir d");
    let args = "--limit-rate=4M nope big d";
    let Some(terminal) = Terminal::start(scratch.path(), args, true) else { return };
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(1));
    assert!(
        shown.contains("fcp: cannot stat 'nope': No such file or directory\x1b[0m\r\n"),
        "{shown:?}"
    );
    assert!(shown.trim_end().ends_with("1 failed\x1b[0m"), "{shown:?}");
    assert!(!shown.contains("\x1b[38;"), "NO_COLOR leaves weight only: {shown:?}");
}

#[test]
fn a_question_takes_one_key() {
    let scratch = Scratch::new();
    sh(scratch.path(), "echo new >a; echo old >b; touch -d @1000000000 b");
    let Some(mut terminal) = Terminal::start(scratch.path(), "-i a b", true) else { return };
    terminal.press_until("", "'b' exists");
    terminal.press_until("", "incoming");
    terminal.press_until("?", "replace the existing one");
    terminal.press_until("y", "Copied 1 item");
    let (_, code) = terminal.end();
    assert_eq!(code, Some(0));
    assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"new\n");
}

#[test]
fn control_c_at_a_question_leaves_everything() {
    let scratch = Scratch::new();
    sh(scratch.path(), "echo new >a; echo old >b");
    let Some(mut terminal) = Terminal::start(scratch.path(), "-i a b", true) else { return };
    terminal.press_until("", "'b' exists");
    terminal.press_until("\x03", "Cancelled");
    let (_, code) = terminal.end();
    assert_eq!(code, Some(130));
    assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"old\n");
}

/// Starts a program at the question about `b`, which is older than `a`.
fn asked_about_b(scratch: &Scratch, tool: &str) -> Pty {
    sh(scratch.path(), "echo new >a; echo old >b; touch -d @1000000000 b");
    let mut command = clean(Command::new(path_of(tool)));
    let command = command.current_dir(scratch.path()).args(["-i", "a", "b"]);
    let mut pty = Pty::start(command, 100, 24);
    pty.wait_for("'b' exists");
    pty.wait_for("n or Enter Skip   y Replace");
    pty
}

#[test]
fn n_and_enter_keep_the_existing_file_even_where_the_source_is_newer() {
    for tool in ["fcp", "fmv"] {
        for no in ["n", "N", "\r"] {
            let scratch = Scratch::new();
            let mut asked = asked_about_b(&scratch, tool);
            asked.press_until(no, "1 skipped");
            assert_eq!(asked.wait().code(), Some(0), "{tool} {no:?}");
            assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"old\n", "{tool} {no:?}");
            assert!(scratch.path().join("a").exists(), "{tool} {no:?}");
        }
    }
}

#[test]
fn y_replaces_the_existing_file() {
    for tool in ["fcp", "fmv"] {
        for yes in ["y", "Y"] {
            let scratch = Scratch::new();
            let mut asked = asked_about_b(&scratch, tool);
            asked.press_until_gone(yes, "'b' exists");
            assert_eq!(asked.wait().code(), Some(0), "{tool} {yes:?}");
            assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"new\n", "{tool} {yes:?}");
        }
    }
}

//! Runs our programs under strace, which makes system calls fail or kills the program at one.

use std::process::{Command, Output};

use crate::bin::{self, run};
use crate::skip::skip;

/// Whether there is `strace`; reports a skip where there is none.
pub fn has_strace() -> bool {
    let found = bin::installed("strace");
    if !found {
        skip("strace is not installed");
    }
    found
}

/// Runs a program with one worker, while every thread's `n`th call of `syscall` is tampered with as
/// `with` says: `error=EIO` or `signal=SIGKILL`, for example.
pub fn tampered(program: &str, syscall: &str, with: &str, n: usize, arguments: &[&str]) -> Output {
    let mut strace = bin::clean(Command::new("strace"));
    strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={syscall}")]);
    strace.args(["-e", &format!("inject={syscall}:{with}:when={n}")]);
    strace.arg(bin::path_of(program)).args(["--json", "--events=all", "-w1"]).args(arguments);
    run(&mut strace)
}

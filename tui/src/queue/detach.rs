//! A process in the background that runs the queue.

use std::fs::File;
use std::io::{BufRead, BufReader, Write, stdout};
use std::process::{Command, Stdio};

use super::output::{Output, Trouble};
use crate::cli::exit;

/// What the process says once it has its place in the queue.
const READY: &str = "ready";

/// Starts the process, and prints its number once it runs the queue.
///
/// It reports by a pipe that is its standard output until then. Its standard error is nobody's from
/// the start: its workers keep what they were given, and would hold a pipe of the caller open.
pub(super) fn start(keep: bool) -> Result<u8, Trouble> {
    let failed = |error: std::io::Error| Trouble::Not(format!("cannot start a process: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut child = Command::new(program)
        .args(["run", "--detached"])
        .args(keep.then_some("--keep"))
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let mut said = String::new();
    if let Some(pipe) = child.stdout.take() {
        BufReader::new(pipe).read_line(&mut said).map_err(failed)?;
    }
    match said.trim_end() {
        READY => {
            let mut out = Output::new();
            out.line(&child.id().to_string())?;
            out.flush()?;
            Ok(exit::DONE)
        }
        "" => {
            let status = child.wait().map_err(failed)?;
            Err(Trouble::Not(format!("the process in the background ended: {status}")))
        }
        why => Err(Trouble::Not(why.to_owned())),
    }
}

/// Leaves the session of whoever started this process, and so their terminal.
pub(super) fn leave_terminal() -> Result<(), Trouble> {
    match rustix::process::setsid() {
        Ok(_) => Ok(()),
        Err(errno) => Err(Trouble::Not(format!("cannot leave the terminal: {errno}"))),
    }
}

/// Tells the caller that it works, and lets go of the pipe.
pub(super) fn ready() -> Result<(), Trouble> {
    let mut out = stdout();
    writeln!(out, "{READY}")?;
    out.flush()?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(nowhere).map_err(std::io::Error::from)?;
    Ok(())
}

/// Tells the caller why it does not work.
pub(super) fn excuse(why: &str) {
    // If the caller has gone, nobody wants to know.
    let _told = writeln!(stdout(), "{why}").is_ok();
}

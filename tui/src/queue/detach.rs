//! A process in the background that runs the queue.

use std::fs::File;
use std::io::{BufRead, BufReader, Write, stdout};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use super::TOOL;
use super::output::{Output, Trouble};
use crate::cli::exit;

/// What the process says once it has its place in the queue.
const READY: &str = "ready";

/// Starts the process, and prints its number.
pub(super) fn start(keep: bool) -> Result<u8, Trouble> {
    let pid = spawn(keep)?;
    let mut out = Output::new();
    out.line(&pid.to_string())?;
    out.flush()?;
    Ok(exit::DONE)
}

/// Starts the process; gives its number once it runs the queue.
///
/// It reports by a pipe that is its standard output until then. Its standard error is nobody's from
/// the start: its workers keep what they were given, and would hold a pipe of the caller open.
pub(super) fn spawn(keep: bool) -> Result<u32, Trouble> {
    let failed = |error: std::io::Error| Trouble::Not(format!("cannot start a process: {error}"));
    let program = std::env::current_exe().map_err(failed)?;
    // Whatever this program is, under that name it is the one that runs queues.
    let mut child = Command::new(program)
        .arg0(TOOL)
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
        READY => Ok(child.id()),
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

//! Starts a background process that runs the queue after the program that started it has exited.
//!
//! Until it works, its standard output is a pipe to that program, through which it reports. Its standard
//! error is `/dev/null` from the start: its worker threads have descriptor tables of their own, and would
//! hold a pipe of the caller open.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write, stdout};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::{errors, tr};

/// What the process says once it has its place in the queue.
const READY: &str = "ready";
/// How long it may take to open the queue, which may lie on a disk that sleeps.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Starts a process; gives its number once it has said [`ready`].
///
/// # Errors
/// One line: why it could not be started, what it said instead ([`excuse`]), or that it says nothing.
pub fn spawn(command: &mut Command) -> Result<u32, String> {
    spawn_within(command, TIMEOUT)
}

fn spawn_within(command: &mut Command, timeout: Duration) -> Result<u32, String> {
    let failed = |error: io::Error| tr!("background-no-process", error = errors::of_io(&error));
    let command = command.current_dir("/").stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(failed)?;
    let said = first_line(&mut child, timeout).map_err(failed)?;
    match said.as_deref().map(str::trim_end) {
        Some(READY) => Ok(child.id()),
        Some("") => {
            let status = child.wait().map_err(failed)?;
            Err(tr!("background-ended", status = status.to_string()))
        }
        Some(why) => Err(why.to_owned()),
        None => {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            let seconds = timeout.as_secs();
            Err(tr!("background-silent", seconds = seconds.to_string()))
        }
    }
}

/// Gives the first line that a process says; none if it takes too long.
fn first_line(child: &mut Child, timeout: Duration) -> io::Result<Option<String>> {
    let Some(pipe) = child.stdout.take() else { return Ok(Some(String::new())) };
    let (sender, line) = mpsc::channel();
    // The thread ends with the process, which the caller kills when it stops waiting.
    thread::Builder::new().name("first line".into()).spawn(move || {
        let mut said = String::new();
        let read = BufReader::new(pipe).read_line(&mut said).map(|_bytes| said);
        // This fails if the caller has stopped waiting.
        drop(sender.send(read));
    })?;
    line.recv_timeout(timeout).ok().transpose()
}

/// Leaves the session of the program that started this process: closing its terminal must not stop the jobs.
///
/// # Errors
/// See setsid(2); that this process leads a session already is none.
pub fn leave_session() -> io::Result<()> {
    match rustix::process::setsid() {
        Ok(_) | Err(fcp_sys::Errno::PERM) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

/// Lets a program run without the terminal of this one, so that it cannot ask there for a password.
pub fn without_terminal(command: &mut Command) {
    fcp_sys::in_new_session(command);
}

/// Tells the program that started this process that it works, and closes the pipe.
///
/// # Errors
/// That program has closed its end of the pipe, or there is no `/dev/null`.
pub fn ready() -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{READY}")?;
    out.flush()?;
    let nowhere = File::options().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(nowhere)?;
    Ok(())
}

/// Tells the program that started this process why it does not work.
pub fn excuse(why: &str) {
    // This fails if that program has exited, which does no harm.
    let _told = writeln!(stdout(), "{why}").is_ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(script: &str, timeout: Duration) -> Result<u32, String> {
        spawn_within(Command::new("sh").args(["-c", script]), timeout)
    }

    #[test]
    fn a_process_begins_or_says_why_it_does_not() {
        let long = Duration::from_secs(60);
        assert!(said("echo ready", long).is_ok());
        assert_eq!(said("echo there is no place", long), Err("there is no place".to_owned()));
        let silent = said("exit 3", long).unwrap_err();
        assert!(silent.contains("ended") && silent.contains('3'), "{silent}");
        let hangs = said("exec sleep 600", Duration::from_millis(50)).unwrap_err();
        assert!(hangs.contains("did not begin"), "{hangs}");
    }
}

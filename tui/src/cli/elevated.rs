//! Carries out one request with the rights of the administrator, in a process that `sudo` or `pkexec` starts.
//!
//! The request comes on standard input. Its checksum is an argument, so that the log names it and no other
//! request is carried out than the one that the user confirmed. The process gives up all capabilities but those for
//! files, and can never gain others. Its record and what it moves to the trash are in the home of root, whatever `HOME` says,
//! so `sudo -H fcp --undo` finds them.

use std::io::{BufRead, IsTerminal, Read, Write, stderr, stdin};

use fcp_engine::spec::JobSpec;
use fcp_presentation::elevation::{self, Complaint, LARGEST, Request};

use super::ask::Keys;
use super::asked::When;
use super::display::Mode;
use super::session::{self, Asker, Setup};
use super::signals::die_of;
use super::words::Plain;
use super::{aside, exit, stream};
use crate::cli::quoting::Bytes;
use crate::home;
use crate::terminal::detect;

/// The name under which the process tells what it does.
const TOOL: &str = "fcp";

/// Carries out the request on standard input, if it has this checksum; gives the exit code.
pub(crate) fn run(sum: &str) -> u8 {
    let mut bytes = Vec::new();
    let read = stdin().take(LARGEST + 1).read_to_end(&mut bytes);
    match begin(read, &bytes, sum) {
        Ok(spec) => on_terminal(spec),
        Err((complaint, code)) => {
            complain(&complaint.told());
            code
        }
    }
}

/// Does the same for a program that shows the progress: the request is the first line, commands may follow it, and
/// events go to standard output. If the program ends, the job is cancelled.
pub(crate) fn run_streamed(sum: &str) -> u8 {
    let mut bytes = Vec::new();
    // What follows the line remains in the buffer of the process, for the commands.
    let read = stdin().lock().take(LARGEST + 2).read_until(b'\n', &mut bytes);
    let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    match begin(read, line, sum) {
        Ok(mut spec) => {
            elevation::leave_unasked(&mut spec);
            let engine = home::engine_of_administrator();
            let obeyed = Some(elevation::is_obeyed as stream::Obeyed);
            stream::run_telling(TOOL, &engine, Some(spec), obeyed, |error| tell(&error.into()))
        }
        Err((complaint, code)) => {
            tell(&complaint);
            code
        }
    }
}

/// Tells the app that reads the events why there are none, as its last line on standard error.
fn tell(complaint: &Complaint) {
    // If standard error is closed, the exit code still tells.
    let _told = writeln!(stderr(), "{}", complaint.line()).is_ok();
}

/// Checks the request, and gives up what the job does not need.
fn begin(
    read: std::io::Result<usize>,
    bytes: &[u8],
    sum: &str,
) -> Result<JobSpec, (Complaint, u8)> {
    let request = read
        .map_err(|error| Complaint::Unread { error: error.to_string() })
        .and_then(|_| elevation::read(bytes, sum));
    let Request { umask, spec, .. } = request.map_err(|why| (why, exit::USAGE))?;
    drop_rights()
        .map_err(|error| (Complaint::Rights { error: error.to_string() }, exit::NOT_RUN))?;
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(umask as rustix::fs::RawMode));
    Ok(spec)
}

fn on_terminal(mut spec: JobSpec) -> u8 {
    let verb = spec.verb;
    // Standard input is the request; the keys come from the terminal itself.
    let asker = if stderr().is_terminal() {
        Asker::Keys(Box::new(Keys::new(verb)))
    } else {
        elevation::leave_unasked(&mut spec);
        Asker::NoSource
    };
    let look = detect(|name| std::env::var(name).ok());
    let voice = Plain { tool: TOOL, verb, verbose: false, debug: false, takes: Vec::new() };
    // The user comes from another screen, and is told what was done.
    let mode = match Mode::choose(When::Always) {
        Mode::Live => Mode::Told,
        mode => mode,
    };
    let engine = home::engine_of_administrator();
    let setup = Setup { engine, voice: Box::new(voice), asker, mode, look, redoes: false };
    match session::run(spec, setup) {
        Ok(ending) => match (ending.signal, &ending.summary) {
            (Some(signal), _) => die_of(signal),
            (None, Some(summary)) => exit::code(summary),
            (None, None) => exit::NOT_RUN,
        },
        Err(error) => {
            complain(&error.to_string());
            exit::NOT_RUN
        }
    }
}

fn complain(text: &str) {
    aside::complain(&Bytes::from(text));
}

/// Keeps the capabilities for files of others, and gives up all others for good; see capabilities(7).
#[cfg(target_os = "linux")]
fn drop_rights() -> rustix::io::Result<()> {
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs};

    set_no_new_privs(true)?;
    let wanted = CapabilitySet::CHOWN
        | CapabilitySet::DAC_OVERRIDE
        | CapabilitySet::DAC_READ_SEARCH
        | CapabilitySet::FOWNER
        | CapabilitySet::FSETID
        | CapabilitySet::MKNOD
        | CapabilitySet::SETFCAP
        | CapabilitySet::SYS_RESOURCE;
    let now = rustix::thread::capabilities(None)?;
    let kept = now.permitted & wanted;
    set_capabilities(
        None,
        CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() },
    )
}

/// Other systems than Linux have no such capabilities.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "on Linux it may fail")]
fn drop_rights() -> rustix::io::Result<()> {
    Ok(())
}

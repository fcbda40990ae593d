//! Carries out one request with the rights of the administrator, in a process that `sudo` starts.
//!
//! The request comes on standard input. Its checksum is an argument, so that the log of `sudo` names it and no other
//! request is carried out than the one that the user confirmed. The process gives up all capabilities but those for
//! files, and can never gain others.

use std::io::{IsTerminal, Read, stderr, stdin};

use fcp_engine::spec::{ConflictPolicy, ErrorPolicy, JobSpec, MismatchPolicy, Verb};
use fcp_engine::sum::{Algorithm, Hasher};
use fcp_presentation::tr;
use serde::{Deserialize, Serialize};

use super::ask::Keys;
use super::asked::When;
use super::display::Mode;
use super::session::{self, Asker, Setup};
use super::signals::die_of;
use super::words::Plain;
use super::{aside, exit};
use crate::cli::quoting::Bytes;
use crate::home;
use crate::terminal::detect;

/// The flag of `fcp-tui` with which the process is started.
pub(crate) const FLAG: &str = "carry-out";

/// The version of the request's form.
const VERSION: u32 = 1;

/// Bytes of the largest request: that of some hundred thousand items.
const LARGEST: u64 = 64 << 20;

/// What is handed to the process.
#[derive(Debug, Serialize, Deserialize)]
struct Request {
    version: u32,
    /// Permissions that new files do not get, as for the user.
    umask: u32,
    spec: JobSpec,
}

/// Tells whether a job can be done with the rights of the administrator.
///
/// No archive is read with rights that its sender could abuse, and none is written. The trash is the user's own: what
/// another user moves there is not the user's, who could not restore it.
pub(crate) fn is_possible(verb: Verb) -> bool {
    match verb {
        Verb::Copy | Verb::Move | Verb::Delete => true,
        Verb::Trash
        | Verb::Restore
        | Verb::Undo
        | Verb::Verify
        | Verb::Dedupe
        | Verb::Extract
        | Verb::Pack => false,
    }
}

/// Says why a request is not carried out as administrator, if it is not.
fn refusal(spec: &JobSpec) -> Option<&'static str> {
    if !is_possible(spec.verb) {
        return Some(tr!("elevated-not-this"));
    }
    spec.options.removals.is_some().then_some(tr!("elevated-removes"))
}

/// Gives the bytes of a request, and their checksum.
///
/// # Errors
/// Says that a job of this kind cannot be done like that.
pub(crate) fn hand_over(spec: JobSpec, umask: u32) -> Result<(Vec<u8>, String), String> {
    if let Some(why) = refusal(&spec) {
        return Err(why.to_owned());
    }
    let request = Request { version: VERSION, umask, spec };
    let bytes = serde_json::to_vec(&request).map_err(|error| error.to_string())?;
    let sum = checksum(&bytes);
    Ok((bytes, sum))
}

fn checksum(bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(bytes);
    hasher.finish().to_string()
}

/// Carries out the request on standard input, if it has this checksum; gives the exit code.
pub(crate) fn run(sum: &str) -> u8 {
    let request = match read(sum) {
        Ok(request) => request,
        Err(why) => {
            complain(&why);
            return exit::USAGE;
        }
    };
    if let Err(error) = drop_rights() {
        complain(&format!("cannot give up rights that the job does not need: {error}"));
        return exit::NOT_RUN;
    }
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(request.umask as rustix::fs::RawMode));
    let mut spec = request.spec;
    let verb = spec.verb;
    // Standard input is the request; the keys come from the terminal itself.
    let asker = if stderr().is_terminal() {
        Asker::Keys(Box::new(Keys::new(verb)))
    } else {
        leave_unasked(&mut spec);
        Asker::NoSource
    };
    let look = detect(|name| std::env::var(name).ok());
    let voice = Plain { tool: "fcp", verb, verbose: false, debug: false };
    // The user comes from another screen, and is told what was done.
    let mode = match Mode::choose(When::Always) {
        Mode::Live => Mode::Told,
        mode => mode,
    };
    let setup = Setup { engine: home::engine(true), voice: Box::new(voice), asker, mode, look };
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

/// Leaves alone what would be asked about.
fn leave_unasked(spec: &mut JobSpec) {
    let options = &mut spec.options;
    if options.on_conflict == ConflictPolicy::Ask {
        options.on_conflict = ConflictPolicy::Skip;
    }
    if options.on_mismatch == MismatchPolicy::Ask {
        options.on_mismatch = MismatchPolicy::Skip;
    }
    if options.on_error == ErrorPolicy::Ask {
        options.on_error = ErrorPolicy::Skip;
    }
}

fn read(sum: &str) -> Result<Request, String> {
    let mut bytes = Vec::new();
    let read = stdin().take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read the request: {error}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err("the request is too large".to_owned());
    }
    if checksum(&bytes) != sum {
        return Err("the request is not the one that was confirmed".to_owned());
    }
    let request: Request = serde_json::from_slice(&bytes)
        .map_err(|error| format!("the request cannot be read: {error}"))?;
    if request.version != VERSION {
        return Err("the request comes from another version of fcp".to_owned());
    }
    match refusal(&request.spec) {
        Some(why) => Err(why.to_owned()),
        None => Ok(request),
    }
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

#[cfg(test)]
mod tests {
    use fcp_engine::spec::Destination;

    use super::*;

    #[test]
    fn a_request_of_another_kind_is_not_handed_over() {
        let to = Destination::Into("b".into());
        let spec = |verb| JobSpec { verb, ..JobSpec::copy(["a"], to.clone()) };
        for verb in [Verb::Trash, Verb::Undo, Verb::Restore, Verb::Verify, Verb::Dedupe] {
            assert!(hand_over(spec(verb), 0o22).is_err());
        }
        let (bytes, sum) = hand_over(spec(Verb::Copy), 0o22).unwrap();
        assert_eq!((sum.len(), checksum(&bytes)), (64, sum));
    }
}

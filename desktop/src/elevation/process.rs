//! Starts `pkexec`, hands the request over, and reads what the process of the administrator tells.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use fcp_engine::event::Envelope;
use fcp_engine::path::DisplayName;
use fcp_presentation::elevation::{self, Complaint, trust};
use fcp_presentation::{errors, lock, tr};
use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::wire::ElevationTrouble;

/// The program of polkit that runs another one as root; it asks the user by the agent of the desktop.
const PKEXEC: &str = "pkexec";

/// Exit codes of `pkexec`, see its manual: the user closed the question, or it started nothing for another reason, which
/// it says on standard error.
const DISMISSED: i32 = 126;
const NOT_STARTED: i32 = 127;

/// Bytes of what the process prints on standard error that are kept: its end.
const KEPT: usize = 4 << 10;

/// The command that cancels the job, as the process reads it.
const CANCEL: &[u8] = b"{\"id\":1,\"cmd\":\"cancel\"}\n";

/// The programs that are needed.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// `pkexec`.
    pub(super) pkexec: PathBuf,
    /// The program that carries out the request.
    pub(super) program: PathBuf,
}

impl Tools {
    /// Finds our program beside this one, or else where it is installed; only root can change what is found.
    ///
    /// # Errors
    /// Says what is missing, or could be replaced.
    pub(super) fn find() -> Result<Self, String> {
        if cfg!(target_os = "macos") {
            // macOS has no polkit; its own authorization prompt is untested.
            return Err(tr!("desktop-not-on-macos").to_owned());
        }
        let here = std::env::current_exe().unwrap_or_default();
        let program = trust::program(here.parent().unwrap_or(Path::new("/")))?;
        let pkexec = trust::tool(&[PKEXEC], std::env::var_os("PATH"));
        let (_, pkexec) = pkexec.ok_or_else(|| tr!("elevated-no-pkexec"))?;
        Ok(Self { pkexec, program })
    }

    /// Starts the process, which carries out the request if it has this checksum.
    pub(super) fn start(&self, request: Vec<u8>, sum: &str) -> Result<Process, ElevationTrouble> {
        let mut command = Command::new(&self.pkexec);
        // Without an agent of the desktop it must not ask on the terminal from which this program was started.
        command.arg("--disable-internal-agent").arg(&self.program);
        command.arg(format!("--{}", elevation::STREAM_FLAG)).arg(sum);
        // What it says is read for the reason. Its question has the language of the desktop, whatever this says.
        command.env("LC_ALL", "C");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => ElevationTrouble::NoPkexec,
            _ => not_started(&errors::of_io(&error)),
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(events), Some(errors)) = pipes else {
            return Err(not_started(&errors::of_io(&ErrorKind::BrokenPipe.into())));
        };
        let input = Arc::new(Mutex::new(input));
        write_request(&input, request);
        let handle = Handle { input, child: Arc::new(Mutex::new(child)) };
        Ok(Process { handle, events, errors })
    }
}

/// Writes the request on a thread of its own: a pipe holds less than a long one, and `pkexec` reads nothing of it.
fn write_request(input: &Arc<Mutex<ChildStdin>>, mut request: Vec<u8>) {
    request.push(b'\n');
    let input = Arc::clone(input);
    thread::spawn(move || {
        // A process that ended before it read all says by its exit code why.
        let _read = lock(&input).write_all(&request).is_ok();
    });
}

/// A process of the administrator.
#[derive(Debug)]
pub(super) struct Process {
    /// What can be asked of it.
    pub(super) handle: Handle,
    events: ChildStdout,
    errors: ChildStderr,
}

/// What can be asked of a process while another thread follows it.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    input: Arc<Mutex<ChildStdin>>,
    child: Arc<Mutex<Child>>,
}

impl Handle {
    /// Ends `pkexec`, so that the question for the password is closed: until the process has become root, it is one of
    /// the user, which the user may end. After that the system refuses it.
    pub(super) fn kill(&self) {
        let _ended = lock(&self.child).kill().is_ok();
    }

    /// Cancels the job; before the user has typed the password, ends `pkexec`.
    pub(super) fn stop(&self, is_asking: bool) {
        if is_asking {
            self.kill();
        }
        let input = Arc::clone(&self.input);
        thread::spawn(move || {
            // A process that has ended reads no command.
            let _read = lock(&input).write_all(CANCEL).is_ok();
        });
    }
}

impl Handle {
    /// Waits until the process has ended; it can be ended meanwhile.
    fn wait(&self) -> io::Result<ExitStatus> {
        let id = Pid::from_child(&lock(&self.child));
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        // Where this wait fails, the one below does what it can.
        while matches!(waitid(WaitId::Pid(id), options), Err(Errno::INTR)) {}
        // The process has ended, and is still known by its number until this wait.
        lock(&self.child).wait()
    }
}

impl Process {
    /// Gives each event to `hear` until the process has ended; says why, if that was before its job ended.
    pub(super) fn follow(self, mut hear: impl FnMut(&Envelope)) -> Option<ElevationTrouble> {
        let Self { handle, events, errors } = self;
        let said = thread::spawn(move || tail(errors));
        let (mut began, mut ended) = (false, false);
        for line in BufReader::new(events).split(b'\n') {
            let Ok(line) = line else { break };
            // What is no event was printed by another program.
            let Ok(envelope) = serde_json::from_slice::<Envelope>(&line) else { continue };
            began = true;
            ended |= matches!(envelope.event, fcp_engine::event::Event::JobSummary { .. });
            hear(&envelope);
        }
        let said = said.join().unwrap_or_default();
        let status = handle.wait();
        if ended { None } else { Some(trouble(began, &status, &said)) }
    }
}

/// Says why a process ended before its job did.
fn trouble(began: bool, status: &io::Result<ExitStatus>, said: &[u8]) -> ElevationTrouble {
    let text = String::from_utf8_lossy(said);
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty());
    match status.as_ref().map(ExitStatus::code) {
        // None is a signal: of this program, since the user closed the dialog.
        Ok(Some(DISMISSED) | None) if !began => ElevationTrouble::Dismissed,
        Ok(Some(NOT_STARTED)) if !began => unstarted(&text, line),
        _ => {
            let complaint = line.and_then(Complaint::read).map(|complaint| complaint.told());
            let why = complaint.or_else(|| Some(DisplayName::new(line?).to_string()));
            let why = why.unwrap_or_else(|| tr!("desktop-administrator-silent").to_owned());
            ElevationTrouble::Failed { text: tr!("desktop-administrator-failed", why = why) }
        }
    }
}

/// Maps the message of `pkexec` to a reason. The messages differ between versions only at the start.
fn unstarted(text: &str, line: Option<&str>) -> ElevationTrouble {
    let says = |part: &str| text.to_ascii_lowercase().contains(part);
    if says("authentication agent") || says("no authentication was found") {
        ElevationTrouble::NoAgent
    } else if says("dismissed") {
        ElevationTrouble::Dismissed
    } else if says("not authorized") {
        ElevationTrouble::NotAuthorized
    } else {
        // The program is not there, or cannot be run, or the service of polkit does not answer.
        match line {
            Some(line) => not_started(&DisplayName::new(line).to_string()),
            None => not_started(tr!("desktop-administrator-silent")),
        }
    }
}

fn not_started(why: &str) -> ElevationTrouble {
    ElevationTrouble::Failed { text: tr!("desktop-administrator-not-started", why = why) }
}

/// Reads all that a process prints, and keeps the end.
fn tail(mut pipe: impl Read) -> Vec<u8> {
    let (mut kept, mut buffer) = (VecDeque::new(), [0; KEPT]);
    loop {
        match pipe.read(&mut buffer) {
            Ok(0) => return kept.into(),
            Ok(got) => {
                kept.extend(&buffer[..got]);
                kept.drain(..kept.len().saturating_sub(KEPT));
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return kept.into(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own files")]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_process_that_has_closed_its_output_can_still_be_ended() {
        let dir = tempfile::tempdir().unwrap();
        let pkexec = dir.path().join("pkexec");
        fcp_test_support::script(&pkexec, "exec 1>&- 2>&-; exec sleep 900");
        let tools = Tools { pkexec, program: "/".into() };
        let began = Instant::now();
        let process = tools.start(Vec::new(), "").unwrap();
        let handle = process.handle.clone();
        let follows = thread::spawn(move || process.follow(|_| {}));
        // The other thread comes to its wait, which must not keep the lock.
        for _ in 0..1_000 {
            if handle.child.try_lock().is_err() {
                break;
            }
            thread::yield_now();
        }
        handle.kill();
        assert_eq!(follows.join().unwrap(), Some(ElevationTrouble::Dismissed));
        assert!(began.elapsed() < Duration::from_secs(800), "it ended by itself");
    }
}

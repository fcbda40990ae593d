//! Puts this program on a machine that lacks it, if the user agrees.

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::process::Stdio;

use fcp_engine::link::{PLACE, quoted};
use fcp_engine::path::DisplayName;
use fcp_engine::sum::{Algorithm, Hasher};

use super::connect::{Failed, reach};
use crate::cli::asked::Remote;
use crate::format;

/// Asks the user, and copies the program.
pub(super) fn offer(host: &str, remote: &Remote) -> Result<(), Failed> {
    let missing = || {
        Failed(format!(
            "{host} has no fcp; install it there, or say with --remote-fcp=PATH where it is"
        ))
    };
    if remote.program.is_some() || !stdin().is_terminal() || !stderr().is_terminal() {
        return Err(missing());
    }
    let path = std::env::current_exe()
        .map_err(|error| Failed(format!("cannot find this program: {error}")))?;
    let bytes = std::fs::read(&path)
        .map_err(|error| Failed(format!("cannot read '{}': {error}", path.display())))?;
    check_system(host, remote)?;
    let size = format::size(bytes.len() as u64);
    let question =
        format!("{host} has no fcp. Copy this program ({size}) to ~/{PLACE}/fcp there? [y/N] ");
    let asked = stderr().write_all(question.as_bytes()).and_then(|()| stderr().flush());
    let mut answer = String::new();
    let answered = asked.and_then(|()| stdin().lock().read_line(&mut answer));
    if answered.is_err() || !matches!(answer.trim(), "y" | "Y" | "yes") {
        return Err(missing());
    }
    copy(host, remote, &bytes)
}

/// Refuses a machine of another kind, on which this program could not run.
fn check_system(host: &str, remote: &Remote) -> Result<(), Failed> {
    let there = run(host, remote, "uname -sm", Stdio::null(), None)?;
    let here = rustix::system::uname();
    let here = format!("{} {}", here.sysname().to_string_lossy(), here.machine().to_string_lossy());
    if there.trim() == here {
        return Ok(());
    }
    Err(Failed(format!(
        "{host} has no fcp, and is another kind of machine ({}) than this one ({here}); install fcp there",
        DisplayName::new(there.trim())
    )))
}

/// Copies the program, compares its checksum, and only then gives it its name.
fn copy(host: &str, remote: &Remote, bytes: &[u8]) -> Result<(), Failed> {
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(bytes);
    let sum = hasher.finish().to_string();
    let script = format!(
        "cd \"$HOME\" && umask 077 && mkdir -p {PLACE} && cat >{PLACE}/new && \
         if command -v sha256sum >/dev/null; then echo '{sum}  {PLACE}/new' | sha256sum -c - >/dev/null; fi && \
         chmod 700 {PLACE}/new && {PLACE}/new --version >/dev/null && mv {PLACE}/new {PLACE}/fcp && echo done"
    );
    let said = run(host, remote, &script, Stdio::piped(), Some(bytes))?;
    if said.trim() == "done" {
        return Ok(());
    }
    Err(Failed(format!(
        "this program could not be put on {host}, or does not run there; install fcp there"
    )))
}

/// Runs a script there, gives it something to read, and gives what it printed.
fn run(
    host: &str,
    remote: &Remote,
    script: &str,
    stdin: Stdio,
    bytes: Option<&[u8]>,
) -> Result<String, Failed> {
    let failed = |error: std::io::Error| Failed(format!("{host}: {error}"));
    let mut line = OsString::from("exec sh -c ");
    line.push(quoted(script.as_ref()));
    let mut child = reach(remote)?
        .command(host, &line)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let (Some(mut to), Some(bytes)) = (child.stdin.take(), bytes) {
        // Where it ends before it has read all, what it prints says so.
        let _written = to.write_all(bytes).is_ok();
    }
    let output = child.wait_with_output().map_err(failed)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

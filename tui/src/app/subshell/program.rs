//! Knows the user's shell, whether it can be shown while it runs, and how a process becomes it.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use rustix::process::{ioctl_tiocsctty, setsid};
use rustix::stdio::stdin;

use crate::app::tty::POLLS;

/// Shells that read a line `cd -- 'folder'` and take Ctrl-O as a byte.
///
/// fish and nu let the terminal send keys as escape sequences, in which Ctrl-O could not be found safely.
const KNOWN: &[&str] =
    &["ash", "bash", "dash", "ksh", "ksh93", "mksh", "oksh", "sh", "yash", "zsh"];

/// Gives the user's shell.
fn shell() -> OsString {
    let known = std::env::var_os("SHELL").filter(|shell| !shell.is_empty());
    known.unwrap_or_else(|| "sh".into())
}

/// Tells whether the user's shell can be shown while it runs.
pub(crate) fn is_possible() -> bool {
    POLLS && is_known(&shell())
}

fn is_known(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or(program);
    KNOWN.iter().any(|known| name == *known)
}

/// Becomes the user's shell, on the terminal that standard input is.
pub(crate) fn become_shell() -> io::Result<ExitCode> {
    setsid()?;
    ioctl_tiocsctty(stdin())?;
    let program = shell();
    Err(Command::new(OsStr::new(&program)).exec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_that_let_the_terminal_send_keys_as_sequences_are_not_shown() {
        assert!(is_known(OsStr::new("/usr/bin/zsh")) && is_known(OsStr::new("bash")));
        assert!(!is_known(OsStr::new("/usr/bin/fish")) && !is_known(OsStr::new("nu")));
    }
}

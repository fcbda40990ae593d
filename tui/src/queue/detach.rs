//! Starts a background process that runs the queue.

use std::os::unix::process::CommandExt;
use std::process::Command;

use fcp_presentation::background;

use super::output::{Output, Trouble};
use super::tool::TOOL;
use crate::cli::exit;

/// Starts the process, and prints its number.
pub(super) fn start(keep: bool) -> Result<u8, Trouble> {
    let pid = spawn(keep).map_err(Trouble::Not)?;
    let mut out = Output::new();
    out.line(&pid.to_string())?;
    out.flush()?;
    Ok(exit::DONE)
}

/// Starts the process; gives its number once it runs the queue.
pub(super) fn spawn(keep: bool) -> Result<u32, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    // `program.rs` chooses by argument 0, also where the file manager starts the process.
    let mut command = Command::new(program);
    command.arg0(TOOL).args(["run", "--detached"]).args(keep.then_some("--keep"));
    background::spawn(&mut command)
}

/// Starts a process that runs the queue until nothing is left to do.
///
/// # Errors
/// Says why there is none.
pub(crate) fn run_in_background() -> Result<u32, String> {
    spawn(false)
}

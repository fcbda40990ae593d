//! Prints what the commands about plans tell, and why they refuse.

use std::io::{Write, stdout};

use fcp_engine::parts::PlanError;
use fcp_engine::record::Home;

use crate::cli::aside::{complain, complain_as};
use crate::cli::console::reason;
use crate::cli::exit;
use crate::cli::quoting::Bytes;

/// Gives the user's home, in which the trash is.
pub(super) fn home() -> Option<Home> {
    crate::home::find(|name| std::env::var_os(name))
}

/// Prints lines; gives the exit code.
pub(super) fn print(lines: &[String]) -> u8 {
    let mut text = lines.join("\n");
    text.push('\n');
    match stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => exit::DONE,
        Err(error) => {
            let text = format!("cannot write to standard output: {}", reason(&error));
            complain(&Bytes::from(text.as_str()));
            exit::NOT_RUN
        }
    }
}

/// Says why something cannot be done with a plan; gives the exit code.
pub(super) fn refuse(error: &PlanError) -> u8 {
    refuse_as("fcp", error)
}

/// Says the same under the name of a program.
pub(super) fn refuse_as(tool: &str, error: &PlanError) -> u8 {
    complain_as(tool, &Bytes::from(error.to_string().as_str()));
    match error {
        PlanError::NotEmpty(_) | PlanError::Unfit(_) => exit::USAGE,
        PlanError::Nothing => exit::FAILED,
        PlanError::NoPart { .. } => exit::NO_PART,
        // To try again is of no use before the user knows that it is dead.
        PlanError::Silent { .. } => exit::HELD,
        PlanError::NotAPlan(_)
        | PlanError::Newer { .. }
        | PlanError::Damaged { .. }
        | PlanError::Elsewhere(_)
        | PlanError::Open(_)
        | PlanError::Missing(_)
        | PlanError::Lost(_)
        | PlanError::File(_) => exit::NOT_RUN,
    }
}

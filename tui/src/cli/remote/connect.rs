//! Connects with fcp on another machine, and offers to copy this program there.

use std::ffi::OsStr;
use std::path::Path;

use fcp_engine::link::{Connection, Input, Message, Output, Reach, Unreached};
use fcp_engine::path::DisplayName;

use super::upload;
use crate::cli::asked::Remote;

/// Why the other machine does not answer, as a sentence.
pub(super) struct Failed(pub(super) String);

/// Says how machines are reached: as the flags, or else the environment, have it.
///
/// # Errors
/// A quote is not closed.
pub(super) fn reach(remote: &Remote) -> Result<Reach, Failed> {
    let line = remote.shell.clone().or_else(|| std::env::var_os("FCP_RSH"));
    let search = std::env::var_os("PATH").unwrap_or_default();
    Reach::by(line, remote.program.clone(), search).map_err(Failed)
}

/// Starts fcp there and greets it; offers to copy this program there if there is none.
///
/// `operand` names the machine where the user has typed it, and may be meant as a file of this one.
pub(super) fn open(
    host: &str,
    remote: &Remote,
    operand: Option<&OsStr>,
) -> Result<Connection, Failed> {
    let reach = reach(remote)?;
    let opened = match reach.open(host) {
        Err(Unreached::Missing) => {
            upload::offer(host, remote)?;
            reach.open(host)
        }
        opened => opened,
    };
    opened.map_err(|unreached| {
        let text = unreached.sentence(host);
        let is_silent = matches!(unreached, Unreached::Unconnected(_));
        Failed(match operand.filter(|_| is_silent) {
            Some(operand) => format!("{text}{}", or_file(operand)),
            None => text,
        })
    })
}

/// Says how an operand is written that is a file of this machine; nothing where none is meant: no name of a file has a slash
/// behind its colon, and hardly one an '@'.
fn or_file(operand: &OsStr) -> String {
    let name = DisplayName::new(Path::new(operand)).to_string();
    if name.contains(":/") || name.contains('@') {
        return String::new();
    }
    format!("\n  if you mean a file of this machine, write './{name}'")
}

/// Asks the other end for something, and gives the streams if it agrees.
pub(super) fn ask(connection: &Connection, message: &Message) -> Result<(Input, Output), Failed> {
    connection.ask(message).map_err(Failed)
}

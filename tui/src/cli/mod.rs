//! The command lines of `fcp`, `fmv` and `frm`, and of their drop-in names `cp`, `mv` and `rm`.

pub(crate) mod args;
mod ask;
pub(crate) mod asked;
pub(crate) mod console;
pub(crate) mod display;
mod drop_in;
pub(crate) mod exit;
mod flags;
pub(crate) mod getopt;
mod lines;
mod messages;
pub(crate) mod misuse;
mod once;
pub(crate) mod own;
pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod quoting;
pub(crate) mod recall;
pub(crate) mod request;
pub(crate) mod screen;
mod session;
pub(crate) mod signals;
pub(crate) mod size;
pub(crate) mod stream;
mod voice;
mod words;

use std::ffi::OsStr;
use std::process::ExitCode;

use program::Program;

/// Runs the command of this name; `None` if it is not one of ours.
pub(crate) fn run(name: &OsStr) -> Option<ExitCode> {
    let (program, is_drop_in) = find(name)?;
    let line = std::env::args_os().skip(1);
    let code = if is_drop_in { drop_in::run(program, line) } else { own::run(program, line) };
    Some(ExitCode::from(code))
}

/// Whether a command has this name.
#[cfg(test)]
pub(crate) fn finds(name: &OsStr) -> bool {
    find(name).is_some()
}

/// The program of this name, and whether it is GNU's name for it.
fn find(name: &OsStr) -> Option<(&'static Program, bool)> {
    program::ALL.into_iter().find_map(|it| match name {
        name if name == it.own => Some((it, false)),
        name if name == it.gnu => Some((it, true)),
        _ => None,
    })
}

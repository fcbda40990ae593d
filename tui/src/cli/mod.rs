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

use std::path::Path;
use std::process::ExitCode;

use program::Program;

/// Runs `fcp`, or the program by whose name this process was started.
pub fn fcp() -> ExitCode {
    run(&program::FCP)
}

/// Runs `fmv`, or the program by whose name this process was started.
pub fn fmv() -> ExitCode {
    run(&program::FMV)
}

/// Runs `frm`, or the program by whose name this process was started.
pub fn frm() -> ExitCode {
    run(&program::FRM)
}

/// Runs the program that this process was started as: any of our programs may be linked to by any
/// of their names.
fn run(built: &'static Program) -> ExitCode {
    let mut line = std::env::args_os();
    let name = line.next().unwrap_or_default();
    let name = Path::new(&name).file_name().unwrap_or_default();
    let named = |of: fn(&Program) -> &str| program::ALL.into_iter().find(|it| name == of(it));
    ExitCode::from(match named(|it| it.gnu) {
        Some(program) => drop_in::run(program, line),
        None => own::run(named(|it| it.own).unwrap_or(built), line),
    })
}

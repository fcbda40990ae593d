//! The command lines of `fcp`, `fmv` and `frm`; `gnu` has what only their drop-in names need.

pub(crate) mod args;
mod aside;
pub(crate) mod ask;
pub(crate) mod asked;
mod compare;
pub(crate) mod console;
pub(crate) mod display;
pub(crate) mod elevated;
pub(crate) mod exit;
pub(crate) mod flags;
mod jobs;
pub(crate) mod lines;
mod meant;
pub(crate) mod misuse;
mod once;
pub(crate) mod own;
pub(crate) mod parts;
pub(crate) mod plan;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod quoting;
pub(crate) mod recall;
mod remote;
pub(crate) mod request;
pub(crate) mod screen;
pub(crate) mod session;
pub(crate) mod signals;
pub(crate) mod size;
pub(crate) mod stream;
pub(crate) mod sum;
pub(crate) mod voice;
mod wildcards;
mod words;

use std::env::args_os;
use std::ffi::OsStr;
use std::process::ExitCode;

use fcp_engine::spec::Verb;

use aside::Form;

/// Runs the command of this name; `None` if it is not one of ours.
pub(crate) fn run(name: &OsStr) -> Option<ExitCode> {
    let program = program::ALL.into_iter().find(|it| name == it.own)?;
    let line: Vec<_> = args_os().skip(1).collect();
    // They look at files and change none, so they belong to the program that copies.
    let forms: &[Form] = if program.verb == Verb::Copy { &[compare::FORM, sum::FORM] } else { &[] };
    let code = forms.iter().find_map(|form| form.run(&line));
    let copies = program.verb == Verb::Copy;
    let code = code.or_else(|| copies.then(|| jobs::run(&line)).flatten());
    let code = code.or_else(|| copies.then(|| parts::run(&line)).flatten());
    let code = code.or_else(|| match program.verb {
        Verb::Delete => parts::plan_of(&program::REMOVAL_PLAN, &line),
        Verb::Move => parts::plan_of(&program::MOVE_PLAN, &line),
        _ => None,
    });
    let code = code.or_else(|| copies.then(|| remote::serve(&line)).flatten());
    Some(ExitCode::from(code.unwrap_or_else(|| own::run(program, line.into_iter()))))
}

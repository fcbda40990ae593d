//! `fcp plan`, `fmv plan`, `frm plan` and `fcp part`: a copy, a move or a delete that processes on many machines run, from any launcher.
//!
//! `plan` is the command if `--out` follows, or one of its words and a directory; else it is a source, as it always
//! was. `fmv plan` and `frm plan` are commands if `--out` follows, which these programs do not have, and else files. `aside.rs` says when `part` is one.

mod finish;
mod index;
pub(crate) mod looks;
pub(super) mod plan;
pub(crate) mod report;
mod words;
mod work;

use std::ffi::OsString;
use std::fs::symlink_metadata;

use super::aside::refuse_taken;
use super::own;
use super::program::{PLAN, Program};

/// Runs the command if the command line asks for one.
pub(super) fn run(line: &[OsString]) -> Option<u8> {
    work::FORM.run(line).or_else(|| plan(line))
}

/// The word that begins the command, and the option that does whatever the working directory has.
const WORD: &str = "plan";
const OPTION: &str = "--plan";

/// Runs `frm plan` or `fmv plan` if the command line asks for it.
pub(super) fn plan_of(program: &'static Program, line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    let is_command = first == OPTION
        || first == WORD && (says_where(rest) || asks_for_help(rest) && !is_there(first));
    is_command.then(|| own::run(program, rest.iter().cloned()))
}

fn says_where(words: &[OsString]) -> bool {
    words.iter().any(|word| word == "--out" || word.as_encoded_bytes().starts_with(b"--out="))
}

fn asks_for_help(words: &[OsString]) -> bool {
    words.iter().any(|word| word == "--help" || word == "-h")
}

fn is_there(name: &OsString) -> bool {
    symlink_metadata(name).is_ok()
}

fn plan(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    let is_option = first == OPTION;
    if first != WORD && !is_option {
        return None;
    }
    let says_where = says_where(rest);
    if !says_where
        && let Some(form) =
            rest.first().and_then(|word| report::FORMS.iter().find(|it| word == it.word))
    {
        // Both would have to be sources for it to be a copy.
        let is_copy = !is_option && is_there(first) && rest.first().is_some_and(is_there);
        return if is_copy {
            Some(refuse_taken(WORD, OPTION, "look at a plan"))
        } else {
            form.run_alone(rest.get(1..).unwrap_or_default())
        };
    }
    if !says_where && !is_option && is_there(first) && !asks_for_help(rest) {
        return None;
    }
    Some(own::run(&PLAN, rest.iter().cloned()))
}

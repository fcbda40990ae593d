//! `fcp plan` and `fcp part`: a copy that processes on many machines run, from any launcher.
//!
//! `plan` is the command if `--out` follows, or one of its words and a directory; else it is a source, as it always
//! was. `aside.rs` says when `part` is one.

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
use super::program::PLAN;

/// Runs the command if the command line asks for one.
pub(super) fn run(line: &[OsString]) -> Option<u8> {
    work::FORM.run(line).or_else(|| plan(line))
}

/// The word that begins the command, and the option that does whatever the working directory has.
const WORD: &str = "plan";
const OPTION: &str = "--plan";

fn plan(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    let is_option = first == OPTION;
    if first != WORD && !is_option {
        return None;
    }
    let is_there = |name: &OsString| symlink_metadata(name).is_ok();
    let says_where =
        rest.iter().any(|word| word == "--out" || word.as_encoded_bytes().starts_with(b"--out="));
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
    if !says_where
        && !is_option
        && is_there(first)
        && !rest.iter().any(|word| word == "--help" || word == "-h")
    {
        return None;
    }
    Some(own::run(&PLAN, rest.iter().cloned()))
}

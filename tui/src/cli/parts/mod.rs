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
use std::path::Path;

use fcp_engine::spec::Verb;

use super::aside::{complain_as, refuse_taken};
use super::exit;
use super::own;
use super::program::{PLAN, Program};
use super::quoting::Bytes;

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
    if !is_command && first == WORD && is_plan(first) {
        return Some(refuse_plan(program.verb));
    }
    is_command.then(|| own::run(program, rest.iter().cloned()))
}

fn says_where(words: &[OsString]) -> bool {
    words.iter().any(|word| word == "--out" || word.as_encoded_bytes().starts_with(b"--out="))
}

fn asks_for_help(words: &[OsString]) -> bool {
    words.iter().any(|word| word == "--help" || word == "-h")
}

/// Whether a folder of this name holds a plan.
fn is_plan(name: &OsString) -> bool {
    symlink_metadata(Path::new(name).join("plan.json")).is_ok()
}

/// Refuses to do at once what was to be planned.
fn refuse_plan(verb: Verb) -> u8 {
    let (program, deed) = match verb {
        Verb::Delete => ("frm", "delete"),
        Verb::Move => ("fmv", "move"),
        _ => ("fcp", "copy"),
    };
    let why = format!(
        "'{WORD}' is a folder with a plan: say with --out=DIR where a new one goes, or {deed} this one as ./{WORD}"
    );
    complain_as(program, &Bytes::from(why.as_str()));
    exit::USAGE
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
        // What lies there is most likely the plan that was made before.
        return is_plan(first).then(|| refuse_plan(Verb::Copy));
    }
    Some(own::run(&PLAN, rest.iter().cloned()))
}

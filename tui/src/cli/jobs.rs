//! `fcp dedupe`, `fcp extract` and `fcp pack`: jobs of `fcp` with command lines of their own.
//!
//! Their word is a command only if the working directory has no item of that name. Where it has one, both readings
//! are refused; `fcp ./WORD DEST` copies it, and `fcp --WORD ...` runs the command whatever is there.

use std::ffi::OsString;
use std::fs::symlink_metadata;

use super::aside::refuse_taken;
use super::own;
use super::program::{DEDUPE, EXTRACT, PACK, Program};

/// Word, option, what runs, and what it does, as in "to unpack archives".
static COMMANDS: [(&str, &str, &Program, &str); 3] = [
    ("dedupe", "--dedupe", &DEDUPE, "let equal files share their storage"),
    ("extract", "--extract", &EXTRACT, "unpack archives"),
    ("pack", "--pack", &PACK, "make an archive"),
];

/// Runs the job if the command line asks for one.
pub(super) fn run(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    let (word, option, program, does) =
        COMMANDS.iter().find(|(word, option, ..)| first == word || first == option)?;
    if first == word && !rest.is_empty() && symlink_metadata(word).is_ok() {
        return Some(refuse_taken(word, option, does));
    }
    Some(own::run(program, rest.iter().cloned()))
}

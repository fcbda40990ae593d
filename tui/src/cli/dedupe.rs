//! `fcp dedupe PATH...`: lets equal files share their storage.
//!
//! `dedupe` is the command only if the working directory has no item of that name. Where it has one, both
//! readings are refused; `fcp ./dedupe DEST` copies it, and `fcp --dedupe PATH...` shares whatever is there.

use std::ffi::OsString;
use std::fs::symlink_metadata;

use super::aside::refuse_taken;
use super::own;
use super::program::DEDUPE;

/// The word that begins it.
const WORD: &str = "dedupe";

/// The option that begins it whatever the working directory has.
const OPTION: &str = "--dedupe";

/// Runs the job if the command line asks for one.
pub(crate) fn run(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    if first == WORD && !rest.is_empty() && symlink_metadata(WORD).is_ok() {
        return Some(refuse_taken(WORD, OPTION, "let equal files share their storage"));
    }
    (first == WORD || first == OPTION).then(|| own::run(&DEDUPE, rest.iter().cloned()))
}

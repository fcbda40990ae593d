//! `fcp extract ARCHIVE... DIRECTORY`: unpacks archives.
//!
//! `extract` is the command only if the working directory has no item of that name. Where it has one, both
//! readings are refused; `fcp ./extract DEST` copies it, and `fcp --extract ARCHIVE... DIRECTORY` unpacks whatever
//! is there.

use std::ffi::OsString;
use std::fs::symlink_metadata;

use super::aside::refuse_taken;
use super::own;
use super::program::EXTRACT;

/// The word that begins it.
const WORD: &str = "extract";

/// The option that begins it whatever the working directory has.
const OPTION: &str = "--extract";

/// Runs the job if the command line asks for one.
pub(crate) fn run(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    if first == WORD && !rest.is_empty() && symlink_metadata(WORD).is_ok() {
        return Some(refuse_taken(WORD, OPTION, "unpack archives"));
    }
    (first == WORD || first == OPTION).then(|| own::run(&EXTRACT, rest.iter().cloned()))
}

//! `fcp dedupe PATH...`: lets equal files share their storage.
//!
//! `dedupe` is the command only if the working directory has no item of that name. Where it has one, both
//! readings are refused; `fcp ./dedupe DEST` copies it, and `fcp --dedupe PATH...` shares whatever is there.

use std::ffi::OsString;
use std::fs::symlink_metadata;
use std::io::{Write, stderr};

use super::program::DEDUPE;
use super::{exit, own};

/// The word that begins it.
const WORD: &str = "dedupe";

/// The option that begins it whatever the working directory has.
const OPTION: &str = "--dedupe";

/// Runs the job if the command line asks for one.
pub(crate) fn run(line: &[OsString]) -> Option<u8> {
    let (first, rest) = line.split_first()?;
    if first == WORD && !rest.is_empty() && symlink_metadata(WORD).is_ok() {
        // If standard error is closed, the exit code still tells.
        let _told = stderr().write_all(TAKEN.as_bytes()).is_ok();
        return Some(exit::USAGE);
    }
    (first == WORD || first == OPTION).then(|| own::run(&DEDUPE, rest.iter().cloned()))
}

const TAKEN: &str = "fcp: an item called 'dedupe' is here: write fcp ./dedupe to copy it, or fcp --dedupe to let equal \
files share their storage\n";

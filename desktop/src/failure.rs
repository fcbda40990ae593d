//! Says on standard error why the program failed, and gives its exit codes.

use std::io::{Write, stderr};

/// Exit code of a command line that cannot be understood.
pub(crate) const USAGE: u8 = 2;
/// Exit code of a program that could not begin.
pub(crate) const NOT_RUN: u8 = 3;

/// Says why the program ends, and gives its exit code back.
pub(crate) fn complain(why: &str, code: u8) -> u8 {
    // If standard error is closed, the exit code still reports the failure.
    let _told = writeln!(stderr(), "fcp-desktop: {why}").is_ok();
    code
}

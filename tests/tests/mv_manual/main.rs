//! Tests that `fmv`, run as `mv`, does what the manual of GNU `mv` 9.7 says, sentence by sentence.
//!
//! What each command prints and leaves was recorded from that `mv`. `FCP_ORACLE_MV` names one to
//! check the record itself against; a system whose own `mv` is 9.7 is asked anyway. Where the manual
//! and the program differ, the program is right: `mv -n` does not fail.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod across;
mod asking;
mod existing;
mod operands;
mod options;
mod same;

use fcp_test_support::gnu::{Case, Gnu};

pub(crate) use fcp_test_support::gnu::{case as mv, nobody};

/// Checks cases of `mv`.
#[track_caller]
pub(crate) fn check(cases: &[Case]) {
    static MV: Gnu = Gnu::new("mv", "fmv", "FCP_ORACLE_MV");
    fcp_test_support::gnu::check(&MV, cases);
}

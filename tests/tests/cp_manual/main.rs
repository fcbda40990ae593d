//! Tests that `fcp`, run as `cp`, does what the manual of GNU `cp` 9.7 says, sentence by sentence.
//!
//! What each command prints and leaves was recorded from that `cp`. `FCP_ORACLE_CP` names one to
//! check the record itself against; a system whose own `cp` is 9.7 is asked anyway.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod attributes;
mod backups;
mod existing;
mod failures;
mod hard_links;
mod links;
mod operands;
mod options;
mod parents;
mod races;
mod same;

use fcp_test_support::gnu::{Case, Gnu};

pub(crate) use fcp_test_support::gnu::{case as cp, nobody};

pub(crate) static CP: Gnu = Gnu::new("cp", "fcp", "FCP_ORACLE_CP");

/// Checks cases of `cp`.
#[track_caller]
pub(crate) fn check(cases: &[Case]) {
    fcp_test_support::gnu::check(&CP, cases);
}

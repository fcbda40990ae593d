//! Tests that `frm`, run as `rm`, does what the manual of GNU `rm` 9.7 says, sentence by sentence.
//!
//! What each command prints and leaves was recorded from that `rm`. `FCP_ORACLE_RM` names one to
//! check the record itself against; a system whose own `rm` is 9.7 is asked anyway. Both run where
//! nothing but the tree of the case can be written.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

mod mounts;
mod operands;
mod options;
mod order;
mod prompts;
mod protected;
mod unreadable;

use fcp_test_support::gnu::{Case, Gnu};

pub(crate) use fcp_test_support::gnu::{case as rm, nobody};

/// Directories have one entry each: the order in which several are met is the filesystem's.
const TREE: &str = r"umask 022
printf 'x\n' >f; : >e; mkdir d s s/sub; printf 'h\n' >s/sub/h
ln -s f lf; ln -s d ld; ln -s nowhere dang";

static RM: Gnu = Gnu::new("rm", "frm", "FCP_ORACLE_RM").starts_from(TREE).confined();

/// Checks cases of `rm`.
#[track_caller]
pub(crate) fn check(cases: &[Case]) {
    fcp_test_support::gnu::check(&RM, cases);
}

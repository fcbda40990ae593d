//! The exit codes of the programs.

use fcp_engine::event::{Outcome, Summary};

/// Done.
pub(crate) const DONE: u8 = 0;
/// Some items failed.
pub(crate) const FAILED: u8 = 1;
/// The command line makes no sense.
pub(crate) const USAGE: u8 = 2;
/// The job could not run, or failed as a whole.
pub(crate) const NOT_RUN: u8 = 3;
/// A copy differs from its source.
pub(crate) const MISMATCH: u8 = 4;
/// Questions were left unanswered.
pub(crate) const UNANSWERED: u8 = 5;
/// There was no part of a plan for this process: none is left, or the plan has not so many.
pub(crate) const NO_PART: u8 = 6;
/// Other processes have the part of a plan, or all that have not ended.
pub(crate) const HELD: u8 = 7;
/// The job was cancelled; by a signal, this is 128 and its number.
pub(crate) const CANCELLED: u8 = 130;

/// Gives the exit code of a job; what is worst for the data comes first.
pub(crate) fn code(summary: &Summary) -> u8 {
    if summary.mismatched > 0 {
        return MISMATCH;
    }
    match summary.outcome {
        Outcome::Failed => NOT_RUN,
        Outcome::Cancelled => CANCELLED,
        _ if summary.failed > 0 => FAILED,
        _ if summary.unanswered > 0 => UNANSWERED,
        Outcome::CompletedWithErrors => FAILED,
        Outcome::Completed => DONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcp_engine::spec::Verb;

    #[test]
    fn the_worst_comes_first() {
        let summary = |outcome, failed, mismatched, unanswered| Summary {
            done: 1,
            skipped: unanswered,
            mismatched,
            unanswered,
            ..Summary::without_work(Verb::Copy, outcome, failed)
        };
        assert_eq!(code(&summary(Outcome::Completed, 0, 0, 0)), DONE);
        assert_eq!(code(&summary(Outcome::CompletedWithErrors, 2, 0, 1)), FAILED);
        assert_eq!(code(&summary(Outcome::CompletedWithErrors, 2, 1, 1)), MISMATCH);
        assert_eq!(code(&summary(Outcome::Completed, 0, 0, 1)), UNANSWERED);
        assert_eq!(code(&summary(Outcome::Failed, 1, 0, 0)), NOT_RUN);
        assert_eq!(code(&summary(Outcome::Cancelled, 1, 0, 0)), CANCELLED);
    }
}

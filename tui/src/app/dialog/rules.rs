//! The conditions of rules in words.

use fcp_presentation::rules::Condition;

/// Gives a condition in words.
pub(crate) fn words(condition: Condition) -> &'static str {
    match condition {
        Condition::Identical => "content identical",
        Condition::ProbablySame => "content probably same",
        Condition::Different => "content different",
        Condition::NewerAndLarger => "incoming newer and larger",
        Condition::Newer => "incoming newer",
        Condition::Older => "incoming older",
        Condition::Larger => "incoming larger",
        Condition::Smaller => "incoming smaller",
        Condition::Empty => "incoming empty, existing not",
        Condition::Folders => "folder meets folder",
        Condition::Mismatch => "folder meets file",
        Condition::Failed => "something failed",
        Condition::Otherwise => "every other question",
    }
}

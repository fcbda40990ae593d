//! The conditions of rules in words.

use fcp_presentation::rules::Condition;
use fcp_presentation::tr;

/// Gives a condition in words.
pub(crate) fn words(condition: Condition) -> &'static str {
    match condition {
        Condition::Identical => tr!("rule-identical"),
        Condition::ProbablySame => tr!("rule-probably-same"),
        Condition::Different => tr!("rule-different"),
        Condition::NewerAndLarger => tr!("rule-newer-and-larger"),
        Condition::Newer => tr!("rule-newer"),
        Condition::Older => tr!("rule-older"),
        Condition::Larger => tr!("rule-larger"),
        Condition::Smaller => tr!("rule-smaller"),
        Condition::Empty => tr!("rule-empty"),
        Condition::Folders => tr!("rule-folders"),
        Condition::Mismatch => tr!("rule-mismatch"),
        Condition::Failed => tr!("rule-failed"),
        Condition::Otherwise => tr!("rule-otherwise"),
    }
}

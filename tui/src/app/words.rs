//! Names what jobs do, in the past tense and where they failed.

use fcp_engine::spec::Verb;

/// Gives the past tense of a verb.
pub(crate) fn done_word(verb: Verb) -> &'static str {
    match verb {
        Verb::Copy => "Copied",
        Verb::Move => "Moved",
        Verb::Delete => "Deleted",
        Verb::Trash => "Moved to trash",
        Verb::Restore => "Restored",
        Verb::Undo => "Undone",
        Verb::Verify => "Verified",
    }
}

/// Says that nothing of a job was done.
pub(crate) fn failed_words(verb: Verb) -> &'static str {
    match verb {
        Verb::Copy => "Copy failed",
        Verb::Move => "Move failed",
        Verb::Delete => "Delete failed",
        Verb::Trash => "Move to the trash failed",
        Verb::Restore => "Restore failed",
        Verb::Undo => "Undo failed",
        Verb::Verify => "Verification failed",
    }
}

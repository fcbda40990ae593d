//! Gives the words of the rows: what differs, and what would be done about it.

use fcp_browse::Verdict;
use fcp_presentation::sync::Action;
use fcp_presentation::tr;

use crate::app::look::{ACCENT, MUTED, Paint, WAIT};

/// The sign and the words of a verdict.
pub(super) fn kind(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::LeftOnly => ("‹", tr!("verdict-left-only")),
        Verdict::RightOnly => ("›", tr!("verdict-right-only")),
        Verdict::LeftNewer => ("←", tr!("verdict-left-newer")),
        Verdict::RightNewer => ("→", tr!("verdict-right-newer")),
        Verdict::Different => ("≠", tr!("verdict-different")),
        Verdict::TypeChanged => ("!", tr!("verdict-other-type")),
        Verdict::Failed => ("✗", tr!("verdict-failed")),
        Verdict::Same => ("=", tr!("verdict-same")),
    }
}

/// The words of an action, and how they are painted.
pub(super) fn action(action: Action) -> (&'static str, Paint) {
    match action {
        Action::CopyRight => (tr!("compare-copy-right"), ACCENT),
        Action::CopyLeft => (tr!("compare-copy-left"), ACCENT),
        Action::RemoveRight | Action::RemoveLeft => (tr!("compare-trash"), WAIT),
        Action::Leave => ("·", MUTED),
        Action::Undecided => (tr!("compare-decide"), WAIT),
    }
}

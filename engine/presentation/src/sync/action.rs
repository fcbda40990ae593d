//! What can be done about a difference, and what each direction proposes.

use fcp_browse::Verdict;
use serde::{Deserialize, Serialize};

/// What is done about a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS), ts(rename = "SyncAction"))]
pub enum Action {
    /// Copy the left side to the right.
    CopyRight,
    /// Copy the right side to the left.
    CopyLeft,
    /// Move the right side to the trash.
    RemoveRight,
    /// Move the left side to the trash.
    RemoveLeft,
    /// Leave both sides as they are.
    Leave,
    /// Leave both sides as they are until the user decides: neither side is the better one.
    Undecided,
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 6] = [
        Self::CopyRight,
        Self::CopyLeft,
        Self::RemoveRight,
        Self::RemoveLeft,
        Self::Leave,
        Self::Undecided,
    ];

    /// Tells whether it changes a side.
    pub fn acts(self) -> bool {
        match self {
            Self::CopyRight | Self::CopyLeft | Self::RemoveRight | Self::RemoveLeft => true,
            Self::Leave | Self::Undecided => false,
        }
    }
}

/// Which side follows the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS), ts(rename = "SyncDirection"))]
pub enum Direction {
    /// The right side gets what is new or newer on the left.
    #[default]
    UpdateRight,
    /// The left side gets what is new or newer on the right.
    UpdateLeft,
    /// The right side becomes what the left one is; what only the right one has is removed.
    MirrorRight,
    /// The left side becomes what the right one is; what only the left one has is removed.
    MirrorLeft,
    /// Each side gets what is new or newer on the other.
    Both,
    /// What was changed, made or removed on one side since both were alike is done on the other, too.
    InStep,
}

impl Direction {
    /// All directions, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::UpdateRight,
        Self::UpdateLeft,
        Self::Both,
        Self::InStep,
        Self::MirrorRight,
        Self::MirrorLeft,
    ];

    /// Gives the next direction, after the last one the first.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|direction| *direction == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// Gives what can be done about a row.
pub(super) fn possible(verdict: Verdict) -> &'static [Action] {
    match verdict {
        Verdict::LeftOnly => &[Action::CopyRight, Action::RemoveLeft, Action::Leave],
        Verdict::RightOnly => &[Action::CopyLeft, Action::RemoveRight, Action::Leave],
        Verdict::LeftNewer | Verdict::RightNewer | Verdict::Different | Verdict::TypeChanged => {
            &[Action::CopyRight, Action::CopyLeft, Action::Leave]
        }
        Verdict::Same | Verdict::Failed => &[Action::Leave],
    }
}

/// Gives what a direction does about a row.
///
/// `unchanged` tells of each side whether it is as it was when both were alike, if they ever were.
pub(super) fn proposed(
    verdict: Verdict,
    direction: Direction,
    unchanged: Option<[bool; 2]>,
) -> Action {
    let (to_right, to_left) = match direction {
        Direction::UpdateRight => (true, false),
        Direction::UpdateLeft => (false, true),
        Direction::Both => (true, true),
        Direction::InStep => return kept(verdict, unchanged),
        Direction::MirrorRight => {
            return mirrored(verdict, [Action::CopyRight, Action::RemoveRight]);
        }
        Direction::MirrorLeft => return mirrored(verdict, [Action::CopyLeft, Action::RemoveLeft]),
    };
    match verdict {
        Verdict::LeftOnly | Verdict::LeftNewer if to_right => Action::CopyRight,
        Verdict::RightOnly | Verdict::RightNewer if to_left => Action::CopyLeft,
        Verdict::Different | Verdict::TypeChanged => Action::Undecided,
        Verdict::LeftOnly
        | Verdict::LeftNewer
        | Verdict::RightOnly
        | Verdict::RightNewer
        | Verdict::Same
        | Verdict::Failed => Action::Leave,
    }
}

/// What is done where both sides were alike: what happened on one of them happens on the other.
fn kept(verdict: Verdict, unchanged: Option<[bool; 2]>) -> Action {
    match (verdict, unchanged) {
        (Verdict::Same | Verdict::Failed, _) => Action::Leave,
        (Verdict::LeftOnly, None) => Action::CopyRight,
        (Verdict::RightOnly, None) => Action::CopyLeft,
        // A side that lacks the entry counts as changed, so that the other one alone can be as it was.
        (Verdict::LeftOnly, Some([true, _])) => Action::RemoveLeft,
        (Verdict::RightOnly, Some([_, true])) => Action::RemoveRight,
        (Verdict::LeftOnly | Verdict::RightOnly, Some(_)) => Action::Undecided,
        (
            Verdict::LeftNewer | Verdict::RightNewer | Verdict::Different | Verdict::TypeChanged,
            known,
        ) => match known {
            Some([true, false]) => Action::CopyLeft,
            Some([false, true]) => Action::CopyRight,
            // Both were edited, or nothing is known.
            Some([true, true] | [false, false]) | None => Action::Undecided,
        },
    }
}

/// What a mirror does: one side is copied, and what only the other has is removed.
fn mirrored(verdict: Verdict, [copy, remove]: [Action; 2]) -> Action {
    let lacking = match copy {
        Action::CopyRight => Verdict::RightOnly,
        _ => Verdict::LeftOnly,
    };
    match verdict {
        Verdict::Same | Verdict::Failed => Action::Leave,
        verdict if verdict == lacking => remove,
        Verdict::LeftOnly
        | Verdict::RightOnly
        | Verdict::LeftNewer
        | Verdict::RightNewer
        | Verdict::Different
        | Verdict::TypeChanged => copy,
    }
}

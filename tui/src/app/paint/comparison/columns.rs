//! Where the columns of the comparison begin.

use fcp_presentation::sync::Action;

use super::words::{action, kind};
use crate::app::dialog::comparison::KINDS;
use crate::text;

/// Width from which times are as long as in the panels.
const WIDE: u16 = 100;

/// Width under which there are no times.
const NARROW: u16 = 70;

/// Columns that a verdict with its sign and an action have at least.
const KIND: usize = 13;
const ACTION: usize = 8;

/// Columns that a path has before the words of the kinds are left out, and then the sizes.
const PATH: u16 = 18;

/// Columns of a size.
pub(super) const SIZE: u16 = 6;

/// Where the columns begin.
pub(super) struct Columns {
    pub(super) kind: u16,
    pub(super) left: u16,
    pub(super) action: u16,
    pub(super) right: u16,
    /// Columns of a time.
    pub(super) time: u16,
    /// Whether kinds are shown by their words, beside their signs.
    pub(super) has_words: bool,
    /// Whether sizes are shown.
    pub(super) has_sizes: bool,
}

impl Columns {
    /// Gives each column its place; what says least is left out where the path needs the room.
    pub(super) fn of(width: u16) -> Self {
        let time = match width {
            WIDE.. => 13,
            NARROW.. => 6,
            _ => 0,
        };
        let mut fitting = [(true, true), (false, true)]
            .into_iter()
            .map(|(has_words, has_sizes)| Self::with(width, time, has_words, has_sizes));
        let fits = |columns: &Self| columns.kind >= 4 + PATH;
        fitting.find(fits).unwrap_or_else(|| Self::with(width, 0, false, false))
    }

    fn with(width: u16, time: u16, has_words: bool, has_sizes: bool) -> Self {
        let side = match (has_sizes, time) {
            (false, _) => 0,
            (true, 0) => SIZE,
            (true, time) => SIZE + 1 + time,
        };
        let right = width.saturating_sub(side + 1);
        // Words have other widths in each language.
        let kinds = KINDS.iter().map(|verdict| text::width(kind(*verdict).1) + 2);
        let kinds = if has_words { kinds.fold(KIND, usize::max) as u16 } else { 1 };
        let actions = Action::ALL.iter().map(|it| text::width(action(*it).0));
        let actions = actions.fold(ACTION, usize::max) as u16;
        let action = right.saturating_sub(actions + 1);
        let left = action.saturating_sub(if has_sizes { side + 2 } else { 0 });
        let kind = left.saturating_sub(kinds + 1);
        Self { kind, left, action, right, time, has_words, has_sizes }
    }
}

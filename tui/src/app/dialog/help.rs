//! State of the help page, whose list of keys can be filtered.

use crate::app::field::Field;

/// The page of the keys.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// The first line shown.
    pub top: usize,
    /// What a line must hold.
    pub filter: Field,
    /// Whether keys go to the filter.
    pub typing: bool,
    /// Whether the keys are other than those it was opened with.
    pub switched: bool,
}

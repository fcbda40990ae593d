//! State of the help page, whose list of keys can be filtered.

use crate::app::field::Field;

/// The help page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Help {
    /// The first line shown.
    pub top: usize,
    /// The filter: words that a line must contain.
    pub filter: Field,
    /// Whether keys go to the filter.
    pub typing: bool,
    /// Whether the user has switched to another keymap since the page was opened.
    pub switched: bool,
}

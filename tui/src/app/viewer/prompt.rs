//! What is typed into the viewer, and what is looked for.

use fcp_viewer::Found;

use crate::app::field::Field;

/// What is being typed.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    /// What for.
    pub asks: Asks,
    /// What was typed so far.
    pub field: Field,
}

/// What a prompt asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// What to look for further down.
    Find,
    /// What to look for further up.
    FindBack,
    /// Where to go.
    Goto,
}

/// A search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Find {
    /// What is looked for.
    pub text: String,
    /// Whether it is looked for towards the beginning.
    pub back: bool,
    /// Where it was found last.
    pub found: Option<Found>,
    /// Whether the answer is still to come.
    pub searching: bool,
    /// Whether it was ended before an answer came.
    pub stopped: bool,
}

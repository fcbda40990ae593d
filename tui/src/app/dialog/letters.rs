//! State of the dialog with the folders that the user reaches by a letter.

/// The folders by their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letters {
    /// Whether a letter is given to the folder of the panel; else the panel goes to the folder of the letter.
    pub gives: bool,
    /// The row that keys go to.
    pub cursor: usize,
}

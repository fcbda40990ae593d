//! State of the page that lists finished jobs.

/// The log of finished jobs, and the position of the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Finished {
    /// The job under the cursor, counted from the newest.
    pub cursor: usize,
    /// Whether the user is asked to confirm that the list is cleared.
    pub clears: bool,
}

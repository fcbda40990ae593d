//! The log of finished jobs.


use crate::app::model::Model;

/// The log of finished jobs, and where in it we are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// The job under the cursor, counted from the newest.
    pub cursor: usize,
    /// Whether the next key decides about forgetting all of them.
    pub clears: bool,
}

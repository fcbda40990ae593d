//! Sums what a plan will do, by action.

use super::action::Action;

/// What the rows of one action come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many rows there are.
    pub rows: u64,
    /// Files that they stand for; a folder stands for those in it.
    pub files: u64,
    /// Sizes of these files in bytes.
    pub bytes: u64,
}

/// What is done in all, by action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums(pub(super) [Sum; Action::ALL.len()]);

impl Sums {
    /// Gives the sum of an action.
    pub fn of(&self, action: Action) -> Sum {
        self.0[action as usize]
    }

    /// Tells whether a job would have anything to do.
    pub fn has_work(&self) -> bool {
        Action::ALL.into_iter().any(|action| action.acts() && self.of(action).rows > 0)
    }
}

pub(super) fn add(sum: &mut Sum, more: Sum) {
    sum.rows += more.rows;
    sum.files += more.files;
    sum.bytes += more.bytes;
}

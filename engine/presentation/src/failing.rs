//! Gathers the items that would fail, which a dry run tells beside its plan.

use std::path::{Path, PathBuf};

use fcp_engine::error::OpError;

/// How many of them are named.
pub const NAMED: usize = 3;

/// The items of a job that would fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    /// How many there are.
    pub count: u64,
    /// The first of them, and why.
    pub first: Vec<(PathBuf, OpError)>,
}

impl Failing {
    /// Counts an item, and keeps its reason if it is one of the first.
    pub fn note(&mut self, src: &Path, error: &OpError) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push((src.to_owned(), error.clone()));
        }
    }

    /// Tells whether not all of them are named.
    pub fn has_more(&self) -> bool {
        self.count > self.first.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, Code};

    use super::*;

    #[test]
    fn all_are_counted_and_the_first_are_named() {
        let mut failing = Failing::default();
        for n in 0..4 {
            assert!(!failing.has_more());
            let path = PathBuf::from(n.to_string());
            failing.note(&path, &OpError::refused(Action::Copy, Code::SameFile, &path));
        }
        assert!(failing.has_more());
        let named: Vec<_> = failing.first.iter().map(|(path, _)| path.to_str().unwrap()).collect();
        assert_eq!((failing.count, named), (4, vec!["0", "1", "2"]));
    }
}

//! Lets the user forget that folders are kept in step while a job still runs that would store it anew.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use fcp_browse::CompareSpec;
use fcp_engine::error::OpError;
use fcp_sys::lock;

use super::{forget, remember};

/// Stores what folders have in common, until the user has them forgotten; an app makes one.
#[derive(Debug, Default)]
pub struct Keeper {
    /// Set when something is forgotten; what was asked for before is then not stored any more.
    current: Mutex<Arc<AtomicBool>>,
    storing: Mutex<()>,
}

/// A wish to store what folders have in common, made when their job starts.
#[derive(Clone, Debug)]
pub struct Wish(Arc<AtomicBool>);

impl Keeper {
    /// Notes a wish, which holds until something is forgotten.
    pub fn wish(&self) -> Wish {
        Wish(Arc::clone(&lock(&self.current)))
    }

    /// Stores what two folders have in common, if that is still wished.
    ///
    /// # Errors
    /// One of the folders could not be read, or the file not be written.
    pub fn remember(
        &self,
        wish: &Wish,
        roots: [&Path; 2],
        spec: &CompareSpec,
        state: &Path,
    ) -> Result<(), OpError> {
        let _storing = lock(&self.storing);
        if wish.0.load(Ordering::Relaxed) { Ok(()) } else { remember(roots, spec, state, &wish.0) }
    }

    /// Forgets that two folders are kept in step.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn forget(&self, state: &Path, roots: [&Path; 2]) -> Result<(), OpError> {
        std::mem::take(&mut *lock(&self.current)).store(true, Ordering::Relaxed);
        // What is being stored stops soon.
        let _storing = lock(&self.storing);
        forget(state, roots)
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::sync::is_kept;

    #[test]
    fn what_was_wished_before_is_not_stored_after_it_was_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let [left, right, state] = ["left", "right", "state"].map(|name| dir.path().join(name));
        for folder in [&left, &right] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("same"), "").unwrap();
        }
        let (roots, spec) = ([left.as_path(), right.as_path()], CompareSpec::default());
        let keeper = Keeper::default();
        let before = keeper.wish();
        keeper.remember(&before, roots, &spec, &state).unwrap();
        assert!(is_kept(&state, roots));
        keeper.forget(&state, roots).unwrap();
        keeper.remember(&before, roots, &spec, &state).unwrap();
        assert!(!is_kept(&state, roots));
        keeper.remember(&keeper.wish(), roots, &spec, &state).unwrap();
        assert!(is_kept(&state, roots));
    }
}

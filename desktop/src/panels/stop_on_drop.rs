//! Background work of a thread, which stops once nothing waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Background work of a thread, which stops once this is dropped.
#[derive(Debug, Default)]
pub(super) struct StopOnDrop(Arc<AtomicBool>);

impl StopOnDrop {
    /// Gives the flag that ends it.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

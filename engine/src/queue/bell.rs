//! Wakes processes when the file of the queue has changed, so that they need not poll it.
//!
//! A process that changes the file touches another one afterwards, which all processes watch. The file itself
//! would wake them too soon: what is written there is a change only once it is committed, in memory
//! that is not watched.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

#[cfg(target_os = "linux")]
mod inotify;
#[cfg(not(target_os = "linux"))]
mod notified;

#[cfg(target_os = "linux")]
use inotify::Watch;
#[cfg(not(target_os = "linux"))]
use notified::Watch;

use crate::queue::store;
use fcp_sys::lock;

/// How long a bell that rings may be silent before the file is looked at anyway.
const SILENCE: Duration = Duration::from_secs(10);

/// How long a bell that cannot be hung is waited for before the file is looked at anyway.
const POLL: Duration = Duration::from_millis(250);

/// Rings after each change of the queue.
///
/// It may ring for nothing, and it may be silent: when a process dies between a change and its ring. So a
/// process looks at the file after its wait, and never waits without a limit.
#[derive(Debug)]
pub(crate) struct Bell {
    /// None where watching cannot begin: most often because the user has too many watches or the process
    /// too many descriptors, or because other machines use the file as well.
    watch: Option<Watch>,
}

impl Bell {
    /// Hangs a bell that calls `ring`, on a thread of its own; the queue must have been opened before.
    pub(crate) fn hang(state: &Path, ring: impl Fn() + Send + 'static) -> Self {
        let is_shared = store::is_remote(state);
        let watch = (!is_shared).then(|| Watch::begin(&state.join(store::BELL), ring));
        Self { watch: watch.flatten() }
    }

    /// How long it may be waited for before the file should be looked at.
    pub(crate) fn longest_wait(&self) -> Duration {
        if self.watch.as_ref().is_some_and(Watch::hears) { SILENCE } else { POLL }
    }
}

/// A bell that a thread waits for.
#[derive(Debug)]
pub(super) struct Rung {
    bell: Bell,
    state: Arc<(Mutex<bool>, Condvar)>,
}

impl Rung {
    pub(super) fn new(state: &Path) -> Self {
        // Changes before the watch began may have been missed.
        let rung = Arc::new((Mutex::new(true), Condvar::new()));
        let told = Arc::clone(&rung);
        let bell = Bell::hang(state, move || {
            *lock(&told.0) = true;
            told.1.notify_all();
        });
        Self { bell, state: rung }
    }

    /// Waits until it has rung since the last time, but not longer than `timeout`.
    pub(super) fn wait(&self, timeout: Duration) {
        let timeout = timeout.min(self.bell.longest_wait());
        let (rung, changed) = &*self.state;
        let (mut rung, _) = changed
            .wait_timeout_while(lock(rung), timeout, |rung| !*rung)
            .unwrap_or_else(PoisonError::into_inner);
        *rung = false;
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_watch_that_ends_is_replaced_by_frequent_looks() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(store::BELL);
        fs::write(&file, "").unwrap();
        let (rings, rung) = mpsc::channel();
        let bell = Bell::hang(dir.path(), move || rings.send(()).unwrap());
        assert_eq!(bell.longest_wait(), SILENCE);
        // The kernel ends the watch of a file that is gone.
        fs::remove_file(&file).unwrap();
        while bell.longest_wait() == SILENCE {
            rung.recv_timeout(Duration::from_secs(60)).unwrap();
        }
        assert_eq!(bell.longest_wait(), POLL);
    }
}

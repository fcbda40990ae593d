//! Watches the bell's file through the crate `notify`, on systems without inotify.

use std::path::Path;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// A watch on one file.
#[derive(Debug)]
pub(super) struct Watch {
    /// Ends with this.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Calls `ring`, on a thread of its own, when the file changes; none if it cannot be watched.
    pub(super) fn begin(path: &Path, ring: impl Fn() + Send + 'static) -> Option<Self> {
        let heard = move |event: notify::Result<notify::Event>| match event {
            // Reading is no change, and the program that is rung for reads.
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => {}
            // An error may mean that something was missed.
            Ok(_) | Err(_) => ring(),
        };
        let mut watcher = notify::recommended_watcher(heard).ok()?;
        watcher.watch(path, RecursiveMode::NonRecursive).ok()?;
        Some(Self { _watcher: watcher })
    }
}

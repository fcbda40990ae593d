//! Watches the bell's file through the crate `notify`, on systems without inotify.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// A watch on one file.
#[derive(Debug)]
pub(super) struct Watch {
    /// Ends with this.
    _watcher: RecommendedWatcher,
    /// False once something may have been missed.
    hears: Arc<AtomicBool>,
}

impl Watch {
    /// Calls `ring`, on a thread of its own, when the file changes; none if it cannot be watched.
    pub(super) fn begin(path: &Path, ring: impl Fn() + Send + 'static) -> Option<Self> {
        // FSEvents of macOS watches directories, by their real paths; what a single file is to it, its manual does not say.
        let (above, name) = (path.parent()?.canonicalize().ok()?, path.file_name()?.to_owned());
        let hears = Arc::new(AtomicBool::new(true));
        let still = Arc::clone(&hears);
        let concerns = move |event: &notify::Event| {
            event.need_rescan() || event.paths.iter().any(|path| path.file_name() == Some(&name))
        };
        let heard = move |event: notify::Result<notify::Event>| match event {
            // Reading is no change, and the program that is rung for reads.
            Ok(event) if matches!(event.kind, EventKind::Access(_)) || !concerns(&event) => {}
            // An error may mean that something was missed, now and later.
            Ok(event) if !event.kind.is_remove() => ring(),
            Ok(_) | Err(_) => {
                still.store(false, Ordering::Release);
                ring();
            }
        };
        let mut watcher = notify::recommended_watcher(heard).ok()?;
        watcher.watch(&above, RecursiveMode::NonRecursive).ok()?;
        Some(Self { _watcher: watcher, hears })
    }

    /// Whether changes are still heard.
    pub(super) fn hears(&self) -> bool {
        self.hears.load(Ordering::Acquire)
    }
}

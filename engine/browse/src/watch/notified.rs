//! Reports changes of directories through the crate `notify`, on systems without inotify.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use notify::event::{ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::WatchMessage;
use fcp_sys::lock;

/// Directories that the kernel watches.
#[derive(Debug)]
pub(super) struct Kernel {
    watcher: RecommendedWatcher,
    watches: Arc<Mutex<HashMap<PathBuf, i32>>>,
    /// The number of the last watch.
    last: i32,
}

impl Kernel {
    /// Starts to listen; none if that is not possible.
    pub(super) fn new(words: &Sender<WatchMessage>) -> Option<Self> {
        let watches = Arc::new(Mutex::new(HashMap::new()));
        let (known, words) = (Arc::clone(&watches), words.clone());
        let hear = move |event| hear(&lock(&known), &words, event);
        let watcher = notify::recommended_watcher(hear).ok()?;
        Some(Self { watcher, watches, last: 0 })
    }

    /// Watches a directory; none if that is not possible.
    pub(super) fn watch(&mut self, dir: &Path) -> Option<i32> {
        self.watcher.watch(dir, RecursiveMode::NonRecursive).ok()?;
        self.last += 1;
        lock(&self.watches).insert(dir.to_owned(), self.last);
        Some(self.last)
    }

    /// Ends a watch.
    pub(super) fn unwatch(&mut self, watch: i32) {
        let mut watches = lock(&self.watches);
        let dir = watches.iter().find(|(_, number)| **number == watch);
        let Some(dir) = dir.map(|(dir, _)| dir.clone()) else { return };
        watches.remove(&dir);
        drop(watches);
        // It fails if the directory has gone by itself.
        drop(self.watcher.unwatch(&dir));
    }
}

fn hear(
    watches: &HashMap<PathBuf, i32>,
    words: &Sender<WatchMessage>,
    event: notify::Result<notify::Event>,
) {
    // It ends with who listens.
    let tell = |word| drop(words.send(word));
    let event = match event {
        Ok(event) if !event.need_rescan() => event,
        Ok(_) | Err(_) => return tell(WatchMessage::Lost),
    };
    let gone = match event.kind {
        // Reading changes nothing, and a program that is told of a change reads the directory.
        EventKind::Access(_) => return,
        EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(RenameMode::From)) => true,
        _ => false,
    };
    for path in &event.paths {
        let above = path.parent().and_then(|parent| watches.get(parent));
        if let Some(watch) = above {
            tell(WatchMessage::Changed(*watch));
        }
        if let Some(watch) = watches.get(path) {
            tell(if gone { WatchMessage::Gone(*watch) } else { WatchMessage::Changed(*watch) });
        }
    }
}

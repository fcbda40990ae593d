//! Reports changes of directories through the crate `notify`, on systems without inotify: on macOS by `FSEvents`.
//!
//! `FSEvents` watches paths, by their real spelling, and not what they lead to. For each directory that is added or left out
//! `notify` begins a new stream, and what happens in between no stream tells; so all others are looked at then.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::WatchMessage;
use fcp_sys::lock;

/// Directories that the system watches.
#[derive(Debug)]
pub(super) struct Kernel {
    watcher: RecommendedWatcher,
    words: Sender<WatchMessage>,
    /// By their real paths, which events have.
    watches: Arc<Mutex<HashMap<PathBuf, i32>>>,
    /// The number of the last watch.
    last: i32,
}

impl Kernel {
    /// Starts to listen; none if that is not possible.
    pub(super) fn new(words: &Sender<WatchMessage>) -> Option<Self> {
        let watches = Arc::new(Mutex::new(HashMap::new()));
        let (known, heard) = (Arc::clone(&watches), words.clone());
        let hear = move |event| hear(&lock(&known), &heard, event);
        let watcher = notify::recommended_watcher(hear).ok()?;
        Some(Self { watcher, words: words.clone(), watches, last: 0 })
    }

    /// Watches a directory; none if that is not possible. One that is watched already keeps its number.
    pub(super) fn watch(&mut self, dir: &Path) -> Option<i32> {
        let dir = dir.canonicalize().ok()?;
        if let Some(watch) = lock(&self.watches).get(&dir) {
            return Some(*watch);
        }
        self.watcher.watch(&dir, RecursiveMode::NonRecursive).ok()?;
        self.look_at_all();
        self.last += 1;
        lock(&self.watches).insert(dir, self.last);
        Some(self.last)
    }

    /// Gives none: a removed directory is told by its own path.
    #[allow(clippy::unused_self, reason = "as with inotify")]
    pub(super) fn watch_above(&mut self, _dir: &Path) -> Option<i32> {
        None
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
        self.look_at_all();
    }

    /// Has all that is watched looked at.
    fn look_at_all(&self) {
        for watch in lock(&self.watches).values() {
            // It fails when there is no more listener.
            drop(self.words.send(WatchMessage::Changed(*watch)));
        }
    }
}

fn hear(
    watches: &HashMap<PathBuf, i32>,
    words: &Sender<WatchMessage>,
    event: notify::Result<notify::Event>,
) {
    // It fails when there is no more listener.
    let tell = |word| drop(words.send(word));
    let event = match event {
        Ok(event) if !event.need_rescan() => event,
        Ok(_) | Err(_) => return tell(WatchMessage::Lost),
    };
    let gone = match event.kind {
        // Reading changes nothing, and a program that is told of a change reads the directory.
        EventKind::Access(_) => return,
        // FSEvents does not say which of its two names a path is; a directory that is back is found by polling.
        EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => true,
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

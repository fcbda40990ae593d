//! Reports changes of directories through inotify (Linux).
//!
//! Not by way of `notify`, which a job that fills a watched directory would pay for: it reads and
//! unpacks an event for each open, write and close, at once. Beside a copy of 100,000 small files that
//! took 480 ms of CPU for a second of the copy's own.

use std::collections::BTreeSet;
use std::ffi::CString;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use super::{PAUSE, WatchMessage};
use fcp_sys::{Change, Inotify, Sys};

/// So much is read at once: some 2,000 events.
const BUFFER: usize = 64 << 10;

/// So often it is read without a rest: more than the kernel remembers (16,384 events).
const BUFFERS: usize = 16;

/// Directories that the kernel watches.
#[derive(Debug)]
pub(super) struct Kernel(Arc<Inotify>);

impl Kernel {
    /// Starts a thread that listens; none if there are too many of them.
    pub(super) fn new(words: &Sender<WatchMessage>) -> Option<Self> {
        let inotify = Arc::new(Inotify::new().ok()?);
        let (heard, words) = (Arc::clone(&inotify), words.clone());
        thread::spawn(move || {
            if listen(&heard, &words).is_err() {
                // What cannot be heard any more may have happened.
                drop(words.send(WatchMessage::Lost));
            }
        });
        Some(Self(inotify))
    }

    /// Watches a directory; none if that is not possible.
    pub(super) fn watch(&mut self, dir: &Path) -> Option<i32> {
        self.0.watch(&CString::new(dir.as_os_str().as_bytes()).ok()?).ok()
    }

    /// Watches the directory above one for what is removed there; none if that is not possible.
    ///
    /// Of a removed directory inotify tells only once no process has it open or works in it, and of an empty one nothing
    /// before.
    pub(super) fn watch_above(&mut self, dir: &Path) -> Option<i32> {
        let above = CString::new(dir.join("..").as_os_str().as_bytes()).ok()?;
        self.0.watch_removals(&above).ok()
    }

    /// Ends a watch.
    pub(super) fn unwatch(&mut self, watch: i32) {
        self.0.unwatch(watch);
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn listen(inotify: &Inotify, words: &Sender<WatchMessage>) -> Sys<()> {
    let mut buffer = vec![MaybeUninit::uninit(); BUFFER];
    while inotify.wait()? {
        let mut changes = BTreeSet::new();
        for _ in 0..BUFFERS {
            let more = inotify.read(&mut buffer, |change| changes.extend([change]))?;
            if !more {
                break;
            }
        }
        for change in changes {
            let word = match change {
                Change::In(watch) => WatchMessage::Changed(watch),
                Change::Gone(watch) => WatchMessage::Gone(watch),
                Change::Lost => WatchMessage::Lost,
            };
            // It ends with who listens.
            drop(words.send(word));
        }
        // More is not told in this time. What does not fit into the kernel's memory until then costs
        // next to nothing, and it says so.
        if !inotify.rest(PAUSE)? {
            break;
        }
    }
    Ok(())
}

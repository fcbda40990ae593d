//! Watches the bell's file through inotify (Linux).
//!
//! Not by way of `notify`, which panics where the eventfd or the thread that it needs cannot be had.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fcp_sys::{Change, Errno, Inotify, Sys};

/// So much is read at once: some 200 events.
const BUFFER: usize = 4 << 10;

/// A watch on one file.
#[derive(Debug)]
pub(super) struct Watch {
    inotify: Arc<Inotify>,
    /// Set to false by the thread that listens, when it can hear nothing more.
    hears: Arc<AtomicBool>,
}

impl Watch {
    /// Calls `ring`, on a thread of its own, when the file changes; none if it cannot be watched.
    pub(super) fn begin(path: &Path, ring: impl Fn() + Send + 'static) -> Option<Self> {
        let inotify = Arc::new(Inotify::new().ok()?);
        inotify.watch_file(&CString::new(path.as_os_str().as_bytes()).ok()?).ok()?;
        let heard = Arc::clone(&inotify);
        let hears = Arc::new(AtomicBool::new(true));
        let still = Arc::clone(&hears);
        let listener = thread::Builder::new().name("fcp-bell".to_owned()).spawn(move || {
            if listen(&heard, &ring).is_err() {
                still.store(false, Ordering::Release);
                // The process that waits looks at the file now, and often from now on.
                ring();
            }
        });
        listener.ok()?;
        Some(Self { inotify, hears })
    }

    /// Whether changes are still heard.
    pub(super) fn hears(&self) -> bool {
        self.hears.load(Ordering::Acquire)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.inotify.end();
    }
}

/// Listens until the watch is dropped.
///
/// # Errors
/// inotify failed, or the file was removed, with which the kernel ends the watch.
fn listen(inotify: &Inotify, ring: &impl Fn()) -> Sys<()> {
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    while inotify.wait()? {
        let (mut rings, mut ended) = (false, false);
        let mut told = |change| {
            rings = true;
            ended |= matches!(change, Change::Gone(_));
        };
        while inotify.read(&mut buffer, &mut told)? {}
        if ended {
            return Err(Errno::NOENT);
        }
        if rings {
            ring();
        }
    }
    Ok(())
}

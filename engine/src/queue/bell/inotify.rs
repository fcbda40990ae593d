//! Watches the bell's file through inotify (Linux).
//!
//! Not by way of `notify`, which panics where the eventfd or the thread that it needs cannot be had.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use fcp_sys::{Inotify, Sys};

/// So much is read at once: some 200 events.
const BUFFER: usize = 4 << 10;

/// A watch on one file.
#[derive(Debug)]
pub(super) struct Watch(Arc<Inotify>);

impl Watch {
    /// Calls `ring`, on a thread of its own, when the file changes; none if it cannot be watched.
    pub(super) fn begin(path: &Path, ring: impl Fn() + Send + 'static) -> Option<Self> {
        let inotify = Arc::new(Inotify::new().ok()?);
        inotify.watch_file(&CString::new(path.as_os_str().as_bytes()).ok()?).ok()?;
        let heard = Arc::clone(&inotify);
        let listener = thread::Builder::new().name("fcp-bell".to_owned()).spawn(move || {
            if listen(&heard, &ring).is_err() {
                // What cannot be heard any more may have happened.
                ring();
            }
        });
        listener.ok()?;
        Some(Self(inotify))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.end();
    }
}

fn listen(inotify: &Inotify, ring: &impl Fn()) -> Sys<()> {
    let mut buffer = [MaybeUninit::uninit(); BUFFER];
    while inotify.wait()? {
        let mut rings = false;
        while inotify.read(&mut buffer, |_| rings = true)? {}
        if rings {
            ring();
        }
    }
    Ok(())
}

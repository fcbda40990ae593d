//! Holds open the filesystems that a job writes to, and flushes them by these descriptors.
//!
//! syncfs(2) reports an error in writing once to each descriptor that was opened before it, and to none
//! that is opened after it was reported to any. So each filesystem is opened before the job writes to
//! it, and flushed by that descriptor: the destination by the job's own thread, what is mounted below
//! it by the worker that enters it.

use std::ffi::CStr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::contract::error::{Action, OpError};
use crate::contract::event::{Event, Warning};
use crate::contract::spec::Destination;
use crate::job::Job;
use crate::journal::Flush;
use crate::walk::target::Target;
use crate::walk::worker::{OfThread, Worker};
use fcp_sys::c_path;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, Sys};

/// Filesystems that are held open at a time; subvolumes count as such, and there may be thousands.
const MOST: usize = 8;

/// One filesystem, held open.
#[derive(Debug)]
struct Anchor {
    device: u64,
    path: PathBuf,
    dir: OwnedFd,
}

/// What the thread of a job holds open, and the thread that flushes beside it uses as well.
///
/// Both share the descriptors of the process, which workers have left.
#[derive(Debug, Default)]
pub(crate) struct Anchors(Mutex<Vec<Anchor>>);

impl Anchors {
    /// Opens the destination of a job that is about to write there.
    pub(crate) fn before(job: &Job, target: &Target) -> Arc<Self> {
        let anchors = Self::default();
        if job.is_flushed()
            && let Ok(dir) = target.open()
            && let Ok(meta) = sys::stat_fd(dir.as_fd())
        {
            let path = destination(job);
            job.devices.add(meta.dev, || path.clone());
            lock(&anchors.0).push(Anchor { device: meta.dev, path, dir });
        }
        Arc::new(anchors)
    }

    /// Flushes all filesystems that are known by now; `false`, and told, if one reports an error.
    pub(crate) fn flush(&self, job: &Job, flush: Flush) -> bool {
        // Held meanwhile: what the other thread is told must count before the job ends.
        let mut anchors = lock(&self.0);
        let mut all = true;
        let known = job.devices.all();
        for (device, path) in known {
            if anchors.iter().any(|anchor| anchor.device == device) {
                continue;
            }
            let opened = c_path(&path).ok_or(Errno::INVAL).and_then(|path| open(&path));
            let done = match opened {
                Ok(dir) if anchors.len() >= MOST => flush(dir.as_fd()),
                Ok(dir) => {
                    anchors.push(Anchor { device, path, dir });
                    continue;
                }
                Err(errno) => Err(errno),
            };
            if let Err(errno) = done {
                all = false;
                tell(job, path, errno);
            }
        }
        for anchor in anchors.iter() {
            if let Err(errno) = flush(anchor.dir.as_fd()) {
                all = false;
                tell(job, anchor.path.clone(), errno);
            }
        }
        all
    }

    /// Closes everything; what the other thread is flushing is closed by that.
    pub(crate) fn release(&self) {
        if let Ok(mut anchors) = self.0.try_lock() {
            anchors.clear();
        }
    }

    /// Flushes everything at the end of a job; `false`, and told, if a filesystem reports an error.
    pub(crate) fn flush_last(&self, job: &Job, target: &Target) -> bool {
        if lock(&self.0).is_empty() {
            match target.open().and_then(|dir| sys::sync_filesystem(dir.as_fd())) {
                // It was not there when the job began, either, so nothing was written below it.
                Ok(()) | Err(Errno::NOENT | Errno::NOTDIR) => {}
                Err(errno) => {
                    tell(job, destination(job), errno);
                    return false;
                }
            }
        }
        self.flush(job, sys::sync_filesystem)
    }
}

/// Opens a directory, or a file that was written through a symlink.
fn open(path: &CStr) -> Sys<OwnedFd> {
    match sys::open_dir(sys::CWD, path, true) {
        Err(Errno::NOTDIR) => sys::open_source(sys::CWD, path, true),
        opened => opened,
    }
}

/// What a worker holds open: filesystems that it was the first of its job to enter.
#[derive(Debug, Default)]
struct Held(Vec<Anchor>, OfThread);

/// Flushes what a worker holds open, and lets go of it.
pub(crate) fn flush_held(worker: &mut Worker, job: &Job) {
    worker.with_local(|held: &mut Held| held.flush(job));
}

impl Held {
    fn flush(&mut self, job: &Job) {
        for Anchor { path, dir, .. } in self.0.drain(..) {
            if let Err(errno) = sys::sync_filesystem(dir.as_fd()) {
                tell(job, path, errno);
            }
        }
    }
}

impl Job {
    /// Opens the filesystem that a worker is about to write to, if no anchor holds it yet.
    pub(crate) fn meets(
        &self,
        worker: &mut Worker,
        device: u64,
        path: impl Fn() -> PathBuf,
        open: impl FnOnce() -> Sys<OwnedFd>,
    ) {
        if !self.is_flushed() || !self.devices.add(device, &path) {
            return;
        }
        worker.with_local(|held: &mut Held| {
            if held.0.len() >= MOST {
                held.flush(self);
            }
            // What cannot be opened now is tried again, and told, when it is flushed.
            if let Ok(dir) = open() {
                held.0.push(Anchor { device, path: path(), dir });
            }
        });
    }
}

/// Tells that a filesystem could not be flushed, or reported that not all has arrived.
fn tell(job: &Job, path: PathBuf, errno: Errno) {
    job.note_own_error();
    let warning = Warning::NotFlushed { error: OpError::new(Action::Sync, path, errno) };
    job.hub.tell(Event::Warning { job: job.id, warning });
}

/// Where a job's items go, as the user wrote it.
fn destination(job: &Job) -> PathBuf {
    let path = job.spec.destination.as_ref().and_then(Destination::path);
    path.map_or_else(PathBuf::new, |path| path.0.clone())
}

//! Keeps a paused job from continuing on a filesystem that was unmounted meanwhile.
//!
//! `umount -l` takes a filesystem out of the tree at once, while workers still hold directories of it open.
//! Data written there would be unreachable, and lost when the last descriptor is closed.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::thread;

use super::Job;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, Warning};
use crate::contract::spec::Destination;
use crate::walk::target::Target;
use fcp_sys as sys;

/// The most paths that are looked at.
const MOST: usize = 64;

/// The directories into which a job began to write, with their devices.
#[derive(Debug, Default)]
pub(crate) struct DestinationDevices(OnceLock<Vec<(CString, u64)>>);

impl DestinationDevices {
    /// Notes them before the first write: the target directory, and an existing directory with which the
    /// job merges its only operand, and which may be a mount point itself.
    pub(crate) fn note(&self, target: &Target) {
        let paths =
            target.directory_path().into_iter().chain(target.paths.iter().take(MOST).cloned());
        let look = |path: CString| {
            let meta = sys::stat_at(sys::CWD, &path, true).ok()?;
            (meta.kind == FileKind::Directory).then_some((path, meta.dev))
        };
        self.0.get_or_init(|| paths.filter_map(look).collect());
    }

    /// Whether their paths still lead to those devices. This may wait for a device.
    fn is_still_mounted(&self) -> bool {
        self.0.get().into_iter().flatten().all(|(path, device)| {
            sys::stat_at(sys::CWD, path, true).is_ok_and(|meta| meta.dev == *device)
        })
    }
}

impl Job {
    /// Lets the workers of a paused job continue, unless its destination was unmounted.
    pub(crate) fn resume(&self) {
        // No dispatcher hears of an earlier refusal.
        self.stayed_paused.store(false, Ordering::Release);
        self.resume_after(self.pauses.load(Ordering::Acquire));
    }

    /// Does the same on a thread of its own, for a caller that must not wait for a device.
    pub(crate) fn resume_aside(self: &Arc<Self>) {
        let (job, pauses) = (Arc::clone(self), self.pauses.load(Ordering::Acquire));
        let name = format!("fcp-resume-{}", self.id);
        let started = thread::Builder::new().name(name).spawn(move || job.resume_after(pauses));
        if started.is_err() {
            // There can be no more threads.
            self.resume_after(pauses);
        }
    }

    /// Whether the job was not resumed since the last call although a user requested it; it is paused.
    pub(crate) fn resume_was_refused(&self) -> bool {
        self.stayed_paused.swap(false, Ordering::AcqRel)
    }

    /// Resumes the job, unless it was paused once more since the request.
    fn resume_after(&self, pauses: u64) {
        if !self.control.is_paused() || self.place.is_still_mounted() {
            self.stayed_paused.store(false, Ordering::Release);
            let resume = || self.pauses.load(Ordering::Acquire) == pauses && self.control.resume();
            return self.change_unless_over(resume, Event::JobResumed { job: self.id });
        }
        let path = self.spec.destination.as_ref().and_then(Destination::path);
        let path = path.map_or_else(PathBuf::new, |path| path.0.clone());
        let error = OpError::refused(Action::Target, Code::OtherDevice, path);
        let warning = Warning::PutOff { error };
        // The engine and the dispatcher of its queue may both act on one request; without a queue each is told.
        if !self.stayed_paused.swap(true, Ordering::AcqRel) || self.journal.is_none() {
            self.tell_unless_over(Event::Warning { job: self.id, warning });
        }
    }
}

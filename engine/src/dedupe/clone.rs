//! Shares storage on macOS, where one file gets that of another only as its clone under the same name.

use std::ffi::{CStr, CString};

use super::Deduper;
use super::found::File;
use super::share::{NotShared, Source, Won, has_changed};
use crate::contract::error::Action;
use crate::copy::{DataError, differ};
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Errno, Meta};

impl Deduper {
    /// Replaces a file by a clone of the source that has its metadata; tells how many bytes that frees.
    ///
    /// A file with several names keeps its storage, since a clone is another inode.
    pub(super) fn replace_storage(
        &self,
        worker: &mut Worker,
        source: &Source,
        file: File,
    ) -> Result<Option<Won>, NotShared> {
        let failed = |action| move |errno| NotShared::Errno(action, errno);
        let (fd, meta) = self.open(worker, file).map_err(failed(Action::Open))?;
        if meta.nlink > 1 {
            return Err(NotShared::Errno(Action::Dedupe, Errno::OPNOTSUPP));
        }
        let way = self.found().way_to(file);
        let (base, path) = way.ok_or(NotShared::Errno(Action::Open, Errno::STALE))?;
        let pair = worker.pair(&base, self.rules).map_err(|it| failed(Action::Open)(it.errno))?;
        let dir = sys::open_beneath(pair.src(), &parent_of(&path), base.parent.is_none())
            .map_err(failed(Action::OpenDir))?;
        let name = CString::new(base_of(&path)).unwrap_or_default();
        // No other file of the job has this inode, and what another program put there is not replaced.
        let clone = format!("{}{:x}", self.job.mark.of_run(), file.inode);
        let clone = CString::new(clone).unwrap_or_default();
        let place = (dir.as_fd(), clone.as_c_str());
        sys::clone_like(source.fd.as_fd(), fd.as_fd(), place.0, place.1)
            .map_err(failed(Action::Clone))?;
        let replaced = self.publish(worker, place, &name, (&meta, fd.as_fd()));
        if replaced.is_err() {
            // It is ours, and nothing but a clone.
            sys::best_effort(sys::unlink(place.0, place.1));
        }
        if matches!(replaced, Err(NotShared::Changed)) && has_changed(&source.fd, &source.meta) {
            return Err(NotShared::SourceChanged);
        }
        replaced.map(|()| Some(Won { bytes: file.size, freed: meta.allocated }))
    }

    /// Gives a clone the name of a file that has its content and did not change meanwhile.
    fn publish(
        &self,
        worker: &mut Worker,
        (dir, clone): (sys::BorrowedFd<'_>, &CStr),
        name: &CStr,
        (was, old): (&Meta, sys::BorrowedFd<'_>),
    ) -> Result<(), NotShared> {
        let failed = |errno| NotShared::Errno(Action::Dedupe, errno);
        let new = sys::open_source(dir, clone, false).map_err(failed)?;
        match differ(&self.job.control, worker, (old, new.as_fd()), None, |_| {}) {
            Ok(false) => {}
            Ok(true) => return Err(NotShared::Changed),
            Err(DataError::Cancelled) => return Err(NotShared::Cancelled),
            Err(DataError::Sys(action, errno)) => return Err(NotShared::Errno(action, errno)),
        }
        let now = sys::stat_at(dir, name, false).map_err(failed)?;
        if !now.same_content_as(was) {
            return Err(NotShared::Changed);
        }
        sys::rename(dir, clone, dir, name).map_err(failed)
    }
}

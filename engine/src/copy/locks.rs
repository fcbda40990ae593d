//! Keeps the file flags of macOS, of which some lock a file: those are set when everything else is done.

use super::copier::{Copier, Step};
use super::tell::Done;
use crate::contract::error::OpError;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd, Errno, Lock, Meta};

impl Copier {
    /// Gives a copy the file flags of its source, where a system has such; gives those that must wait until it is whole,
    /// has all its names and is safe.
    pub(super) fn keep_flags(
        &self,
        step: Step<'_>,
        src: BorrowedFd<'_>,
        meta: &Meta,
        dst: BorrowedFd<'_>,
    ) -> Result<Option<Lock>, OpError> {
        if !self.keep().xattr || self.updates_attributes() {
            return Ok(None);
        }
        let lock = match sys::copy_flags(src, dst, self.job.privileged) {
            Ok(lock) => lock,
            Err(errno) => {
                return self.attributes(Err(errno), dst, || step.dst_path()).map(|()| None);
            }
        };
        if lock.is_some() && self.keeps_links(step, meta) {
            // No second name can be made for it then (link(2), EPERM).
            return self.attributes(Err(Errno::OPNOTSUPP), dst, || step.dst_path()).map(|()| None);
        }
        Ok(lock)
    }

    /// Locks a copy with which everything else is done, if its source is locked.
    pub(super) fn lock(&self, step: Step<'_>, lock: Option<Lock>) -> Result<(), OpError> {
        let Some(lock) = lock else { return Ok(()) };
        let dir = step.pair.dst();
        self.attributes(sys::lock_at(dir, step.item.dst_name, lock), dir, || step.dst_path())
    }

    /// Ends the item of a copy that is whole and safe, once it is locked if its source is.
    pub(super) fn done_and_locked(&self, worker: &mut Worker, step: Step<'_>, done: Done) {
        match self.lock(step, done.lock) {
            Ok(()) => self.done(worker, step, done),
            Err(error) => self.fail(worker, step.without_retry(), error),
        }
    }
}

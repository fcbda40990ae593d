//! Reads the data of a file for an archive: paused, slowed down and counted as that of a copy.

use std::sync::Arc;

use fcp_archive::pack::Data;

use super::OWN;
use crate::job::Job;
use crate::job::sampler::Sampler;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd};

/// The data of a file.
#[derive(Debug)]
pub(super) struct FileData<'a, 'b> {
    job: &'a Arc<Job>,
    sampler: &'a mut Sampler<'b>,
    fd: OwnedFd,
    /// Bytes that the archive takes, and those that it has.
    size: u64,
    at: u64,
    pub(super) error: Option<Errno>,
}

impl<'a, 'b> FileData<'a, 'b> {
    pub(super) fn new(
        job: &'a Arc<Job>,
        sampler: &'a mut Sampler<'b>,
        fd: OwnedFd,
        size: u64,
    ) -> Self {
        Self { job, sampler, fd, size, at: 0, error: None }
    }

    /// Looks at the file once more.
    pub(super) fn stat(&self) -> sys::Sys<sys::Meta> {
        sys::stat_fd(self.fd.as_fd())
    }
}

impl Data for FileData<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> usize {
        if self.error.is_some() {
            return 0;
        }
        self.sampler.look();
        let most = usize::try_from(self.job.control.largest_step()).unwrap_or(usize::MAX);
        let len = buffer.len().min(most);
        // What is behind its size is looked at and not taken.
        let takes = self.at < self.size;
        if takes && self.job.control.spend(len as u64).is_err() {
            return 0;
        }
        match sys::read(self.fd.as_fd(), &mut buffer[..len]) {
            Ok(read) => {
                if takes {
                    self.at += read as u64;
                    self.job.meter.of(OWN).moved(read as u64);
                }
                read
            }
            Err(errno) => {
                if takes {
                    self.error = Some(errno);
                }
                0
            }
        }
    }

    fn goes_on(&mut self) -> bool {
        self.sampler.look();
        self.job.control.checkpoint().is_ok()
    }

    fn is_readable(&self) -> bool {
        self.error.is_none()
    }
}

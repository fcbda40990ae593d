//! Computes the checksums of sources while they are read, and of copies that are read back.

use std::cell::RefCell;

use super::copier::Copier;
use super::ends::DataError;
use crate::contract::checksum::{Algorithm, Checksum};
use crate::contract::error::Action;
use crate::contract::spec::Driver;
use crate::job::control::Control;
use crate::sum::Hasher;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd};

/// Bytes of a hole between two looks whether to continue: about 10 ms at the speed of one thread.
const STRETCH: u64 = 16 << 20;

/// The checksum of data that pass through the hands of a worker, from the beginning of a file to its end.
#[derive(Debug)]
pub(super) struct Passing(RefCell<(Option<Hasher>, u64)>);

impl Passing {
    /// Takes the next data.
    pub(super) fn take(&self, data: &[u8]) {
        let (hasher, bytes) = &mut *self.0.borrow_mut();
        if let Some(hasher) = hasher {
            hasher.update(data);
            *bytes += data.len() as u64;
        }
    }

    /// Takes the zeros of a hole, which no one reads.
    pub(super) fn take_zeros(&self, mut left: u64, control: &Control) -> Result<(), DataError> {
        let (hasher, bytes) = &mut *self.0.borrow_mut();
        let Some(hasher) = hasher else { return Ok(()) };
        while left > 0 {
            control.checkpoint()?;
            let mut stretch = left.min(STRETCH);
            left -= stretch;
            *bytes += stretch;
            while stretch > 0 {
                stretch -= hasher.update_with_zeros(stretch);
            }
        }
        Ok(())
    }

    /// Gives the checksum if all bytes of the file have passed; some movers leave them to the kernel.
    pub(super) fn finish(&self, of: u64) -> Option<Checksum> {
        let (hasher, bytes) = &mut *self.0.borrow_mut();
        hasher.take().filter(|_| *bytes == of).map(Hasher::finish)
    }
}

impl Copier {
    /// Prepares the checksum of a file that is copied from an offset on.
    pub(super) fn passing(&self, from: u64) -> Option<Passing> {
        let options = &self.job.spec.options;
        // A forced mover is kept to; then the source is read once more.
        let algorithm = options
            .checksum()
            .filter(|_| from == 0 && options.driver != Some(Driver::CopyFileRange))?;
        Some(Passing(RefCell::new((Some(Hasher::new(algorithm)), 0))))
    }

    /// Computes the checksum of an open file; `action` says what failed if it cannot be read.
    pub(super) fn sum(
        &self,
        worker: &mut Worker,
        file: BorrowedFd<'_>,
        algorithm: Algorithm,
        action: Action,
    ) -> Result<Checksum, DataError> {
        let mut buffer = worker.take_buffer();
        let result = self.sum_through(file, algorithm, action, &mut buffer);
        worker.data = buffer;
        result
    }

    fn sum_through(
        &self,
        file: BorrowedFd<'_>,
        algorithm: Algorithm,
        action: Action,
        buffer: &mut [u8],
    ) -> Result<Checksum, DataError> {
        let control = &self.job.control;
        sys::advise_sequential(file);
        let mut hasher = Hasher::new(algorithm);
        let mut at = 0;
        loop {
            control.checkpoint()?;
            // Small steps where the rate is low, or the waits between them would be long.
            let want = (buffer.len() as u64).min(control.largest_step()) as usize;
            let part = buffer.get_mut(..want).unwrap_or_default();
            let got =
                sys::read_at(file, part, at).map_err(|errno| DataError::Sys(action, errno))?;
            if got == 0 {
                return Ok(hasher.finish());
            }
            hasher.update(part.get(..got).unwrap_or_default());
            // Known only now: most files are smaller than a step.
            control.spend(got as u64)?;
            at += got as u64;
        }
    }
}

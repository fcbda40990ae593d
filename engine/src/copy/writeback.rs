//! Sends a large file to the disk while it is copied, so that the flush at its end is short.
//!
//! Else the kernel collects up to a fifth of the memory, and a cancel that comes while it is flushed
//! would wait for all of it.

use std::time::{Duration, Instant};

use fcp_sys::{self as sys, BorrowedFd, Errno, Sys};

/// Bytes after which the disk is set to work.
const BEGIN: u64 = 32 << 20;

/// Bytes after which it is waited for, at first, and at most where it is fast.
const WAIT: u64 = 128 << 20;
const LONGEST_WAIT: u64 = 2 << 30;

/// How far a file has been sent.
#[derive(Debug)]
pub(super) struct Trickle {
    begun: u64,
    waited: u64,
    step: u64,
}

impl Trickle {
    /// Begins at an offset of the file.
    pub(super) fn from(offset: u64) -> Self {
        Self { begun: offset, waited: offset, step: WAIT }
    }

    /// Notes that the file is written up to here.
    pub(super) fn reached(&mut self, file: BorrowedFd<'_>, bytes: u64) -> Sys<()> {
        if bytes < self.begun + BEGIN {
            return Ok(());
        }
        self.begun = bytes;
        if bytes < self.waited + self.step {
            sys::begin_writeback(file);
            return Ok(());
        }
        self.waited = bytes;
        let began = Instant::now();
        match sys::sync_data(file) {
            // A pipe or device (fdatasync(2)).
            Ok(()) | Err(Errno::INVAL) => {}
            Err(errno) => return Err(errno),
        }
        if began.elapsed() < Duration::from_millis(100) {
            self.step = (self.step * 2).min(LONGEST_WAIT);
        }
        Ok(())
    }
}

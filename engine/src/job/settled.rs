//! Looks at files that a job reads, so that a later change of them shows.

use std::thread;
use std::time::Duration;

use super::Job;
use crate::contract::spec::SMALL_FILE;
use fcp_sys::{self as sys, AsFd, Meta, OwnedFd, Sys};

/// How long a cancelled job waits at most.
const BEAT: Duration = Duration::from_millis(20);

/// How often a file that is written to all the time is looked at.
const TRIES: usize = 5;

impl Job {
    /// Stats an open file when its last change is so long ago that another one would get a later time.
    ///
    /// A move removes its source only if nothing has changed it since it was read. What is written within one tick of the
    /// clock has one ctime, so a file that was written just before is left alone until that is over. One that is written to
    /// all the time is looked at a few times and then read.
    pub(crate) fn stat_settled(&self, file: &OwnedFd) -> Sys<Meta> {
        let mut meta = sys::stat_fd(file.as_fd())?;
        for _ in 0..TRIES {
            if !self.outlasts(&meta) {
                break;
            }
            meta = sys::stat_fd(file.as_fd())?;
        }
        Ok(meta)
    }

    /// Stats an open file of which a copy tells when it has changed meanwhile.
    ///
    /// Where times are whole seconds, as on FAT, this waits as [`Self::stat_settled`] does: a change within two seconds of the
    /// last one would not show. Elsewhere a tick of the clock is over before much of the file is read. Of small files no copy
    /// tells.
    pub(crate) fn stat_to_watch(&self, file: &OwnedFd) -> Sys<Meta> {
        let meta = sys::stat_fd(file.as_fd())?;
        let is_coarse = meta.ctime.1 == 0 && meta.size > SMALL_FILE;
        if is_coarse { self.stat_settled(file) } else { Ok(meta) }
    }

    /// Waits until a change of the file would show in its time; `false` if it would already.
    fn outlasts(&self, meta: &Meta) -> bool {
        let mut waited = false;
        while let Some(left) = sys::until_later(meta.ctime)
            && self.control.checkpoint().is_ok()
        {
            thread::sleep(left.min(BEAT));
            waited = true;
        }
        waited
    }
}

//! Flushes the destination now and then, so that a job can go on after a power cut.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use super::{Entry, Journal};
use crate::control::lock;
use crate::exec::{Target, c_path};
use crate::job::Shared;
use crate::path::WirePath;
use crate::spec::Verb;
use crate::sys::{self, AsFd, Errno, Sys};

/// A thread that flushes beside a job; it ends with this.
#[derive(Debug)]
pub(crate) struct Syncing(Arc<End>);

#[derive(Debug, Default)]
struct End {
    over: Mutex<bool>,
    changed: Condvar,
}

impl Syncing {
    /// Starts the thread of a job that has a journal, and that makes something.
    ///
    /// After a power cut, what was compared before is compared anew.
    pub(crate) fn beside(job: &Arc<Shared>, target: &Target) -> Option<Self> {
        job.journal.as_ref().filter(|_| job.spec.verb != Verb::Verify)?;
        let end = Arc::new(End::default());
        let (job, target, seen) = (Arc::clone(job), target.clone(), Arc::clone(&end));
        let name = format!("fcp-sync-{}", job.id);
        let started = thread::Builder::new().name(name).spawn(move || {
            if let Some(journal) = &job.journal {
                flush_repeatedly(journal, &target, &seen);
            }
        });
        // Without the thread all is done again after a power cut, and nothing is lost.
        started.is_ok().then_some(Self(end))
    }
}

impl Drop for Syncing {
    fn drop(&mut self) {
        // Not waited for: a flush of a slow disk would hold up the end of the job.
        *lock(&self.0.over) = true;
        self.0.changed.notify_all();
    }
}

impl Journal {
    /// Notes a directory of the destination that was there, and may be a mount point.
    pub(crate) fn note_directory(&self, device: u64, path: impl FnOnce() -> PathBuf) {
        let mut known = lock(&self.filesystems);
        if known.iter().all(|(other, _)| *other != device) {
            known.push((device, path()));
        }
    }

    /// Flushes all filesystems on which the destination is.
    ///
    /// They are opened anew each time: an error is told once, to each descriptor that was there
    /// before it.
    fn flush(&self, target: &Target) -> Sys<()> {
        let dir = target.open()?;
        let device = sys::stat_fd(dir.as_fd())?.dev;
        sys::sync_filesystem(dir.as_fd())?;
        let others = lock(&self.filesystems).clone();
        for (_, path) in others.iter().filter(|(other, _)| *other != device) {
            let path = c_path(path).ok_or(Errno::INVAL)?;
            sys::sync_filesystem(sys::open_dir(sys::CWD, &path, true)?.as_fd())?;
        }
        Ok(())
    }
}

fn flush_repeatedly(journal: &Journal, target: &Target, end: &End) {
    let mut last: Option<(u64, Vec<(WirePath, u64)>)> = None;
    loop {
        let over = lock(&end.over);
        let (over, _) = end
            .changed
            .wait_timeout_while(over, journal.sync_every, |over| !*over)
            .unwrap_or_else(PoisonError::into_inner);
        if *over {
            return;
        }
        drop(over);
        // Noted before the flush, which answers for nothing later.
        let offsets = journal.offsets();
        let seq = lock(&journal.out).seq;
        if last.as_ref() == Some(&(seq, offsets.clone())) {
            continue;
        }
        let flushed = journal.flush(target);
        let over = lock(&end.over);
        if *over {
            return;
        }
        if flushed.is_ok() {
            last = Some((seq, offsets.clone()));
            journal.tell(Entry::Synced { seq, offsets });
        }
    }
}

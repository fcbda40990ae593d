//! Flushes the destination now and then, so that a job can be resumed after a power cut.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::job::Job;
use crate::job::anchors::Anchors;
use crate::journal::{Entry, Journal};
use fcp_sys::lock;

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
    pub(crate) fn beside(job: &Arc<Job>, anchors: &Arc<Anchors>) -> Option<Self> {
        job.journal.as_ref().filter(|_| job.spec.verb != Verb::Verify)?;
        let end = Arc::new(End::default());
        let (job, anchors, seen) = (Arc::clone(job), Arc::clone(anchors), Arc::clone(&end));
        let name = format!("fcp-sync-{}", job.id);
        let started = thread::Builder::new().name(name).spawn(move || {
            if let Some(journal) = &job.journal {
                flush_repeatedly(&job, journal, &anchors, &seen);
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

fn flush_repeatedly(job: &Job, journal: &Journal, anchors: &Anchors, end: &End) {
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
        let seq = journal.last();
        if last.as_ref() == Some(&(seq, offsets.clone())) {
            continue;
        }
        if let Some(manifest) = &job.manifest {
            manifest.sync();
        }
        let flushed = anchors.flush(job, journal.flush);
        let over = lock(&end.over);
        if *over {
            return;
        }
        if !flushed {
            // An error is told once: what a later flush says of what did not arrive is worth nothing.
            return;
        }
        last = Some((seq, offsets.clone()));
        journal.tell(Entry::Synced { seq, offsets });
    }
}

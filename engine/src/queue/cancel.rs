//! Cancels a job that no process runs, and removes what it has left behind.

use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use crate::contract::event::{Carried, JobId, Outcome, Summary};
use crate::contract::spec::{JobSpec, Verb};
use crate::job::manifest::Manifest;
use crate::journal::Counts;
use crate::journal::{self, Past};
use crate::queue::entry::Stage;
use crate::queue::error::QueueError;
use crate::queue::state::Change;
use crate::queue::store::Store;
use crate::record;
use fcp_sys as sys;
use fcp_sys::lock;

/// Time that the removal of what a job has left behind gets before the call returns without it.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Cancels a job; if it waits, it has ended when this returns, unless what it has left behind cannot be removed so soon.
///
/// The store is locked for moments only: removing that may take minutes, and never ends where a mount does not answer. So
/// a thread of its own removes it; if this process ends before, another one does.
pub(super) fn cancel(store: &Arc<Mutex<Store>>, job: JobId) -> Result<(), QueueError> {
    let (me, left) = {
        let mut store = lock(store);
        // The owner may have died just now, and then no process would obey.
        store.reap()?;
        store.change(job, Change::Cancel)?;
        // It may also wait because the one that cancelled it before did not come to the end.
        if store.find(job)?.stage != Stage::Waiting {
            return Ok(());
        }
        let me = store.enlist(false)?;
        let left = match store.change(job, Change::Claim(me.id)) {
            Ok(Some(_)) => Leftovers::of(&mut store, job).map(Some),
            // A process that runs jobs was faster, and cleans up.
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        (me, left)
    };
    let left = match left {
        Ok(Some(left)) => left,
        left => {
            lock(store).leave(me)?;
            return left.map(drop);
        }
    };
    let (tell, told) = mpsc::channel();
    let theirs = Arc::clone(store);
    let remove = move || {
        left.remove();
        let mut store = lock(&theirs);
        let ended = left.end(&mut store);
        let ended = store.leave(me).and(ended);
        // The caller may have left.
        drop(tell.send(ended));
    };
    let thread = thread::Builder::new().name("fcp-cancel".into()).spawn(remove);
    // Without a thread, the lock of `me` is dropped with it, and another process removes what is left.
    thread.map_err(|error| QueueError::thread(&error))?;
    told.recv_timeout(TIMEOUT).unwrap_or(Ok(()))
}

/// What a cancelled job may have left behind.
#[derive(Debug)]
pub(crate) struct Leftovers {
    job: JobId,
    /// By which its temporary files are known.
    key: u32,
    spec: JobSpec,
    past: Past,
}

impl Leftovers {
    /// Reads what the store knows of it; the owner of the job calls this.
    pub(crate) fn of(store: &mut Store, job: JobId) -> Result<Self, QueueError> {
        let past = store.past(job)?;
        let spec = match store.spec(job) {
            // Where it has written, nothing says any more.
            Err(QueueError::Unreadable(_)) => store.outline(job)?,
            asked => asked?,
        };
        let key = store.mark(job)?;
        Ok(Self { job, key, spec, past })
    }

    /// Removes it, without the store.
    pub(crate) fn remove(&self) {
        if matches!(self.spec.verb, Verb::Copy | Verb::Move) {
            journal::remove_leftovers(&self.past, &self.spec, self.key);
            let options = &self.spec.options;
            if let Some((list, algorithm)) = options.manifest.as_ref().zip(options.checksum()) {
                Manifest::discard(&list.0, algorithm, self.key);
            }
        } else if let Some(record) = &self.past.record {
            // A record that cannot be closed is none.
            sys::best_effort(record::close(record));
        }
    }

    /// Ends the job.
    pub(crate) fn end(&self, store: &mut Store) -> Result<(), QueueError> {
        store.finish(self.job, &summary(&self.spec, &self.past), self.past.record.as_deref())
    }
}

/// What a job had done before it was cancelled.
fn summary(spec: &JobSpec, past: &Past) -> Summary {
    let Counts {
        done,
        skipped,
        failed,
        mismatched,
        unanswered,
        replaced,
        renamed,
        removed,
        bytes_skipped: _,
        bytes_reflinked,
        bytes_holes,
        bytes_of_done,
        reflinked,
    } = past.counts;
    Summary {
        verb: spec.verb,
        outcome: Outcome::Cancelled,
        done,
        skipped,
        failed,
        mismatched,
        unanswered,
        replaced,
        renamed,
        removed,
        bytes: bytes_of_done,
        bytes_reflinked,
        reflinked,
        // Only jobs with a journal are resumed, and none of them frees storage.
        bytes_freed: 0,
        bytes_holes,
        carried: Carried::default(),
        elapsed: past.elapsed,
    }
}

//! Cancelling a job that nobody runs, which may have left something behind.

use crate::event::{Carried, JobId, Outcome, Summary};
use crate::journal::{self, Counts, Past};
use crate::queue::entry::Stage;
use crate::queue::error::QueueError;
use crate::queue::state::Change;
use crate::spec::{JobSpec, Verb};
use crate::store::Store;

/// Cancels a job; if it waits, it is over when this returns.
pub(super) fn cancel(store: &mut Store, job: JobId) -> Result<(), QueueError> {
    // The owner may have died just now, and then nobody would obey.
    store.reap()?;
    store.change(job, Change::Cancel)?;
    // It may also wait because whoever cancelled it before did not come to the end.
    if store.find(job)?.stage != Stage::Waiting {
        return Ok(());
    }
    let me = store.enlist(false)?;
    let ended = match store.change(job, Change::Claim(me.id)) {
        Ok(Some(_)) => clean_up(store, job),
        // A process that runs jobs was faster, and cleans up.
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    store.leave(me)?;
    ended
}

/// Removes what a cancelled job has left behind, and ends it; its owner calls this.
pub(crate) fn clean_up(store: &mut Store, job: JobId) -> Result<(), QueueError> {
    let spec = store.spec(job)?;
    let past = store.past(job)?;
    if matches!(spec.verb, Verb::Copy | Verb::Move) {
        journal::remove_leftovers(&past, &spec, journal::key(job, store.find(job)?.added));
    }
    store.finish(job, &summary(&spec, &past), past.record.as_deref())
}

/// What a job had done before it was cancelled.
fn summary(spec: &JobSpec, past: &Past) -> Summary {
    let Counts {
        done,
        skipped,
        failed,
        mismatched,
        unanswered,
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
        bytes: bytes_of_done,
        bytes_reflinked,
        reflinked,
        bytes_holes,
        carried: Carried::default(),
        elapsed: past.elapsed,
    }
}

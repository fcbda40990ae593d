//! Runs a job from its start to its end: its threads, what it waits for, and its last flush.

mod syncing;

use std::sync::Arc;

use self::syncing::Syncing;
use crate::contract::event::{Event, Phase, Totals, Warning};
use crate::contract::spec::Verb;
use crate::copy::{Copier, Discarder, sweep};
use crate::dedupe;
use crate::job::Job;
use crate::job::act::{act, begin_flush, flushes};
use crate::job::anchors::Anchors;
use crate::job::sampler::CountBeside;
use crate::journal;
use crate::pack;
use crate::plan;
use crate::remote;
use crate::remove::{self, Remover};
use crate::undo;
use crate::unpack;
use crate::verify::Verifier;
use crate::walk::target::Target;
use crate::walk::worker::Counterpart;
use fcp_sys::lock;

/// Runs a job to its end; called on a thread of its own.
pub(crate) fn run(job: &Arc<Job>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    if job.spec.destination.is_some() {
        job.place.note(target);
    }
    if let Some(selection) = &job.selection {
        let (items, bytes) = (selection.items, Some(selection.bytes));
        let totals = Totals { items, bytes, complete: true };
        *lock(&job.meter.totals) = Some(totals);
        job.hub.tell(Event::JobTotals { job: job.id, totals });
    }
    tell_uncounted(job);
    if let Some(recorder) = &job.recorder {
        recorder.begin();
    }
    let _held = job.hold_trash();
    let anchors = Anchors::before(job, target);
    let syncing = Syncing::beside(job, &anchors);
    let began = match job.spec.verb {
        Verb::Copy | Verb::Move if let Some(link) = &job.link => {
            remote::run(job, target, link, &anchors)
        }
        Verb::Copy if let Some(list) = &job.sweep => sweep::run(job, list, target),
        Verb::Copy | Verb::Move => {
            let copier = Copier::new(Arc::clone(job), job.rules(Counterpart::Needed));
            let walk = act(job, target, copier, counts(job));
            if let Some(journal) = job.journal.as_ref().filter(|_| !job.control.is_halted()) {
                journal::remove_untaken(journal, target);
            }
            walk.is_some()
        }
        Verb::Delete => match &job.selection {
            Some(selection) => remove::remove_part(job, selection, target),
            None if remove::is_sequential(&job.spec.options) => {
                remove::remove_in_order(job, target)
            }
            None => act(job, target, Remover::new(job), None).is_some(),
        },
        Verb::Trash => act(job, target, Discarder::new(Arc::clone(job)), None).is_some(),
        Verb::Restore | Verb::Undo => undo::run(job, target),
        Verb::Verify => act(job, target, Verifier::new(job), counts(job)).is_some(),
        Verb::Dedupe => dedupe::run(job, target),
        Verb::Extract => unpack::run(job, target),
        Verb::Pack => pack::run(job, target, counts(job)),
    };
    job.tidy_trash();
    drop(syncing);
    if began && flushes(job) {
        begin_flush(job);
        // What fails is told, and the job ends with it.
        let _whole = anchors.flush_last(job, target);
    }
    // The user may eject a volume as soon as the job has ended.
    anchors.release();
    job.finish(!began);
}

/// Warns that the counts lack what an earlier run has removed: no journal tells of it, and what is gone is not found again.
fn tell_uncounted(job: &Job) {
    let earlier = job.earlier.as_ref().filter(|earlier| earlier.is_resumed());
    // The list of a part names what there was, and its attempts are summed up by that.
    let removes = job.selection.is_none()
        && matches!(job.spec.verb, Verb::Delete | Verb::Trash | Verb::Restore);
    if let (Some(earlier), Some(first)) = (earlier.filter(|_| removes), job.spec.sources.first()) {
        let warning = Warning::NotCounted { path: first.clone(), items: earlier.past().finished };
        job.hub.tell(Event::Warning { job: job.id, warning });
    }
}

/// Counts the totals beside a job that wants them; what a job removes must not be counted meanwhile.
fn counts(job: &Job) -> Option<CountBeside> {
    let options = &job.spec.options;
    let stays = matches!(job.spec.verb, Verb::Copy | Verb::Verify | Verb::Pack);
    (options.totals && !options.dry_run && stays)
        .then_some(plan::beside::count_beside as CountBeside)
}

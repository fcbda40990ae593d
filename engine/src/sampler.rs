//! Samples a job's counters ten times a second while somebody listens, and counts its totals.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::event::Event;
use crate::exec::Target;
use crate::job::Shared;
use crate::plan;

const PERIOD: Duration = Duration::from_millis(100);

/// Jobs that end sooner are not worth a count.
const COUNT_AFTER: u32 = 3;

/// Starts sampling on a thread of its own, if anybody listens.
pub(crate) fn start(job: &Arc<Shared>, target: &Target) {
    if !job.hub.is_heard() {
        return;
    }
    let (job, target) = (Arc::clone(job), target.clone());
    let name = format!("fcp-sample-{}", job.id);
    // Without the thread there is no progress, but the copy goes on.
    drop(thread::Builder::new().name(name).spawn(move || sample(&job, &target)));
}

fn sample(job: &Arc<Shared>, target: &Target) {
    let mut last = None;
    let mut ticks = 0;
    while !job.wait_for(PERIOD) {
        ticks += 1;
        if ticks == COUNT_AFTER && job.spec.options.totals && !job.spec.options.dry_run {
            plan::count_beside(job, target);
        }
        let progress = job.meter.sample(job.control.is_paused());
        if last.as_ref() != Some(&progress) {
            last = Some(progress.clone());
            job.tell_unless_over(Event::Progress { job: job.id, progress });
        }
    }
}

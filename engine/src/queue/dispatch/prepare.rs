//! Checks the files of a claimed job before it starts, on a thread of its own.
//!
//! A mount that does not answer holds such a thread for ever. On the dispatcher's it would stop all jobs
//! of the process; so it costs this job alone, which can be cancelled all the same.

use std::thread;

use super::begin::elsewhere;
use super::{Dispatcher, Message};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{JobId, Outcome, Summary};
use crate::contract::spec::{Far, JobSpec, Verb, Way};
use crate::journal::Past;
use crate::launch::Checked;
use crate::link::Reach;
use crate::queue::cancel::Leftovers;
use crate::queue::entry::QueuedJob;
use crate::queue::filesystem::{Filesystem, Now};
use crate::queue::store::{Requests, Trusted};
use crate::queue::{QueueError, lanes};
use crate::record::Home;
use crate::walk::temporary::Mark;

/// A claimed job whose files a thread looks at.
#[derive(Debug)]
pub(super) struct Preparing {
    /// Which thread that is: an earlier one may still hang in the same job.
    pub(super) attempt: u64,
    /// What the row of the job said when it was claimed.
    pub(super) queued: QueuedJob,
    pub(super) spec: JobSpec,
}

/// What the thread found.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(super) job: JobId,
    pub(super) attempt: u64,
    pub(super) found: Found,
}

/// Whether a claimed job can start.
#[derive(Debug)]
pub(super) enum Found {
    /// It can.
    Ready(Box<Ready>),
    /// Something it needs is not there.
    Missing(Box<Missing>),
    /// It never can.
    Refused(OpError),
    /// It was cancelled, and what it had left behind is removed.
    Cleaned(Box<Leftovers>),
}

/// All that a job needs to start.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) checked: Checked,
    pub(super) past: Past,
    /// Where it writes, if it starts for the first time, or its filesystem was mounted anew.
    pub(super) filesystem: Option<Filesystem>,
    /// How much counts of what earlier runs have reported.
    pub(super) trusted: Trusted,
}

/// Why a job cannot start or resume now.
#[derive(Debug)]
pub(super) struct Missing {
    /// The lanes that it would use now.
    pub(super) lanes: Vec<String>,
    pub(super) error: OpError,
    /// The filesystem that is mounted in the place of the job's own: to resume the job once more is to
    /// accept it.
    pub(super) accepts: Option<Filesystem>,
}

impl Dispatcher {
    /// Has a thread look at the files of a job.
    pub(super) fn look_at(
        &mut self,
        queued: QueuedJob,
        spec: JobSpec,
        look: impl FnOnce() -> Found + Send + 'static,
    ) -> Result<(), QueueError> {
        let (job, attempt) = (queued.job, self.attempts + 1);
        self.attempts = attempt;
        let messages = self.messages.clone();
        let thread = thread::Builder::new().name(format!("fcp-look-{job}")).spawn(move || {
            let prepared = Prepared { job, attempt, found: look() };
            // After a close the dispatcher listens no more.
            drop(messages.send(Message::Prepared(Box::new(prepared))));
        });
        match thread {
            Ok(_looks) => {
                self.preparing.insert(job, Preparing { attempt, queued, spec });
                Ok(())
            }
            Err(error) => self.refuse(job, &spec, OpError::of_io(Action::Copy, "", &error)),
        }
    }

    /// Applies requests to a job whose files are still checked, by a thread that may never end.
    pub(super) fn obey_preparing(&mut self, requests: &Requests) -> Result<(), QueueError> {
        let Some(Preparing { queued, spec, .. }) = self.preparing.get(&requests.job) else {
            return Ok(());
        };
        // What ran before has left something behind, which the thread looks for.
        if requests.cancelled && !queued.interrupted {
            let summary = Summary::without_work(spec.verb, Outcome::Cancelled, 0);
            self.store.finish(requests.job, &summary, None)?;
        } else if requests.hand_over {
            self.store.release(requests.job, None)?;
        } else {
            return Ok(());
        }
        self.preparing.remove(&requests.job);
        Ok(())
    }
}

/// Checks whether a job can start or resume on the filesystem that it was meant for.
pub(super) fn look(
    (queued, mark): (&QueuedJob, Mark),
    spec: JobSpec,
    (past, reach, home): (Past, Option<&Reach>, Option<&Home>),
    before: Option<&Filesystem>,
) -> Found {
    let lanes = lanes::of(&spec);
    let now = Filesystem::of(&spec);
    let missing =
        |lanes, error, accepts| Found::Missing(Box::new(Missing { lanes, error, accepts }));
    // Before a job has written anything, a disk may be mounted for it.
    let came = |before: &&Filesystem| now.as_ref().is_some_and(|now| now.is_below(before));
    let began = before.is_some_and(|before| before.ahead.is_some());
    let before = before.filter(|before| began || !came(before));
    // What is not mounted would be looked for, and made, below its mount point.
    match before.map_or(Now::Same, |before| before.compare(now.as_ref())) {
        Now::Same if past.rebooted && lanes != queued.lanes => {
            return missing(lanes, elsewhere(&spec), None);
        }
        Now::Same => {}
        Now::Another => return missing(lanes, elsewhere(&spec), now),
        Now::Gone => return missing(lanes, elsewhere(&spec), None),
    }
    if queued.interrupted
        && let Some(error) = was_done_there(&spec)
    {
        return Found::Refused(error);
    }
    let is_remounted = |now: &Filesystem| before.is_some_and(|before| before.is_remounted(now));
    let trusted = match &now {
        Some(now) if began && is_remounted(now) => Trusted::Flushed,
        // The user has accepted another filesystem, on which nothing is of what was copied.
        Some(_) if !began && past.has_reported() && spec.verb == Verb::Copy => Trusted::Nothing,
        _ => Trusted::All,
    };
    let filesystem = match (now, before) {
        (Some(mut now), Some(before)) if began => {
            now.ahead = before.ahead;
            (trusted == Trusted::Flushed).then_some(now)
        }
        (now, _) => now.filter(|_| !began).map(|now| now.timed(&spec, mark)),
    };
    let name = format!("{} {}", queued.job, queued.added);
    match Checked::reaching(spec, (reach, home), &name) {
        Ok(checked) => Found::Ready(Box::new(Ready { checked, past, filesystem, trusted })),
        Err(error) if queued.interrupted => missing(lanes, error, None),
        Err(error) => Found::Refused(error),
    }
}

/// Why a job is not begun again that ran on another machine: what has had a name there since would be deleted, too.
fn was_done_there(spec: &JobSpec) -> Option<OpError> {
    let stays = matches!(spec.far(), Ok(Some(Far { way: Way::Stays, .. })));
    let first = spec.sources.first().filter(|_| stays)?;
    Some(OpError::refused(spec.verb.whole(), Code::Interrupted, first.0.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::path::FarPath;
    use crate::contract::spec::Destination;
    use crate::queue::Queue;
    use crate::queue::entry::Adding;

    fn noted(queued: &QueuedJob, spec: &JobSpec, before: Option<&Filesystem>) -> Option<i64> {
        match look((queued, Mark::new(1)), spec.clone(), (Past::default(), None, None), before) {
            Found::Ready(ready) => ready.filesystem.and_then(|noted| noted.ahead),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_deletion_on_another_machine_is_not_begun_again() {
        let dir = tempfile::tempdir().unwrap();
        let queue = Queue::open(&dir.path().join("state")).unwrap().queue;
        let far = FarPath::new("web", "/a").unwrap().to_path();
        for spec in [JobSpec::trash([&far]), JobSpec::delete([&far])] {
            let job = queue.add(spec.clone(), &Adding::default()).unwrap();
            let mut queued = queue.find(job).unwrap();
            let mut code = |interrupted| {
                queued.interrupted = interrupted;
                match look(
                    (&queued, Mark::new(1)),
                    spec.clone(),
                    (Past::default(), None, None),
                    None,
                ) {
                    Found::Refused(error) => error.code,
                    other => panic!("{other:?}"),
                }
            };
            // The first time only the connection is missing here.
            assert_eq!(code(false), Code::Unreachable);
            assert_eq!(code(true), Code::Interrupted);
        }
    }

    #[test]
    fn the_clock_of_the_destination_is_compared_when_a_job_first_starts_and_never_again() {
        let dir = tempfile::tempdir().unwrap();
        let queue = Queue::open(&dir.path().join("state")).unwrap().queue;
        let spec = JobSpec::copy(["/a"], Destination::Into(dir.path().to_owned().into()));
        let queued = queue.find(queue.add(spec.clone(), &Adding::default()).unwrap()).unwrap();
        // As it is noted when the job is added, and when the user accepts another disk.
        let added = Filesystem::of(&spec).unwrap();
        assert_eq!(added.ahead, None);
        assert_eq!(noted(&queued, &spec, Some(&added)), Some(0));
        assert_eq!(noted(&queued, &spec, None), Some(0));
        // What the job has made is known by the difference that was measured then.
        let hour = 3_600_000_000;
        let mut begun = added;
        begun.ahead = Some(hour);
        assert_eq!(noted(&queued, &spec, Some(&begun)), None);
    }
}

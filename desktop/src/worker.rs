//! The background process that continues the jobs when the windows are closed.

use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use fcp_engine::queue::Queue;
use fcp_engine::{Engine, Events};
use fcp_presentation::{background, home, machines};

use crate::signals;

/// The argument that begins it.
pub(crate) const FLAG: &str = "--work";
/// Events taken in a row before anything else gets its turn.
const BATCH: usize = 4_096;
/// Time between two looks whether anything is left to do, or whether a signal came.
const LOOK: Duration = Duration::from_millis(250);
/// Time in which nothing must happen before it ends; an answer that was just given is heard within.
const QUIET: Duration = Duration::from_secs(1);
/// Time the jobs have to stop.
const GRACE: Duration = Duration::from_millis(1_800);

/// Starts the process; returns once it runs the queue.
///
/// # Errors
/// One line that says why it does not.
pub(crate) fn spawn() -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    background::spawn(Command::new(program).arg(FLAG)).map(|_pid| ())
}

/// Runs the queue without a window until every job that needs no user has ended, and gives the exit code.
pub(crate) fn run() -> u8 {
    match work() {
        Ok(()) => 0,
        Err(why) => {
            background::excuse(&why);
            3
        }
    }
}

fn work() -> Result<(), String> {
    let failed = |error: io::Error| error.to_string();
    background::leave_session().map_err(|error| format!("cannot leave the session: {error}"))?;
    let mut signals = signals::listen().map_err(failed)?;
    let Some(home) = home::find(|name| std::env::var_os(name)) else {
        return Err("there is no home directory".to_owned());
    };
    let Some(state) = home.state.clone() else {
        return Err("there is no folder in which the queue could be stored".to_owned());
    };
    let queue = Queue::open(&state).map_err(|error| error.to_string())?.queue;
    let var = |name: &str| std::env::var_os(name);
    let (engine, events) =
        Engine::on_queue_reaching(home, queue.clone(), machines::reach(var).ok())
            .map_err(|error| error.to_string())?;
    background::ready().map_err(failed)?;
    let worked = work_off(&queue, &events, || signals.pending().next().is_some());
    engine.close(GRACE);
    worked
}

/// Waits until no job runs and none can start, or until `stop` says so.
///
/// A job that waits for answers or is paused runs again once a program with a face opens the queue.
fn work_off(queue: &Queue, events: &Events, mut stop: impl FnMut() -> bool) -> Result<(), String> {
    let mut quiet_since = Instant::now();
    while !stop() {
        let quiet = events.next_within(LOOK).is_none();
        // An events reader that does not read slows the jobs.
        drop(events.take(BATCH));
        if !quiet || queue.advances().map_err(|error| error.to_string())? {
            quiet_since = Instant::now();
        } else if quiet_since.elapsed() >= QUIET {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use fcp_engine::queue::Adding;
    use fcp_engine::record::Home;
    use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec, Options, Verb};

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test makes its own files")]
    fn a_worker_ends_once_its_jobs_wait_for_answers() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        let home = Home { data: path("data"), state: Some(path("state")) };
        let queue = Queue::open(&path("state")).unwrap().queue;
        let (engine, events) = Engine::on_queue_heard(home, queue.clone()).unwrap();
        std::fs::write(path("source"), "new").unwrap();
        std::fs::write(path("target"), "old").unwrap();
        let spec = JobSpec {
            verb: Verb::Copy,
            sources: vec![path("source").into()],
            destination: Some(Destination::As(path("target").into())),
            options: Options { on_conflict: ConflictPolicy::Ask, ..Options::default() },
        };
        let job = engine.add(spec, &Adding::default()).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        work_off(&queue, &events, || Instant::now() > until).unwrap();
        assert!(Instant::now() < until, "it waits for an answer: {:#?}", queue.list());
        let jobs = queue.list().unwrap();
        assert_eq!((jobs[0].job, jobs[0].questions), (job, 1));
        engine.close(GRACE);
    }
}

//! Registers a job in the queue that was started outside it.
//!
//! `fcp` copies at once and keeps nothing. But if that takes a while, the user may want to see it, pause it
//! or make it slower in another program, like any other job; and if the process is killed, the queue must
//! know the partial files it left. Such a job never waits for a lane, and its process runs nothing else.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::{Queue, dispatch};
use crate::contract::event::{Event, JobId, Warning};
use crate::contract::path::WirePath;
use crate::job::hub::Events;
use crate::launch::Launcher;

/// Jobs that end sooner are not worth a row, as the user would hardly see them.
const AFTER: Duration = Duration::from_secs(1);

/// A job that is shown in the queue once it has run for a while.
///
/// Where the queue cannot be used it is not shown, and runs all the same.
#[derive(Debug)]
pub struct Shown {
    job: JobId,
    launcher: Arc<Launcher>,
    state: Progress,
}

#[derive(Debug)]
enum Progress {
    /// Not yet; what is told meanwhile waits here.
    Young {
        since: Instant,
        told: Events,
        home: PathBuf,
    },
    /// The sender is dropped when everything is stored.
    Shown {
        done: Receiver<()>,
    },
    Hidden,
}

impl Shown {
    pub(crate) fn new(launcher: &Arc<Launcher>, told: Option<Events>, job: JobId) -> Self {
        let home = launcher.common.home.as_ref().and_then(|home| home.state.clone());
        let state = match (told, home) {
            (Some(told), Some(home)) => Progress::Young { since: Instant::now(), told, home },
            (Some(_) | None, _) => Progress::Hidden,
        };
        Self { job, launcher: Arc::clone(launcher), state }
    }

    /// Registers the job once it has run long enough. Call it regularly.
    pub fn look(&mut self) {
        let Progress::Young { since, told, .. } = &self.state else { return };
        // A job with many events would have to wait until its stream is read.
        if since.elapsed() < AFTER && !told.is_long() {
            return;
        }
        let Progress::Young { told, home, .. } =
            std::mem::replace(&mut self.state, Progress::Hidden)
        else {
            return;
        };
        let Some(job) = self.launcher.find(self.job).filter(|job| !job.is_over()) else {
            return;
        };
        let (hold, done) = mpsc::channel();
        let launcher = Arc::clone(&self.launcher);
        let number = self.job;
        // The queue looks at the operands, and a server that does not answer must not keep the caller from
        // noticing a signal.
        let show = move || {
            let shown = Queue::open_here(&home).and_then(|(queue, aside)| {
                if let Some(aside) = aside {
                    let warning = Warning::QueueSetAside { path: WirePath(aside.path) };
                    launcher.common.hub.tell(Event::Warning { job: number, warning });
                }
                dispatch::guest::show(&queue, Arc::clone(&launcher), told, &job, hold)
            });
            // A job that cannot be shown runs all the same.
            drop(shown);
        };
        if thread::Builder::new().name("fcp-show".into()).spawn(show).is_ok() {
            self.state = Progress::Shown { done };
        }
    }

    /// Waits until the queue knows how the job ended, but at most for `timeout` or a second.
    pub fn end(self, timeout: Duration) {
        if let Progress::Shown { done } = self.state {
            // Nothing is sent: the sender is dropped. If it is not, the next to look at the queue
            // finds a dead process.
            let _gone = done.recv_timeout(timeout.min(AFTER)).is_err();
        }
    }
}

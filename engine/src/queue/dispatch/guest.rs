//! Shows a job that runs outside the queue to the other processes.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use super::{Dispatcher, Message};
use crate::contract::event::Progress;
use crate::job::Job;
use crate::job::hub::Events;
use crate::launch::Launcher;
use crate::queue::dispatch::begin::requests_of;
use crate::queue::dispatch::running::RunningJob;
use crate::queue::entry::Adding;
use crate::queue::request::new_job;
use crate::queue::{Queue, QueueError};

/// Starts a dispatcher that runs nothing and only shows a job that was started without the queue.
///
/// It drops `hold` and ends when it has stored how the job ended.
///
/// # Errors
/// As for [`super::start`].
pub(crate) fn show(
    queue: &Queue,
    launcher: Arc<Launcher>,
    told: Events,
    job: &Arc<Job>,
    hold: Sender<()>,
) -> Result<(), QueueError> {
    let mut dispatcher = Dispatcher::new(queue, launcher, told, false)?;
    let new = new_job(job.spec.clone(), &Adding::default())?;
    let known = (job.began(), job.mark.key());
    let id = dispatcher.store.adopt(dispatcher.report.owner, &new, known)?;
    let requests = requests_of(&dispatcher.store.find(id)?);
    let running = RunningJob {
        job: Arc::clone(job),
        requests,
        progress: None,
        counters: Progress::default(),
        withdrawn: 0,
        summary: None,
        recorded: false,
        asks: false,
        has_warned: false,
    };
    dispatcher.running.insert(id, running);
    dispatcher.guest = Some((job.id, id));
    dispatcher.closing = Some(hold);
    let (over, job) = (dispatcher.messages.clone(), Arc::clone(job));
    thread::Builder::new()
        .name("fcp-shown".into())
        .spawn(move || {
            job.wait();
            // The dispatcher is there as long as the job is not over.
            drop(over.send(Message::Over(id)));
        })
        .map_err(|error| QueueError::thread(&error))?;
    dispatcher.spawn()
}

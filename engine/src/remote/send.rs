//! Sends the sources of a job to the other end.
//!
//! Three threads: one walks the sources and tells what it finds, batch by batch; one reads what the other end wants of
//! each batch; and the job's own sends that. So the answers of a far machine are not waited for one by one: as many
//! batches are on their way as fit into a channel of bounded length.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::data::{goes_on, send_file};
use super::list::{Batch, list};
use super::sources::{Placed, Told, remove};
use crate::job::Job;
use crate::link::{Message, Output, STEP, Wanted, foreign};
use fcp_sys::lock;

/// Batches that are on their way. With a round trip of 100 ms these are 80,000 items a second, or the files of 2,500
/// directories.
const BATCHES: usize = 16;

/// Answers that wait at most: one for each batch that is on its way, one for that which is being sent, and one for that
/// which was told and waits for room. An end that sends more has answered what it was not asked; without a bound it could
/// fill the memory.
pub(super) const REPLIES: usize = BATCHES + 2;

/// What the other end answers.
pub(super) enum Reply {
    /// Files of a batch that are wanted.
    Wanted { batch: u64, files: Vec<Wanted> },
    /// What a move brought there is on the disk.
    Placed(Placed),
    /// Nothing more is wanted.
    Stop,
}

/// Sends all sources; `replies` ends when the connection does, and `stop` is set when the other end wants no more.
///
/// A move has `told`, and removes what has arrived.
///
/// # Errors
/// The stream cannot be written, or the connection ended before all was sent.
pub(super) fn send(
    job: &Arc<Job>,
    output: &Output,
    replies: &Receiver<Reply>,
    stop: &AtomicBool,
    told: Option<&Mutex<Told>>,
) -> io::Result<()> {
    let (batches, listed) = sync_channel(BATCHES);
    let all = thread::scope(|scope| {
        let listing = scope.spawn(|| list(job, output, batches, stop, told));
        let sent = send_files(job, output, &listed, replies, stop);
        if !matches!(sent, Ok(true)) {
            stop.store(true, Ordering::Release);
        }
        // The walk must not wait for room in a channel that is read no more.
        drop(listed);
        let listed = listing.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
        Ok::<bool, io::Error>(sent? && listed?)
    })?;
    if !all
        && job.puts_off()
        && let Some(link) = &job.link
    {
        // The other end keeps what has arrived if the connection breaks; a job that is cancelled ends there as well.
        link.hang_up();
        return Err(io::ErrorKind::Interrupted.into());
    }
    output.send(if all { &Message::End } else { &Message::Cancelled })?;
    // This process may end next.
    output.settle();
    if let Some(told) = told.filter(|_| all)
        // The connection ends instead where not all could be placed.
        && let Ok(Reply::Placed(placed)) = replies.recv()
    {
        remove(job, output, stop, (&lock(told), &placed))?;
    }
    Ok(())
}

/// Sends what is wanted of each batch; `false` if the job was stopped before.
fn send_files(
    job: &Arc<Job>,
    output: &Output,
    batches: &Receiver<Batch>,
    replies: &Receiver<Reply>,
    stop: &AtomicBool,
) -> io::Result<bool> {
    let mut buffer = vec![0; STEP];
    for batch in batches {
        output.flush()?;
        if stop.load(Ordering::Acquire) {
            return Ok(false);
        }
        let Ok(reply) = replies.recv() else {
            let stopped = stop.load(Ordering::Acquire);
            return if stopped { Ok(false) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
        };
        if stop.load(Ordering::Acquire) {
            return Ok(false);
        }
        let files = match reply {
            Reply::Wanted { batch: number, files } if number == batch.number => files,
            Reply::Wanted { .. } | Reply::Placed(_) => return Err(foreign()),
            Reply::Stop => return Ok(false),
        };
        for wanted in files {
            let file = batch.files.get(&wanted.at).ok_or_else(foreign)?;
            if !goes_on(job, stop)
                || !send_file((job, stop), output, batch.number, wanted, file, &mut buffer)?
            {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

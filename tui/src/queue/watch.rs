//! `fcpq watch`: shows what happens in the queue, whichever process runs it.

use std::time::{Duration, Instant};

use fcp_engine::queue::Queue;

use super::face::{Face, Key};
use super::output::Trouble;
use crate::cli::exit;
use crate::cli::signals::{Signals, die_of};

/// Longest time between two looks at signals and keys.
const PULSE: Duration = Duration::from_millis(100);
/// Time between two looks for processes that died, whose jobs would seem to run.
const REAP: Duration = Duration::from_secs(1);

const HINT: &str = "q quits; the jobs continue";
const NOT_RUNNING: &str = "the queue is not running; 'fcpq run --detach' starts it   q quits";

/// Shows the queue until a key or a signal ends it.
pub(super) fn run(queue: &Queue, json: bool) -> Result<u8, Trouble> {
    let signals = Signals::listen().ok();
    let mut follower = queue.follow(false)?;
    let mut face = Face::new(json, true, HINT)?;
    let mut reaped: Option<Instant> = None;
    let ended = loop {
        for envelope in follower.poll()? {
            face.hear(envelope)?;
        }
        if reaped.is_none_or(|reaped| reaped.elapsed() >= REAP) {
            reaped = Some(Instant::now());
            face.hint(if queue.runners()? == 0 { NOT_RUNNING } else { HINT });
        }
        if !face.show()? {
            break None;
        }
        if let Some(signal) = signals.as_ref().and_then(Signals::stop) {
            break Some(signal);
        }
        let key = face.key();
        if key == Some(Key::Quit) {
            break None;
        }
        if key == Some(Key::Suspend) || signals.as_ref().is_some_and(Signals::take_suspend) {
            face.suspend()?;
        }
        queue.wait_for_change(PULSE);
    };
    match ended {
        None => {
            face.end(exit::DONE)?;
            Ok(exit::DONE)
        }
        Some(signal) => {
            face.end(u8::try_from(128 + signal).unwrap_or(u8::MAX))?;
            Ok(die_of(signal))
        }
    }
}

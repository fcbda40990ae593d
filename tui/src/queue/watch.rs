//! `fcpq watch`: what happens in the queue, whoever runs it.

use std::time::Duration;

use fcp_engine::queue::Queue;

use super::face::{Face, Key};
use super::output::Trouble;
use crate::cli::exit;
use crate::cli::signals::{Signals, die_of, suspend};

/// Longest time between two looks at signals and keys.
const PULSE: Duration = Duration::from_millis(100);

/// Shows the queue until a key or a signal ends it.
pub(super) fn run(queue: &Queue, json: bool) -> Result<u8, Trouble> {
    let signals = Signals::listen().ok();
    let mut follower = queue.follow(false)?;
    let mut face = Face::new(json, true, "q ends this; the jobs go on")?;
    let ended = loop {
        for envelope in follower.poll()? {
            face.hear(envelope)?;
        }
        if !face.show()? {
            break None;
        }
        if let Some(signal) = signals.as_ref().and_then(Signals::stop) {
            break Some(signal);
        }
        let key = face.key(Duration::ZERO);
        if key == Some(Key::Quit) {
            break None;
        }
        if key == Some(Key::Suspend) || signals.as_ref().is_some_and(Signals::take_suspend) {
            face.hold_keys(false);
            suspend();
            face.hold_keys(true);
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

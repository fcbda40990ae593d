//! `fcpq watch --plan`: shows how processes copy the parts of a plan, on whatever machines.

mod board;

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use fcp_engine::event::{Envelope, Event};
use fcp_engine::parts::{PlanError, PlanFolder, Status, Sums};

use super::face::{Face, Key};
use super::output::Trouble;
use super::tool::{TOOL, now};
use crate::cli::exit;
use crate::cli::parts::looks::Looks;
use crate::cli::parts::report;
use crate::cli::signals::{Signals, die_of};
use board::PlanBoard;

/// Longest time between two looks at signals and keys.
const PULSE: Duration = Duration::from_millis(100);
/// Events that wait to be shown; then the look waits.
const WAITING: usize = 4_096;

/// What the thread that looks at the plan tells.
enum News {
    Event(Box<Envelope>),
    Sums(Box<Sums>),
    Failed(PlanError),
}

/// Shows the plan until each part has ended, or a key or a signal ends it.
pub(super) fn run(dir: &Path, json: bool) -> u8 {
    watch(dir, json).unwrap_or_else(|trouble| trouble.tell(TOOL))
}

fn watch(dir: &Path, json: bool) -> Result<u8, Trouble> {
    let folder = PlanFolder::open(dir).map_err(|error| not(&error))?;
    let spec = folder.plan().spec.clone();
    let signals = Signals::listen().ok();
    let mut face = Face::with(json, true, "part", |look| PlanBoard::new(look, spec))?;
    let news = look(Looks::new(folder))?;
    let mut last = None;
    let ended = loop {
        if let Some(status) = hear(&news, &mut face)? {
            if is_end(&status, last.as_ref()) {
                face.lines(&report::words(&status))?;
                break Ok(report::code(&status));
            }
            last = Some(status);
        }
        if !face.show()? {
            break Ok(exit::DONE);
        }
        if let Some(signal) = signals.as_ref().and_then(Signals::stop) {
            break Err(signal);
        }
        let key = face.key();
        if key == Some(Key::Quit) {
            break Ok(exit::DONE);
        }
        if key == Some(Key::Suspend) || signals.as_ref().is_some_and(Signals::take_suspend) {
            face.suspend()?;
        }
    };
    match ended {
        Ok(code) => {
            face.end(code)?;
            Ok(code)
        }
        Err(signal) => {
            face.end(u8::try_from(128 + signal).unwrap_or(u8::MAX))?;
            Ok(die_of(signal))
        }
    }
}

/// Tells whether each part has ended.
///
/// A directory that is read while parts go from one to another may show one in neither, so that a part is missing only
/// if two looks say so.
fn is_end(status: &Status, before: Option<&Status>) -> bool {
    let is_sure = status.missing.is_empty()
        || before.is_some_and(|before| before.missing == status.missing && is_all(before));
    is_all(status) && is_sure
}

fn is_all(status: &Status) -> bool {
    status.left == 0 && status.claimed.is_empty()
}

fn not(error: &PlanError) -> Trouble {
    Trouble::Not(error.to_string())
}

/// Shows what was told, after a short wait for it; gives how far the plan is, once all of it was shown.
fn hear(news: &Receiver<News>, face: &mut Face<PlanBoard>) -> Result<Option<Status>, Trouble> {
    let first = match news.recv_timeout(PULSE) {
        Ok(first) => Some(first),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => {
            return Err(Trouble::Not("the plan is no longer watched".to_owned()));
        }
    };
    let mut newest = None;
    for news in first.into_iter().chain(news.try_iter().take(WAITING)) {
        match news {
            News::Event(envelope) => {
                if let Some(board) = face.board() {
                    board.hear_of(&envelope, now());
                } else if !is_small(&envelope.event, face) {
                    face.hear(*envelope)?;
                }
            }
            News::Sums(sums) => {
                let status = sums.status.clone();
                if let Some(board) = face.board() {
                    board.take(*sums, now());
                }
                newest = Some(status);
            }
            News::Failed(error) => return Err(not(&error)),
        }
    }
    Ok(newest)
}

/// Tells whether an event is too small for a line of its own: a plan may have millions of items.
fn is_small(event: &Event, face: &Face<PlanBoard>) -> bool {
    matches!(face, Face::Lines(..)) && matches!(event, Event::ItemDone { .. })
}

/// Looks at the plan again and again on a thread of its own, since a server may not answer.
fn look(mut looks: Looks) -> Result<Receiver<News>, Trouble> {
    let (tell, news) = sync_channel(WAITING);
    let looking = move || {
        loop {
            // Without a reader there is nothing to do, as the next lines find out.
            let found = looks.look(|envelope| drop(tell.send(News::Event(Box::new(envelope)))));
            let told = found.sums.map(|sums| match sums {
                Ok(sums) => News::Sums(Box::new(sums)),
                Err(error) => News::Failed(error),
            });
            let is_last = matches!(told, Some(News::Failed(_)));
            if told.is_some_and(|told| tell.send(told).is_err()) || is_last {
                return;
            }
            thread::sleep(found.rest);
        }
    };
    let started = thread::Builder::new().name("fcpq-plan".to_owned()).spawn(looking);
    // It ends with the process, wherever it waits.
    started.map(|_thread| news).map_err(|error| Trouble::Not(format!("cannot look: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_missing_only_if_two_looks_say_so() {
        let whole = Status::default();
        let (mut missing, mut claimed) = (Status::default(), Status::default());
        missing.missing = vec![3];
        claimed.claimed = vec![fcp_engine::parts::Claimed::new(3, "node1")];
        assert!(is_end(&whole, None));
        assert!(!is_end(&claimed, None) && !is_end(&claimed, Some(&missing)));
        assert!(!is_end(&missing, None) && !is_end(&missing, Some(&claimed)));
        assert!(is_end(&missing, Some(&missing)));
    }
}

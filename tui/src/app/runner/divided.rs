//! Looks at plans of parts for the page that shows one, on threads of their own: their folders are on servers.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use fcp_engine::parts::{PlanError, PlanFolder, now};
use fcp_presentation::divided::DividedView;
use fcp_presentation::errors;

use super::send;
use crate::app::model::Msg;
use crate::cli::parts::looks::Looks;

/// Longest time until a page that was closed is noticed.
const PULSE: Duration = Duration::from_millis(250);

/// Tells if a folder is that of a plan.
pub(super) fn find(ticket: u64, dir: &Path, back: &Sender<Msg>) {
    if PlanFolder::open(dir).is_ok() {
        send(back, Msg::PlanFound { ticket, dir: dir.to_owned() });
    }
}

/// Tells how far a plan is, until the page is closed or no look can succeed any more.
pub(super) fn watch(ticket: u64, dir: &Path, stop: &AtomicBool, back: &Sender<Msg>) {
    let is_stopped = || stop.load(Ordering::Relaxed);
    let failed = |error: &PlanError| Msg::PlanSeen {
        ticket,
        seen: Err(errors::of_plan(error)),
        rest: Duration::ZERO,
    };
    let folder = match PlanFolder::open(dir) {
        Ok(folder) => folder,
        Err(error) => return send(back, failed(&error)),
    };
    let mut view = DividedView::new(folder.plan().spec.clone());
    let mut looks = Looks::new(folder);
    while !is_stopped() {
        let found = looks.look(|envelope| view.hear(&envelope, now()));
        match found.sums {
            Some(Ok(sums)) => {
                view.take(sums, now());
                let seen = Ok(Box::new(view.seen(now())));
                send(back, Msg::PlanSeen { ticket, seen, rest: found.rest });
            }
            Some(Err(error)) => return send(back, failed(&error)),
            None => {}
        }
        let begun = Instant::now();
        while !is_stopped() && begun.elapsed() < found.rest {
            thread::sleep(PULSE.min(found.rest.saturating_sub(begun.elapsed())));
        }
    }
}

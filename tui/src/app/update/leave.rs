//! Ends the program: by a key, after a question, or by a signal.

use crossterm::event::KeyEvent;
use fcp_engine::event::Command;
use fcp_engine::view::JobRow;

use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::confirm::{Confirm, What};
use crate::app::key::Key;
use crate::app::keymap::Step;
use crate::app::model::{Effect, Model, Tone};
use crate::app::work::{self, HandingOn, QueueRequest};

/// Microseconds within which the program ends after a signal, whatever the jobs and the disks do.
///
/// The jobs of a queue are not lost: the next process that runs the queue continues them.
const STOP: u64 = 2_000_000;

/// Quits, after a question if jobs would stop; a second Quit waits for nothing.
pub(super) fn quit(model: &mut Model) -> Vec<Effect> {
    if model.leaving {
        model.done = true;
    } else if has_work(model) {
        model.dialog = Some(Dialog::Confirm(Confirm::new(What::Quit, model.now)));
    } else if model.queued && model.jobs.is_busy() {
        // The paused jobs that this process holds go back to the queue.
        (model.leaving, model.work.handing_on) = (true, Some(HandingOn::Pause));
        return vec![Effect::Work(QueueRequest::Close)];
    } else {
        model.done = true;
    }
    Vec::new()
}

/// Tells whether a job would stop if the program ended, or the command that followed the queue.
fn has_work(model: &Model) -> bool {
    model.runs_after
        || !model.requests.is_empty()
        || model.jobs.rows().any(|row| work::stops_with_us(model, row))
}

/// Quits when the jobs have ended about which the dialog asks; stays if one of them has failed.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    let asks =
        matches!(&model.dialog, Some(Dialog::Confirm(confirm)) if confirm.what == What::Quit);
    if !asks || has_work(model) {
        return Vec::new();
    }
    model.vanish();
    let ended = own_jobs(model).all(JobRow::is_over);
    let failed = own_jobs(model).any(|row| work::needs_a_look(model, row));
    if ended && !failed { quit(model) } else { Vec::new() }
}

/// Stays, although the user was about to quit: a request was refused, and its job will not run.
pub(super) fn stay(model: &mut Model) {
    if matches!(&model.dialog, Some(Dialog::Confirm(confirm)) if confirm.what == What::Quit) {
        model.vanish();
    }
}

/// The jobs that were started here; without a queue there are no others.
fn own_jobs(model: &Model) -> impl Iterator<Item = &JobRow> {
    model.jobs.rows().filter(|row| !model.queued || model.mine.contains(&row.job))
}

/// Cancels the jobs that were started here; the program ends when they have finished.
pub(super) fn cancel(model: &mut Model) -> Vec<Effect> {
    model.leaving = true;
    model.dialog = None;
    model.requests.clear();
    let cancel = |job| Effect::Command(Command::Cancel { job: Some(job) });
    own_jobs(model).filter(|row| !row.is_over()).map(|row| cancel(row.job)).collect()
}

/// Hands the jobs to a background process; the program ends when that has taken over.
pub(super) fn hand_on(model: &mut Model) -> Vec<Effect> {
    (model.leaving, model.work.handing_on) = (true, Some(HandingOn::Background));
    model.dialog = None;
    if !model.jobs.is_busy() {
        model.done = true;
    }
    vec![Effect::HandOn]
}

/// Ends because of a signal; the second one does not wait for anything.
pub(super) fn stop(model: &mut Model) -> Vec<Effect> {
    if model.stop_by.is_some() {
        (model.stop_by, model.done) = (Some(model.now), true);
        return Vec::new();
    }
    model.stop_by = Some(model.now + STOP);
    if model.queued { hand_on(model) } else { cancel(model) }
}

/// Ends the program although a change is under way, if the user quits once more: on a mount that does not answer, the
/// change may never end.
pub(super) fn wait_no_longer(model: &mut Model, key: KeyEvent) {
    let step = model.keymap.step(model.place(), &[Key::from(key)]);
    if matches!(step, Step::Do(Action::Quit | Action::QuitHere)) {
        model.stop_by = Some(model.now);
    }
}

/// Notes that no background process could be started: the program stays, unless a signal ends it.
pub(super) fn refused(model: &mut Model, why: String) {
    (model.leaving, model.work.handing_on) = (model.stop_by.is_some(), None);
    model.done |= model.stop_by.is_some();
    model.say(Tone::Bad, why);
}

/// Tells whether the cancelled jobs have finished.
pub(super) fn is_done(model: &Model) -> bool {
    model.leaving && model.work.handing_on.is_none() && own_jobs(model).all(JobRow::is_over)
}

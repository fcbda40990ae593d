//! Changes the model: a pure function of the model and a message, which returns effects.

use fcp_engine::event::{Event, Outcome, Phase};
use fcp_engine::spec::Verb;
use fcp_engine::view::Speed;
use fcp_presentation::tr;

use super::layout::{Layout, is_too_small};
use super::model::{Effect, Model, Msg, Notice, Pace, Tone};
use super::{notify, unasked};

mod act;
mod after;
mod archives;
mod both;
mod bulk;
mod checksums;
mod columns;
mod commands;
mod comparison;
mod confirm;
mod conflicts;
mod dialogs;
mod diff;
mod divided;
mod ended;
mod far;
mod files;
mod find;
mod form;
mod found;
mod help;
mod jobs;
mod keys;
mod leave;
mod letters;
mod line;
mod listing;
mod marking;
mod menu;
mod mode;
mod mouse;
mod open_with;
mod picker;
mod places;
mod plans;
mod press;
mod properties;
mod question;
mod rehearsal;
mod removal;
mod replaced;
mod report;
mod request;
mod sharing;
mod transfer;
mod trash;
mod typing;
mod undo;
mod viewer;

pub(crate) use listing::{reload, watch};
pub(crate) use replaced::listed;

/// Microseconds for which a shown speed stays as it is.
const PULSE: u64 = 1_000_000;

/// Applies a message to the model at a time, and gives the effects to carry out.
pub(crate) fn update(model: &mut Model, now: u64, msg: Msg) -> Vec<Effect> {
    model.now = now;
    if let Msg::Checked(effect) = msg {
        return vec![*effect];
    }
    replaced::note(model);
    let looks = replaced::looks(model, &msg);
    let shown = listing::visible_dirs(model);
    let ended = match &msg {
        Msg::Edited { .. } | Msg::Unedited { .. } | Msg::Remembered { .. } => true,
        Msg::Replaced { effect, .. } => matches!(**effect, Effect::Edit(_)),
        _ => false,
    };
    model.editing -= usize::from(ended && model.editing > 0);
    let mut effects = if after::stops(model, &msg) { Vec::new() } else { take(model, msg) };
    pulse(model);
    model.work.waits.follow(&model.jobs, model.now);
    effects.extend(both::follow(model));
    question::ask_next(model);
    if model.dialog.is_none() {
        model.dialog_help = None;
    }
    if unasked::rings(model) {
        effects.push(Effect::Notify(tr!("notify-answer").to_owned()));
    }
    effects.extend(jobs::follow(model));
    effects.extend(listing::refresh(model));
    effects.extend(found::refresh(model));
    effects.extend(transfer::follow(model));
    effects.extend(question::follow(model));
    effects.extend(viewer::follow(model));
    effects.extend(leave::follow(model));
    effects.extend(after::follow(model));
    model.done |= leave::is_done(model) || model.is_out_of_time();
    let rows = Layout::of(model).list_rows();
    for side in &mut model.sides {
        side.panel_mut().scroll(rows);
    }
    if listing::visible_dirs(model) != shown {
        effects.extend(watch(model));
    }
    if model.done {
        let is_kept = |it: &Effect| matches!(it, Effect::Bookmark { .. } | Effect::Remember { .. });
        effects.retain(is_kept);
    }
    let mut effects = far::guard(model, effects);
    request::note(model, &mut effects);
    let begins = |effect: &&Effect| {
        matches!(effect, Effect::Edit(_) | Effect::UndoEdit { .. } | Effect::Remember { .. })
    };
    model.editing += effects.iter().filter(begins).count();
    replaced::guard(model, effects, looks)
}

fn take(model: &mut Model, msg: Msg) -> Vec<Effect> {
    // The end of another program counts as a key: the user was typing in it until now.
    if matches!(
        msg,
        Msg::Key(_)
            | Msg::Mouse(_)
            | Msg::Pasted(_)
            | Msg::Ran { .. }
            | Msg::Named { .. }
            | Msg::LeftShell { .. }
    ) {
        model.typed_at = model.now;
    }
    match msg {
        // The program is ending: it waits for changes under way, and begins nothing else.
        Msg::Key(key) if model.done => {
            leave::wait_no_longer(model, key);
            Vec::new()
        }
        Msg::Mouse(_) | Msg::Pasted(_) if model.done => Vec::new(),
        Msg::Key(_) | Msg::Pasted(_) if model.rests() => Vec::new(),
        Msg::Key(key) if is_too_small(model.screen) => keys::unseen(model, key),
        Msg::Pasted(_) if is_too_small(model.screen) => Vec::new(),
        Msg::Key(key) => {
            model.notice = None;
            keys::key(model, key)
        }
        Msg::Mouse(mouse) => mouse::mouse(model, mouse),
        Msg::Pasted(text) if model.dialog.is_some() => dialogs::pasted(model, &text),
        Msg::Pasted(text) => typing::pasted(model, &text),
        Msg::Resize(columns, rows) => {
            model.screen = (columns, rows);
            Vec::new()
        }
        Msg::Event(envelope) => {
            model.jobs.apply(&envelope);
            told(model, &envelope.event)
        }
        Msg::Measured { ticket, name: Some(ref name), measure, .. }
            if trash::measured(model, ticket, name, measure.bytes) =>
        {
            Vec::new()
        }
        Msg::Identity { .. }
        | Msg::InArchive { .. }
        | Msg::Elsewhere { .. }
        | Msg::Listed { .. }
        | Msg::Filled { .. }
        | Msg::Whole { .. }
        | Msg::Unlisted { .. }
        | Msg::Changed { .. }
        | Msg::Polled(_)
        | Msg::Space { .. }
        | Msg::Owners(_)
        | Msg::Found { .. }
        | Msg::FoundAll { .. }
        | Msg::Sized { .. }
        | Msg::Measured { name: Some(_), .. } => listing::take(model, msg),
        Msg::Measured { ticket, name: None, measure, whole } => {
            dialogs::measured(model, ticket, measure, whole);
            Vec::new()
        }
        Msg::Completed { .. }
        | Msg::Mounts(_)
        | Msg::Programs(..)
        | Msg::Room { .. }
        | Msg::Untrashed { .. }
        | Msg::Identified { .. }
        | Msg::Claimed { .. }
        | Msg::Planned { .. }
        | Msg::Recalled { .. }
        | Msg::Remembered { .. }
        | Msg::Forgotten { .. }
        | Msg::Compared { .. }
        | Msg::Summed { .. }
        | Msg::Inspected { .. }
        | Msg::Diffed { .. }
        | Msg::PlanFound { .. }
        | Msg::PlanSeen { .. }
        | Msg::ComparedAll { .. }
        | Msg::Trashed(_)
        | Msg::Machines(_)
        | Msg::Accounts(_) => dialogs::told(model, msg),
        Msg::LookedAgain { dir, listed, now } => replaced::looked(model, &dir, listed, now),
        Msg::Replaced { dirs, effect } => replaced::refused(model, &dirs, *effect),
        Msg::Viewed { ticket, view } => viewer::viewed(model, ticket, *view),
        Msg::MarksSeen { action, gone } => files::with_marks_seen(model, action, &gone),
        Msg::Edited { request, outcome } => undo::edited(model, request, outcome),
        Msg::Undoing { of, by } => {
            model.mine.insert(by);
            model.changes.begun(of, by);
            Vec::new()
        }
        Msg::NeverUndone(job) => undo::passes_over(model, job),
        Msg::Unedited { number, request, edit, result } => {
            match result {
                Ok(()) => {
                    model.say(Tone::Good, super::undo::undone(&request, &edit));
                    model.changes.unedited(request, edit);
                }
                Err(text) => {
                    model.changes.put_back(number, request, edit);
                    model.say(Tone::Bad, text);
                }
            }
            reload(model)
        }
        Msg::Bookmarks(dirs) => {
            model.bookmarks = dirs;
            Vec::new()
        }
        Msg::Submitted(job) => {
            model.mine.insert(job);
            Vec::new()
        }
        Msg::Added { ticket, result } => request::added(model, ticket, result),
        Msg::Started { queued, notice } => {
            model.queued = queued;
            if let Some(text) = notice {
                model.say(Tone::Bad, text);
            }
            Vec::new()
        }
        Msg::Ran { result, screen } => {
            model.screen = screen;
            if let Err(text) = result {
                model.say(Tone::Bad, text);
            }
            let mut effects = reload(model);
            effects.extend(viewer::again(model));
            effects
        }
        Msg::LeftShell { result, screen } => {
            model.screen = screen;
            match result {
                Ok(Some(dir)) => {
                    // The folder of the other panel may have changed, too.
                    let mut effects = listing::go(model, dir, None);
                    effects.push(listing::list(model, 1 - model.side));
                    return effects;
                }
                Ok(None) => {}
                Err(text) => model.say(Tone::Bad, text),
            }
            reload(model)
        }
        Msg::Followed(result) => {
            after::ran(model, result);
            reload(model)
        }
        Msg::Named { result, screen } => {
            model.screen = screen;
            bulk::named(model, result);
            Vec::new()
        }
        Msg::Work(news) => {
            super::work::take(model, news);
            Vec::new()
        }
        Msg::Left => {
            model.done = true;
            Vec::new()
        }
        Msg::Retried(spec) => {
            jobs::confirm_elevated(model, spec);
            Vec::new()
        }
        Msg::Stays(text) => {
            leave::refused(model, text);
            Vec::new()
        }
        Msg::Refused(text) => {
            model.notice = Some(Notice { tone: Tone::Bad, text });
            Vec::new()
        }
        Msg::Stop => leave::stop(model),
        // What was checked is carried out before all else.
        Msg::Checked(_) | Msg::Tick | Msg::Typed(_) | Msg::JobControl(_) => Vec::new(),
    }
}

/// Repeats the requests that the queue had not accepted when the program last ended.
pub(crate) fn again(model: &mut Model, requests: Vec<super::request::Request>) -> Vec<Effect> {
    let mut effects: Vec<Effect> = requests.into_iter().map(Effect::from).collect();
    request::note(model, &mut effects);
    effects
}

/// Reacts to an event of the engine, apart from the rows of jobs.
fn told(model: &mut Model, event: &Event) -> Vec<Effect> {
    question::told(model, event);
    jobs::told(model, event);
    let Event::JobSummary { job, summary } = event else { return Vec::new() };
    model.notice = Some(match summary.verb {
        Verb::Undo => ended::undone(model, model.changes.way(*job), summary),
        _ => ended::sentence(model, *job, summary),
    });
    let succeeded = summary.outcome == Outcome::Completed;
    model.changes.ended(*job, succeeded, true);
    model.later.remove(job);
    listing::job_ended(model, *job);
    let mut effects = comparison::job_ended(model, *job);
    let changes = match summary.verb {
        Verb::Copy | Verb::Move | Verb::Trash | Verb::Restore | Verb::Extract | Verb::Pack => true,
        Verb::Delete | Verb::Undo | Verb::Verify | Verb::Dedupe => false,
    };
    if changes && model.mine.contains(job) && summary.done > 0 {
        model.changes.job(*job);
    }
    if summary.elapsed >= notify::LONG && model.is_mine(*job) && !model.leaving {
        let text = model.notice.as_ref().map(|notice| notice.text.clone());
        effects.extend(text.map(Effect::Notify));
    }
    // The panels may show the state before the job.
    effects.extend(listing::touch(model));
    effects
}

/// Takes new speeds where the old ones have been shown for long enough.
fn pulse(model: &mut Model) {
    for row in model.jobs.rows() {
        let fresh = Pace { at: model.now, rate: row.rate(model.now), eta: row.eta(model.now) };
        let shown = model.paces.entry(row.job).or_insert(fresh);
        let changed = row.paused || row.phase != Phase::Running || shown.rate == Speed::default();
        if changed || model.now.saturating_sub(shown.at) >= PULSE {
            *shown = fresh;
        }
    }
    model.paces.retain(|job, _| model.jobs.row(*job).is_some());
}

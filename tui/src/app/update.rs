//! Changes the model: a pure function of the model and a message, which returns effects.

use crossterm::event::{KeyEvent, KeyModifiers};
use fcp_engine::event::{Event, Outcome, Phase, Summary};
use fcp_engine::spec::Verb;
use fcp_engine::view::Speed;
use fcp_presentation::undo::Way;

use super::action::{Action, Group};
use super::dialog::Dialog;
use super::dialog::help::Help;
use super::key::Key;
use super::keymap::{Place, Step};
use super::layout::Layout;
use super::model::{Effect, Model, Msg, Notice, Pace, Tone};
use super::unasked;
use crate::format;

mod both;
mod bulk;
mod confirm;
mod conflicts;
mod dialogs;
mod files;
mod find;
mod form;
mod help;
mod jobs;
mod leave;
mod limit;
mod listing;
mod marking;
mod menu;
mod mode;
mod mouse;
mod picker;
mod places;
mod press;
mod prompt;
mod question;
mod rehearsal;
mod removal;
mod report;
mod request;
mod transfer;
mod trash;
mod typing;
mod viewer;

pub use help::lines as help_lines;
pub use listing::{reload, watch};

/// Microseconds for which a shown speed stays as it is.
const PULSE: u64 = 1_000_000;

/// Applies a message to the model at a time, and gives the effects to carry out.
pub fn update(model: &mut Model, now: u64, msg: Msg) -> Vec<Effect> {
    model.now = now;
    let shown = listing::visible_dirs(model);
    let ended = matches!(msg, Msg::Edited { .. } | Msg::Unedited { .. });
    model.editing -= usize::from(ended && model.editing > 0);
    let mut effects = take(model, msg);
    pulse(model);
    super::waits::follow(model);
    effects.extend(both::follow(model));
    question::ask_next(model);
    if model.dialog.is_none() {
        model.dialog_help = None;
    }
    if unasked::rings(model) {
        effects.push(Effect::Bell);
    }
    effects.extend(jobs::follow(model));
    effects.extend(listing::refresh(model));
    effects.extend(transfer::follow(model));
    effects.extend(viewer::follow(model));
    model.done |= leave::is_done(model) || model.is_out_of_time();
    let rows = list_rows(model);
    for side in &mut model.sides {
        side.panel_mut().scroll(rows);
    }
    if listing::visible_dirs(model) != shown {
        effects.extend(watch(model));
    }
    if model.done {
        effects.retain(|effect| matches!(effect, Effect::Bookmark { .. }));
    }
    request::note(model, &mut effects);
    let begins = |effect: &&Effect| matches!(effect, Effect::Edit(_) | Effect::Unedit { .. });
    model.editing += effects.iter().filter(begins).count();
    effects
}

fn take(model: &mut Model, msg: Msg) -> Vec<Effect> {
    // The end of another program counts as a key: the user was typing in it until now.
    if matches!(
        msg,
        Msg::Key(_) | Msg::Mouse(_) | Msg::Pasted(_) | Msg::Ran { .. } | Msg::Named { .. }
    ) {
        model.typed_at = model.now;
    }
    match msg {
        // The program is ending: it waits for changes under way, and begins nothing else.
        Msg::Key(_) | Msg::Mouse(_) | Msg::Pasted(_) if model.done => Vec::new(),
        Msg::Key(key) => {
            model.notice = None;
            self::key(model, key)
        }
        Msg::Mouse(mouse) => mouse::mouse(model, mouse),
        Msg::Pasted(text) => typing::pasted(model, &text),
        Msg::Resize(columns, rows) => {
            model.screen = (columns, rows);
            Vec::new()
        }
        Msg::Event(envelope) => {
            model.jobs.apply(&envelope);
            told(model, &envelope.event)
        }
        Msg::Listed { .. }
        | Msg::Filled { .. }
        | Msg::Whole { .. }
        | Msg::Unlisted { .. }
        | Msg::Changed(_)
        | Msg::Polled(_)
        | Msg::Space { .. }
        | Msg::Owners(_)
        | Msg::Found { .. }
        | Msg::FoundAll { .. }
        | Msg::Measured { .. } => listing::take(model, msg),
        Msg::Completed { .. }
        | Msg::Mounts(_)
        | Msg::Room { .. }
        | Msg::Claimed { .. }
        | Msg::Planned { .. }
        | Msg::Trashed(_)
        | Msg::Accounts(_) => dialogs::told(model, msg),
        Msg::Viewed { ticket, view } => viewer::viewed(model, ticket, *view),
        Msg::Edited { deed, outcome } => files::edited(model, deed, outcome),
        Msg::Undoing { of, by } => {
            model.mine.insert(by);
            model.changes.begun(of, by);
            Vec::new()
        }
        Msg::Unedited { number, deed, edit, result } => {
            if result.is_ok() {
                model.changes.unedited(deed, edit);
            } else {
                model.changes.put_back(number, deed, edit);
            }
            match result {
                Ok(text) => model.say(Tone::Good, text),
                Err(text) => model.say(Tone::Bad, text),
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
        Msg::Stays(text) => {
            leave::refused(model, text);
            Vec::new()
        }
        Msg::Refused(text) => {
            model.notice = Some(Notice { tone: Tone::Bad, text });
            Vec::new()
        }
        Msg::Stop => leave::stop(model),
        Msg::Tick | Msg::Typed(_) | Msg::JobControl(_) => Vec::new(),
    }
}

/// Repeats the requests that the queue had not accepted when the program last ended.
pub fn again(model: &mut Model, requests: Vec<super::request::Request>) -> Vec<Effect> {
    let mut effects: Vec<Effect> = requests.into_iter().map(Effect::from).collect();
    request::note(model, &mut effects);
    effects
}

/// Gives the rows of a panel that are on the screen.
pub fn list_rows(model: &Model) -> usize {
    Layout::of(model).list_rows()
}

/// Gives a key to the front-most element: a dialog, the viewer, a line or the panels.
fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    // The key that suspends works in a dialog, too, and while a line is typed.
    if key.modifiers.contains(KeyModifiers::CONTROL)
        && model.keymap.step(model.place(), &[Key::from(key)]) == Step::Do(Action::Suspend)
    {
        return vec![Effect::Suspend];
    }
    if model.dialog.is_some() {
        model.pending.clear();
        let step = model.keymap.step(model.place(), &[Key::from(key)]);
        if step == Step::Do(Action::Answer) && question::take_over(model) {
            return Vec::new();
        }
        return dialogs::key(model, key);
    }
    if let Some(effects) = viewer::typed(model, key) {
        return effects;
    }
    if model.typing.is_some() && model.place() == Place::Panels {
        match typing::key(model, key) {
            typing::Used::Yes => return Vec::new(),
            typing::Used::No => {}
        }
    }
    press::key(model, key)
}

/// Does an action.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if model.viewer.is_some() && !matches!(action, Action::Help | Action::Suspend) {
        return viewer::act(model, action);
    }
    match action.group() {
        Group::Viewer => Vec::new(),
        Group::Moving => step(model, action),
        Group::Places | Group::Showing => places::act(model, action),
        Group::Marking => marking::act(model, action),
        Group::Files => files::act(model, action),
        Group::Jobs => jobs::act(model, action),
        Group::Program => program(model, action),
    }
}

fn step(model: &mut Model, action: Action) -> Vec<Effect> {
    let page = list_rows(model).saturating_sub(1).max(1).cast_signed();
    let rows = match action {
        Action::Up => -1,
        Action::Down => 1,
        Action::PageUp => -page,
        Action::PageDown => page,
        Action::HalfUp => -(page / 2).max(1),
        Action::HalfDown => (page / 2).max(1),
        Action::First => isize::MIN,
        Action::Last => isize::MAX,
        Action::Escape if !model.in_jobs => {
            if model.typing.is_none()
                && let Some(effect) = find::stop(model)
            {
                return vec![effect];
            }
            typing::escape(model);
            return Vec::new();
        }
        _ => {
            if model.in_jobs {
                jobs::leave(model);
                return Vec::new();
            }
            model.side = 1 - model.side;
            return Vec::new();
        }
    };
    if model.in_jobs {
        jobs::step(model, rows);
    } else {
        model.panel_mut().step(rows);
    }
    Vec::new()
}

fn program(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Help => model.dialog = Some(Dialog::Help(Help::default())),
        Action::Quit | Action::QuitHere => {
            model.stay = action == Action::QuitHere;
            return leave::quit(model);
        }
        Action::Palette => press::palette(model),
        Action::Menu => menu::open(model),
        Action::Suspend => return vec![Effect::Suspend],
        _ => {}
    }
    Vec::new()
}

/// Reacts to an event of the engine, apart from the rows of jobs.
fn told(model: &mut Model, event: &Event) -> Vec<Effect> {
    question::told(model, event);
    jobs::told(model, event);
    match event {
        Event::JobSummary { job, summary } => {
            model.notice = Some(match summary.verb {
                Verb::Undo => undone(model, model.changes.way(*job), summary),
                _ => sentence(model, summary),
            });
            let succeeded = summary.outcome == Outcome::Completed;
            model.changes.ended(*job, succeeded, true);
            model.later.remove(job);
            let changes = match summary.verb {
                Verb::Copy | Verb::Move | Verb::Trash => true,
                Verb::Delete | Verb::Restore | Verb::Undo | Verb::Verify => false,
            };
            if changes && model.mine.contains(job) && summary.done > 0 {
                model.changes.job(*job);
            }
            // The panels may show the state before the job.
            listing::touch(model)
        }
        Event::Hello { .. }
        | Event::Bye { .. }
        | Event::Reply { .. }
        | Event::JobQueued { .. }
        | Event::JobPlaced { .. }
        | Event::JobRemoved { .. }
        | Event::JobStarted { .. }
        | Event::JobTotals { .. }
        | Event::JobPaused { .. }
        | Event::JobResumed { .. }
        | Event::JobPhase { .. }
        | Event::JobPlan { .. }
        | Event::ItemStarted { .. }
        | Event::ItemDone { .. }
        | Event::ItemSkipped { .. }
        | Event::ItemFailed { .. }
        | Event::Warning { .. }
        | Event::QuestionAsked { .. }
        | Event::QuestionAnswered { .. }
        | Event::Progress { .. } => Vec::new(),
    }
}

/// Gives the past tense of a verb.
pub fn done_word(verb: Verb) -> &'static str {
    match verb {
        Verb::Copy => "Copied",
        Verb::Move => "Moved",
        Verb::Delete => "Deleted",
        Verb::Trash => "Moved to trash",
        Verb::Restore => "Restored",
        Verb::Undo => "Undone",
        Verb::Verify => "Verified",
    }
}

/// Tells in one sentence how an undo or redo ended.
fn undone(model: &Model, way: Way, summary: &Summary) -> Notice {
    let (word, done) = match way {
        Way::Undo => ("Undo", "undone"),
        Way::Redo => ("Redo", "redone"),
    };
    let items = format::items(summary.done);
    let (tone, text) = match summary.outcome {
        Outcome::Completed => (Tone::Good, format!("{word}: {items} {done}")),
        Outcome::CompletedWithErrors | Outcome::Failed => {
            let failed = format::count(summary.failed);
            let report = report(model);
            let text =
                format!("{word}: {items} {done}, {failed} could not be {done}: {report} shows why");
            (Tone::Bad, text)
        }
        Outcome::Cancelled => (Tone::Plain, format!("{word} cancelled: {items} {done}")),
    };
    Notice { tone, text }
}

/// Tells in one sentence how a job ended.
fn sentence(model: &Model, summary: &Summary) -> Notice {
    let what = done_word(summary.verb);
    let much = amount(summary);
    let (tone, text) = match summary.outcome {
        Outcome::Completed => {
            let time = format::duration(summary.elapsed);
            (Tone::Good, format!("{what} {much} in {time}"))
        }
        Outcome::CompletedWithErrors | Outcome::Failed if summary.done == 0 => {
            let failed = failed_words(summary.verb);
            (Tone::Bad, format!("{failed}: {} shows why", report(model)))
        }
        Outcome::CompletedWithErrors => {
            let failed = format::counted(summary.failed, "item", "items");
            (Tone::Bad, format!("{what} {much}, {failed} failed: {} shows them", report(model)))
        }
        Outcome::Cancelled => (Tone::Plain, format!("Cancelled after {much}")),
        Outcome::Failed => {
            (Tone::Bad, format!("Stopped after {much}: {} shows why", report(model)))
        }
    };
    Notice { tone, text }
}

/// Says that nothing of a job was done.
pub fn failed_words(verb: Verb) -> &'static str {
    match verb {
        Verb::Copy => "Copy failed",
        Verb::Move => "Move failed",
        Verb::Delete => "Delete failed",
        Verb::Trash => "Move to the trash failed",
        Verb::Restore => "Restore failed",
        Verb::Undo => "Undo failed",
        Verb::Verify => "Verification failed",
    }
}

/// Gives how much a job did; bytes only where it tells of some.
fn amount(summary: &Summary) -> String {
    let items = format::done(summary);
    if summary.bytes == 0 { items } else { format!("{items}, {}", format::size(summary.bytes)) }
}

/// Gives the keys that lead to the report of the last job.
fn report(model: &Model) -> String {
    let details = model.key_of(Place::Jobs, Action::Details);
    format!("{}, then {details}", model.key_of(Place::Panels, Action::Jobs))
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

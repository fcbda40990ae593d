//! Handles what follows when the queue has come to its end.

use fcp_engine::event::JobId;
use fcp_presentation::after::{AfterQueue, Turn};
use fcp_presentation::tr;

use super::{form, leave, line};
use crate::app::after::{After, AfterAction};
use crate::app::command;
use crate::app::dialog::form::{AFTER, Form, Purpose};
use crate::app::dialog::rows::Row;
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Msg, Tone};
use crate::app::unasked;

/// Rows of the form.
const DEED: usize = 0;
const COMMAND: usize = 1;

/// Asks what follows.
pub(super) fn ask(model: &mut Model) -> Vec<Effect> {
    if AfterQueue::new(&model.jobs, own(model)).is_none() {
        model.say(Tone::Plain, tr!("after-no-job"));
        return Vec::new();
    }
    let chosen = model.after.as_ref().map_or(0, |after| match after.action {
        AfterAction::Command(..) => 1,
        AfterAction::Suspend => 2,
        AfterAction::Quit => 3,
    });
    let typed = model.after.as_ref().map_or("", |after| after.typed.as_str());
    let field = Field::of_text(typed).with_history(model.history.of(HISTORY));
    let note = tr!("after-command-note");
    let rows = vec![Row::choice(&AFTER, chosen), Row::text(tr!("after-command"), field, note)];
    form::open(model, Form::new(Purpose::After, rows))
}

/// Tells which jobs were started here: what other programs do is not the user's wish.
fn own(model: &Model) -> impl Fn(JobId) -> bool + use<> {
    let (queued, mine) = (model.queued, model.mine.clone());
    move |job| !queued || mine.contains(&job)
}

/// What commands are remembered by, as those that run at once.
const HISTORY: &str = "command";

/// Takes what the user chose.
pub(super) fn filled(model: &mut Model, form: &Form) -> Result<Vec<Effect>, String> {
    let typed = form.rows.text(COMMAND).to_owned();
    let action = match form.rows.chosen(DEED) {
        0 => None,
        1 if typed.trim().is_empty() => return Err(tr!("after-no-command").to_owned()),
        1 => {
            let name = form.rows.field(COMMAND).map(Field::name).unwrap_or_default();
            let items = model.panel().chosen_paths();
            let context = line::context(model, &items);
            model.history.keep(HISTORY, &typed);
            Some(AfterAction::Command(command::expand(&name), Box::new(context)))
        }
        2 => Some(AfterAction::Suspend),
        _ => Some(AfterAction::Quit),
    };
    let queue = AfterQueue::new(&model.jobs, own(model));
    let (text, after) = match (action, queue) {
        (None, _) => (tr!("after-nothing"), None),
        (Some(_), None) => (tr!("after-too-late"), None),
        (Some(action), Some(queue)) => {
            let text = match action {
                AfterAction::Command(..) => tr!("after-command-set"),
                AfterAction::Suspend => tr!("after-suspend-set"),
                AfterAction::Quit => tr!("after-quit-set"),
            };
            (text, Some(After { action, typed, queue }))
        }
    };
    model.after = after;
    model.say(Tone::Plain, text);
    Ok(Vec::new())
}

/// Tells whether a message is a key that stops the countdown; it does nothing else then.
pub(super) fn stops(model: &mut Model, msg: &Msg) -> bool {
    let is_typed = matches!(msg, Msg::Key(_) | Msg::Mouse(_) | Msg::Pasted(_));
    let counts = model.after.as_ref().is_some_and(|after| after.queue.ends_at().is_some());
    if !is_typed || !counts {
        return false;
    }
    model.after = None;
    model.say(Tone::Plain, tr!("after-stopped"));
    true
}

/// Takes in how the command went that followed the queue.
pub(super) fn ran(model: &mut Model, result: Result<String, String>) {
    model.runs_after = false;
    match result {
        Ok(text) => model.say(Tone::Good, text),
        Err(text) => model.say(Tone::Bad, text),
    }
}

/// Does what follows, when the queue has come to its end.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    // A countdown takes the keys, as a question does that opens by itself.
    let rested = model.now >= model.typed_at.saturating_add(unasked::QUIET);
    let is_free = rested && unasked::is_free(model) && model.editing == 0;
    let is_free = is_free && model.requests.is_empty() && !model.is_lent;
    let own = own(model);
    let Some(after) = &mut model.after else { return Vec::new() };
    // The machine does not sleep while another program copies.
    let holds = after.action == AfterAction::Suspend && model.jobs.rows().any(|row| !row.is_over());
    match after.queue.follow(&model.jobs, own, is_free && !holds, model.now) {
        Turn::Waits | Turn::Counts(_) => Vec::new(),
        Turn::Dropped(_) => {
            let what = after.action.words(&after.typed);
            model.after = None;
            let text = tr!("after-dropped", action = what);
            model.say(Tone::Bad, text);
            Vec::new()
        }
        Turn::Fires => match model.after.take().map(|after| (after.action, after.typed)) {
            Some((AfterAction::Command(line, context), typed)) => {
                model.runs_after = true;
                vec![Effect::RunAfterwards { line, typed, context }]
            }
            Some((AfterAction::Suspend, _)) => vec![Effect::SuspendMachine],
            Some((AfterAction::Quit, _)) => leave::quit(model),
            None => Vec::new(),
        },
    }
}

//! Handles actions that mark and unmark entries.

use std::path::Path;

use super::form;
use crate::app::action::Action;
use crate::app::dialog::Dialog;
use crate::app::dialog::form::Purpose;
use crate::app::dialog::picker::{Item as Row, Pick, Picker};
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Tone};
use crate::format;
use fcp_presentation::tr;

/// Changes the marks.
pub(super) fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let panel = model.panel_mut();
    match action {
        Action::Mark => panel.mark(1),
        Action::MarkUp => panel.mark(-1),
        Action::MarkHere => panel.mark(0),
        Action::MarkRange => panel.toggle_range(),
        Action::MarkAll => panel.mark_all(false),
        Action::MarkFiles => panel.mark_all(true),
        Action::MarkNone => panel.drop_marks(),
        Action::MarkInvert => panel.invert(),
        Action::MarkRestore => panel.restore_marks(),
        Action::MarksEverywhere => everywhere(model),
        Action::MarkGlob => ask(model, Purpose::Mark),
        Action::UnmarkGlob => ask(model, Purpose::Unmark),
        Action::MarkExtension => {
            let current = panel.current();
            let wanted = current.and_then(|e| Path::new(e.name).extension()).map(ToOwned::to_owned);
            panel.mark_where(true, |entry| {
                !entry.enters() && Path::new(entry.name).extension() == wanted.as_deref()
            });
        }
        _ => {}
    }
    Vec::new()
}

fn ask(model: &mut Model, purpose: Purpose) {
    form::open_line(model, purpose, Field::of_text("*"));
}

/// Asks what is done with the marks of all folders that the panel has shown.
fn everywhere(model: &mut Model) {
    let (all, folders) = model.panel().marked_in_all();
    if all == 0 {
        let is_there = model.other().marked_in_all().0 > 0;
        let text = if is_there { tr!("marks-none-here") } else { tr!("marks-none") };
        model.say(Tone::Plain, text);
        return;
    }
    let (items, count) = (format::items(all as u64), folders as u64);
    let about = tr!("items-in-folders", items = items, count = count, shown = format::count(count));
    let actions = [
        (Action::Copy, tr!("marks-copy"), tr!("marks-to-other")),
        (Action::Move, tr!("marks-move"), tr!("marks-to-other")),
        (Action::Trash, tr!("marks-trash"), tr!("marks-asks")),
        (Action::Delete, tr!("marks-delete"), tr!("marks-asks")),
        (Action::Yank, tr!("marks-yank"), tr!("marks-to-paste")),
        (Action::Cut, tr!("marks-cut"), tr!("marks-to-paste")),
        (Action::MarkNone, tr!("marks-unmark"), tr!("marks-in-all")),
    ];
    let item = |(action, word, note): (Action, &str, &str)| {
        Row::new(word, Pick::WithAllMarked(action)).note(note)
    };
    let items = actions.into_iter().map(item).collect();
    let picker = Picker::new(tr!("marks-title"), tr!("marks-do"), items).about(about);
    model.dialog = Some(Dialog::Picker(picker));
}

/// Marks on both sides what the other side lacks, or has in another state.
pub(super) fn compare(model: &mut Model) -> Vec<Effect> {
    let [one, other] = &mut model.sides;
    let count = one.panel_mut().mark_differing(other.panel_mut());
    if count == 0 {
        model.say(Tone::Good, tr!("compared-same"));
    } else {
        let shown = format::count(count as u64);
        model.say(Tone::Plain, tr!("compared-differ", count = count, shown = shown));
    }
    Vec::new()
}

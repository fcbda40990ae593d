//! Handles the keys of the dialog before a copy or a move.

use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent};
use fcp_browse::Room;
use fcp_engine::queue::Adding;
use fcp_engine::spec::Verb;
use fcp_presentation::tr;
use fcp_presentation::typed::written;

use super::form::{closes, common};
use super::rehearsal;
use crate::app::dialog::Dialog;
use crate::app::dialog::transfer::{self, Begin, TO, Transfer};
use crate::app::model::{Effect, Model, Tone};

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, mut ask: Transfer, key: KeyEvent) -> Vec<Effect> {
    let mut effects = Vec::new();
    ask.begins = None;
    match key.code {
        _ if closes(key) => return vec![Effect::Drop(ask.items.ticket)],
        KeyCode::Enter => return begin(model, ask, Begin::default()),
        KeyCode::F(2) => return begin(model, ask, Begin { paused: true, ..Begin::default() }),
        KeyCode::F(3) => return begin(model, ask, Begin { dry_run: true, ..Begin::default() }),
        KeyCode::F(4) => return begin(model, ask, Begin { anyway: true, ..Begin::default() }),
        KeyCode::Tab if ask.rows.here() == TO => {
            // What is completed is kept, and goes on where it ends.
            if let Some(field) = ask.rows.field_mut(TO) {
                field.deselect();
            }
            effects.push(Effect::Complete { ticket: ask.items.ticket, start: typed(&ask) });
        }
        // In the line of the destination Tab would complete, and not go on.
        KeyCode::Tab if ask.rows.here() + 1 == ask.rows.count() => ask.rows.go(TO + 1),
        _ => {
            ask.rows.key(key);
        }
    }
    model.dialog = Some(Dialog::Transfer(Box::new(ask)));
    effects
}

/// Gives the path so far, with the `/` behind it that says a folder is meant.
fn typed(ask: &Transfer) -> PathBuf {
    let mut path = ask.path().into_os_string();
    if ask.typed().ends_with('/') && path != "/" {
        path.push("/");
    }
    path.into()
}

/// Takes the folders that begin as the typed path does.
pub(super) fn complete(ask: &mut Transfer, paths: &[PathBuf]) {
    let only = paths.len() == 1;
    if let Some(path) = common(paths)
        && path.as_os_str().len() >= typed(ask).as_os_str().len()
    {
        let text = written(&path, ask.home.as_deref(), only);
        if let Some(field) = ask.rows.field_mut(TO) {
            field.set(&text);
        }
    }
}

/// Looks at the destination again if the field holds another one now.
pub(super) fn follow(model: &mut Model) -> Option<Effect> {
    let Some(Dialog::Transfer(ask)) = &mut model.dialog else { return None };
    let to = ask.path();
    if ask.asked.as_ref() == Some(&to) {
        return None;
    }
    (ask.room, ask.claimed, ask.asked) = (None, 0, Some(to.clone()));
    let from = ask.items.paths.first()?.clone();
    let unpacks = ask.verb == Verb::Extract && ask.inside.is_none();
    let archives = if unpacks { ask.items.paths.clone() } else { Vec::new() };
    Some(Effect::Room { ticket: ask.items.ticket, from, to, archives })
}

/// Takes in the facts about a destination; facts about an earlier one are ignored.
pub(super) fn looked(model: &mut Model, ticket: u64, to: &Path, room: Room) -> Vec<Effect> {
    let Some(Dialog::Transfer(ask)) = &mut model.dialog else { return Vec::new() };
    if ask.items.ticket != ticket || ask.path() != to {
        return Vec::new();
    }
    ask.looked(room);
    let Some(wanted) = ask.begins.take() else { return Vec::new() };
    let ask = Transfer::clone(ask);
    (model.dialog, model.notice) = (None, None);
    begin(model, ask, wanted)
}

/// Takes in what other jobs of the queue will write to the filesystem of the destination.
pub(super) fn claimed(model: &mut Model, ticket: u64, to: &Path, bytes: u64) {
    let ask = match &mut model.dialog {
        Some(Dialog::Transfer(ask)) => &mut **ask,
        Some(Dialog::Rehearsal(rehearsal)) => &mut rehearsal.ask,
        _ => return,
    };
    if ask.items.ticket == ticket && ask.path() == to {
        ask.claimed = bytes;
    }
}

/// Says why nothing can be put at the destination, as far as the paths and the look at it tell.
fn refusal(ask: &Transfer) -> Option<String> {
    if let Some(why) = ask.blocked() {
        return Some(why);
    }
    let to = ask.path();
    let is_folder = |path: &PathBuf| ask.items.folder_paths.contains(path);
    if let Some(folder) = ask.items.paths.iter().find(|it| to.starts_with(it) && is_folder(it)) {
        return Some(tr!("request-into-itself", name = super::files::named(folder)));
    }
    let same = ask.items.paths.iter().find(|path| **path == to)?;
    Some(tr!("transfer-itself", name = super::files::named(same)))
}

/// Starts what the dialog asks for, or says why not and leaves the dialog open.
pub(super) fn begin(model: &mut Model, mut ask: Transfer, begin: Begin) -> Vec<Effect> {
    let Begin { paused, dry_run, anyway } = begin;
    // An emptied line would mean the folder of the items, which is no wish to copy them into it.
    if ask.typed().trim().is_empty() {
        model.say(Tone::Bad, tr!("transfer-no-folder"));
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    // Into a folder of this name, or under this name? The program looks rather than guesses.
    if ask.room.is_none() && !ask.means_folder() {
        model.say(Tone::Plain, tr!("transfer-checking"));
        ask.begins = Some(begin);
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    if let Some(why) = refusal(&ask) {
        model.say(Tone::Bad, why);
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    let parts = transfer::parts(ask.spec());
    if parts.is_empty() {
        model.say(Tone::Plain, super::files::nothing_to_move());
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    if let Some(error) = parts.iter().find_map(|spec| spec.far().err()) {
        model.say(Tone::Bad, fcp_presentation::errors::told(&error));
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    if dry_run {
        return rehearsal::open(model, ask);
    }
    let waits = paused || ask.adding().paused;
    if ask.is_short() && !anyway && !waits {
        let text = tr!("transfer-no-room");
        model.say(Tone::Bad, text);
        model.dialog = Some(Dialog::Transfer(Box::new(ask)));
        return Vec::new();
    }
    model.chosen = ask.remembered(model.chosen);
    ask.items.unmark(model.panel_mut());
    let adding = Adding { paused: waits, ..ask.adding() };
    let needs = ask.needs().filter(|_| !anyway && !waits);
    let mut missing = ask.missing();
    let mut effects = vec![Effect::Drop(ask.items.ticket)];
    for spec in parts {
        effects.push(Effect::Add {
            ticket: 0,
            spec: Box::new(spec),
            adding: adding.clone(),
            missing: missing.take(),
            needs,
        });
    }
    effects
}

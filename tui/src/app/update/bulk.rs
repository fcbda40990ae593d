//! Handles the keys of the page that renames many items.

use std::ffi::OsString;
use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use fcp_presentation::rename::Item;

use super::form::closes;
use crate::app::dialog::Dialog;
use crate::app::dialog::bulk::Bulk;
use crate::app::dialog::rows::Did;
use crate::app::dialog::unseen::Unseen;
use crate::app::layout::Layout;
use crate::app::model::{Effect, Model, Run, Tone};
use crate::app::undo::Outcome;
use crate::format;
use fcp_browse::edit::Known;
use fcp_browse::panel::{Entry, Subject};
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;
use fcp_presentation::undo::EditRequest;

/// Opens the page for what is marked, or for everything that is shown.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let panel = model.panel();
    let mut types = Vec::new();
    let mut item = |entry: Entry<'_>| {
        types.push((panel.dir.join(entry.name), entry.kind));
        let path = panel.dir.join(entry.name);
        let (folder, mtime) = (entry.is_directory(), entry.meta.map(|meta| meta.mtime));
        (path, Item { name: OsString::new(), folder, mtime })
    };
    let items: Vec<(PathBuf, Item)> = if panel.marks().is_empty() {
        panel.shown().map(&mut item).collect()
    } else {
        panel.marked_as_shown().map(&mut item).collect()
    };
    if items.is_empty() {
        model.say(Tone::Plain, tr!("rename-nothing"));
        return Vec::new();
    }
    let shown = Shown::of_types(types);
    let Some((dir, items)) = Bulk::together(&items) else {
        model.say(Tone::Plain, tr!("rename-folders"));
        return Vec::new();
    };
    let mut bulk = Bulk { unseen: Unseen::of(panel), shown, ..Bulk::new(dir, items) };
    plan(model, &mut bulk);
    let looks = identify(model.ticket(), &mut bulk);
    model.dialog = Some(Dialog::Bulk(Box::new(bulk)));
    vec![looks]
}

/// Has the program look which items they are: others of the same types may come to their names while the user types.
fn identify(ticket: u64, bulk: &mut Bulk) -> Effect {
    bulk.ticket = ticket;
    Effect::Identify { ticket, dir: bulk.dir.clone(), names: bulk.old_names().collect() }
}

/// Takes in which items they are.
pub(super) fn identified(model: &mut Model, ticket: u64, known: Known) {
    if let Some(Dialog::Bulk(bulk)) = &mut model.dialog
        && bulk.ticket == ticket
    {
        bulk.shown.know(known);
    }
}

fn plan(model: &Model, bulk: &mut Bulk) {
    let panel = model.panel();
    // In another directory than the panel's, the rename itself detects names that are in use.
    let is_here = panel.subject == Subject::Directory && panel.dir == bulk.dir;
    bulk.plan(&model.zone, |name| is_here && panel.has(name));
}

/// Gives a key to the page.
pub(super) fn key(model: &mut Model, mut bulk: Box<Bulk>, key: KeyEvent) -> Vec<Effect> {
    let mut effects = Vec::new();
    let last = bulk.items.len().saturating_sub(1);
    let page = Layout::of(model).list_rows().max(2) / 2;
    match key.code {
        _ if closes(key) => return Vec::new(),
        // The names are being given; they are not changed meanwhile.
        _ if bulk.tries.is_some() => {}
        KeyCode::Enter => match again(model, &mut bulk) {
            Ok(request) => {
                // The page closes once all have their names: what was typed must not be lost.
                bulk.tries = Some(request.clone());
                effects.push(Effect::Edit(request));
            }
            Err(why) => bulk.wrong = Some(why),
        },
        KeyCode::F(4) => {
            let names = bulk.names.clone();
            effects.push(Effect::Run(Run::Names { names }));
        }
        KeyCode::PageUp => bulk.top = bulk.top.saturating_sub(page),
        KeyCode::PageDown => bulk.top = (bulk.top + page).min(last),
        _ => {
            let did = bulk.rows.key(key);
            take(model, &mut bulk, did);
        }
    }
    model.dialog = Some(Dialog::Bulk(bulk));
    effects
}

/// Takes in what a key, a click or pasted text did to the rows.
pub(super) fn take(model: &Model, bulk: &mut Bulk, did: Did) {
    if matches!(did, Did::Typed | Did::Chose) {
        bulk.edited = None;
        plan(model, bulk);
    }
}

/// Gives what Enter does; what was found by an earlier try is looked at anew.
fn again(model: &Model, bulk: &mut Bulk) -> Result<EditRequest, String> {
    if bulk.late {
        plan(model, bulk);
    }
    request(bulk)
}

/// Gives what Enter does, or says why it does nothing.
fn request(bulk: &Bulk) -> Result<EditRequest, String> {
    if let Some(wrong) = &bulk.wrong {
        return Err(wrong.clone());
    }
    if bulk.refused() > 0 {
        return Err(tr!("rename-wrong").to_owned());
    }
    let pairs: Vec<_> = bulk.changes().map(|(old, new)| (old.to_owned(), new.to_owned())).collect();
    if pairs.is_empty() {
        return Err(tr!("rename-same").to_owned());
    }
    Ok(EditRequest::RenameAll { dir: bulk.dir.clone(), pairs, shown: bulk.shown.clone() })
}

/// Takes in how the change went that the page asked for; where the page says why not, it looks anew at the items.
pub(super) fn tried(model: &mut Model, request: &EditRequest, outcome: &Outcome) -> Option<Effect> {
    let ticket = model.ticket();
    let Some(Dialog::Bulk(bulk)) = &mut model.dialog else { return None };
    if bulk.tries.as_ref() != Some(request) {
        return None;
    }
    bulk.tries = None;
    let Some(wrong) = &outcome.wrong else {
        model.dialog = None;
        model.panel_mut().drop_marks();
        return None;
    };
    (bulk.wrong, bulk.late) = (Some(wrong.clone()), true);
    if let Some((old, problem)) = &outcome.refused {
        bulk.refuse(old, *problem);
    }
    Some(identify(ticket, bulk))
}

/// Takes the names that the editor left.
pub(super) fn named(model: &mut Model, result: Result<Vec<OsString>, String>) {
    let Some(Dialog::Bulk(mut bulk)) = model.dialog.take() else { return };
    match result {
        Ok(names) if names.len() == bulk.items.len() => {
            bulk.edited = Some(names);
            plan(model, &mut bulk);
        }
        Ok(names) => {
            let (n, shown) = (names.len() as u64, format::count(names.len() as u64));
            let lines = tr!("count-lines", count = n, shown = shown);
            let items = format::items(bulk.items.len() as u64);
            bulk.wrong = Some(tr!("rename-lines", lines = lines, items = items));
        }
        Err(why) => bulk.wrong = Some(why),
    }
    model.dialog = Some(Dialog::Bulk(bulk));
}

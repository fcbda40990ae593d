//! Handles the keys of the page that lists the trash.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::trash::{Contents, Trashed, place};
use fcp_presentation::{tr, transfer};

use crate::app::dialog::Dialog;
use crate::app::dialog::trash::{Asks, Trash, delete, told};
use crate::app::model::{Effect, Model, Tone};

/// Rows of a page, beside head and foot.
const FRAME: u16 = 5;

/// Shows what is in the trash, or says why it cannot be read.
pub(super) fn open(model: &mut Model, contents: Result<Contents, String>) -> Vec<Effect> {
    match contents {
        Ok(contents) if contents.items.is_empty() => match told(&contents.unread) {
            unread if unread.is_empty() => model.say(Tone::Plain, tr!("trash-empty")),
            unread => model.say(Tone::Bad, unread),
        },
        Ok(contents) => {
            let ticket = model.ticket();
            let places = contents.items.iter().filter_map(|item| place(&item.id.0));
            let names = places.map(PathBuf::into_os_string).collect();
            model.dialog = Some(Dialog::Trash(Box::new(Trash::new(contents, ticket))));
            // The places are absolute, so they are below no directory.
            return vec![Effect::Measure {
                ticket,
                dir: PathBuf::new(),
                names,
                files: Vec::new(),
                together: false,
            }];
        }
        Err(why) => model.say(Tone::Bad, why),
    }
    Vec::new()
}

/// Takes in what is in the trash now that the page is open; nothing if another dialog is.
pub(super) fn relisted(model: &mut Model, contents: Result<Contents, String>) -> Vec<Effect> {
    let now = model.now;
    let Some(Dialog::Trash(trash)) = &mut model.dialog else { return Vec::new() };
    trash.looking = false;
    let mut effects = Vec::new();
    match contents {
        Ok(contents) => trash.refresh(contents, now),
        Err(why) => {
            model.say(Tone::Bad, why);
            return Vec::new();
        }
    }
    if std::mem::take(&mut trash.stale) {
        trash.looking = true;
        effects.push(Effect::Trashed);
    }
    if trash.items.is_empty() && trash.unread.is_empty() {
        let ticket = trash.ticket;
        model.vanish();
        model.say(Tone::Plain, tr!("trash-empty"));
        return vec![Effect::Drop(ticket)];
    }
    let places = trash.items.iter().filter_map(Trashed::place);
    let new = places.filter(|place| !trash.sizes.contains_key(place));
    let names: Vec<_> = new.map(PathBuf::into_os_string).collect();
    if !names.is_empty() {
        // Those that were being measured are among them.
        effects.push(Effect::Drop(trash.ticket));
        let ticket = model.ticket();
        if let Some(Dialog::Trash(trash)) = &mut model.dialog {
            trash.ticket = ticket;
        }
        effects.push(Effect::Measure {
            ticket,
            dir: PathBuf::new(),
            names,
            files: Vec::new(),
            together: false,
        });
    }
    effects
}

/// Lists the trash again if a directory of it has changed.
pub(super) fn changed(model: &mut Model, dir: &Path) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::Trash(trash)) if trash.dirs().contains(dir) => look(trash),
        _ => Vec::new(),
    }
}

/// Lists the trash again: at once, or as soon as that is done already.
fn look(trash: &mut Trash) -> Vec<Effect> {
    if std::mem::replace(&mut trash.looking, true) {
        trash.stale = true;
        return Vec::new();
    }
    vec![Effect::Trashed]
}

/// Takes in the size of an item; `false` if the page did not ask for it, or is closed.
pub(super) fn measured(model: &mut Model, ticket: u64, place: &OsStr, bytes: u64) -> bool {
    let Some(Dialog::Trash(trash)) = &mut model.dialog else { return false };
    if trash.ticket != ticket {
        return false;
    }
    trash.sizes.insert(place.into(), bytes);
    true
}

/// Gives a key to the page.
pub(super) fn key(model: &mut Model, mut trash: Trash, key: KeyEvent) -> Vec<Effect> {
    if let Some((asks, _)) = trash.asks {
        return confirmed(model, trash, asks, key.code);
    }
    let mut effects = Vec::new();
    let page = isize::try_from(model.screen.1.saturating_sub(FRAME)).unwrap_or(1);
    let by = match key.code {
        KeyCode::Up => Some(-1),
        KeyCode::Down => Some(1),
        KeyCode::PageUp => Some(-page),
        KeyCode::PageDown => Some(page),
        KeyCode::Home => Some(isize::MIN),
        KeyCode::End => Some(isize::MAX),
        _ => None,
    };
    if let Some(by) = by {
        step(&mut trash, by);
    } else if trash.typing {
        searched(&mut trash, key);
    } else {
        match key.code {
            KeyCode::Esc if !trash.search.text().is_empty() => {
                trash.search.set("");
                trash.arrange();
            }
            KeyCode::Esc | KeyCode::F(10) | KeyCode::Char('q') => return Vec::new(),
            KeyCode::Enter if !trash.chosen().is_empty() => {
                let spec = transfer::restore_trashed(trash.chosen());
                trash.leave(&spec.sources);
                // The page stays open for the next ones.
                if !trash.items.is_empty() {
                    model.dialog = Some(Dialog::Trash(Box::new(trash)));
                }
                return vec![Effect::submit(spec)];
            }
            KeyCode::Char(' ') | KeyCode::Insert => {
                if let Some(id) = trash.current().map(|item| item.id.0.clone()) {
                    mark(&mut trash, id);
                }
                step(&mut trash, 1);
            }
            KeyCode::Char('*') => {
                let shown = trash.shown.iter().filter_map(|&n| trash.items.get(n));
                let ids: Vec<_> = shown.map(|item| item.id.0.clone()).collect();
                for id in ids {
                    mark(&mut trash, id);
                }
            }
            KeyCode::Char('/') => trash.typing = true,
            KeyCode::Char('s') => {
                trash.by_time = !trash.by_time;
                trash.arrange();
            }
            KeyCode::Char('d') | KeyCode::Delete | KeyCode::F(8) if !trash.chosen().is_empty() => {
                trash.asks = Some((Asks::Delete, model.now));
                effects = look(&mut trash);
            }
            KeyCode::Char('E') => {
                trash.asks = Some((Asks::Empty, model.now));
                effects = look(&mut trash);
            }
            _ => {}
        }
    }
    model.dialog = Some(Dialog::Trash(Box::new(trash)));
    effects
}

/// Takes the answer to a confirmation: only `y` deletes, and not in the first moment.
fn confirmed(model: &mut Model, mut trash: Trash, asks: Asks, code: KeyCode) -> Vec<Effect> {
    let rests = trash.rests(model.now);
    if code == KeyCode::Char('y') && !rests {
        return vec![Effect::submit(delete(&trash.meant(asks)))];
    }
    // Keys that were typed ahead do not delete, nor do keys that follow them at once.
    trash.asks = match code {
        KeyCode::Esc | KeyCode::Enter | KeyCode::Char('n' | 'q') => None,
        _ if rests => Some((asks, model.now)),
        _ => trash.asks,
    };
    model.dialog = Some(Dialog::Trash(Box::new(trash)));
    Vec::new()
}

fn step(trash: &mut Trash, by: isize) {
    let last = trash.shown.len().saturating_sub(1);
    trash.cursor = trash.cursor.saturating_add_signed(by).min(last);
}

fn mark(trash: &mut Trash, id: PathBuf) {
    if !trash.marks.remove(&id) {
        trash.marks.insert(id);
    }
}

fn searched(trash: &mut Trash, key: KeyEvent) {
    match key.code {
        KeyCode::Enter => trash.typing = false,
        KeyCode::Esc => {
            trash.typing = false;
            trash.search.set("");
        }
        _ => {
            trash.search.key(key);
            trash.cursor = 0;
        }
    }
    trash.arrange();
}

//! Passes keys, clicks and messages to the open dialog.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_browse::Measure;
use fcp_presentation::tr;

use super::{
    bulk, checksums, columns, comparison, confirm, conflicts, diff, divided, form, letters, menu,
    mode, open_with, picker, properties, question, rehearsal, removal, report, sharing, transfer,
    trash,
};
use crate::app::dialog::Dialog;
use crate::app::dialog::help::Help;
use crate::app::dialog::picker::{Item, Pick, Picker};
use crate::app::dialog::rows::{Did, Rows};
use crate::app::model::{Effect, Model, Msg, Tone};
use crate::format;

/// Tells whether the dialog was submitted, so that a key is not meant for it.
pub(super) fn is_submitted(model: &Model, key: KeyEvent) -> bool {
    let is_submitted = matches!(&model.dialog, Some(Dialog::Form(form)) if form.tries.is_some());
    is_submitted && model.dialog_help.is_none() && !matches!(key.code, KeyCode::Esc | KeyCode::F(1))
}

/// Gives a key to the dialog; Esc closes each and destroys nothing.
pub(super) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    if let Some(help) = model.dialog_help.take() {
        super::help::over_dialog(model, help, key);
        return Vec::new();
    }
    if key.code == KeyCode::F(1) && !matches!(model.dialog, Some(Dialog::Help(_))) {
        model.dialog_help = Some(Help::default());
        return Vec::new();
    }
    let Some(dialog) = model.dialog.take() else { return Vec::new() };
    let Some(key) = meant(&dialog, key) else {
        model.dialog = Some(dialog);
        return Vec::new();
    };
    match dialog {
        Dialog::Transfer(ask) => transfer::key(model, *ask, key),
        Dialog::Rehearsal(rehearsal) => self::rehearsal::key(model, *rehearsal, key),
        Dialog::Sharing(sharing) => self::sharing::key(model, *sharing, key),
        Dialog::Removal(ask) => removal::key(model, ask, key),
        Dialog::Form(form) => form::key(model, form, key),
        Dialog::Mode(mode) => mode::key(model, mode, key),
        Dialog::Bulk(bulk) => bulk::key(model, bulk, key),
        Dialog::Question(ask) => question::key(model, ask, key),
        Dialog::Picker(picker) => picker::key(model, picker, key),
        Dialog::Menu(menu) => self::menu::key(model, menu, key),
        Dialog::Conflicts(table) => conflicts::key(model, table, key.code),
        Dialog::Confirm(confirm) => confirm::key(model, confirm, key.code),
        Dialog::Report(report) => report::report(model, report, key.code),
        Dialog::Finished(log) => report::finished(model, log, key.code),
        Dialog::Trash(trash) => self::trash::key(model, *trash, key),
        Dialog::Comparison(page) => comparison::key(model, *page, key.code),
        Dialog::Columns(choice) => columns::key(model, choice, key),
        Dialog::Letters(letters) => self::letters::key(model, letters, key),
        Dialog::Diff(page) => diff::key(model, *page, key.code),
        Dialog::Divided(page) => divided::key(model, *page, key.code),
        Dialog::Checksums(page) => checksums::key(model, *page, key),
        Dialog::Properties(dialog) => properties::key(model, dialog, key),
        Dialog::Help(help) => super::help::key(model, help, key),
    }
}

/// Gives the key as the dialog reads it, or none if it was meant for something else: Ctrl-O is no
/// `o`, Alt-Enter is no Enter, and where a letter answers it must not overwrite.
fn meant(dialog: &Dialog, key: KeyEvent) -> Option<KeyEvent> {
    let by_letters = match dialog {
        Dialog::Question(ask) => ask.editing.is_none(),
        Dialog::Trash(trash) => !trash.typing,
        Dialog::Conflicts(_)
        | Dialog::Confirm(_)
        | Dialog::Report(_)
        | Dialog::Finished(_)
        | Dialog::Comparison(_)
        | Dialog::Diff(_)
        | Dialog::Divided(_)
        | Dialog::Columns(_)
        | Dialog::Properties(_)
        | Dialog::Letters(_) => true,
        _ => false,
    };
    let is_plain = (key.modifiers - KeyModifiers::SHIFT).is_empty();
    match key.code {
        // What deletes a word of a line.
        KeyCode::Char(_) | KeyCode::Delete if !by_letters => Some(key),
        KeyCode::Char('c' | 'g') if key.modifiers == KeyModifiers::CONTROL => {
            Some(KeyEvent::from(KeyCode::Esc))
        }
        KeyCode::Char(_) | KeyCode::Enter | KeyCode::Delete => is_plain.then_some(key),
        _ => Some(key),
    }
}

/// Gives the new first line of a page, or none if the key closes it.
pub(super) fn scrolled(top: usize, last: usize, code: KeyCode) -> Option<usize> {
    let to = match code {
        KeyCode::Up => Some(top.saturating_sub(1)),
        KeyCode::Down => Some(top.saturating_add(1)),
        KeyCode::PageUp => Some(top.saturating_sub(10)),
        KeyCode::PageDown => Some(top.saturating_add(10)),
        KeyCode::Home => Some(0),
        KeyCode::End => Some(last),
        KeyCode::Esc | KeyCode::Enter | KeyCode::F(_) | KeyCode::Char('q' | '?') => None,
        _ => Some(top),
    };
    to.map(|top| top.min(last))
}

/// Gives the rows of the dialog, if it has any.
fn rows(model: &mut Model) -> Option<&mut Rows> {
    match model.dialog.as_mut()? {
        Dialog::Transfer(ask) => Some(&mut ask.rows),
        Dialog::Form(form) => Some(&mut form.rows),
        Dialog::Mode(mode) => Some(&mut mode.rows),
        Dialog::Bulk(bulk) => Some(&mut bulk.rows),
        _ => None,
    }
}

/// Lets the dialog take in what a click or pasted text did to its rows.
fn take(model: &mut Model, did: Did) {
    let Some(mut dialog) = model.dialog.take() else { return };
    match &mut dialog {
        Dialog::Form(form) if did != Did::Nothing => {
            (form.wrong, form.offers) = (None, Vec::new());
        }
        Dialog::Mode(mode) => mode::take(mode, did),
        Dialog::Bulk(bulk) => bulk::take(model, bulk, did),
        _ => {}
    }
    model.dialog = Some(dialog);
}

/// Puts pasted text into the field of the dialog, if it has one.
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Effect> {
    let of_page = match &mut model.dialog {
        Some(Dialog::Help(help)) => Some(help),
        _ => None,
    };
    if let Some(help) = model.dialog_help.as_mut().or(of_page) {
        if help.typing {
            help.filter.paste(text);
            help.top = 0;
        }
        return Vec::new();
    }
    if let Some(did) = rows(model).map(|rows| rows.paste(text)) {
        take(model, did);
        return Vec::new();
    }
    match &mut model.dialog {
        Some(Dialog::Question(ask)) => {
            if let Some(field) = &mut ask.editing {
                field.paste(text);
            }
        }
        Some(Dialog::Checksums(page)) => checksums::pasted(page, text),
        Some(Dialog::Trash(trash)) if trash.typing => {
            trash.search.paste(text);
            trash.arrange();
        }
        Some(Dialog::Picker(picker)) => {
            picker.field.paste(text);
            picker.search();
        }
        _ => {}
    }
    Vec::new()
}

/// Chooses a line of a list that the mouse pressed; the second press takes it.
pub(super) fn line(model: &mut Model, line: usize, double: bool) -> Vec<Effect> {
    if let Some(did) = rows(model).map(|rows| rows.press(line)) {
        take(model, did);
        return Vec::new();
    }
    match &mut model.dialog {
        Some(Dialog::Picker(picker)) => {
            picker.cursor = line.min(picker.shown.len().saturating_sub(1));
        }
        Some(Dialog::Question(ask)) => ask.choice = line,
        Some(Dialog::Confirm(confirm)) => confirm.choice = line,
        Some(Dialog::Finished(log)) => log.cursor = line,
        Some(Dialog::Trash(trash)) => trash.cursor = line,
        Some(Dialog::Letters(letters)) => letters.cursor = line,
        Some(Dialog::Columns(choice)) => {
            choice.cursor = line;
            // Enter would close the dialog, and not turn this row.
            return if double {
                key(model, KeyEvent::from(KeyCode::Char(' ')))
            } else {
                Vec::new()
            };
        }
        Some(Dialog::Checksums(page)) => {
            // Enter would be about all files.
            page.cursor = line;
            return Vec::new();
        }
        Some(Dialog::Comparison(page)) => {
            // Enter would be about the whole plan, and not about this row.
            page.cursor = line;
            return Vec::new();
        }
        Some(Dialog::Report(report)) => report.cursor = line,
        Some(Dialog::Conflicts(_)) => {
            // Enter would answer all of them, and not this one.
            conflicts::stand(model, line);
            return Vec::new();
        }
        Some(Dialog::Menu(_)) => return menu::pressed(model, line),
        _ => return Vec::new(),
    }
    if double { key(model, KeyEvent::from(KeyCode::Enter)) } else { Vec::new() }
}

/// Takes the answer before the chosen one of a choice.
pub(super) fn back(model: &mut Model, line: usize) -> Vec<Effect> {
    if let Some(did) = rows(model).map(|rows| rows.press_back(line)) {
        take(model, did);
    }
    Vec::new()
}

/// Turns the wheel over a dialog.
pub(super) fn wheel(model: &mut Model, rows: isize) -> Vec<Effect> {
    let code = if rows < 0 { KeyCode::Up } else { KeyCode::Down };
    match &mut model.dialog {
        Some(_) if model.dialog_help.is_some() => turned(model, code, rows),
        Some(Dialog::Bulk(bulk)) => {
            let last = bulk.items.len().saturating_sub(1);
            bulk.top = bulk.top.saturating_add_signed(rows).min(last);
            Vec::new()
        }
        Some(
            Dialog::Help(_)
            | Dialog::Report(_)
            | Dialog::Picker(_)
            | Dialog::Menu(_)
            | Dialog::Conflicts(_)
            | Dialog::Finished(_)
            | Dialog::Trash(_)
            | Dialog::Comparison(_)
            | Dialog::Diff(_)
            | Dialog::Divided(_)
            | Dialog::Checksums(_)
            | Dialog::Letters(_)
            | Dialog::Columns(_),
        ) => turned(model, code, rows),
        _ => Vec::new(),
    }
}

/// Presses a key once for each row that the wheel turns by.
fn turned(model: &mut Model, code: KeyCode, rows: isize) -> Vec<Effect> {
    (0..rows.unsigned_abs()).flat_map(|_| key(model, KeyEvent::from(code))).collect()
}

/// Takes in what a dialog asked for.
pub(super) fn told(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Completed { ticket, paths } => match &mut model.dialog {
            Some(Dialog::Transfer(ask)) if ask.items.ticket == ticket => {
                transfer::complete(ask, &paths);
            }
            Some(Dialog::Form(form)) if form.ticket == ticket && form.is_path() => {
                form::complete(form, &paths, model.home.as_deref());
            }
            _ => {}
        },
        Msg::Accounts(names) => form::accounts(model, names),
        Msg::Machines(names) => form::machines(model, names),
        Msg::Identified { ticket, known } => bulk::identified(model, ticket, known),
        Msg::Untrashed { question, deletable } => question::looked(model, question, deletable),
        Msg::Claimed { ticket, to, bytes } => transfer::claimed(model, ticket, &to, bytes),
        Msg::Planned { ticket, plan } => {
            if matches!(model.dialog, Some(Dialog::Sharing(_))) {
                sharing::planned(model, ticket, plan);
            } else {
                rehearsal::planned(model, ticket, plan);
            }
        }
        Msg::Room { ticket, to, room } => return transfer::looked(model, ticket, &to, room),
        // If the user has opened a dialog meanwhile, its keys must not go to another one.
        Msg::Trashed(contents) if matches!(model.dialog, Some(Dialog::Trash(_))) => {
            return trash::relisted(model, contents);
        }
        Msg::Mounts(_) | Msg::Trashed(_) | Msg::Programs(..) if model.dialog.is_some() => {}
        Msg::Programs(path, programs) => open_with::choose(model, path, programs),
        Msg::Mounts(mounts) => {
            let item = |(mount, space): (fcp_browse::Mount, _)| {
                let space: Option<fcp_browse::Space> = space;
                let free = space.map_or(String::new(), |space| {
                    let (free, total) = (format::size(space.free), format::size(space.total));
                    tr!("mounts-free", free = free, total = total)
                });
                Item::new(model.path(&mount.dir), Pick::Path(mount.dir))
                    .note(free)
                    .keys(mount.kind.to_string_lossy())
            };
            let items = mounts.into_iter().map(item).collect();
            model.dialog =
                Some(Dialog::Picker(Picker::new(tr!("mounts-title"), tr!("list-go"), items)));
        }
        Msg::Trashed(contents) => return trash::open(model, contents),
        Msg::Recalled { ticket, recalled } => comparison::recalled(model, ticket, recalled),
        Msg::Remembered { tells, result } => match result {
            Ok(()) if tells => model.say(Tone::Good, tr!("step-kept")),
            Ok(()) => {}
            Err(why) => model.say(Tone::Bad, why),
        },
        Msg::Forgotten { ticket } => return comparison::forgotten(model, ticket),
        Msg::Compared { ticket, batch } => return comparison::told(model, ticket, batch),
        Msg::Summed { ticket, rows, progress, is_done } => {
            return checksums::told(model, ticket, rows, progress, is_done);
        }
        Msg::Inspected { ticket, known, is_done } => {
            return properties::told(model, ticket, known, is_done);
        }
        Msg::PlanFound { ticket, dir } => return divided::found(model, ticket, dir),
        Msg::PlanSeen { ticket, seen, rest } => return divided::told(model, ticket, seen, rest),
        Msg::Diffed { ticket, result } => diff::told(model, ticket, result),
        Msg::ComparedAll { ticket, result } => return comparison::ended(model, ticket, result),
        _ => {}
    }
    Vec::new()
}

/// Takes in what was counted for a dialog.
pub(super) fn measured(model: &mut Model, ticket: u64, measure: Measure, whole: bool) {
    let items = match &mut model.dialog {
        Some(Dialog::Transfer(ask)) => &mut ask.items,
        Some(Dialog::Removal(ask)) => &mut ask.items,
        _ => return,
    };
    if items.ticket == ticket {
        (items.counted, items.whole) = (Some(measure), whole);
    }
}

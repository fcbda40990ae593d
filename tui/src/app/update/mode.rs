//! Handles the keys of the dialog that changes permission bits.

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::event::FileKind;
use fcp_presentation::tr;

use super::form::closes;
use crate::app::dialog::Dialog;
use crate::app::dialog::items::Items;
use crate::app::dialog::mode::Mode;
use crate::app::dialog::rows::Did;
use crate::app::dialog::unseen::Unseen;
use crate::app::model::{Effect, Model};
use fcp_presentation::undo::EditRequest;

/// Opens the dialog, if anything is chosen.
pub(super) fn ask(model: &Model) -> Option<Mode> {
    let panel = model.panel();
    let paths = panel.chosen_paths();
    let chosen = panel.chosen();
    // A symlink stands for its target, whose mode the listing has not read.
    let known = chosen.iter().filter(|entry| entry.kind != FileKind::Symlink);
    let items = known.filter_map(|entry| Some((entry.meta?.mode & 0o7777, entry.is_directory())));
    let items = items.collect();
    let unseen = Unseen::of(panel);
    let shown = Items::types(panel);
    (!paths.is_empty()).then(|| Mode { unseen, shown, ..Mode::new(paths, items, model.umask) })
}

/// Gives a key to the dialog.
pub(super) fn key(model: &mut Model, mut mode: Box<Mode>, key: KeyEvent) -> Vec<Effect> {
    if closes(key) {
        return Vec::new();
    }
    if key.code == KeyCode::Enter {
        match request(&mode) {
            Ok(request) => {
                model.panel_mut().drop_marks();
                return vec![Effect::Edit(request)];
            }
            Err(wrong) => mode.wrong = Some(wrong),
        }
    } else {
        let did = mode.rows.key(key);
        take(&mut mode, did);
    }
    model.dialog = Some(Dialog::Mode(mode));
    Vec::new()
}

/// Takes in what a key or a click did to the rows.
pub(super) fn take(mode: &mut Mode, did: Did) {
    match did {
        Did::Turned(bit) => {
            mode.wrong = None;
            mode.turn(bit);
        }
        Did::Typed => (mode.typed, mode.wrong) = (true, None),
        Did::Chose => mode.respell(),
        Did::Nothing | Did::Moved => {}
    }
}

/// Gives what Enter does, or says why it does nothing.
fn request(mode: &Mode) -> Result<EditRequest, String> {
    let text = mode.spelled().trim();
    if text.is_empty() {
        return Err(tr!("mode-nothing").to_owned());
    }
    let change = mode.change();
    let change = change.ok_or_else(|| tr!("mode-wrong", text = text))?;
    let recursive = mode.is_recursive();
    if mode.changes() == 0 && !recursive {
        return Err(tr!("mode-same").to_owned());
    }
    let (paths, shown) = (mode.paths.clone(), mode.shown.clone());
    Ok(EditRequest::Mode { paths, change, recursive, shown })
}

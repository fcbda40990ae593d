//! Draws the dialog before items are moved to the trash or deleted permanently.

use super::super::canvas::Canvas;
use super::parts::{Button, Kind, LABEL, amount, button_row, buttons, label, named, origin};
use crate::app::dialog::question::REST;
use crate::app::dialog::removal::{CONFIRM, Removal};
use crate::app::look::{ACCENT, BAD, TEXT};
use crate::app::model::Model;
use crate::format;

pub(super) fn removal(model: &Model, ask: &Removal, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let items = &ask.items;
    let named = named(&items.paths);
    let (title, frame) = if ask.for_good {
        (format!("Delete {named} permanently"), BAD)
    } else {
        (format!("Move {named} to the trash"), ACCENT)
    };
    let narrow = canvas.width() < 78;
    let at = canvas.frame(78, if narrow && ask.for_good { 12 } else { 11 }, &title, "", frame);
    label(canvas, at, 0, "From", &origin(model, items));
    let counted = items.counted.unwrap_or_default();
    let files = items.files() + counted.files;
    let folders = if items.folders > 0 { counted.directories.max(items.folders as u64) } else { 0 };
    let mut what = Vec::new();
    if files > 0 {
        what.push(format::counted(files, "file", "files"));
    }
    if folders > 0 {
        what.push(format::counted(folders, "folder", "folders"));
    }
    amount(items, &what, canvas, at, at.y + 1);
    let words = if ask.for_good {
        "This skips the trash and cannot be undone. Symlinks are deleted, not followed."
    } else if items.paths.len() == 1 {
        "The trash keeps it, and undo restores it."
    } else {
        "The trash keeps them, and undo restores them."
    };
    canvas.lines(at.x + LABEL, at.y + 3, at.w - LABEL, words, TEXT);
    if !ask.for_good {
        let keys = [("Enter", "Move to trash"), ("Tab", "Delete instead"), ("Esc", "Cancel")];
        return buttons(canvas, at, true, &keys);
    }
    let live = model.now >= ask.opened + REST;
    let confirm = CONFIRM.to_string();
    let keys = vec![
        Button { key: "Enter", word: "Cancel", kind: Kind::Primary, live: true },
        Button { key: &confirm, word: "Delete permanently", kind: Kind::Danger, live },
        Button { key: "Tab", word: "Trash instead", kind: Kind::Plain, live: true },
    ];
    button_row(canvas, at, keys)
}

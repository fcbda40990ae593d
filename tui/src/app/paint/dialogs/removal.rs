//! Draws the dialog before items are moved to the trash or deleted permanently.

use super::super::canvas::Canvas;
use super::parts::{Button, Kind, LABEL, button_row, buttons, label};
use crate::app::dialog::question::REST;
use crate::app::dialog::removal::{CONFIRM, Removal};
use crate::app::look::{ACCENT, BAD, MUTED, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::format;

pub(super) fn removal(model: &Model, ask: &Removal, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let items = match ask.paths.as_slice() {
        [one] => base_name(one),
        many => format::counted(many.len() as u64, "marked item", "marked items"),
    };
    let (title, frame) = if ask.for_good {
        (format!("Delete {items} permanently"), BAD)
    } else {
        (format!("Move {items} to the trash"), ACCENT)
    };
    let narrow = canvas.width() < 78;
    let at = canvas.frame(78, if narrow && ask.for_good { 12 } else { 11 }, &title, "", frame);
    label(canvas, at, 0, "From", &model.path(&ask.from));
    let files = ask.paths.len() as u64 - ask.folders as u64;
    let counted = ask.counted.unwrap_or_default();
    let folders = if ask.folders > 0 { counted.directories.max(ask.folders as u64) } else { 0 };
    let mut what = Vec::new();
    if files + counted.files > 0 {
        what.push(format::counted(files + counted.files, "file", "files"));
    }
    if folders > 0 {
        what.push(format::counted(folders, "folder", "folders"));
    }
    let x = canvas.put(at.x + LABEL, at.y + 1, &format!("{}, ", what.join(", ")), TEXT);
    let x = canvas.put(x, at.y + 1, &format::size(ask.bytes()), STRONG);
    if ask.folders > 0 {
        canvas.put(x + 3, at.y + 1, if ask.whole { "counted" } else { "so far" }, MUTED);
    }
    let words = if ask.for_good {
        "This skips the trash and cannot be undone. Symlinks are deleted, not followed."
    } else if ask.paths.len() == 1 {
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

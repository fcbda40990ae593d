//! The dialog before something is removed.

use super::super::canvas::Canvas;
use super::{LABEL, buttons, label, one_button};
use crate::app::dialog::question::REST;
use crate::app::dialog::removal::Removal;
use crate::app::look::{ACCENT, BAD, Ground, INK, MUTED, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::format;

pub(super) fn removal(model: &Model, ask: &Removal, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let items = match ask.paths.as_slice() {
        [one] => base_name(one),
        many => format::counted(many.len() as u64, "marked item", "marked items"),
    };
    let (title, frame) = if ask.for_good {
        (format!("Delete {items} for good"), BAD)
    } else {
        (format!("Move {items} to the trash"), ACCENT)
    };
    let at = canvas.frame(76, 12, &title, "", frame);
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
    let y = at.h - 1;
    if ask.for_good {
        canvas.put(at.x + LABEL, at.y + 3, "They do not go to the trash, and no undo brings", TEXT);
        canvas.put(at.x + LABEL, at.y + 4, "them back. Symlinks are deleted, not followed.", TEXT);
        let live = model.now >= ask.opened + REST;
        buttons(canvas, at, y, true, &[("Enter", "Keep them")]);
        let paint = if live { INK.on(Ground::Danger) } else { MUTED.on(Ground::Field) };
        let x = one_button(canvas, at.x + 22, at.y + y, ("d", "Delete for good"), paint);
        one_button(canvas, x + 3, at.y + y, ("Tab", "Trash instead"), TEXT);
    } else {
        canvas.put(at.x + LABEL, at.y + 3, "The trash keeps them, and undo puts them back.", TEXT);
        let keys = [("Enter", "Move to trash"), ("Tab", "For good instead"), ("Esc", "Keep them")];
        buttons(canvas, at, y, true, &keys);
    }
    (at.x, at.y + y)
}

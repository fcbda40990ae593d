//! Draws the dialog before items are moved to the trash or deleted permanently.

use super::super::canvas::Canvas;
use super::parts::{Button, Kind, LABEL, amount, button_row, buttons, label, named, origin};
use crate::app::dialog::question::REST;
use crate::app::dialog::removal::{CONFIRM, Removal};
use crate::app::look::{ACCENT, BAD, TEXT};
use crate::app::model::Model;
use crate::format;
use fcp_engine::path::FarPath;
use fcp_presentation::tr;

pub(super) fn removal(model: &Model, ask: &Removal, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let items = &ask.items;
    let named = named(&items.paths);
    let (title, frame) = if ask.for_good {
        (tr!("removal-delete", items = named), BAD)
    } else {
        (tr!("removal-trash", items = named), ACCENT)
    };
    let narrow = canvas.width() < 78;
    let at = canvas.frame(78, if narrow && ask.for_good { 12 } else { 11 }, &title, "", frame);
    label(canvas, at, 0, tr!("label-from"), &origin(model, items));
    let counted = items.counted.unwrap_or_default();
    let files = items.files() + counted.files;
    let folders = if items.folders > 0 { counted.directories.max(items.folders as u64) } else { 0 };
    let mut what = Vec::new();
    if files > 0 {
        what.push(format::files(files));
    }
    if folders > 0 {
        what.push(format::folders(folders));
    }
    amount(items, &what, canvas, at, at.y + 1);
    let machine = FarPath::of(&items.from).map(|far| far.host().to_owned());
    let words = match machine {
        _ if ask.for_good => tr!("removal-delete-note").to_owned(),
        Some(machine) => tr!("removal-trash-there-note", machine = machine),
        None if items.paths.len() == 1 => tr!("removal-trash-one-note").to_owned(),
        None => tr!("removal-trash-note").to_owned(),
    };
    canvas.lines(at.x + LABEL, at.y + 3, at.w - LABEL, &words, TEXT);
    if !ask.for_good {
        let keys = [
            ("Enter", tr!("button-move-to-trash")),
            ("Tab", tr!("button-delete-instead")),
            ("Esc", tr!("button-cancel")),
        ];
        return buttons(canvas, at, true, &keys);
    }
    let live = model.now >= ask.opened + REST;
    let confirm = CONFIRM.to_string();
    let keys = vec![
        Button { key: "Enter", word: tr!("button-cancel"), kind: Kind::Primary, live: true },
        Button { key: &confirm, word: tr!("button-delete-permanently"), kind: Kind::Danger, live },
        Button { key: "Tab", word: tr!("button-trash-instead"), kind: Kind::Plain, live: true },
    ];
    button_row(canvas, at, keys)
}

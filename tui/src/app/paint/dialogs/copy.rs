//! The copy dialog.

use super::super::canvas::Canvas;
use super::{LABEL, buttons, label};
use crate::app::dialog::copy::{CopyAsk, POLICIES};
use crate::app::look::{ACCENT, Ground, MUTED, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::format;

pub(super) fn copy(model: &Model, ask: &CopyAsk, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let count = ask.sources.len() as u64;
    let title = match ask.sources.as_slice() {
        [one] => format!("Copy {}", base_name(one)),
        _ => format!("Copy {}", format::counted(count, "marked item", "marked items")),
    };
    let at = canvas.frame(82, 14, &title, "", ACCENT);
    label(canvas, at, 0, "From", &model.path(&ask.from));
    let files = count - ask.folders as u64;
    let mut what = Vec::new();
    if files > 0 {
        let size = format::size(ask.size);
        what.push(format!("{}, {size}", format::counted(files, "file", "files")));
    }
    if ask.folders > 0 {
        what.push(format::counted(ask.folders as u64, "folder", "folders"));
    }
    canvas.put(at.x + LABEL, at.y + 1, &what.join(" and "), TEXT);
    label(canvas, at, 3, "To", &model.path(&ask.to));
    canvas.put(at.x, at.y + 5, "If taken", MUTED);
    let (name, consequence) = POLICIES[ask.policy];
    let x = canvas.run(
        at.x + LABEL,
        at.y + 5,
        &[
            ("‹ ", ACCENT.on(Ground::Cursor)),
            (&format!("{name:<16}"), STRONG.on(Ground::Cursor)),
            (" ›", ACCENT.on(Ground::Cursor)),
        ],
    );
    canvas.put(x + 3, at.y + 5, "← → change", MUTED);
    canvas.put(at.x + LABEL, at.y + 6, consequence, MUTED);
    buttons(canvas, at, at.h - 1, true, &[("Enter", "Start copy"), ("Esc", "Cancel")]);
    (at.x + LABEL + 2, at.y + 5)
}

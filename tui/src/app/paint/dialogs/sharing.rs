//! Draws which equal files would share their storage, and the key that starts the job.

use super::super::canvas::Canvas;
use super::parts::{LABEL, buttons, label};
use super::rehearsal::lines;
use crate::app::dialog::sharing::Sharing;
use crate::app::look::{ACCENT, BAD, MUTED, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::{format, text};
use fcp_presentation::tr;

/// Columns of the dialog.
const WIDTH: u16 = 82;

pub(super) fn sharing(model: &Model, sharing: &Sharing, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let (place, title) = match sharing.paths.as_slice() {
        [one] => (model.path(one), tr!("sharing-title", items = base_name(one))),
        all => {
            let parent = all.first().and_then(|path| path.parent());
            let items = format::items(all.len() as u64);
            let place = parent.map(|dir| model.path(dir)).unwrap_or_default();
            (place, tr!("sharing-title", items = items))
        }
    };
    let room = usize::from(WIDTH.min(canvas.width()).saturating_sub(8 + LABEL));
    let waits = tr!("sharing-looking");
    let lines = lines(sharing.plan.as_ref(), waits, room);
    let inside = usize::from(WIDTH.min(canvas.width()).saturating_sub(8));
    let note = text::wrapped(tr!("sharing-note"), inside).len().max(1) as u16;
    let at = canvas.frame(WIDTH, lines.len() as u16 + 8 + note, &title, "", ACCENT);
    canvas.scroll_to(at, 0);
    label(canvas, at, 0, tr!("label-in"), &place);
    // The name of the job does not tell all of what it does.
    canvas.lines(at.x, at.y + 1, at.w, tr!("sharing-note"), MUTED);
    let paint = if matches!(sharing.plan, Some(Err(_))) { BAD } else { TEXT };
    for (y, (name, rest)) in (at.y + 2 + note..).zip(&lines) {
        canvas.put(at.x, y, name, MUTED);
        canvas.name(at.x + LABEL + 2, y, at.w.saturating_sub(LABEL + 2), rest, paint);
    }
    let keys: &[(&str, &str)] = if sharing.is_ready() {
        &[
            ("Enter", tr!("button-share-storage")),
            ("F2", tr!("button-queue-paused")),
            ("Esc", tr!("button-cancel")),
        ]
    } else {
        &[("Esc", tr!("button-cancel"))]
    };
    buttons(canvas, at, true, keys)
}

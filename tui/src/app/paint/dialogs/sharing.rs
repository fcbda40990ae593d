//! Draws which equal files would share their storage, and the key that starts the job.

use super::super::canvas::Canvas;
use super::parts::{LABEL, buttons, label};
use super::rehearsal::lines;
use crate::app::dialog::sharing::Sharing;
use crate::app::look::{ACCENT, BAD, MUTED, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::format;

/// Columns of the dialog.
const WIDTH: u16 = 82;

/// What the job does, since its name does not tell all of it.
const NOTE: &str = "Each file stays a file of its own; only the blocks on the disk become common.";

pub(super) fn sharing(model: &Model, sharing: &Sharing, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let (place, title) = match sharing.paths.as_slice() {
        [one] => (model.path(one), format!("Share storage in {}", base_name(one))),
        all => {
            let parent = all.first().and_then(|path| path.parent());
            let items = format::items(all.len() as u64);
            let place = parent.map(|dir| model.path(dir)).unwrap_or_default();
            (place, format!("Share storage in {items}"))
        }
    };
    let room = usize::from(WIDTH.min(canvas.width()).saturating_sub(8 + LABEL));
    let waits = "Looking for equal files; nothing is changed…";
    let lines = lines(sharing.plan.as_ref(), waits, room);
    let at = canvas.frame(WIDTH, lines.len() as u16 + 9, &title, "", ACCENT);
    canvas.scroll_to(at, 0);
    label(canvas, at, 0, "In", &place);
    canvas.put(at.x, at.y + 1, NOTE, MUTED);
    let paint = if matches!(sharing.plan, Some(Err(_))) { BAD } else { TEXT };
    for (y, (name, rest)) in (at.y + 3..).zip(&lines) {
        canvas.put(at.x, y, name, MUTED);
        canvas.name(at.x + LABEL + 2, y, at.w.saturating_sub(LABEL + 2), rest, paint);
    }
    let keys: &[(&str, &str)] = if sharing.is_ready() {
        &[("Enter", "Share storage"), ("F2", "Queue paused"), ("Esc", "Cancel")]
    } else {
        &[("Esc", "Cancel")]
    };
    buttons(canvas, at, true, keys)
}

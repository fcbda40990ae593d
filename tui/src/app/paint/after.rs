//! Draws the countdown before what follows the queue, in front of everything.

use super::canvas::Canvas;
use crate::app::look::{MUTED, STRONG, WAIT};
use crate::app::model::Model;
use crate::text;
use fcp_presentation::tr;

/// Columns of the countdown.
const WIDTH: u16 = 64;

/// Draws the countdown, if there is one.
pub(super) fn countdown(model: &Model, canvas: &mut Canvas<'_>) {
    let words = model.after.as_ref().and_then(|after| after.countdown(model.now));
    let Some(words) = words else { return };
    canvas.fade();
    let at = canvas.frame(WIDTH, 7, tr!("after-title"), "", WAIT);
    let rows = text::wrapped(&words, usize::from(at.w));
    for (y, row) in (at.y..).zip(rows.iter().take(2)) {
        canvas.put(at.x, y, row, STRONG);
    }
    canvas.foot(at);
    canvas.put(at.x, at.y + at.h.saturating_sub(1), tr!("after-stops"), MUTED);
}

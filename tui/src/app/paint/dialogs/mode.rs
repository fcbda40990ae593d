//! Draws the dialog that changes permission bits: the grid, and their spelling.

use super::super::canvas::{Canvas, Inside};
use super::parts::{LABEL, buttons, label, named};
use super::rows::row;
use crate::app::area::Area;
use crate::app::dialog::mode::{BITS, Bit, COLUMNS, CONTENTS, Mode, SPELLED};
use crate::app::dialog::rows::Row;
use crate::app::look::{ACCENT, BAD, FAINT, Ground, MUTED, STRONG, TEXT, WAIT};
use crate::app::mouse::Hit;
use crate::{format, text};
use fcp_presentation::properties::mode_text;
use fcp_presentation::tr;

/// Columns that a column of the grid has at least.
const CELL: usize = 9;

/// Lines of the inside.
const GRID: u16 = 2;
const SPELLING: u16 = GRID + 5;

pub(super) fn mode(mode: &Mode, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let folders = mode.has_folders();
    let rows = SPELLING + 5 + u16::from(folders);
    let at = canvas.frame(66, rows + 5, tr!("mode-title"), "", ACCENT);
    let line = match mode.rows.here() {
        SPELLED => SPELLING,
        CONTENTS => SPELLING + 2,
        _ => GRID + 1 + (mode.rows.focus() / COLUMNS) as u16,
    };
    canvas.scroll_to(at, line);
    label(canvas, at, 0, tr!("label-item"), &named(&mode.paths));
    let mut cursor = grid(mode, canvas, at);
    let (x, y, w) = (at.x + LABEL, at.y + SPELLING, at.w.saturating_sub(LABEL));
    let room = at.w.min(LABEL + 24);
    cursor = row(canvas, &mode.rows, SPELLED, (at.x, y, room)).unwrap_or(cursor);
    canvas.put(at.x, y + 1, tr!("mode-becomes"), MUTED);
    becomes(mode, canvas, x, y + 1);
    cursor = row(canvas, &mode.rows, CONTENTS, (at.x, y + 2, at.w)).unwrap_or(cursor);
    let y = y + 3 + u16::from(folders);
    let (note, paint) = match (&mode.wrong, mode.rows.row(mode.rows.here())) {
        (Some(wrong), _) => (wrong.as_str(), BAD),
        (None, Some(Row::Text { note, .. })) => (*note, MUTED),
        (None, Some(Row::Choice { choice, chosen })) => (choice.consequence(*chosen), MUTED),
        (None, _) if (0..BITS.len()).any(|bit| mode.now(bit) == Bit::Mixed) => {
            (tr!("mode-differs"), MUTED)
        }
        (None, _) => ("", MUTED),
    };
    canvas.lines(x, y, w, note, paint);
    buttons(
        canvas,
        at,
        true,
        &[
            ("Enter", tr!("button-change")),
            ("Space", tr!("button-toggle")),
            ("Esc", tr!("button-cancel")),
        ],
    );
    cursor
}

fn grid(mode: &Mode, canvas: &mut Canvas<'_>, at: Inside) -> (u16, u16) {
    let mut cursor = (at.x, at.y);
    let heads = [tr!("mode-read"), tr!("mode-write"), tr!("mode-execute"), tr!("mode-special")];
    let cell = heads.iter().map(|head| text::width(head) + 2).fold(CELL, usize::max);
    for (x, head) in (at.x + LABEL..).step_by(cell).zip(heads) {
        canvas.put(x, at.y + GRID, head, MUTED);
    }
    let rows = [
        (tr!("mode-owner"), "setuid"),
        (tr!("mode-group"), "setgid"),
        (tr!("mode-others"), "sticky"),
    ];
    for bit in 0..BITS.len() {
        let (row, column) = (bit / COLUMNS, bit % COLUMNS);
        let (x, y) = (at.x + LABEL + column as u16 * cell as u16, at.y + GRID + 1 + row as u16);
        if column == 0 {
            canvas.put(at.x, y, rows[row].0, MUTED);
        }
        let now = mode.now(bit);
        let (glyph, paint) = match now {
            Bit::On => ("✓", STRONG),
            Bit::Off => ("·", MUTED),
            Bit::Mixed => ("~", WAIT),
        };
        // Changed bits are highlighted.
        let paint = if now == mode.before(bit) { paint } else { ACCENT.bold() };
        let here = mode.rows.focus() == bit;
        let ground = here.then_some(Ground::Cursor);
        canvas.put(x, y, &format!(" {glyph} "), paint.or_on(ground));
        if column + 1 == COLUMNS {
            canvas.put(x + 4, y, rows[row].1, MUTED);
        }
        canvas.zone(Area { x, y, w: cell as u16, h: 1 }, Hit::Line(bit));
        cursor = if here { canvas.cursor(x + 1, y) } else { cursor };
    }
    cursor
}

/// Shows the resulting mode.
fn becomes(mode: &Mode, canvas: &mut Canvas<'_>, x: u16, y: u16) {
    let after = mode.after();
    match (mode.items.as_slice(), after.as_slice()) {
        ([(old, _)], [new]) if mode.paths.len() == 1 => {
            let old = mode_text(*old);
            let new = mode_text(*new);
            canvas.run(x, y, &[(&old, TEXT), (" → ", FAINT), (&new, STRONG)]);
        }
        _ => {
            let (changes, all) = (mode.changes() as u64, mode.paths.len() as u64);
            let words =
                tr!("mode-changes", some = format::count(changes), all = format::items(all));
            canvas.put(x, y, &words, TEXT);
        }
    }
}

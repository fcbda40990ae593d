//! Draws the page that shows the checksums of files.

use fcp_presentation::checksums::{Match, Stage};

use super::canvas::Canvas;
use super::field;
use crate::app::area::Area;
use crate::app::dialog::checksums::Checksums;
use crate::app::look::{ACCENT, BAD, GOOD, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::{format, text};
use fcp_presentation::errors::reason;
use fcp_presentation::tr;

/// Columns of a checksum of 32 bytes.
const HASH: u16 = 64;

/// Draws the page and gives the place of the cursor.
pub(super) fn checksums(model: &Model, page: &Checksums, canvas: &mut Canvas<'_>) -> (u16, u16) {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    let x = canvas.put(3, 0, tr!("checksums-title"), STRONG) + 2;
    let x = canvas.put(x, 0, page.sums.algorithm.name(), ACCENT);
    let (files, bytes) = page.progress;
    let count = format!("{}   {}", format::files(files), format::size(bytes));
    let (word, paint) = match page.sums.stage {
        Stage::Running => (tr!("checksums-reading"), WAIT),
        Stage::Stopped => (tr!("checksums-stopped"), WAIT),
        Stage::Done => ("", MUTED),
    };
    canvas.right_behind(
        x,
        w.saturating_sub(2),
        0,
        &[(word, paint), (if word.is_empty() { "" } else { "   " }, MUTED), (&count, MUTED)],
    );
    canvas.rule(0, 1, w, true);
    let hash = w.saturating_sub(HASH + 2).max(w / 3);
    for (x, name) in [(4, tr!("column-name")), (hash, tr!("column-checksum"))] {
        canvas.put(x - 1, 1, &format!(" {name} "), MUTED);
    }
    let rows = usize::from(h.saturating_sub(5)).max(1);
    let top = (page.cursor + 1).saturating_sub(rows);
    for (y, (n, row)) in (2..).zip(page.sums.rows.iter().enumerate().skip(top).take(rows)) {
        let here = n == page.cursor;
        let on = canvas.list_row(y, w, here);
        canvas.zone(Area { x: 0, y, w, h: 1 }, Hit::Line(n));
        let room = hash.saturating_sub(6);
        let name = row.path.0.strip_prefix(&model.panel().dir).unwrap_or(&row.path.0);
        let name = fcp_engine::path::DisplayName::new(name).to_string();
        let name = text::cut_path(&name, usize::from(room));
        canvas.name(4, y, room, &name, on(if here { STRONG } else { TEXT }));
        let room = usize::from(w.saturating_sub(hash + 1));
        match (&row.sum, &row.error) {
            (Some(sum), _) => canvas.put(hash, y, &text::cut_end(&sum.to_string(), room), on(TEXT)),
            (None, Some(error)) => {
                canvas.put(hash, y, &text::cut_end(&reason(error), room), on(BAD))
            }
            (None, None) => continue,
        };
    }
    let label = canvas.put(2, h - 2, tr!("checksums-compare-with"), MUTED) + 1;
    let (word, paint) = verdict(page);
    let width = HASH.min(w.saturating_sub(label + 24));
    let place = field::draw(canvas, &page.wanted, label, h - 2, width);
    canvas.put(label + width + 2, h - 2, &word, paint);
    let end =
        if page.sums.stage == Stage::Running { tr!("button-stop") } else { tr!("button-close") };
    let mut x = 2;
    for (key, word) in
        [("Enter", tr!("button-copy")), ("Tab", tr!("button-another-algorithm")), ("Esc", end)]
    {
        x = canvas.run(x, h - 1, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)]) + 2;
    }
    place
}

/// Says how the checksum that was typed compares.
fn verdict(page: &Checksums) -> (String, Paint) {
    match page.sums.compare(page.wanted.text()) {
        Match::Nothing => (String::new(), MUTED),
        Match::NotUnderstood => (tr!("checksum-not-understood").to_owned(), WAIT),
        Match::Other(algorithm) => (tr!("checksum-is-other", algorithm = algorithm.name()), WAIT),
        Match::NotYet => (tr!("checksum-not-yet").to_owned(), WAIT),
        Match::Row(_) => (tr!("checksum-equal").to_owned(), GOOD.bold()),
        Match::Different => (tr!("checksum-different").to_owned(), BAD.bold()),
    }
}

//! Draws what a search found in a file: the number of the line, and the line.

use fcp_browse::MatchedLine;
use fcp_browse::panel::{Panel, Row};
use fcp_engine::path::DisplayName;

use super::canvas::Canvas;
use crate::app::look::{Ground, MUTED, Paint, STRONG};
use crate::text;

/// The part of the columns that names get at most, in percent.
const NAMES: usize = 45;

/// Columns that names get at least.
const LEAST: usize = 10;

/// Gives the columns of the names with their numbers of lines, as wide as those in sight need.
pub(super) fn columns(panel: &Panel, rows: u16, room: u16) -> u16 {
    let shown = panel.top..panel.top + usize::from(rows);
    let wide = shown.filter_map(|row| match panel.row(row)? {
        Row::Entry(entry) => {
            let number = panel.line(&entry).map_or(0, |line| number(line).len());
            Some(text::width(&DisplayName::new(entry.name).to_string()) + number)
        }
        Row::Parent => None,
    });
    let most = (usize::from(room) * NAMES / 100).max(LEAST);
    wide.max().unwrap_or(0).clamp(LEAST, most) as u16
}

/// Draws a hit: its path, cut to the columns for names, the number of its line, and the line.
pub(super) fn hit(
    canvas: &mut Canvas<'_>,
    (name, line): (&str, &MatchedLine),
    (x, y): (u16, u16),
    (names, end): (u16, u16),
    paint: Paint,
    on: &dyn Fn(Paint) -> Paint,
) {
    let number = number(line);
    let name = text::cut_start(name, usize::from(names).saturating_sub(number.len()));
    let after = canvas.name(x, y, names, &name, on(paint));
    canvas.put_in(after, y, end.saturating_sub(after), &number, on(MUTED));
    let mut x = x + names + 2;
    let parts = parts(line, usize::from(end.saturating_sub(x)));
    for (part, is_hit) in parts {
        let paint = if is_hit { STRONG.on(Ground::Hit) } else { on(MUTED) };
        x = canvas.put_in(x, y, end.saturating_sub(x), &part, paint);
    }
}

/// Gives the number of the line as it follows a name, and how many more lines match.
fn number(line: &MatchedLine) -> String {
    let more = if line.has_more { "+" } else { "" };
    match line.lines {
        0 | 1 => format!(":{}", line.number),
        lines => format!(":{} ({lines}{more})", line.number),
    }
}

/// Gives the pieces of the line that fit, each with whether it is the match; the match begins among them.
fn parts(line: &MatchedLine, room: usize) -> Vec<(String, bool)> {
    let [mut before, hit, after] = fcp_viewer::excerpt(line);
    // A match near the right edge moves to the left, with a part of what comes before it.
    let wanted = text::width(&before) + text::width(&hit).min(room / 2);
    if wanted > room {
        let kept = room.saturating_sub(text::width(&hit).min(room / 2) + 1).min(room / 3);
        before = format!("…{}", text::tail(&before, kept));
    }
    let after =
        text::cut_end(&after, room.saturating_sub(text::width(&before) + text::width(&hit)));
    vec![(before, false), (hit, true), (after, false)]
}

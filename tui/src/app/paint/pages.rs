//! Draws the help, as a page that takes the whole screen.

use super::canvas::Canvas;
use super::field;
use crate::app::dialog::help::Help;
use crate::app::keymap::Place;
use crate::app::look::{MUTED, STRONG, WAIT};
use crate::app::model::Model;
use crate::app::page::{Line, MARGIN, lines};
use fcp_presentation::tr;

/// Draws the keys.
pub(super) fn help(model: &Model, help: &Help, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    canvas.clear();
    let w = canvas.width();
    let x = canvas.put(3, 0, tr!("help-title"), STRONG);
    let x = canvas.put(x + 2, 0, &model.keymap.name, MUTED);
    if help.switched {
        let line = tr!("help-keeps-keys", setting = format!("keys = \"{}\"", model.keymap.name));
        canvas.put(x + 3, 0, &line, WAIT);
    }
    let mut cursor = None;
    if help.typing || !help.filter.is_empty() {
        let x = canvas.put(3, 1, tr!("panel-filter"), MUTED) + 1;
        let place = field::draw(canvas, &help.filter, x, 1, 40.min(w.saturating_sub(x + 2)));
        cursor = help.typing.then_some(place);
    } else if model.place() != Place::Viewer {
        // In the viewer, Esc closes it at once.
        canvas.put(3, 1, tr!("help-escape-digits"), MUTED);
    }
    let lines = lines(model, help);
    let other = model
        .keymap
        .next_name()
        .filter(|_| model.dialog_help.is_none())
        .map(|name| tr!("help-keys-of", name = name));
    let keys: &[_] = match &other {
        _ if help.typing => &[("Enter", tr!("button-keep"))],
        Some(other) => &[("/", tr!("panel-filter")), ("Tab", other.as_str())],
        None => &[("/", tr!("panel-filter"))],
    };
    cursor.or(body(canvas, &lines, help.top, keys))
}

fn body(
    canvas: &mut Canvas<'_>,
    lines: &[Line],
    top: usize,
    keys: &[(&str, &str)],
) -> Option<(u16, u16)> {
    let (w, h) = (canvas.width(), canvas.height());
    canvas.rule(0, 2, w, true);
    for (y, line) in (3..h.checked_sub(1)?).zip(lines.iter().skip(top)) {
        for (x, part, paint) in line {
            canvas.name(*x, y, w.saturating_sub(x + 2), part, *paint);
        }
    }
    let rows = usize::from(h.saturating_sub(MARGIN));
    let more = (lines.len() > rows).then_some(("PgDn", tr!("button-more")));
    let close = ("Esc", tr!("button-close"));
    let all: Vec<_> = more.into_iter().chain(keys.iter().copied()).chain([close]).collect();
    super::keys::line(canvas, h - 1, &all);
    Some((0, 3))
}

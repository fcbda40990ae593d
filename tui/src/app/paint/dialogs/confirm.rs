//! Draws the confirmation dialog.

use super::super::canvas::Canvas;
use super::parts::{Line, buttons, choice_line, names_width};
use crate::app::dialog::confirm::{Confirm, What};
use crate::app::look::{TEXT, WAIT};
use crate::app::model::Model;
use crate::app::ways::{ways, words};
use crate::text;

/// Columns of the question.
const WIDTH: u16 = 80;

pub(super) fn confirm(model: &Model, confirm: &Confirm, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let ways = ways(model, &confirm.what);
    let (title, lines) = words(model, &confirm.what);
    // Paths have no end that a sentence behind them would respect.
    let lines = match confirm.what {
        What::Elevate { .. } | What::Unlimited(_) => lines,
        _ => vec![lines.join(" ")],
    };
    let room = usize::from(WIDTH.min(canvas.width()).saturating_sub(8));
    let rows: usize = lines.iter().map(|line| text::wrapped(line, room).len()).sum();
    let tall = (rows + ways.len()) as u16 + 7;
    let at = canvas.frame(WIDTH, tall, &title, "", WAIT);
    canvas.scroll_to(at, (rows + 1 + confirm.choice) as u16);
    let lines = lines.iter();
    let mut y = lines.fold(at.y, |y, line| y + canvas.lines(at.x, y, at.w, line, TEXT));
    let mut cursor = (at.x, y + 1);
    let names = names_width(ways.iter().map(|way| way.name));
    for (n, way) in ways.iter().enumerate() {
        y += 1;
        let here = n == confirm.choice;
        let name = way.key_name();
        let key = way.action.is_some().then_some(name.as_str());
        let line = Line { number: n, here, key, keys: 5, names, name: way.name, note: &way.note };
        choice_line(canvas, at, y, &line);
        if here {
            cursor = canvas.cursor(at.x, y);
        }
    }
    let name = ways.get(confirm.choice).map_or("", |way| way.name);
    let stay = ways.first().map_or("", |way| way.name);
    let mut keys = vec![("Enter", name)];
    if confirm.choice > 0 {
        keys.push(("Esc", stay));
    }
    buttons(canvas, at, true, &keys);
    cursor
}

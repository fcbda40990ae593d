//! Draws the confirmation dialog and the dialog for a speed limit.

use super::super::canvas::Canvas;
use super::super::field;
use super::{LABEL, Line, buttons, choice_line};
use crate::app::dialog::confirm::{Confirm, ways, words};
use crate::app::dialog::limit::{Limit, Target};
use crate::app::look::{ACCENT, BAD, MUTED, TEXT, WAIT};
use crate::app::model::Model;
use crate::{format, text};

/// Columns of the question.
const WIDTH: u16 = 80;

pub(super) fn confirm(model: &Model, confirm: &Confirm, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let ways = ways(model, &confirm.what);
    let (title, lines) = words(model, &confirm.what);
    let lines = lines.join(" ");
    let room = usize::from(WIDTH.min(canvas.width()).saturating_sub(8));
    let rows = text::wrapped(&lines, room).len();
    let tall = (rows + ways.len()) as u16 + 7;
    let at = canvas.frame(WIDTH, tall, &title, "", WAIT);
    canvas.scroll_to(at, (rows + 1 + confirm.choice) as u16);
    let mut y = at.y + canvas.lines(at.x, at.y, at.w, &lines, TEXT);
    let mut cursor = (at.x, y + 1);
    for (n, way) in ways.iter().enumerate() {
        y += 1;
        let here = n == confirm.choice;
        let name = way.key_name();
        let key = way.deed.is_some().then_some(name.as_str());
        let line = Line { number: n, here, key, keys: 5, name: way.name, note: &way.note };
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

pub(super) fn limit(model: &Model, limit: &Limit, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let (title, whose) = match &limit.target {
        Target::Job(job) => {
            let row = model.jobs.row(*job);
            let name = row.map_or_else(String::new, |row| crate::app::page::sources(model, row));
            ("Limit this job".to_owned(), name)
        }
        Target::Jobs(jobs) => {
            let jobs = format::counted(jobs.len() as u64, "job", "jobs");
            ("Limit this disk".to_owned(), format!("each of {jobs}"))
        }
        Target::All => ("Limit all jobs".to_owned(), "all jobs together".to_owned()),
    };
    let at = canvas.frame(70, 11, &title, "", ACCENT);
    super::label(canvas, at, 0, "For", &whose);
    super::label(canvas, at, 1, "Now", &limit.holds());
    canvas.put(at.x, at.y + 3, "Per second", MUTED);
    let w = at.w.saturating_sub(LABEL).min(24);
    let cursor = field::draw(canvas, &limit.field, at.x + LABEL, at.y + 3, w);
    let (enter, note, paint) = match limit.rate() {
        Ok(0) => ("Lift the limit", "20M, 500k; empty or none lifts it".to_owned(), MUTED),
        Ok(rate) => ("Limit", format::rate(rate), TEXT),
        Err(why) => ("–", why.to_owned(), BAD),
    };
    canvas.put_in(at.x + LABEL, at.y + 4, at.w.saturating_sub(LABEL), &note, paint);
    let live = limit.rate().is_ok();
    buttons(canvas, at, live, &[("Enter", enter), ("Esc", "Cancel")]);
    cursor
}

//! Draws the plan of a dry run, and the key that starts the job.

use fcp_engine::spec::Verb;
use fcp_presentation::tr;

use super::super::canvas::Canvas;
use super::parts::{LABEL, buttons, label, origin};
use crate::app::dialog::rehearsal::Rehearsal;
use crate::app::look::{ACCENT, BAD, MUTED, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::{format, text};

/// Columns of the dialog.
const WIDTH: u16 = 82;

/// Columns of the labels in the lines of a plan.
const PLAN: usize = 12;

pub(super) fn rehearsal(
    model: &Model,
    rehearsal: &Rehearsal,
    canvas: &mut Canvas<'_>,
) -> (u16, u16) {
    let ask = &rehearsal.ask;
    let items = match ask.items.paths.as_slice() {
        [one] => base_name(one),
        all => format::items(all.len() as u64),
    };
    let title = match ask.verb {
        Verb::Move => tr!("dry-run-move", items = items),
        Verb::Extract => tr!("dry-run-extract", items = items),
        _ => tr!("dry-run-copy", items = items),
    };
    let room = usize::from(WIDTH.min(canvas.width()).saturating_sub(8 + LABEL));
    let lines = lines(rehearsal.plan.as_ref(), tr!("dry-run-counting"), room);
    let at = canvas.frame(WIDTH, lines.len() as u16 + 9, &title, "", ACCENT);
    canvas.scroll_to(at, 0);
    label(canvas, at, 0, tr!("label-from"), &origin(model, &ask.items));
    label(canvas, at, 1, tr!("label-to"), &model.path(&ask.path()));
    let paint = if matches!(rehearsal.plan, Some(Err(_))) { BAD } else { TEXT };
    for (y, (name, rest)) in (at.y + 3..).zip(&lines) {
        canvas.put(at.x, y, name, MUTED);
        canvas.name(at.x + LABEL + 2, y, at.w.saturating_sub(LABEL + 2), rest, paint);
    }
    let start =
        if ask.verb == Verb::Move { tr!("button-start-move") } else { tr!("button-start-copy") };
    let keys: &[(&str, &str)] = match (rehearsal.is_ready(), ask.is_short()) {
        (false, _) => &[("Esc", tr!("button-back"))],
        (true, true) => &[
            ("F2", tr!("button-queue-paused")),
            ("F4", tr!("button-start-anyway")),
            ("Esc", tr!("button-back")),
        ],
        (true, false) => {
            &[("Enter", start), ("F2", tr!("button-queue-paused")), ("Esc", tr!("button-back"))]
        }
    };
    buttons(canvas, at, true, keys)
}

/// Gives the lines of a plan with their labels; `waits` is said while there is none.
pub(super) fn lines(
    plan: Option<&Result<Vec<String>, String>>,
    waits: &str,
    room: usize,
) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    match plan {
        None => lines.push((String::new(), waits.to_owned())),
        Some(Err(why)) => wrap(&mut lines, tr!("plan-not-possible"), why, room),
        Some(Ok(plan)) => plan.iter().for_each(|line| {
            let at = line.char_indices().nth(PLAN).map_or(line.len(), |(at, _)| at);
            let (name, rest) = line.split_at(at);
            wrap(&mut lines, name.trim_end(), rest, room);
        }),
    }
    lines
}

/// Adds a line of the plan, wrapped below its label.
fn wrap(lines: &mut Vec<(String, String)>, name: &str, rest: &str, room: usize) {
    for (n, part) in text::wrapped(rest, room.saturating_sub(2)).into_iter().enumerate() {
        lines.push((if n == 0 { name.to_owned() } else { String::new() }, part));
    }
}

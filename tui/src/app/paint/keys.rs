//! Draws the lines at the bottom that show which keys work at the moment.

use fcp_engine::view::JobRow;

use super::canvas::Canvas;
use crate::app::action::Action;
use crate::app::area::Area;
use crate::app::key;
use crate::app::keymap::{Bar, Next, Place, Step};
use crate::app::look::{ACCENT, MUTED, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::mouse::{self, Hit};
use crate::text;
use fcp_presentation::tr;

/// The most frequent actions in the panels.
const PANELS: &[Action] = &[
    Action::Open,
    Action::Mark,
    Action::Yank,
    Action::Cut,
    Action::Paste,
    Action::Trash,
    Action::Rename,
    Action::Filter,
    Action::Search,
    Action::Jobs,
    Action::Palette,
    Action::Help,
    Action::Quit,
];

/// The most frequent actions in the jobs.
const JOBS: &[Action] = &[
    Action::Pause,
    Action::Details,
    Action::JobUp,
    Action::JobLimit,
    Action::Answer,
    Action::Clear,
    Action::Cancel,
    Action::PauseAll,
    Action::Escape,
];

/// The most frequent actions in the viewer.
const VIEWER: &[Action] = &[
    Action::ViewerFind,
    Action::ViewerGoTo,
    Action::ViewerWrap,
    Action::ViewerHex,
    Action::ViewerFollow,
    Action::ViewerEdit,
    Action::ViewerNext,
    Action::Help,
    Action::ViewerClose,
];

/// Draws the keys of the panels or of the viewer.
pub(super) fn panels(model: &Model, canvas: &mut Canvas<'_>, y: u16) {
    if model.keymap.bar == Bar::Functions && canvas.width() >= 80 {
        functions(model, canvas, y);
    } else {
        hints(model, canvas, y);
    }
}

/// Draws the ten slots of the function keys; those without a use stay empty.
fn functions(model: &Model, canvas: &mut Canvas<'_>, y: u16) {
    let w = canvas.width();
    for binding in model.keymap.bindings(model.place()) {
        let [key] = binding.keys.as_slice() else { continue };
        let Some(slot @ 1..=10) = key.function().map(u16::from) else { continue };
        let (x, end) = (w * (slot - 1) / 10 + u16::from(slot < 10), w * slot / 10);
        let x = canvas.run(x, y, &[(&slot.to_string(), ACCENT.bold()), (" ", TEXT)]);
        let room = usize::from(end.saturating_sub(x));
        canvas.put(x, y, &text::cut_end(binding.action.hint(), room), TEXT);
        let x = w * (slot - 1) / 10;
        canvas.zone(Area { x, y, w: end - x, h: 1 }, Hit::Action(binding.action));
    }
}

/// Draws the keys that work in a place; when the line is short, the middle is left out first.
pub(super) fn hints(model: &Model, canvas: &mut Canvas<'_>, y: u16) {
    let place = model.place();
    let wanted = match place {
        Place::Panels => PANELS,
        Place::Jobs => JOBS,
        Place::Viewer => VIEWER,
    };
    let mut shown: Vec<(String, &str, Action)> = wanted
        .iter()
        .filter_map(|&action| {
            let key = model.keymap.keys(place, action).next()?;
            let other = model.keymap.keys(place, Action::JobDown).next();
            match (action, other) {
                (Action::JobUp, Some(other)) => {
                    Some((format!("{key} {other}"), tr!("button-reorder"), action))
                }
                _ => Some((key, word(model, action)?, action)),
            }
        })
        .collect();
    let wide =
        |(key, word, _): &(String, &str, Action)| text::width(key) + 1 + text::width(word) + 3;
    while shown.iter().map(wide).sum::<usize>() > usize::from(canvas.width()) && shown.len() > 2 {
        shown.remove(shown.len() / 2);
    }
    let mut x = 2;
    for (key, word, action) in shown {
        let end = canvas.run(x, y, &[(&key, ACCENT.bold()), (" ", TEXT), (word, TEXT)]);
        canvas.zone(Area { x, y, w: end - x, h: 1 }, Hit::Action(action));
        x = end + 3;
    }
}

/// Draws the keys of a page; when the line is short, the middle is left out first.
pub(super) fn line(canvas: &mut Canvas<'_>, y: u16, keys: &[(&str, &str)]) {
    let wide = |(key, word): &(&str, &str)| text::width(key) + 1 + text::width(word) + 3;
    let mut shown = keys.to_vec();
    while shown.iter().map(wide).sum::<usize>() > usize::from(canvas.width()) && shown.len() > 2 {
        shown.remove(shown.len() / 2);
    }
    let mut x = 2;
    for (key, word) in shown {
        let end = canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)]);
        if let Some(code) = super::dialogs::parts::code(key) {
            canvas.zone(Area { x, y, w: end - x, h: 1 }, mouse::key(code));
        }
        x = end + 3;
    }
}

/// Gives the verb of an action, if it means something at the moment.
fn word(model: &Model, action: Action) -> Option<&'static str> {
    let over = model.selected().is_none_or(JobRow::is_over);
    match action {
        Action::Pause | Action::Cancel | Action::JobLimit if over => None,
        Action::Pause if model.selected().is_some_and(|row| row.paused) => {
            Some(tr!("button-resume"))
        }
        Action::Answer if model.jobs.questions().next().is_none() => None,
        Action::Clear if !model.jobs.rows().any(JobRow::is_over) => None,
        Action::Escape if model.in_jobs => Some(tr!("button-panels")),
        action => Some(action.hint()),
    }
}

/// Draws what may follow the keys that were pressed, above the bottom of the screen.
pub(super) fn pending(model: &Model, canvas: &mut Canvas<'_>) {
    let place = model.place();
    if model.keymap.step(place, &model.pending) != Step::More {
        return;
    }
    let next: Vec<(String, &str)> = model
        .keymap
        .next(place, &model.pending)
        .into_iter()
        .map(|(key, meaning)| {
            let word = match meaning {
                Next::Do(action) => action.hint(),
                Next::Run(command) => model.commands.get(command).map_or("", |it| it.name.as_str()),
                Next::More => "…",
            };
            (key.to_string(), word)
        })
        .collect();
    let keys = next.iter().map(|(key, _)| text::width(key)).max().unwrap_or(0) as u16;
    let words = next.iter().map(|(_, word)| text::width(word)).max().unwrap_or(0) as u16;
    let (w, h) = (canvas.width(), canvas.height());
    let column = keys + words + 4;
    let all = next.len().max(1) as u16;
    let columns = (w.saturating_sub(3) / column).clamp(1, all);
    let rows = all.div_ceil(columns).min(h.saturating_sub(2)).max(1);
    // Where the rows are too few, all words have less room.
    let column = column.min(w.saturating_sub(3) / all.div_ceil(rows));
    let top = h.saturating_sub(rows + 1);
    canvas.rule(0, top, w, true);
    let title = format!(" {} ", key::shown(&model.pending));
    let x = canvas.put(2, top, &title, STRONG);
    canvas.run(
        x + 1,
        top,
        &[(" Esc", ACCENT.bold()), (" ", MUTED), (tr!("button-cancel"), MUTED), (" ", MUTED)],
    );
    for y in top + 1..h {
        canvas.fill(0, y, w, TEXT);
    }
    for (n, (key, word)) in next.iter().enumerate() {
        let (line, place) = (n as u16 % rows, n as u16 / rows);
        let x = 3 + place * column;
        canvas.put(x, top + 1 + line, key, ACCENT.bold());
        let room = usize::from(column.saturating_sub(keys + 2));
        canvas.put(x + keys + 1, top + 1 + line, &text::cut_end(word, room), TEXT);
    }
}

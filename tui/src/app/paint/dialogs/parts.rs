//! Draws the parts of dialogs: labels, choices, answers and buttons.

use std::path::PathBuf;

use crossterm::event::KeyCode;

use super::super::canvas::{Canvas, Inside};
use crate::app::area::Area;
use crate::app::dialog::items::Items;
use crate::app::look::{ACCENT, FAINT, Ground, INK, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::{self, Hit};
use crate::app::page::base_name;
use crate::app::page::counted;
use crate::{format, text};
use fcp_presentation::tr;

/// Columns of a label.
pub(crate) const LABEL: u16 = 11;

/// Columns that the names of choices have at least, with the space behind them.
const NAMES: u16 = 19;

/// Columns of an answer, between its arrows.
pub(crate) const ANSWER: usize = 17;

pub(crate) fn label(canvas: &mut Canvas<'_>, at: Inside, line: u16, label: &str, path: &str) {
    canvas.put(at.x, at.y + line, label, MUTED);
    let room = at.w.saturating_sub(LABEL);
    let path = text::cut_path(path, usize::from(room));
    canvas.name(at.x + LABEL, at.y + line, room, &path, TEXT);
}

/// Names the folder that items are in, or tells how many folders they are in.
pub(crate) fn origin(model: &Model, items: &Items) -> String {
    match items.dirs {
        0 | 1 => model.path(&items.from),
        dirs => format::folders(dirs as u64),
    }
}

/// Names what a dialog is about: an item by its name, several by their number.
pub(crate) fn named(paths: &[PathBuf]) -> String {
    match paths {
        [one] => base_name(one),
        many => counted::marked_items(many.len() as u64),
    }
}

/// Draws how many items there are, and how large they are as far as that is known.
pub(crate) fn amount(items: &Items, what: &[String], canvas: &mut Canvas<'_>, at: Inside, y: u16) {
    let x = canvas.put(at.x + LABEL, y, &format!("{}, ", what.join(", ")), TEXT);
    let x = canvas.put(x, y, &format::size(items.bytes()), STRONG);
    let unread = items.counted.map_or(0, |counted| counted.errors);
    let left = |x: u16| usize::from((at.x + at.w).saturating_sub(x));
    let x = canvas.put(x + 3, y, &text::cut_end(items.progress(), left(x + 3)), MUTED);
    if unread > 0 {
        let words = tr!("properties-unread", items = format::items(unread));
        canvas.put(x, y, &text::cut_end(&format!(", {words}"), left(x)), WAIT);
    }
}

/// One choice of a dialog.
pub(crate) struct Line<'a> {
    /// Its place among the others.
    pub(crate) number: usize,
    /// Whether it is the one that Enter takes.
    pub(crate) here: bool,
    /// Its key; none where it is not available.
    pub(crate) key: Option<&'a str>,
    /// Columns of the keys of all choices, with the space behind them.
    pub(crate) keys: u16,
    /// Columns of the names of all choices, with the space behind them.
    pub(crate) names: u16,
    pub(crate) name: &'a str,
    /// The consequence, or why it is not available.
    pub(crate) note: &'a str,
}

/// Gives the columns that the names of choices take, with the space behind them.
pub(crate) fn names_width<'a>(names: impl Iterator<Item = &'a str>) -> u16 {
    names.map(|name| text::width(name) as u16 + 1).fold(NAMES, u16::max)
}

/// Draws a choice: its key, its name and its consequence.
pub(crate) fn choice_line(canvas: &mut Canvas<'_>, at: Inside, y: u16, line: &Line<'_>) {
    let ground = line.here.then_some(Ground::Cursor);
    let on = |paint: Paint| paint.or_on(ground);
    if line.here {
        canvas.active_row(at, y);
    }
    match line.key {
        Some(key) => canvas.put(at.x, y, key, on(ACCENT.bold())),
        None => canvas.put(at.x, y, "–", on(FAINT)),
    };
    let paint = match (line.key, line.here) {
        (None, _) => MUTED,
        (Some(_), true) => STRONG,
        (Some(_), false) => TEXT,
    };
    canvas.put(at.x + line.keys, y, line.name, on(paint));
    let note_x = line.keys + line.names;
    let room = at.w.saturating_sub(note_x);
    let note = text::cut_name(line.note, usize::from(room));
    canvas.name(at.x + note_x, y, room, &note, on(if line.here { TEXT } else { MUTED }));
    if line.key.is_some() {
        let area = Area { x: at.x.saturating_sub(2), y, w: at.w + 4, h: 1 };
        canvas.zone(area, Hit::Line(line.number));
    }
}

/// Draws a choice between its arrows and gives the column behind it.
pub(crate) fn answer(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    label: &str,
    name: &str,
    here: bool,
) -> u16 {
    let ground = here.then_some(Ground::Cursor);
    let arrow = if here { ACCENT } else { FAINT };
    canvas.put(x, y, label, MUTED);
    canvas.run(
        x + LABEL,
        y,
        &[
            ("‹ ", arrow.or_on(ground)),
            (&format!("{name:<ANSWER$}"), if here { STRONG } else { TEXT }.or_on(ground)),
            ("›", arrow.or_on(ground)),
        ],
    )
}

/// Draws all answers of a choice in one row; where they do not fit, the first ones are left out.
pub(crate) fn answers<'a>(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    room: u16,
    names: impl ExactSizeIterator<Item = &'a str> + Clone,
    chosen: usize,
) {
    let end = x + room;
    let wide = |first: usize| -> usize {
        names.clone().skip(first).map(|name| text::width(name) + 3).sum()
    };
    let fits = |first: &usize| wide(*first) <= usize::from(room) + 3;
    let first = (0..=chosen).find(fits).unwrap_or(chosen);
    let mut x = if first > 0 { canvas.put(x, y, "… ", FAINT) } else { x };
    for (n, name) in names.enumerate().skip(first) {
        if n > first {
            // A name needs some room behind the dot.
            if end.saturating_sub(x) < 5 {
                canvas.put(x.min(end.saturating_sub(1)), y, "…", FAINT);
                break;
            }
            x = canvas.put(x, y, " · ", FAINT);
        }
        let paint = if n == chosen { STRONG } else { MUTED };
        let name = text::cut_end(name, usize::from(end.saturating_sub(x)));
        x = canvas.put(x, y, &name, paint);
    }
}

/// Gives the rows in which all answers of a choice fit, as numbers of answers.
pub(crate) fn answer_rows<'a>(names: impl Iterator<Item = &'a str>, room: u16) -> Vec<usize> {
    let (mut rows, mut used) = (vec![0], 0);
    for name in names {
        let wide = text::width(name) + 3;
        if used > 0 && used + wide > usize::from(room) + 3 {
            rows.push(0);
            used = 0;
        }
        used += wide;
        if let Some(row) = rows.last_mut() {
            *row += 1;
        }
    }
    rows
}

/// What a button is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What Enter does.
    Primary,
    /// An action that cannot be undone.
    Danger,
    /// Anything else; it is left out where there is no room.
    Plain,
}

/// One button.
#[derive(Clone, Copy)]
pub(crate) struct Button<'a> {
    pub(crate) key: &'a str,
    pub(crate) word: &'a str,
    pub(crate) kind: Kind,
    /// Whether its key works.
    pub(crate) live: bool,
}

impl Button<'_> {
    fn width(&self) -> usize {
        let padding = if self.kind == Kind::Plain { 1 } else { 4 };
        text::width(self.key) + text::width(self.word) + padding
    }
}

/// The buttons: Enter's says what it does, and is muted while the keys rest.
pub(crate) fn buttons(
    canvas: &mut Canvas<'_>,
    at: Inside,
    live: bool,
    keys: &[(&str, &str)],
) -> (u16, u16) {
    let kind = |n| if n == 0 { Kind::Primary } else { Kind::Plain };
    let button = |(n, &(key, word)): (usize, &(_, _))| Button {
        key,
        word,
        kind: kind(n),
        live: live || n > 0,
    };
    button_row(canvas, at, keys.iter().enumerate().map(button).collect())
}

/// Draws buttons as far as there is room: plain ones are left out from the middle, Esc stays.
pub(crate) fn button_row(
    canvas: &mut Canvas<'_>,
    at: Inside,
    mut buttons: Vec<Button<'_>>,
) -> (u16, u16) {
    canvas.foot(at);
    let room = usize::from(at.w);
    let wide = |buttons: &[Button<'_>], gap: usize| {
        buttons.iter().map(Button::width).sum::<usize>() + gap * buttons.len().saturating_sub(1)
    };
    while wide(&buttons, 3) > room {
        let plain = |n: &usize| buttons[*n].kind == Kind::Plain && buttons[*n].key != "Esc";
        let middle = buttons.len() / 2;
        match (0..buttons.len()).filter(plain).min_by_key(|n| n.abs_diff(middle)) {
            Some(n) => drop(buttons.remove(n)),
            None => break,
        }
    }
    let gap = if wide(&buttons, 3) > room { 1 } else { 3 };
    // The other buttons stay, and the longest word is cut.
    let over = wide(&buttons, gap).saturating_sub(room);
    let longest = (0..buttons.len()).max_by_key(|n| text::width(buttons[*n].word));
    let word = longest.map_or("", |n| buttons[n].word);
    let cut = text::cut_end(word, text::width(word).saturating_sub(over));
    let y = at.y + at.h.saturating_sub(1);
    let mut x = at.x;
    for (n, button) in buttons.into_iter().enumerate() {
        let word = if Some(n) == longest { &cut } else { button.word };
        x = one_button(canvas, x, y, Button { word, ..button }) + gap as u16;
    }
    (at.x, y)
}

/// One button; one with a ground of its own is filled.
pub(crate) fn one_button(canvas: &mut Canvas<'_>, x: u16, y: u16, button: Button<'_>) -> u16 {
    let Button { key, word, .. } = button;
    let paint = match (button.kind, button.live) {
        (Kind::Plain, _) => TEXT,
        (_, false) => MUTED.on(Ground::Field),
        (Kind::Primary, true) => INK.on(Ground::Primary),
        (Kind::Danger, true) => INK.on(Ground::Danger),
    };
    let end = match button.kind {
        Kind::Plain => canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)]),
        Kind::Primary | Kind::Danger => canvas.put(x, y, &format!(" {key}  {word} "), paint),
    };
    if let Some(code) = code(key) {
        canvas.zone(Area { x, y, w: end - x, h: 1 }, mouse::key(code));
    }
    end
}

/// Gives the key that a button names.
pub(crate) fn code(name: &str) -> Option<KeyCode> {
    let mut letters = name.chars();
    match (name, letters.next(), letters.next()) {
        ("Enter", ..) => Some(KeyCode::Enter),
        ("Esc", ..) => Some(KeyCode::Esc),
        ("Tab", ..) => Some(KeyCode::Tab),
        ("Space", ..) => Some(KeyCode::Char(' ')),
        (_, Some('F'), Some(_)) => name[1..].parse().ok().map(KeyCode::F),
        (_, Some(letter), None) => Some(KeyCode::Char(letter)),
        _ => None,
    }
}

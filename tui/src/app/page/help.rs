//! Composes the help: every key that works, by the action that it triggers.

use super::dialog_keys;
use super::line::Line;
use crate::app::action::{Action, Group};
use crate::app::dialog::Dialog;
use crate::app::dialog::help::Help;
use crate::app::key::{Key, shown};
use crate::app::keymap::{Keymap, Place};
use crate::app::look::{ACCENT, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::text;
use fcp_presentation::tr;

/// Columns that one column of keys needs at least.
const COLUMN: u16 = 56;

/// Columns of the keys of an action, alone on the screen or not; more keys are left out.
const KEYS: [usize; 2] = [26, 20];

/// Gives the lines of the page: of the dialog behind it, or of everything.
pub(crate) fn of(model: &Model, asked: &Help) -> Vec<Line> {
    let (typed, width) = (asked.filter.text(), model.screen.0);
    match &model.dialog {
        Some(dialog) if model.dialog_help.is_some() => help_of(model, dialog, typed, width),
        _ => help(&model.keymap, model.place(), typed, width),
    }
}

/// Gives the keys that no keymap names.
fn fixed() -> [(&'static str, Vec<KeyLine>); 2] {
    let asked = vec![
        ("F1", tr!("help-asked-dialog")),
        ("↑ ↓ Enter", tr!("help-asked-choose")),
        ("n y k", tr!("help-asked-answers")),
        ("1 2 3 4", tr!("help-asked-reach")),
        ("Esc", tr!("help-asked-later")),
    ];
    [(tr!("help-when-a-job-asks"), asked), (tr!("help-in-a-line"), text_keys())]
}

/// Gives the keys of every line of text.
pub(super) fn text_keys() -> Vec<KeyLine> {
    vec![
        ("Ctrl-A Ctrl-E", tr!("help-line-ends")),
        ("Ctrl-← Ctrl-→", tr!("help-line-words")),
        ("Ctrl-W Ctrl-U Ctrl-K", tr!("help-line-cut")),
        ("Ctrl-Y", tr!("help-line-paste")),
        ("↑ ↓", tr!("help-line-earlier")),
        (r"\xNN \u{N}", tr!("help-line-numbers")),
    ]
}

/// Keys as they are written, and what they do.
pub(super) type KeyLine = (&'static str, &'static str);

/// Keys, and what they do.
pub(super) type Rows = Vec<(Vec<String>, String)>;

/// One heading and what stands below it.
struct Section {
    title: &'static str,
    rows: Rows,
}

/// Gives the lines of the help that hold the typed words, for a screen of `width` columns. `place`
/// is where the user asked for help.
fn help(keymap: &Keymap, place: Place, typed: &str, width: u16) -> Vec<Line> {
    let mut sections: Vec<Section> = Group::ALL
        .iter()
        .map(|&group| Section {
            title: group.title(),
            rows: rows(keymap, Place::Panels, |action| action.group() == group),
        })
        .collect();
    // Help opened in the jobs or in the viewer lists the keys of that place first.
    let jobs =
        Section { title: tr!("help-in-the-jobs"), rows: rows(keymap, Place::Jobs, |_| true) };
    let at = if place == Place::Jobs { 0 } else { sections.len() };
    sections.insert(at, jobs);
    let viewer =
        Section { title: tr!("help-in-the-viewer"), rows: rows(keymap, Place::Viewer, |_| true) };
    let at = if place == Place::Viewer { 0 } else { sections.len() };
    sections.insert(at, viewer);
    sections.extend(fixed().map(|(title, rows)| Section {
        title,
        rows: rows.iter().map(|&(keys, what)| (vec![keys.to_owned()], what.to_owned())).collect(),
    }));
    lines(sections, typed, width)
}

/// Gives the lines of the help of a dialog.
fn help_of(model: &Model, dialog: &Dialog, typed: &str, width: u16) -> Vec<Line> {
    let sections = dialog_keys::keys(model, dialog).into_iter();
    lines(sections.map(|(title, rows)| Section { title, rows }).collect(), typed, width)
}

fn lines(mut sections: Vec<Section>, typed: &str, width: u16) -> Vec<Line> {
    for section in &mut sections {
        section.rows.retain(|(keys, what)| holds(typed, &format!("{} {what}", keys.join(" "))));
    }
    sections.retain(|section| !section.rows.is_empty());
    if sections.is_empty() {
        return vec![vec![(3, tr!("nothing-matches").to_owned(), MUTED)]];
    }
    columns(&sections, width)
}

fn holds(typed: &str, row: &str) -> bool {
    let row = row.to_lowercase();
    typed.split_whitespace().all(|word| row.contains(&word.to_lowercase()))
}

/// Gives the keys of all actions of a kind that have some.
fn rows(keymap: &Keymap, place: Place, wanted: impl Fn(Action) -> bool) -> Rows {
    let keys = |action| -> Vec<String> {
        let bound = keymap.bindings(place).iter().filter(move |it| it.action == action);
        bound.filter(|it| !is_digit(&it.keys)).map(|it| shown(&it.keys)).collect()
    };
    let wanted = Action::ALL.iter().copied().filter(|action| wanted(*action));
    wanted
        .map(|action| (keys(action), action.help().to_owned()))
        .filter(|(keys, _)| !keys.is_empty())
        .collect()
}

/// Gives as many keys as there is room for.
fn first(keys: &[String], room: usize) -> String {
    let mut line = String::new();
    for key in keys {
        let gap = if line.is_empty() { "" } else { "  " };
        if text::width(&line) + gap.len() + text::width(key) <= room {
            line += gap;
            line += key;
        }
    }
    line
}

/// Tells whether keys stand for a function key; one line below says so for all.
fn is_digit(keys: &[Key]) -> bool {
    let digit = |key: Key| key.to_string().trim_start_matches("Alt-").parse::<u8>().is_ok();
    match keys {
        [key] => key.typed().is_none() && digit(*key),
        [Key::ESC, key] => digit(*key),
        _ => false,
    }
}

/// Puts the sections side by side in columns of about the same length.
fn columns(sections: &[Section], width: u16) -> Vec<Line> {
    let count = usize::from((width.saturating_sub(4) / COLUMN).max(1));
    let wide = (width.saturating_sub(3) / count as u16).max(20);
    let all: usize = sections.iter().map(|section| section.rows.len() + 2).sum();
    let room = KEYS[usize::from(count > 1)];
    let rows = sections.iter().flat_map(|section| &section.rows);
    let keys = rows.map(|(keys, _)| text::width(&first(keys, room))).max().unwrap_or(0).max(8);
    let mut columns: Vec<Vec<Line>> = vec![Vec::new()];
    for section in sections {
        let full = columns
            .last()
            .is_some_and(|column| column.len() + section.rows.len() / 2 >= all.div_ceil(count));
        if full && columns.len() < count {
            columns.push(Vec::new());
        }
        let x = 3 + (columns.len() as u16 - 1) * wide;
        let Some(column) = columns.last_mut() else { continue };
        column.push(vec![(x, section.title.to_owned(), STRONG)]);
        for (names, what) in &section.rows {
            // The page leaves two columns empty at its edge.
            let edge = if count > 1 { 3 } else { 4 };
            let room = usize::from(wide).saturating_sub(keys + edge);
            let mut what = text::wrapped(what, room).into_iter();
            let at = x + keys as u16 + 2;
            column.push(vec![
                (x, first(names, keys), ACCENT.bold()),
                (at, what.next().unwrap_or_default(), TEXT),
            ]);
            column.extend(what.map(|line| vec![(at, line, TEXT)]));
        }
        column.push(Vec::new());
    }
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
    let part = |column: &Vec<Line>, row: usize| -> Vec<(u16, String, Paint)> {
        column.get(row).cloned().unwrap_or_default()
    };
    (0..rows).map(|row| columns.iter().flat_map(|column| part(column, row)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use fcp_presentation::language::Language;

    use super::*;

    fn texts(lines: &[Line]) -> Vec<&str> {
        lines.iter().flatten().map(|(_, text, _)| text.as_str()).collect()
    }

    #[test]
    fn what_is_typed_leaves_what_has_it() {
        let keymap = crate::app::keymap::default();
        let lines = help(&keymap, Place::Panels, "SWAP pan", 80);
        assert_eq!(texts(&lines), ["Places", "Ctrl-U", "Swap the panels"]);
        assert_eq!(texts(&help(&keymap, Place::Panels, "qqq", 80)), ["Nothing matches"]);
    }

    #[test]
    fn the_keys_of_the_place_come_first() {
        let keymap = crate::app::keymap::default();
        let first = |place| help(&keymap, place, "", 80)[0][0].1.clone();
        assert_eq!(first(Place::Panels), "Moving");
        assert_eq!(first(Place::Jobs), "In the jobs");
        assert_eq!(first(Place::Viewer), "In the viewer");
    }

    #[test]
    fn columns_hold_everything_and_fit() {
        let keymap = crate::app::keymap::default();
        let narrow = help(&keymap, Place::Panels, "", 250);
        for language in [Language::English, Language::German] {
            for width in [80, 120, 200, 30] {
                language.speaking(|| {
                    let lines = help(&keymap, Place::Panels, "", width);
                    let ends =
                        lines.iter().flatten().map(|(x, text, _)| *x + text::width(text) as u16);
                    assert!(width < 80 || ends.max().unwrap() <= width);
                    let is_cut = |text: &str| text.ends_with('…') && text.len() > 4;
                    let cut: Vec<_> = texts(&lines).into_iter().filter(|it| is_cut(it)).collect();
                    assert!(width < 80 || cut.is_empty(), "{cut:?}");
                    let keys = lines.iter().flatten().filter(|(.., paint)| *paint == ACCENT.bold());
                    assert!(keys.into_iter().all(|(_, text, _)| !text.is_empty()), "{width}");
                });
            }
        }
        let count = |lines: &[Line]| {
            lines.iter().flatten().filter(|(.., paint)| *paint == ACCENT.bold()).count()
        };
        assert_eq!(count(&help(&keymap, Place::Panels, "", 80)), count(&narrow));
    }

    #[test]
    fn the_keys_of_every_line_have_room_for_each_dialog() {
        let fixed = fixed().into_iter().flat_map(|(_, rows)| rows);
        for (keys, what) in fixed.chain(dialog_keys::all()) {
            assert!(text::width(keys) <= KEYS[1], "{keys}: {what}");
        }
    }
}

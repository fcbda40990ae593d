//! The dialog before a copy or a move.

use fcp_engine::event::FileKind;

use super::super::canvas::{Canvas, Inside};
use super::super::field;
use super::{LABEL, buttons, label};
use crate::app::dialog::transfer::{CHOICES, Transfer};
use crate::app::layout::Area;
use crate::app::look::{ACCENT, FAINT, GOOD, Ground, MUTED, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page::base_name;
use crate::format;

/// Columns of an answer, between its arrows.
const ANSWER: usize = 17;

pub(super) fn transfer(model: &Model, ask: &Transfer, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let word = ask.word();
    let count = ask.sources.len() as u64;
    let title = match ask.sources.as_slice() {
        [one] => format!("{word} {}", base_name(one)),
        _ => format!("{word} {}", format::counted(count, "marked item", "marked items")),
    };
    let at = canvas.frame(82, 19, &title, "", ACCENT);
    label(canvas, at, 0, "From", &model.path(&ask.from));
    amount(ask, canvas, at, at.y + 1);
    canvas.put(at.x, at.y + 3, "To", MUTED);
    let (x, w) = (at.x + LABEL, at.w - LABEL);
    let mut cursor = field::draw(canvas, &ask.to, x, at.y + 3, w);
    canvas.zone(Area { x, y: at.y + 3, w, h: 1 }, Hit::Line(0));
    room(ask, canvas, at, at.y + 4);
    let columns = [at.x, at.x + LABEL + ANSWER as u16 + 9];
    for (n, choice) in CHOICES.iter().enumerate() {
        let (x, y) = (columns[n % 2], at.y + 7 + (n / 2) as u16);
        let here = ask.focus == n + 1;
        let (name, _) = choice.answers[ask.chosen[n]];
        let ground = here.then_some(Ground::Cursor);
        let arrow = if here { ACCENT } else { FAINT };
        canvas.put(x, y, choice.label, MUTED);
        let end = canvas.run(
            x + LABEL,
            y,
            &[
                ("‹ ", arrow.or_on(ground)),
                (&format!("{name:<ANSWER$}"), if here { STRONG } else { TEXT }.or_on(ground)),
                ("›", arrow.or_on(ground)),
            ],
        );
        canvas.zone(Area { x, y, w: end - x, h: 1 }, Hit::Line(n + 1));
        if here {
            cursor = (x + LABEL + 2, y);
        }
    }
    explain(ask, canvas, at, at.y + 11);
    let start = if ask.verb == fcp_engine::spec::Verb::Move { "Start move" } else { "Start copy" };
    let keys = [("Enter", start), ("F2", "Queue paused"), ("F3", "Dry run"), ("Esc", "Cancel")];
    buttons(canvas, at, at.h - 1, true, &keys);
    cursor
}

/// How many and how large, as far as it is known.
fn amount(ask: &Transfer, canvas: &mut Canvas<'_>, at: Inside, y: u16) {
    let files = ask.sources.len() as u64 - ask.folders as u64;
    let mut what = Vec::new();
    if files > 0 {
        what.push(format::counted(files, "file", "files"));
    }
    if ask.folders > 0 {
        let folders = format::counted(ask.folders as u64, "folder", "folders");
        let inside = ask.counted.map(|counted| format::counted(counted.files, "file", "files"));
        what.push(inside.map_or(folders.clone(), |inside| format!("{folders} with {inside}")));
    }
    let x = canvas.put(at.x + LABEL, y, &format!("{}, ", what.join(", ")), TEXT);
    let x = canvas.put(x, y, &format::size(ask.bytes()), STRONG);
    let word = if ask.whole { "counted" } else { "so far" };
    canvas.put(x + 3, y, if ask.folders > 0 { word } else { "" }, MUTED);
}

/// What is known of the destination.
fn room(ask: &Transfer, canvas: &mut Canvas<'_>, at: Inside, y: u16) {
    let Some(room) = &ask.room else { return };
    let x = at.x + LABEL;
    let mut facts =
        vec![if room.same { "same filesystem" } else { "another filesystem" }.to_owned()];
    if !room.filesystem.is_empty() {
        facts.push(room.filesystem.clone());
    }
    if let Some(space) = room.space {
        facts.push(format!("{} free", format::size(space.free)));
    }
    canvas.put(x, y, &facts.join(", "), TEXT);
    let moves = ask.verb == fcp_engine::spec::Verb::Move;
    let short = room.space.is_some_and(|space| space.free < ask.bytes());
    match (room.kind, room.same, room.clones) {
        (None, _, _) if ask.into_folder() => {
            canvas.put(x, y + 1, "The folder is made first.", TEXT);
        }
        (Some(FileKind::File), _, _) if ask.sources.len() > 1 => {
            canvas.put(x, y + 1, "There is a file of that name.", WAIT);
        }
        (_, true, _) if moves => {
            canvas.run(x, y + 1, &[("✓ rename", GOOD), (": no extra space, at once", TEXT)]);
        }
        (_, _, true) => {
            canvas.run(x, y + 1, &[("✓ reflink possible", GOOD), (": no extra space", TEXT)]);
        }
        _ if short => {
            canvas.put(x, y + 1, "There may not be enough room.", WAIT);
        }
        _ => {}
    }
}

/// What the choice under the cursor means.
fn explain(ask: &Transfer, canvas: &mut Canvas<'_>, at: Inside, y: u16) {
    let x = at.x + LABEL;
    let Some(choice) = ask.focus.checked_sub(1).and_then(|n| CHOICES.get(n)) else {
        canvas.put(x, y, "Tab completes; a / behind the name means a folder.", MUTED);
        canvas.put(x, y + 1, "Without it a single item gets this name.", MUTED);
        return;
    };
    let chosen = ask.chosen[ask.focus - 1];
    let mut at_x = x;
    for (n, (name, _)) in choice.answers.iter().enumerate() {
        if n > 0 {
            at_x = canvas.put(at_x, y, " · ", FAINT);
        }
        let room = (at.x + at.w + 2).saturating_sub(at_x);
        at_x = canvas.put_in(at_x, y, room, name, if n == chosen { STRONG } else { MUTED });
    }
    canvas.put_in(x, y + 1, at.w - LABEL + 2, choice.answers[chosen].1, MUTED);
}

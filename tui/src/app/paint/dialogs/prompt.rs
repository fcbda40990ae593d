//! Draws a dialog with a single line to type.

use std::path::Path;

use super::super::canvas::Canvas;
use super::super::field;
use super::{LABEL, buttons};
use crate::app::dialog::prompt::{Prompt, Purpose};
use crate::app::look::{ACCENT, BAD, MUTED, TEXT};
use crate::app::model::Model;
use crate::app::page::base_name;
use crate::format;

/// Completions that are named.
const NAMED: usize = 8;

pub(super) fn prompt(model: &Model, prompt: &Prompt, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let purpose = &prompt.purpose;
    let at = canvas.frame(76, 10, purpose.title(), "", ACCENT);
    let about = match purpose {
        Purpose::Rename(path) | Purpose::CopyHere(path) | Purpose::OpenWith(path) => {
            base_name(path)
        }
        Purpose::Command(with) => format::counted(with.len() as u64, "item", "items"),
        Purpose::GoTo
        | Purpose::Mark
        | Purpose::Unmark
        | Purpose::MakeDirectory
        | Purpose::MakeFile => model.path(&model.panel().dir),
    };
    let word = match purpose {
        Purpose::GoTo
        | Purpose::Mark
        | Purpose::Unmark
        | Purpose::MakeDirectory
        | Purpose::MakeFile => "In",
        Purpose::Command(_) => "Items",
        _ => "Item",
    };
    super::label(canvas, at, 0, word, &about);
    canvas.put(at.x, at.y + 1, purpose.label(), MUTED);
    let cursor = field::draw(canvas, &prompt.field, at.x + LABEL, at.y + 1, at.w - LABEL);
    let room = at.w - LABEL;
    let (x, y) = (at.x + LABEL, at.y + 3);
    if let Some(wrong) = &prompt.wrong {
        canvas.lines(x, y, room, wrong, BAD);
    } else if prompt.completions.is_empty() {
        canvas.lines(x, y, room, purpose.note(), MUTED);
    } else {
        let last = |path: &Path| base_name(path) + "/";
        let mut names: Vec<_> =
            prompt.completions.iter().take(NAMED).map(|path| last(path)).collect();
        if prompt.completions.len() > NAMED {
            names.push(format!("{} more", prompt.completions.len() - NAMED));
        }
        canvas.name(x, y, at.w - LABEL, &names.join("  "), TEXT);
    }
    let mut keys = vec![("Enter", purpose.button()), ("Esc", "Cancel")];
    if purpose.completes() {
        keys.insert(1, ("Tab", "Complete"));
    }
    buttons(canvas, at, true, &keys);
    cursor
}

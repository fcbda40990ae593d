//! Draws the dialog before a copy or a move.

use fcp_engine::event::FileKind;
use fcp_engine::path::is_far;

use super::super::canvas::{Canvas, Inside};
use super::parts::{ANSWER, LABEL, amount, answer_rows, answers, buttons, label, named, origin};
use super::rows::row;
use crate::app::dialog::items::Items;
use crate::app::dialog::rows::Row;
use crate::app::dialog::transfer::{TO, Transfer};
use crate::app::look::{ACCENT, GOOD, Ground, MUTED, TEXT, WAIT};
use crate::app::model::Model;
use crate::{format, text};
use fcp_presentation::tr;

/// Columns of the dialog.
const WIDTH: u16 = 82;

/// Rows for the answers of a choice: the longest list takes two.
const NAMES: u16 = 2;

/// Columns of a choice with its label.
const CHOICE: u16 = LABEL + ANSWER as u16 + 3;

/// Where the parts of the dialog are, as lines of its inside.
struct Lines {
    to: u16,
    choices: u16,
    explain: u16,
    /// Rows for the answers of a choice.
    names: u16,
    /// Whether the choices stand in two columns.
    wide: bool,
}

impl Lines {
    /// Gives the lines on a screen, and the rows of the frame that holds them.
    ///
    /// One column of choices is three rows longer, so a low screen leaves out empty rows.
    fn on(canvas: &Canvas<'_>, choices: usize) -> (Self, u16) {
        let wide = canvas.width() >= WIDTH - 2;
        let rows = if wide { choices.div_ceil(2) } else { choices } as u16;
        // In one column there is no room for more than a row of answers.
        let names = if wide { NAMES } else { 1 };
        let spare = canvas.height().saturating_sub(12 + rows + names);
        let [second, first, third] = [1, 2, 3].map(|nth| u16::from(spare >= nth));
        let to = 2 + first;
        let choices = to + 3 + second;
        let explain = choices + rows + third;
        (Self { to, choices, explain, names, wide }, explain + names + 7)
    }

    fn choice(&self, n: usize, at: Inside) -> (u16, u16) {
        let (column, row) = if self.wide { (n % 2, n / 2) } else { (0, n) };
        (at.x + column as u16 * (CHOICE + 6), self.choices + row as u16)
    }
}

pub(super) fn transfer(model: &Model, ask: &Transfer, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let title = tr!("transfer-title", verb = ask.word(), items = named(&ask.items.paths));
    let (lines, rows) = Lines::on(canvas, ask.choices());
    let at = canvas.frame(WIDTH, rows, &title, "", ACCENT);
    let focus = match ask.rows.here().checked_sub(TO + 1) {
        Some(n) => lines.choice(n, at).1,
        None => lines.to,
    };
    canvas.scroll_to(at, focus);
    label(canvas, at, 0, tr!("label-from"), &origin(model, &ask.items));
    contents(ask, canvas, at, at.y + 1);
    let y = at.y + lines.to;
    let mut cursor = row(canvas, &ask.rows, TO, (at.x, y, at.w)).unwrap_or((at.x, y));
    let (x, w) = (at.x + LABEL, at.w - LABEL);
    let hint = if ask.rows.here() == TO {
        tr!("transfer-completes")
    } else {
        tr!("transfer-edit-completes")
    };
    if text::width(ask.typed()) + text::width(hint) + 5 <= usize::from(w) {
        canvas.right(x + w - 1, y, &[(hint, MUTED.on(Ground::Field))]);
    }
    room(ask, canvas, at, y + 1);
    for n in 0..ask.choices() {
        let (x, y) = lines.choice(n, at);
        let place = (x, at.y + y, at.w);
        cursor = row(canvas, &ask.rows, TO + 1 + n, place).unwrap_or(cursor);
    }
    explain(ask, canvas, at, (at.y + lines.explain, lines.names));
    let start = match ask.verb {
        fcp_engine::spec::Verb::Move => tr!("button-start-move"),
        fcp_engine::spec::Verb::Extract => tr!("button-start-extraction"),
        _ => tr!("button-start-copy"),
    };
    let (first, second) = if ask.is_short() {
        (("F2", tr!("button-queue-paused")), ("F4", tr!("button-start-anyway")))
    } else {
        (("Enter", start), ("F2", tr!("button-queue-paused")))
    };
    buttons(
        canvas,
        at,
        true,
        &[first, second, ("F3", tr!("button-dry-run")), ("Esc", tr!("button-cancel"))],
    );
    cursor
}

/// How many and how large, as far as it is known.
fn contents(ask: &Transfer, canvas: &mut Canvas<'_>, at: Inside, y: u16) {
    let Items { folders, counted: inside, .. } = ask.items;
    let files = format::files;
    let mut what = Vec::new();
    if ask.items.files() > 0 {
        what.push(files(ask.items.files()));
    }
    if folders > 0 {
        let folders = format::folders(folders as u64);
        what.push(match inside {
            Some(inside) => {
                tr!("folders-with-files", folders = folders, files = files(inside.files))
            }
            None => folders,
        });
    }
    amount(&ask.items, &what, canvas, at, y);
}

/// What is known of the destination.
fn room(ask: &Transfer, canvas: &mut Canvas<'_>, at: Inside, y: u16) {
    // Only the other machine can look, which it does when the job begins.
    let Some(room) = ask.room.as_ref().filter(|_| !is_far(&ask.path())) else { return };
    let x = at.x + LABEL;
    let columns = usize::from(at.w - LABEL);
    if let Some(why) = ask.blocked() {
        canvas.put(x, y, &text::cut_end(&why, columns), WAIT);
        return;
    }
    let extracts = ask.verb == fcp_engine::spec::Verb::Extract;
    let is_same = room.same || room.snapshots;
    let which = if is_same { tr!("room-same") } else { tr!("room-other") };
    // Data that is unpacked is written anew wherever it goes.
    let mut facts = if extracts { Vec::new() } else { vec![which.to_owned()] };
    if !room.filesystem.is_empty() {
        facts.push(room.filesystem.clone());
    }
    if let Some(space) = room.space {
        facts.push(tr!("panel-free", size = format::size(space.free)));
    }
    canvas.put(x, y, &text::cut_end(&facts.join(", "), columns), TEXT);
    let moves = ask.verb == fcp_engine::spec::Verb::Move;
    match (room.kind, room.same, room.clones) {
        (None, _, _) if ask.means_folder() => {
            canvas.put(x, y + 1, tr!("room-folder-made"), TEXT);
        }
        (Some(FileKind::File), _, _) if ask.items.paths.len() > 1 => {
            canvas.put(x, y + 1, tr!("room-file-exists"), WAIT);
        }
        (_, true, _) if moves => {
            canvas.run(
                x,
                y + 1,
                &[
                    ("✓ ", GOOD),
                    (tr!("room-rename"), GOOD),
                    (": ", TEXT),
                    (tr!("room-rename-note"), TEXT),
                ],
            );
        }
        (_, _, true) if !extracts => {
            canvas.run(
                x,
                y + 1,
                &[
                    ("✓ ", GOOD),
                    (tr!("room-reflink"), GOOD),
                    (": ", TEXT),
                    (tr!("room-reflink-note"), TEXT),
                ],
            );
        }
        _ if ask.is_short() => {
            canvas.put(x, y + 1, &shortage(ask), WAIT);
        }
        _ => {}
    }
}

/// Says how much does not fit.
fn shortage(ask: &Transfer) -> String {
    let needed = format::size(ask.needs().unwrap_or_default());
    let free = ask.room.as_ref().and_then(|room| room.space).map_or(0, |space| space.free);
    let free = format::size(free);
    match ask.claimed {
        0 => tr!("room-short", needed = needed, free = free),
        claimed => {
            let claimed = format::size(claimed);
            tr!("room-short-queued", needed = needed, free = free, claimed = claimed)
        }
    }
}

/// What the choice under the cursor means.
fn explain(ask: &Transfer, canvas: &mut Canvas<'_>, at: Inside, (y, rows): (u16, u16)) {
    let x = at.x + LABEL;
    let Some(Row::Choice { choice, chosen }) = ask.rows.row(ask.rows.here()) else {
        canvas.put(x, y, tr!("transfer-to-note"), MUTED);
        canvas.put(x, y + 1, tr!("transfer-to-note-name"), MUTED);
        return;
    };
    let chosen = *chosen;
    let names = choice.names();
    let room = (at.x + at.w).saturating_sub(x);
    let mut first = 0;
    let fit = answer_rows(names.clone(), room);
    if fit.len() > usize::from(rows) {
        answers(canvas, x, y, room, names, chosen);
    } else {
        for (line, count) in (y..).zip(&fit) {
            let here = names.clone().skip(first).take(*count);
            // Without a chosen one in the row, none is drawn as such.
            answers(canvas, x, line, room, here, chosen.wrapping_sub(first).min(*count));
            first += count;
        }
    }
    let y = y + rows - 1;
    let why = text::cut_end(choice.consequence(chosen), usize::from(at.w - LABEL));
    canvas.put(x, y + 1, &why, MUTED);
}

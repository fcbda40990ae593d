//! Draws dialogs, which are the only elements with a frame.

use super::canvas::Canvas;
use super::status;
use crate::app::dialog::Dialog;
use crate::app::dialog::unseen;
use crate::app::model::Model;

mod columns;
mod confirm;
mod form;
mod letters;
mod mode;
pub(super) mod parts;
mod picker;
mod properties;
pub(super) mod question;
mod rehearsal;
mod removal;
pub(super) mod rows;
mod sharing;
mod transfer;

/// Draws a dialog with a frame and gives the place of the cursor.
pub(super) fn dialog(
    model: &Model,
    dialog: &Dialog,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    let cursor = framed(model, dialog, canvas);
    if let Some(words) = dialog.unseen().and_then(unseen::words) {
        canvas.on_edge(&words);
    }
    cursor
}

fn framed(model: &Model, dialog: &Dialog, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    match dialog {
        Dialog::Transfer(ask) => Some(transfer::transfer(model, ask, canvas)),
        Dialog::Rehearsal(rehearsal) => Some(self::rehearsal::rehearsal(model, rehearsal, canvas)),
        Dialog::Sharing(sharing) => Some(self::sharing::sharing(model, sharing, canvas)),
        Dialog::Removal(ask) => Some(removal::removal(model, ask, canvas)),
        Dialog::Form(form) => Some(form::form(model, form, canvas)),
        Dialog::Mode(mode) => Some(mode::mode(mode, canvas)),
        Dialog::Question(ask) => {
            let row = model.jobs.row(ask.job)?;
            let question = row.questions.get(&ask.question)?;
            status::behind(model, canvas, ask.job);
            question::question(model, ask, row, question, canvas)
        }
        Dialog::Picker(picker) => Some(picker::picker(picker, canvas)),
        Dialog::Properties(dialog) => Some(self::properties::properties(model, dialog, canvas)),
        Dialog::Columns(choice) => Some(columns::columns(choice, canvas)),
        Dialog::Letters(letters) => Some(self::letters::letters(model, *letters, canvas)),
        Dialog::Confirm(confirm) => Some(confirm::confirm(model, confirm, canvas)),
        Dialog::Bulk(_)
        | Dialog::Menu(_)
        | Dialog::Help(_)
        | Dialog::Report(_)
        | Dialog::Conflicts(_)
        | Dialog::Trash(_)
        | Dialog::Comparison(_)
        | Dialog::Diff(_)
        | Dialog::Divided(_)
        | Dialog::Checksums(_)
        | Dialog::Finished(_) => None,
    }
}

//! Handles the page that shows how processes on many machines run the parts of a plan.

use std::path::PathBuf;
use std::time::Duration;

use crossterm::event::KeyCode;
use fcp_engine::path::is_far;
use fcp_presentation::divided::Seen;
use fcp_presentation::typed::written;

use crate::app::dialog::Dialog;
use crate::app::dialog::divided::Divided;
use crate::app::dialog::form::Purpose;
use crate::app::model::{Effect, Model};

/// Watches the plan in the folder that was under the cursor, unless the user has typed meanwhile.
pub(super) fn found(model: &mut Model, ticket: u64, dir: PathBuf) -> Vec<Effect> {
    let Some(Dialog::Form(form)) = &model.dialog else { return Vec::new() };
    let is_asked = form.purpose == Purpose::WatchPlan { looked: ticket };
    let offered = written(&dir, model.home.as_deref(), true);
    if is_asked && form.rows.text(0) == offered { open(model, dir) } else { Vec::new() }
}

/// Opens the page.
pub(super) fn open(model: &mut Model, dir: PathBuf) -> Vec<Effect> {
    let ticket = model.ticket();
    if is_far(&dir) {
        // It is refused, and would leave a page that shows nothing.
        return vec![Effect::WatchPlan { ticket, dir }];
    }
    let page = Divided::new(ticket, dir.clone(), model.now);
    model.dialog = Some(Dialog::Divided(Box::new(page)));
    vec![Effect::WatchPlan { ticket, dir }]
}

/// Takes what a look has found.
pub(super) fn told(
    model: &mut Model,
    ticket: u64,
    seen: Result<Box<Seen>, String>,
    rest: Duration,
) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::Divided(page)) if page.ticket == ticket => {
            page.take(seen, rest, model.now);
            page.top = page.top.min(page.last(model.screen.1));
            Vec::new()
        }
        // The page was closed.
        _ => vec![Effect::Drop(ticket)],
    }
}

/// Gives a key to the page.
pub(super) fn key(model: &mut Model, mut page: Divided, code: KeyCode) -> Vec<Effect> {
    let height = model.screen.1;
    let (room, last) = (page.room(height), page.last(height));
    let top = match code {
        KeyCode::Esc | KeyCode::F(_) | KeyCode::Char('q') => {
            return vec![Effect::Drop(page.ticket)];
        }
        KeyCode::Up => page.top.saturating_sub(1),
        KeyCode::Down => page.top + 1,
        KeyCode::PageUp => page.top.saturating_sub(room),
        KeyCode::PageDown => page.top + room,
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => page.top,
    };
    page.top = top.min(last);
    model.dialog = Some(Dialog::Divided(Box::new(page)));
    Vec::new()
}

//! Handles mouse events: clicks, drags and the wheel.

use fcp_browse::panel::Row;

use super::act::act;
use super::keys::key;
use super::{dialogs, files, jobs, menu, places, viewer};
use crate::app::action::Action;
use crate::app::model::{Drag, Effect, Model, Press};
use crate::app::mouse::{DOUBLE, Hit, Kind, Mouse, NOTCH};
use crossterm::event::KeyModifiers;

/// Handles a mouse event.
pub(super) fn mouse(model: &mut Model, mouse: Mouse) -> Vec<Effect> {
    let Some(hit) = mouse.hit else {
        model.drag = None;
        return match mouse.kind {
            // Of a page the rows alone can be hit.
            Kind::Wheel(notches) if model.dialog.is_some() => {
                dialogs::wheel(model, notches * NOTCH)
            }
            _ => Vec::new(),
        };
    };
    match mouse.kind {
        Kind::Press => {
            let again = |press: &Press| press.hit == hit && model.now <= press.at + DOUBLE;
            let double = model.pressed.as_ref().is_some_and(again);
            model.pressed = (!double).then_some(Press { hit, at: model.now });
            model.notice = None;
            press(model, hit, mouse.keys, double)
        }
        Kind::Right => match hit {
            Hit::Row { side, row } if model.dialog.is_none() => {
                focus(model, side);
                model.panel_mut().stand(row);
                model.panel_mut().mark(0);
                Vec::new()
            }
            _ => Vec::new(),
        },
        Kind::Middle => match hit {
            Hit::Row { side, row } if model.dialog.is_none() => {
                focus(model, side);
                model.panel_mut().stand(row);
                act(model, Action::OpenOther)
            }
            _ => Vec::new(),
        },
        Kind::Drag => {
            drag(model, hit, mouse.keys);
            Vec::new()
        }
        Kind::Release => release(model, hit, mouse.keys),
        Kind::Wheel(notches) => wheel(model, hit, notches * NOTCH),
    }
}

fn focus(model: &mut Model, side: usize) {
    model.in_jobs = false;
    if model.side != side {
        model.typing = None;
        model.side = side;
    }
}

fn press(model: &mut Model, hit: Hit, keys: KeyModifiers, double: bool) -> Vec<Effect> {
    match hit {
        Hit::Row { side, row } => {
            focus(model, side);
            let before = model.panel().cursor;
            model.panel_mut().stand(row);
            if keys.contains(KeyModifiers::CONTROL) {
                model.panel_mut().mark(0);
            } else if keys.contains(KeyModifiers::SHIFT) {
                model.panel_mut().mark_rows(before, row);
            } else if double {
                return act(model, Action::Open);
            }
            Vec::new()
        }
        Hit::Panel { side } => {
            focus(model, side);
            Vec::new()
        }
        Hit::Path { side } => {
            focus(model, side);
            if double { act(model, Action::GoTo) } else { Vec::new() }
        }
        Hit::Tab { side, tab } => {
            focus(model, side);
            places::tab_to(model, tab)
        }
        Hit::Column { side, key } => {
            focus(model, side);
            places::sort(model, key)
        }
        Hit::Job(job) => {
            jobs::enter(model);
            model.job = Some(job);
            if double { act(model, Action::Details) } else { Vec::new() }
        }
        Hit::Jobs => {
            jobs::enter(model);
            Vec::new()
        }
        Hit::Key(pressed) => key(model, pressed),
        Hit::Action(action) => act(model, action),
        Hit::Line(line) => dialogs::line(model, line, double),
        Hit::LineBack(line) => dialogs::back(model, line),
        Hit::Menu(title) => {
            menu::open_at(model, title);
            Vec::new()
        }
        Hit::Dialog | Hit::Viewer => Vec::new(),
    }
}

/// Moves dragged items over the screen.
fn drag(model: &mut Model, hit: Hit, keys: KeyModifiers) {
    if model.dialog.is_some() {
        return;
    }
    let start = model.pressed.as_ref().map(|press| press.hit);
    let over = match hit {
        Hit::Row { side, row } => Some((side, Some(row))),
        Hit::Panel { side } | Hit::Path { side } => Some((side, None)),
        _ => None,
    };
    match (&mut model.drag, start) {
        (Some(drag), _) => {
            drag.over = over;
            drag.moves = keys.contains(KeyModifiers::SHIFT);
        }
        (None, Some(Hit::Row { side, row })) if hit != (Hit::Row { side, row }) => {
            let moves = keys.contains(KeyModifiers::SHIFT);
            let name = match model.sides[side].panel().row(row) {
                Some(Row::Entry(entry)) => Some(entry.name.to_owned()),
                Some(Row::Parent) | None => None,
            };
            model.drag = Some(Drag { side, row, name, over, moves });
        }
        (None, _) => {}
    }
}

/// Drops what was dragged: on the other panel, or on a folder.
fn release(model: &mut Model, hit: Hit, keys: KeyModifiers) -> Vec<Effect> {
    let Some(drag) = model.drag.take() else { return Vec::new() };
    let (side, row) = match hit {
        Hit::Row { side, row } => (side, Some(row)),
        Hit::Panel { side } | Hit::Path { side } => (side, None),
        _ => return Vec::new(),
    };
    model.pressed = None;
    let Some(to) = drag.destination(model, side, row) else { return Vec::new() };
    model.side = drag.side;
    files::drop_on(model, keys.contains(KeyModifiers::SHIFT), to, &drag)
}

fn wheel(model: &mut Model, hit: Hit, rows: isize) -> Vec<Effect> {
    match hit {
        Hit::Row { side, .. } | Hit::Panel { side } if model.dialog.is_none() => {
            let panel = model.sides[side].panel_mut();
            let rows = rows.clamp(-(panel.cursor as isize), panel.len() as isize);
            panel.step(rows);
            Vec::new()
        }
        Hit::Job(_) | Hit::Jobs if model.dialog.is_none() => {
            jobs::step(model, rows.signum());
            Vec::new()
        }
        _ if model.dialog.is_some() => dialogs::wheel(model, rows),
        Hit::Viewer => viewer::wheel(model, rows),
        _ => Vec::new(),
    }
}

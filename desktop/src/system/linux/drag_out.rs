//! Lets the user drag files from a window to another program.

use std::cell::RefCell;
use std::rc::Rc;

use gtk::gdk::{DragAction, ModifierType};
use gtk::prelude::*;
use gtk::{TargetEntry, TargetFlags, TargetList};
use webkit2gtk::WebView;

use super::drops::URIS;

/// The left button, which is down.
const BUTTON: i32 = 1;

/// Begins to drag a list of URIs.
pub(super) fn drag(page: &WebView, list: String) {
    // The window drags in the place of its page, which gives only what scripts gave it.
    let Some(window) = page.toplevel() else { return };
    // The page tells late that the pointer has left. A drag whose button is up would drop with the next click.
    if !is_held(&window) {
        return;
    }
    let given = window.connect_drag_data_get(move |_, _, data, _, _| {
        data.set(&data.target(), 8, list.as_bytes());
    });
    let ended = Rc::new(RefCell::new(None));
    let handlers = Rc::clone(&ended);
    let end = window.connect_drag_end(move |window, _| {
        for handler in handlers.take().into_iter().flatten() {
            window.disconnect(handler);
        }
    });
    ended.replace(Some([given, end]));
    let targets = TargetList::new(&[TargetEntry::new(URIS, TargetFlags::empty(), 0)]);
    // Only copies are offered: a move by another program would leave no job and no record.
    let context =
        window.drag_begin_with_coordinates(&targets, DragAction::COPY, BUTTON, None, -1, -1);
    match context {
        Some(context) => context.drag_set_icon_name("text-x-generic", 0, 0),
        None => {
            for handler in ended.take().into_iter().flatten() {
                window.disconnect(handler);
            }
        }
    }
}

/// Tells whether the left button is down.
fn is_held(window: &gtk::Widget) -> bool {
    let pointer = window.display().default_seat().and_then(|seat| seat.pointer());
    let held = window.window().zip(pointer).map(|(at, pointer)| at.device_position(&pointer).3);
    held.is_some_and(|held| held.contains(ModifierType::BUTTON1_MASK))
}

//! Accepts files that other programs drag over a window and drop there.
//!
//! The window takes them in the place of its page: the webview and Tauri know dropped files by text, which bends
//! names that are not UTF-8. Here they stay bytes.

use std::cell::Cell;
use std::rc::Rc;

use gtk::gdk::{self, DragAction, DragContext, ModifierType};
use gtk::prelude::*;
use gtk::{DestDefaults, TargetEntry, TargetFlags, glib};
use webkit2gtk::WebView;

use crate::system::contract::{Carried, DropHand};
use crate::wire::PlanVerb;

/// The form in which programs give files to each other: a URI in each line.
pub(super) const URIS: &str = "text/uri-list";

/// What one window knows of the drag whose pointer is over it.
#[derive(Debug, Default)]
struct PointerDrag {
    over: Cell<bool>,
    /// Whether its files were asked for.
    asked: Cell<bool>,
    /// Whether it ended with a drop.
    dropped: Cell<bool>,
    /// Whether the files that come next are those of the drop.
    landing: Cell<bool>,
}

/// Lets the window of a page take files that are dropped on it.
pub(super) fn connect(hand: impl DropHand, page: &WebView) {
    let Some(window) = page.toplevel() else { return };
    // The page would come before the window.
    page.drag_dest_unset();
    let uris = TargetEntry::new(URIS, TargetFlags::empty(), 0);
    window.drag_dest_set(DestDefaults::empty(), &[uris], DragAction::COPY);
    let hand = Rc::new(hand);
    let pointer = Rc::new(PointerDrag::default());

    let (hand_, pointer_, page) = (Rc::clone(&hand), Rc::clone(&pointer), page.clone());
    window.connect_drag_motion(move |window, context, x, y, time| {
        let Some(target) = window.drag_dest_find_target(context, None) else { return false };
        if !pointer_.over.replace(true) {
            pointer_.dropped.set(false);
        }
        if !pointer_.asked.replace(true) {
            window.drag_get_data(context, &target, time);
        }
        let (x, y) = window.translate_coordinates(&page, x, y).unwrap_or((x, y));
        let takes = hand_.over(x.into(), y.into(), verb(window, context));
        let action = if takes { told(context.actions()) } else { DragAction::empty() };
        context.drag_status(action, time);
        true
    });

    let (hand_, pointer_) = (Rc::clone(&hand), Rc::clone(&pointer));
    window.connect_drag_leave(move |_, _, _| {
        pointer_.over.set(false);
        let (hand, pointer) = (Rc::clone(&hand_), Rc::clone(&pointer_));
        // GTK emits drag-leave before drag-drop; one idle turn tells them apart.
        glib::idle_add_local_once(move || {
            if !pointer.over.get() && !pointer.dropped.get() {
                pointer.asked.set(false);
                hand.leaves();
            }
        });
    });

    let pointer_ = Rc::clone(&pointer);
    window.connect_drag_drop(move |window, context, _, _, time| {
        let Some(target) = window.drag_dest_find_target(context, None) else { return false };
        pointer_.dropped.set(true);
        pointer_.landing.set(true);
        window.drag_get_data(context, &target, time);
        true
    });

    window.connect_drag_data_received(move |_, context, _, _, data, _, time| {
        let carried = Carried::Uris(data.data());
        if pointer.landing.replace(false) {
            pointer.asked.set(false);
            // Nothing is ever moved by the program that the files come from.
            context.drag_finish(true, false, time);
            hand.drops(carried);
        } else if pointer.over.get() {
            hand.carries(carried);
        }
    });
}

/// Gives what is told to a program that offers its files for some actions: that we copy, whatever becomes of it here.
///
/// While Shift is held, GTK offers a move alone, after which the program might delete the files itself. XDND lets the target
/// copy whatever is offered.
fn told(offered: DragAction) -> DragAction {
    if offered.intersects(DragAction::COPY | DragAction::MOVE) {
        DragAction::COPY
    } else {
        offered & DragAction::LINK
    }
}

/// Gives the verb that the keys which are held ask for.
fn verb(window: &gtk::Widget, context: &DragContext) -> Option<PlanVerb> {
    let held = window.window()?.device_position(&context.device()).3;
    asked_by(held)
}

fn asked_by(held: gdk::ModifierType) -> Option<PlanVerb> {
    let control = held.contains(ModifierType::CONTROL_MASK);
    match (control, held.contains(ModifierType::SHIFT_MASK)) {
        (true, true) => Some(PlanVerb::Link),
        (true, false) => Some(PlanVerb::Copy),
        (false, true) => Some(PlanVerb::Move),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_is_told_that_its_files_were_moved() {
        let (copy, moves, link) = (DragAction::COPY, DragAction::MOVE, DragAction::LINK);
        for offered in [copy, moves, copy | moves, copy | moves | link, moves | link] {
            assert_eq!(told(offered), copy, "{offered:?}");
        }
        assert_eq!((told(link), told(DragAction::empty())), (link, DragAction::empty()));
    }

    #[test]
    fn keys_ask_for_verbs() {
        let (control, shift) = (ModifierType::CONTROL_MASK, ModifierType::SHIFT_MASK);
        assert_eq!(asked_by(ModifierType::empty()), None);
        assert_eq!(asked_by(control), Some(PlanVerb::Copy));
        assert_eq!(asked_by(shift | ModifierType::LOCK_MASK), Some(PlanVerb::Move));
        assert_eq!(asked_by(control | shift), Some(PlanVerb::Link));
    }
}

//! Accepts files that other programs drag over a window and drop there.
//!
//! The window takes them in the place of its page: the webview and Tauri know dropped files by text, which bends
//! names that are not UTF-8. Here they stay bytes, and the page is told where the pointer is.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use fcp_presentation::lock;
use gtk::gdk::{self, DragAction, DragContext, ModifierType};
use gtk::prelude::*;
use gtk::{DestDefaults, TargetEntry, TargetFlags, glib};
use tauri::WebviewWindow;
use webkit2gtk::WebView;

use crate::feed::{Changed, Feed};
use crate::names::name;
use crate::plans::Plans;
use crate::uris;
use crate::wire::{DragState, PlanVerb, View};

/// The form in which programs give files to each other: a URI in each line.
pub(super) const URIS: &str = "text/uri-list";

/// Files of another program over a window.
#[derive(Debug)]
pub(crate) struct Incoming {
    feed: Arc<Feed>,
    over: Mutex<Option<DragOver>>,
}

#[derive(Debug)]
struct DragOver {
    view: View,
    state: DragState,
    /// Whether what is below the pointer takes files.
    takes: bool,
}

impl Incoming {
    /// Knows of no drag.
    pub(crate) fn new(feed: &Arc<Feed>) -> Arc<Self> {
        Arc::new(Self { feed: Arc::clone(feed), over: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Option<DragOver>> {
        lock(&self.over)
    }

    /// Gives what is dragged over a window, or was dropped and waits for a plan.
    pub(crate) fn state(&self, view: View) -> Option<DragState> {
        self.lock().as_ref().filter(|over| over.view == view).map(|over| over.state.clone())
    }

    /// Takes what the page says of the place below the pointer; without a place a drop is let go of.
    pub(crate) fn takes(&self, takes: bool) {
        let mut over = self.lock();
        match over.as_mut() {
            Some(DragOver { state, view, .. }) if !takes && state.drop.is_some() => {
                self.feed.mark(Changed::Drag(*view));
                *over = None;
            }
            Some(over) => over.takes = takes,
            None => {}
        }
    }

    /// Ends a drag over a window, or lets go of a drop.
    pub(crate) fn end(&self, view: View) {
        let mut over = self.lock();
        if over.as_ref().is_some_and(|over| over.view == view) {
            *over = None;
            self.feed.mark(Changed::Drag(view));
        }
    }

    /// Changes what is told of a drag over a window, which may begin with it; gives whether files are taken.
    fn change(&self, view: View, change: impl FnOnce(&mut DragState)) -> bool {
        let mut held = self.lock();
        // What was dropped before and never planned is forgotten.
        let over = held.take().filter(|over| over.view == view && over.state.drop.is_none());
        let mut over = over.unwrap_or(DragOver { view, state: nothing(), takes: true });
        change(&mut over.state);
        let takes = over.takes;
        *held = Some(over);
        self.feed.mark(Changed::Drag(view));
        takes
    }
}

fn nothing() -> DragState {
    DragState { drop: None, x: 0.0, y: 0.0, count: None, first: None, verb: None, missing: 0 }
}

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

/// Lets a window take files that are dropped on it.
pub(super) fn take_drops(
    drag: &Arc<Incoming>,
    plans: &Arc<Plans>,
    window: &WebviewWindow,
    view: View,
) -> tauri::Result<()> {
    let (drag, plans) = (Arc::clone(drag), Arc::clone(plans));
    window.with_webview(move |page| connect(&drag, &plans, &page.inner(), view))
}

fn connect(drag: &Arc<Incoming>, plans: &Arc<Plans>, page: &WebView, view: View) {
    let Some(window) = page.toplevel() else { return };
    // The page would come before the window.
    page.drag_dest_unset();
    let uris = TargetEntry::new(URIS, TargetFlags::empty(), 0);
    window.drag_dest_set(DestDefaults::empty(), &[uris], DragAction::COPY);
    let hand = Rc::new(PointerDrag::default());

    let (drag_, hand_, page) = (Arc::clone(drag), Rc::clone(&hand), page.clone());
    window.connect_drag_motion(move |window, context, x, y, time| {
        let Some(target) = window.drag_dest_find_target(context, None) else { return false };
        if !hand_.over.replace(true) {
            hand_.dropped.set(false);
        }
        if !hand_.asked.replace(true) {
            window.drag_get_data(context, &target, time);
        }
        let (x, y) = window.translate_coordinates(&page, x, y).unwrap_or((x, y));
        let takes = drag_.change(view, |state| {
            (state.x, state.y) = (x.into(), y.into());
            state.verb = verb(window, context);
        });
        let action = if takes { action(context) } else { DragAction::empty() };
        context.drag_status(action, time);
        true
    });

    let (drag_, hand_) = (Arc::clone(drag), Rc::clone(&hand));
    window.connect_drag_leave(move |_, _, _| {
        hand_.over.set(false);
        let (drag, hand) = (Arc::clone(&drag_), Rc::clone(&hand_));
        // GTK emits drag-leave before drag-drop; one idle turn tells them apart.
        glib::idle_add_local_once(move || {
            if !hand.over.get() && !hand.dropped.get() {
                hand.asked.set(false);
                drag.end(view);
            }
        });
    });

    let hand_ = Rc::clone(&hand);
    window.connect_drag_drop(move |window, context, _, _, time| {
        let Some(target) = window.drag_dest_find_target(context, None) else { return false };
        hand_.dropped.set(true);
        hand_.landing.set(true);
        window.drag_get_data(context, &target, time);
        true
    });

    let (drag_, plans_) = (Arc::clone(drag), Arc::clone(plans));
    window.connect_drag_data_received(move |_, context, _, _, data, _, time| {
        let named = read(&data.data());
        if hand.landing.replace(false) {
            hand.asked.set(false);
            // Nothing is ever moved by the program that the files come from.
            context.drag_finish(true, false, time);
            let (drag, plans) = (Arc::clone(&drag_), Arc::clone(&plans_));
            thread::spawn(move || drop_here(&drag, &plans, view, named));
        } else if hand.over.get() {
            drag_.change(view, |state| {
                state.count = Some(named.files.len() as u64);
                state.first = named.files.first().map(|path| name(called(path)));
            });
        }
    });
}

/// Keeps what was dropped until the page says what becomes of it; a dead mount keeps a thread alone.
fn drop_here(drag: &Incoming, plans: &Plans, view: View, named: Named) {
    let there = |path: &PathBuf| path.symlink_metadata().is_ok();
    let (files, gone): (Vec<_>, Vec<_>) = named.files.into_iter().partition(there);
    let count = files.len() as u64;
    let first = files.first().map(|path| name(called(path)));
    let drop = plans.keep_drop(files);
    drag.change(view, |state| {
        state.drop = Some(drop);
        state.count = Some(count);
        state.first = first;
        state.missing = named.strange + gone.len() as u64;
    });
}

fn called(path: &Path) -> &std::ffi::OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Gives what is told to the program that the files come from: that we copy, whatever becomes of it here.
fn action(context: &DragContext) -> DragAction {
    let offered = context.actions();
    [DragAction::COPY, DragAction::LINK]
        .into_iter()
        .find(|action| offered.contains(*action))
        .unwrap_or_else(DragAction::empty)
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

/// What a list of URIs names.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    /// Files of this machine.
    files: Vec<PathBuf>,
    /// Lines that name something else.
    strange: u64,
}

/// Reads a list of URIs.
fn read(list: &[u8]) -> Named {
    let files = uris::decode_list(list);
    let lines = list.split(|byte| matches!(byte, b'\r' | b'\n' | 0));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")).count();
    let strange = lines.saturating_sub(files.len()) as u64;
    Named { files, strange }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_of_this_machine_is_counted() {
        let list = b"# a comment\r\nhttp://example.com/a\r\nfile:///b\r\n\xE9\r\n";
        assert_eq!(read(list), Named { files: vec!["/b".into()], strange: 2 });
        assert_eq!(read(b""), Named { files: Vec::new(), strange: 0 });
    }

    #[test]
    fn keys_ask_for_verbs() {
        let (control, shift) = (ModifierType::CONTROL_MASK, ModifierType::SHIFT_MASK);
        assert_eq!(asked_by(ModifierType::empty()), None);
        assert_eq!(asked_by(control), Some(PlanVerb::Copy));
        assert_eq!(asked_by(shift | ModifierType::LOCK_MASK), Some(PlanVerb::Move));
        assert_eq!(asked_by(control | shift), Some(PlanVerb::Link));
    }

    #[test]
    fn a_drop_waits_until_the_page_lets_go_of_it() {
        let (drag, view) = (Incoming::new(&Arc::default()), View::Manager);
        assert!(drag.change(view, |state| state.x = 5.0));
        drag.takes(false);
        assert!(!drag.change(view, |state| state.x = 6.0), "refused below the pointer");
        assert_eq!(drag.state(View::Copier), None);
        drag.takes(true);
        drag.change(view, |state| state.drop = Some(3));
        drag.takes(true);
        assert_eq!(drag.state(view).and_then(|state| state.drop), Some(3));
        drag.takes(false);
        assert_eq!(drag.state(view), None);
    }
}

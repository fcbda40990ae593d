//! Accepts files that other programs drag over a window and drop there.
//!
//! The system tells of them; the page is told where the pointer is, and says what is below it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use fcp_presentation::lock;
use tauri::WebviewWindow;

use crate::feed::{Changed, Feed};
use crate::names::name;
use crate::plans::Plans;
use crate::system::{Carried, DropHand, Here, System as _};
use crate::uris::{self, UriList};
use crate::wire::{DragState, Notice, NoticeCode, PlanVerb, Tone, View};

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

/// Lets a window take files that are dropped on it.
pub(super) fn take_drops(
    drag: &Arc<Incoming>,
    plans: &Arc<Plans>,
    window: &WebviewWindow,
    view: View,
) -> tauri::Result<()> {
    Here::take_drops(window, Hand { drag: Arc::clone(drag), plans: Arc::clone(plans), view })
}

/// Follows the drags over one window.
struct Hand {
    drag: Arc<Incoming>,
    plans: Arc<Plans>,
    view: View,
}

impl DropHand for Hand {
    fn over(&self, x: f64, y: f64, verb: Option<PlanVerb>) -> bool {
        self.drag.change(self.view, |state| (state.x, state.y, state.verb) = (x, y, verb))
    }

    fn carries(&self, carried: Carried) {
        let named = read(carried);
        self.drag.change(self.view, |state| {
            state.count = Some(named.files.len() as u64);
            state.first = named.files.first().map(|path| name(called(path)));
        });
    }

    fn leaves(&self) {
        self.drag.end(self.view);
    }

    fn drops(&self, carried: Carried) {
        let (drag, plans, view) = (Arc::clone(&self.drag), Arc::clone(&self.plans), self.view);
        thread::spawn(move || drop_here(&drag, &plans, view, read(carried)));
    }
}

/// Keeps what was dropped until the page says what becomes of it; a dead mount keeps a thread alone.
fn drop_here(drag: &Incoming, plans: &Plans, view: View, named: UriList) {
    let there = |path: &PathBuf| path.symlink_metadata().is_ok();
    let (files, gone): (Vec<_>, Vec<_>) = named.files.into_iter().partition(there);
    let missing = named.strange + gone.len() as u64;
    if missing > 0 {
        // Where no card asks, nothing else would tell.
        let notice = Notice::new(Tone::Warn, NoticeCode::DropMissing);
        drag.feed.notify(Notice { count: Some(missing), ..notice });
    }
    if files.is_empty() {
        return drag.end(view);
    }
    let count = files.len() as u64;
    let first = files.first().map(|path| name(called(path)));
    let drop = plans.keep_drop(files);
    drag.change(view, |state| {
        state.drop = Some(drop);
        state.count = Some(count);
        state.first = first;
        state.missing = missing;
    });
}

fn called(path: &Path) -> &std::ffi::OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Reads what is dragged.
fn read(carried: Carried) -> UriList {
    match carried {
        Carried::Uris(list) => uris::decode_list(&list),
        Carried::Paths(files) => UriList { files, strange: 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::wire::Update;

    #[test]
    fn what_is_dropped_and_not_there_is_told_and_begins_no_plan_alone() {
        let app = App::new(None, None);
        let (drag, view) = (Incoming::new(&app.feed), View::Manager);
        let dropped = |names: &[&str]| {
            drag.change(view, |state| state.x = 5.0);
            let files = names.iter().map(PathBuf::from).collect();
            drop_here(&drag, &app.plans, view, UriList { files, strange: 1 });
            let told = app.feed.heard().into_iter().find_map(|update| match update {
                Update::Notice(notice) => notice.count.map(|count| (notice.code, count)),
                _ => None,
            });
            (told, drag.state(view).map(|state| (state.count, state.missing)))
        };
        let told = |count| Some((NoticeCode::DropMissing, count));
        assert_eq!(dropped(&["/nowhere/x"]), (told(2), None));
        assert_eq!(dropped(&["/", "/nowhere/x"]), (told(2), Some((Some(1), 2))));
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

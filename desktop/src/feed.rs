//! Gathers what has changed, and sends updates to the windows in their order.
//!
//! Code that changes something calls [`Feed::mark`]; one thread (`tell.rs`) collects the new state and sends it.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, PoisonError};

use fcp_presentation::lock;
use tauri::ipc::Channel;

use crate::wire::{Notice, PanelSide, Update, View};

/// Something that windows show and that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// A panel.
    Panel(PanelSide),
    /// Places.
    Places,
    /// Jobs, and with them perhaps questions.
    Jobs,
    /// Questions.
    Questions,
    /// Changes of modes and owners that run.
    Changing,
    /// What another program drags over a window.
    Drag(View),
}

impl Changed {
    /// Gives the window that it concerns, if it is one alone.
    pub(crate) fn view(self) -> Option<View> {
        match self {
            Self::Panel(_) | Self::Places => Some(View::Manager),
            Self::Drag(view) => Some(view),
            Self::Jobs | Self::Questions | Self::Changing => None,
        }
    }
}

/// Changes and updates that have not been sent yet.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    /// What changed, each once.
    pub(crate) changed: Vec<Changed>,
    /// Updates that do not replace each other.
    pub(crate) said: Vec<Update>,
}

/// Tells the windows what changed.
#[derive(Debug, Default)]
pub(crate) struct Feed {
    windows: Mutex<Vec<Window>>,
    pending: Mutex<Pending>,
    woken: Condvar,
    /// What waits for a window: for one, or for any.
    kept: Mutex<Vec<(Option<View>, Update)>>,
    /// Others in this process that follow jobs, panels, preferences and what else runs.
    listeners: Mutex<Vec<Sender<Update>>>,
}

struct Window {
    view: View,
    channel: Channel<Update>,
}

impl std::fmt::Debug for Window {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Window").field("view", &self.view).finish_non_exhaustive()
    }
}

impl Feed {
    /// Says that something changed.
    pub(crate) fn mark(&self, changed: Changed) {
        let mut pending = lock(&self.pending);
        if !pending.changed.contains(&changed) {
            pending.changed.push(changed);
        }
        self.woken.notify_all();
    }

    /// Tells something that stands for itself: a notice, a plan, a drag.
    pub(crate) fn say(&self, update: Update) {
        lock(&self.pending).said.push(update);
        self.woken.notify_all();
    }

    /// Tells the user something.
    pub(crate) fn notify(&self, notice: Notice) {
        self.say(notice.into());
    }

    /// Tells something that must be seen: if no window is open, the next one is told.
    pub(crate) fn keep_for_a_window(&self, update: Update) {
        let windows = lock(&self.windows);
        if windows.is_empty() {
            lock(&self.kept).push((None, update));
        } else {
            self.say(update);
        }
    }

    /// Tells something once a window follows that does not yet.
    pub(crate) fn keep_for(&self, view: View, update: Update) {
        lock(&self.kept).push((Some(view), update));
    }

    /// Gives a stream of jobs, panels, preferences and what else runs to what is no window.
    pub(crate) fn listen(&self) -> Receiver<Update> {
        let (sender, updates) = mpsc::channel();
        lock(&self.listeners).push(sender);
        updates
    }

    /// Tells whether a window follows.
    pub(crate) fn has(&self, view: View) -> bool {
        lock(&self.windows).iter().any(|window| window.view == view)
    }

    /// Adds a window, or replaces its channel after its page was loaded anew.
    pub(crate) fn subscribe(&self, view: View, channel: Channel<Update>) {
        let mut windows = lock(&self.windows);
        windows.retain(|window| window.view != view);
        windows.push(Window { view, channel });
        let mut kept = lock(&self.kept);
        for (_, update) in kept.extract_if(.., |(of, _)| of.is_none_or(|of| of == view)) {
            self.say(update);
        }
        drop(kept);
        drop(windows);
        for changed in [
            Changed::Panel(PanelSide::Left),
            Changed::Panel(PanelSide::Right),
            Changed::Places,
            Changed::Jobs,
            Changed::Questions,
            Changed::Changing,
        ] {
            self.mark(changed);
        }
    }

    /// Forgets a window that was closed.
    pub(crate) fn unsubscribe(&self, view: View) {
        lock(&self.windows).retain(|window| window.view != view);
    }

    /// Sends an update to one window, or to all.
    pub(crate) fn send(&self, to: Option<View>, update: &Update) {
        lock(&self.windows).retain(|window| {
            let concerns = to.is_none_or(|view| window.view == view);
            // Sending fails once the page no longer exists; its window is then removed.
            !concerns || window.channel.send(update.clone()).is_ok()
        });
        if let Update::Jobs(_)
        | Update::Preferences(_)
        | Update::Panel(_)
        | Update::Elevation(_)
        | Update::Changing { .. } = update
        {
            lock(&self.listeners).retain(|listener| listener.send(update.clone()).is_ok());
        }
    }

    /// Waits until something is said, and takes it.
    #[cfg(test)]
    pub(crate) fn heard(&self) -> Vec<Update> {
        self.next().said
    }

    /// Waits until there is something to tell, and takes it.
    pub(crate) fn next(&self) -> Pending {
        let mut pending = lock(&self.pending);
        while pending.changed.is_empty() && pending.said.is_empty() {
            pending = self.woken.wait(pending).unwrap_or_else(PoisonError::into_inner);
        }
        std::mem::take(&mut *pending)
    }
}

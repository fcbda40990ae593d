//! Keeps the tray, the notifications, the taskbar and the titles up to date with the jobs.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;

use tauri::AppHandle;

use super::notify::Notifications;
use super::taskbar::Taskbar;
use super::title::Titles;
use super::tray::{Actions, Tray};
use crate::feed::Feed;
use crate::leave::Exit;
use crate::panels::Panels;
use crate::preferences::StateFile;
use crate::system::{Here, System as _};
use crate::windows;
use crate::wire::{ElevationStage, JobsChange, Notice, Update};

/// What the desktop is told of beside the jobs.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// Which folder the user is in.
    pub(crate) panels: Arc<Panels>,
    /// Whether the user wants notifications.
    pub(crate) saved: Arc<StateFile>,
}

/// Starts the notifier on its own thread, because D-Bus may block.
pub(crate) fn start(feed: &Feed, shown: Shown, actions: Actions, handle: &AppHandle) {
    let updates = feed.listen();
    let handle = handle.clone();
    thread::spawn(move || {
        let desktop = Here::session().map(|session| Desktop {
            tray: Tray::show(&session, &actions, &handle),
            notifications: Notifications::new(session.clone(), &actions.windows, &handle),
            taskbar: Taskbar::new(session, handle.clone()),
            notices: actions.jobs.tap(),
        });
        follow(&shown, &actions.exit, &handle, &updates, desktop);
    });
}

/// The parts of the desktop that receive updates.
struct Desktop {
    tray: Option<Tray>,
    notifications: Notifications,
    taskbar: Taskbar,
    notices: Receiver<Notice>,
}

fn follow(
    shown: &Shown,
    exit: &Arc<Exit>,
    handle: &AppHandle,
    updates: &Receiver<Update>,
    mut desktop: Option<Desktop>,
) {
    let mut titles = Titles::default();
    loop {
        let due = desktop.as_ref().and_then(|desktop| desktop.taskbar.due());
        let update = match due {
            Some(due) => updates.recv_timeout(due),
            None => updates.recv().map_err(RecvTimeoutError::from),
        };
        match &update {
            Ok(Update::Jobs(change)) => {
                titles.take(&change.all);
                if let Some(desktop) = &mut desktop {
                    desktop.take(&shown.saved, handle, change);
                }
                exit.leave_if_done(handle);
            }
            // A window that was closed meanwhile did not end the program.
            Ok(Update::Changing { count: 0 }) => exit.leave_if_done(handle),
            // What the administrator did has ended.
            Ok(Update::Elevation(state)) if state.stage == ElevationStage::Ended => {
                exit.leave_if_done(handle);
            }
            // A window that is just closing needs no look.
            Ok(Update::Preferences(it)) => drop(windows::wear(handle, it.theme)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        titles.tell(&shown.panels, handle);
        if let Some(desktop) = &mut desktop {
            desktop.taskbar.tell();
        }
    }
}

impl Desktop {
    /// Passes on the state of the jobs; the notice about a job follows the change of its row.
    fn take(&mut self, saved: &StateFile, handle: &AppHandle, change: &JobsChange) {
        self.taskbar.take(&change.all);
        self.notifications.follow(change);
        if let Some(tray) = &mut self.tray {
            tray.say(&change.all);
        }
        for notice in self.notices.try_iter() {
            if saved.preferences().notifications && !windows::has_focus(handle) {
                self.notifications.tell(&notice);
            }
        }
    }
}

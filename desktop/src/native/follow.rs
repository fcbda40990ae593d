//! Keeps the tray, the notifications, the taskbar and the titles up to date with the jobs.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;

use tauri::AppHandle;

use super::notify::Notifications;
use super::taskbar::Taskbar;
use super::title::Titles;
use super::tray::Tray;
use super::{bus, windows};
use crate::app::App;
use crate::launch::leave_if_done;
use crate::wire::{JobsChange, Notice, Update};

/// Begins to tell; on a thread of its own, since a bus may take its time.
pub(super) fn start(app: &Arc<App>, handle: &AppHandle) {
    let updates = app.feed.listen();
    let (app, handle) = (Arc::clone(app), handle.clone());
    thread::spawn(move || {
        let desktop = bus::session().map(|bus| Desktop {
            tray: Tray::show(&bus, &app, &handle),
            notifications: Notifications::new(bus.clone(), &app, &handle),
            taskbar: Taskbar::new(bus),
            notices: app.jobs.tap(),
        });
        follow(&app, &handle, &updates, desktop);
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
    app: &Arc<App>,
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
                    desktop.take(app, handle, change);
                }
                leave_if_done(app, handle);
            }
            // A window that is just closing needs no look.
            Ok(Update::Preferences(it)) => drop(windows::wear(handle, it.theme)),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        titles.tell(&app.panels, handle);
        if let Some(desktop) = &mut desktop {
            desktop.taskbar.tell();
        }
    }
}

impl Desktop {
    /// Passes on the state of the jobs; the notice about a job follows the change of its row.
    fn take(&mut self, app: &App, handle: &AppHandle, change: &JobsChange) {
        self.taskbar.take(&change.all);
        self.notifications.follow(change);
        if let Some(tray) = &mut self.tray {
            tray.say(&change.all);
        }
        for notice in self.notices.try_iter() {
            if app.kept.get().notifications && !windows::has_focus(handle) {
                self.notifications.tell(&notice);
            }
        }
    }
}

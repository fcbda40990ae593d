//! Sets the titles of the windows: the progress of the jobs and the current folder.

use tauri::{AppHandle, Manager as _};

use crate::panels::Panels;
use crate::wire::{AllJobs, View};
use crate::words;

/// The titles as the windows have them.
#[derive(Debug, Default)]
pub(super) struct Titles {
    percent: Option<u8>,
    told: [String; 2],
}

impl Titles {
    /// Takes in how far the jobs are.
    pub(super) fn take(&mut self, all: &AllJobs) {
        self.percent = all.percent.filter(|_| all.working + all.waiting > 0);
    }

    /// Gives the windows titles that have changed.
    pub(super) fn tell(&mut self, panels: &Panels, handle: &AppHandle) {
        let folder = panels.focused();
        for (view, told) in View::ALL.into_iter().zip(&mut self.told) {
            let Some(window) = handle.get_webview_window(view.label()) else {
                // The next one begins without.
                told.clear();
                continue;
            };
            let title = words::title(view, folder.as_deref(), self.percent);
            // A window that is just closing needs none.
            if *told != title && window.set_title(&title).is_ok() {
                *told = title;
            }
        }
    }
}

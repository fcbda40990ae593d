//! Shows our icon in the desktop's tray, if it has one; everything in its menu is also available elsewhere.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};

use fcp_presentation::tr;
use tauri::AppHandle;
use tauri::image::Image;
use tauri::menu::{MenuBuilder, MenuItem, MenuItemBuilder};
use tauri::tray::TrayIconBuilder;

use crate::jobs::Jobs;
use crate::leave::Exit;
use crate::system::{Here, System as _};
use crate::windows::Windows;
use crate::wire::{AllJobs, JobsAsk};
use crate::words;

const SHOW: &str = "show";
const PAUSE: &str = "pause";
const RESUME: &str = "resume";
const QUIT: &str = "quit";

/// What the menu of the tray acts on.
#[derive(Clone, Debug)]
pub(crate) struct Actions {
    /// Paused and resumed.
    pub(crate) jobs: Arc<Jobs>,
    /// Shown.
    pub(crate) windows: Arc<Windows>,
    /// Quits.
    pub(crate) exit: Arc<Exit>,
}

/// Our icon, by the items of its menu that change.
pub(super) struct Tray {
    status: MenuItem<tauri::Wry>,
    pause: MenuItem<tauri::Wry>,
    resume: MenuItem<tauri::Wry>,
    said: String,
}

impl Tray {
    /// Shows our icon if there is a tray.
    pub(super) fn show(session: &Here, actions: &Actions, handle: &AppHandle) -> Option<Self> {
        if !session.has_tray() {
            return None;
        }
        let (sender, made) = mpsc::channel();
        let (actions_, handle_) = (actions.clone(), handle.clone());
        let asked = handle.run_on_main_thread(move || {
            // Its library is loaded now and panics where it is not installed.
            let tray = catch_unwind(AssertUnwindSafe(|| build(actions_, &handle_)));
            let _waits = sender.send(tray.ok().and_then(Result::ok)).is_ok();
        });
        let tray = asked.ok().and_then(|()| made.recv().ok()?)?;
        actions.exit.has_tray();
        Some(tray)
    }

    /// Updates the menu with the state of the jobs.
    pub(super) fn say(&mut self, all: &AllJobs) {
        let says = words::all(all);
        if says != self.said {
            // This fails once the program ends and the menu no longer exists; no user sees it then.
            let _said = self.status.set_text(&says).is_ok()
                && self.pause.set_enabled(all.working + all.waiting + all.queued > 0).is_ok()
                && self.resume.set_enabled(all.paused > 0).is_ok();
            self.said = says;
        }
    }
}

fn build(actions: Actions, handle: &AppHandle) -> tauri::Result<Tray> {
    let item = |id, text| MenuItemBuilder::with_id(id, text).build(handle);
    let status =
        MenuItemBuilder::new(words::all(&AllJobs::default())).enabled(false).build(handle)?;
    // Until the queue is known there is nothing to pause.
    let (pause, resume) =
        (item(PAUSE, tr!("desktop-pause-all"))?, item(RESUME, tr!("desktop-resume-all"))?);
    let menu = MenuBuilder::new(handle)
        .items(&[&status, &item(SHOW, tr!("desktop-show"))?])
        .separator()
        .items(&[&pause, &resume])
        .separator()
        .items(&[&item(QUIT, tr!("desktop-quit"))?])
        .build()?;
    TrayIconBuilder::with_id(words::NAME)
        .icon(Image::from_bytes(include_bytes!("../../icons/128x128.png"))?)
        .title(words::NAME)
        .menu(&menu)
        .on_menu_event(move |handle, event| heed(&actions, handle, event.id.as_ref()))
        .build(handle)?;
    Ok(Tray { status, pause, resume, said: String::new() })
}

/// Does what was chosen in the menu; beside the main thread, since the queue is on a disk.
fn heed(actions: &Actions, handle: &AppHandle, item: &str) {
    let work: fn(&Actions, &AppHandle) = match item {
        SHOW => |it, handle| drop(it.windows.show_any(handle)),
        PAUSE => |it, _| drop(it.jobs.ask_all(None, JobsAsk::Pause)),
        RESUME => |it, _| drop(it.jobs.ask_all(None, JobsAsk::Resume)),
        QUIT => |it, handle| it.exit.ask(handle),
        _ => return,
    };
    let (actions, handle) = (actions.clone(), handle.clone());
    std::thread::spawn(move || work(&actions, &handle));
}

//! What the desktops of Linux offer, by GTK, GIO and D-Bus.

mod activate;
mod bus;
mod choose;
mod drag_out;
mod drops;
mod graphics;
mod notify;
mod programs;
mod revive;
mod selection;
mod taskbar;
mod tray;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::Sender;

use gtk::gio::DBusConnection;
use gtk::glib;
use tauri::{AppHandle, WebviewWindow};

use super::contract::{Choice, DropHand, Progress, System};
use crate::wire::{Program, Refusal};

/// A session of the user, by its bus.
#[derive(Clone, Debug)]
pub(crate) struct Linux {
    bus: DBusConnection,
    notifications: notify::Shown,
}

impl System for Linux {
    // Tauri's drop handler corrupts names that are not UTF-8.
    const WEBVIEW_TAKES_DROPS: bool = false;

    fn begin() -> Result<(), &'static str> {
        graphics::choose();
        gtk::init().map_err(|_| "there is no display; set DISPLAY or WAYLAND_DISPLAY")
    }

    fn uri_of(path: &Path) -> Result<String, Refusal> {
        let uri = glib::filename_to_uri(path, None);
        uri.map(Into::into).map_err(|error| Refusal::because(error.to_string()))
    }

    fn path_of(uri: &str) -> Option<PathBuf> {
        let (path, host) = glib::filename_from_uri(uri).ok()?;
        let is_here = |host: &glib::GString| {
            host.is_empty() || host == "localhost" || *host == glib::host_name()
        };
        host.as_ref().is_none_or(is_here).then_some(path)
    }

    fn put(formats: Vec<(&'static str, Vec<u8>)>) -> Result<(), Refusal> {
        selection::put(formats)
    }

    fn take(form: &'static str) -> Result<Option<Vec<u8>>, Refusal> {
        selection::take(form)
    }

    fn choose(
        window: &WebviewWindow,
        choice: Choice,
        answer: Sender<Vec<PathBuf>>,
    ) -> Result<(), Refusal> {
        Ok(window.with_webview(move |page| choose::ask(&page.inner(), choice, answer))?)
    }

    fn drag_out(window: &WebviewWindow, uris: String) -> Result<(), Refusal> {
        Ok(window.with_webview(move |page| drag_out::drag(&page.inner(), uris))?)
    }

    fn take_drops(window: &WebviewWindow, hand: impl DropHand) -> tauri::Result<()> {
        window.with_webview(move |page| drops::connect(hand, &page.inner()))
    }

    fn on_page_end(
        window: &WebviewWindow,
        ended: impl FnMut() -> bool + Send + 'static,
    ) -> tauri::Result<()> {
        window.with_webview(move |page| revive::connect(&page.inner(), ended))
    }

    fn allow(window: &WebviewWindow, token: &str) -> tauri::Result<()> {
        activate::allow(window, token)
    }

    fn programs(paths: &[PathBuf]) -> Vec<Program> {
        programs::of_files(paths)
    }

    fn default_program(path: &Path) -> Option<String> {
        programs::by_default(path)
    }

    fn start(window: &WebviewWindow, program: String, uris: Vec<String>) -> Result<(), Refusal> {
        programs::start(window, program, uris)
    }

    /// `GVfs` tells other programs and switches the device off, `udisksctl` needs no rights of root, and `umount` is on
    /// every system.
    fn eject_tools(dir: &Path, source: &OsString) -> Vec<Command> {
        let mut gio = Command::new("gio");
        gio.args(["mount", "--eject"]).arg(dir);
        let mut udisks = Command::new("udisksctl");
        udisks.args(["unmount", "--block-device"]).arg(source);
        let mut umount = Command::new("umount");
        umount.arg(dir);
        vec![gio, udisks, umount]
    }

    fn session() -> Option<Self> {
        Some(Self { bus: bus::session()?, notifications: notify::Shown::default() })
    }

    fn has_tray(&self) -> bool {
        tray::is_there(&self.bus)
    }

    fn on_notification(&self, handle: &AppHandle, clicked: impl Fn() + Send + 'static) {
        notify::on_click(&self.bus, &self.notifications, handle, clicked);
    }

    fn notify(&self, summary: &str, body: &str) -> bool {
        notify::show(&self.bus, &self.notifications, summary, body).is_ok()
    }

    fn show_progress(&self, _handle: &AppHandle, progress: Progress) {
        taskbar::tell(&self.bus, progress);
    }
}

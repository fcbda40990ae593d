//! The trait that each system implements, and what is said by it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::Sender;

use tauri::{AppHandle, WebviewWindow};

use crate::wire::{PlanVerb, Program, Refusal};

/// A system. Its value is a session of the user in which the app can tell something.
pub(crate) trait System: Clone + Send + Sized + 'static {
    /// Whether the webview itself tells of files that are dropped, byte for byte.
    const WEBVIEW_TAKES_DROPS: bool;

    /// Prepares the system for windows; before any is made.
    ///
    /// # Errors
    /// Says why there can be none.
    fn begin() -> Result<(), &'static str>;

    /// Spells an absolute path as a URI.
    fn uri_of(path: &Path) -> Result<String, Refusal>;

    /// Gives the path that a URI means; none if it names nothing on this machine.
    fn path_of(uri: &str) -> Option<PathBuf>;

    /// Puts the same thing on the clipboard in several forms.
    fn put(formats: Vec<(&'static str, Vec<u8>)>) -> Result<(), Refusal>;

    /// Gives what is on the clipboard in one form; none if it is not there in this form.
    fn take(form: &'static str) -> Result<Option<Vec<u8>>, Refusal>;

    /// Asks the user for files or folders, and answers with them; with none if the user chose nothing.
    fn choose(
        window: &WebviewWindow,
        choice: Choice,
        answer: Sender<Vec<PathBuf>>,
    ) -> Result<(), Refusal>;

    /// Begins to drag files, a list of URIs, to another program.
    fn drag_out(window: &WebviewWindow, uris: String) -> Result<(), Refusal>;

    /// Tells of what is dragged over a window and dropped there.
    fn take_drops(window: &WebviewWindow, hand: impl DropHand) -> tauri::Result<()>;

    /// Reloads the page of a window when the process that draws it has died, if `ended` says so.
    fn on_page_end(
        window: &WebviewWindow,
        ended: impl FnMut() -> bool + Send + 'static,
    ) -> tauri::Result<()>;

    /// Lets a window come to the front for the launch that has this token.
    fn allow(window: &WebviewWindow, token: &str) -> tauri::Result<()>;

    /// Gives the programs that can open all of some files, the default first.
    fn programs(paths: &[PathBuf]) -> Vec<Program>;

    /// Gives the default program of a file, on systems whose default program [`Self::start`] starts.
    fn default_program(path: &Path) -> Option<String>;

    /// Opens files, by their URIs, with a program of the list.
    fn start(window: &WebviewWindow, program: String, uris: Vec<String>) -> Result<(), Refusal>;

    /// Gives the tools that can eject a device, best first.
    fn eject_tools(dir: &Path, source: &OsString) -> Vec<Command>;

    /// Connects to the user's session; none where there is nothing that could be told.
    fn session() -> Option<Self>;

    /// Whether something shows icons of programs.
    fn has_tray(&self) -> bool;

    /// Calls `clicked`, on the main thread, when the user clicks a notification of this app.
    fn on_notification(&self, handle: &AppHandle, clicked: impl Fn() + Send + 'static);

    /// Shows a notification; whether it could be shown.
    fn notify(&self, summary: &str, body: &str) -> bool;

    /// Shows progress on the icon of the app.
    fn show_progress(&self, handle: &AppHandle, progress: Progress);
}

/// What the user is to choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) title: &'static str,
    /// Folders, and not files.
    pub(crate) folders: bool,
    /// More than one.
    pub(crate) many: bool,
}

/// What the icon of the app shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// Percent done of all jobs at work.
    pub(crate) percent: Option<u8>,
    /// Jobs that have not ended.
    pub(crate) jobs: u64,
    /// Whether something waits for the user.
    pub(crate) urgent: bool,
}

/// What is dragged over a window.
#[derive(Debug)]
pub(crate) enum Carried {
    /// A list of URIs, as a program has written it.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only GTK gives it"))]
    Uris(Vec<u8>),
    /// Paths.
    #[cfg_attr(
        not(target_os = "macos"),
        allow(dead_code, reason = "only the webview of macOS gives them")
    )]
    Paths(Vec<PathBuf>),
}

/// What follows a drag over a window.
pub(crate) trait DropHand: Send + 'static {
    /// The pointer is here, in pixels of the page; whether something below it takes files.
    fn over(&self, x: f64, y: f64, verb: Option<PlanVerb>) -> bool;
    /// The files have become known.
    fn carries(&self, carried: Carried);
    /// The pointer has left the window, or the user has let go of the files elsewhere.
    fn leaves(&self);
    /// The files were dropped.
    fn drops(&self, carried: Carried);
}

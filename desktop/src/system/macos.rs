//! What macOS offers, as far as it is reached without code of Apple's frameworks of our own: by Tauri and by the tools of
//! the system.
//!
//! The compiler has checked this, and it has not been run. Not offered are: dragging files out of a window, a choice of programs
//! (files open with the default one), files that Finder has put on the clipboard, and clicks on notifications.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::thread;

use fcp_presentation::{lock, tr};
use tauri::window::{ProgressBarState, ProgressBarStatus};
use tauri::{AppHandle, DragDropEvent, Manager as _, WebviewWindow, WindowEvent};

use super::contract::{Carried, Choice, DropHand, Progress, System};
use super::{percent, scripts};
use crate::wire::{Program, Refusal};

const OSASCRIPT: &str = "/usr/bin/osascript";
const PBCOPY: &str = "/usr/bin/pbcopy";
const PBPASTE: &str = "/usr/bin/pbpaste";
const DISKUTIL: &str = "/usr/sbin/diskutil";

/// The form in which what is put on the clipboard is text, for all other programs.
const TEXT: &str = "UTF8_STRING";

/// What this program has put on the clipboard, in all forms: it is there as long as the clipboard holds the same text.
static HELD: Mutex<Vec<(&'static str, Vec<u8>)>> = Mutex::new(Vec::new());

/// The session of the user, which there always is.
#[derive(Clone, Debug)]
pub(crate) struct MacOs;

/// A tool that reads and writes text as UTF-8, whatever the locale of the user.
fn tool(path: &str) -> Command {
    let mut tool = Command::new(path);
    tool.env("LC_ALL", "en_US.UTF-8").stdin(Stdio::null()).stderr(Stdio::null());
    tool
}

/// Runs a script with arguments, of which the first does not begin with a hyphen.
fn script<L: AsRef<str>>(lines: &[L], arguments: &[&str]) -> std::io::Result<Output> {
    let mut osascript = tool(OSASCRIPT);
    for line in lines {
        osascript.arg("-e").arg(line.as_ref());
    }
    osascript.args(arguments).output()
}

fn put_text(text: &[u8]) -> std::io::Result<bool> {
    let mut pbcopy = tool(PBCOPY).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = pbcopy.stdin.take() {
        input.write_all(text)?;
    }
    Ok(pbcopy.wait()?.success())
}

impl System for MacOs {
    // Names are UTF-8 on the filesystems of macOS.
    const WEBVIEW_TAKES_DROPS: bool = true;

    fn begin() -> Result<(), &'static str> {
        Ok(())
    }

    fn uri_of(path: &Path) -> Result<String, Refusal> {
        percent::encode(path).ok_or(Refusal::Gone)
    }

    fn path_of(uri: &str) -> Option<PathBuf> {
        percent::decode(uri)
    }

    fn put(formats: Vec<(&'static str, Vec<u8>)>) -> Result<(), Refusal> {
        let text = formats.iter().find(|(form, _)| *form == TEXT).map(|(_, text)| text.as_slice());
        let mut held = lock(&HELD);
        let is_put = put_text(text.unwrap_or_default());
        let is_put = is_put.map_err(|error| Refusal::because(error.to_string()))?;
        *held = if is_put { formats } else { Vec::new() };
        if is_put { Ok(()) } else { Err(Refusal::because(tr!("desktop-clipboard-refused"))) }
    }

    fn take(form: &'static str) -> Result<Option<Vec<u8>>, Refusal> {
        let held = lock(&HELD);
        let there = tool(PBPASTE).output().map_err(|error| Refusal::because(error.to_string()))?;
        let of = |wanted: &str| held.iter().find(|(form, _)| *form == wanted).map(|(_, data)| data);
        if of(TEXT) == Some(&there.stdout) {
            return Ok(of(form).cloned());
        }
        // Another program has put something there since.
        Ok((form == TEXT && there.status.success()).then_some(there.stdout))
    }

    fn choose(
        _window: &WebviewWindow,
        choice: Choice,
        answer: Sender<Vec<PathBuf>>,
    ) -> Result<(), Refusal> {
        thread::spawn(move || {
            // Closed without a choice, the dialog ends as a failure.
            let printed = script(&scripts::choose(choice.folders, choice.many), &[choice.title]);
            let printed = printed.ok().filter(|printed| printed.status.success());
            let paths = printed.map_or(Vec::new(), |printed| scripts::chosen(&printed.stdout));
            // The window may have been closed meanwhile.
            let _heard = answer.send(paths).is_ok();
        });
        Ok(())
    }

    fn drag_out(_window: &WebviewWindow, _uris: String) -> Result<(), Refusal> {
        Err(Refusal::because(tr!("desktop-not-on-macos")))
    }

    fn take_drops(window: &WebviewWindow, hand: impl DropHand) -> tauri::Result<()> {
        window.on_window_event(move |event| {
            let WindowEvent::DragDrop(event) = event else { return };
            let over = |position: &tauri::PhysicalPosition<f64>| {
                // wry passes what `draggingLocation` of AppKit gives, which are points like those of the page, and not
                // the pixels that the type names.
                hand.over(position.x, position.y, None);
            };
            match event {
                DragDropEvent::Enter { paths, position } => {
                    over(position);
                    hand.carries(Carried::Paths(paths.clone()));
                }
                DragDropEvent::Over { position } => over(position),
                DragDropEvent::Drop { paths, position } => {
                    over(position);
                    hand.drops(Carried::Paths(paths.clone()));
                }
                DragDropEvent::Leave => hand.leaves(),
                // Tauri may tell more some day.
                _ => {}
            }
        });
        Ok(())
    }

    /// The webview tells of the end of its process only where it is built, and a page that is gone is found by its window
    /// being empty: the user closes it.
    fn on_page_end(
        _window: &WebviewWindow,
        _ended: impl FnMut() -> bool + Send + 'static,
    ) -> tauri::Result<()> {
        Ok(())
    }

    /// No token is needed: the program that the user starts is in front.
    fn allow(_window: &WebviewWindow, _token: &str) -> tauri::Result<()> {
        Ok(())
    }

    fn programs(_paths: &[PathBuf]) -> Vec<Program> {
        Vec::new()
    }

    /// `open(1)` finds it by itself.
    fn default_program(_path: &Path) -> Option<String> {
        None
    }

    fn start(_window: &WebviewWindow, _program: String, _uris: Vec<String>) -> Result<(), Refusal> {
        Err(Refusal::because(tr!("desktop-not-on-macos")))
    }

    fn eject_tools(dir: &Path, _source: &OsString) -> Vec<Command> {
        let mut diskutil = Command::new(DISKUTIL);
        diskutil.arg("eject").arg(dir);
        vec![diskutil]
    }

    fn session() -> Option<Self> {
        Some(Self)
    }

    fn has_tray(&self) -> bool {
        true
    }

    /// `osascript` shows notifications as its own, so clicks do not come here.
    fn on_notification(&self, _handle: &AppHandle, _clicked: impl Fn() + Send + 'static) {}

    fn notify(&self, summary: &str, body: &str) -> bool {
        script(scripts::NOTIFY, &[summary, body]).is_ok_and(|shown| shown.status.success())
    }

    fn show_progress(&self, handle: &AppHandle, progress: Progress) {
        let status = match progress.percent {
            Some(_) => ProgressBarStatus::Normal,
            None => ProgressBarStatus::None,
        };
        let progress = Some(progress.percent.unwrap_or(0).into());
        // All windows share one icon.
        if let Some(window) = handle.webview_windows().values().next() {
            let state = ProgressBarState { status: Some(status), progress };
            // A window that is just closing shows nothing any more.
            let _shown = window.set_progress_bar(state).is_ok();
        }
    }
}

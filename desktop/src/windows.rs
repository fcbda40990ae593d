//! Creates the windows when they are first needed, and shows them again later.
//!
//! Only the main thread makes them: GTK belongs to it, and a thread that makes a window waits for it at many
//! places, while it may be about to end.

pub(crate) mod choose;
pub(crate) mod drag_out;
pub(crate) mod drop;
pub(crate) mod geometry;
pub(crate) mod programs;
mod revive;

use std::io;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use fcp_presentation::language::Language;
use tauri::utils::config::Color;
use tauri::{
    AppHandle, Manager, RunEvent, Theme as Look, Url, WebviewUrl, WebviewWindowBuilder, WindowEvent,
};

use crate::engine::EngineCell;
use crate::feed::Feed;
use crate::plans::Plans;
use crate::preferences::StateFile;
use crate::system::{Here, System as _};
use crate::wire::{Theme, View};
use crate::words;
use drop::Incoming;

/// Time that the main thread has to show a window; it has none for us once the program ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// Gives the window that a label means.
pub(crate) fn view(text: &str) -> Option<View> {
    View::ALL.into_iter().find(|view| view.label() == text)
}

/// Gives the window that an event says was closed.
pub(crate) fn closed(event: &RunEvent) -> Option<View> {
    match event {
        RunEvent::WindowEvent { label, event: WindowEvent::Destroyed, .. } => view(label),
        _ => None,
    }
}

/// What windows need.
#[derive(Debug)]
pub(crate) struct Windows {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    engine: Arc<EngineCell>,
    plans: Arc<Plans>,
    drag: Arc<Incoming>,
}

impl Windows {
    /// Has no window yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        saved: Arc<StateFile>,
        engine: Arc<EngineCell>,
        plans: Arc<Plans>,
        drag: Arc<Incoming>,
    ) -> Arc<Self> {
        Arc::new(Self { feed, saved, engine, plans, drag })
    }

    /// Shows a window, in front of others; returns once it is there.
    ///
    /// # Errors
    /// The program is about to end, or the window cannot be made.
    pub(crate) fn show(self: &Arc<Self>, handle: &AppHandle, view: View) -> tauri::Result<()> {
        self.show_with(handle, view, None)
    }

    /// Shows a window by the token that the desktop gave for it, without which it may not come to the front.
    ///
    /// # Errors
    /// As [`Self::show`].
    pub(crate) fn show_with(
        self: &Arc<Self>,
        handle: &AppHandle,
        view: View,
        token: Option<String>,
    ) -> tauri::Result<()> {
        let (done, shown) = mpsc::channel();
        let (windows, handle_) = (Arc::clone(self), handle.clone());
        // On the main thread it is done at once.
        handle.run_on_main_thread(move || {
            // The caller may have stopped waiting.
            let _heard = done.send(windows.show_here(&handle_, view, token.as_deref())).is_ok();
        })?;
        let late = |_| Err(io::Error::from(io::ErrorKind::TimedOut).into());
        shown.recv_timeout(PATIENCE).unwrap_or_else(late)
    }

    fn show_here(&self, handle: &AppHandle, view: View, token: Option<&str>) -> tauri::Result<()> {
        if self.engine.is_quitting() {
            return Err(io::Error::other("the program is about to end").into());
        }
        if let Some(window) = handle.get_webview_window(view.label()) {
            window.unminimize()?;
            window.show()?;
            if let Some(token) = token {
                Here::allow(&window, token)?;
            }
            return window.set_focus();
        }
        let page = match view {
            View::Manager => WebviewUrl::default(),
            View::Copier => WebviewUrl::App("index.html?copier".into()),
        };
        let least = match view {
            View::Manager => (640.0, 400.0),
            View::Copier => (360.0, 420.0),
        };
        let theme = self.saved.preferences().theme;
        let mut window = WebviewWindowBuilder::new(handle, view.label(), page);
        if !Here::WEBVIEW_TAKES_DROPS {
            window = window.disable_drag_drop_handler();
        }
        let window = geometry::restore(&self.saved, handle, view, window)
            .title(words::title(view, None, None))
            .initialization_script(speaking(Language::current()))
            .min_inner_size(least.0, least.1)
            .theme(look(theme))
            // Nothing leads out of the program: a page from elsewhere could ask for everything that ours can.
            .on_navigation(is_ours)
            .build()?;
        // Until the page is drawn, the window has its colour.
        let dark = window.theme()? == Look::Dark;
        window.set_background_color(Some(if dark { DARK } else { LIGHT }))?;
        revive::revive(&self.feed, &self.drag, &window, view)?;
        drop::take_drops(&self.drag, &self.plans, &window, view)
    }

    /// Shows a window that is open, or else the manager.
    pub(crate) fn show_any(self: &Arc<Self>, handle: &AppHandle) -> tauri::Result<()> {
        let open = |view: &View| handle.get_webview_window(view.label()).is_some();
        self.show(handle, View::ALL.into_iter().find(open).unwrap_or(View::Manager))
    }
}

/// Gives the script that tells a page its language, before any script of the page runs.
fn speaking(language: Language) -> String {
    format!("document.documentElement.lang = '{}';", language.code())
}

/// Whether an address is that of a page of this program; without pages built in they come from a server.
fn is_ours(url: &Url) -> bool {
    let is_built_in = url.scheme() == "tauri" && url.host_str() == Some("localhost");
    is_built_in || (cfg!(not(feature = "custom-protocol")) && url.host_str() == Some("localhost"))
}

/// `--background` of the pages.
const LIGHT: Color = Color(0xF3, 0xF4, 0xF6, 0xFF);
const DARK: Color = Color(0x13, 0x15, 0x18, 0xFF);

fn look(theme: Theme) -> Option<Look> {
    match theme {
        Theme::System => None,
        Theme::Light => Some(Look::Light),
        Theme::Dark => Some(Look::Dark),
    }
}

/// Gives all windows the look that the user chose.
pub(crate) fn wear(handle: &AppHandle, theme: Theme) -> tauri::Result<()> {
    handle.webview_windows().values().try_for_each(|window| window.set_theme(look(theme)))
}

/// Whether no window is open.
pub(crate) fn none(handle: &AppHandle) -> bool {
    handle.webview_windows().is_empty()
}

/// Whether the user is at one of the windows.
pub(crate) fn has_focus(handle: &AppHandle) -> bool {
    handle.webview_windows().values().any(|window| window.is_focused().is_ok_and(|focused| focused))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_goes_to_no_page_but_ours() {
        let ours = |url: &str| is_ours(&Url::parse(url).unwrap());
        assert!(ours("tauri://localhost/index.html?copier"));
        for other in ["https://example.com/", "file:///etc/passwd", "tauri://elsewhere/", "data:,x"]
        {
            assert!(!ours(other), "{other}");
        }
    }
}

//! Reloads the page of a window when the process that draws it dies; jobs run in this process, and continue.

use std::cell::Cell;
use std::sync::Arc;

use gtk::glib;
use tauri::WebviewWindow;
use webkit2gtk::{WebView, WebViewExt as _};

use crate::app::App;
use crate::wire::{Notice, NoticeCode, Tone, Update, View};

/// Loads in a row that may fail: a page that dies at once would be loaded for ever.
const LOADS: u32 = 3;

/// Follows the process of a window's page.
pub(super) fn revive(app: &Arc<App>, window: &WebviewWindow, view: View) -> tauri::Result<()> {
    let app = Arc::clone(app);
    window.with_webview(move |page| connect(&app, &page.inner(), view))
}

fn connect(app: &Arc<App>, page: &WebView, view: View) {
    let app = Arc::clone(app);
    let loads = Cell::new(0);
    page.connect_web_process_terminated(move |page, _| {
        if app.feed.has(view) {
            loads.set(0);
        }
        app.feed.unsubscribe(view);
        app.native.drag.end(&app, view);
        if loads.replace(loads.get() + 1) == LOADS {
            return;
        }
        if loads.get() == 1 {
            let notice = Notice::new(Tone::Warn, NoticeCode::Reloaded);
            app.feed.keep_for(view, Update::Notice(Box::new(notice)));
        }
        let page = page.clone();
        // WebKit still clears up after the process while this signal is told.
        glib::idle_add_local_once(move || page.reload());
    });
}

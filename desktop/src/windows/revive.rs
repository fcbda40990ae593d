//! Reloads the page of a window when the process that draws it dies; jobs run in this process, and continue.

use std::cell::Cell;
use std::sync::Arc;

use gtk::glib;
use tauri::WebviewWindow;
use webkit2gtk::{WebView, WebViewExt as _};

use super::drop::Incoming;
use crate::feed::Feed;
use crate::wire::{Notice, NoticeCode, Tone, View};

/// Loads in a row that may fail: a page that dies at once would be loaded for ever.
const LOADS: u32 = 3;

/// Follows the process of a window's page.
pub(super) fn revive(
    feed: &Arc<Feed>,
    drag: &Arc<Incoming>,
    window: &WebviewWindow,
    view: View,
) -> tauri::Result<()> {
    let (feed, drag) = (Arc::clone(feed), Arc::clone(drag));
    window.with_webview(move |page| connect(feed, drag, &page.inner(), view))
}

fn connect(feed: Arc<Feed>, drag: Arc<Incoming>, page: &WebView, view: View) {
    let loads = Cell::new(0);
    page.connect_web_process_terminated(move |page, _| {
        if feed.has(view) {
            loads.set(0);
        }
        feed.unsubscribe(view);
        drag.end(view);
        if loads.replace(loads.get() + 1) == LOADS {
            return;
        }
        if loads.get() == 1 {
            let notice = Notice::new(Tone::Warn, NoticeCode::Reloaded);
            feed.keep_for(view, notice.into());
        }
        let page = page.clone();
        // WebKit still clears up after the process while this signal is told.
        glib::idle_add_local_once(move || page.reload());
    });
}

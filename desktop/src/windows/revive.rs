//! Reloads the page of a window when the process that draws it dies; jobs run in this process, and continue.

use std::sync::Arc;

use tauri::WebviewWindow;

use super::drop::Incoming;
use crate::feed::Feed;
use crate::system::{Here, System as _};
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
    let mut loads = 0;
    Here::on_page_end(window, move || {
        if feed.has(view) {
            loads = 0;
        }
        feed.unsubscribe(view);
        drag.end(view);
        loads += 1;
        if loads > LOADS {
            return false;
        }
        if loads == 1 {
            let notice = Notice::new(Tone::Warn, NoticeCode::Reloaded);
            feed.keep_for(view, notice.into());
        }
        true
    })
}

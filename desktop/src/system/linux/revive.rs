//! Reloads the page of a window when the process that draws it dies.

use gtk::glib;
use webkit2gtk::{WebView, WebViewExt as _};

/// Follows the process of a page, which is loaded again if `ended` says so.
pub(super) fn connect(page: &WebView, ended: impl FnMut() -> bool + 'static) {
    let ended = std::cell::RefCell::new(ended);
    page.connect_web_process_terminated(move |page, _| {
        if !(ended.borrow_mut())() {
            return;
        }
        let page = page.clone();
        // WebKit still clears up after the process while this signal is told.
        glib::idle_add_local_once(move || page.reload());
    });
}

//! Decides whether `WebKit` draws the pages with the graphics card or without one.

use std::fs;
use std::os::unix::ffi::OsStrExt;

use gtk::glib;

/// Has pages drawn without a graphics card where there is none; before anything of GTK begins.
///
/// `WebKit` would put its pictures together as a graphics card does, all of the window each time, on
/// the processors that jobs want: a third of one for a job that is shown, against an eighth. Its
/// setting for this leaves a page blank that is there already.
pub(crate) fn choose() {
    if !is_there() {
        // A name without an equals sign is always taken.
        let _taken = glib::setenv("WEBKIT_DISABLE_COMPOSITING_MODE", "1", false).is_ok();
    }
}

/// Whether there is a graphics card that programs draw with.
fn is_there() -> bool {
    let is_renderer = |entry: fs::DirEntry| entry.file_name().as_bytes().starts_with(b"renderD");
    fs::read_dir("/dev/dri").is_ok_and(|dir| dir.flatten().any(is_renderer))
}

//! Decides whether `WebKit` draws the pages with the graphics card or without one.

use std::fs;
use std::os::unix::ffi::OsStrExt;

use gtk::glib;

/// Turns off `WebKit`'s compositing where there is no graphics card. Call it before GTK is initialised.
///
/// Without a graphics card `WebKit` composites the whole window on the processor for each frame, which takes
/// a third of one processor from the jobs while a job is shown, against an eighth without compositing. The
/// setting is made before the first page, since `WebKit`'s own leaves a page blank that already exists.
pub(super) fn choose() {
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

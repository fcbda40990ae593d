//! The viewer: shows a file on a page of its own (F3) or beside a panel.
//!
//! A [`Viewer`] is model: what of a document is loaded, and where in it the screen stands. What
//! reads the file is the loader of `fcp-viewer`, on a thread of the document. The two speak in
//! [`fcp_viewer::Ask`] and [`View`], so that no key ever waits for a disk.

use fcp_viewer::{Loader, Open, Spelling};
use jiff::tz::TimeZone;

use super::report;
use super::when;
use crate::format;

pub mod picture;
pub mod rows;
mod scroll;
pub mod state;
mod typed;

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
pub(in crate::app) mod tests;

pub use picture::{Graphics, Picture, Pixels};
pub use state::{Outcome, Prompt, Viewer, Wish};

/// What of a document is loaded, with pictures as the terminal shows them.
pub type Content = fcp_viewer::Content<Picture>;

/// A reply of the loader, with pictures as the terminal shows them.
pub type View = fcp_viewer::View<Picture>;

/// How terminals spell what is in a file.
pub const SPELLING: Spelling = Spelling {
    size: format::size,
    short_size: format::size_short,
    count: format::count,
    time: |time, now| when::when(time, now, &TimeZone::system()),
    error: |error| format!("{}   {}", report::cannot(error), report::errno(error)),
};

/// Opens a document; its pictures are encoded on its own thread.
pub fn open(
    loader: &Loader,
    ticket: u64,
    (open, graphics): (Open, Graphics),
    tell: impl Fn(u64, Box<View>) + Send + Sync + 'static,
) {
    let draw = move |image| graphics.draw(image);
    loader.open(ticket, open, move |ticket, view| tell(ticket, Box::new(view.draw(draw))));
}

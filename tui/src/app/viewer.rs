//! The viewer: shows a file on a page of its own (F3) or beside a panel.
//!
//! A [`Viewer`] is model: what of a document is loaded, and where in it the screen stands. What
//! reads the file is the loader of `fcp-viewer`, on a thread of the document. The two speak in
//! [`fcp_viewer::Ask`] and [`View`], so that no key ever waits for a disk.

pub(crate) mod picture;
pub(crate) mod prompt;
pub(crate) mod rows;
mod scroll;
pub(crate) mod state;
mod typed;

#[cfg(test)]
pub(crate) mod tests;

pub(crate) use picture::{Graphics, Picture, Pixels};
pub(crate) use state::{Outcome, Viewer, ViewerRequest};

/// What of a document is loaded, with pictures as the terminal shows them.
pub(crate) type Content = fcp_viewer::Content<Picture>;

/// A reply of the loader, with pictures as the terminal shows them.
pub(crate) type View = fcp_viewer::View<Picture>;

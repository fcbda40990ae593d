//! Reads what is in a file: its kind, lines, bytes, entries of archives, pictures and folders, and searches it.
//!
//! Nothing here draws or knows a language: a [`Loader`] answers each [`Ask`] with a [`View`], whose texts are safe to
//! draw, and the apps draw them; they also put each [`Phrase`] into words. However large a file is, only a bounded part of it is in memory, and however slow its disk
//! is, only the thread of the document waits for it. [`head`] and [`media`] read the beginning of a file for a
//! quick preview.

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]

mod archive;
mod detect;
mod document;
mod encoding;
mod excerpt;
mod far;
mod find;
mod folder;
pub mod head;
pub mod hex;
mod index;
mod lines;
mod loader;
pub mod media;
mod packed;
mod phrase;
mod picture;
pub mod plain;
mod source;
mod syntax;
mod text;

pub use document::{
    About, Ask, At, Content, Found, Line, Open, Span, Spelling, Tint, View, ViewAs,
};
pub use encoding::Encoding;
pub use excerpt::excerpt;
pub use loader::Loader;
pub use phrase::{DocumentKind, Phrase};
pub use picture::Image;

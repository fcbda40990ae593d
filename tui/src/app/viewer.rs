//! The viewer: shows a file on a page of its own (F3) or beside a panel.
//!
//! A [`Viewer`] is model: what of a document is loaded, and where in it the screen stands. What
//! reads the file is the `loader`, on a thread of the document. The two speak in [`Ask`] and
//! [`View`], so that no key ever waits for a disk.

use std::path::PathBuf;

mod archive;
mod detect;
mod find;
mod folder;
pub mod hex;
mod index;
mod lines;
mod loader;
pub mod picture;
mod plain;
pub mod rows;
mod scroll;
mod source;
pub mod state;
mod syntax;
mod text;
mod typed;
mod zip;

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out their own trees")]
pub(in crate::app) mod tests;

pub use loader::Loader;
pub use picture::{Graphics, Picture, Pixels};
pub use state::{Outcome, Prompt, Viewer, Wish};

/// How a file is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewAs {
    /// As its content suggests.
    #[default]
    Auto,
    /// As lines, whatever it holds.
    Text,
    /// As bytes.
    Hex,
}

/// What a viewer asks the loader to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The file, directory or anything else with a name.
    pub path: PathBuf,
    /// How it is shown.
    pub how: ViewAs,
    /// Columns and rows there are for it.
    pub size: (u16, u16),
    /// Where to begin.
    pub at: At,
    /// Whether to wait a little, since the next request may come at once.
    pub patient: bool,
    /// How the terminal shows pictures.
    pub graphics: Graphics,
}

/// A place in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A byte, counted from 0.
    Offset(u64),
    /// A line, counted from 1.
    Line(u64),
    /// A part of the whole, in percent.
    Percent(u64),
    /// The end.
    End,
}

/// What a viewer asks of an open document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Load what is around a place.
    Window {
        /// The place.
        at: At,
        /// Columns and rows of the screen.
        size: (u16, u16),
    },
    /// Look for text or bytes, and load what is around the hit.
    Find {
        /// What to look for; nothing ends a search.
        pattern: String,
        /// Where to begin.
        from: u64,
        /// Whether to look towards the beginning.
        back: bool,
        /// Columns and rows of the screen.
        size: (u16, u16),
    },
    /// Tell when the file grows, or stop doing so.
    Follow(bool),
}

/// What a piece of a line means; the screen has a colour for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Anything else.
    #[default]
    Text,
    /// Titles, names of functions.
    Strong,
    /// Brackets, units, labels.
    Muted,
    /// Comments.
    Comment,
    /// Keywords.
    Keyword,
    /// Types, folders.
    Type,
    /// Numbers and constants, symlinks.
    Value,
    /// Strings.
    Quoted,
    /// Stands for bytes that cannot be shown.
    Escape,
    /// What went wrong.
    Bad,
}

/// A piece of a line that is drawn alike. Its text is safe to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// What it means.
    pub tint: Tint,
    /// Where the hit of a search that it belongs to begins, in bytes of the file.
    pub hit: Option<u64>,
}

/// One line of a document; very long ones come in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Where it begins, in bytes of the file; a mere order where there are no bytes.
    pub at: u64,
    /// Its number, counted from 1, if it is known; pieces of a line have none.
    pub number: Option<u64>,
    /// Its text.
    pub spans: Vec<Span>,
}

/// What of a document is loaded.
#[derive(Debug)]
pub enum Content {
    /// Lines.
    Lines {
        /// The lines, in order.
        lines: Vec<Line>,
        /// Whether nothing comes before.
        is_start: bool,
        /// Whether nothing comes after.
        is_end: bool,
    },
    /// Bytes.
    Bytes {
        /// Where they begin.
        at: u64,
        /// The bytes.
        data: Vec<u8>,
        /// Where hits of a search begin, and how long they are.
        hits: Vec<(u64, usize)>,
    },
    /// A picture.
    Picture(Picture),
}

/// What is known of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What it is: `Rust`, `PNG image`, `Folder`.
    pub kind: String,
    /// Facts about it, such as its encoding.
    pub facts: Vec<String>,
    /// Its size in bytes.
    pub size: Option<u64>,
    /// The number of its lines, once they are counted.
    pub lines: Option<u64>,
}

/// Where a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where the hit begins.
    pub at: u64,
    /// Its line, counted from 1, if it is known.
    pub line: Option<u64>,
    /// Its column, counted from 1.
    pub column: u64,
    /// Which hit of how many it is, where they were counted.
    pub of: Option<(u64, u64)>,
    /// Whether the search went past the end.
    pub wrapped: bool,
}

/// A reply of the loader.
#[derive(Debug, Default)]
pub struct View {
    /// What is known of the document; nothing if that is as before.
    pub about: Option<About>,
    /// What is loaded now; nothing if it is as before.
    pub content: Option<Content>,
    /// The place that was asked for, in bytes of the file.
    pub place: Option<u64>,
    /// Whether that place belongs to the last row of the screen.
    pub at_end: bool,
    /// Where the search ended; `Some(None)` if nothing was found.
    pub found: Option<Option<Found>>,
    /// What went wrong, in words.
    pub trouble: Option<String>,
}

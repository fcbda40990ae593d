//! Defines what the loader is asked for, and what it tells of a document.

use std::path::PathBuf;

use fcp_engine::error::OpError;

use crate::encoding::Encoding;
use crate::phrase::{DocumentKind, Phrase};
use crate::picture::Image;

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
    /// How its characters are written; none to find out. Bytes are not asked for it.
    pub encoding: Option<Encoding>,
    /// Width and height in pixels of what a picture may fill for each column and row.
    pub cell: (u16, u16),
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

impl At {
    /// Reads where the user wants to go: a line, a part as `50%`, or a byte as `0x1F00`.
    pub fn typed(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(part) = text.strip_suffix('%') {
            return part.trim().parse().ok().map(Self::Percent);
        }
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            return u64::from_str_radix(digits, 16).ok().map(Self::Offset);
        }
        text.parse().ok().map(Self::Line)
    }
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

/// What of a document is loaded; an app turns the pixels of a picture into what it draws.
#[derive(Debug)]
pub enum Content<P = Image> {
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
    Picture(P),
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
#[derive(Debug)]
pub struct View<P = Image> {
    /// What is known of the document; nothing if that is as before.
    pub about: Option<About>,
    /// What is loaded now; nothing if it is as before.
    pub content: Option<Content<P>>,
    /// The place that was asked for, in bytes of the file.
    pub place: Option<u64>,
    /// Whether that place belongs to the last row of the screen.
    pub at_end: bool,
    /// Where the search ended; `Some(None)` if nothing was found.
    pub found: Option<Option<Found>>,
    /// What went wrong, in words.
    pub trouble: Option<String>,
}

impl<P> Default for View<P> {
    fn default() -> Self {
        Self { about: None, content: None, place: None, at_end: false, found: None, trouble: None }
    }
}

impl<P> View<P> {
    /// Turns a picture into what an app draws.
    pub fn draw<Q>(self, draw: impl FnOnce(P) -> Q) -> View<Q> {
        let Self { about, content, place, at_end, found, trouble } = self;
        let content = content.map(|content| match content {
            Content::Lines { lines, is_start, is_end } => {
                Content::Lines { lines, is_start, is_end }
            }
            Content::Bytes { at, data, hits } => Content::Bytes { at, data, hits },
            Content::Picture(picture) => Content::Picture(draw(picture)),
        });
        View { about, content, place, at_end, found, trouble }
    }
}

/// How an app spells numbers, times, errors and all else that is said: the terminal counts in GiB, the desktop in GB.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// A size in bytes.
    pub size: fn(u64) -> String,
    /// A size in bytes, in few columns.
    pub short_size: fn(u64) -> String,
    /// A number.
    pub count: fn(u64) -> String,
    /// A time, and the present one, in microseconds since the Unix epoch.
    pub time: fn(i64, i64) -> String,
    /// An error, without the path.
    pub error: fn(&OpError) -> String,
    /// Anything else.
    pub phrase: fn(&Phrase) -> String,
}

impl Spelling {
    /// Says something.
    pub(crate) fn say(&self, phrase: &Phrase) -> String {
        (self.phrase)(phrase)
    }

    /// Says what a document is.
    pub(crate) fn kind(&self, kind: DocumentKind) -> String {
        self.say(&Phrase::Kind(kind))
    }
}

/// A spelling for tests: bare numbers and codes.
#[cfg(test)]
pub(crate) const BARE: Spelling = Spelling {
    size: |bytes| format!("{bytes} B"),
    short_size: |bytes| bytes.to_string(),
    count: |n| n.to_string(),
    time: |time, _| time.to_string(),
    error: ToString::to_string,
    phrase: |phrase| format!("{phrase:?}"),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_line_a_part_or_a_byte() {
        assert_eq!(At::typed(" 12 "), Some(At::Line(12)));
        assert_eq!(At::typed("50 %"), Some(At::Percent(50)));
        assert_eq!(At::typed("0x1F00"), Some(At::Offset(0x1f00)));
        assert_eq!((At::typed("x"), At::typed(""), At::typed("-1")), (None, None, None));
    }
}

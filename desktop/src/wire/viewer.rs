//! Wire types of the viewer: what the page asks of the file that is shown, and what it is told of it.

use super::{EntryId, Name, PanelSide};

wire! {
    /// What the page asks of the viewer. A newer request replaces those before it that are not answered.
    #[serde(tag = "ask")]
    pub enum ViewerAsk {
        /// Show an entry; of a hit of a search in files the line that was found.
        Open {
            /// The panel.
            side: PanelSide,
            /// The entry.
            id: EntryId,
            /// How it is shown.
            mode: ViewerMode,
            /// The byte to begin at, where it was shown before in another way.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<u64>,
            /// How much there is room for.
            room: ViewerRoom,
        },
        /// Load what is around a byte.
        Around {
            /// The byte.
            at: u64,
            /// How much there is room for.
            room: ViewerRoom,
        },
        /// Go to the end.
        End {
            /// How much there is room for.
            room: ViewerRoom,
        },
        /// Go to a typed place: a line, a part as `50%`, or a byte as `0x1F00`.
        Go {
            /// As typed.
            text: String,
            /// How much there is room for.
            room: ViewerRoom,
        },
        /// Look for text, or for bytes as `x:DEADBEEF`, past the end if need be; nothing ends a search.
        Find {
            /// What to look for.
            text: String,
            /// The byte to begin at.
            from: u64,
            /// Whether to look towards the beginning.
            back: bool,
            /// How much there is room for.
            room: ViewerRoom,
        },
        /// Tell when the file grows, or stop doing so.
        Follow {
            /// Whether to tell it.
            on: bool,
        },
        /// Close the file.
        Close,
    }

    /// How a file is shown.
    #[derive(Copy, Eq)]
    pub enum ViewerMode {
        /// As its content suggests.
        Auto,
        /// As bytes.
        Bytes,
        /// As lines of UTF-8.
        #[serde(rename = "utf8")]
        Utf8,
        /// As lines of UTF-16, the lower byte first.
        #[serde(rename = "utf16le")]
        Utf16Le,
        /// As lines of UTF-16, the higher byte first.
        #[serde(rename = "utf16be")]
        Utf16Be,
        /// As lines of UTF-32, the lowest byte first.
        #[serde(rename = "utf32le")]
        Utf32Le,
        /// As lines of UTF-32, the highest byte first.
        #[serde(rename = "utf32be")]
        Utf32Be,
        /// As lines of Windows-1252.
        #[serde(rename = "windows1252")]
        Windows1252,
        /// As lines of ISO 8859-1.
        #[serde(rename = "latin1")]
        Latin1,
    }

    /// How much a viewer has room for.
    #[derive(Copy, Eq)]
    pub struct ViewerRoom {
        /// Characters in a line.
        pub columns: u16,
        /// Lines.
        pub rows: u16,
    }

    /// What is new of the file that the viewer shows; what is absent is as before.
    pub struct ViewerState {
        /// The request that opened the file.
        pub file: u64,
        /// The request that this answers.
        pub ticket: u64,
        /// The name of the file.
        pub name: Name,
        /// What is known of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub about: Option<ViewerAbout>,
        /// What is loaded of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub content: Option<ViewerContent>,
        /// The byte that was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub place: Option<u64>,
        /// Whether that belongs at the bottom.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        pub at_end: bool,
        /// Where a search ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub found: Option<ViewerFound>,
        /// What to look for first, of a hit of a search in files.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub seeks: Option<String>,
        /// What went wrong, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub trouble: Option<String>,
    }

    /// What is known of a file.
    #[derive(Eq)]
    pub struct ViewerAbout {
        /// What it is: `Rust`, `PNG image`.
        pub kind: String,
        /// Facts about it, such as its encoding.
        pub facts: Vec<String>,
        /// Its size in bytes.
        pub size: Option<u64>,
        /// The number of its lines, once they are counted.
        pub lines: Option<u64>,
    }

    /// What is loaded of a file.
    #[derive(Eq)]
    #[serde(tag = "content")]
    pub enum ViewerContent {
        /// Lines of text, or of bytes as hexadecimal digits.
        Lines {
            /// The lines, in order.
            lines: Vec<ViewerLine>,
            /// Whether nothing comes before.
            is_start: bool,
            /// Whether nothing comes after.
            is_end: bool,
            /// Whether they are bytes.
            bytes: bool,
        },
        /// A picture, as an id of the `thumb` protocol.
        Picture {
            /// The id.
            thumb: u64,
        },
    }

    /// A line; very long ones come in pieces.
    #[derive(Eq)]
    pub struct ViewerLine {
        /// Where it begins, in bytes of the file; a mere order where there are no bytes.
        pub at: u64,
        /// Its number, counted from 1; none for further pieces of a line, and where it is not known.
        pub number: Option<u64>,
        /// Its text.
        pub spans: Vec<ViewerSpan>,
    }

    /// A piece of a line that is drawn alike.
    #[derive(Eq)]
    pub struct ViewerSpan {
        /// The text, in which nothing steers what draws it.
        pub text: String,
        /// What it means.
        pub tint: ViewerTint,
        /// The byte at which the hit begins that it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub hit: Option<u64>,
    }

    /// What a piece of a line means.
    #[derive(Copy, Eq)]
    pub enum ViewerTint {
        /// Anything else.
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
        /// Numbers, constants, symlinks.
        Value,
        /// Strings.
        Quoted,
        /// Stands for bytes that cannot be shown.
        Escape,
        /// What went wrong.
        Bad,
    }

    /// Where a search ended.
    #[derive(Copy, Eq)]
    #[serde(tag = "found")]
    pub enum ViewerFound {
        /// Nowhere.
        Nothing,
        /// At a hit.
        Hit {
            /// The byte at which it begins.
            at: u64,
            /// Its line, if that is known.
            line: Option<u64>,
            /// Its column, counted from 1.
            column: u64,
            /// Which hit it is, where they were counted.
            nth: Option<u64>,
            /// How many there are.
            of: Option<u64>,
            /// Whether the search went past the end.
            wrapped: bool,
        },
    }
}

//! Wire types about how the contents of two files differ.

use fcp_engine::error::OpError;
use fcp_engine::event::QuestionId;

use super::{EntryId, Name, PanelSide, PlanId};

wire! {
    /// Which two files are compared.
    #[serde(tag = "of")]
    pub enum DiffOf {
        /// The two marked files of a panel, or its chosen one with a file of the other panel.
        Panel {
            /// The panel.
            side: PanelSide,
            /// The entry that the user saw under the cursor.
            #[serde(default)]
            #[cfg_attr(test, ts(optional))]
            current: Option<EntryId>,
        },
        /// Both files of a conflict.
        Question {
            /// The question.
            id: QuestionId,
        },
        /// Both files of a row of the comparison of folders.
        Comparison {
            /// The comparison.
            comparison: PlanId,
            /// The row.
            row: u64,
            /// The order of rows that the user saw.
            order: u64,
        },
    }

    /// How two files differ, beside the rows of their lines.
    pub struct DiffState {
        /// The number of the comparison; a new one takes the place of an older one.
        pub id: u64,
        /// The left file.
        pub left: Name,
        /// The right file.
        pub right: Name,
        /// What was found; none while the files are read.
        pub found: Option<DiffFound>,
        /// Why they could not be compared.
        pub error: Option<OpError>,
    }

    /// What was found of two files.
    #[serde(tag = "found")]
    pub enum DiffFound {
        /// They have the same content.
        Same {
            /// Bytes of each.
            bytes: u64,
        },
        /// Their lines differ.
        Lines {
            /// Rows, of which each has a line of one or of both.
            rows: u64,
            /// Differences, each of one or several rows.
            differences: u64,
            /// Whether the search was cut short, so that more than needed is shown as different.
            rough: bool,
            /// Digits of the largest line number.
            digits: u32,
        },
        /// Their bytes differ.
        Bytes {
            /// Why they are not compared by lines.
            why: DiffWhy,
            /// The first byte that differs, counted from 0.
            offset: u64,
            /// The same in hexadecimal digits.
            hex: String,
            /// The file that ends there, if one does.
            ends: Option<PanelSide>,
            /// The sizes of both in bytes.
            sizes: [u64; 2],
            /// What both have around there.
            rows: Vec<DiffBytes>,
        },
    }

    /// Why files are not compared by lines.
    #[derive(Copy, Eq)]
    pub enum DiffWhy {
        /// One of them is no text.
        Binary,
        /// One of them is too large for lines.
        Large,
    }

    /// A row of bytes of both files.
    pub struct DiffBytes {
        /// Where it begins, in hexadecimal digits.
        pub at: String,
        /// The bytes of the left file.
        pub left: Vec<DiffByte>,
        /// The bytes of the right file.
        pub right: Vec<DiffByte>,
    }

    /// A byte.
    pub struct DiffByte {
        /// Its hexadecimal digits.
        pub hex: String,
        /// It as a character; `.` where it is none of ASCII.
        pub text: String,
        /// Whether the other file has another byte there, or none.
        pub changed: bool,
    }

    /// A row of lines.
    pub struct DiffRow {
        /// The line of the left file; none if the right file alone has one.
        pub left: Option<DiffLine>,
        /// The line of the right file; none if the left file alone has one.
        pub right: Option<DiffLine>,
        /// Whether both are the same.
        pub same: bool,
        /// The number of the difference that it belongs to, from 1.
        pub difference: Option<u64>,
    }

    /// A line of a file.
    pub struct DiffLine {
        /// Its number, from 1.
        pub number: u64,
        /// Its text, with what differs from the other line.
        pub spans: Vec<DiffSpan>,
        /// Whether a part before the spans is left out, since the line is long.
        pub cut_before: bool,
        /// Whether a part behind the spans is left out.
        pub cut_after: bool,
        /// Whether no line break follows it, as in the other file.
        pub no_break: bool,
    }

    /// A part of a line.
    pub struct DiffSpan {
        /// The text; what would not be seen is spelled.
        pub text: String,
        /// Whether it differs.
        pub changed: bool,
        /// Whether it spells a byte or a character that would not be seen.
        pub escape: bool,
    }

    /// A difference.
    #[derive(Copy, Eq)]
    pub struct DiffPlace {
        /// Its first row, from 0.
        pub row: u64,
        /// Its number, from 1.
        pub difference: u64,
    }
}

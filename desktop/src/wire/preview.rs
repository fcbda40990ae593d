//! Wire types about previews.

use fcp_engine::error::OpError;

use super::{EntryId, Name};

wire! {
    /// What is shown of an entry beside the panels.
    pub struct Preview {
        /// The entry; none if there is nothing.
        pub id: Option<EntryId>,
        /// Its name.
        pub name: Name,
        /// Its size.
        pub size: Option<u64>,
        /// Its time of modification.
        pub mtime: Option<i64>,
        /// What is in it.
        pub content: PreviewContent,
    }

    /// What is in a file.
    #[serde(tag = "content")]
    pub enum PreviewContent {
        /// Nothing to show.
        None,
        /// Its beginning as text.
        Text {
            /// Lines, with what cannot be shown escaped.
            lines: Vec<String>,
            /// Whether there is more.
            cut: bool,
            /// The line that a search found, of a hit: then the lines are those around it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            hit: Option<PreviewHit>,
        },
        /// Its beginning as bytes.
        Bytes {
            /// Lines as `hexdump -C` prints them.
            lines: Vec<String>,
            /// Whether there is more.
            cut: bool,
        },
        /// A picture, shown by its thumbnail.
        Image {
            /// Id for the `thumb` protocol, with `?large`.
            thumb: u64,
            /// Width in pixels.
            width: u32,
            /// Height in pixels.
            height: u32,
        },
        /// What is known of sound or moving pictures.
        Media {
            /// Facts, as name and value.
            facts: Vec<(String, String)>,
        },
        /// What is in a folder.
        Folder {
            /// The first names.
            names: Vec<Name>,
            /// Entries in all.
            count: u64,
        },
        /// It cannot be read.
        Error {
            /// What failed.
            error: OpError,
        },
    }

    /// The line that a search found, among the lines of a preview.
    #[derive(Copy, Eq)]
    pub struct PreviewHit {
        /// Lines of the preview before it.
        pub at: u32,
        /// Its number in the file, counted from 1.
        pub number: u64,
    }
}

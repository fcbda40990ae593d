//! Wire types about panels: their contents, and requests to them.

use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;

use super::{Crumb, FindProgress, Name, PlaceId, RowLine};

/// Means an entry by its path: it keeps its id however often it is listed, and for long after it was told.
pub type EntryId = u64;

wire! {
    /// Names a panel.
    #[derive(Copy, Default, Eq, Hash, PartialOrd, Ord)]
    pub enum PanelSide {
        /// The left one.
        #[default]
        Left,
        /// The right one.
        Right,
    }

    /// Everything that a panel shows, with the rows in sight.
    pub struct PanelState {
        /// Which panel.
        pub side: PanelSide,
        /// Its tabs.
        pub tabs: Vec<Tab>,
        /// The tab that is shown.
        pub tab: u32,
        /// The way to its folder, the root first or the home folder.
        pub crumbs: Vec<Crumb>,
        /// The whole path, as it would be typed.
        pub path: String,
        /// The machine that its folder is on, if it is another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub machine: Option<Machine>,
        /// The place that its folder is, or else the nearest one that it is in.
        pub place: Option<PlaceId>,
        /// What it lists.
        pub subject: PanelSubject,
        /// Rows in all, the way up among them.
        pub len: u32,
        /// Entries that are shown.
        pub shown: u32,
        /// Entries that the folder has, shown or not.
        pub total: u32,
        /// The row of the cursor.
        pub cursor: u32,
        /// The last `touch` that a cursor command carried; an older state does not move the cursor.
        pub touch: u32,
        /// How many entries are marked.
        pub marked: u32,
        /// Bytes of the marked ones, as far as known.
        pub marked_bytes: u64,
        /// Those of them that the panel does not show.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub unseen: Option<Unseen>,
        /// Bytes of everything in the trash, once its folders are measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub bytes: Option<u64>,
        /// How rows are ordered.
        pub sort: Sort,
        /// Whether hidden names are shown.
        pub hidden: bool,
        /// The filter; empty shows all.
        pub filter: String,
        /// Whether names are still coming in.
        pub loading: bool,
        /// Whether changes are seen by looking from time to time only.
        pub polled: bool,
        /// Why it cannot be listed.
        pub error: Option<OpError>,
        /// Bytes free on its filesystem.
        pub free: Option<u64>,
        /// Bytes its filesystem has.
        pub size: Option<u64>,
        /// Type of its filesystem.
        pub filesystem: String,
        /// Whether there is somewhere to go back to.
        pub back: bool,
        /// Whether there is somewhere to go forward to.
        pub forward: bool,
        /// Number of the first of `rows`.
        pub from: u32,
        /// The rows in sight and some around.
        pub rows: Vec<Row>,
    }

    /// Marked entries that a panel does not show, since a filter or their names hide them; actions mean them all the same.
    pub struct Unseen {
        /// How many there are.
        pub count: u64,
        /// The first names, as `a.log, b.log, …`.
        pub names: String,
    }

    /// A tab.
    pub struct Tab {
        /// Tells tabs apart.
        pub id: u32,
        /// The name of its folder.
        pub name: Name,
        /// The machine that its folder is on, if it is another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub host: Option<Name>,
    }

    /// Another machine whose folder is shown.
    pub struct Machine {
        /// Its name, as ssh takes it.
        pub host: Name,
        /// Whether its answer is awaited.
        pub waits: bool,
    }

    /// What a panel lists.
    #[serde(tag = "of")]
    pub enum PanelSubject {
        /// A folder.
        Directory,
        /// What a search finds below the folder.
        Found {
            /// What is looked for in names.
            pattern: String,
            /// The text that is looked for in files.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            contains: Option<String>,
            /// Whether the search has ended.
            over: bool,
            /// How far it is, or how it ended.
            progress: FindProgress,
        },
        /// What is in the trash.
        Trash,
    }

    /// One row.
    pub struct Row {
        /// The entry; none is the way up.
        pub id: Option<EntryId>,
        /// Its name, or its path below the folder of a search.
        pub name: Name,
        /// Its type; a symlink is not followed.
        pub kind: FileKind,
        /// Which icon fits.
        pub icon: Icon,
        /// Whether it can be entered.
        pub enters: bool,
        /// Whether it is an archive, as its name says, which can be entered and extracted.
        pub unpacks: bool,
        /// Size in bytes, once known; of a folder only after it was measured.
        pub size: Option<u64>,
        /// How many items a folder has, once they were counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub items: Option<u64>,
        /// Time of modification, once known.
        pub mtime: Option<i64>,
        /// Mode bits, once known.
        pub mode: Option<u32>,
        /// The user that it belongs to, once the name is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub user: Option<String>,
        /// The group that it belongs to, once the name is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub group: Option<String>,
        /// How many names it has, once known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub links: Option<u32>,
        /// Whether it is marked.
        pub marked: bool,
        /// Where a symlink leads.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub target: Option<Name>,
        /// How much of it is there in percent, while a job writes it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub written: Option<u8>,
        /// The first line of it that matches, if it is a hit of a search in files.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub line: Option<RowLine>,
        /// Whether there is a thumbnail to be had at `thumb://localhost/ID`.
        pub thumb: bool,
    }

    /// Which icon fits an entry.
    #[derive(Copy, Eq)]
    pub enum Icon {
        /// The way up.
        Up,
        /// A folder.
        Folder,
        /// Text, documents.
        Document,
        /// Source code, configuration.
        Code,
        /// A picture.
        Image,
        /// Moving pictures.
        Video,
        /// Sound.
        Audio,
        /// An archive.
        Archive,
        /// A symbolic link that leads nowhere, or to something special.
        Link,
        /// A device, FIFO or socket.
        Device,
        /// Anything else.
        File,
    }

    /// How rows are ordered.
    #[derive(Copy, Eq)]
    pub struct Sort {
        /// By what.
        pub key: SortBy,
        /// Whether the largest comes first.
        pub descending: bool,
        /// Whether folders come before everything else.
        pub directories_first: bool,
    }

    /// By what rows are ordered.
    #[derive(Copy, Eq)]
    pub enum SortBy {
        /// By name, in natural order.
        Name,
        /// By size.
        Size,
        /// By time of modification.
        Time,
        /// By extension.
        Extension,
    }
}

impl PanelSide {
    /// Both sides.
    pub(crate) const ALL: [Self; 2] = [Self::Left, Self::Right];

    /// Gives the side that is not this one.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

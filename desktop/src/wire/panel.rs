//! Wire types about panels: their contents, and requests to them.

use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;

use super::{Crumb, FindAsk, FindProgress, Name, RowLine};

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

    /// A tab.
    pub struct Tab {
        /// Tells tabs apart.
        pub id: u32,
        /// The name of its folder.
        pub name: Name,
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

    /// What is asked of a panel.
    #[serde(tag = "ask")]
    pub enum PanelAsk {
        /// Keep these rows told.
        Look {
            /// The first row in sight.
            from: u32,
            /// How many are in sight.
            count: u32,
        },
        /// Move the cursor to an entry or, if the page knows none or it no longer exists, to a row.
        Cursor {
            /// The row where the page shows it.
            row: u32,
            /// The entry.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            id: Option<EntryId>,
            /// Comes back in the state; a command with a lower one was overtaken and does nothing.
            touch: u32,
        },
        /// Go somewhere.
        Go {
            /// Where.
            to: Go,
        },
        /// Change marks.
        Mark {
            /// How.
            mark: Mark,
        },
        /// Order the rows.
        Sort {
            /// How.
            sort: Sort,
        },
        /// Show or hide hidden names.
        Hidden {
            /// Whether they are shown.
            shown: bool,
        },
        /// Show only names that match.
        Filter {
            /// A part of a name, or a glob; empty shows all.
            text: String,
        },
        /// Stand on the next name that matches.
        Seek {
            /// A part of a name.
            text: String,
            /// Whether the row of the cursor counts, too.
            here: bool,
            /// Whether to look upwards.
            backwards: bool,
        },
        /// List again.
        Reload,
        /// Find the sizes of the marked folders, or of the one under the cursor, or of all.
        Measure,
        /// Find files below the folder.
        Find {
            /// What.
            what: FindAsk,
        },
        /// Stop finding.
        StopFinding,
        /// Open a tab, close or show one.
        Tab {
            /// How.
            tab: TabAsk,
        },
    }

    /// Where to go.
    #[serde(tag = "to")]
    pub enum Go {
        /// Into a folder; to where a hit of a search is.
        Entry {
            /// The entry.
            id: EntryId,
        },
        /// To a folder above.
        Up {
            /// How many up; 0 means one up, with the cursor on the folder that the panel left.
            up: u32,
        },
        /// To where the panel was before.
        Back,
        /// Forward again.
        Forward,
        /// To the user's folder.
        Home,
        /// To a place.
        Place {
            /// Its number.
            place: PlaceId,
        },
        /// To a typed path.
        Path {
            /// As typed: absolute, with `~`, or relative to the folder.
            text: String,
        },
        /// To what is in the trash.
        Trash,
        /// To where a job put things, or took them from.
        Job {
            /// The job.
            job: u64,
            /// Whether to where it took them from.
            source: bool,
        },
    }

    /// How marks change; where an entry is named, it is meant wherever its row is by now.
    #[serde(tag = "mark")]
    pub enum Mark {
        /// Turn one over.
        Toggle {
            /// The row where the page shows it.
            row: u32,
            /// The entry.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            id: Option<EntryId>,
        },
        /// Mark this one alone.
        Only {
            /// The row where the page shows it.
            row: u32,
            /// The entry.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            id: Option<EntryId>,
        },
        /// Mark or unmark a range of rows.
        Range {
            /// The row of one end.
            from: u32,
            /// The entry there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            from_id: Option<EntryId>,
            /// The row of the other end.
            to: u32,
            /// The entry there.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            to_id: Option<EntryId>,
            /// Whether they become marked.
            on: bool,
        },
        /// Mark all that are shown.
        All,
        /// Mark all files that are shown, and no folder.
        Files,
        /// Mark none.
        None,
        /// Turn all over.
        Invert,
        /// Mark or unmark what matches.
        Glob {
            /// A part of a name, or a glob.
            pattern: String,
            /// Whether it becomes marked.
            on: bool,
        },
        /// Mark what has the extension of the entry under the cursor.
        Extension,
    }

    /// What is done with tabs.
    #[serde(tag = "tab")]
    pub enum TabAsk {
        /// Open one with the same folder.
        New,
        /// Close one; the last one stays.
        Close {
            /// Its id.
            id: u32,
        },
        /// Show one.
        Show {
            /// Its id.
            id: u32,
        },
        /// Show the next one.
        Next,
        /// Show the one before.
        Previous,
    }

    /// What is asked of both panels.
    #[serde(tag = "ask")]
    pub enum PanelsAsk {
        /// Let them change places.
        Swap,
        /// Show the folder of this one in the other, too.
        Equal {
            /// Whose folder.
            side: PanelSide,
        },
        /// Mark what differs.
        Compare,
        /// Say which one is in use.
        Focus {
            /// That one.
            side: PanelSide,
        },
        /// Keep the folder of this panel, or forget the bookmark.
        Bookmark {
            /// Whose folder.
            side: PanelSide,
        },
        /// Forget a bookmark.
        Unbookmark {
            /// Its number.
            place: PlaceId,
        },
    }

    /// A place to go to.
    pub struct PlaceState {
        /// Its number.
        pub id: PlaceId,
        /// Its section.
        pub section: Section,
        /// What it is, for its icon and for names that are translated.
        pub kind: PlaceKind,
        /// Its name.
        pub name: Name,
        /// Bytes free, of a device.
        pub free: Option<u64>,
        /// Bytes there are, of a device.
        pub size: Option<u64>,
        /// Type of the filesystem, of a device.
        pub filesystem: String,
    }

    /// A section of places.
    #[derive(Copy, Eq)]
    pub enum Section {
        /// The user's folders.
        Places,
        /// What is mounted.
        Devices,
        /// What the user keeps.
        Bookmarks,
    }

    /// What a place is.
    #[derive(Copy, Eq)]
    pub enum PlaceKind {
        /// The user's folder.
        Home,
        /// The folder of documents.
        Documents,
        /// The folder of downloads.
        Downloads,
        /// The folder of pictures.
        Pictures,
        /// The folder of music.
        Music,
        /// The folder of videos.
        Videos,
        /// The desktop.
        Desktop,
        /// The trash.
        Trash,
        /// The filesystem that all others are mounted in.
        System,
        /// A disk.
        Disk,
        /// A removable medium.
        Removable,
        /// Another machine.
        Network,
        /// A bookmark.
        Bookmark,
    }
}

/// Means a place, as long as the list that named it is the newest.
pub type PlaceId = u32;

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

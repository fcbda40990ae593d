//! Wire types of requests to panels and places.

use super::{EntryId, FindAsk, PanelSide, PlaceId, Sort};

wire! {
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
        /// Stop waiting for another machine; a panel that shows nothing of it yet goes back.
        StopListing,
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
        /// To another machine.
        Machine {
            /// As typed: a host, for the home directory there, or `host:path`.
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
            /// The number of a range that the cursor stretches: what leaves it is marked as before it began.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            range: Option<u64>,
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
}

//! Wire types about files: targets of commands, plans, previews, properties.

use fcp_engine::error::OpError;
use fcp_engine::event::{ConflictCount, DedupePlan, Plan};
use fcp_presentation::archives::ArchiveFormat;
use fcp_presentation::transfer::{OnConflict, OnError, Start};

use super::{Crumb, EntryId, Name, PanelSide, PlaceId, Refusal, ReportItem, Unseen};

/// Means a plan; a plan is used once.
pub type PlanId = u64;

wire! {
    /// Which files are meant.
    #[serde(tag = "items")]
    pub enum Items {
        /// What is marked in a panel or, if nothing is, the entry under the cursor that the user sees.
        Marked {
            /// The panel.
            side: PanelSide,
            /// That entry; none if the user sees marks.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            current: Option<EntryId>,
        },
        /// These entries.
        Entries {
            /// The entries.
            ids: Vec<EntryId>,
        },
        /// What was dropped.
        Drop {
            /// The drop.
            drop: u64,
        },
        /// What a dialog was opened for, as `hold` gave it.
        Held {
            /// Its number.
            held: u64,
        },
        /// What is in the clipboard.
        Clipboard,
        /// Everything in the trash, on all volumes.
        Trash,
        /// What the program was launched with, or what the dialog that chooses files gave.
        Plan {
            /// A plan with these items.
            plan: PlanId,
        },
    }

    /// Where something goes.
    #[serde(tag = "target")]
    pub enum Target {
        /// Into the folder of a panel.
        Panel {
            /// The panel.
            side: PanelSide,
        },
        /// Into a folder that is listed.
        Entry {
            /// The folder.
            id: EntryId,
        },
        /// Into a folder above that of a panel.
        Crumb {
            /// The panel.
            side: PanelSide,
            /// How many folders up.
            up: u32,
        },
        /// Into a place.
        Place {
            /// Its number.
            place: PlaceId,
        },
        /// To a typed path: into it if it is a folder or ends in a slash.
        Path {
            /// As typed; relative to the panel's folder.
            text: String,
            /// The panel.
            side: PanelSide,
        },
        /// To an archive that is made.
        Archive {
            /// Its folder as typed; relative to the panel's folder.
            folder: String,
            /// The panel.
            side: PanelSide,
            /// Its name as typed; one without the ending of an archive gets that of the format.
            name: String,
            /// The format that is chosen.
            format: ArchiveFormat,
            /// Whether it was chosen after the name was typed, and counts more than the ending of that.
            over_ending: bool,
        },
        /// The user has not chosen a destination yet.
        Unknown,
    }

    /// What the user chooses with the desktop's dialog.
    #[derive(Copy, Eq)]
    pub enum Choose {
        /// Files to copy.
        Files,
        /// A folder to copy.
        Folder,
        /// Where a plan goes.
        Target,
    }

    /// What a plan does.
    #[derive(Copy, Eq)]
    pub enum PlanVerb {
        /// Copy.
        Copy,
        /// Move.
        Move,
        /// Make symbolic links.
        Link,
        /// Move to the trash.
        Trash,
        /// Remove for good.
        Delete,
        /// Bring back from the trash.
        Restore,
        /// Compare with the copies in another folder, and change nothing.
        Verify,
        /// Let equal files share their storage.
        Dedupe,
        /// Unpack archives, or copy items out of one.
        Extract,
        /// Pack items into an archive.
        Pack,
    }

    /// What equal files would share, as far as is known.
    #[derive(Eq)]
    pub struct SharingState {
        /// What would be shared; none while files are compared.
        pub plan: Option<DedupePlan>,
        /// Whether the filesystem can share storage; true until that is known.
        pub possible: bool,
        /// Items that cannot be read.
        pub unreadable: u64,
    }

    /// The archive that a plan makes.
    #[derive(Eq)]
    pub struct ArchiveState {
        /// Its name without the ending, as it would be typed.
        pub name: String,
        /// Its format, which the ending of a typed name decides if it has one.
        pub format: ArchiveFormat,
    }

    /// A way to drop items that is not possible, and why.
    pub struct RefusedDrop {
        /// What cannot be done.
        pub verb: PlanVerb,
        /// Why.
        pub why: Refusal,
    }

    /// Something that is about to be done, as far as it is known.
    pub struct PlanState {
        /// The plan.
        pub plan: PlanId,
        /// What it does.
        pub verb: PlanVerb,
        /// The other machine that takes part in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub machine: Option<Name>,
        /// Whether only the other machine can count the items, which it does when the job begins.
        pub uncounted: bool,
        /// How many items were named.
        pub items: u64,
        /// Those of them that the panel did not show.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub unseen: Option<Unseen>,
        /// The first of them.
        pub first: Name,
        /// Thumbnails of the first ones, as ids of the `thumb` protocol.
        pub thumbs: Vec<u64>,
        /// The folder they are in; empty if they are in several.
        pub from: Vec<Crumb>,
        /// The folder they go to; empty for removals and while unknown.
        pub to: Vec<Crumb>,
        /// The path they go to, as it would be typed; of an archive the folder.
        pub to_path: String,
        /// The archive that they are packed into.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub archive: Option<ArchiveState>,
        /// What the items would share; of a plan for that alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub sharing: Option<SharingState>,
        /// The device they go to.
        pub device: Option<Name>,
        /// Whether the folder has to be made first.
        pub makes: bool,
        /// Why it cannot be done there.
        pub error: Option<OpError>,
        /// Which of copies, moves and links are not possible there, so far as looked; of a plan for one of them.
        pub refused: Vec<RefusedDrop>,
        /// Files found so far.
        pub files: u64,
        /// Folders found so far.
        pub folders: u64,
        /// Bytes found so far.
        pub bytes: u64,
        /// Whether that is all.
        pub counted: bool,
        /// Bytes free where they go.
        pub free: Option<u64>,
        /// Bytes free after it, at least.
        pub free_after: Option<u64>,
        /// Bytes that are too few there for a copy, as far as is known.
        pub lacks_to_copy: u64,
        /// Bytes that are too few there for a move, as far as is known.
        pub lacks_to_move: u64,
        /// Bytes there are in all where they go.
        pub room: Option<u64>,
        /// Whether blocks can be shared with the source.
        pub reflink: bool,
        /// Whether source and destination are one filesystem, so that a move is a rename.
        pub same_device: bool,
        /// Type of the filesystem they go to.
        pub filesystem: String,
        /// Names that are taken at the top, so far as looked.
        pub conflicts: Vec<ConflictCount>,
        /// What the drop does unless the user chooses otherwise.
        pub default_verb: PlanVerb,
        /// Jobs that use the same devices and come first.
        pub behind: u64,
    }

    /// What is chosen for a job.
    #[derive(Eq)]
    pub struct Choices {
        /// When a name is taken.
        pub on_conflict: OnConflict,
        /// When something fails.
        pub on_error: OnError,
        /// Whether everything is kept, or the mode alone.
        pub preserve_all: bool,
        /// Whether copies are read back.
        pub verify: bool,
        /// Whether what symlinks lead to is copied.
        pub follow: bool,
        /// When the job starts.
        pub start: Start,
        /// Whether this drop is done without asking next time.
        pub remember: bool,
    }

    /// A program that can open some files.
    #[derive(Eq)]
    pub struct Program {
        /// Its name in the desktop's database.
        pub id: String,
        /// Its name for people.
        pub name: String,
        /// Whether it opens such files unless the user chooses another.
        pub is_default: bool,
    }

    /// What is put into the clipboard as text.
    #[derive(Copy, Eq)]
    pub enum TextOf {
        /// Paths, quoted for a shell.
        Paths,
        /// Names.
        Names,
    }

    /// What a copy or a move would do, found out without a change.
    pub struct ForeseenPlan {
        /// What the job would do.
        pub plan: Plan,
        /// Whether the folder would be made first.
        pub makes: bool,
        /// How many items would fail.
        pub failing: u64,
        /// The first of them.
        pub failures: Vec<ReportItem>,
    }
}

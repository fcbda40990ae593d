//! Records of what jobs did, as far as it is needed to undo it.
//!
//! A record is a file of JSON lines in the user's state directory. It names the items that appeared
//! in directories which were there before; what is inside a directory that the job made needs no
//! line, because the undo walks it. So a record stays small, and a job that does nothing worth
//! recording leaves none.
//!
//! # Format, version 1
//!
//! `did` names the kind of a line. All paths are absolute; fields that are not known are absent. An
//! inode is `[device, number, born]`, the last in microseconds where the filesystem keeps it: numbers
//! are used again.
//!
//! | `did` | fields | meaning |
//! |---|---|---|
//! | `began` | `version`, `verb`, `at`, `sources`, `destination`, `mounts`, `host`, `handle`, `reached` | first line; at most 16 sources; `mounts` are the directories on which the filesystems of the destination, and of a move those of the sources, are mounted, but for the root; `handle` is what another machine calls the job that has asked for it, or `host` if that has done it, which was `reached` with the `shell` and `program` that the command line named |
//! | `made` | `path`, `from` | a copy of `from` appeared at `path`; also where it replaced a file that was kept |
//! | `snapshot` | `path`, `from`, `at`, `subvolumes` | a snapshot of the subvolume `from` appeared at `path`, at that time; `subvolumes` lists it, as `.`, and those inside: `below`, `uuid` and `changed`, the transaction of its last change, and `read_only` |
//! | `moved` | `from`, `to`, `id` | an item was renamed or moved, and has been this inode since |
//! | `exchanged` | `one`, `other`, `ids` | two names changed places, and have led to these inodes since |
//! | `replaced` | `path`, `from`, `backup`, `trashed`, `kept` | the old file at `path` gave way: it was kept as `backup`, or in the trash, where `trashed` is the file that describes it, or not at all; `kept` tells it from another file there |
//! | `replacing` | `path`, `from` | the old file at `path` is about to give way; a `replaced` follows unless the process dies in between |
//! | `extracted` | `path`, `id` | an item was unpacked from an archive, or is an archive that was made, and has been this inode since; of several for one path the last one counts |
//! | `trashed` | `from`, `id` | an item was moved to the trash, where the file `id` describes it |
//! | `restored` | `path`, `stamp` | an item was moved out of the trash, to where it was; `stamp` is its inode, as `id`, and unless it is a directory as `state` its size and mtime |
//! | `runs` | `pid`, `started`, `boot`, `space` | the process that writes a record before its job has ended |
//! | `handed_over` | `at` | a process of the queue stopped in the middle, with all that it did recorded |
//! | `ended` | `at`, `interrupted`, `parted` | last line of the job; `parted` counts files that a move has brought to another filesystem and that have further names where they were |
//! | `redoes` | `undo`, `at`, `spans` | second line of the record of a redo: which undo's record it takes back, when it began itself, and from when to when the job and earlier redos of it ran |
//! | `paused` | `from`, `to` | no process worked on an undo between these moments: the next one went on with the record |
//! | `parent` | `path`, `id` | a directory was made, as this inode, for what was moved or restored into it; it goes again when it is empty |
//! | `emptied` | `path`, `mode`, `owner`, `times`, `attributes` | a directory was removed when all that it held had been moved into another one; `times` are atime and mtime, `attributes` its ACLs and extended attributes, values in Base64 |
//! | `rights` | `path`, `id`, `was`, `now`, `acls` | mode, owner and ACLs of a directory, this inode, became those of what was merged into it; `acls`, where there were or are any, has those before and since, values in Base64 |
//! | `undoing` | `at`, `record`, `before` | appended by each undo before its first step: its own record, and when the process of the undo before it died, which did not end; without an `undone` that follows it was killed or cancelled |
//! | `undone` | `at`, `left` | appended by each undo that ran to its end: how many items it could not undo |
//!
//! A job outside the queue writes that it runs before it does anything, then what it noted about ten times a second, and
//! touches its record every second.
//! `runs` is then the second line. If its process dies, the record has no `ended`, but a process in `runs` that lives no more: the job can be
//! undone as far as it was recorded, and it ended, as far as is known, when the record was last touched. Any
//! other record without `ended` is not used: its job runs, or the queue resumes it.
//!
//! What another machine has done is recorded there, under a handle that this one has given it. Here it has a record of
//! one `made`, by which an undo asks that machine to undo it, and takes no earlier job for the last one (`elsewhere.rs`).
//!
//! A job of the queue writes at once what no later run can find out: what was replaced, moved or trashed
//! (`resumed.rs`). Its record is named after the job, so that the process that resumes it finds it.
//!
//! An undo has a record, too, with `undo` as its verb and the undone record as its only source: undoing
//! that is a redo, and the redo has a record like that of the job, which it takes the place of. The undo that
//! finishes a killed or cancelled one goes on with its record (`undos.rs`). A copy is
//! told from a file that was edited by comparing it with its original, so no line holds sizes or times:
//! `began` and `ended` say how early and how late a change may be to be the job's.

mod acls;
mod elsewhere;
mod files;
mod folder;
pub mod foresee;
mod in_step;
mod list;
mod mounted;
mod owner;
mod read;
mod recorder;
mod resumed;
mod runs;
mod sequence;
mod stamp;
#[cfg(test)]
mod tests;
mod times;
mod undos;

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(crate) use acls::Acls;
pub(crate) use elsewhere::settle;
pub use elsewhere::{Elsewhere, Reached, There, of_handle, pass_over};
pub(crate) use files::{forget, mark};
pub(crate) use folder::{Folder, Rights};
pub use in_step::{IN_STEP, undone_mark};
pub(crate) use list::Today;
pub use list::{list, list_undone, unsettled, unsettled_undo};
pub(crate) use owner::Owner;
pub(crate) use read::{Record, glance, is_undone, is_within, read};
pub use recorder::NAMED;
pub(crate) use recorder::Recorder;
pub(crate) use resumed::{close, close_interrupted, left_by};
pub(crate) use stamp::Stamp;
pub(crate) use times::Times;
pub(crate) use undos::Undos;

use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use fcp_sys::{Identity, Subvolume};

/// Where things are kept that outlive a job; front ends find it in the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The user's data directory (`$XDG_DATA_HOME`), in which the trash is.
    pub data: PathBuf,
    /// Our own directory in the user's state directory (`$XDG_STATE_HOME/fcp`), for records; none
    /// if no records are kept.
    pub state: Option<PathBuf>,
}

/// A job that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The record, which `Verb::Undo` takes.
    pub path: WirePath,
    /// What the job did.
    pub verb: Verb,
    /// When it began, in microseconds since the Unix epoch.
    pub began: u64,
    /// What it was asked to do it with, the first [`NAMED`] of them.
    pub sources: Vec<WirePath>,
    /// The directory or the name that it went to; none for trash and undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<WirePath>,
    /// Steps in the record.
    pub steps: u64,
    /// Items that the last undo of it could not undo; none if there was no undo yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Its process died before the job ended: what it did last may not be recorded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The machine that has done the job, and undoes it if it is asked; none if that is this one.
    #[serde(skip)]
    pub there: Option<There>,
}

/// A job whose record has no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsettled {
    /// The record.
    pub path: WirePath,
    /// What the job was asked to act on, as far as listed; nothing if the record does not say that either.
    pub sources: Vec<WirePath>,
    /// Where to; none for trash and undo.
    pub destination: Option<WirePath>,
    /// Whether it is a redo, which the next one finishes if it was interrupted.
    pub is_redo: bool,
}

/// Matches the lines of a record of which an undo takes nothing back.
macro_rules! bookkeeping {
    () => {
        $crate::record::Line::Began { .. }
            | $crate::record::Line::Runs(_)
            | $crate::record::Line::Replacing { .. }
            | $crate::record::Line::HandedOver { .. }
            | $crate::record::Line::Redoes { .. }
            | $crate::record::Line::Paused { .. }
            | $crate::record::Line::Ended { .. }
            | $crate::record::Line::Undoing { .. }
            | $crate::record::Line::Undone { .. }
    };
}
pub(crate) use bookkeeping;

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "snake_case")]
pub(crate) enum Line {
    /// The first line.
    Began {
        version: u32,
        verb: Verb,
        at: u64,
        sources: Vec<WirePath>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        destination: Option<WirePath>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mounts: Vec<WirePath>,
        /// The machine that has done it, which has the record of what it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host: Option<String>,
        /// What the machine that has asked for the job calls it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handle: Option<String>,
        /// How that machine was reached, as far as the user has said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reached: Option<Reached>,
    },
    /// A copy of something appeared.
    Made { path: WirePath, from: WirePath },
    /// A snapshot of a subvolume appeared.
    Snapshot { path: WirePath, from: WirePath, at: u64, subvolumes: Vec<RecordedSubvolume> },
    /// An item went to another name, as this inode.
    Moved { from: WirePath, to: WirePath, id: Identity },
    /// Two names changed places, and lead to these inodes since.
    Exchanged { one: WirePath, other: WirePath, ids: [Identity; 2] },
    /// The old file gave way, and was kept under a backup name, in the trash, or not at all.
    Replaced {
        path: WirePath,
        from: WirePath,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        backup: Option<WirePath>,
        /// The file that describes it in the trash.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trashed: Option<WirePath>,
        /// The old file, where it was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kept: Option<Stamp>,
    },
    /// A file is about to give way.
    Replacing { path: WirePath, from: WirePath },
    /// An item was unpacked, or an archive was made, as this inode.
    Extracted { path: WirePath, id: Identity },
    /// An item went to the trash.
    Trashed { from: WirePath, id: WirePath },
    /// An item went out of the trash, to where it was.
    Restored {
        path: WirePath,
        /// Records of earlier versions lack it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stamp: Option<Stamp>,
    },
    /// This process runs the job, outside the queue.
    Runs(Owner),
    /// A process of the queue has stopped in the middle, and all that it did is recorded.
    HandedOver { at: u64 },
    /// The last line of the job.
    Ended {
        at: u64,
        /// Its process died.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        interrupted: bool,
        /// Files that went to another filesystem and have names that did not.
        #[serde(default, skip_serializing_if = "is_zero")]
        parted: u64,
    },
    /// This is the record of a redo, which began at this time.
    Redoes {
        /// The record of the undo that it takes back.
        undo: WirePath,
        at: u64,
        /// When the job and earlier redos of it began and ended.
        spans: Vec<(u64, u64)>,
    },
    /// Between these moments no process worked on this: another one went on with it.
    Paused { from: u64, to: u64 },
    /// A directory was made for what came into it, as this inode.
    Parent { path: WirePath, id: Identity },
    /// A directory was removed when all in it had been moved into another one.
    Emptied(Folder),
    /// A directory got the rights of another one.
    Rights {
        path: WirePath,
        id: Identity,
        was: Rights,
        now: Rights,
        /// Its ACLs before and since; none if it had and has none, or they could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        acls: Option<[Acls; 2]>,
    },
    /// An undo has begun.
    Undoing {
        at: u64,
        /// Its own record.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<WirePath>,
        /// When the process of the one before it died, if that did not end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<u64>,
    },
    /// An undo ran to its end, and left this many items as they were.
    Undone { at: u64, left: u64 },
}

impl Line {
    /// Says that an old file gave way and was not kept, or that it is not known where it is.
    pub(crate) fn lost(path: WirePath, from: WirePath) -> Self {
        Self::Replaced { path, from, backup: None, trashed: None, kept: None }
    }

    /// Whether it counts among the steps of a job, and is not only the way to one, or what came with one.
    fn is_step(&self) -> bool {
        !matches!(self, Self::Parent { .. } | Self::Rights { .. })
    }
}

/// A subvolume as it was when a snapshot was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordedSubvolume {
    /// Its path below the snapshot, which is `.` itself.
    pub(crate) below: WirePath,
    /// What tells it from all others, as hexadecimal digits.
    uuid: String,
    /// The transaction in which it was changed last.
    changed: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) read_only: bool,
}

impl RecordedSubvolume {
    /// Describes a subvolume.
    pub(crate) fn of(path: &CStr, found: &Subvolume) -> Self {
        Self {
            below: WirePath(OsStr::from_bytes(path.to_bytes()).into()),
            uuid: hexadecimal(&found.uuid),
            changed: found.changed,
            read_only: found.read_only,
        }
    }

    /// Whether this is it.
    pub(crate) fn is(&self, found: &Subvolume) -> bool {
        self.uuid == hexadecimal(&found.uuid)
    }

    /// Whether nothing has changed in it, nor perhaps been read.
    pub(crate) fn is_untouched(&self, found: &Subvolume) -> bool {
        self.is(found) && self.changed == found.changed
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

const VERSION: u32 = 1;

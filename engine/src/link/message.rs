//! What the two ends of a copy between machines tell each other.
//!
//! Fields that an end does not know are ignored, so that the protocol can grow; what would be misunderstood raises
//! [`PROTOCOL`].

use fcp_sys::Identity;
use serde::{Deserialize, Serialize};

use crate::contract::checksum::Checksum;
use crate::contract::error::OpError;
use crate::contract::event::{Command, Envelope, FileKind, SkipReason, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::JobSpec;

/// The protocol that this version speaks; both ends must speak the same.
pub const PROTOCOL: u32 = 2;

/// What the two ends tell each other, except for data.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message {
    /// The first frame of each end.
    Hello {
        /// What it speaks.
        protocol: u32,
        /// The version of the program.
        version: String,
        /// Whether it answers what file managers ask ([`Self::List`] and what follows it); earlier versions do not.
        #[serde(default)]
        browses: bool,
        /// Whether further connections can [join](Self::Join) a job there; earlier versions, and those of other systems than
        /// Linux, have one alone.
        #[serde(default)]
        joins: bool,
        /// Whether it undoes jobs by their handles ([`Self::Undo`]); earlier versions do not.
        #[serde(default)]
        undoes: bool,
    },
    /// Asks the process that a further connection has started to pass on all that follows to the one that does a job.
    Join {
        /// The name of the job, from its request.
        token: String,
        /// The number of the connection (`crate::link::Further`).
        number: u8,
    },
    /// Asks for what is in a directory; the answers are [`Self::Entries`], and then [`Self::End`] or [`Self::Failed`].
    List {
        /// The directory; a relative path leads from the home directory.
        path: WirePath,
    },
    /// Some of what is in a directory.
    Entries {
        /// The directory without symlinks and `..`, so that the way up is known.
        dir: WirePath,
        /// At most [`ENTRIES`].
        entries: Vec<Entry>,
    },
    /// Asks for the beginning of a file; the answers are [`Self::Start`] or [`Self::Failed`].
    Look {
        /// The file; symlinks are followed.
        path: WirePath,
        /// The most bytes that are of use; the other end may send less.
        most: u64,
    },
    /// The beginning of a file, of which the bytes follow as data.
    Start {
        /// Its bytes in all.
        size: u64,
        /// The bytes that follow.
        follow: u64,
    },
    /// Asks for a directory to be made, for an item to be renamed, or for one of both to be undone; the answers are
    /// [`Self::Done`] or [`Self::Failed`].
    Change {
        /// What is changed.
        change: Change,
    },
    /// What was asked for is done.
    Done {
        /// What a [`Self::Change`] has changed, so that it can be undone; earlier versions do not tell it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        made: Option<ChangeMade>,
    },
    /// Asks the other end to send what this request names.
    Send {
        /// The request; its destination means nothing there.
        spec: Box<JobSpec>,
        /// By which name further connections join the job.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Asks the other end to take what follows, as this request says.
    Receive {
        /// The request; its sources are only names for people.
        spec: Box<JobSpec>,
        /// What the user said of the destination.
        place: Place,
        /// Whose sources they are, so that no other request continues with what arrived of them: the machine, the user
        /// and the directory that relative paths lead from.
        #[serde(default)]
        from: String,
        /// By which name further connections join the job.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
        /// The handle under which the job is recorded, by which [`Self::Undo`] names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handle: Option<String>,
    },
    /// Asks the other end to do a job with items of its own, and to tell its events.
    Work {
        /// The request.
        spec: Box<JobSpec>,
        /// As that of [`Self::Receive`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handle: Option<String>,
    },
    /// Asks the other end to undo a job of its own that this end had asked for, and to tell the events of the undo.
    Undo {
        /// The request; its sources mean nothing there.
        spec: Box<JobSpec>,
        /// The handle of the job.
        handle: String,
        /// Undo the undo of that job instead.
        redoes: bool,
    },
    /// The other end agrees, and begins.
    Begun,
    /// The other end refuses, and says why in a sentence.
    Refused {
        /// The reason, for people.
        text: String,
    },
    /// Items in the order of the walk; a directory comes before what is in it.
    Items {
        /// Counts these messages, from 0.
        batch: u64,
        /// The items.
        items: Vec<Item>,
        /// The names of owners that these items are the first to have; none from an end that sends numbers alone.
        #[serde(default, skip_serializing_if = "Owners::is_empty")]
        owners: Owners,
    },
    /// Answers [`Self::Items`]: which files of the batch are to be sent.
    Wanted {
        /// The number of the batch.
        batch: u64,
        /// The files, in the order of the batch.
        files: Vec<Wanted>,
    },
    /// Begins the data of a file.
    File {
        /// The number of its batch.
        batch: u64,
        /// Its position there.
        at: u32,
        /// Bytes before the data that follows; the other end has them.
        from: u64,
    },
    /// A hole in the file, in place of data.
    Hole {
        /// Its bytes.
        bytes: u64,
    },
    /// Ends the data of a file.
    FileEnd {
        /// The checksum of the whole file, in which holes are zeros (`crate::sum::SparseHasher`).
        hash: Checksum,
        /// Whether the file changed while it was read.
        changed: bool,
        /// Why it could not be read to its end.
        error: Option<OpError>,
    },
    /// A wanted file that cannot be sent.
    Unsent {
        /// The number of its batch.
        batch: u64,
        /// Its position there.
        at: u32,
        /// Its path, as the request spells it.
        path: WirePath,
        /// Why.
        error: OpError,
    },
    /// An item that cannot be sent.
    Failed {
        /// Its path, as the request spells it.
        path: WirePath,
        /// Why.
        error: OpError,
    },
    /// An item that is left out.
    Skipped {
        /// Its path, as the request spells it.
        path: WirePath,
        /// Why.
        reason: SkipReason,
    },
    /// A warning about a source.
    Warned {
        /// The warning.
        warning: Warning,
    },
    /// How much was found so far.
    Listed {
        /// All items.
        items: u64,
        /// Bytes of all files.
        bytes: u64,
        /// Whether no more will be found.
        complete: bool,
    },
    /// All was sent.
    End,
    /// No more will be sent, although not all was: the user cancelled the job.
    Cancelled,
    /// Of a move: items that have arrived, and get their names next.
    Staged {
        /// Their paths below the destination, as they were told.
        paths: Vec<WirePath>,
    },
    /// Of a move: items that have arrived and did not get their names; their sources stay.
    Unplaced {
        /// Their paths below the destination, as they were told.
        paths: Vec<WirePath>,
    },
    /// Of a move: all other items that have arrived have their names and are on the disk, so that their sources can go.
    Placed {
        /// A path from the directory of the destination to something that only this job has made there, for as long as it
        /// waits.
        sign: WirePath,
        /// The name of the only source there, if it got one of its own.
        name: Option<WirePath>,
        /// Whether something had one of the names before, which may have been the source itself.
        met: bool,
    },
    /// Of a move: the answer to [`Self::Placed`], after a [`Self::Failed`] for each source that is still there.
    Removed,
    /// The end that takes has no use for more.
    Stop,
    /// No user is left who could answer the questions of the other end's job.
    Unattended,
    /// What the job of the other end tells.
    Event {
        /// The event, with the number that the job has there.
        event: Box<Envelope>,
    },
    /// A command for the job of the other end.
    Command {
        /// The command.
        command: Box<Command>,
    },
}

impl Message {
    /// Asks for the undo of a job by its handle, or for the undo of that undo.
    pub fn undo(spec: &JobSpec, handle: &str, redoes: bool) -> Self {
        // Where its record is here says nothing there.
        let spec = JobSpec { sources: Vec::new(), ..spec.clone() };
        Self::Undo { spec: Box::new(spec), handle: handle.to_owned(), redoes }
    }
}

/// The most entries in one message.
pub const ENTRIES: usize = 256;

/// The most bytes of the beginning of a file that one end sends.
pub const LOOKED_AT: u64 = 4 << 20;

/// What is in a directory that a file manager shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name; not to be trusted.
    pub name: WirePath,
    /// What it is; a symlink is not followed.
    pub kind: FileKind,
    /// Its bytes.
    #[serde(default)]
    pub size: u64,
    /// Microseconds since the Unix epoch.
    #[serde(default)]
    pub mtime: i64,
    /// Its permission bits.
    #[serde(default)]
    pub mode: u32,
    /// The numbers of user and group there.
    #[serde(default)]
    pub owner: (u32, u32),
    /// How many names it has.
    #[serde(default)]
    pub links: u32,
    /// What a symlink leads to, as it is written there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<WirePath>,
    /// The type of what a symlink leads to in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads_to: Option<FileKind>,
}

/// A small change that a file manager asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Change {
    /// Make a directory, and those above it that are missing.
    MakeDirectory {
        /// The directory.
        path: WirePath,
    },
    /// Give an item another name in its directory; what has that name is never replaced.
    Rename {
        /// The item.
        path: WirePath,
        /// The new name.
        name: WirePath,
    },
    /// Undo a change, unless something else has changed since.
    Undo {
        /// The change, as that end has told it.
        made: ChangeMade,
    },
}

/// What a small change has changed, which only the end that made it undoes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChangeMade {
    /// Directories were made.
    Directories {
        /// Each of them and its inode, outer directories first.
        made: Vec<(WirePath, Identity)>,
    },
    /// An item was renamed.
    Renamed {
        /// Its path before.
        from: WirePath,
        /// Its path since.
        to: WirePath,
        /// Its inode.
        id: Identity,
    },
}

/// What the user said of the destination, which only its own machine can look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Place {
    /// It must be a directory: `--target-directory`, several sources, or a slash at its end.
    pub directory: bool,
    /// It is the new name itself: `--no-target-directory`.
    pub exact: bool,
}

/// One item of the source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Its path below the destination; not to be trusted.
    pub path: WirePath,
    /// The number of the source that it belongs to, from 0, where the sources are in several directories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<u32>,
    /// What it is.
    pub kind: FileKind,
    /// Its bytes.
    #[serde(default)]
    pub size: u64,
    /// Its permission bits.
    pub mode: u32,
    /// Seconds since the Unix epoch and nanoseconds.
    pub mtime: (i64, u32),
    /// The numbers of user and group.
    pub owner: (u32, u32),
    /// What a symlink leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<WirePath>,
    /// The item whose other name it is, if its data was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<WirePath>,
    /// Whether other names of it may follow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub several: bool,
    /// Major and minor number of a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<(u32, u32)>,
    /// Extended attributes, ACLs among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<Attribute>,
}

/// Names of users and groups, by which an end finds the numbers that they have there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Owners {
    /// Numbers of users, with their names.
    pub users: Vec<(u32, String)>,
    /// Numbers of groups, with their names.
    pub groups: Vec<(u32, String)>,
}

impl Owners {
    fn is_empty(&self) -> bool {
        self.users.is_empty() && self.groups.is_empty()
    }
}

/// An extended attribute; both parts may be any bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attribute {
    /// Its name, with the namespace.
    pub name: WirePath,
    /// Its value; any bytes, as a path is.
    pub value: WirePath,
}

/// A file that the end that takes wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    /// Its position in the batch.
    pub at: u32,
    /// The bytes that are there already, with their checksum as in [`Message::FileEnd`]; sent again if the file does
    /// not begin with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub there: Option<(u64, Checksum)>,
}

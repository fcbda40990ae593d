//! Describes what failed: the action, the path, the errno and a code to branch on.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use fcp_sys::Errno;
use serde::{Deserialize, Serialize};

use crate::contract::path::{DisplayName, WirePath};

/// Names the step that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Action {
    /// Read the metadata of a source.
    Stat,
    /// Read the metadata of a destination.
    StatDestination,
    /// Open a source file.
    Open,
    /// Open a source directory.
    OpenDir,
    /// Read the names in a directory.
    ListDir,
    /// Read file data.
    Read,
    /// Write file data, or extend a file.
    Write,
    /// Close a file that was written to, at which some filesystems report what did not arrive.
    Close,
    /// Share extents with the source.
    Clone,
    /// Take a snapshot of a subvolume.
    Snapshot,
    /// Create a regular file.
    CreateFile,
    /// Create a directory.
    CreateDir,
    /// Create a symbolic link.
    CreateSymlink,
    /// Create a hard link.
    CreateHardLink,
    /// Create a FIFO.
    CreateFifo,
    /// Create a socket or device node.
    CreateSpecial,
    /// Read a symbolic link.
    ReadLink,
    /// Set permission bits or an ACL.
    SetMode,
    /// Set user and group.
    SetOwner,
    /// Set access and modification time.
    SetTimes,
    /// Set an extended attribute.
    SetXattr,
    /// Give a finished file its final name.
    Publish,
    /// Rename an existing destination out of the way.
    Backup,
    /// Keep a file in the trash that is replaced.
    Keep,
    /// Remove a file or an empty directory.
    Remove,
    /// Rename a source to its destination.
    Move,
    /// Let source and destination change places.
    Exchange,
    /// Move to the trash.
    Trash,
    /// Move out of the trash.
    Restore,
    /// Take back what a job did.
    Undo,
    /// Record what a job did, or read such a record.
    Record,
    /// Store how far a job is.
    Journal,
    /// Flush to stable storage.
    Sync,
    /// Compare a copy with its source.
    Verify,
    /// Let a file share the storage of another one.
    Dedupe,
    /// Unpack an archive, or an entry of it.
    Unpack,
    /// Make an archive, or add an item to it.
    Pack,
    /// Send to another machine.
    Send,
    /// Receive from another machine.
    Receive,
    /// Enter or prepare the target directory of the whole job.
    Target,
    /// Copy, where no narrower step applies (for example a refused operand).
    Copy,
    /// Delete, where no narrower step applies (for example a refused operand).
    Delete,
    /// Start the threads of a job; the path is that of its first operand.
    Start,
}

/// Classifies a failure; a variant exists only where a consumer branches on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Code {
    /// The path does not exist.
    NotFound,
    /// The user may not do this.
    PermissionDenied,
    /// The destination exists and the policy is to fail.
    Exists,
    /// The device, quota or inode table is full.
    NoSpace,
    /// The filesystem is read-only.
    ReadOnly,
    /// A name is too long for the filesystem.
    NameTooLong,
    /// Source and destination are the same file.
    SameFile,
    /// A directory would be copied into itself.
    IntoItself,
    /// A directory was named but the job is not recursive.
    OmittedDirectory,
    /// A non-directory would replace a directory.
    OverDirectory,
    /// A directory would replace a non-directory.
    OverNonDirectory,
    /// The destination was created by this very job from another source.
    JustCreated,
    /// The target of the job is not a directory.
    NotADirectory,
    /// The destination operand is a symlink that leads nowhere.
    DanglingSymlink,
    /// The backup would be the source itself.
    BackupIsSource,
    /// The source changed while it was read.
    SourceChanged,
    /// Reading the source ended before its size, which has not changed.
    EndsEarly,
    /// The copy differs from its source.
    Mismatch,
    /// The requested mover is not possible here.
    Unsupported,
    /// A directory leads back into itself through a symlink.
    Loop,
    /// A directory is not empty.
    NotEmpty,
    /// The root directory is not deleted.
    Root,
    /// The working directory and those above it are not deleted.
    WorkingDirectory,
    /// The operand ends in `.` or `..`, which are not deleted.
    DotDirectory,
    /// It is mounted, or a subvolume, and mounts are not deleted.
    MountPoint,
    /// It is on another filesystem, and the move must not copy.
    CrossDevice,
    /// It is not on the device that it was on when the job was added.
    OtherDevice,
    /// It changed after the job that the user wants to undo.
    ChangedSince,
    /// There is nothing that it could be a copy of any more, so that it may be all there is.
    OriginalGone,
    /// It has not the content of what it was copied from: one of the two was edited.
    OriginalDiffers,
    /// What it was copied from cannot be read, so that it may be all there is.
    OriginalUnreadable,
    /// A move has brought it from or to another machine, and it may be all there is.
    MovedBetween,
    /// It was moved to the trash, and is neither there nor where it was.
    NotInTrash,
    /// The job replaced or deleted what was there, and did not keep it.
    Replaced,
    /// The user has no home directory, in which the trash is.
    NoHome,
    /// The request of the job is damaged, or a newer version wrote it.
    Unreadable,
    /// Reading or writing the device failed.
    Io,
    /// A source or destination of a mirror lies in another one, or is the same.
    Overlap,
    /// It is not an archive of a known format.
    NotAnArchive,
    /// The archive, or the entry, is damaged or cut off.
    Damaged,
    /// It is encrypted.
    Encrypted,
    /// The name of an entry would lead out of the folder, or through a link of the archive.
    UnsafeName,
    /// The archive becomes larger than the job allows.
    TooLarge,
    /// The ending of its name is not that of an archive that can be made.
    UnknownEnding,
    /// Its name is not UTF-8, which zip cannot hold.
    NotUtf8,
    /// The filesystem takes no such name; others do.
    InvalidName,
    /// The filesystem keeps nothing of the kind; the job goes on without, and tells so once.
    NotKept,
    /// The connection with the other machine ended before all was there.
    Disconnected,
    /// The connection ended when the other machine had begun to change what is there, and the job is not continued: a
    /// deletion would also take what has had a name since, and a copy may be whole already.
    Interrupted,
    /// Another process copies the same from another machine to the same place.
    UnderWay,
    /// An undo or redo of the same job was interrupted, and another one has to finish it first.
    Unfinished,
    /// The other machine cannot be reached without a question that a user would have to answer.
    Unreachable,
    /// There is no fcp on the other machine, or one that this one does not understand.
    NoFcp,
    /// The other machine refused what was asked of it.
    Refused,
    /// It is on another machine, and this can be done on one machine only.
    Elsewhere,
    /// The job that it was to follow did not complete.
    EarlierFailed,
    /// A mistake in the request itself.
    Usage,
    /// A fault of the program; please report it.
    Internal,
    /// Anything else; the errno says more.
    Other,
}

/// Tells what failed, on which path, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OpError {
    /// The step that failed.
    pub action: Action,
    /// The class of the failure.
    pub code: Code,
    /// The path the step worked on: the destination for creating steps, else the source.
    pub path: WirePath,
    /// The other path where two matter: the source of a copy, the target of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<WirePath>,
    /// The type of the filesystem, where that is why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filesystem: Option<String>,
    /// The kernel's error number, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errno: Option<i32>,
    /// What another program said of it, for people: `ssh`, say, or fcp on another machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl OpError {
    /// Describes a failed system call.
    pub fn new(action: Action, path: impl Into<PathBuf>, errno: Errno) -> Self {
        Self {
            action,
            code: Code::from_errno(errno),
            path: WirePath(path.into()),
            other: None,
            filesystem: None,
            errno: Some(errno.raw_os_error()),
            said: None,
        }
    }

    /// Describes what the standard library reports.
    pub fn of_io(action: Action, path: impl Into<PathBuf>, error: &io::Error) -> Self {
        Self::new(action, path, error.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error))
    }

    /// Describes a refusal that no system call reported.
    pub fn refused(action: Action, code: Code, path: impl Into<PathBuf>) -> Self {
        let path = WirePath(path.into());
        Self { action, code, path, other: None, filesystem: None, errno: None, said: None }
    }

    /// Adds the second path.
    #[must_use]
    pub fn with(mut self, other: impl Into<PathBuf>) -> Self {
        self.other = Some(WirePath(other.into()));
        self
    }

    /// Says of a move out of the trash where the item would go, and not where it lies: under a name that is perhaps not its
    /// own.
    #[must_use]
    pub(crate) fn of_restore(self) -> Self {
        match (self.action, self.other) {
            (Action::Move, Some(path)) => {
                Self { action: Action::Restore, path, other: None, ..self }
            }
            (_, other) => Self { other, ..self },
        }
    }

    /// Adds the type of the filesystem that cannot do it.
    #[must_use]
    pub fn on(mut self, filesystem: Option<String>) -> Self {
        self.filesystem = filesystem;
        self
    }

    /// Adds what another program said of it; nothing, if that is blank.
    #[must_use]
    pub fn saying(mut self, said: &str) -> Self {
        let said = said.trim();
        self.said = (!said.is_empty()).then(|| said.to_owned());
        self
    }

    /// Gives what another program said of it, safe to show.
    pub fn shown_said(&self) -> Option<String> {
        self.said.as_ref().map(|said| DisplayName::new(said).to_string())
    }

    /// Tells whether a copy was found not to be what its source is: it differs, or is not there.
    pub fn is_mismatch(&self) -> bool {
        self.code == Code::Mismatch
            || (self.action == Action::Verify && self.code == Code::NotFound)
    }

    /// Gives the system's words for the errno, or the code's own.
    pub fn reason(&self) -> String {
        if (self.action, self.code) == (Action::Keep, Code::CrossDevice) {
            return "its volume has no trash".to_owned();
        }
        if let (Action::Trash | Action::Keep, Code::NotADirectory) = (self.action, self.code) {
            return "the trash of its volume is not a folder".to_owned();
        }
        if (self.action, self.code) == (Action::Dedupe, Code::Unsupported) {
            return match &self.filesystem {
                Some(name) => format!("{name} cannot share storage between files"),
                None => "its filesystem cannot share storage between these files".to_owned(),
            };
        }
        if self.action == Action::Snapshot {
            match self.code {
                Code::Usage => {
                    return "the job filters, checks or changes what it copies".to_owned();
                }
                Code::CrossDevice => return "the copy goes to another filesystem".to_owned(),
                Code::MountPoint => return "something is mounted in it".to_owned(),
                _ => {}
            }
        }
        if self.code == Code::NotKept {
            let name = self.filesystem.as_deref().unwrap_or("its filesystem");
            return format!("{name} cannot store them (reported once)");
        }
        if self.code == Code::Unsupported
            && let Some(name) = &self.filesystem
        {
            return format!("{name} cannot store it");
        }
        if self.code == Code::InvalidName {
            let name = self.filesystem.as_deref().unwrap_or("its filesystem");
            return format!("{name} does not allow this name");
        }
        let words = match self.errno {
            // std appends " (os error N)"; people do not need it twice.
            Some(raw) => {
                let text = io::Error::from_raw_os_error(raw).to_string();
                match text.rfind(" (os error") {
                    Some(cut) => text[..cut].to_owned(),
                    None => text,
                }
            }
            None => self.code.words().to_owned(),
        };
        match self.shown_said() {
            Some(said) => format!("{words} ({said})"),
            None => words,
        }
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |path: &Path| format!("'{}'", DisplayName::new(path));
        if self.action == Action::Start {
            // No file is the reason.
            return write!(f, "cannot start threads: {}", self.reason());
        }
        write!(f, "cannot {}", self.action.on(&shown(&self.path.0)))?;
        match (&self.other, self.action) {
            (Some(other), Action::CreateHardLink | Action::Copy | Action::Move) => {
                write!(f, " to {}", shown(&other.0))?;
            }
            (Some(other), Action::Exchange) => write!(f, " and {}", shown(&other.0))?,
            _ => {}
        }
        write!(f, ": {}", self.reason())?;
        match self.action {
            Action::Keep => write!(f, "; replace it for good, or skip it"),
            _ => Ok(()),
        }
    }
}

mod action;
mod code;
#[cfg(test)]
mod tests;

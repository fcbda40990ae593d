//! Names steps as the verbs of sentences.

use super::Action;

impl Action {
    /// Gives the step as the verb of a sentence: "cannot read 'x'".
    pub fn verb(self) -> &'static str {
        match self {
            Self::Stat | Self::StatDestination => "stat",
            Self::Open | Self::OpenDir => "open",
            Self::ListDir => "list",
            Self::Read => "read",
            Self::Write => "write",
            Self::Close => "close",
            Self::Clone => "clone to",
            Self::Snapshot => "take a snapshot of",
            Self::CreateFile => "create file",
            Self::CreateDir => "create directory",
            Self::CreateSymlink => "create symlink",
            Self::CreateHardLink => "create hard link",
            Self::CreateFifo => "create FIFO",
            Self::CreateSpecial => "create special file",
            Self::ReadLink => "read symlink",
            Self::SetMode => "set permissions of",
            Self::SetOwner => "set owner of",
            Self::SetTimes => "set times of",
            Self::SetXattr => "set extended attributes of",
            Self::Publish => "name",
            Self::Backup => "back up",
            Self::Keep => "replace",
            Self::Remove => "remove",
            Self::Sync => "flush",
            Self::Verify => "verify",
            Self::Dedupe => "share the storage of",
            Self::Unpack => "extract",
            Self::Pack => "pack",
            Self::Send => "send",
            Self::Receive => "receive",
            Self::Target => "copy into",
            Self::Copy => "copy",
            Self::Move => "move",
            Self::Exchange => "exchange",
            Self::Trash => "trash",
            Self::Restore => "restore",
            Self::Undo => "undo",
            Self::Record => "write the undo record in",
            Self::Journal => "store progress in",
            Self::Delete => "delete",
            Self::Start => "start threads for",
        }
    }

    /// Gives the step on a path, to follow "cannot": "read 'x'".
    pub(crate) fn on(self, path: &str) -> String {
        match self {
            Self::Publish => format!("give {path} its final name"),
            Self::Keep => format!("move the replaced {path} to the trash"),
            Self::Trash => format!("move {path} to the trash"),
            other => format!("{} {path}", other.verb()),
        }
    }
}

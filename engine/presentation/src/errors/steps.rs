//! Tells which step failed.

use fcp_engine::error::{Action, OpError};

use super::shown;
use crate::tr;

/// Tells which step failed on which path.
pub(super) fn step(error: &OpError) -> String {
    let path = shown(&error.path.0);
    let other = error.other.as_ref().map(|other| shown(&other.0));
    match (error.action, other) {
        (Action::CreateHardLink, Some(other)) => {
            tr!("error-create-hard-link-to", path = path, other = other)
        }
        (Action::Copy, Some(other)) => tr!("error-copy-to", path = path, other = other),
        (Action::Move, Some(other)) => tr!("error-move-to", path = path, other = other),
        (Action::Exchange, Some(other)) => tr!("error-exchange-and", path = path, other = other),
        (action, _) => on_path(action, path),
    }
}

/// Tells which step failed on a path alone.
fn on_path(action: Action, path: String) -> String {
    match action {
        Action::Stat | Action::StatDestination => tr!("error-stat", path = path),
        Action::Open | Action::OpenDir => tr!("error-open", path = path),
        Action::ListDir => tr!("error-list-dir", path = path),
        Action::Read => tr!("error-read", path = path),
        Action::Write => tr!("error-write", path = path),
        Action::Close => tr!("error-close", path = path),
        Action::Clone => tr!("error-clone", path = path),
        Action::CreateFile => tr!("error-create-file", path = path),
        Action::CreateDir => tr!("error-create-dir", path = path),
        Action::CreateSymlink => tr!("error-create-symlink", path = path),
        Action::CreateHardLink => tr!("error-create-hard-link", path = path),
        Action::CreateFifo => tr!("error-create-fifo", path = path),
        Action::CreateSpecial => tr!("error-create-special", path = path),
        Action::ReadLink => tr!("error-read-link", path = path),
        Action::SetMode => tr!("error-set-mode", path = path),
        Action::SetOwner => tr!("error-set-owner", path = path),
        Action::SetTimes => tr!("error-set-times", path = path),
        Action::SetXattr => tr!("error-set-xattr", path = path),
        Action::Publish => tr!("error-publish", path = path),
        Action::Backup => tr!("error-backup", path = path),
        Action::Keep => tr!("error-keep", path = path),
        Action::Remove => tr!("error-remove", path = path),
        Action::Move => tr!("error-move", path = path),
        Action::Exchange => tr!("error-exchange", path = path),
        Action::Trash => tr!("error-trash", path = path),
        Action::Restore => tr!("error-restore", path = path),
        Action::Undo => tr!("error-undo", path = path),
        Action::Record => tr!("error-record", path = path),
        Action::Journal => tr!("error-journal", path = path),
        Action::Sync => tr!("error-sync", path = path),
        Action::Verify => tr!("error-verify", path = path),
        Action::Dedupe => tr!("error-dedupe", path = path),
        Action::Unpack => tr!("error-unpack", path = path),
        Action::Pack => tr!("error-pack", path = path),
        Action::Send => tr!("error-send", path = path),
        Action::Receive => tr!("error-receive", path = path),
        Action::Target => tr!("error-target", path = path),
        Action::Copy => tr!("error-copy", path = path),
        Action::Delete => tr!("error-delete", path = path),
        Action::Snapshot => tr!("error-snapshot", path = path),
        Action::Start => tr!("error-start").to_owned(),
    }
}

/// Gives the message of a step that is shown beside its path.
pub(super) fn beside(action: Action) -> &'static str {
    match action {
        Action::Stat | Action::StatDestination => "cannot-stat",
        Action::Open | Action::OpenDir => "cannot-open",
        Action::ListDir => "cannot-list-dir",
        Action::Read => "cannot-read",
        Action::Write => "cannot-write",
        Action::Close => "cannot-close",
        Action::Clone => "cannot-clone",
        Action::CreateFile => "cannot-create-file",
        Action::CreateDir => "cannot-create-dir",
        Action::CreateSymlink => "cannot-create-symlink",
        Action::CreateHardLink => "cannot-create-hard-link",
        Action::CreateFifo => "cannot-create-fifo",
        Action::CreateSpecial => "cannot-create-special",
        Action::ReadLink => "cannot-read-link",
        Action::SetMode => "cannot-set-mode",
        Action::SetOwner => "cannot-set-owner",
        Action::SetTimes => "cannot-set-times",
        Action::SetXattr => "cannot-set-xattr",
        Action::Publish => "cannot-publish",
        Action::Backup => "cannot-backup",
        Action::Keep => "cannot-keep",
        Action::Remove => "cannot-remove",
        Action::Move => "cannot-move",
        Action::Exchange => "cannot-exchange",
        Action::Trash => "cannot-trash",
        Action::Restore => "cannot-restore",
        Action::Undo => "cannot-undo",
        Action::Record => "cannot-record",
        Action::Journal => "cannot-journal",
        Action::Sync => "cannot-sync",
        Action::Verify => "cannot-verify",
        Action::Dedupe => "cannot-dedupe",
        Action::Unpack => "cannot-unpack",
        Action::Pack => "cannot-pack",
        Action::Send => "cannot-send",
        Action::Receive => "cannot-receive",
        Action::Target => "cannot-target",
        Action::Copy => "cannot-copy",
        Action::Delete => "cannot-delete",
        Action::Snapshot => "cannot-snapshot",
        Action::Start => "cannot-start",
    }
}

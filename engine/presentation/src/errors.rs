//! Tells failures in the language of the user.
//!
//! [`OpError`] writes itself in English, as the commands do; here the same sentence is made of messages, and is
//! the same byte by byte in English.

use std::io;

use fcp_browse::TextError;
use fcp_browse::edit::Problem;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::parts::PlanError;
use fcp_engine::path::DisplayName;
use nix::errno::Errno;

use crate::language::{Language, named, plain};
use crate::tr;

mod queue;
mod steps;

pub use queue::{of_control, of_queue};
use steps::{beside, step};

/// Tells what failed, on which path, and why.
pub fn told(error: &OpError) -> String {
    let what = step(error);
    let told = tr!("error-of-step", what = what, reason = reason(error));
    match error.action {
        Action::Keep => tr!("error-keep-hint", error = told),
        _ => told,
    }
}

/// Tells which step failed and why, without the path, which stands beside it.
pub fn cannot(error: &OpError) -> String {
    tr!("error-of-step", what = plain(beside(error.action)), reason = inside(&reason(error)))
}

/// Tells which step failed, without the path, which stands beside it.
pub fn cannot_step(error: &OpError) -> &'static str {
    plain(beside(error.action))
}

/// Tells why a step failed, in the words of the system where it gives a number.
pub fn reason(error: &OpError) -> String {
    let filesystem = || match &error.filesystem {
        Some(name) => name.clone(),
        None => tr!("reason-its-filesystem").to_owned(),
    };
    match (error.action, error.code) {
        (Action::Keep, Code::CrossDevice) => tr!("reason-volume-without-trash").to_owned(),
        (Action::Trash | Action::Keep, Code::NotADirectory) => {
            tr!("reason-trash-is-no-folder").to_owned()
        }
        (Action::Dedupe, Code::Unsupported) => match &error.filesystem {
            Some(name) => tr!("reason-filesystem-shares-nothing", filesystem = name.as_str()),
            None => tr!("reason-shares-nothing").to_owned(),
        },
        (Action::Snapshot, Code::Usage) => tr!("reason-snapshot-changes").to_owned(),
        (Action::Snapshot, Code::CrossDevice) => tr!("reason-snapshot-elsewhere").to_owned(),
        (Action::Snapshot, Code::MountPoint) => tr!("reason-snapshot-mounted").to_owned(),
        (_, Code::NotKept) => tr!("reason-filesystem-keeps-none", filesystem = filesystem()),
        (_, Code::Unsupported) if error.filesystem.is_some() => {
            tr!("reason-filesystem-keeps-no-such", filesystem = filesystem())
        }
        (_, Code::InvalidName) => {
            tr!("reason-filesystem-takes-no-name", filesystem = filesystem())
        }
        (_, code) => {
            let reason = match error.errno {
                Some(number) => of_errno(number).map_or_else(|| error.reason(), str::to_owned),
                None => of_code(code).to_owned(),
            };
            match error.shown_said() {
                Some(said) => tr!("reason-said", reason = reason, said = said),
                None => reason,
            }
        }
    }
}

/// Tells why a step failed, to stand in a sentence.
pub fn why(error: &OpError) -> String {
    inside(&reason(error))
}

/// Tells why a plan of parts cannot be watched.
pub fn of_plan(error: &PlanError) -> String {
    match error {
        PlanError::File(error) => told(error),
        PlanError::NotAPlan(path) => tr!("plan-is-none", path = shown(path)),
        PlanError::Newer { path, .. } => tr!("plan-is-newer", path = shown(path)),
        PlanError::Damaged { path, .. } => tr!("plan-is-damaged", path = shown(path)),
        // These keep a plan from being made or run, and nothing here does that.
        PlanError::Elsewhere(_)
        | PlanError::NotEmpty(_)
        | PlanError::Nothing
        | PlanError::Unfit(_)
        | PlanError::NoPart { .. }
        | PlanError::Open(_)
        | PlanError::Missing(_)
        | PlanError::Silent { .. }
        | PlanError::Lost(_) => error.to_string(),
    }
}

/// Tells what the standard library reports.
pub fn of_io(error: &io::Error) -> String {
    let known = error.raw_os_error().and_then(|number| Some((number, of_errno(number)?)));
    match known {
        Some((number, reason)) => {
            tr!("error-with-number", reason = reason, number = number.to_string())
        }
        None => error.to_string(),
    }
}

/// Tells what is wrong with a new name.
pub fn of_name(problem: Problem) -> &'static str {
    match problem {
        Problem::Empty => tr!("name-empty"),
        Problem::Dots => tr!("name-dots"),
        Problem::Slash => tr!("name-slash"),
        Problem::TooLong => tr!("name-too-long"),
        Problem::Twice => tr!("name-twice"),
        Problem::Taken => tr!("name-taken"),
    }
}

/// Tells why files cannot be searched for a text.
pub fn of_text(error: &TextError) -> String {
    match error {
        TextError::Empty => tr!("find-text-empty").to_owned(),
        TextError::Lines => tr!("find-text-lines").to_owned(),
        TextError::NoExpression { text, why } => {
            tr!("find-text-no-expression", text = text.as_str(), why = why.as_str())
        }
    }
}

fn shown(path: &std::path::Path) -> String {
    DisplayName::new(path).to_string()
}

/// Begins the second half of a sentence: `Permission denied` becomes `permission denied`.
///
/// German nouns begin with a capital letter wherever they stand, so its reasons are written as they are shown.
fn inside(text: &str) -> String {
    match Language::current() {
        Language::English => {
            let mut letters = text.chars();
            let first = letters.next().into_iter().flat_map(char::to_lowercase);
            first.chain(letters).collect()
        }
        Language::German => text.to_owned(),
    }
}

/// Gives the words for a number of the kernel, where a catalogue has them.
fn of_errno(number: i32) -> Option<&'static str> {
    match Errno::from_raw(number) {
        Errno::UnknownErrno => None,
        name => named(&format!("errno-{name:?}").to_lowercase()),
    }
}

/// Gives the words of a reason that has no number.
pub fn of_code(code: Code) -> &'static str {
    match code {
        Code::NotFound => tr!("reason-not-found"),
        Code::PermissionDenied => tr!("reason-permission-denied"),
        Code::Exists => tr!("reason-exists"),
        Code::NoSpace => tr!("reason-no-space"),
        Code::ReadOnly => tr!("reason-read-only"),
        Code::NameTooLong => tr!("reason-name-too-long"),
        Code::SameFile => tr!("reason-same-file"),
        Code::IntoItself => tr!("reason-into-itself"),
        Code::OmittedDirectory => tr!("reason-omitted-directory"),
        Code::OverDirectory => tr!("reason-over-directory"),
        Code::OverNonDirectory => tr!("reason-over-non-directory"),
        Code::JustCreated => tr!("reason-just-created"),
        Code::NotADirectory => tr!("reason-not-a-directory"),
        Code::DanglingSymlink => tr!("reason-dangling-symlink"),
        Code::BackupIsSource => tr!("reason-backup-is-source"),
        Code::SourceChanged => tr!("reason-source-changed"),
        Code::EndsEarly => tr!("reason-ends-early"),
        Code::Mismatch => tr!("reason-mismatch"),
        Code::Unsupported => tr!("reason-unsupported"),
        Code::Loop => tr!("reason-loop"),
        Code::NotEmpty => tr!("reason-not-empty"),
        Code::Root => tr!("reason-root"),
        Code::WorkingDirectory => tr!("reason-working-directory"),
        Code::DotDirectory => tr!("reason-dot-directory"),
        Code::MountPoint => tr!("reason-mount-point"),
        Code::CrossDevice => tr!("reason-cross-device"),
        Code::OtherDevice => tr!("reason-other-device"),
        Code::EarlierFailed => tr!("reason-earlier-failed"),
        Code::ChangedSince => tr!("reason-changed-since"),
        Code::OriginalGone => tr!("reason-original-gone"),
        Code::OriginalDiffers => tr!("reason-original-differs"),
        Code::OriginalUnreadable => tr!("reason-original-unreadable"),
        Code::MovedBetween => tr!("reason-moved-between"),
        Code::NotInTrash => tr!("reason-not-in-trash"),
        Code::Replaced => tr!("reason-replaced"),
        Code::NoHome => tr!("reason-no-home"),
        Code::Unreadable => tr!("reason-unreadable"),
        Code::Io => tr!("reason-io"),
        Code::Overlap => tr!("reason-overlap"),
        Code::NotAnArchive => tr!("reason-not-an-archive"),
        Code::Damaged => tr!("reason-damaged"),
        Code::Encrypted => tr!("reason-encrypted"),
        Code::UnsafeName => tr!("reason-unsafe-name"),
        Code::TooLarge => tr!("reason-too-large"),
        Code::UnknownEnding => tr!("reason-unknown-ending"),
        Code::NotUtf8 => tr!("reason-not-utf8"),
        Code::InvalidName => tr!("reason-invalid-name"),
        Code::NotKept => tr!("reason-not-kept"),
        Code::Disconnected => tr!("reason-disconnected"),
        Code::Interrupted => tr!("reason-interrupted"),
        Code::UnderWay => tr!("reason-under-way"),
        Code::Unfinished => tr!("reason-unfinished"),
        Code::Unreachable => tr!("reason-unreachable"),
        Code::NoFcp => tr!("reason-no-fcp"),
        Code::Refused => tr!("reason-refused"),
        Code::Elsewhere => tr!("reason-elsewhere"),
        Code::Usage => tr!("reason-usage"),
        Code::Internal => tr!("reason-internal"),
        Code::Other => tr!("reason-other"),
    }
}

#[cfg(test)]
mod tests;

//! Tells failures in the language of the user.
//!
//! [`OpError`] writes itself in English, as the commands do; here the same sentence is made of messages, and is
//! the same byte by byte in English.

use std::io;

use fcp_browse::TextError;
use fcp_browse::edit::Problem;
use fcp_engine::engine::ControlError;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::path::DisplayName;
use fcp_engine::queue::QueueError;
use fcp_engine::queue::error::{Fault, Why};
use nix::errno::Errno;

use crate::language::{Language, named, plain};
use crate::tr;

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
        (Action::Dedupe, Code::Unsupported) => match &error.filesystem {
            Some(name) => tr!("reason-filesystem-shares-nothing", filesystem = name.as_str()),
            None => tr!("reason-shares-nothing").to_owned(),
        },
        (Action::Snapshot, Code::Usage) => tr!("reason-snapshot-changes").to_owned(),
        (Action::Snapshot, Code::CrossDevice) => tr!("reason-snapshot-elsewhere").to_owned(),
        (Action::Snapshot, Code::MountPoint) => tr!("reason-snapshot-mounted").to_owned(),
        (_, Code::NotKept) => tr!("reason-filesystem-keeps-none", filesystem = filesystem()),
        (_, Code::InvalidName) => {
            tr!("reason-filesystem-takes-no-name", filesystem = filesystem())
        }
        (_, code) => match error.errno {
            Some(number) => of_errno(number).map_or_else(|| error.reason(), str::to_owned),
            None => of_code(code).to_owned(),
        },
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

/// Tells why a job could not be accepted or changed.
pub fn of_control(error: &ControlError) -> String {
    match error {
        ControlError::NoJob(job) => tr!("refused-no-job", job = job.to_string()),
        ControlError::NoQuestion(question) => {
            tr!("refused-no-question", question = question.to_string())
        }
        ControlError::Misfit(question) => tr!("refused-misfit", question = question.to_string()),
        ControlError::NoQueue => tr!("refused-no-queue").to_owned(),
        ControlError::Queue(error) => of_queue(error),
        ControlError::Refused(error) => told(error),
    }
}

/// Tells why the queue refused a request.
pub fn of_queue(error: &QueueError) -> String {
    match error {
        QueueError::NoJob(job) => tr!("refused-no-job", job = job.to_string()),
        QueueError::NoQuestion(question) => {
            tr!("refused-no-question", question = question.to_string())
        }
        QueueError::Misfit(question) => tr!("refused-misfit", question = question.to_string()),
        QueueError::NotOver(job) => tr!("refused-not-over", job = job.to_string()),
        QueueError::Over(job) => tr!("refused-over", job = job.to_string()),
        QueueError::NothingFailed(job) => tr!("refused-nothing-failed", job = job.to_string()),
        QueueError::NotRecorded(job) => tr!("refused-not-recorded", job = job.to_string()),
        QueueError::NothingToUndo(job) => tr!("refused-nothing-to-undo", job = job.to_string()),
        QueueError::NoCopy(job) => tr!("refused-no-copy", job = job.to_string()),
        QueueError::Circle(job) => tr!("refused-circle", job = job.to_string()),
        QueueError::Unreadable(job) => tr!("refused-unreadable", job = job.to_string()),
        QueueError::Refused(error) => told(error),
        QueueError::Unsafe(path) => tr!("refused-unsafe", path = shown(path)),
        QueueError::Foreign(path) => tr!("refused-foreign", path = shown(path)),
        QueueError::InUse { path, why: Why::Corrupt } => {
            tr!("refused-queue-damaged", path = shown(path))
        }
        QueueError::InUse { path, why: Why::Emptied } => {
            tr!("refused-queue-emptied", path = shown(path))
        }
        QueueError::InUse { path, why: Why::Newer } => {
            tr!("refused-queue-newer", path = shown(path))
        }
        // A reason that this crate does not know.
        QueueError::InUse { .. } => error.to_string(),
        QueueError::Fault { path, fault } => {
            tr!("refused-queue-fault", path = shown(path), reason = of_fault(*fault))
        }
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

fn of_fault(fault: Fault) -> String {
    let text = match fault {
        Fault::Busy => tr!("fault-busy"),
        Fault::Full => tr!("fault-full"),
        Fault::ReadOnly => tr!("fault-read-only"),
        Fault::Denied => tr!("reason-permission-denied"),
        Fault::Io => tr!("reason-io"),
        Fault::Corrupt => tr!("fault-damaged"),
        Fault::Unsupported => tr!("fault-unsupported"),
        Fault::System(number) => match of_errno(number) {
            Some(text) => text,
            None => return fault.to_string(),
        },
        Fault::Other(_) => return fault.to_string(),
    };
    text.to_owned()
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

/// Tells which step failed on which path.
fn step(error: &OpError) -> String {
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
fn beside(action: Action) -> &'static str {
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
        Code::ChangedSince => tr!("reason-changed-since"),
        Code::OriginalGone => tr!("reason-original-gone"),
        Code::OriginalDiffers => tr!("reason-original-differs"),
        Code::OriginalUnreadable => tr!("reason-original-unreadable"),
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
        Code::UnderWay => tr!("reason-under-way"),
        Code::Usage => tr!("reason-usage"),
        Code::Internal => tr!("reason-internal"),
        Code::Other => tr!("reason-other"),
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::path::WirePath;
    use serde::de::DeserializeOwned;
    use serde_json::Value;

    use super::*;

    /// Gives all values of a type of the wire contract, as its schema lists them.
    fn all<T: DeserializeOwned>(name: &str) -> Vec<T> {
        let schema: Value =
            serde_json::from_str(include_str!("../../../assets/events.schema.json")).unwrap();
        let listed = schema["$defs"][name]["oneOf"].as_array().unwrap();
        listed.iter().map(|value| serde_json::from_value(value["const"].clone()).unwrap()).collect()
    }

    /// Gives failures of each step for each reason, with and without what else may be known.
    fn failures() -> Vec<OpError> {
        let mut found = Vec::new();
        let errnos = [None, Some(Errno::EACCES as i32), Some(Errno::ENOTNAM as i32), Some(99_999)];
        for action in all::<Action>("Action") {
            for code in all::<Code>("Code") {
                for other in [None, Some(WirePath("/to/it's\n".into()))] {
                    for filesystem in [None, Some("vfat".to_owned())] {
                        for errno in errnos {
                            let (other, filesystem) = (other.clone(), filesystem.clone());
                            let path = WirePath("/a b".into());
                            found.push(OpError { action, code, path, other, filesystem, errno });
                        }
                    }
                }
            }
        }
        found
    }

    #[test]
    fn failures_are_told_in_english_as_they_write_themselves() {
        for error in failures() {
            assert_eq!(told(&error), error.to_string(), "{error:?}");
            assert_eq!(reason(&error), error.reason(), "{error:?}");
        }
    }

    #[test]
    fn no_failure_is_told_in_english_to_a_german_user() {
        Language::German.speaking(|| {
            for error in failures().iter().filter(|error| error.errno.is_none()) {
                let (told, beside) = (told(error), cannot(error));
                assert!(told.contains("/a b") || error.action == Action::Start, "{told}");
                for text in [told, beside] {
                    let words =
                        [" is ", " it ", "cannot", "annot ", " the ", " not ", "{", "error-"];
                    assert!(!words.iter().any(|word| text.contains(word)), "{text}");
                }
            }
            let denied = |action| OpError::new(action, "/x", rustix::io::Errno::ACCESS);
            assert_eq!(
                told(&denied(Action::Read)),
                "„/x“ kann nicht gelesen werden: keine Berechtigung"
            );
            assert_eq!(
                cannot(&denied(Action::ListDir)),
                "Auflisten nicht möglich: keine Berechtigung"
            );
        });
    }

    #[test]
    fn numbers_of_the_kernel_have_the_words_of_the_system_in_english() {
        let known = (1..200).filter_map(|number| Some((number, of_errno(number)?)));
        let known: Vec<(i32, &str)> = known.collect();
        assert!(known.len() > 50, "{known:?}");
        for (number, text) in known {
            let system = io::Error::from_raw_os_error(number);
            assert_eq!(of_io(&system), system.to_string());
            assert!(system.to_string().starts_with(text));
            let german = Language::German.speaking(|| of_errno(number));
            assert!(german.is_some_and(|german| german != text), "{text}");
        }
        let own = io::Error::other("no number");
        assert_eq!(of_io(&own), "no number");
    }

    #[test]
    fn refusals_are_told_in_english_as_they_write_themselves() {
        let path = || "/queue's".into();
        let refused = OpError::refused(Action::Copy, Code::SameFile, "a").with("b");
        let mut all = vec![
            QueueError::NoJob(3),
            QueueError::NoQuestion(4),
            QueueError::Misfit(5),
            QueueError::NotOver(6),
            QueueError::Over(7),
            QueueError::NothingFailed(8),
            QueueError::NotRecorded(9),
            QueueError::NothingToUndo(10),
            QueueError::NoCopy(11),
            QueueError::Circle(12),
            QueueError::Unreadable(13),
            QueueError::Refused(refused.clone()),
            QueueError::Unsafe(path()),
            QueueError::Foreign(path()),
        ];
        for why in [Why::Corrupt, Why::Emptied, Why::Newer] {
            all.push(QueueError::InUse { path: path(), why });
        }
        for fault in [
            Fault::Busy,
            Fault::Full,
            Fault::ReadOnly,
            Fault::Denied,
            Fault::Io,
            Fault::Corrupt,
            Fault::Unsupported,
            Fault::System(13),
            Fault::System(3_999),
            Fault::Other(11),
        ] {
            all.push(QueueError::Fault { path: path(), fault });
        }
        for error in &all {
            assert_eq!(of_queue(error), error.to_string());
        }
        let mut others = vec![
            ControlError::NoJob(1),
            ControlError::NoQuestion(2),
            ControlError::Misfit(3),
            ControlError::NoQueue,
            ControlError::Refused(refused),
        ];
        others.extend(all.into_iter().map(ControlError::Queue));
        for error in others {
            assert_eq!(of_control(&error), error.to_string());
        }
    }

    #[test]
    fn texts_are_refused_in_english_as_they_write_themselves() {
        let (text, why) = ("a(b".to_owned(), "unclosed group".to_owned());
        for error in [TextError::Empty, TextError::Lines, TextError::NoExpression { text, why }] {
            assert_eq!(of_text(&error), error.to_string());
        }
    }

    #[test]
    fn names_are_refused_in_english_in_the_words_of_the_edit() {
        for problem in [
            Problem::Empty,
            Problem::Dots,
            Problem::Slash,
            Problem::TooLong,
            Problem::Twice,
            Problem::Taken,
        ] {
            assert_eq!(of_name(problem), problem.words());
        }
    }
}

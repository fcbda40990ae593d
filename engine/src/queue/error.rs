//! Lists the reasons why the queue refuses a request.

use std::path::PathBuf;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{JobId, QuestionId};
use crate::contract::path::DisplayName;
use fcp_sys::Errno;

/// Says why the queue refused a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// There is no such job.
    #[error("there is no job {0}")]
    NoJob(JobId),
    /// There is no such question, or it has been answered.
    #[error("question {0} is not open")]
    NoQuestion(QuestionId),
    /// The answer does not fit the question.
    #[error("this answer does not fit question {0}")]
    Misfit(QuestionId),
    /// The job is not over yet.
    #[error("job {0} has not finished yet")]
    NotOver(JobId),
    /// The job has ended.
    #[error("job {0} has finished")]
    Over(JobId),
    /// Nothing failed in the job, so there is nothing to try again.
    #[error("nothing failed in job {0}")]
    NothingFailed(JobId),
    /// The job was not recorded, or was undone for good.
    #[error("there is no record of job {0} by which it could be undone")]
    NotRecorded(JobId),
    /// The job changed nothing that an undo could take back: it skipped everything, or let equal files share their storage.
    #[error("job {0} changed no content, so there is nothing to undo")]
    NothingToUndo(JobId),
    /// The job removed items: another one that has come to the place of one since was not meant.
    #[error("job {0} removed items, and is not run again: choose what to remove now")]
    Removed(JobId),
    /// The job made no copies, so there is nothing to compare.
    #[error("job {0} copied nothing that could be compared with its sources")]
    NoCopy(JobId),
    /// Two jobs would wait for each other.
    #[error("job {0} would wait for itself")]
    Circle(JobId),
    /// The request of the job is damaged, or was written by a newer version.
    #[error("the request of job {0} cannot be read")]
    Unreadable(JobId),
    /// The job cannot be accepted.
    #[error(transparent)]
    Refused(#[from] OpError),
    /// Others may change what is kept there.
    #[error("other users can write to '{}'; run 'chmod go-w' on it", shown(.0))]
    Unsafe(PathBuf),
    /// The file belongs to another user.
    #[error("'{}' belongs to another user", shown(.0))]
    Foreign(PathBuf),
    /// The file cannot be used, and cannot be put aside while another process uses it.
    #[error("'{}' {why}; end the processes that use it first", shown(path))]
    InUse {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: Why,
    },
    /// The file cannot be read or written.
    #[error("cannot use the queue in '{}': {fault}", shown(path))]
    Fault {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        fault: Fault,
    },
}

impl QueueError {
    /// A thread could not be started.
    pub(crate) fn thread(error: &std::io::Error) -> Self {
        let errno = error.raw_os_error().unwrap_or_default();
        Self::Fault { path: PathBuf::new(), fault: Fault::System(errno) }
    }

    /// Tells whether the disk of the queue has no room.
    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Self::Fault { fault: Fault::Full, .. })
    }

    /// Gives the failure as that of a step of a job.
    pub(crate) fn as_op(&self, action: Action) -> OpError {
        match self {
            Self::Refused(error) => error.clone(),
            Self::Fault { path, fault } => OpError::refused(action, fault.code(), path.clone()),
            _ => OpError::refused(action, Code::Other, ""),
        }
    }
}

impl Fault {
    fn code(self) -> Code {
        match self {
            Self::Full => Code::NoSpace,
            Self::ReadOnly => Code::ReadOnly,
            Self::Denied => Code::PermissionDenied,
            Self::Io => Code::Io,
            Self::Unsupported => Code::Unsupported,
            Self::System(errno) => Code::from_errno(Errno::from_raw_os_error(errno)),
            Self::Busy | Self::Corrupt | Self::Other(_) => Code::Other,
        }
    }
}

/// The system's words for an errno, without its number.
fn words(errno: i32) -> String {
    OpError::new(Action::Journal, "", Errno::from_raw_os_error(errno)).reason()
}

fn shown(path: &PathBuf) -> DisplayName<'_> {
    DisplayName::new(path)
}

/// Says why the file of a queue could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// It is damaged, or something else.
    #[error("is damaged")]
    Corrupt,
    /// Its file has no bytes, though it was made with some.
    #[error("was emptied: its file has 0 bytes")]
    Emptied,
    /// A newer version of the program wrote it.
    #[error("was written by a newer version")]
    Newer,
}

/// Names what went wrong with the file of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Another process holds the lock.
    #[error("another process keeps it locked; try again")]
    Busy,
    /// No space is left.
    #[error("no space is left on its device")]
    Full,
    /// It cannot be written to.
    #[error("it is read-only")]
    ReadOnly,
    /// Permissions forbid it.
    #[error("permission denied")]
    Denied,
    /// The device failed.
    #[error("input/output error")]
    Io,
    /// It is damaged.
    #[error("it is damaged")]
    Corrupt,
    /// Its filesystem lacks what a queue needs.
    #[error("its filesystem cannot hold a file that several processes share")]
    Unsupported,
    /// A system call failed with this number.
    #[error("{}", words(*.0))]
    System(i32),
    /// SQLite failed with this extended code.
    #[error("SQLite fails with code {0}; please report it")]
    Other(i32),
}

/// An old queue that was put aside, because it could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the queue {why}; it was saved as '{}', and a new queue was started", shown(path))]
#[non_exhaustive]
pub struct Aside {
    /// Where it is now.
    pub path: PathBuf,
    /// What was wrong with it.
    pub why: Why,
}

//! Runs steps of a transaction, and describes why one failed.

use std::path::Path;

use rusqlite::Connection;

use crate::contract::event::JobId;
use crate::queue::error::{Fault, QueueError};
use fcp_sys::Errno;

/// Why something within a transaction did not work.
#[derive(Debug)]
pub(super) enum Trouble {
    Sql(rusqlite::Error),
    /// What a column holds is not what was written there.
    Data,
    System(Errno),
    Refused(QueueError),
}

/// What happens within a transaction.
pub(super) type Tried<T> = Result<T, Trouble>;

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<serde_json::Error> for Trouble {
    fn from(_syntax: serde_json::Error) -> Self {
        Self::Data
    }
}

impl From<Errno> for Trouble {
    fn from(errno: Errno) -> Self {
        Self::System(errno)
    }
}

impl From<QueueError> for Trouble {
    fn from(error: QueueError) -> Self {
        Self::Refused(error)
    }
}

impl Trouble {
    /// Whether a step failed because a value is not what was written there.
    pub(super) fn is_of_a_value(&self) -> bool {
        match self {
            Self::Data => true,
            Self::Sql(error) => !matches!(error, rusqlite::Error::SqliteFailure(..)),
            Self::System(_) | Self::Refused(_) => false,
        }
    }

    pub(super) fn explain(self, path: &Path) -> QueueError {
        let fault = match self {
            Self::Refused(error) => return error,
            Self::Data => Fault::Corrupt,
            Self::System(errno) => Fault::System(errno.raw_os_error()),
            Self::Sql(error) => fault(&error),
        };
        QueueError::Fault { path: path.to_owned(), fault }
    }
}

fn fault(error: &rusqlite::Error) -> Fault {
    use rusqlite::ffi::ErrorCode as Code;
    let rusqlite::Error::SqliteFailure(failure, _) = error else {
        // The file holds something else than was written: a type that does not fit, a missing row.
        return Fault::Corrupt;
    };
    match failure.code {
        // The index of the log cannot grow, and so nothing can be read, either.
        _ if failure.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE => Fault::Full,
        Code::DatabaseBusy | Code::DatabaseLocked => Fault::Busy,
        Code::DiskFull => Fault::Full,
        Code::ReadOnly => Fault::ReadOnly,
        Code::PermissionDenied | Code::CannotOpen | Code::AuthorizationForStatementDenied => {
            Fault::Denied
        }
        Code::SystemIoFailure | Code::FileLockingProtocolFailed => Fault::Io,
        Code::DatabaseCorrupt
        | Code::NotADatabase
        | Code::ConstraintViolation
        // "SQL logic error": most of all a table or column that is missing.
        | Code::Unknown => Fault::Corrupt,
        Code::NoLargeFileSupport => Fault::Unsupported,
        _ => Fault::Other(failure.extended_code),
    }
}

/// Records a change that matters to the schedule or to commands, so that all processes see it.
pub(super) fn touch(db: &Connection) -> Tried<()> {
    db.prepare_cached("UPDATE queue SET generation = generation + 1")?.execute([])?;
    Ok(())
}

/// Writes what a column holds as JSON.
pub(super) fn json<T: serde::Serialize + ?Sized>(value: &T) -> Tried<String> {
    Ok(serde_json::to_string(value)?)
}

/// Job numbers are row numbers, which have a sign.
pub(super) fn key(job: JobId) -> i64 {
    // What is too large is no job's number, and neither is a negative one.
    i64::try_from(job).unwrap_or(-1)
}

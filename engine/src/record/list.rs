//! Lists which jobs can be undone, and which undos redone.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::files::{c_path, names, open_private};
use super::read::read;
use super::{Home, Recorded};
use crate::contract::error::{Action, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use fcp_sys::{self as sys, Errno};

/// Lists the jobs that can be undone, the last one first.
///
/// # Errors
/// The directory of the records cannot be read, or others may write to it.
pub fn list(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let mut records = list_all(home)?;
    records.retain(|record| record.verb != Verb::Undo);
    Ok(records)
}

/// Lists the undos that can be redone, the last one first: [`crate::contract::spec::JobSpec::undo`] of such a
/// record brings back what the undo took away.
///
/// # Errors
/// The directory of the records cannot be read, or others may write to it.
pub fn list_undone(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let mut records = list_all(home)?;
    records.retain(|record| record.verb == Verb::Undo);
    Ok(records)
}

/// Lists all records of which something is left to undo.
fn list_all(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let Some(directory) = home.state.as_ref().map(|state| state.join("undo")) else {
        return Ok(Vec::new());
    };
    let failed = |errno| OpError::new(Action::Record, &directory, errno);
    let dir = match c_path(&directory).and_then(|path| sys::open_dir(sys::CWD, &path, true)) {
        Ok(_) => open_private(&directory).map_err(failed)?,
        Err(Errno::NOENT) => return Ok(Vec::new()),
        Err(errno) => return Err(failed(errno)),
    };
    let mut found = Vec::new();
    for name in names(&dir).map_err(failed)?.iter().rev() {
        let path = directory.join(OsStr::from_bytes(name.to_bytes()));
        // One that cannot be read has been pruned meanwhile, or is of another version.
        if let Ok(record) = read(&path)
            && record.left != Some(0)
        {
            found.push(Recorded {
                path: WirePath(path),
                verb: record.verb,
                began: record.began,
                sources: record.sources,
                destination: record.destination,
                steps: record.lines.len() as u64,
                left: record.left,
                interrupted: record.interrupted,
            });
        }
    }
    Ok(found)
}

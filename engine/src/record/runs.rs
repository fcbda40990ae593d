//! Makes one record of those that the runs of a job have left, so that they are undone as one job.
//!
//! A job that another machine has asked for and that was cut off is begun again by that machine, under the same handle.
//! Each run has a record of its own here, since the process of the earlier one cannot go on with its record.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{JOINED, LARGEST, c_path, push, read_all};
use super::{Line, Record};
use fcp_sys::{self as sys, AsFd, Errno, FileLock, Sys};

/// Writes the record of all runs in the place of the first one, and removes the others; gives its path.
///
/// The runs come in their order, and none of them was undone, wholly or in part. One kill between the two steps leaves
/// records of runs that the new one has, too: lines that it has already are not added to it once more.
///
/// # Errors
/// A record cannot be read, written or removed; `EBUSY` if one of them is being undone.
pub(super) fn join(runs: &[(PathBuf, Record)]) -> Sys<PathBuf> {
    let [(first, begun), others @ ..] = runs else { return Err(Errno::INVAL) };
    let lock =
        |path: &Path| match FileLock::take(sys::open_lock_if_there(sys::CWD, &c_path(path)?)?) {
            Ok(None) => Err(Errno::BUSY),
            // A filesystem may have no locks.
            lock => Ok(lock.ok()),
        };
    let _locks: Vec<_> = runs.iter().map(|(path, _)| lock(path)).collect::<Sys<_>>()?;
    let mut joined = Joined::default();
    let mut ended = begun.began;
    for (path, run) in runs {
        if run.began > ended {
            joined.add(&Line::Paused { from: ended, to: run.began });
        }
        joined.take(path)?;
        ended = ended.max(run.ended);
    }
    let until = runs.iter().map(|(_, run)| run.until).max().unwrap_or_default();
    let interrupted = runs.iter().any(|(_, run)| run.interrupted);
    let parted = runs.iter().map(|(_, run)| run.parted).sum();
    joined.add(&Line::Ended { at: until, interrupted, parted });
    replace(first, &joined.lines)?;
    // The others go when the new one is on the disk under its name.
    let directory = first.parent().unwrap_or(Path::new("."));
    sys::sync_file(sys::open_dir(sys::CWD, &c_path(directory)?, true)?.as_fd())?;
    for (path, _) in others {
        sys::unlink(sys::CWD, &c_path(path)?)?;
    }
    Ok(first.clone())
}

/// Puts a whole record in the place of another one.
fn replace(record: &Path, lines: &[u8]) -> Sys<()> {
    if lines.len() as u64 > LARGEST {
        return Err(Errno::FBIG);
    }
    let mut name = OsString::from(record);
    name.push(OsStr::from_bytes(JOINED));
    let (name, record) = (c_path(Path::new(&name))?, c_path(record)?);
    match sys::unlink(sys::CWD, &name) {
        Ok(()) | Err(Errno::NOENT) => {}
        Err(errno) => return Err(errno),
    }
    let file = sys::create_new(sys::CWD, &name, 0o600)?;
    let written = sys::write_all_at(file.as_fd(), lines, 0);
    // Else a power cut could leave an empty file in the place of the record.
    let flushed = written.and_then(|()| sys::sync_file(file.as_fd()));
    let placed = flushed.and_then(|()| sys::rename(sys::CWD, &name, sys::CWD, &record));
    placed.inspect_err(|_| sys::best_effort(sys::unlink(sys::CWD, &name)))
}

/// The lines of several records.
#[derive(Default)]
struct Joined {
    lines: Vec<u8>,
    told: HashSet<Vec<u8>>,
    known: HashSet<(super::resumed::Known, PathBuf)>,
}

impl Joined {
    fn add(&mut self, line: &Line) {
        push(&mut self.lines, line);
    }

    /// Adds what a run has done; of the first one also what it was asked for.
    fn take(&mut self, record: &Path) -> Sys<()> {
        let bytes = read_all(&sys::open_source(sys::CWD, &c_path(record)?, false)?)?;
        for text in bytes.split(|byte| *byte == b'\n').filter(|text| !text.is_empty()) {
            match serde_json::from_slice::<Line>(text) {
                // What was cut by a kill is the last one.
                Ok(Line::Ended { .. }) | Err(_) => break,
                Ok(Line::Runs(_) | Line::HandedOver { .. }) => {}
                Ok(Line::Began { .. }) if !self.lines.is_empty() => {}
                Ok(line) => {
                    let is_known = line.known().is_some_and(|it| !self.known.insert(it));
                    if !is_known && self.told.insert(text.to_vec()) {
                        self.lines.extend_from_slice(text);
                        self.lines.push(b'\n');
                    }
                }
            }
        }
        Ok(())
    }
}

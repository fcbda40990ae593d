//! Notes that an undo changes folders which are kept in step.
//!
//! What both folders of such a pair had in common is kept by the apps, one file for each pair, below `in-step` in the state
//! directory. An undo changes one side alone. A later comparison would take that for the user's own change, and do it on the
//! other side, too: over a newer file there, or by removing it. A mark beside the file of the pair says so, whichever
//! program runs the undo.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::files::{GATHERED, c_path};
use super::{Line, Record, bookkeeping};
use crate::contract::error::{Action, OpError};
use crate::contract::path::WirePath;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// The directory of what pairs of folders had in common, below the state directory.
pub const IN_STEP: &str = "in-step";

/// The end of the name of a mark.
const MARK: &str = ".undone";

/// Gives the file which says that an undo has changed one of the folders, by the file of the pair.
///
/// It holds the time of that undo, so that one mark is told from a later one.
pub fn undone_mark(pair: &Path) -> PathBuf {
    let mut name = pair.as_os_str().to_owned();
    name.push(MARK);
    PathBuf::from(name)
}

/// The line of a pair's file that names the folders.
#[derive(Deserialize)]
struct Head {
    folders: [WirePath; 2],
}

impl Record {
    /// Marks each pair of folders that taking this back changes.
    ///
    /// # Errors
    /// A mark could not be written.
    pub(crate) fn mark_in_step(&self, state: &Path) -> Result<(), OpError> {
        let directory = state.join(IN_STEP);
        let failed = |errno| OpError::new(Action::Record, &directory, errno);
        let name = c_path(&directory).map_err(failed)?;
        let dir = match sys::open_dir(sys::CWD, &name, true) {
            Err(Errno::NOENT) => return Ok(()),
            opened => opened.map_err(failed)?,
        };
        let pairs = pairs(&dir).map_err(failed)?;
        if pairs.is_empty() {
            return Ok(());
        }
        let paths = self.paths();
        for pair in pairs {
            if changes(dir.as_fd(), &pair, &paths) {
                mark(dir.as_fd(), &pair).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// What an undo changes, as it was named and without symlinks above it.
    fn paths(&self) -> HashSet<PathBuf> {
        let mut paths: HashSet<PathBuf> = HashSet::new();
        let mut real: HashMap<&Path, Option<PathBuf>> = HashMap::new();
        for path in self.lines.iter().flat_map(changed) {
            if let (Some(above), Some(name)) = (path.parent(), path.file_name()) {
                let above = real.entry(above).or_insert_with(|| above.canonicalize().ok());
                paths.extend(above.as_ref().map(|above| above.join(name)));
            }
            paths.insert(path.to_owned());
        }
        paths
    }
}

/// What taking back a line changes.
fn changed(line: &Line) -> Vec<&Path> {
    let paths = match line {
        Line::Made { path, .. }
        | Line::Snapshot { path, .. }
        | Line::Extracted { path, .. }
        | Line::Restored { path, .. }
        | Line::Replaced { path, .. }
        | Line::Parent { path, .. }
        | Line::Rights { path, .. }
        | Line::Trashed { from: path, .. } => vec![path],
        Line::Emptied(folder) => vec![&folder.path],
        Line::Moved { from, to, .. } => vec![from, to],
        Line::Exchanged { one, other, .. } => vec![one, other],
        bookkeeping!() => Vec::new(),
    };
    paths.into_iter().map(|path| path.0.as_path()).collect()
}

/// Lists the files of the pairs.
fn pairs(dir: &OwnedFd) -> Sys<Vec<CString>> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut pairs = Vec::new();
    sys::list(dir.as_fd(), &mut buffer, |name, _, _| {
        let bytes = name.to_bytes();
        if !bytes.starts_with(b".") && !bytes.ends_with(MARK.as_bytes()) {
            pairs.push(name.to_owned());
        }
        ControlFlow::Continue(())
    })?;
    Ok(pairs)
}

/// Whether an undo changes something in a folder of a pair, or a directory above it; also where its file cannot be read.
fn changes(dir: BorrowedFd<'_>, pair: &CStr, paths: &HashSet<PathBuf>) -> bool {
    let Some(Head { folders }) = head(dir, pair) else { return true };
    let real = folders.iter().filter_map(|folder| folder.0.canonicalize().ok());
    let folders: Vec<PathBuf> = real.chain(folders.iter().map(|folder| folder.0.clone())).collect();
    paths.iter().any(|path| {
        folders.iter().any(|folder| path.starts_with(folder) || folder.starts_with(path))
    })
}

/// Reads the line that names the folders, the second one.
fn head(dir: BorrowedFd<'_>, pair: &CStr) -> Option<Head> {
    let file = sys::open_source(dir, pair, false).ok()?;
    let (mut bytes, mut chunk) = (Vec::new(), vec![0; GATHERED]);
    while bytes.split(|byte| *byte == b'\n').count() < 3 {
        match sys::read(file.as_fd(), &mut chunk).ok()? {
            0 => return None,
            got => bytes.extend_from_slice(chunk.get(..got)?),
        }
    }
    serde_json::from_slice(bytes.split(|byte| *byte == b'\n').nth(1)?).ok()
}

/// Writes the mark of a pair, in the place of an earlier one.
fn mark(dir: BorrowedFd<'_>, pair: &CStr) -> Sys<()> {
    let pair = Path::new(OsStr::from_bytes(pair.to_bytes()));
    let name = c_path(&undone_mark(pair))?;
    match sys::unlink(dir, &name) {
        Ok(()) | Err(Errno::NOENT) => {}
        Err(errno) => return Err(errno),
    }
    let file = sys::create_new(dir, &name, 0o600)?;
    sys::write_all(file.as_fd(), sys::now().to_string().as_bytes())
}

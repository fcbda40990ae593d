//! Tells whether the disks are mounted that a job had to do with: what was copied to one that is not is not gone, and
//! what was moved from there must not come back below an empty mount point.

use std::path::{Path, PathBuf};

use super::files::c_path;
use super::{Record, read};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use fcp_sys as sys;

/// Gives the directories, each once, on which the filesystems of these paths are mounted; without the root.
pub(super) fn mounts_of<'a>(paths: impl Iterator<Item = &'a Path>) -> Vec<WirePath> {
    let mut mounts: Vec<WirePath> = Vec::new();
    for mount in paths.filter_map(mounted_on) {
        if mounts.iter().all(|known| known.0 != mount) {
            mounts.push(WirePath(mount));
        }
    }
    mounts
}

/// The directory on which the filesystem is mounted that holds a path, or the nearest one above it; none for the root.
fn mounted_on(path: &Path) -> Option<PathBuf> {
    let (there, own) = path.ancestors().find_map(|above| Some((above, mount(above)?)))?;
    if own == mount(Path::new("/"))? {
        return None;
    }
    let there = there.canonicalize().ok()?;
    there.ancestors().take_while(|above| mount(above) == Some(own)).last().map(Path::to_owned)
}

fn mount(path: &Path) -> Option<u64> {
    sys::stat_placed(sys::CWD, &c_path(path).ok()?, true).ok().map(|meta| meta.mount)
}

impl Record {
    /// Tells whether the disks are there without which the job cannot be taken back.
    ///
    /// # Errors
    /// One is not mounted.
    pub(crate) fn is_mounted(&self) -> Result<(), OpError> {
        let origin = self.sources.first().filter(|_| self.verb == Verb::Undo);
        let origin = origin.and_then(|origin| read(&origin.0).ok());
        let mounts = origin.as_ref().map_or(&self.mounts, |origin| &origin.mounts);
        match mounts.iter().find(|it| mounted_on(&it.0).as_ref() != Some(&it.0)) {
            Some(WirePath(mount)) => Err(OpError::refused(Action::Undo, Code::OtherDevice, mount)),
            None => Ok(()),
        }
    }
}

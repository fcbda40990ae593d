//! Looks at what is above an operand's destination, and makes what is missing there.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::copier::Copier;
use super::created::Parent;
use super::flush::sync_dir;
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::job::Job;
use crate::walk::operand::{ancestors, parent_of};
use fcp_sys::{self as sys, AsFd, Errno, Meta, c_path, lock};

/// Whether the destination of a mirror is above its source, which would then seem to be extra there.
pub(crate) fn is_above_source(job: &Job, source: &Path, dst_name: &CStr, meta: &Meta) -> bool {
    let above = |path: &CStr| {
        let target = job.target.as_deref().unwrap_or(c".");
        let dir = sys::enter_dir(sys::CWD, target, true)?;
        Ok::<_, Errno>((sys::enter_dir(dir.as_fd(), path, true)?, dir))
    };
    let (Ok((there, _)), Some(source)) = (above(dst_name), c_path(source)) else {
        return false;
    };
    let (Ok(there), Ok(here)) =
        (sys::stat_fd(there.as_fd()), sys::enter_dir(sys::CWD, &source, true))
    else {
        return false;
    };
    there.id() != meta.id() && ancestors(here).contains(&there.id())
}

impl Copier {
    /// Makes the directories above a destination path that are missing, like those above the source.
    pub(super) fn make_above(&self, source: &Path, dst_name: &CStr) -> Result<(), OpError> {
        let dst = Path::new(OsStr::from_bytes(dst_name.to_bytes()));
        let mut missing = Vec::new();
        let mut like = Some(source);
        for (path, below) in dst.ancestors().skip(1).zip(dst.ancestors()) {
            let Some(name) = c_path(path).filter(|name| !name.is_empty()) else { break };
            // As long as both paths end in the same names.
            like = like.filter(|it| it.file_name() == below.file_name()).and_then(Path::parent);
            match sys::stat_at(sys::CWD, &name, true) {
                Ok(meta) if meta.kind == FileKind::Directory => break,
                Ok(_) => return Err(OpError::new(Action::CreateDir, path, Errno::NOTDIR)),
                Err(Errno::NOENT) => missing.push((path, name, like)),
                Err(errno) => return Err(OpError::new(Action::CreateDir, path, errno)),
            }
        }
        for (path, name, like) in missing.into_iter().rev() {
            let like = like.filter(|it| it.file_name() == path.file_name()).and_then(c_path);
            let meta = like.as_ref().and_then(|it| sys::stat_at(sys::CWD, it, true).ok());
            let mode = meta.map_or(0o777, |meta| self.dir_birth_mode(&meta));
            match sys::make_dir(sys::CWD, &name, mode) {
                Ok(()) => {}
                Err(errno) if sys::exists(errno) => continue,
                Err(errno) => return Err(OpError::new(Action::CreateDir, path, errno)),
            }
            if self.syncs_each() {
                sync_dir(sys::CWD, &parent_of(&name))
                    .map_err(|errno| OpError::new(Action::Sync, path, errno))?;
            }
            let from = source.parent().unwrap_or(source);
            let from = like.as_ref().map_or(from, |it| Path::new(OsStr::from_bytes(it.to_bytes())));
            self.made_parent(from, path.to_owned());
            if let (Some(source), Some(meta)) = (like, meta) {
                lock(&self.created.parents).insert(name, Parent { source, meta, is_new: true });
            }
        }
        Ok(())
    }
}

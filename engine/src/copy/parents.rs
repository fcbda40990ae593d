//! Makes the folders above an operand, as `--parents` asks for, and finishes them.

use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::copier::Copier;
use super::created::Parent;
use super::flush::sync_dir;
use crate::contract::error::{Action, OpError};
use crate::contract::event::{FileKind, Op};
use crate::record::Line;
use crate::walk::node::DirNode;
use crate::walk::operand::parent_of;
use crate::walk::target::{left_out, parents_name};
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno};

impl Copier {
    /// Makes the directories above an operand for `--parents`; tells whether one was missing.
    pub(super) fn make_parents(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        source: &Path,
    ) -> Result<bool, OpError> {
        let pair = worker
            .pair(top, self.rules)
            .map_err(|failure| OpError::new(Action::Target, top.own_dst_path(), failure.errno))?;
        let left_out = left_out(source, &self.job.spec.options);
        let mut makes = false;
        for path in above(source) {
            let name = parents_name(path, left_out);
            let Some(path_name) = c_path(path) else { continue };
            if name.to_bytes() == b"." {
                continue;
            }
            let meta = sys::stat_at(sys::CWD, &path_name, true)
                .map_err(|errno| OpError::new(Action::Stat, path, errno))?;
            let parent = |is_new| Parent { source: path_name, meta, is_new };
            match sys::make_dir(pair.dst(), &name, self.dir_birth_mode(&meta)) {
                Ok(()) => {
                    if self.syncs_each() {
                        sync_dir(pair.dst(), &parent_of(&name)).map_err(|errno| {
                            OpError::new(Action::Sync, top.dst_path(&name), errno)
                        })?;
                    }
                    makes = true;
                    self.made_parent(path, top.dst_path(&name));
                    lock(&self.created.parents).insert(name, parent(true));
                }
                Err(errno) if sys::exists(errno) && self.made_parent_before(pair.dst(), &name) => {
                    lock(&self.created.parents).insert(name, parent(true));
                }
                Err(errno) if sys::exists(errno) => {
                    let there = sys::stat_at(pair.dst(), &name, true);
                    if there.is_ok_and(|there| there.kind != FileKind::Directory) {
                        let error =
                            OpError::new(Action::CreateDir, top.dst_path(&name), Errno::NOTDIR);
                        return Err(error);
                    }
                    if self.job.is_flushed()
                        && let Ok(dir) = sys::open_dir(pair.dst(), &name, true)
                    {
                        self.meets(worker, &dir, || top.dst_path(&name));
                    }
                    // GNU's cp gives what is kept to directories that exist, too.
                    if self.as_cp() {
                        lock(&self.created.parents).entry(name).or_insert(parent(false));
                    }
                }
                Err(errno) => {
                    return Err(OpError::new(Action::CreateDir, top.dst_path(&name), errno));
                }
            }
        }
        Ok(makes)
    }

    /// Tells of a directory made for `--parents`, which is no item.
    pub(super) fn made_parent(&self, src: &Path, dst: PathBuf) {
        if let Some(recorder) = &self.job.recorder {
            recorder.note(&Line::Made { path: recorder.full(&dst), from: recorder.full(src) });
        }
        self.job.begins(Op::MakeDir, || (src.to_owned(), dst), || None);
    }

    /// Sets the metadata of directories made for `--parents`, deepest first.
    pub(super) fn finish_parents(&self, worker: &mut Worker) {
        let made = std::mem::take(&mut *lock(&self.created.parents));
        let target = self.job.target.as_deref().unwrap_or(c".");
        for (name, Parent { source: path, meta, is_new }) in made.into_iter().rev() {
            let shown = Path::new(OsStr::from_bytes(target.to_bytes()))
                .join(OsStr::from_bytes(name.to_bytes()));
            let opened = sys::open_dir(sys::CWD, &path, true).and_then(|src| {
                let top = sys::enter_dir(sys::CWD, target, true)?;
                Ok((src, sys::enter_dir(top.as_fd(), &name, true)?))
            });
            let result = match opened {
                Ok((src, dst)) => {
                    let finished =
                        self.finish_dir(src.as_fd(), dst.as_fd(), &meta, is_new, || shown.clone());
                    let synced = finished.is_ok() && self.syncs_each();
                    match if synced { sync_dir(dst.as_fd(), c".") } else { Ok(()) } {
                        Ok(()) => finished,
                        Err(errno) => Err(OpError::new(Action::Sync, shown, errno)),
                    }
                }
                Err(errno) => Err(OpError::new(Action::SetMode, shown, errno)),
            };
            if let Err(error) = result {
                let path = PathBuf::from(std::ffi::OsString::from_vec(path.into_bytes()));
                self.job.failed(worker.index, path, error);
            }
        }
    }
}

/// Gives the paths of the directories above an operand as it was named, the highest first.
fn above(source: &Path) -> impl Iterator<Item = &Path> {
    let bytes = source.as_os_str().as_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    // A dot or two at the end are a name, which Path::ancestors passes over.
    (1..end)
        .filter_map(move |at| match bytes.get(at - 1..=at) {
            Some([before, b'/']) if *before != b'/' => bytes.get(..at),
            _ => None,
        })
        .map(|path| Path::new(OsStr::from_bytes(path)))
}

/// Whether the last name of a path is `.` or `..`.
pub(super) fn is_dotted(path: &Path) -> bool {
    let bytes = path.as_os_str().as_bytes();
    let last = bytes.rsplit(|byte| *byte == b'/').find(|name| !name.is_empty());
    matches!(last, Some(b"." | b".."))
}

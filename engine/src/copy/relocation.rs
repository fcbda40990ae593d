//! Moves single items, each to a path of its own, to restore or to undo.

use std::path::Path;
use std::sync::Arc;

use super::copier::{Copier, Relocation};
use crate::contract::error::{Action, Code, OpError};
use crate::record::{Line, Recorder};
use crate::walk::item::ParkedItem;
use crate::walk::node::DirNode;
use crate::walk::operand::parent_of;
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::{self as sys, Errno, Identity};

impl Copier {
    /// Makes the items of relocations; those that cannot be run are told here.
    pub(super) fn find_errands(
        &self,
        worker: &Worker,
        top: &Arc<DirNode>,
        relocations: &[Relocation],
    ) -> Vec<ParkedItem> {
        let mut items = Vec::new();
        for relocation in relocations {
            let failed = |error| self.job.failed(worker.index, relocation.src.clone(), error);
            let (Some(name), Some(dst_name)) = (c_path(&relocation.src), c_path(&relocation.dst))
            else {
                failed(OpError::new(Action::Stat, &relocation.src, Errno::NOENT));
                continue;
            };
            let meta = match sys::stat_at(sys::CWD, &name, false) {
                Ok(meta) => meta,
                Err(errno) => {
                    failed(OpError::new(Action::Stat, &relocation.src, errno));
                    continue;
                }
            };
            let is_other =
                |inode: Identity| !Identity::at(sys::CWD, &name).is_ok_and(|found| found.is(inode));
            if relocation.inode.is_some_and(is_other) {
                failed(OpError::refused(Action::Undo, Code::ChangedSince, &relocation.src));
                continue;
            }
            // Nothing can leave a directory that may not be written to: on another filesystem there would be two of it.
            if let Err(errno @ (Errno::ROFS | Errno::ACCESS)) =
                sys::writable(sys::CWD, &parent_of(&name))
            {
                let error = OpError::new(Action::Move, &relocation.src, errno);
                failed(error.with(&relocation.dst));
                continue;
            }
            let parent = relocation.dst.parent().unwrap_or(Path::new("/"));
            if let Err(errno) = make_way_to(self.job.recorder.as_ref(), parent) {
                failed(OpError::new(Action::CreateDir, parent, errno).with(&relocation.src));
                continue;
            }
            if let Some(parent) = c_path(parent) {
                self.tidy_target(sys::CWD, &parent);
            }
            items.push(ParkedItem::new(top, name, dst_name, meta.kind));
        }
        items
    }
}

/// Makes the directories above an item that are missing, and notes them, so that they go again with it.
pub(crate) fn make_way_to(recorder: Option<&Recorder>, parent: &Path) -> sys::Sys<()> {
    let is_missing = |path: &&Path| {
        let found = c_path(path).map(|path| sys::stat_at(sys::CWD, &path, false));
        !path.as_os_str().is_empty() && matches!(found, Some(Err(Errno::NOENT)))
    };
    let missing: Vec<&Path> = parent.ancestors().take_while(is_missing).collect();
    if !parent.as_os_str().is_empty() {
        sys::make_dirs(parent, 0o777)?;
    }
    if let Some(recorder) = recorder {
        for path in missing.into_iter().rev() {
            let id = Identity::at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?)?;
            recorder.note(&Line::Parent { path: recorder.full(path), id });
        }
    }
    Ok(())
}

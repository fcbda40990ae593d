//! Checks the operands that the user named, and refuses some whatever the options are.

use std::ffi::{CStr, CString};
use std::sync::Arc;

use super::Remover;
use super::ask::holds;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::Follow;
use crate::walk::item::{Found, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::operand::{ends_in_dot, is_slashed_link, names_nothing};
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, Meta};

/// What becomes of an operand.
pub(super) enum OperandCheck {
    Item(CString, FileKind),
    /// The filters leave it out.
    LeftOut(CString),
    Missing,
    Refused(OpError),
}

impl Remover {
    /// Makes the items of a job's operands; those that are refused are told here.
    pub(super) fn find_operands(&self, worker: &Worker, top: &Arc<DirNode>) -> Vec<ParkedItem> {
        let find = |source: &WirePath| self.find_operand(worker, top, source);
        let find_copy = |(path, from): &(WirePath, WirePath)| {
            // The other side of a copy is what it was copied from.
            let dst_name = c_path(&from.0).unwrap_or_default();
            find(path).map(|item| ParkedItem { dst_name, ..item })
        };
        if let Some(copies) = self.looked_at() {
            // Files are compared when they are taken.
            let looks_at = |kind| kind == FileKind::Directory || copies.looks_at_files();
            let look = |(path, from): &(WirePath, WirePath)| match self.look_at(path) {
                OperandCheck::Item(name, kind) if looks_at(kind) => {
                    let dst_name = c_path(&from.0).unwrap_or_default();
                    Some(ParkedItem { dst_name, ..item(top, name, kind) })
                }
                OperandCheck::Item(..) | OperandCheck::LeftOut(_) | OperandCheck::Missing => None,
                OperandCheck::Refused(error) => {
                    copies.would_keep(error.code);
                    None
                }
            };
            return copies.made.iter().filter_map(look).collect();
        }
        let sources = &self.job.spec.sources;
        let (count, items): (usize, Vec<ParkedItem>) = match &self.copies {
            Some(copies) => (copies.made.len(), copies.made.iter().filter_map(find_copy).collect()),
            None => (sources.len(), sources.iter().filter_map(find).collect()),
        };
        let directories = items.iter().filter(|item| item.kind == FileKind::Directory).count();
        self.job.found(worker, Found { items: count, directories, all: false });
        items
    }

    /// Makes the item of an operand, unless it is refused, which is told here.
    pub(super) fn find_operand(
        &self,
        worker: &Worker,
        top: &Arc<DirNode>,
        source: &WirePath,
    ) -> Option<ParkedItem> {
        match self.look_at(source) {
            OperandCheck::Item(name, kind) => {
                return Some(item(top, name, kind));
            }
            OperandCheck::LeftOut(name) => self.job.left_out(worker, top, &name, &name),
            OperandCheck::Missing => self.job.missing(worker.index, source.0.clone()),
            OperandCheck::Refused(error) => self.job.failed(worker.index, source.0.clone(), error),
        }
        None
    }

    pub(super) fn look_at(&self, source: &WirePath) -> OperandCheck {
        let options = &self.job.spec.options;
        let failed = |errno| {
            // What is missing may have gone when the job ran before.
            if (options.force || self.job.is_resumed()) && names_nothing(errno) {
                OperandCheck::Missing
            } else {
                OperandCheck::Refused(OpError::new(Action::Remove, &source.0, errno))
            }
        };
        let refused =
            |code| OperandCheck::Refused(OpError::refused(Action::Delete, code, source.0.clone()));
        let Some(name) = c_path(&source.0) else { return failed(Errno::NOENT) };
        let meta = match sys::stat_at(sys::CWD, &name, false) {
            Ok(meta) => meta,
            // A slash after a symlink that leads nowhere; removing it would say so.
            Err(Errno::NOENT) if is_slashed_link(&source.0) => return failed(Errno::NOTDIR),
            Err(errno) => return failed(errno),
        };
        if !self.job.accepts_operand(&source.0, meta.kind) {
            return OperandCheck::LeftOut(name);
        }
        if self.job.is_later_operand(&name) || self.differs(source, &meta) {
            return refused(Code::ChangedSince);
        }
        if meta.kind != FileKind::Directory {
            return OperandCheck::Item(name, meta.kind);
        }
        // A missing -r or -d is reported first, by the visitor, when it comes to the directory.
        if options.recursive || options.empty_directories {
            let leads_through = options.follow == Follow::Never && is_slashed_link(&source.0);
            if !options.recursive && !leads_through && holds(sys::CWD, &name) == Some(true) {
                return OperandCheck::Refused(OpError::new(
                    Action::Remove,
                    &source.0,
                    Errno::NOTEMPTY,
                ));
            }
            if ends_in_dot(&name) {
                return refused(Code::DotDirectory);
            }
            if let Some((_, code)) = self.guarded.iter().find(|(id, _)| *id == meta.id()) {
                return refused(*code);
            }
            if options.protect.mount_points && is_mounted(&name) {
                return refused(Code::MountPoint);
            }
            if leads_through {
                // Neither the link nor what it leads to is removed, which must be told even if forced.
                let error = OpError::new(Action::Delete, &source.0, Errno::NOTDIR);
                return OperandCheck::Refused(error);
            }
        }
        OperandCheck::Item(name, FileKind::Directory)
    }
}

/// Makes the item of an operand, which holds the node above it.
pub(super) fn item(top: &Arc<DirNode>, name: CString, kind: FileKind) -> ParkedItem {
    ParkedItem::new(top, name.clone(), name, kind)
}

/// Whether another filesystem, or another part of one, is mounted at a directory.
fn is_mounted(name: &CStr) -> bool {
    let look = || -> sys::Sys<(Meta, Meta)> {
        let fd = sys::enter_dir(sys::CWD, name, false)?;
        let above = sys::enter_dir(fd.as_fd(), c"..", false)?;
        Ok((sys::stat_dir(fd.as_fd())?, sys::stat_dir(above.as_fd())?))
    };
    // What cannot be opened cannot be emptied either.
    look().is_ok_and(|(here, above)| here.dev != above.dev || here.mount != above.mount)
}

//! Writes the lists of a plan that divides a job, while its dry run meets the items.

use std::ffi::CString;

use super::Planner;
use crate::contract::error::Action;
use crate::contract::event::FileKind;
use crate::contract::spec::Verb;
use crate::copy::in_the_way::stays_in_the_way;
use crate::parts::format::Found;
use crate::parts::pieces::keeps_numbers;
use crate::parts::stamp::Stamp;
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::spelling::folding;
use crate::walk::worker::{Dir, Pair, Worker};
use fcp_sys::{self as sys, Errno, Meta, Sys};

impl Planner {
    /// Adds an item to the lists of a plan, if one is made.
    pub(super) fn list(
        &self,
        worker: &Worker,
        node: &DirNode,
        item: Item<'_>,
        found: Found,
        meta: &Meta,
    ) {
        if let Some(lists) = &self.job.lists {
            lists.add(worker.index, node, item.name, (meta.kind, found, None), meta);
        }
    }

    /// Adds an item that is no directory.
    pub(super) fn list_file(
        &self,
        worker: &Worker,
        (node, pair): (&DirNode, &Pair),
        item: Item<'_>,
        meta: &Meta,
    ) {
        let Some(lists) = &self.job.lists else { return };
        let looked = if lists.moves() {
            // Without a stamp no part would move it.
            Some(Stamp::of_moved(pair.src(), item.name, meta))
        } else {
            self.folder_in_the_way(pair, item)
        };
        if looked.is_none()
            && item.kind == FileKind::File
            && lists.divides(meta)
            && can_divide(pair, item)
        {
            return match Stamp::of_divided(pair.src(), item.name, meta) {
                // A name that leads to the file is the operand, and what it leads to may be another file for each part.
                Ok(stamp) if !stamp.is_of(meta) => {
                    lists.add(
                        worker.index,
                        node,
                        item.name,
                        (meta.kind, Found::Nothing, None),
                        meta,
                    );
                }
                Ok(stamp) => lists.add_divided(node, item.name, stamp, meta),
                Err(errno) => self.fails(node.src_path(item.name), Action::Stat, errno),
            };
        }
        match looked.transpose() {
            Ok(stamp) => {
                let found = (meta.kind, Found::Nothing, stamp);
                lists.add(worker.index, node, item.name, found, meta);
            }
            Err(errno) if lists.moves() => {
                self.fails(node.src_path(item.name), Action::Stat, errno);
            }
            Err(errno) => self.fails(node.dst_path(item.dst_name), Action::Stat, errno),
        }
    }

    /// Looks at a directory that a part of a mirror removes, since it is in the way of this item, if it is still the same.
    fn folder_in_the_way(&self, pair: &Pair, item: Item<'_>) -> Option<Sys<Stamp>> {
        let dst = pair.dst.as_ref().filter(|_| self.mirrors())?.fd();
        let there = sys::stat_at(dst, item.dst_name, false).ok()?;
        let is_dir = there.kind == FileKind::Directory;
        is_dir.then(|| Stamp::of_extra(dst, item.dst_name, false))
    }

    /// Notes what is in the way of a directory, which the parts of a mirror remove, if it is still the same.
    pub(super) fn notice_file_in_the_way(&self, node: &DirNode, pair: &Pair, item: Item<'_>) {
        let Some(lists) = self.job.lists.as_ref().filter(|_| self.mirrors()) else { return };
        let Some(dst) = &pair.dst else { return };
        let looked = match sys::stat_at(dst.fd(), item.dst_name, false).map(|meta| meta.kind) {
            Ok(FileKind::Directory) | Err(Errno::NOENT) => return,
            // A part removes nothing that was not noted.
            Ok(kind) if stays_in_the_way(&self.job, node, item, kind) => return,
            Ok(_) => Stamp::of_extra(dst.fd(), item.dst_name, false),
            Err(errno) => Err(errno),
        };
        match looked {
            Ok(stamp) => lists.add_way(node, item.name, stamp),
            Err(Errno::NOENT) => {}
            Err(errno) => self.fails(node.dst_path(item.dst_name), Action::Stat, errno),
        }
    }

    /// Notes where a directory of the destination takes two names for one, or has two paths itself: a part knows no name
    /// that another one makes.
    pub(super) fn notice_names(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        dst: Option<&Dir>,
    ) {
        let (Some(lists), Some(dst)) = (&self.job.lists, dst) else { return };
        // A comparison makes no names.
        if self.job.spec.verb == Verb::Verify {
            return;
        }
        if let Ok(meta) = sys::stat_fd(dst.fd()) {
            lists.note_there(meta.id(), &node.dst_path(item.dst_name));
        }
        let above = node.parent.as_ref().and(pair.dst.as_ref()).map(Dir::fd);
        let name = || CString::new(format!("{}-case", self.job.mark.of_run())).unwrap_or_default();
        if folding(dst.fd(), above, name).is_some() {
            lists.note_folding();
        }
    }
}

/// Whether parts find a file by its number, and its copy gets a name of its own: a symlink that the user names as the
/// destination is written through.
fn can_divide(pair: &Pair, item: Item<'_>) -> bool {
    let is_link = |dir: &Dir| {
        sys::stat_at(dir.fd(), item.dst_name, false).is_ok_and(|it| it.kind == FileKind::Symlink)
    };
    let mut dirs = pair.dst.iter().map(Dir::fd).chain([pair.src()]);
    dirs.all(keeps_numbers) && !pair.dst.as_ref().is_some_and(is_link)
}

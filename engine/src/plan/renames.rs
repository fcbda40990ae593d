//! Tells the items that a move renames from those that it copies.

use std::sync::atomic::Ordering;

use super::Planner;
use crate::contract::spec::{DirectoryPolicy, Verb};
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::operand::parent_of;
use crate::walk::worker::{Dir, Pair};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta};

/// A device and a mount of it.
///
/// Two mounts of one filesystem, and two subvolumes of one mount, are as far apart as two disks.
pub(super) type Place = (u64, u64);

pub(super) fn place(dir: BorrowedFd<'_>) -> Option<Place> {
    sys::stat_dir(dir).ok().map(|meta| (meta.dev, meta.mount))
}

impl Planner {
    /// Whether a move renames an item, instead of copying it.
    pub(super) fn renames(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> bool {
        // No part of a plan renames.
        if !self.thorough || self.job.spec.verb != Verb::Move || self.job.lists.is_some() {
            return false;
        }
        let (here, there) = self.ends(node, pair, item);
        here.is_some() && here == there
    }

    /// Whether nothing is copied that cannot be renamed.
    pub(super) fn only_renames(&self) -> bool {
        self.job.spec.options.no_copy || self.job.spec.options.exchange
    }

    /// Whether an item would have to be copied, as it goes to another filesystem.
    pub(super) fn leaves_filesystem(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> bool {
        let (here, there) = self.ends(node, pair, item);
        // A new folder is made where the others arrive.
        let there = there.or(self.arrival);
        here.is_some() && there.is_some() && here != there
    }

    /// Where an item is, and where it goes; none of what cannot be looked at.
    fn ends(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> (Option<Place>, Option<Place>) {
        let is_operand = node.parent.is_none();
        let here = if is_operand {
            let parent = sys::enter_dir(pair.src(), &parent_of(item.name), true);
            parent.ok().and_then(|dir| place(dir.as_fd()))
        } else {
            place(pair.src())
        };
        let there = || match &pair.dst {
            _ if is_operand => self.arrival,
            Some(dst) => place(dst.fd()),
            // It is made by then, for another operand of its name.
            None if self.collides => self.arrival,
            None => None,
        };
        (here, there())
    }

    /// Counts a directory that a move renames whole; `false` if it is merged or copied.
    pub(super) fn rename_dir(
        &self,
        node: &DirNode,
        pair: &Pair,
        item: Item<'_>,
        meta: &Meta,
    ) -> bool {
        let options = &self.job.spec.options;
        let merges = options.on_directory == DirectoryPolicy::Merge && !options.exchange;
        let dst = pair.dst.as_ref().map_or(sys::CWD, Dir::fd);
        let there = || sys::stat_at(dst, item.dst_name, false);
        let is_whole = !self.job.is_filtered()
            && !self.collides
            && (!merges || there().is_err_and(|errno| errno == Errno::NOENT));
        let renamed = is_whole && self.renames(node, pair, item);
        if renamed {
            self.foresee_conflict(node, pair, item, meta);
            self.counts.renamed.fetch_add(1, Ordering::Relaxed);
        }
        renamed
    }
}

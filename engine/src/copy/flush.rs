//! Flushes copies so that they survive a power cut, and finds those that were not written.

use std::sync::Arc;

use super::batch::{FEW, with_batch};
use super::copied::{Copied, State};
use super::copier::{Copier, Step};
use crate::contract::error::Action;
use crate::contract::event::FileKind;
use crate::walk::Visitor;
use crate::walk::node::DirNode;
use crate::walk::operand::parent_of;
use crate::walk::worker::{OfThread, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// One open directory for each filesystem written to.
///
/// syncfs(2) reports what failed since its descriptor was opened, so each is opened before the first
/// write that it answers for. After a failure it is opened anew.
#[derive(Debug, Default)]
pub(crate) struct Anchors(Vec<(u64, OwnedFd)>, OfThread);

impl Anchors {
    fn of(&self, device: u64) -> Option<BorrowedFd<'_>> {
        self.0.iter().find(|(known, _)| *known == device).map(|(_, fd)| fd.as_fd())
    }

    fn keep(&mut self, device: u64, fd: OwnedFd) {
        self.0.push((device, fd));
    }

    fn forget(&mut self, device: u64) {
        self.0.retain(|(known, _)| *known != device);
    }
}

impl Copier {
    /// Brings copies to the disk, with the directories that hold their names.
    ///
    /// `data` tells whether their data are there already.
    pub(super) fn make_durable(&self, worker: &mut Worker, copies: &mut [Copied], data: bool) {
        if copies.len() <= FEW && !copies.iter().any(|copy| self.needs_filesystem(copy)) {
            // A whole filesystem, which others write to as well, is not flushed for a few files.
            for copy in copies.iter_mut().filter(|_| data) {
                note(copy, |copy| self.sync_one(worker, copy, sys::sync_file));
            }
            // Where names are still to come, their flush will be soon enough for all.
            if !data || !copies.iter().any(|copy| copy.file.is_staged()) {
                self.sync_directories(worker, copies, None);
            }
            return;
        }
        if data && !sys::FLUSH_TELLS {
            for copy in copies.iter_mut() {
                note(copy, |copy| self.sync_one(worker, copy, sys::sync_data));
            }
        }
        let mut devices: Vec<u64> = copies.iter().map(|copy| copy.device).collect();
        devices.sort_unstable();
        devices.dedup();
        for device in devices {
            let flushed = flush_anchor(worker, device);
            let Err(errno) = flushed else { continue };
            with_batch(worker, |batch| batch.anchors.forget(device));
            for copy in copies.iter_mut().filter(|copy| copy.device == device && data) {
                note(copy, |copy| self.examine(worker, copy, errno));
            }
            self.sync_directories(worker, copies, Some(device));
        }
    }

    /// Brings the names of items that are safe themselves to the disk: each directory once.
    pub(super) fn sync_all_names(&self, worker: &mut Worker, copies: &mut [Copied]) {
        let mut devices: Vec<u64> = copies
            .iter()
            .filter(|copy| self.needs_filesystem(copy))
            .map(|copy| copy.device)
            .collect();
        devices.sort_unstable();
        devices.dedup();
        for device in devices {
            let flushed = flush_anchor(worker, device);
            if let Err(errno) = flushed {
                with_batch(worker, |batch| batch.anchors.forget(device));
                let failed = || Err(State::Failed(Action::Sync, errno));
                copies.iter_mut().filter(|copy| copy.device == device).for_each(|copy| {
                    note(copy, |_| failed());
                });
            }
        }
        for copy in copies.iter_mut().filter(|copy| copy.is_renamed_file()) {
            note(copy, |copy| self.sync_one(worker, copy, sys::sync_file));
        }
        self.sync_directories(worker, copies, None);
    }

    /// Whether an item cannot be flushed by itself: it has metadata that were set after its name, or came with others.
    fn needs_filesystem(&self, copy: &Copied) -> bool {
        copy.is_node() && !self.keeps_nothing() || copy.is_renamed_with_others()
    }

    /// Makes it safe that a renamed item has its old name no more.
    fn sync_old_name(&self, worker: &mut Worker, copy: &Copied) -> Result<(), State> {
        let pair = self.pair(worker, &copy.item.node).map_err(State::Lost)?;
        sync_dir(pair.src(), &parent_of(&copy.item.name))
            .map_err(|errno| State::Failed(Action::Sync, errno))
    }

    /// Opens a copy by whatever name it has.
    fn open_copy(&self, worker: &mut Worker, copy: &Copied) -> Result<OwnedFd, State> {
        let pair = self.pair(worker, &copy.item.node).map_err(State::Lost)?;
        let name = copy.file.temporary().unwrap_or(&copy.item.dst_name);
        sys::open_back(pair.dst(), name).map_err(|errno| State::Failed(Action::Sync, errno))
    }

    /// Flushes one file, by one of the calls for that.
    fn sync_one(
        &self,
        worker: &mut Worker,
        copy: &Copied,
        flush: fn(BorrowedFd<'_>) -> Sys<()>,
    ) -> Result<(), State> {
        if !copy.has_data() && !copy.is_renamed_file() {
            return Ok(());
        }
        let flushed = match copy.file.fd() {
            Some(fd) => flush(fd),
            None => match self.open_copy(worker, copy) {
                // It was not read to be renamed, and another user's may be hidden from this one.
                Err(State::Failed(_, Errno::ACCESS)) if copy.is_renamed_file() => {
                    flush_anchor(worker, copy.device)
                }
                opened => flush(opened?.as_fd()),
            },
        };
        flushed.map_err(|errno| State::Failed(Action::Sync, errno))
    }

    /// Finds out whether a copy is among those that a failed flush lost.
    fn examine(&self, worker: &mut Worker, copy: &Copied, errno: Errno) -> Result<(), State> {
        if copy.is_renamed_with_others() {
            // Which of them were lost is not known.
            return Err(State::Failed(Action::Sync, errno));
        }
        self.sync_one(worker, copy, sys::sync_file)?;
        if !copy.has_data() {
            return Ok(());
        }
        let opened = if copy.file.has_name() { Some(self.open_copy(worker, copy)?) } else { None };
        let Some(fd) = opened.as_ref().map(OwnedFd::as_fd).or(copy.file.fd()) else {
            return Err(State::Failed(Action::Sync, errno));
        };
        // The page cache still has what the device does not (fsync(2), errors).
        sys::drop_cache(fd);
        let pair = self.pair(worker, &copy.item.node).map_err(State::Lost)?;
        let item = &copy.item;
        let follow = self.job.spec.options.follow.holds_for(item.node.parent.is_none(), item.kind);
        let source = sys::open_source(pair.src(), &copy.item.name, follow)
            .map_err(|errno| State::Failed(Action::Open, errno))?;
        if copy.meta.kind != FileKind::File {
            // A pipe cannot be read twice.
            return Err(State::Failed(Action::Sync, errno));
        }
        match self.compare(worker, source.as_fd(), fd) {
            Ok(false) => Ok(()),
            Ok(true) => Err(State::Failed(Action::Sync, errno)),
            Err(super::ends::DataError::Cancelled) => Err(State::Cancelled),
            Err(super::ends::DataError::Sys(action, errno)) => Err(State::Failed(action, errno)),
        }
    }

    /// Flushes the directories of copies, one by one; of those on one device, if it is given.
    fn sync_directories(&self, worker: &mut Worker, copies: &mut [Copied], device: Option<u64>) {
        let mut synced: Vec<(u64, Option<Errno>)> = Vec::new();
        let on_device = |copy: &&mut Copied| {
            matches!(copy.state, State::Good) && device.is_none_or(|device| copy.device == device)
        };
        for copy in copies.iter_mut().filter(on_device) {
            let node = Arc::clone(&copy.item.node);
            let parent = parent_of(&copy.item.dst_name);
            let named = parent.to_bytes() != b".";
            let known = synced.iter().find(|(id, _)| *id == node.id && !named);
            let failed = if let Some((_, failed)) = known {
                *failed
            } else {
                let failed = self.sync_names(worker, &node, &parent).err();
                synced.push((node.id, failed));
                failed
            };
            note(copy, |_| match failed {
                Some(errno) => Err(State::Failed(Action::Sync, errno)),
                None => Ok(()),
            });
            if copy.is_renamed() {
                note(copy, |copy| self.sync_old_name(worker, copy));
            }
        }
    }

    /// Flushes a directory, and those above it that this job made, up to the first that was there.
    pub(super) fn sync_names(
        &self,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        parent: &std::ffi::CStr,
    ) -> Sys<()> {
        let mut at = Arc::clone(node);
        let mut parent = parent.to_owned();
        let mut levels = 0;
        loop {
            let pair = self.pair(worker, &at).map_err(|failure| failure.errno)?;
            if levels == FEW {
                // So many new ones cost more than a whole filesystem.
                let dir = match sys::open_dir(pair.dst(), &parent, true) {
                    Err(Errno::ACCESS) => unnamed_in(pair.dst(), &parent),
                    opened => opened,
                };
                sys::sync_filesystem(dir?.as_fd())?;
                break;
            }
            sync_dir(pair.dst(), &parent)?;
            let Some(above) = at.parent.clone().filter(|_| !at.is_named()) else { break };
            parent = parent_of(&at.dst_name);
            at = above;
            levels += 1;
        }
        let mut at = Some(node);
        while let Some(safe) = at.filter(|node| !node.is_named()) {
            safe.name_is_safe();
            at = safe.parent.as_ref();
        }
        Ok(())
    }
}

/// Flushes the directory of a name.
pub(super) fn sync_dir(above: BorrowedFd<'_>, parent: &std::ffi::CStr) -> Sys<()> {
    if parent.to_bytes() == b"." && sys::sync_file(above).is_ok() {
        return Ok(());
    }
    let dir = match sys::open_dir(above, parent, true) {
        Err(Errno::ACCESS) => return sys::sync_filesystem(unnamed_in(above, parent)?.as_fd()),
        opened => opened?,
    };
    match sys::sync_file(dir.as_fd()) {
        // Filesystems that flush no directories alone (fsync(2)).
        Err(Errno::INVAL | Errno::BADF | Errno::OPNOTSUPP | Errno::NOSYS) => {
            sys::sync_filesystem(dir.as_fd())
        }
        result => result,
    }
}

/// Makes a file without a name in a directory that may be written to but not be read, and so not be flushed: the file stands
/// for the filesystem.
fn unnamed_in(above: BorrowedFd<'_>, parent: &std::ffi::CStr) -> Sys<OwnedFd> {
    let made = sys::enter_dir(above, parent, true)
        .and_then(|dir| sys::create_unnamed(dir.as_fd(), c".", 0o600));
    made.map_err(|_cannot| Errno::ACCESS)
}

/// Flushes a filesystem by the descriptor that was opened before it was written to.
///
/// # Errors
/// None could be had, the last flush failed, or this one did.
fn flush_anchor(worker: &mut Worker, device: u64) -> sys::Sys<()> {
    with_batch(worker, |batch| match batch.anchors.of(device) {
        Some(anchor) => sys::sync_filesystem(anchor),
        None => Err(Errno::IO),
    })
}

fn is_anchored(worker: &mut Worker, device: u64) -> bool {
    with_batch(worker, |batch| batch.anchors.of(device).is_some())
}

/// Finds the device on which an item appears, and makes sure that it has an anchor.
pub(super) fn device_below(worker: &mut Worker, step: Step<'_>) -> u64 {
    let known = step.pair.dst_device.get().copied();
    if let Some(device) = known
        && is_anchored(worker, device)
    {
        return device;
    }
    let parent = parent_of(step.item.dst_name);
    let opened = match sys::open_dir(step.pair.dst(), &parent, true) {
        Err(Errno::ACCESS) => unnamed_in(step.pair.dst(), &parent),
        opened => opened,
    };
    let device = match &opened {
        Ok(dir) => sys::stat_fd(dir.as_fd()),
        // A directory may be entered but not read.
        Err(_) => sys::stat_at(step.pair.dst(), &parent, true),
    };
    let device = device.map_or(0, |meta| meta.dev);
    if parent.to_bytes() == b"." {
        step.pair.dst_device.get_or_init(|| device);
    }
    if let Ok(dir) = opened
        && !is_anchored(worker, device)
    {
        with_batch(worker, |batch| batch.anchors.keep(device, dir));
    }
    device
}

/// Remembers what goes wrong with a copy with which nothing did before.
fn note(copy: &mut Copied, step: impl FnOnce(&Copied) -> Result<(), State>) {
    if matches!(copy.state, State::Good)
        && let Err(state) = step(copy)
    {
        copy.state = state;
    }
}

//! Shares the extents of a file instead of copying its data.
//!
//! Linux gives the extents to an open file. macOS makes a new file of them (clonefile(2)), so the clone takes the place
//! of the new file: it is created under the (temporary or final) name of the copy, and gets its metadata and its final
//! name as every copy does.
//!
//! clonefile(2) would clone a whole directory as well. No job does that: its manual strongly discourages it. One call
//! that cannot be stopped would report no single item, apply no filter, set no owners, modes and ACLs, and not say
//! which item failed.

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::naming::temporary_beside;
use super::publish::Staged;
use crate::contract::error::Action;
use crate::contract::event::{Debug, Detail, FileKind, Mover};
use crate::contract::spec::{Driver, ModeRule, Reflink, Sparse};
use crate::job::meter::Counters;
use crate::walk::route::Route;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta, Sys};

impl Copier {
    /// Whether a file is to share the extents of its source or to stay as it is.
    pub(super) fn demands_clone(&self) -> bool {
        let options = &self.job.spec.options;
        options.reflink == Reflink::Always || options.driver == Some(Driver::Reflink)
    }

    /// Why no clone is tried, as `cp --debug` shows it; none if one may work.
    fn rules_out_clone(&self, route: &Route, meta: &Meta) -> Option<Debug> {
        let options = &self.job.spec.options;
        if self.demands_clone() {
            return None;
        }
        // GNU's cp clones even where zeros are to become holes.
        let keeps_data = match options.sparse {
            Sparse::Auto => true,
            Sparse::Always => self.as_cp(),
            Sparse::Never => false,
        };
        if options.reflink == Reflink::Never
            || !keeps_data
            || matches!(options.driver, Some(Driver::ReadWrite | Driver::CopyFileRange))
        {
            return Some(Debug::No);
        }
        if !route.reflink.is_possible() {
            return Some(Debug::Unsupported);
        }
        (!self.explains() && meta.size <= route.small()).then_some(Debug::Unknown)
    }

    /// Shares the extents, where that is wanted and may work.
    pub(super) fn try_clone(
        &self,
        ends: Ends<'_>,
        counters: &Counters,
        detail: &mut Detail,
    ) -> Result<Option<u64>, DataError> {
        if let Some(reason) = self.rules_out_clone(ends.route, ends.meta) {
            detail.reflink = reason;
            return Ok(None);
        }
        self.job.control.spend(0)?;
        match sys::clone_file(ends.src, ends.dst) {
            Ok(()) => {
                ends.route.reflink.worked();
                count(counters, ends.meta, detail);
                Ok(Some(ends.meta.size))
            }
            Err(errno) if self.demands_clone() => Err(DataError::Sys(Action::Clone, errno)),
            Err(errno @ (Errno::NOSPC | Errno::DQUOT | Errno::IO | Errno::ROFS)) => {
                Err(DataError::Sys(Action::Write, errno))
            }
            Err(errno) => {
                ends.route.reflink.failed(errno);
                detail.reflink = Debug::Unsupported;
                Ok(None)
            }
        }
    }

    /// Makes the file to write into as a clone of its source, where clones are made in that way; none if it must be
    /// written.
    ///
    /// # Errors
    /// `EEXIST` if the name of a new file is taken.
    pub(super) fn stage_clone(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: BorrowedFd<'_>,
        meta: &Meta,
        route: &Route,
        over: Over,
    ) -> Option<Sys<Staged>> {
        let options = &self.job.spec.options;
        let is_begun = || {
            let journal = self.job.journal.as_ref();
            journal.is_some_and(|journal| journal.begun(step.node, step.item.name).is_some())
        };
        if !sys::CLONE_IS_BORN
            || options.attributes_only
            || meta.kind != FileKind::File
            || meta.size == 0
            || self.rules_out_clone(route, meta).is_some()
            || self.is_cut(meta)
            || is_begun()
        {
            return None;
        }
        let mode = over.mode & !self.job.umask;
        let fate = match options.preserve {
            keep if !keep.ownership || keep.mode != ModeRule::Exact || over.has_heir => {
                Attributes::Replace
            }
            _ if self.job.privileged => Attributes::KeepAll,
            _ => Attributes::KeepMode,
        };
        if exposes(meta.mode, mode, fate) && !self.demands_clone() {
            return None;
        }
        let owner = options.preserve.ownership && !over.has_heir;
        let at_once = !over.replaces && self.is_small(meta);
        let mut born = || loop {
            let name = if at_once {
                step.item.dst_name.to_owned()
            } else {
                temporary_beside(worker, step.item.dst_name)
            };
            match sys::clone_new(src, step.pair.dst(), &name, owner) {
                Err(errno) if sys::exists(errno) && !at_once => {}
                clone => return clone.map(|fd| Staged::born(step.pair, fd, name, at_once)),
            }
        };
        // Once created, it is removed on failure.
        let ready = |clone: &Staged| {
            sys::set_mode(clone.fd(), mode)?;
            if options.preserve.timestamps { Ok(()) } else { sys::make_new(clone.fd()) }
        };
        match born().and_then(|clone| ready(&clone).map(|()| clone)) {
            Ok(staged) => {
                route.reflink.worked();
                Some(Ok(staged))
            }
            Err(errno) if sys::exists(errno) => Some(Err(errno)),
            Err(errno) => {
                // What also concerns an ordinary file, its creation tells.
                route.reflink.failed(errno);
                None
            }
        }
    }

    /// Counts the data that a clone was born with.
    pub(super) fn count_clone(&self, worker: &Worker, meta: &Meta) -> Result<Moved, DataError> {
        self.job.control.spend(0)?;
        let mut moved = Moved::nothing();
        count(self.job.meter.of(worker.index), meta, &mut moved.detail);
        Ok(Moved { bytes: meta.size, method: Some(Mover::Reflink), ..moved })
    }
}

fn count(counters: &Counters, meta: &Meta, detail: &mut Detail) {
    detail.reflink = Debug::Yes;
    detail.offload = Debug::Unknown;
    counters.bytes.add(meta.size);
    counters.bytes_reflinked.add(meta.size);
}

/// What a clone takes the place of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    /// The mode that a file would be created with there.
    pub(super) mode: u32,
    /// Whether something has the name.
    pub(super) replaces: bool,
    /// Whether the owner and mode of what has the name are kept.
    pub(super) has_heir: bool,
}

/// What becomes of the mode and the owner that a clone is created with.
#[derive(Clone, Copy, Debug)]
enum Attributes {
    /// It keeps both.
    KeepAll,
    /// It keeps the mode, and gets its group later.
    KeepMode,
    /// It gets another mode.
    Replace,
}

/// Whether a clone, which is born with the mode of its source, lets other users do for a moment what they may not do with
/// the finished file.
fn exposes(mode: u32, wanted: u32, attributes: Attributes) -> bool {
    match attributes {
        Attributes::KeepAll => false,
        // Its first group is that of the directory, which may have no more than all others have.
        Attributes::KeepMode => (mode >> 3) & !mode & 0o7 != 0,
        Attributes::Replace => mode & !wanted & 0o077 != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_is_born_with_no_more_rights_than_it_keeps() {
        // By default: what the umask leaves of the mode.
        assert!(!exposes(0o644, 0o644, Attributes::Replace));
        assert!(exposes(0o664, 0o644, Attributes::Replace));
        assert!(!exposes(0o700, 0o600, Attributes::Replace));
        // Replaced files have a mode of their own, and until then none for others.
        assert!(exposes(0o644, 0o600, Attributes::Replace));
        assert!(!exposes(0o600, 0o600, Attributes::Replace));
        // With owner and mode kept, the group comes last.
        assert!(!exposes(0o644, 0o600, Attributes::KeepMode));
        assert!(!exposes(0o755, 0o700, Attributes::KeepMode));
        assert!(exposes(0o640, 0o600, Attributes::KeepMode));
        assert!(exposes(0o664, 0o600, Attributes::KeepMode));
        // The administrator's clones have their owner at once.
        assert!(!exposes(0o660, 0o600, Attributes::KeepAll));
    }
}

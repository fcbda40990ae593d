//! Deletes items of the trash: they must stay there meanwhile, and be what the user was shown.

use std::collections::{HashMap, HashSet};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::{Remover, Step};
use crate::contract::error::Code;
use crate::contract::event::SkipReason;
use crate::contract::path::WirePath;
use crate::job::seen::is_alike;
use crate::trash;
use crate::walk::item::ParkedItem;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Meta, c_path, lock};

/// What is known of items of the trash that are being deleted.
#[derive(Debug, Default)]
pub(super) struct Trash {
    /// Where descriptions are meanwhile, by their own paths.
    claimed: Mutex<HashMap<PathBuf, PathBuf>>,
    /// Directories that another program has taken out of the trash.
    taken_out: Mutex<HashSet<CString>>,
}

impl Trash {
    /// Has the description of a directory out of the reach of a restore; gives where it is then.
    pub(super) fn claim(&self, info: &Path) -> PathBuf {
        let is_dir = |place: &PathBuf| place.symlink_metadata().is_ok_and(|meta| meta.is_dir());
        let claimed = trash::place(info).filter(is_dir).and_then(|_| trash::claim(info).ok());
        // Where it cannot be, each item is still looked at before it is removed.
        let Some(claimed) = claimed else { return info.to_owned() };
        lock(&self.claimed).insert(info.to_owned(), claimed.clone());
        claimed
    }

    /// Gives a description its name again if its item stays; gives where it is then.
    pub(super) fn release(&self, info: &Path) -> PathBuf {
        match lock(&self.claimed).remove(info) {
            Some(claimed) if is_in_trash(info) => trash::release(&claimed).unwrap_or(claimed),
            Some(claimed) => claimed,
            None => info.to_owned(),
        }
    }
}

impl Remover {
    /// Claims the description that an operand is.
    pub(super) fn claimed(&self, item: ParkedItem) -> ParkedItem {
        let path = item.node.src_path(&item.name);
        called(&self.trash.claim(&path), item)
    }

    /// Releases the description that an operand is.
    pub(super) fn released(&self, item: ParkedItem) -> ParkedItem {
        let path = item.node.src_path(&item.name);
        called(&self.trash.release(&trash::claimed_from(&path).unwrap_or(path)), item)
    }

    /// Whether the directory of the trash that an item is in was moved out of it meanwhile: what is in it is not removed
    /// where it is now.
    pub(super) fn was_taken_out(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        if !self.job.empties_trash() || step.is_operand() {
            return false;
        }
        let mut operand = step.node;
        while let Some(above) = operand.parent.as_ref().filter(|above| above.parent.is_some()) {
            operand = above;
        }
        let is_there = |meta: Meta| meta.id() == operand.meta.id();
        if sys::stat_at(sys::CWD, &operand.src_name, false).is_ok_and(is_there) {
            return false;
        }
        // One failure tells of all that is left.
        if lock(&self.trash.taken_out).insert(operand.src_name.clone()) {
            self.refuse(worker, step, Code::ChangedSince);
        } else {
            self.leave_alone(worker, step, SkipReason::Missing);
        }
        true
    }

    /// Whether an operand is another one than the user was shown; of an item of the trash its description tells, too.
    pub(super) fn differs(&self, source: &WirePath, meta: &Meta) -> bool {
        let spec = &self.job.spec;
        let Some(seen) = &spec.options.seen else { return false };
        let differs = |path: &Path, meta: &Meta| {
            let at = c_path(path).and_then(|path| self.places.find(Some(&spec.sources), &path));
            let was = at.and_then(|at| seen.sources.get(at).copied().flatten());
            was.is_some_and(|was| !is_alike(meta, was))
        };
        let has_other_description = || {
            let info = trash::description_of(&source.0)?;
            let meta = sys::stat_at(sys::CWD, &c_path(&info)?, false).ok()?;
            Some(differs(&info, &meta))
        };
        differs(&source.0, meta)
            || self.job.empties_trash() && has_other_description().unwrap_or(false)
    }
}

/// Whether what a description is about is in the trash.
pub(super) fn is_in_trash(info: &Path) -> bool {
    trash::place(info).is_some_and(|place| place.symlink_metadata().is_ok())
}

fn called(path: &Path, item: ParkedItem) -> ParkedItem {
    match c_path(path) {
        Some(name) => ParkedItem { dst_name: name.clone(), name, ..item },
        None => item,
    }
}

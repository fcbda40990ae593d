//! Deletes items of the trash: they must stay there meanwhile, and be what the user was shown.

use std::collections::HashSet;
use std::ffi::CString;
use std::path::Path;
use std::sync::Mutex;

use super::{Remover, Step};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::SkipReason;
use crate::contract::path::WirePath;
use crate::job::seen::{is_alike, is_another_since};
use crate::trash;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Meta, c_path, lock};

/// Directories that another program has taken out of the trash while they were deleted.
#[derive(Debug, Default)]
pub(super) struct TakenOut(Mutex<HashSet<CString>>);

/// Where the directory of the trash is that an item is in.
pub(super) enum Whereabouts {
    /// Where the user was shown it, or the item is in no trash.
    Same,
    /// Elsewhere; this failure tells of all that is left in it.
    TakenOut(OpError),
    /// Elsewhere, which was told.
    Told,
}

impl Remover {
    /// Ends an item if the directory of the trash that it is in was moved out of that meanwhile.
    pub(super) fn was_taken_out(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        match self.whereabouts(step) {
            Whereabouts::Same => return false,
            Whereabouts::TakenOut(error) => self.job.fail(worker, step, error),
            Whereabouts::Told => self.leave_alone(worker, step, SkipReason::Missing),
        }
        true
    }

    /// Looks where the directory of the trash is that an item is in: if it was moved out of that meanwhile, what is in it is
    /// not removed where it is now.
    pub(super) fn whereabouts(&self, step: Step<'_>) -> Whereabouts {
        if !self.job.empties_trash() || step.is_operand() {
            return Whereabouts::Same;
        }
        let mut operand = step.node;
        while let Some(above) = operand.parent.as_ref().filter(|above| above.parent.is_some()) {
            operand = above;
        }
        let is_there = |meta: Meta| meta.id() == operand.meta.id();
        if sys::stat_at(sys::CWD, &operand.src_name, false).is_ok_and(is_there) {
            return Whereabouts::Same;
        }
        if !lock(&self.taken_out.0).insert(operand.src_name.clone()) {
            return Whereabouts::Told;
        }
        let error = OpError::refused(Action::Remove, Code::ChangedSince, step.src_path());
        Whereabouts::TakenOut(error)
    }

    /// Whether an operand is another one than the user was shown; of an item of the trash its description tells, too.
    pub(super) fn differs(&self, source: &WirePath, meta: &Meta) -> bool {
        let spec = &self.job.spec;
        let Some(seen) = &spec.options.seen else { return false };
        let differs = |path: &Path, meta: &Meta| {
            let at = c_path(path).and_then(|path| self.places.find(Some(&spec.sources), &path));
            let was = at.and_then(|at| seen.sources.get(at).copied().flatten());
            was.is_some_and(|was| {
                if seen.only_types {
                    is_another_since(path, meta, was, seen.at)
                } else {
                    !is_alike(meta, was)
                }
            })
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

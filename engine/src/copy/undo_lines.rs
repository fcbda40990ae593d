//! Records what a job did, so that the user can undo it.
//!
//! Only what appears in a directory that was there before is worth a line.

use std::ffi::CStr;

use super::copier::{Copier, Step};
use super::naming::Over;
use crate::record::{Line, Recorder};
use fcp_sys::Identity;

impl Copier {
    fn recorder(&self, step: Step<'_>) -> Option<&Recorder> {
        self.job.recorder.as_ref().filter(|_| !step.node.created)
    }

    /// Writes down that an item has arrived, where nothing was or where something gave way.
    #[inline]
    pub(super) fn note_arrival(&self, step: Step<'_>, over: Over) {
        let Some(recorder) = self.recorder(step) else { return };
        let to = recorder.full(&step.dst_path());
        let from = recorder.full(&step.src_path());
        if over == Over::Other && self.job.spec.options.backup.is_none() {
            let (path, from) = (to.clone(), from.clone());
            recorder.note(&Line::Replaced { path, from, backup: None, trashed: None });
        }
        if self.unpacks() {
            if over != Over::Other
                && let Ok(id) = Identity::at(step.pair.dst(), step.item.dst_name)
            {
                recorder.note(&Line::Extracted { path: to, id });
            }
        } else if !self.moves {
            // Without the old file there is nothing to go back to, and the copy stays.
            if over != Over::Other {
                recorder.note(&Line::Made { path: to, from });
            }
        } else if let Ok(id) = Identity::at(step.pair.dst(), step.item.dst_name) {
            recorder.note(&Line::Moved { from, to, id });
        }
    }

    /// Writes down under which name a file was kept that gives way.
    pub(super) fn note_backup(&self, step: Step<'_>, backup: Option<&CStr>) {
        if let Some(recorder) = self.recorder(step)
            && let Some(name) = backup
        {
            let backup = Some(recorder.full(&step.node.dst_path(name)));
            let (path, from) = (recorder.full(&step.dst_path()), recorder.full(&step.src_path()));
            recorder.note(&Line::Replaced { path, from, backup, trashed: None });
        }
    }

    /// Writes down that two names have changed places.
    pub(super) fn note_exchange(&self, step: Step<'_>) {
        let Some(recorder) = self.recorder(step) else { return };
        let now = Identity::at(step.pair.src(), step.item.name);
        let there = Identity::at(step.pair.dst(), step.item.dst_name);
        if let (Ok(now), Ok(there)) = (now, there) {
            let (one, other) = (recorder.full(&step.src_path()), recorder.full(&step.dst_path()));
            recorder.note(&Line::Exchanged { one, other, ids: [now, there] });
        }
    }
}

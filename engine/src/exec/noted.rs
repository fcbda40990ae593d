//! What a job writes down so that it can be taken back.
//!
//! Only what appears in a directory that was there before is worth a line.

use std::ffi::CStr;

use super::{Copier, Step};
use crate::record::Line;
use crate::spec::Verb;
use crate::sys;

impl Copier {
    /// Writes down that a copy appeared.
    #[inline]
    pub(super) fn note_made(&self, step: Step<'_>) {
        if let Some(recorder) = &self.job.recorder
            && self.job.spec.verb == Verb::Copy
            && !step.node.created
        {
            recorder.note(&Line::Made { path: recorder.full(&step.dst_path()) });
        }
    }

    /// Writes down that an item has another name now.
    pub(super) fn note_moved(&self, step: Step<'_>) {
        if let Some(recorder) = &self.job.recorder
            && !step.node.created
            && let Ok(meta) = sys::stat_at(step.pair.dst(), step.item.dst_name, false)
        {
            let (from, to) = (recorder.full(&step.src_path()), recorder.full(&step.dst_path()));
            recorder.note(&Line::Moved { from, to, id: meta.id() });
        }
    }

    /// Writes down that a file gave way, and under which name it was kept.
    #[inline]
    pub(super) fn note_replaced(&self, step: Step<'_>, backup: Option<&CStr>) {
        if let Some(recorder) = &self.job.recorder
            && !step.node.created
        {
            let backup = backup.map(|name| recorder.full(&step.node.dst_path(name)));
            recorder.note(&Line::Replaced { path: recorder.full(&step.dst_path()), backup });
        }
    }
}

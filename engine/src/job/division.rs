//! What a job knows of the plan that divides it.

use std::path::Path;

use super::Job;
use crate::parts::claim::Claim;
use crate::parts::stamp::Stamp;

impl Job {
    /// Whether it is a part of a plan, which another process can resume.
    pub(crate) fn is_part(&self) -> bool {
        self.selection.is_some() && self.journal.is_some()
    }

    /// Whether no other process has taken the part over, as far as it can be told; always, of a job that is no part.
    pub(crate) fn holds_claim(&self) -> bool {
        self.claim.as_ref().is_none_or(|claim| claim.beat() == Ok(true))
    }

    /// Gives the workers that suit the processors which this process may use, beside other parts of the plan.
    pub(crate) fn suiting(claim: Option<&Claim>) -> usize {
        let usable = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        claim.map_or(usable, |claim| claim.share(usable))
    }

    /// Gives the workers that suit a part now, which may have begun beside more others; none of a job that is no part.
    pub(crate) fn share(&self) -> Option<usize> {
        self.claim.as_ref().map(|claim| Self::suiting(Some(claim)))
    }

    /// Notes to which hidden file a part has written its piece of a file.
    pub(crate) fn note_written(&self, stamp: Stamp) {
        if let Some(claim) = &self.claim {
            claim.note_written(stamp);
        }
    }

    /// Whether some items are left out. What is left out is in no list, so that parts need no filters.
    pub(crate) fn is_filtered(&self) -> bool {
        self.filtered || self.claim.as_ref().is_some_and(|claim| claim.plan.is_filtered())
    }

    /// Whether it compares directories with their counterparts, to remove what the sources lack: no job that takes the
    /// names of items from a list does.
    pub(crate) fn compares(&self) -> bool {
        self.spec.options.mirrors() && self.selection.is_none()
    }

    /// Gives the directory of the plan that the job makes, or that it is a part of.
    pub(crate) fn plan_dir(&self) -> Option<&Path> {
        let lists = self.lists.as_ref().map(|lists| lists.dir());
        let sweep = || self.sweep.as_ref().map(|sweep| sweep.dir());
        lists.or_else(sweep).or_else(|| self.claim.as_ref().map(|claim| claim.dir.as_path()))
    }

    /// Whether what a mirror removes is deleted, and not moved to the trash.
    pub(crate) fn deletes_extras(&self) -> bool {
        self.spec.options.removals.as_ref().is_some_and(|removals| removals.permanent)
    }

    /// Whether what a mirror removes is listed, or taken from such a list.
    pub(crate) fn lists_removals(&self) -> bool {
        self.lists.is_some() || self.sweep.is_some()
    }
}

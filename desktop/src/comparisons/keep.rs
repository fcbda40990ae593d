//! Keeps folders in step: what they have in common is stored when the job has ended that brings them in step.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use fcp_browse::{CompareSpec, Compared};
use fcp_engine::error::OpError;
use fcp_engine::event::JobId;
use fcp_presentation::errors;
use fcp_presentation::sync::{Direction, Recalled, Wish};
use fcp_presentation::tr;

use super::{Comparison, Comparisons};
use crate::wire::{ComparisonStage, Notice, NoticeCode, Refusal, Tone};

/// Time between two looks at a job whose end was not told.
const LOOK: Duration = Duration::from_secs(1);

/// Two folders that are kept in step, and how they are compared.
pub(super) struct FoldersInStep {
    roots: [PathBuf; 2],
    spec: CompareSpec,
}

impl Comparison {
    /// Takes what is known of folders that are kept in step.
    pub(super) fn recalled(&mut self, recalled: Recalled) {
        // What the user has chosen since the first comparison counts, also when the folders are compared again.
        if self.check.is_none() && std::mem::take(&mut self.is_first) {
            self.plan.set_direction(Direction::InStep);
        }
        self.is_kept = true;
        self.revision += 1;
        match recalled {
            Recalled::Known(memory) => {
                self.check.as_mut().unwrap_or(&mut self.plan).recall(memory);
            }
            Recalled::Doubted(why) => self.doubt = Some(why),
        }
    }

    /// Gives what is stored after the job, if the folders are kept in step.
    pub(super) fn kept(&self) -> Option<FoldersInStep> {
        let is_kept = self.is_kept || self.plan.direction() == Direction::InStep;
        is_kept.then(|| FoldersInStep { roots: self.plan.roots().clone(), spec: self.spec.clone() })
    }

    /// Refuses to store what the folders have in common as long as a job would change it.
    pub(super) fn may_be_kept(&self) -> Result<(), Refusal> {
        if self.is_kept && self.doubt.is_none() {
            return Err(Refusal::because(tr!("desktop-kept-already")));
        }
        let is_free = self.stage == ComparisonStage::Done && !self.plan.sums().has_work();
        if is_free && self.plan.direction() == Direction::InStep {
            Ok(())
        } else {
            Err(Refusal::because(tr!("desktop-start-first")))
        }
    }

    /// Begins to compare anew.
    pub(super) fn begin_anew(&mut self) {
        self.order += 1;
        (self.problem, self.compared) = (None, Compared::default());
        (self.is_kept, self.doubt) = (false, None);
        self.stage = ComparisonStage::Running;
    }
}

impl Comparisons {
    /// Keeps folders in step from now on that are so already.
    pub(super) fn keep(self: &Arc<Self>, comparison: &mut Comparison) {
        if let Some(kept) = comparison.kept() {
            (comparison.is_kept, comparison.doubt) = (true, None);
            comparison.revision += 1;
            let comparisons = Arc::clone(self);
            let wish = self.keeper.wish();
            thread::spawn(move || comparisons.remember(&wish, &kept));
        }
    }

    /// Stores what two folders have in common when a job has ended.
    pub(super) fn keep_after(self: &Arc<Self>, job: JobId, kept: FoldersInStep) {
        let comparisons = Arc::clone(self);
        let wish = self.keeper.wish();
        thread::spawn(move || {
            let Ok(engine) = comparisons.engine.get() else { return };
            let Some(queue) = engine.queue() else { return };
            while queue.find(job).is_ok_and(|job| job.ended.is_none()) {
                if comparisons.engine.is_quitting() {
                    return;
                }
                queue.wait_for_change(LOOK);
            }
            comparisons.remember(&wish, &kept);
        });
    }

    fn remember(&self, wish: &Wish, kept: &FoldersInStep) {
        let Some(state) = &self.state else { return };
        let roots = kept.roots.each_ref().map(PathBuf::as_path);
        if let Err(error) = self.keeper.remember(wish, roots, &kept.spec, state) {
            self.say_unstored(&error);
        }
    }

    /// Forgets that the folders of a comparison are kept in step.
    pub(super) fn forget(&self, comparison: &Comparison) -> Result<(), Refusal> {
        let Some(state) = &self.state else { return Ok(()) };
        let roots = comparison.plan.roots().each_ref().map(PathBuf::as_path);
        self.keeper.forget(state, roots)?;
        Ok(())
    }

    pub(super) fn say_unstored(&self, error: &OpError) {
        let text = tr!("desktop-keep-unstored", error = errors::told(error));
        let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
        self.feed.say(Notice { detail: Some(text), ..notice }.into());
    }
}

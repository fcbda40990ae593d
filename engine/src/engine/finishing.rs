//! Makes the engines that end a plan: they finish its directories, and remove what a mirror removes.

use std::sync::Arc;

use super::Engine;
use super::divided::PartJob;
use crate::contract::event::{Outcome, Summary, Withheld};
use crate::contract::spec::{ErrorPolicy, MismatchPolicy, Verb};
use crate::job::common::Division;
use crate::parts::planned::Step;
use crate::parts::selection::Selection;
use crate::parts::sweep::Sweep;
use crate::parts::{PlanError, PlanFolder, Removed};
use crate::record::Home;

/// The jobs that give the directories of a plan their times and modes, one after another.
#[derive(Debug)]
pub struct Finishing<'a> {
    folder: &'a PlanFolder,
    /// Whether source directories of a move stay: parts that failed enter them once more when they begin anew.
    keeps_sources: bool,
}

impl PlanFolder {
    /// Begins the last step of a plan.
    ///
    /// # Errors
    /// A part has not ended or is missing, or a root is not what it was when the plan was made.
    pub fn finish(&self) -> Result<Finishing<'_>, PlanError> {
        self.check_ended()?;
        self.plan().check_roots(Step::Last)?;
        Ok(Finishing { folder: self, keeps_sources: self.has_failed()? })
    }
}

impl Finishing<'_> {
    /// Gives the jobs that name files of which several parts have pieces, before those of the directories begin.
    pub fn files(&self) -> impl Iterator<Item = Result<PartJob, PlanError>> {
        self.folder.file_lists().map(|list| {
            let mut selection = Selection::new(&list?, &self.folder.plan().spec.sources);
            selection.gather(|parts| self.folder.gathered(parts))?;
            let plan = self.folder.plan();
            let mut spec = plan.spec_of(&selection.operands());
            spec.options.on_error = ErrorPolicy::Skip;
            // What has its name already is told by its inode.
            spec.options.resume = false;
            let selection = Some(Arc::new(selection.of_plan(plan.key)));
            let division = Division { selection, ..Division::default() };
            Ok(PartJob { engine: Engine::dividing(division, None), spec, attempt: 0 })
        })
    }

    /// Gives the jobs; each must end before the next begins, since a directory comes after those in it.
    pub fn jobs(&self) -> impl Iterator<Item = Result<PartJob, PlanError>> {
        self.folder.folder_lists().map(|list| {
            let selection = Selection::new(&list?, &self.folder.plan().spec.sources);
            Ok(self.job(selection))
        })
    }

    fn job(&self, selection: Selection) -> PartJob {
        let mut spec = self.folder.plan().spec_of(&selection.operands());
        if spec.verb == Verb::Move && self.keeps_sources {
            spec.verb = Verb::Copy;
        }
        // An item that fails must not keep the others from being finished.
        spec.options.on_error = ErrorPolicy::Skip;
        // What has come in the place of a folder of the parts is no leftover.
        spec.options.on_mismatch = MismatchPolicy::Fail;
        let selection = Some(Arc::new(selection));
        let engine = Engine::dividing(Division { selection, ..Division::default() }, None);
        PartJob { engine, spec, attempt: 0 }
    }

    /// Begins what a mirror removes when the directories have their times and modes; `is_whole` says whether all of them
    /// have. Gives none if the plan is no mirror.
    pub fn removals(
        &self,
        home: Option<Home>,
        is_whole: bool,
    ) -> Result<Option<Removals<'_>>, PlanError> {
        let plan = self.folder.plan();
        let Some(planned) = &plan.removals else { return Ok(None) };
        if let Some(removed) = Removed::read(self.folder.dir())? {
            return Ok(Some(Removals::Over(removed)));
        }
        // Looked at once more: parts that have failed since would not be done.
        let is_whole =
            is_whole && plan.unreadable == 0 && planned.read_whole && !self.folder.has_failed()?;
        let withheld = planned.withheld.or_else(|| (!is_whole).then_some(Withheld::Failures));
        Ok(Some(match withheld.filter(|_| planned.items > 0) {
            Some(reason) => Removals::Withheld(reason),
            None => Removals::Steps(RemovalSteps { folder: self.folder, home }),
        }))
    }

    /// Remembers that all jobs have ended without a failure.
    pub fn end(&self) -> Result<(), PlanError> {
        self.folder.note_finished()
    }
}

/// What a mirror removes in the end.
#[derive(Debug)]
pub enum Removals<'a> {
    /// Nothing is, and why.
    Withheld(Withheld),
    /// It was, by an earlier run of the last step.
    Over(Removed),
    /// These jobs do it.
    Steps(RemovalSteps<'a>),
}

/// The jobs that compare the lists of what a mirror removes with what is there, and those that remove it.
///
/// All of the first must end well before one of the second begins.
#[derive(Debug)]
pub struct RemovalSteps<'a> {
    folder: &'a PlanFolder,
    home: Option<Home>,
}

/// A job for one list.
#[derive(Debug)]
pub struct RemovalJob {
    /// The job.
    pub job: PartJob,
    sweep: Arc<Sweep>,
}

impl RemovalSteps<'_> {
    /// Gives the jobs that compare, for lists that no earlier run of the last step has compared.
    pub fn comparisons(&self) -> impl Iterator<Item = Result<RemovalJob, PlanError>> {
        self.lists().filter_map(|number| self.job(number, false).transpose())
    }

    /// Gives the jobs that remove.
    pub fn removals(&self) -> impl Iterator<Item = Result<RemovalJob, PlanError>> {
        self.lists().filter_map(|number| self.job(number, true).transpose())
    }

    /// Remembers what was removed, so that the last step does it once.
    pub fn end(&self, removed: Removed) -> Result<(), PlanError> {
        removed.write(self.folder.dir())
    }

    fn lists(&self) -> std::ops::Range<u64> {
        0..self.folder.plan().removals.as_ref().map_or(0, |planned| planned.lists)
    }

    fn job(&self, number: u64, removes: bool) -> Result<Option<RemovalJob>, PlanError> {
        let plan = self.folder.plan();
        let (mut sweep, list) = Sweep::read(self.folder.dir(), number)?;
        if sweep.recall()? != removes {
            return Ok(None);
        }
        sweep.removes = removes;
        let sweep = Arc::new(sweep);
        let selection = Some(Arc::new(Selection::new(&list, &plan.spec.sources)));
        let division =
            Division { selection, sweep: Some(Arc::clone(&sweep)), ..Division::default() };
        let engine = Engine::dividing(division, self.home.clone());
        let job = PartJob { engine, spec: plan.spec_of_removals(), attempt: 0 };
        Ok(Some(RemovalJob { job, sweep }))
    }
}

impl RemovalJob {
    /// Ends a comparison; gives why nothing may be removed.
    pub fn compared(&self, summary: &Summary) -> Result<Option<Withheld>, PlanError> {
        if self.sweep.is_empty() {
            return Ok(Some(Withheld::EmptySource));
        }
        if summary.outcome != Outcome::Completed {
            return Ok(Some(Withheld::Failures));
        }
        self.sweep.remember()?;
        Ok(None)
    }

    /// Gives what was removed, by this run of the last step and those before it.
    pub fn removed(&self) -> Removed {
        self.sweep.sum()
    }
}

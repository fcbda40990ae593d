//! Makes the engines that end a plan: they finish its directories, and remove what a mirror removes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::Engine;
use super::divided::PartJob;
use crate::contract::event::{Outcome, Summary, Withheld};
use crate::contract::spec::{Durability, ErrorPolicy, MismatchPolicy, Verb};
use crate::job::common::Division;
use crate::parts::extras::REMOVALS;
use crate::parts::format::List;
use crate::parts::planned::Step;
use crate::parts::selection::Selection;
use crate::parts::sweep::{Fate, Sweep};
use crate::parts::swept::count_removed;
use crate::parts::{PlanError, PlanFolder, Removed};
use crate::record::Home;
use fcp_sys::lock;

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
    /// Gives the jobs that name files of which several parts have pieces, before those of the directories begin; each with
    /// the number of its files that fail since a part of them has failed, and are told by its reason.
    pub fn files(&self) -> impl Iterator<Item = Result<(PartJob, u64), PlanError>> {
        self.folder.file_lists().map(|list| {
            let mut selection = Selection::new(&list?, &self.folder.plan().spec.sources);
            let failed = selection.gather(|parts| self.folder.gathered(parts))?;
            let plan = self.folder.plan();
            let mut spec = plan.spec_of(&selection.operands());
            spec.options.on_error = ErrorPolicy::Skip;
            // What has its name already is told by its inode.
            spec.options.resume = false;
            if spec.options.durability == Durability::Batch {
                // The name is there when the item ends, since the hidden file is removed then.
                spec.options.durability = Durability::File;
            }
            let selection = Some(Arc::new(selection.of_plan(plan.key, self.folder.dir())));
            let division = Division { selection, ..Division::default() };
            let job = PartJob { engine: Engine::dividing(division, None), spec, attempt: 0 };
            Ok((job, failed))
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
        let steps = RemovalSteps { folder: self.folder, home, fates: Mutex::default() };
        Ok(Some(match withheld.filter(|_| planned.items > 0 || !planned.read_whole) {
            Some(reason) => Removals::Withheld(reason, steps.earlier()?),
            None => Removals::Steps(steps),
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
    /// Nothing is, and why; and what earlier runs have removed.
    Withheld(Withheld, Earlier),
    /// It was, by an earlier run of the last step.
    Over(Removed),
    /// These jobs do it.
    Steps(RemovalSteps<'a>),
}

/// What earlier runs of the last step have removed, as the destination shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// No run has begun to remove.
    Nothing,
    /// So many items that were to go are not there any more.
    Items(u64),
    /// A run has begun to remove, and the destination cannot be looked at.
    Unknown,
}

/// The jobs that compare the lists of what a mirror removes with what is there, and those that remove it.
///
/// All of the first must end well, and [`RemovalSteps::begin`] after them, before one of the second begins.
#[derive(Debug)]
pub struct RemovalSteps<'a> {
    folder: &'a PlanFolder,
    home: Option<Home>,
    /// What the comparison of each list has found.
    fates: Mutex<BTreeMap<u64, Vec<Fate>>>,
}

/// A job for one list.
#[derive(Debug)]
pub struct RemovalJob {
    /// The job.
    pub job: PartJob,
    number: u64,
    sweep: Arc<Sweep>,
}

impl RemovalSteps<'_> {
    /// Gives the jobs that compare all lists, whatever earlier runs of the last step have done.
    pub fn comparisons(&self) -> impl Iterator<Item = Result<RemovalJob, PlanError>> {
        self.lists().map(|number| {
            let (sweep, list) = Sweep::read(self.folder.dir(), number)?;
            Ok(self.job(number, sweep, &list))
        })
    }

    /// Ends a comparison; gives why nothing may be removed.
    pub fn compared(&self, comparison: &RemovalJob, summary: &Summary) -> Option<Withheld> {
        let sweep = &comparison.sweep;
        if sweep.is_empty() {
            return Some(Withheld::EmptySource);
        }
        if summary.outcome != Outcome::Completed || !sweep.is_whole() {
            return Some(Withheld::Failures);
        }
        lock(&self.fates).insert(comparison.number, sweep.fates());
        None
    }

    /// Begins to remove, when all lists were compared.
    ///
    /// # Errors
    /// The lists are not those that the plan has written.
    pub fn begin(&self) -> Result<(), PlanError> {
        let entries: usize = lock(&self.fates).values().map(Vec::len).sum();
        let planned = self.folder.plan().removals.as_ref().map_or(0, |planned| planned.entries);
        if entries as u64 != planned {
            let path = self.folder.dir().join(REMOVALS);
            return Err(PlanError::Damaged {
                path,
                why: "it has not the items that the plan tells",
            });
        }
        self.lists().try_for_each(|number| self.recall(number).map(drop))
    }

    /// Gives the jobs that remove.
    pub fn removals(&self) -> impl Iterator<Item = Result<RemovalJob, PlanError>> {
        self.lists().map(|number| {
            let (mut sweep, list) = self.recall(number)?;
            sweep.removes = true;
            Ok(self.job(number, sweep, &list))
        })
    }

    /// Counts what earlier runs of the last step have removed.
    ///
    /// # Errors
    /// A list, or what was remembered of it, is damaged.
    pub fn earlier(&self) -> Result<Earlier, PlanError> {
        let mut earlier = Earlier::Nothing;
        for number in self.lists() {
            let (sweep, _) = Sweep::read(self.folder.dir(), number)?;
            let Some(past) = sweep.recall()? else { continue };
            let items = match earlier {
                Earlier::Nothing => 0,
                Earlier::Items(items) => items,
                Earlier::Unknown => break,
            };
            earlier = match count_removed(&self.folder.plan().spec, &sweep, &past) {
                Ok(more) => Earlier::Items(items + more),
                Err(_) => Earlier::Unknown,
            };
        }
        Ok(earlier)
    }

    /// Remembers what was removed, so that the last step does it once.
    pub fn end(&self, removed: Removed) -> Result<(), PlanError> {
        removed.write(self.folder.dir())
    }

    fn lists(&self) -> std::ops::Range<u64> {
        0..self.folder.plan().removals.as_ref().map_or(0, |planned| planned.lists)
    }

    /// Reads a list with what becomes of its entries by this comparison and those before it.
    fn recall(&self, number: u64) -> Result<(Sweep, List), PlanError> {
        let (sweep, list) = Sweep::read(self.folder.dir(), number)?;
        let now = lock(&self.fates).get(&number).cloned().unwrap_or_default();
        sweep.remember(&now)?;
        Ok((sweep, list))
    }

    fn job(&self, number: u64, sweep: Sweep, list: &List) -> RemovalJob {
        let plan = self.folder.plan();
        let sweep = Arc::new(sweep);
        let selection = Some(Arc::new(Selection::new(list, &plan.spec.sources)));
        let division =
            Division { selection, sweep: Some(Arc::clone(&sweep)), ..Division::default() };
        let engine = Engine::dividing(division, self.home.clone());
        let job = PartJob { engine, spec: plan.spec_of_removals(), attempt: 0 };
        RemovalJob { job, number, sweep }
    }
}

impl RemovalJob {
    /// Gives what was removed, by this run of the last step and those before it.
    pub fn removed(&self) -> Removed {
        self.sweep.sum()
    }

    /// Whether all directories of the list could be compared once more while it was removed.
    pub fn is_whole(&self) -> bool {
        self.sweep.is_whole()
    }
}

//! Makes the engines that write a plan, run a part of one, or end it.

use std::sync::{Arc, Mutex};

use super::Engine;
use crate::contract::spec::{ErrorPolicy, JobSpec, Verb};
use crate::job::common::{Common, Division};
use crate::journal::{self, Journal};
use crate::launch::Launcher;
use crate::parts::planned::Step;
use crate::parts::selection::Selection;
use crate::parts::{Claim, PlanError, PlanFolder, Planning, progress};
use crate::walk::temporary::Mark;

/// The number of the one job that such an engine runs.
const JOB: u64 = 1;

/// A part that can be submitted.
#[derive(Debug)]
pub struct PartJob {
    /// The engine, which runs this job and no other.
    pub engine: Engine,
    /// The request for it.
    pub spec: JobSpec,
    /// The number of the attempt, from 0.
    pub attempt: u64,
}

impl Engine {
    /// Makes an engine whose dry run writes the lists of a plan.
    pub fn planning(planning: &Planning) -> Self {
        let lists = Some(Arc::clone(&planning.lists));
        Self::dividing(Division { lists, ..Division::default() })
    }

    /// Makes an engine for a part that this process has claimed.
    ///
    /// # Errors
    /// A root is not what it was when the plan was made, or the list of the part is damaged.
    pub fn of_part(claim: &Claim) -> Result<PartJob, PlanError> {
        claim.plan.check_roots(Step::Part)?;
        let list = claim.list()?;
        let selection = Selection::new(&list, &claim.plan.spec.sources);
        let spec = claim.plan.spec_of(&selection.operands());
        let key = journal::key(claim.number, claim.plan.key);
        let attempt = progress::begin(&claim.dir, claim.number, &spec, Mark::new(key))?;
        let journal = Journal::new(JOB, key, attempt.past, attempt.sink)
            .storing_in(attempt.stored)
            .nudging(|| {});
        let engine = Self::dividing(Division {
            selection: Some(Arc::new(selection)),
            journal: Mutex::new(Some(journal)),
            claim: Some(claim.clone()),
            ..Division::default()
        });
        Ok(PartJob { engine, spec, attempt: attempt.number })
    }

    fn dividing(division: Division) -> Self {
        let common = Common { division, ..Common::default() };
        let launcher = Launcher { common, ..Launcher::default() };
        Self { launcher: Arc::new(launcher), ..Self::default() }
    }
}

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
        let engine = Engine::dividing(Division {
            selection: Some(Arc::new(selection)),
            ..Division::default()
        });
        PartJob { engine, spec, attempt: 0 }
    }

    /// Remembers that all jobs have ended without a failure.
    pub fn end(&self) -> Result<(), PlanError> {
        self.folder.note_finished()
    }
}

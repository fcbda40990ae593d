//! Makes the engines that write a plan, or run a part of one.

use std::sync::{Arc, Mutex};

use super::Engine;
use crate::contract::spec::JobSpec;
use crate::job::common::{Common, Division};
use crate::journal::{self, Journal, Past};
use crate::launch::Launcher;
use crate::parts::planned::Step;
use crate::parts::selection::Selection;
use crate::parts::{Claim, PlanError, Planning, progress};
use crate::record::Home;
use crate::walk::temporary::Mark;

/// The number of the one job that such an engine runs.
const JOB: u64 = 1;

/// A part that can be submitted.
#[derive(Clone, Debug)]
pub struct PartJob {
    /// The engine, which runs this job and no other.
    pub engine: Engine,
    /// The request for it.
    pub spec: JobSpec,
    /// The number of the attempt, from 0.
    pub attempt: u64,
}

impl Engine {
    /// Makes an engine whose dry run writes the lists of a plan; `home` says what no mirror removes.
    pub fn planning(planning: &Planning, home: Option<Home>) -> Self {
        let lists = Some(Arc::clone(&planning.lists));
        Self::dividing(Division { lists, ..Division::default() }, home)
    }

    /// Makes an engine for a part that this process has claimed; in `home` is the trash, to which a mirror moves what is in
    /// the way of an item of another type.
    ///
    /// # Errors
    /// A root is not what it was when the plan was made, or the list of the part is damaged.
    pub fn of_part(claim: &Claim, home: Option<Home>) -> Result<PartJob, PlanError> {
        claim.plan.check_roots(Step::Part)?;
        let list = claim.list()?;
        let selection = Selection::new(&list, &claim.plan.spec.sources)
            .with_ways(claim.ways()?)
            .of_plan(claim.plan.key, &claim.dir);
        let spec = claim.plan.spec_of(&selection.operands());
        let key = journal::key(claim.number, claim.plan.key);
        let attempt = progress::begin(&claim.dir, claim.number, &spec, Mark::new(key))?;
        if attempt.number > 0 {
            claim.note_again();
        }
        // What is noted of a piece does not say to which file it was written.
        let past = if selection.has_pieces() { Past::default() } else { attempt.past };
        let journal =
            Journal::new(JOB, key, past, attempt.sink).storing_in(attempt.stored).nudging(|| {});
        let division = Division {
            selection: Some(Arc::new(selection)),
            journal: Mutex::new(Some(journal)),
            claim: Some(claim.clone()),
            ..Division::default()
        };
        let engine = Self::dividing(division, home.filter(|_| claim.plan.removals.is_some()));
        Ok(PartJob { engine, spec, attempt: attempt.number })
    }

    pub(super) fn dividing(division: Division, home: Option<Home>) -> Self {
        let common = Common { division, home: home.map(Arc::new), ..Common::default() };
        let launcher = Launcher { common, ..Launcher::default() };
        Self { launcher: Arc::new(launcher), ..Self::default() }
    }
}

//! Compares the folders of both panels, and brings them in step by one job.

mod comparison;
mod keep;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use fcp_browse::{CompareBatch, CompareSpec, Compared, Facts};
use fcp_engine::error::OpError;
use fcp_engine::event::{FileKind, JobId};
use fcp_engine::queue::Adding;
use fcp_engine::spec::JobSpec;
use fcp_presentation::sync::{self, Direction, Keeper, KeptEnd, Plan, Recalled};
use fcp_presentation::{errors, lock, tr};

use crate::engine::EngineCell;
use crate::feed::Feed;
use crate::jobs::Jobs;
use crate::panels::Panels;
use crate::trashed::is_in_trash;
use crate::wire::{
    ComparisonAsk, ComparisonRow, ComparisonStage, ComparisonState, PanelSide, PlanId, Refusal,
};
use comparison::{Comparison, ROWS};

/// The comparison that is shown, of which there is one at most.
#[derive(Debug)]
pub(crate) struct Comparisons {
    feed: Arc<Feed>,
    engine: Arc<EngineCell>,
    jobs: Arc<Jobs>,
    panels: Arc<Panels>,
    /// Our folder of the user's state, where what folders have in common is stored.
    state: Option<PathBuf>,
    open: Mutex<Open>,
    keeper: Keeper,
}

#[derive(Debug, Default)]
struct Open {
    last: PlanId,
    comparison: Option<Comparison>,
}

impl Comparisons {
    /// Starts without a comparison.
    pub(crate) fn new(
        feed: Arc<Feed>,
        engine: Arc<EngineCell>,
        jobs: Arc<Jobs>,
        panels: Arc<Panels>,
        state: Option<PathBuf>,
    ) -> Arc<Self> {
        let (open, keeper) = Default::default();
        Arc::new(Self { feed, engine, jobs, panels, state, open, keeper })
    }

    /// Compares the folders of both panels; the side that the user is in leads.
    pub(crate) fn begin(self: &Arc<Self>, side: PanelSide) -> Result<ComparisonState, Refusal> {
        let [left, right] = [PanelSide::Left, PanelSide::Right].map(|side| self.panels.dir(side));
        let (left, right) = (left.here()?, right.here()?);
        if [&left, &right].into_iter().any(|dir| is_in_trash(dir)) {
            return Err(Refusal::because(tr!("desktop-restore-first")));
        }
        if let Some(why) = sync::refusal([&left, &right]) {
            return Err(Refusal::because(why));
        }
        let direction = match side {
            PanelSide::Left => Direction::UpdateRight,
            PanelSide::Right => Direction::UpdateLeft,
        };
        let mut open = lock(&self.open);
        if open.comparison.as_ref().is_some_and(|it| it.stage == ComparisonStage::Checking) {
            return Err(Refusal::because(tr!("desktop-comparison-starting")));
        }
        open.last += 1;
        let comparison = Comparison {
            id: open.last,
            plan: Plan::new(left, right, direction),
            spec: CompareSpec { cross_mounts: true, ..CompareSpec::default() },
            stage: ComparisonStage::Running,
            problem: None,
            compared: Compared::default(),
            revision: 0,
            order: 0,
            check: None,
            is_kept: false,
            is_first: true,
            doubt: None,
            job: None,
            stop: Arc::default(),
        };
        let comparison = open.comparison.insert(comparison);
        self.run(comparison);
        Ok(comparison.state())
    }

    /// Carries out what was asked, and tells how far the comparison is.
    pub(crate) fn ask(
        self: &Arc<Self>,
        id: PlanId,
        ask: ComparisonAsk,
    ) -> Result<ComparisonState, Refusal> {
        let mut open = lock(&self.open);
        let shown = open.comparison.as_mut().filter(|it| it.id == id);
        let comparison = shown.ok_or(Refusal::StalePlan)?;
        match ask {
            ComparisonAsk::Look => {}
            ComparisonAsk::Close => {
                let state = comparison.state();
                open.comparison = None;
                return Ok(state);
            }
            ComparisonAsk::Stop => comparison.stop(),
            // What is about to be carried out is what was confirmed.
            _ if comparison.is_busy() => return Err(Refusal::StalePlan),
            ComparisonAsk::Again { content } => {
                comparison.spec.content = content;
                comparison.plan = comparison.anew();
                comparison.begin_anew();
                self.run(comparison);
            }
            ComparisonAsk::Start { revision } => {
                comparison.may_start(revision)?;
                comparison.check = Some(comparison.anew());
                comparison.stage = ComparisonStage::Checking;
                comparison.problem = None;
                self.run(comparison);
            }
            ComparisonAsk::Keep => {
                comparison.may_be_kept()?;
                self.keep(comparison);
            }
            ComparisonAsk::Forget => {
                self.forget(comparison)?;
                comparison.plan = comparison.anew();
                comparison.plan.set_direction(Direction::default());
                comparison.begin_anew();
                self.run(comparison);
            }
            ComparisonAsk::Choose { .. }
            | ComparisonAsk::ChooseAll { .. }
            | ComparisonAsk::Propose { .. }
            | ComparisonAsk::Direct { .. }
            | ComparisonAsk::Toggle { .. } => comparison.change(ask)?,
        }
        Ok(comparison.state())
    }

    /// Stops a comparison whose window was closed; what the user has started goes on.
    pub(crate) fn leave(&self) {
        let mut open = lock(&self.open);
        if open.comparison.as_ref().is_some_and(|it| !it.is_busy()) {
            open.comparison = None;
        }
    }

    /// Gives rows that are shown, from one on.
    pub(crate) fn rows(&self, id: PlanId, from: u64) -> Result<Vec<ComparisonRow>, Refusal> {
        let open = lock(&self.open);
        let comparison = open.comparison.as_ref().filter(|it| it.id == id);
        let comparison = comparison.ok_or(Refusal::StalePlan)?;
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        Ok((from..from.saturating_add(ROWS)).map_while(|at| comparison.row(at)).collect())
    }

    /// Gives both files of a row that is shown.
    pub(crate) fn both_files(
        &self,
        id: PlanId,
        row: u64,
        order: u64,
    ) -> Result<[PathBuf; 2], Refusal> {
        let open = lock(&self.open);
        let comparison = open.comparison.as_ref().filter(|it| it.id == id && it.order == order);
        let comparison = comparison.ok_or(Refusal::StalePlan)?;
        let row = usize::try_from(row).unwrap_or(usize::MAX);
        let row = comparison.plan.get(row).ok_or(Refusal::Gone)?;
        let is_file = |facts: Option<Facts>| facts.is_some_and(|it| it.kind == FileKind::File);
        if !is_file(row.left) || !is_file(row.right) {
            let why = tr!("desktop-diff-row");
            return Err(Refusal::because(why));
        }
        Ok(comparison.plan.roots().each_ref().map(|root| root.join(row.path)))
    }

    /// Compares on a thread of its own: a disk may not answer.
    fn run(self: &Arc<Self>, comparison: &mut Comparison) {
        comparison.stop.store(true, Ordering::Relaxed);
        comparison.stop = Arc::default();
        comparison.revision += 1;
        let stop = Arc::clone(&comparison.stop);
        let (roots, spec) = (comparison.plan.roots().clone(), comparison.spec.clone());
        let comparisons = Arc::clone(self);
        thread::spawn(move || {
            let [left, right] = roots.each_ref().map(PathBuf::as_path);
            let told = |batch| comparisons.told(&stop, batch);
            let recalled = |recalled| comparisons.recalled(&stop, recalled);
            let state = comparisons.state.as_deref();
            let result = sync::compare([left, right], &spec, state, &stop, recalled, told);
            comparisons.ended(&stop, result);
        });
    }

    fn told(&self, stop: &Arc<AtomicBool>, batch: CompareBatch) {
        if let Some(comparison) = lock(&self.open).of(stop) {
            let CompareBatch { compared, rows } = batch;
            if let Some(check) = &mut comparison.check {
                return rows.into_iter().for_each(|row| check.push(row));
            }
            comparison.compared = compared;
            comparison.revision += u64::from(!rows.is_empty());
            for row in rows {
                comparison.plan.push(row);
            }
        }
    }

    fn recalled(&self, stop: &Arc<AtomicBool>, recalled: Recalled) {
        if let Some(comparison) = lock(&self.open).of(stop) {
            comparison.recalled(recalled);
        }
    }

    fn ended(self: &Arc<Self>, stop: &Arc<AtomicBool>, result: Result<KeptEnd, OpError>) {
        let result = result.map(|KeptEnd { end, unkept }| {
            if let Some(error) = unkept {
                self.say_unstored(&error);
            }
            end
        });
        let mut open = lock(&self.open);
        let Some(comparison) = open.of(stop) else { return };
        let id = comparison.id;
        let check = comparison.check.take();
        match (result, check) {
            (Err(error), _) => {
                comparison.stage = ComparisonStage::Failed;
                comparison.problem = Some(errors::told(&error));
            }
            (Ok(end), None) => {
                (comparison.compared, comparison.stage) = (end.compared, ComparisonStage::Done);
            }
            (Ok(end), Some(check)) => {
                if comparison.plan.has_rows_of(&check) {
                    // From here on it cannot be stopped; the file of the queue may take its time.
                    comparison.stage = ComparisonStage::Started;
                    let spec = comparison.plan.job();
                    let kept = comparison.kept();
                    drop(open);
                    let started = self.start(spec);
                    if let (Ok(job), Some(kept)) = (&started, kept) {
                        self.keep_after(*job, kept);
                    }
                    self.started(id, started);
                } else {
                    (comparison.plan, comparison.compared) = (check, end.compared);
                    comparison.stage = ComparisonStage::Done;
                    comparison.revision += 1;
                    comparison.order += 1;
                    let text = tr!("desktop-comparison-outdated");
                    comparison.problem = Some(text.to_owned());
                }
            }
        }
    }

    fn started(&self, id: PlanId, started: Result<JobId, String>) {
        let mut open = lock(&self.open);
        let Some(comparison) = open.comparison.as_mut().filter(|it| it.id == id) else { return };
        match started {
            Ok(job) => comparison.job = Some(job),
            Err(why) => {
                comparison.stage = ComparisonStage::Done;
                comparison.problem = Some(why);
            }
        }
    }

    /// Adds the job that carries out a plan.
    fn start(&self, spec: Option<JobSpec>) -> Result<JobId, String> {
        if self.engine.is_quitting() {
            return Err(tr!("desktop-quitting").to_owned());
        }
        let spec = spec.ok_or(tr!("desktop-comparison-nothing"))?;
        let engine = self.engine.get().map_err(|_| tr!("desktop-queue-closed").to_owned())?;
        let added = engine.add(spec, &Adding::default());
        let job = added.map_err(|error| errors::of_control(&error))?;
        self.jobs.own(job);
        Ok(job)
    }
}

impl Open {
    /// The comparison that a thread works for, unless it was stopped or closed.
    fn of(&mut self, stop: &Arc<AtomicBool>) -> Option<&mut Comparison> {
        let comparison = self.comparison.as_mut();
        comparison.filter(|it| Arc::ptr_eq(&it.stop, stop) && !stop.load(Ordering::Relaxed))
    }
}

//! Defines a comparison that is open, and what the page is told of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_browse::{CompareSpec, Compared, Verdict};
use fcp_engine::event::JobId;
use fcp_presentation::sync::{self, Action, Plan};
use fcp_presentation::{errors, tr};

use crate::names;
use crate::wire::{
    ActionSum, ComparisonAsk, ComparisonRow, ComparisonStage, ComparisonState, PlanId, Refusal,
    VerdictCount,
};

/// Rows that are sent at once.
pub(super) const ROWS: usize = 100;

#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) id: PlanId,
    pub(super) plan: Plan,
    pub(super) spec: CompareSpec,
    pub(super) stage: ComparisonStage,
    pub(super) problem: Option<String>,
    pub(super) compared: Compared,
    pub(super) revision: u64,
    pub(super) order: u64,
    /// What the second comparison finds before the job starts.
    pub(super) check: Option<Plan>,
    /// Whether the folders are kept in step: what they have in common is stored.
    pub(super) is_kept: bool,
    /// Whether the direction is that of the panels, which gives way to how the folders were kept before.
    pub(super) is_first: bool,
    /// Why what they had in common does not count.
    pub(super) doubt: Option<&'static str>,
    pub(super) job: Option<JobId>,
    /// Stops the thread that compares; each has its own.
    pub(super) stop: Arc<AtomicBool>,
}

impl Drop for Comparison {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Comparison {
    pub(super) fn anew(&self) -> Plan {
        let [left, right] = self.plan.roots().clone();
        Plan::new(left, right, self.plan.direction())
    }

    /// Whether the plan must not change any more.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.stage, ComparisonStage::Checking | ComparisonStage::Started)
    }

    pub(super) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        match self.stage {
            ComparisonStage::Running => self.stage = ComparisonStage::Stopped,
            ComparisonStage::Checking => {
                (self.stage, self.check) = (ComparisonStage::Done, None);
            }
            ComparisonStage::Done
            | ComparisonStage::Stopped
            | ComparisonStage::Failed
            | ComparisonStage::Started => {}
        }
    }

    /// Refuses to start what the user has not seen as a whole.
    pub(super) fn may_start(&mut self, revision: u64) -> Result<(), Refusal> {
        if self.stage != ComparisonStage::Done {
            return Err(Refusal::because(tr!("desktop-comparison-partial")));
        }
        if self.plan.shown() < self.plan.len() {
            self.plan.show_all();
            self.revision += 1;
            self.order += 1;
            return Err(Refusal::because(tr!("desktop-comparison-hidden")));
        }
        if !self.plan.sums().has_work() {
            return Err(Refusal::because(tr!("desktop-comparison-nothing")));
        }
        if self.revision != revision {
            return Err(Refusal::because(tr!("desktop-comparison-changed")));
        }
        Ok(())
    }

    pub(super) fn change(&mut self, ask: ComparisonAsk) -> Result<(), Refusal> {
        let place = |row: u64| usize::try_from(row).unwrap_or(usize::MAX);
        let seen = match ask {
            ComparisonAsk::Choose { order, .. }
            | ComparisonAsk::ChooseAll { order, .. }
            | ComparisonAsk::Propose { order, .. } => order,
            _ => self.order,
        };
        if seen != self.order {
            // Another row has this place now.
            return Err(Refusal::StalePlan);
        }
        let is_possible = match ask {
            ComparisonAsk::Choose { row, action, .. } => self.plan.choose(place(row), action),
            ComparisonAsk::ChooseAll { row, action, .. } => {
                let verdict = self.plan.get(place(row)).map(|row| row.verdict);
                verdict.is_some_and(|verdict| self.plan.choose_all(verdict, action))
            }
            ComparisonAsk::Propose { row, .. } => {
                self.plan.propose_again(place(row));
                true
            }
            ComparisonAsk::Direct { direction } => {
                self.plan.set_direction(direction);
                self.is_first = false;
                true
            }
            ComparisonAsk::Toggle { verdict } => {
                self.plan.toggle(verdict);
                self.order += 1;
                true
            }
            ComparisonAsk::Look
            | ComparisonAsk::Again { .. }
            | ComparisonAsk::Stop
            | ComparisonAsk::Start { .. }
            | ComparisonAsk::Keep
            | ComparisonAsk::Forget
            | ComparisonAsk::Close => true,
        };
        if !is_possible {
            return Err(Refusal::because(tr!("desktop-comparison-row")));
        }
        self.revision += 1;
        Ok(())
    }

    pub(super) fn state(&self) -> ComparisonState {
        let [left, right] = self.plan.roots().each_ref().map(names::name);
        let count = |verdict: Verdict| VerdictCount {
            verdict,
            rows: self.plan.count_of(verdict) as u64,
            shown: self.plan.shows(verdict),
        };
        let sum = |action: Action| {
            let sync::Sum { rows, files, bytes } = self.plan.sums().of(action);
            ActionSum { action, rows, files, bytes }
        };
        ComparisonState {
            comparison: self.id,
            left,
            right,
            stage: self.stage,
            problem: self.problem.clone(),
            content: self.spec.content,
            looked_at: self.compared.looked_at,
            same: self.compared.same.rows,
            verdicts: Verdict::ALL.map(count).into_iter().filter(|it| it.rows > 0).collect(),
            direction: self.plan.direction(),
            rows: self.plan.shown() as u64,
            revision: self.revision,
            order: self.order,
            sums: Action::ALL.map(sum).into_iter().filter(|it| it.rows > 0).collect(),
            ready: self.stage == ComparisonStage::Done && self.plan.sums().has_work(),
            kept: self.is_kept,
            keepable: self.may_be_kept().is_ok(),
            doubt: self.doubt.map(ToOwned::to_owned),
            job: self.job,
        }
    }

    pub(super) fn row(&self, at: usize) -> Option<ComparisonRow> {
        let entry = self.plan.get(at)?;
        let path = if entry.path.as_os_str().is_empty() { Path::new(".") } else { entry.path };
        let can = |action: &Action| *action != entry.action && self.plan.can(at, *action);
        Some(ComparisonRow {
            path: names::name(path),
            verdict: entry.verdict,
            left: entry.left,
            right: entry.right,
            action: entry.action,
            chosen: entry.is_chosen,
            possible: Action::ALL.into_iter().filter(can).collect(),
            since: entry.since().map(ToOwned::to_owned),
            problem: entry.error.map(errors::told),
        })
    }
}

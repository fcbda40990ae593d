//! Finds out what an undo would do, without doing it, for the user to confirm.
//!
//! Files are not read: the undo itself compares each copy, and may find that more of them stay.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::look::{exists, leads_to, place_of, stat};
use super::obstacle::Obstacles;
use super::order::Moves;
use super::snapshots::Way;
use super::tell::{refuse, tell_interrupted};
use super::work::{Step, Work, copies};
use crate::contract::error::Code;
use crate::contract::event::{Event, KeptCount, Phase, Plan, Totals, UndoPlan};
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::job::act::act;
use crate::journal::Journal;
use crate::record::{self, Record, Times, Undos};
use crate::remove::{Copies, Remover};
use crate::trash;
use crate::walk::target::Target;
use fcp_sys::lock;

/// Runs the dry run of an undo to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let [WirePath(path)] = job.spec.sources.as_slice() else { return job.finish(true) };
    let readable = |record: Record| {
        record.is_of_this_machine().and_then(|()| record.is_mounted()).map(|()| record)
    };
    let record = match record::read(path).and_then(readable) {
        Ok(record) => record,
        Err(error) => {
            refuse(job, path, error);
            return job.finish(true);
        }
    };
    if record.interrupted {
        tell_interrupted(job, path);
    }
    let Some(undo) = foresee(job, target, path, &record) else { return job.finish(true) };
    let kept: u64 = undo.kept.iter().map(|kept| kept.count).sum();
    if kept > 0 {
        // A dry run fails where the job would.
        job.note_own_error();
    }
    let totals = Totals {
        items: undo.trashed + undo.deleted + undo.put_back + undo.rights + kept,
        bytes: None,
        complete: !job.control.is_cancelled(),
    };
    let plan = Plan { totals, unreadable: kept, undo: Some(undo), ..Plan::default() };
    *lock(&job.meter.totals) = Some(totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals });
    job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    job.finish(false);
}

fn foresee(job: &Arc<Job>, target: &Target, path: &Path, record: &Record) -> Option<UndoPlan> {
    let data = job.home.as_ref().map(|home| home.data.as_path());
    let times = Times::of(path, record);
    let work = Work::of(record, &times, data, &Undos::of(path));
    let mut plan = UndoPlan { trashed: work.discards.len() as u64, ..UndoPlan::default() };
    for (_, error) in &work.refused {
        keep(&mut plan, error.code, 1);
    }
    let refused: HashSet<&Path> = work.refused.iter().map(|(path, _)| path.as_path()).collect();
    let mut leaving = copies(record);
    leaving.extend(work.moves.iter().filter_map(Step::relocation).map(|it| it.src.as_path()));
    leaving.extend(work.discards.iter().map(PathBuf::as_path));
    let obstacles = Obstacles::new(&leaving, Journal::of_undo(job.id, path));
    // Names to which steps before bring something, and where that is now.
    let mut places: HashMap<&Path, PathBuf> = HashMap::new();
    for step in &work.moves {
        let (src, dst) = step.ways();
        let now = place_of(&places, src).unwrap_or_else(|| src.to_owned());
        places.insert(dst, now.clone());
        match step {
            Step::Move(relocation) => match obstacles.to(&now, relocation) {
                Ok(staying) => {
                    plan.put_back += 1;
                    for code in staying {
                        keep(&mut plan, code, 1);
                    }
                }
                Err(code) => keep(&mut plan, code, 1),
            },
            // What has the name stays, and was counted.
            Step::Back(backup) if refused.contains(backup.path.as_path()) => {}
            Step::Back(backup) => count_backup(&mut plan, (&backup.path, &now), &leaving),
            Step::Make(folder) if exists(folder.path()) => {}
            Step::Make(_) => count(&mut plan, None),
        }
    }
    for [(one, first), (other, second)] in &work.exchanges {
        let is_same = leads_to(one, *first) && leads_to(other, *second);
        count(&mut plan, if is_same { None } else { Some(Code::ChangedSince) });
    }
    for changed in &work.rights {
        match changed.due() {
            Ok(due) => plan.rights += u64::from(due.is_some()),
            Err(error) => keep(&mut plan, error.code, 1),
        }
    }
    let data = job.home.as_ref().map(|home| home.data.clone());
    for snapshot in &work.snapshots {
        let takes = |data: &PathBuf| trash::takes(&snapshot.path, data);
        match snapshot.way(job) {
            Way::Nothing => {}
            Way::Trash if data.as_ref().is_some_and(takes) => plan.trashed += 1,
            Way::Trash => keep(&mut plan, Code::OriginalDiffers, 1),
            Way::Keep(error) => keep(&mut plan, error.code, 1),
        }
    }
    if !work.made.is_empty() {
        // Each was counted, wherever it is.
        let others = work.snapshots.into_iter().map(|snapshot| snapshot.path).collect();
        let copies = Copies::new(work.made, times, data.clone());
        let copies = copies.without(others);
        let walk = act(job, target, Remover::of_copies(job, copies.glancing()), None)?;
        let (going, kept) = walk.visitor.copies.as_ref()?.foreseen();
        for path in going {
            match &data {
                Some(data) if trash::takes(&path, data) => plan.trashed += 1,
                Some(_) | None => plan.deleted += 1,
            }
        }
        for (code, copies) in kept {
            keep(&mut plan, code, copies);
        }
    }
    Some(plan)
}

/// Counts an item that would go back, unless something is in its way.
fn count(plan: &mut UndoPlan, obstacle: Option<Code>) {
    match obstacle {
        None => plan.put_back += 1,
        Some(code) => keep(plan, code, 1),
    }
}

fn keep(plan: &mut UndoPlan, code: Code, count: u64) {
    if count == 0 {
        return;
    }
    match plan.kept.iter_mut().find(|kept| kept.code == code) {
        Some(kept) => kept.count += count,
        None => plan.kept.push(KeptCount { code, count }),
    }
}

/// Counts a backup, unless it is back already.
fn count_backup(plan: &mut UndoPlan, (path, place): (&Path, &Path), leaving: &HashSet<&Path>) {
    let is_free = !exists(path) || leaving.contains(path);
    match stat(place) {
        Ok(_) if is_free => count(plan, None),
        Ok(kept) if stat(path).is_ok_and(|now| now.id() == kept.id()) => {}
        Ok(_) => count(plan, Some(Code::Exists)),
        Err(errno) if is_free => count(plan, Some(Code::from_errno(errno))),
        Err(_) => {}
    }
}

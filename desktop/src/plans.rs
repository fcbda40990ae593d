//! Plans operations: what a job would do is worked out and shown, and the job starts once the user confirms.
//!
//! A plan is created at once and completed later: one thread counts, another looks up the destination.

mod goal;
mod plan;
mod request;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse as browse;
use fcp_browse::edit;
use fcp_engine::engine::ControlError;
use fcp_engine::event::JobId;
use fcp_engine::spec::JobSpec;

use self::goal::Goal;
use self::plan::Plan;
use crate::app::App;
use crate::clipboard;
use crate::patience::within;
use crate::wire::{
    Choices, DropRule, Items, PlanId, PlanVerb, Preferences, Refusal, Target, Update,
};

/// Plans that are kept; a plan beyond that replaces the oldest.
const OPEN: usize = 32;

/// Drops that are kept, likewise.
const DROPS: usize = 8;

/// How long a disk gets to tell whether something can still go where it was planned to.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time between two tellings of what was counted.
const BEAT: Duration = Duration::from_millis(250);

/// The plans that are open.
#[derive(Debug, Default)]
pub(crate) struct Plans(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    last: u64,
    plans: VecDeque<Plan>,
    drops: VecDeque<(u64, Vec<PathBuf>)>,
}

impl Open {
    fn plan(&mut self, id: PlanId) -> Result<&mut Plan, Refusal> {
        self.plans.iter_mut().find(|plan| plan.id == id).ok_or(Refusal::StalePlan)
    }

    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}

impl Plans {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a plan, and tells of it while it is counted.
    pub(crate) fn make(
        &self,
        app: &Arc<App>,
        verb: PlanVerb,
        items: &Items,
        target: &Target,
    ) -> Result<PlanId, Refusal> {
        self.make_of(app, verb, paths(app, items)?, target)
    }

    /// Makes a plan for paths of a launch, a dialog or a clipboard.
    pub(crate) fn make_of(
        &self,
        app: &Arc<App>,
        verb: PlanVerb,
        paths: Vec<PathBuf>,
        target: &Target,
    ) -> Result<PlanId, Refusal> {
        let goal = Goal::of(app, target)?;
        plan::check(verb, &paths)?;
        let thumbs = app.thumbs.of(&paths);
        let mut open = self.open();
        let id = open.next();
        if open.plans.len() == OPEN {
            open.plans.pop_front();
        }
        open.plans.push_back(Plan::new(id, verb, paths, goal, thumbs));
        drop(open);
        self.tell(app, id);
        self.count(app, id);
        self.look(app, id);
        Ok(id)
    }

    /// Keeps what was dropped; gives its number for `Items::Drop`.
    pub(crate) fn keep_drop(&self, paths: Vec<PathBuf>) -> u64 {
        let mut open = self.open();
        let id = open.next();
        if open.drops.len() == DROPS {
            open.drops.pop_front();
        }
        open.drops.push_back((id, paths));
        id
    }

    /// Changes what a plan does, or where to.
    pub(crate) fn change(
        &self,
        app: &Arc<App>,
        id: PlanId,
        verb: PlanVerb,
        target: &Target,
    ) -> Result<(), Refusal> {
        let goal = Goal::of(app, target)?;
        self.redirect(app, id, Some(verb), goal)
    }

    /// Changes the destination of a plan.
    pub(crate) fn retarget(&self, app: &Arc<App>, id: PlanId, dir: &Path) -> Result<(), Refusal> {
        let goal = Goal { path: dir.to_owned(), folder: true };
        self.redirect(app, id, None, Some(goal))
    }

    fn redirect(
        &self,
        app: &Arc<App>,
        id: PlanId,
        verb: Option<PlanVerb>,
        goal: Option<Goal>,
    ) -> Result<(), Refusal> {
        let mut open = self.open();
        let plan = open.plan(id)?;
        let verb = verb.unwrap_or(plan.verb);
        plan::check(verb, &plan.sources)?;
        plan.change(verb, goal);
        drop(open);
        self.tell(app, id);
        self.look(app, id);
        Ok(())
    }

    /// Starts what was planned.
    pub(crate) fn start(
        &self,
        app: &Arc<App>,
        id: PlanId,
        choices: &Choices,
    ) -> Result<JobId, Refusal> {
        let mut open = self.open();
        let plan = open.plan(id)?;
        // Reject a double click.
        if std::mem::replace(&mut plan.started, true) {
            return Err(Refusal::StalePlan);
        }
        let (verb, sources, goal) = (plan.verb, Arc::clone(&plan.sources), plan.goal.clone());
        let shown = plan.looked.as_ref().map(|looked| (looked.way.clone(), looked.makes()));
        drop(open);
        // What was known of the goal may be old by now, and may never have been.
        let begun = look_again(goal, verb, &sources).and_then(|looked| {
            let now = looked.as_ref().map(|looked| (looked.way.clone(), looked.makes()));
            if shown.is_some() && shown != now {
                self.learn(app, id, |plan| plan.looked = looked);
                return Err(refused("The destination has changed. Check the plan again"));
            }
            Ok((begin(app, verb, &sources, looked.as_ref(), choices)?, looked))
        });
        match begun {
            Ok((job, looked)) => {
                let same = looked.is_some_and(|looked| looked.room.same);
                self.discard(id);
                app.panels.unmark(app, &sources);
                if verb == PlanVerb::Move {
                    // Another program may own the clipboard, and take its time.
                    thread::spawn(move || clipboard::forget_cut(&sources));
                }
                remember(app, verb, same, choices);
                Ok(job)
            }
            Err(refusal) => {
                if let Ok(plan) = self.open().plan(id) {
                    plan.started = false;
                }
                Err(refusal)
            }
        }
    }

    /// Forgets a plan.
    pub(crate) fn discard(&self, id: PlanId) {
        self.open().plans.retain(|plan| plan.id != id);
    }

    /// Tells the windows of a plan, if it is still open.
    fn tell(&self, app: &App, id: PlanId) {
        let state = self.open().plan(id).ok().map(|plan| plan.state(app.home.as_deref()));
        if let Some(state) = state {
            app.feed.say(Update::Plan(Box::new(state)));
        }
    }

    /// Puts into a plan what was learned for it, and tells it.
    fn learn(&self, app: &App, id: PlanId, learned: impl FnOnce(&mut Plan)) {
        if let Ok(plan) = self.open().plan(id) {
            learned(plan);
        }
        self.tell(app, id);
    }

    /// Counts what a plan is about, beside everything else.
    fn count(&self, app: &Arc<App>, id: PlanId) {
        let Ok((paths, stop)) = self.open().plan(id).map(|plan| (plan.on_disk(), plan.stop()))
        else {
            return;
        };
        let app = Arc::clone(app);
        thread::spawn(move || {
            let told = Mutex::new(Instant::now());
            let measure = browse::measure(&paths, false, &stop, |so_far| {
                let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                if told.elapsed() >= BEAT {
                    *told = Instant::now();
                    app.plans.learn(&app, id, |plan| plan.counted = *so_far);
                }
            });
            if !stop.load(Ordering::Relaxed) {
                app.plans.learn(&app, id, |plan| (plan.counted, plan.whole) = (measure, true));
            }
        });
    }

    /// Looks up the destination of a plan on a thread of its own.
    fn look(&self, app: &Arc<App>, id: PlanId) {
        let plan = self.open().plan(id).ok().and_then(|plan| {
            plan.goal.clone().map(|goal| (plan.verb, goal, Arc::clone(&plan.sources)))
        });
        let Some((verb, goal, sources)) = plan else { return };
        let app = Arc::clone(app);
        thread::spawn(move || {
            let looked = goal.look(verb, &sources);
            let choices = app.kept.get().choices;
            let spec = request::spec(verb, &sources, Some(&looked.way), &choices);
            let behind = spec.map_or(0, |spec| ahead_of(&app, &spec));
            app.plans.learn(&app, id, |plan| {
                // What is known of another goal comes too late.
                if plan.goal.as_ref() == Some(&goal) && plan.verb == verb {
                    (plan.looked, plan.behind) = (Some(looked), behind);
                }
            });
        });
    }
}

/// Looks at the goal once more, as long as a person waits.
fn look_again(
    goal: Option<Goal>,
    verb: PlanVerb,
    sources: &Arc<[PathBuf]>,
) -> Result<Option<goal::Looked>, Refusal> {
    let Some(goal) = goal else { return Ok(None) };
    let sources = Arc::clone(sources);
    let looked = within(PATIENCE, move || goal.look(verb, &sources));
    looked.map(Some).ok_or_else(|| refused("The disk does not answer"))
}

/// Counts the jobs that would run first; 0 if the queue cannot tell.
fn ahead_of(app: &App, spec: &JobSpec) -> u64 {
    let queue = app.engine().ok().and_then(fcp_engine::Engine::queue);
    queue.and_then(|queue| queue.ahead_of(spec).ok()).unwrap_or(0)
}

fn begin(
    app: &App,
    verb: PlanVerb,
    sources: &[PathBuf],
    looked: Option<&goal::Looked>,
    choices: &Choices,
) -> Result<JobId, Refusal> {
    let engine = app.engine()?;
    if app.native.leaving.load(Ordering::SeqCst) {
        return Err(refused("fcp is about to quit"));
    }
    if let Some(error) = looked.and_then(|looked| looked.room.error.clone()) {
        return Err(error.into());
    }
    let spec = request::spec(verb, sources, looked.map(|looked| &looked.way), choices);
    let spec = spec.ok_or_else(|| refused("Choose a folder first"))?;
    let makes = match looked {
        Some(goal::Looked { way: request::Way::Into(dir), .. })
            if looked.is_some_and(goal::Looked::makes) =>
        {
            Some(edit::make_directory(dir, true)?)
        }
        _ => None,
    };
    let added = engine.add(spec, &request::adding(choices));
    let job = added.map_err(|error| {
        // A folder that nothing was put into is not left behind; one in use by now stays.
        if let Some(made) = makes {
            drop(edit::undo(&made));
        }
        match error {
            ControlError::Refused(error) => error.into(),
            other => refused(&other.to_string()),
        }
    })?;
    app.jobs.own(job);
    Ok(job)
}

fn refused(text: &str) -> Refusal {
    Refusal::Not { text: text.to_owned() }
}

/// Remembers what was chosen, for the next job and, if asked to, for the next drop.
fn remember(app: &Arc<App>, verb: PlanVerb, same_device: bool, choices: &Choices) {
    let rule = match verb {
        PlanVerb::Copy => DropRule::Copy,
        PlanVerb::Move => DropRule::Move,
        PlanVerb::Link => DropRule::Link,
        PlanVerb::Trash | PlanVerb::Delete | PlanVerb::Restore | PlanVerb::Verify => return,
    };
    let changed: Result<(), Infallible> = app.kept.change(app, |before| {
        let mut drops = before.drops;
        if choices.remember {
            *(if same_device { &mut drops.same } else { &mut drops.other }) = rule;
        }
        Ok(Preferences { choices: Choices { remember: false, ..choices.clone() }, drops, ..before })
    });
    let Ok(()) = changed;
}

/// Gives the paths that are meant.
pub(crate) fn paths(app: &App, items: &Items) -> Result<Vec<PathBuf>, Refusal> {
    let paths = match items {
        Items::Marked { side, current } => app.panels.meant(*side, *current)?,
        Items::Entries { ids } => {
            ids.iter().map(|id| app.panels.path(*id)).collect::<Result<_, _>>()?
        }
        Items::Drop { drop } => {
            let open = app.plans.open();
            let kept = open.drops.iter().find(|(id, _)| id == drop);
            kept.map(|(_, paths)| paths.clone()).ok_or(Refusal::Gone)?
        }
        Items::Clipboard => clipboard::files()?.paths,
        Items::Plan { plan } => app.plans.open().plan(*plan)?.sources.to_vec(),
    };
    if paths.is_empty() { Err(refused("No item selected")) } else { Ok(paths) }
}

/// Gives where the items are that are meant, those in the trash among them.
pub(crate) fn paths_on_disk(app: &App, items: &Items) -> Result<Vec<PathBuf>, Refusal> {
    paths(app, items).map(|paths| request::on_disk(&paths).collect())
}

#[cfg(test)]
mod tests;

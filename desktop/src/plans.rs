//! Plans operations: what a job would do is worked out and shown, and the job starts once the user confirms.
//!
//! A plan is created at once and completed later: one thread counts, another looks up the destination.

mod across;
mod anyway;
mod goal;
mod items;
mod plan;
mod rehearsal;
mod request;

use std::collections::VecDeque;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse as browse;
use fcp_browse::edit;
use fcp_engine::event::JobId;
use fcp_engine::spec::JobSpec;
use fcp_presentation::lock;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;

use self::goal::Goal;
use self::items::Meant;
use self::plan::Plan;
use crate::clipboard;
use crate::engine::EngineCell;
use crate::feed::Feed;
use crate::home_dir::HomeDir;
use crate::jobs::Jobs;
use crate::panels::{Listed, Panels};
use crate::patience::within;
use crate::preferences::StateFile;
use crate::thumbs::Thumbs;
use crate::trashed::is_in_trash;
use crate::wire::{
    Choices, DropRule, Items, PlanId, PlanVerb, Preferences, Refusal, Start, Target, Update,
};

/// Plans that are kept; a plan beyond that replaces the oldest.
const OPEN: usize = 32;

/// How long a disk gets to tell whether something can still go where it was planned to.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time between two tellings of what was counted.
const BEAT: Duration = Duration::from_millis(250);

/// The plans that are open.
#[derive(Debug)]
pub(crate) struct Plans {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    home: HomeDir,
    engine: Arc<EngineCell>,
    jobs: Arc<Jobs>,
    panels: Arc<Panels>,
    thumbs: Arc<Thumbs>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    plans: VecDeque<Plan>,
    /// Drops and items of dialogs, each with its number.
    kept: VecDeque<(u64, Meant)>,
    /// What was put into the clipboard last, by what is told of it there.
    copied: Option<(String, Meant)>,
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
    /// Has no plan yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        saved: Arc<StateFile>,
        home: HomeDir,
        engine: Arc<EngineCell>,
        jobs: Arc<Jobs>,
        panels: Arc<Panels>,
        thumbs: Arc<Thumbs>,
    ) -> Arc<Self> {
        Arc::new(Self { feed, saved, home, engine, jobs, panels, thumbs, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        lock(&self.open)
    }

    /// Makes a plan, and tells of it while it is counted.
    pub(crate) fn make(
        self: &Arc<Self>,
        verb: PlanVerb,
        items: &Items,
        target: &Target,
    ) -> Result<PlanId, Refusal> {
        let unseen = self.unseen(items);
        let id = self.make_meant(verb, self.meant(items)?, target)?;
        if unseen.is_some() {
            self.learn(id, |plan| plan.unseen = unseen);
        }
        Ok(id)
    }

    /// Makes a plan for paths of a launch or a dialog.
    pub(crate) fn make_of(
        self: &Arc<Self>,
        verb: PlanVerb,
        paths: Vec<PathBuf>,
        target: &Target,
    ) -> Result<PlanId, Refusal> {
        self.make_meant(verb, self.meant_now(paths), target)
    }

    fn make_meant(
        self: &Arc<Self>,
        verb: PlanVerb,
        Meant { paths, shown, listed, inside }: Meant,
        target: &Target,
    ) -> Result<PlanId, Refusal> {
        let goal = Goal::of(&self.panels, &self.home, target)?;
        let goal = goal.map(|goal| goal.of_verb(verb, &paths));
        plan::check(verb, &paths, inside.as_ref())?;
        across::check(verb, &paths, goal.as_ref().map(|goal| goal.path.as_path()))?;
        let thumbs = self.thumbs.of(&paths);
        let listed: Listed = self.listed(&paths, goal.as_ref()).into_iter().chain(listed).collect();
        self.panels.check_listed(&listed)?;
        let mut open = self.open();
        let id = open.next();
        if open.plans.len() == OPEN {
            open.plans.pop_front();
        }
        let mut plan = Plan::new(id, verb, paths, inside, goal, thumbs);
        (plan.listed, plan.shown) = (listed, Arc::new(shown));
        open.plans.push_back(plan);
        drop(open);
        self.tell(id);
        self.count(id);
        self.look(id);
        if verb == PlanVerb::Dedupe {
            self.rehearse(id);
        }
        Ok(id)
    }

    /// Gives what the panels have listed of the folders of items, and of the one that they go to.
    fn listed(&self, paths: &[PathBuf], goal: Option<&Goal>) -> Listed {
        let items = paths.iter().map(PathBuf::as_path);
        self.panels.folders_listed(items, goal.map(|goal| goal.path.as_path()))
    }

    /// Changes what a plan does, or where to.
    pub(crate) fn change(
        self: &Arc<Self>,
        id: PlanId,
        verb: PlanVerb,
        target: &Target,
    ) -> Result<(), Refusal> {
        let goal = Goal::of(&self.panels, &self.home, target)?;
        self.redirect(id, Some(verb), goal)
    }

    /// Changes the destination of a plan.
    pub(crate) fn retarget(self: &Arc<Self>, id: PlanId, dir: &Path) -> Result<(), Refusal> {
        if is_in_trash(dir) {
            return Err(Refusal::because(tr!("desktop-into-trash")));
        }
        let goal = Goal { path: dir.to_owned(), folder: true };
        self.redirect(id, None, Some(goal))
    }

    fn redirect(
        self: &Arc<Self>,
        id: PlanId,
        verb: Option<PlanVerb>,
        goal: Option<Goal>,
    ) -> Result<(), Refusal> {
        let listed = self.listed(&[], goal.as_ref());
        let mut open = self.open();
        let plan = open.plan(id)?;
        let verb = verb.unwrap_or(plan.verb);
        plan::check(verb, &plan.sources, plan.inside.as_ref())?;
        across::check(verb, &plan.sources, goal.as_ref().map(|goal| goal.path.as_path()))?;
        let goal = goal.map(|goal| goal.of_verb(verb, &plan.sources));
        plan.change(verb, goal);
        plan.listed.extend(listed);
        drop(open);
        self.tell(id);
        self.look(id);
        Ok(())
    }

    /// Starts what was planned.
    pub(crate) fn start(self: &Arc<Self>, id: PlanId, choices: &Choices) -> Result<JobId, Refusal> {
        let mut open = self.open();
        let plan = open.plan(id)?;
        // Reject a double click.
        if std::mem::replace(&mut plan.started, true) {
            return Err(Refusal::StalePlan);
        }
        let (verb, sources, goal) = (plan.verb, Arc::clone(&plan.sources), plan.goal.clone());
        let inside = plan.inside.clone();
        let (listed, seen) = (plan.listed.clone(), Arc::clone(&plan.shown));
        let shown = plan.looked.as_ref().map(|looked| (looked.way.clone(), looked.makes()));
        drop(open);
        // What was known of the goal may be old by now, and may never have been.
        let same = self.panels.check_listed(&listed);
        let begun = same.and_then(|()| look_again(goal, verb, &sources)).and_then(|looked| {
            let now = looked.as_ref().map(|looked| (looked.way.clone(), looked.makes()));
            if shown.is_some() && shown != now {
                self.learn(id, |plan| plan.looked = looked);
                return Err(Refusal::because(tr!("desktop-destination-changed")));
            }
            let job = self.begin(verb, (&sources, inside, &seen), looked.as_ref(), choices)?;
            Ok((job, looked))
        });
        match begun {
            Ok((job, looked)) => {
                let same = looked.is_some_and(|looked| looked.room.same);
                self.discard(id);
                self.panels.unmark(&sources);
                if verb == PlanVerb::Move {
                    // Another program may own the clipboard, and take its time.
                    thread::spawn(move || clipboard::forget_cut(&sources));
                }
                self.remember(verb, same, choices);
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
    fn tell(&self, id: PlanId) {
        let state = self.open().plan(id).ok().map(|plan| plan.state(self.home.path()));
        if let Some(state) = state {
            self.feed.say(Update::Plan(Box::new(state)));
        }
    }

    /// Puts into a plan what was learned for it, and tells it.
    fn learn(&self, id: PlanId, learned: impl FnOnce(&mut Plan)) {
        if let Ok(plan) = self.open().plan(id) {
            learned(plan);
        }
        self.tell(id);
    }

    /// Counts what a plan is about, beside everything else.
    fn count(self: &Arc<Self>, id: PlanId) {
        let Ok((paths, stop)) = self.open().plan(id).map(|plan| (plan.on_disk(), plan.stop()))
        else {
            return;
        };
        if across::is_there(&paths) {
            // The other machine counts when the job begins.
            return;
        }
        let plans = Arc::clone(self);
        thread::spawn(move || {
            let told = Mutex::new(Instant::now());
            let measure = browse::measure(&paths, false, &stop, |so_far| {
                let mut told = lock(&told);
                if told.elapsed() >= BEAT {
                    *told = Instant::now();
                    plans.learn(id, |plan| plan.counted = *so_far);
                }
            });
            if !stop.load(Ordering::Relaxed) {
                plans.learn(id, |plan| (plan.counted, plan.whole) = (measure, true));
            }
        });
    }

    /// Looks up the destination of a plan on a thread of its own.
    fn look(self: &Arc<Self>, id: PlanId) {
        let plan = self.open().plan(id).ok().and_then(|plan| {
            let found = (plan.verb, Arc::clone(&plan.sources), plan.inside.clone());
            plan.goal.clone().map(|goal| (goal, found))
        });
        let Some((goal, (verb, sources, inside))) = plan else { return };
        let plans = Arc::clone(self);
        thread::spawn(move || {
            let looked = goal.look(verb, &sources);
            let choices = plans.saved.preferences().choices;
            let spec = request::spec(verb, (&sources, inside), Some(&looked.way), &choices);
            let behind = spec.map_or(0, |spec| plans.ahead_of(&spec));
            plans.learn(id, |plan| {
                // What is known of another goal comes too late.
                if plan.goal.as_ref() == Some(&goal) && plan.verb == verb {
                    (plan.looked, plan.behind) = (Some(looked), behind);
                }
            });
        });
    }

    /// Looks for equal files without a change, as the job would, on an engine that is not that of the queue.
    fn rehearse(self: &Arc<Self>, id: PlanId) {
        let Ok((paths, stop)) = self.open().plan(id).map(|plan| (plan.on_disk(), plan.stop()))
        else {
            return;
        };
        let plans = Arc::clone(self);
        thread::spawn(move || {
            if let Some(sharing) = rehearsal::sharing(paths, &stop) {
                plans.learn(id, |plan| plan.sharing = Some(sharing));
            }
        });
    }

    /// Counts the jobs that would run first; 0 if the queue cannot tell.
    fn ahead_of(&self, spec: &JobSpec) -> u64 {
        self.engine.queue().and_then(|queue| queue.ahead_of(spec).ok()).unwrap_or(0)
    }

    fn begin(
        &self,
        verb: PlanVerb,
        (sources, inside, shown): (&[PathBuf], Option<plan::Inside>, &Shown),
        looked: Option<&goal::Looked>,
        choices: &Choices,
    ) -> Result<JobId, Refusal> {
        let engine = self.engine.get()?;
        if self.engine.is_quitting() {
            return Err(Refusal::because(tr!("desktop-quitting")));
        }
        if let Some(error) = looked.and_then(|looked| looked.room.error.clone()) {
            return Err(error.into());
        }
        let spec =
            request::spec(verb, (sources, inside), looked.map(|looked| &looked.way), choices);
        let spec = spec.ok_or_else(|| Refusal::because(tr!("desktop-choose-folder-first")))?;
        let spec = shown.only(spec);
        let missing = looked.and_then(|looked| looked.missing.as_deref());
        let makes = missing.map(|dir| edit::make_directory(dir, true)).transpose()?;
        let added = engine.add(spec, &choices.start.adding());
        let job = added.map_err(|error| {
            // A folder that nothing was put into is not left behind; one in use by now stays.
            if let Some(made) = makes {
                drop(edit::undo(&made));
            }
            Refusal::from(error)
        })?;
        self.jobs.own(job);
        Ok(job)
    }

    /// Remembers what was chosen, for the next job and, if asked to, for the next drop.
    fn remember(&self, verb: PlanVerb, same_device: bool, choices: &Choices) {
        let rule = match verb {
            PlanVerb::Copy => DropRule::Copy,
            PlanVerb::Move => DropRule::Move,
            PlanVerb::Link => DropRule::Link,
            PlanVerb::Trash
            | PlanVerb::Delete
            | PlanVerb::Restore
            | PlanVerb::Verify
            | PlanVerb::Dedupe
            | PlanVerb::Extract
            | PlanVerb::Pack => return,
        };
        let changed: Result<(), Infallible> = self.saved.change(|before| {
            let mut drops = before.drops;
            if choices.remember {
                *(if same_device { &mut drops.same } else { &mut drops.other }) = rule;
            }
            // "Start paused" holds for this one job: no other is to wait for it unseen.
            let start = match choices.start {
                Start::Paused => before.choices.start,
                Start::Queue | Start::Now | Start::First => choices.start,
            };
            Ok(Preferences {
                choices: Choices { start, remember: false, ..choices.clone() },
                drops,
                ..before
            })
        });
        let Ok(()) = changed;
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
    looked.map(Some).ok_or_else(|| Refusal::because(tr!("desktop-disk-silent")))
}

#[cfg(test)]
mod tests;

//! Tests of plans, from the first request to the started job.
#![expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;

use fcp_engine::Engine;
use fcp_engine::event::ConflictKind;
use fcp_engine::queue::Queue;
use fcp_engine::record::Home;
use fcp_engine::spec::{ConflictPolicy, Destination, Verb};

use super::*;
use crate::app::App;
use crate::wire::{OnConflict, PanelSide, PlanState, Start};

/// An app on a queue of its own, and folders to work in.
struct Bench {
    app: Arc<App>,
    dir: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        for name in ["from/sub", "to"] {
            fs::create_dir_all(dir.path().join(name)).unwrap();
        }
        for (name, text) in [("from/a", "12345"), ("from/sub/b", "123"), ("to/a", "")] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let app = App::new(None, None);
        let queue = Queue::open(&dir.path().join("state")).unwrap().queue;
        let home = Home { state: Some(dir.path().join("state")), data: dir.path().join("data") };
        app.engine.set(Engine::on_queue(home, queue).unwrap());
        Self { app, dir }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn target(&self, name: &str) -> Target {
        let text = self.at(name).into_os_string().into_string().unwrap();
        Target::Path { text, side: PanelSide::Left }
    }

    fn make(&self, verb: PlanVerb, names: &[&str], to: &str) -> PlanId {
        let paths = names.iter().map(|name| self.at(name)).collect();
        self.app.plans.make_of(verb, paths, &self.target(to)).unwrap()
    }

    /// Waits until a plan is told as it should be.
    fn told(&self, until: impl Fn(&PlanState) -> bool) -> PlanState {
        loop {
            for update in self.app.feed.heard() {
                if let Update::Plan(state) = update
                    && until(&state)
                {
                    return *state;
                }
            }
        }
    }

    fn start(&self, plan: PlanId, choices: &Choices) -> Result<JobSpec, Refusal> {
        let job = self.app.plans.start(plan, choices)?;
        Ok(self.app.engine.get().unwrap().queue().unwrap().spec(job).unwrap())
    }
}

/// Choices that leave the job where it can be looked at.
fn paused() -> Choices {
    Choices { start: Start::Paused, ..Preferences::default().choices }
}

#[test]
fn a_plan_tells_what_it_learns() {
    let bench = Bench::new();
    let plan = bench.make(PlanVerb::Copy, &["from/a", "from/sub"], "to");
    let state = bench.told(|state| state.counted && state.room.is_some());
    assert_eq!((state.plan, state.items, state.first.text.as_str()), (plan, 2, "a"));
    assert_eq!((state.files, state.folders, state.bytes), (2, 1, 8));
    assert_eq!(state.from.last().unwrap().name.text, "from");
    assert_eq!(state.to.last().unwrap().name.text, "to");
    assert!(state.to_path.ends_with("/to/") && state.same_device && !state.makes);
    assert_eq!(state.default_verb, PlanVerb::Move);
    assert_eq!(state.conflicts.len(), 1);
    assert_eq!((state.conflicts[0].kind, state.conflicts[0].count), (ConflictKind::File, 1));
    let after = state.free.unwrap() - if state.reflink { 0 } else { 8 };
    assert_eq!(state.free_after, Some(after));

    // Elsewhere, and something else.
    bench.app.plans.change(plan, PlanVerb::Move, &bench.target("new/")).unwrap();
    let state = bench.told(|state| state.verb == PlanVerb::Move && state.room.is_some());
    assert!(state.makes && state.conflicts.is_empty() && state.counted);
    assert_eq!(state.free_after, state.free);
}

#[test]
fn a_plan_becomes_a_job_once() {
    let bench = Bench::new();
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to");
    let choices = Choices { on_conflict: OnConflict::Larger, ..paused() };
    let spec = bench.start(plan, &choices).unwrap();
    assert_eq!((spec.verb, spec.sources), (Verb::Copy, vec![bench.at("from/a").into()]));
    assert_eq!(spec.destination, Some(Destination::Into(bench.at("to").into())));
    assert_eq!(spec.options.on_conflict, ConflictPolicy::Larger);
    assert_eq!(bench.start(plan, &paused()), Err(Refusal::StalePlan));
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to");
    bench.app.plans.discard(plan);
    assert_eq!(bench.start(plan, &paused()), Err(Refusal::StalePlan));
}

#[test]
fn a_missing_folder_is_made_when_the_job_is() {
    let bench = Bench::new();
    let plan = bench.make(PlanVerb::Copy, &["from/a", "from/sub"], "new/deep");
    assert!(!bench.at("new").exists());
    let spec = bench.start(plan, &paused()).unwrap();
    assert_eq!(spec.destination, Some(Destination::Into(bench.at("new/deep").into())));
    assert!(bench.at("new/deep").is_dir());
    // A single name that is missing is a name.
    let plan = bench.make(PlanVerb::Move, &["from/a"], "other");
    let spec = bench.start(plan, &paused()).unwrap();
    assert_eq!(spec.destination, Some(Destination::As(bench.at("other").into())));
    assert!(!bench.at("other").exists());
}

#[test]
fn what_cannot_be_done_is_refused_and_stays_open() {
    let bench = Bench::new();
    let plan = bench.make(PlanVerb::Copy, &["from/sub"], "from/sub/deeper/");
    assert!(matches!(bench.start(plan, &paused()), Err(Refusal::Op { .. })));
    bench.app.plans.retarget(plan, &bench.at("to")).unwrap();
    assert!(bench.start(plan, &paused()).is_ok());
    let paths = vec![bench.at("from/a")];
    let plan = bench.app.plans.make_of(PlanVerb::Copy, paths, &Target::Unknown).unwrap();
    assert!(matches!(bench.start(plan, &paused()), Err(Refusal::Not { .. })));
    let info = vec!["/t/info/x.trashinfo".into()];
    let moved = bench.app.plans.make_of(PlanVerb::Move, info, &bench.target("to"));
    assert!(matches!(moved, Err(Refusal::Not { .. })));
}

#[test]
fn what_was_shown_is_done_or_shown_again() {
    let bench = Bench::new();
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "new");
    bench.told(|state| state.room.is_some());
    // By now it would go into that folder instead of under its name.
    fs::create_dir(bench.at("new")).unwrap();
    assert!(matches!(bench.start(plan, &paused()), Err(Refusal::Not { .. })));
    bench.told(|state| state.to_path.ends_with("/new/"));
    let spec = bench.start(plan, &paused()).unwrap();
    assert_eq!(spec.destination, Some(Destination::Into(bench.at("new").into())));
}

#[test]
fn nothing_starts_while_the_program_ends() {
    let bench = Bench::new();
    let plan = bench.make(PlanVerb::Delete, &["from/a"], "to");
    assert!(bench.app.engine.begin_to_quit());
    assert!(matches!(bench.start(plan, &paused()), Err(Refusal::Not { .. })));
    bench.app.engine.continue_after_all();
    assert!(bench.start(plan, &paused()).is_ok());
}

#[test]
fn removals_need_no_goal() {
    let bench = Bench::new();
    let paths = vec![bench.at("from/sub")];
    let plans = &bench.app.plans;
    let plan = plans.make_of(PlanVerb::Delete, paths, &Target::Unknown).unwrap();
    let state = bench.told(|state| state.counted);
    assert_eq!((state.files, state.folders, state.to.len()), (1, 1, 0));
    assert_eq!(bench.start(plan, &paused()).unwrap().verb, Verb::Delete);
}

#[test]
fn items_of_drops_and_plans_are_found_until_they_are_too_old() {
    let bench = Bench::new();
    let app = &bench.app;
    let drop = app.plans.keep_drop(vec!["/x".into()]);
    assert_eq!(app.plans.paths(&Items::Drop { drop }), Ok(vec!["/x".into()]));
    let first = bench.make(PlanVerb::Copy, &["from/a"], "to");
    let meant = Items::Plan { plan: first };
    assert_eq!(app.plans.paths(&meant), Ok(vec![bench.at("from/a")]));
    for _ in 0..OPEN {
        bench.make(PlanVerb::Copy, &["from/a"], "to");
        app.plans.keep_drop(Vec::new());
    }
    assert_eq!(app.plans.paths(&meant), Err(Refusal::StalePlan));
    assert_eq!(app.plans.paths(&Items::Drop { drop }), Err(Refusal::Gone));
    assert!(matches!(app.plans.paths(&Items::Entries { ids: vec![] }), Err(Refusal::Not { .. })));
}

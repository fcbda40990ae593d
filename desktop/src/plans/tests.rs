//! Tests of plans, from the first request to the started job.
#![expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;

use fcp_browse::Identity;
use fcp_engine::Engine;
use fcp_engine::error::Code;
use fcp_engine::event::{ConflictCount, ConflictKind, FileKind};
use fcp_engine::path::FarPath;
use fcp_engine::queue::Queue;
use fcp_engine::record::Home;
use fcp_engine::spec::{ConflictPolicy, Destination, Verb, Way};

use super::*;
use crate::app::App;
use crate::located::Located;
use crate::trashed::in_trash;
use crate::wire::{
    ArchiveFormat, ArchiveState, EditAsk, ForeseenPlan, OnConflict, PanelSide, PlanState,
    RefusedDrop, Start,
};

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
fn nothing_but_a_copy_move_or_deletion_is_planned_with_another_machine() {
    let bench = Bench::new();
    let plans = &bench.app.plans;
    let far = |path: &str| FarPath::new("web", path).unwrap().to_path();
    let there = Target::Path { text: "web:/srv/".to_owned(), side: PanelSide::Left };
    let plan = plans.make_of(PlanVerb::Copy, vec![bench.at("from/a")], &there).unwrap();
    let state = bench.told(|state| state.counted && state.room.is_none());
    assert_eq!(state.machine.map(|machine| machine.text).as_deref(), Some("web"));
    assert_eq!((state.to_path.as_str(), state.makes, state.bytes), ("web:/srv/", false, 5));
    assert_eq!((state.default_verb, state.same_device), (PlanVerb::Copy, false));
    let way: Vec<_> = state.to.iter().map(|crumb| crumb.name.text.as_str()).collect();
    assert_eq!(way, ["web:/", "srv"]);
    let spec = bench.start(plan, &paused()).unwrap();
    assert_eq!(spec.destination, Some(Destination::Into(far("/srv").into())));
    assert!(spec.far().unwrap().is_some_and(|far| far.way == Way::Goes));

    // Everything else is refused when it is planned, and when a plan turns into it.
    let copy = plans.make_of(PlanVerb::Copy, vec![far("/srv/a")], &bench.target("to/")).unwrap();
    let state = bench.told(|state| state.plan == copy && state.free.is_some());
    let refused: Vec<_> = state.refused.iter().map(|it| it.verb).collect();
    assert_eq!(refused, [PlanVerb::Link], "a drop can still copy and move");
    assert!(state.uncounted && !state.counted && state.thumbs.is_empty());
    assert_eq!((state.free_after, state.makes), (None, false));
    for verb in [
        PlanVerb::Link,
        PlanVerb::Restore,
        PlanVerb::Verify,
        PlanVerb::Dedupe,
        PlanVerb::Extract,
        PlanVerb::Pack,
    ] {
        let refused = |made: Result<(), Refusal>| matches!(made, Err(Refusal::Not { .. }));
        let from = plans.make_of(verb, vec![far("/srv/a")], &bench.target("to/"));
        let to = plans.make_of(verb, vec![bench.at("from/a")], &there);
        let turned = plans.change(copy, verb, &bench.target("to/"));
        assert!(refused(from.map(drop)) && refused(to.map(drop)) && refused(turned), "{verb:?}");
    }
    // Neither between two other machines.
    let sources = [vec![far("/a")], vec![far("/a"), bench.at("from/a")]];
    for sources in sources {
        for verb in [PlanVerb::Copy, PlanVerb::Move] {
            assert!(plans.make_of(verb, sources.clone(), &there).is_err());
        }
    }
    // What is there is deleted there.
    for (verb, expected) in [(PlanVerb::Trash, Verb::Trash), (PlanVerb::Delete, Verb::Delete)] {
        let plan = plans.make_of(verb, vec![far("/srv/a")], &bench.target("to/")).unwrap();
        let spec = bench.start(plan, &paused()).unwrap();
        assert_eq!(spec.verb, expected);
        assert!(spec.far().unwrap().is_some_and(|far| far.way == Way::Stays));
        let mixed = vec![far("/srv/a"), bench.at("from/a")];
        assert!(plans.make_of(verb, mixed, &bench.target("to/")).is_err());
    }
    // A copy may become a move.
    plans.change(copy, PlanVerb::Move, &bench.target("to/")).unwrap();
    let spec = bench.start(copy, &paused()).unwrap();
    assert_eq!((spec.verb, spec.sources.clone()), (Verb::Move, vec![far("/srv/a").into()]));
    assert!(spec.far().unwrap().is_some_and(|far| far.way == Way::Comes));
    assert_eq!(fs::read_to_string(bench.at("from/a")).unwrap(), "12345");
}

#[test]
fn an_archive_is_planned_where_the_user_says() {
    let bench = Bench::new();
    let plans = &bench.app.plans;
    let folder = bench.at("to").into_os_string().into_string().unwrap();
    let paths = vec![bench.at("from/a"), bench.at("from/sub")];
    let into = Target::Path { text: format!("{folder}/"), side: PanelSide::Left };
    let plan = plans.make_of(PlanVerb::Pack, paths, &into).unwrap();
    let archive = |name: &str, format| Some(ArchiveState { name: name.to_owned(), format });
    // The folder of the items gives the archive its name.
    let state = bench.told(|state| state.room.is_some() && state.counted);
    assert_eq!(state.archive, archive("from", ArchiveFormat::TarZst));
    assert!(state.to_path.ends_with("/to/") && !state.makes && state.conflicts.is_empty());
    assert_eq!((state.files, state.bytes), (2, 8));

    let at = |folder: &str, name: &str| Target::Archive {
        folder: folder.to_owned(),
        side: PanelSide::Left,
        name: name.to_owned(),
        format: ArchiveFormat::TarGz,
        over_ending: false,
    };
    fs::write(bench.at("to/old.zip"), "").unwrap();
    plans.change(plan, PlanVerb::Pack, &at(&folder, "old.zip")).unwrap();
    let state = bench.told(|state| !state.conflicts.is_empty());
    assert_eq!(state.archive, archive("old", ArchiveFormat::Zip));
    assert_eq!(state.conflicts, [ConflictCount { kind: ConflictKind::File, count: 1 }]);
    let nameless = plans.change(plan, PlanVerb::Pack, &at(&folder, ""));
    assert_eq!(nameless, Err(Refusal::because("Type a name for the archive")));

    // A folder that is missing is made once the job is.
    let deep = format!("{folder}/new/deep");
    plans.change(plan, PlanVerb::Pack, &at(&deep, "x")).unwrap();
    bench.told(|state| state.makes && state.archive == archive("x", ArchiveFormat::TarGz));
    let spec = bench.start(plan, &paused()).unwrap();
    assert!(bench.at("to/new/deep").is_dir());
    let to = bench.at("to/new/deep/x.tar.gz").into();
    assert_eq!((spec.verb, spec.destination), (Verb::Pack, Some(Destination::As(to))));
}

#[test]
fn equal_files_are_found_before_the_user_lets_them_share() {
    let bench = Bench::new();
    for name in ["from/big", "from/sub/big", "to/other"] {
        let byte = if name == "to/other" { 2 } else { 1 };
        fs::write(bench.at(name), vec![byte; 300_000]).unwrap();
    }
    let paths = vec![bench.at("from"), bench.at("to")];
    let before = fs::metadata(bench.at("from/big")).unwrap().modified().unwrap();
    let plan = bench.app.plans.make_of(PlanVerb::Dedupe, paths, &Target::Unknown).unwrap();
    let state = bench.told(|state| state.sharing.as_ref().is_some_and(|it| it.plan.is_some()));
    let found = state.sharing.unwrap().plan.unwrap();
    assert_eq!((found.groups, found.files, found.bytes), (1, 1, 300_000));
    assert_eq!(fs::metadata(bench.at("from/big")).unwrap().modified().unwrap(), before);
    let spec = bench.start(plan, &paused()).unwrap();
    assert_eq!((spec.verb, spec.options.dry_run), (Verb::Dedupe, false));
}

#[test]
fn an_archive_does_not_replace_what_it_would_hold() {
    let bench = Bench::new();
    let dir = bench.at("from").into_os_string().into_string().unwrap();
    fs::write(bench.at("from/a.tar.zst"), "").unwrap();
    let target = Target::Archive {
        folder: dir,
        side: PanelSide::Left,
        name: "a".to_owned(),
        format: ArchiveFormat::TarZst,
        over_ending: false,
    };
    let paths = vec![bench.at("from/a.tar.zst")];
    let plan = bench.app.plans.make_of(PlanVerb::Pack, paths, &target).unwrap();
    let state = bench.told(|state| state.error.is_some());
    assert_eq!(state.error.unwrap().code, Code::SameFile);
    assert!(bench.start(plan, &paused()).is_err());
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
    let info = vec![in_trash("info/x.trashinfo")];
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
    assert_eq!(app.plans.paths(&Items::Drop { drop }), Ok(vec![Located::new("/x".into())]));
    let first = bench.make(PlanVerb::Copy, &["from/a"], "to");
    let meant = Items::Plan { plan: first };
    assert_eq!(app.plans.paths(&meant), Ok(vec![Located::new(bench.at("from/a"))]));
    for _ in 0..OPEN {
        bench.make(PlanVerb::Copy, &["from/a"], "to");
        app.plans.keep_drop(Vec::new());
    }
    assert_eq!(app.plans.paths(&meant), Err(Refusal::StalePlan));
    assert_eq!(app.plans.paths(&Items::Drop { drop }), Err(Refusal::Gone));
    assert!(matches!(app.plans.paths(&Items::Entries { ids: vec![] }), Err(Refusal::Not { .. })));
}

#[test]
fn a_plan_does_not_meet_the_files_of_a_folder_that_has_taken_the_place_of_the_listed_one() {
    let bench = Bench::new();
    let (plans, panels) = (&bench.app.plans, &bench.app.panels);
    panels.open([Some(bench.at("from")), Some(bench.at("to"))]);
    let listed = || panels.folders_listed([bench.at("from/a").as_path()].into_iter(), None);
    while listed().is_empty() {
        std::thread::yield_now();
    }
    let make = || plans.make_of(PlanVerb::Delete, vec![bench.at("from/a")], &Target::Unknown);
    let plan = make().unwrap();
    fs::rename(bench.at("from"), bench.at("old")).unwrap();
    fs::create_dir(bench.at("from")).unwrap();
    fs::write(bench.at("from/a"), "another").unwrap();
    let refused = Refusal::because("This folder was replaced since it was listed");
    assert_eq!(bench.app.plans.start(plan, &paused()), Err(refused.clone()));
    // What is listed then is what is meant then; the plan was shown for the other folder.
    while listed().iter().any(|(dir, then)| Identity::of(dir) != Some(*then)) {
        std::thread::yield_now();
    }
    assert_eq!(bench.app.plans.start(plan, &paused()), Err(refused));
    assert!(bench.app.plans.start(make().unwrap(), &paused()).is_ok());
}

#[test]
fn nothing_is_extracted_from_an_archive_that_has_taken_the_place_of_the_listed_one() {
    let bench = Bench::new();
    let pack = |archive: &str, item: &str| {
        let mut tar = std::process::Command::new("tar");
        tar.current_dir(bench.dir.path()).args(["cf", archive, item]);
        assert!(tar.status().unwrap().success());
    };
    pack("x.tar", "from/a");
    let (plans, panels) = (&bench.app.plans, &bench.app.panels);
    let item = bench.at("x.tar/from");
    panels.open([Some(bench.at("x.tar")), Some(bench.at("to"))]);
    let listed = || panels.folders_listed([item.as_path()].into_iter(), None);
    while listed().is_empty() {
        std::thread::yield_now();
    }
    let make = || plans.make_of(PlanVerb::Extract, vec![item.clone()], &bench.target("to/"));
    let plan = make().unwrap();
    // What works on files says so, and nothing is made there.
    let why = Refusal::because("This is not possible in an archive; copy the item out of it first");
    let named = plans.keep_drop(vec![item.clone()]);
    assert_eq!(plans.paths_on_disk(&Items::Held { held: named }), Err(why));
    let new = EditAsk::MakeFile { side: PanelSide::Left, name: "new".to_owned() };
    let why = Refusal::because("Archives are read-only; copy items out of them");
    assert_eq!(bench.app.edits.edit(new), Err(why));
    pack("other.tar", "from/sub");
    fs::rename(bench.at("other.tar"), bench.at("x.tar")).unwrap();
    let refused = Refusal::because("This archive was replaced since it was listed");
    assert_eq!(bench.app.plans.start(plan, &paused()), Err(refused));
    // It is listed again.
    while listed().iter().any(|(archive, then)| Identity::of(archive) != Some(*then)) {
        std::thread::yield_now();
    }
    assert!(bench.app.plans.start(make().unwrap(), &paused()).is_ok());
}

#[test]
fn what_was_named_in_an_archive_is_extracted_when_no_panel_shows_the_archive_any_more() {
    let bench = Bench::new();
    let mut tar = std::process::Command::new("tar");
    tar.current_dir(bench.dir.path()).args(["cf", "x.tar", "from/a"]);
    assert!(tar.status().unwrap().success());
    let (plans, panels) = (&bench.app.plans, &bench.app.panels);
    let item = bench.at("x.tar/from");
    panels.open([Some(bench.at("x.tar")), Some(bench.at("to"))]);
    while panels.folders_listed([item.as_path()].into_iter(), None).is_empty() {
        std::thread::yield_now();
    }
    let items = Items::Drop { drop: plans.keep_drop(vec![item.clone()]) };
    let cut = plans.copy_files(&items, true);
    let why = Refusal::because("Archives are read-only; copy items out of them");
    assert_eq!(cut, Err(why));
    panels.open([Some(bench.at("to")), Some(bench.at("to"))]);
    assert_eq!(panels.archive_of(&[item]), None);
    let plan = plans.make(PlanVerb::Copy, &items, &bench.target("to/")).unwrap();
    let state = bench.told(|state| state.plan == plan);
    let why = Refusal::because("Archives are read-only; copy items out of them");
    let refused = |verb| RefusedDrop { verb, why: why.clone() };
    assert_eq!(state.refused, [PlanVerb::Move, PlanVerb::Link].map(refused));
    let spec = bench.start(plan, &paused()).unwrap();
    assert_eq!((spec.verb, spec.sources), (Verb::Extract, vec![bench.at("x.tar").into()]));
}

#[test]
fn a_deletion_removes_only_what_the_panels_showed() {
    let bench = Bench::new();
    let (plans, panels) = (&bench.app.plans, &bench.app.panels);
    panels.open([Some(bench.at("from")), Some(bench.at("to"))]);
    let items = [bench.at("from/a"), bench.at("from/sub")];
    while panels.shown(&items).is_empty() {
        std::thread::yield_now();
    }
    let plan = plans.make_of(PlanVerb::Delete, items.into(), &Target::Unknown).unwrap();
    let seen = bench.start(plan, &paused()).unwrap().options.seen.unwrap();
    let kinds: Vec<_> = seen.sources.iter().map(|seen| seen.map(|seen| seen.kind)).collect();
    assert!(seen.only_types, "a file may be written to while the user decides");
    assert_eq!(kinds, [Some(FileKind::File), Some(FileKind::Directory)]);
}

#[test]
fn nothing_is_put_into_the_trash_but_by_a_deletion() {
    let bench = Bench::new();
    let app = App::new(None, Some(bench.dir.path().to_owned()));
    let trash = app.plans.home.trash().unwrap().to_owned();
    fs::create_dir_all(&trash).unwrap();
    app.panels.open([Some(bench.at("from")), Some(trash.clone())]);
    let items = || vec![bench.at("from/a")];
    let refused = Err(Refusal::because(tr!("desktop-into-trash")));
    let at = |path: &Path| {
        let text = path.to_str().unwrap().to_owned();
        Target::Path { text, side: PanelSide::Left }
    };
    for verb in [PlanVerb::Copy, PlanVerb::Move, PlanVerb::Link] {
        // Other volumes have a trash, too.
        let there = in_trash("files");
        for path in [&trash, &trash.join("below/"), &trash.with_file_name("info"), &there] {
            assert_eq!(app.plans.make_of(verb, items(), &at(path)), refused, "{verb:?}");
        }
        // The panel beside shows the trash: the dialog asks where to.
        let beside = Target::Panel { side: PanelSide::Right };
        let plan = app.plans.make_of(verb, items(), &beside).unwrap();
        assert_eq!(app.plans.open().plan(plan).unwrap().goal, None);
        let moved = app.plans.retarget(plan, &trash);
        assert_eq!(moved, refused.clone().map(|_: PlanId| ()));
    }
}

#[test]
fn a_dry_run_says_what_a_copy_would_do_and_changes_nothing() {
    let bench = Bench::new();
    let choices = Preferences::default().choices;
    let plan = bench.make(PlanVerb::Copy, &["from/a", "from/sub"], "to/");
    let ForeseenPlan { plan: told, makes, failing, failures } =
        bench.app.plans.foresee(plan, &choices).unwrap();
    assert_eq!((told.totals.items, told.totals.bytes, told.directories), (3, Some(8), 1));
    assert_eq!(told.conflicts, [ConflictCount { kind: ConflictKind::File, count: 1 }]);
    assert_eq!((failing, failures), (0, vec![]));
    assert!(!makes && fs::read(bench.at("to/a")).unwrap().is_empty());
    assert!(!bench.at("to/sub").exists());
    assert_eq!(bench.app.engine.queue().unwrap().list().unwrap().len(), 0);
    // A folder that does not exist is not made.
    let plan = bench.make(PlanVerb::Move, &["from/a"], "to/new/");
    let told = bench.app.plans.foresee(plan, &choices).unwrap();
    assert!(told.makes && told.plan.conflicts.is_empty() && !bench.at("to/new").exists());
    // What would fail is named.
    let plan = bench.make(PlanVerb::Move, &["from/a", "from/sub"], "from/sub/");
    let told = bench.app.plans.foresee(plan, &choices).unwrap();
    let failed = &told.failures[0];
    assert_eq!((told.failing, failed.name.text.as_str()), (1, "sub"));
    assert_eq!(failed.error.as_ref().unwrap().code, Code::IntoItself);
    let plan = bench.make(PlanVerb::Link, &["from/a"], "to/");
    assert!(matches!(bench.app.plans.foresee(plan, &choices), Err(Refusal::Not { .. })));
}

#[test]
fn a_plan_that_is_refused_gives_the_request_for_the_administrator() {
    let bench = Bench::new();
    let choices = Preferences::default().choices;
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to/");
    let spec = bench.app.plans.request(plan, &choices).unwrap();
    assert_eq!((spec.verb, spec.sources), (Verb::Copy, vec![bench.at("from/a").into()]));
    // The administrator makes no folder beside the request.
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to/new/");
    assert!(bench.app.plans.request(plan, &choices).is_err());
    bench.app.plans.discard(plan);
    assert_eq!(bench.app.plans.request(plan, &choices), Err(Refusal::StalePlan));
}

#[test]
fn a_job_that_was_started_paused_leaves_the_next_one_alone() {
    let bench = Bench::new();
    let remembered = || bench.app.saved.preferences().choices;
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to");
    bench.start(plan, &Choices { verify: true, ..paused() }).unwrap();
    assert_eq!((remembered().start, remembered().verify), (Start::Queue, true));
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to");
    bench.start(plan, &Choices { start: Start::Now, ..paused() }).unwrap();
    let plan = bench.make(PlanVerb::Copy, &["from/a"], "to");
    bench.start(plan, &paused()).unwrap();
    assert_eq!(remembered().start, Start::Now);
}

//! Tests jobs of the queue whose sources or destination are on another machine, which is this one behind a script.

#![allow(clippy::unwrap_used, reason = "everything here is a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fcp_engine::Events;
use fcp_engine::engine::{ControlError, Engine};
use fcp_engine::error::Code;
use fcp_engine::event::{Event, Outcome};
use fcp_engine::link::Reach;
use fcp_engine::path::FarPath;
use fcp_engine::queue::{Queue, QueueError};
use fcp_engine::record::Home;
use fcp_engine::spec::{Destination, JobSpec, Verb};
use fcp_test_support::output::names;
use fcp_test_support::{Scratch, bin};

struct Place(Scratch);

impl Place {
    fn new() -> Self {
        let scratch = Scratch::new();
        for dir in ["here", "there", "home"] {
            fs::create_dir(scratch.join(dir)).unwrap();
        }
        let place = Self(scratch);
        place.reached_by("shift; exec sh -c \"$1\"");
        place
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn reached_by(&self, text: &str) {
        fcp_test_support::script(self.at("rsh"), text);
    }

    fn far(&self, name: &str) -> PathBuf {
        FarPath::new("web", self.at(name)).unwrap().to_path()
    }

    fn reach(&self) -> Reach {
        let program = Some(bin::path_of("fcp").into());
        let search = std::env::var_os("PATH").unwrap_or_default();
        Reach::by(Some(self.at("rsh").into()), program, search).unwrap().silent()
    }

    /// Starts a process's engine on the queue.
    fn engine(&self) -> (Engine, Events) {
        self.engine_by(self.reach())
    }

    fn engine_by(&self, reach: Reach) -> (Engine, Events) {
        let state = self.at("home/state");
        let home = Home { state: Some(state.clone()), data: self.at("home/data") };
        let queue = Queue::open(&state).unwrap().queue;
        Engine::on_queue_reaching(home, queue, Some(reach)).unwrap()
    }

    fn arriving(&self, dir: &str) -> usize {
        names(self.at(dir)).iter().filter(|name| name.ends_with("-arriving")).count()
    }
}

fn copy(from: PathBuf, into: PathBuf) -> JobSpec {
    JobSpec::copy([from], Destination::Into(into.into()))
}

/// Reads events until one is as it should be.
fn until(events: &Events, mut wanted: impl FnMut(&Event) -> bool) {
    while !events
        .next_within(Duration::from_secs(1))
        .is_some_and(|envelope| wanted(&envelope.event))
    {}
}

fn large() -> Vec<u8> {
    (0..24 << 20).map(|at: u32| (at % 251) as u8).collect()
}

#[test]
fn a_job_that_was_stopped_continues_with_what_has_arrived() {
    let verbs = [Verb::Copy, Verb::Move];
    for (comes, verb) in [true, false].into_iter().flat_map(|comes| verbs.map(|verb| (comes, verb)))
    {
        let place = Place::new();
        let (from, to) = if comes { ("there", "here") } else { ("here", "there") };
        fs::write(place.at(from).join("large"), large()).unwrap();
        let spec = if comes {
            copy(place.far("there/large"), place.at("here"))
        } else {
            copy(place.at("here/large"), place.far("there"))
        };
        let mut limited = JobSpec { verb, ..spec };
        limited.options.limit_rate = Some(8 << 20);
        let (engine, events) = place.engine();
        let job = engine.submit(limited).unwrap();
        until(
            &events,
            |event| matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 2 << 20),
        );
        drop(events);
        engine.close(Duration::from_secs(10));
        assert!(!place.at(to).join("large").exists(), "comes: {comes}");
        assert!(place.at(from).join("large").exists(), "comes: {comes}");
        assert_eq!(place.arriving(to), 1, "comes: {comes}");
        engine.queue().unwrap().set_limit(Some(job), None).unwrap();
        drop(engine);

        let (engine, events) = place.engine();
        drop(events);
        let summary = engine.wait(job).unwrap();
        assert_eq!((summary.outcome, summary.done), (Outcome::Completed, 1), "comes: {comes}");
        assert_eq!(fs::read(place.at(to).join("large")).unwrap(), large());
        assert_eq!(place.arriving(to), 0);
        assert_eq!(place.at(from).join("large").exists(), verb == Verb::Copy, "comes: {comes}");
    }
}

#[test]
fn a_job_without_a_connection_fails_in_one_line() {
    let place = Place::new();
    place.reached_by("echo 'web: Permission denied (publickey).' >&2; exit 255");
    fs::write(place.at("here/f"), "f").unwrap();
    for spec in
        [copy(place.far("there/f"), place.at("here")), copy(place.at("here/f"), place.far("there"))]
    {
        let (engine, events) = place.engine();
        let job = engine.submit(spec).unwrap();
        let mut told = None;
        until(&events, |event| {
            if let Event::ItemFailed { error, .. } = event {
                told = Some(error.clone());
            }
            matches!(event, Event::JobSummary { .. })
        });
        drop(events);
        let error = told.unwrap();
        assert_eq!(error.code, Code::Unreachable);
        assert_eq!(error.said.as_deref(), Some("web: Permission denied (publickey)."));
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Failed);
    }
    assert!(names(place.at("there")).is_empty());
}

#[test]
fn a_job_is_cancelled_whether_or_not_the_other_end_answers() {
    for (script, comes) in [("exec sleep 1000", true), ("exec sleep 1000", false)] {
        let place = Place::new();
        place.reached_by(script);
        fs::write(place.at("here/f"), "f").unwrap();
        let spec = if comes {
            copy(place.far("there/f"), place.at("here"))
        } else {
            copy(place.at("here/f"), place.far("there"))
        };
        let (engine, events) = place.engine();
        drop(events);
        let job = engine.submit(spec).unwrap();
        engine.cancel(job).unwrap();
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Cancelled);
    }
}

#[test]
fn nothing_but_a_copy_move_or_deletion_is_accepted_with_a_path_of_another_machine() {
    let place = Place::new();
    // What a path would mean here if it were taken for one of this machine.
    let far = place.far("there");
    let (engine, events) = place.engine();
    drop(events);
    for verb in [Verb::Restore, Verb::Undo, Verb::Verify, Verb::Dedupe, Verb::Pack] {
        let mut spec = copy(far.clone(), place.at("here"));
        spec.verb = verb;
        let refused = engine.submit(spec).unwrap_err();
        let code = match refused {
            ControlError::Refused(error) | ControlError::Queue(QueueError::Refused(error)) => {
                error.code
            }
            other => panic!("{verb:?}: {other:?}"),
        };
        assert_eq!(code, Code::Elsewhere, "{verb:?}");
    }
    assert!(place.at("there").exists());
    // An engine that knows no other machines, as that of the administrator.
    let alone = Engine::new();
    let refused = alone.submit(copy(far, place.at("here"))).unwrap_err();
    assert!(matches!(refused, ControlError::Refused(error) if error.code == Code::Unreachable));
    assert!(Path::new(&place.at("here")).read_dir().unwrap().next().is_none());
}

#[test]
fn a_move_of_the_queue_takes_its_source_away_when_all_is_there() {
    for comes in [true, false] {
        let place = Place::new();
        let (from, to) = if comes { ("there", "here") } else { ("here", "there") };
        fs::create_dir(place.at(from).join("d")).unwrap();
        fs::write(place.at(from).join("d/f"), "f").unwrap();
        let (source, goal) = if comes {
            (place.far("there/d"), place.at("here"))
        } else {
            (place.at("here/d"), place.far("there"))
        };
        let (engine, events) = place.engine();
        drop(events);
        let spec = JobSpec::move_to([source], Destination::Into(goal.into()));
        let job = engine.submit(spec).unwrap();
        let summary = engine.wait(job).unwrap();
        assert_eq!((summary.outcome, summary.done), (Outcome::Completed, 2), "comes: {comes}");
        assert_eq!(fs::read(place.at(to).join("d/f")).unwrap(), b"f");
        assert!(names(place.at(from)).is_empty(), "comes: {comes}");
        assert_eq!(place.arriving(to), 0);
    }
}

/// Gives the other machine a home of its own.
fn apart(place: &Place) {
    let home = place.at("away");
    fs::create_dir(&home).unwrap();
    place.reached_by(&format!(
        "shift; HOME='{}'; export HOME; unset XDG_DATA_HOME XDG_STATE_HOME; exec sh -c \"$1\"",
        home.display()
    ));
}

#[test]
fn what_the_queue_has_done_on_another_machine_is_undone_and_redone_there() {
    let place = Place::new();
    apart(&place);
    fs::write(place.at("here/f"), "f").unwrap();
    fs::write(place.at("there/g"), "g").unwrap();
    let (engine, events) = place.engine();
    drop(events);
    let queue = engine.queue().unwrap();
    let earlier = engine.submit(copy(place.at("here/f"), place.at("home"))).unwrap();
    engine.wait(earlier).unwrap();
    let did = |job| {
        let summary = engine.wait(job).unwrap();
        assert_eq!((summary.outcome, summary.done), (Outcome::Completed, 1));
        assert_eq!(queue.find(job).unwrap().left_to_undo(), Some(true));
        job
    };
    let list = || names(place.at("there"));
    for (spec, after) in [
        (copy(place.at("here/f"), place.far("there")), vec!["f", "g"]),
        (JobSpec::trash([place.far("there/g")]), vec![]),
    ] {
        let job = did(engine.submit(spec).unwrap());
        assert_eq!(list(), after);
        assert_eq!(queue.foresee_undo(job).unwrap().host.as_deref(), Some("web"));
        let undo = did(queue.undo(job).unwrap());
        assert_eq!(list(), ["g"]);
        assert_eq!(queue.find(job).unwrap().left_to_undo(), Some(false));
        let redo = did(queue.undo(undo).unwrap());
        assert_eq!(list(), after);
        did(queue.undo(redo).unwrap());
        assert_eq!(list(), ["g"]);
    }
    // It is not for the job before a move to be undone in its place.
    let job =
        engine.submit(JobSpec { verb: Verb::Move, ..copy(place.at("here/f"), place.far("there")) });
    let job = job.unwrap();
    engine.wait(job).unwrap();
    for refused in [queue.undo(job).map(drop), queue.foresee_undo(job).map(drop)] {
        let QueueError::Refused(error) = refused.unwrap_err() else { panic!() };
        assert_eq!(error.code, Code::MovedBetween);
    }
    assert_eq!((list(), place.at("home/f").exists()), (vec!["f".to_owned(), "g".to_owned()], true));
}

#[test]
fn a_copy_that_was_stopped_and_resumed_is_undone_there_as_one() {
    let place = Place::new();
    apart(&place);
    fs::write(place.at("here/large"), large()).unwrap();
    let mut spec = copy(place.at("here/large"), place.far("there"));
    spec.options.limit_rate = Some(8 << 20);
    let (engine, events) = place.engine();
    let job = engine.submit(spec).unwrap();
    until(
        &events,
        |event| matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 2 << 20),
    );
    drop(events);
    engine.close(Duration::from_secs(10));
    engine.queue().unwrap().set_limit(Some(job), None).unwrap();
    drop(engine);
    let (engine, events) = place.engine();
    drop(events);
    assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
    assert_eq!(names(place.at("home/state/undo")).len(), 1);
    let undo = engine.queue().unwrap().undo(job).unwrap();
    assert_eq!(engine.wait(undo).unwrap().outcome, Outcome::Completed);
    assert!(names(place.at("there")).is_empty());
}

#[test]
fn data_comes_over_as_many_connections_as_the_machine_has() {
    for (wanted, comes) in [(1, true), (3, true), (3, false)] {
        let place = Place::new();
        let (from, to) = if comes { ("there", "here") } else { ("here", "there") };
        fs::write(place.at(from).join("large"), large()).unwrap();
        let opened = place.at("opened");
        place.reached_by(&format!("echo x >>{}; shift; exec sh -c \"$1\"", opened.display()));
        let spec = if comes {
            copy(place.far("there/large"), place.at("here"))
        } else {
            copy(place.at("here/large"), place.far("there"))
        };
        let connections = [("web".to_owned(), wanted), ("*".to_owned(), 9)].into();
        let (engine, events) = place.engine_by(place.reach().over(connections));
        drop(events);
        let job = engine.submit(spec).unwrap();
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
        assert_eq!(fs::read(place.at(to).join("large")).unwrap(), large());
        assert_eq!(fs::read_to_string(opened).unwrap().lines().count(), usize::from(wanted));
    }
}

#[test]
fn an_undo_whose_machine_is_away_fails_and_can_be_tried_again() {
    let place = Place::new();
    apart(&place);
    fs::write(place.at("here/f"), "f").unwrap();
    let (engine, events) = place.engine();
    drop(events);
    let queue = engine.queue().unwrap();
    let job = engine.submit(copy(place.at("here/f"), place.far("there"))).unwrap();
    engine.wait(job).unwrap();
    let script = fs::read_to_string(place.at("rsh")).unwrap();
    place.reached_by("exit 255");
    let undo = queue.undo(job).unwrap();
    assert_eq!(engine.wait(undo).unwrap().outcome, Outcome::Failed);
    assert_eq!(queue.failed(undo).unwrap()[0].error.code, Code::Unreachable);
    assert!(place.at("there/f").exists());
    fs::write(place.at("rsh"), script).unwrap();
    let undo = queue.undo(job).unwrap();
    assert_eq!(engine.wait(undo).unwrap().outcome, Outcome::Completed);
    assert!(!place.at("there/f").exists());
}

#[test]
fn what_is_on_another_machine_is_deleted_and_trashed_there() {
    for verb in [Verb::Trash, Verb::Delete] {
        let place = Place::new();
        let there = place.at("there");
        fs::create_dir(there.join("d")).unwrap();
        fs::write(there.join("d/f"), "f").unwrap();
        fs::write(there.join("stays"), "").unwrap();
        // What the path would mean here.
        fs::write(place.at("here/d"), "").unwrap();
        apart(&place);
        let home = place.at("away");
        let (engine, events) = place.engine();
        let sources = [place.far("there/d")];
        let spec =
            if verb == Verb::Trash { JobSpec::trash(sources) } else { JobSpec::delete(sources) };
        let job = engine.submit(spec).unwrap();
        let mut told = Vec::new();
        until(&events, |event| {
            if let Event::ItemDone { src, .. } = event {
                told.push(FarPath::of(&src.0).map(|far| far.path().to_owned()));
            }
            matches!(event, Event::JobSummary { .. })
        });
        let summary = engine.wait(job).unwrap();
        assert_eq!(summary.outcome, Outcome::Completed, "{verb:?}");
        assert!(told.iter().all(|path| path.as_ref().is_some_and(|it| it.starts_with(&there))));
        assert_eq!(names(&there), ["stays"]);
        if verb == Verb::Trash {
            let trashed = home.join(".local/share/Trash/files/d/f");
            assert_eq!(fs::read(trashed).unwrap(), b"f");
        }
    }
}

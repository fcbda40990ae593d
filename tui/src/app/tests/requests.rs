//! Tests of requests, from the copy dialog into the queue: plans, free space, missing answers.

use std::path::PathBuf;

use fcp_browse::Room;
use fcp_browse::edit::LinkKind;
use fcp_engine::spec::{DirectoryPolicy, JobSpec, Subvolumes};

use super::*;
use crate::app::dialog::transfer::Transfer;
use crate::app::request::SILENT;
use fcp_presentation::transfer::Shown;
use fcp_presentation::undo::EditRequest;

fn added(bench: &Bench) -> Vec<&JobSpec> {
    let spec = |effect: &'_ Effect| matches!(effect, Effect::Add { .. });
    let adds = bench.effects.iter().filter(|effect| spec(effect));
    adds.filter_map(|effect| match effect {
        Effect::Add { spec, .. } => Some(&**spec),
        _ => None,
    })
    .collect()
}

fn ask(bench: &Bench) -> &Transfer {
    match &bench.model.dialog {
        Some(Dialog::Transfer(ask)) => ask,
        other => panic!("no copy dialog but {other:?}"),
    }
}

/// Opens the copy dialog on the last photo, at a destination with this much room.
fn copy_into(bench: &mut Bench, free: u64) -> (u64, PathBuf) {
    bench.press(KeyCode::End).press(KeyCode::Up).press(KeyCode::F(5));
    let (ticket, to) = (ask(bench).items.ticket, ask(bench).path());
    let room = Room {
        kind: Some(FileKind::Directory),
        space: Some(Space { free, total: 500 << 30 }),
        ..Room::default()
    };
    bench.tell(Msg::Room { ticket, to: to.clone(), room });
    (ticket, to)
}

#[test]
fn a_dry_run_shows_the_plan_and_then_starts_it() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut bench = Bench::new(columns, rows);
        copy_into(&mut bench, 1 << 30);
        bench.press(KeyCode::F(3));
        let Some(Effect::Plan { ticket, spec, .. }) = bench.effects.last().cloned() else {
            panic!("nothing was planned: {:?}", bench.effects)
        };
        bench.press(KeyCode::Enter);
        assert!(added(&bench).is_empty(), "the plan is not there yet");
        let plan = [
            "To copy     1 file in 0 folders, 33.5 MiB",
            "Space       33.5 MiB needed, 1.00 GiB free",
            "Reflinks    not possible between these places",
            "Conflicts   30 files exist; they will be kept, and the source gets another name",
        ];
        let plan = Ok(plan.map(str::to_owned).to_vec());
        bench.tell(Msg::Planned { ticket: ticket + 1, plan: Err("another one".to_owned()) });
        bench.tell(Msg::Planned { ticket, plan });
        insta::assert_snapshot!(format!("rehearsal-{columns}x{rows}"), bench.screen());
        bench.press(KeyCode::Esc);
        assert_eq!(ask(&bench).items.paths.len(), 1, "the copy dialog comes back");
        bench.press(KeyCode::F(3));
        let Some(Effect::Plan { ticket, .. }) = bench.effects.last().cloned() else { panic!() };
        bench.tell(Msg::Planned { ticket, plan: Ok(Vec::new()) });
        bench.press(KeyCode::Enter);
        assert_eq!(added(&bench), [&*spec]);
        assert!(!spec.options.dry_run && bench.model.dialog.is_none());
    }
}

#[test]
fn a_subvolume_offers_a_snapshot_that_needs_no_space() {
    let mut bench = Bench::new(100, 30);
    let (ticket, to) = copy_into(&mut bench, 1 << 10);
    assert!(ask(&bench).is_short() && !bench.screen().contains("Subvolumes"));
    let room = Room {
        kind: Some(FileKind::Directory),
        space: Some(Space { free: 1 << 10, total: 1 << 30 }),
        snapshots: true,
        ..Room::default()
    };
    // The program looks again when the path changes; there is one row all the same.
    for _ in 0..2 {
        bench.tell(Msg::Room { ticket, to: to.clone(), room: room.clone() });
    }
    assert_eq!(bench.screen().matches("Subvolumes").count(), 1, "{}", bench.screen());
    let spec = |bench: &Bench| ask(bench).spec().options.subvolumes;
    assert_eq!(spec(&bench), Subvolumes::Copy);
    bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    bench.press(KeyCode::Right);
    assert_eq!(spec(&bench), Subvolumes::Snapshot);
    assert!(!ask(&bench).is_short() && bench.screen().contains("Btrfs makes a snapshot at once"));
    bench.press(KeyCode::Right);
    assert_eq!(spec(&bench), Subvolumes::SnapshotReadOnly);
    bench.press(KeyCode::Enter);
    let [spec] = added(&bench)[..] else { panic!("{:?}", bench.effects) };
    assert_eq!(spec.options.subvolumes, Subvolumes::SnapshotReadOnly);
}

#[test]
fn what_does_not_fit_is_not_started_by_enter() {
    let mut bench = Bench::new(120, 40);
    let (ticket, to) = copy_into(&mut bench, 40 << 20);
    assert!(!bench.screen().contains("Does not fit"));
    bench.tell(Msg::Claimed { ticket, to, bytes: 30 << 20 });
    let line = "Does not fit: 33.5 MiB needed, 40.0 MiB free, 30.0 MiB queued.";
    let screen = bench.screen();
    assert!(screen.contains(line) && screen.contains("F2  Queue paused"), "{screen}");
    bench.press(KeyCode::Enter);
    assert!(added(&bench).is_empty());
    bench.press(KeyCode::F(4));
    assert_eq!(added(&bench).len(), 1);
}

#[test]
fn holes_of_files_need_no_room() {
    let mut bench = Bench::new(120, 40);
    let (ticket, _) = copy_into(&mut bench, 10 << 20);
    bench.shows("Does not fit: 33.5 MiB needed");
    // Of the file that is copied, which is in no folder, they are counted beside.
    let counted = bench.effects.iter().any(|effect| {
        matches!(effect, Effect::Measure { ticket: of, names, files, together: true, .. }
            if *of == ticket && names.is_empty() && files.len() == 1)
    });
    assert!(counted, "{:?}", bench.effects);
    let measure = fcp_browse::Measure { holes: 32 << 20, ..Default::default() };
    bench.tell(Msg::Measured { ticket, name: None, measure, whole: true });
    let screen = bench.screen();
    assert!(!screen.contains("Does not fit") && screen.contains("33.5 MiB"), "{screen}");
    bench.press(KeyCode::Enter);
    assert_eq!(added(&bench).len(), 1);
}

#[test]
fn a_copy_into_its_own_folder_gets_a_free_name() {
    let mut bench = Bench::new(80, 24);
    let dir = bench.model.panel().dir.clone();
    for keys in ["yv", "d"] {
        bench.press(KeyCode::End);
        for key in keys.chars() {
            bench.ctrl(key);
        }
        let [spec] = added(&bench)[..] else { panic!("{:?}", bench.effects) };
        assert!(matches!(spec.options.on_conflict, ConflictPolicy::Rename(_)));
        assert!(matches!(spec.options.on_directory, DirectoryPolicy::Rename(_)));
        bench.forget();
    }
    bench.press(KeyCode::Home).ctrl('d');
    assert!(added(&bench).is_empty() && bench.screen().contains("No item is marked"));
    bench.press(KeyCode::End);
    bench.press(KeyCode::F(5)).ctrl('u').keys(&format!("{}/", dir.display()));
    bench.press(KeyCode::Enter);
    let [spec] = added(&bench)[..] else { panic!("{:?}", bench.effects) };
    assert!(matches!(spec.options.on_conflict, ConflictPolicy::Rename(_)));
}

#[test]
fn what_is_pasted_is_what_was_shown_when_it_was_remembered() {
    for key in ['y', 'k'] {
        let mut bench = Bench::new(80, 24);
        bench.press(KeyCode::End).ctrl(key).press(KeyCode::Tab).ctrl('v');
        let [spec] = added(&bench)[..] else { panic!("{:?}", bench.effects) };
        let seen = spec.options.seen.as_ref().unwrap();
        assert!(seen.only_types && seen.sources.iter().all(Option::is_some), "{seen:?}");
    }
}

#[test]
fn what_is_remembered_is_pasted_as_links() {
    let mut bench = Bench::new(80, 24);
    let dir = bench.model.panel().dir.clone();
    bench.ctrl('x').keys("S");
    assert!(bench.effects.is_empty() && bench.screen().contains("Nothing to paste"));
    bench.press(KeyCode::End).ctrl('k').press(KeyCode::Tab);
    let to = bench.model.panel().dir.clone();
    let kinds = [("S", LinkKind::Absolute), ("R", LinkKind::Relative), ("L", LinkKind::Hard)];
    for (key, kind) in kinds {
        bench.forget().ctrl('x').keys(key);
        let sources = vec![dir.join("latest")];
        let shown = bench.model.register.as_ref().unwrap().shown.clone();
        let links = EditRequest::Links { sources, to: to.clone(), into: true, kind, shown };
        assert_eq!(bench.effects, [Effect::Edit(links)], "{key}");
    }
    assert!(bench.model.register.is_some(), "what was cut can still be moved");
}

#[test]
fn a_move_into_its_own_folder_says_that_there_is_nothing_to_move() {
    let mut bench = Bench::new(80, 24);
    let dir = bench.model.panel().dir.clone();
    bench.press(KeyCode::End);
    bench.model.register = Some(crate::app::model::Register {
        verb: Verb::Move,
        sources: vec![dir.join("latest")],
        shown: Shown::default(),
    });
    bench.ctrl('v');
    assert!(added(&bench).is_empty() && bench.screen().contains("Nothing to move"));
    assert!(bench.model.register.is_some(), "it can still be pasted elsewhere");
    bench.press(KeyCode::F(6)).ctrl('u').keys(&format!("{}/", dir.display()));
    bench.press(KeyCode::Enter);
    assert!(added(&bench).is_empty() && bench.screen().contains("Nothing to move"));
}

/// Copies something, and gives the number of the request that the queue does not answer.
fn unanswered(bench: &mut Bench) -> u64 {
    bench.model.queued = true;
    copy_into(bench, 1 << 40);
    bench.press(KeyCode::Enter);
    let Some(Effect::Add { ticket, .. }) = bench.effects.last() else { panic!("no request") };
    *ticket
}

#[test]
fn a_request_that_the_queue_does_not_answer_is_shown_and_quitting_asks() {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut bench = Bench::new(columns, rows);
        let ticket = unanswered(&mut bench);
        assert!(!bench.screen().contains("being added"));
        assert_eq!(bench.model.wakes_at(), Some(bench.model.now + SILENT));
        bench.wait(SILENT);
        bench.shows("being added; the source does not answer");
        bench.press(KeyCode::F(10));
        assert!(!bench.model.done && bench.model.dialog.is_some());
        bench.press(KeyCode::Esc);
        bench.tell(Msg::Added { ticket, result: Ok(7) });
        assert!(bench.model.mine.contains(&7) && !bench.screen().contains("being added"));
    }
}

#[test]
fn a_request_that_was_given_up_is_cancelled_when_the_queue_has_it() {
    let mut bench = Bench::new(120, 40);
    let ticket = unanswered(&mut bench);
    bench.wait(SILENT).press(KeyCode::F(2)).press(KeyCode::F(8));
    assert!(bench.model.requests.is_empty());
    bench.tell(Msg::Added { ticket, result: Ok(7) });
    let cancel = Effect::Command(Command::Cancel { job: Some(7) });
    assert_eq!(bench.effects.last(), Some(&cancel));
}

#[test]
fn a_request_that_is_refused_says_why() {
    let mut bench = Bench::new(80, 24);
    let ticket = unanswered(&mut bench);
    bench.tell(Msg::Added { ticket, result: Err("no room".to_owned().into()) });
    assert!(bench.model.requests.is_empty() && bench.screen().contains("no room"));
}

#[test]
fn equal_files_are_shown_before_they_share_their_storage() {
    let mut bench = Bench::new(100, 30);
    bench.ctrl('p').keys("deduplicate").press(KeyCode::Enter);
    let Some(Effect::Plan { ticket, spec, .. }) = bench.effects.last().cloned() else {
        panic!("nothing was planned: {:?}", bench.effects)
    };
    assert_eq!(spec.verb, fcp_engine::spec::Verb::Dedupe);
    bench.shows("Looking for equal files");
    for columns in [60, 80] {
        bench.model.screen.0 = columns;
        let words = bench.screen().replace('│', " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("blocks on the disk."), "{}", bench.screen());
    }
    bench.press(KeyCode::Enter);
    assert!(added(&bench).is_empty(), "the plan is not there yet");
    let plan = ["To share    2 files in 1 set of equal files, 2.00 MiB", "Would free  2.00 MiB"];
    bench.tell(Msg::Planned { ticket, plan: Ok(plan.map(str::to_owned).to_vec()) });
    bench.shows("2 files in 1 set of equal files");
    bench.shows("Share storage");
    bench.press(KeyCode::Enter);
    assert_eq!(added(&bench), [&*spec]);
    assert!(bench.model.dialog.is_none());
}

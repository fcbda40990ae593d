//! What is told of a job that was halted, cancelled or taken back.

use super::*;

#[test]
fn a_question_is_closed_by_a_halt_and_asked_again() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("f"), 1, 100);
    write(&there.join("f"), 2, 50);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Ask;
    let kept = Kept::new(&at.root);
    for _ in 0..2 {
        let running = start(&spec, kept.past(), None, |_| {});
        let asked = loop {
            let event = running.events.next_within(LONG).unwrap().event;
            if let Event::QuestionAsked { question, .. } = event {
                break question.id;
            }
        };
        running.job.halt();
        let ran = running.end();
        assert_eq!(ran.summary, None);
        let is_closed = |event: &Event| matches!(event, Event::QuestionAnswered { question, answer: None, .. } if *question == asked);
        assert!(ran.events.iter().any(is_closed));
        let is_told = |event: &Event| matches!(event, Event::ItemSkipped { .. });
        assert!(!ran.events.iter().any(is_told));
    }
    assert_eq!(fs::metadata(there.join("f")).unwrap().len(), 50);
}

#[test]
fn a_halt_that_comes_too_late_changes_nothing() {
    let at = place();
    write(&at.src.join("f"), 1, 100);
    let running = start(&spec(Verb::Copy, &at.src, &at.dst), Past::default(), None, |_| {});
    let job = Arc::clone(&running.job);
    let ran = running.end();
    job.halt();
    assert!(!job.is_halted());
    assert_eq!(ran.summary.unwrap().outcome, Outcome::Completed);
}

#[test]
fn failures_and_operands_that_are_given_twice_are_told_once() {
    let at = place();
    write(&at.src.join("f"), 1, 100);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    let missing: crate::contract::path::WirePath = at.root.join("missing").into();
    let twice = spec.sources[0].clone();
    spec.sources.extend([missing, twice, at.src.join("f").into()]);
    let mut kept = Kept::new(&at.root);
    let first = start(&spec, Past::default(), None, |_| {}).end();
    kept.entries.extend(first.entries);
    let whole = first.summary.unwrap();
    assert_eq!((whole.done, whole.skipped, whole.failed), (3, 1, 1));
    let second = start(&spec, kept.past(), None, |_| {}).end();
    assert_counts(&second.summary.unwrap(), &whole);
    assert_eq!(second.events.iter().filter(|event| is_item(event)).count(), 0);
}

#[test]
fn a_cancelled_job_leaves_no_temporaries() {
    let at = place();
    let spec = spec(Verb::Copy, &at.src, &at.dst);
    fs::create_dir_all(at.dst.join("src/theirs")).unwrap();
    let kept = half_a_large_file(&at, &spec);
    let ours = format!(".fcp-{KEY:08x}-000000000001");
    for dir in ["", "src", "src/made"] {
        let dir = at.dst.join(dir);
        fs::create_dir_all(&dir).unwrap();
        write(&dir.join(&ours), 1, 10);
    }
    let theirs = at.dst.join("src/.fcp-00000001-000000000001");
    write(&theirs, 1, 10);
    remove_leftovers(&kept.past(), &spec, KEY);
    assert_eq!(temporaries(&at.dst), [theirs]);
}

#[test]
fn a_job_that_went_on_can_be_taken_back() {
    let at = place();
    let state = at.root.join("state");
    fs::create_dir(&state).unwrap();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    for n in 0..60 {
        write(&at.src.join(format!("f{n}")), n, 3000);
    }
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    let mut kept = Kept::new(&at.root);
    let mut halts = 0;
    loop {
        // A third of the files takes a second then, so that the halts come in time on a busy machine.
        spec.options.limit_rate = Some(if halts < 2 { 64 << 10 } else { 1 << 20 });
        let ran = start(&spec, kept.past(), Some(&state), |_| {}).halt_after(20);
        let all = ran.entries.len();
        kept.entries.extend(ran.entries.into_iter().take(all - usize::from(halts == 1)));
        kept.past.record = ran.record;
        if ran.summary.is_some() {
            break;
        }
        halts += 1;
    }
    assert!(halts > 1);
    let home = Home { data: state.clone(), state: Some(state) };
    let recorded = crate::record::list(&home).unwrap();
    assert_eq!((recorded.len(), recorded[0].steps), (1, 60));
    let undo = JobSpec::undo(recorded[0].path.clone());
    let undone = start(&undo, Past::default(), None, |_| {}).end().summary.unwrap();
    assert_eq!(undone.outcome, Outcome::Completed);
    assert_eq!(fs::read_dir(&there).unwrap().count(), 0);
}

#[test]
fn a_flush_that_fails_on_the_way_fails_the_job_and_nothing_is_vouched_for() {
    let at = place();
    write(&at.src.join("large"), 1, 4 << 20);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.limit_rate = Some(100 << 10);
    let failing = |journal: &mut Journal| {
        journal.sync_every = Duration::from_millis(1);
        journal.flush = |_| Err(sys::Errno::IO);
    };
    let running = start(&spec, Kept::new(&at.root).past(), None, failing);
    let told = loop {
        let envelope = running.events.next_within(LONG).expect("a warning");
        if let Event::Warning { warning, .. } = envelope.event {
            break warning;
        }
    };
    running.job.control.set_rate(0);
    let crate::contract::event::Warning::NotFlushed { error } = told else { panic!("{told:?}") };
    assert_eq!(
        (error.action, error.path.0),
        (crate::contract::error::Action::Sync, at.dst.clone())
    );
    let ran = running.end();
    assert_eq!(ran.summary.unwrap().outcome, Outcome::CompletedWithErrors);
    let vouched = |entry: &&Entry| matches!(entry, Entry::Synced { .. });
    assert_eq!(ran.entries.iter().filter(vouched).count(), 0);
}

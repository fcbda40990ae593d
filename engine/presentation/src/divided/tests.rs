//! Tests of the rows of a plan.

use std::path::PathBuf;

use fcp_engine::event::Phase;
use fcp_engine::parts::Claimed;
use fcp_engine::spec::{Options, Verb};

use super::*;
use crate::jobs::{Amount, Rate, State};

const SECOND: u64 = 1_000_000;
/// The clock of this machine, and that of another, which is an hour behind.
const NOW: u64 = 1_800_000_000 * SECOND;
const THERE: u64 = NOW - 3600 * SECOND;

fn spec() -> JobSpec {
    JobSpec {
        verb: Verb::Copy,
        sources: vec![PathBuf::from("/src").into()],
        destination: None,
        options: Options::default(),
    }
}

fn sums(done: u64, bytes: u64, left: u64, claimed: &[u64]) -> Sums {
    let mut sums = Sums::default();
    (sums.status.items, sums.status.bytes) = (100, 1000 << 20);
    (sums.status.left, sums.status.items_done) = (left, done);
    sums.status.bytes_done = bytes;
    (sums.progress.items_done, sums.progress.bytes_done) = (done, bytes);
    sums.status.claimed = claimed.iter().map(|part| Claimed::new(*part, "node1")).collect();
    sums
}

fn tell(view: &mut DividedView, seconds: u64, event: Event) {
    let envelope = Envelope { seq: None, at: THERE + seconds * SECOND, event };
    view.hear(&envelope, NOW + seconds * SECOND);
}

fn copied(bytes: u64) -> Progress {
    let totals = Some(Totals { items: 10, bytes: Some(100 << 20), complete: true });
    Progress { bytes_done: bytes << 20, totals, ..Progress::default() }
}

fn begin(view: &mut DividedView, part: u64) {
    tell(view, 0, Event::JobQueued { job: part, spec: Box::new(spec()) });
    tell(view, 0, Event::JobStarted { job: part, workers: 2 });
    tell(view, 0, Event::JobPhase { job: part, phase: Phase::Running });
}

#[test]
fn the_whole_has_the_speed_of_what_was_copied_while_it_was_watched() {
    let mut view = DividedView::new(spec());
    assert!(view.whole(NOW).is_none() && !view.is_over());
    for second in 0..=10 {
        view.take(sums(10, (200 + second * 10) << 20, 3, &[1]), NOW + second * SECOND);
    }
    let row = view.whole(NOW + 10 * SECOND).unwrap();
    assert_eq!((row.state, row.percent), (State::Working, Some(30)));
    assert_eq!(row.amount, Amount::Bytes(300 << 20, Some(1000 << 20)));
    assert_eq!(row.rate, Some(Rate::Bytes(10 << 20)));
    assert!(row.eta.is_some());
}

#[test]
fn where_items_were_skipped_the_items_tell_how_far_it_is() {
    let mut view = DividedView::new(spec());
    let mut skipped = sums(50, 0, 1, &[]);
    skipped.progress.items_skipped = 50;
    view.take(skipped, NOW);
    assert_eq!(view.whole(NOW).unwrap().percent, Some(50));
    assert_eq!(view.whole(NOW).unwrap().amount, Amount::Items(50, Some(100)));
}

#[test]
fn a_plan_has_an_end_and_begins_anew_after_a_retry() {
    let mut view = DividedView::new(spec());
    view.take(sums(90, 900 << 20, 0, &[1]), NOW);
    assert!(!view.is_over());
    let mut failed = sums(98, 990 << 20, 0, &[]);
    (failed.status.failed, failed.status.items_failed) = (vec![1], 2);
    failed.progress.items_failed = 2;
    view.take(failed, NOW);
    assert_eq!((view.is_over(), view.whole(NOW).unwrap().state), (true, State::Partly(2)));
    view.take(sums(90, 900 << 20, 1, &[]), NOW);
    assert_eq!((view.is_over(), view.whole(NOW).unwrap().state), (false, State::Working));
    view.take(sums(100, 1000 << 20, 0, &[]), NOW);
    assert_eq!((view.is_over(), view.whole(NOW).unwrap().state), (true, State::Done));
}

#[test]
fn the_clock_of_another_machine_makes_no_speed() {
    let mut view = DividedView::new(spec());
    begin(&mut view, 7);
    for second in 0..=4 {
        tell(&mut view, second, Event::Progress { job: 7, progress: copied(second * 5) });
    }
    view.take(sums(0, 20 << 20, 0, &[7]), NOW + 4 * SECOND);
    let shown = |view: &DividedView, second: u64| view.parts(NOW + second * SECOND);
    let [part] = &shown(&view, 4)[..] else { panic!("one part") };
    assert_eq!((part.part, part.host.as_str()), (7, "node1"));
    assert_eq!(part.row.rate, Some(Rate::Bytes(5 << 20)));
    assert_eq!(part.row.percent, Some(20));
    // Its process is silent, by the clock of this machine.
    assert_eq!(shown(&view, 60)[0].row.rate, None);
}

#[test]
fn a_part_that_another_machine_takes_over_begins_anew() {
    let mut view = DividedView::new(spec());
    begin(&mut view, 7);
    let failed = |bytes| Progress { items_failed: 1, ..copied(bytes) };
    for second in 0..=4 {
        tell(&mut view, second, Event::Progress { job: 7, progress: failed(second) });
    }
    // Its process is killed, and the clock of the other machine is behind by an hour more.
    let mut hear = |second: u64, event| {
        let at = THERE - 3600 * SECOND + second * SECOND;
        view.hear(&Envelope { seq: None, at, event }, NOW + (60 + second) * SECOND);
    };
    hear(0, Event::JobQueued { job: 7, spec: Box::new(spec()) });
    hear(0, Event::JobStarted { job: 7, workers: 2 });
    hear(0, Event::JobPhase { job: 7, phase: Phase::Running });
    for second in 0..=4 {
        // What the process before it has copied makes no speed.
        let progress = Progress { bytes_resumed: 10 << 20, ..copied(10 + second * 2) };
        hear(second, Event::Progress { job: 7, progress });
    }
    view.take(sums(0, 18 << 20, 0, &[7]), NOW + 64 * SECOND);
    let [part] = &view.parts(NOW + 64 * SECOND)[..] else { panic!("one part") };
    assert_eq!((part.row.rate, part.row.percent), (Some(Rate::Bytes(2 << 20)), Some(18)));
    assert_eq!((part.row.state, part.row.failed), (State::Working, 0));
}

#[test]
fn the_parts_that_ended_last_are_shown_and_no_others_are_kept() {
    let mut view = DividedView::new(spec());
    let all: Vec<u64> = (0..20).collect();
    for part in &all {
        begin(&mut view, *part);
    }
    view.take(sums(0, 0, 0, &all), NOW);
    assert_eq!(view.parts(NOW).len(), 20);
    let mut summary = view.summary();
    summary.outcome = Outcome::Completed;
    for part in &all {
        tell(&mut view, 1 + part, Event::JobSummary { job: *part, summary: summary.clone() });
    }
    // One that had ended before was not seen.
    tell(&mut view, 90, Event::JobSummary { job: 50, summary });
    view.take(sums(0, 0, 0, &[]), NOW);
    let shown: Vec<u64> = view.parts(NOW).iter().map(|part| part.part).collect();
    assert_eq!(shown, [19, 18, 17, 16, 15]);
    assert_eq!((view.parts.rows().count(), view.heard.len()), (5, 5));
    // A part that begins anew has not ended.
    begin(&mut view, 19);
    view.take(sums(0, 0, 0, &[19]), NOW);
    assert_eq!(view.parts(NOW)[0].row.state, State::Counting);
}

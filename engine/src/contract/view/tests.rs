use proptest::prelude::*;

use super::*;
use crate::contract::error::{Action, Code};
use crate::contract::event::{Carried, InFlight, JobStatus, Op, Outcome, Subject};
use crate::contract::path::WirePath;

const SECOND: u64 = 1_000_000;
const MIB: u64 = 1 << 20;

/// Feeds events and remembers the time.
#[derive(Default)]
struct Feed {
    view: JobsView,
    at: u64,
}

impl Feed {
    fn running(totals: Totals) -> Self {
        let mut feed = Self { at: 1_000 * SECOND, ..Self::default() };
        feed.tell(Event::JobStarted { job: 1, workers: 2 });
        feed.tell(Event::JobTotals { job: 1, totals });
        feed
    }

    fn tell(&mut self, event: Event) {
        self.view.apply(&Envelope { seq: None, at: self.at, event });
    }

    fn progress(&mut self, progress: Progress) {
        self.tell(Event::Progress { job: 1, progress });
    }

    /// Lets `seconds` pass with `bytes` and `items` more in each, in tenths of a second.
    fn work(&mut self, seconds: u64, bytes: u64, items: u64) {
        for _ in 0..seconds * 10 {
            self.at += SECOND / 10;
            let mut progress = self.row().progress.clone();
            progress.bytes_done += bytes / 10;
            progress.items_done += items / 10;
            self.progress(progress);
        }
    }

    fn row(&self) -> &JobRow {
        self.view.row(1).unwrap()
    }
}

fn totals(items: u64, bytes: u64) -> Totals {
    Totals { items, bytes: Some(bytes), complete: true }
}

fn question(id: QuestionId) -> Question {
    let src = WirePath::from("a");
    let error = OpError::refused(Action::Read, Code::Io, "a");
    Question { id, subject: Subject::Error { src, error }, waiting: 1 }
}

#[test]
fn a_steady_copy_has_a_steady_rate_and_a_narrow_eta() {
    let mut feed = Feed::running(totals(100, 1_000 * MIB));
    feed.work(1, 10 * MIB, 10);
    assert_eq!(feed.row().eta(feed.at), None, "too early to tell");
    feed.work(9, 10 * MIB, 10);
    let rate = feed.row().rate(feed.at).bytes;
    assert!(rate.abs_diff(10 * MIB) < MIB / 10, "{rate}");
    let eta = feed.row().eta(feed.at).unwrap();
    assert!(eta.lo < 90 * SECOND && eta.hi > 90 * SECOND, "{eta:?}");
    assert!(eta.lo > 75 * SECOND && eta.hi < 105 * SECOND, "{eta:?}");
    assert_eq!(feed.row().percent(), Some(10));
    assert_eq!(feed.row().history().len(), 10);
    assert!(feed.row().peak().bytes >= rate, "{:?}", feed.row().peak());
    assert_eq!(feed.row().active(feed.at), 10 * SECOND);
}

#[test]
fn reflinked_and_skipped_bytes_make_no_rate() {
    let mut feed = Feed::running(totals(100, 1_000 * MIB));
    for _ in 0..50 {
        feed.at += SECOND / 10;
        let mut progress = feed.row().progress.clone();
        progress.bytes_done += 10 * MIB;
        progress.bytes_reflinked += 8 * MIB;
        progress.bytes_skipped += 2 * MIB;
        feed.progress(progress);
    }
    assert_eq!(feed.row().rate(feed.at).bytes, 0);
    assert_eq!(feed.row().eta(feed.at), None);
    assert_eq!(feed.row().percent(), Some(50));
}

#[test]
fn bytes_of_an_earlier_run_make_no_rate() {
    let mut feed = Feed::running(totals(100, 1_000 * MIB));
    let resumed = Progress {
        items_done: 40,
        items_resumed: 40,
        bytes_done: 500 * MIB,
        bytes_resumed: 500 * MIB,
        ..Progress::default()
    };
    feed.at += SECOND / 10;
    feed.progress(resumed);
    feed.work(5, 10 * MIB, 1);
    let row = feed.row();
    assert!(row.rate(feed.at).bytes <= 10 * MIB, "{:?}", row.rate(feed.at));
    assert!(row.peak().items <= 10, "{:?}", row.peak());
    let eta = row.eta(feed.at).unwrap();
    assert!(eta.hi > 45 * SECOND, "{eta:?}: 450 MiB are left");
    assert_eq!(row.percent(), Some(55));
}

#[test]
fn bytes_of_a_copy_that_was_removed_are_taken_back() {
    let mut feed = Feed::running(totals(2, 100 * MIB));
    feed.work(3, 10 * MIB, 0);
    assert_eq!(feed.row().percent(), Some(30));
    feed.progress(Progress::default());
    assert_eq!((feed.row().percent(), feed.row().copied()), (Some(0), 0));
}

#[test]
fn without_bytes_the_items_count() {
    let mut feed = Feed::running(Totals { items: 1_000, bytes: None, complete: true });
    feed.work(10, 0, 50);
    assert_eq!(feed.row().percent(), Some(50));
    let eta = feed.row().eta(feed.at).unwrap();
    assert!(eta.lo < 10 * SECOND && eta.hi > 10 * SECOND, "{eta:?}");
}

#[test]
fn open_totals_give_no_percentage() {
    let mut feed = Feed::running(Totals { items: 1_000, bytes: Some(MIB), complete: false });
    feed.work(10, 1_000, 10);
    assert_eq!(feed.row().percent(), None);
    assert_eq!(feed.row().eta(feed.at), None);
}

#[test]
fn the_last_percent_waits_for_the_last_item() {
    let mut feed = Feed::running(totals(10, MIB));
    let progress = Progress { items_done: 9, bytes_done: MIB, ..Progress::default() };
    feed.progress(progress);
    assert_eq!(feed.row().percent(), Some(99));
}

#[test]
fn a_pause_costs_neither_rate_nor_time() {
    let mut feed = Feed::running(totals(100, 1_000 * MIB));
    feed.work(5, 10 * MIB, 10);
    feed.tell(Event::JobPaused { job: 1 });
    feed.at += 100 * SECOND;
    assert_eq!(feed.row().rate(feed.at), Speed::default());
    assert_eq!(feed.row().eta(feed.at), None);
    assert!(!feed.row().is_stalled(feed.at), "paused is not stalled");
    feed.tell(Event::JobResumed { job: 1 });
    feed.work(5, 10 * MIB, 10);
    assert_eq!(feed.row().active(feed.at), 10 * SECOND);
    let mean = feed.row().mean_rate(feed.at).bytes;
    assert!(mean.abs_diff(10 * MIB) < MIB / 10, "{mean}");
    assert!(feed.row().rate(feed.at).bytes.abs_diff(10 * MIB) < MIB / 10);
}

#[test]
fn silence_lowers_the_rate_and_then_is_a_stall() {
    let mut feed = Feed::running(totals(100, 1_000 * MIB));
    feed.work(5, 10 * MIB, 10);
    let rate = feed.row().rate(feed.at + 2 * SECOND).bytes;
    assert!(rate < 6 * MIB, "{rate}");
    assert!(!feed.row().is_stalled(feed.at + STALL - 1));
    assert!(feed.row().is_stalled(feed.at + STALL));
    assert_eq!(feed.row().rate(feed.at + STALL).bytes, 0);
}

#[test]
fn samples_without_movement_do_not_hide_a_stall() {
    let mut feed = Feed::running(totals(100, 1_000 * MIB));
    feed.work(1, 10 * MIB, 10);
    feed.work(6, 0, 0);
    assert!(feed.row().is_stalled(feed.at));
}

#[test]
fn waiting_for_answers_alone_is_not_a_stall() {
    let mut feed = Feed::running(totals(2, MIB));
    feed.tell(Event::QuestionAsked { job: 1, question: question(7).into() });
    assert!(feed.row().waits_only());
    assert!(!feed.row().is_stalled(feed.at + 10 * STALL));
    let in_flight = vec![InFlight { path: WirePath::from("a"), bytes: 1, size: 2, method: None }];
    feed.progress(Progress { in_flight, waiting: 1, ..Progress::default() });
    assert!(feed.row().is_stalled(feed.at + 10 * STALL), "a file in flight hangs");
}

#[test]
fn questions_come_and_go() {
    let mut feed = Feed::running(totals(2, MIB));
    feed.tell(Event::QuestionAsked { job: 1, question: question(7).into() });
    feed.tell(Event::QuestionAsked { job: 1, question: question(8).into() });
    assert_eq!(feed.view.questions().map(|(_, q)| q.id).collect::<Vec<_>>(), [7, 8]);
    let answer = None;
    feed.tell(Event::QuestionAnswered { job: 1, question: 7, answer });
    assert_eq!(feed.row().progress.waiting, 1);
    feed.tell(Event::QuestionAnswered { job: 1, question: 99, answer: None });
    assert_eq!(feed.view.questions().count(), 1);
}

#[test]
fn lists_are_bounded_and_counts_are_not() {
    let mut feed = Feed::running(totals(2, MIB));
    for n in 0..LISTED + 10 {
        let src = WirePath::from(format!("{n}"));
        let error = OpError::refused(Action::Read, Code::Io, "a");
        feed.tell(Event::ItemFailed { job: 1, src, error });
    }
    assert_eq!(feed.row().failed.items.len(), LISTED);
    assert_eq!(feed.row().failed.count, LISTED as u64 + 10);
    assert_eq!(feed.row().progress.items_failed, LISTED as u64 + 10);
}

#[test]
fn a_stream_that_begins_late_is_shown_as_far_as_it_is_known() {
    let mut feed = Feed { at: SECOND, ..Feed::default() };
    feed.progress(Progress { items_done: 5, ..Progress::default() });
    assert_eq!(feed.row().verb, None);
    assert_eq!(feed.row().phase, Phase::Running);
    assert!(feed.view.is_busy());
    let status = JobStatus {
        job: 3,
        phase: Phase::Running,
        progress: Progress { paused: true, ..Progress::default() },
        questions: vec![question(4)],
        summary: None,
    };
    let status = Some(vec![status]);
    feed.tell(Event::Reply { id: 1, ok: true, error: None, job: None, status });
    let row = feed.view.row(3).unwrap();
    assert!(row.paused && row.questions.contains_key(&4));
}

#[test]
fn only_a_job_that_is_over_is_forgotten() {
    let mut feed = Feed::running(totals(0, 0));
    feed.view.forget(1);
    assert!(feed.view.row(1).is_some());
    feed.tell(Event::JobSummary { job: 1, summary: summary(0, 0, 0) });
    feed.view.forget(1);
    assert!(feed.view.row(1).is_none());
}

fn summary(done: u64, skipped: u64, failed: u64) -> Summary {
    let outcome = if failed > 0 { Outcome::CompletedWithErrors } else { Outcome::Completed };
    Summary { done, skipped, ..Summary::without_work(Verb::Copy, outcome, failed) }
}

fn any_phase() -> impl Strategy<Value = Phase> {
    prop::sample::select(vec![
        Phase::Queued,
        Phase::Running,
        Phase::Flushing,
        Phase::Verifying,
        Phase::Finished,
    ])
}

fn any_totals() -> impl Strategy<Value = Totals> {
    (any::<u64>(), any::<Option<u64>>(), any::<bool>())
        .prop_map(|(items, bytes, complete)| Totals { items, bytes, complete })
}

fn any_progress() -> impl Strategy<Value = Progress> {
    let counters = prop::array::uniform9(any::<u64>());
    (counters, prop::option::of(any_totals()), any::<bool>()).prop_map(|(n, totals, paused)| {
        Progress {
            items_done: n[0],
            items_skipped: n[1],
            items_failed: n[2],
            bytes_done: n[3],
            bytes_reflinked: n[4],
            bytes_skipped: n[5],
            carried: Carried::default(),
            totals,
            in_flight: Vec::new(),
            waiting: n[6],
            items_resumed: n[7],
            bytes_resumed: n[8],
            paused,
        }
    })
}

fn done(job: JobId) -> Event {
    let (src, dst) = (WirePath::from("a"), WirePath::from("b"));
    Event::ItemDone {
        job,
        op: Op::CopyFile,
        src,
        dst,
        bytes: 1,
        method: None,
        detail: None,
        checksum: None,
    }
}

fn skipped(job: JobId) -> Event {
    let (src, dst) = (WirePath::from("a"), WirePath::from("b"));
    Event::ItemSkipped { job, src, dst, reason: SkipReason::Policy }
}

fn failed(job: JobId) -> Event {
    let error = OpError::refused(Action::Read, Code::Io, "a");
    Event::ItemFailed { job, src: WirePath::from("a"), error }
}

fn any_event() -> impl Strategy<Value = Event> {
    let job = 0..3_u64;
    prop_oneof![
        job.clone().prop_map(|job| Event::JobStarted { job, workers: 2 }),
        (job.clone(), any_totals()).prop_map(|(job, totals)| Event::JobTotals { job, totals }),
        job.clone().prop_map(|job| Event::JobPaused { job }),
        job.clone().prop_map(|job| Event::JobResumed { job }),
        (job.clone(), any_phase()).prop_map(|(job, phase)| Event::JobPhase { job, phase }),
        job.clone().prop_map(done),
        job.clone().prop_map(skipped),
        job.clone().prop_map(failed),
        (job.clone(), 0..5_u64)
            .prop_map(|(job, id)| Event::QuestionAsked { job, question: question(id).into() }),
        (job.clone(), 0..5_u64).prop_map(|(job, question)| {
            Event::QuestionAnswered { job, question, answer: None }
        }),
        (job.clone(), any_progress()).prop_map(|(job, progress)| Event::Progress { job, progress }),
        (job, any::<[u64; 3]>())
            .prop_map(|(job, n)| Event::JobSummary { job, summary: summary(n[0], n[1], n[2]) }),
    ]
}

/// Every number a face may ask for.
fn ask_all(row: &JobRow, now: u64) {
    let eta = row.eta(now);
    assert!(eta.is_none_or(|eta| eta.lo <= eta.hi), "{eta:?}");
    assert!(row.percent().is_none_or(|percent| percent <= 100));
    assert!(row.history().len() <= HISTORY);
    let _all = (row.rate(now), row.mean_rate(now), row.active(now), row.is_stalled(now));
}

proptest! {
    #[test]
    fn any_sequence_is_folded(
        events in prop::collection::vec((any_event(), any::<u64>()), 0..60),
        now in any::<u64>(),
    ) {
        let mut view = JobsView::new();
        for (event, at) in events {
            let before = view.clone();
            view.apply(&Envelope { seq: None, at, event });
            for row in view.rows() {
                ask_all(row, now);
                ask_all(row, at);
                let Some(old) = before.row(row.job) else { continue };
                prop_assert!(row.progress.items_done >= old.progress.items_done);
                prop_assert!(row.failed.count >= old.failed.count);
                prop_assert!(row.skipped.count >= old.skipped.count);
                prop_assert!(row.heard_at >= old.heard_at);
                prop_assert!(!old.is_over() || row.is_over());
            }
        }
    }

    #[test]
    fn counters_equal_the_events_and_the_summary(kinds in prop::collection::vec(0..3_u8, 0..40)) {
        let mut feed = Feed::running(totals(kinds.len() as u64, 0));
        let mut told = [0; 3];
        for kind in kinds {
            told[usize::from(kind)] += 1;
            feed.tell([done, skipped, failed][usize::from(kind)](1));
        }
        let before = feed.row().progress.clone();
        feed.tell(Event::JobSummary { job: 1, summary: summary(told[0], told[1], told[2]) });
        prop_assert_eq!(&feed.row().progress, &before);
        prop_assert_eq!(before.items_done, told.iter().sum::<u64>());
        prop_assert_eq!(before.items_skipped, told[1]);
        prop_assert_eq!(before.items_failed, told[2]);
    }
}

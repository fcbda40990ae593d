use super::*;
use crate::terminal::PLAIN;
use fcp_engine::event::{Envelope, Event, InFlight, Outcome, Progress, Totals};
use fcp_engine::spec::{JobSpec, Options};
use fcp_engine::view::JobsView;

const GIB: u64 = 1 << 30;
const SECOND: u64 = 1_000_000;

fn told(view: &mut JobsView, at: u64, event: Event) {
    view.apply(&Envelope { seq: None, at, event });
}

fn started() -> JobsView {
    let mut view = JobsView::new();
    let options = Options::default();
    let spec = JobSpec {
        options,
        ..JobSpec::copy(["2026"], fcp_engine::spec::Destination::Into("b".into()))
    };
    told(&mut view, 0, Event::JobQueued { job: 1, spec: Box::new(spec) });
    told(&mut view, 0, Event::JobStarted { job: 1, workers: 8 });
    view
}

/// 64 GiB after `seconds` at 412 MiB/s.
fn copying(complete: bool) -> JobsView {
    let mut view = started();
    let totals = Totals { items: 31_550, bytes: Some(64 * GIB), complete };
    told(&mut view, 0, Event::JobTotals { job: 1, totals });
    for second in 1..=102 {
        let in_flight = InFlight {
            path: "2026/Lofoten raw/IMG_2044.CR3".into(),
            bytes: 0,
            size: 1 << 20,
            method: None,
        };
        let progress = Progress {
            items_done: 178 * second,
            bytes_done: (412 << 20) * second,
            totals: Some(totals),
            in_flight: vec![in_flight; 8],
            ..Progress::default()
        };
        told(&mut view, second * SECOND, Event::Progress { job: 1, progress });
    }
    view
}

fn shown(view: &JobsView, width: usize) -> Vec<String> {
    let row = view.row(1).unwrap();
    let pace = Pace::of(row, 102 * SECOND);
    lines(row, pace, width, PLAIN).iter().map(ToString::to_string).collect()
}

#[test]
fn a_copy_takes_two_lines() {
    let view = copying(true);
    assert_eq!(
        shown(&view, 120),
        [
            format!(
                "Copying   {}╸{}  64 %  41.0 of 64.0 GiB  412 MiB/s   50–70 s left",
                "━".repeat(25),
                "─".repeat(14)
            ),
            "          18,156 of 31,550 items, 8 in flight   Lofoten raw/IMG_2044.CR3".to_owned(),
        ]
    );
}

#[test]
fn a_narrow_terminal_drops_the_end_first() {
    let view = copying(true);
    assert_eq!(
        shown(&view, 80),
        [
            "Copying   ━━━━━━━━━━━━╸───────  64 %  41.0 of 64.0 GiB  412 MiB/s ",
            "          18,156 of 31,550 items, 8 in flight   Lofoten raw/IMG_2044.CR3",
        ]
    );
    assert_eq!(
        shown(&view, 50),
        [
            "Copying   ━━━━━╸────  64 %  41.0 of 64.0 GiB",
            "          18,156 of 31,550 items, 8 in flight",
        ]
    );
    assert_eq!(shown(&view, 30), ["Copying     64 %"]);
    for width in 0..200 {
        for line in lines(view.row(1).unwrap(), Pace::default(), width, PLAIN) {
            assert!(line.width() < width.max(1), "{width}: {line}");
        }
    }
}

#[test]
fn without_totals_counts_rise_and_the_bar_waits() {
    let view = copying(false);
    let expected = format!(
        "Copying   {}   counting   18,156 items so far   41.0 GiB   412 MiB/s",
        "─".repeat(40)
    );
    assert_eq!(shown(&view, 120)[0], expected);
    assert_eq!(shown(&view, 120)[1], "          2026/Lofoten raw/IMG_2044.CR3");
}

#[test]
fn pauses_questions_and_failures_have_words() {
    let mut view = copying(true);
    told(&mut view, 102 * SECOND, Event::JobPaused { job: 1 });
    let mut progress = view.row(1).unwrap().progress.clone();
    (progress.items_failed, progress.waiting, progress.paused) = (2, 12, true);
    told(&mut view, 102 * SECOND, Event::Progress { job: 1, progress });
    let lines = shown(&view, 120);
    assert!(lines[0].ends_with("64 %  41.0 of 64.0 GiB  paused"), "{}", lines[0]);
    assert!(lines[1].contains("8 in flight, 2 failed, 12 waiting"), "{}", lines[1]);
}

#[test]
fn flushing_shows_what_is_not_yet_on_disk() {
    let mut view = copying(true);
    told(&mut view, 102 * SECOND, Event::JobPhase { job: 1, phase: Phase::Flushing });
    let lines = shown(&view, 120);
    assert!(lines[0].ends_with("64 %  41.0 GiB  copied, flushing to disk"), "{}", lines[0]);
    assert_eq!(lines[1], "          18,156 of 31,550 items copied");
}

#[test]
fn hostile_names_stay_harmless() {
    let mut view = started();
    let in_flight =
        InFlight { path: "2026/a\x1b[2J\u{202e}b".into(), bytes: 0, size: 1, method: None };
    let progress = Progress { in_flight: vec![in_flight], ..Progress::default() };
    told(&mut view, SECOND, Event::Progress { job: 1, progress });
    assert_eq!(shown(&view, 120)[1], r"          2026/a\x1b[2J\u{202e}b");
}

fn summary() -> Summary {
    Summary {
        done: 31_548,
        bytes: 64 * GIB,
        elapsed: 161 * SECOND,
        ..Summary::without_work(Verb::Copy, Outcome::Completed, 0)
    }
}

#[test]
fn the_end_is_one_sentence() {
    let said = |summary: &Summary| sentence(summary, false, PLAIN).to_string();
    let base = "Copied 31,548 items, 64.0 GiB in 2 min 41 s, 407 MiB/s";
    assert_eq!(said(&summary()), base);
    let failed = Summary { failed: 2, outcome: Outcome::CompletedWithErrors, ..summary() };
    assert_eq!(said(&failed), format!("{base}; 2 failed"));
    let waiting = Summary { unanswered: 12, skipped: 15, ..summary() };
    assert_eq!(said(&waiting), format!("{base}; 3 skipped, 12 unanswered"));
    let linked = Summary {
        bytes: 1_513_975_971,
        bytes_reflinked: 1_513_975_971,
        reflinked: 80_000,
        done: 81_204,
        elapsed: 900_000,
        ..summary()
    };
    let text = "Copied 81,204 items, 1.41 GiB in 900 ms; all reflinked, no space taken";
    assert_eq!(said(&linked), text);
    let partly = Summary { bytes_reflinked: 32 * GIB, reflinked: 100, ..summary() };
    let text = "Copied 31,548 items, 64.0 GiB in 2 min 41 s, 204 MiB/s; 100 reflinked, 32.0 GiB of \
                space saved";
    assert_eq!(said(&partly), text);
    let over = Summary { replaced: 1_030, renamed: 1, bytes: 0, ..summary() };
    let text = "Copied 31,548 items (1,030 replaced, 1 renamed) in 2 min 41 s";
    assert_eq!(said(&over), text);
    let mirror = Summary { removed: 48, bytes: 0, ..over };
    let text = "Copied 31,500 items (1,030 replaced, 1 renamed), removed 48 in 2 min 41 s";
    assert_eq!(said(&mirror), text);
    let only_removed = Summary { done: 2, removed: 2, bytes: 0, ..summary() };
    assert_eq!(said(&only_removed), "Removed 2 items in 2 min 41 s");
    let cancelled = Summary { outcome: Outcome::Cancelled, ..summary() };
    assert!(said(&cancelled).starts_with("Cancelled after 31,548 items"));
    assert!(sentence(&summary(), true, PLAIN).to_string().ends_with("; verified"));
}

#[test]
fn a_plain_line_needs_no_terminal() {
    let view = copying(true);
    let row = view.row(1).unwrap();
    assert_eq!(
        plain(row, Pace::of(row, 102 * SECOND)),
        "Copying: 64 %, 41.0 of 64.0 GiB, 18,156 of 31,550 items, 412 MiB/s, 50–70 s left"
    );
}

/// 60,000 of 90,000 items done within 15 s, of which 3 could not be deleted.
fn deleting(complete: bool) -> JobsView {
    let mut view = JobsView::new();
    let spec = JobSpec::delete(["old"]);
    told(&mut view, 0, Event::JobQueued { job: 1, spec: Box::new(spec) });
    told(&mut view, 0, Event::JobStarted { job: 1, workers: 8 });
    for second in 1..=15 {
        let totals = Totals { items: 90_000, bytes: None, complete };
        let progress = Progress {
            items_done: 4_000 * second,
            items_failed: 3,
            totals: Some(totals),
            ..Progress::default()
        };
        told(&mut view, second * SECOND, Event::Progress { job: 1, progress });
    }
    view
}

#[test]
fn a_delete_counts_items_and_promises_nothing_before_all_are_found() {
    let shown = |view: &JobsView| {
        let row = view.row(1).unwrap();
        let pace = Pace::of(row, 15 * SECOND);
        let drawn = lines(row, pace, 100, PLAIN).iter().map(ToString::to_string).collect();
        (drawn, plain(row, pace))
    };
    let (drawn, line): (Vec<String>, String) = shown(&deleting(false));
    assert_eq!(
        drawn,
        [
            "Deleting  ────────────────────  60,000 items, 90,000 found so far  4,000 items/s ",
            "          3 failed"
        ]
    );
    assert_eq!(line, "Deleting: 60,000 items, 90,000 found so far, 4,000 items/s, 3 failed");
    let (drawn, line) = shown(&deleting(true));
    assert_eq!(
        drawn[0],
        "Deleting  ━━━━━━━━━━━━╸───────  66 %  60,000 of 90,000 items  4,000 items/s   6–9 s left"
    );
    assert!(line.starts_with("Deleting: 66 %, 60,000 of 90,000 items, 4,000 items/s, 3 failed"));
}

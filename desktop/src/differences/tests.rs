//! Tests which two files are compared, and what the page gets of them.

use std::fmt::Write as _;

use fcp_engine::event::Subject;

use super::*;
use crate::bench::Bench;
use crate::wire::{DiffFound, DiffWhy, Mark, PanelAsk};

/// Waits for what is found.
fn found(bench: &Bench, id: u64) -> DiffState {
    loop {
        for update in bench.app.feed.heard() {
            if let Update::Diff(state) = update
                && state.id == id
            {
                return *state;
            }
        }
    }
}

fn text(line: Option<&crate::wire::DiffLine>) -> String {
    line.map_or_else(String::new, |line| {
        let spans = line.spans.iter();
        spans
            .map(|it| if it.changed { format!("[{}]", it.text) } else { it.text.clone() })
            .collect()
    })
}

/// A bench whose panels show `left` and `right`, each with a file `a` and the left one with `b`.
fn panels(left: &str, right: &str) -> Bench {
    let bench = Bench::new();
    bench.write("left/a", left);
    bench.write("left/b", "b");
    bench.write("right/a", right);
    bench.app.panels.open([Some(bench.path("left")), Some(bench.path("right"))]);
    let all = |side, count| {
        bench.app.panels.state(side).is_some_and(|panel| !panel.loading && panel.total == count)
    };
    bench.until("both panels", || all(PanelSide::Left, 2) && all(PanelSide::Right, 1));
    bench
}

fn mark(bench: &Bench, side: PanelSide, mark: Mark) {
    bench.app.panels.ask(side, PanelAsk::Mark { mark }).unwrap();
}

#[test]
fn a_chosen_file_is_compared_with_that_of_the_same_name_in_the_other_panel() {
    let bench = panels("one\ntwo\nthree\n", "one\n2\nthree\nfour\n");
    mark(&bench, PanelSide::Left, Mark::Toggle { row: 1, id: None });
    let state =
        bench.app.differences.begin(&DiffOf::Panel { side: PanelSide::Left, current: None }, false);
    let state = state.unwrap();
    assert_eq!((state.left.text.as_str(), state.right.text.as_str()), ("~/left/a", "~/right/a"));
    let told = found(&bench, state.id).found.unwrap();
    assert_eq!(told, DiffFound::Lines { rows: 4, differences: 2, rough: false, digits: 1 });
    let rows = bench.app.differences.rows(state.id, 0).unwrap();
    let shown: Vec<_> = rows
        .iter()
        .map(|row| (text(row.left.as_ref()), text(row.right.as_ref()), row.difference))
        .collect();
    let line = |left: &str, right: &str, n| (left.to_owned(), right.to_owned(), n);
    let expected = [
        line("one", "one", None),
        line("[two]", "[2]", Some(1)),
        line("three", "three", None),
        line("", "four", Some(2)),
    ];
    assert_eq!(shown, expected);
    let next = |row, back| bench.app.differences.next(state.id, Some(row), back).unwrap();
    let first = bench.app.differences.next(state.id, None, false).unwrap();
    assert_eq!(first, Some(DiffPlace { row: 1, difference: 1 }));
    assert_eq!(next(0, false), Some(DiffPlace { row: 1, difference: 1 }));
    assert_eq!(next(1, false), Some(DiffPlace { row: 3, difference: 2 }));
    assert_eq!((next(3, false), next(1, true)), (None, None));
    assert_eq!(bench.app.differences.rows(state.id + 1, 0), Err(Refusal::Gone));
    bench.app.differences.close(state.id);
    assert_eq!(bench.app.differences.rows(state.id, 0), Ok(Vec::new()));
}

#[test]
fn two_marked_files_are_compared_and_others_are_refused() {
    let bench = panels("1", "2");
    let begin = |side| bench.app.differences.begin(&DiffOf::Panel { side, current: None }, false);
    mark(&bench, PanelSide::Left, Mark::All);
    let state = begin(PanelSide::Left).unwrap();
    assert_eq!((state.left.text.as_str(), state.right.text.as_str()), ("~/left/a", "~/left/b"));
    // From the right panel, the left file is still on the left.
    mark(&bench, PanelSide::Left, Mark::None);
    mark(&bench, PanelSide::Left, Mark::Toggle { row: 2, id: None });
    mark(&bench, PanelSide::Right, Mark::All);
    let state = begin(PanelSide::Right).unwrap();
    assert_eq!((state.left.text.as_str(), state.right.text.as_str()), ("~/left/b", "~/right/a"));
    bench.app.panels.open([None, Some(bench.path("left"))]);
    bench.until("the same folder twice", || {
        bench.app.panels.state(PanelSide::Right).is_some_and(|it| it.total == 2 && !it.loading)
    });
    let why = begin(PanelSide::Left);
    assert!(matches!(why, Err(Refusal::Not { text }) if text.contains("Both panels show")));
}

#[test]
fn files_that_are_no_text_or_large_tell_the_first_byte_that_differs() {
    let bench = Bench::new();
    bench.write("src/a", b"same\0one");
    bench.write("dst/a", b"same\0two!");
    let job = bench.add(bench.copy());
    bench.until_job(job, "a question", |state| state.questions == 1);
    let asked =
        bench.app.jobs.asked(|_, question| matches!(question.subject, Subject::Conflict { .. }));
    let id = asked[0].question.id;
    let state = bench.app.differences.begin(&DiffOf::Question { id }, false).unwrap();
    let told = found(&bench, state.id).found.unwrap();
    let DiffFound::Bytes { why, offset, hex, ends, sizes, rows } = told else { panic!("{told:?}") };
    assert_eq!((why, offset, hex.as_str(), ends), (DiffWhy::Binary, 5, "0x5", None));
    assert_eq!((sizes, rows.len(), rows[0].at.as_str()), ([8, 9], 1, "00000000"));
    let shown: Vec<_> = rows[0].left[4..]
        .iter()
        .map(|it| (it.hex.as_str(), it.text.as_str(), it.changed))
        .collect();
    assert_eq!(shown[..2], [("00", ".", false), ("6f", "o", true)]);
    assert!(rows[0].right[8].changed);
}

#[test]
fn of_a_long_line_the_part_that_differs_is_shown() {
    let long = "é".repeat(5_000);
    let bench = panels(&format!("{long}x{long}\n"), &format!("{long}y{long}\n"));
    mark(&bench, PanelSide::Left, Mark::Toggle { row: 1, id: None });
    let of = DiffOf::Panel { side: PanelSide::Left, current: None };
    let state = bench.app.differences.begin(&of, false).unwrap();
    found(&bench, state.id);
    let rows = bench.app.differences.rows(state.id, 0).unwrap();
    let left = rows[0].left.as_ref().unwrap();
    assert!(left.cut_before && left.cut_after);
    let shown = text(Some(left));
    assert!(shown.contains("é[x]é") && !shown.contains('\\') && shown.len() < 2_100, "{shown}");
}

#[test]
fn spaces_can_be_left_out_of_account_and_rows_come_in_parts() {
    let mut left = String::new();
    for n in 0..250 {
        writeln!(left, "line  {n}").unwrap();
    }
    let bench = panels(&left, &left.replace("  ", " "));
    mark(&bench, PanelSide::Left, Mark::Toggle { row: 1, id: None });
    let of = DiffOf::Panel { side: PanelSide::Left, current: None };
    let state = bench.app.differences.begin(&of, false).unwrap();
    let Some(DiffFound::Lines { rows, differences, digits, .. }) = found(&bench, state.id).found
    else {
        panic!()
    };
    assert_eq!((rows, differences, digits), (250, 1, 3));
    let part = |from| bench.app.differences.rows(state.id, from).unwrap().len();
    assert_eq!((part(0), part(200), part(250), part(u64::MAX)), (100, 50, 0, 0));
    let state = bench.app.differences.begin(&of, true).unwrap();
    let Some(DiffFound::Lines { differences, .. }) = found(&bench, state.id).found else {
        panic!()
    };
    assert_eq!(differences, 0);
}

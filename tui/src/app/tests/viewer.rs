//! Tests of the viewer together with the rest of the program.

use super::*;
use crate::app::viewer::{Content, View, ViewerRequest};
use fcp_viewer::{About, Line, Open, Span};

/// Gives the last document that was asked for.
fn opened(bench: &Bench) -> Option<(u64, Open)> {
    bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::View { ticket, wish: ViewerRequest::Open(open, _) } => {
            Some((*ticket, open.clone()))
        }
        _ => None,
    })
}

fn lines(count: u64) -> Box<View> {
    let line = |n: u64| {
        let text = format!("line {n}");
        Line { at: 10 * n, number: Some(n), spans: vec![Span { text, ..Span::default() }] }
    };
    let lines = (1..=count).map(line).collect();
    let about = About { kind: "Text".to_owned(), size: Some(10 * count), ..About::default() };
    let content = Some(Content::Lines { lines, is_start: true, is_end: true });
    Box::new(View { about: Some(about), content, place: Some(0), ..View::default() })
}

#[test]
fn f3_opens_a_page_and_q_closes_it() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::F(3));
    let (ticket, open) = opened(&bench).unwrap();
    assert!(open.path.ends_with("latest") && !open.patient);
    assert_eq!(open.size, (80, 20));
    bench.tell(Msg::Viewed { ticket: ticket - 1, view: lines(3) });
    assert!(!bench.screen().contains("line 1"), "an answer to something else");
    bench.tell(Msg::Viewed { ticket, view: lines(99) });
    let cursor = bench.model.panel().cursor;
    bench.press(KeyCode::Down).press(KeyCode::PageDown);
    bench.shows("lines 21–40");
    assert_eq!(bench.model.panel().cursor, cursor, "the keys are the viewer's");
    bench.keys("q");
    assert!(bench.model.viewer.is_none());
    assert_eq!(bench.effects.last(), Some(&Effect::CloseViewer));
}

#[test]
fn a_question_does_not_open_over_the_viewer() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::F(3));
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.wait(60 * REST);
    assert!(bench.model.dialog.is_none() && bench.model.viewer.is_some());
}

#[test]
fn the_viewer_tells_what_went_wrong_elsewhere() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::F(3));
    bench.tell(Msg::Refused("a part of the program has failed".to_owned()));
    bench.shows("a part of the program has failed");
    bench.press(KeyCode::Down);
    assert!(!bench.screen().contains("has failed"), "{}", bench.screen());
}

#[test]
fn what_is_beside_the_panel_follows_the_cursor() {
    let mut bench = Bench::new(120, 40);
    bench.press(KeyCode::Down).ctrl('q');
    let (ticket, open) = opened(&bench).unwrap();
    assert!(open.path.ends_with("edited") && open.patient, "{open:?}");
    bench.press(KeyCode::Down);
    let (next, open) = opened(&bench).unwrap();
    assert!(next > ticket && open.path.ends_with("夏の写真 2026"), "{open:?}");
    bench.tell(Msg::Viewed { ticket: next, view: lines(3) });
    bench.shows("line 3");
    assert_eq!(bench.model.beside.as_ref().map(|it| it.rows()), Some(open.size.1));
    let asked = bench.effects.len();
    bench.wait(1_000);
    assert_eq!(bench.effects.len(), asked, "nothing is asked for twice");
    bench.ctrl('q');
    assert_eq!(bench.effects.last(), Some(&Effect::CloseViewer));
    assert!(bench.model.beside.is_none());
}

#[test]
fn the_next_file_is_one_key_away() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).press(KeyCode::F(3)).press(KeyCode::F(9));
    let (_, open) = opened(&bench).unwrap();
    assert!(open.path.ends_with("a really long name, invoice\u{202e}fdp.exe"), "{open:?}");
    bench.press(KeyCode::F(8));
    assert!(bench.model.preview && bench.model.viewer.is_none());
    assert!(opened(&bench).unwrap().1.patient, "it stands beside the panel now");
}

#[test]
fn the_help_of_the_viewer_begins_with_its_keys() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::End).press(KeyCode::F(3)).press(KeyCode::F(1));
    let screen = bench.screen();
    assert!(screen.lines().nth(3).unwrap().contains("In the viewer"), "{screen}");
    bench.press(KeyCode::Esc);
    assert!(bench.model.viewer.is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_keys_in_the_viewer_are_survived(
        columns in 0..200_u16,
        rows in 0..45_u16,
        count in 0..200_u64,
        keys in prop::collection::vec(0..40_usize, 0..60),
    ) {
        let mut bench = Bench::new(120, 40);
        bench.press(KeyCode::End).press(KeyCode::F(3));
        for key in keys {
            if let Some(viewer) = &bench.model.viewer {
                let ticket = viewer.ticket;
                bench.tell(Msg::Viewed { ticket, view: lines(count) });
            }
            match key {
                0 => bench.tell(Msg::Resize(columns, rows)),
                1 => bench.tell(Msg::Resize(80, 24)),
                2 => { bench.press(KeyCode::Enter); }
                3 => { bench.press(KeyCode::End); }
                4 => { bench.press(KeyCode::PageDown); }
                5 => { bench.press(KeyCode::Right); }
                6 => { bench.ctrl('q'); }
                n @ 7..17 => { bench.press(KeyCode::F(n as u8 - 6)); }
                n => { bench.press(KeyCode::Char(char::from(b"gG/?nNjkbwlhF: ud%79e2x"[n - 17]))); }
            }
            bench.screen();
        }
    }
}

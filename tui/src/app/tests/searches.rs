//! Tests of searches below a folder: their form, their hits and their words.

use std::sync::Arc;

use fcp_browse::panel::Subject;
use fcp_browse::{Batch, Case, Contains, FindEnd, FindSpec, Found, Kinds, MatchedLine, Reads};
use fcp_engine::event::FileKind;
use fcp_viewer::At;

use super::*;
use crate::app::viewer::ViewerRequest;

/// Gives the last search that was begun.
fn search(bench: &Bench) -> (u64, FindSpec) {
    let found = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Find { ticket, what, .. } => Some((*ticket, what.clone())),
        _ => None,
    });
    found.unwrap()
}

#[test]
fn a_search_says_what_it_looks_for_and_can_be_stopped() {
    let mut bench = Bench::new(120, 40);
    bench.alt('?').keys("raw");
    for _ in 0..4 {
        bench.press(KeyCode::Down);
    }
    bench.press(KeyCode::Right);
    for _ in 0..5 {
        bench.press(KeyCode::Up);
    }
    bench.keys("3d").press(KeyCode::Up).keys("20Q");
    bench.press(KeyCode::Enter);
    bench.shows("20Q is not a size");
    bench.press(KeyCode::Backspace).keys("M").press(KeyCode::Enter);
    let (ticket, what) = search(&bench);
    assert_eq!(
        (what.pattern.as_str(), what.kinds, what.smaller),
        ("raw", Kinds::Files, Some(20 << 20))
    );
    assert_eq!(what.newer, Some(START as i64 - 3 * 86_400_000_000));
    bench.shows("raw, files, at most 20.0 MiB, sin");
    bench.press(KeyCode::Esc);
    assert_eq!(bench.effects.pop(), Some(Effect::Drop(ticket)));
    // Once more it leaves the hits.
    bench.forget().press(KeyCode::Esc);
    assert!(matches!(bench.effects[0], Effect::List { .. }), "{:?}", bench.effects);
    bench.forget().press(KeyCode::Esc);
    assert_eq!(bench.effects, []);
    // The dialog restores the last choices and the typed text.
    bench.alt('?').press(KeyCode::Up).keys("s").press(KeyCode::Enter);
    let (_, what) = search(&bench);
    assert_eq!((what.pattern.as_str(), what.kinds, what.smaller), ("raws", Kinds::Files, None));
}

#[test]
fn esc_leaves_the_hits_of_a_finished_search_where_it_began() {
    let mut bench = Bench::new(100, 30);
    bench.press(KeyCode::Down).press(KeyCode::Down);
    let (dir, name) = (bench.model.panel().dir.clone(), bench.model.panel().current_name());
    let ticket = search_for(&mut bench, "needle");
    let found = vec![hit("a.txt", 41, "a needle", 2..8), hit("b.txt", 1, "needle", 0..6)];
    bench.tell(Msg::Found { ticket, batch: Batch { found, looked_at: 60, searched: 50 } });
    bench.tell(Msg::FoundAll { ticket, end: FindEnd::default() });
    bench.press(KeyCode::Insert).forget();
    // Marks are dropped before.
    bench.press(KeyCode::Esc);
    assert_eq!((bench.model.panel().marks().len(), &bench.effects[..]), (0, &[][..]));
    bench.press(KeyCode::Esc);
    let lists = |effect: &Effect| matches!(effect, Effect::List { dir: it, .. } if *it == dir);
    assert!(bench.effects.iter().any(lists), "{:?}", bench.effects);
    assert_eq!(bench.model.panel().dir, dir);
    assert!(name.is_some() && bench.model.panel().subject == Subject::Directory);
}

/// Begins a search for text in files of any name.
fn search_for(bench: &mut Bench, text: &str) -> u64 {
    bench.alt('?').press(KeyCode::Down).keys(text).press(KeyCode::Enter);
    search(bench).0
}

fn hit(path: &str, number: u64, line: &str, hit: std::ops::Range<usize>) -> Found {
    let text = line.as_bytes().to_vec();
    let line = MatchedLine { number, text, hit, lines: 1, ..MatchedLine::default() };
    Found { path: path.into(), kind: FileKind::File, line: Some(Arc::new(line)) }
}

#[test]
fn text_in_files_is_looked_for_as_typed() {
    let mut bench = Bench::new(100, 30);
    bench.alt('?').press(KeyCode::Down).keys("a(").press(KeyCode::Down).press(KeyCode::Left);
    bench.press(KeyCode::Enter);
    bench.shows("a( is not a regular expression: unclosed group");
    bench.press(KeyCode::Left).press(KeyCode::Down).press(KeyCode::Right);
    bench.press(KeyCode::Down).press(KeyCode::Left).press(KeyCode::Enter);
    bench.shows("Folders contain no text; choose files or any");
    bench.press(KeyCode::Right).press(KeyCode::Enter);
    let (_, what) = search(&bench);
    let contains = Contains::new("a(", Reads::Words, Case::Matters).unwrap();
    assert_eq!((what.contains, what.kinds), (Some(contains), Kinds::Both));
    bench.shows("words “a(” in");
    // The choices and the text come back.
    bench.alt('?').press(KeyCode::Down).press(KeyCode::Up).press(KeyCode::Down);
    assert_eq!(bench.model.find_text, [1, 1]);
}

#[test]
fn hits_in_files_show_their_lines_and_open_there() {
    for (columns, rows) in [(80, 24), (120, 40), (240, 20)] {
        let mut bench = Bench::new(columns, rows);
        let ticket = search_for(&mut bench, "needle");
        let long = format!("{}a needle in a long line", "hay ".repeat(60));
        let found = vec![
            hit("deep/below/the/folder/notes-of-the-year.txt", 1234, "a needle\x1b[2J", 2..8),
            hit("long", 7, &long, 242..248),
            hit("short", 2, "needle", 0..6),
        ];
        bench.tell(Msg::Found { ticket, batch: Batch { found, looked_at: 9, searched: 1_234 } });
        insta::assert_snapshot!(format!("found-{columns}x{rows}"), bench.screen());
    }
    let mut bench = Bench::new(100, 30);
    let ticket = search_for(&mut bench, "needle");
    let batch = Batch { found: Vec::new(), looked_at: 50, searched: 40 };
    bench.tell(Msg::Found { ticket, batch });
    bench.shows("Searching… 40 files, 0 found, Esc stops");
    let found = vec![hit("a.txt", 41, "a needle", 2..8)];
    bench.tell(Msg::Found { ticket, batch: Batch { found, looked_at: 60, searched: 50 } });
    let end = FindEnd { searched: 60, unread: 2, errors: 1, is_full: true, ..FindEnd::default() };
    bench.tell(Msg::FoundAll { ticket, end });
    let words = "Stopped at 1 hit among 60 files; there may be more; 1 folder and 2 files could not be read";
    assert!(bench.screen().contains(words), "{}", bench.screen());
    bench.forget().press(KeyCode::F(3));
    let opened = bench.effects.iter().find_map(|effect| match effect {
        Effect::View { wish: ViewerRequest::Open(open, _), .. } => Some(open.at),
        _ => None,
    });
    assert_eq!(opened, Some(At::Line(41)));
}

#[test]
fn many_hits_are_listed_now_and_then_and_escape_lists_them_all() {
    let mut bench = Bench::new(100, 30);
    bench.alt('?').keys("e").press(KeyCode::Enter);
    let (ticket, _) = search(&bench);
    let found = |bench: &mut Bench, from: usize, count: usize| {
        let found = (from..from + count).map(|n| Found {
            path: format!("e{n}").into(),
            kind: FileKind::File,
            line: None,
        });
        let batch = Batch { found: found.collect(), looked_at: from as u64, searched: 0 };
        bench.tell(Msg::Found { ticket, batch });
    };
    let listed = |bench: &Bench| bench.model.panel().counts().1;
    found(&mut bench, 0, 1);
    assert_eq!(listed(&bench), 1, "the first ones are shown at once");
    for batch in 0..100 {
        found(&mut bench, 1 + batch * 200, 200);
    }
    assert_eq!(listed(&bench), 1);
    bench.shows("20,001 found");
    let due = bench.model.wakes_at().unwrap();
    assert!((300_000..600_000).contains(&(due - bench.model.now)), "{due}");
    bench.wait(due - bench.model.now);
    assert_eq!(listed(&bench), 20_001);
    assert_eq!(bench.model.wakes_at(), None);
    found(&mut bench, 20_001, 9);
    bench.press(KeyCode::Esc);
    assert_eq!(listed(&bench), 20_010);
    assert_eq!(bench.model.wakes_at(), None);
}

#[test]
fn the_end_of_a_search_does_not_run_into_the_item() {
    let mut bench = Bench::new(80, 24);
    let ticket = search_for(&mut bench, "needle");
    let found = vec![hit("share/python3/dist-packages/six.py", 41, "a needle", 2..8)];
    bench.tell(Msg::Found { ticket, batch: Batch { found, looked_at: 60, searched: 50 } });
    let end = FindEnd { searched: 60, is_full: true, ..FindEnd::default() };
    bench.tell(Msg::FoundAll { ticket, end });
    let filling = bench.model.panel().filling;
    let meta = fcp_browse::Meta { size: 1, kind: FileKind::File, ..fcp_browse::Meta::default() };
    let metas = vec![Some(meta)].into();
    bench.tell(Msg::Filled { ticket: filling, chunk: 0, metas });
    bench.press(KeyCode::Down);
    let line = bench.screen().lines().rev().nth(1).unwrap().to_owned();
    let words = "Stopped at 1 hit among 60 files; there may be more";
    assert!(line.trim_start().starts_with(words), "{line}");
    let rest = line.split_once(words).unwrap().1;
    assert!(rest.is_empty() || rest.starts_with("   "), "{line}");
}

#[test]
fn of_pasted_lines_a_search_takes_the_first() {
    for pasted in ["raw\nold", "raw\rold\r", "\r\nraw\r\n"] {
        let mut bench = Bench::new(120, 40);
        bench.ctrl('s').tell(Msg::Pasted(pasted.to_owned()));
        assert_eq!(bench.model.search, "raw", "{pasted:?}");
    }
}

//! Tests of the viewer, from the request of a page to what it is told.
#![expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]

use std::fs;

use fcp_test_support::until;

use super::*;
use crate::app::App;
use crate::wire::{FindAsk, FindCase, FindKinds, FindReads, FindText, Go, PanelAsk};

const ROOM: ViewerRoom = ViewerRoom { columns: 80, rows: 20 };
const LEFT: PanelSide = PanelSide::Left;

/// An app whose left panel shows a folder of its own.
struct Bench {
    app: Arc<App>,
    dir: tempfile::TempDir,
    last: u64,
}

impl Bench {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let app = App::new(None, None);
        app.panels.open([Some(dir.path().to_owned()), Some(dir.path().to_owned())]);
        Self { app, dir, last: 0 }
    }

    /// Makes a file, stands on it and gives its id.
    fn file(&self, name: &str, bytes: &[u8]) -> EntryId {
        let path = self.dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        let text = path.to_str().unwrap().to_owned();
        self.app.panels.ask(LEFT, PanelAsk::Go { to: Go::Path { text } }).unwrap();
        self.stands_on(&path)
    }

    fn stands_on(&self, path: &Path) -> EntryId {
        let here = || self.app.panels.current(LEFT).filter(|(_, here, _)| here.spelled() == path);
        until("the cursor stands on the file", || here().is_some());
        here().unwrap().0
    }

    fn ask(&mut self, ask: ViewerAsk) -> u64 {
        self.last += 1;
        self.app.viewer.ask(self.last, ask).unwrap();
        self.last
    }

    fn open(&mut self, id: EntryId, mode: ViewerMode) -> ViewerState {
        let file = self.ask(ViewerAsk::Open { side: LEFT, id, mode, at: None, room: ROOM });
        self.told(|state| state.file == file && state.content.is_some())
    }

    /// Waits until the page is told something.
    fn told(&self, wanted: impl Fn(&ViewerState) -> bool) -> ViewerState {
        loop {
            for update in self.app.feed.heard() {
                if let Update::Viewer(state) = update
                    && wanted(&state)
                {
                    return *state;
                }
            }
        }
    }
}

fn lines(state: &ViewerState) -> (&[ViewerLine], bool) {
    match &state.content {
        Some(ViewerContent::Lines { lines, bytes, .. }) => (lines, *bytes),
        other => panic!("{other:?}"),
    }
}

fn text(line: &ViewerLine) -> String {
    line.spans.iter().map(|span| span.text.as_str()).collect()
}

fn at(state: &ViewerState) -> String {
    let place = state.place.unwrap();
    text(lines(state).0.iter().find(|line| line.at == place).unwrap())
}

#[test]
fn only_a_part_of_a_large_file_is_told() {
    let mut bench = Bench::new();
    let all: Vec<String> = (1..=200_000).map(|n| format!("line {n}")).collect();
    let id = bench.file("large.txt", all.join("\n").as_bytes());
    let state = bench.open(id, ViewerMode::Auto);
    assert_eq!((state.name.text.as_str(), at(&state).as_str()), ("large.txt", "line 1"));
    assert!(lines(&state).0.len() < 200);
    let about = bench.told(|state| state.about.as_ref().is_some_and(|it| it.lines.is_some()));
    assert_eq!(about.about.unwrap().lines, Some(200_000));

    let ticket = bench.ask(ViewerAsk::Go { text: "150000".to_owned(), room: ROOM });
    let state = bench.told(|state| state.ticket == ticket && state.content.is_some());
    assert_eq!(at(&state), "line 150000");
    let ticket = bench.ask(ViewerAsk::End { room: ROOM });
    let state = bench.told(|state| state.ticket == ticket && state.content.is_some());
    assert!(state.at_end && at(&state) == "line 200000");
    let nowhere = bench.app.viewer.ask(99, ViewerAsk::Go { text: "x".to_owned(), room: ROOM });
    assert!(matches!(nowhere, Err(Refusal::Not { .. })));
}

#[test]
fn hits_are_found_and_marked_in_utf16_too() {
    let mut bench = Bench::new();
    let text16 = "\u{feff}erste\nzweite größe\n";
    let bytes: Vec<u8> = text16.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let id = bench.file("utf16.txt", &bytes);
    let state = bench.open(id, ViewerMode::Auto);
    assert_eq!(text(&lines(&state).0[1]), "zweite größe");
    assert_eq!(state.about.unwrap().facts, ["UTF-16 LE"]);
    let find =
        |text: &str| ViewerAsk::Find { text: text.to_owned(), from: 0, back: false, room: ROOM };
    let ticket = bench.ask(find("größe"));
    let state = bench.told(|state| state.ticket == ticket && state.found.is_some());
    let Some(ViewerFound::Hit { at, line, column, nth, of, .. }) = state.found else { panic!() };
    assert_eq!((line, column, nth, of), (Some(2), 8, Some(1), Some(1)));
    let marked: Vec<_> = lines(&state).0[1].spans.iter().filter(|it| it.hit == Some(at)).collect();
    assert_eq!((marked.len(), marked[0].text.as_str()), (1, "größe"));
    let ticket = bench.ask(find("nirgends"));
    let state = bench.told(|state| state.ticket == ticket && state.found.is_some());
    assert_eq!(state.found, Some(ViewerFound::Nothing));
}

#[test]
fn the_user_says_how_characters_are_written() {
    let mut bench = Bench::new();
    let id = bench.file("latin.txt", b"caf\xe9\nx\0y");
    let (shown, bytes) = (bench.open(id, ViewerMode::Auto), true);
    assert_eq!(lines(&shown).1, bytes);
    let state = bench.open(id, ViewerMode::Latin1);
    assert_eq!((text(&lines(&state).0[0]).as_str(), lines(&state).1), ("café", false));
    let state = bench.open(id, ViewerMode::Utf8);
    assert_eq!(text(&lines(&state).0[0]), r"caf\xe9");
    let state = bench.open(id, ViewerMode::Bytes);
    assert!(text(&lines(&state).0[0]).starts_with("00000000  63 61 66 e9 0a 78 00 79 "));
    assert!(!lines(&bench.open(id, ViewerMode::Windows1252)).1);
    // Bytes without a mark that are UTF-16 after all.
    let wide: Vec<u8> = "weit\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let id = bench.file("wide", &wide);
    let state = bench.open(id, ViewerMode::Utf16Be);
    assert_eq!(text(&lines(&state).0[0]), "weit");
    let wide: Vec<u8> = "weiter\n".chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
    let id = bench.file("wider", &wide);
    let state = bench.open(id, ViewerMode::Utf32Be);
    assert_eq!(text(&lines(&state).0[0]), "weiter");
}

#[test]
fn texts_of_windows_and_of_four_bytes_are_told_by_their_bytes() {
    let mut bench = Bench::new();
    let id = bench.file("windows.txt", b"\x93caf\xe9\x94 \x96 5 \x80 a day, or less\r\n");
    let state = bench.open(id, ViewerMode::Auto);
    assert_eq!(text(&lines(&state).0[0]), "“café” – 5 € a day, or less");
    assert_eq!(state.about.unwrap().facts, ["Windows-1252", "CRLF"]);
    let find = ViewerAsk::Find { text: "5 €".to_owned(), from: 0, back: false, room: ROOM };
    let ticket = bench.ask(find);
    let state = bench.told(|state| state.ticket == ticket && state.found.is_some());
    assert!(matches!(state.found, Some(ViewerFound::Hit { at: 9, column: 10, .. })));
    for (bytes, name) in
        [(u32::to_le_bytes as fn(u32) -> [u8; 4], "UTF-32 LE"), (u32::to_be_bytes, "UTF-32 BE")]
    {
        let wide: Vec<u8> =
            "\u{feff}eins\r\nzwei 🙂\r\n".chars().flat_map(|c| bytes(c.into())).collect();
        let id = bench.file("wide.txt", &wide);
        let state = bench.open(id, ViewerMode::Auto);
        assert_eq!(text(&lines(&state).0[1]), "zwei 🙂");
        let about = state.about.unwrap();
        assert_eq!((about.facts, about.lines), (vec![name.to_owned(), "CRLF".to_owned()], Some(2)));
    }
}

#[test]
fn a_picture_is_drawn_by_the_page() {
    let mut bench = Bench::new();
    let path = bench.dir.path().join("picture.png");
    image::RgbImage::new(30, 20).save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let id = bench.file("picture.png", &bytes);
    let state = bench.open(id, ViewerMode::Auto);
    assert_eq!(state.content, Some(ViewerContent::Picture { thumb: id }));
    assert_eq!(state.about.unwrap().facts, ["30 × 20"]);
}

#[test]
fn a_hit_of_a_search_opens_at_its_line() {
    let mut bench = Bench::new();
    let all: Vec<String> = (1..=5_000).map(|n| format!("line {n} Needle{n}")).collect();
    bench.file("hay.txt", all.join("\n").as_bytes());
    let contains =
        |text: &str, reads| Some(FindText { text: text.to_owned(), reads, case: FindCase::Smart });
    for (text, reads, seeks) in [
        ("Needle4000", FindReads::Text, Some("Needle4000".to_owned())),
        ("Needle40.0", FindReads::Regex, None),
    ] {
        let what = FindAsk {
            pattern: String::new(),
            hidden: true,
            gitignore: false,
            kinds: FindKinds::Files,
            larger: None,
            smaller: None,
            days: None,
            contains: contains(text, reads),
        };
        bench.app.panels.ask(LEFT, PanelAsk::Find { what }).unwrap();
        let hit = || bench.app.panels.current(LEFT).filter(|(_, _, line)| line.is_some());
        until("the search has a hit", || hit().is_some());
        let (id, _, line) = hit().unwrap();
        let state = bench.open(id, ViewerMode::Auto);
        assert_eq!(at(&state), all[line.unwrap() as usize - 1]);
        assert_eq!(state.seeks, seeks);
        // The same file as bytes has no lines.
        assert_eq!(bench.open(id, ViewerMode::Bytes).place, Some(0));
    }
}

//! Tests of documents of all kinds, opened by a real loader and scrolled with keys.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_viewer::{About, Ask, At, Line, Loader, Open, Tint, ViewAs};

use super::state::Outcome;
use super::*;
use crate::app::action::Action;
use crate::app::key::Key;
use crate::app::keymap::{Place, Step};
use crate::app::runner::view;

/// A viewer and a loader whose answers are waited for.
pub(crate) struct Bench {
    pub(crate) viewer: Viewer,
    pub(crate) dir: tempfile::TempDir,
    loader: Loader,
    sender: Sender<(u64, Box<View>)>,
    answers: Receiver<(u64, Box<View>)>,
    ticket: u64,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let (sender, answers) = mpsc::channel();
        let loader = Loader::new(view::SPELLING);
        let viewer = Viewer::new(PathBuf::new(), (0, 0), Graphics::default());
        Self { viewer, dir: tempfile::tempdir().unwrap(), loader, sender, answers, ticket: 0 }
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Shows a file in so many columns and rows.
    pub(crate) fn show(&mut self, path: impl AsRef<Path>, size: (u16, u16)) -> &mut Self {
        self.viewer = Viewer::new(path.as_ref().to_owned(), size, Graphics::default());
        let wish = self.viewer.open(false);
        self.carry_out(Some(wish))
    }

    /// Has the loader do what the viewer wishes, until it wishes nothing.
    pub(crate) fn carry_out(&mut self, mut wish: Option<ViewerRequest>) -> &mut Self {
        while let Some(now) = wish.take() {
            self.ticket += 1;
            self.viewer.ticket = self.ticket;
            match now {
                ViewerRequest::Open(open, _) => self.open(self.ticket, open),
                ViewerRequest::Ask(Ask::Follow(on)) => {
                    self.loader.ask(self.ticket, Ask::Follow(on));
                    return self;
                }
                ViewerRequest::Ask(ask) => self.loader.ask(self.ticket, ask),
            }
            wish = self.wait();
        }
        self
    }

    /// Opens a document; what is told of it is received with the number of the request.
    fn open(&self, ticket: u64, open: Open) {
        let sender = self.sender.clone();
        let told = move |ticket, view| sender.send((ticket, view)).unwrap_or_default();
        view::open(&self.loader, ticket, (open, Graphics::default()), told);
    }

    /// Waits for the next answer.
    fn wait(&mut self) -> Option<ViewerRequest> {
        let view = self.next(self.ticket);
        self.viewer.take(view)
    }

    fn next(&self, ticket: u64) -> View {
        loop {
            let (number, view) = self.answers.recv_timeout(Duration::from_secs(60)).unwrap();
            if number == ticket {
                return *view;
            }
        }
    }

    pub(crate) fn press(&mut self, code: KeyCode) -> &mut Self {
        let event = KeyEvent::new(code, KeyModifiers::NONE);
        if self.viewer.prompt.is_some() {
            let wish = self.viewer.key(event);
            return self.carry_out(wish);
        }
        let step = crate::app::keymap::default().step(Place::Viewer, &[Key::from(event)]);
        let Step::Do(action) = step else { panic!("{code:?} does nothing: {step:?}") };
        match self.viewer.act(action) {
            Outcome::Stay(wish) => self.carry_out(wish),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        for c in keys.chars() {
            self.press(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) });
        }
        self
    }

    /// Gives the lines from the first one on the screen to the last one loaded.
    fn lines(&self) -> Vec<String> {
        self.viewer.shown().map(|(line, _)| text_of(line)).collect()
    }

    fn about(&self) -> About {
        self.viewer.about.clone().unwrap()
    }

    fn first(&self) -> Option<u64> {
        self.viewer.shown().next().unwrap().0.number
    }
}

fn text_of(line: &Line) -> String {
    line.spans.iter().map(|span| span.text.as_str()).collect()
}

fn open(path: &Path, patient: bool) -> Open {
    let (path, how, at) = (path.to_owned(), ViewAs::Auto, At::Offset(0));
    Open { path, how, size: (80, 20), at, patient, encoding: None, cell: (1, 2) }
}

#[test]
fn what_is_not_a_file_is_told_in_words() {
    let mut bench = Bench::new();
    let fifo = bench.dir.path().join("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    bench.show(&fifo, (80, 20));
    assert_eq!(bench.about().kind, "FIFO");
    assert!(bench.lines()[1].starts_with("A pipe"));
    bench.show("/dev/null", (80, 20));
    assert_eq!(bench.about().kind, "Character device");
    let broken = bench.dir.path().join("broken");
    std::os::unix::fs::symlink("no\nwhere", &broken).unwrap();
    bench.show(&broken, (80, 20));
    let about = bench.about();
    assert_eq!((about.kind.as_str(), about.facts[0].as_str()), ("Link", r"→ no\nwhere"));
    assert_eq!(bench.lines()[1], "The target of the link does not exist");
    bench.show("/nowhere/at/all", (80, 20));
    assert_eq!(bench.lines()[1], "Cannot open: no such file or directory   ENOENT, 2");
}

#[test]
fn a_file_without_a_size_is_read_all_the_same() {
    let mut bench = Bench::new();
    if cfg!(target_os = "linux") {
        bench.show("/proc/self/status", (80, 20));
        assert_eq!(bench.about().kind, "Text");
        assert!(bench.lines()[0].starts_with("Name:"));
    }
    let path = bench.file("empty", "");
    bench.show(path, (80, 20));
    let about = bench.about();
    assert_eq!((about.size, about.lines, bench.lines().len()), (Some(0), Some(0), 0));
}

#[test]
fn a_file_is_described_and_coloured() {
    let mut bench = Bench::new();
    bench.file("a.rs", "// one\r\nfn two() {}\r\n");
    let link = bench.dir.path().join("link.rs");
    std::os::unix::fs::symlink("a.rs", &link).unwrap();
    bench.show(link, (80, 20));
    let about = bench.about();
    assert_eq!(about.kind, "Rust");
    assert_eq!(about.facts, ["→ a.rs", "UTF-8", "CRLF"]);
    assert_eq!(about.lines, Some(2));
    let lines: Vec<_> = bench.viewer.shown().map(|(line, _)| line).collect();
    assert_eq!((lines[0].number, lines[1].number), (Some(1), Some(2)));
    assert_eq!(lines[0].spans[0].tint, Tint::Comment);
}

#[test]
fn lines_and_colours_that_take_time_come_later() {
    let mut bench = Bench::new();
    let path = bench.file("a.c", "/* begins\n".to_owned() + &"int i;\n".repeat(200_000));
    bench.show(&path, (80, 20)).press(KeyCode::End);
    let plain = |bench: &Bench| {
        let line = bench.viewer.shown().next().unwrap().0;
        line.spans.iter().all(|span| span.tint == Tint::Text)
    };
    assert!(plain(&bench), "the end is shown before the beginning was read for its colours");
    while plain(&bench) || bench.about().lines.is_none() {
        bench.wait();
    }
    assert_eq!(bench.about().lines, Some(200_001));
    let last = bench.viewer.shown().last().unwrap().0;
    assert_eq!(last.spans[0].tint, Tint::Comment);
}

#[test]
fn a_newer_request_ends_a_search() {
    let bench = Bench::new();
    let path = bench.dir.path().join("large");
    // Sparse: it takes no room, and minutes to search.
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    bench.open(1, open(&path, false));
    assert!(matches!(bench.next(1).content, Some(Content::Bytes { at: 0, .. })));
    let (pattern, size) = ("needle".to_owned(), (80, 20));
    bench.loader.ask(2, Ask::Find { pattern, from: 0, back: false, size });
    bench.loader.ask(3, Ask::Window { at: At::End, size });
    assert_eq!(bench.next(3).place, Some((1 << 40) - 1));
}

#[test]
fn a_search_that_was_ended_early_has_not_missed() {
    let mut bench = Bench::new();
    let path = bench.file("a.txt", "text\n".repeat(900));
    bench.show(&path, (80, 20)).keys("/needle\n");
    let find = |bench: &Bench| bench.viewer.find.clone().unwrap();
    assert!(!find(&bench).stopped && !find(&bench).searching);
    // The answer is still to come when the user ends it.
    drop(bench.viewer.again(false));
    assert!(find(&bench).searching);
    drop(bench.viewer.forget());
    assert_eq!((find(&bench).searching, find(&bench).stopped), (false, true));
    drop(bench.viewer.again(false));
    assert!(!find(&bench).stopped);
}

#[test]
fn a_terabyte_of_text_is_entered_anywhere() {
    use std::os::unix::fs::FileExt as _;
    let mut bench = Bench::new();
    let path = bench.file("large.log", "");
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    let head = "first line\n".repeat(1_000);
    file.write_all_at(head.as_bytes(), 0).unwrap();
    file.write_all_at(b"\nlast line\n", (1 << 40) - 11).unwrap();
    bench.show(&path, (80, 20));
    assert_eq!(bench.about().lines, None, "it is not read to its end to count its lines");
    assert_eq!(bench.lines()[0], "first line");
    bench.press(KeyCode::End);
    assert_eq!(bench.lines().last().unwrap(), "last line");
    assert_eq!(bench.viewer.shown().last().unwrap().0.number, None);
    bench.press(KeyCode::Home).keys(":500\n");
    assert_eq!(bench.first(), Some(500));
}

#[test]
fn a_followed_file_tells_what_is_added() {
    let mut bench = Bench::new();
    let path = bench.file("a.log", "one\n");
    bench.show(&path, (80, 20)).keys("F");
    fs::write(&path, "one\ntwo\n").unwrap();
    while bench.lines().len() < 2 {
        bench.wait();
    }
    assert_eq!(bench.lines(), ["one", "two"]);
}

#[test]
fn a_file_that_shrinks_is_shown_as_it_is_then() {
    let mut bench = Bench::new();
    let path = bench.file("text", "some line\n".repeat(600_000));
    bench.show(&path, (80, 20)).keys(":50%\n");
    while bench.about().lines.is_none() {
        bench.wait();
    }
    fs::write(&path, "tiny\n").unwrap();
    for _ in 0..4 {
        bench.press(KeyCode::PageDown);
    }
    bench.press(KeyCode::End);
    assert_eq!((bench.lines(), bench.first()), (vec!["tiny".to_owned()], Some(1)));
    assert_eq!((bench.about().size, bench.about().lines), (Some(5), Some(1)));
    fs::write(&path, "").unwrap();
    bench.keys("/t\n");
    assert_eq!(bench.viewer.trouble.as_deref(), Some("The file has become shorter"));
    assert_eq!(bench.viewer.find.as_ref().unwrap().found, None);
}

#[test]
fn what_is_added_is_seen_at_the_end_by_a_search_and_after_a_reload() {
    let mut bench = Bench::new();
    let path = bench.file("a.log", "one\n");
    bench.show(&path, (80, 20));
    fs::write(&path, "one\ntwo\n").unwrap();
    bench.press(KeyCode::End);
    assert_eq!(bench.lines(), ["one", "two"]);
    fs::write(&path, "one\ntwo\nneedle\n").unwrap();
    bench.keys("/needle\n");
    assert_eq!(bench.viewer.find.as_ref().unwrap().found.unwrap().line, Some(3));
    // Another file of this name, as many programs write one.
    fs::rename(bench.file("new", "other\n"), &path).unwrap();
    bench.press(KeyCode::End);
    assert_eq!(bench.lines()[0], "one");
    let Outcome::Stay(wish) = bench.viewer.act(Action::ViewerReload) else { panic!() };
    bench.carry_out(wish);
    assert_eq!(bench.lines(), ["other"]);
}

#[test]
fn a_document_that_is_not_wanted_is_not_opened() {
    let bench = Bench::new();
    let path = bench.file("a", "text");
    for ticket in 1..100 {
        bench.open(ticket, open(&path, true));
    }
    let (ticket, _) = bench.answers.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(ticket, 99);
}

#[test]
fn keys_move_over_a_long_text() {
    let mut bench = Bench::new();
    let text: Vec<String> = (1..=5_000).map(|n| format!("line {n}")).collect();
    let path = bench.file("a.txt", text.join("\n"));
    bench.show(path, (80, 20)).press(KeyCode::Down).press(KeyCode::PageDown);
    assert!(!bench.viewer.is_whole());
    assert_eq!(bench.first(), Some(21));
    for _ in 0..20 {
        bench.press(KeyCode::PageDown);
    }
    assert_eq!(bench.first(), Some(21 + 20 * 19), "more is loaded on the way");
    bench.press(KeyCode::End);
    assert_eq!((bench.first(), bench.lines().len()), (Some(4_981), 20));
    bench.press(KeyCode::Up).keys("kkb");
    assert_eq!(bench.first(), Some(4_959));
    bench.keys(":50%\n");
    assert!((2_450..2_600).contains(&bench.first().unwrap()));
    bench.keys(":4999\n");
    assert_eq!(bench.first(), Some(4_981), "the last screen stays full");
    bench.press(KeyCode::Home);
    assert_eq!(bench.first(), Some(1));
}

#[test]
fn searches_go_both_ways_and_round() {
    let mut bench = Bench::new();
    let mut text: Vec<String> = (1..=900).map(|n| format!("line {n}")).collect();
    text[99] += " Needle";
    text[799] += " needle";
    let path = bench.file("a.txt", text.join("\n"));
    bench.show(path, (80, 20)).keys("/needle\n");
    let found = |bench: &Bench| bench.viewer.find.as_ref().unwrap().found.unwrap();
    assert_eq!((found(&bench).line, found(&bench).column), (Some(100), 10));
    assert_eq!(found(&bench).of, Some((1, 2)));
    assert_eq!(bench.first(), Some(94), "with something before it");
    bench.keys("n");
    assert_eq!((found(&bench).line, found(&bench).wrapped), (Some(800), false));
    bench.keys("n");
    assert_eq!((found(&bench).line, found(&bench).wrapped), (Some(100), true));
    bench.keys("N");
    assert_eq!((found(&bench).line, found(&bench).wrapped), (Some(800), true));
    bench.keys("?nothing\n");
    assert_eq!(bench.viewer.find.as_ref().unwrap().found, None);
    bench.press(KeyCode::Esc);
    assert_eq!(bench.viewer.find, None);
    let hit = |line: &Line| line.spans.iter().any(|span| span.hit.is_some());
    assert!(!bench.viewer.shown().any(|(line, _)| hit(line)), "nothing stays marked");
}

#[test]
fn bytes_and_lines_take_turns() {
    let mut bench = Bench::new();
    let path = bench.file("a.txt", "some words\n".repeat(500));
    bench.show(path, (80, 20)).keys(":200\n").keys("h");
    assert!(matches!(bench.viewer.content, Some(Content::Bytes { .. })));
    assert_eq!(bench.viewer.offset(), 199 * 11 / 16 * 16, "at the same place");
    bench.press(KeyCode::Down).keys("/x:776f\n");
    assert!(bench.viewer.find.as_ref().unwrap().found.is_some());
    bench.press(KeyCode::End);
    assert_eq!(bench.viewer.offset(), (5_500_u64.div_ceil(16) - 20) * 16);
    bench.keys("h");
    assert!(matches!(bench.viewer.content, Some(Content::Lines { .. })));
}

#[test]
fn a_line_of_any_length_is_bounded() {
    let mut bench = Bench::new();
    let path = bench.file("long.json", "{\"a\":1},".repeat(200_000));
    bench.show(path, (80, 20)).keys("w");
    let Some(Content::Lines { lines, .. }) = &bench.viewer.content else { panic!() };
    let longest = lines.iter().map(|line| text_of(line).len()).max().unwrap();
    assert!(longest <= 33_000 && lines.len() < 100, "{longest} {}", lines.len());
    assert_eq!((lines[0].number, lines[1].number), (Some(1), None));
    bench.press(KeyCode::PageDown).press(KeyCode::End).keys("w").press(KeyCode::Right);
    assert_eq!(bench.viewer.left(), 8);
}

#[test]
fn utf16_is_read_as_text() {
    let mut bench = Bench::new();
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend("eins\r\nzwölf\r\n".encode_utf16().flat_map(u16::to_le_bytes));
    let path = bench.file("a.txt", bytes);
    bench.show(path, (80, 20)).keys("/zwölf\n");
    assert_eq!(bench.lines(), ["eins", "zwölf"]);
    assert_eq!(bench.about().facts, ["UTF-16 LE", "CRLF"]);
    let found = bench.viewer.find.as_ref().unwrap().found.unwrap();
    assert_eq!((found.line, found.column), (Some(2), 1));
    let line = bench.viewer.shown().nth(1).unwrap().0;
    assert_eq!(line.spans[0].hit, Some(found.at));
}

#[test]
fn a_folder_is_summed_up_and_then_measured() {
    let mut bench = Bench::new();
    fs::create_dir_all(bench.dir.path().join("tree/deep/er")).unwrap();
    bench.file("tree/a", [0; 1_000]);
    bench.file("tree/deep/er/b", [0; 48]);
    let path = bench.dir.path().join("tree");
    bench.show(path, (80, 20));
    assert_eq!(bench.about().facts[0], "2 items");
    while bench.about().size.is_none() || bench.about().facts[1].ends_with("so far") {
        bench.wait();
    }
    assert_eq!(
        (bench.about().facts[1].as_str(), bench.about().size),
        ("2 files in all", Some(1_048))
    );
}

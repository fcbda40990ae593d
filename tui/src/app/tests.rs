//! Tests of the whole program without a terminal and without an engine.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_browse::{Listing, Meta, Space};
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::{Answer, Command, Envelope, Event, FileKind, Scope};
use fcp_engine::spec::{ConflictPolicy, Verb};
use fcp_engine::view::Eta;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::dialog::Dialog;
use super::dialog::question::REST;
use super::look::{Colors, Depth, Look};
use super::model::{Effect, Model, Msg};
use super::paint;
use super::update::{reload, update};

mod after;
mod command_line;
mod comparison;
mod dialogs;
mod diff;
mod folders;
mod german_screens;
mod german_words;
mod habits;
mod jobs;
mod keys;
mod open_with;
mod places;
mod questions;
mod requests;
mod safety;
mod searches;
mod unasked;
mod undo;
mod viewer;

/// 21 June 2026, 21:14:07 UTC, when the golden logs begin.
const START: u64 = 1_782_076_447_000_000;

const LOOK: Look = Look { depth: Depth::True, colors: Colors::Dark, ascii: false, icons: false };

/// Runs the program's model with keys and messages, and draws it into a buffer.
struct Bench {
    model: Model,
    effects: Vec<Effect>,
}

impl Bench {
    fn new(columns: u16, rows: u16) -> Self {
        let dirs = ["/home/anna/Pictures/2026/Lofoten raw", "/mnt/backup/Pictures/2026"];
        let mut model = Model::new(dirs[0].into(), dirs[1].into());
        model.home = Some("/home/anna".into());
        model.screen = (columns, rows);
        model.now = START;
        let mut bench = Self { model, effects: Vec::new() };
        bench.list(0, &photos());
        bench.list(1, &backup());
        bench.effects.clear();
        bench
    }

    fn list(&mut self, side: usize, entries: &[Entry]) {
        let effects = reload(&mut self.model);
        let Effect::List { ticket, .. } = effects[side].clone() else { panic!("{effects:?}") };
        self.listed(ticket, entries);
    }

    /// Gives the last request for a listing.
    fn last_list(&self) -> Option<Effect> {
        let lists = |effect: &&Effect| matches!(effect, Effect::List { .. });
        self.effects.iter().rev().find(lists).cloned()
    }

    /// Answers a request for a listing.
    fn listed(&mut self, ticket: u64, entries: &[Entry]) {
        let names = entries.iter().map(|(name, meta)| (name.into(), meta.kind));
        let listing = Arc::new(Listing::new(names));
        let meta = |index: usize| {
            let name = listing.name(index)?.to_str()?;
            entries.iter().find(|(known, _)| known == name).map(|(_, meta)| meta.clone())
        };
        let metas: Vec<_> = (0..listing.len()).map(meta).collect();
        let space = Some(Space { free: 188 << 30, total: 500 << 30 });
        let names = Arc::clone(&listing);
        self.tell(Msg::Listed { ticket, listing: names, whole: true, space });
        for (chunk, metas) in metas.chunks(fcp_browse::CHUNK).enumerate() {
            self.tell(Msg::Filled { ticket, chunk, metas: metas.into() });
        }
        self.tell(Msg::Whole { ticket, took: 1_000 });
    }

    fn tell(&mut self, msg: Msg) {
        let now = self.model.now;
        self.effects.extend(update(&mut self.model, now, msg));
    }

    fn press(&mut self, code: KeyCode) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self
    }

    fn shift(&mut self, code: KeyCode) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(code, KeyModifiers::SHIFT)));
        self
    }

    fn alt(&mut self, c: char) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT)));
        self
    }

    fn ctrl(&mut self, c: char) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
        self
    }

    fn keys(&mut self, keys: &str) -> &mut Self {
        keys.chars().for_each(|c| {
            self.press(KeyCode::Char(c));
        });
        self
    }

    fn wait(&mut self, micros: u64) -> &mut Self {
        self.model.now += micros;
        self.tell(Msg::Tick);
        self
    }

    /// Plays a golden log until `until` says so; the event it names is the last one played.
    fn play(&mut self, log: &str, until: impl Fn(&Event) -> bool) -> &mut Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden");
        let text = fs::read_to_string(root.join(log).with_extension("ndjson")).unwrap();
        for line in text.lines() {
            let envelope: Envelope = serde_json::from_str(line).unwrap();
            let last = until(&envelope.event);
            self.model.now = self.model.now.max(envelope.at);
            self.tell(Msg::Event(envelope));
            if last {
                return self;
            }
        }
        self
    }

    fn screen_as(&self, look: Look) -> String {
        let (columns, rows) = self.model.screen;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal
            .draw(|frame| {
                paint::screen(&self.model, look, frame.buffer_mut());
            })
            .unwrap();
        let buffer = terminal.backend().buffer();
        let line = |y| {
            let mut text = String::new();
            let mut x = 0;
            while x < columns {
                let symbol = buffer[(x, y)].symbol();
                text += symbol;
                x += (crate::text::width(symbol) as u16).max(1);
            }
            text.trim_end().to_owned() + "\n"
        };
        (0..rows).map(line).collect()
    }

    fn screen(&self) -> String {
        self.screen_as(LOOK)
    }
}

type Entry = (String, Meta);

fn entry(name: &str, kind: FileKind, size: u64, age_days: i64) -> Entry {
    let mtime = START as i64 - age_days * 86_400_000_000;
    (name.to_owned(), Meta { size, mtime, kind, ..Meta::default() })
}

fn photos() -> Vec<Entry> {
    let mut all = vec![
        entry("edited", FileKind::Directory, 4096, 3),
        entry("夏の写真 2026", FileKind::Directory, 4096, 2),
        entry(".thumbs.db", FileKind::File, 99, 1),
        entry("contact sheet – Zoë & Amélie.pdf", FileKind::File, 4_917_821, 1),
    ];
    all.extend((0..20).map(|n| {
        let name = format!("IMG_{}.CR3", 2031 + n);
        entry(&name, FileKind::File, 29_000_000 + n * 321_000, 4)
    }));
    all.push(entry("a really long name, invoice\u{202e}fdp.exe", FileKind::File, 88_064, 400));
    let mut link = entry("latest", FileKind::Symlink, 12, 0);
    link.1.target = Some(Path::new("IMG_2050.CR3").into());
    link.1.leads_to = Some(FileKind::File);
    all.push(link);
    all
}

fn backup() -> Vec<Entry> {
    vec![
        entry("panoramas", FileKind::Directory, 4096, 9),
        entry("README.txt", FileKind::File, 913, 300),
    ]
}

/// Takes a picture in both sizes that the design names.
fn snap(name: &str, scene: impl Fn(&mut Bench)) {
    for (columns, rows) in [(80, 24), (120, 40)] {
        let mut bench = Bench::new(columns, rows);
        scene(&mut bench);
        insta::assert_snapshot!(format!("{name}-{columns}x{rows}"), bench.screen());
    }
}

/// Progress far enough into the clean copy to have a rate.
fn halfway(event: &Event) -> bool {
    matches!(event, Event::Progress { progress, .. } if progress.bytes_done > 200 << 20)
}

#[test]
fn browse() {
    snap("browse", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Down).keys("  ").press(KeyCode::PageDown);
    });
}

#[test]
fn copy() {
    snap("copy", |bench| {
        bench.press(KeyCode::Down).keys("   ").press(KeyCode::F(5)).press(KeyCode::Right);
    });
}

#[test]
fn running() {
    snap("running", |bench| {
        bench.play("clean-copy", halfway);
    });
}

#[test]
fn jobs() {
    snap("jobs", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(2));
    });
}

#[test]
fn paused() {
    snap("paused", |bench| {
        bench.play("paused-cancelled", |event| matches!(event, Event::JobPaused { .. }));
        bench.press(KeyCode::F(2));
    });
}

#[test]
fn conflict() {
    snap("conflict", |bench| {
        bench.play(
            "conflicts-answered",
            |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
        );
        bench.ctrl('n').wait(REST).press(KeyCode::Down).keys("2");
    });
}

#[test]
fn a_job_that_only_waits_for_answers_has_neither_speed_nor_time_left() {
    let mut bench = Bench::new(120, 40);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 3),
    );
    bench.wait(REST).press(KeyCode::Esc);
    let pace = bench.model.paces.values_mut().next().unwrap();
    pace.rate.bytes = 40 << 20;
    pace.eta = Some(Eta { lo: 2_000_000, hi: 3_000_000 });
    let screen = bench.screen();
    assert!(screen.contains("needs you"), "{screen}");
    assert!(!screen.contains("MiB/s") && !screen.contains(" left"), "{screen}");
}

#[test]
fn error() {
    snap("error", |bench| {
        let second = |event: &Event| matches!(event, Event::Progress { .. });
        bench.play("unanswered", second).ctrl('n').wait(REST).keys("s");
    });
}

#[test]
fn failed() {
    snap("failed", |bench| {
        bench.play("copy-with-failures", |_| false);
    });
}

#[test]
fn report() {
    snap("report", |bench| {
        bench.play("copy-with-failures", |_| false).press(KeyCode::F(2)).press(KeyCode::Enter);
    });
}

#[test]
fn quit() {
    snap("quit", |bench| {
        bench.play("clean-copy", halfway).press(KeyCode::F(10));
    });
}

#[test]
fn closed() {
    snap("closed", |bench| {
        bench.press(KeyCode::Down).press(KeyCode::Enter);
        let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else {
            panic!("nothing to list")
        };
        let error = OpError::new(Action::OpenDir, dir, rustix::io::Errno::ACCESS);
        bench.tell(Msg::Unlisted { ticket, error });
    });
}

#[test]
fn one_panel_where_two_do_not_fit() {
    let mut bench = Bench::new(50, 16);
    bench.press(KeyCode::End);
    insta::assert_snapshot!("narrow-50x16", bench.screen());
}

#[test]
fn ascii_is_ascii() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    let screen = bench.screen_as(Look { ascii: true, ..LOOK });
    assert!(screen.is_ascii(), "{screen}");
    insta::assert_snapshot!("ascii-80x24", screen);
}

#[test]
fn f5_copies_what_is_marked_and_asks_about_conflicts() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).press(KeyCode::Down).press(KeyCode::Down);
    bench.keys(" ").press(KeyCode::F(5));
    bench.press(KeyCode::Enter);
    let Effect::Add { spec, .. } = bench.effects.pop().unwrap() else { panic!("no job") };
    assert_eq!(spec.verb, Verb::Copy);
    assert_eq!(spec.sources.len(), 1);
    assert!(spec.sources[0].0.ends_with("a really long name, invoice\u{202e}fdp.exe"));
    assert_eq!(spec.options.on_conflict, ConflictPolicy::Ask);
    assert!(bench.model.panel().marks().is_empty());
}

#[test]
fn escape_starts_nothing() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Down).press(KeyCode::F(5)).press(KeyCode::Esc);
    assert!(bench.model.dialog.is_none());
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Add { .. })));
}

#[test]
fn a_new_question_does_not_take_a_key_meant_for_something_else() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.ctrl('n').effects.clear();
    bench.keys("y");
    assert_eq!(bench.effects, []);
    bench.wait(REST).keys("2y");
    let answer =
        Command::Answer { question: 1, answer: Answer::Overwrite, scope: Scope::Directory };
    assert_eq!(bench.effects, [Effect::Command(answer)]);
    // Until the engine confirms, the same question is not asked again.
    assert!(bench.model.dialog.is_none());
}

#[test]
fn later_means_later() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    bench.wait(REST).press(KeyCode::Esc);
    bench.play(
        "conflicts-answered",
        |event| matches!(event, Event::Progress { progress, .. } if progress.waiting == 2),
    );
    assert!(bench.model.dialog.is_none());
    bench.ctrl('n');
    assert!(matches!(bench.model.dialog, Some(Dialog::Question(_))));
}

#[test]
fn an_answer_elsewhere_closes_the_question() {
    let mut bench = Bench::new(80, 24);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAnswered { .. }));
    let Some(Dialog::Question(ask)) = &bench.model.dialog else { panic!("no question") };
    assert_eq!(ask.question, 2);
}

#[test]
fn cancelling_a_job_takes_two_keys_and_enter_is_harmless() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway).press(KeyCode::F(2));
    bench.effects.clear();
    bench.press(KeyCode::F(8)).press(KeyCode::Enter);
    assert_eq!(bench.effects, []);
    bench.press(KeyCode::F(8)).keys("c");
    assert_eq!(bench.effects, [Effect::Command(Command::Cancel { job: Some(1) })]);
    bench.keys(" ");
    assert_eq!(bench.effects[1..], [Effect::Command(Command::Pause { job: Some(1) })]);
}

#[test]
fn quitting_waits_for_the_jobs_it_cancels() {
    let mut bench = Bench::new(80, 24);
    bench.play("clean-copy", halfway);
    bench.effects.clear();
    bench.press(KeyCode::F(10)).press(KeyCode::Enter);
    assert!(!bench.model.leaving);
    bench.press(KeyCode::F(10)).keys("c");
    assert_eq!(bench.effects, [Effect::Command(Command::Cancel { job: Some(1) })]);
    assert!(!bench.model.done);
    bench.play("clean-copy", |_| false);
    assert!(bench.model.done);
}

#[test]
fn a_listing_that_comes_late_is_dropped() {
    let mut bench = Bench::new(80, 24);
    bench.press(KeyCode::Backspace);
    let Some(Effect::List { ticket, dir, .. }) = bench.last_list() else {
        panic!("nothing to list")
    };
    assert_eq!(dir, Path::new("/home/anna/Pictures/2026"));
    bench.listed(ticket - 1, &photos());
    assert_eq!(bench.model.panel().len(), 1);
    let folders = ["a", "Lofoten raw"].map(|name| entry(name, FileKind::Directory, 1, 1));
    bench.listed(ticket, &folders);
    assert_eq!(bench.model.panel().cursor, 2, "the cursor stands where we came from");
}

#[test]
fn nothing_wakes_an_idle_program() {
    let mut bench = Bench::new(80, 24);
    assert_eq!(bench.model.wakes_at(), None);
    bench.play("conflicts-answered", |event| matches!(event, Event::QuestionAsked { .. }));
    assert_eq!(bench.model.wakes_at(), Some(bench.model.now + REST), "the keys come alive");
    bench.play("clean-copy", |_| false);
    bench.model.dialog = None;
    assert_eq!(bench.model.wakes_at(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_keys_at_any_size_are_survived(
        columns in 0..130_u16,
        rows in 0..45_u16,
        keys in prop::collection::vec((0..22_usize, 0..9_usize), 0..60),
    ) {
        let mut bench = Bench::new(columns, rows);
        let logs = ["clean-copy", "conflicts-answered", "copy-with-failures", "paused-cancelled"];
        for (key, amount) in keys {
            let code = match key {
                0 => KeyCode::Enter, 1 => KeyCode::Esc, 2 => KeyCode::Tab, 3 => KeyCode::F(2),
                4 => KeyCode::F(5), 5 => KeyCode::F(8), 6 => KeyCode::Up, 7 => KeyCode::Down,
                8 => KeyCode::Home, 9 => KeyCode::End, 10 => KeyCode::PageDown,
                11 => KeyCode::PageUp, 12 => KeyCode::Backspace, 13 => KeyCode::Left,
                20 => {
                    let seen = std::cell::Cell::new(0);
                    bench.play(logs[amount % logs.len()], |_| {
                        seen.set(seen.get() + 1);
                        seen.get() > amount * 5
                    });
                    continue;
                }
                21 => { bench.wait(REST); continue; }
                n => KeyCode::Char(['?', 'q', ' ', '*', '.', 'n', 'c', 'y'][n % 8]),
            };
            bench.press(code);
            bench.screen();
        }
    }
}

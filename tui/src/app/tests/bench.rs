//! Runs the model of the program without a terminal.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_browse::{Listing, Meta, Space};
use fcp_engine::event::{Envelope, Event, FileKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::{LOOK, START};
use crate::app::look::Look;
use crate::app::model::{Effect, Model, Msg};
use crate::app::paint;
use crate::app::update::{reload, update};

/// Runs the program's model with keys and messages, and draws it into a buffer.
pub(super) struct Bench {
    pub(super) model: Model,
    pub(super) effects: Vec<Effect>,
}

impl Bench {
    pub(super) fn new(columns: u16, rows: u16) -> Self {
        let dirs = ["/home/anna/Pictures/2026/Lofoten raw", "/mnt/backup/Pictures/2026"];
        let mut model = Model::new(dirs[0].into(), dirs[1].into());
        model.home = Some("/home/anna".into());
        model.screen = (columns, rows);
        model.now = START;
        let mut bench = Self { model, effects: Vec::new() };
        bench.list(0, &photos());
        bench.list(1, &backup());
        bench.forget();
        bench
    }

    /// Forgets the effects so far.
    pub(super) fn forget(&mut self) -> &mut Self {
        self.effects.clear();
        self
    }

    pub(super) fn list(&mut self, side: usize, entries: &[Entry]) {
        let effects = reload(&mut self.model);
        let Effect::List { ticket, .. } = effects[side].clone() else { panic!("{effects:?}") };
        self.listed(ticket, entries);
    }

    /// Gives the last request for a listing.
    pub(super) fn last_list(&self) -> Option<Effect> {
        let lists = |effect: &&Effect| matches!(effect, Effect::List { .. });
        self.effects.iter().rev().find(lists).cloned()
    }

    /// Answers a request for a listing.
    pub(super) fn listed(&mut self, ticket: u64, entries: &[Entry]) {
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

    pub(super) fn tell(&mut self, msg: Msg) {
        let now = self.model.now;
        self.effects.extend(update(&mut self.model, now, msg));
    }

    pub(super) fn press(&mut self, code: KeyCode) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self
    }

    pub(super) fn shift(&mut self, code: KeyCode) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(code, KeyModifiers::SHIFT)));
        self
    }

    pub(super) fn alt(&mut self, c: char) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT)));
        self
    }

    pub(super) fn ctrl(&mut self, c: char) -> &mut Self {
        self.tell(Msg::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
        self
    }

    pub(super) fn keys(&mut self, keys: &str) -> &mut Self {
        keys.chars().for_each(|c| {
            self.press(KeyCode::Char(c));
        });
        self
    }

    pub(super) fn wait(&mut self, micros: u64) -> &mut Self {
        self.model.now += micros;
        self.tell(Msg::Tick);
        self
    }

    /// Plays a golden log until `until` says so; the event it names is the last one played.
    pub(super) fn play(&mut self, log: &str, until: impl Fn(&Event) -> bool) -> &mut Self {
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

    pub(super) fn screen_as(&self, look: Look) -> String {
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

    pub(super) fn screen(&self) -> String {
        self.screen_as(LOOK)
    }

    /// Expects a text on the screen.
    #[track_caller]
    pub(super) fn shows(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "{screen}");
    }
}

pub(super) type Entry = (String, Meta);

pub(super) fn entry(name: &str, kind: FileKind, size: u64, age_days: i64) -> Entry {
    let mtime = START as i64 - age_days * 86_400_000_000;
    (name.to_owned(), Meta { size, mtime, kind, ..Meta::default() })
}

pub(super) fn photos() -> Vec<Entry> {
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

pub(super) fn backup() -> Vec<Entry> {
    vec![
        entry("panoramas", FileKind::Directory, 4096, 9),
        entry("README.txt", FileKind::File, 913, 300),
    ]
}

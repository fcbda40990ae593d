//! Handles the page that shows the checksums of files.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fcp_browse::Summed;
use fcp_engine::sum::Algorithm;
use fcp_presentation::checksums::{self, Match, Stage};
use fcp_presentation::tr;

use crate::app::dialog::Dialog;
use crate::app::dialog::checksums::Checksums;
use crate::app::field::Field;
use crate::app::model::{Effect, Model, Tone};

/// Rows of the page beside the list.
const FRAME: u16 = 6;

/// Computes the checksums of the chosen items.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let paths = model.panel().chosen_paths();
    if paths.is_empty() {
        model.say(Tone::Plain, tr!("nothing-selected"));
        return Vec::new();
    }
    start(model, paths, (Algorithm::default(), Field::default()), 0)
}

fn start(
    model: &mut Model,
    paths: Vec<std::path::PathBuf>,
    (algorithm, wanted): (Algorithm, Field),
    instead: u64,
) -> Vec<Effect> {
    let ticket = model.ticket();
    let sums = checksums::Checksums::new(algorithm);
    let (progress, cursor) = ((0, 0), 0);
    let page = Checksums { ticket, paths: paths.clone(), sums, progress, cursor, wanted };
    model.dialog = Some(Dialog::Checksums(Box::new(page)));
    vec![Effect::Sum { ticket, instead, paths, algorithm }]
}

/// Takes in files.
pub(super) fn told(
    model: &mut Model,
    ticket: u64,
    rows: Vec<Summed>,
    progress: (u64, u64),
    is_done: bool,
) -> Vec<Effect> {
    match &mut model.dialog {
        Some(Dialog::Checksums(page)) if page.ticket == ticket => {
            if page.sums.stage == Stage::Running {
                for row in rows {
                    page.sums.push(row);
                }
                page.progress = progress;
                if is_done {
                    page.sums.stage = Stage::Done;
                }
            }
            Vec::new()
        }
        _ if is_done => Vec::new(),
        // The page was closed.
        _ => vec![Effect::Drop(ticket)],
    }
}

/// Gives a key to the page.
pub(super) fn key(model: &mut Model, mut page: Checksums, key: KeyEvent) -> Vec<Effect> {
    let rows = isize::try_from(model.screen.1.saturating_sub(FRAME)).unwrap_or(1);
    let mut effects = Vec::new();
    match key.code {
        KeyCode::Esc | KeyCode::F(10) => {
            let stops = page.sums.stage == Stage::Running;
            effects.push(Effect::Drop(page.ticket));
            if !stops {
                return effects;
            }
            page.sums.stage = Stage::Stopped;
        }
        KeyCode::Char('c') if key.modifiers == KeyModifiers::CONTROL => {
            return vec![Effect::Drop(page.ticket)];
        }
        KeyCode::Tab => {
            let algorithm = checksums::next(page.sums.algorithm);
            return start(model, page.paths, (algorithm, page.wanted), page.ticket);
        }
        KeyCode::Enter if page.sums.totals.files > 0 => {
            model.say(Tone::Good, tr!("copied-checksums"));
            effects.push(Effect::Clipboard(page.sums.text()));
        }
        KeyCode::Up => step(&mut page, -1),
        KeyCode::Down => step(&mut page, 1),
        KeyCode::PageUp => step(&mut page, -rows),
        KeyCode::PageDown => step(&mut page, rows),
        _ => {
            page.wanted.key(key);
            look(&mut page);
        }
    }
    model.dialog = Some(Dialog::Checksums(Box::new(page)));
    effects
}

/// Puts pasted text where one to compare with is typed.
pub(super) fn pasted(page: &mut Checksums, text: &str) {
    page.wanted.set("");
    page.wanted.paste(text.trim());
    look(page);
}

/// Goes to the file that has the checksum that was typed.
fn look(page: &mut Checksums) {
    if let Match::Row(row) = page.sums.compare(page.wanted.text()) {
        page.cursor = row;
    }
}

fn step(page: &mut Checksums, by: isize) {
    let last = page.sums.rows.len().saturating_sub(1);
    page.cursor = page.cursor.saturating_add_signed(by).min(last);
}

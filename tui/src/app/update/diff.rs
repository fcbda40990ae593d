//! Handles the page that shows how two files differ.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossterm::event::KeyCode;
use fcp_browse::panel::{Entry, Panel};
use fcp_engine::error::OpError;
use fcp_engine::event::{FileKind, Question, Subject};
use fcp_presentation::diff::Diff;
use fcp_presentation::{errors, tr};

use super::both;
use crate::app::dialog::Dialog;
use crate::app::dialog::diff::{FileDiff, Stage};
use crate::app::model::{Effect, Model, Tone};

/// Rows of the page beside the lines: head, rule, state, keys.
pub(crate) const FRAME: u16 = 4;

/// Columns that an arrow moves the lines by.
const SIDEWAYS: usize = 8;

/// Compares the two marked files, or the chosen file with one of the other panel.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    match pair(model) {
        Ok(paths) => {
            model.work.behind_diff = None;
            start(model, paths, false)
        }
        Err(why) => {
            model.say(Tone::Plain, why);
            Vec::new()
        }
    }
}

/// Compares two files that a dialog is about, which comes back afterwards.
pub(super) fn open_over(model: &mut Model, dialog: Dialog, paths: [PathBuf; 2]) -> Vec<Effect> {
    model.work.behind_diff = Some(Box::new(dialog));
    start(model, paths, false)
}

/// Compares the two files of a conflict; says why not where it is about something else.
pub(super) fn of_question(model: &mut Model, dialog: Dialog, question: &Question) -> Vec<Effect> {
    if let Subject::Conflict { src, dst, .. } = &question.subject
        && [src.kind, dst.kind] == [FileKind::File; 2]
        && let Some(sides) = question.subject.readable_sides()
    {
        return open_over(model, dialog, sides.map(Path::to_owned));
    }
    model.say(Tone::Plain, files_only());
    model.dialog = Some(dialog);
    Vec::new()
}

fn start(model: &mut Model, paths: [PathBuf; 2], ignores_space: bool) -> Vec<Effect> {
    let ticket = model.ticket();
    let stage = Stage::Running;
    let (row, top, left) = (0, 0, 0);
    let returns = model.work.behind_diff.is_some();
    let page =
        FileDiff { ticket, paths: paths.clone(), ignores_space, stage, row, top, left, returns };
    model.dialog = Some(Dialog::Diff(Box::new(page)));
    vec![Effect::Diff { ticket, paths, ignores_space }]
}

/// Gives the two files that are meant, that of the left panel on the left.
fn pair(model: &Model) -> Result<[PathBuf; 2], &'static str> {
    let (here, there) = (model.panel(), model.other());
    if here.archive.is_some() || there.archive.is_some() {
        return Err(tr!("diff-archive"));
    }
    let chosen = here.chosen();
    if let [one, other] = &chosen[..] {
        if is_file(one) && is_file(other) {
            return Ok([here.dir.join(one.name), here.dir.join(other.name)]);
        }
        return Err(files_only());
    }
    let [one] = &chosen[..] else { return Err(tr!("diff-mark-two")) };
    let partner = partner(there, one).ok_or(files_only())?;
    if !is_file(one) || !is_file(&partner) {
        return Err(files_only());
    }
    let mut paths = [here.dir.join(one.name), there.dir.join(partner.name)];
    if paths[0] == paths[1] {
        return Err(tr!("diff-same-file"));
    }
    if model.side == 1 {
        paths.reverse();
    }
    Ok(paths)
}

fn files_only() -> &'static str {
    tr!("diff-files-only")
}

/// Gives the file of the other panel: the one that is marked there, the one of the same name, or the one under the
/// cursor.
fn partner<'a>(there: &'a Panel, one: &Entry<'_>) -> Option<Entry<'a>> {
    let mut marked = there.marked();
    if let (Some(only), None) = (marked.next(), marked.next()) {
        return Some(only);
    }
    let same = there.listing().find(one.name).and_then(|index| there.entry(index));
    same.or_else(|| there.current())
}

/// Tells whether an entry is a file, or a symlink that leads to one.
fn is_file(entry: &Entry<'_>) -> bool {
    match entry.kind {
        FileKind::File | FileKind::Unknown => true,
        FileKind::Symlink => {
            let leads_to = entry.meta.and_then(|meta| meta.leads_to);
            matches!(leads_to, Some(FileKind::File | FileKind::Unknown) | None)
        }
        FileKind::Directory
        | FileKind::Fifo
        | FileKind::Socket
        | FileKind::CharDevice
        | FileKind::BlockDevice => false,
    }
}

/// Takes in how the files differ.
pub(super) fn told(model: &mut Model, ticket: u64, result: Result<Diff, OpError>) {
    let rows = visible(model);
    let Some(Dialog::Diff(page)) = &mut model.dialog else { return };
    if page.ticket != ticket {
        return;
    }
    page.stage = match result {
        Ok(diff) => Stage::Done(Arc::new(diff)),
        Err(error) => Stage::Failed(errors::told(&error)),
    };
    let first = page.lines().and_then(|lines| lines.differences().first());
    if let Some(first) = first.map(|range| range.start) {
        page.show(first, rows);
    }
}

/// Gives how many rows of the files are on the screen.
fn visible(model: &Model) -> usize {
    usize::from(model.screen.1.saturating_sub(FRAME)).max(1)
}

/// Gives a key to the page.
pub(super) fn key(model: &mut Model, mut page: FileDiff, code: KeyCode) -> Vec<Effect> {
    let rows = visible(model);
    let page_of_rows = rows.cast_signed() - 1;
    match code {
        KeyCode::Up | KeyCode::Char('k') => scroll(&mut page, rows, -1),
        KeyCode::Down | KeyCode::Char('j') => scroll(&mut page, rows, 1),
        KeyCode::PageUp => scroll(&mut page, rows, -page_of_rows),
        KeyCode::PageDown | KeyCode::Char(' ') => scroll(&mut page, rows, page_of_rows),
        KeyCode::Home | KeyCode::Char('g') => scroll(&mut page, rows, isize::MIN),
        KeyCode::End | KeyCode::Char('G') => scroll(&mut page, rows, isize::MAX),
        KeyCode::Left | KeyCode::Char('h') => page.left = page.left.saturating_sub(SIDEWAYS),
        KeyCode::Right | KeyCode::Char('l') => page.left += SIDEWAYS,
        KeyCode::Char('n') | KeyCode::Enter | KeyCode::Tab => jump(model, &mut page, false),
        KeyCode::Char('N' | 'p') | KeyCode::BackTab => jump(model, &mut page, true),
        KeyCode::Char('w') => {
            let effect = Effect::Drop(page.ticket);
            let mut effects = start(model, page.paths, !page.ignores_space);
            effects.insert(0, effect);
            return effects;
        }
        KeyCode::Char('r') => {
            let effect = Effect::Drop(page.ticket);
            let mut effects = start(model, page.paths, page.ignores_space);
            effects.insert(0, effect);
            return effects;
        }
        KeyCode::Char('v') => {
            let [first, next] = page.paths.clone();
            if matches!(page.stage, Stage::Running) {
                model.say(Tone::Plain, tr!("diff-running"));
            } else {
                return both::view_paths(model, Dialog::Diff(Box::new(page)), first, Some(next));
            }
        }
        KeyCode::Esc | KeyCode::Char('q') | KeyCode::F(3 | 10) => {
            let effect = Effect::Drop(page.ticket);
            if let Some(back) = model.work.behind_diff.take() {
                both::reopen(model, *back);
            }
            return vec![effect];
        }
        _ => {}
    }
    model.dialog = Some(Dialog::Diff(Box::new(page)));
    Vec::new()
}

fn scroll(page: &mut FileDiff, rows: usize, by: isize) {
    let all = page.lines().map_or(0, |lines| lines.rows().len());
    page.top = page.top.saturating_add_signed(by).min(all.saturating_sub(rows));
    // The next difference is looked for from what is on the screen.
    let last = (page.top + rows).min(all).saturating_sub(1);
    page.row = match by {
        isize::MIN => 0,
        isize::MAX => all.saturating_sub(1),
        _ => page.row.clamp(page.top, last.max(page.top)),
    };
}

/// Goes to the next difference, or to the one before.
fn jump(model: &mut Model, page: &mut FileDiff, backwards: bool) {
    let rows = visible(model);
    let found = page.lines().map(|lines| {
        // Before the row in which the user stands there may be the beginning of its own difference.
        let next = lines.next(page.row, backwards);
        next.and_then(|n| lines.differences().get(n)).map(|range| range.start)
    });
    match found {
        Some(Some(first)) => page.show(first, rows),
        Some(None) if backwards => model.say(Tone::Plain, tr!("diff-first")),
        Some(None) => model.say(Tone::Plain, tr!("diff-last")),
        None => {}
    }
}

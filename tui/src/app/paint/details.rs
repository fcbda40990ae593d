//! Draws the column beside the panels of a wide screen: details of an entry, and finished jobs.

use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;

use super::canvas::Canvas;
use super::finished;
use super::panels::owner;
use super::status::kind;
use crate::app::area::Area;
use crate::app::look::{BAD, LINK, MARK, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::page::counted;
use crate::app::when::exactly;
use crate::format;
use fcp_browse::panel::{Entry, Panel};
use fcp_presentation::properties::mode_text;
use fcp_presentation::tr;

/// Columns of a label.
const LABEL: u16 = 13;

/// Entries up to which a folder is summed for each frame.
const SUMMED: usize = 50_000;

/// A label, its value and how the value looks.
type Fact = (&'static str, String, Paint);

/// Draws the column.
pub(super) fn details(model: &Model, canvas: &mut Canvas<'_>, area: Area) {
    let Area { x, y, w, h } = area;
    canvas.put(x + 3, y, tr!("details-title"), MUTED);
    canvas.rule(x, y + 1, w, false);
    let panel = model.panel();
    let (name, facts) = match panel.current() {
        Some(entry) => (DisplayName::new(entry.name).to_string(), of_entry(model, panel, &entry)),
        None => (model.path(&panel.dir), of_folder(panel)),
    };
    canvas.name(x + 3, y + 2, w - 4, &name, STRONG);
    let mut line = y + 4;
    for (label, value, paint) in facts {
        canvas.put(x + 3, line, label, MUTED);
        canvas.name(x + 3 + LABEL, line, w.saturating_sub(LABEL + 4), &value, paint);
        line += 1;
    }
    line += 1;
    let rest = (y + h).saturating_sub(line);
    if rest > 2 {
        finished::column(model, canvas, (x, line), (w, rest));
    }
}

fn of_entry(model: &Model, panel: &Panel, entry: &Entry<'_>) -> Vec<Fact> {
    let mut facts = vec![(tr!("label-type"), kind(entry.kind).to_owned(), TEXT)];
    if let Some(size) = panel.size(entry) {
        let bytes = format!("{}   {}", format::size(size), counted::bytes(size));
        facts.push((tr!("label-size"), bytes, TEXT));
    }
    let Some(meta) = entry.meta else { return facts };
    facts.push((tr!("label-changed"), exactly(meta.mtime, &model.zone), TEXT));
    let bits = format!("{}   {:04o}", mode_text(meta.mode), meta.mode & 0o7777);
    facts.push((tr!("details-permissions"), bits, TEXT));
    facts.push((tr!("label-owner"), owner(model, meta.uid, meta.gid), TEXT));
    if meta.links > 1 && entry.kind != FileKind::Directory {
        facts.push((tr!("details-hard-links"), format::count(meta.links.into()), TEXT));
    }
    if let Some(target) = &meta.target {
        let paint = if meta.leads_to.is_none() { BAD } else { LINK };
        facts.push((tr!("details-points-to"), DisplayName::new(&**target).to_string(), paint));
    }
    facts
}

/// Sums up the folder while the cursor is on `..`.
fn of_folder(panel: &Panel) -> Vec<Fact> {
    let (shown, _) = panel.counts();
    let mut facts = Vec::new();
    if shown <= SUMMED {
        let (mut folders, mut files, mut bytes, mut is_whole) = (0, 0, 0_u64, true);
        let mut is_known = true;
        for entry in panel.shown() {
            *(if entry.is_directory() { &mut folders } else { &mut files }) += 1;
            let size = panel.size(&entry);
            is_whole &= size.is_some() || !entry.is_directory();
            is_known &= size.is_some() || entry.is_directory();
            bytes = bytes.saturating_add(size.unwrap_or(0));
        }
        let size = format::size(bytes);
        let size = if is_whole { size } else { tr!("details-in-files", size = size) };
        facts.push((tr!("details-folders"), format::count(folders), TEXT));
        facts.push((tr!("details-files"), format::count(files), TEXT));
        if is_known {
            facts.push((tr!("label-size"), size, TEXT));
        }
    } else {
        facts.push((tr!("details-items"), format::count(shown as u64), TEXT));
    }
    let marked = panel.marks().len() as u64;
    if marked > 0 {
        let size = format::size(panel.marked_size());
        facts.push((tr!("details-marked"), format!("{}, {size}", format::items(marked)), MARK));
    }
    if let Some(space) = panel.space {
        let free =
            tr!("some-of-all", some = format::size(space.free), all = format::size(space.total));
        facts.push((tr!("details-free"), free, TEXT));
    }
    facts
}

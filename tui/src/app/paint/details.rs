//! What stands beside the panels on a wide screen: the entry under the cursor, finished jobs.

use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;

use super::canvas::Canvas;
use super::finished;
use super::panels::owner;
use super::status::{kind, mode};
use crate::app::layout::Area;
use crate::app::look::{BAD, LINK, MUTED, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::when::exactly;
use crate::format;

/// Columns of a label.
const LABEL: u16 = 11;

/// Draws the column.
pub(super) fn details(model: &Model, canvas: &mut Canvas<'_>, area: Area) {
    let Area { x, y, w, h } = area;
    canvas.put(x + 3, y, "Details", MUTED);
    canvas.rule(x, y + 1, w, false);
    let mut line = y + 2;
    let panel = model.panel();
    if let Some(entry) = panel.current() {
        let name = DisplayName::new(entry.name).to_string();
        canvas.name(x + 3, line, w - 4, &name, STRONG);
        line += 2;
        let mut fact = |label: &str, value: &str, paint| {
            canvas.put(x + 3, line, label, MUTED);
            canvas.name(x + 3 + LABEL, line, w.saturating_sub(LABEL + 4), value, paint);
            line += 1;
        };
        fact("Type", kind(entry.kind), TEXT);
        if let Some(size) = panel.size(&entry) {
            let bytes = format!("{}   {} bytes", format::size(size), format::count(size));
            fact("Size", &bytes, TEXT);
        }
        if let Some(meta) = entry.meta {
            fact("Changed", &exactly(meta.mtime, &model.zone), TEXT);
            fact("Mode", &format!("{}   {:04o}", mode(meta.mode), meta.mode & 0o7777), TEXT);
            fact("Owner", &owner(model, meta.uid, meta.gid), TEXT);
            if meta.links > 1 && entry.kind != FileKind::Directory {
                fact("Names", &format::count(meta.links.into()), TEXT);
            }
            if let Some(target) = &meta.target {
                let broken = meta.leads_to.is_none();
                let paint = if broken { BAD } else { LINK };
                fact("Leads to", &DisplayName::new(&**target).to_string(), paint);
            }
        }
        line += 1;
    }
    let rest = (y + h).saturating_sub(line);
    if rest > 2 {
        finished::column(model, canvas, (x, line), (w, rest));
    }
}

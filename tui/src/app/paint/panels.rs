//! The two panels.

use fcp_engine::browse::old::Entry;
use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;

use super::canvas::Canvas;
use crate::app::look::{ACCENT, BAD, FAINT, Ground, LINK, MARK, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::panel::{Panel, Row};
use crate::app::when::{when, when_short};
use crate::{format, text};

/// Where a panel is, and where its columns are.
#[derive(Clone, Copy)]
struct Area {
    x: u16,
    w: u16,
    h: u16,
    size_x: u16,
    size_w: u16,
    time_x: u16,
    time_w: u16,
}

impl Area {
    fn new(x: u16, w: u16, h: u16) -> Self {
        let (size_w, time_w) = if w >= 56 { (7, 13) } else { (6, 6) };
        let time_x = (x + w).saturating_sub(time_w + 1);
        Self { x, w, h, size_x: time_x.saturating_sub(size_w + 2), size_w, time_x, time_w }
    }

    fn is_wide(self) -> bool {
        self.time_w > 6
    }
}

/// Draws one or two panels of `h` rows and gives the place of the cursor.
pub(super) fn panels(
    model: &Model,
    canvas: &mut Canvas<'_>,
    split: Option<u16>,
    h: u16,
) -> Option<(u16, u16)> {
    let w = canvas.width();
    let areas = match split {
        None => [(model.side, Area::new(0, w, h)); 2],
        Some(x) => [(0, Area::new(0, x, h)), (1, Area::new(x + 1, w - x - 1, h))],
    };
    let mut cursor = None;
    for (side, area) in areas {
        let live = side == model.side && !model.in_jobs;
        head(model, canvas, &model.panels[side], area, live);
        let place = rows(model, canvas, &model.panels[side], area, live);
        if live {
            cursor = place;
        }
    }
    if let Some(x) = split {
        for y in 0..h {
            canvas.put(x, y, "│", FAINT);
        }
    }
    for (side, area) in areas {
        let x = split.filter(|_| side == 0).unwrap_or(area.x + area.w - 1);
        thumb(canvas, &model.panels[side], area, x);
    }
    cursor
}

fn head(model: &Model, canvas: &mut Canvas<'_>, panel: &Panel, area: Area, live: bool) {
    let end = area.x + area.w - 1;
    let free = panel.free.map(|free| format!("{} free", format::size(free))).unwrap_or_default();
    canvas.right(end, 0, &[(&free, MUTED)]);
    let room = usize::from(area.w).saturating_sub(text::width(&free) + 6);
    let path = text::cut_path(&model.path(&panel.dir), room);
    canvas.name(area.x + 3, 0, area.w, &path, if live { STRONG } else { MUTED });
    canvas.rule(area.x, 1, area.w, live);
    canvas.put(area.x + 2, 1, " Name ↑ ", MUTED);
    canvas.right(area.size_x + area.size_w + 1, 1, &[(" Size ", MUTED)]);
    let time = if area.is_wide() { " Changed " } else { " Time " };
    canvas.put(area.time_x - 1, 1, time, MUTED);
}

fn rows(
    model: &Model,
    canvas: &mut Canvas<'_>,
    panel: &Panel,
    area: Area,
    live: bool,
) -> Option<(u16, u16)> {
    if let Some(error) = &panel.error {
        let line = format!("Cannot {} this folder", error.action.verb());
        canvas.put_in(area.x + 3, 4, area.w - 4, &line, BAD);
        canvas.put_in(area.x + 3, 5, area.w - 4, &error.reason(), MUTED);
    }
    let mut cursor = None;
    for line in 0..area.h.saturating_sub(2) {
        let index = panel.top + usize::from(line);
        let Some(row) = panel.row(index) else { break };
        let y = line + 2;
        let here = index == panel.cursor;
        let ground = match (here, live) {
            (false, _) => None,
            (true, true) => Some(Ground::Cursor),
            (true, false) => Some(Ground::Idle),
        };
        if let Some(ground) = ground {
            canvas.fill(area.x, y, area.w, TEXT.on(ground));
        }
        if here && live {
            canvas.put(area.x, y, "▌", ACCENT.on(Ground::Cursor));
            cursor = Some((area.x + 2, y));
        }
        let on = |paint: Paint| paint.or_on(ground);
        match row {
            Row::Parent => {
                canvas.put(area.x + 3, y, "..", on(ACCENT));
            }
            Row::Entry(entry) => {
                let marked = panel.marked.contains(&entry.name);
                self::entry(model, canvas, entry, (area, y), (here && live, marked), on);
            }
        }
    }
    cursor
}

fn entry(
    model: &Model,
    canvas: &mut Canvas<'_>,
    entry: &Entry,
    (area, y): (Area, u16),
    (active, marked): (bool, bool),
    on: impl Fn(Paint) -> Paint,
) {
    let paint = match (marked, active, entry.kind) {
        (true, active, _) => {
            if active {
                MARK.bold()
            } else {
                MARK
            }
        }
        (false, true, _) => STRONG,
        (false, false, FileKind::Directory) => ACCENT,
        (false, false, FileKind::Symlink) => LINK,
        (false, false, _) => TEXT,
    };
    if marked {
        canvas.put(area.x + 1, y, "•", on(MARK.bold()));
    }
    let meta = entry.meta.as_ref();
    let executable = entry.kind == FileKind::File && meta.is_some_and(|m| m.mode & 0o111 != 0);
    let suffix = match entry.kind {
        FileKind::Directory => "/",
        FileKind::File if executable => "*",
        _ => "",
    };
    let room = area.size_x.saturating_sub(area.x + 4);
    let name = DisplayName::new(&entry.name).to_string();
    let x = canvas.name(area.x + 3, y, room - suffix.len() as u16, &name, on(paint));
    canvas.put(x, y, suffix, on(MUTED));
    let end = area.x + 3 + room;
    if let Some(target) = meta.and_then(|meta| meta.target.as_ref())
        && x + 6 < end
    {
        let x = canvas.put(x, y, " → ", on(MUTED));
        canvas.name(x, y, end - x, &DisplayName::new(target).to_string(), on(MUTED));
    }
    let quiet = on(if active { TEXT } else { MUTED });
    let Some(meta) = meta else { return };
    if !entry.is_directory() && entry.kind != FileKind::Symlink {
        let size = format::size_short(meta.size);
        canvas.right(area.size_x + area.size_w, y, &[(&size, quiet)]);
    }
    let show = if area.is_wide() { when } else { when_short };
    canvas.put(area.time_x, y, &show(meta.mtime, model.now as i64, &model.zone), quiet);
}

/// Shows which part of the list is on the screen, if it is only a part.
fn thumb(canvas: &mut Canvas<'_>, panel: &Panel, area: Area, x: u16) {
    let (rows, all) = (usize::from(area.h.saturating_sub(2)), panel.len());
    if all <= rows || rows == 0 {
        return;
    }
    let span = (rows * rows / all).max(1);
    let top = (rows - span) * panel.top / (all - rows);
    for line in top..top + span {
        canvas.put(x, line as u16 + 2, "┃", MUTED);
    }
}

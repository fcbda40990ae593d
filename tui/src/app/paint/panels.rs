//! Draws the two panels with their tabs and columns.

use std::collections::BTreeMap;
use std::path::Path;

use fcp_browse::SortKey;
use fcp_engine::error::{Action, Code};
use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;

use super::canvas::Canvas;
use super::columns::{Cell, Columns, is_right};
use super::hit;
use crate::app::area::Area;
use crate::app::layout::Layout;
use crate::app::look::{ACCENT, BAD, FAINT, Ground, LINK, MARK, MUTED, Paint, STRONG, TEXT};
use crate::app::model::{Model, Side, Typing};
use crate::app::mouse::Hit;
use crate::app::searches::sought;
use crate::app::when::{when, when_short};
use crate::app::widths::LONG_TIME;
use crate::{format, text};
use fcp_browse::panel::{Entry, Panel, Row, Subject};
use fcp_presentation::columns::Column;
use fcp_presentation::errors::reason;
use fcp_presentation::properties::mode_text;
use fcp_presentation::tr;

/// Columns of the path that free space and the like leave to it.
const PATH: usize = 8;

/// Draws the panels and gives the place of the cursor.
pub(super) fn panels(
    model: &Model,
    canvas: &mut Canvas<'_>,
    layout: &Layout,
) -> Option<(u16, u16)> {
    let mut cursor = None;
    for (side, area) in layout.panels.iter().enumerate() {
        let Some(area) = *area else { continue };
        let live = side == model.side && !model.in_jobs;
        let panel = model.sides[side].panel();
        let columns = Columns::new(area, layout.tabs, panel, (&model.columns, &model.widths));
        canvas.zone(area, Hit::Panel { side });
        if layout.tabs {
            tabs(canvas, &model.sides[side], side, area, live);
        }
        head(model, canvas, side, &columns, live);
        let place = rows(model, canvas, side, &columns, live);
        if live {
            cursor = place;
        }
        let right = area.x + area.w;
        let x = if right < canvas.width() { right } else { right - 1 };
        if right < canvas.width() {
            for y in area.y..area.y + area.h {
                canvas.put(x, y, "│", FAINT);
            }
        }
        thumb(canvas, panel, &columns, x);
    }
    cursor
}

fn tabs(canvas: &mut Canvas<'_>, side: &Side, number: usize, area: Area, live: bool) {
    let end = area.x + area.w;
    let mut x = area.x + 3;
    for (tab, panel) in side.tabs.iter().enumerate() {
        let name = panel.dir.file_name().unwrap_or(panel.dir.as_os_str());
        let name = text::cut_name(&DisplayName::new(name).to_string(), 20);
        let wide = 2 + text::width(&name) as u16;
        if x + wide + 2 > end {
            canvas.put(x, area.y, "…", MUTED);
            return;
        }
        let here = tab == side.tab;
        let (digit, word) = match (here, live) {
            (true, true) => (ACCENT.bold(), TEXT),
            (true, false) => (MUTED, TEXT),
            (false, _) => (MUTED, MUTED),
        };
        canvas.zone(Area { x, y: area.y, w: wide, h: 1 }, Hit::Tab { side: number, tab });
        let after = canvas.put(x, area.y, &(tab + 1).to_string(), digit) + 1;
        x = canvas.name(after, area.y, end - after, &name, word) + 3;
    }
}

fn head(model: &Model, canvas: &mut Canvas<'_>, side: usize, at: &Columns, live: bool) {
    let (panel, area) = (model.sides[side].panel(), at.area);
    let (path_y, rule_y) = (at.list - 2, at.list - 1);
    let end = area.x + area.w - 1;
    let mut facts = Vec::new();
    let tabs = &model.sides[side].tabs;
    if tabs.len() > 1 && at.list - area.y == 2 {
        facts.push(format!("{}/{}", model.sides[side].tab + 1, tabs.len()));
    }
    if panel.polled && panel.error.is_none() && panel.archive.is_none() {
        let words = if area.w >= 56 { tr!("panel-not-live") } else { tr!("panel-not-live-short") };
        facts.push(words.to_owned());
    }
    facts.extend(panel.space.map(|space| tr!("panel-free", size = format::size(space.free))));
    let room =
        |facts: &[String]| usize::from(area.w).saturating_sub(text::width(&facts.join("  ")) + 6);
    // What folder it is matters more than the rest.
    while room(&facts) < PATH && facts.pop().is_some() {}
    canvas.right(end, path_y, &[(&facts.join("  "), MUTED)]);
    let room = room(&facts);
    let title = match &panel.subject {
        Subject::Directory => text::cut_path(&model.path(&panel.dir), room),
        Subject::Found { what, .. } => {
            let what = text::cut_end(&sought(what, model), room * 2 / 3);
            let around = text::width(&tr!("panel-found-in", what = what.as_str(), folder = ""));
            let folder = text::cut_path(&model.path(&panel.dir), room.saturating_sub(around));
            tr!("panel-found-in", what = what, folder = folder)
        }
    };
    canvas.zone(Area { x: area.x, y: path_y, w: area.w, h: 1 }, Hit::Path { side });
    canvas.name(area.x + 3, path_y, area.w, &title, if live { STRONG } else { MUTED });
    canvas.rule(area.x, rule_y, area.w, live);
    heading(model, canvas, side, at, rule_y);
    line(model, canvas, side, at, rule_y, live);
}

/// The names of the columns; the one that sorts has an arrow.
fn heading(model: &Model, canvas: &mut Canvas<'_>, side: usize, at: &Columns, y: u16) {
    let panel = model.sides[side].panel();
    let order = panel.shows.order;
    let arrow = |key: SortKey| match (order.key == key, order.descending) {
        (false, _) => "",
        (true, false) => " ↑",
        (true, true) => " ↓",
    };
    let has = |column: Column| at.cells().any(|cell| cell.column == column);
    let name = match order.key {
        // Without a column of its own, the order is told here.
        SortKey::Extension if !has(Column::Extension) => {
            format!(" {}{} ", tr!("column-name-by-extension"), arrow(SortKey::Extension))
        }
        _ => format!(" {}{} ", tr!("column-name"), arrow(SortKey::Name)),
    };
    // The line that is typed stands in its place, and may be shorter.
    let is_typing = model.typing.is_some() && side == model.side;
    let name = if is_typing || !panel.filter.is_empty() { String::new() } else { name };
    let end = canvas.put(at.area.x + 2, y, &name, MUTED);
    let zone = |x: u16, end: u16| Area { x, y, w: end.saturating_sub(x), h: 1 };
    canvas.zone(zone(at.area.x + 2, end), Hit::Column { side, key: SortKey::Name });
    if let Some(names) = at.names {
        let word = format!(" {} ", tr!("column-line"));
        canvas.put((at.area.x + 3 + names + 1).max(end), y, &word, MUTED);
    }
    for Cell { column, x, w } in at.cells() {
        let (word, key) = title(column, w >= LONG_TIME);
        let word = format!(" {word}{} ", key.map_or("", arrow));
        let (start, end) = if is_right(column) {
            (canvas.right(x + w + 1, y, &[(&word, MUTED)]), x + w + 1)
        } else {
            (x - 1, canvas.put_in(x - 1, y, w + 2, &word, MUTED))
        };
        if let Some(key) = key {
            canvas.zone(zone(start, end), Hit::Column { side, key });
        }
    }
}

/// Gives the heading of a column, and what a click on it sorts by.
fn title(column: Column, is_long: bool) -> (&'static str, Option<SortKey>) {
    let texts = column.texts();
    match column {
        Column::Size => (texts.head, Some(SortKey::Size)),
        Column::Time => (if is_long { texts.name } else { texts.head }, Some(SortKey::Time)),
        Column::Extension => (texts.head, Some(SortKey::Extension)),
        Column::Permissions | Column::Owner | Column::Group | Column::Links => (texts.head, None),
    }
}

/// What is typed into the rule: a search or a filter.
fn line(model: &Model, canvas: &mut Canvas<'_>, side: usize, at: &Columns, y: u16, live: bool) {
    let panel = model.sides[side].panel();
    let typing = model.typing.as_ref().filter(|_| side == model.side);
    let (word, typed, open, missed) = match typing {
        Some(Typing::Search { text, missed, .. }) => {
            (tr!("panel-search"), text.as_str(), true, *missed)
        }
        Some(Typing::Filter { .. }) => (tr!("panel-filter"), panel.filter.as_str(), true, false),
        None if !panel.filter.is_empty() => {
            (tr!("panel-filter"), panel.filter.as_str(), false, false)
        }
        None => return,
    };
    let typed = DisplayName::new(typed).to_string();
    let x = canvas.put(at.area.x + 2, y, &format!(" {word} "), MUTED);
    // It may cover the headings: what is typed last has to be seen.
    let end = at.area.x + at.area.w;
    let room = usize::from(end.saturating_sub(x + 3 + u16::from(missed)));
    let cut = format!("…{}", text::tail(&typed, room.saturating_sub(1)));
    let typed = if text::width(&typed) > room { cut } else { typed };
    let ground = |paint: Paint| if open { paint.on(Ground::Field) } else { paint };
    let paint = if missed { BAD } else { STRONG };
    let x = canvas.put(x, y, " ", ground(paint));
    let x = canvas.put(x, y, &typed, ground(paint));
    canvas.put(x, y, " ", if open { STRONG.on(Ground::Cursor) } else { TEXT });
    // The colour alone would tell nothing where there is none.
    let x = canvas.put(x + 1, y, if missed { "✗ " } else { " " }, BAD);
    if x > at.area.x + 3 + at.name_w() {
        // No rest of a heading is left behind it.
        canvas.rule(x, y, end.saturating_sub(x + 1), live);
    }
}

fn rows(
    model: &Model,
    canvas: &mut Canvas<'_>,
    side: usize,
    at: &Columns,
    live: bool,
) -> Option<(u16, u16)> {
    let (panel, area) = (model.sides[side].panel(), at.area);
    empty(canvas, panel, at);
    let over = model.drag.as_ref().and_then(|drag| drag.over).filter(|&(over, _)| over == side);
    let mut cursor = None;
    for line in 0..at.rows() {
        let index = panel.top + usize::from(line);
        let Some(row) = panel.row(index) else { break };
        let y = at.list + line;
        canvas.zone(Area { x: area.x, y, w: area.w, h: 1 }, Hit::Row { side, row: index });
        let here = index == panel.cursor;
        let ground = match (here, live) {
            (false, _) if over.is_some_and(|(_, row)| row == Some(index)) => Some(Ground::Field),
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
                let marked = panel.marks().has(entry.index);
                self::entry(model, canvas, (panel, entry), (at, y), (here && live, marked), on);
            }
        }
    }
    cursor
}

/// Says why there is nothing to see.
fn empty(canvas: &mut Canvas<'_>, panel: &Panel, at: &Columns) {
    let (x, y, room) = (at.area.x + 3, at.list + 2, at.area.w - 4);
    let (shown, all) = panel.counts();
    let words = match (&panel.error, &panel.subject) {
        (Some(error), _) => {
            let is_archive = matches!(error.code, Code::NotAnArchive | Code::Damaged);
            let line = match error.action {
                _ if is_archive => tr!("panel-cannot-open-archive").to_owned(),
                Action::Open | Action::OpenDir => tr!("panel-cannot-open").to_owned(),
                Action::ListDir => tr!("panel-cannot-list").to_owned(),
                other => tr!("panel-cannot", step = other.verb()),
            };
            canvas.put_in(x, y, room, &line, BAD);
            for (below, line) in (1..).zip(text::wrapped(&reason(error), usize::from(room))) {
                if y + below < at.area.y + at.area.h {
                    canvas.put_in(x, y + below, room, &line, MUTED);
                }
            }
            return;
        }
        (None, _) if shown > 0 => return,
        (None, Subject::Found { over: false, .. }) => tr!("panel-looking"),
        (None, Subject::Found { over: true, .. }) => tr!("panel-nothing-found"),
        (None, Subject::Directory) if !panel.load.listed => return,
        (None, Subject::Directory) if all > 0 && !panel.filter.is_empty() => {
            tr!("panel-nothing-matches")
        }
        (None, Subject::Directory) if all > 0 => tr!("panel-only-hidden"),
        (None, Subject::Directory) => tr!("panel-empty"),
    };
    canvas.put_in(x, y, room, words, MUTED);
}

fn entry(
    model: &Model,
    canvas: &mut Canvas<'_>,
    (panel, entry): (&Panel, Entry<'_>),
    (at, y): (&Columns, u16),
    (active, marked): (bool, bool),
    on: impl Fn(Paint) -> Paint,
) {
    let area = at.area;
    let meta = entry.meta;
    let broken = entry.kind == FileKind::Symlink && meta.is_some_and(|m| m.leads_to.is_none());
    let paint = match (marked, active, entry.kind) {
        (true, true, _) => MARK.bold(),
        (true, false, _) => MARK,
        (false, true, _) => STRONG,
        (false, false, _) if broken => BAD,
        (false, false, FileKind::Directory) => ACCENT,
        (false, false, FileKind::Symlink) => LINK,
        (false, false, _) => TEXT,
    };
    if marked {
        canvas.put(area.x + 1, y, "•", on(MARK.bold()));
    }
    let executable = entry.kind == FileKind::File && meta.is_some_and(|m| m.mode & 0o111 != 0);
    let suffix = match entry.kind {
        FileKind::Directory => "/",
        FileKind::File if executable => "*",
        _ => "",
    };
    let end = area.x + 3 + at.name_w();
    let mut x = area.x + 3;
    if canvas.has_icons() {
        let tint = if entry.kind == FileKind::Directory { ACCENT } else { MUTED };
        x = canvas.put(x, y, icon(entry.kind, executable), on(tint)) + 1;
    }
    let name = DisplayName::new(entry.name).to_string();
    if let Some((names, line)) = at.names.zip(panel.line(&entry)) {
        hit::hit(canvas, (&name, line), (x, y), (names, end), paint, &on);
        facts(model, canvas, (panel, entry), (at, y), on(if active { TEXT } else { MUTED }));
        return;
    }
    let x = canvas.name(x, y, end - x - suffix.len() as u16, &name, on(paint));
    canvas.put(x, y, suffix, on(MUTED));
    if let Some(target) = meta.and_then(|meta| meta.target.as_ref())
        && x + 6 < end
    {
        let x = canvas.put(x, y, " → ", on(MUTED));
        canvas.name(x, y, end - x, &DisplayName::new(&**target).to_string(), on(MUTED));
    }
    facts(model, canvas, (panel, entry), (at, y), on(if active { TEXT } else { MUTED }));
}

/// Draws what the columns beside the name show.
fn facts(
    model: &Model,
    canvas: &mut Canvas<'_>,
    (panel, entry): (&Panel, Entry<'_>),
    (at, y): (&Columns, u16),
    quiet: Paint,
) {
    for Cell { column, x, w } in at.cells() {
        let Some(text) = fact(model, (panel, &entry), column, w >= LONG_TIME) else { continue };
        if is_right(column) {
            canvas.right(x + w, y, &[(&text, quiet)]);
        } else {
            canvas.name(x, y, w, &text, quiet);
        }
    }
}

/// Gives what a column shows of an entry, as far as that is known.
fn fact(
    model: &Model,
    (panel, entry): (&Panel, &Entry<'_>),
    column: Column,
    is_long: bool,
) -> Option<String> {
    let now = model.now.cast_signed();
    let show = if is_long { when } else { when_short };
    Some(match column {
        Column::Size => {
            let size = panel.size(entry).filter(|_| entry.kind != FileKind::Symlink);
            format::size_short(size?)
        }
        Column::Time => show(entry.meta?.mtime, now, &model.zone),
        Column::Permissions => mode_text(entry.meta?.mode),
        Column::Owner => called(&model.owners.users, entry.meta?.uid),
        Column::Group => called(&model.owners.groups, entry.meta?.gid),
        Column::Extension => {
            let is_file = entry.kind != FileKind::Directory;
            let extension = Path::new(entry.name).extension().filter(|_| is_file);
            DisplayName::new(extension?).to_string()
        }
        Column::Links => entry.meta?.links.to_string(),
    })
}

/// Gives the icon of a type, as the fonts patched by Nerd Fonts have it.
fn icon(kind: FileKind, executable: bool) -> &'static str {
    match kind {
        FileKind::Directory => "\u{f07b}",
        FileKind::Symlink => "\u{f0c1}",
        FileKind::File if executable => "\u{f489}",
        _ => "\u{f15b}",
    }
}

/// Names the owner and the group; shows their numbers until the names have been looked up.
pub(super) fn owner(model: &Model, uid: u32, gid: u32) -> String {
    format!("{} {}", called(&model.owners.users, uid), called(&model.owners.groups, gid))
}

fn called(names: &BTreeMap<u32, String>, id: u32) -> String {
    names.get(&id).map_or_else(|| id.to_string(), |name| DisplayName::new(name).to_string())
}

/// Shows which part of the list is on the screen, if it is only a part.
fn thumb(canvas: &mut Canvas<'_>, panel: &Panel, at: &Columns, x: u16) {
    let (rows, all) = (usize::from(at.rows()), panel.len());
    if all <= rows || rows == 0 {
        return;
    }
    let span = (rows * rows / all).max(1);
    let top = (rows - span) * panel.top / (all - rows);
    for line in top..top + span {
        canvas.put(x, line as u16 + at.list, "┃", MUTED);
    }
}

//! Draws the viewer, as a page and beside a panel.

use super::canvas::Canvas;
use super::field;
use crate::app::area::Area;
use crate::app::look::{
    ACCENT, BAD, FAINT, GOOD, Ground, INK, LINK, MARK, MUTED, Paint, STRONG, TEXT, WAIT,
};
use crate::app::model::{Model, Tone};
use crate::app::mouse::Hit;
use crate::app::page::counted;
use crate::app::viewer::prompt::{Asks, Find, Prompt};
use crate::app::viewer::{Content, Picture, Viewer, rows};
use crate::{format, text};
use fcp_presentation::tr;
use fcp_viewer::{Line, Span, Tint, hex};

/// Rows around the content of a page: head, rule, search, keys.
pub(crate) const MARGIN: u16 = 4;

/// Rows above the content beside a panel.
pub(crate) const HEAD: u16 = 2;

/// Draws a page of its own.
pub(super) fn page(viewer: &Viewer, model: &Model, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    head(viewer, model, canvas, Area { x: 2, y: 0, w: w.saturating_sub(4), h: 1 });
    canvas.rule(0, 1, w, true);
    let place = format!(" {} ", position(viewer));
    canvas.right(w.saturating_sub(2), 1, &[(&place, MUTED)]);
    let area = Area { x: 0, y: HEAD, w, h: h.checked_sub(MARGIN)? };
    canvas.zone(area, Hit::Viewer);
    body(viewer, canvas, area);
    let cursor = status(viewer, model, canvas, h - 2);
    super::keys::panels(model, canvas, h - 1);
    cursor.or(Some((0, HEAD)))
}

/// Draws what is under the cursor of the panel beside.
pub(super) fn beside(viewer: &Viewer, model: &Model, canvas: &mut Canvas<'_>, area: Area) {
    let Area { x, y, w, h } = area;
    canvas.zone(area, Hit::Viewer);
    head(viewer, model, canvas, Area { x: x + 3, y, w: w.saturating_sub(4), h: 1 });
    for column in x..x + w {
        canvas.put(column, y + 1, "─", FAINT);
    }
    if !viewer.is_whole() {
        canvas.right(
            (x + w).saturating_sub(1),
            y + 1,
            &[(&format!(" {} ", position(viewer)), MUTED)],
        );
    }
    body(viewer, canvas, Area { x, y: y + HEAD, w, h: h.saturating_sub(HEAD) });
}

/// Writes what the document is: its path, and facts as far as there is room.
fn head(viewer: &Viewer, model: &Model, canvas: &mut Canvas<'_>, area: Area) {
    let shown = model.path(&viewer.path);
    let about = viewer.about.clone().unwrap_or_default();
    let mut facts = vec![about.kind];
    facts.extend(about.facts);
    facts.extend(about.size.map(format::size));
    facts.extend(about.lines.map(counted::lines));
    facts.retain(|fact| !fact.is_empty());
    let name = shown.rsplit('/').next().unwrap_or_default();
    let room = usize::from(area.w);
    // The name is more important than the facts, and the size than the other facts.
    let mut right = facts.join(" · ");
    while text::width(&right) + text::width(name).min(room / 2) + 3 > room && !facts.is_empty() {
        facts.remove(if facts.len() > 1 { facts.len() - 2 } else { 0 });
        right = facts.join(" · ");
    }
    let left = room.saturating_sub(text::width(&right) + 3);
    let cut = text::cut_path(&shown, left);
    let (dir, name) = cut
        .rsplit_once('/')
        .map_or(("", cut.as_str()), |(_, name)| (&cut[..cut.len() - name.len()], name));
    let x = canvas.put(area.x, area.y, dir, MUTED);
    canvas.name(x, area.y, (area.x + area.w).saturating_sub(x), name, STRONG);
    let end = area.x + area.w;
    let start = end.saturating_sub(text::width(&right) as u16);
    canvas.name(start, area.y, end - start, &right, MUTED);
}

/// Tells where in the document the screen stands.
fn position(viewer: &Viewer) -> String {
    let part = |at: u64| {
        let size = u128::from(viewer.bytes()).max(1);
        let percent = (u128::from(at) * 100 / size).min(100) as u8;
        // The first byte of the last screen is not the end of the file.
        format::percent(if at > 0 && viewer.is_at_end() { 100 } else { percent })
    };
    match &viewer.content {
        None => tr!("viewer-opening").to_owned(),
        Some(Content::Picture(_)) => tr!("viewer-picture").to_owned(),
        Some(Content::Bytes { .. }) => {
            format!("{:#x}   {}", viewer.offset(), part(viewer.offset()))
        }
        Some(Content::Lines { .. }) if viewer.is_whole() => tr!("viewer-all").to_owned(),
        Some(Content::Lines { lines, is_start, is_end }) => {
            let rows = visible(viewer);
            let mut numbers = rows.iter().filter_map(|row| row.line.number);
            match (numbers.next(), numbers.next_back()) {
                (Some(first), Some(last)) => {
                    tr!("viewer-lines", first = format::count(first), last = format::count(last))
                }
                (Some(only), None) => tr!("viewer-line", shown = format::count(only)),
                // A list that is no file counts its lines instead.
                _ if *is_start && *is_end => {
                    format::percent((viewer.index(lines) * 100 / lines.len().max(1)) as u8)
                }
                _ => part(viewer.offset()),
            }
        }
    }
}

/// One row of the screen.
struct Row<'a> {
    line: &'a Line,
    /// Whether the line begins here.
    is_first: bool,
    spans: Vec<Span>,
}

/// Gives the rows that are on the screen.
fn visible(viewer: &Viewer) -> Vec<Row<'_>> {
    let most = usize::from(viewer.rows());
    let mut all = Vec::new();
    for (line, skip) in viewer.shown() {
        if all.len() >= most {
            break;
        }
        if viewer.wrap {
            let spans = rows::wrap(line, viewer.columns()).into_iter().enumerate().skip(skip);
            all.extend(spans.map(|(n, spans)| Row { line, is_first: n == 0, spans }));
        } else {
            let spans = rows::cut(line, viewer.left(), viewer.columns());
            all.push(Row { line, is_first: true, spans });
        }
    }
    all.truncate(most);
    all
}

fn body(viewer: &Viewer, canvas: &mut Canvas<'_>, area: Area) {
    match &viewer.content {
        None => {}
        Some(Content::Lines { .. }) => lines(viewer, canvas, area),
        Some(Content::Bytes { at, data, hits }) => {
            bytes(viewer, canvas, area, (*at, data, hits));
        }
        Some(Content::Picture(picture)) => {
            let told = match picture {
                Picture::Words(words) => Some(*words),
                _ if canvas.picture(
                    area.x + 2,
                    area.y,
                    area.w.saturating_sub(2),
                    area.h,
                    picture,
                ) =>
                {
                    None
                }
                _ => Some(tr!("viewer-few-colours")),
            };
            if let Some(words) = told {
                canvas.put_in(area.x + 2, area.y + 1, area.w.saturating_sub(2), words, MUTED);
            }
        }
    }
}

fn lines(viewer: &Viewer, canvas: &mut Canvas<'_>, area: Area) {
    let gutter = viewer.gutter() as u16;
    let found = viewer.find.as_ref().and_then(|find| find.found);
    for (row, y) in visible(viewer).iter().zip(area.y..area.y + area.h) {
        if let Some(number) = row.line.number.filter(|_| viewer.numbers && row.is_first) {
            let here = found.is_some_and(|found| found.line == Some(number));
            let paint = if here { ACCENT.bold() } else { FAINT };
            canvas.right(area.x + gutter - 2, y, &[(&number.to_string(), paint)]);
        }
        row.spans.iter().fold(area.x + gutter, |x, span| {
            let paint = match span.hit {
                Some(hit) if found.is_some_and(|found| found.at == hit) => INK.on(Ground::Badge),
                Some(_) => paint(span.tint).on(Ground::Hit),
                None => paint(span.tint),
            };
            canvas.put(x, y, &span.text, paint)
        });
    }
}

fn paint(tint: Tint) -> Paint {
    match tint {
        Tint::Text => TEXT,
        Tint::Strong => STRONG,
        Tint::Muted => MUTED,
        Tint::Comment => MUTED.italic(),
        Tint::Keyword => MARK,
        Tint::Type => ACCENT,
        Tint::Value => LINK,
        Tint::Quoted => GOOD,
        Tint::Escape => WAIT,
        Tint::Bad => BAD,
    }
}

/// What is loaded of bytes: where it begins, the bytes, and the hits in them.
type Loaded<'a> = (u64, &'a [u8], &'a [(u64, usize)]);

fn bytes(viewer: &Viewer, canvas: &mut Canvas<'_>, area: Area, (at, data, hits): Loaded<'_>) {
    let width = viewer.width();
    let (_, digits) = hex::layout(area.w, viewer.bytes());
    let found = viewer.find.as_ref().and_then(|find| find.found).map(|found| found.at);
    let ground = |place: u64| {
        let hit = hits.iter().find(|(hit, len)| (*hit..hit + *len as u64).contains(&place));
        hit.map(|(hit, _)| if found == Some(*hit) { Ground::Badge } else { Ground::Hit })
    };
    for (row, y) in (0..).zip(area.y..area.y + area.h) {
        let start = viewer.offset() + row * width;
        let from = start.checked_sub(at).and_then(|from| data.get(from as usize..));
        let Some(bytes) = from.filter(|bytes| !bytes.is_empty()) else { continue };
        let mut x = canvas.put(area.x + 2, y, &format!("{start:0digits$x}"), FAINT) + 2;
        let texts = x + width as u16 * 3 + 2;
        for (n, (byte, place)) in bytes.iter().zip(start..start + width).enumerate() {
            let paint = match *byte {
                0 => FAINT,
                b' '..=b'~' => TEXT,
                _ => LINK,
            };
            let paint = match ground(place) {
                Some(Ground::Badge) => INK.on(Ground::Badge),
                hit => paint.or_on(hit),
            };
            let shown = match *byte {
                byte @ b' '..=b'~' => char::from(byte),
                _ => '.',
            };
            x = canvas.put(x, y, &format!("{byte:02x}"), paint) + 1;
            if n as u64 + 1 == width / 2 {
                x += 1;
            }
            canvas.put(texts + n as u16, y, shown.encode_utf8(&mut [0; 4]), paint);
        }
    }
}

/// Draws what is typed, what was found, or what went wrong.
fn status(viewer: &Viewer, model: &Model, canvas: &mut Canvas<'_>, y: u16) -> Option<(u16, u16)> {
    let end = canvas.width().saturating_sub(2);
    if let Some(Prompt { asks, field }) = &viewer.prompt {
        let label = match asks {
            Asks::Find => tr!("viewer-find"),
            Asks::FindBack => tr!("viewer-find-above"),
            Asks::Goto => tr!("viewer-go-to"),
        };
        let x = canvas.put(2, y, label, MUTED) + 1;
        let w = end.saturating_sub(x).min(42);
        if *asks == Asks::Goto {
            canvas.put(x + w + 2, y, tr!("viewer-go-to-note"), MUTED);
        }
        return Some(field::draw(canvas, field, x, y, w));
    }
    // What went wrong elsewhere may be all there is to say of a key that did nothing.
    let refused = model.notice.as_ref().filter(|notice| notice.tone == Tone::Bad);
    let refused = refused.map(|notice| &notice.text);
    if let Some(trouble) = refused.or(viewer.trouble.as_ref()) {
        canvas.name(2, y, end.saturating_sub(2), trouble, BAD);
    } else if let Some(viewing) = &model.work.viewing {
        canvas.put_in(2, y, end.saturating_sub(2), viewing.words(), MUTED);
    } else if let Some(find) = &viewer.find {
        search(find, canvas, y, end);
    } else if viewer.follows {
        canvas.run(2, y, &[(tr!("viewer-follows"), MUTED)]);
    }
    None
}

fn search(find: &Find, canvas: &mut Canvas<'_>, y: u16, end: u16) {
    let x = canvas.put(2, y, tr!("viewer-find"), MUTED) + 1;
    let shown = fcp_engine::path::DisplayName::new(find.text.as_str()).to_string();
    let x = canvas.name(x, y, 30, &shown, STRONG) + 3;
    let rank =
        |(rank, count)| tr!("some-of-all", some = format::count(rank), all = format::count(count));
    let told = match find.found {
        _ if find.searching => tr!("viewer-searching").to_owned(),
        _ if find.stopped => tr!("viewer-search-stopped").to_owned(),
        None => tr!("viewer-not-found").to_owned(),
        Some(found) => found.of.map_or(String::new(), rank),
    };
    let is_missing = find.found.is_none() && !find.searching && !find.stopped;
    let mut x = canvas.put(x, y, &told, if is_missing { WAIT } else { MUTED });
    if find.found.is_some_and(|found| found.wrapped) {
        let from =
            if find.back { tr!("viewer-from-the-end") } else { tr!("viewer-from-the-start") };
        x = canvas.put(x, y, &format!(", {from}"), MUTED);
    }
    x += if told.is_empty() { 0 } else { 4 };
    let keys: &[(&str, &str)] = if find.searching {
        &[("Esc", tr!("viewer-stop"))]
    } else {
        &[("n", tr!("viewer-next")), ("N", tr!("viewer-previous"))]
    };
    for (key, word) in keys {
        x = canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, MUTED)]) + 3;
    }
    if let Some(found) = find.found.filter(|_| !find.searching) {
        let place = if let Some(line) = found.line {
            let column = found.column.to_string();
            tr!("viewer-line-and-column", line = format::count(line), column = column)
        } else {
            tr!("viewer-byte", shown = format::count(found.at))
        };
        if x + text::width(&place) as u16 <= end {
            canvas.right(end, y, &[(&place, MUTED)]);
        }
    }
}

#[cfg(test)]
mod tests;

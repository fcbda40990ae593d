//! The canvas that everything is drawn on; it measures text in grapheme clusters.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget as _;

use crate::app::area::Area;
use crate::app::look::{self, Depth, FAINT, GHOST, Ground, Look, Paint, STRONG, TEXT, WAIT};
use crate::app::mouse::{Hit, Zones};
use crate::app::viewer::Picture;
use crate::text;

/// Columns of a screen below which dialogs have little padding.
const NARROW: u16 = 60;

/// Columns that a title has at least, before what stands beside it goes.
const TITLE: usize = 16;

/// Writes on a buffer in the colours of this terminal.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    look: Look,
    /// What lies below text that names no background.
    ground: Option<Ground>,
    /// What can be written on; none is everything.
    clip: Option<Area>,
    /// Rows by which what is written moves up.
    lift: u16,
    /// Whether something is written below what is seen of the dialog.
    hides_below: bool,
    /// The lower edge of the dialog, between its corners.
    edge: Area,
    zones: Zones,
}

/// The inside of a dialog; its last row is for the buttons.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) w: u16,
    pub(super) h: u16,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, look: Look) -> Self {
        Self {
            buffer,
            look,
            ground: None,
            clip: None,
            lift: 0,
            hides_below: false,
            edge: Area::default(),
            zones: Zones::default(),
        }
    }

    /// Says what the mouse hits in part of the screen.
    pub(super) fn zone(&mut self, area: Area, hit: Hit) {
        let x = self.clip.map_or(area.x, |clip| area.x.max(clip.x));
        if let Some((x, y, room)) = self.spot(x, area.y) {
            self.zones.add(Area { x, y, w: area.w.min(room), h: area.h }, hit);
        }
    }

    /// Gives where a place is after scrolling, and the columns up to the edge; none if it is hidden.
    fn spot(&self, x: u16, y: u16) -> Option<(u16, u16, u16)> {
        let area = self.clip.unwrap_or(Area { x: 0, y: 0, w: self.width(), h: self.height() });
        let y = y.checked_sub(self.lift).filter(|y| (area.y..area.y + area.h).contains(y))?;
        let room = (area.x + area.w).checked_sub(x).filter(|&room| room > 0)?;
        (x >= area.x).then_some((x, y, room))
    }

    /// Gives the place of the terminal's cursor for a place that may have scrolled.
    pub(super) fn cursor(&self, x: u16, y: u16) -> (u16, u16) {
        (x, y.saturating_sub(self.lift))
    }

    /// Gives the zones that the mouse can hit.
    pub(super) fn zones(self) -> Zones {
        self.zones
    }

    pub(super) fn width(&self) -> u16 {
        self.buffer.area.width
    }

    pub(super) fn height(&self) -> u16 {
        self.buffer.area.height
    }

    /// Tells whether names have icons.
    pub(super) fn has_icons(&self) -> bool {
        self.look.icons && !self.look.ascii
    }

    fn style(&self, paint: Paint) -> Style {
        self.look.style(paint.or_on(self.ground))
    }

    /// Writes text and gives the column after it; an ellipsis stands for words that do not fit.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, paint: Paint) -> u16 {
        let Some((x, y, room)) = self.spot(x, y) else {
            let end = self.clip.map_or(u16::MAX, |clip| clip.y + clip.h);
            self.hides_below |= y.saturating_sub(self.lift) >= end && !text.trim().is_empty();
            return x;
        };
        let (room, style) = (usize::from(room), self.style(paint));
        let is_cut = text.contains(char::is_alphanumeric) && text::width(text.trim_end()) > room;
        let cut = is_cut.then(|| text::cut_end(text, room));
        self.buffer.set_stringn(x, y, cut.as_deref().unwrap_or(text), room, style).0
    }

    /// Writes text into at most `room` columns.
    pub(super) fn put_in(&mut self, x: u16, y: u16, room: u16, text: &str, paint: Paint) -> u16 {
        self.put(x, y, &text::cut_end(text, usize::from(room)), paint)
    }

    /// Writes a sentence in as many rows as it takes, and gives their number.
    pub(super) fn lines(&mut self, x: u16, y: u16, room: u16, text: &str, paint: Paint) -> u16 {
        let lines = text::wrapped(text, usize::from(room));
        for (y, line) in (y..).zip(&lines) {
            self.put(x, y, line, paint);
        }
        lines.len() as u16
    }

    /// Writes parts one after the other.
    pub(super) fn run(&mut self, x: u16, y: u16, parts: &[(&str, Paint)]) -> u16 {
        parts.iter().fold(x, |x, (text, paint)| self.put(x, y, text, *paint))
    }

    /// Writes parts so that they end before column `end`, and gives where they start.
    pub(super) fn right(&mut self, end: u16, y: u16, parts: &[(&str, Paint)]) -> u16 {
        let wide: usize = parts.iter().map(|(part, _)| text::width(part)).sum();
        let start = end.saturating_sub(wide as u16);
        self.run(start, y, parts);
        start
    }

    /// Writes parts as [`Self::right`] does, if they leave two columns free behind what ends at column `x`: a number over
    /// another one would be a third.
    pub(super) fn right_behind(&mut self, x: u16, end: u16, y: u16, parts: &[(&str, Paint)]) {
        let wide: usize = parts.iter().map(|(part, _)| text::width(part)).sum();
        if usize::from(x) + 2 + wide <= usize::from(end) {
            self.right(end, y, parts);
        }
    }

    /// Writes a displayed name, cut to `room` columns; escapes are amber, and so is a cut that
    /// hides one, with a `!` in the gutter before it.
    pub(super) fn name(&mut self, x: u16, y: u16, room: u16, name: &str, paint: Paint) -> u16 {
        let spelt = self.look.ascii.then(|| look::spelt_in_ascii(name));
        let name = spelt.as_deref().unwrap_or(name);
        let shown = text::cut_name(name, usize::from(room));
        let escapes = |text: &str| text::units(text).filter(|unit| text::is_escape(unit)).count();
        let hides = escapes(&shown) < escapes(name);
        let amber = WAIT.like(paint);
        if hides && x > 0 {
            self.put(x - 1, y, "!", amber.bold());
        }
        text::units(&shown).fold(x, |x, unit| {
            let cut = hides && unit == "…";
            self.put(x, y, unit, if cut || text::is_escape(unit) { amber } else { paint })
        })
    }

    /// Fills part of a row.
    pub(super) fn fill(&mut self, x: u16, y: u16, w: u16, paint: Paint) {
        self.put(x, y, &" ".repeat(usize::from(w.min(self.width().saturating_sub(x)))), paint);
    }

    /// Draws a heavy line where something is live, else a light one.
    pub(super) fn rule(&mut self, x: u16, y: u16, w: u16, live: bool) {
        let (line, paint) = if live { ("━", look::ACCENT) } else { ("─", FAINT) };
        self.put(x, y, &line.repeat(usize::from(w.min(self.width().saturating_sub(x)))), paint);
    }

    /// Draws a progress bar: the finished part heavy, the rest light.
    pub(super) fn bar(&mut self, x: u16, y: u16, w: u16, done: f64, paint: Paint) -> u16 {
        let halves = (f64::from(w) * 2.0 * done.clamp(0.0, 1.0)).round() as usize;
        let (full, tip) = (halves / 2, halves % 2);
        let rest = usize::from(w) - full - tip;
        let x = self.put(x, y, &"━".repeat(full), paint);
        let x = self.put(x, y, &"╸".repeat(tip), paint);
        self.put(x, y, &"─".repeat(rest), FAINT.like(paint))
    }

    /// Fades everything drawn so far, for the dialog in front of it.
    pub(super) fn fade(&mut self) {
        self.zones.cover();
        let faint = self.look.style(FAINT);
        let ghost = self.look.style(GHOST);
        for cell in &mut self.buffer.content {
            let style = if Some(cell.fg) == faint.fg { faint } else { ghost };
            cell.set_style(style);
        }
    }

    /// Draws the frame of a dialog in the middle and gives its inside, to which drawing is clipped.
    ///
    /// Where the screen is too small, the padding goes first.
    pub(super) fn frame(
        &mut self,
        w: u16,
        h: u16,
        title: &str,
        right: &str,
        paint: Paint,
    ) -> Inside {
        let pad_x = if self.width() < NARROW { 1 } else { 3 };
        let pad_y = u16::from(self.height() >= h);
        let (w, h) = (w.min(self.width()).max(20), h.min(self.height()));
        let x = (self.width().saturating_sub(w)) / 2;
        let y = (self.height().saturating_sub(h) / 2).saturating_sub(1);
        self.ground = Some(Ground::Surface);
        self.zone(Area { x, y, w, h }, Hit::Dialog);
        for row in y..y + h {
            self.fill(x, row, w, TEXT);
            self.put(x, row, "│", paint);
            self.put(x + w - 1, row, "│", paint);
        }
        let line = "─".repeat(usize::from(w - 2));
        self.put(x, y, &format!("╭{line}╮"), paint);
        self.put(x, y + h.saturating_sub(1), &format!("╰{line}╯"), paint);
        let space = usize::from(w).saturating_sub(8);
        let aside = text::width(right) + 3;
        let room = if right.is_empty() { space } else { space.saturating_sub(aside) };
        // The title is more important than the text at its right, if it is whole without that.
        let gains = (room + 1..=space).contains(&text::width(title));
        let (room, right) = if room < TITLE || gains { (space, "") } else { (room, right) };
        self.put(x + 3, y, " ", STRONG);
        let end = self.name(x + 4, y, room as u16, title, STRONG);
        self.put(end, y, " ", STRONG);
        if !right.is_empty() {
            self.right(x + w - 3, y, &[(&format!(" {right} "), look::MUTED)]);
        }
        let at = Inside {
            x: x + 1 + pad_x,
            y: y + 1 + pad_y,
            w: w - 2 - 2 * pad_x,
            h: h.saturating_sub(2 + 2 * pad_y),
        };
        self.edge = Area { x: x + 1, y: y + h.saturating_sub(1), w: w - 2, h: 1 };
        let rows = at.h.saturating_sub(1);
        self.clip = Some(Area { x: x + 1, y: at.y, w: pad_x + at.w, h: rows });
        at
    }

    /// Writes a warning on the lower edge of the dialog, where no size of the screen hides it.
    pub(super) fn on_edge(&mut self, words: &str) {
        let (clip, lift) = (self.clip.take(), std::mem::take(&mut self.lift));
        let Area { x, y, w, .. } = self.edge;
        let words = text::cut_end(words, usize::from(w).saturating_sub(6));
        self.put(x + 2, y, &format!(" {words} "), WAIT);
        (self.clip, self.lift) = (clip, lift);
    }

    /// Draws the ground of the active row of a dialog, from edge to edge.
    pub(super) fn active_row(&mut self, at: Inside, y: u16) {
        let Some(clip) = self.clip else { return };
        let whole = Area { w: clip.w + (at.x - clip.x), ..clip };
        self.clip = Some(whole);
        self.fill(whole.x, y, whole.w, TEXT.on(Ground::Cursor));
        self.clip = Some(clip);
        self.put((at.x - 2).max(clip.x), y, "▌", look::ACCENT.on(Ground::Cursor));
    }

    /// Draws the ground of a row of a page; gives how its text is painted on it.
    pub(super) fn list_row(
        &mut self,
        y: u16,
        w: u16,
        here: bool,
    ) -> impl Fn(Paint) -> Paint + use<> {
        let ground = here.then_some(Ground::Cursor);
        if here {
            self.fill(0, y, w, TEXT.on(Ground::Cursor));
            self.put(0, y, "▌", look::ACCENT.on(Ground::Cursor));
        }
        move |paint: Paint| paint.or_on(ground)
    }

    /// Scrolls the inside of a dialog so that one of its rows is seen.
    pub(super) fn scroll_to(&mut self, at: Inside, line: u16) {
        self.lift = (line + 1).saturating_sub(at.h.saturating_sub(1));
    }

    /// Lets the last row above the buttons stand still where a dialog with so many lines above them has to scroll; gives
    /// what scrolls, and that row.
    pub(super) fn keep_row(&mut self, at: Inside, lines: u16) -> (Inside, Option<u16>) {
        let rows = at.h.saturating_sub(1);
        if lines <= rows {
            return (at, None);
        }
        if let Some(clip) = &mut self.clip {
            clip.h = clip.h.saturating_sub(1);
        }
        (Inside { h: rows, ..at }, Some(at.y + rows.saturating_sub(1)))
    }

    /// Continues at the last row of a dialog, which never scrolls, and marks at its edge where more of it is.
    pub(super) fn foot(&mut self, at: Inside) {
        let above = std::mem::take(&mut self.lift) > 0;
        let below = std::mem::take(&mut self.hides_below);
        if let Some(rows) = self.clip.take() {
            let x = self.edge.x + self.edge.w;
            let last = (rows.y + rows.h).saturating_sub(1);
            for (is_hidden, y, sign) in [(above, rows.y, "▲"), (below, last, "▼")] {
                if is_hidden {
                    self.put(x, y, sign, look::MUTED);
                }
            }
        }
        self.clip = Some(Area { x: at.x, y: at.y, w: at.w, h: at.h });
    }

    /// Draws a picture, and tells whether this terminal can.
    pub(super) fn picture(&mut self, x: u16, y: u16, w: u16, h: u16, picture: &Picture) -> bool {
        match picture {
            Picture::Words(_) => false,
            Picture::Pixels(protocol) => {
                let area = Rect { x, y, width: w, height: h }.intersection(self.buffer.area);
                ratatui_image::Image::new(protocol).render(area, self.buffer);
                true
            }
            Picture::Blocks { .. } if self.look.ascii => false,
            Picture::Blocks { width, cells } => {
                let depth = self.look.depth;
                let rows = cells.chunks(usize::from(*width).max(1)).zip(y..y.saturating_add(h));
                for (row, y) in rows {
                    for ([upper, lower], x) in row.iter().zip(x..x.saturating_add(w)) {
                        let (upper, lower) =
                            (look::pixel(*upper, depth), look::pixel(*lower, depth));
                        let (symbol, fore, back) = match (upper, lower) {
                            (None, None) => (" ", None, None),
                            (None, lower) => ("▄", lower, None),
                            (upper, lower) => ("▀", upper, lower),
                        };
                        if let Some(cell) = self.buffer.cell_mut((x, y)) {
                            cell.reset();
                            cell.set_symbol(symbol);
                            cell.fg = fore.unwrap_or(cell.fg);
                            cell.bg = back.unwrap_or(cell.bg);
                        }
                    }
                }
                matches!(depth, Depth::Cube | Depth::True)
            }
        }
    }

    /// Clears everything for a page.
    pub(super) fn clear(&mut self) {
        self.buffer.reset();
        self.zones.cover();
    }

    /// Replaces every character that is not ASCII.
    pub(super) fn reduce_to_ascii(&mut self) {
        for cell in &mut self.buffer.content {
            let symbol = cell.symbol();
            if let Some(plain) = look::letter(symbol).or_else(|| look::ascii(symbol)) {
                cell.set_symbol(plain);
            }
        }
    }
}

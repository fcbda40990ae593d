//! A screen to write on, measured in grapheme clusters.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::app::layout::Area;
use crate::app::look::{self, FAINT, GHOST, Ground, Look, Paint, STRONG, TEXT, WAIT};
use crate::app::mouse::{Hit, Zones};
use crate::text;

/// Writes on a buffer in the colours of this terminal.
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    look: Look,
    /// What lies below text that names no background.
    ground: Option<Ground>,
    zones: Zones,
}

/// The inside of a dialog.
#[derive(Clone, Copy)]
pub(super) struct Inside {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) w: u16,
    pub(super) h: u16,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, look: Look) -> Self {
        Self { buffer, look, ground: None, zones: Zones::default() }
    }

    /// Says what the mouse finds in part of the screen.
    pub(super) fn zone(&mut self, area: Area, hit: Hit) {
        self.zones.add(area, hit);
    }

    /// Gives what the mouse finds where.
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

    /// Writes text and gives the column after it; what does not fit is left out.
    pub(super) fn put(&mut self, x: u16, y: u16, text: &str, paint: Paint) -> u16 {
        if x >= self.width() || y >= self.height() {
            return x;
        }
        let style = self.style(paint);
        self.buffer.set_stringn(x, y, text, usize::from(self.width()), style).0
    }

    /// Writes text into at most `room` columns.
    pub(super) fn put_in(&mut self, x: u16, y: u16, room: u16, text: &str, paint: Paint) -> u16 {
        self.put(x, y, text::head(text, usize::from(room)), paint)
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

    /// Writes a displayed name, cut to `room` columns; escapes are amber, and so is a cut that
    /// hides one, with a `!` in the gutter before it.
    pub(super) fn name(&mut self, x: u16, y: u16, room: u16, name: &str, paint: Paint) -> u16 {
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

    /// Draws a bar: what is done heavy, what is to come light.
    pub(super) fn bar(&mut self, x: u16, y: u16, w: u16, done: f64, paint: Paint) -> u16 {
        let halves = (f64::from(w) * 2.0 * done.clamp(0.0, 1.0)).round() as usize;
        let (full, tip) = (halves / 2, halves % 2);
        let rest = usize::from(w) - full - tip;
        let x = self.put(x, y, &"━".repeat(full), paint);
        let x = self.put(x, y, &"╸".repeat(tip), paint);
        self.put(x, y, &"─".repeat(rest), FAINT.like(paint))
    }

    /// Takes the life out of everything drawn so far.
    pub(super) fn fade(&mut self) {
        self.zones.cover();
        let faint = self.look.style(FAINT);
        let ghost = self.look.style(GHOST);
        for cell in &mut self.buffer.content {
            let style = if Some(cell.fg) == faint.fg { faint } else { ghost };
            cell.set_style(style);
        }
    }

    /// Draws the frame of a dialog in the middle and gives its inside.
    pub(super) fn frame(
        &mut self,
        w: u16,
        h: u16,
        title: &str,
        right: &str,
        paint: Paint,
    ) -> Inside {
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
        let room = usize::from(w).saturating_sub(8 + text::width(right) + 3);
        self.put(x + 3, y, &format!(" {} ", text::cut_name(title, room)), STRONG);
        if !right.is_empty() {
            self.right(x + w - 3, y, &[(&format!(" {right} "), look::MUTED)]);
        }
        Inside { x: x + 4, y: y + 2, w: w - 8, h: h.saturating_sub(4) }
    }

    /// Clears everything for a page.
    pub(super) fn clear(&mut self) {
        self.buffer.reset();
        self.zones.cover();
    }

    /// Replaces every character that is not ASCII.
    pub(super) fn reduce_to_ascii(&mut self) {
        for cell in &mut self.buffer.content {
            if let Some(plain) = look::ascii(cell.symbol()) {
                cell.set_symbol(plain);
            }
        }
    }
}

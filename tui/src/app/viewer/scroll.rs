//! Scrolls the viewer within the loaded part of a document, and requests more of it.

use fcp_viewer::At;

use super::state::{SHIFT, Top, Waiting};
use super::{Content, Viewer, ViewerRequest, rows};

impl Viewer {
    /// Moves by rows.
    pub(crate) fn step(&mut self, by: isize) -> Option<ViewerRequest> {
        if by < 0 && self.follows {
            self.follows = false;
        }
        self.top = self.moved(by);
        self.clamp();
        self.more()
    }

    pub(super) fn moved(&self, by: isize) -> Top {
        let Some(Content::Lines { lines, .. }) = &self.content else {
            let by = by.saturating_mul(self.width().cast_signed() as isize);
            return Top { at: self.top.at.saturating_add_signed(by as i64), row: 0 };
        };
        if lines.is_empty() {
            return self.top;
        }
        let mut index = self.index(lines);
        let mut row = self.top.row.min(self.height(&lines[index]) - 1);
        for _ in 0..by.unsigned_abs() {
            if by > 0 && row + 1 < self.height(&lines[index]) {
                row += 1;
            } else if by > 0 && index + 1 < lines.len() {
                (index, row) = (index + 1, 0);
            } else if by < 0 && row > 0 {
                row -= 1;
            } else if by < 0 && index > 0 {
                index -= 1;
                row = self.height(&lines[index]) - 1;
            } else {
                break;
            }
        }
        Top { at: lines[index].at, row }
    }

    /// Gives the last first row that leaves no empty rows below.
    pub(super) fn last_top(&self) -> Top {
        match &self.content {
            Some(Content::Lines { lines, .. }) => {
                let mut left = usize::from(self.size.1);
                for line in lines.iter().rev() {
                    let height = self.height(line);
                    if height >= left {
                        return Top { at: line.at, row: height - left };
                    }
                    left -= height;
                }
                Top { at: lines.first().map_or(0, |line| line.at), row: 0 }
            }
            Some(Content::Bytes { .. }) => {
                let rows = self.bytes().div_ceil(self.width());
                let at = rows.saturating_sub(self.size.1.into()) * self.width();
                Top { at, row: 0 }
            }
            Some(Content::Picture(_)) | None => Top::default(),
        }
    }

    /// Tells whether the end of the document is on the screen.
    pub(crate) fn is_at_end(&self) -> bool {
        match &self.content {
            Some(Content::Lines { is_end, .. }) => *is_end && self.top >= self.last_top(),
            Some(Content::Bytes { .. }) => self.top >= self.last_top(),
            Some(Content::Picture(_)) | None => true,
        }
    }

    pub(super) fn clamp(&mut self) {
        if self.content.is_none() {
            return;
        }
        if let Some(Content::Bytes { .. }) = self.content {
            self.top = Top { at: self.top.at / self.width() * self.width(), row: 0 };
        }
        self.top = self.moved(0).min(self.last_top());
        if self.left > 0 {
            self.shift(self.left);
        }
    }

    /// Stands where something is: at the top, at the bottom, or with something around it.
    pub(super) fn stand(&mut self, place: u64, at_end: bool, around: bool) {
        if at_end {
            self.top = self.last_top();
            return;
        }
        if around && self.is_seen(place) {
            return;
        }
        self.top = Top { at: place, row: 0 };
        if around {
            self.top = self.moved(0);
            self.top = self.moved(-isize::from(self.size.1.cast_signed() / 3));
        }
    }

    pub(super) fn is_seen(&self, place: u64) -> bool {
        let end = self.moved(isize::from(self.size.1.cast_signed()) - 1);
        self.top.row == 0 && (self.top.at..end.at).contains(&place)
    }

    /// Moves a cut line so far that a hit is seen.
    pub(super) fn show_column(&mut self, hit: u64) {
        let Some(Content::Lines { lines, .. }) = &self.content else { return };
        let Some(line) = lines.iter().rev().find(|line| line.at <= hit) else { return };
        let before = line.spans.iter().take_while(|span| span.hit != Some(hit));
        let column: usize = before.map(|span| crate::text::width(&span.text)).sum();
        let width = self.columns();
        if self.wrap || (self.left..self.left + width * 3 / 4).contains(&column) {
            return;
        }
        self.left = if column < width * 3 / 4 { 0 } else { column - width / 2 };
    }

    /// Moves cut lines, as long as something of the longest on the screen is left to see.
    pub(super) fn shift(&mut self, left: usize) -> Option<ViewerRequest> {
        let width = self.columns();
        let rows = usize::from(self.size.1);
        let most = self.shown().take(rows).map(|(line, _)| rows::last_left(line, width)).max();
        self.left = left.min(most.unwrap_or(0).div_ceil(SHIFT) * SHIFT);
        None
    }

    /// Asks for more if the screen comes near to an end of what is loaded.
    pub(super) fn more(&mut self) -> Option<ViewerRequest> {
        if self.waiting != Waiting::Nothing {
            return None;
        }
        let rows = usize::from(self.size.1);
        let near = match self.content.as_ref()? {
            Content::Lines { lines, is_start, is_end } => {
                let index = self.index(lines);
                (!is_start && index < rows) || (!is_end && lines.len() - index < 2 * rows)
            }
            Content::Bytes { at, data, .. } => {
                let screen = rows as u64 * self.width();
                let end = at + data.len() as u64;
                let (first, last) = (self.top.at.saturating_sub(screen), self.top.at + 2 * screen);
                first < *at || last.min(self.bytes()) > end
            }
            Content::Picture(_) => false,
        };
        if !near || self.asked == Some(self.top.at) {
            return None;
        }
        self.asked = Some(self.top.at);
        Some(self.window(At::Offset(self.top.at), Waiting::More))
    }
}

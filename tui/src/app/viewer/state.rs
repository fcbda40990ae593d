//! State of the viewer: the position in the document, and the keys that change it.

use std::path::PathBuf;

use fcp_viewer::{About, Ask, At, Encoding, Line, Open, ViewAs, hex};

use super::prompt::{Asks, Find, Prompt};
use super::{Content, Graphics, View, rows};
use crate::app::action::Action;

/// Columns before the text: a margin, or numbers of lines.
const MARGIN: usize = 2;

/// Digits of line numbers for which there is always room.
const DIGITS: usize = 4;

/// Columns that a line moves left or right.
pub(super) const SHIFT: usize = 8;

/// What the viewer asks of the loader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ViewerRequest {
    /// Open a document in place of the one before.
    Open(Open, Graphics),
    /// Ask the open document for something.
    Ask(Ask),
}

/// What a key led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing beyond the viewer, but maybe something for the loader.
    Stay(Option<ViewerRequest>),
    /// The viewer closes.
    Close,
    /// Edit the file.
    Edit,
    /// Show the file that is so many entries further down in the panel.
    Neighbour(isize),
    /// Show the file beside the panel.
    Preview,
}

/// The first row of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Top {
    /// Where its line begins, in bytes of the file.
    pub(super) at: u64,
    /// Which row of that line it is.
    pub(super) row: usize,
}

/// What is being waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waiting {
    Nothing,
    /// More of what is around the screen.
    More,
    /// Another place, to which the screen moves.
    Place,
}

/// A document on the screen.
#[derive(Debug)]
pub(crate) struct Viewer {
    /// What is shown.
    pub path: PathBuf,
    /// The number of the newest request.
    pub ticket: u64,
    /// What is known of it; nothing until it is open.
    pub about: Option<About>,
    /// What is loaded of it.
    pub content: Option<Content>,
    /// Whether long lines are broken.
    pub wrap: bool,
    /// Whether lines have numbers.
    pub numbers: bool,
    /// Whether the screen stays at the end while the file grows.
    pub follows: bool,
    /// The search, if there was one.
    pub find: Option<Find>,
    /// What is being typed.
    pub prompt: Option<Prompt>,
    /// The last thing that went wrong.
    pub trouble: Option<String>,
    pub(super) how: ViewAs,
    /// The encoding that the user chose.
    pub(super) encoding: Option<Encoding>,
    pub(super) size: (u16, u16),
    pub(super) graphics: Graphics,
    pub(super) top: Top,
    pub(super) left: usize,
    /// The line where the document opens.
    line: Option<u64>,
    /// What is looked for as soon as the document is open.
    seeks: Option<String>,
    pub(super) waiting: Waiting,
    /// Around which place more was asked for; what lies there may be all that is ever loaded.
    pub(super) asked: Option<u64>,
}

impl Viewer {
    /// Begins to show something in so many columns and rows.
    pub(crate) fn new(path: PathBuf, size: (u16, u16), graphics: Graphics) -> Self {
        Self {
            path,
            ticket: 0,
            about: None,
            content: None,
            wrap: false,
            numbers: true,
            follows: false,
            find: None,
            prompt: None,
            trouble: None,
            how: ViewAs::Auto,
            encoding: None,
            size,
            graphics,
            top: Top::default(),
            left: 0,
            line: None,
            seeks: None,
            waiting: Waiting::Place,
            asked: None,
        }
    }

    /// Begins to show something beside the panel: without numbers, and with all of its text.
    pub(crate) fn beside(path: PathBuf, size: (u16, u16), graphics: Graphics) -> Self {
        Self { wrap: true, numbers: false, ..Self::new(path, size, graphics) }
    }

    /// Shows bytes or lines, whatever the content suggests.
    #[must_use]
    pub(crate) fn shown_as(self, how: ViewAs) -> Self {
        Self { how, ..self }
    }

    /// Opens the document at a line, and looks for a text from there on.
    #[must_use]
    pub(crate) fn at_line(self, line: u64, seeks: Option<String>) -> Self {
        Self { line: Some(line), seeks, ..self }
    }

    /// Gives the request that opens the document.
    ///
    /// A `patient` one waits until the cursor rests.
    pub(crate) fn open(&mut self, patient: bool) -> ViewerRequest {
        // What opens is not followed until the user asks for it.
        (self.waiting, self.follows) = (Waiting::Place, false);
        let (path, how, size) = (self.path.clone(), self.how, self.size);
        let at = self.line.take().map_or(At::Offset(self.top.at), At::Line);
        let cell = self.graphics.pixels();
        ViewerRequest::Open(
            Open { path, how, size, at, patient, encoding: self.encoding, cell },
            self.graphics,
        )
    }

    /// Takes what was loaded, and tells what is needed next.
    pub(crate) fn take(&mut self, view: View) -> Option<ViewerRequest> {
        let View { about, content, place, at_end, found, trouble } = view;
        self.about = about.or_else(|| self.about.take());
        self.trouble = trouble;
        let jumps = std::mem::replace(&mut self.waiting, Waiting::Nothing) == Waiting::Place;
        if let Some(content) = content {
            self.content = Some(content);
        }
        let mut hit = None;
        if let (Some(find), Some(found)) = (&mut self.find, found) {
            find.searching = false;
            find.found = found;
            hit = found.map(|found| found.at);
        }
        if let Some(place) = place.filter(|_| jumps || at_end) {
            self.stand(place, at_end, hit.is_some());
        }
        if let Some(hit) = hit {
            self.show_column(hit);
        }
        self.clamp();
        if jumps
            && let Some(text) = self.seeks.take()
            && matches!(self.content, Some(Content::Lines { .. }))
        {
            self.find = Some(Find { text, ..Find::default() });
            return self.again(false);
        }
        self.more()
    }

    /// Takes another size of its place.
    pub(crate) fn resize(&mut self, size: (u16, u16)) -> Option<ViewerRequest> {
        if self.size == size {
            return None;
        }
        self.size = size;
        self.asked = None;
        self.clamp();
        if matches!(self.content, Some(Content::Picture(_))) {
            return Some(self.window(At::Offset(0), Waiting::More));
        }
        self.more()
    }

    /// Does what an action asks for.
    pub(crate) fn act(&mut self, action: Action) -> Outcome {
        self.trouble = None;
        let page = isize::from(self.size.1.cast_signed()).max(2) - 1;
        let wish = match action {
            Action::ViewerClose => return Outcome::Close,
            Action::Escape if self.find.is_none() => return Outcome::Close,
            Action::Escape => Some(self.forget()),
            Action::ViewerEdit => return Outcome::Edit,
            Action::ViewerPreview => return Outcome::Preview,
            Action::ViewerNext => return Outcome::Neighbour(1),
            Action::ViewerPrevious => return Outcome::Neighbour(-1),
            Action::Up => self.step(-1),
            Action::Down => self.step(1),
            Action::PageUp => self.step(-page),
            Action::PageDown => self.step(page),
            Action::HalfUp => self.step(-page / 2),
            Action::HalfDown => self.step(page / 2),
            Action::First => self.go(At::Offset(0)),
            Action::Last => self.go(At::End),
            Action::ViewerLeft => self.shift(self.left.saturating_sub(SHIFT)),
            Action::ViewerRight => self.shift(self.left + SHIFT),
            Action::ViewerWrap => {
                (self.wrap, self.left, self.top.row) = (!self.wrap, 0, 0);
                self.clamp();
                self.more()
            }
            Action::ViewerNumbers => {
                self.numbers = !self.numbers;
                self.clamp();
                None
            }
            Action::ViewerHex => Some(self.switch()),
            Action::ViewerReload => Some(self.reload()),
            Action::ViewerEncoding => Some(self.recode()),
            Action::ViewerGoTo => self.ask(Asks::Goto),
            Action::ViewerFind => self.ask(Asks::Find),
            Action::ViewerFindBack => self.ask(Asks::FindBack),
            Action::ViewerFindNext => self.again(false),
            Action::ViewerFindPrevious => self.again(true),
            Action::ViewerFollow => {
                self.follows = !self.follows;
                Some(ViewerRequest::Ask(Ask::Follow(self.follows)))
            }
            _ => None,
        };
        Outcome::Stay(wish)
    }

    /// Gives the rows of the content.
    pub(crate) fn rows(&self) -> u16 {
        self.size.1
    }

    /// Gives the columns of the text.
    pub(crate) fn columns(&self) -> usize {
        usize::from(self.size.0).saturating_sub(self.gutter() + 1).max(4)
    }

    /// Gives the columns before the text.
    pub(crate) fn gutter(&self) -> usize {
        let Some(Content::Lines { lines, .. }) = &self.content else { return MARGIN };
        let last = lines.iter().rev().find_map(|line| line.number);
        let known = self.about.as_ref().and_then(|about| about.lines);
        match last.filter(|_| self.numbers) {
            Some(last) => {
                known.unwrap_or(last).max(last).to_string().len().max(DIGITS) + 1 + MARGIN
            }
            None => MARGIN,
        }
    }

    /// Gives how far lines are moved to the left.
    pub(crate) fn left(&self) -> usize {
        if self.wrap { 0 } else { self.left }
    }

    /// Gives the first byte on the screen.
    pub(crate) fn offset(&self) -> u64 {
        self.top.at
    }

    /// Gives the lines on the screen, each with its first row there.
    pub(crate) fn shown(&self) -> impl Iterator<Item = (&Line, usize)> {
        let (lines, from) = match &self.content {
            Some(Content::Lines { lines, .. }) => (lines.as_slice(), self.index(lines)),
            _ => (&[][..], 0),
        };
        let first = self.top.row;
        lines[from..]
            .iter()
            .enumerate()
            .map(move |(n, line)| (line, if n == 0 { first } else { 0 }))
    }

    /// Tells whether the screen shows all there is.
    pub(crate) fn is_whole(&self) -> bool {
        match &self.content {
            Some(Content::Lines { lines, is_start: true, is_end: true }) => {
                let rows = usize::from(self.size.1);
                lines.len() <= rows
                    && lines.iter().map(|line| self.height(line)).sum::<usize>() <= rows
            }
            Some(Content::Bytes { .. }) => self.bytes() <= u64::from(self.size.1) * self.width(),
            Some(Content::Lines { .. }) => false,
            Some(Content::Picture(_)) | None => true,
        }
    }

    /// Tells whether what is shown was drawn by the terminal itself, so that text does not cover it.
    pub(crate) fn has_pixels(&self) -> bool {
        matches!(&self.content, Some(Content::Picture(super::Picture::Pixels(_))))
    }

    /// Gives the bytes of a row.
    pub(crate) fn width(&self) -> u64 {
        hex::layout(self.size.0.saturating_sub(MARGIN as u16 + 1), self.bytes()).0
    }

    /// Gives the size of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.about.as_ref().and_then(|about| about.size).unwrap_or(0)
    }

    pub(super) fn height(&self, line: &Line) -> usize {
        if self.wrap { rows::height(line, self.columns()) } else { 1 }
    }

    /// Gives the line of the first row.
    pub(crate) fn index(&self, lines: &[Line]) -> usize {
        lines.partition_point(|line| line.at <= self.top.at).saturating_sub(1)
    }

    pub(super) fn window(&mut self, at: At, waiting: Waiting) -> ViewerRequest {
        self.waiting = waiting;
        if let Some(find) = &mut self.find {
            find.stopped |= std::mem::take(&mut find.searching);
        }
        ViewerRequest::Ask(Ask::Window { at, size: self.size })
    }

    fn go(&mut self, at: At) -> Option<ViewerRequest> {
        if self.bytes() == 0
            || matches!(self.content, Some(Content::Lines { is_start: true, is_end: true, .. }))
        {
            // All there was is here.
            match at {
                At::Offset(0) => {
                    self.top = Top::default();
                    return None;
                }
                // The file may have grown.
                At::End => self.top = self.last_top(),
                At::Offset(_) | At::Line(_) | At::Percent(_) => {}
            }
        }
        Some(self.window(at, Waiting::Place))
    }

    /// Opens the file again, which may be another one of this name by now.
    fn reload(&mut self) -> ViewerRequest {
        self.find = None;
        self.open(false)
    }

    /// Reads the file as text in the next encoding, and after the last one in the one that it seems to have.
    fn recode(&mut self) -> ViewerRequest {
        self.encoding = Encoding::next(self.encoding);
        (self.how, self.left, self.find) = (ViewAs::Auto, 0, None);
        self.open(false)
    }

    /// Shows bytes instead of what the content suggests, or lines instead of bytes.
    fn switch(&mut self) -> ViewerRequest {
        self.how = match (&self.content, self.how) {
            (Some(Content::Bytes { .. }), ViewAs::Hex) => ViewAs::Auto,
            (Some(Content::Bytes { .. }), _) => ViewAs::Text,
            _ => ViewAs::Hex,
        };
        if !matches!(&self.content, Some(Content::Lines { .. } | Content::Bytes { .. })) {
            self.top = Top::default();
        }
        (self.left, self.find) = (0, None);
        self.open(false)
    }
}

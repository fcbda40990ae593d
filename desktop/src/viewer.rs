//! Shows what is in a file of any size: the viewer of the window, which the page asks for parts of one file.
//!
//! The file is read on a thread of its own (`fcp_viewer::Loader`), and what was read is told by the feed.

mod bytes;
mod spell;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_engine::path::is_far;
use fcp_presentation::tr;
use fcp_viewer::{
    About, Ask, At, Content, Encoding, Found, Line, Loader, Open, Span, Tint, View, ViewAs,
};

use crate::feed::Feed;
use crate::names;
use crate::panels::{Hit, Panels};
use crate::trashed::on_disk;
use crate::wire::{
    EntryId, PanelSide, Refusal, Update, ViewerAbout, ViewerAsk, ViewerContent, ViewerFound,
    ViewerLine, ViewerMode, ViewerRoom, ViewerSpan, ViewerState, ViewerTint,
};

/// The most lines that a page can have room for; it says so itself, and is not believed more.
const MOST_ROWS: u16 = 400;

/// The file that the window shows.
#[derive(Debug)]
pub(crate) struct Viewer {
    feed: Arc<Feed>,
    panels: Arc<Panels>,
    loader: Loader,
}

/// What is told with all that is read of a file.
#[derive(Clone, Debug)]
struct Shown {
    file: u64,
    id: EntryId,
    path: PathBuf,
    seeks: Option<String>,
}

impl Viewer {
    /// Shows nothing yet.
    pub(crate) fn new(feed: Arc<Feed>, panels: Arc<Panels>) -> Self {
        let loader = Loader::new(spell::SPELLING).reaching(Arc::clone(panels.machines()));
        Self { feed, panels, loader }
    }

    /// Takes a request of the page, which numbers them; the answer is told by the feed.
    pub(crate) fn ask(&self, ticket: u64, ask: ViewerAsk) -> Result<(), Refusal> {
        let ask = match ask {
            ViewerAsk::Open { side, id, mode, at, room } => {
                return self.open(ticket, (side, id), mode, at, room);
            }
            ViewerAsk::Around { at, room } => {
                Ask::Window { at: At::Offset(at), size: size_of(room) }
            }
            ViewerAsk::End { room } => Ask::Window { at: At::End, size: size_of(room) },
            ViewerAsk::Go { text, room } => {
                let at =
                    At::typed(&text).ok_or_else(|| Refusal::because(tr!("desktop-viewer-go")))?;
                Ask::Window { at, size: size_of(room) }
            }
            ViewerAsk::Find { text, from, back, room } => {
                Ask::Find { pattern: text, from, back, size: size_of(room) }
            }
            ViewerAsk::Follow { on } => Ask::Follow(on),
            ViewerAsk::Close => {
                self.loader.close();
                return Ok(());
            }
        };
        self.loader.ask(ticket, ask);
        Ok(())
    }

    fn open(
        &self,
        ticket: u64,
        (side, id): (PanelSide, EntryId),
        mode: ViewerMode,
        at: Option<u64>,
        room: ViewerRoom,
    ) -> Result<(), Refusal> {
        // Of a file of another machine, that sends the beginning.
        let path = self.panels.path(id)?.into_spelled();
        if self.panels.archive_of(std::slice::from_ref(&path)).is_some() {
            return Err(Refusal::because(tr!("desktop-viewer-extract")));
        }
        let hit = self.panels.hit(side, &path).filter(|_| at.is_none());
        let (line, seeks) = hit.map_or((None, None), |Hit { line, seeks }| (Some(line), seeks));
        let (how, encoding) = match mode {
            ViewerMode::Auto => (ViewAs::Auto, None),
            ViewerMode::Bytes => (ViewAs::Hex, None),
            ViewerMode::Utf8 => (ViewAs::Text, Some(Encoding::Utf8)),
            ViewerMode::Utf16Le => (ViewAs::Text, Some(Encoding::Utf16Le)),
            ViewerMode::Utf16Be => (ViewAs::Text, Some(Encoding::Utf16Be)),
            ViewerMode::Utf32Le => (ViewAs::Text, Some(Encoding::Utf32Le)),
            ViewerMode::Utf32Be => (ViewAs::Text, Some(Encoding::Utf32Be)),
            ViewerMode::Windows1252 => (ViewAs::Text, Some(Encoding::Windows1252)),
            ViewerMode::Latin1 => (ViewAs::Text, Some(Encoding::Latin1)),
        };
        // Where bytes are shown, the number of a line means nothing.
        let line = line.filter(|_| how != ViewAs::Hex).map(At::Line);
        let path = on_disk(&path);
        let open = Open {
            path: path.clone(),
            how,
            size: size_of(room),
            at: line.unwrap_or(At::Offset(at.unwrap_or(0))),
            patient: false,
            encoding,
            // The page draws pictures itself.
            cell: (1, 1),
        };
        let shown = Shown { file: ticket, id, path, seeks };
        let feed = Arc::clone(&self.feed);
        self.loader.open(ticket, open, move |ticket, view| {
            feed.say(Update::Viewer(Box::new(state(&shown, ticket, view))));
        });
        Ok(())
    }
}

fn size_of(room: ViewerRoom) -> (u16, u16) {
    (room.columns, room.rows.clamp(1, MOST_ROWS))
}

/// Converts what was read into what the page is told.
fn state(shown: &Shown, ticket: u64, view: View) -> ViewerState {
    let View { about, mut content, place, at_end, found, mut trouble } = view;
    // The page draws pictures from files, and has none of another machine.
    let is_picture = |content: &mut Content| matches!(content, Content::Picture(_));
    if is_far(&shown.path) && content.take_if(is_picture).is_some() {
        trouble = Some(tr!("desktop-far-picture").to_owned());
    }
    let size = about.as_ref().and_then(|about| about.size).unwrap_or(0);
    ViewerState {
        file: shown.file,
        ticket,
        name: names::name(shown.path.file_name().unwrap_or(Path::new("/").as_os_str())),
        about: about.map(ViewerAbout::from),
        content: content.map(|it| shown.content(it, size)),
        place,
        at_end,
        found: found.map(|found| found.map_or(ViewerFound::Nothing, ViewerFound::from)),
        seeks: shown.seeks.clone().filter(|_| ticket == shown.file),
        trouble,
    }
}

impl Shown {
    fn content(&self, content: Content, size: u64) -> ViewerContent {
        match content {
            Content::Lines { lines, is_start, is_end } => ViewerContent::Lines {
                lines: lines.into_iter().map(ViewerLine::from).collect(),
                is_start,
                is_end,
                bytes: false,
            },
            Content::Bytes { at, data, hits } => ViewerContent::Lines {
                is_start: at == 0,
                is_end: at + data.len() as u64 >= size,
                lines: bytes::lines(at, &data, &hits),
                bytes: true,
            },
            Content::Picture(_) => ViewerContent::Picture { thumb: self.id },
        }
    }
}

impl From<About> for ViewerAbout {
    fn from(about: About) -> Self {
        let About { kind, facts, size, lines } = about;
        Self { kind, facts, size, lines }
    }
}

impl From<Found> for ViewerFound {
    fn from(found: Found) -> Self {
        let Found { at, line, column, of, wrapped } = found;
        let (nth, of) = of.unzip();
        Self::Hit { at, line, column, nth, of, wrapped }
    }
}

impl From<Line> for ViewerLine {
    fn from(line: Line) -> Self {
        let Line { at, number, spans } = line;
        Self { at, number, spans: spans.into_iter().map(ViewerSpan::from).collect() }
    }
}

impl From<Span> for ViewerSpan {
    fn from(span: Span) -> Self {
        let Span { text, tint, hit } = span;
        Self { text, tint: tint.into(), hit }
    }
}

impl From<Tint> for ViewerTint {
    fn from(tint: Tint) -> Self {
        match tint {
            Tint::Text => Self::Text,
            Tint::Strong => Self::Strong,
            Tint::Muted => Self::Muted,
            Tint::Comment => Self::Comment,
            Tint::Keyword => Self::Keyword,
            Tint::Type => Self::Type,
            Tint::Value => Self::Value,
            Tint::Quoted => Self::Quoted,
            Tint::Escape => Self::Escape,
            Tint::Bad => Self::Bad,
        }
    }
}

#[cfg(test)]
mod tests;

//! Opens what has a name as text, bytes, a picture or words, and answers requests for it.

use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use fcp_engine::error::Action;
use fcp_engine::path::{DisplayName, FarPath};

use super::{Changes, Means, cannot, words};
use crate::archive;
use crate::detect::{self, HEAD, Kind};
use crate::document::{About, Ask, Open, Spelling, Tint, View, ViewAs};
use crate::hex::Hex;
use crate::phrase::{DocumentKind, Phrase};
use crate::picture::Decoded;
use crate::source::{CancelToken, Change, Source};
use crate::text::Text;
use crate::{far, folder, packed};

/// What is open.
#[derive(Debug)]
pub(super) enum Document {
    Text(Box<Text>),
    Hex(Hex),
    Picture(Decoded),
    /// A directory; all but what is counted below it was told when it was opened.
    Folder,
    /// All there is was told when it was opened.
    Told,
}

impl Document {
    /// Opens whatever has a name; what cannot be opened is told in words.
    pub(super) fn open(
        open: &Open,
        means: &Means,
        ticket: u64,
        newest: &Arc<AtomicU64>,
    ) -> (Self, View) {
        let spelling = &means.spelling;
        let (mut document, mut view) = match Self::enter(open, means, &CancelToken::lasting(newest))
        {
            Ok(both) => both,
            Err(error) => {
                let text = cannot(spelling, &open.path, Action::Open, &error);
                (Self::Told, words(About::default(), text, Tint::Bad))
            }
        };
        if let Ok(target) = fs::read_link(&open.path) {
            let about = view.about.get_or_insert_default();
            about.facts.insert(0, format!("→ {}", DisplayName::new(&target)));
        }
        if view.content.is_none() {
            let ask = Ask::Window { at: open.at, size: open.size };
            match document.answer(&ask, &CancelToken::new(newest, ticket)) {
                Ok(Some(content)) => {
                    view = View { about: merge(view.about, content.about), ..content };
                }
                Ok(None) => {}
                Err(error) => {
                    view.trouble = Some(cannot(spelling, &open.path, Action::Read, &error));
                }
            }
        }
        (document, view)
    }

    fn enter(open: &Open, means: &Means, cancel: &CancelToken) -> io::Result<(Self, View)> {
        let spelling = &means.spelling;
        let told = |view| Ok((Self::Told, view));
        if let Some((far, machines)) = FarPath::of(&open.path).zip(means.machines.as_ref()) {
            return match far::open(&far, machines, spelling, cancel) {
                Ok(start) => {
                    let (document, view) = Self::of(start.source, open, spelling, cancel)?;
                    Ok((document, far::noted(view, start.fact)))
                }
                Err(view) => told(*view),
            };
        }
        let meta = match fs::metadata(&open.path) {
            Ok(meta) => meta,
            Err(error) if error.kind() == io::ErrorKind::NotFound && open.path.is_symlink() => {
                let kind = spelling.kind(DocumentKind::Link);
                let about = About { kind, ..About::default() };
                return told(words(about, spelling.say(&Phrase::DanglingLink), Tint::Bad));
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return match packed::open(&open.path, spelling, cancel).ok_or(error)? {
                    Ok(source) => Self::of(source, open, spelling, cancel),
                    Err(view) => told(*view),
                };
            }
            Err(error) => return Err(error),
        };
        let kind = meta.file_type();
        if kind.is_dir() {
            return Ok((Self::Folder, folder::view(&open.path, spelling, cancel)?));
        }
        let special = [
            (kind.is_fifo(), DocumentKind::Fifo, Phrase::FifoUnread),
            (kind.is_socket(), DocumentKind::Socket, Phrase::SocketUnread),
            (kind.is_block_device(), DocumentKind::BlockDevice, Phrase::DeviceUnread),
            (kind.is_char_device(), DocumentKind::CharacterDevice, Phrase::DeviceUnread),
        ];
        if let Some((_, kind, why)) = special.into_iter().find(|(is, ..)| *is) {
            let about = About { kind: spelling.kind(kind), ..About::default() };
            return told(words(about, spelling.say(&why), Tint::Text));
        }
        Self::of(Source::open(&open.path)?, open, spelling, cancel)
    }

    /// Opens what has these bytes.
    fn of(
        mut source: Source,
        open: &Open,
        spelling: &Spelling,
        cancel: &CancelToken,
    ) -> io::Result<(Self, View)> {
        let told = |view| Ok((Self::Told, view));
        let head = source.slice(0, HEAD as u64)?.to_vec();
        let kind = match open.how {
            // With an encoding of their choice, users see text whatever the file is.
            ViewAs::Auto if open.encoding.is_some() => Kind::Text,
            ViewAs::Auto => detect::kind(&open.path, &head),
            ViewAs::Text => Kind::Text,
            ViewAs::Hex => match detect::kind(&open.path, &head) {
                Kind::Data(name) => Kind::Data(name),
                _ => Kind::Data(DocumentKind::Data),
            },
        };
        if matches!(kind, Kind::Zip | Kind::Tar | Kind::Gzip)
            && let Some(format) = archive::format(&source, cancel)
        {
            let archive = (&source, format);
            return told(archive::view(archive, &open.path, open.size.0, spelling, cancel));
        }
        let document = match kind {
            Kind::Text => {
                let text = Text::new(source, &open.path, &head, open.encoding, spelling);
                Self::Text(Box::new(text))
            }
            Kind::Picture(format) => {
                match Decoded::decode(&source, format, open.cell, spelling, cancel) {
                    Ok(picture) => Self::Picture(picture),
                    Err(why) => {
                        let size = Some(source.size());
                        let kind = spelling.kind(DocumentKind::Image);
                        let about = About { kind, size, ..About::default() };
                        return told(words(about, spelling.say(&why), Tint::Bad));
                    }
                }
            }
            Kind::Gzip => Self::Hex(Hex::new(source, spelling.kind(DocumentKind::Archive("gzip")))),
            Kind::Zip | Kind::Tar => Self::Hex(Hex::new(source, spelling.kind(DocumentKind::Data))),
            Kind::Data(kind) => Self::Hex(Hex::new(source, spelling.kind(kind))),
        };
        Ok((document, View::default()))
    }

    pub(super) fn answer(&mut self, ask: &Ask, cancel: &CancelToken) -> io::Result<Option<View>> {
        match (self, ask) {
            (Self::Folder | Self::Told, _) | (_, Ask::Follow(_)) => Ok(Some(View::default())),
            (Self::Picture(picture), Ask::Window { size, .. } | Ask::Find { size, .. }) => {
                Ok(Some(picture.view(*size)))
            }
            (Self::Text(text), Ask::Window { at, size }) => text.window(*at, size.1, cancel),
            (Self::Hex(hex), Ask::Window { at, size }) => hex.window(*at, size.1).map(Some),
            (Self::Text(text), Ask::Find { pattern, from, back, size }) => {
                text.find(pattern, *from, *back, size.1, cancel)
            }
            (Self::Hex(hex), Ask::Find { pattern, from, back, size }) => {
                hex.find(pattern, *from, *back, size.1, cancel).map(Some)
            }
        }
    }

    pub(super) fn has_work(&self) -> bool {
        matches!(self, Self::Text(text) if text.has_work())
    }

    pub(super) fn work(&mut self, cancel: &CancelToken) -> io::Result<Option<View>> {
        if let Self::Text(text) = self { text.work(cancel) } else { Ok(None) }
    }

    /// Does something with the document as it is now, and again if it shrinks meanwhile.
    pub(super) fn fresh(
        &mut self,
        changes: &mut Changes,
        mut act: impl FnMut(&mut Self, &mut Changes) -> io::Result<Option<View>>,
    ) -> io::Result<Option<View>> {
        changes.note(self.refresh()?);
        match act(self, changes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                changes.note(self.refresh()?);
                act(self, changes)
            }
            result => result,
        }
    }

    fn refresh(&mut self) -> io::Result<Change> {
        match self {
            Self::Text(text) => text.refresh(),
            Self::Hex(hex) => hex.refresh(),
            Self::Picture(_) | Self::Folder | Self::Told => Ok(Change::None),
        }
    }
}

/// Keeps what was known of a link beside what is known of what it leads to.
fn merge(link: Option<About>, about: Option<About>) -> Option<About> {
    let (Some(link), Some(about)) = (&link, &about) else { return about.or(link) };
    let facts = link.facts.iter().chain(&about.facts).cloned().collect();
    Some(About { facts, ..about.clone() })
}

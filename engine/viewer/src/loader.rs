//! Reads a document on a thread of its own, so that keys never wait for a disk.
//!
//! The thread ends as soon as another document is opened: a disk that does not answer blocks only
//! its own document. A new request makes the thread drop the one it is working on.

use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fcp_browse::far::Machines;
use fcp_engine::error::{Action, OpError};
use fcp_engine::path::{DisplayName, FarPath};
use rustix::io::Errno;

use crate::archive::{self, Packing};
use crate::detect::{self, HEAD, Kind};
use crate::document::{About, Ask, Content, Line, Open, Spelling, Tint, View, ViewAs};
use crate::hex::Hex;
use crate::phrase::{DocumentKind, Phrase};
use crate::picture::Decoded;
use crate::source::{CLOSED, CancelToken, Source};
use crate::text::Text;
use crate::{far, folder, packed, plain};

/// Time a cursor has to stand before a file beside it is opened.
const REST: Duration = Duration::from_millis(60);

/// Time between two looks at a file that is followed.
const POLL: Duration = Duration::from_millis(500);

type Tell = Arc<dyn Fn(u64, View) + Send + Sync>;

/// Opens documents, one at a time, and tells what they hold.
pub struct Loader {
    means: Means,
    current: Mutex<Option<Current>>,
}

/// What documents are opened with.
#[derive(Clone)]
struct Means {
    spelling: Spelling,
    /// The other machines, if files of theirs are shown.
    machines: Option<Arc<Machines>>,
}

/// The document that is open.
struct Current {
    asks: Sender<(u64, Ask)>,
    newest: Arc<AtomicU64>,
    closed: Arc<AtomicBool>,
}

impl Drop for Current {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        self.newest.store(CLOSED, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Loader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Loader")
    }
}

impl Loader {
    /// Makes a loader without a document, that spells numbers, times and errors in the way of an app.
    pub fn new(spelling: Spelling) -> Self {
        Self { means: Means { spelling, machines: None }, current: Mutex::new(None) }
    }

    /// Shows the beginning of files on other machines, too.
    #[must_use]
    pub fn reaching(mut self, machines: Arc<Machines>) -> Self {
        self.means.machines = Some(machines);
        self
    }

    /// Opens a document, and closes the one before.
    ///
    /// What is loaded goes to `tell`, on the thread of the document, with the number of the request.
    pub fn open(&self, ticket: u64, open: Open, tell: impl Fn(u64, View) + Send + Sync + 'static) {
        let (asks, inbox) = mpsc::channel();
        let newest = Arc::new(AtomicU64::new(ticket));
        let closed = Arc::new(AtomicBool::new(false));
        let current = Current { asks, newest: Arc::clone(&newest), closed: Arc::clone(&closed) };
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Some(current);
        let tell: Tell = Arc::new(tell);
        let (told, means) = (Arc::clone(&tell), self.means.clone());
        let serve = move || serve(ticket, &open, &means, &inbox, &newest, &closed, &told);
        if let Err(error) = thread::Builder::new().name("viewer".to_owned()).spawn(serve) {
            let text = self.means.spelling.say(&Phrase::NoThread(error.to_string()));
            tell(ticket, words(About::default(), text, Tint::Bad));
        }
    }

    /// Asks something of the document that is open.
    pub fn ask(&self, ticket: u64, ask: Ask) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(current) = &*current else { return };
        current.newest.store(ticket, Ordering::Relaxed);
        if current.asks.send((ticket, ask)).is_err() {
            // The thread of the document has ended, and has told why.
        }
    }

    /// Closes the document.
    pub fn close(&self) {
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// What is open.
#[derive(Debug)]
enum Document {
    Text(Box<Text>),
    Hex(Hex),
    Picture(Decoded),
    /// A directory; all but what is counted below it was told when it was opened.
    Folder,
    /// All there is was told when it was opened.
    Told,
}

fn serve(
    ticket: u64,
    open: &Open,
    means: &Means,
    inbox: &Receiver<(u64, Ask)>,
    newest: &Arc<AtomicU64>,
    closed: &AtomicBool,
    tell: &Tell,
) {
    let spelling = &means.spelling;
    let mut next = None;
    if open.patient {
        match inbox.recv_timeout(REST) {
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
            Ok(ask) => next = Some(ask),
        }
    }
    let mut ticket = ticket;
    let mut size = open.size;
    let (mut document, view) = Document::open(open, means, ticket, newest);
    if matches!(document, Document::Folder | Document::Told) {
        // The document gives no other answer, so this one is for the newest request, too.
        ticket = newest.load(Ordering::Relaxed);
    }
    let about = view.about.clone();
    tell(ticket, view);
    if let (Document::Folder, Some(about), false) = (&document, about, open.patient) {
        // Not for a preview beside a panel: this reads a whole tree.
        let newest = || newest.load(Ordering::Relaxed);
        folder::measure(&open.path, &about, spelling, closed, |view| tell(newest(), view));
    }
    let mut follows = false;
    let mut works = true;
    loop {
        let ask = match next.take() {
            Some(ask) => Ok(ask),
            None if works && document.has_work() => inbox.try_recv().map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            }),
            None if follows => inbox.recv_timeout(POLL),
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let result = match ask {
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                let patience = CancelToken::new(newest, ticket);
                if works && document.has_work() {
                    document.work(&patience)
                } else {
                    document.grown(size.1, &patience)
                }
            }
            Ok((number, Ask::Follow(on))) => {
                (ticket, follows) = (number, on);
                continue;
            }
            Ok((number, ask)) => {
                ticket = number;
                if let Ask::Window { size: new, .. } | Ask::Find { size: new, .. } = &ask {
                    size = *new;
                }
                let patience = CancelToken::new(newest, ticket);
                // A replaced request for a window is not answered; a search still takes effect.
                if patience.is_over() && matches!(ask, Ask::Window { .. }) {
                    continue;
                }
                document.answer(&ask, &patience)
            }
        };
        match result {
            Ok(Some(view)) => tell(ticket, view),
            Ok(None) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                works = false;
                let trouble = Some(cannot(spelling, &open.path, Action::Read, &error));
                tell(ticket, View { trouble, ..View::default() });
            }
        }
    }
}

impl Document {
    /// Opens whatever has a name; what cannot be opened is told in words.
    fn open(open: &Open, means: &Means, ticket: u64, newest: &Arc<AtomicU64>) -> (Self, View) {
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

    fn enter(open: &Open, means: &Means, patience: &CancelToken) -> io::Result<(Self, View)> {
        let spelling = &means.spelling;
        let told = |view| Ok((Self::Told, view));
        if let Some((far, machines)) = FarPath::of(&open.path).zip(means.machines.as_ref()) {
            return match far::open(&far, machines, spelling, patience) {
                Ok(start) => {
                    let (document, view) = Self::of(start.source, open, spelling, patience)?;
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
                return match packed::open(&open.path, spelling, patience).ok_or(error)? {
                    Ok(source) => Self::of(source, open, spelling, patience),
                    Err(view) => told(*view),
                };
            }
            Err(error) => return Err(error),
        };
        let kind = meta.file_type();
        if kind.is_dir() {
            return Ok((Self::Folder, folder::view(&open.path, spelling, patience)?));
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
        Self::of(Source::open(&open.path)?, open, spelling, patience)
    }

    /// Opens what has these bytes.
    fn of(
        mut source: Source,
        open: &Open,
        spelling: &Spelling,
        patience: &CancelToken,
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
        let packing = match kind {
            Kind::Zip => Some(Packing::Zip),
            Kind::Tar => Some(Packing::Tar),
            Kind::Gzip if archive::is_tar_gzip(&source, patience) => Some(Packing::TarGzip),
            _ => None,
        };
        if let Some(packing) = packing {
            return told(archive::view(&source, packing, open.size.0, spelling, patience));
        }
        let document = match kind {
            Kind::Text => {
                let text = Text::new(source, &open.path, &head, open.encoding, spelling);
                Self::Text(Box::new(text))
            }
            Kind::Picture(format) => {
                match Decoded::decode(&source, format, open.cell, spelling, patience) {
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

    fn answer(&mut self, ask: &Ask, patience: &CancelToken) -> io::Result<Option<View>> {
        match (self, ask) {
            (Self::Folder | Self::Told, _) | (_, Ask::Follow(_)) => Ok(Some(View::default())),
            (Self::Picture(picture), Ask::Window { size, .. } | Ask::Find { size, .. }) => {
                Ok(Some(picture.view(*size)))
            }
            (Self::Text(text), Ask::Window { at, size }) => text.window(*at, size.1, patience),
            (Self::Hex(hex), Ask::Window { at, size }) => hex.window(*at, size.1).map(Some),
            (Self::Text(text), Ask::Find { pattern, from, back, size }) => {
                text.find(pattern, *from, *back, size.1, patience)
            }
            (Self::Hex(hex), Ask::Find { pattern, from, back, size }) => {
                hex.find(pattern, *from, *back, size.1, patience).map(Some)
            }
        }
    }

    fn has_work(&self) -> bool {
        matches!(self, Self::Text(text) if text.has_work())
    }

    fn work(&mut self, patience: &CancelToken) -> io::Result<Option<View>> {
        if let Self::Text(text) = self { text.work(patience) } else { Ok(None) }
    }

    fn grown(&mut self, rows: u16, patience: &CancelToken) -> io::Result<Option<View>> {
        match self {
            Self::Text(text) => text.grown(rows, patience),
            Self::Hex(hex) => hex.grown(rows),
            Self::Picture(_) | Self::Folder | Self::Told => Ok(None),
        }
    }
}

/// Keeps what was known of a link beside what is known of what it leads to.
fn merge(link: Option<About>, about: Option<About>) -> Option<About> {
    let (Some(link), Some(about)) = (&link, &about) else { return about.or(link) };
    let facts = link.facts.iter().chain(&about.facts).cloned().collect();
    Some(About { facts, ..about.clone() })
}

/// Tells something instead of showing it.
pub(crate) fn words(about: About, text: String, tint: Tint) -> View {
    let spans = vec![plain::span(text, tint)];
    let lines = vec![Line::default(), Line { at: 1, number: None, spans }];
    let content = Some(Content::Lines { lines, is_start: true, is_end: true });
    let about = Some(about);
    View { about, content, place: Some(0), ..View::default() }
}

fn cannot(spelling: &Spelling, path: &Path, action: Action, error: &io::Error) -> String {
    match error.raw_os_error() {
        Some(errno) => {
            let error = OpError::new(action, path, Errno::from_raw_os_error(errno));
            (spelling.error)(&error)
        }
        None => spelling.say(&Phrase::Unreadable(error.to_string())),
    }
}

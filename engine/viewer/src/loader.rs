//! Reads a document on a thread of its own, so that keys never wait for a disk.
//!
//! The thread ends as soon as another document is opened: a disk that does not answer blocks only
//! its own document. A new request makes the thread drop the one it is working on.

mod opened;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use fcp_browse::far::Machines;
use fcp_engine::error::{Action, OpError};
use rustix::io::Errno;

use crate::document::{About, Ask, At, Content, Line, Open, Spelling, Tint, View};
use crate::phrase::Phrase;
use crate::source::{CLOSED, CancelToken, Change};
use crate::{folder, plain};
use opened::Document;

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
        let serve = move || {
            let serve = || serve(ticket, &open, &means, &inbox, &newest, &closed, &told);
            if catch_unwind(AssertUnwindSafe(serve)).is_ok() {
                return;
            }
            // A bug, of which the panic hook has told the rest. Each request is answered, so that no
            // key does nothing without a word.
            let failed = || {
                let trouble = Some(means.spelling.say(&Phrase::Failed));
                View { trouble, ..View::default() }
            };
            told(newest.load(Ordering::Relaxed), failed());
            while let Ok((ticket, _)) = inbox.recv() {
                told(ticket, failed());
            }
        };
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

/// How the file has changed since it was opened.
#[derive(Debug, Default)]
struct Changes {
    /// Whether it has shrunk, and the user is still to be told.
    shrunk: bool,
    /// Whether its end is another than the one that was shown last.
    unseen: bool,
}

impl Changes {
    fn note(&mut self, change: Change) {
        match change {
            Change::None => {}
            Change::Grown => self.unseen = true,
            Change::Shrunk => *self = Self { shrunk: true, unseen: true },
        }
    }
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
    let mut changes = Changes::default();
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
                let cancel = CancelToken::new(newest, ticket);
                document.fresh(&mut changes, |it, changes| {
                    if follows && std::mem::take(&mut changes.unseen) {
                        it.answer(&Ask::Window { at: At::End, size }, &cancel)
                    } else if works && it.has_work() {
                        it.work(&cancel)
                    } else {
                        Ok(None)
                    }
                })
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
                let cancel = CancelToken::new(newest, ticket);
                // A replaced request for a window is not answered; a search still takes effect.
                if cancel.is_over() && matches!(ask, Ask::Window { .. }) {
                    continue;
                }
                document.fresh(&mut changes, |it, _| it.answer(&ask, &cancel))
            }
        };
        match result {
            Ok(Some(mut view)) => {
                if changes.shrunk {
                    view.trouble = Some(spelling.say(&Phrase::Shrunk));
                    // An answer to a request that was replaced is not shown.
                    changes.shrunk = CancelToken::new(newest, ticket).is_over();
                }
                tell(ticket, view);
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{BARE, ViewAs};

    #[test]
    fn a_thread_that_fails_answers_each_request_all_the_same() {
        let phrase = |phrase: &Phrase| match phrase {
            Phrase::Failed => "failed".to_owned(),
            _ => std::panic::resume_unwind(Box::new("a bug")),
        };
        let loader = Loader::new(Spelling { phrase, ..BARE });
        let (path, how, at) = ("/dev/null".into(), ViewAs::Auto, At::Offset(0));
        let open =
            Open { path, how, size: (80, 20), at, patient: false, encoding: None, cell: (1, 2) };
        let (sender, told) = mpsc::channel();
        loader.open(1, open, move |ticket, view| {
            sender.send((ticket, view.trouble)).unwrap_or_default();
        });
        let next = || told.recv_timeout(Duration::from_secs(60)).unwrap();
        assert_eq!(next(), (1, Some("failed".to_owned())));
        loader.ask(2, Ask::Window { at: At::End, size: (80, 20) });
        assert_eq!(next(), (2, Some("failed".to_owned())));
    }
}

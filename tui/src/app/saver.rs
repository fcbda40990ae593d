//! Saves panels, tabs and bookmarks while the program runs, so that a crash loses only a moment.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use super::model::Model;
use super::runner::session::Session;

/// Microseconds between a change and its writing; changes within that time are written together.
pub(crate) const DELAY: u64 = 1_000_000;

/// A thread that writes what it is sent, and gives in the end what it wrote last.
type Writer = (Sender<Vec<u8>>, JoinHandle<Vec<u8>>);

/// Writes the session from time to time.
#[derive(Debug)]
pub(crate) struct Saver {
    state: PathBuf,
    /// What was written last.
    kept: Vec<u8>,
    /// When to look for changes, in microseconds since the Unix epoch.
    due: Option<u64>,
    /// The thread that writes, since the disk of the home directory may block it.
    writer: Option<Writer>,
}

impl Saver {
    /// Starts with what the file holds; the first look is soon, as the command line may name other folders.
    pub(crate) fn new(state: &Path, kept: Vec<u8>, now: u64) -> Self {
        let (sender, inbox) = mpsc::channel::<Vec<u8>>();
        let (at, mut before) = (state.to_owned(), kept.clone());
        let writer = thread::spawn(move || {
            for text in inbox {
                // `finish` writes again at the end, and reports a failure.
                if Session::write(&at, &before, &text).is_ok() {
                    before = text;
                }
            }
            before
        });
        Self {
            state: state.to_owned(),
            kept,
            due: Some(now + DELAY),
            writer: Some((sender, writer)),
        }
    }

    /// Notes that the user has done something.
    pub(crate) fn touch(&mut self, now: u64) {
        self.due.get_or_insert(now + DELAY);
    }

    /// Gives when there may be something to write.
    pub(crate) fn wakes_at(&self) -> Option<u64> {
        self.due
    }

    /// Writes what has changed, if it is time to.
    pub(crate) fn save(&mut self, model: &Model) {
        if self.due.is_none_or(|due| due > model.now) {
            return;
        }
        self.due = None;
        let Ok(text) = Session::of(model).text() else { return };
        if text != self.kept
            && let Some((sender, _)) = &self.writer
            && sender.send(text.clone()).is_ok()
        {
            self.kept = text;
        }
    }

    /// Writes the session for the last time.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn finish(mut self, model: &Model) -> Result<(), String> {
        if let Some((sender, writer)) = self.writer.take() {
            drop(sender);
            // Wait for the thread: both would write the same temporary file. If it has panicked,
            // that was reported already.
            self.kept = writer.join().unwrap_or_default();
        }
        Session::write(&self.state, &self.kept, &Session::of(model).text()?)
    }
}

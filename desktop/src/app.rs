//! The state of the running program: panels, plans, jobs, questions, and the feed that tells windows of them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use fcp_engine::Engine;

use crate::edits::Edits;
use crate::feed::Feed;
use crate::jobs::Jobs;
use crate::native::Native;
use crate::panels::Panels;
use crate::plans::Plans;
use crate::preferences::Kept;
use crate::preview::Looks;
use crate::questions::Questions;
use crate::thumbs::Thumbs;
use crate::wire::Refusal;

/// Everything the program holds while it runs; what it shows is told by its [`Feed`].
#[derive(Debug)]
pub(crate) struct App {
    /// Tells the windows.
    pub(crate) feed: Feed,
    /// What the user chose.
    pub(crate) kept: Kept,
    /// Folders.
    pub(crate) panels: Panels,
    /// Small changes.
    pub(crate) edits: Edits,
    /// What is about to be done.
    pub(crate) plans: Plans,
    /// The queue as it is shown.
    pub(crate) jobs: Jobs,
    /// What needs the user.
    pub(crate) questions: Questions,
    /// What previews show.
    pub(crate) looks: Looks,
    /// Small pictures.
    pub(crate) thumbs: Thumbs,
    /// Windows, and what the desktop around them has.
    pub(crate) native: Native,
    /// The user's home directory.
    pub(crate) home: Option<PathBuf>,
    engine: OnceLock<Engine>,
}

impl App {
    /// Starts without an engine, so that the window need not wait for the queue.
    pub(crate) fn new(kept: Kept, home: Option<PathBuf>) -> Arc<Self> {
        Arc::new(Self {
            feed: Feed::default(),
            kept,
            panels: Panels::default(),
            edits: Edits::default(),
            plans: Plans::default(),
            jobs: Jobs::default(),
            questions: Questions::default(),
            looks: Looks::default(),
            thumbs: Thumbs::default(),
            native: Native::default(),
            home,
            engine: OnceLock::new(),
        })
    }

    /// Gives a variable of the environment, in which `HOME` is the home that was found.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        if name == "HOME" { self.home.clone().map(Into::into) } else { std::env::var_os(name) }
    }

    /// Takes the engine, once it is there.
    pub(crate) fn take_engine(&self, engine: Engine) {
        // Set once, at the start; a second call would be a bug.
        drop(self.engine.set(engine));
    }

    /// Gives the engine.
    pub(crate) fn engine(&self) -> Result<&Engine, Refusal> {
        self.engine.get().ok_or(Refusal::Not { text: "The queue is still being opened".to_owned() })
    }
}

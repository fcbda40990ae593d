//! Everything that the running program holds: its parts, each made of those below it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use fcp_browse::far::Machines;
use fcp_engine::link::Reach;
use fcp_presentation::machines;

use crate::after::After;
use crate::changing::Changing;
use crate::checksums::Checksums;
use crate::comparisons::Comparisons;
use crate::differences::Differences;
use crate::edits::Edits;
use crate::elevation::Elevations;
use crate::engine::EngineCell;
use crate::feed::Feed;
use crate::home_dir::HomeDir;
use crate::jobs::Jobs;
use crate::keys::Keys;
use crate::leave::Exit;
use crate::panels::Panels;
use crate::plans::Plans;
use crate::preferences::StateFile;
use crate::preview::Looks;
use crate::questions::Questions;
use crate::thumbs::Thumbs;
use crate::undo_stack::UndoStack;
use crate::user_commands::UserCommands;
use crate::viewer::Viewer;
use crate::windows::Windows;
use crate::windows::drop::Incoming;

/// The parts of the program; what they show is told by the [`Feed`].
#[derive(Debug)]
pub(crate) struct App {
    /// Gathers what changed, for the windows.
    pub(crate) feed: Arc<Feed>,
    /// What the user chose.
    pub(crate) saved: Arc<StateFile>,
    /// Runs jobs.
    pub(crate) engine: Arc<EngineCell>,
    /// The queue as it is shown.
    pub(crate) jobs: Arc<Jobs>,
    /// Folders.
    pub(crate) panels: Arc<Panels>,
    /// Small pictures.
    pub(crate) thumbs: Arc<Thumbs>,
    /// What needs the user.
    pub(crate) questions: Arc<Questions>,
    /// What is about to be done.
    pub(crate) plans: Arc<Plans>,
    /// Small changes.
    pub(crate) edits: Arc<Edits>,
    /// What is different in two folders.
    pub(crate) comparisons: Arc<Comparisons>,
    /// The keys in the user's file.
    pub(crate) keys: Keys,
    /// How two files differ.
    pub(crate) differences: Arc<Differences>,
    /// Commands of the user.
    pub(crate) user_commands: Arc<UserCommands>,
    /// What follows the queue.
    pub(crate) after: Arc<After>,
    /// What is done as administrator.
    pub(crate) elevations: Arc<Elevations>,
    /// Changes of modes and owners that run.
    pub(crate) changing: Arc<Changing>,
    /// Checksums of files.
    pub(crate) checksums: Arc<Checksums>,
    /// What previews show.
    pub(crate) looks: Looks,
    /// What the viewer shows.
    pub(crate) viewer: Viewer,
    /// Files of another program over a window.
    pub(crate) drag: Arc<Incoming>,
    /// The windows.
    pub(crate) windows: Arc<Windows>,
    /// Ends the program.
    pub(crate) exit: Arc<Exit>,
    /// Paths of launches that the copier has not asked about.
    pub(crate) launched: Mutex<Vec<PathBuf>>,
}

impl App {
    /// Starts without an engine, so that the window need not wait for the queue.
    ///
    /// `state` is our folder of the user's state.
    pub(crate) fn new(state: Option<PathBuf>, home: Option<PathBuf>) -> Arc<Self> {
        Self::reaching(state, home, machines::reach(|name| std::env::var_os(name)))
    }

    /// Does so, and reaches other machines in a way; a sentence says why there is none.
    pub(crate) fn reaching(
        state: Option<PathBuf>,
        home: Option<PathBuf>,
        reach: Result<Reach, String>,
    ) -> Arc<Self> {
        let feed = Arc::<Feed>::default();
        let kept = state.clone();
        let saved = StateFile::open(state, &feed);
        let engine = Arc::<EngineCell>::default();
        let changes = Arc::<UndoStack>::default();
        let home = HomeDir::new(home);
        let shared_home = home.clone();
        let jobs =
            Jobs::new(feed.clone(), saved.clone(), engine.clone(), changes.clone(), home.clone());
        let thumbs = Arc::<Thumbs>::default();
        let panels = Panels::new(
            feed.clone(),
            saved.clone(),
            home.clone(),
            engine.clone(),
            jobs.clone(),
            Machines::new(reach),
        );
        let questions = Questions::new(
            feed.clone(),
            saved.clone(),
            home.clone(),
            engine.clone(),
            jobs.clone(),
            thumbs.clone(),
        );
        let plans = Plans::new(
            feed.clone(),
            saved.clone(),
            home.clone(),
            engine.clone(),
            jobs.clone(),
            panels.clone(),
            thumbs.clone(),
        );
        let changing = Changing::new(feed.clone(), engine.clone());
        let edits = Edits::new(
            feed.clone(),
            home,
            changes,
            jobs.clone(),
            panels.clone(),
            plans.clone(),
            changing.clone(),
        );
        let comparisons =
            Comparisons::new(feed.clone(), engine.clone(), jobs.clone(), panels.clone(), kept);
        let keys = Keys::new(feed.clone(), saved.clone());
        let differences = Differences::new(
            feed.clone(),
            shared_home.clone(),
            panels.clone(),
            questions.clone(),
            comparisons.clone(),
        );
        let elevations = Elevations::new(feed.clone(), engine.clone(), jobs.clone(), shared_home);
        let checksums = Checksums::new(feed.clone());
        let looks = Looks::new(&panels);
        let viewer = Viewer::new(feed.clone(), panels.clone());
        let drag = Incoming::new(&feed);
        let windows =
            Windows::new(feed.clone(), saved.clone(), engine.clone(), plans.clone(), drag.clone());
        let user_commands = UserCommands::new(feed.clone(), panels.clone(), plans.clone());
        let exit = Exit::new(
            feed.clone(),
            saved.clone(),
            engine.clone(),
            drag.clone(),
            windows.clone(),
            elevations.clone(),
            changing.clone(),
        );
        let after = After::new(
            feed.clone(),
            jobs.clone(),
            user_commands.clone(),
            elevations.clone(),
            changing.clone(),
            exit.clone(),
        );
        Arc::new(Self {
            feed,
            saved,
            engine,
            jobs,
            panels,
            thumbs,
            questions,
            plans,
            edits,
            changing,
            comparisons,
            keys,
            differences,
            user_commands,
            after,
            elevations,
            checksums,
            looks,
            viewer,
            drag,
            windows,
            exit,
            launched: Mutex::default(),
        })
    }

    /// Stops what was computed for a window that was closed: no page is left that would stop it.
    pub(crate) fn left(&self) {
        self.comparisons.leave();
        self.checksums.leave();
    }
}

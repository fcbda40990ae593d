//! Everything the screen is a function of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fcp_engine::browse::Entry;
use fcp_engine::error::OpError;
use fcp_engine::event::{Command, Envelope, JobId, QuestionId};
use fcp_engine::spec::JobSpec;
use fcp_engine::view::{Eta, JobRow, JobsView, Speed};
use jiff::tz::TimeZone;

use super::dialog::Dialog;
use super::keys::Place;
use super::panel::Panel;
use super::work::{Errand, News, Work, lanes};

/// Width under which there is one panel.
pub const TWO_PANELS: u16 = 60;

/// Height from which the jobs share the screen with the panels.
pub const TALL: u16 = 30;

/// The state of the program.
#[derive(Debug)]
pub struct Model {
    /// Left and right.
    pub panels: [Panel; 2],
    /// The panel that keys go to: 0 or 1.
    pub side: usize,
    /// Whether the jobs are shown below the panels.
    pub drawer: bool,
    /// Whether keys go to the jobs.
    pub in_jobs: bool,
    /// The selected job.
    pub job: Option<JobId>,
    /// All jobs.
    pub jobs: JobsView,
    /// Speeds and times left as they are shown; they change once a second.
    pub paces: BTreeMap<JobId, Pace>,
    /// What is known of jobs beside their events.
    pub work: Work,
    /// What waits for the user in front of everything else.
    pub dialog: Option<Dialog>,
    /// Jobs whose questions were put off.
    pub later: BTreeSet<JobId>,
    /// Questions whose answer is on its way to the engine.
    pub answered: BTreeSet<QuestionId>,
    /// The last thing worth saying.
    pub notice: Option<Notice>,
    /// Whether jobs are kept in a queue, and so outlive the program.
    pub queued: bool,
    /// Jobs that were started here.
    pub mine: BTreeSet<JobId>,
    /// Whether the program ends as soon as its jobs allow it.
    pub leaving: bool,
    /// Whether the program is over.
    pub done: bool,
    /// The time in microseconds since the Unix epoch.
    pub now: u64,
    /// Columns and rows of the terminal.
    pub screen: (u16, u16),
    /// The directory that is written `~`.
    pub home: Option<PathBuf>,
    /// The zone of the clock.
    pub zone: TimeZone,
}

/// The speed and the time left of a job, held still for a second.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// When it was taken.
    pub at: u64,
    /// The speed.
    pub rate: Speed,
    /// The time left.
    pub eta: Option<Eta>,
}

/// One sentence in the status line.
#[derive(Clone, Debug)]
pub struct Notice {
    /// What kind of news it is.
    pub tone: Tone,
    /// The sentence.
    pub text: String,
}

/// What kind of news a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something ended well.
    Good,
    /// Something failed.
    Bad,
    /// Anything else.
    Plain,
}

/// What comes in.
#[derive(Debug)]
pub enum Msg {
    /// A key was pressed.
    Key(crossterm::event::KeyEvent),
    /// The terminal has another size.
    Resize(u16, u16),
    /// The engine tells something.
    Event(Envelope),
    /// A directory was listed; without `stat` first, then with it.
    Listed {
        /// The panel: 0 or 1.
        side: usize,
        /// The number of the request.
        ticket: u64,
        /// The entries.
        entries: Vec<Entry>,
        /// Bytes free there.
        free: Option<u64>,
    },
    /// A directory could not be listed.
    Unlisted {
        /// The panel: 0 or 1.
        side: usize,
        /// The number of the request.
        ticket: u64,
        /// Why.
        error: OpError,
    },
    /// A job was accepted.
    Submitted(JobId),
    /// The engine refused something.
    Refused(String),
    /// Something about jobs beside their events.
    Work(News),
    /// Whoever goes on with the jobs has taken over.
    Left,
    /// The process was asked to end.
    Stop,
    /// Time has passed.
    Tick,
}

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// List a directory.
    List {
        /// The panel: 0 or 1.
        side: usize,
        /// The number of the request.
        ticket: u64,
        /// The directory.
        dir: PathBuf,
    },
    /// Start a job.
    Submit(Box<JobSpec>),
    /// Ask something of a job.
    Command(Command),
    /// Ask something of the queue.
    Work(Errand),
    /// Put a text into the clipboard.
    Clipboard(String),
    /// Let the jobs go on in the background, without this program.
    HandOn,
}

impl Model {
    /// Starts with two directories.
    pub fn new(left: PathBuf, right: PathBuf) -> Self {
        Self {
            panels: [Panel::new(left), Panel::new(right)],
            side: 0,
            drawer: false,
            in_jobs: false,
            job: None,
            jobs: JobsView::new(),
            paces: BTreeMap::new(),
            work: Work::default(),
            dialog: None,
            later: BTreeSet::new(),
            answered: BTreeSet::new(),
            notice: None,
            queued: false,
            mine: BTreeSet::new(),
            leaving: false,
            done: false,
            now: 0,
            screen: (80, 24),
            home: None,
            zone: TimeZone::UTC,
        }
    }

    /// Gives the panel that keys go to.
    pub fn panel(&self) -> &Panel {
        &self.panels[self.side]
    }

    /// Gives the panel that keys go to.
    pub fn panel_mut(&mut self) -> &mut Panel {
        &mut self.panels[self.side]
    }

    /// Gives the place whose keys are live, dialogs aside.
    pub fn place(&self) -> Place {
        if self.in_jobs { Place::Jobs } else { Place::Panels }
    }

    /// Gives the jobs as they are listed.
    pub fn job_order(&self) -> Vec<JobId> {
        lanes(self).into_iter().flat_map(|lane| lane.jobs).collect()
    }

    /// Tells whether a job was started here; without a queue there are no others.
    pub fn work_is_here(&self, job: JobId) -> bool {
        !self.queued || self.mine.contains(&job)
    }

    /// Gives the selected job.
    pub fn selected(&self) -> Option<&JobRow> {
        self.jobs.row(self.job?)
    }

    /// Gives a path as people write it, escaped, with `~` for the home directory.
    pub fn path(&self, path: &Path) -> String {
        let shown = |path: &Path| fcp_engine::path::DisplayName::new(path).to_string();
        match self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", shown(rest)),
            None => shown(path),
        }
    }

    /// Gives when the screen changes by time alone, in microseconds since the Unix epoch.
    pub fn wakes_at(&self) -> Option<u64> {
        let unlocks = self.dialog.as_ref().and_then(Dialog::unlocks_at);
        let moves = |row: &JobRow| !row.is_over() && !row.paused && !row.waits_only();
        let pulse = self.jobs.rows().any(moves).then_some(self.now + 1_000_000);
        let unlocks = unlocks.filter(|&at| at > self.now);
        [unlocks, pulse, super::work::wakes_at(self)].into_iter().flatten().min()
    }
}

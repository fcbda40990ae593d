//! The model: all the state from which the screen is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_engine::event::{JobId, QuestionId};
use fcp_engine::path::parent_of;
use fcp_engine::view::{JobRow, JobsView};
use fcp_presentation::columns::Column;
use fcp_presentation::sizes::Sizes;
use jiff::tz::TimeZone;

use super::action::Action;
use super::after::After;
use super::command::UserCommand;
use super::dialog::Dialog;
use super::dialog::comparison::InStep;
use super::dialog::form::{FIND, FIND_TEXT};
use super::dialog::help::Help;
use super::dialog::transfer::Chosen;
pub(crate) use super::effect::{Effect, Run};
use super::history::History;
use super::key::Key;
use super::keymap::{self, Keymap, Place};
use super::listed::Listed;
pub(crate) use super::msg::Msg;
use super::notify::Notify;
use super::request::Request;
pub(crate) use super::state::{Going, Notice, Owners, Pace, Press, Register, Side, Tone, Typing};
use super::viewer::{Graphics, Viewer};
use super::widths::Widths;
use super::work::Work;
use fcp_browse::panel::{Entry, Panel, Row};
use fcp_presentation::undo::Changes;

/// Width under which there is one panel.
pub(crate) const TWO_PANELS: u16 = 60;

/// Height from which the jobs share the screen with the panels.
pub(crate) const TALL: u16 = 30;

/// Microseconds for which keys do nothing after a dialog has closed by itself: a user who was about to answer has not
/// seen yet that it is closed.
pub(crate) const VANISHED: u64 = 500_000;

/// The state of the program.
#[derive(Debug)]
pub(crate) struct Model {
    /// Left and right.
    pub sides: [Side; 2],
    /// The side that keys go to: 0 or 1.
    pub side: usize,
    /// Whether only that side is shown.
    pub one_panel: bool,
    /// The columns of the panels in their order; empty where the room decides.
    pub columns: Vec<Column>,
    /// How wide the user has made them.
    pub widths: Widths,
    /// Sizes of folders that were measured.
    pub sizes: Sizes,
    /// Folders that the user reaches by a letter.
    pub letters: BTreeMap<char, PathBuf>,
    /// Whether what is under the cursor is shown beside the panel.
    pub preview: bool,
    /// What is viewed on a page of its own.
    pub viewer: Option<Box<Viewer>>,
    /// What is viewed beside the panel.
    pub beside: Option<Box<Viewer>>,
    /// How the terminal shows pictures.
    pub graphics: Graphics,
    /// What is typed into the line of the panel: a search or a filter.
    pub typing: Option<Typing>,
    /// The last search in the panels.
    pub search: String,
    /// Whether files open in a window of their own.
    pub opens: bool,
    /// What the folders are known by that the user acts in.
    pub listed: Listed,
    /// What waits to be pasted.
    pub register: Option<Register>,
    /// Folders that were kept by the user.
    pub bookmarks: Vec<PathBuf>,
    /// Folders that the configuration names, to be listed with the bookmarks.
    pub places: Vec<PathBuf>,
    /// Folders of before, the last one first.
    pub visited: Vec<PathBuf>,
    /// What was chosen last before a copy or a move.
    pub chosen: Chosen,
    /// What was chosen last before a search.
    pub find: [usize; FIND.len()],
    /// What was chosen last for the text of a search.
    pub find_text: [usize; FIND_TEXT.len()],
    /// What was chosen last for the target of symlinks.
    pub link_target: usize,
    /// Lines that were typed before.
    pub history: History,
    /// What the left button went down on.
    pub pressed: Option<Press>,
    /// What is being dragged.
    pub drag: Option<Drag>,
    /// What can be undone and redone.
    pub changes: Changes,
    /// Names of users and groups.
    pub owners: Owners,
    /// Whether the jobs are shown below the panels.
    pub drawer: bool,
    /// Whether they open by themselves.
    pub opens_drawer: bool,
    /// Whether keys go to the jobs.
    pub in_jobs: bool,
    /// What follows when the queue has come to its end.
    pub after: Option<After>,
    /// Whether the command runs that followed the queue.
    pub runs_after: bool,
    /// Whether another program has the terminal, so that the user sees nothing of this one.
    pub is_lent: bool,
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
    /// When a dialog closed that the user had not closed, in microseconds since the Unix epoch.
    pub vanished_at: Option<u64>,
    /// The keys of the dialog, in front of it.
    pub dialog_help: Option<Help>,
    /// What the keys do.
    pub keymap: Keymap,
    /// Keys pressed that do not mean anything yet.
    pub pending: Vec<Key>,
    /// When the last of them was pressed, in microseconds since the Unix epoch.
    pub pressed_at: u64,
    /// When the user last pressed anything, in microseconds since the Unix epoch.
    pub typed_at: u64,
    /// Actions chosen from lists, the last one first.
    pub used: Vec<Action>,
    /// Jobs whose questions were put off.
    pub later: BTreeSet<JobId>,
    /// Questions whose answer is on its way to the engine.
    pub answered: BTreeSet<QuestionId>,
    /// The last thing worth saying.
    pub notice: Option<Notice>,
    /// Whether jobs are kept in a queue, and so outlive the program.
    pub queued: bool,
    /// Folders whose free space was asked for and not told yet: a dead mount never tells it.
    pub spaces_asked: BTreeSet<PathBuf>,
    /// The folder that the user has typed, until it is listed.
    pub going: Option<Going>,
    /// Listings that go up from a folder that was removed, by the number of the request.
    pub climbs: BTreeSet<u64>,
    /// Jobs that the queue does not have yet, by the number of the request.
    pub requests: BTreeMap<u64, Request>,
    /// Jobs that bring folders in step, until they have ended.
    pub in_step: Vec<InStep>,
    /// Whether the program runs as root, who needs no other rights.
    pub is_root: bool,
    /// How the user is told who looks elsewhere.
    pub notify: Notify,
    /// The user's own commands.
    pub commands: Vec<UserCommand>,
    /// Jobs that were started here.
    pub mine: BTreeSet<JobId>,
    /// Whether the program ends as soon as its jobs allow it.
    pub leaving: bool,
    /// When the program ends because of a signal, in microseconds since the Unix epoch.
    pub stop_by: Option<u64>,
    /// Small changes that are being made; the program does not end in the middle of one.
    pub editing: usize,
    /// Whether the program ends now.
    pub done: bool,
    /// Whether the shell keeps its directory when the program has ended.
    pub stay: bool,
    /// The time in microseconds since the Unix epoch.
    pub now: u64,
    /// Columns and rows of the terminal.
    pub screen: (u16, u16),
    /// Bits that new files do not get.
    pub umask: u32,
    /// The directory that is written `~`.
    pub home: Option<PathBuf>,
    /// Where settings and themes are named.
    pub config_file: PathBuf,
    /// The zone of the clock.
    pub zone: TimeZone,
    /// The number that the last request got.
    pub tickets: u64,
}

/// What the mouse carries.
#[derive(Debug)]
pub(crate) enum Carried<'a> {
    /// Nothing, or something that is gone by now.
    Nothing,
    /// An item that is not marked.
    One(Entry<'a>),
    /// All that is marked.
    Marked,
}

/// Items that the mouse carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drag {
    /// The side they come from.
    pub side: usize,
    /// The row that was pressed.
    pub row: usize,
    /// The name of the item there; none for the row that leads up.
    pub name: Option<OsString>,
    /// The side and the row below the mouse.
    pub over: Option<(usize, Option<usize>)>,
    /// Whether they would be moved.
    pub moves: bool,
}

impl Drag {
    /// Gives what is carried: the item that was pressed, and all that is marked if it is marked itself.
    pub(crate) fn carried<'a>(&self, model: &'a Model) -> Carried<'a> {
        let panel = model.sides[self.side].panel();
        let pressed = panel.shown().find(|entry| Some(entry.name) == self.name.as_deref());
        match pressed {
            None => Carried::Nothing,
            Some(entry) if panel.marks().has(entry.index) => Carried::Marked,
            Some(entry) => Carried::One(entry),
        }
    }

    /// Gives the folder that the items would go into: that of the other panel, or one under the
    /// mouse. Where they are already, nothing happens.
    pub(crate) fn destination(
        &self,
        model: &Model,
        side: usize,
        row: Option<usize>,
    ) -> Option<PathBuf> {
        let panel = model.sides[side].panel();
        if let Some(Row::Entry(entry)) = row.and_then(|row| panel.row(row))
            && entry.enters()
            && !(side == self.side && row == Some(self.row))
        {
            return Some(panel.dir.join(entry.name));
        }
        if let Some(Row::Parent) = row.and_then(|row| panel.row(row)) {
            return parent_of(&panel.dir).map(Path::to_owned);
        }
        (side != self.side).then(|| panel.dir.clone())
    }
}

impl Model {
    /// Starts with two directories.
    pub(crate) fn new(left: PathBuf, right: PathBuf) -> Self {
        Self {
            sides: [Side::new(left), Side::new(right)],
            side: 0,
            one_panel: false,
            columns: Vec::new(),
            widths: Widths::default(),
            sizes: Sizes::default(),
            letters: BTreeMap::new(),
            preview: false,
            viewer: None,
            beside: None,
            graphics: Graphics::default(),
            typing: None,
            search: String::new(),
            opens: false,
            listed: Listed::default(),
            register: None,
            bookmarks: Vec::new(),
            is_root: false,
            notify: Notify::default(),
            commands: Vec::new(),
            places: Vec::new(),
            visited: Vec::new(),
            chosen: Chosen::default(),
            find: [0; FIND.len()],
            find_text: [0; FIND_TEXT.len()],
            link_target: 0,
            history: History::default(),
            pressed: None,
            drag: None,
            changes: Changes::default(),
            owners: Owners::default(),
            drawer: false,
            opens_drawer: true,
            in_jobs: false,
            after: None,
            runs_after: false,
            is_lent: false,
            job: None,
            jobs: JobsView::new(),
            paces: BTreeMap::new(),
            work: Work::default(),
            dialog: None,
            vanished_at: None,
            dialog_help: None,
            keymap: keymap::default(),
            pending: Vec::new(),
            pressed_at: 0,
            typed_at: 0,
            used: Vec::new(),
            later: BTreeSet::new(),
            answered: BTreeSet::new(),
            notice: None,
            queued: false,
            spaces_asked: BTreeSet::new(),
            going: None,
            climbs: BTreeSet::new(),
            requests: BTreeMap::new(),
            in_step: Vec::new(),
            mine: BTreeSet::new(),
            leaving: false,
            stop_by: None,
            editing: 0,
            done: false,
            stay: false,
            now: 0,
            screen: (80, 24),
            umask: 0o022,
            home: None,
            config_file: PathBuf::from("config.toml"),
            zone: TimeZone::UTC,
            tickets: 0,
        }
    }

    /// Gives the panel that keys go to.
    pub(crate) fn panel(&self) -> &Panel {
        self.sides[self.side].panel()
    }

    /// Gives the panel that keys go to.
    pub(crate) fn panel_mut(&mut self) -> &mut Panel {
        self.sides[self.side].panel_mut()
    }

    /// Gives the panel on the other side.
    pub(crate) fn other(&self) -> &Panel {
        self.sides[1 - self.side].panel()
    }

    /// Gives the panel on the other side.
    pub(crate) fn other_mut(&mut self) -> &mut Panel {
        self.sides[1 - self.side].panel_mut()
    }

    /// Finds the panel that a request was made for.
    pub(crate) fn asker(&mut self, ticket: u64) -> Option<&mut Panel> {
        let panels = self.sides.iter_mut().flat_map(|side| &mut side.tabs);
        panels.into_iter().find(|panel| panel.ticket == ticket)
    }

    /// Finds the panel that asked for sizes and times.
    pub(crate) fn filler(&mut self, ticket: u64) -> Option<&mut Panel> {
        let panels = self.sides.iter_mut().flat_map(|side| &mut side.tabs);
        panels.into_iter().find(|panel| panel.filling == ticket)
    }

    /// Tells whether the program may end.
    pub(crate) fn is_over(&self) -> bool {
        self.done && (self.editing == 0 || self.is_out_of_time())
    }

    /// Tells whether a signal leaves no more time.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.stop_by.is_some_and(|at| self.now >= at)
    }

    /// Gives a number for a request.
    pub(crate) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// Says something in the status line.
    pub(crate) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice { tone, text: text.into() });
    }

    /// Gives the place whose keys are live, dialogs aside.
    pub(crate) fn place(&self) -> Place {
        match (&self.viewer, self.in_jobs) {
            (Some(_), _) => Place::Viewer,
            (None, true) => Place::Jobs,
            (None, false) => Place::Panels,
        }
    }

    /// Closes the dialog although the user has not closed it.
    pub(crate) fn vanish(&mut self) {
        (self.dialog, self.vanished_at) = (None, Some(self.now));
    }

    /// Tells whether keys may still be meant for a dialog that has closed by itself: a letter of its answers would
    /// begin a search in the panel.
    pub(crate) fn rests(&self) -> bool {
        let at = self.vanished_at.filter(|_| self.dialog.is_none());
        at.is_some_and(|at| self.now < at.saturating_add(VANISHED))
    }

    /// Tells whether a job was started here; without a queue there are no others.
    pub(crate) fn is_mine(&self, job: JobId) -> bool {
        !self.queued || self.mine.contains(&job)
    }

    /// Gives the selected job.
    pub(crate) fn selected(&self) -> Option<&JobRow> {
        self.jobs.row(self.job?)
    }

    /// Gives a path as people write it, escaped, with `~` for the home directory.
    pub(crate) fn path(&self, path: &Path) -> String {
        let shown = |path: &Path| fcp_engine::path::DisplayName::new(path).to_string();
        match self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) if rest.as_os_str().is_empty() => "~".to_owned(),
            Some(rest) => format!("~/{}", shown(rest)),
            None => shown(path),
        }
    }
}

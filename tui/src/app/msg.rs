//! Defines the messages that the model receives and the effects that it asks for.

use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use crossterm::event::KeyEvent;
use fcp_browse::edit::Edit;
use fcp_browse::{Batch, FindEnd, FindSpec, Listing, Measure, Meta, Mount, Room, Space};
use fcp_engine::error::OpError;
use fcp_engine::event::{Command, Envelope, JobId};
use fcp_engine::queue::Adding;
use fcp_engine::spec::JobSpec;
use fcp_engine::trash::Trashed;
use fcp_presentation::undo::Number;

use super::command::Context;
use super::model::Owners;
use super::mouse::Mouse;
use super::undo::{Deed, Outcome};
use super::viewer::{View, Wish};
use super::work::{Errand, News};

/// A message to the model: input, an event of the engine, or the result of an effect.
#[derive(Debug)]
pub enum Msg {
    /// An event of the terminal; the loop translates it, since its meaning depends on the screen.
    Typed(crossterm::event::Event),
    /// The shell stops or continues the program; the loop gives the terminal back or takes it.
    JobControl(super::suspend::JobControl),
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(Mouse),
    /// Text was pasted into the terminal.
    Pasted(String),
    /// The terminal has another size.
    Resize(u16, u16),
    /// An event of the engine.
    Event(Envelope),
    /// Names of a directory: the first ones of a large one, or all.
    Listed {
        /// The number of the request.
        ticket: u64,
        /// The names.
        listing: Arc<Listing>,
        /// Whether these are all.
        whole: bool,
        /// The space of its filesystem.
        space: Option<Space>,
    },
    /// Sizes and times of a chunk of a directory were read.
    Filled {
        /// The number of the request.
        ticket: u64,
        /// The number of the chunk.
        chunk: usize,
        /// What `stat` says.
        metas: Arc<[Option<Meta>]>,
    },
    /// A directory was listed with all sizes and times.
    Whole {
        /// The number of the request.
        ticket: u64,
        /// Microseconds it took.
        took: u64,
    },
    /// A directory could not be listed.
    Unlisted {
        /// The number of the request.
        ticket: u64,
        /// Why.
        error: OpError,
    },
    /// A directory that is shown has changed.
    Changed(PathBuf),
    /// Directories that can only be watched by looking again and again.
    Polled(Vec<PathBuf>),
    /// The free space of a folder that is shown.
    Space {
        /// The folder.
        dir: PathBuf,
        /// The space of its filesystem.
        space: Option<Space>,
    },
    /// Names of users and groups.
    Owners(Owners),
    /// A search found something.
    Found {
        /// The number of the request.
        ticket: u64,
        /// The hits.
        batch: Batch,
    },
    /// A search has finished.
    FoundAll {
        /// The number of the request.
        ticket: u64,
        /// How it ended.
        end: FindEnd,
    },
    /// A directory was measured, or a part of it.
    Measured {
        /// The number of the request.
        ticket: u64,
        /// Its name in the panel; none for everything that was asked for together.
        name: Option<OsString>,
        /// How much there is so far.
        measure: Measure,
        /// Whether that is all.
        whole: bool,
    },
    /// Folders whose names begin as a typed path does.
    Completed {
        /// The number of the request.
        ticket: u64,
        /// Their paths.
        paths: Vec<PathBuf>,
    },
    /// The mounted filesystems.
    Mounts(Vec<(Mount, Option<Space>)>),
    /// The space at the destination of the dialog.
    Room {
        /// The number of the request.
        ticket: u64,
        /// The destination that was asked about.
        to: PathBuf,
        /// What is known of it.
        room: Room,
    },
    /// Bytes that other jobs of the queue will still write to the filesystem of a destination.
    Claimed {
        /// The number of the request.
        ticket: u64,
        /// The destination.
        to: PathBuf,
        /// The bytes, as far as they are counted.
        bytes: u64,
    },
    /// What a copy or a move would do.
    Planned {
        /// The number of the request.
        ticket: u64,
        /// The lines that tell it, or why it cannot run.
        plan: Result<Vec<String>, String>,
    },
    /// The bookmarks, with those that other programs have added.
    Bookmarks(Vec<PathBuf>),
    /// What is in the trash, or why it cannot be read.
    Trashed(Result<Vec<Trashed>, String>),
    /// Names of users and of groups that the system knows.
    Accounts([Vec<String>; 2]),
    /// A small change was made, or not.
    Edited {
        /// The change.
        deed: Deed,
        /// How it went.
        outcome: Outcome,
    },
    /// A small change was undone, or could not be.
    Unedited {
        /// The number of the change.
        number: Number,
        /// What the change was.
        deed: Deed,
        /// What undoes it.
        edit: Edit,
        /// How it went.
        result: Result<String, String>,
    },
    /// An undo was added to the queue.
    Undoing {
        /// The job that is undone.
        of: JobId,
        /// The undo.
        by: JobId,
    },
    /// What a viewer asked for was loaded.
    Viewed {
        /// The number of the request.
        ticket: u64,
        /// What was loaded.
        view: Box<View>,
    },
    /// A job was accepted.
    Submitted(JobId),
    /// The queue has the job of a request, or has refused it.
    Added {
        /// The number of the request.
        ticket: u64,
        /// The job, or why there is none.
        result: Result<JobId, String>,
    },
    /// The engine refused something.
    Refused(String),
    /// The jobs could not be left to the background, and why.
    Stays(String),
    /// Something about jobs beside their events.
    Work(News),
    /// Another program ran, and the directories may have changed.
    Ran {
        /// What it left to say.
        result: Result<(), String>,
        /// Columns and rows of the terminal.
        screen: (u16, u16),
    },
    /// Names were edited in the editor.
    Named {
        /// The names, as many as there are lines; or why there are none.
        result: Result<Vec<OsString>, String>,
        /// Columns and rows of the terminal.
        screen: (u16, u16),
    },
    /// The engine has started.
    Started {
        /// Whether it has a queue.
        queued: bool,
        /// A notice for the user: why there is no queue, or that an old one was put aside.
        notice: Option<String>,
    },
    /// The background process has taken over the jobs, or none was needed.
    Left,
    /// The process was asked to end.
    Stop,
    /// Time has passed.
    Tick,
}

/// An effect: what the program does outside the model.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// List a directory.
    List {
        /// The number of the request; the one before it of the same panel ends.
        ticket: u64,
        /// The request that it replaces.
        instead: u64,
        /// The directory.
        dir: PathBuf,
        /// The entries that are on the screen.
        visible: Range<usize>,
    },
    /// Ask all entries of a listing for sizes and times.
    Fill {
        /// The number of the request; the one before it ends.
        ticket: u64,
        /// The request that it replaces.
        instead: u64,
        /// The directory.
        dir: PathBuf,
        /// The names.
        listing: Arc<Listing>,
        /// The entries that are on the screen.
        visible: Range<usize>,
    },
    /// Look how much space the filesystem of a folder has.
    Space(PathBuf),
    /// Watch these directories and no others.
    Watch(Vec<PathBuf>),
    /// Search below a directory.
    Find {
        /// The number of the request.
        ticket: u64,
        /// The request that it replaces.
        instead: u64,
        /// The directory.
        root: PathBuf,
        /// What for.
        what: FindSpec,
    },
    /// Count what is in directories.
    Measure {
        /// The number of the request.
        ticket: u64,
        /// The directory of the panel.
        dir: PathBuf,
        /// Names in it, each measured by itself; or all together.
        names: Vec<OsString>,
        /// Whether they are counted together.
        together: bool,
    },
    /// End a request.
    Drop(u64),
    /// Look which folders begin like this.
    Complete {
        /// The number of the request.
        ticket: u64,
        /// The beginning of a path.
        start: PathBuf,
    },
    /// Look which filesystems are mounted.
    Mounts,
    /// Look at the destination of a copy.
    Room {
        /// The number of the request.
        ticket: u64,
        /// A source.
        from: PathBuf,
        /// The destination, which need not exist yet.
        to: PathBuf,
    },
    /// Open a document, or ask something of the one that is open.
    View {
        /// The number of the request.
        ticket: u64,
        /// The request to the loader.
        wish: Wish,
    },
    /// Close the document that is open.
    Unview,
    /// Look which users and groups the system knows.
    Accounts,
    /// Make a small change.
    Edit(Deed),
    /// Undo a small change.
    Unedit {
        /// The number of the change.
        number: Number,
        /// What the change was.
        deed: Deed,
        /// What undoes it.
        edit: Edit,
    },
    /// Find out what a copy or a move would do.
    Plan {
        /// The number of the request.
        ticket: u64,
        /// The request.
        spec: Box<JobSpec>,
        /// A directory that would have to be made first.
        missing: Option<PathBuf>,
    },
    /// Add a job to the queue in a certain way.
    Add {
        /// The number of the request; 0 until the update has noted it.
        ticket: u64,
        /// The request.
        spec: Box<JobSpec>,
        /// Its way into the queue.
        adding: Adding,
        /// A directory that has to be made first.
        missing: Option<PathBuf>,
        /// Bytes that have to fit at the destination; none if the user starts it anyway.
        needs: Option<u64>,
    },
    /// Look what is in the trash.
    Trashed,
    /// Ask something of a job.
    Command(Command),
    /// Ask something of the queue.
    Work(Errand),
    /// Let a background process continue the jobs after this program has ended.
    HandOn,
    /// Put text on the clipboard.
    Clipboard(String),
    /// Ring the bell of the terminal.
    Bell,
    /// Give the terminal back to the shell until the shell continues the program.
    Suspend,
    /// Give the terminal to another program.
    Run(Run),
    /// Keep a bookmark, or remove it.
    Bookmark {
        /// The folder.
        dir: PathBuf,
        /// Whether it becomes a bookmark.
        add: bool,
    },
}

impl Effect {
    /// Starts a job as soon as it may.
    pub fn submit(spec: JobSpec) -> Self {
        Self::Add {
            ticket: 0,
            spec: Box::new(spec),
            adding: Adding::default(),
            missing: None,
            needs: None,
        }
    }
}

/// Another program that gets the terminal for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// The user's editor.
    Edit {
        /// The file.
        path: PathBuf,
    },
    /// The user's editor, for names.
    Names {
        /// The names.
        names: Vec<OsString>,
    },
    /// The program that the desktop knows for a file; it does not get the terminal.
    Open {
        /// The file.
        path: PathBuf,
    },
    /// A command line.
    Command {
        /// The command, with its placeholders replaced.
        line: OsString,
        /// Where it runs, and for what.
        context: Context,
    },
    /// The user's shell.
    Shell {
        /// Where.
        dir: PathBuf,
    },
    /// What was on the terminal before, until a key is pressed.
    Screen,
}

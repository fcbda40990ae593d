//! Defines the messages that the model receives and the effects that it asks for.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use crossterm::event::KeyEvent;
use fcp_browse::edit::{Edit, Known};
use fcp_browse::{
    Batch, CompareBatch, CompareEnd, FindEnd, Identity, Listing, Measure, Meta, Mount, Room, Space,
    Summed,
};
use fcp_engine::error::OpError;
use fcp_engine::event::{Envelope, JobId, QuestionId};
use fcp_engine::spec::JobSpec;
use fcp_engine::trash::Contents;
use fcp_presentation::diff::Diff;
use fcp_presentation::divided::Seen;
use fcp_presentation::programs::Programs;
use fcp_presentation::properties::Properties;
use fcp_presentation::sync::Recalled;
use fcp_presentation::undo::Number;

use super::action::Action;
use super::effect::Effect;
use super::model::Owners;
use super::mouse::Mouse;
use super::request::Refusal;
use super::undo::Outcome;
use super::viewer::View;
use super::work::News;
use fcp_presentation::undo::EditRequest;

/// A message to the model: input, an event of the engine, or the result of an effect.
#[derive(Debug)]
pub(crate) enum Msg {
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
    /// What the folder is known by whose names follow.
    Identity {
        /// The number of the request.
        ticket: u64,
        /// What it is known by.
        identity: Identity,
    },
    /// A folder was looked at again, whether it is still the one that a panel lists.
    LookedAgain {
        /// The folder.
        dir: PathBuf,
        /// What the listed one is known by.
        listed: Identity,
        /// What the folder is known by that is there now; none if there is none.
        now: Option<Identity>,
    },
    /// The folders of an effect are those that were listed.
    Checked(Box<Effect>),
    /// Folders were replaced since they were listed, and an effect was not carried out.
    Replaced {
        /// The folders.
        dirs: Vec<PathBuf>,
        /// The effect.
        effect: Box<Effect>,
    },
    /// The names that follow are those of a folder in an archive.
    InArchive {
        /// The number of the request.
        ticket: u64,
        /// The archive.
        archive: PathBuf,
        /// Why there may be more in it than was listed.
        damage: Option<OpError>,
        /// Entries that are not shown, since their names lead out of the archive.
        unsafe_names: u64,
    },
    /// The names that follow are those of a folder of another machine, which has told its whole path.
    Elsewhere {
        /// The number of the request.
        ticket: u64,
        /// The folder.
        dir: PathBuf,
    },
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
    /// Two folders that are compared were kept in step before.
    Recalled {
        /// The number of the request.
        ticket: u64,
        /// What is known of them.
        recalled: Recalled,
    },
    /// What two folders have in common was stored, or not.
    Remembered {
        /// Whether to tell the user that it succeeded.
        tells: bool,
        /// Why it failed.
        result: Result<(), String>,
    },
    /// It was forgotten that the folders of a comparison are kept in step.
    Forgotten {
        /// The number of the comparison.
        ticket: u64,
    },
    /// The request that does again what failed in a job, for the administrator.
    Retried(Box<JobSpec>),
    /// Two trees were compared further.
    Compared {
        /// The number of the request.
        ticket: u64,
        /// What was found.
        batch: CompareBatch,
    },
    /// Two trees were compared, or could not be.
    ComparedAll {
        /// The number of the request.
        ticket: u64,
        /// What was found in all, or why nothing was.
        result: Result<CompareEnd, OpError>,
    },
    /// Two files were compared, or could not be.
    Diffed {
        /// The number of the request.
        ticket: u64,
        /// How they differ, or why that is not known.
        result: Result<Diff, OpError>,
    },
    /// The folder under the cursor is that of a plan.
    PlanFound {
        /// The number of the request.
        ticket: u64,
        /// The folder.
        dir: PathBuf,
    },
    /// A plan was looked at, or cannot be watched.
    PlanSeen {
        /// The number of the request.
        ticket: u64,
        /// How far it is, or why that is not known.
        seen: Result<Box<Seen>, String>,
        /// The time until the next look.
        rest: Duration,
    },
    /// Properties of items were read, or could not be.
    Inspected {
        /// The number of the request.
        ticket: u64,
        /// What is known by now, or why nothing is.
        known: Result<Box<Properties>, OpError>,
        /// Whether that is all.
        is_done: bool,
    },
    /// Checksums of files were computed.
    Summed {
        /// The number of the request.
        ticket: u64,
        /// The files since the last message.
        rows: Vec<Summed>,
        /// Files and bytes that were read so far.
        progress: (u64, u64),
        /// Whether these are all.
        is_done: bool,
    },
    /// A directory that is shown has changed.
    Changed {
        /// The directory.
        dir: PathBuf,
        /// Whether it can only be watched by looking again and again from now on.
        polled: bool,
    },
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
    /// All folders of a request were measured.
    Sized {
        /// The number of the request.
        ticket: u64,
    },
    /// Folders whose names begin as a typed path does.
    Completed {
        /// The number of the request.
        ticket: u64,
        /// Their paths.
        paths: Vec<PathBuf>,
    },
    /// Which of the items marked in all folders are gone, or have become something else.
    MarksSeen {
        /// What the program does with the others.
        action: Action,
        /// Those that are gone.
        gone: BTreeSet<PathBuf>,
    },
    /// The programs that the desktop knows for a file.
    Programs(PathBuf, Programs),
    /// The mounted filesystems.
    Mounts(Vec<(Mount, Option<Space>)>),
    /// Which items are about to be renamed.
    Identified {
        /// The number of the request.
        ticket: u64,
        /// What tells each from others that may come to its name.
        known: Known,
    },
    /// Whether an item can be deleted that no trash takes.
    Untrashed {
        /// The question about it.
        question: QuestionId,
        /// Whether it can.
        deletable: bool,
    },
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
    Trashed(Result<Contents, String>),
    /// Names of users and of groups that the system knows.
    Accounts([Vec<String>; 2]),
    /// The machines that the user's file for ssh names.
    Machines(Vec<String>),
    /// A small change was made, or not.
    Edited {
        /// The change.
        request: EditRequest,
        /// How it went.
        outcome: Outcome,
    },
    /// A small change was undone, or could not be.
    Unedited {
        /// The number of the change.
        number: Number,
        /// What the change was.
        request: EditRequest,
        /// What undoes it.
        edit: Edit,
        /// How it went.
        result: Result<(), String>,
    },
    /// An undo was added to the queue.
    Undoing {
        /// The job that is undone.
        of: JobId,
        /// The undo.
        by: JobId,
    },
    /// The job that was taken for the last change can never be undone.
    NeverUndone(JobId),
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
        result: Result<JobId, Refusal>,
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
    /// The user has left the shell below the panels.
    LeftShell {
        /// The folder that it has changed to, or why there is no shell.
        result: Result<Option<PathBuf>, String>,
        /// Columns and rows of the terminal.
        screen: (u16, u16),
    },
    /// The command that followed the queue has ended, and how.
    Followed(Result<String, String>),
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

/// Sends a message. If the receiver is gone, the program is ending, and the thread only parks.
pub(crate) fn send(back: &Sender<Msg>, msg: Msg) {
    if back.send(msg).is_err() {
        thread::park();
    }
}

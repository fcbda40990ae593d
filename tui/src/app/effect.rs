//! Defines the effects: what the program is to do outside the model.

use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use fcp_browse::edit::Edit;
use fcp_browse::{CompareSpec, FindSpec, Identity, Listing};
use fcp_engine::event::{Command, FileKind, QuestionId};
use fcp_engine::queue::Adding;
use fcp_engine::spec::JobSpec;
use fcp_engine::sum::Algorithm;
use fcp_presentation::undo::Number;

use super::action::Action;
use super::command::Context;
use super::viewer::ViewerRequest;
use super::work::QueueRequest;
use fcp_presentation::undo::EditRequest;

/// An effect: what the program does outside the model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
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
    /// Compare two directories and all that is in them.
    Compare {
        /// The number of the request.
        ticket: u64,
        /// The request that it replaces.
        instead: u64,
        /// The directory of the left panel, and that of the right one.
        roots: [PathBuf; 2],
        /// How.
        spec: CompareSpec,
    },
    /// Store what two directories have in common, so that they are kept in step.
    Remember {
        /// The directory of the left panel, and that of the right one.
        roots: [PathBuf; 2],
        /// How they are compared.
        spec: CompareSpec,
        /// Whether the user is told that it was done.
        tells: bool,
    },
    /// Forget that two directories are kept in step.
    Forget {
        /// The number of the comparison that shows them.
        ticket: u64,
        /// The directory of the left panel, and that of the right one.
        roots: [PathBuf; 2],
    },
    /// Compare the contents of two files.
    Diff {
        /// The number of the request.
        ticket: u64,
        /// The file on the left, and the one on the right.
        paths: [PathBuf; 2],
        /// Whether lines are equal that differ by spaces alone.
        ignores_space: bool,
    },
    /// Look whether a folder is that of a plan.
    LookForPlan {
        /// The number of the request.
        ticket: u64,
        /// The folder.
        dir: PathBuf,
    },
    /// Watch how processes run the parts of a plan.
    WatchPlan {
        /// The number of the request.
        ticket: u64,
        /// The folder of the plan.
        dir: PathBuf,
    },
    /// Compute the checksums of files, and of all files in directories.
    Sum {
        /// The number of the request.
        ticket: u64,
        /// The request that it replaces.
        instead: u64,
        /// The files and directories.
        paths: Vec<PathBuf>,
        /// How.
        algorithm: Algorithm,
    },
    /// Read what is known of items, and count what is in directories among them.
    Inspect {
        /// The number of the request.
        ticket: u64,
        /// The items.
        paths: Vec<PathBuf>,
    },
    /// Count what is in directories.
    Measure {
        /// The number of the request.
        ticket: u64,
        /// The directory of the panel.
        dir: PathBuf,
        /// Names in it, each measured by itself; or all together.
        names: Vec<OsString>,
        /// Large files there, of which only the holes are counted.
        files: Vec<OsString>,
        /// Whether they are counted together.
        together: bool,
    },
    /// Look whether a folder is still the one that a panel lists.
    LookAgain {
        /// The folder.
        dir: PathBuf,
        /// What the listed one is known by.
        listed: Identity,
    },
    /// Carry out an effect if folders are still those that were listed.
    Checked {
        /// The folders, and what the listed ones are known by.
        listed: Vec<(PathBuf, Identity)>,
        /// The effect.
        effect: Box<Effect>,
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
        /// Items of which one at least must be an archive.
        archives: Vec<PathBuf>,
    },
    /// Look which items are about to be renamed.
    Identify {
        /// The number of the request.
        ticket: u64,
        /// Where they are.
        dir: PathBuf,
        /// Their names.
        names: Vec<OsString>,
    },
    /// Look whether an item can be deleted that no trash takes.
    LookAtUntrashed {
        /// The question about it.
        question: QuestionId,
        /// The item.
        path: PathBuf,
    },
    /// Open a document, or ask something of the one that is open.
    View {
        /// The number of the request.
        ticket: u64,
        /// The request to the loader.
        wish: ViewerRequest,
    },
    /// Close the document that is open.
    CloseViewer,
    /// Look which users and groups the system knows.
    Accounts,
    /// Look which machines the user's file for ssh names.
    Machines,
    /// Make a small change.
    Edit(EditRequest),
    /// Undo a small change.
    UndoEdit {
        /// The number of the change.
        number: Number,
        /// What the change was.
        request: EditRequest,
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
    Work(QueueRequest),
    /// Let a background process continue the jobs after this program has ended.
    HandOn,
    /// Put text on the clipboard.
    Clipboard(String),
    /// Tell the user, who may look elsewhere, through the terminal.
    Notify(String),
    /// Draw all of the screen anew: another program may have printed on it.
    Redraw,
    /// Give the terminal back to the shell until the shell continues the program.
    Suspend,
    /// Look which of the marked items are still there, before an action with all of them.
    LookAtMarks {
        /// The action.
        action: Action,
        /// The items, with the types that they had.
        marks: Vec<(PathBuf, FileKind)>,
    },
    /// Look which programs the desktop knows for a file.
    Programs(PathBuf),
    /// Run a command without the terminal, since the user may not be there to press a key.
    RunAfterwards {
        /// The command, with its placeholders replaced.
        line: OsString,
        /// The command as it was typed.
        typed: String,
        /// Where it runs, and for what.
        context: Box<Context>,
    },
    /// Suspend the machine.
    SuspendMachine,
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
    pub(crate) fn submit(spec: JobSpec) -> Self {
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
pub(crate) enum Run {
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
        /// The command as the user typed it.
        typed: String,
        /// Where it runs, and for what.
        context: Context,
        /// Whether the terminal shows what it printed until a key is pressed.
        waits: bool,
    },
    /// A program that the desktop knows, for a file; it gets the terminal if it needs one.
    Program {
        /// The words of the command.
        words: Vec<OsString>,
        /// Where it runs.
        dir: PathBuf,
        /// Whether it gets the terminal.
        terminal: bool,
    },
    /// A request that is carried out with the rights of the administrator, who is asked for a password.
    Administrator(Elevated),
    /// The user's shell.
    Shell {
        /// Where.
        dir: PathBuf,
    },
    /// The shell below the panels, with what it has printed, until the user leaves it.
    Screen {
        /// The folder that the shell changes to.
        dir: PathBuf,
    },
}

/// A request for the administrator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Elevated {
    /// What is done, in words.
    pub words: String,
    /// The request as its process reads it.
    pub request: Vec<u8>,
    /// Its checksum.
    pub sum: String,
}

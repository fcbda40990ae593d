//! State of the dialog before a copy or a move: sources, destination and options.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_browse::{Measure, Room};
use fcp_engine::event::FileKind;
use fcp_engine::path::WirePath;
use fcp_engine::queue::Adding;
use fcp_engine::spec::{Destination, JobSpec, LinkMode, Verb};
use fcp_presentation::transfer::{Choices, OnConflict, OnError, Start, Way, beside_sources};
use fcp_presentation::typed::{resolve, written};

use super::choice::Choice;
use super::rows::{Row, Rows};
use crate::app::field::Field;

/// A copy or a move that is about to start.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    /// Copy or move.
    pub verb: Verb,
    /// The directory the items are in; what is typed is relative to it.
    pub from: PathBuf,
    /// The items.
    pub sources: Vec<PathBuf>,
    /// Folders among them.
    pub folders: usize,
    /// Bytes as far as they are known without counting.
    pub size: u64,
    /// The number of the requests made for it.
    pub ticket: u64,
    /// What was counted below the folders so far.
    pub counted: Option<Measure>,
    /// Whether that is all.
    pub whole: bool,
    /// The destination, then `CHOICES`.
    pub rows: Rows,
    /// What is known of that place; none until the program has looked at it.
    pub room: Option<Room>,
    /// Bytes that other jobs of the queue will still write to that filesystem.
    pub claimed: u64,
    /// The path that was last asked about.
    pub asked: Option<PathBuf>,
    /// What Enter asked for before it was known whether the path is a folder.
    pub begins: Option<Begin>,
    /// The directory of the user, which is written `~`.
    pub home: Option<PathBuf>,
}

/// How a copy or a move begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Begin {
    /// Whether it waits in the queue until it is resumed.
    pub paused: bool,
    /// Whether it is a dry run.
    pub dry_run: bool,
    /// Whether it starts although it does not fit.
    pub anyway: bool,
}

/// Indices into the answers of `CHOICES`.
pub(crate) type Chosen = [usize; 6];

/// The row of the destination.
pub(crate) const TO: usize = 0;

/// Columns in which the choices stand.
const COLUMNS: usize = 2;

/// What the answers of the row for conflicts mean.
const CONFLICTS: [OnConflict; 7] = [
    OnConflict::Ask,
    OnConflict::Skip,
    OnConflict::Overwrite,
    OnConflict::Newer,
    OnConflict::Larger,
    OnConflict::Rename,
    OnConflict::OverwriteForGood,
];

/// What the answers of the row for errors mean.
const ERRORS: [OnError; 3] = [OnError::Ask, OnError::Skip, OnError::Abort];

/// What the answers of the row for the start mean.
const STARTS: [Start; 4] = [Start::Queue, Start::Now, Start::First, Start::Paused];

/// Everything that can be chosen, in the order of the dialog.
pub(crate) const CHOICES: [Choice; 6] = [
    Choice {
        label: "Conflicts",
        answers: &[
            ("ask", "The job continues; questions are collected under Needs you."),
            ("skip", "The existing file is kept, and this one is not copied."),
            ("replace", "The existing file is moved to the trash."),
            ("keep newer", "An existing file is replaced if the incoming one is newer."),
            ("keep larger", "An existing file is replaced if the incoming one is larger."),
            ("keep both", "The incoming file gets a free name."),
            ("replace for good", "The existing file is deleted permanently."),
        ],
    },
    Choice {
        label: "Preserve",
        answers: &[
            ("everything", "Permissions, owner, times, extended attributes, hard links, holes."),
            ("as cp does", "Permissions only; the copies are new and yours."),
        ],
    },
    Choice {
        label: "On error",
        answers: &[
            ("ask", "The job continues; errors are collected under Needs you."),
            ("skip", "Failed items are listed in the report; the job continues with the rest."),
            ("cancel the job", "The first error cancels the job; finished files are kept."),
        ],
    },
    Choice {
        label: "Verify",
        answers: &[
            ("off", "Copies are not read back."),
            ("on", "Each copy is read back and compared; this takes about twice as long."),
        ],
    },
    Choice {
        label: "Start",
        answers: &[
            ("in its turn", "As soon as nothing else runs on these disks."),
            ("at once", "Beside other jobs on these disks."),
            ("first", "First in the queue."),
            ("last, paused", "It waits until you resume it."),
        ],
    },
    Choice {
        label: "Symlinks",
        answers: &[
            ("kept", "A symlink is copied as a symlink."),
            ("followed", "The target of each symlink is copied."),
        ],
    },
];

impl Transfer {
    /// Says what the dialog is about.
    pub(crate) fn word(&self) -> &'static str {
        if self.verb == Verb::Move { "Move" } else { "Copy" }
    }

    /// Gives the destination as it is typed.
    pub(crate) fn typed(&self) -> &str {
        self.rows.text(TO)
    }

    /// Gives what is chosen of each of `CHOICES`.
    pub(crate) fn chosen(&self) -> Chosen {
        std::array::from_fn(|choice| self.rows.chosen(TO + 1 + choice))
    }

    /// Gives the path that is typed.
    pub(crate) fn path(&self) -> PathBuf {
        let name = self.rows.field(TO).map_or_else(OsString::new, Field::name);
        resolve(&self.from, self.home.as_deref(), &name)
    }

    /// Tells whether the destination is meant to be a folder.
    pub(crate) fn means_folder(&self) -> bool {
        let typed = self.typed();
        let kind = self.room.as_ref().and_then(|room| room.kind);
        kind == Some(FileKind::Directory)
            || typed.ends_with('/')
            || self.sources.len() > 1
            || typed.is_empty()
    }

    /// Gives a folder that has to be made first, if any.
    pub(crate) fn missing(&self) -> Option<PathBuf> {
        let room = self.room.as_ref()?;
        (room.kind.is_none() && self.means_folder()).then(|| self.path())
    }

    /// Gives the request.
    pub(crate) fn spec(&self) -> JobSpec {
        let sources = self.sources.iter().map(|path| path.clone().into()).collect();
        let copies = self.verb == Verb::Copy;
        let way = Way::of(self.path(), self.means_folder(), copies, &self.sources);
        way.spec(self.verb, LinkMode::Copy, sources, self.choices())
    }

    /// Gives what is chosen, as both apps know it.
    fn choices(&self) -> Choices {
        let [conflict, preserve, error, verify, _, links] = self.chosen();
        Choices {
            on_conflict: CONFLICTS.get(conflict).copied().unwrap_or_default(),
            on_error: ERRORS.get(error).copied().unwrap_or_default(),
            preserve_all: preserve == 0,
            verify: verify == 1,
            follow: links == 1,
        }
    }

    /// Gives how the job is put into the queue.
    pub(crate) fn adding(&self) -> Adding {
        let [_, _, _, _, start, _] = self.chosen();
        STARTS.get(start).copied().unwrap_or_default().adding()
    }

    /// Gives the bytes that the destination needs; none if the data is not copied.
    pub(crate) fn needs(&self) -> Option<u64> {
        let room = self.room.as_ref()?;
        let shares = room.clones || (room.same && self.verb == Verb::Move);
        (!shares).then(|| self.bytes())
    }

    /// Tells whether the items do not fit at the destination, beside what the queue writes there.
    pub(crate) fn is_short(&self) -> bool {
        let space = self.room.as_ref().and_then(|room| room.space);
        let free = space.map(|space| space.free.saturating_sub(self.claimed));
        free.zip(self.needs()).is_some_and(|(free, needs)| needs > free)
    }

    /// Gives the bytes as far as they are known.
    pub(crate) fn bytes(&self) -> u64 {
        self.size + self.counted.as_ref().map_or(0, |counted| counted.bytes)
    }
}

/// Gives the requests that put items into a folder: those that are in it already are copied under
/// free names, and not moved.
pub(crate) fn parts(spec: JobSpec) -> Vec<JobSpec> {
    let Some(Destination::Into(to)) = &spec.destination else { return vec![spec] };
    let is_here = |source: &WirePath| source.0.parent() == Some(to.0.as_path());
    let (here, elsewhere): (Vec<_>, Vec<_>) = spec.sources.iter().cloned().partition(is_here);
    let mut parts = Vec::new();
    if !elsewhere.is_empty() {
        parts.push(JobSpec { sources: elsewhere, ..spec.clone() });
    }
    if !here.is_empty() && spec.verb == Verb::Copy {
        parts.push(beside_sources(JobSpec { sources: here, ..spec }));
    }
    parts
}

/// Makes the rows: a destination, and what is chosen.
fn rows(to: Field, chosen: Chosen) -> Rows {
    let to = Row::text("To", to, "");
    let choices = CHOICES.iter().zip(chosen).map(|(choice, chosen)| Row::choice(choice, chosen));
    // A user who begins to type means the destination.
    let rows = Rows::new([to].into_iter().chain(choices).collect());
    rows.in_columns(COLUMNS).typed_into(TO, |letter| letter != ' ')
}

/// Makes the rows of a dialog that opens: a folder, what was chosen last, and keys go to the first choice.
pub(crate) fn rows_for(dir: &Path, home: Option<&Path>, chosen: Chosen) -> Rows {
    let mut rows = rows(Field::of_text(&written(dir, home, true)), chosen);
    rows.go(TO + 1);
    rows
}

/// Gives a request without a dialog, with the policies chosen last.
pub(crate) fn plain(verb: Verb, sources: Vec<PathBuf>, into: PathBuf, chosen: Chosen) -> JobSpec {
    let ask = Transfer {
        verb,
        from: into.clone(),
        sources,
        folders: 0,
        size: 0,
        ticket: 0,
        counted: None,
        whole: true,
        rows: rows(Field::default(), chosen),
        room: None,
        claimed: 0,
        asked: None,
        begins: None,
        home: None,
    };
    JobSpec { destination: Some(Destination::Into(into.into())), ..ask.spec() }
}

/// Gives the request for a copy under another name.
pub(crate) fn beside(from: PathBuf, to: PathBuf) -> JobSpec {
    let into = from.clone();
    let spec = plain(Verb::Copy, vec![from], into, Chosen::default());
    JobSpec { destination: Some(Destination::As(to.into())), ..spec }
}

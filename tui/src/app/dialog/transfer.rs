//! State of the dialog before a copy or a move: sources, destination and options.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_browse::{Room, is_archive_name};
use fcp_engine::error::Code;
use fcp_engine::event::FileKind;
use fcp_engine::path::{DisplayName, WirePath, is_far};
use fcp_engine::queue::Adding;
use fcp_engine::spec::{Destination, JobSpec, LinkMode, Subvolumes, Verb};
use fcp_presentation::room;
use fcp_presentation::transfer::{
    Choices, OnConflict, OnError, Start, Way, beside_sources, unpacking,
};
use fcp_presentation::typed::{place, written};

use super::choice::Choice;
use super::items::Items;
use super::rows::{Row, Rows};
use crate::app::field::Field;
use fcp_presentation::tr;

/// A copy or a move that is about to start.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    /// Copy or move.
    pub verb: Verb,
    /// The archive that the items are in.
    pub inside: Option<PathBuf>,
    /// The items; what is typed is relative to the directory they are in.
    pub items: Items,
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
        label: "transfer-conflicts",
        answers: &[
            ("transfer-conflicts-ask", "transfer-conflicts-ask-note"),
            ("transfer-conflicts-skip", "transfer-conflicts-skip-note"),
            ("transfer-conflicts-replace", "transfer-conflicts-replace-note"),
            ("transfer-conflicts-keep-newer", "transfer-conflicts-keep-newer-note"),
            ("transfer-conflicts-keep-larger", "transfer-conflicts-keep-larger-note"),
            ("transfer-conflicts-keep-both", "transfer-conflicts-keep-both-note"),
            ("transfer-conflicts-replace-for-good", "transfer-conflicts-replace-for-good-note"),
        ],
    },
    Choice {
        label: "transfer-preserve",
        answers: &[
            ("transfer-preserve-everything", "transfer-preserve-everything-note"),
            ("transfer-preserve-as-cp-does", "transfer-preserve-as-cp-does-note"),
        ],
    },
    Choice {
        label: "transfer-errors",
        answers: &[
            ("transfer-errors-ask", "transfer-errors-ask-note"),
            ("transfer-errors-skip", "transfer-errors-skip-note"),
            ("transfer-errors-cancel-the-job", "transfer-errors-cancel-the-job-note"),
        ],
    },
    Choice {
        label: "transfer-verify",
        answers: &[
            ("transfer-verify-off", "transfer-verify-off-note"),
            ("transfer-verify-on", "transfer-verify-on-note"),
        ],
    },
    Choice {
        label: "transfer-start",
        answers: &[
            ("transfer-start-in-its-turn", "transfer-start-in-its-turn-note"),
            ("transfer-start-at-once", "transfer-start-at-once-note"),
            ("transfer-start-first", "transfer-start-first-note"),
            ("transfer-start-last-paused", "transfer-start-last-paused-note"),
        ],
    },
    Choice {
        label: "transfer-symlinks",
        answers: &[
            ("transfer-symlinks-kept", "transfer-symlinks-kept-note"),
            ("transfer-symlinks-followed", "transfer-symlinks-followed-note"),
        ],
    },
];

/// What can be chosen besides where the source is a subvolume of the filesystem that the copy goes to.
pub(super) const SUBVOLUMES: Choice = Choice {
    label: "transfer-subvolumes",
    answers: &[
        ("transfer-subvolumes-copied", "transfer-subvolumes-copied-note"),
        ("transfer-subvolumes-snapshot", "transfer-subvolumes-snapshot-note"),
        ("transfer-subvolumes-read-only", "transfer-subvolumes-read-only-note"),
    ],
};

/// The row of `SUBVOLUMES`, where there is one.
const SUBVOLUMES_ROW: usize = TO + 1 + CHOICES.len();

/// What stands in an extraction in place of the choices that mean nothing there, by their places.
pub(super) const FIXED: [(usize, Choice); 2] = [
    (
        3,
        Choice {
            label: "transfer-verify",
            answers: &[("transfer-verify-by-the-archive", "transfer-verify-by-the-archive-note")],
        },
    ),
    (
        5,
        Choice {
            label: "transfer-extract-symlinks",
            answers: &[("transfer-extract-symlinks-kept", "transfer-extract-symlinks-kept-note")],
        },
    ),
];

impl Transfer {
    /// Says what the dialog is about.
    pub(crate) fn word(&self) -> &'static str {
        match self.verb {
            Verb::Move => tr!("verb-move"),
            Verb::Extract => tr!("verb-extract"),
            _ => tr!("verb-copy"),
        }
    }

    /// Gives the destination as it is typed.
    pub(crate) fn typed(&self) -> &str {
        self.rows.text(TO)
    }

    /// Gives what is chosen of each of `CHOICES`.
    pub(crate) fn chosen(&self) -> Chosen {
        std::array::from_fn(|choice| self.rows.chosen(TO + 1 + choice))
    }

    /// Gives what the next dialog begins with: what this one had no choice about stays as it was.
    pub(crate) fn remembered(&self, before: Chosen) -> Chosen {
        let mut chosen = self.chosen();
        if self.verb == Verb::Extract {
            for (choice, _) in &FIXED {
                chosen[*choice] = before[*choice];
            }
        }
        chosen
    }

    /// Gives the path that is typed.
    pub(crate) fn path(&self) -> PathBuf {
        let name = self.rows.field(TO).map_or_else(OsString::new, Field::name);
        place(&self.items.from, self.home.as_deref(), &name)
    }

    /// Tells whether the destination is meant to be a folder.
    pub(crate) fn means_folder(&self) -> bool {
        if self.verb == Verb::Extract {
            return true;
        }
        room::is_folder(room::says_folder(self.typed()), self.items.paths.len(), self.room.as_ref())
    }

    /// Says which file is in the way of a folder at the destination, if one is, or that there is nothing to extract.
    pub(crate) fn blocked(&self) -> Option<String> {
        let room = self.room.as_ref()?;
        let path = self.path();
        if room.error.as_ref().is_some_and(|error| error.code == Code::NotAnArchive) {
            return Some(tr!("extract-no-archive", count = self.items.paths.len() as u64));
        }
        let file = match &room.error {
            Some(error) if error.code == Code::NotADirectory => error.path.0.as_path(),
            _ if room.kind == Some(FileKind::File) && self.means_folder() => path.as_path(),
            _ => return None,
        };
        let name = file.file_name().unwrap_or(file.as_os_str());
        if is_archive_name(name) {
            return Some(tr!("archive-no-target").to_owned());
        }
        Some(tr!("request-is-file", name = DisplayName::new(name).to_string()))
    }

    /// Gives a folder that has to be made first, if any.
    pub(crate) fn missing(&self) -> Option<PathBuf> {
        let room = self.room.as_ref()?;
        // On another machine nothing is made before the job begins.
        let path = self.path();
        (room.kind.is_none() && self.means_folder() && !is_far(&path)).then_some(path)
    }

    /// Gives the request.
    pub(crate) fn spec(&self) -> JobSpec {
        let sources = self.items.paths.iter().map(|path| path.clone().into()).collect();
        let copies = self.verb == Verb::Copy;
        let way = Way::of(self.path(), self.means_folder(), copies, &self.items.paths);
        let mut spec = way.spec(self.verb, LinkMode::Copy, sources, choices(self.chosen()));
        spec.options.subvolumes = match self.rows.chosen(SUBVOLUMES_ROW) {
            1 => Subvolumes::Snapshot,
            2 => Subvolumes::SnapshotReadOnly,
            _ => Subvolumes::Copy,
        };
        if self.verb != Verb::Extract {
            return self.items.shown.only(spec);
        }
        let inside = self.inside.clone().map(|archive| (archive, self.items.from.clone()));
        unpacking(spec, inside)
    }

    /// Takes in what is known of the destination.
    pub(crate) fn looked(&mut self, room: Room) {
        if room.snapshots && self.verb == Verb::Copy && self.rows.count() == SUBVOLUMES_ROW {
            self.rows.push(Row::choice(&SUBVOLUMES, 0));
        }
        self.room = Some(room);
    }

    /// Tells whether snapshots are taken of subvolumes.
    fn takes_snapshots(&self) -> bool {
        self.rows.chosen(SUBVOLUMES_ROW) > 0
    }

    /// Gives how many choices there are.
    pub(crate) fn choices(&self) -> usize {
        self.rows.count().saturating_sub(TO + 1)
    }

    /// Gives how the job is put into the queue.
    pub(crate) fn adding(&self) -> Adding {
        let [_, _, _, _, start, _] = self.chosen();
        STARTS.get(start).copied().unwrap_or_default().adding()
    }

    /// Gives the bytes that the destination needs; none if the data is not copied.
    pub(crate) fn needs(&self) -> Option<u64> {
        if self.takes_snapshots() {
            return None;
        }
        room::writes(self.verb == Verb::Move, self.room.as_ref()?, self.items.amount())
    }

    /// Tells whether the items do not fit at the destination, beside what the queue writes there.
    pub(crate) fn is_short(&self) -> bool {
        let lacks =
            |room| room::lacks(self.verb == Verb::Move, room, self.items.amount(), self.claimed);
        !self.takes_snapshots() && self.room.as_ref().is_some_and(|room| lacks(room) > 0)
    }
}

/// Gives the requests that put items into a folder: those that are in it already are copied under
/// free names, and not moved.
pub(crate) fn parts(spec: JobSpec) -> Vec<JobSpec> {
    if spec.verb == Verb::Extract {
        return vec![spec];
    }
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
fn rows(verb: Verb, to: Field, chosen: Chosen) -> Rows {
    let to = Row::text(tr!("label-to"), to, "");
    let row = |(at, (choice, chosen)): (usize, (&'static Choice, usize))| {
        let fixed = FIXED.iter().find(|(place, _)| verb == Verb::Extract && *place == at);
        fixed.map_or_else(|| Row::choice(choice, chosen), |(_, only)| Row::choice(only, 0))
    };
    let choices = CHOICES.iter().zip(chosen).enumerate().map(row);
    // A user who begins to type means the destination.
    let rows = Rows::new([to].into_iter().chain(choices).collect());
    rows.in_columns(COLUMNS).typed_into(TO, |letter| letter != ' ')
}

/// Makes the rows of a dialog that opens: a folder, what was chosen last, and keys go to the first choice.
///
/// The folder is selected: a path that is typed or pasted takes its place, and a key that moves the cursor keeps it.
pub(crate) fn rows_for(verb: Verb, dir: &Path, home: Option<&Path>, chosen: Chosen) -> Rows {
    let mut to = Field::of_text(&written(dir, home, true));
    to.select_all();
    let mut rows = rows(verb, to, chosen);
    rows.go(TO + 1);
    rows
}

/// Gives a request without a dialog, with the policies chosen last.
pub(crate) fn plain(verb: Verb, sources: Vec<PathBuf>, into: PathBuf, chosen: Chosen) -> JobSpec {
    let way = Way::of(into, true, verb == Verb::Copy, &sources);
    let sources = sources.into_iter().map(WirePath::from).collect();
    way.spec(verb, LinkMode::Copy, sources, choices(chosen))
}

/// Gives the request for a copy under another name.
pub(crate) fn beside(from: PathBuf, to: PathBuf) -> JobSpec {
    Way::As(to).spec(Verb::Copy, LinkMode::Copy, vec![from.into()], choices(Chosen::default()))
}

/// Gives what is chosen, as both apps know it.
fn choices([conflict, preserve, error, verify, _, links]: Chosen) -> Choices {
    Choices {
        on_conflict: CONFLICTS.get(conflict).copied().unwrap_or_default(),
        on_error: ERRORS.get(error).copied().unwrap_or_default(),
        preserve_all: preserve == 0,
        verify: verify == 1,
        follow: links == 1,
    }
}

/// Gives the answers of the dialog that mean these choices; when a job starts stays as it was.
pub(crate) fn answers_for(choices: Choices, before: Chosen) -> Chosen {
    let Choices { on_conflict, on_error, preserve_all, verify, follow } = choices;
    let [conflict, _, error, _, start, _] = before;
    [
        CONFLICTS.iter().position(|it| *it == on_conflict).unwrap_or(conflict),
        usize::from(!preserve_all),
        ERRORS.iter().position(|it| *it == on_error).unwrap_or(error),
        usize::from(verify),
        start,
        usize::from(follow),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_its_answers() {
        for on_conflict in CONFLICTS {
            for on_error in ERRORS {
                for (preserve_all, verify) in [(true, false), (false, true)] {
                    let follow = verify;
                    let set = Choices { on_conflict, on_error, preserve_all, verify, follow };
                    let answers = answers_for(set, [0, 0, 0, 0, 3, 0]);
                    assert_eq!((choices(answers), answers[4]), (set, 3));
                }
            }
        }
        assert_eq!(choices(Chosen::default()), Choices::default());
    }
}

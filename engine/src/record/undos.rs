//! Tells what earlier undos of a record have left to the next one, and lets that go on with their record.
//!
//! An undo that was killed, cancelled or could not do all is finished by the next one. Both are one undo to the user, so
//! they have one record: a redo takes back what both have done.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::files::push;
use super::files::{c_path, read_all};
use super::read::{HEARTBEAT, is_within};
use super::recorder::Recorder;
use super::resumed::take_up;
use super::{Line, Owner, Record, bookkeeping};
use crate::contract::error::{Action, OpError};
use crate::contract::spec::Verb;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Identity, Sys};

/// When an undo died of which that is not known: the moment fits the clocks of filesystems, also a little later.
const FOR_EVER: u64 = i64::MAX as u64 / 2;

/// What the marks of a record tell of its undos.
#[derive(Debug, Default)]
pub(crate) struct Undos {
    /// From when to when each lived of those of which none has run to its end since, in microseconds since the Unix epoch.
    pub(crate) lived: Vec<(u64, u64)>,
    /// The records of all, the last first.
    records: Vec<PathBuf>,
}

impl Undos {
    /// Reads them from a record; one that cannot be read has none.
    pub(crate) fn of(record: &Path) -> Self {
        let mut undos = Self::default();
        let Ok(bytes) = all_of(record) else { return undos };
        let mut is_open = true;
        // When the one before died; of the last one its record tells.
        let mut died = None;
        // The marks are at the end, and some lines between them may have been cut by a kill.
        for line in bytes.rsplit(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            match serde_json::from_slice::<Line>(line) {
                Ok(Line::Undoing { at, record, before }) => {
                    let path = record.map(|record| record.0);
                    if is_open {
                        let until = match (died, &path) {
                            (Some(died), _) => died,
                            // Without one, it was killed before it had one.
                            (None, Some(path)) => last_moment(path).unwrap_or(at),
                            (None, None) => FOR_EVER,
                        };
                        undos.lived.push((at, until.saturating_add(HEARTBEAT)));
                    }
                    undos.records.extend(path);
                    died = before;
                }
                Ok(Line::Undone { .. }) => is_open = false,
                Ok(_) => break,
                Err(_) => {}
            }
        }
        undos.lived.reverse();
        undos
    }

    /// Whether the last undo was killed or cancelled.
    pub(crate) fn are_open(&self) -> bool {
        !self.lived.is_empty()
    }

    /// Whether one of those lived at this moment, in microseconds since the Unix epoch.
    pub(crate) fn lived_at(&self, at: i64) -> bool {
        self.lived.iter().any(|(from, until)| is_within(*from, *until, at))
    }

    /// Whether there was one.
    pub(crate) fn are_any(&self) -> bool {
        !self.records.is_empty() || self.are_open()
    }

    /// Whether the redo of one of them was killed or cancelled.
    pub(crate) fn are_interrupted(&self) -> bool {
        self.records.iter().any(|record| Self::of(record).are_open())
    }

    /// Whether a record is that of one of them.
    pub(super) fn have(&self, record: &Path) -> bool {
        self.records.iter().any(|it| it == record)
    }

    /// Removes the records of those that were killed before they had written anything.
    fn remove_empty(&self) {
        for path in self.records.iter().filter_map(|path| c_path(path).ok()) {
            if sys::stat_at(sys::CWD, &path, false).is_ok_and(|meta| meta.size == 0) {
                // The next one removes it, if not this.
                sys::best_effort(sys::unlink(sys::CWD, &path));
            }
        }
    }

    /// The record of the last undo with which the next one of a record goes on.
    fn left(&self, undone: &Path) -> Option<&Path> {
        let left = self.records.iter().find(|path| path.exists())?;
        goes_on(left, undone).then_some(left)
    }
}

fn all_of(path: &Path) -> Sys<Vec<u8>> {
    read_all(&sys::open_source(sys::CWD, &c_path(path)?, false)?)
}

/// When an undo last wrote or touched its record, or ended it.
fn last_moment(path: &Path) -> Option<u64> {
    let file = sys::open_source(sys::CWD, &c_path(path).ok()?, false).ok()?;
    let meta = sys::stat_fd(file.as_fd()).ok()?;
    Some(meta.mtime_micros().max(0) as u64)
}

/// Whether the record is that of an undo of `undone` which has not been redone and whose process does not write it.
fn goes_on(left: &Path, undone: &Path) -> bool {
    let Ok(bytes) = all_of(left) else { return false };
    let mut is_of_this = false;
    let mut is_written = false;
    for line in bytes.split(|byte| *byte == b'\n') {
        match serde_json::from_slice::<Line>(line) {
            Ok(Line::Began { verb: Verb::Undo, sources, .. }) => {
                is_of_this = sources.first().is_some_and(|it| it.0 == undone);
            }
            Ok(Line::Redoes { undo, .. }) => is_of_this = undo.0 == undone,
            Ok(Line::Runs(owner)) => is_written = owner.lives(),
            Ok(Line::HandedOver { .. } | Line::Ended { .. }) => is_written = false,
            Ok(Line::Undoing { .. } | Line::Undone { .. }) => return false,
            Ok(_) | Err(_) => {}
        }
    }
    is_of_this && !is_written
}

impl Record {
    /// Of a redo that could not do all, the undo that it takes back: its record is there still.
    pub(crate) fn left_by_redo(&self) -> Option<Self> {
        let undo = super::read(&self.redone.as_ref()?.undo).ok()?;
        undo.left.is_some_and(|left| left > 0).then_some(undo)
    }

    /// Whether it is that of an undo or a redo that was killed or cancelled, which another one like it has to finish first.
    pub(crate) fn is_interrupted_otherwise(&self) -> bool {
        let undone = self.sources.first().filter(|_| self.verb == Verb::Undo);
        let undone = undone.map(|undone| &undone.0);
        let redone = self.redone.as_ref().map(|redone| &redone.undo);
        undone.or(redone).is_some_and(|undone| Undos::of(undone).are_open())
    }
}

fn leads_to(path: &Path, id: Identity) -> bool {
    c_path(path).and_then(|path| Identity::at(sys::CWD, &path)).is_ok_and(|now| now.is(id))
}

/// What an undo has taken back.
#[derive(Default)]
struct TakenBack<'a> {
    /// Where something has come back to.
    came: HashSet<&'a Path>,
    trashed: HashSet<&'a Path>,
    exchanged: HashSet<(&'a Path, &'a Path)>,
    /// Folders that were removed when all that they held had gone back.
    emptied: HashSet<&'a Path>,
    /// Folders that were made.
    made: HashSet<&'a Path>,
    /// Folders that got other rights.
    rights: HashSet<&'a Path>,
}

impl<'a> TakenBack<'a> {
    fn by(undo: &'a Record) -> Self {
        let mut taken = Self::default();
        for line in &undo.lines {
            match line {
                Line::Restored { path: to, .. } | Line::Moved { to, .. } => {
                    taken.came.insert(&to.0);
                }
                Line::Trashed { from, .. } => {
                    taken.trashed.insert(&from.0);
                }
                Line::Exchanged { one, other, .. } => {
                    taken.exchanged.insert((&one.0, &other.0));
                }
                Line::Parent { path, .. } => {
                    taken.made.insert(&path.0);
                }
                Line::Emptied(folder) => {
                    taken.emptied.insert(&folder.path.0);
                }
                Line::Rights { path, .. } => {
                    taken.rights.insert(&path.0);
                }
                _ => {}
            }
        }
        taken
    }

    /// Whether a line of the job's record still holds; those of copies and of what was unpacked are told by the redo itself.
    fn leaves(&self, line: &Line) -> bool {
        match line {
            // Of a folder a part may have stayed.
            Line::Moved { from, to, id } => {
                let is_back = self.came.contains(&*from.0) || self.emptied.contains(&*to.0);
                !is_back || leads_to(&to.0, *id)
            }
            Line::Trashed { from: path, .. } | Line::Replaced { path, .. } => {
                !self.came.contains(&*path.0)
            }
            Line::Exchanged { one, other, .. } => !self.exchanged.contains(&(&*one.0, &*other.0)),
            Line::Restored { path, .. } => !self.trashed.contains(&*path.0),
            Line::Parent { .. } => true,
            Line::Emptied(folder) => !self.made.contains(&*folder.path.0),
            Line::Rights { path, .. } => !self.rights.contains(&*path.0),
            Line::Made { .. } | Line::Snapshot { .. } | Line::Extracted { .. } | bookkeeping!() => {
                false
            }
        }
    }
}

impl Recorder {
    /// Marks a record as one that is being taken back, and begins the record of that, before the first step.
    ///
    /// `still` is what an earlier undo has taken back that a redo between them could not bring back.
    ///
    /// The record of an earlier undo of it goes on, under the name of this one: undos are redone in the order of their
    /// names.
    ///
    /// # Errors
    /// The mark or the record cannot be written; what is done can be undone or redone in part only, then.
    pub(crate) fn begin_undo(
        &self,
        undone: (&Path, &Record),
        undos: &Undos,
        still: &[Line],
    ) -> Result<(), OpError> {
        let (path, record) = undone;
        let own = self.whole_path();
        let before = undos.lived.last().map(|(_, until)| until.saturating_sub(HEARTBEAT));
        let mark = Line::Undoing { at: sys::now(), record: Some(own.as_path().into()), before };
        let marked = super::mark(path, &mark);
        undos.remove_empty();
        let state = &mut *lock(&self.state);
        let failed = |errno| OpError::new(Action::Record, &own, errno);
        let left = undos.left(path);
        let last = left.and_then(last_moment);
        let taken_up = match left.map(|left| take_up(left, &own)) {
            Some(Ok(earlier)) => {
                *state = earlier;
                if let Some(last) = last {
                    // One that was killed may have gone on for a moment.
                    let more = if state.interrupted { HEARTBEAT } else { 0 };
                    let from = last.saturating_add(more);
                    push(&mut state.lines, &Line::Paused { from, to: sys::now() });
                }
                push(&mut state.lines, &Line::Runs(Owner::this()));
                Ok(())
            }
            begun => {
                let origin = record.sources.first().filter(|_| record.verb == Verb::Undo);
                if let Some(origin) = origin.and_then(|origin| super::read(&origin.0).ok()) {
                    let (undo, spans) = (path.into(), origin.spans());
                    push(&mut state.lines, &Line::Redoes { undo, at: sys::now(), spans });
                    // What the undo could not take back is still the job's.
                    let taken = TakenBack::by(record);
                    for line in origin.lines.iter().filter(|line| taken.leaves(line)) {
                        push(&mut state.lines, line);
                        state.steps += 1;
                    }
                }
                for line in still {
                    push(&mut state.lines, line);
                    state.steps += 1;
                }
                begun.map_or(Ok(()), |failed| failed.map(drop))
            }
        };
        self.write(state);
        let written = state.failed.map_or(Ok(()), Err);
        marked.and(taken_up.and(written).map_err(failed))
    }
}

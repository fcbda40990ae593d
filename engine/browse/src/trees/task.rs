//! The tasks of a comparison: a directory of both trees, a part of a large one, a directory of one tree.

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;

use fcp_engine::error::{Action, OpError};
use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, Errno, LIST_BUFFER, Meta, OwnedFd};

use super::Walk;
use super::entry::{SideError, Sides, contents, look};
use super::lone::Lone;
use super::names::{Joined, Names, Queued};
use super::order::{Number, Slot};
use super::place::Place;
use super::row::{CompareBatch, Compared, Facts, Row, Verdict};

/// Entries of a directory that one thread compares, and how many if their contents are read.
const PART: [usize; 2] = [1_024, 16];

/// The sides of a comparison, as they are numbered.
const SIDES: [usize; 2] = [0, 1];

/// What one thread needs again and again.
pub(super) struct Worker {
    pub(super) list: Vec<MaybeUninit<u8>>,
    contents: Option<[Vec<u8>; 2]>,
}

impl Worker {
    pub(super) fn new(reads: bool) -> Self {
        Self { list: vec![MaybeUninit::uninit(); LIST_BUFFER], contents: contents(reads) }
    }
}

/// What a thread does next.
pub(super) enum Task {
    /// Compare the roots.
    Root(Place),
    /// Enter a directory that both trees have.
    Enter(Arc<Place>, CString, Number),
    /// Compare some of the entries of a directory.
    Part(Arc<Directory>, Range<usize>, Number),
    /// Count what is in a directory that one tree has.
    Count(Arc<Lone>, Arc<Place>, CString),
}

/// Tasks that wait.
pub(super) enum Pending {
    Root(Place),
    Enter {
        place: Arc<Place>,
        names: Queued,
        at: usize,
    },
    Part(Arc<Directory>, Range<usize>, Number),
    Count {
        lone: Arc<Lone>,
        place: Arc<Place>,
        names: Queued,
        at: usize,
    },
    /// The root was taken.
    Taken,
}

impl Pending {
    /// Gives the next task, and whether nothing is left.
    pub(super) fn next(&mut self) -> (Option<Task>, bool) {
        match self {
            Self::Enter { place, names, at } => {
                let next = names.next(at);
                let task =
                    next.map(|(name, number)| Task::Enter(Arc::clone(place), name.into(), number));
                let is_last = task.is_none();
                (task, is_last)
            }
            Self::Count { lone, place, names, at } => {
                let next = names.next(at);
                let task = next
                    .map(|(name, _)| Task::Count(Arc::clone(lone), Arc::clone(place), name.into()));
                let is_last = task.is_none();
                (task, is_last)
            }
            Self::Root(_) | Self::Part(..) | Self::Taken => {
                match std::mem::replace(self, Self::Taken) {
                    Self::Root(place) => (Some(Task::Root(place)), true),
                    Self::Part(directory, range, number) => {
                        (Some(Task::Part(directory, range, number)), true)
                    }
                    Self::Enter { .. } | Self::Count { .. } | Self::Taken => (None, true),
                }
            }
        }
    }
}

/// A directory of both trees that was listed.
pub(super) struct Directory {
    place: Arc<Place>,
    joined: Joined,
}

/// What a task found so far.
#[derive(Default)]
struct Findings {
    slots: Vec<Slot>,
    tally: Compared,
    enter: Queued,
    pending: Vec<Pending>,
}

impl<T: FnMut(CompareBatch) + Send> Walk<'_, T> {
    pub(super) fn run(&self, task: Task, worker: &mut Worker) {
        match task {
            Task::Root(place) => {
                let opened = SIDES.map(|side| place.open(side, c"", true));
                self.enter(&Arc::new(place), c"", opened, 0, worker);
            }
            Task::Enter(above, name, number) => {
                let crosses = self.spec.cross_mounts;
                let opened = SIDES.map(|side| above.open(side, &name, crosses));
                for side in SIDES {
                    if let Ok(dir) = &opened[side] {
                        self.look_for_root(side, dir);
                    }
                }
                self.enter(&above, &name, opened, number, worker);
            }
            Task::Part(directory, range, number) => {
                let opened = SIDES.map(|side| directory.place.open(side, c"", true));
                match dirs(opened) {
                    Ok(dirs) => self.part(&directory, &dirs, range, number, worker),
                    Err(wrong) => self.fail(&directory.place, c"", number, wrong),
                }
            }
            Task::Count(lone, above, name) => self.inside(&lone, &above, &name, worker),
        }
    }

    /// Lists a directory of both trees, compares the first of its entries, and leaves the rest to others.
    fn enter(
        &self,
        above: &Arc<Place>,
        name: &CStr,
        opened: [sys::Sys<OwnedFd>; 2],
        number: Number,
        worker: &mut Worker,
    ) {
        let listed = dirs(opened).and_then(|dirs| {
            let mut list = |side: usize| {
                let listed = Names::list(dirs[side].as_fd(), &mut worker.list, self.stop);
                listed.map_err(|errno| SideError { side, action: Action::ListDir, errno })
            };
            let mut joined = Joined::new([list(0)?, list(1)?]);
            joined.join_spellings([dirs[0].as_fd(), dirs[1].as_fd()]);
            if name.is_empty() {
                return Ok((dirs, joined, Arc::clone(above)));
            }
            let entered = above.enter(name, [Some(&dirs[0]), Some(&dirs[1])]);
            let wrong = |errno| SideError { side: 0, action: Action::OpenDir, errno };
            Ok((dirs, joined, Arc::new(entered.map_err(wrong)?)))
        });
        let (dirs, joined, place) = match listed {
            Ok(listed) => listed,
            Err(wrong) => return self.fail(above, name, number, wrong),
        };
        let part = PART[usize::from(self.spec.content)];
        let directory = Arc::new(Directory { place, joined });
        let len = directory.joined.len();
        if len <= part {
            return self.part(&directory, &dirs, 0..len, number, worker);
        }
        let starts = (0..len).step_by(part);
        let parts: Vec<_> = starts.map(|at| (at..len.min(at + part), self.number())).collect();
        let slots = parts.iter().map(|(_, number)| Slot::Task(*number)).collect();
        self.end(number, slots, &Compared::default());
        let pending = parts
            .into_iter()
            .map(|(range, number)| Pending::Part(Arc::clone(&directory), range, number));
        self.push(pending.collect());
    }

    /// Tells that a directory of both trees could not be compared.
    fn fail(&self, above: &Place, name: &CStr, number: Number, wrong: SideError) {
        let mut tally = Compared::default();
        let mut slots = Vec::new();
        if wrong.errno == Errno::XDEV && !self.spec.cross_mounts {
            tally.mounts += 1;
        } else {
            slots.push(Slot::Row(self.failed(above.path_of(name), wrong, [None, None])));
        }
        self.end(number, slots, &tally);
    }

    pub(super) fn failed(&self, path: PathBuf, wrong: SideError, sides: [Option<Facts>; 2]) -> Row {
        let whole = self.roots[wrong.side].join(&path);
        let error = Some(Box::new(OpError::new(wrong.action, whole, wrong.errno)));
        let [left, right] = sides;
        Row { path: path.into(), verdict: Verdict::Failed, left, right, error }
    }

    /// Compares some entries of a directory.
    fn part(
        &self,
        directory: &Directory,
        dirs: &[OwnedFd; 2],
        range: Range<usize>,
        number: Number,
        worker: &mut Worker,
    ) {
        let mut found = Findings::default();
        let mut sides = Sides {
            dirs: [dirs[0].as_fd(), dirs[1].as_fd()],
            buffers: worker.contents.as_mut(),
            stop: self.stop,
        };
        for at in range {
            if self.is_stopped() {
                return;
            }
            let Some((name, kinds)) = directory.joined.get(at) else { break };
            // A glob for directories spares a file that faces one, as a copy would.
            let is_directory = kinds.contains(&Some(FileKind::Directory));
            let kind = if is_directory { FileKind::Directory } else { FileKind::File };
            if self.is_excluded(&directory.place, name, kind) {
                continue;
            }
            found.tally.looked_at += 1;
            if kinds == [Some(FileKind::Directory); 2] {
                self.descend(&directory.place, name, &mut found);
            } else {
                self.entry(&directory.place, name, kinds, &mut sides, &mut found);
            }
        }
        self.end(number, found.slots, &found.tally);
        if found.enter.count > 0 {
            let (place, names) = (Arc::clone(&directory.place), found.enter);
            found.pending.push(Pending::Enter { place, names, at: 0 });
        }
        self.push(found.pending);
    }

    fn descend(&self, place: &Place, name: &CStr, found: &mut Findings) {
        if self.spec.directories {
            let facts = Some(Facts::DIRECTORY);
            let path = place.path_of(name).into();
            let row = Row { path, verdict: Verdict::Same, left: facts, right: facts, error: None };
            found.slots.push(Slot::Row(row));
        }
        let number = self.number();
        found.enter.push(name, number);
        found.slots.push(Slot::Task(number));
    }

    /// Compares an entry that is no directory on one side at least.
    fn entry(
        &self,
        place: &Arc<Place>,
        name: &CStr,
        kinds: [Option<FileKind>; 2],
        sides: &mut Sides<'_>,
        found: &mut Findings,
    ) {
        let path = || place.path_of(name);
        let mut metas: [Option<Meta>; 2] = [None; 2];
        for side in SIDES {
            if kinds[side].is_some() {
                match look(sides.dirs[side], name) {
                    Ok(meta) => metas[side] = meta,
                    Err(errno) => {
                        let wrong = SideError { side, action: Action::Stat, errno };
                        let row = self.failed(path(), wrong, [None, None]);
                        return found.slots.push(Slot::Row(row));
                    }
                }
            }
        }
        let facts = metas.each_ref().map(|meta| meta.as_ref().map(Facts::of));
        let verdict = match (&metas[0], &metas[1]) {
            (None, None) => return,
            (Some(_), None) => Verdict::LeftOnly,
            (None, Some(_)) => Verdict::RightOnly,
            (Some(left), Some(right)) if left.kind != right.kind => Verdict::TypeChanged,
            (Some(left), Some(_)) if left.kind == FileKind::Directory => {
                return self.descend(place, name, found);
            }
            (Some(left), Some(right)) => match sides.compare([name; 2], &[*left, *right]) {
                Ok(Some(verdict)) => verdict,
                Ok(None) => return,
                Err(wrong) => {
                    let row = self.failed(path(), wrong, facts);
                    return found.slots.push(Slot::Row(row));
                }
            },
        };
        let [left, right] = facts;
        if verdict == Verdict::Same && !self.spec.same {
            return found.tally.count(verdict, left.as_ref(), right.as_ref());
        }
        let row = Row { path: path().into(), verdict, left, right, error: None };
        let directory =
            |facts: &Option<Facts>| facts.is_some_and(|facts| facts.kind == FileKind::Directory);
        match facts.iter().position(directory) {
            None => found.slots.push(Slot::Row(row)),
            Some(side) => {
                let lone = Lone::new(self.number(), row, side);
                found.slots.push(Slot::Task(lone.number));
                let mut names = Queued::default();
                names.push(name, lone.number);
                let (lone, place) = (Arc::new(lone), Arc::clone(place));
                found.pending.push(Pending::Count { lone, place, names, at: 0 });
            }
        }
    }

    pub(super) fn is_excluded(&self, place: &Place, name: &CStr, kind: FileKind) -> bool {
        let plain = OsStr::from_bytes(name.to_bytes());
        self.globs.as_ref().is_some_and(|globs| globs.matches(plain, kind, || place.path_of(name)))
    }
}

/// Gives both directories, or the first that could not be opened.
fn dirs(opened: [sys::Sys<OwnedFd>; 2]) -> Result<[OwnedFd; 2], SideError> {
    let [left, right] = opened;
    let wrong = |side| move |errno| SideError { side, action: Action::OpenDir, errno };
    Ok([left.map_err(wrong(0))?, right.map_err(wrong(1))?])
}

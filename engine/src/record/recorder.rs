//! Writes the record of a job while it runs.

use std::collections::{HashMap, HashSet};
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::files::{GATHERED, LARGEST, c_path, open_private, prune, push};
use super::mounted::mounts_of;
use super::read::header;
use super::resumed::{Known, name_of};
use super::{Folder, Line, Owner, Reached, Stamp, VERSION};
use crate::contract::error::{Action, OpError};
use crate::contract::path::{WirePath, is_far};
use crate::contract::spec::{Destination, JobSpec, Verb};
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, Sys};

/// Sources that a record names at most; a job may have a million.
pub const NAMED: usize = 16;

/// How often a record without new lines is touched.
const BEAT: Duration = Duration::from_secs(1);

/// Writes the record of one job. Outside the queue the file appears when the job begins, and goes again if that does nothing
/// worth it; for a job of the queue and an undo it appears with the first thing worth it.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(super) directory: PathBuf,
    /// The directory that relative operands are below.
    pub(super) here: PathBuf,
    pub(super) name: CString,
    /// The record says which process writes it, as no other one continues the job.
    pub(super) names_process: bool,
    /// What cannot be found out again is written as soon as it is done, for the process that goes on.
    pub(super) at_once: bool,
    pub(super) state: Mutex<State>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) lines: Vec<u8>,
    pub(super) steps: u64,
    /// Bytes in the file.
    pub(super) written: u64,
    pub(super) failed: Option<Errno>,
    /// When the file was last written or touched while the job ran.
    pub(super) fresh: Option<Instant>,
    /// Copies that were made, and files that gave way, in earlier runs of the job.
    pub(super) known: HashSet<(Known, PathBuf)>,
    /// Names at which an earlier run was killed while a file gave way, each with what came there.
    pub(super) torn: HashMap<PathBuf, WirePath>,
    /// An earlier run was killed before it wrote down what it had done last.
    pub(super) doubtful: bool,
    /// Something that an earlier run did may be neither recorded nor found again.
    pub(super) interrupted: bool,
    /// Files that have gone to another filesystem and have names that have not.
    pub(super) parted: u64,
    /// Whether the record has its last line.
    pub(super) has_ended: bool,
    /// Another undo goes on with the record.
    pub(super) is_kept: bool,
    /// Names at which an earlier undo, with whose record this one goes on, has done something.
    pub(super) taken: HashSet<PathBuf>,
    /// Places in the trash of items that leave it, and whether other lines say where each of them is then.
    pub(super) leaving: HashMap<PathBuf, bool>,
    /// Whether an undo tells only by the time of an item whether it was edited: there is no original to compare it with.
    pub(super) tells_by_time: bool,
}

/// Waits until each change of a file has a later ctime than this moment, in microseconds since the epoch: filesystems take
/// the time of the last tick, up to 10 ms ago, and what is edited at once would seem to be as the job left it.
fn pass(at: u64) {
    let at = ((at / 1_000_000).cast_signed(), (at % 1_000_000 * 1000).cast_signed());
    while let Some(left) = sys::until_later(at) {
        std::thread::sleep(left);
    }
}

impl Recorder {
    /// Prepares the record of a job.
    pub(crate) fn new(state: &Path, spec: &JobSpec, job: u64) -> Option<Self> {
        Self::prepare(state, spec, job, false)
    }

    /// Prepares the record of a copy between machines, whose sources are named as the user named them: a path of another
    /// machine is none below a directory of this one.
    pub(crate) fn of_arrival(state: &Path, spec: &JobSpec, job: u64) -> Option<Self> {
        Self::prepare(state, spec, job, true)
    }

    fn prepare(state: &Path, spec: &JobSpec, job: u64, are_far: bool) -> Option<Self> {
        let are_whole = are_far || spec.sources.iter().all(|path| path.0.is_absolute());
        let destination = spec.destination.as_ref().and_then(Destination::path);
        let here = std::env::current_dir();
        // Where the working directory was removed, it is not known what relative paths mean, and the end tells so.
        let is_known = here.is_ok() || are_whole && destination.is_none_or(|it| it.0.is_absolute());
        let here = here.unwrap_or_else(|_| PathBuf::from("/"));
        let at = fcp_sys::now();
        let name = format!("{at:020}-{}-{job}.undo", std::process::id());
        let whole = |path: &WirePath| WirePath(here.join(&path.0));
        let sources = spec.sources.iter().take(NAMED);
        let sources: Vec<WirePath> =
            sources.map(|path| if are_far { path.clone() } else { whole(path) }).collect();
        let destination = destination.map(whole);
        let verb = spec.verb;
        let emptied = sources.iter().filter(|_| verb == Verb::Move);
        let emptied = emptied.filter_map(|path| path.0.parent());
        let places = destination.iter().map(|path| path.0.as_path()).chain(emptied);
        let mounts = mounts_of(places.filter(|path| !is_far(path)));
        let (version, host, handle, reached) = (VERSION, None, None, None);
        let began =
            Line::Began { version, verb, at, sources, destination, mounts, host, handle, reached };
        let mut lines = Vec::new();
        push(&mut lines, &began);
        let failed = (!is_known).then_some(Errno::NOENT);
        Some(Self {
            directory: state.join("undo"),
            here,
            name: CString::new(name).ok()?,
            names_process: true,
            at_once: spec.verb == Verb::Undo,
            state: Mutex::new(State { lines, failed, ..State::default() }),
        })
    }

    /// Names in the first line what another machine calls the job, or this one if `host` has done it.
    pub(crate) fn called(self, host: Option<String>, handle: Option<String>) -> Self {
        self.beginning_with(|first| {
            if let Line::Began { host: its_host, handle: its_handle, .. } = first {
                (*its_host, *its_handle) = (host, handle);
            }
        })
    }

    /// Notes in the first line how the machine is reached that does the job.
    pub(super) fn reaching(self, how: Option<Reached>) -> Self {
        self.beginning_with(|first| {
            if let Line::Began { reached, .. } = first {
                *reached = how;
            }
        })
    }

    fn beginning_with(self, change: impl FnOnce(&mut Line)) -> Self {
        let first = serde_json::from_slice(&lock(&self.state).lines);
        match first {
            Ok(mut first) => {
                change(&mut first);
                self.beginning(&first)
            }
            Err(_) => self,
        }
    }

    fn beginning(self, first: &Line) -> Self {
        let mut lines = Vec::new();
        push(&mut lines, first);
        lock(&self.state).lines = lines;
        self
    }

    /// Leaves the record to the process that resumes the job, which finds it by the key of that.
    pub(crate) fn of_queue(self, key: u32) -> Self {
        let name = name_of(&self.name, key);
        Self { names_process: false, at_once: true, name, ..self }
    }

    /// Prepares the record of an undo, which can be redone; that of a redo begins as the record of the
    /// job did, which it takes the place of.
    pub(crate) fn of_undo(state: &Path, spec: &JobSpec, job: u64) -> Option<Self> {
        let recorder = Self::new(state, spec, job)?;
        Some(match spec.sources.first().and_then(|undone| header(&undone.0)) {
            Some(Line::Began { verb: Verb::Undo, sources, .. }) => {
                if let Some(began) = sources.first().and_then(|job| header(&job.0)) {
                    recorder.beginning(&began)
                } else {
                    // The oldest records are removed when there are too many.
                    lock(&recorder.state).failed = Some(Errno::NOENT);
                    recorder
                }
            }
            Some(Line::Began { host, handle, reached, .. }) => {
                recorder.called(host, handle).reaching(reached)
            }
            _ => recorder,
        })
    }

    /// Leaves out all steps: the other machine has done nothing.
    pub(crate) fn leave_out(&self) {
        let state = &mut *lock(&self.state);
        state.lines.clear();
        state.steps = 0;
    }

    /// Has what is moved from this place written down as something that has left the trash, or, if other lines say where it
    /// is then, not at all.
    pub(crate) fn note_leaving(&self, place: &Path, is_noted: bool) {
        lock(&self.state).leaving.insert(place.to_owned(), is_noted);
    }

    /// Whether nothing was written down so far.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.state).steps == 0
    }

    /// Where the record is, if there is one yet.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        let is_there = lock(&self.state).written > 0;
        is_there.then(|| self.whole_path())
    }

    pub(super) fn whole_path(&self) -> PathBuf {
        self.directory.join(OsStr::from_bytes(self.name.to_bytes()))
    }

    /// Writes down that the job runs, before it does anything: else nothing would tell of a job that is killed at once, and
    /// the one before it would be taken for the last. A job that does nothing removes it again.
    pub(crate) fn begin(&self) {
        let state = &mut *lock(&self.state);
        // A job of the queue goes on instead, and an undo says so in the record that it undoes.
        if self.names_process && !self.at_once && state.written == 0 {
            self.write(state);
        }
    }

    /// Writes what was gathered, so that a job can be undone if its process dies.
    pub(crate) fn keep_up(&self) {
        let state = &mut *lock(&self.state);
        let is_empty = state.steps == 0 && state.written == 0;
        if is_empty || state.failed.is_some() {
            return;
        }
        if !state.lines.is_empty() {
            self.write(state);
        } else if self.names_process && state.fresh.is_none_or(|fresh| fresh.elapsed() >= BEAT) {
            self.touch();
        } else {
            return;
        }
        state.fresh = Some(Instant::now());
    }

    /// Tells that the process still lives; what it does in directories that it made needs no line.
    fn touch(&self) {
        let opened = open_private(&self.directory)
            .and_then(|dir| sys::open_existing(dir.as_fd(), &self.name, false, false));
        if let Ok(file) = opened {
            sys::touch(file.as_fd());
        }
    }

    /// Writes what was gathered before the journal names it, so that a job that is resumed can be undone.
    pub(crate) fn write_down(&self) {
        let state = &mut *lock(&self.state);
        if state.steps > 0 && !state.lines.is_empty() {
            self.write(state);
        }
    }

    /// Makes a path of the job absolute.
    pub(crate) fn full(&self, path: &Path) -> WirePath {
        WirePath(self.here.join(path))
    }

    /// Whether an undo goes on with the record of one that was killed.
    pub(crate) fn is_interrupted(&self) -> bool {
        lock(&self.state).interrupted
    }

    /// Adds the line of what a killed undo has done at a name, unless it has written that down.
    pub(crate) fn adopt(&self, path: &Path, line: &Line) {
        let state = &mut *lock(&self.state);
        if !state.taken.contains(path) {
            self.add(state, line);
        }
    }

    /// Adds a line.
    pub(crate) fn note(&self, line: &Line) {
        self.add(&mut lock(&self.state), line);
    }

    pub(super) fn add(&self, state: &mut State, line: &Line) {
        state.tells_by_time |= matches!(line, Line::Extracted { .. } | Line::Restored { .. });
        match line {
            Line::Moved { from, to, .. } if !state.leaving.is_empty() => {
                // Of a directory that was merged each item is told by itself.
                let place = from.0.ancestors().find_map(|above| state.leaving.get(above));
                match place {
                    None => {}
                    Some(true) => return,
                    Some(false) => {
                        let stamp = Stamp::of(&to.0).ok();
                        return self.add(state, &Line::Restored { path: to.clone(), stamp });
                    }
                }
            }
            // What has left the trash goes there anew.
            Line::Emptied(Folder { path, .. })
                if path.0.ancestors().any(|above| state.leaving.contains_key(above)) =>
            {
                return;
            }
            Line::Replaced { path, .. } if !state.torn.is_empty() => {
                state.torn.remove(&path.0);
            }
            _ => {}
        }
        // Made anew after a kill: undoing it twice would fail.
        if !state.known.is_empty() && line.known().is_some_and(|it| state.known.contains(&it)) {
            return;
        }
        state.steps += 1;
        push(&mut state.lines, line);
        let at_once = self.at_once && line.is_lost_with_process();
        if at_once || state.lines.len() >= GATHERED {
            self.write(state);
        }
    }

    /// Notes how many files have gone to another filesystem of which other names have not.
    pub(crate) fn note_parted(&self, files: u64) {
        lock(&self.state).parted += files;
    }

    /// Keeps the record although it may have no step, for the undo that goes on with it.
    pub(crate) fn keep(&self) {
        lock(&self.state).is_kept = true;
    }

    /// Ends the record.
    ///
    /// # Errors
    /// It could not be written, wholly or in part; then there is none.
    pub(crate) fn end(&self) -> Result<(), OpError> {
        let state = &mut *lock(&self.state);
        let path = self.whole_path();
        if state.has_ended || state.steps == 0 && state.written == 0 {
            return Ok(());
        }
        state.has_ended = true;
        // What an earlier process has done may be missing.
        if state.steps == 0 && !state.is_kept && !state.interrupted {
            state.written = 0;
            let removed = c_path(&path).and_then(|path| sys::unlink(sys::CWD, &path));
            return removed.map_err(|errno| OpError::new(Action::Record, path, errno));
        }
        self.note_torn(state);
        let (interrupted, parted) = (state.interrupted, state.parted);
        let at = fcp_sys::now();
        push(&mut state.lines, &Line::Ended { at, interrupted, parted });
        self.write_as(state, true);
        if state.tells_by_time {
            pass(at);
        }
        match state.failed {
            None => prune(&self.directory, state.written)
                .map_err(|errno| OpError::new(Action::Record, &self.directory, errno)),
            Some(errno) => {
                // Half a record is worse than none.
                sys::best_effort(sys::unlink(sys::CWD, &c_path(&path).unwrap_or_default()));
                Err(OpError::new(Action::Record, path, errno))
            }
        }
    }

    /// Writes what was gathered while the job runs.
    pub(super) fn write(&self, state: &mut State) {
        self.write_as(state, false);
    }

    fn write_as(&self, state: &mut State, is_whole: bool) {
        let mut lines = std::mem::take(&mut state.lines);
        if self.names_process && !is_whole && state.written == 0 {
            // Right behind the first line, so that a record which was cut further on says whose it is.
            let first = lines.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let mut owner = Vec::new();
            push(&mut owner, &Line::Runs(Owner::this()));
            lines.splice(first..first, owner);
        }
        if state.failed.is_some() {
            return;
        }
        let size = state.written + lines.len() as u64;
        let fits = if size <= LARGEST { Ok(()) } else { Err(Errno::FBIG) };
        match fits.and_then(|()| self.append(&lines, state.written)) {
            Ok(()) => state.written += lines.len() as u64,
            Err(errno) => state.failed = Some(errno),
        }
    }

    /// Opens and closes the file in one go: a descriptor must not cross threads, whose tables are
    /// their own.
    fn append(&self, lines: &[u8], at: u64) -> Sys<()> {
        let dir = open_private(&self.directory)?;
        let file = if at == 0 {
            sys::create_new(dir.as_fd(), &self.name, 0o600)?
        } else {
            sys::open_existing(dir.as_fd(), &self.name, false, false)?
        };
        sys::write_all_at(file.as_fd(), lines, at).inspect_err(|_| {
            if at == 0 {
                // A record of which nothing can be read would be in the way of the jobs before.
                sys::best_effort(sys::unlink(dir.as_fd(), &self.name));
            }
        })
    }
}

//! Finds the operands that the user named, where each is copied, and what must be refused at once.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::above::is_above_source;
use super::copier::{Copier, Step};
use super::discard::Kept;
use super::naming::temporary_beside;
use super::nested::{Dir, Nested};
use super::parents::is_dotted;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, SkipReason, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, ErrorPolicy, JobSpec, NameRule, Verb};
use crate::job::Job;
use crate::walk::Walk;
use crate::walk::entwined::overlap;
use crate::walk::item::{Found, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::operand::base_of;
use crate::walk::operand::parent_of;
use crate::walk::operand::{is_slashed_link, look_at, names_nothing, strip_slashes};
use crate::walk::spelling::{Folding, alike, folds_by_names};
use crate::walk::target::Target;
use crate::walk::worker::{Pair, Worker};
use fcp_sys::c_path;
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta, lock};

/// What a dry run finds of an operand.
pub(crate) enum Operand {
    Found {
        name: CString,
        dst_name: CString,
        kind: FileKind,
    },
    /// The filters leave it out.
    LeftOut,
    Missing {
        path: PathBuf,
        errno: Errno,
    },
    /// It cannot go where it would.
    Refused {
        path: PathBuf,
        error: OpError,
    },
}

/// Looks at each operand of a job, which may begin later than this; gives also those that lie in later ones, each with the
/// directory that it is in, which are counted as the operands that they are.
pub(crate) fn operands(job: &Job, target: &Target) -> (Vec<Operand>, HashSet<(Dir, CString)>) {
    let options = &job.spec.options;
    let kept = (job.spec.verb == Verb::Trash && options.dry_run).then(|| Kept::of(options));
    let passes_over_missing = kept.is_some() && options.force;
    let mut before = Before { kept, seen: HashMap::new(), nested: Nested::default() };
    let mut look = |(at, source): (usize, &WirePath)| {
        let name = c_path(&source.0).unwrap_or_default();
        match look_at(&source.0, &name, options.follow) {
            // A forced dry run says no more of it than the run.
            Err(errno) if passes_over_missing && names_nothing(errno) => Operand::LeftOut,
            Err(errno) => Operand::Missing { path: source.0.clone(), errno },
            Ok(meta)
                if !job.accepts_operand(&source.0, meta.kind)
                    || !job.takes_operand(&source.0, &meta) =>
            {
                Operand::LeftOut
            }
            Ok(meta) => {
                let dst_name = target.name_for(at, &source.0, options);
                foresee(job, target, &mut before, (at, &name, &dst_name), &meta)
                    .unwrap_or(Operand::Found { name, dst_name, kind: meta.kind })
            }
        }
    };
    let found = job.spec.sources.iter().enumerate().map(&mut look).collect();
    (found, before.nested.apart())
}

/// What a dry run knows of the operands before one.
struct Before {
    /// What goes to no trash, if the job moves its operands there.
    kept: Option<Kept>,
    /// Their names by their inode and what they would be called.
    seen: HashMap<((u64, u64), CString), Vec<CString>>,
    nested: Nested,
}

/// Foresees whether a dry run's operand is named twice or refused; the parts of a plan tell that themselves.
fn foresee(
    job: &Job,
    target: &Target,
    before: &mut Before,
    (at, name, dst_name): (usize, &CStr, &CStr),
    meta: &Meta,
) -> Option<Operand> {
    let JobSpec { verb, options, sources, .. } = &job.spec;
    let makes = matches!(verb, Verb::Copy | Verb::Move);
    let source = &sources.get(at)?.0;
    let is_dir = meta.kind == FileKind::Directory;
    // What the filters leave out of a folder may be an operand of its own.
    let may_take_along = job.filters.is_empty();
    if let Some(kept) = &before.kept {
        let error = match kept.refuses((source, name), meta) {
            Some(error) => error,
            None if before.nested.removes(name, meta) || !may_take_along => return None,
            // It is in the trash by then.
            None if options.force => return Some(Operand::LeftOut),
            None => OpError::new(Action::Trash, source, Errno::NOENT),
        };
        return Some(Operand::Refused { path: source.clone(), error });
    }
    if !options.dry_run || job.lists.is_some() || !makes {
        return None;
    }
    let moves = *verb == Verb::Move;
    let refused = |error: OpError| {
        let path = job.target.as_ref().map_or_else(PathBuf::new, |dir| path_of(dir));
        let error = error.with(path.join(path_of(dst_name)));
        Some(Operand::Refused { path: source.clone(), error })
    };
    if moves && !options.strip_trailing_slashes && is_slashed_link(source) {
        return refused(OpError::new(Action::Move, source, Errno::NOTDIR));
    }
    let as_cp = options.gnu && !moves;
    let by_entry = moves || as_cp && !is_dir;
    let again = as_cp && !is_dir && options.backup.is_some();
    let same = before.seen.entry((meta.id(), dst_name.to_owned())).or_default();
    if !again && same.iter().any(|other| !by_entry || is_one_entry(other, name)) {
        return Some(Operand::LeftOut);
    }
    same.push(name.to_owned());
    if is_dir && options.recursive && target.is_inside(at, meta.id()) {
        let action = if moves { Action::Move } else { Action::Copy };
        return refused(OpError::refused(action, Code::IntoItself, source));
    }
    // GNU's mv moves neither `dir/.` nor what is in it.
    let stays = options.gnu && is_dotted(source);
    if moves && sources.len() > 1 && !before.nested.add(name, meta, stays) {
        // It has moved with the folder that it is in.
        return Some(Operand::Missing { path: source.clone(), errno: Errno::NOENT });
    }
    None
}

/// The folders in which operands get their names, relative to the open one.
fn folders_of(target: &Target) -> HashSet<CString> {
    if target.paths.is_empty() {
        return HashSet::from([c".".to_owned()]);
    }
    target.paths.iter().map(|path| parent_of(path)).collect()
}

fn path_of(path: &CStr) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(path.to_bytes()))
}

impl Copier {
    /// Whether the destination takes two names for one, and no inode number tells.
    ///
    /// Else two items with such names would become one file there, and one of them would be lost.
    fn folds_by_names(
        &self,
        worker: &mut Worker,
        target: &Target,
        dst: BorrowedFd<'_>,
    ) -> Option<Folding> {
        let sources = &self.job.spec.sources;
        let is_many = sources.len() > 1
            || self.job.spec.options.recursive
                && sources.iter().filter_map(|source| c_path(&source.0)).any(|source| {
                    sys::stat_at(sys::CWD, &source, true)
                        .is_ok_and(|meta| meta.kind == FileKind::Directory)
                });
        if !is_many {
            return None;
        }
        let name = temporary_beside(worker, c"name");
        let found: Vec<_> = folders_of(target)
            .iter()
            .filter_map(|folder| folds_by_names(dst, folder, &name))
            .collect();
        found.iter().find(|found| **found == Folding::Lossy).or(found.first()).copied()
    }

    /// Whether two items with different names may get one, by rule or when the user is asked.
    fn may_change_names(&self, place: Option<&Pair>) -> bool {
        let options = &self.job.spec.options;
        options.names != NameRule::Keep
            || options.on_error == ErrorPolicy::Ask
                && place.is_some_and(|pair| sys::may_keep_less(pair.dst()))
    }

    /// Prepares the destination, and finds out whether names may clash there; tells whether it folds case.
    fn expect_clashes(&self, worker: &mut Worker, target: &Target, place: Option<&Pair>) -> bool {
        if let Some(pair) = place {
            for folder in folders_of(target) {
                self.tidy_target(pair.dst(), &folder);
            }
        }
        let folds_by_names = place.and_then(|pair| self.folds_by_names(worker, target, pair.dst()));
        let folding = folds_by_names.or(target.folds_case.then_some(Folding::Told));
        let folds_case = folding.is_some();
        if let Some(folding) = folding {
            self.created.folds(folding);
        }
        if folds_case || self.may_change_names(place) {
            self.created.watched.store(true, Ordering::Relaxed);
        }
        // GNU's cp lets them overwrite each other, in the order of the operands.
        if !self.as_cp() && target.is_entwined(&self.job.spec) {
            self.created.watched.store(true, Ordering::Relaxed);
            self.created.clashes.store(true, Ordering::Relaxed);
        }
        if !self.moves && self.job.selection.is_none() && overlap(&self.job.spec.sources) {
            self.links.overlap.store(true, Ordering::Relaxed);
            self.created.twice.store(!self.job.spec.options.gnu, Ordering::Relaxed);
        }
        folds_case
    }

    /// Makes the items of a job's operands; those that are refused are told here.
    pub(super) fn find_operands(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        target: &Target,
    ) -> Vec<ParkedItem> {
        let options = &self.job.spec.options;
        let mut seen: HashMap<((u64, u64), CString), Vec<CString>> = HashMap::new();
        let mut names: HashSet<CString> = HashSet::new();
        let mut spellings: HashSet<Vec<u8>> = HashSet::new();
        let mut items = Vec::new();
        let place = worker.pair(top, self.rules).ok();
        let folds_case = self.expect_clashes(worker, target, place.as_deref());
        let is_one = self.job.spec.sources.len() == 1 || self.job.selection.is_some();
        let mut nested = (self.moves && !is_one && !self.unpacks()).then(Nested::default);
        for (at, source) in self.job.spec.sources.iter().enumerate() {
            let mut source = source.0.clone();
            if options.strip_trailing_slashes {
                source = strip_slashes(&source);
            }
            let Some(name) = c_path(&source) else {
                if !Job::has_passed_spare(top, c"") {
                    let error = OpError::new(Action::Stat, &source, Errno::NOENT);
                    self.job.failed(worker.index, source, error);
                    self.job.spare_ended(worker, top, c"");
                }
                continue;
            };
            let tell = |worker: &Worker, error| {
                if !top.has_passed(&name) {
                    self.job.failed(worker.index, source.clone(), error);
                    self.job.ended(worker, top, &name);
                }
            };
            let meta = match look_at(&source, &name, options.follow) {
                Ok(meta) => meta,
                Err(errno) => {
                    let dst_name = target.name_for(at, &source, options);
                    let dir = place.as_ref().map_or(sys::CWD, |pair| pair.dst());
                    let gone = errno == Errno::NOENT
                        && !top.has_passed(&name)
                        && self.has_gone_before(worker, top, dir, (&name, &dst_name));
                    if !gone {
                        tell(worker, OpError::new(Action::Stat, &source, errno));
                    }
                    continue;
                }
            };
            let dst_name = target.name_for(at, &source, options);
            if !self.job.accepts_operand(&source, meta.kind)
                || !self.job.takes_operand(&source, &meta)
            {
                self.job.left_out(worker, top, &name, &dst_name);
                continue;
            }
            if self.moves && is_slashed_link(&source) {
                // rename(2) refuses it; a copy would empty the directory that it leads to.
                let error = OpError::new(Action::Move, &source, Errno::NOTDIR);
                tell(worker, error.with(top.dst_path(&dst_name)));
                continue;
            }
            let is_dir = meta.kind == FileKind::Directory;
            let same = seen.entry((meta.id(), dst_name.clone())).or_default();
            // Of two links to one file, a move takes each; GNU's cp tries to.
            let by_entry = self.moves || self.as_cp() && !is_dir;
            // It keeps the copy of the first under a backup name, too.
            let again = self.as_cp() && !is_dir && options.backup.is_some();
            if !again && same.iter().any(|other| !by_entry || is_one_entry(other, &name)) {
                self.duplicate(worker, top, &name, &dst_name, meta.size);
                continue;
            }
            same.push(name.clone());
            if is_dir && options.recursive && target.is_inside(at, meta.id()) {
                let dst = top.dst_path(&dst_name);
                let action = if self.moves { Action::Move } else { Action::Copy };
                tell(worker, OpError::refused(action, Code::IntoItself, &source).with(dst));
                continue;
            }
            if is_dir && self.mirrors() && is_above_source(&self.job, &source, &dst_name, &meta) {
                let error = OpError::refused(Action::Copy, Code::Overlap, &source);
                tell(worker, error.with(top.dst_path(&dst_name)));
                continue;
            }
            if !names.insert(dst_name.clone()) {
                self.created.watched.store(true, Ordering::Relaxed);
            }
            let spelling = dst_name.to_bytes();
            if !spellings.insert(if folds_case { alike(spelling) } else { spelling.to_vec() }) {
                self.created.clashes.store(true, Ordering::Relaxed);
            }
            // GNU's mv moves neither `dir/.` nor what is in it.
            let stays = options.gnu && is_dotted(&source);
            if nested.as_mut().is_some_and(|nested| !nested.add(&name, &meta, stays)) {
                // It is no longer there when it is its turn, unless the other one could not be moved.
                lock(&self.nested).push_back(ParkedItem::new(top, name, dst_name, meta.kind));
                continue;
            }
            if options.parents {
                let made = self.make_parents(worker, top, &source);
                let made = made.and_then(|makes| {
                    // Where it made a directory above, GNU's cp takes the last one for missing, too.
                    let collides = makes && is_dir && self.as_cp() && is_dotted(&source);
                    let path = top.dst_path(&dst_name);
                    let error = || OpError::new(Action::CreateDir, path, Errno::EXIST);
                    if collides { Err(error()) } else { Ok(()) }
                });
                if let Err(error) = made {
                    tell(worker, error);
                    continue;
                }
            }
            if matches!(self.job.spec.destination, Some(Destination::Each(_)))
                && let Err(error) = self.make_above(&source, &dst_name)
            {
                tell(worker, error);
                continue;
            }
            if top.has_passed(&name) {
                continue;
            }
            items.push(ParkedItem::new(top, name, dst_name, meta.kind));
        }
        if let Some(apart) = nested.map(Nested::apart).filter(|apart| !apart.is_empty()) {
            self.apart.get_or_init(|| apart);
        }
        items
    }

    /// Begins the next operand that lies in one before it, if all else has ended; tells whether there is one.
    pub(super) fn run_nested(&self, walk: &Arc<Walk<Self>>, pool: &rayon::ThreadPool) -> bool {
        let waiting = self.job.questions.waiting();
        if waiting.open > 0 || waiting.backlog > 0 {
            return false;
        }
        let Some(item) = lock(&self.nested).pop_front() else { return false };
        walk.spawn_on(pool, move |walk, worker| {
            let copier = &walk.visitor;
            let (top, name) = (&item.node, item.item().name);
            if top.has_passed(name) {
                return walk.release(worker, top);
            }
            if let Err(errno) = sys::stat_at(sys::CWD, name, false) {
                let source = top.src_path(name);
                copier.job.failed(
                    worker.index,
                    source.clone(),
                    OpError::new(Action::Stat, source, errno),
                );
                copier.job.ended(worker, top, name);
                return walk.release(worker, top);
            }
            copier.job.found(worker, Found { items: 1, directories: 0, all: false });
            walk.run_parked(worker, &item);
        });
        true
    }

    fn duplicate(&self, worker: &Worker, top: &DirNode, name: &CStr, dst_name: &CStr, size: u64) {
        if Job::has_passed_spare(top, name) {
            return;
        }
        let job = self.job.id;
        let src = top.src_path(name);
        let warning = Warning::DuplicateSource { path: WirePath(src.clone()) };
        self.job.hub.tell(Event::Warning { job, warning });
        let paths = (src, top.dst_path(dst_name));
        self.job.end_skipped(worker.index, SkipReason::Duplicate, size, paths);
        self.job.spare_ended(worker, top, name);
    }

    /// Holds the filesystem open on which an operand with a path of its own appears.
    pub(super) fn meets_operand(&self, worker: &mut Worker, step: Step<'_>) {
        let parent = parent_of(step.item.dst_name);
        if step.is_operand()
            && parent.to_bytes() != b"."
            && self.job.is_flushed()
            && let Ok(dir) = sys::open_dir(step.pair.dst(), &parent, true)
        {
            self.meets(worker, &dir, || step.node.dst_path(&parent));
        }
    }

    /// Holds the filesystem open of a file that is written in place, perhaps through a symlink.
    pub(super) fn meets_linked(&self, worker: &mut Worker, step: Step<'_>, file: BorrowedFd<'_>) {
        if self.job.is_flushed()
            && let Ok(there) = sys::stat_fd(file)
            && there.kind == FileKind::File
        {
            self.job.meets(worker, there.dev, || step.dst_path(), || sys::duplicate(file));
        }
    }
}

/// Whether two paths lead to one entry of one directory.
fn is_one_entry(a: &CStr, b: &CStr) -> bool {
    base_of(a) == base_of(b) && is_one_directory((sys::CWD, a), (sys::CWD, b))
}

/// Whether two paths, each relative to an open directory, are of entries of one directory.
pub(crate) fn is_one_directory(a: (BorrowedFd<'_>, &CStr), b: (BorrowedFd<'_>, &CStr)) -> bool {
    let parent = |(dir, path): (BorrowedFd<'_>, &CStr)| sys::stat_at(dir, &parent_of(path), true);
    parent(a).is_ok_and(|a| parent(b).is_ok_and(|b| a.id() == b.id()))
}

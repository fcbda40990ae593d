//! Undoing jobs, and taking items out of the trash.
//!
//! A record, or the names of items in the trash, become errands for the visitors that move and
//! delete. Each is checked against what is there now: what has changed since is left alone and told,
//! and what is as it was before the job, because of an earlier undo or of the user, is done.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Action, Code, OpError};
use crate::event::{Event, Op, Warning};
use crate::exec::{Copier, Errand, Target, c_path};
use crate::job::Shared;
use crate::path::WirePath;
use crate::record::{self, Line, Record};
use crate::remove::{Copies, Remover};
use crate::run::act;
use crate::spec::Verb;
use crate::sys::{self, Errno, Meta};
use crate::trash::{self, Trashed};
use crate::worker::Counterpart;

/// What there is to do.
#[derive(Debug, Default)]
struct Work {
    moves: Vec<Errand>,
    /// Items in the trash among them: where each is, and the file that describes it.
    trashed: Vec<(PathBuf, PathBuf)>,
    /// Copies to be deleted, and what each was copied from.
    made: Vec<(WirePath, WirePath)>,
    /// Files that were replaced and kept.
    backups: Vec<Backup>,
    /// Pairs of names, each with the inode that it led to.
    exchanges: Vec<[(PathBuf, (u64, u64)); 2]>,
    /// Files that were replaced and not kept.
    lost: Vec<PathBuf>,
}

/// A file that gave way and was kept.
#[derive(Debug)]
struct Backup {
    path: PathBuf,
    /// Where it is now.
    place: PathBuf,
}

/// Runs a job that restores or undoes; `false` if it could not even begin.
pub(crate) fn run(job: &Arc<Shared>, target: &Target) -> bool {
    match job.spec.verb {
        Verb::Restore => restore(job, target),
        Verb::Undo => undo(job, target),
        Verb::Copy | Verb::Move | Verb::Delete | Verb::Trash | Verb::Verify => false,
    }
}

fn refuse(job: &Shared, src: &Path, error: OpError) {
    job.failed(usize::MAX, src.to_owned(), error);
}

fn restore(job: &Arc<Shared>, target: &Target) -> bool {
    let items = match trash::list() {
        Ok(items) => items,
        Err(error) => {
            refuse(job, Path::new(""), error);
            return false;
        }
    };
    let mut work = Work::default();
    for id in &job.spec.sources {
        match items.iter().find(|item| item.id == *id) {
            Some(item) => work.take_out(item),
            None => refuse(job, &id.0, OpError::refused(Action::Restore, Code::NotFound, &id.0)),
        }
    }
    work.run(job, target, None)
}

fn undo(job: &Arc<Shared>, target: &Target) -> bool {
    let [WirePath(path)] = job.spec.sources.as_slice() else { return false };
    let record = match record::read(path) {
        Ok(record) => record,
        Err(error) => {
            refuse(job, path, error);
            return false;
        }
    };
    let ran = Work::of(job, &record).run(job, target, Some(&record));
    // One that was cancelled goes on with the next undo.
    if ran && !job.control.is_cancelled() {
        let remembered = match job.failures() {
            0 => record::forget(path),
            left => record::mark(path, &Line::Undone { at: crate::hub::now(), left }),
        };
        if let Err(error) = remembered {
            job.hub.tell(Event::Warning { job: job.id, warning: Warning::NotRecorded { error } });
        }
    }
    ran
}

impl Work {
    /// Turns a record into errands, the last step first.
    fn of(job: &Shared, record: &Record) -> Self {
        let mut work = Self::default();
        let trashed = if record.lines.iter().any(|line| matches!(line, Line::Trashed { .. })) {
            trash::list().unwrap_or_default()
        } else {
            Vec::new()
        };
        let copies = copies(record);
        let find = |id: &WirePath, from: &WirePath| {
            trashed.iter().find(|item: &&Trashed| item.id == *id && item.original == *from)
        };
        for line in record.lines.iter().rev() {
            match line {
                // Read and checked before the lines in between.
                Line::Began { .. } | Line::Ended { .. } | Line::Undone { .. } => {}
                Line::Made { path, from } => work.made.push((path.clone(), from.clone())),
                Line::Moved { from, to, id } => {
                    if is_back(&to.0, &from.0, *id) {
                        continue;
                    }
                    let inode = Some((*id, record.ended as i64));
                    work.moves.push(Errand { src: to.0.clone(), dst: from.0.clone(), inode });
                }
                Line::Exchanged { one, other, ids: [first, second] } => {
                    work.exchanges.push([(one.0.clone(), *first), (other.0.clone(), *second)]);
                }
                Line::Replaced { path, backup: Some(backup), .. } => {
                    work.backups.push(Backup { path: path.0.clone(), place: backup.0.clone() });
                }
                Line::Replaced { path, trashed: Some(id), .. } => match trash::place(&id.0) {
                    Some(place) if exists(&place) => {
                        work.trashed.push((place.clone(), id.0.clone()));
                        work.backups.push(Backup { path: path.0.clone(), place });
                    }
                    _ if exists(&path.0) && !copies.contains(path.0.as_path()) => {}
                    _ => not_in_trash(job, path),
                },
                Line::Replaced { path, .. } => work.lost.push(path.0.clone()),
                Line::Trashed { from, id } => match find(id, from) {
                    Some(item) => work.take_out(item),
                    // It was restored already, by the user or by an undo that could not do all.
                    None if exists(&from.0) => {}
                    None => not_in_trash(job, from),
                },
            }
        }
        work
    }

    fn take_out(&mut self, item: &Trashed) {
        let Some(place) = item.place() else { return };
        self.trashed.push((place.clone(), item.id.0.clone()));
        self.moves.push(Errand { src: place, dst: item.original.0.clone(), inode: None });
    }

    fn run(self, job: &Arc<Shared>, target: &Target, record: Option<&Record>) -> bool {
        for path in &self.lost {
            refuse(job, path, OpError::refused(Action::Undo, Code::Replaced, path));
        }
        let mut ran = true;
        if let Some(record) = record {
            for names in &self.exchanges {
                exchange_back(job, names, record);
            }
            ran = delete_copies(job, target, self.made, record);
        }
        ran = ran && move_all(job, target, self.moves);
        if let Some(record) = record {
            // Only now are the names free that backups are to get.
            let (backups, copies) = (self.backups.iter(), copies(record));
            let errands = backups.filter_map(|backup| put_back(job, backup, &copies));
            ran = ran && move_all(job, target, errands.collect());
        }
        for (place, info) in &self.trashed {
            forget_trashed(job, place, info);
        }
        ran
    }
}

fn exchange_back(job: &Shared, names: &[(PathBuf, (u64, u64)); 2], record: &Record) {
    let [(one, _), (other, _)] = names;
    for (path, id) in names {
        let name = c_path(path).unwrap_or_default();
        let error = match stat(path) {
            Ok(meta) if record.is_it(*id, &meta, &name) => continue,
            Ok(_) => OpError::refused(Action::Undo, Code::ChangedSince, path),
            Err(errno) => OpError::new(Action::Undo, path, errno),
        };
        return refuse(job, one, error);
    }
    let [from, to] = [one, other].map(|path| c_path(path).unwrap_or_default());
    match sys::exchange(sys::CWD, &from, sys::CWD, &to) {
        Ok(()) => job.done_alone(Op::Exchange, one, other),
        Err(errno) => {
            refuse(job, one, OpError::new(Action::Exchange, one, errno).with(other));
        }
    }
}

fn delete_copies(
    job: &Arc<Shared>,
    target: &Target,
    made: Vec<(WirePath, WirePath)>,
    record: &Record,
) -> bool {
    let copies = Copies::new(made, (record.began, record.ended));
    copies.made.is_empty() || act(job, target, Remover::of_copies(job, copies)).is_some()
}

fn move_all(job: &Arc<Shared>, target: &Target, errands: Vec<Errand>) -> bool {
    if errands.is_empty() {
        return true;
    }
    let rules = job.rules(Counterpart::Needed);
    act(job, target, Copier::on_errands(Arc::clone(job), rules, errands)).is_some()
}

/// Lets a backup take its old name again, unless something is there.
fn put_back(job: &Shared, backup: &Backup, copies: &HashSet<&Path>) -> Option<Errand> {
    let Backup { path, place } = backup;
    let now = stat(path);
    if now.as_ref().err() == Some(&Errno::NOENT) {
        return Some(Errand { src: place.clone(), dst: path.clone(), inode: None });
    }
    // If the copy that took its place stays, that was told; without a backup, it is back already.
    if let Ok(kept) = stat(place)
        && !copies.contains(path.as_path())
        && now.is_ok_and(|now| now.id() != kept.id())
    {
        refuse(job, path, OpError::refused(Action::Undo, Code::Exists, path));
    }
    None
}

/// Where the job put copies.
fn copies(record: &Record) -> HashSet<&Path> {
    let lines = record.lines.iter();
    let made = lines.filter_map(|line| match line {
        Line::Made { path, .. } => Some(path.0.as_path()),
        _ => None,
    });
    made.collect()
}

fn not_in_trash(job: &Shared, path: &WirePath) {
    refuse(job, &path.0, OpError::refused(Action::Undo, Code::NotInTrash, &path.0));
}

/// Whether an item that was moved is where it was before.
fn is_back(there: &Path, here: &Path, id: (u64, u64)) -> bool {
    !exists(there) && stat(here).is_ok_and(|meta| meta.id() == id)
}

/// Removes the description of an item that is no longer in the trash.
fn forget_trashed(job: &Shared, place: &Path, info: &Path) {
    if stat(place).err() != Some(Errno::NOENT) {
        return;
    }
    let removed = c_path(info).map_or(Err(Errno::INVAL), |info| sys::unlink(sys::CWD, &info));
    match removed {
        // The desktop was faster.
        Ok(()) | Err(Errno::NOENT) => {}
        Err(errno) => {
            let error = OpError::new(Action::Remove, info, errno);
            job.hub.tell(Event::Warning { job: job.id, warning: Warning::Metadata { error } });
        }
    }
}

fn stat(path: &Path) -> sys::Sys<Meta> {
    sys::stat_at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, false)
}

/// Whether something has this name; where nobody can tell, nothing is assumed.
fn exists(path: &Path) -> bool {
    stat(path).is_ok()
}

//! Taking jobs back, and things out of the trash.
//!
//! A record, or the names of items in the trash, become errands for the visitors that move and
//! delete. Each is checked against what is there now; what has changed since is left alone and told.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Action, Code, OpError};
use crate::event::{Answer, Event, Op, Warning};
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
    backups: Vec<GaveWay>,
    /// Pairs of names, each with the inode that it led to.
    exchanges: Vec<[(PathBuf, (u64, u64)); 2]>,
    /// Files that were replaced and not kept.
    lost: Vec<PathBuf>,
}

/// A file that gave way.
#[derive(Debug)]
struct GaveWay {
    path: PathBuf,
    /// What took its place.
    from: PathBuf,
    backup: PathBuf,
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
    let all = ran && !job.has_failures() && !job.control.is_cancelled();
    if all && let Err(error) = record::forget(path) {
        job.hub.tell(Event::Warning { job: job.id, warning: Warning::NotRecorded { error } });
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
        for line in record.lines.iter().rev() {
            match line {
                // Read and checked before the lines in between.
                Line::Began { .. } | Line::Ended { .. } => {}
                Line::Made { path, from } => work.made.push((path.clone(), from.clone())),
                Line::Moved { from, to, id } => work.moves.push(Errand {
                    src: to.0.clone(),
                    dst: from.0.clone(),
                    inode: Some((*id, record.ended as i64)),
                    answer: None,
                }),
                Line::Exchanged { one, other, ids: [first, second] } => {
                    work.exchanges.push([(one.0.clone(), *first), (other.0.clone(), *second)]);
                }
                Line::Replaced { path, from, trashed: Some(id), .. } => match trash::place(&id.0) {
                    Some(place) if stat(&place).is_ok() => {
                        work.trashed.push((place.clone(), id.0.clone()));
                        let (path, from) = (path.0.clone(), from.0.clone());
                        work.backups.push(GaveWay { path, from, backup: place });
                    }
                    _ => work.lost.push(path.0.clone()),
                },
                Line::Replaced { path, backup: None, .. } => work.lost.push(path.0.clone()),
                Line::Replaced { path, from, backup: Some(backup), .. } => {
                    work.backups.push(GaveWay {
                        path: path.0.clone(),
                        from: from.0.clone(),
                        backup: backup.0.clone(),
                    });
                }
                Line::Trashed { from, id } => {
                    let is_it = |item: &&Trashed| item.id == *id && item.original == *from;
                    if let Some(item) = trashed.iter().find(is_it) {
                        work.take_out(item);
                    } else {
                        let gone = OpError::refused(Action::Undo, Code::NotFound, &from.0);
                        refuse(job, &from.0, gone);
                    }
                }
            }
        }
        work
    }

    fn take_out(&mut self, item: &Trashed) {
        let Some(place) = item.place() else { return };
        self.trashed.push((place.clone(), item.id.0.clone()));
        let dst = item.original.0.clone();
        self.moves.push(Errand { src: place, dst, inode: None, answer: None });
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
            let backups = self.backups.iter();
            let errands = backups.filter_map(|backup| put_back(job, backup, record));
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

/// Lets a backup take its old name again, if nothing is there but the copy that replaced it.
fn put_back(job: &Shared, gave_way: &GaveWay, record: &Record) -> Option<Errand> {
    let GaveWay { path, from, backup } = gave_way;
    let answer = match stat(path) {
        Err(Errno::NOENT) => Ok(None),
        // What was moved there and could not go back is all there is of it.
        Ok(_) if record.verb != Verb::Copy => {
            Err(OpError::refused(Action::Undo, Code::Exists, path))
        }
        Ok(meta) if !record.is_of_job(meta.ctime_micros()) => {
            Err(OpError::refused(Action::Undo, Code::ChangedSince, path))
        }
        Ok(_) if is_gone(from) => Err(OpError::refused(Action::Undo, Code::OriginalGone, path)),
        Ok(_) => Ok(Some(Answer::Overwrite)),
        Err(errno) => Err(OpError::new(Action::Stat, path, errno)),
    };
    match answer {
        Ok(answer) => {
            Some(Errand { src: backup.to_owned(), dst: path.to_owned(), inode: None, answer })
        }
        Err(error) => {
            refuse(job, path, error);
            None
        }
    }
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

/// Whether a path leads to nothing any more.
fn is_gone(path: &Path) -> bool {
    matches!(stat(path), Err(Errno::NOENT | Errno::NOTDIR))
}

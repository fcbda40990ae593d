//! Undoes jobs, and restores items from the trash.
//!
//! A record, or the names of items in the trash, become errands for the visitors that move and
//! delete. Each is checked against what is there now: what has changed since is left alone and told,
//! and what is as it was before the job, because of an earlier undo or of the user, is done.
//!
//! Copies are moved to the trash. An undo leaves a record of its own, and undoing that is a redo: it
//! takes them out again and moves everything forward. The record of a redo is that of the job again.
//!
//! # How an undo works
//!
//! While a job runs, `copy/undo_lines.rs` writes down each item that appears in a directory which was there
//! before: made, moved (with its inode), replaced (with its backup, or its description in the trash), trashed. What is inside a directory
//! that the job made needs no line. The lines go to a file of the user's alone when the job ends, or
//! when 64 KiB are gathered, and ten times a second in jobs outside the queue: what a job did in its last
//! moments before it was killed is not undone, and the undo ends with a warning and as one with errors.
//! `record.rs` describes the format.
//!
//! `Verb::Undo` reads such a record and checks every line against what is there now. Copies become the
//! operands of the `Remover`, with their originals as the other side of each item (`remove/copies.rs`). No
//! time tells a copy from one that was edited while the job ran: its ctime lies within the job as well. So a
//! copy is removed only if its ctime is of the job, its original is there, another file and readable, and the
//! bytes of both are the same; everything else stays and is told. It goes to the trash where a rename leads to
//! one: a walk that only looks finds the directories that are wholly what the job made, and these go as one.
//! What is edited in such a directory between that walk and its rename goes to the trash with the edit, where
//! it can be had back. Moved items, backups and trashed items become errands of the `Copier`, which moves them
//! back and replaces nothing; a backup waits until its name is free. A moved item is known by its inode and
//! its time of birth, so it takes later edits back with it. What is already as it was before the job is done,
//! so that an undo can be tried again. `Verb::Restore` is the same for items named by hand. The record gets a
//! mark, and the next undo without a number passes over it.
//!
//! An undo leaves a record of its own. `Verb::Undo` of that is a redo: what was taken to the trash comes back,
//! and what was moved back moves forward again. Its record begins as that of the job did, and takes the place
//! of both others.
//!
//! With `keep_replaced`, as in both apps, a replaced file goes to the trash of its volume. Its description is
//! written first, then the old file gets a second name there by hard link, and only then the new file is renamed
//! over it: a kill leaves the old file or the new one under the name, and at worst an extra name in the trash.
//! Where the kernel refuses the link, the new file and the old one change places (`RENAME_EXCHANGE`). Nothing is
//! copied: where no rename leads to a trash, the item fails and the old file stays.

mod rehearse;

pub(crate) use rehearse::rehearse;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Op, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::copy::{Copier, Errand};
use crate::job::Job;
use crate::job::act::act;
use crate::record::{self, Line, Record};
use crate::remove::{Copies, Remover};
use crate::trash::{self, Trashed, Untrashed};
use crate::walk::target::Target;
use crate::walk::worker::Counterpart;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, Identity, Meta};

/// The steps of an undo.
#[derive(Debug, Default)]
struct Work {
    moves: Vec<Errand>,
    /// Items in the trash among them and among the backups.
    trashed: Vec<InTrash>,
    /// What an undo took out of the trash, and a redo moves there again.
    discards: Vec<PathBuf>,
    /// Copies to be deleted, and what each was copied from.
    made: Vec<(WirePath, WirePath)>,
    /// Files that were replaced and kept.
    backups: Vec<Backup>,
    /// Pairs of names, each with the inode that it led to.
    exchanges: Vec<[(PathBuf, Identity); 2]>,
    /// What cannot be undone, as far as the record and the trash tell.
    refused: Vec<(PathBuf, OpError)>,
}

/// An item in the trash that is to leave it.
#[derive(Debug)]
struct InTrash {
    place: PathBuf,
    /// The file that describes it.
    info: PathBuf,
    /// The path to which it is restored.
    path: PathBuf,
}

/// A file that gave way and was kept.
#[derive(Debug)]
struct Backup {
    path: PathBuf,
    /// Where it is now.
    place: PathBuf,
}

/// Runs a job that restores or undoes; `false` if it could not even begin.
pub(crate) fn run(job: &Arc<Job>, target: &Target) -> bool {
    match job.spec.verb {
        Verb::Restore => restore(job, target),
        Verb::Undo => undo(job, target),
        Verb::Copy
        | Verb::Move
        | Verb::Delete
        | Verb::Trash
        | Verb::Verify
        | Verb::Dedupe
        | Verb::Extract
        | Verb::Pack => false,
    }
}

fn refuse(job: &Job, src: &Path, error: OpError) {
    job.failed(usize::MAX, src.to_owned(), error);
}

fn restore(job: &Arc<Job>, target: &Target) -> bool {
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
            Some(item) => work.take_out(item, &item.original.0),
            None => refuse(job, &id.0, OpError::refused(Action::Restore, Code::NotFound, &id.0)),
        }
    }
    work.run(job, target, None)
}

fn undo(job: &Arc<Job>, target: &Target) -> bool {
    let [WirePath(path)] = job.spec.sources.as_slice() else { return false };
    let record = match record::read(path) {
        Ok(record) => record,
        Err(error) => {
            refuse(job, path, error);
            return false;
        }
    };
    if record.interrupted {
        // From here on the record is like any other; marks are appended to it.
        if let Err(errno) = record::close_interrupted(path, record.until) {
            refuse(job, path, OpError::new(Action::Record, path, errno));
            return false;
        }
        tell_interrupted(job, path);
    }
    let ran = Work::of(&record).run(job, target, Some(&record));
    // If it was cancelled, the next undo does the rest.
    if ran
        && !job.control.is_cancelled()
        && let Err(error) = remember(job, path, &record)
    {
        job.hub.tell(Event::Warning { job: job.id, warning: Warning::NotRecorded { error } });
    }
    ran
}

/// Tells that not all of what an interrupted job did is known.
fn tell_interrupted(job: &Job, path: &Path) {
    job.note_own_error();
    let warning = Warning::Interrupted { path: path.into() };
    job.hub.tell(Event::Warning { job: job.id, warning });
}

/// Marks or removes the record of what was undone.
fn remember(job: &Job, path: &Path, record: &Record) -> Result<(), OpError> {
    let left = job.failures();
    let is_redone = record.verb == Verb::Undo && left == 0;
    // A redo needs the record of the job, too, until it has written its own.
    let is_redoable =
        record.verb != Verb::Undo && job.recorder.as_ref().is_some_and(|it| !it.is_empty());
    if is_redone && let Some(origin) = record.sources.first() {
        match record::forget(&origin.0) {
            // The oldest records are removed when there are too many.
            Err(error) if error.code != Code::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    if left == 0 && !is_redoable {
        record::forget(path)
    } else {
        record::mark(path, &Line::Undone { at: fcp_sys::now(), left })
    }
}

impl Work {
    /// Turns a record into errands, the last step first.
    fn of(record: &Record) -> Self {
        let mut work = Self::default();
        let trashed = if record.lines.iter().any(|line| matches!(line, Line::Trashed { .. })) {
            trash::list().unwrap_or_default()
        } else {
            Vec::new()
        };
        let copies = copies(record);
        let find = |id: &WirePath, from: &WirePath| {
            let is_original = |item: &Trashed| {
                item.original == *from
                    || trash::spelt_out(&from.0).as_ref() == Some(&item.original.0)
            };
            trashed.iter().find(|item| item.id == *id && is_original(item))
        };
        for line in record.lines.iter().rev() {
            match line {
                // Read and checked before the lines in between.
                Line::Began { .. } | Line::Runs(_) | Line::Ended { .. } | Line::Undone { .. } => {}
                Line::Extracted { path, id } => match identity(&path.0) {
                    Ok(now) if now.is(*id) => work.discards.push(path.0.clone()),
                    // The user removed it, or another file has its name.
                    Ok(_) => work.refuse(path, Code::ChangedSince),
                    Err(_) => {}
                },
                Line::Restored { path } if exists(&path.0) => work.discards.push(path.0.clone()),
                Line::Restored { path } => {
                    let error = OpError::new(Action::Undo, &path.0, Errno::NOENT);
                    work.refused.push((path.0.clone(), error));
                }
                Line::Made { path, from } => work.made.push((path.clone(), from.clone())),
                Line::Moved { from, to, id } => {
                    if is_back(&to.0, &from.0, *id) {
                        continue;
                    }
                    let inode = Some(*id);
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
                        let (info, path) = (id.0.clone(), path.0.clone());
                        work.trashed.push(InTrash {
                            place: place.clone(),
                            info,
                            path: path.clone(),
                        });
                        work.backups.push(Backup { path, place });
                    }
                    _ if exists(&path.0) && !copies.contains(path.0.as_path()) => {}
                    _ => work.refuse(path, Code::NotInTrash),
                },
                Line::Replaced { path, .. } => work.refuse(path, Code::Replaced),
                Line::Trashed { from, id } => match find(id, from) {
                    Some(item) => work.take_out(item, &from.0),
                    // It was restored already, by the user or by an undo that could not do all.
                    None if exists(&from.0) => {}
                    None => work.refuse(from, Code::NotInTrash),
                },
            }
        }
        work
    }

    fn refuse(&mut self, path: &WirePath, code: Code) {
        let error = OpError::refused(Action::Undo, code, &path.0);
        self.refused.push((path.0.clone(), error));
    }

    fn take_out(&mut self, item: &Trashed, path: &Path) {
        let Some(place) = item.place() else { return };
        let (info, path) = (item.id.0.clone(), path.to_owned());
        self.trashed.push(InTrash { place: place.clone(), info, path: path.clone() });
        self.moves.push(Errand { src: place, dst: path, inode: None });
    }

    fn run(self, job: &Arc<Job>, target: &Target, record: Option<&Record>) -> bool {
        for (path, error) in &self.refused {
            refuse(job, path, error.clone());
        }
        if let Some(recorder) = &job.recorder {
            self.trashed.iter().for_each(|item| recorder.leave_out(&item.place));
        }
        let mut ran = true;
        if let Some(record) = record {
            for names in &self.exchanges {
                exchange_back(job, names);
            }
            let is_redo = record.verb == Verb::Undo;
            if is_redo {
                note_copies(job, record);
            }
            discard_all(job, &self.discards);
            ran = take_copies(job, target, self.made, record);
        }
        for batch in in_order(self.moves) {
            ran = ran && move_all(job, target, batch);
        }
        if let Some(record) = record {
            // Only now are the names free to which backups return.
            let (backups, copies) = (self.backups.iter(), copies(record));
            let errands = backups.filter_map(|backup| put_back(job, backup, &copies));
            ran = ran && move_all(job, target, errands.collect());
        }
        let is_redo = record.is_some_and(|record| record.verb == Verb::Undo);
        for item in &self.trashed {
            if forget_trashed(job, item)
                && !is_redo
                && exists(&item.path)
                && let Some(recorder) = &job.recorder
            {
                recorder.note(&Line::Restored { path: WirePath(item.path.clone()) });
            }
        }
        ran
    }
}

/// Cuts moves where one needs the name that another leaves.
fn in_order(moves: Vec<Errand>) -> Vec<Vec<Errand>> {
    let mut batches: Vec<Vec<Errand>> = Vec::new();
    let mut leaving: HashSet<PathBuf> = HashSet::new();
    for errand in moves {
        if leaving.contains(&errand.dst) || batches.is_empty() {
            leaving.clear();
            batches.push(Vec::new());
        }
        leaving.insert(errand.src.clone());
        if let Some(batch) = batches.last_mut() {
            batch.push(errand);
        }
    }
    batches
}

/// Writes down of a redo where the copies are again that the undo took away.
fn note_copies(job: &Job, undo: &Record) {
    let origin = undo.sources.first().and_then(|origin| record::read(&origin.0).ok());
    if let (Some(recorder), Some(origin)) = (&job.recorder, origin) {
        let made = origin.lines.iter().filter(|line| matches!(line, Line::Made { .. }));
        made.for_each(|line| recorder.note(line));
    }
}

/// Moves to the trash again what an undo took out of it.
fn discard_all(job: &Job, paths: &[PathBuf]) {
    let trashes = trash::Trashes::default();
    for path in paths {
        match discard(job, &trashes, path) {
            Ok(id) => {
                job.done_alone(Op::Trash, path, path);
                if let Some(recorder) = &job.recorder {
                    recorder.note(&Line::Trashed { from: path.into(), id: id.into() });
                }
            }
            Err(errno) => refuse(job, path, OpError::new(Action::Trash, path, errno)),
        }
    }
}

fn discard(job: &Job, trashes: &trash::Trashes, path: &Path) -> sys::Sys<PathBuf> {
    let home = job.home.as_ref().ok_or(Errno::OPNOTSUPP)?;
    let above = path.parent().and_then(c_path).ok_or(Errno::INVAL)?;
    let name = path.file_name().and_then(|name| c_path(Path::new(name))).ok_or(Errno::INVAL)?;
    let dir = sys::enter_dir(sys::CWD, &above, true)?;
    trashes.put(dir.as_fd(), &name, path, &home.data).map_err(|why| match why {
        Untrashed::NoTrash(errno) | Untrashed::Item(errno) => errno,
    })
}

fn exchange_back(job: &Job, names: &[(PathBuf, Identity); 2]) {
    let [(one, first), (other, second)] = names;
    let leads = |path, id: &Identity| identity(path).is_ok_and(|now| now.is(*id));
    if leads(one, second) && leads(other, first) {
        // They have changed places already.
        return;
    }
    for (path, id) in names {
        let error = match identity(path) {
            Ok(now) if now.is(*id) => continue,
            Ok(_) => OpError::refused(Action::Undo, Code::ChangedSince, path),
            Err(errno) => OpError::new(Action::Undo, path, errno),
        };
        return refuse(job, one, error);
    }
    let [from, to] = [one, other].map(|path| c_path(path).unwrap_or_default());
    match sys::exchange(sys::CWD, &from, sys::CWD, &to) {
        Ok(()) => {
            job.done_alone(Op::Exchange, one, other);
            if let Some(recorder) = &job.recorder {
                let (one, other) = (one.as_path().into(), other.as_path().into());
                recorder.note(&Line::Exchanged { one, other, ids: [*second, *first] });
            }
        }
        Err(errno) => {
            refuse(job, one, OpError::new(Action::Exchange, one, errno).with(other));
        }
    }
}

/// Moves copies to the trash, or deletes those whose volume has none.
fn take_copies(
    job: &Arc<Job>,
    target: &Target,
    made: Vec<(WirePath, WirePath)>,
    record: &Record,
) -> bool {
    let trash = job.home.as_ref().map(|home| home.data.clone());
    let mut copies = Copies::new(made, (record.began, record.ended), trash);
    if copies.made.is_empty() {
        return true;
    }
    if copies.has_trash() {
        let looking = Remover::of_copies(job, copies.looking());
        let Some(walk) = act(job, target, looking, None) else { return false };
        if let Some(looked) = &walk.visitor.copies {
            copies.learn(looked);
        }
    }
    let Some(walk) = act(job, target, Remover::of_copies(job, copies), None) else { return false };
    if let (Some(recorder), Some(copies)) = (&job.recorder, &walk.visitor.copies) {
        for (path, id) in copies.taken() {
            recorder.note(&Line::Trashed { from: path.into(), id: id.into() });
        }
    }
    true
}

fn move_all(job: &Arc<Job>, target: &Target, errands: Vec<Errand>) -> bool {
    if errands.is_empty() {
        return true;
    }
    let rules = job.rules(Counterpart::Needed);
    act(job, target, Copier::on_errands(Arc::clone(job), rules, errands), None).is_some()
}

/// Lets a backup take its old name again, unless something is there.
fn put_back(job: &Job, backup: &Backup, copies: &HashSet<&Path>) -> Option<Errand> {
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

/// Whether an item that was moved is where it was before; from another filesystem it came back as a new inode.
fn is_back(there: &Path, here: &Path, moved: Identity) -> bool {
    let has_other_dev = |now: Identity| now.id.0 != moved.id.0;
    !exists(there) && identity(here).is_ok_and(|now| now.is(moved) || has_other_dev(now))
}

/// Removes the description of an item that is no longer in the trash; `false` if it still is.
fn forget_trashed(job: &Job, item: &InTrash) -> bool {
    let InTrash { place, info, .. } = item;
    if stat(place).err() != Some(Errno::NOENT) {
        return false;
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
    true
}

fn identity(path: &Path) -> sys::Sys<Identity> {
    Identity::at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?)
}

fn stat(path: &Path) -> sys::Sys<Meta> {
    sys::stat_at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, false)
}

/// Whether an item has this name; a path that cannot be looked at counts as absent.
fn exists(path: &Path) -> bool {
    stat(path).is_ok()
}

//! Reads from a record what an undo has to do.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::folders::{Emptied, Parent};
use super::look::{exists, identity, place_of};
use super::order::Moves;
use super::own::{Own, own_backups};
use super::rights::Changed;
use super::snapshots::Snapshot;
use super::untouched::{is_unchanged, is_untouched};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::copy::Relocation;
use crate::record::{Line, Record, Stamp, Times, Undos};
use crate::trash::{self, Trashed};
use fcp_sys::{Errno, Identity};

/// The steps of an undo.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) moves: Vec<Step>,
    /// Items in the trash among them.
    pub(super) trashed: Vec<InTrash>,
    /// What an undo took out of the trash, and a redo moves there again.
    pub(super) discards: Vec<PathBuf>,
    /// Copies to be deleted, and what each was copied from.
    pub(super) made: Vec<(WirePath, WirePath)>,
    /// Snapshots of subvolumes.
    pub(super) snapshots: Vec<Snapshot>,
    /// Pairs of names, each with the inode that it led to.
    pub(super) exchanges: Vec<[(PathBuf, Identity); 2]>,
    /// Directories that were made for what is moved away again, the deepest first.
    pub(super) parents: Vec<Parent>,
    /// Folders whose rights were changed, the last change first.
    pub(super) rights: Vec<Changed>,
    /// What cannot be undone, as far as the record and the trash tell.
    pub(super) refused: Vec<(PathBuf, OpError)>,
}

/// One of the steps that move something.
#[derive(Debug)]
pub(super) enum Step {
    Move(Relocation),
    /// A file that was replaced gets its name back.
    Back(Backup),
    /// A folder is made that was emptied into another one.
    Make(Emptied),
}

impl Step {
    /// What is moved, and not brought back from a backup or made.
    pub(super) fn relocation(&self) -> Option<&Relocation> {
        match self {
            Self::Move(relocation) => Some(relocation),
            Self::Back(_) | Self::Make(_) => None,
        }
    }
}

impl Moves for Step {
    fn ways(&self) -> (&Path, &Path) {
        match self {
            Self::Move(relocation) => (&relocation.src, &relocation.dst),
            Self::Back(backup) => (&backup.place, &backup.path),
            Self::Make(folder) => (folder.path(), folder.path()),
        }
    }
}

/// An item in the trash that is to leave it.
#[derive(Debug)]
pub(super) struct InTrash {
    pub(super) place: PathBuf,
    /// The file that describes it.
    pub(super) info: PathBuf,
    /// The path to which it is restored.
    pub(super) path: PathBuf,
}

/// A file that gave way and was kept.
#[derive(Debug)]
pub(super) struct Backup {
    pub(super) path: PathBuf,
    /// Where it is now.
    pub(super) place: PathBuf,
    /// The inode it must be, if the record says so.
    pub(super) inode: Option<Identity>,
}

impl Work {
    /// Turns a record into relocations, the last step first.
    ///
    /// `data` is the user's data directory, in which the trash of its filesystem is; earlier `undos` may have done some of it.
    pub(super) fn of(record: &Record, times: &Times, data: Option<&Path>, undos: &Undos) -> Self {
        let mut work = Self::default();
        let copies = copies(record);
        let (mut extracted, mut moved, mut made) = (HashSet::new(), HashSet::new(), HashSet::new());
        let (own, mut rights) = (own_backups(record), HashMap::new());
        let backups = backups(record);
        // Where the job has moved what had a name, from which an undo brings it back.
        let onward: HashSet<(&Path, &Path)> = record.lines.iter().filter_map(way).collect();
        // To where what has a name by now went on from it.
        let mut next: HashMap<&Path, &Path> = HashMap::new();
        let returned = returned(record);
        let unpacked: HashSet<&Path> = record.lines.iter().filter_map(unpacked).collect();
        // What the steps so far bring, and from where.
        let (mut brought, mut missing) = (HashMap::new(), Vec::new());
        let find = |id: &WirePath, from: &WirePath| {
            let is_original = |item: &Trashed| {
                item.original == *from
                    || trash::spelt_out(&from.0).as_ref() == Some(&item.original.0)
            };
            trash::find(&id.0, data).filter(is_original)
        };
        let is_of_undo = |at: i64| times.is_of_later(at) || undos.lived_at(at);
        for line in record.lines.iter().rev() {
            match line {
                // Read and checked before the lines in between.
                Line::Began { .. }
                | Line::Runs(_)
                | Line::Replacing { .. }
                | Line::HandedOver { .. }
                | Line::Redoes { .. }
                | Line::Paused { .. }
                | Line::Ended { .. }
                | Line::Undoing { .. }
                | Line::Undone { .. } => {}
                // An earlier run of the job had put another inode there.
                Line::Extracted { path, .. } if !extracted.insert(path) => {}
                // Another item of the job gave way to this, and is where that was kept.
                Line::Made { path, .. } if !made.insert(path) => {}
                // An undo that was killed has put the old file back.
                Line::Extracted { path, .. } | Line::Made { path, .. }
                    if returned.contains(path.0.as_path()) => {}
                // A move has brought it from another machine, where it is no more.
                Line::Extracted { path, .. } if record.verb == Verb::Move => {
                    if exists(&path.0) {
                        work.refuse(path, Code::MovedBetween);
                    }
                }
                Line::Extracted { path, id } => work.discard(path, *id, times),
                Line::Restored { path, stamp } => match Stamp::of(&path.0) {
                    Ok(now)
                        if stamp.is_some_and(|it| it.is(now)) && is_unchanged(&path.0, times) =>
                    {
                        work.discards.push(path.0.clone());
                    }
                    // A redo that could not do all has done this, and brought something there.
                    Ok(_) if undos.are_any() && times.has_trashed(&path.0) => {}
                    Ok(now)
                        if stamp.is_none_or(|it| it.is_like(now))
                            && has_come_anew(times, path, now)
                            && is_unchanged(&path.0, times) =>
                    {
                        work.discards.push(path.0.clone());
                    }
                    // Another file has its name, or it was edited.
                    Ok(_) => work.refuse(path, Code::ChangedSince),
                    // It is in the trash again, or gone for good, as it was then.
                    Err(Errno::NOENT) => {}
                    Err(errno) => {
                        let error = OpError::new(Action::Undo, &path.0, errno);
                        work.refused.push((path.0.clone(), error));
                    }
                },
                Line::Made { path, from } => work.made.push((path.clone(), from.clone())),
                Line::Snapshot { path, at, subvolumes, .. } => work.snapshots.push(Snapshot {
                    path: path.0.clone(),
                    at: *at,
                    subvolumes: subvolumes.clone(),
                }),
                // A run that was cut short had moved a part of the same directory, as another inode perhaps.
                Line::Moved { from, to, .. } if !moved.insert((from, to)) => {}
                Line::Moved { from, to, id } => {
                    // A later undo or redo may have brought it there anew, from another filesystem.
                    let own = next.get(to.0.as_path()).copied();
                    next.insert(&from.0, &to.0);
                    let is_other = |from: &Path| {
                        backups.contains(from)
                            || own != Some(from) && onward.contains(&(to.0.as_path(), from))
                    };
                    let moved = times.arrived(&to.0, is_other).unwrap_or(*id);
                    let is_there = identity(&to.0).is_ok_and(|now| now.is(moved) || now.is(*id));
                    let has_gone = returned.contains(to.0.as_path()) || !exists(&to.0);
                    // Into a folder of the user's; another item that has come to its place is no undo.
                    let is_new = |now: Identity| {
                        undos.are_any() && has_gone && now.id.0 != id.id.0 && times.has_taken(&to.0)
                    };
                    let is_back = |now: Identity| {
                        let is_it = |as_it: Identity| now.is(as_it);
                        !is_there
                            && (now.is(*id)
                                || is_new(now)
                                || times.has_moved(&to.0, &from.0, is_it))
                    };
                    // It is back, or has gone back, and the old file has its name again, or it has gone on from there.
                    let has_left = returned.contains(to.0.as_path()) && !is_there
                        || !exists(&to.0) && times.has_moved(&to.0, &from.0, |_| true);
                    if has_left || identity(&from.0).is_ok_and(is_back) {
                        continue;
                    }
                    let inode = if identity(&to.0).is_ok_and(|now| now.is(*id)) {
                        Some(*id)
                    } else if comes_anew(&brought, &to.0, *id, is_of_undo) {
                        None
                    } else {
                        Some(moved)
                    };
                    brought.insert(from.0.as_path(), to.0.as_path());
                    let relocation = Relocation { src: to.0.clone(), dst: from.0.clone(), inode };
                    work.moves.push(Step::Move(relocation));
                }
                Line::Parent { path, id } => {
                    work.parents.push(Parent::new(&path.0, *id));
                }
                Line::Emptied(folder) => {
                    work.moves.push(Step::Make(Emptied::new(folder, times, undos)));
                }
                // The job has made it for another of its sources, and it goes as a copy.
                Line::Rights { path, .. } if copies.contains(path.0.as_path()) => {}
                Line::Rights { path, id, was, now, acls } => {
                    let changed = Changed::new(&path.0, *id, [*was, *now], acls.clone());
                    let later = rights.get(path).and_then(|at: &usize| work.rights.get_mut(*at));
                    if !later.is_some_and(|later| later.follows(&changed)) {
                        rights.insert(path, work.rights.len());
                        work.rights.push(changed);
                    }
                }
                Line::Exchanged { one, other, ids: [first, second] } => {
                    work.exchanges.push([(one.0.clone(), *first), (other.0.clone(), *second)]);
                }
                // It is back already.
                line @ Line::Replaced { .. } if returned_to(line).is_some() => {}
                Line::Replaced { path, backup: Some(backup), kept, .. } => {
                    let is_other =
                        |kept: Stamp| Stamp::of(&backup.0).is_ok_and(|now| !kept.is(now));
                    match own.get(backup.0.as_path()) {
                        Some(Own::Copy(from)) => work.made.push((backup.clone(), from.clone())),
                        Some(Own::GaveWay) => {}
                        Some(Own::Unpacked(_)) | None if kept.is_some_and(is_other) => {
                            work.refuse(backup, Code::ChangedSince);
                        }
                        Some(Own::Unpacked(id)) => work.discard(backup, *id, times),
                        // It goes with the folder, which the job has made.
                        None if path.0.ancestors().skip(1).any(|it| unpacked.contains(it)) => {}
                        Some(Own::Moved) | None => {
                            let (path, place) = (path.0.clone(), backup.0.clone());
                            let inode = kept.map(|kept| kept.id);
                            work.moves.push(Step::Back(Backup { path, place, inode }));
                        }
                    }
                }
                Line::Replaced { path, trashed: Some(id), kept, .. } => match trash::place(&id.0) {
                    Some(place)
                        if exists(&place) && kept.is_none_or(|kept| leads_to(&place, kept)) =>
                    {
                        let (info, path) = (id.0.clone(), path.0.clone());
                        work.trashed.push(InTrash {
                            place: place.clone(),
                            info,
                            path: path.clone(),
                        });
                        let inode = kept.map(|kept| kept.id);
                        work.moves.push(Step::Back(Backup { path, place, inode }));
                    }
                    _ if exists(&path.0) && !copies.contains(path.0.as_path()) => {}
                    _ => work.refuse(path, Code::NotInTrash),
                },
                // It was deleted permanently, and the user has brought it back. An archive that was packed is named for both,
                // too, and is there instead of the old one.
                Line::Replaced { path, from, .. }
                    if path == from && record.verb != Verb::Pack && exists(&path.0) => {}
                Line::Replaced { path, .. } => work.refuse(path, Code::Replaced),
                Line::Trashed { from, id } => match find(id, from) {
                    Some(_) if trash::is_held(&id.0) => {
                        let error = OpError::new(Action::Undo, &from.0, Errno::BUSY);
                        work.refused.push((from.0.clone(), error));
                    }
                    Some(item) => work.take_out(&item, &from.0),
                    // It was restored already, by the user or by an undo that could not do all, or what is to make room
                    // for it is still there.
                    None if exists(&from.0) => missing.push(from),
                    None => work.refuse(from, Code::NotInTrash),
                },
            }
        }
        work.keep_without_successors(&missing);
        // What is in a folder goes before it: the lines of a redo come in any order.
        work.discards.sort_by_key(|path| Reverse(path.components().count()));
        work
    }

    /// Leaves where they are the items whose names others would have got that are no longer in the trash.
    fn keep_without_successors(&mut self, missing: &[&WirePath]) {
        if missing.is_empty() {
            return;
        }
        let moves = self.moves.iter().filter_map(Step::relocation).map(|it| &it.src);
        let leaving: HashSet<&Path> =
            self.discards.iter().chain(moves).map(PathBuf::as_path).collect();
        let (kept, _): (Vec<&WirePath>, Vec<_>) =
            missing.iter().partition(|path| leaving.contains(path.0.as_path()));
        let stays: HashSet<&Path> = kept.iter().map(|path| path.0.as_path()).collect();
        self.discards.retain(|path| !stays.contains(path.as_path()));
        self.moves.retain(|step| {
            step.relocation().is_none_or(|relocation| !stays.contains(relocation.src.as_path()))
        });
        for path in kept {
            self.refuse(path, Code::NotInTrash);
        }
    }

    /// Takes what was unpacked to the trash, if nothing in it has changed.
    fn discard(&mut self, path: &WirePath, id: Identity, times: &Times) {
        match identity(&path.0) {
            Ok(now) if now.is(id) && is_untouched(&path.0, times) => {
                self.discards.push(path.0.clone());
            }
            // It, or something in it, was edited or added, or another file has its name.
            Ok(_) => self.refuse(path, Code::ChangedSince),
            Err(_) => {}
        }
    }

    fn refuse(&mut self, path: &WirePath, code: Code) {
        let error = OpError::refused(Action::Undo, code, &path.0);
        self.refused.push((path.0.clone(), error));
    }

    pub(super) fn take_out(&mut self, item: &Trashed, path: &Path) {
        let Some(place) = item.place() else { return };
        let (info, path) = (item.id.0.clone(), path.to_owned());
        self.trashed.push(InTrash { place: place.clone(), info, path: path.clone() });
        self.moves.push(Step::Move(Relocation { src: place, dst: path, inode: None }));
    }
}

/// The names of files that gave way and were kept.
fn backups(record: &Record) -> HashSet<&Path> {
    let lines = record.lines.iter();
    let backups = lines.filter_map(|line| match line {
        Line::Replaced { backup: Some(backup), .. } => Some(backup.0.as_path()),
        _ => None,
    });
    backups.collect()
}

/// Whether a later redo of another job has brought there what has this name.
fn has_come_anew(times: &Times, path: &WirePath, now: Stamp) -> bool {
    times.arrived(&path.0, |_| false).is_some_and(|arrived| arrived.is(now.id))
}

/// Whether a step before brings an item, alone or in its folder, from another filesystem, where it has another inode; or has
/// brought it already in an undo that was killed or could not do all.
fn comes_anew(
    brought: &HashMap<&Path, &Path>,
    path: &Path,
    id: Identity,
    is_of_undo: impl Fn(i64) -> bool,
) -> bool {
    let Some(from) = place_of(brought, path) else { return false };
    match identity(&from) {
        Ok(now) => now.id.0 != id.id.0,
        Err(_) => identity(path).is_ok_and(|now| now.born.is_some_and(is_of_undo)),
    }
}

/// Where the job put copies.
pub(super) fn copies(record: &Record) -> HashSet<&Path> {
    let lines = record.lines.iter();
    let made = lines.filter_map(|line| match line {
        Line::Made { path, .. } => Some(path.0.as_path()),
        _ => None,
    });
    made.collect()
}

/// From where to where a line says that the job has moved something.
fn way(line: &Line) -> Option<(&Path, &Path)> {
    match line {
        Line::Moved { from, to, .. } => Some((&from.0, &to.0)),
        _ => None,
    }
}

fn unpacked(line: &Line) -> Option<&Path> {
    match line {
        Line::Extracted { path, .. } => Some(&path.0),
        _ => None,
    }
}

/// The names whose old files are back there.
fn returned(record: &Record) -> HashSet<&Path> {
    record.lines.iter().filter_map(returned_to).collect()
}

/// The name of which a line says that an old file gave way there, if that is back.
fn returned_to(line: &Line) -> Option<&Path> {
    let Line::Replaced { path, backup, trashed, kept: Some(kept), .. } = line else { return None };
    let in_trash = || trashed.as_ref().and_then(|id| trash::place(&id.0));
    let place = backup.as_ref().map(|it| it.0.clone()).or_else(in_trash);
    // What it gave way to may be another name of the same file.
    let stays = || place.is_some_and(|place| leads_to(&place, *kept));
    (leads_to(&path.0, *kept) && !stays()).then_some(&path.0)
}

/// Whether a name leads to an item in this state.
fn leads_to(path: &Path, stamp: Stamp) -> bool {
    Stamp::of(path).is_ok_and(|now| now.is(stamp))
}

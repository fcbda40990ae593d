//! Reads a record from its last line to its first, and finds what each has to be undone by.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::folders::{Emptied, Parent};
use super::look::{exists, identity, place_of};
use super::own::{Own, own_backups};
use super::rights::Changed;
use super::snapshots::Snapshot;
use super::untouched::is_unchanged;
use super::work::{Backup, InTrash, Step, Work, copies};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::copy::Relocation;
use crate::record::{Line, Record, Stamp, Times, Undos, bookkeeping};
use crate::trash::{self, Trashed};
use fcp_sys::{Errno, Identity};

impl Work {
    /// Turns a record into relocations, the last step first.
    ///
    /// `data` is the user's data directory, in which the trash of its filesystem is; earlier `undos` may have done some of it.
    pub(super) fn of(record: &Record, times: &Times, data: Option<&Path>, undos: &Undos) -> Self {
        let (mut work, missing) = Reading::new(record, times, data, undos).read();
        work.keep_without_successors(&missing);
        // What is in a folder goes before it: the lines of a redo come in any order.
        work.discards.sort_by_key(|path| Reverse(path.components().count()));
        work
    }
}

/// What is known of a record, and of its lines behind the one that is read.
struct Reading<'a> {
    record: &'a Record,
    times: &'a Times,
    /// The user's data directory, in which the trash of its filesystem is.
    data: Option<&'a Path>,
    /// Earlier undos, which may have done some of it.
    undos: &'a Undos,
    copies: HashSet<&'a Path>,
    own: HashMap<&'a Path, Own>,
    /// The names of files that gave way and were kept.
    backups: HashSet<&'a Path>,
    /// From where to where the job has moved something; an undo may bring it back from there to a name of another item.
    onward: HashSet<(&'a Path, &'a Path)>,
    /// The names whose old files are back there.
    returned: HashSet<&'a Path>,
    unpacked: HashSet<&'a Path>,
    extracted: HashSet<&'a WirePath>,
    made: HashSet<&'a WirePath>,
    moved: HashSet<(&'a WirePath, &'a WirePath)>,
    /// To where what has a name by now went on from it.
    next: HashMap<&'a Path, &'a Path>,
    /// What the steps so far bring, and from where.
    brought: HashMap<&'a Path, &'a Path>,
    /// The place of the last change of each folder's rights among those of the work.
    rights: HashMap<&'a WirePath, usize>,
    /// Items that are in the trash no more, and whose names are taken.
    missing: Vec<&'a WirePath>,
    work: Work,
}

impl<'a> Reading<'a> {
    fn new(record: &'a Record, times: &'a Times, data: Option<&'a Path>, undos: &'a Undos) -> Self {
        Self {
            record,
            times,
            data,
            undos,
            copies: copies(record),
            own: own_backups(record),
            backups: backups(record),
            onward: record.lines.iter().filter_map(way).collect(),
            returned: record.lines.iter().filter_map(returned_to).collect(),
            unpacked: record.lines.iter().filter_map(unpacked).collect(),
            extracted: HashSet::new(),
            made: HashSet::new(),
            moved: HashSet::new(),
            next: HashMap::new(),
            brought: HashMap::new(),
            rights: HashMap::new(),
            missing: Vec::new(),
            work: Work::default(),
        }
    }

    /// Reads all lines; gives the work, and the items that are in the trash no more although others would get their names.
    fn read(mut self) -> (Work, Vec<&'a WirePath>) {
        for line in self.record.lines.iter().rev() {
            self.line(line);
        }
        (self.work, self.missing)
    }

    fn line(&mut self, line: &'a Line) {
        match line {
            // Read and checked before the lines in between.
            bookkeeping!() => {}
            Line::Extracted { path, id } => self.extracted(path, *id),
            Line::Restored { path, stamp } => self.restored(path, *stamp),
            Line::Made { path, from } => self.made(path, from),
            Line::Snapshot { path, at, subvolumes, .. } => self.work.snapshots.push(Snapshot {
                path: path.0.clone(),
                at: *at,
                subvolumes: subvolumes.clone(),
            }),
            Line::Moved { from, to, id } => self.moved(from, to, *id),
            Line::Parent { path, id } => self.work.parents.push(Parent::new(&path.0, *id)),
            Line::Emptied(folder) => {
                let folder = Emptied::new(folder, self.times, self.undos);
                self.work.moves.push(Step::Make(folder));
            }
            // The job has made it for another of its sources, and it goes as a copy.
            Line::Rights { path, .. } if self.copies.contains(path.0.as_path()) => {}
            Line::Rights { path, id, was, now, acls } => {
                self.rights(path, Changed::new(&path.0, *id, [*was, *now], acls.clone()));
            }
            Line::Exchanged { one, other, ids: [first, second] } => {
                self.work.exchanges.push([(one.0.clone(), *first), (other.0.clone(), *second)]);
            }
            // It is back already.
            Line::Replaced { .. } if returned_to(line).is_some() => {}
            Line::Replaced { path, backup: Some(backup), kept, .. } => {
                self.backed_up(path, backup, *kept);
            }
            Line::Replaced { path, trashed: Some(id), kept, .. } => {
                self.replaced_in_trash(path, id, *kept);
            }
            // It was deleted permanently, and the user has brought it back. An archive that was packed is named for both,
            // too, and is there instead of the old one.
            Line::Replaced { path, from, .. }
                if path == from && self.record.verb != Verb::Pack && exists(&path.0) => {}
            Line::Replaced { path, .. } => self.work.refuse(path, Code::Replaced),
            Line::Trashed { from, id } => self.trashed(from, id),
        }
    }

    fn extracted(&mut self, path: &'a WirePath, id: Identity) {
        // An earlier run of the job had put another inode there, or an undo that was killed has put the old file back.
        if !self.extracted.insert(path) || self.returned.contains(path.0.as_path()) {
            return;
        }
        // A move has brought it from another machine, where it is no more.
        if self.record.verb == Verb::Move {
            if exists(&path.0) {
                self.work.refuse(path, Code::MovedBetween);
            }
            return;
        }
        self.work.discard(path, id, self.times);
    }

    fn made(&mut self, path: &'a WirePath, from: &WirePath) {
        // Another item of the job gave way to this, and is where that was kept; or an undo that was killed has put the old
        // file back.
        if self.made.insert(path) && !self.returned.contains(path.0.as_path()) {
            self.work.made.push((path.clone(), from.clone()));
        }
    }

    fn restored(&mut self, path: &WirePath, stamp: Option<Stamp>) {
        let times = self.times;
        match Stamp::of(&path.0) {
            Ok(now) if stamp.is_some_and(|it| it.is(now)) && is_unchanged(&path.0, times) => {
                self.work.discards.push(path.0.clone());
            }
            // A redo that could not do all has done this, and brought something there.
            Ok(_) if self.undos.are_any() && times.has_trashed(&path.0) => {}
            Ok(now)
                if stamp.is_none_or(|it| it.is_like(now))
                    && has_come_anew(times, path, now)
                    && is_unchanged(&path.0, times) =>
            {
                self.work.discards.push(path.0.clone());
            }
            // Another file has its name, or it was edited.
            Ok(_) => self.work.refuse(path, Code::ChangedSince),
            // It is in the trash again, or gone for good, as it was then.
            Err(Errno::NOENT) => {}
            Err(errno) => {
                let error = OpError::new(Action::Undo, &path.0, errno);
                self.work.refused.push((path.0.clone(), error));
            }
        }
    }

    fn moved(&mut self, from: &'a WirePath, to: &'a WirePath, id: Identity) {
        // A run that was cut short had moved a part of the same directory, as another inode perhaps.
        if !self.moved.insert((from, to)) {
            return;
        }
        let (times, undos) = (self.times, self.undos);
        // A later undo or redo may have brought it there anew, from another filesystem.
        let went_on = self.next.get(to.0.as_path()).copied();
        self.next.insert(&from.0, &to.0);
        let is_other = |from: &Path| {
            self.backups.contains(from)
                || went_on != Some(from) && self.onward.contains(&(to.0.as_path(), from))
        };
        let moved = times.arrived(&to.0, is_other).unwrap_or(id);
        let is_there = identity(&to.0).is_ok_and(|now| now.is(moved) || now.is(id));
        let is_returned = self.returned.contains(to.0.as_path());
        let has_gone = is_returned || !exists(&to.0);
        // Into a folder of the user's; another item that has come to its place is no undo.
        let is_new = |now: Identity| {
            undos.are_any() && has_gone && now.id.0 != id.id.0 && times.has_taken(&to.0)
        };
        let is_back = |now: Identity| {
            !is_there
                && (now.is(id)
                    || is_new(now)
                    || times.has_moved(&to.0, &from.0, |as_it: Identity| now.is(as_it)))
        };
        // It is back, or has gone back, and the old file has its name again, or it has gone on from there.
        let has_left =
            is_returned && !is_there || !exists(&to.0) && times.has_moved(&to.0, &from.0, |_| true);
        if has_left || identity(&from.0).is_ok_and(is_back) {
            return;
        }
        let is_of_undo = |at: i64| times.is_of_later(at) || undos.lived_at(at);
        let inode = if identity(&to.0).is_ok_and(|now| now.is(id)) {
            Some(id)
        } else if comes_anew(&self.brought, &to.0, id, is_of_undo) {
            None
        } else {
            Some(moved)
        };
        self.brought.insert(&from.0, &to.0);
        let relocation = Relocation { src: to.0.clone(), dst: from.0.clone(), inode };
        self.work.moves.push(Step::Move(relocation));
    }

    fn rights(&mut self, path: &'a WirePath, changed: Changed) {
        let later = self.rights.get(path).and_then(|at| self.work.rights.get_mut(*at));
        if !later.is_some_and(|later| later.follows(&changed)) {
            self.rights.insert(path, self.work.rights.len());
            self.work.rights.push(changed);
        }
    }

    /// A file gave way, and was kept under the name of a backup.
    fn backed_up(&mut self, path: &WirePath, backup: &WirePath, kept: Option<Stamp>) {
        let is_other = |kept: Stamp| Stamp::of(&backup.0).is_ok_and(|now| !kept.is(now));
        match self.own.get(backup.0.as_path()) {
            Some(Own::Copy(from)) => self.work.made.push((backup.clone(), from.clone())),
            Some(Own::GaveWay) => {}
            Some(Own::Unpacked(_)) | None if kept.is_some_and(is_other) => {
                self.work.refuse(backup, Code::ChangedSince);
            }
            Some(Own::Unpacked(id)) => self.work.discard(backup, *id, self.times),
            // It goes with the folder, which the job has made.
            None if path.0.ancestors().skip(1).any(|it| self.unpacked.contains(it)) => {}
            Some(Own::Moved) | None => {
                let (path, place) = (path.0.clone(), backup.0.clone());
                let inode = kept.map(|kept| kept.id);
                self.work.moves.push(Step::Back(Backup { path, place, inode }));
            }
        }
    }

    /// A file gave way, and was moved to the trash.
    fn replaced_in_trash(&mut self, path: &WirePath, id: &WirePath, kept: Option<Stamp>) {
        match trash::place(&id.0) {
            Some(place) if exists(&place) && kept.is_none_or(|kept| leads_to(&place, kept)) => {
                let (info, path) = (id.0.clone(), path.0.clone());
                self.work.trashed.push(InTrash { place: place.clone(), info, path: path.clone() });
                let inode = kept.map(|kept| kept.id);
                self.work.moves.push(Step::Back(Backup { path, place, inode }));
            }
            _ if exists(&path.0) && !self.copies.contains(path.0.as_path()) => {}
            _ => self.work.refuse(path, Code::NotInTrash),
        }
    }

    fn trashed(&mut self, from: &'a WirePath, id: &WirePath) {
        let is_original = |item: &Trashed| {
            item.original == *from || trash::spelt_out(&from.0).as_ref() == Some(&item.original.0)
        };
        match trash::find(&id.0, self.data).filter(is_original) {
            Some(_) if trash::is_held(&id.0) => {
                let error = OpError::new(Action::Undo, &from.0, Errno::BUSY);
                self.work.refused.push((from.0.clone(), error));
            }
            Some(item) => self.work.take_out(&item, &from.0),
            // It was restored already, by the user or by an undo that could not do all, or what is to make room for it is
            // still there.
            None if exists(&from.0) => self.missing.push(from),
            None => self.work.refuse(from, Code::NotInTrash),
        }
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

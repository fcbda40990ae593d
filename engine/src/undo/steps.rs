//! Takes the steps of an undo: discards, takes copies out, moves back.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::look::{identity, leads_to, stat};
use super::own::kept_by_itself;
use super::tell::refuse;
use super::work::{Backup, InTrash};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Op, Warning};
use crate::contract::path::WirePath;
use crate::copy::{Copier, Relocation};
use crate::job::Job;
use crate::job::act::act;
use crate::record::{Line, Record, Times};
use crate::remove::{Copies, Remover};
use crate::trash::{self, Untrashed};
use crate::walk::target::Target;
use crate::walk::worker::Counterpart;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, Identity};

/// Writes down of a redo where the copies are again that the undo took away, also those that had given way to others.
pub(super) fn note_copies(job: &Job, undo: &Record, origin: &Record) {
    let Some(recorder) = &job.recorder else { return };
    let came: HashSet<&Path> = undo
        .lines
        .iter()
        .filter_map(|line| match line {
            Line::Restored { path: to, .. } | Line::Moved { to, .. } => Some(to.0.as_path()),
            _ => None,
        })
        .collect();
    let own: HashSet<&Path> = kept_by_itself(origin).collect();
    for line in &origin.lines {
        let is_again = match line {
            Line::Made { .. } => true,
            // The record of the redo began with the others.
            Line::Replaced { path, backup: Some(backup), .. } => {
                came.contains(path.0.as_path()) && own.contains(backup.0.as_path())
            }
            _ => false,
        };
        if is_again {
            recorder.note(line);
        }
    }
}

/// Writes down of a redo what of an archive, or which one, is again where the undo had moved it to the trash. What the undo
/// kept had changed, and is no longer the job's.
pub(super) fn note_extracted(job: &Job, undo: &Record, origin: &Record) {
    let Some(recorder) = &job.recorder else { return };
    let trashed: HashSet<&Path> = undo
        .lines
        .iter()
        .filter_map(|line| match line {
            Line::Trashed { from, .. } => Some(from.0.as_path()),
            _ => None,
        })
        .collect();
    let places = || trashed.iter().filter_map(|path| identity(path).ok());
    let there: HashMap<_, _> = places().map(|now| (now.id, now)).collect();
    for line in &origin.lines {
        // It may be where it was kept when a later one got its name.
        if let Line::Extracted { id, .. } = line
            && there.get(&id.id).is_some_and(|now| now.is(*id))
        {
            recorder.note(line);
        }
    }
}

/// Names the items of which other lines of a redo say where they are when they have left the trash.
pub(super) fn noted_paths(origin: &Record) -> HashSet<&Path> {
    let noted = origin.lines.iter().filter_map(|line| match line {
        Line::Made { path, .. } | Line::Snapshot { path, .. } | Line::Extracted { path, .. } => {
            Some(path.0.as_path())
        }
        _ => None,
    });
    noted.chain(kept_by_itself(origin)).collect()
}

/// Moves to the trash again what an undo took out of it.
pub(super) fn discard_all(job: &Job, paths: &[PathBuf]) {
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
    discard_or_tell(job, trashes, path).map_err(|why| match why {
        Untrashed::NoTrash(errno) | Untrashed::Item(errno) => errno,
    })
}

/// Moves an item to the trash; gives the file that describes it there.
pub(super) fn discard_or_tell(
    job: &Job,
    trashes: &trash::Trashes,
    path: &Path,
) -> Result<PathBuf, Untrashed> {
    let home = job.home.as_ref().ok_or(Untrashed::NoTrash(Errno::OPNOTSUPP))?;
    let open = || {
        let above = path.parent().and_then(c_path).ok_or(Errno::INVAL)?;
        let name = path.file_name().and_then(|name| c_path(Path::new(name)));
        Ok((sys::enter_dir(sys::CWD, &above, true)?, name.ok_or(Errno::INVAL)?))
    };
    let (dir, name) = open().map_err(Untrashed::Item)?;
    trashes.put(dir.as_fd(), &name, path, &home.data)
}

pub(super) fn exchange_back(job: &Job, names: &[(PathBuf, Identity); 2]) {
    let [(one, first), (other, second)] = names;
    if leads_to(one, *second) && leads_to(other, *first) {
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

/// Moves copies to the trash, or deletes those whose volume has none; `others` among them stay where they are.
pub(super) fn take_copies(
    job: &Arc<Job>,
    target: &Target,
    (made, others): (Vec<(WirePath, WirePath)>, HashSet<PathBuf>),
    times: &Times,
) -> bool {
    let trash = job.home.as_ref().map(|home| home.data.clone());
    let copies = Copies::new(made, times.clone(), trash);
    let mut copies = copies.without(others);
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
    act(job, target, Remover::of_copies(job, copies), None).is_some()
}

pub(super) fn move_all(job: &Arc<Job>, target: &Target, relocations: Vec<Relocation>) -> bool {
    if relocations.is_empty() {
        return true;
    }
    let rules = job.rules(Counterpart::Needed);
    act(job, target, Copier::on_errands(Arc::clone(job), rules, relocations), None).is_some()
}

/// Lets a backup take its old name again, unless something is there: a copy that stayed, which was told, or something else.
pub(super) fn put_back(
    job: &Job,
    backup: &Backup,
    (copies, back): (&HashSet<&Path>, &mut HashSet<PathBuf>),
) -> Option<Relocation> {
    let Backup { path, place, inode } = backup;
    let now = stat(path);
    if now.as_ref().err() == Some(&Errno::NOENT) {
        back.insert(path.clone());
        return Some(Relocation { src: place.clone(), dst: path.clone(), inode: *inode });
    }
    // If the copy that took its place stays, that was told; without a backup, it is back already.
    if let Ok(kept) = stat(place)
        && (!copies.contains(path.as_path()) || back.contains(path))
        && now.is_ok_and(|now| now.id() != kept.id())
    {
        refuse(job, path, OpError::refused(Action::Undo, Code::Exists, path));
    }
    None
}

/// Removes the description of an item that is no longer in the trash.
pub(super) fn forget_trashed(job: &Job, item: &InTrash) {
    let InTrash { place, info, .. } = item;
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

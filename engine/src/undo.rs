//! Undoes jobs, and restores items from the trash.
//!
//! A record, or the names of items in the trash, become relocations for the visitors that move and
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
//! when 64 KiB are gathered, and ten times a second: what a job outside the queue did in its last moments before it
//! was killed may not be undone, and the undo ends with a warning and as one with errors. A job of the queue, which is
//! resumed, writes at once what a later run cannot find out (`record/resumed.rs`).
//! `record.rs` describes the format.
//!
//! `Verb::Undo` reads such a record and checks every line against what is there now. Copies become the operands of the
//! `Remover`, with their originals as the other side of each item (`remove/copies.rs`). No time tells a copy from one
//! that was edited while the job ran: its ctime lies within the job as well. So a copy is removed only if its ctime is
//! of the job, or of an undo that has brought it back (`record/times.rs`), its original is there, another file and
//! readable, and the bytes of both are the same; everything else stays and is told. It goes to the trash where a rename
//! leads to one: a walk that only looks finds the directories that are wholly what the job made, and these go as one.
//! What is edited in such a directory between that walk and its rename goes to the trash with the edit, where it can be
//! had back. Moved items, backups and trashed items become relocations of the `Copier`, which moves them back and
//! replaces nothing; a backup waits until its name is free. A moved item is known by its inode and its time of birth,
//! so it takes later edits back with it. What was unpacked or packed goes to the trash only if nothing in it has
//! changed since (`untouched.rs`). What is already as it was before the job is done, so that an undo can be tried
//! again. A folder of the source that a move has emptied into another one is made again, for its user alone until all
//! is back, and then gets its mode, owner, ACLs and times; folders that took something in get their mode and owner back
//! (`folders.rs`). An undo notes in the record when it begins: one that was killed between two filesystems has left
//! files whole or half at both, and the next one goes on with them as a move does that is resumed
//! (`copy/leftovers.rs`), and with its record (`record/undos.rs`). A redo of an undo that is not finished is refused.
//! Two at once of one record take turns: each locks it (flock(2)), and the second one finds it done.
//! What was kept or restored is known by inode, size and mtime (`record/stamp.rs`). `Verb::Restore` is the same for
//! items named by hand. The record gets a mark, and the next undo without a number passes over it.
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

mod adopted;
mod folders;
mod look;
mod obstacle;
mod order;
mod own;
mod reading;
mod rehearse;
mod rights;
mod snapshots;
mod steps;
mod tell;
mod untouched;
mod work;

pub(crate) use rehearse::rehearse;

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::job::Job;
use crate::record::{self, Record, Recorder, Times, Undos};
use crate::trash::{self, Trashed};
use crate::walk::target::Target;
use fcp_sys::{self as sys, Errno, FileLock, c_path};
use steps::{
    discard_all, exchange_back, forget_trashed, move_all, note_copies, note_extracted, noted_paths,
    put_back, take_copies,
};
use tell::{refuse, tell_interrupted};
use work::{Step, Work, copies};

/// How often an undo looks whether another one of the same job has ended.
const TURN: Duration = Duration::from_millis(20);

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

fn restore(job: &Arc<Job>, target: &Target) -> bool {
    let data = job.home.as_ref().map(|home| home.data.as_path());
    let mut work = Work::default();
    let shown = job.spec.options.seen.as_ref().map_or(&[][..], |seen| &seen.sources);
    for (at, id) in job.spec.sources.iter().enumerate() {
        let shown = shown.get(at).copied().flatten();
        // Names in the trash are used again: an item that was described later is not the one that is meant.
        let is_meant = |item: &Trashed| {
            shown.is_none() || item.seen.map(|[_, description]| description) == shown
        };
        match trash::find(&id.0, data).filter(is_meant) {
            Some(item) if trash::is_held(&id.0) => {
                refuse(job, &id.0, OpError::new(Action::Restore, &item.original.0, Errno::BUSY));
            }
            Some(item) => work.take_out(&item, &item.original.0),
            // An earlier run of the job has restored it.
            None if job.is_resumed() => job.missing(usize::MAX, id.0.clone()),
            None => refuse(job, &id.0, OpError::refused(Action::Restore, Code::NotFound, &id.0)),
        }
    }
    work.run(job, target, None, None)
}

fn undo(job: &Arc<Job>, target: &Target) -> bool {
    let [WirePath(path)] = job.spec.sources.as_slice() else { return false };
    let (_alone, has_waited) = wait_for_others(job, path);
    let record = match record::read(path) {
        // The other one has done all that this was to do.
        Ok(record) if has_waited && record.left == Some(0) => return true,
        Err(error) if has_waited && error.code == Code::NotFound => return true,
        Ok(record) => record,
        Err(error) => {
            refuse(job, path, error);
            return false;
        }
    };
    if let Err(error) = record.is_of_this_machine().and_then(|()| record.is_mounted()) {
        refuse(job, path, error);
        return false;
    }
    let undos = Undos::of(path);
    if record.is_interrupted_otherwise() || undos.are_interrupted() {
        // The record of the one that was interrupted says what is left of it, and this would take its place.
        refuse(job, path, OpError::refused(Action::Undo, Code::Unfinished, path));
        return false;
    }
    if record.interrupted {
        tell_interrupted(job, path);
    }
    // From here on the record is like any other; marks are appended to it.
    if !record.has_end
        && let Err(errno) = record::close_interrupted(path, record.until)
    {
        refuse(job, path, OpError::new(Action::Record, path, errno));
        return false;
    }
    let state = job.home.as_ref().and_then(|home| home.state.as_deref());
    if let Some(Err(error)) = state.map(|state| record.mark_in_step(state)) {
        // A later comparison would take what the undo does for the user's own change.
        refuse(job, path, error);
        return false;
    }
    let mut earlier = record.left_by_redo();
    let mut still = earlier.as_mut().map_or(Vec::new(), |undo| std::mem::take(&mut undo.lines));
    still.retain(adopted::still_is);
    let tell = |error| {
        job.hub.tell(Event::Warning { job: job.id, warning: Warning::NotRecorded { error } });
    };
    let begin = |recorder: &Recorder| recorder.begin_undo((path, &record), &undos, &still);
    let begun = job.recorder.as_ref().map_or(Ok(()), begin);
    let is_told = begun.is_err();
    // A full disk is no reason to keep what fills it: only a kill would be told worse.
    begun.unwrap_or_else(tell);
    let data = job.home.as_ref().map(|home| home.data.as_path());
    let origin = redone(&record);
    adopted::adopt(job, &record, origin.as_ref(), &undos);
    let times = Times::of(path, &record);
    let work = Work::of(&record, &times, data, &undos);
    let ran = work.run(job, target, Some((&record, &times)), origin);
    if record.parted > 0 && !job.recorder.as_ref().is_some_and(Recorder::is_empty) {
        let warning = Warning::NotLinked { path: path.into(), files: record.parted };
        job.hub.tell(Event::Warning { job: job.id, warning });
    }
    if job.control.is_cancelled() {
        // The next undo does the rest.
        job.recorder.iter().for_each(Recorder::keep);
    } else if ran {
        // In this order a kill leaves one that has to be finished, and nothing that cannot be.
        let ended = job.recorder.as_ref().map_or(Ok(()), Recorder::end);
        // One that could not be recorded cannot be redone.
        let is_redoable = ended.is_ok() && job.recorder.as_ref().is_some_and(|it| !it.is_empty());
        let remembered = record::settle(path, job.failures(), is_redoable);
        if let Err(error) =
            ended.and(remembered).and_then(|()| forget_earlier(&record, earlier))
            // Of many records the oldest go, which may have been this one.
            && !(is_told || error.code == Code::NotFound)
        {
            tell(error);
        }
    }
    ran
}

/// Waits until no other undo or redo of the same record runs, and keeps others out until the lock is dropped; tells whether
/// there was one. A filesystem may have no locks.
fn wait_for_others(job: &Job, record: &Path) -> (Option<FileLock>, bool) {
    let open = || sys::open_lock_if_there(sys::CWD, &c_path(record)?).ok();
    let mut has_waited = false;
    loop {
        match open().map(FileLock::take) {
            Some(Ok(None)) if job.control.checkpoint().is_ok() => {}
            Some(Ok(lock)) => return (lock, has_waited),
            Some(Err(_)) | None => return (None, has_waited),
        }
        has_waited = true;
        thread::sleep(TURN);
    }
}

/// Gives the job that the undo of an undo does again.
fn redone(undo: &Record) -> Option<Record> {
    let origin = undo.sources.first().filter(|_| undo.verb == Verb::Undo)?;
    record::read(&origin.0).ok()
}

/// Removes the record of the undo with which this one has gone on, since a redo between them could not do all, and that of
/// the job.
fn forget_earlier(record: &Record, earlier: Option<Record>) -> Result<(), OpError> {
    let (Some(redone), Some(undo)) = (&record.redone, earlier) else { return Ok(()) };
    record::forget(&redone.undo)?;
    undo.sources.first().map_or(Ok(()), |origin| record::forget(&origin.0))
}

/// Refuses to move a folder back while something is in it that belongs elsewhere.
fn still_holds(job: &Job, folder: &Path, holding: &HashSet<PathBuf>) -> bool {
    let holds = holding.contains(folder);
    if holds {
        refuse(job, folder, OpError::new(Action::Undo, folder, Errno::NOTEMPTY));
    }
    holds
}

/// Refuses to bring something to where a symlink of another user leads root.
fn leads_astray(job: &Job, path: &Path) -> bool {
    let is_astray = look::is_led_by_others(path);
    if is_astray {
        let action = if job.spec.verb == Verb::Restore { Action::Restore } else { Action::Undo };
        refuse(job, path, OpError::refused(action, Code::UnsafeName, path));
    }
    is_astray
}

impl Work {
    /// Takes the steps: of a restore, or with a record of what is taken `back`; `origin` is the job that a redo does again.
    fn run(
        self,
        job: &Arc<Job>,
        target: &Target,
        back: Option<(&Record, &Times)>,
        origin: Option<Record>,
    ) -> bool {
        for (path, error) in &self.refused {
            refuse(job, path, error.clone());
        }
        if let Some(recorder) = &job.recorder {
            let noted = origin.as_ref().map(noted_paths).unwrap_or_default();
            let unpacks = origin.as_ref().is_some_and(|it| it.verb == Verb::Extract);
            for item in &self.trashed {
                // What is in a copied directory is the job's as that is. What was unpacked is told item by item where it
                // meets a folder.
                let is_met = unpacks
                    && [&item.place, &item.path].into_iter().all(|it| look::is_directory(it));
                let is_noted = !is_met && item.path.ancestors().any(|above| noted.contains(above));
                recorder.note_leaving(&item.place, is_noted);
            }
        }
        let began = fcp_sys::now();
        let mut ran = true;
        let is_redo = back.is_some_and(|(record, _)| record.verb == Verb::Undo);
        let mut narrowed: Vec<_> = self.rights.into_iter().map(|it| it.narrow(job)).collect();
        if let Some((undo, times)) = back {
            for names in &self.exchanges {
                exchange_back(job, names);
            }
            if let Some(origin) = &origin {
                note_copies(job, undo, origin);
            }
            discard_all(job, &self.discards);
            for snapshot in &self.snapshots {
                snapshot.take_back(job);
            }
            // Those that are still there were told.
            let others = self.snapshots.into_iter().map(|snapshot| snapshot.path).collect();
            ran = take_copies(job, target, (self.made, others), times);
        }
        let mut copies = back.map(|(record, _)| copies(record)).unwrap_or_default();
        copies.extend(self.refused.iter().map(|(path, _)| path.as_path()));
        let (mut folders, mut back_again) = (Vec::new(), HashSet::new());
        // Directories in which something has stayed that was to leave them.
        let mut holding: HashSet<PathBuf> = HashSet::new();
        let moved = match narrowed.as_slice() {
            [] => Vec::new(),
            _ => self.moves.iter().filter_map(Step::relocation).cloned().collect(),
        };
        let mut rounds = order::in_order(self.moves).into_iter().peekable();
        while let Some(round) = rounds.next() {
            // Only when it is their turn are the names free to which backups return.
            let relocations = round.into_iter().filter_map(|step| match step {
                Step::Move(relocation) => Some(relocation),
                Step::Back(backup) => put_back(job, &backup, (&copies, &mut back_again)),
                Step::Make(folder) if leads_astray(job, folder.path()) => None,
                Step::Make(folder) => {
                    folders.extend(folder.make(job));
                    None
                }
            });
            let (astray, relocations): (Vec<_>, Vec<_>) = relocations
                .filter(|it| !still_holds(job, &it.src, &holding))
                .partition(|it| leads_astray(job, &it.dst));
            for it in astray {
                holding.extend(it.src.ancestors().skip(1).map(Path::to_owned));
            }
            // Most undos have one round, and then no later step can meet what stays.
            let sources: Vec<PathBuf> = match rounds.peek() {
                Some(_) => relocations.iter().map(|it| it.src.clone()).collect(),
                None => Vec::new(),
            };
            let failures = job.failures();
            ran = ran && move_all(job, target, relocations);
            if job.failures() > failures {
                for src in sources.iter().filter(|src| look::exists(src)) {
                    holding.extend(src.ancestors().skip(1).map(Path::to_owned));
                }
            }
        }
        if let Some(((undo, _), origin)) = back.zip(origin) {
            note_extracted(job, undo, &origin);
            snapshots::note_again(job, undo, origin);
        }
        self.trashed.iter().for_each(|item| forget_trashed(job, item));
        self.parents.iter().for_each(|parent| parent.leave(job));
        // Of a redo what it has brought needs the rights that it had.
        let stays = !is_redo && job.failures() > 0;
        let places = moved.iter().map(|it| (it.src.as_path(), it.dst.as_path())).collect();
        for folder in &mut narrowed {
            folder.follow(&places, began);
            folder.settle(job, stays);
        }
        // What was made last is the deepest.
        folders.iter().rev().for_each(|folder| folder.settle(job));
        ran
    }
}

//! Records what a job did, so that the user can undo it.
//!
//! Only what appears in a directory that was there before is worth a line.

use std::ffi::CStr;
use std::path::{Path, PathBuf};

use super::copier::{Copier, Step};
use super::naming::Over;
use crate::contract::path::WirePath;
use crate::record::{Acls, Folder, Line, Recorder, Rights, Stamp};
use crate::trash;
use crate::walk::node::DirNode;
use fcp_sys::{self as sys, BorrowedFd, Identity, Meta};

impl Copier {
    fn recorder(&self, step: Step<'_>) -> Option<&Recorder> {
        self.job.recorder.as_ref().filter(|_| !step.node.created)
    }

    /// Writes down that an item has arrived, where nothing was or where something gave way.
    #[inline]
    pub(super) fn note_arrival(&self, step: Step<'_>, over: Over) {
        self.note_arrival_as(step, over, self.moves);
    }

    /// Writes down that a move has copied an item whose source stays.
    pub(super) fn note_copy_alone(&self, step: Step<'_>, over: Over) {
        self.note_arrival_as(step, over, false);
    }

    #[inline]
    fn note_arrival_as(&self, step: Step<'_>, over: Over, is_moved: bool) {
        let Some(recorder) = self.recorder(step) else { return };
        let to = recorder.full(&step.dst_path());
        let from = recorder.full(&step.src_path());
        if over == Over::Other && self.job.spec.options.backup.is_none() {
            let (path, from) = (to.clone(), from.clone());
            recorder.note(&Line::lost(path, from));
        }
        let is_leftover = over == Over::Leftover;
        let note = |line: Line| {
            if is_leftover {
                recorder.note_leftover(&to, &from, &line);
            } else {
                recorder.note(&line);
            }
        };
        let id = || Identity::at(step.pair.dst(), step.item.dst_name);
        if self.unpacks() {
            if over != Over::Other
                && let Ok(id) = id()
            {
                note(Line::Extracted { path: to.clone(), id });
            }
        } else if !is_moved {
            // Without the old file there is nothing to go back to, and the copy stays.
            if over != Over::Other {
                note(Line::Made { path: to.clone(), from: from.clone() });
            }
        } else if let Ok(id) = id() {
            note(Line::Moved { from: from.clone(), to: to.clone(), id });
        }
    }

    /// Writes down, of a job that may be resumed, that a file of the user's is about to give way to an item.
    pub(super) fn note_replacing(
        &self,
        node: &DirNode,
        (name, dst_name): (&CStr, &CStr),
        over: Over,
    ) {
        if over.is_foreign()
            && let Some(recorder) = self.job.recorder.as_ref().filter(|_| !node.created)
        {
            recorder.note_replacing(&node.dst_path(dst_name), &node.src_path(name));
        }
    }

    /// Writes down under which name a file was kept that gave way.
    pub(super) fn note_backup(&self, step: Step<'_>, backup: Option<&CStr>) {
        self.note_backup_in(step.node, (step.item.name, step.item.dst_name), backup);
    }

    /// Writes down under which name a file was kept that gave way to an item of a directory.
    pub(super) fn note_backup_in(
        &self,
        node: &DirNode,
        (name, dst_name): (&CStr, &CStr),
        backup: Option<&CStr>,
    ) {
        if let Some(recorder) = self.job.recorder.as_ref().filter(|_| !node.created)
            && let Some(backup) = backup
        {
            let backup = recorder.full(&node.dst_path(backup));
            let kept = Stamp::of(&backup.0).ok();
            let path = recorder.full(&node.dst_path(dst_name));
            let from = recorder.full(&node.src_path(name));
            recorder.note(&Line::Replaced {
                path,
                from,
                backup: Some(backup),
                trashed: None,
                kept,
            });
        }
    }

    /// Describes a folder of the source that was merged into another one, and is about to go from the directory above it.
    pub(super) fn emptied(&self, node: &DirNode, above: BorrowedFd<'_>) -> Option<Folder> {
        let recorder = self.job.recorder.as_ref().filter(|_| !node.created)?;
        let path = recorder.full(&node.own_src_path());
        Folder::of(path, (above, &node.src_name), &node.meta).ok()
    }

    /// Writes down that such a folder has gone.
    pub(super) fn note_emptied(&self, folder: Option<Folder>) {
        if let (Some(recorder), Some(folder)) = (&self.job.recorder, folder) {
            recorder.note(&Line::Emptied(folder));
        }
    }

    /// Writes down that a directory that was there before had these rights and ACLs.
    pub(super) fn note_rights(
        &self,
        dir: BorrowedFd<'_>,
        (was, acls): (&Meta, Option<Acls>),
        path: &Path,
    ) {
        let Some(recorder) = &self.job.recorder else { return };
        let was = &self.created.as_it_was(was);
        let Ok(now) = sys::stat_fd(dir) else { return };
        let acls = acls.and_then(|acls| Some([acls, Acls::at(dir, c".").ok()?]));
        let have_changed = acls.as_ref().is_some_and(|[was, now]| was != now);
        if !have_changed && Rights::of(&now, false).are_of(was) {
            return;
        }
        // Those that cannot be read may be there.
        let masks =
            acls.as_ref().map_or([true, false], |acls| acls.each_ref().map(Acls::has_access));
        let (was, now) = (Rights::of(was, masks[0]), Rights::of(&now, masks[1]));
        let acls = acls.filter(|acls| !acls.iter().all(Acls::are_none));
        if let Ok(id) = Identity::at(dir, c".") {
            recorder.note(&Line::Rights { path: recorder.full(path), id, was, now, acls });
        }
    }

    /// Writes down that an older backup, if there is one, is about to give way to that of an item.
    pub(super) fn note_older_backup(
        &self,
        node: &DirNode,
        dir: BorrowedFd<'_>,
        (name, backup): (&CStr, &CStr),
    ) {
        if let Some(recorder) = self.job.recorder.as_ref().filter(|_| !node.created)
            && let Ok(older) = Stamp::at(dir, backup)
        {
            let path = recorder.full(&node.dst_path(backup));
            let from = recorder.full(&node.src_path(name));
            let kept = Some(older);
            recorder.note(&Line::Replaced { path, from, backup: None, trashed: None, kept });
        }
    }

    /// Writes down that two names have changed places.
    pub(super) fn note_exchange(&self, step: Step<'_>) {
        let Some(recorder) = self.recorder(step) else { return };
        let now = Identity::at(step.pair.src(), step.item.name);
        let there = Identity::at(step.pair.dst(), step.item.dst_name);
        if let (Ok(now), Ok(there)) = (now, there) {
            let (one, other) = (recorder.full(&step.src_path()), recorder.full(&step.dst_path()));
            recorder.note(&Line::Exchanged { one, other, ids: [now, there] });
        }
    }
}

/// Says that an old file gave way and is in the trash, where this file describes it.
pub(super) fn line_of_kept(path: WirePath, from: WirePath, id: PathBuf) -> Line {
    let kept = trash::place(&id).and_then(|place| Stamp::of(&place).ok());
    Line::Replaced { path, from, backup: None, trashed: Some(WirePath(id)), kept }
}

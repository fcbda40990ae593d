//! One plan and what has been found out for it so far.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_browse::Measure;
use fcp_engine::error::OpError;
use fcp_presentation::spelling::spell;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;
use fcp_presentation::{room, typed};

use super::across;
use super::goal::{DROPS, Goal, Looked};
use crate::names;
use crate::panels::Listed;
use crate::trashed::{all_on_disk, called, refuse_trashed};
use crate::wire::{
    ArchiveFormat, ArchiveState, PlanId, PlanState, PlanVerb, Refusal, RefusedDrop, SharingState,
    Unseen,
};

/// Something that is about to be done.
#[derive(Debug)]
pub(super) struct Plan {
    /// Its number.
    pub(super) id: PlanId,
    /// What it does.
    pub(super) verb: PlanVerb,
    /// The items, as they were named.
    pub(super) sources: Arc<[PathBuf]>,
    /// Those of them that were marked and that the panel did not show.
    pub(super) unseen: Option<Unseen>,
    /// The archive that the items are in, and their folder in it.
    pub(super) inside: Option<Inside>,
    /// What the panels show of the items.
    pub(super) shown: Arc<Shown>,
    /// The folders that panels have listed, of the items and of the goal.
    pub(super) listed: Listed,
    /// Where they go; none until the user chose, and for removals.
    pub(super) goal: Option<Goal>,
    /// What is known of that.
    pub(super) looked: Option<Looked>,
    /// What was counted so far.
    pub(super) counted: Measure,
    /// Whether that is all.
    pub(super) whole: bool,
    /// What the items would share, or why that is not known.
    pub(super) sharing: Option<Result<SharingState, OpError>>,
    /// Jobs that come first.
    pub(super) behind: u64,
    /// Whether it became a job, or is about to.
    pub(super) started: bool,
    /// What a drop cannot do with these items there, whatever is there.
    unfit: Vec<RefusedDrop>,
    thumbs: Vec<u64>,
    stop: Arc<AtomicBool>,
}

impl Drop for Plan {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// An archive, and the path of a folder in it, which begins with that of the archive.
pub(super) type Inside = (PathBuf, PathBuf);

/// Says why a verb cannot do anything with these items.
pub(super) fn check(
    verb: PlanVerb,
    sources: &[PathBuf],
    inside: Option<&Inside>,
) -> Result<(), Refusal> {
    if inside.is_some() && !matches!(verb, PlanVerb::Copy | PlanVerb::Extract) {
        return Err(Refusal::because(tr!("desktop-archive-read-only")));
    }
    let moves = matches!(verb, PlanVerb::Move | PlanVerb::Link | PlanVerb::Trash);
    if moves { refuse_trashed(sources) } else { Ok(()) }
}

/// Says what a drop cannot do with these items there, whatever is there.
fn unfit(sources: &[PathBuf], inside: Option<&Inside>, goal: Option<&Goal>) -> Vec<RefusedDrop> {
    let goal = goal.map(|goal| goal.path.as_path());
    let why = |verb| check(verb, sources, inside).and_then(|()| across::check(verb, sources, goal));
    let refused = |verb| why(verb).err().map(|why| RefusedDrop { verb, why });
    DROPS.into_iter().filter_map(refused).collect()
}

/// Takes the name of an archive apart, as the dialog shows it.
fn archive_state(path: &Path) -> Option<ArchiveState> {
    let (stem, format) = ArchiveFormat::split(path.file_name()?)?;
    Some(ArchiveState { name: spell(&stem), format })
}

impl Plan {
    /// Makes a plan of which nothing is known yet.
    pub(super) fn new(
        id: PlanId,
        verb: PlanVerb,
        sources: Vec<PathBuf>,
        inside: Option<Inside>,
        goal: Option<Goal>,
        thumbs: Vec<u64>,
    ) -> Self {
        let unfit = unfit(&sources, inside.as_ref(), goal.as_ref());
        Self {
            id,
            verb,
            sources: sources.into(),
            unseen: None,
            inside,
            shown: Arc::default(),
            listed: Listed::new(),
            goal,
            looked: None,
            counted: Measure::default(),
            whole: false,
            sharing: None,
            behind: 0,
            started: false,
            unfit,
            thumbs,
            stop: Arc::default(),
        }
    }

    /// Lets it do something else, or elsewhere.
    pub(super) fn change(&mut self, verb: PlanVerb, goal: Option<Goal>) {
        if (self.verb, &self.goal) != (verb, &goal) {
            (self.looked, self.behind) = (None, 0);
        }
        if self.goal != goal {
            self.unfit = unfit(&self.sources, self.inside.as_ref(), goal.as_ref());
        }
        (self.verb, self.goal) = (verb, goal);
    }

    /// Gives the flag that stops the count.
    pub(super) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Gives what the items would share, as far as is known.
    fn sharing(&self) -> SharingState {
        let known = self.sharing.as_ref().and_then(|sharing| sharing.as_ref().ok());
        known.cloned().unwrap_or(SharingState { plan: None, possible: true, unreadable: 0 })
    }

    /// Gives what a drop cannot do, as far as is known.
    fn refused(&self) -> Vec<RefusedDrop> {
        if !DROPS.contains(&self.verb) {
            return Vec::new();
        }
        let unfit = |verb| self.unfit.iter().find(|it| it.verb == verb).cloned();
        let looked = |verb| {
            let (_, error) = self.looked.as_ref()?.refused.iter().find(|(it, _)| *it == verb)?;
            Some(RefusedDrop { verb, why: error.clone().into() })
        };
        DROPS.into_iter().filter_map(|verb| unfit(verb).or_else(|| looked(verb))).collect()
    }

    /// Gives where the items are.
    pub(super) fn on_disk(&self) -> Vec<PathBuf> {
        all_on_disk(&self.sources)
    }

    /// Gives what the windows show.
    pub(super) fn state(&self, home: Option<&Path>) -> PlanState {
        let items = self.on_disk();
        let first = items.first().map_or(Path::new(""), PathBuf::as_path);
        let room = self.looked.as_ref().map(|looked| &looked.room);
        let from = first.parent().filter(|dir| items.iter().all(|it| it.parent() == Some(*dir)));
        let goal = self.goal.as_ref();
        let archive = goal.filter(|_| self.verb == PlanVerb::Pack).map(|goal| goal.path.as_path());
        let to = archive.map_or(goal.map(|goal| goal.path.as_path()), Path::parent);
        // Until the destination is known to be a folder, its whole path is shown.
        let folder = archive.is_some()
            || goal.is_some_and(|goal| goal.folder)
            || self.looked.as_ref().is_some_and(Looked::is_into);
        let to_path = to.map(|to| typed::written(to, home, folder));
        let free = room.and_then(|room| room.space).map(|space| space.free);
        let same_device = room.is_some_and(|room| room.same);
        let reflink = room.is_some_and(|room| room.clones);
        let Measure { bytes, holes, .. } = self.counted;
        let amount = room::Amount { bytes, holes };
        let writes = |moves| room.and_then(|room| room::writes(moves, room, amount));
        let lacks = |moves| room.map_or(0, |room| room::lacks(moves, room, amount, 0));
        let written = match self.verb {
            PlanVerb::Copy => writes(false).unwrap_or(0),
            PlanVerb::Move => writes(true).unwrap_or(0),
            PlanVerb::Link
            | PlanVerb::Trash
            | PlanVerb::Delete
            | PlanVerb::Restore
            | PlanVerb::Verify
            | PlanVerb::Dedupe
            | PlanVerb::Extract
            // How small an archive becomes is not known before.
            | PlanVerb::Pack => 0,
        };
        PlanState {
            plan: self.id,
            machine: across::host(&items, goal.map(|goal| goal.path.as_path())),
            uncounted: across::is_there(&items),
            verb: self.verb,
            items: items.len() as u64,
            unseen: self.unseen.clone(),
            first: names::name(&called(first)),
            thumbs: self.thumbs.clone(),
            from: from.map_or(Vec::new(), |dir| names::crumbs(dir, None)),
            to: to.map_or(Vec::new(), |to| names::crumbs(to, None)),
            to_path: to_path.unwrap_or_default(),
            archive: archive.and_then(archive_state),
            sharing: (self.verb == PlanVerb::Dedupe).then(|| self.sharing()),
            device: room
                .map(|room| &room.mount)
                .filter(|dir| !dir.as_os_str().is_empty())
                .map(|dir| names::name(dir.file_name().unwrap_or(dir.as_os_str()))),
            makes: self.looked.as_ref().is_some_and(Looked::makes),
            error: match &self.sharing {
                Some(Err(error)) => Some(error.clone()),
                Some(Ok(_)) | None => room.and_then(|room| room.error.clone()),
            },
            refused: self.refused(),
            files: self.counted.files,
            folders: self.counted.directories,
            bytes: self.counted.bytes,
            counted: self.whole,
            free,
            // Of items that are not counted, it is not known.
            free_after: free
                .filter(|_| !across::is_there(&items))
                .map(|free| free.saturating_sub(written)),
            lacks_to_copy: lacks(false),
            lacks_to_move: lacks(true),
            room: room.and_then(|room| room.space).map(|space| space.total),
            reflink,
            same_device,
            filesystem: room.map_or(String::new(), |room| room.filesystem.clone()),
            conflicts: self.looked.as_ref().map_or(Vec::new(), |looked| looked.taken.clone()),
            default_verb: if same_device { PlanVerb::Move } else { PlanVerb::Copy },
            behind: self.behind,
        }
    }
}

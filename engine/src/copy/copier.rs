//! Defines the visitor that copies and moves: what it knows of its job, and what it remembers.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::{CString, OsString};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, OnceLock};

use super::created::Created;
use super::links::known::Known;
use super::numbered::Numbered;
use super::removing::Removing;
use super::unpacked::Unpacked;
use crate::contract::event::FileKind;
use crate::contract::spec::Overwrite;
use crate::job::Job;
use crate::job::seen::Places;
use crate::trash::Trashes;
use crate::walk::item::ParkedItem;
use crate::walk::node::DirNode;
use crate::walk::route::Routes;
use crate::walk::target::Target;
use crate::walk::worker::OpenRules;
use fcp_sys::{Identity, Meta};

/// What makes copies.
#[derive(Debug)]
pub(crate) struct Copier {
    pub(crate) job: Arc<Job>,
    pub(crate) rules: OpenRules,
    /// Whether sources are moved.
    pub(super) moves: bool,
    pub(super) routes: Routes,
    pub(super) links: Links,
    pub(super) created: Created,
    /// The names that the operands get, once a backup wants one.
    pub(super) operand_names: OnceLock<HashSet<OsString>>,
    /// Operands of a move that lie in others, each with the directory that it is in; none if there are none.
    pub(super) apart: OnceLock<HashSet<((u64, u64), CString)>>,
    /// Operands of a move that lie in ones before them: what those leave behind is moved when all else has ended.
    pub(super) nested: Mutex<VecDeque<ParkedItem>>,
    /// What is known of the entries of an archive, which is moved out of the directory that it was unpacked into.
    pub(super) unpacked: Option<Unpacked>,
    /// The items to move and their new paths, if not the operands of the request.
    pub(super) relocations: Option<Vec<Relocation>>,
    /// Copies that wait in the workers' batches.
    pub(super) waiting: AtomicUsize,
    /// Devices of which it is known whether two names can change places on them.
    pub(super) exchanging: Mutex<HashMap<u64, bool>>,
    /// The numbered backups that are there.
    pub(super) numbered: Numbered,
    /// Whether a copy must be closed before it can be read back.
    pub(super) closes_to_read: AtomicBool,
    /// Devices of which it is known whether owner and times of a symlink can be set on them.
    pub(super) setting_links: Mutex<HashMap<u64, bool>>,
    /// Directories by their numbers, and whether their counterparts are the same ones, seen through another mount.
    pub(super) views: Mutex<HashMap<u64, bool>>,
    /// Whether a directory went by its parts that could not be renamed.
    pub(super) parts_folders: AtomicBool,
    pub(super) departures: Departures,
    /// Where replaced files are kept.
    pub(super) trashes: Trashes,
    pub(super) removing: Removing,
    /// Where the plan of the job has its operands, and what it removes.
    pub(super) places: Places,
    pub(super) removed_places: Places,
}

/// The item at hand.
pub(super) type Step<'a> = crate::walk::step::Step<'a, Copier>;

impl Copier {
    pub(crate) fn new(job: Arc<Job>, rules: OpenRules) -> Self {
        Self {
            moves: job.spec.verb.moves(),
            links: Links::known(&job),
            created: Created::beside(job.spec.options.backup.as_ref()),
            job,
            rules,
            routes: Routes::default(),
            operand_names: OnceLock::new(),
            apart: OnceLock::new(),
            nested: Mutex::default(),
            unpacked: None,
            relocations: None,
            waiting: AtomicUsize::new(0),
            exchanging: Mutex::default(),
            numbered: Numbered::default(),
            closes_to_read: AtomicBool::default(),
            setting_links: Mutex::default(),
            views: Mutex::default(),
            parts_folders: AtomicBool::default(),
            departures: Departures::default(),
            trashes: Trashes::default(),
            removing: Removing::default(),
            places: Places::default(),
            removed_places: Places::default(),
        }
    }

    /// Makes one that moves these items and not the operands of the request.
    pub(crate) fn on_errands(
        job: Arc<Job>,
        rules: OpenRules,
        relocations: Vec<Relocation>,
    ) -> Self {
        Self { relocations: Some(relocations), ..Self::new(job, rules) }
    }

    /// Whether a source symlink is followed.
    pub(super) fn follows(&self, step: &Step<'_>) -> bool {
        self.job.spec.options.follow.holds_for(step.is_operand(), step.item.kind)
    }

    /// Whether a symlink at the destination is written through: one that the user named, or any, as
    /// `cp` does.
    pub(super) fn writes_through(&self, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        let is_named = step.is_operand() && step.node.target.is_none();
        options.overwrite == Overwrite::InPlace
            && (is_named || options.write_through)
            && self.follows_named_link()
    }

    /// Whether data are written into an existing file, all of whose names then have them. In a mirror another of them may stand
    /// for another file of the source, which would not be like it.
    pub(super) fn writes_in_place(&self, old: &Meta) -> bool {
        self.job.spec.options.overwrite == Overwrite::InPlace
            && old.kind == FileKind::File
            && !(self.mirrors() && old.nlink > 1)
    }

    /// Whether an existing destination keeps its data and its inode, and only its attributes change.
    ///
    /// GNU's `cp`, which writes in place, gives way to a backup or removes the destination if told so.
    pub(super) fn updates_attributes(&self) -> bool {
        let options = &self.job.spec.options;
        options.attributes_only && options.overwrite == Overwrite::Replace
    }
}

/// One item and its new path.
#[derive(Clone, Debug)]
pub(crate) struct Relocation {
    pub(crate) src: PathBuf,
    pub(crate) dst: PathBuf,
    /// The inode it must be.
    pub(crate) inode: Option<Identity>,
}

/// Emptied directories of the source, children before parents.
#[derive(Debug, Default)]
pub(super) struct Departures {
    pub(super) list: Mutex<Vec<Arc<DirNode>>>,
    /// Held while they are removed, so that no parent overtakes its child.
    pub(super) turn: Mutex<()>,
    /// Directories in the list, and those just taken out of it.
    pub(super) count: AtomicUsize,
}

/// The inodes with several names of a job.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) known: Mutex<Known>,
    /// Whether there ever was one.
    pub(super) any: AtomicBool,
    /// Whether the job may come to one name by two sources, so that it cannot count the names that it has not met.
    pub(super) overlap: AtomicBool,
    /// Where earlier runs have copied to.
    pub(super) target: Option<Target>,
}

impl Links {
    /// Begins with the copies that earlier runs have made.
    pub(super) fn known(job: &Job) -> Self {
        let reports = job.journal.as_ref().map_or(&[][..], |journal| &journal.past().links);
        let known = Known::after(reports);
        let any = !known.is_empty();
        Self {
            known: Mutex::new(known),
            any: AtomicBool::new(any),
            overlap: AtomicBool::new(false),
            target: if any { Target::find(&job.spec).ok() } else { None },
        }
    }
}

//! Defines the visitor that lets equal files share their storage.
//!
//! # How storage is shared
//!
//! The walk only collects: each regular file from the least size on, packed, and no symlink, no FIFO and nothing
//! on another mount than its operand. When it has ended, rounds follow, each of which leaves fewer files
//! (`rounds.rs`):
//!
//! 1. **Devices.** Each filesystem is identified, flushed once, and offered a range of a file for itself: one
//!    that cannot share storage is told by its name. A dry run looks for equal files there all the same.
//! 2. **Storage.** Of the files of one size on one filesystem, those with the same extents are one *class*: they
//!    share their storage already, as they do in a second run, and only one of them is looked at from here on.
//!    Names of one inode were met once. Sizes that only one class has are left out.
//! 3. **Heads.** The first and the last bytes of each class are hashed.
//! 4. **Contents.** What is alike so far is hashed whole, and each group of equal classes shares the storage of one:
//!    the class with the least storage for itself, then that with the most files. Shared is only where both files have
//!    storage: no hole is made or filled, and what was reserved for a file stays its own (`storage.rs`). The kernel
//!    compares the bytes once more while it holds both files, and so a file that changes meanwhile keeps what it
//!    has (`share.rs`).
//!
//! What is freed is what the file had for itself alone just before; on btrfs, what lies in extents of which it keeps
//! no part (`pinned.rs`). So there, of files with holes at other places, the one with the most storage gives the others
//! its own, which then keep little. Items of such a job are the files that get the storage of another one, and those
//! that fail; there is nothing to undo, since no content changes.
//!
//! A file costs 32 bytes and its name until the rounds, and some 60 bytes more in them if another has its size; a
//! folder costs its name and 40 bytes.

#[cfg(not(target_os = "linux"))]
mod clone;
mod content;
mod devices;
mod found;
mod groups;
mod operand;
mod pinned;
mod rounds;
mod sets;
mod share;
mod storage;

use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use self::found::{File, Found};
use self::rounds::{Round, Turns};
use self::sets::{Class, Group, Looked, Stored};
use crate::contract::error::{Action, OpError};
use crate::contract::event::{DedupePlan, Event, FileKind, Plan};
use crate::contract::spec::SHARED_FROM;
use crate::job::Job;
use crate::job::act::{Actor, act};
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::target::Target;
use crate::walk::worker::{Counterpart, OpenFailure, OpenRules, Pair, Worker};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd, lock};

type Step<'a> = crate::walk::step::Step<'a, Deduper>;

/// Runs a job to its end, or foresees what it would do; `false` if it could not even begin.
pub(crate) fn run(job: &Arc<Job>, target: &Target) -> bool {
    let Some(walk) = act(job, target, Deduper::new(job), None) else { return false };
    if job.spec.options.dry_run {
        let totals = lock(&job.meter.totals).unwrap_or_default();
        let reflink = !walk.visitor.counted.unable.load(Ordering::Relaxed);
        let dedupe = Some(walk.visitor.plan());
        let plan = Plan { totals, reflink, dedupe, ..Plan::default() };
        job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    }
    true
}

/// What finds equal files and lets them share storage.
#[derive(Debug)]
pub(crate) struct Deduper {
    job: Arc<Job>,
    rules: OpenRules,
    /// The least size of a file, in bytes.
    least: u64,
    collected: Mutex<Found>,
    round: Mutex<Option<Round>>,
    /// All files, once they are collected.
    found: OnceLock<Found>,
    /// What each device of the found files is, in any order; then the number of each one's filesystem.
    looked: Mutex<Vec<Looked>>,
    filesystems: OnceLock<Vec<u32>>,
    /// Files whose size others have, too, by filesystem, size and inode.
    candidates: OnceLock<Vec<u32>>,
    stored: Mutex<Vec<Stored>>,
    /// The files of all classes, and the classes.
    members: OnceLock<Vec<u32>>,
    classes: OnceLock<Vec<Class>>,
    heads: Mutex<Vec<(u32, u128)>>,
    groups: OnceLock<Vec<Group>>,
    /// Each class of a group, with the number of the group.
    units: OnceLock<Vec<(u32, u32)>>,
    counted: Counted,
}

/// What a dry run counts.
#[derive(Debug, Default)]
struct Counted {
    groups: AtomicU64,
    files: AtomicU64,
    bytes: AtomicU64,
    freed: AtomicU64,
    shared: AtomicU64,
    /// Whether a filesystem with candidates cannot share.
    unable: AtomicBool,
}

impl Deduper {
    fn new(job: &Arc<Job>) -> Self {
        Self {
            job: Arc::clone(job),
            rules: job.rules(Counterpart::Unused),
            // An empty file has nothing to share.
            least: job.spec.options.min_size.unwrap_or(SHARED_FROM).max(1),
            collected: Mutex::default(),
            round: Mutex::default(),
            found: OnceLock::new(),
            looked: Mutex::default(),
            filesystems: OnceLock::new(),
            candidates: OnceLock::new(),
            stored: Mutex::default(),
            members: OnceLock::new(),
            classes: OnceLock::new(),
            heads: Mutex::default(),
            groups: OnceLock::new(),
            units: OnceLock::new(),
            counted: Counted::default(),
        }
    }

    fn plan(&self) -> DedupePlan {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        DedupePlan {
            groups: count(&self.counted.groups),
            files: count(&self.counted.files),
            bytes: count(&self.counted.bytes),
            bytes_freed: count(&self.counted.freed),
            shared: count(&self.counted.shared),
        }
    }

    fn is_dry(&self) -> bool {
        self.job.spec.options.dry_run
    }

    /// All files; none while they are collected.
    fn found(&self) -> &Found {
        self.found.get_or_init(Found::default)
    }

    fn file(&self, number: u32) -> File {
        self.found().files.get(number as usize).copied().unwrap_or_default()
    }

    /// Opens a collected file, if it is still what was collected.
    fn open(&self, worker: &mut Worker, file: File) -> Result<(OwnedFd, Meta), Errno> {
        let (base, path) = self.found().way_to(file).ok_or(Errno::STALE)?;
        let pair = worker.pair(&base, self.rules).map_err(|failure| failure.errno)?;
        let fd = if base.parent.is_none() {
            sys::open_quietly(pair.src(), &path, false)?
        } else {
            open_beneath(&pair, &path)?
        };
        let meta = sys::stat_fd(fd.as_fd())?;
        let known = (self.found().device(file), file.inode);
        if meta.kind != FileKind::File || meta.id() != known || meta.size != file.size {
            return Err(Errno::STALE);
        }
        Ok((fd, meta))
    }

    /// The path of a collected file.
    fn path_of(&self, file: File) -> PathBuf {
        let way = self.found().way_to(file);
        way.map(|(base, path)| base.src_path(&path)).unwrap_or_default()
    }

    /// Ends a collected file that could not be opened or read; one that has gone or changed is no item.
    fn lose(&self, worker: &Worker, file: File, action: Action, errno: Errno) {
        self.settle_bytes(worker.index, file.size);
        if !matches!(errno, Errno::NOENT | Errno::NOTDIR | Errno::STALE) {
            let path = self.path_of(file);
            let error = OpError::new(action, path.clone(), errno);
            self.job.failed(worker.index, path, error);
        }
    }

    /// Counts the bytes of files that need no more work.
    fn settle_bytes(&self, index: usize, bytes: u64) {
        self.job.meter.of(index).bytes.add(bytes);
    }
}

/// Opens a file below an operand; its path may be longer than the kernel takes at once.
fn open_beneath(pair: &Pair, path: &CStr) -> sys::Sys<OwnedFd> {
    // PATH_MAX is 4096 with its NUL.
    const LEG: usize = 4000;
    let mut rest = path.to_bytes();
    let mut above: Option<OwnedFd> = None;
    let text = |bytes: &[u8]| CString::new(bytes).map_err(|_nul| Errno::INVAL);
    while rest.len() > LEG {
        let cut =
            rest.iter().take(LEG).rposition(|byte| *byte == b'/').ok_or(Errno::NAMETOOLONG)?;
        let (leg, after) = rest.split_at(cut);
        let dir = above.as_ref().map_or(pair.src(), AsFd::as_fd);
        above = Some(sys::open_beneath(dir, &text(leg)?, false)?);
        rest = after.get(1..).unwrap_or_default();
    }
    let dir = above.as_ref().map_or(pair.src(), AsFd::as_fd);
    sys::open_file_beneath(dir, &text(rest)?)
}

impl Actor for Deduper {
    fn operands(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        _target: &Target,
    ) -> Vec<ParkedItem> {
        self.find_operands(worker, top)
    }

    fn settle(&self, walk: &Arc<Walk<Self>>, pool: &rayon::ThreadPool) -> bool {
        while !self.job.control.is_cancelled()
            && let Some((round, units)) = self.next_round()
        {
            if units > 0 {
                Turns::begin(walk, pool, round, units);
                return true;
            }
        }
        false
    }
}

impl Visitor for Deduper {
    fn context(&self) -> &impl WalkContext {
        &*self.job
    }

    fn rules(&self) -> OpenRules {
        self.rules
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        match step.item.kind {
            FileKind::Directory => return self.enter_dir(worker, step),
            FileKind::File | FileKind::Unknown => self.collect(worker, step),
            FileKind::Symlink
            | FileKind::Fifo
            | FileKind::Socket
            | FileKind::CharDevice
            | FileKind::BlockDevice => {}
        }
        None
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        let error = || OpError::new(Action::ListDir, node.own_src_path(), failure.errno);
        self.job.dir_failed(node, error);
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        let error = OpError::new(Action::OpenDir, node.own_src_path(), failure.errno);
        self.job.failed(worker.index, node.src_path(item.name), error);
    }

    /// An item that was only to be looked at ends in nothing.
    fn given_up(&self, _worker: &mut Worker, _item: &ParkedItem) {}
}

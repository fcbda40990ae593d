//! Defines a job: what its parts share, its state, and how it reports both.

pub(crate) mod act;
pub(crate) mod anchors;
mod answering;
mod begin;
pub(crate) mod chunks;
pub(crate) mod common;
pub(crate) mod conflict;
pub(crate) mod control;
pub(crate) mod depth;
mod devices;
mod division;
mod elsewhere;
mod end;
mod ended;
pub(crate) mod ending;
pub(crate) mod failing;
pub(crate) mod hub;
pub(crate) mod limit;
pub(crate) mod manifest;
pub(crate) mod meter;
mod place;
pub(crate) mod questions;
mod rights;
pub(crate) mod sampler;
pub(crate) mod seen;
mod settled;
pub(crate) mod spill;
mod waker;

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use crate::contract::error::Action;
use crate::contract::event::{Event, FileKind, JobId, JobStatus, Op, Phase, Summary};
use crate::contract::spec::{Follow, JobSpec, LinkMode, Verb};
use crate::job::control::Control;
use crate::job::hub::Hub;
use crate::job::manifest::Manifest;
use crate::job::meter::Meter;
use crate::job::questions::Questions;
use crate::journal::Journal;
use crate::link::Link;
use crate::parts::claim::Claim;
use crate::parts::lists::Lists;
use crate::parts::selection::Selection;
use crate::parts::sweep::Sweep;
use crate::record::{Home, Recorder};
use crate::trash::description_of;
use crate::walk::filter::Filters;
use crate::walk::item::Found;
use crate::walk::node::{DirNode, ShownAs};
use crate::walk::origins::Origins;
use crate::walk::temporary::Mark;
use crate::walk::worker::{Counterpart, OpenRules, Worker};
use fcp_sys::{self as sys, Meta, Rights};
use fcp_sys::{FileLock, lock};

pub(crate) use self::devices::Devices;
use self::place::DestinationDevices;
use self::waker::Waker;

/// What all parts of a job share.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: JobId,
    pub(crate) spec: JobSpec,
    pub(crate) control: Control,
    pub(crate) meter: Meter,
    pub(crate) hub: Arc<Hub>,
    pub(crate) home: Option<Arc<Home>>,
    /// Writes down what would be needed to take the job back.
    pub(crate) recorder: Option<Recorder>,
    /// Reports how far the job is, if another process could resume it.
    pub(crate) journal: Option<Journal>,
    /// What is known of earlier runs of a job that begins again, and reports nothing.
    pub(crate) earlier: Option<Journal>,
    unreported: ended::Unreported,
    /// Lists the checksums of what is verified.
    pub(crate) manifest: Option<Manifest>,
    /// Where an archive is unpacked before its entries get their names, and the archive that is shown instead.
    unpacking: Mutex<Option<ShownAs>>,
    /// What its temporary names begin with.
    pub(crate) mark: Mark,
    pub(crate) questions: Questions,
    /// The filesystems it writes to.
    pub(crate) devices: Devices,
    /// What each of them takes without an error, and forgets.
    forgotten: Mutex<HashMap<u64, Rights>>,
    /// Where it began to write.
    pub(crate) place: DestinationDevices,
    pub(crate) filters: Filters,
    pub(crate) workers: usize,
    pub(crate) umask: u32,
    /// Whether the process may give files away.
    pub(crate) privileged: bool,
    /// The target directory, if the operands go into one.
    pub(crate) target: Option<CString>,
    pub(crate) filtered: bool,
    /// The lists of a plan that a dry run writes.
    pub(crate) lists: Option<Arc<Lists>>,
    /// The items that the job takes, if they are those of one list of a plan.
    pub(crate) selection: Option<Arc<Selection>>,
    /// What the last step of a mirror compares and removes.
    pub(crate) sweep: Option<Arc<Sweep>>,
    claim: Option<Claim>,
    /// Its connection, if its sources or its destination are on another machine.
    pub(crate) link: Option<Arc<Link>>,
    /// Operands of a delete that only describe another operand in the trash, and are not counted.
    descriptions: HashSet<PathBuf>,
    warned: Mutex<HashSet<Action>>,
    /// Set while the walk runs: makes the job's own thread look again.
    waker: Mutex<Option<Waker>>,
    state: Mutex<State>,
    changed: Condvar,
    started: Instant,
    is_resumed: bool,
    has_own_error: AtomicBool,
    /// Whether a halt left something undone.
    unfinished: AtomicBool,
    /// Whether no front end is left to answer questions.
    unattended: AtomicBool,
    /// Whether all that is left waits for answers.
    asks: AtomicBool,
    /// Counts the requests to pause, so that no request to resume outlives the next of them.
    pauses: AtomicU64,
    /// Whether a request to resume it was refused.
    stayed_paused: AtomicBool,
}

/// How far a job has come.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    pub(crate) summary: Option<Summary>,
    /// Whether it was stopped and will be resumed elsewhere.
    halted: bool,
}

impl State {
    fn is_over(&self) -> bool {
        self.summary.is_some() || self.halted
    }
}

impl Job {
    /// Whether the filters let an item below an operand pass.
    #[inline]
    pub(crate) fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        !self.filtered || self.filters.accepts(node, name, kind)
    }

    /// Whether the filters let an operand pass.
    pub(crate) fn accepts_operand(&self, path: &Path, kind: FileKind) -> bool {
        !self.filtered || self.filters.accepts_operand(path, kind)
    }

    /// Whether the job takes an operand, and not another one with the same request.
    pub(crate) fn takes_operand(&self, path: &Path, meta: &Meta) -> bool {
        match self.spec.options.filter.shard {
            Some(shard) if meta.kind != FileKind::Directory => {
                let name = || path.file_name().map(PathBuf::from).unwrap_or_default();
                shard.has(Some(meta).filter(|_| self.keeps_links()), name)
            }
            Some(_) | None => true,
        }
    }

    /// Whether hard links are kept, so that all names of a file must be in one shard.
    pub(crate) fn keeps_links(&self) -> bool {
        let options = &self.spec.options;
        options.preserve.links && options.link == LinkMode::Copy
    }

    /// Whether folders that are finished stay writable for their owner, since jobs with the other shards of the
    /// request may have files to add.
    pub(crate) fn leaves_folders_open(&self) -> bool {
        self.spec.options.filter.shard.is_some() && !self.privileged
    }

    /// Whether a path is an operand that only describes another operand in the trash.
    pub(crate) fn is_description(&self, path: impl FnOnce() -> PathBuf) -> bool {
        !self.descriptions.is_empty() && self.descriptions.contains(&path())
    }

    /// Keeps items out of the reach of a restore while the job deletes them from the trash.
    pub(crate) fn hold_trash(&self) -> Vec<FileLock> {
        crate::trash::hold(&self.descriptions)
    }

    /// Removes what an earlier job that was killed has left in the trashes that this one deletes from.
    pub(crate) fn tidy_trash(&self) {
        crate::trash::remove_orphans(&self.descriptions);
    }

    /// Whether the job deletes items of the trash with their descriptions.
    pub(crate) fn empties_trash(&self) -> bool {
        !self.descriptions.is_empty()
    }

    /// The step by which something gets its name that was unpacked, or came from another machine.
    pub(crate) fn op_of_arrival(&self, meta: Option<&Meta>) -> Op {
        if self.link.is_none() {
            return Op::Extract;
        }
        match meta.map_or(FileKind::File, |meta| meta.kind) {
            FileKind::File => Op::CopyFile,
            FileKind::Directory => Op::MakeDir,
            FileKind::Symlink => Op::Symlink,
            FileKind::Fifo
            | FileKind::Socket
            | FileKind::CharDevice
            | FileKind::BlockDevice
            | FileKind::Unknown => Op::Special,
        }
    }

    /// Whether a path is that of an item in the trash which the job deletes, with its description, or below it.
    pub(crate) fn empties_trash_of(&self, path: &Path) -> bool {
        let is_described = |path: &Path| {
            description_of(path).is_some_and(|info| self.descriptions.contains(&info))
        };
        !self.descriptions.is_empty() && path.ancestors().any(is_described)
    }

    /// Counts what a listing has found, for totals that grow as the job goes.
    pub(crate) fn found(&self, worker: &Worker, found: Found) {
        let counters = self.meter.of(worker.index);
        counters.found.add(found.items as u64);
        counters.directories.add(found.directories as u64);
        if found.all {
            counters.listed.add(1);
        }
    }

    /// Makes the node above the operands.
    pub(crate) fn top(&self) -> Option<Arc<DirNode>> {
        let here = sys::stat_at(sys::CWD, c".", true);
        let meta = here.or_else(|_| sys::stat_at(sys::CWD, c"/", true)).ok()?;
        let top = DirNode::top(self.target.clone(), meta);
        if let Some(shown) = &*lock(&self.unpacking) {
            top.shown_as.get_or_init(|| shown.clone());
        }
        self.pass_over(&top);
        Some(top)
    }

    /// Shows what is below a directory as if it were in an archive, or an archive by its later name, from now on.
    pub(crate) fn unpacks(&self, stage: &Path, archive: &Path) {
        self.unpacks_of(stage, archive, Origins::default());
    }

    /// Does so, where what is below has come from several directories.
    pub(crate) fn unpacks_of(&self, stage: &Path, shown: &Path, origins: Origins) {
        let (real, shown, origins) = (stage.to_owned(), shown.to_owned(), Arc::new(origins));
        *lock(&self.unpacking) = Some(ShownAs { real, shown, origins });
    }

    /// Shows all paths as they are again.
    pub(crate) fn unpacks_no_more(&self) {
        *lock(&self.unpacking) = None;
    }

    /// Lets the walk pass over what has ended in a directory when the job ran before.
    ///
    /// A mirror lists everything again: only then it is known what the sources lack.
    pub(crate) fn pass_over(&self, node: &DirNode) {
        if self.compares() {
            return;
        }
        if let Some(names) = self.journal.as_ref().and_then(|journal| journal.passed(node)) {
            node.passed.get_or_init(|| names);
        }
    }

    /// Whether the job ran before and was resumed.
    pub(crate) fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Whether an operand of a job that removes appeared after the job first began, under the name of one that is gone.
    pub(crate) fn is_later_operand(&self, name: &CStr) -> bool {
        matches!(self.spec.verb, Verb::Delete | Verb::Trash)
            && self.earlier.as_ref().is_some_and(|earlier| earlier.is_born_of_job(sys::CWD, name))
    }

    /// Whether this is the first warning about an action.
    pub(crate) fn first_warning(&self, action: Action) -> bool {
        lock(&self.warned).insert(action)
    }

    /// How directories are opened in this job.
    pub(crate) fn rules(&self, destination: Counterpart) -> OpenRules {
        let options = &self.spec.options;
        OpenRules {
            follow_source: options.follow == Follow::Always,
            follow_operands: matches!(options.follow, Follow::Operands | Follow::Always),
            follow_destination: options.keep_directory_symlink,
            exact: matches!(self.spec.verb, Verb::Delete | Verb::Extract)
                || self.spec.verb.moves()
                || self.link.is_some(),
            destination,
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        lock(&self.state).phase
    }

    pub(crate) fn enter(&self, phase: Phase) {
        self.hub.tell_change(|| {
            lock(&self.state).phase = phase;
            Some(Event::JobPhase { job: self.id, phase })
        });
    }

    /// When it started, in microseconds since the Unix epoch.
    pub(crate) fn began(&self) -> u64 {
        fcp_sys::now().saturating_sub(self.started.elapsed().as_micros() as u64)
    }

    /// Whether it has ended, or was stopped and will be resumed elsewhere.
    pub(crate) fn is_over(&self) -> bool {
        lock(&self.state).is_over()
    }

    /// Whether it was stopped before its end, and will be resumed elsewhere.
    #[cfg(test)]
    pub(crate) fn is_halted(&self) -> bool {
        lock(&self.state).halted
    }

    /// Stops the job where it is, so that another process can resume it.
    ///
    /// If it comes to its end nevertheless, there is a summary as ever.
    pub(crate) fn halt(&self) {
        self.control.halt();
        self.wake();
    }

    /// Whether what comes to no end now will come to one elsewhere; then it is not told.
    pub(crate) fn puts_off(&self) -> bool {
        let halted = self.control.is_halted();
        if halted {
            self.unfinished.store(true, Ordering::Release);
        }
        halted
    }

    /// Whether the job may continue; waits while it is paused.
    #[inline]
    pub(crate) fn goes_on(&self, worker: &Worker) -> bool {
        !self.control.is_stopping() || self.waits(worker)
    }

    #[cold]
    fn waits(&self, worker: &Worker) -> bool {
        // A pause may last until the machine is switched off.
        self.hand_over(worker);
        self.control.checkpoint().is_ok() || {
            self.puts_off();
            false
        }
    }

    /// The record by which the job can be taken back, as far as it was written.
    pub(crate) fn record_path(&self) -> Option<PathBuf> {
        self.recorder.as_ref().and_then(Recorder::path)
    }

    /// Whether the workers leave before all is done.
    pub(crate) fn is_cut_short(&self) -> bool {
        let unfinished = || self.unfinished.load(Ordering::Acquire);
        self.control.is_cancelled() && (!self.control.is_halted() || unfinished())
    }

    pub(crate) fn summary(&self) -> Option<Summary> {
        lock(&self.state).summary.clone()
    }

    /// Tells an event that must not come after the summary.
    pub(crate) fn tell_unless_over(&self, event: Event) {
        self.change_unless_over(|| true, event);
    }

    /// Makes a change and reports it, unless it changes nothing or the job has ended.
    pub(crate) fn change_unless_over(&self, change: impl FnOnce() -> bool, event: Event) {
        self.hub.tell_change(|| (!self.is_over() && change()).then_some(event));
    }

    /// Stops the workers at their next chunk.
    pub(crate) fn pause(&self) {
        let pause = || {
            // Also one of a job that is paused: a request to resume it may be looking at the disk just now.
            self.pauses.fetch_add(1, Ordering::AcqRel);
            self.control.pause()
        };
        self.change_unless_over(pause, Event::JobPaused { job: self.id });
    }

    /// Ends the job at the next chunk.
    pub(crate) fn cancel(&self) {
        self.control.cancel();
        self.wake();
    }

    /// Whether the user cancelled it: it neither ends because of an error nor goes on elsewhere.
    pub(crate) fn was_cancelled(&self) -> bool {
        let control = &self.control;
        control.is_cancelled() && !control.is_halted() && !control.is_aborted()
    }

    pub(crate) fn status(&self) -> JobStatus {
        JobStatus {
            job: self.id,
            phase: self.phase(),
            progress: self.meter.sample(self.control.is_paused()),
            questions: self.questions.open(),
            summary: self.summary(),
        }
    }

    /// Sets what wakes the job's own thread.
    pub(crate) fn wake_by(&self, wake: Option<Box<dyn Fn() + Send>>) {
        *lock(&self.waker) = wake.map(Waker::new);
    }

    /// Makes the job's own thread check for work.
    pub(crate) fn wake(&self) {
        if let Some(waker) = &*lock(&self.waker) {
            waker.wake();
        }
    }
}

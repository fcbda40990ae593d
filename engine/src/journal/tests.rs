//! Tests of jobs that are halted or killed, and resumed.

mod ends;
mod killed;
mod large;
mod leftovers;
mod links;
mod moves;
mod removals;

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use fcp_test_support::output::temporaries;
use fcp_test_support::{Tree, What, assert_same};

use super::*;
use crate::contract::event::{Event, Outcome, Phase, SkipReason, Summary};
use crate::contract::spec::{
    ConflictPolicy, Destination, DirectoryPolicy, EventLevel, JobSpec, Options, Preserve, Verb,
};
use crate::job::Job;
use crate::job::common::Common;
use crate::launch::{Checked, Launcher};
use crate::record::Home;
use fcp_sys as sys;
use fcp_sys::c_path;
use fcp_sys::now;

const KEY: u32 = 0x0BAD_CAFE;

/// Longer than anything takes here.
const LONG: Duration = Duration::from_secs(60);

/// Waits until files that are made now are younger than all that are there.
fn let_the_clock_tick(dir: &Path) -> u64 {
    let probe = dir.join("probe");
    let made = || {
        File::create(&probe).unwrap();
        let made = sys::made_at(sys::CWD, &c_path(&probe).unwrap());
        fs::remove_file(&probe).unwrap();
        made.unwrap_or(0)
    };
    let first = made();
    while made() <= first + 40_000 {
        std::thread::yield_now();
    }
    now()
}

/// What a store would keep of a job.
#[derive(Clone, Default)]
struct Kept {
    past: Past,
    entries: Vec<Entry>,
}

impl Kept {
    fn new(scratch: &Path) -> Self {
        let past = Past { began: let_the_clock_tick(scratch), ..Past::default() };
        Self { past, entries: Vec::new() }
    }

    /// What the next run is given, if all that was reported can be trusted.
    fn past(&self) -> Past {
        self.past_of(u64::MAX)
    }

    fn past_of(&self, trusted: u64) -> Past {
        let mut past = self.past.clone();
        let mut large: BTreeMap<PathBuf, Large> = BTreeMap::new();
        for entry in &self.entries {
            match entry {
                Entry::Ended { seq, names, links, counts } => {
                    assert!(*seq > past.seq, "numbers go up");
                    past.seq = *seq;
                    if *seq > trusted {
                        continue;
                    }
                    past.names.push(names.clone());
                    past.links.push(links.clone());
                    add(&mut past.counts, counts);
                }
                Entry::Large(file) => {
                    let synced = large.get(&file.src.0).map_or(0, |file| file.synced);
                    large.insert(file.src.0.clone(), Large { synced, ..file.clone() });
                }
                Entry::Synced { offsets, .. } => {
                    for (src, offset) in offsets {
                        if let Some(file) = large.get_mut(&src.0) {
                            file.synced = *offset;
                        }
                    }
                }
                Entry::Answered(_) => {}
            }
        }
        past.large = large.into_values().collect();
        past
    }

    /// What the next run is given after the power was cut.
    fn past_after_reboot(&self) -> Past {
        let synced = self.entries.iter().rev().find_map(|entry| match entry {
            Entry::Synced { seq, .. } => Some(*seq),
            Entry::Ended { .. } | Entry::Large(_) | Entry::Answered(_) => None,
        });
        Past { rebooted: true, lost: true, ..self.past_of(synced.unwrap_or(0)) }
    }

    /// Whether the names of an item were reported, or of what it is in.
    fn knows(&self, src: &Path) -> bool {
        let journal = Journal::new(1, KEY, self.past(), mpsc::channel().0);
        let parent = src.parent().unwrap();
        let name = src.file_name().unwrap().as_encoded_bytes();
        let is_named = |path: &[u8], name: &[u8]| {
            journal.passed_in(path).is_some_and(|names| names.contains(name))
        };
        // Operands are one level below the root of a test.
        let root = parent.ancestors().find(|path| path.ends_with("src")).unwrap();
        let mut names: Vec<&[u8]> = vec![name];
        let mut at = parent;
        loop {
            let below = at.strip_prefix(root).unwrap();
            let root_bytes = root.as_os_str().as_encoded_bytes();
            let path = [root_bytes, b"//", below.as_os_str().as_encoded_bytes()].concat();
            if is_named(&path, names.last().unwrap()) {
                return true;
            }
            if at == root {
                return is_named(b"", root.as_os_str().as_encoded_bytes());
            }
            names.push(at.file_name().unwrap().as_encoded_bytes());
            at = at.parent().unwrap();
        }
    }
}

fn add(sum: &mut Counts, more: &Counts) {
    sum.done += more.done;
    sum.skipped += more.skipped;
    sum.failed += more.failed;
    sum.mismatched += more.mismatched;
    sum.unanswered += more.unanswered;
    sum.bytes_skipped += more.bytes_skipped;
    sum.bytes_reflinked += more.bytes_reflinked;
    sum.bytes_holes += more.bytes_holes;
    sum.bytes_of_done += more.bytes_of_done;
    sum.reflinked += more.reflinked;
    sum.replaced += more.replaced;
    sum.renamed += more.renamed;
    sum.removed += more.removed;
}

/// A job that runs.
struct Running {
    job: Arc<Job>,
    events: crate::job::hub::Events,
    entries: Receiver<(JobId, Entry)>,
    over: Receiver<()>,
}

/// Whether an item has ended.
fn is_item(event: &Event) -> bool {
    matches!(event, Event::ItemDone { .. } | Event::ItemSkipped { .. } | Event::ItemFailed { .. })
}

/// What it came to.
struct Ran {
    summary: Option<Summary>,
    events: Vec<Event>,
    entries: Vec<Entry>,
    record: Option<PathBuf>,
}

impl Running {
    fn end(self) -> Ran {
        self.over.recv_timeout(LONG).unwrap();
        let mut events = Vec::new();
        while let Some(envelope) = self.events.try_next() {
            events.push(envelope.event);
        }
        assert_eq!(self.job.summary().is_none(), self.job.is_halted());
        Ran {
            summary: self.job.summary(),
            events,
            entries: self.entries.try_iter().map(|(_, entry)| entry).collect(),
            record: self.job.record_path(),
        }
    }

    /// Halts it after so many items.
    fn halt_after(self, items: usize) -> Ran {
        let mut seen = 0;
        while seen < items {
            let Some(envelope) = self.events.next_within(LONG) else { break };
            let event = envelope.event;
            if matches!(event, Event::JobSummary { .. }) {
                break;
            }
            seen += usize::from(is_item(&event));
        }
        self.job.halt();
        self.end()
    }

    /// Halts it when one of its large files has come so far.
    fn halt_at(self, offset: u64) -> (Ran, Vec<Entry>) {
        let mut entries = Vec::new();
        while let Ok((_, entry)) = self.entries.recv_timeout(LONG) {
            let is_far = matches!(&entry, Entry::Large(file) if file.offset >= offset);
            entries.push(entry);
            if is_far {
                break;
            }
        }
        self.job.halt();
        (self.end(), entries)
    }
}

fn spec(verb: Verb, src: &Path, dst: &Path) -> JobSpec {
    let options = Options {
        preserve: Preserve::ALL,
        events: EventLevel::All,
        on_directory: DirectoryPolicy::Merge,
        ..Options::default()
    };
    let sources = vec![src.to_owned().into()];
    JobSpec { verb, sources, destination: Some(Destination::Into(dst.to_owned().into())), options }
}

/// Starts a job; what was put into a home can be taken back.
fn start(
    spec: &JobSpec,
    past: Past,
    home: Option<&Path>,
    set: impl FnOnce(&mut Journal),
) -> Running {
    let (sink, entries) = mpsc::channel();
    let mut journal = Journal::new(7, KEY, past, sink);
    set(&mut journal);
    let home =
        home.map(|state| Arc::new(Home { data: state.to_owned(), state: Some(state.to_owned()) }));
    let launcher = Launcher { common: Common { home, ..Common::default() }, ..Launcher::default() };
    let events = launcher.common.hub.subscribe(Vec::new);
    let checked = Checked::new(spec.clone()).unwrap();
    let (job, target) = launcher.take(7, checked, Some(journal));
    let (ended, over) = mpsc::channel();
    launcher.start(&job, target, move || ended.send(()).unwrap()).unwrap();
    Running { job, events, entries, over }
}

/// What a job counts that is never interrupted.
fn plain(spec: &JobSpec, dst: &Path) -> Summary {
    let destination = Some(Destination::Into(dst.to_owned().into()));
    let spec = JobSpec { destination, ..spec.clone() };
    start(&spec, Past::default(), None, |_| {}).end().summary.unwrap()
}

fn assert_counts(summary: &Summary, whole: &Summary) {
    let counts = |summary: &Summary| {
        (summary.done, summary.skipped, summary.failed, summary.bytes, summary.outcome)
    };
    assert_eq!(counts(summary), counts(whole));
}

struct Trees {
    _scratch: tempfile::TempDir,
    root: PathBuf,
    src: PathBuf,
    dst: PathBuf,
}

fn place() -> Trees {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path().to_owned();
    let (src, dst) = (root.join("src"), root.join("dst"));
    fs::create_dir(&src).unwrap();
    fs::create_dir(&dst).unwrap();
    Trees { _scratch: scratch, root, src, dst }
}

fn write(path: &Path, byte: u8, size: usize) {
    let mut file = File::create(path).unwrap();
    // Different everywhere, so that no part can be taken for another.
    let bytes: Vec<u8> = (0..size).map(|n| byte ^ (n / 251) as u8 ^ (n >> 13) as u8).collect();
    file.write_all(&bytes).unwrap();
}

/// A journal whose reports go nowhere.
fn unstored() -> Journal {
    Journal::new(1, KEY, Past::default(), mpsc::channel().0)
}

/// A directory on another filesystem than temporary ones, if there is one.
fn elsewhere() -> Option<tempfile::TempDir> {
    let there = tempfile::tempdir_in("/dev/shm").ok()?;
    let here = tempfile::tempdir().ok()?;
    let device = |dir: &Path| fs::metadata(dir).map(|meta| meta.dev()).ok();
    (device(there.path()) != device(here.path())).then_some(there)
}

/// Halts a copy of one large file in the middle; gives what was kept.
fn half_a_large_file(at: &Trees, spec: &JobSpec) -> Kept {
    write(&at.src.join("large"), 1, 16 << 20);
    let mut kept = Kept::new(&at.dst);
    let slow =
        Options { limit_rate: Some(12 << 20), block_size: Some(1 << 20), ..spec.options.clone() };
    let slow = JobSpec { options: slow, ..spec.clone() };
    let small = |journal: &mut Journal| journal.large_from = 1 << 20;
    let (ran, entries) = start(&slow, kept.past(), None, small).halt_at(6 << 20);
    kept.entries.extend(entries);
    kept.entries.extend(ran.entries);
    assert_eq!(temporaries(&at.dst).len(), 1);
    kept
}

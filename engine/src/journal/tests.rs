//! Tests of jobs that are halted or killed, and resumed.

#![allow(clippy::disallowed_methods, reason = "tests set up what the engine will find")]

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use fcp_test_support::{Tree, What, assert_same};

use super::*;
use crate::contract::event::{Event, Outcome, Phase, SkipReason, Summary};
use crate::contract::spec::{
    ConflictPolicy, Destination, DirectoryPolicy, EventLevel, JobSpec, Options, Preserve, Verb,
};
use crate::job::Common;
use crate::job::Job;
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
        Past { rebooted: true, ..self.past_of(synced.unwrap_or(0)) }
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

fn temporaries(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name().as_encoded_bytes().starts_with(b".fcp-") {
            found.push(entry.path());
        } else if entry.file_type().unwrap().is_dir() {
            found.extend(temporaries(&entry.path()));
        }
    }
    found
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

#[test]
fn a_job_that_is_halted_again_and_again_does_everything_once() {
    let at = place();
    Tree::user(7).entries(400).build(&at.src).unwrap();
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    let other = at.root.join("other");
    fs::create_dir(&other).unwrap();
    let whole = plain(&spec, &other);
    spec.options.limit_rate = Some(200 << 20);
    let mut kept = Kept::new(&at.root);
    let mut seen = HashSet::new();
    for n in 0.. {
        assert!(n < 200, "it never ends");
        let ran = start(&spec, kept.past(), None, |_| {}).halt_after(23);
        for event in &ran.events {
            if let Event::ItemSkipped { reason, .. } = event {
                assert_ne!(*reason, SkipReason::Cancelled);
            }
        }
        kept.entries.extend(ran.entries);
        if let Some(summary) = ran.summary {
            assert_counts(&summary, &whole);
            break;
        }
        let last = ran.events.last();
        let is_queued = |phase: &Phase| *phase == Phase::Queued;
        assert!(
            matches!(last, Some(Event::JobPhase { phase, .. }) if is_queued(phase)),
            "{last:?}"
        );
        for entry in &kept.entries {
            if let Entry::Ended { names, .. } = entry {
                seen.insert(names.clone());
            }
        }
    }
    assert!(seen.len() > 1, "it was never halted");
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
}

/// Makes what was not reported look as if it had been under way.
fn damage(kept: &Kept, src: &Path, dst: &Path, n: &mut u32) {
    for entry in fs::read_dir(dst).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (src.join(entry.file_name()), entry.path());
        if kept.knows(&from) {
            continue;
        }
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            damage(kept, &from, &to, n);
            // As left by a job that has not set its metadata.
            let stray = to.join(format!(".fcp-{KEY:08x}-0000{n:08x}"));
            drop(File::create(stray));
        } else if kind.is_file() && fs::metadata(&from).is_ok_and(|from| from.nlink() == 1) {
            *n += 1;
            let file = File::options().write(true).open(&to);
            if let Ok(file) = file.as_ref().map_err(|_| ())
                && n.is_multiple_of(2)
            {
                let size = file.metadata().unwrap().len();
                if size <= 1 << 20 {
                    file.set_len(size / 2).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_job_that_is_killed_does_again_what_was_not_reported() {
    for (seed, policy) in [
        (1, ConflictPolicy::Skip),
        (2, ConflictPolicy::Ask),
        (3, ConflictPolicy::Overwrite),
        (4, ConflictPolicy::Fail),
        (5, ConflictPolicy::Newer),
    ] {
        let at = place();
        Tree::user(seed).entries(300).build(&at.src).unwrap();
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = policy;
        spec.options.limit_rate = Some(200 << 20);
        let mut kept = Kept::new(&at.root);
        for n in 0.. {
            assert!(n < 200, "it never ends");
            let ran = start(&spec, kept.past(), None, |_| {}).halt_after(40 + n);
            let is_over = ran.summary.is_some();
            let reports = ran.entries.len();
            // The last reports never reached the store.
            kept.entries.extend(ran.entries.into_iter().take(reports - reports.min(1)));
            if is_over && n > 3 {
                break;
            }
            if at.dst.join("src").exists() {
                damage(&kept, &at.src, &at.dst.join("src"), &mut 0);
            }
        }
        let last = start(&spec, kept.past(), None, |_| {}).end();
        assert_eq!(
            last.summary.unwrap().outcome,
            Outcome::Completed,
            "{:?}",
            spec.options.on_conflict
        );
        assert_same(&at.src, &at.dst.join("src"), &What::everything());
        assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
    }
}

#[test]
fn what_was_there_before_keeps_its_policy() {
    for policy in [ConflictPolicy::Skip, ConflictPolicy::Overwrite] {
        let at = place();
        let there = at.dst.join("src");
        fs::create_dir(&there).unwrap();
        for name in ["a", "b", "c"] {
            write(&at.src.join(name), 1, 5000);
        }
        write(&there.join("a"), 9, 100);
        let kept = Kept::new(&at.root);
        // Made by the job, and not reported: a truncation.
        write(&there.join("b"), 1, 10);
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = policy.clone();
        let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
        let is_kept = policy == ConflictPolicy::Skip;
        assert_eq!(fs::metadata(there.join("a")).unwrap().len(), if is_kept { 100 } else { 5000 });
        assert_eq!(summary.skipped, u64::from(is_kept));
        for name in ["b", "c"] {
            assert_eq!(fs::read(there.join(name)).unwrap(), fs::read(at.src.join(name)).unwrap());
        }
    }
}

#[test]
fn a_torn_file_is_known_where_the_clock_of_the_destination_is_behind() {
    let hour = 3_600_000_000;
    for (ahead, skipped) in [(-hour, 0), (0, 1)] {
        let at = place();
        let there = at.dst.join("src");
        fs::create_dir(&there).unwrap();
        write(&at.src.join("f"), 1, 5000);
        let mut kept = Kept::new(&at.root);
        // A truncation that the job made an hour ago, by the clock of the destination.
        write(&there.join("f"), 1, 10);
        kept.past.began += hour as u64;
        kept.past.ahead = ahead;
        let mut spec = spec(Verb::Copy, &at.src, &at.dst);
        spec.options.on_conflict = ConflictPolicy::Skip;
        let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
        assert_eq!(summary.skipped, skipped, "{ahead}");
        let size = fs::metadata(there.join("f")).unwrap().len();
        assert_eq!(size, if skipped == 0 { 5000 } else { 10 });
    }
}

#[test]
fn files_of_a_megabyte_share_their_reports() {
    let at = place();
    for n in 0..10 {
        write(&at.src.join(format!("{n}")), n, 1 << 20);
    }
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.workers = Some(1);
    let reports = || {
        let ran = start(&spec, Past::default(), None, |journal| journal.report_every = LONG).end();
        ran.entries.iter().filter(|entry| matches!(entry, Entry::Ended { .. })).count()
    };
    assert_eq!(reports(), 1);
    // One that takes long is reported by itself, and what came before it does not wait for it.
    fs::remove_dir_all(at.dst.join("src")).unwrap();
    File::create(at.src.join("long")).unwrap().set_len(16 << 20).unwrap();
    let reports = reports();
    assert!((2..=3).contains(&reports), "{reports}");
}

#[test]
fn made_up_names_are_not_made_up_again() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("f"), 1, 5000);
    write(&at.src.join("f (1)"), 2, 6000);
    write(&at.src.join("g"), 3, 7000);
    for name in ["f", "g"] {
        write(&there.join(name), 9, 100);
    }
    let kept = Kept::new(&at.root);
    // Not reported: a copy of `f (1)` under its own name, and half a copy of `g` under one made up.
    write(&there.join("f (1)"), 2, 6000);
    write(&there.join("g (1)"), 3, 3500);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Rename(crate::contract::spec::DEFAULT_RENAME.into());
    start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    let read = |name: &str| fs::read(there.join(name)).unwrap();
    let source = |name: &str| fs::read(at.src.join(name)).unwrap();
    assert_eq!(read("f (1)"), source("f (1)"));
    assert_eq!(read("f (2)"), source("f"));
    assert_eq!(read("g (1)"), source("g"));
    assert_eq!(read("g").len(), 100);
    assert_eq!(fs::read_dir(&there).unwrap().count(), 5);
}

/// What a run has reported of items in the one directory that is copied.
fn ended(at: &Trees, names: &[&str]) -> Entry {
    let mut bytes = format!("{}//\0", at.src.display()).into_bytes();
    for name in names {
        bytes.extend_from_slice(name.as_bytes());
        bytes.push(0);
    }
    bytes.push(0);
    let counts = Counts { done: names.len() as u64, ..Counts::default() };
    Entry::Ended { seq: 1, names: bytes, links: Vec::new(), counts }
}

#[test]
fn the_copy_of_another_item_is_not_a_leftover() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("h"), 1, 5000);
    write(&at.src.join("h (1)"), 2, 6000);
    write(&there.join("h"), 9, 100);
    let mut kept = Kept::new(&at.root);
    write(&there.join("h (1)"), 1, 5000);
    kept.entries.push(ended(&at, &["h"]));
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Rename(crate::contract::spec::DEFAULT_RENAME.into());
    start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    let read = |name: &str| fs::read(there.join(name)).unwrap();
    let source = |name: &str| fs::read(at.src.join(name)).unwrap();
    assert_eq!(read("h (1)"), source("h"));
    assert_eq!(read("h (1) (1)"), source("h (1)"));
}

#[test]
fn of_two_items_with_one_name_the_first_stays() {
    let at = place();
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.sources.clear();
    for (n, dir) in ["x", "y"].into_iter().enumerate() {
        fs::create_dir(at.src.join(dir)).unwrap();
        write(&at.src.join(dir).join("f"), n as u8, 5000);
        spec.sources.push(at.src.join(dir).join("f").into());
    }
    let mut kept = Kept::new(&at.root);
    write(&at.dst.join("f"), 0, 5000);
    let first = spec.sources[0].0.to_str().unwrap();
    let names = format!("\0{first}\0\0").into_bytes();
    kept.entries.push(Entry::Ended { seq: 1, names, links: Vec::new(), counts: Counts::default() });
    spec.options.on_conflict = ConflictPolicy::Overwrite;
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.done, summary.failed), (0, 1));
    assert_eq!(fs::read(at.dst.join("f")).unwrap(), fs::read(&spec.sources[0].0).unwrap());
}

#[test]
fn a_backup_is_not_replaced_by_a_leftover() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("f"), 1, 5000);
    symlink("f", at.src.join("s")).unwrap();
    write(&there.join("f"), 9, 100);
    write(&there.join("s"), 9, 200);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Overwrite;
    spec.options.backup = Some(crate::contract::spec::Backup {
        kind: crate::contract::spec::BackupKind::Simple,
        suffix: "~".into(),
    });
    let kept = Kept::new(&at.root);
    for _ in 0..2 {
        start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
        assert_eq!(fs::metadata(there.join("f~")).unwrap().len(), 100);
        assert_eq!(fs::metadata(there.join("f")).unwrap().len(), 5000);
        assert_eq!(fs::symlink_metadata(there.join("s~")).unwrap().len(), 200);
        assert_eq!(fs::read_link(there.join("s")).unwrap(), Path::new("f"));
    }
}

#[test]
fn what_an_interrupted_delete_has_removed_is_no_failure() {
    let at = place();
    write(&at.src.join("f"), 1, 10);
    let mut spec = spec(Verb::Delete, &at.src, &at.dst);
    spec.destination = None;
    spec.sources.insert(0, at.root.join("gone").into());
    let kept = Kept::new(&at.root);
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.skipped, summary.failed), (1, 0));
    assert!(!at.src.exists());
}

#[test]
fn a_large_file_goes_on_where_it_stopped() {
    const SIZE: usize = 24 << 20;
    let at = place();
    write(&at.src.join("large"), 1, SIZE);
    // A second one, with a hole.
    let sparse = File::create(at.src.join("sparse")).unwrap();
    sparse.set_len(SIZE as u64).unwrap();
    write(&at.root.join("part"), 5, 8 << 20);
    let part = fs::read(at.root.join("part")).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&sparse, &part, 9 << 20).unwrap();
    drop(sparse);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.limit_rate = Some(40 << 20);
    spec.options.block_size = Some(1 << 20);
    spec.options.reflink = crate::contract::spec::Reflink::Never;
    let mut kept = Kept::new(&at.root);
    let small = |journal: &mut Journal| journal.large_from = 1 << 20;
    let mut inodes: BTreeMap<PathBuf, u64> = BTreeMap::new();
    let mut runs = 0;
    for offset in [1, 6 << 20, 12 << 20] {
        let (ran, entries) = start(&spec, kept.past(), None, small).halt_at(offset);
        kept.entries.extend(entries);
        kept.entries.extend(ran.entries);
        runs += u32::from(ran.summary.is_none());
        for file in kept.past().large {
            let inode = *inodes.entry(file.src.0.clone()).or_insert(file.inode.1);
            assert_eq!(inode, file.inode.1, "{} began again", file.src.0.display());
            let there = fs::metadata(&file.temporary.0);
            assert!(there.is_ok_and(|there| there.ino() == inode) || file.offset == SIZE as u64);
        }
    }
    assert_eq!(runs, 3);
    let begun: u64 = kept.past().large.iter().map(|file| file.offset).sum();
    assert!(begun > 12 << 20);
    spec.options.limit_rate = None;
    let ran = start(&spec, kept.past(), None, small).end();
    let summary = ran.summary.unwrap();
    assert_eq!((summary.done, summary.bytes), (3, 2 * SIZE as u64));
    for name in ["large", "sparse"] {
        let inode = inodes[&PathBuf::from(format!("{}//{name}", at.src.display()))];
        assert_eq!(fs::metadata(at.dst.join("src").join(name)).unwrap().ino(), inode);
    }
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
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

#[test]
fn a_large_file_begins_again_if_something_changed() {
    type Change = fn(&Trees, &Path, u64);
    let changes: [Change; 4] = [
        |at, _, _| write(&at.src.join("large"), 7, 17 << 20),
        |_, temporary, offset| {
            // Near the offset, where a power cut would show.
            let file = File::options().write(true).open(temporary).unwrap();
            std::os::unix::fs::FileExt::write_all_at(&file, b"other", offset - 4096).unwrap();
        },
        |_, temporary, _| {
            let bytes = fs::read(temporary).unwrap();
            fs::remove_file(temporary).unwrap();
            fs::write(temporary, bytes).unwrap();
        },
        |_, temporary, _| fs::remove_file(temporary).unwrap(),
    ];
    for change in changes {
        let at = place();
        let spec = spec(Verb::Copy, &at.src, &at.dst);
        let kept = half_a_large_file(&at, &spec);
        change(&at, &temporaries(&at.dst)[0], kept.past().large[0].offset);
        let small = |journal: &mut Journal| journal.large_from = 1 << 20;
        let summary = start(&spec, kept.past(), None, small).end().summary.unwrap();
        assert_eq!(summary.outcome, Outcome::Completed);
        assert_same(&at.src, &at.dst.join("src"), &What::everything());
        assert_eq!(temporaries(&at.dst), Vec::<PathBuf>::new());
    }
}

#[test]
fn a_published_large_file_is_not_copied_again() {
    for rebooted in [false, true] {
        let at = place();
        let spec = spec(Verb::Copy, &at.src, &at.dst);
        let kept = half_a_large_file(&at, &spec);
        let small = |journal: &mut Journal| journal.large_from = 1 << 20;
        // Ends, but its end is never reported.
        start(&spec, kept.past(), None, small).end().summary.unwrap();
        let copy = at.dst.join("src/large");
        let inode = fs::metadata(&copy).unwrap().ino();
        let past = Past { rebooted, ..kept.past() };
        let summary = start(&spec, past.clone(), None, small).end().summary.unwrap();
        assert_eq!((summary.done, summary.bytes), (2, 16 << 20));
        assert_eq!(fs::metadata(&copy).unwrap().ino(), inode);
        // After a reboot nothing is believed that can be compared.
        let mut bytes = fs::read(&copy).unwrap();
        bytes[3 << 20] ^= 1;
        fs::write(&copy, &bytes).unwrap();
        start(&spec, past, None, small).end().summary.unwrap();
        let is_same = fs::read(&copy).unwrap() == fs::read(at.src.join("large")).unwrap();
        assert_eq!(is_same, rebooted);
    }
}

#[test]
fn after_a_reboot_only_what_was_synced_counts() {
    // Where a flush takes no time, whatever else the machine does.
    let Some(there) = elsewhere() else { return };
    let dst = there.path().to_owned();
    let at = Trees { dst, ..place() };
    let spec = spec(Verb::Copy, &at.src, &at.dst);
    let mut kept = half_a_large_file(&at, &spec);
    let inode = kept.past().large[0].inode.1;
    assert_eq!(kept.past_after_reboot().large[0].synced, 0);
    let slow =
        Options { limit_rate: Some(10 << 20), block_size: Some(1 << 20), ..spec.options.clone() };
    let slow = JobSpec { options: slow, ..spec.clone() };
    let quick = |journal: &mut Journal| {
        journal.large_from = 1 << 20;
        journal.sync_every = Duration::from_millis(20);
    };
    let running = start(&slow, kept.past(), None, quick);
    while let Ok((_, entry)) = running.entries.recv_timeout(LONG) {
        let is_synced = matches!(&entry, Entry::Synced { offsets, .. } if offsets.iter().any(|(_, offset)| *offset >= 5 << 20));
        kept.entries.push(entry);
        if is_synced {
            break;
        }
    }
    running.job.halt();
    kept.entries.extend(running.end().entries);
    let mut past = kept.past_after_reboot();
    assert!((5 << 20..=past.large[0].offset).contains(&past.large[0].synced));
    // As if it had come further since.
    past.large[0].synced -= 1 << 20;
    let synced = past.large[0].synced;
    // What was not synced is lost.
    let temporary = &past.large[0].temporary.0;
    let mut bytes = fs::read(temporary).unwrap();
    bytes[synced as usize..].fill(0);
    fs::write(temporary, bytes).unwrap();
    let small = |journal: &mut Journal| journal.large_from = 1 << 20;
    start(&spec, past, None, small).end().summary.unwrap();
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    assert_eq!(fs::metadata(at.dst.join("src/large")).unwrap().ino(), inode);
}

#[test]
fn hard_links_stay_links() {
    let at = place();
    for name in ["d1", "d2", "d3"] {
        fs::create_dir(at.src.join(name)).unwrap();
    }
    for n in 0..20 {
        let first = at.src.join(format!("d1/f{n}"));
        write(&first, n, 3000);
        for dir in ["d2", "d3"] {
            fs::hard_link(&first, at.src.join(format!("{dir}/f{n}"))).unwrap();
        }
        symlink("f0", at.src.join(format!("d2/s{n}"))).unwrap();
    }
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    // All of it takes two seconds, so that there is time to halt.
    spec.options.limit_rate = Some(32 << 10);
    spec.options.workers = Some(1);
    let mut kept = Kept::new(&at.root);
    let mut halts = 0;
    loop {
        let ran = start(&spec, kept.past(), None, |_| {}).halt_after(9);
        kept.entries.extend(ran.entries);
        if ran.summary.is_some() {
            break;
        }
        halts += 1;
    }
    assert!(halts > 1);
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
    // Nothing reported but the links: all else is there and is linked anew.
    let only_links = Past { names: Vec::new(), ..kept.past() };
    start(&spec, only_links, None, |_| {}).end().summary.unwrap();
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
}

#[test]
fn hard_links_whose_earlier_copy_is_gone_are_copied_anew() {
    let at = place();
    for name in ["d1", "d2", "d3"] {
        fs::create_dir(at.src.join(name)).unwrap();
    }
    for n in 0..20 {
        let first = at.src.join(format!("d1/f{n}"));
        write(&first, n, 3000);
        for dir in ["d2", "d3"] {
            fs::hard_link(&first, at.src.join(format!("{dir}/f{n}"))).unwrap();
        }
    }
    let spec = spec(Verb::Copy, &at.src, &at.dst);
    let mut kept = Kept::new(&at.root);
    kept.entries = start(&spec, kept.past(), None, |_| {}).end().entries;
    let only_links = Past { names: Vec::new(), ..kept.past() };
    assert!(!only_links.links.is_empty());
    fcp_test_support::remove_all(&at.dst.join("src")).unwrap();
    start(&spec, only_links, None, |_| {}).end().summary.unwrap();
    assert_same(&at.src, &at.dst.join("src"), &What::everything());
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

#[test]
fn a_move_goes_on_and_loses_nothing() {
    let Some(there) = elsewhere() else { return };
    let at = place();
    Tree::user(11).entries(300).build(&at.src).unwrap();
    write(&at.src.join("large"), 1, 6 << 20);
    let model = at.root.join("model");
    fs::create_dir(&model).unwrap();
    plain(&spec(Verb::Copy, &at.src, &at.dst), &model);
    let mut spec = spec(Verb::Move, &at.src, there.path());
    let mut kept = Kept::new(there.path());
    let mut halts = 0;
    for n in 0.. {
        assert!(n < 200, "it never ends");
        // The large file alone takes three seconds, so that the first halts come in time on a busy machine.
        spec.options.limit_rate = Some(if halts < 2 { 2 << 20 } else { 200 << 20 });
        let set = |journal: &mut Journal| {
            journal.large_from = 1 << 20;
            *journal = std::mem::replace(journal, unstored()).nudging(|| {});
            // What it waits for is kept below.
            journal.note_stored(u64::MAX);
        };
        let ran = start(&spec, kept.past(), None, set).halt_after(20);
        // Half of the time as if killed, with what is stored for certain.
        let is_awaited = |entry: &Entry| matches!(entry, Entry::Ended { names, links, .. } if names.is_empty() && !links.is_empty());
        let awaited = ran.entries.iter().rposition(is_awaited).map_or(0, |last| last + 1);
        let all = ran.entries.len();
        let stored = if n % 2 == 1 { all } else { awaited.max(all / 2) };
        kept.entries.extend(ran.entries.into_iter().take(stored));
        if let Some(summary) = ran.summary {
            assert_eq!(summary.outcome, Outcome::Completed);
            break;
        }
        halts += 1;
    }
    assert!(halts > 0);
    assert_same(&model.join("src"), &there.path().join("src"), &What::everything());
    assert!(!at.src.exists());
    assert_eq!(temporaries(there.path()), Vec::<PathBuf>::new());
}

#[test]
fn names_of_a_moved_file_of_which_one_has_arrived_stay_one_file() {
    let Some(there) = elsewhere() else { return };
    let at = place();
    for dir in ["first", "second"] {
        fs::create_dir(at.src.join(dir)).unwrap();
    }
    for n in 0..60 {
        let name = at.src.join(format!("first/f{n}"));
        write(&name, n, 3000);
        fs::hard_link(&name, at.src.join(format!("second/f{n}"))).unwrap();
    }
    let model = at.root.join("model");
    fs::create_dir(&model).unwrap();
    plain(&spec(Verb::Copy, &at.src, &at.dst), &model);
    let kept = Kept::new(there.path());
    // As a killed run leaves it: of each file one name has arrived, whole, and nothing was reported.
    for (dir, n) in (0..60).map(|n| (["first", "second"][n % 2], n)) {
        let into = there.path().join("src").join(dir);
        fs::create_dir_all(&into).unwrap();
        let (from, to) = (at.src.join(format!("{dir}/f{n}")), into.join(format!("f{n}")));
        fs::copy(&from, &to).unwrap();
        let meta = fs::metadata(&from).unwrap();
        File::open(&to).unwrap().set_modified(meta.modified().unwrap()).unwrap();
    }
    let moved = spec(Verb::Move, &at.src, there.path());
    start(&moved, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_same(&model.join("src"), &there.path().join("src"), &What::everything());
    assert!(!at.src.exists());
}

#[test]
fn a_moved_operand_that_was_not_reported_is_done() {
    let at = place();
    write(&at.src.join("f"), 1, 100);
    let spec = spec(Verb::Move, &at.src, &at.dst);
    let kept = Kept::new(&at.root);
    start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.done, summary.failed), (1, 0));
    fs::remove_dir_all(at.dst.join("src")).unwrap();
    let summary = start(&spec, kept.past(), None, |_| {}).end().summary.unwrap();
    assert_eq!((summary.done, summary.failed), (0, 1));
}

#[test]
fn a_question_is_closed_by_a_halt_and_asked_again() {
    let at = place();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    write(&at.src.join("f"), 1, 100);
    write(&there.join("f"), 2, 50);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.on_conflict = ConflictPolicy::Ask;
    let kept = Kept::new(&at.root);
    for _ in 0..2 {
        let running = start(&spec, kept.past(), None, |_| {});
        let asked = loop {
            let event = running.events.next_within(LONG).unwrap().event;
            if let Event::QuestionAsked { question, .. } = event {
                break question.id;
            }
        };
        running.job.halt();
        let ran = running.end();
        assert_eq!(ran.summary, None);
        let is_closed = |event: &Event| matches!(event, Event::QuestionAnswered { question, answer: None, .. } if *question == asked);
        assert!(ran.events.iter().any(is_closed));
        let is_told = |event: &Event| matches!(event, Event::ItemSkipped { .. });
        assert!(!ran.events.iter().any(is_told));
    }
    assert_eq!(fs::metadata(there.join("f")).unwrap().len(), 50);
}

#[test]
fn a_halt_that_comes_too_late_changes_nothing() {
    let at = place();
    write(&at.src.join("f"), 1, 100);
    let running = start(&spec(Verb::Copy, &at.src, &at.dst), Past::default(), None, |_| {});
    let job = Arc::clone(&running.job);
    let ran = running.end();
    job.halt();
    assert!(!job.is_halted());
    assert_eq!(ran.summary.unwrap().outcome, Outcome::Completed);
}

#[test]
fn failures_and_operands_that_are_given_twice_are_told_once() {
    let at = place();
    write(&at.src.join("f"), 1, 100);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    let missing: crate::contract::path::WirePath = at.root.join("missing").into();
    let twice = spec.sources[0].clone();
    spec.sources.extend([missing, twice, at.src.join("f").into()]);
    let mut kept = Kept::new(&at.root);
    let first = start(&spec, Past::default(), None, |_| {}).end();
    kept.entries.extend(first.entries);
    let whole = first.summary.unwrap();
    assert_eq!((whole.done, whole.skipped, whole.failed), (3, 1, 1));
    let second = start(&spec, kept.past(), None, |_| {}).end();
    assert_counts(&second.summary.unwrap(), &whole);
    assert_eq!(second.events.iter().filter(|event| is_item(event)).count(), 0);
}

#[test]
fn a_cancelled_job_leaves_no_temporaries() {
    let at = place();
    let spec = spec(Verb::Copy, &at.src, &at.dst);
    fs::create_dir_all(at.dst.join("src/theirs")).unwrap();
    let kept = half_a_large_file(&at, &spec);
    let ours = format!(".fcp-{KEY:08x}-000000000001");
    for dir in ["", "src", "src/made"] {
        let dir = at.dst.join(dir);
        fs::create_dir_all(&dir).unwrap();
        write(&dir.join(&ours), 1, 10);
    }
    let theirs = at.dst.join("src/.fcp-00000001-000000000001");
    write(&theirs, 1, 10);
    remove_leftovers(&kept.past(), &spec, KEY);
    assert_eq!(temporaries(&at.dst), [theirs]);
}

#[test]
fn a_job_that_went_on_can_be_taken_back() {
    let at = place();
    let state = at.root.join("state");
    fs::create_dir(&state).unwrap();
    let there = at.dst.join("src");
    fs::create_dir(&there).unwrap();
    for n in 0..60 {
        write(&at.src.join(format!("f{n}")), n, 3000);
    }
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    let mut kept = Kept::new(&at.root);
    let mut halts = 0;
    loop {
        // A third of the files takes a second then, so that the halts come in time on a busy machine.
        spec.options.limit_rate = Some(if halts < 2 { 64 << 10 } else { 1 << 20 });
        let ran = start(&spec, kept.past(), Some(&state), |_| {}).halt_after(20);
        let all = ran.entries.len();
        kept.entries.extend(ran.entries.into_iter().take(all - usize::from(halts == 1)));
        kept.past.record = ran.record;
        if ran.summary.is_some() {
            break;
        }
        halts += 1;
    }
    assert!(halts > 1);
    let home = Home { data: state.clone(), state: Some(state) };
    let recorded = crate::record::list(&home).unwrap();
    assert_eq!((recorded.len(), recorded[0].steps), (1, 60));
    let undo = JobSpec::undo(recorded[0].path.clone());
    let undone = start(&undo, Past::default(), None, |_| {}).end().summary.unwrap();
    assert_eq!(undone.outcome, Outcome::Completed);
    assert_eq!(fs::read_dir(&there).unwrap().count(), 0);
}

#[test]
fn a_flush_that_fails_on_the_way_fails_the_job_and_nothing_is_vouched_for() {
    let at = place();
    write(&at.src.join("large"), 1, 4 << 20);
    let mut spec = spec(Verb::Copy, &at.src, &at.dst);
    spec.options.limit_rate = Some(100 << 10);
    let failing = |journal: &mut Journal| {
        journal.sync_every = Duration::from_millis(1);
        journal.flush = |_| Err(sys::Errno::IO);
    };
    let running = start(&spec, Kept::new(&at.root).past(), None, failing);
    let told = loop {
        let envelope = running.events.next_within(LONG).expect("a warning");
        if let Event::Warning { warning, .. } = envelope.event {
            break warning;
        }
    };
    running.job.control.set_rate(0);
    let crate::contract::event::Warning::NotFlushed { error } = told else { panic!("{told:?}") };
    assert_eq!(
        (error.action, error.path.0),
        (crate::contract::error::Action::Sync, at.dst.clone())
    );
    let ran = running.end();
    assert_eq!(ran.summary.unwrap().outcome, Outcome::CompletedWithErrors);
    let vouched = |entry: &&Entry| matches!(entry, Entry::Synced { .. });
    assert_eq!(ran.entries.iter().filter(vouched).count(), 0);
}

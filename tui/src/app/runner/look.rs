//! Reads the disk for the panels and dialogs, each look on a thread of its own.

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse::far::{FarListing, Machines};
use fcp_browse::{self as browse, CompareSpec, FindSpec, Identity, Listing, SumControl, SumSpec};
use fcp_engine::error::{Code, OpError};
use fcp_engine::path::FarPath;
use fcp_engine::sum::Algorithm;
use fcp_presentation::properties::Properties;
use fcp_presentation::sync::{self, Keeper, KeptEnd, Wish};
use fcp_presentation::{errors, tr};

use super::owners::Lookups;
use super::send;
use crate::app::model::Msg;

/// Time that mounts get to answer statfs(2).
const TIMEOUT: Duration = Duration::from_millis(300);

/// Time between two looks at a computation that has found nothing new.
const PULSE: Duration = Duration::from_millis(100);

/// Time between two messages about files.
const PACE: Duration = Duration::from_millis(30);

/// Files that are told at once.
const CHUNK: usize = 1_000;

/// Lists a directory, and then reads sizes and times of all entries.
pub(super) fn list(
    ticket: u64,
    dir: &Path,
    visible: Range<usize>,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    let begin = Instant::now();
    let first = |listing| {
        let msg = Msg::Listed { ticket, listing: Arc::new(listing), whole: false, space: None };
        send(back, msg);
    };
    let known = |identity| send(back, Msg::Identity { ticket, identity });
    match browse::list_known(dir, known, first) {
        Ok(listing) => {
            let listing = Arc::new(listing);
            let (names, space) = (Arc::clone(&listing), browse::free(dir));
            send(back, Msg::Listed { ticket, listing: names, whole: true, space });
            stat(ticket, dir, &listing, (visible, begin), stop, back);
        }
        Err(error) if error.code == Code::NotADirectory => match browse::list_packed(dir, stop) {
            Some(Ok(packed)) => unpacked(ticket, packed, begin, back),
            Some(Err(error)) => send(back, Msg::Unlisted { ticket, error }),
            None => send(back, Msg::Unlisted { ticket, error }),
        },
        Err(error) => send(back, Msg::Unlisted { ticket, error }),
    }
}

/// Gives the folders whose paths lead to others than those that were listed.
///
/// A folder that is gone is none of them: nothing of another folder can be met there, and the request itself tells why
/// it fails.
pub(crate) fn replaced(listed: Vec<(PathBuf, Identity)>) -> Vec<PathBuf> {
    let is_other =
        |(dir, listed): &(PathBuf, Identity)| Identity::of(dir).is_some_and(|now| now != *listed);
    listed.into_iter().filter(is_other).map(|(dir, _)| dir).collect()
}

/// Lists a directory of another machine, which tells everything at once.
pub(super) fn list_far(
    ticket: u64,
    machines: &Arc<Machines>,
    far: &FarPath,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    let begin = Instant::now();
    match machines.list(far, &|| stop.load(Ordering::Relaxed)) {
        Ok(FarListing { dir, listing, metas }) => {
            send(back, Msg::Elsewhere { ticket, dir: dir.to_path() });
            whole(ticket, (listing, &metas), None, begin, back);
        }
        // The user looks at something else by now.
        Err(_) if stop.load(Ordering::Relaxed) => {}
        Err(error) => send(back, Msg::Unlisted { ticket, error }),
    }
}

/// Tells what is in a folder of an archive.
fn unpacked(ticket: u64, packed: browse::Packed, begin: Instant, back: &Sender<Msg>) {
    let browse::Packed { archive, identity, listing, metas, damage, unsafe_names } = packed;
    if let Some(identity) = identity {
        send(back, Msg::Identity { ticket, identity });
    }
    let space = archive.parent().and_then(browse::free);
    send(back, Msg::InArchive { ticket, archive, damage, unsafe_names });
    whole(ticket, (listing, &metas), space, begin, back);
}

/// Tells a listing with all that is known of it.
fn whole(
    ticket: u64,
    (listing, metas): (Listing, &browse::Metas),
    space: Option<browse::Space>,
    begin: Instant,
    back: &Sender<Msg>,
) {
    let all: Vec<_> = (0..listing.len()).map(|row| metas.get(row).cloned()).collect();
    send(back, Msg::Listed { ticket, listing: Arc::new(listing), whole: true, space });
    for (chunk, metas) in all.chunks(browse::CHUNK).enumerate() {
        send(back, Msg::Filled { ticket, chunk, metas: metas.into() });
    }
    send(back, Msg::Whole { ticket, took: begin.elapsed().as_micros() as u64 });
}

/// Reads sizes and times of all entries.
pub(super) fn fill(
    ticket: u64,
    dir: &Path,
    listing: &Listing,
    visible: Range<usize>,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    stat(ticket, dir, listing, (visible, Instant::now()), stop, back);
}

/// Reads sizes and times, and in the end tells how long it took since the beginning.
fn stat(
    ticket: u64,
    dir: &Path,
    listing: &Listing,
    (visible, begin): (Range<usize>, Instant),
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    let asked = Lookups::default();
    browse::stat(dir, listing, visible, stop, |chunk, metas| {
        if let Some(owners) = asked.names(metas.iter().flatten()) {
            send(back, Msg::Owners(owners));
        }
        send(back, Msg::Filled { ticket, chunk, metas });
    });
    if !stop.load(Ordering::Relaxed) {
        send(back, Msg::Whole { ticket, took: begin.elapsed().as_micros() as u64 });
    }
}

/// Searches below a directory.
pub(super) fn find(
    ticket: u64,
    root: &Path,
    what: &FindSpec,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    if let Some(identity) = Identity::of(root) {
        send(back, Msg::Identity { ticket, identity });
    }
    let told = |batch: browse::Batch| send(back, Msg::Found { ticket, batch });
    let msg = match browse::find(root, what, stop, told) {
        Ok(end) if end.stopped => return,
        Ok(end) => Msg::FoundAll { ticket, end },
        Err(error) => Msg::Unlisted { ticket, error },
    };
    send(back, msg);
}

/// Compares two directories and all that is in them.
pub(super) fn compare(
    ticket: u64,
    roots: &[PathBuf; 2],
    spec: &CompareSpec,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    let told = |batch| send(back, Msg::Compared { ticket, batch });
    let recalled = |recalled| send(back, Msg::Recalled { ticket, recalled });
    let (roots, state) = (roots.each_ref().map(PathBuf::as_path), state());
    let result = sync::compare(roots, spec, state.as_deref(), stop, recalled, told);
    let result = result.map(|KeptEnd { end, unkept }| {
        if let Some(error) = unkept {
            send(back, Msg::Refused(unstored(&error)));
        }
        end
    });
    send(back, Msg::ComparedAll { ticket, result });
}

/// Stores what two directories have in common.
///
/// # Errors
/// Says in one sentence why it was not stored.
pub(super) fn remember(
    keeper: &Keeper,
    wish: &Wish,
    roots: &[PathBuf; 2],
    spec: &CompareSpec,
) -> Result<(), String> {
    let state = state().ok_or(tr!("step-no-home"))?;
    let roots = roots.each_ref().map(PathBuf::as_path);
    keeper.remember(wish, roots, spec, &state).map_err(|error| unstored(&error))
}

/// Forgets that two directories are kept in step.
pub(super) fn forget(keeper: &Keeper, ticket: u64, roots: &[PathBuf; 2], back: &Sender<Msg>) {
    let Some(state) = state() else { return };
    send(
        back,
        match keeper.forget(&state, roots.each_ref().map(PathBuf::as_path)) {
            Ok(()) => Msg::Forgotten { ticket },
            Err(error) => Msg::Refused(errors::told(&error)),
        },
    );
}

fn unstored(error: &OpError) -> String {
    tr!("step-not-stored", error = errors::told(error))
}

fn state() -> Option<PathBuf> {
    crate::home::state(|name| std::env::var_os(name))
}

/// Compares the contents of two files.
pub(super) fn diff(
    ticket: u64,
    paths: &[PathBuf; 2],
    ignores_space: bool,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    let paths = paths.each_ref().map(PathBuf::as_path);
    // Without a result, the page was closed.
    if let Some(result) = fcp_presentation::diff::diff(paths, ignores_space, stop).transpose() {
        send(back, Msg::Diffed { ticket, result });
    }
}

/// Reads the properties of items, and counts what is in folders.
pub(super) fn inspect(ticket: u64, paths: &[PathBuf], stop: &AtomicBool, back: &Sender<Msg>) {
    let tell = |known: Result<Properties, OpError>, is_done| {
        send(back, Msg::Inspected { ticket, known: known.map(Box::new), is_done });
    };
    match Properties::read(paths, stop, |known| tell(Ok(known.clone()), false)) {
        Ok(Some(known)) => tell(Ok(known), true),
        // The dialog names at least one item.
        Ok(None) => {}
        Err(error) => tell(Err(error), true),
    }
}

/// Computes the checksums of files.
pub(super) fn sum(
    ticket: u64,
    paths: &[PathBuf],
    algorithm: Algorithm,
    stop: Arc<AtomicBool>,
    back: &Sender<Msg>,
) {
    let control = SumControl::stopped_by(stop);
    let spec = SumSpec { algorithm, cross_mounts: true, ..SumSpec::default() };
    let (sender, found) = channel();
    thread::scope(|scope| {
        let (control, spec) = (&control, &spec);
        scope.spawn(move || {
            // The receiver goes only once all is told; without globs none is refused.
            let told = |summed| drop(sender.send(summed));
            drop(browse::sum_trees(paths, spec, control, told));
        });
        loop {
            let first = found.recv_timeout(PULSE);
            let is_done = first == Err(RecvTimeoutError::Disconnected);
            let rows = first.into_iter().chain(found.try_iter().take(CHUNK)).collect();
            let progress = control.progress();
            send(back, Msg::Summed { ticket, rows, progress, is_done });
            if is_done {
                break;
            }
            // Thousands of small files a second would be as many frames.
            thread::sleep(PACE);
        }
    });
}

/// Counts what is in directories; of `files`, the holes alone.
pub(super) fn measure(
    ticket: u64,
    dir: &Path,
    (names, files): (Vec<OsString>, Vec<OsString>),
    together: bool,
    stop: &AtomicBool,
    back: &Sender<Msg>,
) {
    if together {
        let paths =
            |names: &[OsString]| names.iter().map(|name| dir.join(name)).collect::<Vec<_>>();
        let holes = browse::holes(&paths(&files), stop);
        let with_holes = |measure: &browse::Measure| browse::Measure {
            holes: measure.holes.saturating_add(holes),
            ..*measure
        };
        let so_far = |measure: &browse::Measure| {
            let measure = with_holes(measure);
            send(back, Msg::Measured { ticket, name: None, measure, whole: false });
        };
        let measure = with_holes(&browse::measure(&paths(&names), false, stop, so_far));
        return send(back, Msg::Measured { ticket, name: None, measure, whole: true });
    }
    for name in names {
        let measure = browse::measure(&[dir.join(&name)], false, stop, |_| {});
        if stop.load(Ordering::Relaxed) {
            return;
        }
        send(back, Msg::Measured { ticket, name: Some(name), measure, whole: true });
    }
    send(back, Msg::Sized { ticket });
}

/// Lists the mounted filesystems; one that does not answer in time shows no space.
pub(super) fn mounts(back: &Sender<Msg>) {
    let mounts = match browse::mounts() {
        Ok(mounts) => mounts,
        Err(error) => return send(back, Msg::Refused(errors::told(&error))),
    };
    let spaces = browse::spaces(&mounts, TIMEOUT);
    send(back, Msg::Mounts(mounts.into_iter().zip(spaces).collect()));
}

//! Counts the items of the folders in sight, for their size column.
//!
//! One thread for each tab counts, folder by folder, so that a slow disk delays nothing else. A folder is
//! counted again when its time of modification has changed.

use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse::panel::{self, Subject};
use fcp_engine::event::FileKind;

use super::Panels;
use super::counts::Counts;
use super::model::{Model, Tab};
use super::stop_on_drop::StopOnDrop;
use crate::feed::Changed;
use crate::wire::PanelSide;

/// Time between two tellings.
const PACE: Duration = Duration::from_millis(100);

/// How the names of filesystems begin where each folder costs a round trip or a mount.
const SLOW: [&str; 7] = ["9p", "autofs", "ceph", "cifs", "fuse", "nfs", "smb"];

/// What a thread is to count.
#[derive(Debug)]
pub(super) struct Request {
    tab: u32,
    of: (PathBuf, bool),
    folders: Vec<(OsString, i64)>,
    stop: Arc<AtomicBool>,
}

/// Gives what has to be counted for the rows in sight; none if that is nothing, or being done.
pub(super) fn wanted(tab: &mut Tab, rows: Range<usize>) -> Option<Request> {
    let panel = tab.panel();
    let of = (panel.dir.clone(), panel.shows.hidden);
    if tab.counts.of != of {
        tab.counts = Counts::new(of.clone());
    }
    let panel = tab.panel();
    let is_slow = panel.polled || SLOW.iter().any(|slow| tab.filesystem.starts_with(slow));
    let is_plain = panel.subject == Subject::Directory && tab.trashed.is_none() && !panel.is_far();
    if is_slow || !is_plain || !panel.load.whole || tab.counts.counting.is_some() {
        return None;
    }
    let folder = |row| match panel.row(row)? {
        panel::Row::Entry(entry) if entry.kind == FileKind::Directory => {
            let mtime = entry.meta?.mtime;
            (!tab.counts.knows(entry.name, mtime)).then(|| (entry.name.to_owned(), mtime))
        }
        panel::Row::Entry(_) | panel::Row::Parent => None,
    };
    let folders: Vec<_> = rows.filter_map(folder).collect();
    if folders.is_empty() {
        return None;
    }
    let counting = StopOnDrop::default();
    let stop = counting.flag();
    tab.counts.counting = Some(counting);
    Some(Request { tab: tab.id, of, folders, stop })
}

/// Counts on a thread of its own; once it has ended the panel is told, and wants what is in sight then.
///
/// The tab is looked for on both sides, since the user may have swapped them.
pub(super) fn start(panels: &Arc<Panels>, request: Request) {
    let panels = Arc::clone(panels);
    thread::spawn(move || {
        let Request { tab, of, folders, stop } = request;
        let mut told = Instant::now();
        let count = folders.len();
        for (n, (name, mtime)) in folders.into_iter().enumerate() {
            let items = fcp_browse::count(&of.0, &name, of.1, &stop);
            let mut model = panels.model();
            // Looked at under the lock: the tab may show another folder by now, or this one again, for which
            // another thread counts.
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let holds = |side: &PanelSide, model: &mut Model| {
                model.side(*side).tabs.iter().any(|it| it.id == tab)
            };
            let Some(side) = PanelSide::ALL.into_iter().find(|side| holds(side, &mut model)) else {
                return;
            };
            let found = model.side(side).tabs.iter_mut().find(|it| it.id == tab);
            let Some(tab) = found else { return };
            tab.counts.learn(name, mtime, items);
            let is_last = n + 1 == count;
            if is_last {
                tab.counts.counting = None;
            }
            drop(model);
            if is_last || told.elapsed() > PACE {
                told = Instant::now();
                panels.feed.mark(Changed::Panel(side));
            }
        }
    });
}

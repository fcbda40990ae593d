//! Counts the items of the folders in sight, for their size column.
//!
//! One thread for each tab counts, folder by folder, so that a slow disk delays nothing else. A folder is
//! counted again when its time of modification has changed.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse::panel::{self, Subject};
use fcp_engine::event::FileKind;

use super::model::{Errand, Model, SIDES, Tab};
use crate::app::App;
use crate::feed::Changed;
use crate::wire::PanelSide;

/// Time between two tellings.
const PACE: Duration = Duration::from_millis(100);

/// How the names of filesystems begin where each folder costs a round trip or a mount.
const SLOW: [&str; 7] = ["9p", "autofs", "ceph", "cifs", "fuse", "nfs", "smb"];

/// The counts of one folder's subfolders.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// The folder, and whether hidden items count.
    of: (PathBuf, bool),
    known: HashMap<OsString, Known>,
    /// The thread that counts; none between two of them.
    counting: Option<Errand>,
}

/// What was counted when a folder had this time of modification; none if it could not be.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    mtime: i64,
    items: Option<u64>,
}

/// What a thread is to count.
#[derive(Debug)]
pub(super) struct Request {
    tab: u32,
    of: (PathBuf, bool),
    folders: Vec<(OsString, i64)>,
    stop: Arc<AtomicBool>,
}

impl Counts {
    /// Gives how many items a folder has, if it was counted.
    pub(super) fn of(&self, name: &OsStr) -> Option<u64> {
        self.known.get(name)?.items
    }

    /// Tells whether a folder was counted as it is.
    fn knows(&self, name: &OsStr, mtime: i64) -> bool {
        self.known.get(name).is_some_and(|known| known.mtime == mtime)
    }
}

/// Gives what has to be counted for the rows in sight; none if that is nothing, or being done.
pub(super) fn wanted(tab: &mut Tab, rows: Range<usize>) -> Option<Request> {
    let panel = tab.panel();
    let of = (panel.dir.clone(), panel.shows.hidden);
    if tab.counts.of != of {
        tab.counts = Counts { of: of.clone(), ..Counts::default() };
    }
    let panel = tab.panel();
    let is_slow = panel.polled || SLOW.iter().any(|slow| tab.filesystem.starts_with(slow));
    let is_plain = panel.subject == Subject::Directory && tab.trashed.is_none();
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
    let counting = Errand::default();
    let stop = counting.flag();
    tab.counts.counting = Some(counting);
    Some(Request { tab: tab.id, of, folders, stop })
}

/// Counts on a thread of its own; once it has ended the panel is told, and wants what is in sight then.
///
/// The tab is looked for on both sides, since the user may have swapped them.
pub(super) fn start(app: &Arc<App>, request: Request) {
    let app = Arc::clone(app);
    thread::spawn(move || {
        let Request { tab, of, folders, stop } = request;
        let mut told = Instant::now();
        let count = folders.len();
        for (n, (name, mtime)) in folders.into_iter().enumerate() {
            let items = fcp_browse::count(&of.0, &name, of.1, &stop);
            let mut model = app.panels.model();
            // Looked at under the lock: the tab may show another folder by now, or this one again, for which
            // another thread counts.
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let holds = |side: &PanelSide, model: &mut Model| {
                model.side(*side).tabs.iter().any(|it| it.id == tab)
            };
            let Some(side) = SIDES.into_iter().find(|side| holds(side, &mut model)) else { return };
            let found = model.side(side).tabs.iter_mut().find(|it| it.id == tab);
            let Some(tab) = found else { return };
            tab.counts.known.insert(name, Known { mtime, items });
            let is_last = n + 1 == count;
            if is_last {
                tab.counts.counting = None;
            }
            drop(model);
            if is_last || told.elapsed() > PACE {
                told = Instant::now();
                app.feed.mark(Changed::Panel(side));
            }
        }
    });
}

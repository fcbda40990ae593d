//! Keeps the panels up to date with the disk: watches folders, and lists them again when they have changed.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse::panel::Subject;
use fcp_browse::{Watch, Watched, has_just_changed};

use super::listing::list;
use super::{Panels, RefreshMessage, room};
use crate::feed::Changed;
use crate::wire::PanelSide;
use fcp_presentation::now;

/// Starts the thread; it ends with the panels.
pub(super) fn start(panels: &Arc<Panels>) -> Sender<RefreshMessage> {
    let (words, heard) = mpsc::channel();
    let (panels, back) = (Arc::downgrade(panels), words.clone());
    thread::spawn(move || run(&panels, &heard, back));
    words
}

fn run(panels: &Weak<Panels>, heard: &Receiver<RefreshMessage>, back: Sender<RefreshMessage>) {
    // Sending fails once the thread has ended; then no panel is shown any more.
    let watch = Watch::new(move |changed| drop(back.send(RefreshMessage::Watched(changed))));
    let mut watched = Vec::new();
    let mut due: Option<Instant> = None;
    loop {
        let word = match due {
            Some(due) => heard.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => heard.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let Some(panels) = panels.upgrade() else { return };
        match word {
            Ok(RefreshMessage::Look) => {
                let dirs = panels.model().dirs();
                if dirs != watched {
                    set(&panels, &watch, &dirs);
                    watched = dirs;
                }
            }
            Ok(RefreshMessage::Changed(dir)) => spoil(&panels, &dir),
            Ok(RefreshMessage::Watched(changed)) => {
                know(&panels, &changed.dir, changed.how);
                spoil(&panels, &changed.dir);
            }
            Ok(RefreshMessage::Room) => room::look(&panels),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        due = relist(&panels);
    }
}

/// Watches other folders.
fn set(panels: &Panels, watch: &Watch, dirs: &[PathBuf]) {
    for (dir, how) in watch.set(dirs) {
        know(panels, &dir, how);
        if how == Watched::Live && has_just_changed(&dir) {
            spoil(panels, &dir);
        }
    }
}

/// Notes how a folder is watched.
fn know(panels: &Panels, dir: &Path, how: Watched) {
    for side in PanelSide::ALL {
        let mut model = panels.model();
        let Ok(tab) = model.shown(side) else { continue };
        let polled = how == Watched::Polled;
        if tab.panel().dir == dir && tab.panel().polled != polled {
            tab.panel_mut().polled = polled;
            panels.feed.mark(Changed::Panel(side));
        }
    }
}

/// Notes that what is known of a folder is old.
pub(super) fn spoil(panels: &Panels, dir: &Path) {
    let mut model = panels.model();
    for side in PanelSide::ALL {
        let Ok(tab) = model.shown(side) else { continue };
        if tab.panel().place() == dir && tab.panel().subject == Subject::Directory {
            tab.panel_mut().load.stale = true;
        }
    }
}

/// Lists again what is due, and tells when the next is.
fn relist(panels: &Arc<Panels>) -> Option<Instant> {
    let mut next: Option<Duration> = None;
    for side in PanelSide::ALL {
        let at = panels.model().shown(side).ok().and_then(|tab| tab.panel().relists_at());
        match at.map(|at| at.saturating_sub(now())) {
            None => {}
            Some(0) => list(panels, side),
            Some(left) => {
                let left = Duration::from_micros(left);
                next = Some(next.map_or(left, |next| next.min(left)));
            }
        }
    }
    next.map(|next| Instant::now() + next)
}

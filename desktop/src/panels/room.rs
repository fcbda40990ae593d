//! Keeps the room that is left up to date while jobs write: what fills a disk through one panel leaves less in the other.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use fcp_browse as browse;
use fcp_presentation::lock;

use super::Panels;
use super::model::Tab;
use crate::feed::Changed;
use crate::wire::PanelSide;

/// Time between two looks while a job is at work.
const BEAT: Duration = Duration::from_secs(2);

/// When the room was looked at, and where the answer is awaited.
#[derive(Debug, Default)]
pub(super) struct Room {
    last: Mutex<Last>,
    /// Folders that were asked and have not answered, as those of a dead mount.
    asked: Mutex<HashSet<PathBuf>>,
}

#[derive(Debug, Default)]
struct Last {
    at: Option<Instant>,
    /// How many jobs had ended.
    ended: u64,
}

impl Room {
    /// Tells whether to look again: a job has ended since, or is at work for a while.
    pub(super) fn is_due(&self, ended: u64, is_at_work: bool, now: Instant) -> bool {
        let mut last = lock(&self.last);
        let is_old = last.at.is_none_or(|at| now.saturating_duration_since(at) >= BEAT);
        let is_due = ended != last.ended || (is_at_work && is_old);
        if is_due {
            *last = Last { at: Some(now), ended };
        }
        is_due
    }
}

/// Looks how much room there is where the panels are; a filesystem that does not answer delays no other.
pub(super) fn look(panels: &Arc<Panels>) {
    for side in PanelSide::ALL {
        let dir = panels.model().shown(side).ok().and_then(|tab| asked(tab).map(Path::to_owned));
        let Some(dir) = dir else { continue };
        // Both panels may show one folder.
        if !lock(&panels.room.asked).insert(dir.clone()) {
            continue;
        }
        let panels = Arc::clone(panels);
        thread::spawn(move || {
            let space = browse::free(&dir);
            lock(&panels.room.asked).remove(&dir);
            if let Some(space) = space {
                panels.places.learn(&dir, space);
            }
            let mut model = panels.model();
            for side in PanelSide::ALL {
                let Ok(tab) = model.shown(side) else { continue };
                if asked(tab) == Some(&dir) && space.is_some() && tab.panel().space != space {
                    tab.panel_mut().space = space;
                    panels.feed.mark(Changed::Panel(side));
                }
            }
        });
    }
}

/// Gives the folder whose filesystem a tab tells the room of; none for one of another machine, or not told yet.
fn asked(tab: &Tab) -> Option<&Path> {
    let panel = tab.panel();
    if panel.is_far() || panel.space.is_none() {
        return None;
    }
    match &panel.archive {
        Some(archive) => archive.parent(),
        None => Some(&panel.dir),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_looked_at_when_a_job_has_ended_and_now_and_then_before() {
        let (room, begin) = (Room::default(), Instant::now());
        let at = |seconds| begin + Duration::from_secs(seconds);
        assert!(!room.is_due(0, false, at(0)), "nothing happens");
        assert!(room.is_due(0, true, at(0)));
        assert!(!room.is_due(0, true, at(1)));
        assert!(room.is_due(1, true, at(1)), "a job has ended, and another runs");
        assert!(!room.is_due(1, true, at(2)));
        assert!(room.is_due(1, true, at(3)));
        assert!(room.is_due(2, false, at(3)));
        assert!(!room.is_due(2, false, at(60)));
    }
}

//! Shows progress on our icon in docks and taskbars.

use std::time::{Duration, Instant};

use tauri::AppHandle;

use crate::system::{Here, Progress, System as _};
use crate::wire::AllJobs;

/// The least time between two changes.
const BEAT: Duration = Duration::from_millis(500);

/// Gives what our icon shows.
fn progress(all: &AllJobs) -> Progress {
    let percent = all.percent.filter(|_| all.working + all.waiting > 0);
    Progress { percent, jobs: all.working + all.waiting + all.queued, urgent: all.questions > 0 }
}

/// Our icon.
#[derive(Debug)]
pub(super) struct Taskbar {
    session: Here,
    handle: AppHandle,
    now: Progress,
    told: Progress,
    next: Instant,
}

impl Taskbar {
    pub(super) fn new(session: Here, handle: AppHandle) -> Self {
        let nothing = Progress::default();
        Self { session, handle, now: nothing, told: nothing, next: Instant::now() }
    }

    /// Takes the new state of the jobs.
    pub(super) fn take(&mut self, all: &AllJobs) {
        self.now = progress(all);
    }

    /// Gives the time until it has something to tell; none if it has told everything.
    pub(super) fn due(&self) -> Option<Duration> {
        (self.now != self.told).then(|| self.next.saturating_duration_since(Instant::now()))
    }

    /// Tells what is due.
    pub(super) fn tell(&mut self) {
        if self.due() == Some(Duration::ZERO) {
            self.session.show_progress(&self.handle, self.now);
            self.told = self.now;
            self.next = Instant::now() + BEAT;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_shows_how_far_all_jobs_are() {
        let all = AllJobs {
            working: 2,
            queued: 1,
            percent: Some(62),
            questions: 4,
            ..AllJobs::default()
        };
        assert_eq!(progress(&all), Progress { percent: Some(62), jobs: 3, urgent: true });
    }

    #[test]
    fn without_work_nothing_is_shown() {
        let all = AllJobs { percent: Some(100), ..AllJobs::default() };
        assert_eq!(progress(&all), Progress::default());
    }
}

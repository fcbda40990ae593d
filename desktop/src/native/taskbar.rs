//! Shows progress on our icon in docks and taskbars, by the D-Bus signal that Unity introduced.

use std::time::{Duration, Instant};

use gtk::gio::DBusConnection;
use gtk::glib::{Variant, VariantDict};
use gtk::prelude::*;

use super::notify::ENTRY;
use crate::wire::AllJobs;

const PATH: &str = "/com/canonical/unity/launcherentry/fcp";
const INTERFACE: &str = "com.canonical.Unity.LauncherEntry";
/// The least time between two signals.
const BEAT: Duration = Duration::from_millis(500);

/// What our icon shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shown {
    /// Percent done of all jobs at work.
    percent: Option<u8>,
    /// Jobs that have not ended.
    jobs: u64,
    /// Whether something waits for the user.
    urgent: bool,
}

impl Shown {
    fn of(all: &AllJobs) -> Self {
        let percent = all.percent.filter(|_| all.working + all.waiting > 0);
        Self { percent, jobs: all.working + all.waiting + all.queued, urgent: all.questions > 0 }
    }

    /// Gives what the signal says.
    fn message(self) -> Variant {
        let shows = VariantDict::new(None);
        shows.insert("progress", f64::from(self.percent.unwrap_or(0)) / 100.0);
        shows.insert("progress-visible", self.percent.is_some());
        shows.insert("count", self.jobs as i64);
        shows.insert("count-visible", self.jobs > 1);
        shows.insert("urgent", self.urgent);
        let uri = format!("application://{ENTRY}.desktop");
        Variant::tuple_from_iter([uri.to_variant(), shows.end()])
    }
}

/// Our icon.
#[derive(Debug)]
pub(super) struct Taskbar {
    bus: DBusConnection,
    now: Shown,
    told: Shown,
    next: Instant,
}

impl Taskbar {
    pub(super) fn new(bus: DBusConnection) -> Self {
        Self { bus, now: Shown::default(), told: Shown::default(), next: Instant::now() }
    }

    /// Takes the new state of the jobs.
    pub(super) fn take(&mut self, all: &AllJobs) {
        self.now = Shown::of(all);
    }

    /// Gives the time until it has something to tell; none if it has told everything.
    pub(super) fn due(&self) -> Option<Duration> {
        (self.now != self.told).then(|| self.next.saturating_duration_since(Instant::now()))
    }

    /// Tells what is due.
    pub(super) fn tell(&mut self) {
        if self.due() == Some(Duration::ZERO) {
            // The signal may fail: without a taskbar there is no reader.
            let message = self.now.message();
            let _told =
                self.bus.emit_signal(None, PATH, INTERFACE, "Update", Some(&message)).is_ok();
            self.told = self.now;
            self.next = Instant::now() + BEAT;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signal_says_how_far_all_jobs_are() {
        let all = AllJobs {
            working: 2,
            queued: 1,
            percent: Some(62),
            questions: 4,
            ..AllJobs::default()
        };
        let message = Shown::of(&all).message();
        assert_eq!(message.type_().as_str(), "(sa{sv})");
        assert_eq!(message.child_value(0).str(), Some("application://fcp.desktop"));
        let shows = VariantDict::new(Some(&message.child_value(1)));
        assert_eq!(shows.lookup::<f64>("progress").unwrap(), Some(0.62));
        assert_eq!(shows.lookup::<i64>("count").unwrap(), Some(3));
        assert_eq!(shows.lookup::<bool>("urgent").unwrap(), Some(true));
    }

    #[test]
    fn without_work_nothing_is_shown() {
        let all = AllJobs { percent: Some(100), ..AllJobs::default() };
        assert_eq!(Shown::of(&all), Shown::default());
    }
}

//! Sends desktop notifications while the user is elsewhere: about long jobs that have ended, and questions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use fcp_engine::event::JobId;
use fcp_presentation::lock;
use fcp_presentation::tr;
use gtk::gio::{self, DBusCallFlags, DBusConnection, DBusSignalFlags};
use gtk::glib::{self, Variant, VariantDict};
use gtk::prelude::*;
use tauri::AppHandle;

use crate::windows::Windows;
use crate::wire::{JobState, JobsChange, Notice, NoticeCode};
use crate::words;

/// Name of our entry in the desktop's menus, by which it knows us: the package names it like the product.
pub(super) const ENTRY: &str = "fcp";

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// Milliseconds that the desktop has to take one.
const PATIENCE: i32 = 2_000;
/// Microseconds after which the end of a job is worth telling.
const LONG: u64 = 10_000_000;

/// Tells the desktop.
#[derive(Debug)]
pub(super) struct Notifications {
    bus: DBusConnection,
    jobs: HashMap<JobId, RunningJob>,
    /// Those of ours that a click may mean.
    shown: Arc<Mutex<Vec<u32>>>,
}

/// What is known of a job, for when it ends.
#[derive(Debug)]
struct RunningJob {
    words: words::Job,
    active: u64,
}

impl Notifications {
    /// Begins to listen to clicks, which show our window.
    pub(super) fn new(bus: DBusConnection, windows: &Arc<Windows>, handle: &AppHandle) -> Self {
        let shown = Arc::new(Mutex::new(Vec::new()));
        let ours = Arc::clone(&shown);
        let (windows, clicked, listens) = (Arc::clone(windows), handle.clone(), bus.clone());
        // GLib delivers signals to the thread that subscribes to them. If the main thread has
        // ended, the user can click nothing any more, so a failure does not matter.
        let _listens = handle
            .run_on_main_thread(move || {
                listens.signal_subscribe(
                    Some(NAME),
                    Some(NAME),
                    Some("ActionInvoked"),
                    Some(PATH),
                    None,
                    DBusSignalFlags::NONE,
                    move |_, _, _, _, _, said| {
                        let id = said.child_value(0).get::<u32>();
                        let ours = lock(&ours);
                        if id.is_some_and(|id| ours.contains(&id)) {
                            // A window that cannot be shown says why by itself.
                            let _shown = windows.show_any(&clicked).is_ok();
                        }
                    },
                );
            })
            .is_ok();
        Self { bus, jobs: HashMap::new(), shown }
    }

    /// Remembers what may be told of jobs.
    pub(super) fn follow(&mut self, change: &JobsChange) {
        for row in &change.rows {
            let JobState { job, active, .. } = *row;
            self.jobs.insert(job, RunningJob { words: words::Job::of(row), active });
        }
        for gone in &change.gone {
            self.jobs.remove(gone);
        }
    }

    /// Tells what is worth it.
    pub(super) fn tell(&self, notice: &Notice) {
        let job = notice.job.and_then(|job| self.jobs.get(&job));
        if let Some((summary, body)) = text(notice, job) {
            // Without a notification service, the window still shows it.
            let _shown = self.show(&summary, &body).is_ok();
        }
    }

    fn show(&self, summary: &str, body: &str) -> Result<(), glib::Error> {
        let hints = VariantDict::new(None);
        hints.insert("desktop-entry", ENTRY);
        let said = Variant::tuple_from_iter([
            words::NAME.to_variant(),
            0_u32.to_variant(),
            ENTRY.to_variant(),
            summary.to_variant(),
            // Names are no markup.
            glib::markup_escape_text(body).as_str().to_variant(),
            ["default", tr!("desktop-show")].to_variant(),
            hints.end(),
            (-1_i32).to_variant(),
        ]);
        let reply = self.bus.call_sync(
            Some(NAME),
            PATH,
            NAME,
            "Notify",
            Some(&said),
            None,
            DBusCallFlags::NONE,
            PATIENCE,
            gio::Cancellable::NONE,
        )?;
        let id = reply.child_value(0).get::<u32>();
        lock(&self.shown).extend(id);
        Ok(())
    }
}

/// Gives what is said of a notice; none if it is not worth it.
fn text(notice: &Notice, job: Option<&RunningJob>) -> Option<(String, String)> {
    let long = || job.filter(|job| job.active >= LONG).map(|job| &job.words);
    match notice.code {
        NoticeCode::JobDone => long().map(|job| (job.done(), job.what.clone())),
        NoticeCode::JobErrors => {
            long().map(|job| (job.with_errors(notice.count.unwrap_or(0)), job.what.clone()))
        }
        NoticeCode::JobFailed => job.map(|job| (job.words.could_not_run(), job.words.what.clone())),
        NoticeCode::NeedsYou => Some((
            words::needs_you(notice.count.unwrap_or(1)),
            job.map_or_else(String::new, |job| job.words.what.clone()),
        )),
        NoticeCode::JobCancelled
        | NoticeCode::Renamed
        | NoticeCode::Made
        | NoticeCode::Changed
        | NoticeCode::UndoDone
        | NoticeCode::UndoErrors
        | NoticeCode::RedoDone
        | NoticeCode::RedoErrors
        | NoticeCode::Undone
        | NoticeCode::NothingToUndo
        | NoticeCode::NothingToRedo
        | NoticeCode::Copied
        | NoticeCode::Cut
        | NoticeCode::NothingToPaste
        | NoticeCode::Failed
        | NoticeCode::DropMissing
        | NoticeCode::NotFound
        | NoticeCode::Compared
        | NoticeCode::PutOff
        | NoticeCode::Reloaded
        | NoticeCode::LaunchMissing
        | NoticeCode::HandedOn
        | NoticeCode::QueueTrouble
        | NoticeCode::ElevationDone
        | NoticeCode::ElevationErrors => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Tone;

    fn notice(code: NoticeCode, count: Option<u64>) -> Notice {
        Notice {
            tone: Tone::Plain,
            code,
            name: None,
            count,
            done: None,
            job: Some(1),
            error: None,
            detail: None,
            undo: false,
            change: None,
        }
    }

    fn told(active: u64) -> RunningJob {
        RunningJob { words: words::Job { verb: "copy", what: "Fjord shoot".to_owned() }, active }
    }

    #[test]
    fn the_package_names_our_entry_like_the_product() {
        let config: serde_json::Value =
            serde_json::from_str(include_str!("../../tauri.conf.json")).unwrap();
        assert_eq!(config["productName"], ENTRY);
    }

    #[test]
    fn only_long_jobs_tell_of_their_end() {
        let done = notice(NoticeCode::JobDone, None);
        assert_eq!(text(&done, Some(&told(LONG - 1))), None);
        let long = text(&done, Some(&told(LONG)));
        assert_eq!(long, Some(("Copy finished".to_owned(), "Fjord shoot".to_owned())));
        let errors = notice(NoticeCode::JobErrors, Some(1));
        let (summary, _) = text(&errors, Some(&told(LONG))).unwrap();
        assert_eq!(summary, "Copy finished, 1 item failed");
    }

    #[test]
    fn questions_are_told_however_short_the_job_is() {
        let (summary, _) = text(&notice(NoticeCode::NeedsYou, Some(12)), Some(&told(0))).unwrap();
        assert_eq!(summary, "12 items need an answer");
    }
}

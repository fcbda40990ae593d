//! Sends desktop notifications while the user is elsewhere: about long jobs that have ended, and questions.

use std::collections::HashMap;
use std::sync::Arc;

use fcp_engine::event::JobId;
use tauri::AppHandle;

use crate::system::{Here, System as _};
use crate::windows::Windows;
use crate::wire::{JobState, JobsChange, Notice, NoticeCode};
use crate::words;

/// Microseconds after which the end of a job is worth telling.
const LONG: u64 = 10_000_000;

/// Tells the desktop.
#[derive(Debug)]
pub(super) struct Notifications {
    session: Here,
    jobs: HashMap<JobId, RunningJob>,
}

/// What is known of a job, for when it ends.
#[derive(Debug)]
struct RunningJob {
    words: words::Job,
    active: u64,
}

impl Notifications {
    /// Begins to listen to clicks, which show our window.
    pub(super) fn new(session: Here, windows: &Arc<Windows>, handle: &AppHandle) -> Self {
        let (windows, clicked) = (Arc::clone(windows), handle.clone());
        session.on_notification(handle, move || {
            // A window that cannot be shown says why by itself.
            let _shown = windows.show_any(&clicked).is_ok();
        });
        Self { session, jobs: HashMap::new() }
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
            let _shown = self.session.notify(&summary, &body);
        }
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
        | NoticeCode::ChangeStopped
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
        | NoticeCode::ListedInPart
        | NoticeCode::NamesLeftOut
        | NoticeCode::DropMissing
        | NoticeCode::NotFound
        | NoticeCode::FolderLeft
        | NoticeCode::Compared
        | NoticeCode::PutOff
        | NoticeCode::Reloaded
        | NoticeCode::LaunchMissing
        | NoticeCode::HandedOn
        | NoticeCode::CommandRan
        | NoticeCode::CommandFailed
        | NoticeCode::AfterDropped
        | NoticeCode::QueueTrouble
        | NoticeCode::SettingsTrouble
        | NoticeCode::ElevationDone
        | NoticeCode::ChangeErrors
        | NoticeCode::NotShown
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
            output: None,
            undo: false,
            change: None,
        }
    }

    fn told(active: u64) -> RunningJob {
        RunningJob { words: words::Job { verb: "copy", what: "Fjord shoot".to_owned() }, active }
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

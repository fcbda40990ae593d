//! Holds all texts that the desktop shows and the web UI does not: titles, tray, notifications, dialogs.

use fcp_engine::spec::Verb;

use crate::wire::{AllJobs, JobState, View};

/// What the program is called.
pub(crate) const NAME: &str = "fcp";

/// Title of a window: `62 % – Pictures – fcp`, or as much of it as is known.
pub(crate) fn title(view: View, folder: Option<&str>, percent: Option<u8>) -> String {
    let percent = percent.map(|percent| format!("{percent}\u{a0}%"));
    let folder = folder.map(str::to_owned).filter(|_| view == View::Manager);
    let name = match view {
        View::Manager => NAME,
        View::Copier => "fcp copier",
    };
    let parts: Vec<_> = percent.into_iter().chain(folder).chain([name.to_owned()]).collect();
    parts.join(" – ")
}

pub(crate) const CHOOSE_FILES: &str = "Files to copy";
pub(crate) const CHOOSE_FOLDER: &str = "Folders to copy";
pub(crate) const CHOOSE_TARGET: &str = "Folder to copy into";
pub(crate) const CHOOSE: &str = "Choose";
pub(crate) const CANCEL: &str = "Cancel";

pub(crate) const SHOW: &str = "Show";
pub(crate) const PAUSE_ALL: &str = "Pause all";
pub(crate) const RESUME_ALL: &str = "Resume all";
pub(crate) const QUIT: &str = "Quit";

/// Says how all jobs stand, in the menu of the tray.
pub(crate) fn all(all: &AllJobs) -> String {
    if all.questions > 0 {
        return needs_you(all.questions);
    }
    let jobs = all.working + all.waiting + all.queued + all.paused;
    match (jobs, all.percent) {
        (0, _) => "No jobs".to_owned(),
        (_, Some(percent)) if all.working + all.waiting > 0 => {
            format!("{}, {percent}\u{a0}%", counted(jobs, "job", "jobs"))
        }
        (_, _) if all.working + all.waiting + all.queued == 0 => {
            format!("{} paused", counted(jobs, "job", "jobs"))
        }
        (_, _) => counted(jobs, "job", "jobs"),
    }
}

/// Says that questions wait.
pub(crate) fn needs_you(questions: u64) -> String {
    match questions {
        1 => "1 item needs an answer".to_owned(),
        _ => format!("{questions} items need an answer"),
    }
}

/// A job, in a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// What it does, as a noun.
    pub(crate) noun: &'static str,
    /// The first item, and how many more there are.
    pub(crate) what: String,
}

impl Job {
    /// Reads what a job is about.
    pub(crate) fn of(job: &JobState) -> Self {
        let first = &job.first.text;
        let what = match job.sources.saturating_sub(1) {
            0 => first.clone(),
            more => format!("{first} and {more} more"),
        };
        Self { noun: noun(job.verb, job.links), what }
    }

    /// Says that it ended well.
    pub(crate) fn done(&self) -> String {
        format!("{} finished", self.noun)
    }

    /// Says that it ended, and not everything is done.
    pub(crate) fn with_errors(&self, failed: u64) -> String {
        format!("{} finished, {} failed", self.noun, counted(failed, "item", "items"))
    }

    /// Says that nothing was done.
    pub(crate) fn could_not_run(&self) -> String {
        format!("{} could not run", self.noun)
    }
}

fn noun(verb: Verb, links: bool) -> &'static str {
    match verb {
        Verb::Copy if links => "Linking",
        Verb::Copy => "Copy",
        Verb::Move => "Move",
        Verb::Delete => "Delete",
        Verb::Trash => "Move to trash",
        Verb::Restore => "Restore",
        Verb::Undo => "Undo",
        Verb::Verify => "Verification",
        Verb::Dedupe => "Sharing of storage",
        Verb::Extract => "Extraction",
        Verb::Pack => "Packing",
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_says_where_the_user_is_and_how_far_the_jobs_are() {
        let title = |view, percent| title(view, Some("Pictures"), percent);
        assert_eq!(title(View::Manager, Some(62)), "62\u{a0}% – Pictures – fcp");
        assert_eq!(title(View::Manager, None), "Pictures – fcp");
        assert_eq!(title(View::Copier, Some(62)), "62\u{a0}% – fcp copier");
        assert_eq!(super::title(View::Manager, None, None), "fcp");
    }

    #[test]
    fn the_tray_says_what_matters_most() {
        let some = AllJobs { working: 1, queued: 1, percent: Some(62), ..AllJobs::default() };
        assert_eq!(all(&AllJobs::default()), "No jobs");
        assert_eq!(all(&some), "2 jobs, 62\u{a0}%");
        assert_eq!(all(&AllJobs { paused: 1, ..AllJobs::default() }), "1 job paused");
        assert_eq!(all(&AllJobs { questions: 1, ..some }), "1 item needs an answer");
    }
}

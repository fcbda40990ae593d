//! Holds all texts that the desktop shows and the web UI does not: titles, tray, notifications, dialogs.

use fcp_engine::spec::Verb;
use fcp_presentation::tr;

use crate::wire::{AllJobs, JobState, View};

/// What the program is called.
pub(crate) const NAME: &str = "fcp";

/// Title of a window: `62 % – Pictures – fcp`, or as much of it as is known.
pub(crate) fn title(view: View, folder: Option<&str>, percent: Option<u8>) -> String {
    let percent = percent.map(|percent| format!("{percent}\u{a0}%"));
    let folder = folder.map(str::to_owned).filter(|_| view == View::Manager);
    let name = match view {
        View::Manager => NAME,
        View::Copier => tr!("desktop-title-copier"),
    };
    let parts: Vec<_> = percent.into_iter().chain(folder).chain([name.to_owned()]).collect();
    parts.join(" – ")
}

/// Says how all jobs stand, in the menu of the tray.
pub(crate) fn all(all: &AllJobs) -> String {
    if all.questions > 0 {
        return needs_you(all.questions);
    }
    let jobs = all.working + all.waiting + all.queued + all.paused;
    match (jobs, all.percent) {
        (0, _) => tr!("desktop-no-jobs").to_owned(),
        (_, Some(percent)) if all.working + all.waiting > 0 => tr!(
            "desktop-jobs-percent",
            count = jobs,
            shown = jobs.to_string(),
            percent = format!("{percent}\u{a0}%")
        ),
        (_, _) if all.working + all.waiting + all.queued == 0 => {
            tr!("desktop-jobs-paused", count = jobs, shown = jobs.to_string())
        }
        (_, _) => tr!("desktop-jobs", count = jobs, shown = jobs.to_string()),
    }
}

/// Says that questions wait.
pub(crate) fn needs_you(questions: u64) -> String {
    tr!("desktop-needs-you", count = questions, shown = questions.to_string())
}

/// A job, in a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Job {
    /// What it does, as messages name it.
    pub(crate) verb: &'static str,
    /// The first item, and how many more there are.
    pub(crate) what: String,
}

impl Job {
    /// Reads what a job is about.
    pub(crate) fn of(job: &JobState) -> Self {
        let first = &job.first.text;
        let what = match job.sources.saturating_sub(1) {
            0 => first.clone(),
            more => {
                tr!("desktop-and-more", first = first.as_str(), shown = more.to_string())
            }
        };
        Self { verb: verb(job.verb, job.links), what }
    }

    /// Says that it ended well.
    pub(crate) fn done(&self) -> String {
        tr!("desktop-finished", verb = self.verb)
    }

    /// Says that it ended, and not everything is done.
    pub(crate) fn with_errors(&self, failed: u64) -> String {
        let failed = tr!("desktop-finished-failed", count = failed, shown = failed.to_string());
        format!("{}, {failed}", self.done())
    }

    /// Says that nothing was done.
    pub(crate) fn could_not_run(&self) -> String {
        tr!("desktop-could-not-run", verb = self.verb)
    }
}

/// Names what a job does, as messages choose by it.
fn verb(verb: Verb, links: bool) -> &'static str {
    match verb {
        Verb::Copy if links => "link",
        Verb::Copy => "copy",
        Verb::Move => "move",
        Verb::Delete => "delete",
        Verb::Trash => "trash",
        Verb::Restore => "restore",
        Verb::Undo => "undo",
        Verb::Verify => "verify",
        Verb::Dedupe => "dedupe",
        Verb::Extract => "extract",
        Verb::Pack => "pack",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fcp_presentation::language::Language;

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

    #[test]
    fn titles_the_tray_and_notifications_speak_german() {
        let some = AllJobs { working: 1, queued: 1, percent: Some(62), ..AllJobs::default() };
        let job = Job { verb: "extract", what: String::new() };
        Language::German.speaking(|| {
            assert_eq!(title(View::Copier, None, Some(62)), "62\u{a0}% – fcp-Kopierer");
            assert_eq!(all(&AllJobs::default()), "Keine Aufträge");
            assert_eq!(all(&some), "2 Aufträge, 62\u{a0}%");
            assert_eq!(all(&AllJobs { paused: 1, ..AllJobs::default() }), "1 Auftrag angehalten");
            assert_eq!(needs_you(12), "12 Objekte benötigen eine Antwort");
            assert_eq!(job.done(), "Entpacken beendet");
            assert_eq!(job.with_errors(1), "Entpacken beendet, 1 Objekt fehlgeschlagen");
            assert_eq!(job.could_not_run(), "Entpacken nicht möglich");
        });
    }

    #[test]
    fn each_operation_has_a_name_of_its_own_in_each_language() {
        let verbs = [
            "copy", "link", "move", "delete", "trash", "restore", "undo", "verify", "dedupe",
            "extract", "pack",
        ];
        for language in Language::ALL {
            let told = |verb| language.speaking(|| Job { verb, what: String::new() }.done());
            let names: BTreeSet<_> = verbs.into_iter().map(told).collect();
            assert_eq!(names.len(), verbs.len(), "{names:?}");
        }
    }
}

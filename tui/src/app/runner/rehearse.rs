//! Runs dry runs on an engine of their own, so that the queue and its jobs are not affected.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fcp_engine::engine::Engine;
use fcp_engine::event::Event;
use fcp_engine::spec::{Destination, JobSpec};
use fcp_presentation::errors;

use crate::cli::plan::{Missing, lines, new_folder};

/// Time after which the thread looks whether the user still wants the plan.
const LOOK: Duration = Duration::from_millis(100);

/// Gives the lines of a plan, or why the job cannot run; none if the user has left it.
pub(super) fn plan(
    mut spec: JobSpec,
    missing: Option<&Path>,
    stop: &AtomicBool,
) -> Option<Result<Vec<String>, String>> {
    spec.options.dry_run = true;
    if let (Some(dir), Some(Destination::Into(to))) = (missing, &mut spec.destination) {
        // The engine needs an existing folder; the free space is that of the nearest one.
        dir.ancestors().find(|above| above.is_dir()).unwrap_or(dir).clone_into(&mut to.0);
    }
    let (verb, options) = (spec.verb, spec.options.clone());
    let engine = Engine::new();
    if let Ok(reach) = crate::home::reach() {
        engine.reach_by(reach);
    }
    let events = engine.subscribe();
    let job = match engine.submit(spec) {
        Ok(job) => job,
        Err(error) => return Some(Err(errors::of_control(&error))),
    };
    let (mut absent, mut told) = (Missing::and_others(), None);
    while !stop.load(Ordering::Relaxed) {
        let Some(envelope) = events.next_within(LOOK) else { continue };
        match envelope.event {
            Event::ItemFailed { src, error, .. } => absent.note(&src.0, &error),
            Event::JobPlan { mut plan, .. } => {
                if missing.is_some() {
                    // These were found in the folder above.
                    plan.conflicts.clear();
                }
                told = Some(lines(&plan, verb, &options, &absent));
            }
            Event::JobSummary { .. } => {
                let mut lines = told.unwrap_or_default();
                if let Some(dir) = missing {
                    lines.push(new_folder(dir));
                }
                return Some(Ok(lines));
            }
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobQueued { .. }
            | Event::JobPlaced { .. }
            | Event::JobRemoved { .. }
            | Event::JobStarted { .. }
            | Event::JobTotals { .. }
            | Event::JobPaused { .. }
            | Event::JobResumed { .. }
            | Event::JobPhase { .. }
            | Event::ItemStarted { .. }
            | Event::ItemDone { .. }
            | Event::ItemSkipped { .. }
            | Event::Warning { .. }
            | Event::QuestionAsked { .. }
            | Event::QuestionAnswered { .. }
            | Event::Progress { .. } => {}
        }
    }
    // The job has changed nothing, so a failure to cancel it needs no report.
    drop(engine.cancel(job));
    None
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests build trees")]
mod tests {
    use std::fs;

    use super::*;
    use crate::app::runner::tests::copy;

    #[test]
    fn a_plan_names_conflicts_inside_folders_and_changes_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        let (from, to) = (scratch.path().join("from/album"), scratch.path().join("to"));
        fs::create_dir_all(&from).unwrap();
        fs::create_dir_all(to.join("album")).unwrap();
        fs::write(from.join("a"), "new").unwrap();
        fs::write(to.join("album/a"), "old").unwrap();
        let stop = AtomicBool::new(false);
        let lines = plan(copy(&from, &to), None, &stop).unwrap().unwrap();
        assert_eq!(lines[0], "To copy     1 file in 1 folder, 3 B");
        assert!(lines.contains(&"Conflicts   1 file exists; the job will ask".to_owned()));
        assert_eq!(fs::read(to.join("album/a")).unwrap(), b"old");
        let new = to.join("new");
        let lines = plan(copy(&from, &new), Some(&new), &stop).unwrap().unwrap();
        assert_eq!(lines.last().unwrap(), &format!("New folder  {}", new.display()));
        assert!(!new.exists() && !lines.iter().any(|line| line.starts_with("Conflicts")));
        let lines = plan(copy(&from, &from), None, &stop).unwrap().unwrap();
        let itself = "Would fail  1 item: album (a directory cannot go into itself)";
        assert!(lines.contains(&itself.to_owned()), "{lines:?}");
        stop.store(true, Ordering::Relaxed);
        assert_eq!(plan(copy(&from, &to), None, &stop), None);
    }
}

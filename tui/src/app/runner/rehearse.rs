//! Foresees what a job would do, in the lines of `fcp --dry-run`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use fcp_engine::spec::JobSpec;
use fcp_presentation::errors;
use fcp_presentation::rehearsal::{Rehearsed, rehearse};

use crate::cli::plan::{Missing, lines, new_folder};

/// Gives the lines of a plan, or why the job cannot run; none if the user has left it.
pub(super) fn plan(
    spec: JobSpec,
    missing: Option<&Path>,
    stop: &AtomicBool,
) -> Option<Result<Vec<String>, String>> {
    let (verb, options) = (spec.verb, spec.options.clone());
    let (mut absent, mut told) = (Missing::and_others(), Vec::new());
    let ran =
        rehearse(spec, missing, crate::home::reach().ok(), stop, |rehearsed| match rehearsed {
            Rehearsed::Failure(src, error) => absent.note(&src, &error),
            Rehearsed::Plan(plan) => told = lines(&plan, verb, &options, &absent),
        })?;
    if let Err(error) = ran {
        return Some(Err(errors::of_control(&error)));
    }
    told.extend(missing.map(new_folder));
    Some(Ok(told))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::Ordering;

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

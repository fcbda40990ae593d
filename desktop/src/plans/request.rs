//! Converts a confirmed plan into a job specification, the same that the terminal programs would give.

use std::path::PathBuf;

use fcp_engine::path::WirePath;
use fcp_engine::queue::Adding;
use fcp_engine::spec::{
    ConflictPolicy, DEFAULT_RENAME, Destination, DirectoryPolicy, ErrorPolicy, Follow, JobSpec,
    LinkMode, MismatchPolicy, Options, Preserve, Verb,
};
use fcp_engine::trash;
use fcp_presentation::transfer::beside_sources;

use crate::trashed::all_on_disk;
use crate::wire::{Choices, OnConflict, OnError, PlanVerb, Start};

/// Where the sources of a plan go, for those verbs that take them anywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Into a folder.
    Into(PathBuf),
    /// Into the folder they are in, beside what they are copies of.
    Beside(PathBuf),
    /// To a name.
    As(PathBuf),
}

/// Gives the request; none if the verb needs to know where to.
pub(super) fn spec(
    verb: PlanVerb,
    sources: &[PathBuf],
    way: Option<&Way>,
    choices: &Choices,
) -> Option<JobSpec> {
    let (verb, link) = match verb {
        PlanVerb::Copy => (Verb::Copy, LinkMode::Copy),
        // The verification of the copy that these choices would make.
        PlanVerb::Verify => return spec(PlanVerb::Copy, sources, way, choices)?.verifying(),
        PlanVerb::Move => (Verb::Move, LinkMode::Copy),
        PlanVerb::Link => (Verb::Copy, LinkMode::Symbolic),
        PlanVerb::Trash => return Some(removal(Verb::Trash, wire(sources))),
        PlanVerb::Delete => return Some(removal(Verb::Delete, with_descriptions(sources))),
        PlanVerb::Restore => return Some(JobSpec::restore(wire(sources))),
    };
    let (destination, beside) = match way? {
        Way::Into(dir) => (Destination::Into(dir.clone().into()), false),
        Way::Beside(dir) => (Destination::Into(dir.clone().into()), true),
        Way::As(path) => (Destination::As(path.clone().into()), false),
    };
    let on_conflict = match choices.on_conflict {
        OnConflict::Ask => ConflictPolicy::Ask,
        OnConflict::Skip => ConflictPolicy::Skip,
        OnConflict::Overwrite | OnConflict::OverwriteForGood => ConflictPolicy::Overwrite,
        OnConflict::Newer => ConflictPolicy::Newer,
        OnConflict::Larger => ConflictPolicy::Larger,
        OnConflict::Rename => ConflictPolicy::Rename(DEFAULT_RENAME.to_owned()),
    };
    let on_mismatch = match on_conflict {
        ConflictPolicy::Ask => MismatchPolicy::Ask,
        _ => MismatchPolicy::default(),
    };
    let options = Options {
        link,
        preserve: if choices.preserve_all { Preserve::ALL } else { Preserve::default() },
        follow: if choices.follow { Follow::Always } else { Follow::Never },
        on_conflict,
        on_directory: DirectoryPolicy::Merge,
        on_mismatch,
        on_error: match choices.on_error {
            OnError::Ask => ErrorPolicy::Ask,
            OnError::Skip => ErrorPolicy::Skip,
            OnError::Abort => ErrorPolicy::Abort,
        },
        // The window says beside Replace that replaced files go to the trash.
        keep_replaced: choices.on_conflict != OnConflict::OverwriteForGood,
        verify: choices.verify && link == LinkMode::Copy,
        totals: true,
        ..Options::default()
    };
    let sources = all_on_disk(sources).into_iter().map(WirePath::from).collect();
    let spec = JobSpec { verb, sources, destination: Some(destination), options };
    Some(if beside { beside_sources(spec) } else { spec })
}

/// Gives how the job is put into the queue.
pub(super) fn adding(choices: &Choices) -> Adding {
    Adding {
        now: choices.start == Start::Now,
        first: choices.start == Start::First,
        paused: choices.start == Start::Paused,
        ..Adding::default()
    }
}

fn wire(paths: &[PathBuf]) -> Vec<WirePath> {
    paths.iter().cloned().map(WirePath::from).collect()
}

fn removal(verb: Verb, sources: Vec<WirePath>) -> JobSpec {
    let options = Options { on_error: ErrorPolicy::Ask, ..Options::default() };
    JobSpec { verb, sources, destination: None, options }
}

/// An item of the trash is removed together with the file that describes it, and before that file: an
/// item without a description could never be restored.
fn with_descriptions(sources: &[PathBuf]) -> Vec<WirePath> {
    let both = |path: &PathBuf| trash::place(path).into_iter().chain([path.clone()]);
    sources.iter().flat_map(both).map(WirePath::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Preferences;

    fn choices() -> Choices {
        Preferences::default().choices
    }

    fn copy(way: &Way, choices: &Choices) -> JobSpec {
        spec(PlanVerb::Copy, &["/a/x".into()], Some(way), choices).unwrap()
    }

    #[test]
    fn the_choices_become_policies() {
        let into = Way::Into("/to".into());
        let plain = copy(&into, &choices());
        assert_eq!(plain.verb, Verb::Copy);
        assert_eq!(plain.destination, Some(Destination::Into("/to".into())));
        let options = &plain.options;
        assert_eq!(options.on_conflict, ConflictPolicy::Ask);
        assert_eq!(options.on_mismatch, MismatchPolicy::Ask);
        assert_eq!(options.on_error, ErrorPolicy::Ask);
        assert_eq!((options.preserve, options.follow), (Preserve::ALL, Follow::Never));
        assert!(options.totals && !options.verify);
        assert!(options.keep_replaced, "what a job replaces goes to the trash");
        let for_good = Choices { on_conflict: OnConflict::OverwriteForGood, ..choices() };
        let options = copy(&into, &for_good).options;
        assert_eq!(options.on_conflict, ConflictPolicy::Overwrite);
        assert!(!options.keep_replaced);
        let other = Choices {
            on_conflict: OnConflict::Newer,
            on_error: OnError::Abort,
            preserve_all: false,
            verify: true,
            follow: true,
            ..choices()
        };
        let options = copy(&Way::As("/to/y".into()), &other).options;
        assert_eq!(options.on_conflict, ConflictPolicy::Newer);
        assert_eq!(options.on_mismatch, MismatchPolicy::Fail);
        assert_eq!(options.on_error, ErrorPolicy::Abort);
        assert_eq!((options.preserve, options.follow), (Preserve::default(), Follow::Always));
        assert!(options.verify);
    }

    #[test]
    fn what_is_in_the_trash_is_copied_and_not_what_describes_it() {
        let info = [PathBuf::from("/t/info/b.trashinfo")];
        let copy = spec(PlanVerb::Copy, &info, Some(&Way::Into("/to".into())), &choices());
        assert_eq!(copy.unwrap().sources, ["/t/files/b".into()]);
    }

    #[test]
    fn a_copy_beside_what_it_is_a_copy_of_gets_another_name() {
        let other = Choices { on_conflict: OnConflict::Overwrite, ..choices() };
        let options = copy(&Way::Beside("/a".into()), &other).options;
        assert_eq!(options.on_conflict, ConflictPolicy::Rename(DEFAULT_RENAME.to_owned()));
        assert_eq!(options.on_directory, DirectoryPolicy::Rename(DEFAULT_RENAME.to_owned()));
    }

    #[test]
    fn links_are_copies_that_hold_paths() {
        let into = Way::Into("/to".into());
        let verify = Choices { verify: true, ..choices() };
        let links = spec(PlanVerb::Link, &["/a".into()], Some(&into), &verify).unwrap();
        assert_eq!((links.verb, links.options.link), (Verb::Copy, LinkMode::Symbolic));
        assert!(!links.options.verify);
        assert_eq!(spec(PlanVerb::Move, &["/a".into()], None, &choices()), None);
    }

    #[test]
    fn a_verification_compares_and_changes_nothing() {
        let into = Way::Into("/to".into());
        let replace = Choices { on_conflict: OnConflict::Overwrite, ..choices() };
        let spec = spec(PlanVerb::Verify, &["/a/x".into()], Some(&into), &replace).unwrap();
        assert_eq!((spec.verb, spec.sources), (Verb::Verify, vec!["/a/x".into()]));
        assert_eq!(spec.destination, Some(Destination::Into("/to".into())));
        assert_eq!(super::spec(PlanVerb::Verify, &["/a".into()], None, &choices()), None);
    }

    #[test]
    fn removals_ask_about_what_fails_and_take_nothing_else() {
        let sources = [PathBuf::from("/a"), "/t/info/b.trashinfo".into()];
        let of = |verb| spec(verb, &sources, None, &choices()).unwrap();
        let trashed = of(PlanVerb::Trash);
        assert_eq!((trashed.verb, trashed.sources.len()), (Verb::Trash, 2));
        assert_eq!(trashed.options.on_error, ErrorPolicy::Ask);
        let deleted = of(PlanVerb::Delete);
        let expected = ["/a", "/t/files/b", "/t/info/b.trashinfo"].map(WirePath::from);
        assert_eq!((deleted.verb, deleted.sources), (Verb::Delete, expected.to_vec()));
        assert_eq!(of(PlanVerb::Restore), JobSpec::restore(sources.map(WirePath::from)));
    }

    #[test]
    fn a_job_starts_when_it_was_told_to() {
        let at = |start| adding(&Choices { start, ..choices() });
        assert_eq!(at(Start::Queue), Adding::default());
        assert_eq!(at(Start::Now), Adding { now: true, ..Adding::default() });
        assert_eq!(at(Start::First), Adding { first: true, ..Adding::default() });
        assert_eq!(at(Start::Paused), Adding { paused: true, ..Adding::default() });
    }
}

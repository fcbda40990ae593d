//! Converts a confirmed plan into a job specification, the same that the terminal programs would give.

use std::path::PathBuf;
use std::sync::Arc;

use fcp_engine::path::WirePath;
use fcp_engine::spec::{JobSpec, LinkMode, Verb};
use fcp_presentation::archives::packing;
use fcp_presentation::tr;
use fcp_presentation::transfer::{self, Start, Way, delete_with_descriptions, removal};

use super::plan::Inside;
use super::{Plans, look_again};
use crate::trashed::{all_on_disk, place};
use crate::wire::{Choices, PlanId, PlanVerb, Refusal};

impl Plans {
    /// Gives the request of a plan that the user may not start, for the administrator.
    pub(crate) fn request(&self, id: PlanId, choices: &Choices) -> Result<JobSpec, Refusal> {
        let mut open = self.open();
        let plan = open.plan(id)?;
        let (verb, sources, goal) = (plan.verb, Arc::clone(&plan.sources), plan.goal.clone());
        let (inside, shown) = (plan.inside.clone(), Arc::clone(&plan.shown));
        drop(open);
        let looked = look_again(goal, verb, &sources)?;
        if looked.as_ref().is_some_and(|looked| looked.missing.is_some()) {
            return Err(Refusal::because(tr!("desktop-administrator-folder")));
        }
        let way = looked.as_ref().map(|looked| &looked.way);
        let spec = spec(verb, (&sources, inside), way, choices);
        let spec = spec.ok_or_else(|| Refusal::because(tr!("desktop-choose-folder-first")))?;
        Ok(shown.only(spec))
    }
}

/// Gives the request; none if the verb needs to know where to.
pub(super) fn spec(
    verb: PlanVerb,
    (sources, inside): (&[PathBuf], Option<Inside>),
    way: Option<&Way>,
    choices: &Choices,
) -> Option<JobSpec> {
    let extracts = verb == PlanVerb::Extract || inside.is_some();
    let (verb, link) = match verb {
        PlanVerb::Copy | PlanVerb::Extract => (Verb::Copy, LinkMode::Copy),
        // The verification of the copy that these choices would make.
        PlanVerb::Verify => {
            return spec(PlanVerb::Copy, (sources, None), way, choices)?.verifying();
        }
        PlanVerb::Move => (Verb::Move, LinkMode::Copy),
        PlanVerb::Link => (Verb::Copy, LinkMode::Symbolic),
        PlanVerb::Trash => return Some(removal(Verb::Trash, sources.iter().cloned())),
        PlanVerb::Delete => return Some(delete_with_descriptions(sources.iter().cloned(), place)),
        PlanVerb::Dedupe => return Some(transfer::sharing(all_on_disk(sources))),
        PlanVerb::Pack => {
            let archive = way?.path().to_owned();
            return Some(packing(all_on_disk(sources), archive, choices.on_conflict));
        }
        PlanVerb::Restore => {
            return Some(transfer::restoring(sources.iter().cloned().map(WirePath::from)));
        }
    };
    let sources = all_on_disk(sources).into_iter().map(WirePath::from).collect();
    // What is unpacked is no copy beside its source.
    let way = match way? {
        Way::Beside(dir) if extracts => Way::Into(dir.clone()),
        way => way.clone(),
    };
    let spec = way.spec(verb, link, sources, choices.into());
    Some(if extracts { transfer::unpacking(spec, inside) } else { spec })
}

impl From<&Choices> for transfer::Choices {
    fn from(choices: &Choices) -> Self {
        let Choices { on_conflict, on_error, preserve_all, verify, follow, .. } = *choices;
        Self { on_conflict, on_error, preserve_all, verify, follow }
    }
}

impl From<transfer::Choices> for Choices {
    fn from(choices: transfer::Choices) -> Self {
        let transfer::Choices { on_conflict, on_error, preserve_all, verify, follow } = choices;
        let start = Start::default();
        Self { on_conflict, on_error, preserve_all, verify, follow, start, remember: false }
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::spec::{ConflictPolicy, Destination};

    use super::*;
    use crate::trashed::in_trash;
    use crate::wire::{OnConflict, Preferences};

    fn choices() -> Choices {
        Preferences::default().choices
    }

    #[test]
    fn what_is_in_the_trash_is_copied_and_not_what_describes_it() {
        let info = [in_trash("info/b.trashinfo")];
        let copy = spec(PlanVerb::Copy, (&info, None), Some(&Way::Into("/to".into())), &choices());
        assert_eq!(copy.unwrap().sources, [in_trash("files/b").into()]);
        // In a copy of a trash they are files as any other, and no other file is meant.
        let info =
            ["/copy/Trash/info/b.trashinfo", "/copy/.Trash-99/info/b.trashinfo"].map(PathBuf::from);
        let way = Some(&Way::Into("/to".into()));
        let copy = spec(PlanVerb::Copy, (&info, None), way, &choices()).unwrap();
        assert_eq!(copy.sources, info.clone().map(WirePath::from));
        let delete = spec(PlanVerb::Delete, (&info, None), None, &choices()).unwrap();
        assert_eq!(delete.sources, info.map(WirePath::from));
    }

    #[test]
    fn links_are_copies_that_hold_paths() {
        let into = Way::Into("/to".into());
        let links = spec(PlanVerb::Link, (&["/a".into()], None), Some(&into), &choices()).unwrap();
        assert_eq!((links.verb, links.options.link), (Verb::Copy, LinkMode::Symbolic));
        assert_eq!(spec(PlanVerb::Move, (&["/a".into()], None), None, &choices()), None);
    }

    #[test]
    fn a_verification_compares_and_changes_nothing() {
        let into = Way::Into("/to".into());
        let replace = Choices { on_conflict: OnConflict::Overwrite, ..choices() };
        let spec = spec(PlanVerb::Verify, (&["/a/x".into()], None), Some(&into), &replace).unwrap();
        assert_eq!((spec.verb, spec.sources), (Verb::Verify, vec!["/a/x".into()]));
        assert_eq!(spec.destination, Some(Destination::Into("/to".into())));
        assert_eq!(super::spec(PlanVerb::Verify, (&["/a".into()], None), None, &choices()), None);
    }

    #[test]
    fn removals_and_restores_need_no_destination() {
        let sources = [PathBuf::from("/a"), in_trash("info/b.trashinfo")];
        let of = |verb| spec(verb, (&sources, None), None, &choices()).unwrap();
        assert_eq!(of(PlanVerb::Trash), removal(Verb::Trash, sources.clone()));
        assert_eq!(of(PlanVerb::Delete), delete_with_descriptions(sources.clone(), place));
        let restored = of(PlanVerb::Restore);
        assert_eq!(restored, transfer::restoring(sources.clone().map(WirePath::from)));
        // What has the name by now is asked about, and kept where the answer is to replace it.
        assert_eq!(restored.options.on_conflict, ConflictPolicy::Ask);
        assert!(restored.options.keep_replaced);
    }

    #[test]
    fn an_archive_is_made_of_what_is_in_the_trash_too() {
        let to = Way::As("/to/x.zip".into());
        let info = [in_trash("info/b.trashinfo")];
        let replace = Choices { on_conflict: OnConflict::Overwrite, ..choices() };
        let pack = spec(PlanVerb::Pack, (&info, None), Some(&to), &replace).unwrap();
        assert_eq!((pack.verb, pack.sources), (Verb::Pack, vec![in_trash("files/b").into()]));
        assert_eq!(pack.destination, Some(Destination::As("/to/x.zip".into())));
        assert!(pack.options.keep_replaced);
        assert_eq!(spec(PlanVerb::Pack, (&info, None), None, &replace), None);
    }

    #[test]
    fn archives_are_unpacked_and_items_copied_out_of_them() {
        let into = Way::Into("/to".into());
        let archives = [PathBuf::from("/a/x.zip")];
        let extract = spec(PlanVerb::Extract, (&archives, None), Some(&into), &choices()).unwrap();
        assert_eq!((extract.verb, extract.sources), (Verb::Extract, vec!["/a/x.zip".into()]));
        assert!(extract.options.unpack_folder && !extract.options.verify);
        let items = [PathBuf::from("/a/x.zip/d/y")];
        let inside = Some((archives[0].clone(), PathBuf::from("/a/x.zip/d")));
        let copy = spec(PlanVerb::Copy, (&items, inside), Some(&into), &choices()).unwrap();
        assert_eq!((copy.verb, copy.sources), (Verb::Extract, vec!["/a/x.zip".into()]));
        assert_eq!(copy.options.filter.only, ["/a/x.zip/d/y".into()]);
        assert_eq!(copy.options.below, Some("/a/x.zip/d".into()));
    }
}

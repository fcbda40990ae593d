//! Plans of which one end is on another machine.

use std::path::{Path, PathBuf};

use fcp_engine::path::{FarPath, is_far};
use fcp_engine::spec::{Destination, JobSpec};
use fcp_presentation::tr;

use crate::located::elsewhere;
use crate::names::name;
use crate::wire::{Name, PlanVerb, Refusal};

/// Says why a plan is none that two machines can carry out together; copies and moves are, between this one and another,
/// and deletions on another.
///
/// The engine refuses the same when the job is added; here the user learns it before a dialog opens.
pub(super) fn check(
    verb: PlanVerb,
    sources: &[PathBuf],
    goal: Option<&Path>,
) -> Result<(), Refusal> {
    if host(sources, goal).is_none() {
        return Ok(());
    }
    match verb {
        PlanVerb::Copy | PlanVerb::Move => {
            // Until the user chose, it may go to this machine.
            let goal = Destination::Into(goal.unwrap_or(Path::new("/")).into());
            let spec = match verb {
                PlanVerb::Move => JobSpec::move_to(sources, goal),
                _ => JobSpec::copy(sources, goal),
            };
            let refused = |_| Refusal::because(tr!("desktop-far-between"));
            spec.far().map(drop).map_err(refused)
        }
        PlanVerb::Trash | PlanVerb::Delete => {
            JobSpec::trash(sources).far().map(drop).map_err(|_| elsewhere())
        }
        PlanVerb::Link
        | PlanVerb::Restore
        | PlanVerb::Verify
        | PlanVerb::Dedupe
        | PlanVerb::Extract
        | PlanVerb::Pack => Err(elsewhere()),
    }
}

/// Gives the other machine that takes part in a plan.
pub(super) fn host(sources: &[PathBuf], goal: Option<&Path>) -> Option<Name> {
    let mut all = sources.iter().map(PathBuf::as_path).chain(goal);
    all.find(|path| is_far(path)).map(|path| match FarPath::of(path) {
        Some(far) => name(far.host()),
        None => name(path),
    })
}

/// Tells whether the items are on another machine.
pub(super) fn is_there(sources: &[PathBuf]) -> bool {
    sources.iter().any(|path| is_far(path))
}

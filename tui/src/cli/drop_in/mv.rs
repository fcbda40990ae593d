//! What only `mv` does before it begins.

use std::io::{IsTerminal, stdin};

use fcp_engine::spec::{ConflictPolicy, JobSpec, MismatchPolicy};

use super::{Manners, asker};
use crate::cli::asked::Asked;
use crate::cli::lines::{About, Lines};
use crate::cli::messages::Gnu;
use crate::cli::messages::mv::Mv;
use crate::cli::session::Asker;

/// Lets the job ask where `mv` would, if nothing was said about it.
pub(super) fn adjust(spec: &mut JobSpec, asked: &Asked) {
    let options = &mut spec.options;
    let replaces = matches!(options.on_conflict, ConflictPolicy::Overwrite | ConflictPolicy::Newer);
    if replaces && asks_on_terminal(asked) {
        options.on_conflict = ConflictPolicy::Ask;
        options.on_mismatch = MismatchPolicy::Ask;
    }
}

/// Gives the voice and what else is `mv`'s own.
pub(super) fn manners(asked: &Asked, gnu: Gnu) -> Manners {
    let voice = Mv { gnu, none_fail: asked.none_fail, verbose: asked.verbose, debug: asked.debug };
    let asker = if asks_on_terminal(asked) {
        Asker::Lines(Lines::new(About { older: asked.older, protected: true }))
    } else {
        asker(asked)
    };
    // The same source may be named twice, and the second time it is gone.
    Manners { voice: Box::new(voice), asker, ordered: true }
}

/// Whether somebody is there to be asked about what cannot be written.
fn asks_on_terminal(asked: &Asked) -> bool {
    asked.undecided && !asked.json && stdin().is_terminal()
}

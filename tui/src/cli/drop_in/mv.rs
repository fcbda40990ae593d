//! What only `mv` does before it begins.

use super::{Manners, asker};
use crate::cli::asked::Asked;
use crate::cli::messages::Gnu;
use crate::cli::messages::mv::Mv;

/// Gives the voice and what else is `mv`'s own.
pub(super) fn manners(asked: &Asked, gnu: Gnu) -> Manners {
    let voice = Box::new(Mv { gnu, verbose: asked.verbose, debug: asked.debug });
    let ordered = asked.verbose || asked.prompt;
    Manners { voice, asker: asker(asked), ordered }
}

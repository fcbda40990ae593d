//! What only `rm` does before it begins.

use super::{Manners, asker};
use crate::cli::asked::Asked;
use crate::cli::messages::Gnu;
use crate::cli::messages::rm::Rm;

/// Gives the voice and what else is `rm`'s own.
pub(super) fn manners(asked: &Asked, gnu: Gnu) -> Manners {
    let voice = Box::new(Rm { gnu, verbose: asked.verbose });
    let ordered = asked.verbose || asked.prompt;
    Manners { voice, asker: asker(asked), ordered }
}

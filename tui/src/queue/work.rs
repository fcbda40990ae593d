//! `fcpq run`: the queue, worked off without a screen.

use clap::ArgMatches;
use fcp_engine::queue::Queue;

use super::output::Trouble;

/// Runs the queue.
pub(super) fn run(_queue: &Queue, _matches: &ArgMatches) -> Result<u8, Trouble> {
    Err(Trouble::Not("not yet".to_owned()))
}

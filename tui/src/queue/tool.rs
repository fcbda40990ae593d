//! Opens the queue for `fcpq`, and says what its commands share.

use fcp_engine::queue::Queue;

use super::output::{Trouble, say};
use crate::cli::exit;
use crate::home;

/// The name of the program.
pub(crate) const TOOL: &str = "fcpq";

/// Opens the queue. If its file was unusable and was put aside, says so in one line and continues
/// with a new one.
pub(super) fn open(tool: &str) -> Result<Queue, Trouble> {
    let Some(state) = home::state(|name| std::env::var_os(name)) else {
        return Err(Trouble::Not(
            "there is no home directory for the queue; set HOME or XDG_STATE_HOME".to_owned(),
        ));
    };
    let opened = Queue::open(&state)?;
    if let Some(aside) = opened.aside {
        say(tool, &aside.to_string());
        opened.queue.aside_was_told();
    }
    Ok(opened.queue)
}

/// Exit codes, the worst last.
const WORSE: [u8; 7] = [
    exit::DONE,
    exit::CANCELLED,
    exit::UNANSWERED,
    exit::FAILED,
    exit::USAGE,
    exit::NOT_RUN,
    exit::MISMATCH,
];

/// Gives the worse code of two jobs or commands.
pub(super) fn worse(one: u8, other: u8) -> u8 {
    let rank = |code| WORSE.iter().position(|it| *it == code);
    if rank(other) > rank(one) { other } else { one }
}

/// Microseconds since the Unix epoch, as in the events.
pub(super) fn now() -> u64 {
    jiff::Timestamp::now().as_microsecond().unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_several_jobs_is_the_worst() {
        assert_eq!(worse(exit::DONE, exit::CANCELLED), exit::CANCELLED);
        assert_eq!(worse(exit::FAILED, exit::UNANSWERED), exit::FAILED);
        assert_eq!(worse(exit::FAILED, exit::MISMATCH), exit::MISMATCH);
        assert_eq!(worse(exit::MISMATCH, exit::NOT_RUN), exit::MISMATCH);
    }
}

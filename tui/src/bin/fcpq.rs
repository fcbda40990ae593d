//! `fcpq`: the queue, for scripts.

use std::process::ExitCode;

fn main() -> ExitCode {
    fcp_tui::queue::run()
}

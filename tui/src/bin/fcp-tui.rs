//! `fcp-tui`: the file manager.

use std::process::ExitCode;

fn main() -> ExitCode {
    fcp_tui::app::run()
}

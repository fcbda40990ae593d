//! `fcp`, and `cp` when it is started under that name.

use std::process::ExitCode;

fn main() -> ExitCode {
    fcp_tui::cli::fcp()
}

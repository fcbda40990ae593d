//! `fmv`, and `mv` when it is started under that name.

use std::process::ExitCode;

fn main() -> ExitCode {
    fcp_tui::cli::fmv()
}

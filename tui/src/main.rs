//! `fcp-tui`, and `fcp`, `fmv`, `frm`, `fcpq`, `cp`, `mv` and `rm` when it is started under those names.

use std::process::ExitCode;

fn main() -> ExitCode {
    fcp_tui::run()
}

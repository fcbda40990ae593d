//! `frm`, and `rm` when it is started under that name.

use std::process::ExitCode;

fn main() -> ExitCode {
    fcp_tui::cli::frm()
}

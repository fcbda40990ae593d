//! Entry point of the desktop app; the library holds everything else.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(fcp_desktop::run())
}

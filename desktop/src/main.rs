//! The desktop app.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(fcp_desktop::run())
}

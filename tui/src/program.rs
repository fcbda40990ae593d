//! Chooses among the programs by the name under which the process was started.
//!
//! All terminal programs are one executable, so that they are compiled, linked and installed once.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use crate::{app, cli, gnu, queue};

/// The names of the programs, besides the file manager's and the drop-in names of `cp`, `mv` and `rm`.
pub(crate) const NAMES: [&str; 4] = ["fcp", "fmv", "frm", queue::tool::TOOL];

/// Runs the program whose name is the last part of argument 0; the file manager under all other names.
pub fn run() -> ExitCode {
    let name = env::args_os().next().unwrap_or_default();
    let name = Path::new(&name).file_name().unwrap_or_default();
    if name == queue::tool::TOOL {
        return queue::run();
    }
    cli::run(name).or_else(|| gnu::run(name)).unwrap_or_else(app::run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::program::ALL;

    #[test]
    fn each_name_has_a_program() {
        for name in NAMES {
            assert!(name == queue::tool::TOOL || ALL.iter().any(|it| it.own == name), "{name}");
        }
        assert_eq!(ALL.map(|it| it.gnu), ["cp", "mv", "rm"]);
    }
}

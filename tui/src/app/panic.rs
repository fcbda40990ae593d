//! Handles a panic of the program: gives the terminal back and writes a report.

use std::backtrace::Backtrace;
use std::io::{self, Write as _};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::{env, fs, process, thread};

use fcp_presentation::{errors, tr};

use super::model::Msg;

/// Writes a report of each panic to the state directory.
///
/// A panic on the thread of the screen ends the program, so `restore` gives the terminal back
/// first. After a panic on another thread the screen stays, and shows the message.
pub(crate) fn watch(state: Option<PathBuf>, back: Sender<Msg>, restore: fn()) {
    let screen = thread::current().id();
    std::panic::set_hook(Box::new(move |info| {
        let written = report(state.as_deref(), info);
        if thread::current().id() == screen {
            restore();
            let told = match written {
                Ok(path) => format!("a report is in '{}'", path.display()),
                Err(why) => format!("the report could not be written: {why}"),
            };
            match writeln!(io::stderr(), "fcp-tui has failed: {info}\n{told}") {
                // A second panic in here would end the process at once, without a word.
                Ok(()) | Err(_) => {}
            }
        } else {
            let told = match written {
                Ok(path) => tr!("part-failed", path = path.display().to_string()),
                Err(why) => tr!("part-failed-silently", why = errors::of_io(&why)),
            };
            match back.send(Msg::Refused(told)) {
                // The program is ending, and so is its screen.
                Ok(()) | Err(_) => {}
            }
        }
    }));
}

#[expect(clippy::disallowed_methods, reason = "the program's own file, and none of the user's")]
fn report(state: Option<&Path>, info: &PanicHookInfo<'_>) -> Result<PathBuf, std::io::Error> {
    let place = state.map_or_else(env::temp_dir, Path::to_owned);
    fs::create_dir_all(&place)?;
    let path = place.join(format!("panic-{}.txt", process::id()));
    let trace = Backtrace::force_capture();
    fs::write(&path, format!("fcp-tui {}\n{info}\n{trace}\n", env!("CARGO_PKG_VERSION")))?;
    Ok(path)
}

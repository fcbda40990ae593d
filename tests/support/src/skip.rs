//! Reports that a test could not run on this machine, so that it never passes silently.

use std::fs::OpenOptions;
use std::io::Write;

/// Reports on stderr, past the capture of test output, that the current test is skipped.
///
/// Where the variable `FCP_SKIP_LOG` names a file, the line is appended there too: `tests/run`
/// collects it, and `.ci/run` fails if there is any.
pub fn skip(reason: &str) {
    let thread = std::thread::current();
    skip_as(thread.name().unwrap_or("unnamed test"), reason);
}

/// Reports a skip on behalf of a test that runs on another thread.
pub(crate) fn skip_as(test: &str, reason: &str) {
    let line = format!("SKIPPED: {test}: {reason}\n");
    // Unlike `eprint!`, writing to the handle is not captured.
    std::io::stderr().write_all(line.as_bytes()).expect("stderr takes a line");
    if let Some(log) = std::env::var_os("FCP_SKIP_LOG") {
        let mut log = OpenOptions::new().append(true).create(true).open(log).expect("a skip log");
        log.write_all(line.as_bytes()).expect("the skip log takes a line");
    }
}

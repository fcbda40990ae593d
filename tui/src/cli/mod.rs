//! The command lines of `fcp` and of its drop-in name `cp`.

mod args;
mod ask;
mod asked;
mod console;
mod display;
mod drop_in;
mod exit;
mod fcp;
mod flags;
mod getopt;
mod lines;
mod messages;
mod misuse;
mod plan;
mod progress;
mod quoting;
mod request;
mod screen;
mod session;
mod signals;
mod size;
mod stream;
mod voice;
mod words;

use std::path::Path;
use std::process::ExitCode;

/// Runs the program that this process was started as.
pub fn run() -> ExitCode {
    let mut line = std::env::args_os();
    let name = line.next().unwrap_or_default();
    let code = match Path::new(&name).file_name() {
        Some(name) if name == "cp" => drop_in::run(line),
        _ => fcp::run(line),
    };
    ExitCode::from(code)
}

//! Compares folders with their copies, byte by byte: `compare FOLDER… DISK`.
//!
//! Prints each file that differs or is missing on the disk, and changes nothing.

#![allow(clippy::print_stdout, reason = "a program with output")]

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use fcp_engine::Engine;
use fcp_engine::event::Event;
use fcp_engine::spec::{Destination, JobSpec};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let Some(disk) = paths.pop().filter(|_| !paths.is_empty()) else {
        return Err("usage: compare FOLDER… DISK".into());
    };
    let copy = JobSpec::copy(paths, Destination::Into(disk.into()));
    let verify = copy.verifying().ok_or("a copy of this kind cannot be compared")?;
    let engine = Engine::new();
    let events = engine.subscribe();
    engine.submit(verify)?;
    while let Some(envelope) = events.next_within(Duration::MAX) {
        match envelope.event {
            Event::ItemFailed { src, error, .. } if error.is_mismatch() => {
                println!("differs\t{}", src.0.display());
            }
            Event::ItemFailed { error, .. } => println!("unknown\t{error}"),
            Event::JobSummary { summary, .. } => {
                println!("{} items are equal, {} are not", summary.done, summary.failed);
                let is_equal = summary.failed == 0;
                return Ok(if is_equal { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
            _ => {}
        }
    }
    Err("the job has told no end".into())
}

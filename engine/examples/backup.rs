//! Keeps a copy of some folders up to date: `backup FOLDER… DISK`.
//!
//! Copies what is new or has changed, keeps what it replaces under a numbered name, and says how far it is.
//! A file that cannot be read is named, and costs itself alone.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program with output")]

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use fcp_engine::Engine;
use fcp_engine::event::{Event, Outcome};
use fcp_engine::spec::{Backup, BackupKind, ConflictPolicy, Destination, Durability, JobSpec};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let Some(disk) = paths.pop().filter(|_| !paths.is_empty()) else {
        return Err("usage: backup FOLDER… DISK".into());
    };
    let spec = JobSpec::copy(paths, Destination::Into(disk.into())).with(|options| {
        options.on_conflict = ConflictPolicy::DifferentMeta;
        options.backup = Some(Backup { kind: BackupKind::Numbered, suffix: String::new() });
        // The program ends when the disk may be unplugged.
        options.durability = Durability::End;
        options.totals = true;
    });
    let engine = Engine::new();
    let events = engine.subscribe();
    let job = engine.submit(spec)?;
    while let Some(envelope) = events.next_within(Duration::MAX) {
        match envelope.event {
            Event::Progress { progress, .. } => {
                let total = progress.totals.and_then(|totals| totals.bytes);
                let total = total.map(|total| format!(" of {total}"));
                println!("{} bytes{}", progress.bytes_done, total.unwrap_or_default());
            }
            Event::ItemFailed { error, .. } => eprintln!("{error}"),
            Event::JobSummary { summary, .. } => {
                println!("{} items copied, {} up to date", summary.done, summary.skipped);
                let is_whole = summary.outcome == Outcome::Completed;
                return Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
            _ => {}
        }
    }
    Err(format!("job {job} has told no end").into())
}

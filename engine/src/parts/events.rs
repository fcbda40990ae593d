//! Writes what the job of a part tells to a file beside its list.

use std::path::PathBuf;

use super::claim::Claim;
use super::error::PlanError;
use crate::contract::error::{Action, OpError};
use crate::contract::event::{Envelope, Event, SCHEMA};
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path};

/// Microseconds between two samples of the progress that are written.
const SAMPLED: u64 = 2_000_000;

/// Bytes that are collected before they are written, unless they are urgent.
const STEP: usize = 64 << 10;

/// The file of events of one attempt at a part: the stream that `--json` prints, a line each.
#[derive(Debug)]
pub struct EventsFile {
    path: PathBuf,
    file: OwnedFd,
    buffer: Vec<u8>,
    seq: u64,
    sampled: u64,
}

impl EventsFile {
    /// Begins the file of an attempt.
    pub fn create(claim: &Claim, attempt: u64) -> Result<Self, PlanError> {
        let name = format!("{:06}.{attempt}.ndjson", claim.number);
        let path = claim.dir.join("events").join(name);
        let made = c_path(&path)
            .ok_or(Errno::INVAL)
            .and_then(|name| sys::create_new(sys::CWD, &name, 0o666));
        let file = made.map_err(|errno| OpError::new(Action::CreateFile, &path, errno))?;
        let mut events = Self { path, file, buffer: Vec::new(), seq: 0, sampled: 0 };
        let at = sys::now();
        events.write(
            at,
            Event::Hello {
                schema: SCHEMA.to_owned(),
                tool: "fcp part".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                pid: std::process::id(),
                time: jiff::Timestamp::now().to_string(),
            },
        )?;
        Ok(events)
    }

    /// Adds an event.
    ///
    /// # Errors
    /// The file cannot be written; later events may find room again.
    pub fn write(&mut self, at: u64, event: Event) -> Result<(), PlanError> {
        let is_sample = matches!(event, Event::Progress { .. });
        if is_sample && at.saturating_sub(self.sampled) < SAMPLED {
            return Ok(());
        }
        if is_sample {
            self.sampled = at;
        }
        let seq = event.is_fact().then_some(self.seq);
        self.seq += u64::from(seq.is_some());
        // An event is plain data, which is always spelled.
        let line = serde_json::to_vec(&Envelope { seq, at, event }).unwrap_or_default();
        self.buffer.extend_from_slice(&line);
        self.buffer.push(b'\n');
        if self.buffer.len() >= STEP { self.flush() } else { Ok(()) }
    }

    /// Writes what was collected.
    pub fn flush(&mut self) -> Result<(), PlanError> {
        let buffer = std::mem::take(&mut self.buffer);
        let written = sys::write_all(self.file.as_fd(), &buffer);
        Ok(written.map_err(|errno| OpError::new(Action::Write, &self.path, errno))?)
    }
}

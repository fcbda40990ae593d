//! A file that takes what a long list would take in memory.

use std::path::PathBuf;

use fcp_sys::{self as sys, AsFd, Errno, OwnedFd};

/// A file for what would take too much memory. It has no name, so that it is removed with the process.
///
/// It belongs to the thread that uses it: workers have descriptor tables of their own.
#[derive(Debug)]
pub(crate) struct Spill {
    state: Option<PathBuf>,
    file: Option<OwnedFd>,
    end: u64,
}

impl Spill {
    /// Prepares a file in the directory `state`, which is made when it is needed.
    pub(crate) fn new(state: Option<PathBuf>) -> Self {
        Self { state, file: None, end: 0 }
    }

    /// Adds bytes at the end; gives where they begin.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<u64, Errno> {
        let file = if let Some(file) = self.file.take() {
            file
        } else {
            let state = self.state.as_ref().ok_or(Errno::NOENT)?;
            let dir = sys::make_dirs(state, 0o700)?;
            sys::create_unnamed(dir.as_fd(), c".", 0o600)?
        };
        let written = sys::write_all_at(file.as_fd(), bytes, self.end);
        self.file = Some(file);
        written?;
        let offset = self.end;
        self.end += bytes.len() as u64;
        Ok(offset)
    }

    /// Reads what was written.
    pub(crate) fn read(&self, offset: u64, length: usize) -> Result<Vec<u8>, Errno> {
        let file = self.file.as_ref().ok_or(Errno::BADF)?;
        let mut bytes = vec![0; length];
        let mut at = 0;
        while let Some(rest) = bytes.get_mut(at..).filter(|rest| !rest.is_empty()) {
            match sys::read_at(file.as_fd(), rest, offset + at as u64)? {
                0 => return Err(Errno::IO),
                read => at += read,
            }
        }
        Ok(bytes)
    }

    /// Gives the room on the disk back.
    pub(crate) fn empty(&mut self) {
        (self.file, self.end) = (None, 0);
    }
}

//! Reads the data of one file from the other end.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use super::other_end::{Asides, lost};
use super::send::REPLIES;
use crate::contract::checksum::Checksum;
use crate::contract::error::{Action, Code, OpError};
use crate::link::{Incoming, Input, Message, foreign};
use crate::sum::SparseHasher;
use crate::unpack::{Content, Failure, Piece, Stop};

/// Batches that may come in the middle of a file: those on their way.
const LATE: usize = REPLIES;

/// The most bytes of holes in a file: no file can be larger.
const LARGEST: u64 = u64::MAX >> 1;

/// No data.
pub(super) struct Nothing;

impl Content for Nothing {
    fn next(&mut self, _buffer: &mut [u8]) -> io::Result<Piece> {
        Ok(Piece::End)
    }
}

/// What is known of a file when its data has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    /// Whether it changed while it was read.
    pub(super) changed: bool,
    /// The checksum, if all came.
    pub(super) whole: Option<Checksum>,
}

/// The data of a file that is being sent.
pub(super) struct FileContent<'a> {
    asides: Asides<'a>,
    input: &'a mut Input,
    hasher: Option<SparseHasher>,
    path: &'a Path,
    /// Where messages go that come in between.
    late: &'a mut VecDeque<Message>,
    /// What of the buffer of the input is still to be given: from, to.
    data: (usize, usize),
    /// A hole that is still to be given.
    hole: u64,
    /// Bytes of holes so far.
    holes: u64,
    ended: Option<Ended>,
    failure: Option<Failure>,
}

impl<'a> FileContent<'a> {
    pub(super) fn new(
        asides: Asides<'a>,
        input: &'a mut Input,
        hasher: SparseHasher,
        path: &'a Path,
        late: &'a mut VecDeque<Message>,
    ) -> Self {
        Self {
            asides,
            input,
            hasher: Some(hasher),
            path,
            late,
            data: (0, 0),
            hole: 0,
            holes: 0,
            ended: None,
            failure: None,
        }
    }

    /// Takes what is left of the file, if it was not wanted to its end.
    pub(super) fn finish(&mut self) -> Result<Ended, Stop> {
        self.data = (0, 0);
        self.hole = 0;
        let job = self.asides.job;
        while self.ended.is_none() {
            job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
            match self.input.frame() {
                Ok(Incoming::Data(_) | Incoming::Message(Message::Hole { .. })) => {}
                Ok(Incoming::Message(Message::FileEnd { .. })) => {
                    self.ended = Some(Ended::default());
                }
                Ok(Incoming::Message(Message::Cancelled)) => return Err(self.asides.cancelled()),
                Ok(Incoming::Message(message)) => {
                    self.keep(message).map_err(|error| Stop::Failed(lost(job, &error)))?;
                }
                Err(error) => return Err(Stop::Failed(lost(job, &error))),
            }
        }
        Ok(self.ended.unwrap_or_default())
    }

    /// Takes in what is not about items; keeps anything else until the file is whole. An end that floods this one with
    /// that is not believed.
    fn keep(&mut self, message: Message) -> io::Result<()> {
        let Some(message) = self.asides.take(message) else { return Ok(()) };
        if self.late.len() >= LATE {
            return Err(foreign());
        }
        self.late.push_back(message);
        Ok(())
    }

    /// Takes the next frame.
    fn advance(&mut self) -> io::Result<()> {
        match self.input.frame()? {
            Incoming::Data(len) => {
                self.data = (0, len);
                if let (Some(hasher), Some(data)) = (&mut self.hasher, self.input.buffer.get(..len))
                {
                    hasher.update(data);
                }
            }
            Incoming::Message(Message::Hole { bytes }) => {
                self.holes = self.holes.saturating_add(bytes);
                if self.holes > LARGEST {
                    return Err(foreign());
                }
                self.hole = bytes;
                if let Some(hasher) = &mut self.hasher {
                    hasher.update_with_hole(bytes);
                }
            }
            Incoming::Message(Message::FileEnd { hash, changed, error }) => {
                let right = self.hasher.take().is_some_and(|hasher| hasher.finish() == hash);
                self.ended = Some(Ended { changed, whole: right.then_some(hash) });
                let verifies = self.asides.job.link.as_ref().is_some_and(|link| link.verifies);
                let error = error.or_else(|| match (right, changed && verifies) {
                    (false, _) => {
                        Some(OpError::refused(Action::Receive, Code::Mismatch, self.path))
                    }
                    (true, true) => {
                        Some(OpError::refused(Action::Read, Code::SourceChanged, self.path))
                    }
                    (true, false) => None,
                });
                if let Some(error) = error {
                    self.failure = Some(Failure::Item(error));
                    return Err(foreign());
                }
            }
            Incoming::Message(Message::Cancelled) => {
                drop(self.asides.cancelled());
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            Incoming::Message(message) => self.keep(message)?,
        }
        Ok(())
    }
}

impl Content for FileContent<'_> {
    fn next(&mut self, buffer: &mut [u8]) -> io::Result<Piece> {
        loop {
            let (from, to) = self.data;
            if from < to {
                let len = (to - from).min(buffer.len());
                let data = self.input.buffer.get(from..from + len).unwrap_or_default();
                buffer[..len].copy_from_slice(data);
                self.data.0 += len;
                return Ok(Piece::Data(len));
            }
            if self.hole > 0 {
                return Ok(Piece::Hole(std::mem::take(&mut self.hole)));
            }
            if self.ended.is_some() {
                return Ok(Piece::End);
            }
            if let Err(error) = self.advance() {
                if self.failure.is_none() {
                    self.failure = Some(Failure::Lost(lost(self.asides.job, &error)));
                }
                return Err(error);
            }
        }
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }
}

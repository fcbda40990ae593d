//! Reads the bytes of a document.

use std::cmp::Ordering;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU64};

use rustix::fs::OFlags;

/// Bytes that are read at once.
pub(crate) const BLOCK: usize = 256 << 10;

/// The most that is read of a file which tells no size, as those in `/proc` do.
const UNSIZED: usize = 4 << 20;

/// The cancellation token of a request: tells the loader that a newer request replaces it.
#[derive(Clone, Debug)]
pub(crate) struct CancelToken {
    newest: Arc<AtomicU64>,
    own: Option<u64>,
}

/// The number of no request: the document is closed.
pub(crate) const CLOSED: u64 = u64::MAX;

impl CancelToken {
    /// Lasts while `newest` is `own`.
    pub(crate) fn new(newest: &Arc<AtomicU64>, own: u64) -> Self {
        Self { newest: Arc::clone(newest), own: Some(own) }
    }

    /// Lasts until the document is closed.
    pub(crate) fn lasting(newest: &Arc<AtomicU64>) -> Self {
        Self { newest: Arc::clone(newest), own: None }
    }

    /// Tells whether the result is no longer needed.
    pub(crate) fn is_over(&self) -> bool {
        let newest = self.newest.load(atomic::Ordering::Relaxed);
        newest == CLOSED || self.own.is_some_and(|own| own != newest)
    }
}

/// How the size of a file has changed since it was taken last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is as before.
    None,
    /// There is more.
    Grown,
    /// There is less, so that all that was read may be of no use.
    Shrunk,
}

/// A file, or what was read of one that has no size.
#[derive(Debug)]
pub(crate) struct Source {
    bytes: Bytes,
    size: u64,
    /// What was read last, and where it begins.
    block: Vec<u8>,
    start: u64,
}

#[derive(Debug)]
enum Bytes {
    File(File),
    Memory(Vec<u8>),
}

impl Source {
    /// Opens a regular file.
    ///
    /// # Errors
    /// `InvalidInput` if something else has its name by now.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        // If a FIFO has replaced the file meanwhile, the open must not block.
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
        let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
        let meta = file.metadata()?;
        if !meta.is_file() {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        let read = if meta.len() == 0 { unsized_bytes(&file)? } else { Vec::new() };
        // One that is really empty may grow.
        let bytes = if read.is_empty() { Bytes::File(file) } else { Bytes::Memory(read) };
        let size = match &bytes {
            Bytes::File(_) => meta.len(),
            Bytes::Memory(bytes) => bytes.len() as u64,
        };
        Ok(Self { bytes, size, block: Vec::new(), start: 0 })
    }

    /// Takes bytes as they are.
    pub(crate) fn memory(bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        Self { bytes: Bytes::Memory(bytes), size, block: Vec::new(), start: 0 }
    }

    /// Gives the size in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// Takes the size that the file has now, and tells whether it is another.
    pub(crate) fn refresh(&mut self) -> io::Result<Change> {
        let Bytes::File(file) = &self.bytes else { return Ok(Change::None) };
        let now = file.metadata()?.len();
        let before = std::mem::replace(&mut self.size, now);
        let change = match now.cmp(&before) {
            Ordering::Equal => return Ok(Change::None),
            Ordering::Greater => Change::Grown,
            Ordering::Less => Change::Shrunk,
        };
        self.block.clear();
        Ok(change)
    }

    /// Reads at a place into a buffer, until it is full or the file ends.
    pub(crate) fn read(&self, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.bytes {
            Bytes::Memory(bytes) => {
                let from = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                let len = buffer.len().min(bytes.len() - from);
                buffer[..len].copy_from_slice(&bytes[from..from + len]);
                Ok(len)
            }
            Bytes::File(file) => {
                let mut done = 0;
                while done < buffer.len() {
                    match file.read_at(&mut buffer[done..], at + done as u64) {
                        Ok(0) => break,
                        Ok(n) => done += n,
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(done)
            }
        }
    }

    /// Gives the bytes of a range of at most [`BLOCK`], less where the file ends.
    pub(crate) fn slice(&mut self, from: u64, to: u64) -> io::Result<&[u8]> {
        let to = to.min(self.size);
        let from = from.min(to);
        let end = self.start + self.block.len() as u64;
        if from < self.start || to > end {
            // Bytes before a place are read as often as bytes after it.
            let start = from.saturating_sub(BLOCK as u64 / 2);
            let mut block = std::mem::take(&mut self.block);
            block.resize(2 * BLOCK, 0);
            let len = self.read(start, &mut block)?;
            block.truncate(len);
            (self.block, self.start) = (block, start);
        }
        let len = self.block.len();
        let from = ((from - self.start) as usize).min(len);
        let to = ((to - self.start) as usize).min(len);
        Ok(&self.block[from..to])
    }

    /// Reads from the beginning, as long as the result is needed.
    pub(crate) fn reader(&self, cancel: CancelToken) -> Reader<'_> {
        Reader { source: self, at: 0, cancel }
    }
}

fn unsized_bytes(file: &File) -> io::Result<Vec<u8>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    match file.take(UNSIZED as u64).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        // Show what was read so far rather than an error.
        Err(_) if !bytes.is_empty() => Ok(bytes),
        Err(error) => Err(error),
    }
}

/// Reads a source from its beginning on.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    source: &'a Source,
    at: u64,
    cancel: CancelToken,
}

impl io::Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.is_over() {
            return Err(io::Error::other("not wanted any more"));
        }
        let len = buffer.len().min(BLOCK);
        let len = self.source.read(self.at, &mut buffer[..len])?;
        self.at += len as u64;
        Ok(len)
    }
}

impl io::Seek for Reader<'_> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        let at = match to {
            io::SeekFrom::Start(at) => Some(at),
            io::SeekFrom::End(by) => self.source.size.checked_add_signed(by),
            io::SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_empty_when_it_was_opened_grows_like_any_other() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log");
        std::fs::write(&path, "").unwrap();
        let mut source = Source::open(&path).unwrap();
        assert_eq!((source.size(), source.refresh().unwrap()), (0, Change::None));
        std::fs::write(&path, "first\n").unwrap();
        assert_eq!(source.refresh().unwrap(), Change::Grown);
        assert_eq!(source.slice(0, 9).unwrap(), b"first\n");
    }
}

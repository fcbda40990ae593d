//! A long list of records, of which a file takes what would be too much for memory.

use crate::job::spill::Spill;
use fcp_sys::Errno;

/// Bytes that are packed, written and read together.
const CHUNK: usize = 1 << 16;

/// Chunks that stay in memory.
const IN_MEMORY: usize = 16;

/// Chunks of whole records, in the order in which these were added.
#[derive(Debug, Default)]
pub(crate) struct Chunks {
    full: Vec<Chunk>,
    /// The chunk that is filled.
    open: Vec<u8>,
    spill: Option<Spill>,
    in_memory: usize,
}

#[derive(Debug)]
enum Chunk {
    Memory(Vec<u8>),
    File { offset: u64, length: usize },
}

impl Chunks {
    /// The chunk to which the next record is added, and whether that is its first; `spill` makes the file when
    /// one is needed.
    pub(crate) fn open(&mut self, spill: impl FnOnce() -> Spill) -> (&mut Vec<u8>, bool) {
        if self.open.len() >= CHUNK {
            let bytes = std::mem::take(&mut self.open);
            let chunk = self.close(bytes, spill);
            self.full.push(chunk);
        }
        let is_new = self.open.is_empty();
        (&mut self.open, is_new)
    }

    fn close(&mut self, bytes: Vec<u8>, spill: impl FnOnce() -> Spill) -> Chunk {
        if self.in_memory < IN_MEMORY {
            self.in_memory += 1;
            return Chunk::Memory(bytes);
        }
        let length = bytes.len();
        match self.spill.get_or_insert_with(spill).write(&bytes) {
            Ok(offset) => Chunk::File { offset, length },
            // No such file can be made here, or the disk is full: it stays in memory.
            Err(_) => Chunk::Memory(bytes),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.full.is_empty() && self.open.is_empty()
    }

    /// Shows the chunks in order, until `each` says that it is enough, or none for one that is damaged.
    ///
    /// # Errors
    /// The file cannot be read, or a chunk is damaged.
    pub(crate) fn show(&self, mut each: impl FnMut(&[u8]) -> Option<bool>) -> Result<(), Errno> {
        for chunk in &self.full {
            let goes_on = match chunk {
                Chunk::Memory(bytes) => each(bytes),
                Chunk::File { offset, length } => {
                    let spill = self.spill.as_ref().ok_or(Errno::BADF)?;
                    each(&spill.read(*offset, *length)?)
                }
            };
            if !goes_on.ok_or(Errno::IO)? {
                return Ok(());
            }
        }
        each(&self.open).map(drop).ok_or(Errno::IO)
    }

    /// Whether some of it is in the file.
    #[cfg(test)]
    pub(crate) fn are_in_file(&self) -> bool {
        self.spill.is_some()
    }
}

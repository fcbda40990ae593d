//! Stores items until there is room for their questions: packed, and beyond a megabyte in a file.
//!
//! A parked item with its question takes about 700 bytes; here it takes its name and 19 bytes.

use std::collections::{HashMap, VecDeque};
use std::ffi::{CStr, CString};
use std::sync::Arc;

use crate::job::spill::Spill;
use crate::walk::item::{ParkedItem, kind_of_number};
use crate::walk::node::DirNode;
use fcp_sys::Errno;

/// Bytes of items that are kept, written and read together.
const CHUNK: usize = 1 << 16;

/// Chunks that stay in memory; among them are always the one that is filled and the one that is read.
const IN_MEMORY: usize = 16;

/// Stands for the length of a destination name that is the name of the source.
const SAME: u32 = u32::MAX;

/// Items in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    chunks: VecDeque<Chunk>,
    /// Directories of the items, and how many items of each wait; each item holds its directory.
    nodes: HashMap<u64, (Arc<DirNode>, u64)>,
    /// Where the next item begins in the first chunk.
    at: usize,
    count: u64,
    in_memory: usize,
    /// Whether chunks cannot be written down.
    stays: bool,
}

#[derive(Debug)]
enum Chunk {
    Memory(Vec<u8>),
    File { offset: u64, length: usize },
}

impl Backlog {
    /// Counts the items.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Adds an item, which has no answer yet.
    pub(super) fn push(&mut self, item: ParkedItem) {
        let ParkedItem { node, name, dst_name, kind, tries, is_renamed, .. } = item;
        let mut chunk = match self.chunks.pop_back() {
            Some(Chunk::Memory(chunk)) if chunk.len() < CHUNK => chunk,
            full => {
                self.chunks.extend(full);
                self.in_memory += 1;
                Vec::with_capacity(CHUNK + 1024)
            }
        };
        chunk.extend_from_slice(&node.id.to_ne_bytes());
        chunk.extend_from_slice(&[kind as u8, tries, is_renamed.into()]);
        put(&mut chunk, &name);
        if dst_name == name {
            chunk.extend_from_slice(&SAME.to_ne_bytes());
        } else {
            put(&mut chunk, &dst_name);
        }
        self.chunks.push_back(Chunk::Memory(chunk));
        self.count += 1;
        self.nodes.entry(node.id).or_insert_with(|| (node, 0)).1 += 1;
    }

    /// Takes the oldest items, up to `most`.
    ///
    /// # Errors
    /// They cannot be read back; then all are lost, and none is left.
    pub(super) fn take(
        &mut self,
        most: usize,
        spill: &mut Spill,
    ) -> Result<Vec<ParkedItem>, Errno> {
        let mut taken = Vec::with_capacity(most.min(self.count as usize));
        while taken.len() < most {
            let chunk = match self.chunks.front() {
                None => break,
                Some(Chunk::Memory(chunk)) => chunk,
                Some(&Chunk::File { offset, length }) => {
                    let read =
                        spill.read(offset, length).inspect_err(|_| *self = Self::default())?;
                    self.in_memory += 1;
                    if let Some(front) = self.chunks.front_mut() {
                        *front = Chunk::Memory(read);
                    }
                    continue;
                }
            };
            match get_item(chunk.get(self.at..).unwrap_or_default(), &self.nodes) {
                Some((item, length)) => {
                    self.at += length;
                    self.count = self.count.saturating_sub(1);
                    self.leave(item.node.id);
                    taken.push(item);
                }
                None if self.at < chunk.len() => {
                    *self = Self::default();
                    return Err(Errno::IO);
                }
                None => {
                    self.chunks.pop_front();
                    self.in_memory = self.in_memory.saturating_sub(1);
                    self.at = 0;
                }
            }
        }
        if self.count == 0 {
            *self = Self::default();
            spill.empty();
        }
        Ok(taken)
    }

    fn leave(&mut self, node: u64) {
        if let Some((_, waiting)) = self.nodes.get_mut(&node) {
            *waiting = waiting.saturating_sub(1);
            if *waiting == 0 {
                self.nodes.remove(&node);
            }
        }
    }

    /// Whether there is more in memory than should be.
    pub(super) fn is_large(&self) -> bool {
        self.in_memory > IN_MEMORY && !self.stays
    }

    /// Whether some of it is in the file.
    #[cfg(test)]
    pub(super) fn is_in_file(&self) -> bool {
        self.chunks.iter().any(|chunk| matches!(chunk, Chunk::File { .. }))
    }

    /// Moves what is too much into the file, the newest first, but for the chunk that is filled.
    pub(super) fn shrink(&mut self, spill: &mut Spill) {
        let full = self.chunks.len().saturating_sub(1);
        for chunk in self.chunks.iter_mut().take(full).skip(1).rev() {
            if self.in_memory <= IN_MEMORY {
                return;
            }
            let Chunk::Memory(bytes) = &chunk else { continue };
            let Ok(offset) = spill.write(bytes) else {
                // No such file can be made here, or the disk is full: it stays in memory.
                self.stays = true;
                return;
            };
            *chunk = Chunk::File { offset, length: bytes.len() };
            self.in_memory -= 1;
        }
    }
}

fn put(chunk: &mut Vec<u8>, name: &CStr) {
    let name = name.to_bytes_with_nul();
    chunk.extend_from_slice(&(name.len() as u32).to_ne_bytes());
    chunk.extend_from_slice(name);
}

fn get(bytes: &[u8]) -> Option<(Option<CString>, &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = u32::from_ne_bytes(*length);
    if length == SAME {
        return Some((None, rest));
    }
    let (name, rest) = rest.split_at_checked(length as usize)?;
    Some((Some(CStr::from_bytes_with_nul(name).ok()?.to_owned()), rest))
}

/// Gives the first item of some bytes, and its length in bytes.
fn get_item(
    bytes: &[u8],
    nodes: &HashMap<u64, (Arc<DirNode>, u64)>,
) -> Option<(ParkedItem, usize)> {
    let (id, rest) = bytes.split_first_chunk()?;
    let ([kind, tries, is_renamed], rest) = rest.split_first_chunk()?;
    let (name, rest) = get(rest)?;
    let (dst_name, rest) = get(rest)?;
    let (node, _) = nodes.get(&u64::from_ne_bytes(*id))?;
    let name = name?;
    let item = ParkedItem {
        node: Arc::clone(node),
        dst_name: dst_name.unwrap_or_else(|| name.clone()),
        name,
        kind: kind_of_number(*kind)?,
        answer: None,
        shown: None,
        tries: *tries,
        is_renamed: *is_renamed != 0,
        given_up: None,
    };
    Some((item, bytes.len() - rest.len()))
}

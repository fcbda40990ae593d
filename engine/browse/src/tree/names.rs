//! Keeps names that wait, packed.

use std::ffi::CStr;

/// Names and notes, packed: no allocation per entry.
#[derive(Debug, Default)]
pub(super) struct Names {
    bytes: Vec<u8>,
    pub(super) count: usize,
}

impl Names {
    pub(super) fn push(&mut self, name: &CStr, note: u32) {
        self.bytes.extend_from_slice(&note.to_ne_bytes());
        self.bytes.extend_from_slice(name.to_bytes_with_nul());
        self.count += 1;
    }

    /// Reads the entry at `*at` and moves on.
    pub(super) fn next(&self, at: &mut usize) -> Option<(&CStr, u32)> {
        let (note, rest) = self.bytes.get(*at..)?.split_first_chunk()?;
        let name = CStr::from_bytes_until_nul(rest).ok()?;
        *at += note.len() + name.to_bytes_with_nul().len();
        Some((name, u32::from_ne_bytes(*note)))
    }
}

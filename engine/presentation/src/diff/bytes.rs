//! Finds the first byte in which two files differ.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::error::{Action, OpError};

use super::Diff;

/// Bytes in a row of an excerpt.
pub const WIDTH: usize = 16;

/// Rows of an excerpt; the difference is in the second one, or in the first row of the files.
const ROWS: usize = 8;

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// Why two files are compared by bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// One of them is no text.
    Binary,
    /// One of them is too large for lines.
    Large,
}

/// Where two files begin to differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// Why they are compared by bytes.
    pub why: Why,
    /// The first byte that differs, counted from 0; it may be the end of the shorter file.
    pub offset: u64,
    /// The sizes of both in bytes.
    pub sizes: [u64; 2],
    /// Where the excerpts begin, counted from 0: at a multiple of [`WIDTH`].
    pub start: u64,
    /// What both have from there on, a few rows at most.
    pub excerpts: [Vec<u8>; 2],
}

impl Bytes {
    /// Compares contents that differ.
    pub(super) fn of(contents: [&[u8]; 2], why: Why) -> Self {
        let offset = common(contents) as u64;
        let start = start(offset);
        let excerpt = |bytes: &[u8]| {
            let rest = bytes.get(start as usize..).unwrap_or_default();
            rest.get(..ROWS * WIDTH).unwrap_or(rest).to_vec()
        };
        let sizes = contents.map(|bytes| bytes.len() as u64);
        Self { why, offset, sizes, start, excerpts: contents.map(excerpt) }
    }

    /// Gives the rows of the excerpts: the offset of each, and the bytes of both files in it.
    pub fn rows(&self) -> impl Iterator<Item = (u64, [&[u8]; 2])> {
        let longest = self.excerpts.iter().map(Vec::len).max().unwrap_or(0);
        (0..longest).step_by(WIDTH).map(move |at| {
            let parts = self.excerpts.each_ref().map(|bytes| {
                let rest = bytes.get(at..).unwrap_or_default();
                rest.get(..WIDTH).unwrap_or(rest)
            });
            (self.start + at as u64, parts)
        })
    }
}

/// Gives where the excerpt around a byte begins.
fn start(offset: u64) -> u64 {
    (offset / WIDTH as u64).saturating_sub(1) * WIDTH as u64
}

/// Gives how many bytes both begin with.
fn common([left, right]: [&[u8]; 2]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

/// Compares files through two buffers, from their beginning; gives none if it was stopped.
pub(super) fn stream(
    paths: [&Path; 2],
    files: &[File; 2],
    why: Why,
    stop: &AtomicBool,
) -> Result<Option<Diff>, OpError> {
    let mut buffers = [vec![0; BUFFER], vec![0; BUFFER]];
    let mut at = 0_u64;
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let [left, right] = &mut buffers;
        let left = fill(paths[0], &files[0], at, left)?;
        let right = fill(paths[1], &files[1], at, right)?;
        let same = common([left, right]);
        if same < left.len().max(right.len()) {
            let offset = at + same as u64;
            let (ended, start) = ([left.len(), right.len()], start(offset));
            let mut found =
                Bytes { why, offset, sizes: [0; 2], start, excerpts: [Vec::new(), Vec::new()] };
            for (side, &read) in ended.iter().enumerate() {
                let told = files[side].metadata().map_or(0, |meta| meta.len());
                // A file that has ended here is as long as it was read.
                let is_over = read < BUFFER;
                found.sizes[side] = if is_over { at + read as u64 } else { told };
                let mut excerpt = vec![0; ROWS * WIDTH];
                let len = fill(paths[side], &files[side], start, &mut excerpt)?.len();
                excerpt.truncate(len);
                found.excerpts[side] = excerpt;
            }
            return Ok(Some(Diff::Bytes(found)));
        }
        if left.len() < BUFFER {
            return Ok(Some(Diff::Same(at + left.len() as u64)));
        }
        at += BUFFER as u64;
    }
}

/// Reads until the buffer is full or the file ends, and gives what was read.
fn fill<'b>(
    path: &Path,
    file: &File,
    offset: u64,
    buffer: &'b mut [u8],
) -> Result<&'b [u8], OpError> {
    let mut len = 0;
    while let Some(rest) = buffer.get_mut(len..).filter(|rest| !rest.is_empty()) {
        match file.read_at(rest, offset + len as u64) {
            Ok(0) => break,
            Ok(got) => len += got,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(OpError::of_io(Action::Read, path, &error)),
        }
    }
    Ok(&buffer[..len])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_begins_a_row_before_the_difference() {
        let (mut left, right) = (vec![0_u8; 100], vec![0_u8; 90]);
        left[70] = 1;
        let found = Bytes::of([&left, &right], Why::Binary);
        assert_eq!((found.offset, found.start, found.sizes), (70, 48, [100, 90]));
        let rows: Vec<_> = found.rows().map(|(at, [l, r])| (at, l.len(), r.len())).collect();
        assert_eq!(rows, [(48, 16, 16), (64, 16, 16), (80, 16, 10), (96, 4, 0)]);
        let found = Bytes::of([b"", b"x"], Why::Binary);
        assert_eq!((found.offset, found.start, found.excerpts[0].len()), (0, 0, 0));
    }
}

//! Lists the two sides of a directory and joins them by name.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::event::FileKind;
use fcp_engine::folded;
use fcp_sys::{self as sys, BorrowedFd, Errno, Sys};

/// The sorted names of a directory, packed: no allocation per entry.
#[derive(Debug, Default)]
pub(crate) struct Names {
    bytes: Vec<u8>,
    entries: Vec<(u32, FileKind)>,
}

impl Names {
    /// Lists a directory.
    ///
    /// # Errors
    /// `EOVERFLOW` if the names alone would take 4 GiB.
    pub(crate) fn list(
        dir: BorrowedFd<'_>,
        buffer: &mut [MaybeUninit<u8>],
        stop: &AtomicBool,
    ) -> Sys<Self> {
        let mut names = Self::default();
        let mut is_full = false;
        sys::list(dir, buffer, |name, kind, _| {
            match u32::try_from(names.bytes.len()) {
                Ok(at) => names.entries.push((at, sys::kind_at(dir, name, kind))),
                Err(_) => is_full = true,
            }
            names.bytes.extend_from_slice(name.to_bytes_with_nul());
            if is_full || stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        if is_full {
            return Err(Errno::OVERFLOW);
        }
        let bytes = &names.bytes;
        names.entries.sort_unstable_by_key(|(at, _)| at_of(bytes, *at).to_bytes());
        Ok(names)
    }

    /// Gives the entry of a row.
    pub(crate) fn get(&self, row: usize) -> Option<(&CStr, FileKind)> {
        let (at, kind) = *self.entries.get(row)?;
        Some((at_of(&self.bytes, at), kind))
    }

    /// Gives the entry of a row another name; its place stays.
    fn rename(&mut self, row: usize, name: &CStr) {
        if let (Ok(at), Some(entry)) = (u32::try_from(self.bytes.len()), self.entries.get_mut(row))
        {
            entry.0 = at;
            self.bytes.extend_from_slice(name.to_bytes_with_nul());
        }
    }
}

/// The name at an offset; names never have a NUL, and each ends in one.
fn at_of(bytes: &[u8], at: u32) -> &CStr {
    let rest = bytes.get(at as usize..).unwrap_or_default();
    CStr::from_bytes_until_nul(rest).unwrap_or_default()
}

/// The entries of two directories.
#[derive(Debug)]
pub(super) struct Joined {
    sides: [Names; 2],
    /// Rows of both sides with one name, [`NONE`] for a side that lacks it.
    pairs: Vec<[u32; 2]>,
}

/// Stands for the row of a side that has none.
const NONE: u32 = u32::MAX;

impl Joined {
    /// Joins two sides by name.
    pub(super) fn new(sides: [Names; 2]) -> Self {
        let mut pairs = Vec::new();
        let [mut left, mut right] = [0, 0];
        loop {
            let order = match (sides[0].get(left), sides[1].get(right)) {
                (None, None) => break,
                (Some((one, _)), Some((other, _))) => one.to_bytes().cmp(other.to_bytes()),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
            };
            let (takes_left, takes_right) = (order.is_le(), order.is_ge());
            let row = |takes: bool, row: usize| if takes { row as u32 } else { NONE };
            pairs.push([row(takes_left, left), row(takes_right, right)]);
            left += usize::from(takes_left);
            right += usize::from(takes_right);
        }
        Self { sides, pairs }
    }

    /// Joins what has one name in two spellings, where one of the open directories takes them for one: else the same file
    /// would be one to copy and one to remove.
    ///
    /// Such an entry has the spelling that leads to it on both sides.
    pub(super) fn join_spellings(&mut self, dirs: [BorrowedFd<'_>; 2]) {
        let of = |pairs: &[[u32; 2]], side: usize| -> Vec<usize> {
            (0..pairs.len()).filter(|&at| pairs[at][1 - side] == NONE).collect()
        };
        let (lefts, rights) = (of(&self.pairs, 0), of(&self.pairs, 1));
        if lefts.is_empty() || rights.is_empty() {
            return;
        }
        let spelled = |joined: &Self, at| Some(joined.get(at)?.0.to_owned());
        let mut spellings: HashMap<Vec<u8>, usize> = rights
            .into_iter()
            .filter_map(|at| Some((folded(spelled(self, at)?.to_bytes()), at)))
            .collect();
        for at in lefts {
            let Some(left) = spelled(self, at) else { continue };
            let Entry::Occupied(other) = spellings.entry(folded(left.to_bytes())) else { continue };
            let Some(right) = spelled(self, *other.get()) else { continue };
            let leads = |side: usize, name: &CStr| sys::stat_at(dirs[side], name, false).is_ok();
            let (kept, dropped) = if leads(1, &left) {
                (at, *other.get())
            } else if leads(0, &right) {
                self.sides[0].rename(self.pairs[at][0] as usize, &right);
                (*other.get(), at)
            } else {
                continue;
            };
            other.remove();
            let [one, two] = [self.pairs[kept], self.pairs[dropped]];
            // The side that an entry lacks has the greatest number.
            self.pairs[kept] = [one[0].min(two[0]), one[1].min(two[1])];
            self.pairs[dropped] = [NONE; 2];
        }
        self.pairs.retain(|pair| *pair != [NONE; 2]);
    }

    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Gives the name of an entry, and its type on each side.
    pub(super) fn get(&self, at: usize) -> Option<(&CStr, [Option<FileKind>; 2])> {
        let [left, right] = *self.pairs.get(at)?;
        let (left, right) = (self.sides[0].get(left as usize), self.sides[1].get(right as usize));
        let name = left.or(right)?.0;
        Some((name, [left.map(|(_, kind)| kind), right.map(|(_, kind)| kind)]))
    }
}

/// Directories that wait to be entered, packed: their names and the numbers of their tasks.
#[derive(Debug, Default)]
pub(super) struct Queued {
    bytes: Vec<u8>,
    pub(super) count: usize,
}

impl Queued {
    pub(super) fn push(&mut self, name: &CStr, number: u64) {
        self.bytes.extend_from_slice(&number.to_ne_bytes());
        self.bytes.extend_from_slice(name.to_bytes_with_nul());
        self.count += 1;
    }

    /// Reads the entry at `*at` and moves on.
    pub(super) fn next(&self, at: &mut usize) -> Option<(&CStr, u64)> {
        let (number, rest) = self.bytes.get(*at..)?.split_first_chunk()?;
        let name = CStr::from_bytes_until_nul(rest).ok()?;
        *at += number.len() + name.to_bytes_with_nul().len();
        Some((name, u64::from_ne_bytes(*number)))
    }
}

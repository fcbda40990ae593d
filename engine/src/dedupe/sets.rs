//! What is known of devices and files between the rounds.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

/// What is known of a device.
#[derive(Debug)]
pub(super) struct Looked {
    pub(super) device: u32,
    /// Identifies its filesystem.
    pub(super) id: u128,
    /// Where it cannot share storage: what is refused, and the name of its type.
    pub(super) unable: Option<(PathBuf, Option<String>)>,
}

/// The storage of a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) file: u32,
    /// Equal for files that share all of their storage; none where that is not known.
    pub(super) extents: Option<u64>,
    /// Equal for files that share all of their storage if their contents are equal as well: it is encoded.
    pub(super) encoded: Option<u64>,
    /// Bytes of storage.
    pub(super) allocated: u64,
    /// Bytes among them that no other file has.
    pub(super) alone: u64,
    /// Whether it is written in place: such a file shares only with its like.
    pub(super) in_place: bool,
    /// Equal for files that have their holes at the same places.
    pub(super) layout: u64,
}

/// Files that share all of their storage, mostly one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// Where its files begin among the members, and how many they are.
    pub(super) first: u32,
    pub(super) len: u32,
    /// Bytes of storage of one of its files, and bytes among them that no other file has.
    pub(super) allocated: u64,
    pub(super) alone: u64,
    /// Whether its files are written in place.
    pub(super) in_place: bool,
    /// Equal for classes that have their holes at the same places.
    pub(super) layout: u64,
    /// Equal for classes that share all of their storage if their contents are equal.
    pub(super) encoded: Option<u64>,
}

/// Classes that are alike so far.
#[derive(Debug)]
pub(super) struct Group {
    /// Those that are hashed whole, with their hashes.
    pub(super) hashed: Mutex<Vec<(u32, u128)>>,
    /// How many are not.
    pub(super) left: AtomicUsize,
}

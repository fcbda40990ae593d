//! Subvolumes of btrfs: which directories are their roots, which lie in them, and snapshots of them.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod portable;

#[cfg(target_os = "linux")]
pub use linux::*;
#[cfg(not(target_os = "linux"))]
pub use portable::*;

/// What btrfs knows of a subvolume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subvolume {
    /// Its own number, which no other subvolume ever gets.
    pub uuid: [u8; 16],
    /// The number of the subvolume of which it is a snapshot; zeros if it is none.
    pub parent: [u8; 16],
    /// The transaction in which anything in it changed last; that something was read may count.
    pub changed: u64,
    /// The transaction in which it was made.
    pub made: u64,
    /// When it was made, in microseconds since the Unix epoch.
    pub made_at: i64,
    /// Whether nothing in it can be changed.
    pub read_only: bool,
}

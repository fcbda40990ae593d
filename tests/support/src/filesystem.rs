//! Names the filesystems to test on.

/// A filesystem to test on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Clones files, has subvolumes and checksums.
    Btrfs,
    /// Clones files.
    Xfs,
    /// Does not clone.
    Ext4,
    /// Lies in memory.
    Tmpfs,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Btrfs, Self::Xfs, Self::Ext4, Self::Tmpfs];

    /// The name that `mount -t` takes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Btrfs => "btrfs",
            Self::Xfs => "xfs",
            Self::Ext4 => "ext4",
            Self::Tmpfs => "tmpfs",
        }
    }
}

//! Defines what carries data, and all that is said of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::contract::wire::wire;

wire! {
    /// Names how bytes travel.
    #[derive(Copy, Hash)]
    pub enum Mover {
        /// Extents are shared; no byte travels.
        Reflink,
        /// `copy_file_range(2)`.
        CopyFileRange,
        /// `read(2)` and `write(2)`.
        ReadWrite,
        /// Through a memory map.
        Mmap,
        /// With `O_DIRECT`.
        Direct,
        /// Buffered, leaving the page cache as it was.
        Uncached,
        /// A snapshot of a whole btrfs subvolume, with those inside; no byte travels.
        Snapshot,
    }

    /// Names the ways of bytes that sums and the apps tell apart.
    #[derive(Copy, Hash)]
    pub enum Travel {
        /// They stay where they are, shared by the files.
        Reflinked,
        /// They stay where they are, in a snapshot.
        Snapshot,
        /// The kernel copies them.
        Kernel,
        /// They pass through the process.
        Streamed,
    }
}

/// Lists all movers; the compiler refuses a list that lacks one.
macro_rules! movers {
    ($($mover:ident is $name:literal, $travel:ident;)*) => {
        impl Mover {
            /// Every mover, in the order of their declaration.
            pub const EVERY: [Self; [$(Self::$mover),*].len()] = [$(Self::$mover),*];

            /// Tells the way its bytes take.
            pub const fn travel(self) -> Travel {
                match self {
                    $(Self::$mover => Travel::$travel,)*
                }
            }
        }

        impl fmt::Display for Mover {
            /// Names the calls it makes.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$mover => $name,)*
                })
            }
        }
    };
}

movers! {
    Reflink is "reflink", Reflinked;
    CopyFileRange is "copy_file_range", Kernel;
    ReadWrite is "read and write", Streamed;
    Mmap is "memory map", Streamed;
    Direct is "direct I/O", Streamed;
    Uncached is "uncached", Streamed;
    Snapshot is "snapshot", Snapshot;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movers_are_listed_in_the_order_of_their_declaration() {
        assert!(Mover::EVERY.iter().enumerate().all(|(n, mover)| *mover as usize == n));
    }
}

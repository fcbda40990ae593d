//! What tells an inode from others that get its number at another time.

use std::ffi::CStr;

use serde::{Deserialize, Serialize};

use super::{BorrowedFd, Sys, identity_at};

/// Tells an inode from others, also from those that get its number when it is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Identity {
    /// Device and inode number.
    pub id: (u64, u64),
    /// When it was made, in microseconds since the Unix epoch, where the filesystem keeps that.
    pub born: Option<i64>,
}

impl Identity {
    /// Gives that of a name, without following a link.
    ///
    /// # Errors
    /// Those of stat(2).
    pub fn at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Self> {
        identity_at(dir, name)
    }

    /// Whether both are one inode, as far as the filesystem tells.
    pub fn is(self, other: Self) -> bool {
        let born_apart = self.born.zip(other.born).is_some_and(|(one, other)| one != other);
        self.id == other.id && !born_apart
    }
}

/// As it is written: `[device, inode, born]`, or `[device, inode]`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Born(u64, u64, i64),
    Bare(u64, u64),
}

impl From<Stored> for Identity {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Born(dev, ino, born) => Self { id: (dev, ino), born: Some(born) },
            Stored::Bare(dev, ino) => Self { id: (dev, ino), born: None },
        }
    }
}

impl From<Identity> for Stored {
    fn from(Identity { id: (dev, ino), born }: Identity) -> Self {
        match born {
            Some(born) => Self::Born(dev, ino, born),
            None => Self::Bare(dev, ino),
        }
    }
}

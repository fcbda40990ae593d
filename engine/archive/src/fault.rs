//! Describes why an archive cannot be read, or not all of it.

use std::io;

/// Why an archive, or an entry of it, cannot be read.
#[derive(Debug)]
pub enum Fault {
    /// Reading the file failed.
    Io(io::Error),
    /// What was read cannot be unpacked.
    Unreadable(Why),
}

/// Why what was read cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is damaged or cut off.
    Damaged,
    /// It is encrypted.
    Encrypted,
    /// It needs a method, or more memory, than this crate offers.
    Unsupported,
}

impl Fault {
    /// Makes a fault of damage.
    pub(crate) const DAMAGED: Self = Self::Unreadable(Why::Damaged);
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        // What the system reports has a number; what a decoder reports has not.
        match error.raw_os_error() {
            Some(_) => Self::Io(error),
            None if error.kind() == io::ErrorKind::Unsupported => {
                Self::Unreadable(Why::Unsupported)
            }
            None if error.kind() == io::ErrorKind::OutOfMemory => {
                Self::Unreadable(Why::Unsupported)
            }
            None => Self::DAMAGED,
        }
    }
}

/// An error of a reader: the data is damaged.
pub(crate) fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

//! Reads archives, and makes them: their entries, one after the other, and the data of each.
//!
//! Nothing here touches a filesystem or believes a name: what an entry is called is given as the archive has it, and
//! [`parts`] says whether that is a path that stays below the directory it is unpacked in. All memory is bounded,
//! whatever a header claims.
//!
//! Formats: zip, tar, 7z, and gzip, xz and zstd, of a tar or of one file.

#![warn(missing_docs)]

mod entry;
mod fault;
mod format;
mod name;
pub mod pack;
mod seven;
mod stream;
mod tape;
#[cfg(test)]
mod tests;
mod zip;

use std::io::{Read, Seek};
use std::ops::ControlFlow;

pub use entry::{Entry, Kind, Time};
pub use fault::{Fault, Why};
pub use format::{Format, Packing, stem};
pub use name::{Unsafe, parts};

/// Where the bytes of an archive come from.
pub trait Source: Read + Seek {}

impl<S: Read + Seek> Source for S {}

/// What is called with each entry and its data; it may leave the data unread.
///
/// Data that is read to its end has been compared with its checksum, where the format has one.
pub type Each<'a> = dyn FnMut(&Entry, &mut dyn Read) -> ControlFlow<()> + 'a;

/// Reads an archive of this format from its beginning to its end, or until `each` has had enough.
///
/// `name` is the file name of the archive, by which the one file in a bare gzip, xz or zstd file is called.
///
/// # Errors
/// The archive cannot be read, or is damaged; what came before was given to `each`.
pub fn read(
    mut source: &mut dyn Source,
    format: Format,
    name: &[u8],
    each: &mut Each<'_>,
) -> Result<(), Fault> {
    match format {
        Format::Zip => zip::read(source, each),
        Format::SevenZip => seven::read(source, each),
        Format::Tar => tape::read(&mut source, each),
        Format::Packed { packing, tar: true } => {
            tape::read(&mut stream::open(source, packing), each)
        }
        Format::Packed { packing, tar: false } => {
            stream::read_one(source, packing, name, each);
            Ok(())
        }
    }
}

/// Tells the entries of an archive without their data, which is read only of a tar that is packed.
///
/// # Errors
/// As for [`read`].
pub fn list(
    source: &mut dyn Source,
    format: Format,
    name: &[u8],
    each: &mut dyn FnMut(&Entry) -> ControlFlow<()>,
) -> Result<(), Fault> {
    match format {
        Format::Zip => zip::list(source, each),
        Format::SevenZip => seven::list(source, each),
        Format::Tar | Format::Packed { .. } => {
            read(source, format, name, &mut |entry, _| each(entry))
        }
    }
}

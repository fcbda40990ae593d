//! Makes archives: zip, and tar, also packed by gzip, xz or zstd.
//!
//! Entries are written in the order in which they are given, and the same entries give the same bytes. An archive
//! stays whole if a file becomes shorter, longer or unreadable while it is packed.

mod squeeze;
mod tape;
mod zip;

use std::io::{self, Seek, Write};

use crate::format::{Format, Packing};
use crate::{Entry, Kind};

/// Endings of the names of archives that can be made.
const ENDINGS: [(&[u8], Format); 8] = [
    (b".zip", Format::Zip),
    (b".tar", Format::Tar),
    (b".tar.gz", Format::Packed { packing: Packing::Gzip, tar: true }),
    (b".tgz", Format::Packed { packing: Packing::Gzip, tar: true }),
    (b".tar.xz", Format::Packed { packing: Packing::Xz, tar: true }),
    (b".txz", Format::Packed { packing: Packing::Xz, tar: true }),
    (b".tar.zst", Format::Packed { packing: Packing::Zstd, tar: true }),
    (b".tzst", Format::Packed { packing: Packing::Zstd, tar: true }),
];

/// Gives the format that the ending of a name asks for; none if it is not one in which archives are made.
pub fn format_of(name: &[u8]) -> Option<Format> {
    let has = |ending: &[u8]| {
        let cut = name.len().checked_sub(ending.len()).filter(|cut| *cut > 0)?;
        name.get(cut..).filter(|end| end.eq_ignore_ascii_case(ending))
    };
    ENDINGS.iter().find_map(|(ending, format)| has(ending).map(|_| *format))
}

/// Where the data of an entry comes from.
pub trait Data {
    /// Reads more of it; 0 where it ends, or cannot be read any further.
    fn read(&mut self, buffer: &mut [u8]) -> usize;

    /// Whether the archive is still wanted.
    fn goes_on(&mut self) -> bool;

    /// Whether all that was read is what the file holds, as far as is known.
    fn is_readable(&self) -> bool;
}

/// What became of the data of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// Bytes that came from the data.
    pub bytes: u64,
    /// Whether the data had exactly as many bytes as were announced.
    pub as_announced: bool,
    /// Whether zeros stand for what was missing.
    pub is_padded: bool,
}

/// Why an entry cannot be in an archive of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Zip holds names in UTF-8 alone.
    NotUtf8,
    /// Zip holds names of up to 65535 bytes.
    TooLong,
    /// Zip holds no FIFOs, devices or hard links.
    Special,
}

impl Format {
    /// Says why an archive of this format cannot hold an entry.
    pub fn unfit(self, entry: &Entry) -> Option<Unfit> {
        if self == Self::Zip { zip::unfit(entry) } else { None }
    }
}

/// Writes an archive, entry by entry.
#[derive(Debug)]
pub struct Packer<W: Write + Seek> {
    inner: Inner<W>,
}

#[derive(Debug)]
enum Inner<W: Write + Seek> {
    Zip(zip::Zip<W>),
    Tape(tape::Tape<W>),
}

impl<W: Write + Seek> Packer<W> {
    /// Begins an archive.
    ///
    /// `level` is how hard it is packed, from 0 (not at all) to 9; `threads` is how many parts of a stream are packed
    /// at a time.
    ///
    /// # Errors
    /// It is a format that cannot be made.
    pub fn new(out: W, format: Format, level: Option<u8>, threads: usize) -> io::Result<Self> {
        let level = level.map(|level| u32::from(level.min(9)));
        let packing = match format {
            Format::Zip => return Ok(Self { inner: Inner::Zip(zip::Zip::new(out, level)) }),
            Format::Tar => None,
            Format::Packed { packing, tar: true } => Some(packing),
            Format::Packed { tar: false, .. } | Format::SevenZip => {
                return Err(io::ErrorKind::Unsupported.into());
            }
        };
        let stream = squeeze::Stream::new(out, packing, level, threads);
        Ok(Self { inner: Inner::Tape(tape::Tape::new(stream)) })
    }

    /// Whether hard links are entries of their own, and not files with the same data.
    pub fn holds_links(&self) -> bool {
        match &self.inner {
            Inner::Zip(_) => false,
            Inner::Tape(_) => true,
        }
    }

    /// Adds an entry; the data is read if it is a file, whose `size` must be known.
    ///
    /// What the data has beyond that size is left out. What it lacks is made up for by zeros in a tar, which has the
    /// size in front. In a zip, a file that could not be read to its end is left out.
    ///
    /// # Errors
    /// The archive cannot be written.
    pub fn add(&mut self, entry: &Entry, data: &mut dyn Data) -> io::Result<Added> {
        match &mut self.inner {
            Inner::Zip(zip) => zip.add(entry, data),
            Inner::Tape(tape) => tape.add(entry, data),
        }
    }

    /// Ends the archive, and gives what it was written to.
    ///
    /// # Errors
    /// The archive cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.inner {
            Inner::Zip(zip) => zip.finish(),
            Inner::Tape(tape) => tape.finish(),
        }
    }
}

/// No data, for entries that have none.
#[derive(Debug)]
pub struct Nothing;

impl Data for Nothing {
    fn read(&mut self, _buffer: &mut [u8]) -> usize {
        0
    }

    fn goes_on(&mut self) -> bool {
        true
    }

    fn is_readable(&self) -> bool {
        true
    }
}

/// The bytes of an entry's data that are announced.
fn announced(entry: &Entry) -> u64 {
    match entry.kind {
        Kind::File => entry.size.unwrap_or(0),
        Kind::Directory
        | Kind::Symlink(_)
        | Kind::HardLink(_)
        | Kind::Fifo
        | Kind::CharDevice(..)
        | Kind::BlockDevice(..) => 0,
    }
}

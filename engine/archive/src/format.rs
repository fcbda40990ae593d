//! Recognizes archives by their first bytes and their names.

use std::io::{self, Read, SeekFrom};

use crate::{Source, stream};

/// How an archive is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// A zip archive.
    Zip,
    /// A tar archive that is not packed.
    Tar,
    /// A 7z archive.
    SevenZip,
    /// A packed stream.
    Packed {
        /// How it is packed.
        packing: Packing,
        /// Whether it is a tar archive; otherwise it is one file.
        tar: bool,
    },
}

/// How a stream is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// gzip.
    Gzip,
    /// xz.
    Xz,
    /// zstd.
    Zstd,
}

/// Endings of the names of archives, longer ones before those that they end in.
const ENDINGS: [&[u8]; 12] = [
    b".tar.gz",
    b".tar.xz",
    b".tar.zst",
    b".tgz",
    b".txz",
    b".tzst",
    b".zip",
    b".tar",
    b".7z",
    b".gz",
    b".xz",
    b".zst",
];

/// Gives the name of an archive without its ending, for the folder or the file that is unpacked from it.
pub fn stem(name: &[u8]) -> &[u8] {
    let found = ENDINGS.iter().find_map(|ending| {
        let cut = name.len().checked_sub(ending.len()).filter(|cut| *cut > 0)?;
        name.get(cut..).filter(|end| end.eq_ignore_ascii_case(ending))?;
        name.get(..cut)
    });
    found.unwrap_or(name)
}

/// The place of the magic number in a header of tar.
const USTAR: std::ops::Range<usize> = 257..262;

impl Format {
    /// Whether a file with this name is worth a look: its ending is that of an archive.
    pub fn has_ending(name: &[u8]) -> bool {
        stem(name).len() < name.len()
    }

    /// Whether an archive of this format holds a tree, and not one packed file.
    pub fn is_tree(self) -> bool {
        match self {
            Self::Zip | Self::Tar | Self::SevenZip => true,
            Self::Packed { tar, .. } => tar,
        }
    }

    /// Recognizes an archive by its first bytes; none if it is not one that can be read.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn detect(source: &mut dyn Source) -> io::Result<Option<Self>> {
        source.seek(SeekFrom::Start(0))?;
        let mut head = [0; 512];
        let len = fill(source, &mut head)?;
        source.seek(SeekFrom::Start(0))?;
        let head = &head[..len];
        let packing = match head {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => return Ok(Some(Self::Zip)),
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => return Ok(Some(Self::SevenZip)),
            [0x1f, 0x8b, ..] => Packing::Gzip,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Packing::Xz,
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Packing::Zstd,
            _ => return Ok(is_tar(head).then_some(Self::Tar)),
        };
        let mut inner = [0; 512];
        // What is damaged at its beginning is no tar; that it is damaged is told when it is unpacked.
        let len = fill(&mut *stream::open(source, packing), &mut inner).unwrap_or(0);
        source.seek(SeekFrom::Start(0))?;
        Ok(Some(Self::Packed { packing, tar: is_tar(&inner[..len]) }))
    }
}

/// Whether a block is the header of a tar archive: with a magic number, or with the right sum, as before POSIX.
fn is_tar(head: &[u8]) -> bool {
    let Some(block) = head.first_chunk::<512>() else { return false };
    if block[USTAR] == *b"ustar" {
        return true;
    }
    block[0] != 0 && crate::tape::has_right_sum(block)
}

/// Reads until the buffer is full or the data ends; gives the number of bytes.
fn fill(source: &mut (impl Read + ?Sized), buffer: &mut [u8]) -> io::Result<usize> {
    let mut len = 0;
    while let Some(rest) = buffer.get_mut(len..).filter(|rest| !rest.is_empty()) {
        match source.read(rest) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_after_its_archive() {
        assert_eq!(stem(b"a.tar.gz"), b"a");
        assert_eq!(stem(b"Photos.ZIP"), b"Photos");
        assert_eq!(stem(b".zip"), b".zip");
        assert_eq!(stem(b"notes.txt.gz"), b"notes.txt");
        assert!(
            Format::has_ending(b"a.7z")
                && !Format::has_ending(b"7z")
                && !Format::has_ending(b"a.b")
        );
    }
}

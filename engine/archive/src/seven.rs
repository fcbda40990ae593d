//! Reads 7z archives.

use std::io::{self, Read};
use std::ops::ControlFlow;

use sevenz_rust2::{Archive, ArchiveEntry, ArchiveReader, EntryDecision, Error, Password};

use crate::fault::damaged;
use crate::{Each, Entry, Fault, Kind, Source, Time, Why};

/// The most memory for what describes an archive, and for unpacking it, in KiB.
const MEMORY: usize = 1 << 20;

/// The longest target of a symlink.
const LONGEST: u64 = 64 << 10;

/// Seconds from 1601, where Windows begins to count, to 1970.
const EPOCHS: i64 = 11_644_473_600;

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error, _) | Error::MaybeBadPassword(error) => error.into(),
            Error::PasswordRequired => Self::Unreadable(Why::Encrypted),
            Error::UnsupportedCompressionMethod(_)
            | Error::Unsupported(_)
            | Error::ExternalUnsupported
            | Error::UnsupportedVersion { .. }
            | Error::MaxMemLimited { .. } => Self::Unreadable(Why::Unsupported),
            _ => Self::DAMAGED,
        }
    }
}

/// Tells the entries of a 7z archive.
pub(crate) fn list(
    source: &mut dyn Source,
    each: &mut dyn FnMut(&Entry) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let archive = Archive::read_with_memory_limit(&mut { source }, &Password::empty(), MEMORY)?;
    for file in archive.files.iter().filter(|file| !file.is_anti_item) {
        if each(&entry(file)).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads a 7z archive.
pub(crate) fn read(source: &mut dyn Source, each: &mut Each<'_>) -> Result<(), Fault> {
    let mut archive = ArchiveReader::new_with_memory_limit(source, Password::empty(), MEMORY)?;
    archive.for_each_entries_with_decision(|file, data| {
        if file.is_anti_item {
            return Ok(EntryDecision::Continue);
        }
        let mut entry = entry(file);
        let is_link = matches!(entry.kind, Kind::Symlink(_));
        if let Kind::Symlink(target) = &mut entry.kind
            && let Err(error) = data.take(LONGEST).read_to_end(target)
        {
            match Fault::from(error) {
                Fault::Io(error) => return Err(error.into()),
                Fault::Unreadable(why) => entry.refused = Some(why),
            }
        }
        if is_link {
            return Ok(decision(each(&entry, &mut io::empty())));
        }
        let mut data = Checked { data, crc: crc32fast::Hasher::new(), told: file };
        Ok(decision(each(&entry, &mut data)))
    })?;
    Ok(())
}

fn decision(flow: ControlFlow<()>) -> EntryDecision {
    match flow {
        ControlFlow::Continue(()) => EntryDecision::Continue,
        ControlFlow::Break(()) => EntryDecision::Stop,
    }
}

fn entry(file: &ArchiveEntry) -> Entry {
    // p7zip and 7-Zip keep the mode of Unix in the upper half, and say so by a bit.
    let attributes = file.windows_attributes;
    let unix =
        (file.has_windows_attributes && attributes & 0x8000 != 0).then_some(attributes >> 16);
    let kind = match unix.map(|mode| mode & 0o170_000) {
        Some(0o120_000) => Kind::Symlink(Vec::new()),
        _ if file.is_directory => Kind::Directory,
        _ => Kind::File,
    };
    let ticks = u64::from(file.last_modified_date);
    let time = Time {
        seconds: (ticks / 10_000_000).cast_signed() - EPOCHS,
        nanos: (ticks % 10_000_000) as u32 * 100,
    };
    Entry {
        name: file.name.clone().into_bytes(),
        size: (kind == Kind::File).then_some(file.size),
        kind,
        mode: unix.map(|mode| mode & 0o7777),
        mtime: file.has_last_modified_date.then_some(time),
        owner: None,
        attributes: Vec::new(),
        refused: None,
    }
}

/// Compares the data of a file with its checksum when it has come to its end.
struct Checked<'a> {
    data: &'a mut dyn Read,
    crc: crc32fast::Hasher,
    told: &'a ArchiveEntry,
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.data.read(buffer)?;
        self.crc.update(buffer.get(..len).unwrap_or_default());
        let is_end = len == 0 && !buffer.is_empty();
        let sum = || u64::from(self.crc.clone().finalize());
        if is_end && self.told.has_crc && self.told.has_stream && sum() != self.told.crc {
            return Err(damaged());
        }
        Ok(len)
    }
}

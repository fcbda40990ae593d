//! Reads the central directory at the end of a zip archive.
//!
//! Nothing is unpacked, and nothing is kept of entries beyond those that are listed: the directory
//! of an archive with a million entries is a hundred megabytes.

use std::io;

use crate::archive::{Entry, Listing, Time};
use crate::phrase::Damage;
use crate::source::{CancelToken, Source};

/// Bytes of the record at the end, and of the longest comment behind it.
const END: u64 = 22;
const COMMENT: u64 = 65_535;

/// Bytes of an entry before its name.
const FIXED: usize = 46;

/// Stands for a number that did not fit and is found among the extra fields.
const ELSEWHERE: u32 = u32::MAX;

fn damaged(what: Damage) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn short(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |it| u16::from_le_bytes(*it))
}

fn long(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |it| u32::from_le_bytes(*it))
}

fn huge(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |it| u64::from_le_bytes(*it))
}

/// Reads the directory of an archive.
pub(crate) fn list(
    source: &Source,
    patience: &CancelToken,
    listing: &mut Listing,
) -> io::Result<()> {
    let (mut at, end) = directory(source)?;
    // Name, extra fields and comment are 64 KiB each at most.
    let mut buffer = vec![0; FIXED + 3 * 65_536];
    while at < end {
        if patience.is_over() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = source.read(at, &mut buffer)?;
        let mut rest = &buffer[..len];
        let mut used = 0;
        // As many as are whole in what was read.
        while at + used < end {
            let Some((entry, len)) = entry(rest)? else { break };
            listing.add(entry);
            rest = &rest[len..];
            used += len as u64;
        }
        if used == 0 {
            return Err(damaged(Damage::EntryCutOff));
        }
        at += used;
    }
    Ok(())
}

/// Finds where the directory begins and ends.
fn directory(source: &Source) -> io::Result<(u64, u64)> {
    let size = source.size();
    let start = size.saturating_sub(END + COMMENT);
    let mut tail = vec![0; (size - start) as usize];
    let len = source.read(start, &mut tail)?;
    let tail = &tail[..len];
    let record = memchr::memmem::rfind(tail, b"PK\x05\x06");
    let place = record.ok_or_else(|| damaged(Damage::NoDirectory))?;
    let record = &tail[place..];
    let (bytes, begin) = (long(record, 12), long(record, 16));
    let (mut bytes, mut begin) = (u64::from(bytes), u64::from(begin));
    let locator = place.checked_sub(20).map(|at| &tail[at..]);
    if let Some(locator) = locator.filter(|it| it.starts_with(b"PK\x06\x07")) {
        let mut large = [0; 56];
        let len = source.read(huge(locator, 8), &mut large)?;
        if large[..len].starts_with(b"PK\x06\x06") {
            (bytes, begin) = (huge(&large, 40), huge(&large, 48));
        }
    }
    let end = begin.checked_add(bytes).filter(|end| *end <= size);
    Ok((begin, end.ok_or_else(|| damaged(Damage::DirectoryBeyondEnd))?))
}

/// Reads one entry and gives its length; nothing if it is not whole.
fn entry(bytes: &[u8]) -> io::Result<Option<(Entry, usize)>> {
    if bytes.len() < FIXED {
        return Ok(None);
    }
    if !bytes.starts_with(b"PK\x01\x02") {
        return Err(damaged(Damage::EntryWithoutBeginning));
    }
    let (name, extra) = (usize::from(short(bytes, 28)), usize::from(short(bytes, 30)));
    let whole = FIXED + name + extra + usize::from(short(bytes, 32));
    if bytes.len() < whole {
        return Ok(None);
    }
    let (name, rest) = bytes[FIXED..].split_at(name);
    let size = match long(bytes, 24) {
        ELSEWHERE => large_size(&rest[..extra]).unwrap_or(u64::from(ELSEWHERE)),
        size => u64::from(size),
    };
    let is_directory = name.ends_with(b"/");
    let time = clock(short(bytes, 14), short(bytes, 12)).map(Time::Clock);
    let entry = Entry { name: name.to_vec(), size, time, is_directory, target: None };
    Ok(Some((entry, whole)))
}

/// Finds the size among the extra fields, where it comes first.
fn large_size(mut extra: &[u8]) -> Option<u64> {
    while extra.len() >= 4 {
        let (kind, len) = (short(extra, 0), usize::from(short(extra, 2)));
        let body = extra.get(4..4 + len)?;
        if kind == 1 {
            return (len >= 8).then(|| huge(body, 0));
        }
        extra = &extra[4 + len..];
    }
    None
}

/// Reads a date and a time as MS-DOS wrote them.
fn clock(date: u16, time: u16) -> Option<jiff::civil::DateTime> {
    let part = |value: u16, shift: u16, bits: u16| (value >> shift & ((1 << bits) - 1)) as i8;
    let year = 1980 + (date >> 9).cast_signed();
    let (month, day) = (part(date, 5, 4), part(date, 0, 5));
    let (hour, minute, second) = (part(time, 11, 5), part(time, 5, 6), part(time, 0, 5) * 2);
    jiff::civil::DateTime::new(year, month, day, hour, minute, second, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lays out the directory of an archive whose files are not there.
    fn archive(names: &[&[u8]]) -> Vec<u8> {
        let mut bytes = b"PK\x03\x04 what is packed does not matter".to_vec();
        let begin = bytes.len() as u32;
        for name in names {
            let mut entry = vec![0; FIXED];
            entry[..4].copy_from_slice(b"PK\x01\x02");
            // 21 June 2026, 21:14.
            entry[12..14].copy_from_slice(&(0x15_u16 << 11 | 0xe << 5).to_le_bytes());
            entry[14..16].copy_from_slice(&(0x2e_u16 << 9 | 6 << 5 | 0x15).to_le_bytes());
            entry[24..28].copy_from_slice(&ELSEWHERE.to_le_bytes());
            entry[28..30].copy_from_slice(&(name.len() as u16).to_le_bytes());
            entry[30..32].copy_from_slice(&12_u16.to_le_bytes());
            entry.extend_from_slice(name);
            entry.extend_from_slice(&[1, 0, 8, 0]);
            entry.extend_from_slice(&(5_u64 << 32).to_le_bytes());
            bytes.extend(entry);
        }
        let len = bytes.len() as u32 - begin;
        bytes.extend(b"PK\x05\x06\0\0\0\0\0\0\0\0");
        bytes.extend(len.to_le_bytes());
        bytes.extend(begin.to_le_bytes());
        bytes.extend(b"\x03\0end");
        bytes
    }

    fn read(bytes: Vec<u8>) -> io::Result<Listing> {
        let mut listing = Listing::default();
        let patience = CancelToken::new(&std::sync::Arc::default(), 0);
        list(&Source::memory(bytes), &patience, &mut listing).map(|()| listing)
    }

    #[test]
    fn the_directory_is_read() {
        let listing = read(archive(&[b"dir/", b"dir/\xff.txt"])).unwrap();
        assert_eq!(listing.count, 2);
        assert!(listing.entries[0].is_directory);
        let entry = &listing.entries[1];
        assert_eq!((entry.name.as_slice(), entry.size), (&b"dir/\xff.txt"[..], 5 << 32));
        let Some(Time::Clock(clock)) = entry.time else { panic!() };
        assert_eq!(clock.to_string(), "2026-06-21T21:14:00");
    }

    #[test]
    fn long_directories_are_read_in_parts() {
        let name = [b'n'; 1_000];
        let listing = read(archive(&vec![name.as_slice(); 1_000])).unwrap();
        assert_eq!(listing.count, 1_000);
    }

    #[test]
    fn damage_is_told() {
        let mut cut = archive(&[b"a"]);
        cut.truncate(60);
        assert!(read(cut).is_err());
        let mut beyond = archive(&[b"a"]);
        let len = beyond.len();
        beyond[len - 9..len - 5].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(read(beyond).is_err());
    }

    proptest::proptest! {
        #[test]
        fn nothing_that_claims_to_be_one_breaks_it(
            bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300),
            at in 0..300_usize,
        ) {
            let mut all = archive(&[b"a", b"b"]);
            let at = at.min(all.len());
            all.splice(at..at, bytes);
            drop(read(all));
        }
    }
}

//! Writes zip archives: deflate, names in UTF-8, modes and times of Unix, and numbers of 64 bits where they are needed.

use std::io::{self, Seek, SeekFrom, Write};

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Added, Data, Unfit};
use crate::{Entry, Kind, Time};

/// Stands for a number that is among the extra fields.
const ELSEWHERE: u32 = u32::MAX;

/// Size from which an entry has its sizes in 64 bits: its packed data may be a little larger.
const LARGE: u64 = 0xf000_0000;

/// The version of the format that reads an entry, and one whose numbers have 64 bits.
const PLAIN: u16 = 20;
const WIDE: u16 = 45;

/// The number of Unix, in the upper half of the version of the writer.
const UNIX: u16 = 3 << 8;

/// Says that a name is UTF-8.
const UTF8: u16 = 1 << 11;

/// How data is kept: as it is, or by deflate.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Bytes of a local header in front of its name.
const LOCAL: u64 = 30;

/// The attribute of DOS that says a directory.
const DIRECTORY: u32 = 0x10;

/// Bytes of data that are read at a time.
const STEP: usize = 256 << 10;

/// The usual level of deflate.
const USUAL: u32 = 6;

/// Writes a zip archive.
#[derive(Debug)]
pub(super) struct Zip<W> {
    out: W,
    /// Bytes written so far.
    at: u64,
    /// The directory, which goes to the end.
    directory: Vec<u8>,
    entries: u64,
    level: u32,
    buffer: Vec<u8>,
}

/// What the header and the directory say of an entry.
struct Record {
    version: u16,
    method: u16,
    time: u32,
    crc: u32,
    packed: u64,
    size: u64,
    header: u64,
}

/// Writes the data of a file, packed or not.
enum Packing<'a, W: Write> {
    Stored(&'a mut W),
    Deflated(DeflateEncoder<&'a mut W>),
}

impl<'a, W: Write> Packing<'a, W> {
    fn new(out: &'a mut W, method: u16, level: u32) -> Self {
        if method == STORED {
            Self::Stored(out)
        } else {
            Self::Deflated(DeflateEncoder::new(out, Compression::new(level)))
        }
    }

    fn write(&mut self, data: &[u8]) -> io::Result<()> {
        match self {
            Self::Stored(out) => out.write_all(data),
            Self::Deflated(packer) => packer.write_all(data),
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Stored(_) => Ok(()),
            Self::Deflated(packer) => packer.finish().map(drop),
        }
    }
}

/// Says why an entry cannot be in a zip archive.
pub(super) fn unfit(entry: &Entry) -> Option<Unfit> {
    match entry.kind {
        Kind::File | Kind::Directory | Kind::Symlink(_) => {}
        Kind::HardLink(_) | Kind::Fifo | Kind::CharDevice(..) | Kind::BlockDevice(..) => {
            return Some(Unfit::Special);
        }
    }
    if std::str::from_utf8(&entry.name).is_err() {
        return Some(Unfit::NotUtf8);
    }
    (entry.name.len() >= usize::from(u16::MAX)).then_some(Unfit::TooLong)
}

impl<W: Write + Seek> Zip<W> {
    pub(super) fn new(out: W, level: Option<u32>) -> Self {
        let level = level.unwrap_or(USUAL);
        Self { out, at: 0, directory: Vec::new(), entries: 0, level, buffer: vec![0; STEP] }
    }

    pub(super) fn add(&mut self, entry: &Entry, data: &mut dyn Data) -> io::Result<Added> {
        let mut name = entry.name.clone();
        if entry.is_directory() {
            name.push(b'/');
        }
        let is_file = entry.kind == Kind::File;
        let size = super::announced(entry);
        let wide = size >= LARGE;
        let deflates = is_file && size > 0 && self.level > 0;
        let mut record = Record {
            version: if wide { WIDE } else { PLAIN },
            method: if deflates { DEFLATED } else { STORED },
            time: dos_time(entry.mtime),
            crc: 0,
            packed: 0,
            size: 0,
            header: self.at,
        };
        let times = unix_time(entry.mtime);
        let start = self.at + LOCAL + name.len() as u64 + extra(wide, &times);
        // Once to make room, and once more when the sizes are known.
        self.local(&record, &name, wide, &times)?;
        let mut added = Added { bytes: 0, as_announced: true, is_padded: false };
        match &entry.kind {
            Kind::Symlink(to) => {
                self.out.write_all(to)?;
                let mut crc = Hasher::new();
                crc.update(to);
                (record.crc, record.size, record.packed) =
                    (crc.finalize(), to.len() as u64, to.len() as u64);
            }
            Kind::File => {
                added = self.data(&mut record, size, data)?;
                if !data.is_readable() {
                    // Half a file would seem to be all of it.
                    self.out.seek(SeekFrom::Start(record.header))?;
                    return Ok(added);
                }
            }
            Kind::Directory
            | Kind::HardLink(_)
            | Kind::Fifo
            | Kind::CharDevice(..)
            | Kind::BlockDevice(..) => {}
        }
        let end = start + record.packed;
        self.out.seek(SeekFrom::Start(record.header))?;
        self.local(&record, &name, wide, &times)?;
        self.out.seek(SeekFrom::Start(end))?;
        self.at = end;
        self.entries += 1;
        self.central(entry, &record, &name, &times);
        Ok(added)
    }

    /// Writes the data of a file, and notes its sizes and its checksum.
    fn data(&mut self, record: &mut Record, size: u64, data: &mut dyn Data) -> io::Result<Added> {
        let begin = self.out.stream_position()?;
        let mut crc = Hasher::new();
        let mut bytes = 0_u64;
        let mut packer = Packing::new(&mut self.out, record.method, self.level);
        loop {
            let most = usize::try_from(size - bytes).unwrap_or(STEP).min(STEP);
            if most == 0 || !data.goes_on() {
                break;
            }
            let read = data.read(&mut self.buffer[..most]);
            if read == 0 {
                break;
            }
            let read = &self.buffer[..read];
            crc.update(read);
            bytes += read.len() as u64;
            packer.write(read)?;
        }
        packer.finish()?;
        (record.crc, record.size) = (crc.finalize(), bytes);
        record.packed = self.out.stream_position()? - begin;
        let longer = bytes == size && data.goes_on() && data.read(&mut [0]) > 0;
        Ok(Added { bytes, as_announced: bytes == size && !longer, is_padded: false })
    }

    /// Writes the header in front of the data.
    fn local(&mut self, record: &Record, name: &[u8], wide: bool, times: &[u8]) -> io::Result<()> {
        let mut head = Vec::with_capacity(128 + name.len());
        head.extend_from_slice(b"PK\x03\x04");
        let sizes =
            if wide { [ELSEWHERE; 2] } else { [narrow(record.packed), narrow(record.size)] };
        Self::common(&mut head, record, sizes, name.len(), extra(wide, times));
        head.extend_from_slice(name);
        if wide {
            field(&mut head, 1, &[record.size.to_le_bytes(), record.packed.to_le_bytes()].concat());
        }
        head.extend_from_slice(times);
        self.out.write_all(&head)
    }

    /// What a header and an entry of the directory have in common.
    fn common(to: &mut Vec<u8>, record: &Record, sizes: [u32; 2], name: usize, extra: u64) {
        for short in [record.version, UTF8, record.method] {
            to.extend_from_slice(&short.to_le_bytes());
        }
        for long in [record.time, record.crc, sizes[0], sizes[1]] {
            to.extend_from_slice(&long.to_le_bytes());
        }
        // Both were checked, or are made here.
        for short in [name as u16, extra as u16] {
            to.extend_from_slice(&short.to_le_bytes());
        }
    }

    /// Adds an entry of the directory.
    fn central(&mut self, entry: &Entry, record: &Record, name: &[u8], times: &[u8]) {
        let numbers = [record.size, record.packed, record.header];
        let far: Vec<u8> = numbers
            .iter()
            .filter(|number| **number >= u64::from(ELSEWHERE))
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let mut more = Vec::new();
        if !far.is_empty() {
            field(&mut more, 1, &far);
        }
        more.extend_from_slice(times);
        let mut to = std::mem::take(&mut self.directory);
        to.extend_from_slice(b"PK\x01\x02");
        to.extend_from_slice(&(UNIX | WIDE).to_le_bytes());
        let sizes = [narrow(record.packed), narrow(record.size)];
        let record_version = if far.is_empty() { record.version } else { WIDE };
        let head = Record { version: record_version, ..*record };
        Self::common(&mut to, &head, sizes, name.len(), more.len() as u64);
        // No comment, on the first disk, no internal attributes.
        to.extend_from_slice(&[0; 6]);
        let (kind, dos) = match entry.kind {
            Kind::Directory => (0o040_000, DIRECTORY),
            Kind::Symlink(_) => (0o120_000, 0),
            Kind::File
            | Kind::HardLink(_)
            | Kind::Fifo
            | Kind::CharDevice(..)
            | Kind::BlockDevice(..) => (0o100_000, 0),
        };
        let mode = kind | entry.mode.unwrap_or(0o644) & 0o7777;
        to.extend_from_slice(&(mode << 16 | dos).to_le_bytes());
        to.extend_from_slice(&narrow(record.header).to_le_bytes());
        to.extend_from_slice(name);
        to.extend_from_slice(&more);
        self.directory = to;
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        let (begin, len) = (self.at, self.directory.len() as u64);
        self.out.write_all(&self.directory)?;
        let mut end = Vec::new();
        let many = self.entries >= u64::from(u16::MAX);
        if many || begin.max(len) >= u64::from(ELSEWHERE) {
            end.extend_from_slice(b"PK\x06\x06");
            end.extend_from_slice(&44_u64.to_le_bytes());
            end.extend_from_slice(&(UNIX | WIDE).to_le_bytes());
            end.extend_from_slice(&WIDE.to_le_bytes());
            end.extend_from_slice(&[0; 8]);
            for number in [self.entries, self.entries, len, begin] {
                end.extend_from_slice(&number.to_le_bytes());
            }
            end.extend_from_slice(b"PK\x06\x07\0\0\0\0");
            end.extend_from_slice(&(begin + len).to_le_bytes());
            end.extend_from_slice(&1_u32.to_le_bytes());
        }
        end.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        let entries = u16::try_from(self.entries).unwrap_or(u16::MAX);
        for short in [entries, entries] {
            end.extend_from_slice(&short.to_le_bytes());
        }
        for long in [narrow(len), narrow(begin)] {
            end.extend_from_slice(&long.to_le_bytes());
        }
        end.extend_from_slice(&[0; 2]);
        self.out.write_all(&end)?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A number as it is, or the sign that it is among the extra fields.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(ELSEWHERE)
}

/// Bytes of the extra fields of a local header.
fn extra(wide: bool, times: &[u8]) -> u64 {
    (if wide { 20 } else { 0 }) + times.len() as u64
}

/// Adds an extra field.
fn field(to: &mut Vec<u8>, id: u16, data: &[u8]) {
    to.extend_from_slice(&id.to_le_bytes());
    to.extend_from_slice(&(data.len() as u16).to_le_bytes());
    to.extend_from_slice(data);
}

/// The extra field with the time in seconds since the Unix epoch, where that fits.
fn unix_time(time: Option<Time>) -> Vec<u8> {
    let mut to = Vec::new();
    if let Some(seconds) = time.and_then(|time| i32::try_from(time.seconds).ok()) {
        let mut data = vec![1];
        data.extend_from_slice(&seconds.to_le_bytes());
        field(&mut to, 0x5455, &data);
    }
    to
}

/// The time of day as DOS has it, by the local clock, from 1980 to 2107 in steps of two seconds.
fn dos_time(time: Option<Time>) -> u32 {
    const FIRST: u32 = 1 << 21 | 1 << 16;
    let moment = time.and_then(|time| Timestamp::from_second(time.seconds).ok());
    let Some(moment) = moment else { return FIRST };
    let local = moment.to_zoned(TimeZone::system()).datetime();
    let part = |number: i8| u32::from(number.unsigned_abs());
    match u32::try_from(i32::from(local.year()) - 1980) {
        Ok(year @ 0..=127) => {
            year << 25
                | part(local.month()) << 21
                | part(local.day()) << 16
                | part(local.hour()) << 11
                | part(local.minute()) << 5
                | (part(local.second()) / 2)
        }
        Ok(_) | Err(_) => FIRST,
    }
}

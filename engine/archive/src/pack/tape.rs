//! Writes tar archives: headers of POSIX, with extended ones where these do not suffice.

use std::io::{self, Seek, Write};

use tar::{EntryType, Header};

use super::squeeze::Stream;
use super::{Added, Data, announced};
use crate::{Entry, Kind, Time};

/// Bytes of a block.
const BLOCK: u64 = 512;

/// The longest name that fits in a header.
const NAME: usize = 100;

/// Bytes of data that are read at a time.
const STEP: usize = 256 << 10;

/// The type of an extended header of one entry.
const EXTENDED: u8 = b'x';

/// Writes a tar archive.
#[derive(Debug)]
pub(super) struct Tape<W> {
    out: Stream<W>,
    buffer: Vec<u8>,
}

impl<W: Write + Seek> Tape<W> {
    pub(super) fn new(out: Stream<W>) -> Self {
        Self { out, buffer: vec![0; STEP] }
    }

    pub(super) fn add(&mut self, entry: &Entry, data: &mut dyn Data) -> io::Result<Added> {
        let mut name = entry.name.clone();
        if entry.is_directory() {
            name.push(b'/');
        }
        let link: &[u8] = match &entry.kind {
            Kind::Symlink(to) | Kind::HardLink(to) => to,
            Kind::File
            | Kind::Directory
            | Kind::Fifo
            | Kind::CharDevice(..)
            | Kind::BlockDevice(..) => b"",
        };
        let mut records = Vec::new();
        if !fits(&name) {
            record(&mut records, "path", &name);
        }
        if !fits(link) {
            record(&mut records, "linkpath", link);
        }
        if let Some(time) = entry.mtime.filter(|time| time.nanos != 0 || !is_plain(time.seconds)) {
            record(&mut records, "mtime", decimal(time).as_bytes());
        }
        if !records.is_empty() {
            let mut header = Header::new_ustar();
            header.set_entry_type(EntryType::new(EXTENDED));
            put(&mut header.as_old_mut().name, b"PaxHeader");
            header.set_mode(0o644);
            header.set_size(records.len() as u64);
            header.set_mtime(0);
            header.set_cksum();
            self.out.write_all(header.as_bytes())?;
            self.out.write_all(&records)?;
            self.fill_block(records.len() as u64)?;
        }
        let size = announced(entry);
        self.out.write_all(header(entry, &name, link, size)?.as_bytes())?;
        self.copy(size, data)
    }

    /// Copies exactly as many bytes as the header says.
    fn copy(&mut self, size: u64, data: &mut dyn Data) -> io::Result<Added> {
        let (mut written, mut bytes) = (0_u64, 0_u64);
        let mut ended = false;
        while written < size && data.goes_on() {
            let len = usize::try_from(size - written).unwrap_or(STEP).min(STEP);
            let buffer = &mut self.buffer[..len];
            let mut read = if ended { 0 } else { data.read(buffer) };
            bytes += read as u64;
            if read == 0 {
                ended = true;
                buffer.fill(0);
                read = len;
            }
            self.out.write_all(&buffer[..read])?;
            written += read as u64;
        }
        self.fill_block(size)?;
        let longer = !ended && data.goes_on() && data.read(&mut [0]) > 0;
        Ok(Added { bytes, as_announced: !ended && !longer, is_padded: ended })
    }

    fn fill_block(&mut self, size: u64) -> io::Result<()> {
        let rest = (BLOCK - size % BLOCK) % BLOCK;
        self.out.write_all(&[0; BLOCK as usize][..rest as usize])
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&[0; 2 * BLOCK as usize])?;
        self.out.finish()
    }
}

/// Makes the header of an entry.
fn header(entry: &Entry, name: &[u8], link: &[u8], size: u64) -> io::Result<Header> {
    let mut header = Header::new_ustar();
    let mut device = None;
    header.set_entry_type(match entry.kind {
        Kind::File => EntryType::Regular,
        Kind::Directory => EntryType::Directory,
        Kind::Symlink(_) => EntryType::Symlink,
        Kind::HardLink(_) => EntryType::Link,
        Kind::Fifo => EntryType::Fifo,
        Kind::CharDevice(major, minor) => {
            device = Some((major, minor));
            EntryType::Char
        }
        Kind::BlockDevice(major, minor) => {
            device = Some((major, minor));
            EntryType::Block
        }
    });
    // Where it is longer, the extended header has all of it.
    put(&mut header.as_old_mut().name, name);
    put(&mut header.as_old_mut().linkname, link);
    header.set_mode(entry.mode.unwrap_or(0o644) & 0o7777);
    let (uid, gid) = entry.owner.unwrap_or_default();
    header.set_uid(u64::from(uid));
    header.set_gid(u64::from(gid));
    header.set_size(size);
    let seconds = entry.mtime.map_or(0, |time| time.seconds);
    header.set_mtime(u64::try_from(seconds).unwrap_or(0));
    if let Some((major, minor)) = device {
        header.set_device_major(major)?;
        header.set_device_minor(minor)?;
    }
    header.set_cksum();
    Ok(header)
}

/// Whether a name needs no extended header: readers take names in that for UTF-8, and those in a plain header for
/// names in an encoding of their own.
fn fits(name: &[u8]) -> bool {
    name.len() <= NAME && name.is_ascii()
}

/// Whether the plain header can hold a time.
fn is_plain(seconds: i64) -> bool {
    (0..1 << 33).contains(&seconds)
}

fn put(field: &mut [u8; NAME], name: &[u8]) {
    let len = name.len().min(NAME);
    field[..len].copy_from_slice(&name[..len]);
}

/// Writes a time as seconds with a fraction.
fn decimal(time: Time) -> String {
    let all = i128::from(time.seconds) * 1_000_000_000 + i128::from(time.nanos);
    let sign = if all < 0 { "-" } else { "" };
    let all = all.unsigned_abs();
    format!("{sign}{}.{:09}", all / 1_000_000_000, all % 1_000_000_000)
}

/// Adds a record of an extended header, which begins with its own length.
fn record(records: &mut Vec<u8>, key: &str, value: &[u8]) {
    let rest = key.len() + value.len() + 3;
    let mut len = rest + 1;
    while len.to_string().len() + rest != len {
        len = len.to_string().len() + rest;
    }
    records.extend_from_slice(format!("{len} {key}=").as_bytes());
    records.extend_from_slice(value);
    records.push(b'\n');
}

//! Reads zip archives by the directory at their end.
//!
//! Of the directory a part at a time is kept: that of an archive with a million entries is a hundred megabytes.

use std::io::{self, BufReader, Read, SeekFrom};
use std::ops::ControlFlow;

use flate2::bufread::DeflateDecoder;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::fault::damaged;
use crate::{Each, Entry, Fault, Kind, Source, Time, Why};

/// Bytes of the record at the end, and of the longest comment behind it.
const END: u64 = 22;
const COMMENT: u64 = 65_535;

/// Bytes of an entry of the directory, and of the header before its data, each without its name.
const FIXED: usize = 46;
const LOCAL: usize = 30;

/// Stands for a number that did not fit and is found among the extra fields.
const ELSEWHERE: u32 = u32::MAX;

/// The longest target of a symlink.
const LONGEST: u64 = 64 << 10;

fn short(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |it| u16::from_le_bytes(*it))
}

fn long(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |it| u32::from_le_bytes(*it))
}

fn huge(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |it| u64::from_le_bytes(*it))
}

/// Where the data of an entry is, and how it is packed.
struct Place {
    header: u64,
    packed: u64,
    size: u64,
    crc: u32,
    is_deflated: bool,
}

/// Reads a zip archive.
pub(crate) fn read(source: &mut dyn Source, each: &mut Each<'_>) -> Result<(), Fault> {
    entries(source, &mut |source, entry, place| {
        if entry.refused.is_some() || entry.kind != Kind::File {
            return Ok(each(entry, &mut io::empty()));
        }
        match open(source, place) {
            Ok(mut data) => Ok(each(entry, &mut *data)),
            Err(fault) => {
                entry.refused = Some(why(fault)?);
                Ok(each(entry, &mut io::empty()))
            }
        }
    })
}

/// Tells the entries of a zip archive; only its directory is read, and where symlinks lead.
pub(crate) fn list(
    source: &mut dyn Source,
    each: &mut dyn FnMut(&Entry) -> ControlFlow<()>,
) -> Result<(), Fault> {
    entries(source, &mut |_, entry, _| Ok(each(entry)))
}

/// What is called with each entry of the directory and the place of its data.
type Listed<'a> =
    dyn FnMut(&mut dyn Source, &mut Entry, &Place) -> Result<ControlFlow<()>, Fault> + 'a;

/// Reads the directory, and where symlinks lead, which is their data.
fn entries(source: &mut dyn Source, each: &mut Listed<'_>) -> Result<(), Fault> {
    let Directory { begin, end, shift, entries, wraps } = directory(source)?;
    let mut at = begin;
    let mut found = 0_u64;
    // Name, extra fields and comment are 64 KiB each at most.
    let mut buffer = vec![0; FIXED + 3 * 65_536];
    while at < end {
        let most = buffer.len().min((end - at) as usize);
        let len = read_at(source, at, &mut buffer[..most])?;
        let mut used = 0;
        // As many as are whole in what was read.
        while let Some((mut entry, mut place, len)) = next(&buffer[used..len])? {
            found += 1;
            place.header = place.header.saturating_add(shift);
            used += len;
            if let Kind::Symlink(target) = &mut entry.kind
                && entry.refused.is_none()
            {
                match open(source, &place) {
                    Ok(data) => {
                        if let Err(error) = data.take(LONGEST).read_to_end(target) {
                            entry.refused = Some(why(error.into())?);
                        }
                    }
                    Err(fault) => entry.refused = Some(why(fault)?),
                }
            }
            if each(source, &mut entry, &place)?.is_break() {
                return Ok(());
            }
        }
        if used == 0 {
            return Err(Fault::DAMAGED);
        }
        at += used as u64;
    }
    let found = if wraps { found % (1 << 16) } else { found };
    if found == entries { Ok(()) } else { Err(Fault::DAMAGED) }
}

/// Says why one entry cannot be read; that the file cannot be read concerns all of them.
fn why(fault: Fault) -> Result<Why, Fault> {
    match fault {
        Fault::Io(error) => Err(Fault::Io(error)),
        Fault::Unreadable(why) => Ok(why),
    }
}

/// Reads at a place, up to the end of the file.
fn read_at(source: &mut dyn Source, at: u64, buffer: &mut [u8]) -> io::Result<usize> {
    // No file has a place so far behind, which a damaged entry may name.
    source.seek(SeekFrom::Start(at)).map_err(|_| damaged())?;
    let mut len = 0;
    while len < buffer.len() {
        match source.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

/// Where the directory is.
struct Directory {
    begin: u64,
    end: u64,
    /// Bytes before the archive, as of a program that unpacks it.
    shift: u64,
    /// How many entries its end counts, and whether that begins again at 0 after 65,535: programs that do not know the
    /// larger record write as many all the same.
    entries: u64,
    wraps: bool,
}

/// Finds the last record whose comment ends with the file: the comment may hold what looks like a record.
fn record_in(tail: &[u8]) -> Option<usize> {
    let is_record = |at: usize| tail[at..].starts_with(b"PK\x05\x06");
    let ends = |at: usize| at + END as usize + usize::from(short(tail, at + 20)) == tail.len();
    let mut places = (0..tail.len()).rev().filter(|at| is_record(*at));
    places.clone().find(|at| ends(*at)).or_else(|| places.next())
}

fn directory(source: &mut dyn Source) -> Result<Directory, Fault> {
    let size = source.seek(SeekFrom::End(0))?;
    let start = size.saturating_sub(END + COMMENT);
    let mut tail = vec![0; (size - start) as usize];
    let len = read_at(source, start, &mut tail)?;
    let tail = &tail[..len];
    let place = record_in(tail).ok_or(Fault::DAMAGED)?;
    let record = &tail[place..];
    let mut bytes = u64::from(long(record, 12));
    let mut begin = u64::from(long(record, 16));
    let (mut entries, mut wraps) = (u64::from(short(record, 10)), true);
    let mut stop = start + place as u64;
    let locator = place.checked_sub(20).map(|at| &tail[at..]);
    if let Some(locator) = locator.filter(|it| it.starts_with(b"PK\x06\x07")) {
        let mut large = [0; 56];
        let at = huge(locator, 8);
        let len = read_at(source, at, &mut large)?;
        if large[..len].starts_with(b"PK\x06\x06") {
            (bytes, begin, stop) = (huge(&large, 40), huge(&large, 48), at);
            (entries, wraps) = (huge(&large, 32), false);
        }
    }
    let end = begin.checked_add(bytes).filter(|end| *end <= stop);
    let end = end.ok_or(Fault::DAMAGED)?;
    let shift = stop - end;
    Ok(Directory { begin: begin + shift, end: end + shift, shift, entries, wraps })
}

/// Reads one entry of the directory and gives its length; nothing if it is not whole.
fn next(bytes: &[u8]) -> Result<Option<(Entry, Place, usize)>, Fault> {
    if bytes.len() < FIXED {
        return Ok(None);
    }
    if !bytes.starts_with(b"PK\x01\x02") {
        return Err(Fault::DAMAGED);
    }
    let (name_len, extra_len) = (usize::from(short(bytes, 28)), usize::from(short(bytes, 30)));
    let whole = FIXED + name_len + extra_len + usize::from(short(bytes, 32));
    if bytes.len() < whole {
        return Ok(None);
    }
    let (raw, rest) = bytes[FIXED..].split_at(name_len);
    let extra = Extra::of(&rest[..extra_len], bytes);
    let flags = short(bytes, 8);
    let host = short(bytes, 4) >> 8;
    let attributes = long(bytes, 38);
    // Unix and macOS keep the mode in the upper half.
    let unix = matches!(host, 3 | 19).then_some(attributes >> 16).filter(|mode| *mode != 0);
    let name = match extra.name {
        Some((crc, name)) if crc32fast::hash(raw) == crc => name.to_vec(),
        _ => spelt(raw, flags & 0x800 != 0, host),
    };
    let kind = match unix.map(|mode| mode & 0o170_000) {
        Some(0o120_000) => Kind::Symlink(Vec::new()),
        Some(0o010_000) => Kind::Fifo,
        Some(0o040_000) => Kind::Directory,
        _ if name.ends_with(b"/") || unix.is_none() && attributes & 0x10 != 0 => Kind::Directory,
        _ => Kind::File,
    };
    let clock = || clock(short(bytes, 14), short(bytes, 12));
    let encrypted = flags & 1 != 0;
    // Devices, whose numbers no archive has, and sockets.
    let is_foreign = unix.is_some_and(|mode| {
        !matches!(mode & 0o170_000, 0 | 0o010_000 | 0o040_000 | 0o100_000 | 0o120_000)
    });
    let has_data = matches!(kind, Kind::File | Kind::Symlink(_));
    let is_deflated = match short(bytes, 10) {
        0 => Ok(false),
        8 => Ok(true),
        99 => Err(Why::Encrypted),
        _ => Err(Why::Unsupported),
    };
    let refused = match is_deflated {
        _ if encrypted => Some(Why::Encrypted),
        _ if is_foreign => Some(Why::Unsupported),
        Err(why) if has_data => Some(why),
        _ => None,
    };
    let entry = Entry {
        name,
        size: (kind == Kind::File).then_some(extra.size),
        kind,
        mode: unix.map(|mode| mode & 0o7777),
        mtime: extra.mtime.or_else(clock),
        owner: None,
        attributes: Vec::new(),
        refused,
    };
    let place = Place {
        header: extra.header,
        packed: extra.packed,
        size: extra.size,
        crc: long(bytes, 16),
        is_deflated: is_deflated.unwrap_or(false),
    };
    Ok(Some((entry, place, whole)))
}

/// What stands among the extra fields, or in the entry itself.
struct Extra<'a> {
    size: u64,
    packed: u64,
    header: u64,
    mtime: Option<Time>,
    /// The name in UTF-8, with the checksum of the other one.
    name: Option<(u32, &'a [u8])>,
}

impl<'a> Extra<'a> {
    fn of(mut fields: &'a [u8], entry: &[u8]) -> Self {
        let (packed, size, header) = (long(entry, 20), long(entry, 24), long(entry, 42));
        let mut found = Self {
            size: size.into(),
            packed: packed.into(),
            header: header.into(),
            mtime: None,
            name: None,
        };
        while fields.len() >= 4 {
            let (kind, len) = (short(fields, 0), usize::from(short(fields, 2)));
            let Some(body) = fields.get(4..4 + len) else { break };
            match kind {
                // Only the numbers that did not fit are there, in this order.
                0x0001 => {
                    let mut numbers = body.chunks_exact(8).map(|it| huge(it, 0));
                    let mut take = |small: u32, number: &mut u64| {
                        if small == ELSEWHERE
                            && let Some(large) = numbers.next()
                        {
                            *number = large;
                        }
                    };
                    take(size, &mut found.size);
                    take(packed, &mut found.packed);
                    take(header, &mut found.header);
                }
                0x5455 if body.first().is_some_and(|which| which & 1 != 0) && len >= 5 => {
                    let seconds = i64::from(long(body, 1).cast_signed());
                    found.mtime = Some(Time { seconds, nanos: 0 });
                }
                0x7075 if len > 5 => found.name = Some((long(body, 1), &body[5..])),
                _ => {}
            }
            fields = &fields[4 + len..];
        }
        found
    }
}

/// Gives a name in the encoding of filesystems.
///
/// Without the flag for UTF-8 it is in the code page of MS-DOS, unless a Unix program wrote it, which takes its
/// bytes from the filesystem.
fn spelt(raw: &[u8], is_utf8: bool, host: u16) -> Vec<u8> {
    if is_utf8 || host == 3 || host == 19 || std::str::from_utf8(raw).is_ok() {
        return raw.to_vec();
    }
    // Some programs of Windows write its separator.
    let letter = |byte: &u8| match byte {
        b'\\' => '/',
        0..=127 => char::from(*byte),
        _ => CP437.chars().nth(usize::from(*byte) - 128).unwrap_or('\u{fffd}'),
    };
    raw.iter().map(letter).collect::<String>().into_bytes()
}

/// The upper half of code page 437.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// Reads a date and a time as MS-DOS wrote them, by the clock of this machine.
fn clock(date: u16, time: u16) -> Option<Time> {
    let part = |value: u16, shift: u16, bits: u16| (value >> shift & ((1 << bits) - 1)) as i8;
    let year = 1980 + (date >> 9).cast_signed();
    let (month, day) = (part(date, 5, 4), part(date, 0, 5));
    let (hour, minute, second) = (part(time, 11, 5), part(time, 5, 6), part(time, 0, 5) * 2);
    let civil = DateTime::new(year, month, day, hour, minute, second, 0).ok()?;
    let zoned = civil.to_zoned(TimeZone::system()).ok()?;
    Some(Time { seconds: zoned.timestamp().as_second(), nanos: 0 })
}

/// Begins to unpack the data of an entry.
fn open<'a>(source: &'a mut dyn Source, place: &Place) -> Result<Box<dyn Read + 'a>, Fault> {
    let mut header = [0; LOCAL];
    let len = read_at(source, place.header, &mut header)?;
    if !header[..len].starts_with(b"PK\x03\x04") || len < LOCAL {
        return Err(Fault::DAMAGED);
    }
    let names = u64::from(short(&header, 26)) + u64::from(short(&header, 28));
    source
        .seek(SeekFrom::Start(place.header.saturating_add(LOCAL as u64 + names)))
        .map_err(|_| damaged())?;
    let packed = BufReader::with_capacity(64 << 10, source.take(place.packed));
    let data: Box<dyn Read + 'a> =
        if place.is_deflated { Box::new(DeflateDecoder::new(packed)) } else { Box::new(packed) };
    Ok(Box::new(Checked {
        data,
        crc: crc32fast::Hasher::new(),
        read: 0,
        size: place.size,
        told: place.crc,
    }))
}

/// Compares the data of an entry with its size and its checksum.
struct Checked<'a> {
    data: Box<dyn Read + 'a>,
    crc: crc32fast::Hasher,
    read: u64,
    size: u64,
    told: u32,
}

impl Read for Checked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.data.read(buffer)?;
        self.crc.update(buffer.get(..len).unwrap_or_default());
        self.read += len as u64;
        if self.read > self.size {
            return Err(damaged());
        }
        if len == 0 && !buffer.is_empty() {
            if self.read < self.size {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if self.crc.clone().finalize() != self.told {
                return Err(damaged());
            }
        }
        Ok(len)
    }
}

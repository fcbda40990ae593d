//! Reads tar archives: ustar, GNU and pax headers, one after the other.
//!
//! Headers that announce names or fields of some gigabytes are refused, since all of them are kept in memory.

use std::io::{self, Read, Seek as _, SeekFrom};
use std::ops::ControlFlow;

use tar::{EntryType, Header};

use crate::fault::damaged;
use crate::{Each, Entry, Fault, Kind, Source, Time, Why};

/// The longest name or extended header that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// Bytes behind the end of an archive that are read: tar fills a record, of 10 KiB unless told otherwise.
const PADDING: u64 = 64 << 20;

/// Bytes of a block: a header, or data up to the next multiple.
const BLOCK: usize = 512;

/// Up to so many bytes are read where they are not wanted: the system has read them ahead.
const NEAR: u64 = 64 << 10;

/// What a tar archive is read from.
pub(crate) trait Tape: Read {
    /// Passes over bytes that are not wanted; it is an error if there are fewer.
    fn skip(&mut self, bytes: u64) -> io::Result<()>;
}

impl Tape for Box<dyn Read + '_> {
    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        read_over(self, bytes)
    }
}

impl Tape for &mut (dyn Source + '_) {
    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        if bytes <= NEAR {
            return read_over(self, bytes);
        }
        let before = i64::try_from(bytes - 1).map_err(|_| damaged())?;
        // No file has a place so far behind.
        self.seek(SeekFrom::Current(before)).map_err(|_| damaged())?;
        // A place behind the end of the file is no error by itself.
        self.read_exact(&mut [0])
    }
}

fn read_over(source: &mut impl Read, bytes: u64) -> io::Result<()> {
    let passed = io::copy(&mut source.take(bytes), &mut io::sink())?;
    if passed < bytes { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

/// Whether the sum in a header is that of its bytes.
pub(crate) fn has_right_sum(block: &[u8; BLOCK]) -> bool {
    let sum = |range: std::ops::Range<usize>| {
        block[range].iter().map(|byte| u32::from(*byte)).sum::<u32>()
    };
    let right = sum(0..148) + sum(156..BLOCK) + 8 * u32::from(b' ');
    Header::from_byte_slice(block).cksum().is_ok_and(|told| told == right)
}

/// What headers of a kind of their own say about the entry that follows them.
#[derive(Default)]
struct Extra {
    name: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    size: Option<u64>,
    mtime: Option<Time>,
    owner: (Option<u32>, Option<u32>),
    sparse: bool,
    /// The name of a sparse file, which another one takes the place of for programs that do not know such files.
    sparse_name: Option<Vec<u8>>,
}

/// Reads a tar archive.
pub(crate) fn read(source: &mut dyn Tape, each: &mut Each<'_>) -> Result<(), Fault> {
    let mut extra = Extra::default();
    let mut is_first = true;
    // Whether a header of the next entry has come.
    let mut is_announced = false;
    loop {
        let mut block = [0; BLOCK];
        match read_block(source, &mut block)? {
            // An archive without the two empty blocks at its end is one that other programs read as well.
            Block::End if is_first || is_announced => return Err(Fault::DAMAGED),
            Block::End => return Ok(()),
            Block::Zeros => return end(source),
            Block::Header => {}
        }
        if !has_right_sum(&block) {
            return Err(Fault::DAMAGED);
        }
        is_first = false;
        let header = Header::from_byte_slice(&block);
        let told = header.entry_size().map_err(|_| Fault::DAMAGED)?;
        is_announced = true;
        match header.entry_type() {
            EntryType::GNULongName => extra.name = Some(until_zero(text(source, told)?)),
            EntryType::GNULongLink => extra.link = Some(until_zero(text(source, told)?)),
            EntryType::XHeader => extra.learn(&text(source, told)?)?,
            EntryType::XGlobalHeader => drop(text(source, told)?),
            kind => {
                let extra = std::mem::take(&mut extra);
                is_announced = false;
                let size = match (extra.size, kind) {
                    (Some(size), _) => size,
                    // Old programs wrote the size of the file there, and no data.
                    (None, EntryType::Link) => 0,
                    (None, _) => told,
                };
                let entry = entry(header, kind, size, extra);
                let mut body = Body { source, left: size };
                let flow = match &entry {
                    Some(entry) => each(entry, &mut body),
                    None => ControlFlow::Continue(()),
                };
                if flow.is_break() {
                    return Ok(());
                }
                let left = body.left;
                source.skip(left.saturating_add(padding(size)))?;
            }
        }
    }
}

impl Extra {
    /// Reads the fields of a pax header: each is the number of its bytes, a blank, `key=value` and a line end. Values may
    /// hold line ends themselves.
    fn learn(&mut self, mut text: &[u8]) -> Result<(), Fault> {
        while text.iter().any(|byte| *byte != 0) {
            let field = field(text).ok_or(Fault::DAMAGED)?;
            text = field.rest;
            let value = field.value;
            let number = || std::str::from_utf8(value).ok()?.parse::<u64>().ok();
            match field.key {
                b"path" => self.name = Some(value.to_vec()),
                b"linkpath" => self.link = Some(value.to_vec()),
                b"size" => self.size = number(),
                b"uid" => self.owner.0 = number().and_then(|id| id.try_into().ok()),
                b"gid" => self.owner.1 = number().and_then(|id| id.try_into().ok()),
                b"mtime" => self.mtime = std::str::from_utf8(value).ok().and_then(time),
                key if key.starts_with(b"GNU.sparse.") => {
                    self.sparse = true;
                    if key == b"GNU.sparse.name" {
                        self.sparse_name = Some(value.to_vec());
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// A field of a pax header, and what follows it.
struct Field<'a> {
    key: &'a [u8],
    value: &'a [u8],
    rest: &'a [u8],
}

fn field(text: &[u8]) -> Option<Field<'_>> {
    let blank = text.iter().position(|byte| *byte == b' ')?;
    let len: usize = std::str::from_utf8(text.get(..blank)?).ok()?.parse().ok()?;
    let body = text.get(blank + 1..len)?.strip_suffix(b"\n")?;
    let equals = body.iter().position(|byte| *byte == b'=')?;
    Some(Field { key: &body[..equals], value: &body[equals + 1..], rest: &text[len..] })
}

/// Reads a time as pax has it: seconds, perhaps negative, with a fraction.
fn time(text: &str) -> Option<Time> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let seconds: i64 = whole.parse().ok()?;
    let digits = format!("{:0<9}", fraction.get(..fraction.len().min(9))?);
    let nanos: u32 = digits.parse().ok()?;
    if whole.starts_with('-') && nanos > 0 {
        return Some(Time { seconds: seconds.checked_sub(1)?, nanos: 1_000_000_000 - nanos });
    }
    Some(Time { seconds, nanos })
}

/// Describes an entry; none for headers that stand for no item.
fn entry(header: &Header, kind: EntryType, size: u64, extra: Extra) -> Option<Entry> {
    let name = extra.sparse_name.or(extra.name).unwrap_or_else(|| header.path_bytes().into_owned());
    let link = || {
        let own = || header.link_name_bytes().map(std::borrow::Cow::into_owned);
        extra.link.clone().or_else(own).unwrap_or_default()
    };
    let device = || {
        let number = |it: io::Result<Option<u32>>| it.ok().flatten().unwrap_or(0);
        (number(header.device_major()), number(header.device_minor()))
    };
    let mut refused = None;
    let kind = match kind {
        // Before POSIX, a directory was a file whose name ends in a slash.
        EntryType::Regular if name.ends_with(b"/") => Kind::Directory,
        EntryType::Regular | EntryType::Continuous => Kind::File,
        EntryType::Directory => Kind::Directory,
        // Of an incremental archive: its data lists what was in it.
        kind if kind.as_byte() == b'D' => Kind::Directory,
        EntryType::Symlink => Kind::Symlink(link()),
        EntryType::Link => Kind::HardLink(link()),
        EntryType::Fifo => Kind::Fifo,
        EntryType::Char => Kind::CharDevice(device().0, device().1),
        EntryType::Block => Kind::BlockDevice(device().0, device().1),
        EntryType::GNUSparse => {
            refused = Some(Why::Unsupported);
            Kind::File
        }
        // The name of the volume, or a part of a file of another volume.
        kind if matches!(kind.as_byte(), b'V' | b'M') => return None,
        // POSIX: what is not known is a file.
        _ => Kind::File,
    };
    if extra.sparse {
        refused = Some(Why::Unsupported);
    }
    let own_time = || Some(Time { seconds: header.mtime().ok()?.cast_signed(), nanos: 0 });
    let id = |id: io::Result<u64>| id.ok().and_then(|id| u32::try_from(id).ok());
    let uid = extra.owner.0.or_else(|| id(header.uid()));
    let gid = extra.owner.1.or_else(|| id(header.gid()));
    Some(Entry {
        size: (kind == Kind::File).then_some(size),
        name,
        kind,
        mode: header.mode().ok().map(|mode| mode & 0o7777),
        mtime: extra.mtime.or_else(own_time),
        owner: uid.zip(gid),
        attributes: Vec::new(),
        refused,
    })
}

/// What a block of an archive is.
enum Block {
    Header,
    Zeros,
    End,
}

fn read_block(source: &mut dyn Read, block: &mut [u8; BLOCK]) -> Result<Block, Fault> {
    match read_some(source, block)? {
        0 => Ok(Block::End),
        BLOCK if block.iter().all(|byte| *byte == 0) => Ok(Block::Zeros),
        BLOCK => Ok(Block::Header),
        _ => Err(Fault::DAMAGED),
    }
}

/// Reads a block, or what is left; gives how much that was.
fn read_some(source: &mut dyn Read, block: &mut [u8; BLOCK]) -> io::Result<usize> {
    let mut len = 0;
    while len < BLOCK {
        match source.read(&mut block[len..]) {
            Ok(0) => break,
            Ok(read) => len += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

/// Reads what is behind the last entry.
///
/// The rest of a stream is read, since only its end tells whether it is whole. Where a header was lost to zeros, as on a disk
/// that fails, or an archive was appended to another one, further headers follow: these entries would be missing.
fn end(source: &mut dyn Tape) -> Result<(), Fault> {
    let mut block = [0; BLOCK];
    for _ in 0..PADDING / BLOCK as u64 {
        match read_some(source, &mut block)? {
            BLOCK if has_right_sum(&block) => return Err(Fault::DAMAGED),
            BLOCK => {}
            _ => break,
        }
    }
    Ok(())
}

/// Reads the data of a header that describes the next entry.
fn text(source: &mut dyn Tape, size: u64) -> Result<Vec<u8>, Fault> {
    if size > LONGEST {
        return Err(Fault::DAMAGED);
    }
    let mut text = Vec::new();
    Body { source, left: size }.read_to_end(&mut text)?;
    source.skip(padding(size))?;
    Ok(text)
}

/// Bytes behind data of this size, up to the next block.
fn padding(size: u64) -> u64 {
    let block = BLOCK as u64;
    (block - size % block) % block
}

/// The data of an entry; that it is cut off is an error.
struct Body<'a> {
    source: &'a mut dyn Read,
    left: u64,
}

impl Read for Body<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(0);
        }
        let len = self.source.read(&mut buffer[..most])?;
        if len == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= len as u64;
        Ok(len)
    }
}

fn until_zero(mut text: Vec<u8>) -> Vec<u8> {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    text.truncate(end);
    text
}

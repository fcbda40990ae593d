//! Packs a stream in parts, several at a time: each is a gzip member, an xz stream or a zstd frame of its own, and
//! these formats define that several of them in a row are one stream.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read, Write};
use std::thread::JoinHandle;

use flate2::Compression;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::format::Packing;

/// Bytes of a part: many times the distance over which the format finds repetitions.
fn part_of(packing: Packing) -> usize {
    match packing {
        Packing::Gzip => 1 << 20,
        Packing::Zstd => 4 << 20,
        Packing::Xz => 16 << 20,
    }
}

/// The most parts of an xz stream that are packed at a time; each takes about 100 MiB of memory.
const MOST_XZ: usize = 8;

/// The level of gzip and xz that their programs take.
const USUAL: u32 = 6;

type Part = JoinHandle<io::Result<Vec<u8>>>;

/// A stream that is packed as it is written.
pub(super) struct Stream<W> {
    out: W,
    packing: Option<Packing>,
    level: Option<u32>,
    threads: usize,
    /// What is not packed yet.
    buffer: Vec<u8>,
    /// The parts that are packed, the first of them first.
    parts: VecDeque<Part>,
    any: bool,
}

impl<W> fmt::Debug for Stream<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("packing", &self.packing).finish_non_exhaustive()
    }
}

/// Bytes of a stream that is not packed, which are written at once.
const PLAIN: usize = 1 << 20;

impl<W: Write> Stream<W> {
    pub(super) fn new(
        out: W,
        packing: Option<Packing>,
        level: Option<u32>,
        threads: usize,
    ) -> Self {
        let most = if packing == Some(Packing::Xz) { MOST_XZ } else { 64 };
        Self {
            out,
            packing,
            level,
            threads: threads.clamp(1, most),
            buffer: Vec::new(),
            parts: VecDeque::new(),
            any: false,
        }
    }

    /// Packs what has gathered.
    fn pack(&mut self) -> io::Result<()> {
        let Some(packing) = self.packing else {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
            return Ok(());
        };
        while self.parts.len() >= self.threads {
            self.write_first()?;
        }
        let part = std::mem::take(&mut self.buffer);
        let level = self.level;
        self.any = true;
        let packing = std::thread::Builder::new()
            .name("fcp-pack".to_owned())
            .spawn(move || squeeze(packing, level, &part))?;
        self.parts.push_back(packing);
        Ok(())
    }

    fn write_first(&mut self) -> io::Result<()> {
        let Some(part) = self.parts.pop_front() else { return Ok(()) };
        // A panic is a bug of the library that packs; the archive fails, and not the program.
        let packed = part.join().map_err(|_panic| io::Error::other("packing failed"))??;
        self.out.write_all(&packed)
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        if !self.buffer.is_empty() || !self.any {
            self.pack()?;
        }
        while !self.parts.is_empty() {
            self.write_first()?;
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

impl<W: Write> Write for Stream<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let full = self.packing.map_or(PLAIN, part_of);
        let room = full - self.buffer.len().min(full);
        let len = room.min(data.len());
        self.buffer.extend_from_slice(&data[..len]);
        if self.buffer.len() >= full {
            self.pack()?;
        }
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Packs a part.
fn squeeze(packing: Packing, level: Option<u32>, part: &[u8]) -> io::Result<Vec<u8>> {
    match packing {
        Packing::Gzip => {
            let level = Compression::new(level.unwrap_or(USUAL));
            let mut writer = GzEncoder::new(Vec::new(), level);
            writer.write_all(part)?;
            writer.finish()
        }
        Packing::Xz => {
            let options = XzOptions::with_preset(level.unwrap_or(USUAL));
            let mut writer = XzWriter::new(Vec::new(), options)?;
            writer.write_all(part)?;
            writer.finish()
        }
        // The library has no other levels yet.
        Packing::Zstd => {
            let level = match level {
                Some(0) => CompressionLevel::Uncompressed,
                _ => CompressionLevel::Fastest,
            };
            Ok(compress_to_vec(part.take(part.len() as u64), level))
        }
    }
}

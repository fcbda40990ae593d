//! Unpacks streams: gzip, xz and zstd, with bounded memory.

use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;

use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::fault::damaged;
use crate::format::{Packing, stem};
use crate::{Each, Entry, Kind, Source};

/// The most memory for an xz stream, in KiB: what `xz -9` needs, several times over.
const XZ_MEMORY: u32 = 512 << 10;

/// The largest window of a zstd stream, in bytes: that of `zstd --long=31` would be 2 GiB.
const ZSTD_WINDOW: u64 = 256 << 20;

/// Begins to unpack a stream; damage is told when it is read.
pub(crate) fn open<'a>(source: &'a mut dyn Source, packing: Packing) -> Box<dyn Read + 'a> {
    let source = BufReader::with_capacity(128 << 10, source);
    match packing {
        Packing::Gzip => Box::new(Gzip { member: Some(GzDecoder::new(source)) }),
        Packing::Xz => Box::new(XzReader::new_mem_limit(source, true, XZ_MEMORY)),
        Packing::Zstd => Box::new(Zstd::new(source)),
    }
}

/// Gives the one file in a packed stream, called as the stream is without its ending.
pub(crate) fn read_one(
    source: &mut dyn Source,
    packing: Packing,
    name: &[u8],
    each: &mut Each<'_>,
) {
    let mut data = open(source, packing);
    let short = stem(name);
    // It must not take the name of its archive, beside which it may be unpacked.
    let name = if short == name { [name, b".unpacked"].concat() } else { short.to_vec() };
    // The caller has been told of damage by the reader.
    let (ControlFlow::Continue(()) | ControlFlow::Break(())) =
        each(&Entry::new(name, Kind::File), &mut *data);
}

/// Unpacks all members of a gzip stream, one after the other; zeros behind them fill a block, as on a tape.
struct Gzip<R> {
    /// The member that is read; none at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let len = member.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            let Some(mut source) = self.member.take().map(GzDecoder::into_inner) else { break };
            if has_more(&mut source)? {
                self.member = Some(GzDecoder::new(source));
            }
        }
        Ok(0)
    }
}

/// Passes over zeros, and says whether anything else follows.
fn has_more(source: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let head = source.fill_buf()?;
        if head.is_empty() {
            return Ok(false);
        }
        let zeros = head.iter().take_while(|byte| **byte == 0).count();
        let is_zero = zeros == head.len();
        source.consume(zeros);
        if !is_zero {
            return Ok(true);
        }
    }
}

/// Unpacks all frames of a zstd stream, one after the other.
struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
    /// Whether the decoder is within a frame.
    within: bool,
}

impl<R: BufRead> Zstd<R> {
    fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(ZSTD_WINDOW);
        Self { source, decoder, within: false }
    }

    /// Begins the next frame, behind those that hold no data; `false` at the end of the stream.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            let head = self.source.fill_buf()?;
            if head.is_empty() {
                return Ok(false);
            }
            let mut magic = [0; 4];
            self.source.read_exact(&mut magic)?;
            if let [0x50..=0x5f, 0x2a, 0x4d, 0x18] = magic {
                let mut len = [0; 4];
                self.source.read_exact(&mut len)?;
                let len = u64::from(u32::from_le_bytes(len));
                let skipped = io::copy(&mut (&mut self.source).take(len), &mut io::sink())?;
                if skipped < len {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                continue;
            }
            let frame = (&magic[..]).chain(&mut self.source);
            self.decoder.reset(frame).map_err(|_| damaged())?;
            self.within = true;
            return Ok(true);
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.within && !self.begin()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBytes(buffer.len().max(1));
                self.decoder.decode_blocks(&mut self.source, step).map_err(|_| damaged())?;
            }
            let len = self.decoder.read(buffer)?;
            if len > 0 {
                return Ok(len);
            }
            let told = self.decoder.get_checksum_from_data();
            if told.is_some() && told != self.decoder.get_calculated_checksum() {
                return Err(damaged());
            }
            self.within = false;
        }
    }
}

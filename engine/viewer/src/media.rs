//! Reads the headers of audio and video files; only a few bytes, whatever lengths the headers claim.
//!
//! WAV and FLAC say it at their beginning; of MP4 and its relatives the boxes are followed to `moov`, which
//! may be at the end.

use std::io::{Read, Seek, SeekFrom};
use std::time::Duration;

/// Boxes that are looked at; real files have a handful.
const BOXES: usize = 64;

/// Bytes of `moov` that are read.
const MOOV: u64 = 1 << 20;

/// What is known of sound or moving pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// How long it takes.
    Duration(Duration),
    /// How the sound was recorded.
    Audio {
        /// The name of its format.
        format: &'static str,
        /// Samples in a second.
        rate: u32,
        /// How many channels it has.
        channels: u32,
        /// Bits of a sample.
        bits: u32,
    },
    /// Width and height of the pictures.
    Video(u64, u64),
}

/// Gives what is known of sound or moving pictures; none if it is something else.
pub fn facts(file: &mut (impl Read + Seek), head: &[u8]) -> Option<Vec<Fact>> {
    wav(head).or_else(|| flac(head)).or_else(|| mp4(file, head))
}

fn sound(
    format: &'static str,
    rate: u32,
    channels: u32,
    bits: u32,
    time: Option<Duration>,
) -> Vec<Fact> {
    let audio = Fact::Audio { format, rate, channels, bits };
    time.map(Fact::Duration).into_iter().chain([audio]).collect()
}

fn seconds(count: u64, per_second: u64) -> Option<Duration> {
    let micros = u128::from(count) * 1_000_000 / u128::from(Some(per_second).filter(|&n| n > 0)?);
    Some(Duration::from_micros(u64::try_from(micros).ok()?))
}

fn wav(head: &[u8]) -> Option<Vec<Fact>> {
    let chunks = head.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WAVE")?;
    let (mut rest, mut format) = (chunks, None);
    while let Some((name, len)) = rest.first_chunk::<8>().map(|it| (&it[..4], little(&it[4..]))) {
        let body = &rest[8..];
        if name == b"fmt " {
            format = body.first_chunk::<16>();
        }
        if name == b"data" {
            let format = format?;
            let time = seconds(u64::from(len), u64::from(little(&format[8..12])));
            let rate = little(&format[4..8]);
            let short = |at: usize| little(&format[at..at + 2]);
            return Some(sound("WAV", rate, short(2), short(14), time));
        }
        // Chunks have even places.
        let len = usize::try_from(u64::from(len) + u64::from(len % 2)).ok()?;
        rest = body.get(len..)?;
    }
    None
}

fn flac(head: &[u8]) -> Option<Vec<Fact>> {
    let info = head.strip_prefix(b"fLaC")?.get(4..22)?;
    // 20 bits of rate, 3 of channels, 5 of depth, 36 of samples.
    let packed = big(&info[10..18]);
    let (rate, samples) = (packed >> 44, packed & ((1 << 36) - 1));
    let channels = (packed >> 41 & 7) as u32 + 1;
    let bits = (packed >> 36 & 31) as u32 + 1;
    let time = seconds(samples, rate).filter(|_| samples > 0);
    Some(sound("FLAC", rate as u32, channels, bits, time))
}

fn mp4(file: &mut (impl Read + Seek), head: &[u8]) -> Option<Vec<Fact>> {
    if head.get(4..8)? != b"ftyp" {
        return None;
    }
    let mut at = 0;
    for _ in 0..BOXES {
        file.seek(SeekFrom::Start(at)).ok()?;
        let mut header = [0; 16];
        file.read_exact(&mut header[..8]).ok()?;
        let mut skip = 8;
        let len = match big(&header[..4]) {
            1 => {
                file.read_exact(&mut header[8..]).ok()?;
                skip = 16;
                big(&header[8..])
            }
            len => len,
        };
        if &header[4..8] == b"moov" {
            let mut moov = Vec::new();
            file.take(len.saturating_sub(skip).min(MOOV)).read_to_end(&mut moov).ok()?;
            return Some(movie(&moov));
        }
        // A box of no length reaches to the end of the file.
        at = at.checked_add(len).filter(|_| len >= skip)?;
    }
    None
}

fn movie(moov: &[u8]) -> Vec<Fact> {
    let time = boxes(moov).find(|(name, _)| *name == b"mvhd").and_then(|(_, body)| {
        let wide = body.first()? == &1;
        let (scale, length) = if wide { (20..24, 24..32) } else { (12..16, 16..20) };
        seconds(big(body.get(length)?), big(body.get(scale)?))
    });
    let tracks = boxes(moov).filter(|(name, _)| *name == b"trak");
    let sizes = tracks.filter_map(|(_, trak)| {
        let (_, head) = boxes(trak).find(|(name, _)| *name == b"tkhd")?;
        // The last two numbers are width and height, with sixteen bits behind the point.
        let size = head.get(head.len().checked_sub(8)?..)?;
        Some((big(&size[..4]) >> 16, big(&size[4..]) >> 16))
    });
    let size = sizes.into_iter().find(|&(width, height)| width * height > 0);
    let video = size.map(|(width, height)| Fact::Video(width, height));
    time.map(Fact::Duration).into_iter().chain(video).collect()
}

/// Gives the boxes in a box: names and what is in them.
fn boxes(mut rest: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let len = usize::try_from(big(rest.get(..4)?)).ok()?;
        let name = rest.get(4..8)?.first_chunk::<4>()?;
        let body = rest.get(8..len.min(rest.len()))?;
        rest = &rest[len.min(rest.len())..];
        Some((name, body))
    })
}

fn big(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |all, &byte| all << 8 | u64::from(byte))
}

fn little(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    fn read(bytes: &[u8]) -> Option<Vec<Fact>> {
        facts(&mut Cursor::new(bytes), bytes)
    }

    fn boxed(name: &[u8], body: &[u8]) -> Vec<u8> {
        [&(body.len() as u32 + 8).to_be_bytes()[..], name, body].concat()
    }

    fn film() -> Vec<u8> {
        let mut head = vec![0; 20];
        head[12..16].copy_from_slice(&1000_u32.to_be_bytes());
        head[16..20].copy_from_slice(&187_400_u32.to_be_bytes());
        let size = |width: u32, height: u32| {
            let size = [(width << 16).to_be_bytes(), (height << 16).to_be_bytes()].concat();
            boxed(b"trak", &boxed(b"tkhd", &[vec![0; 76], size].concat()))
        };
        let moov = [boxed(b"mvhd", &head), size(0, 0), size(1920, 1080)].concat();
        [boxed(b"ftyp", b"isom"), boxed(b"mdat", &[7; 500]), boxed(b"moov", &moov)].concat()
    }

    #[test]
    fn films_say_how_long_and_how_large_they_are() {
        let time = Duration::from_millis(187_400);
        assert_eq!(read(&film()), Some(vec![Fact::Duration(time), Fact::Video(1920, 1080)]));
    }

    #[test]
    fn sound_says_how_it_was_recorded() {
        let mut format = vec![1, 0, 2, 0];
        for word in [44_100_u32, 176_400] {
            format.extend(word.to_le_bytes());
        }
        format.extend([4, 0, 16, 0]);
        let chunk = |name: &[u8], len: u32, body: &[u8]| [name, &len.to_le_bytes(), body].concat();
        let wav = [
            b"RIFF\0\0\0\0WAVE".to_vec(),
            chunk(b"odd ", 1, b"x\0"),
            chunk(b"fmt ", 16, &format),
            chunk(b"data", 176_400 * 3723, b""),
        ];
        let audio = Fact::Audio { format: "WAV", rate: 44_100, channels: 2, bits: 16 };
        let time = Duration::from_secs(3723);
        assert_eq!(read(&wav.concat()), Some(vec![Fact::Duration(time), audio]));
        let packed = (48_000_u64 << 44) | (23 << 36) | (48_000 * 5);
        let flac = [b"fLaC\0\0\0\x22".as_slice(), &[0; 10], &packed.to_be_bytes()].concat();
        let audio = Fact::Audio { format: "FLAC", rate: 48_000, channels: 1, bits: 24 };
        assert_eq!(read(&flac), Some(vec![Fact::Duration(Duration::from_secs(5)), audio]));
    }

    #[test]
    fn other_files_and_endless_ones_say_nothing() {
        assert_eq!(read(b""), None);
        assert_eq!(read(b"only words, and more of them"), None);
        // A box without end, and more boxes than any file has.
        assert_eq!(read(&[boxed(b"ftyp", b""), vec![0; 40]].concat()), None);
        let many = vec![boxed(b"ftyp", b""); 2 * BOXES].concat();
        assert_eq!(read(&many), None);
    }

    proptest! {
        #[test]
        fn no_bytes_break_it(mut noise in prop::collection::vec(any::<u8>(), 0..200), at in 0..700_usize) {
            for head in [b"".as_slice(), b"fLaC", b"RIFF\0\0\0\0WAVE", b"\0\0\0\x08ftyp"] {
                read(&[head, &noise].concat());
            }
            let mut film = film();
            let at = at.min(film.len());
            noise.truncate(film.len() - at);
            film[at..at + noise.len()].copy_from_slice(&noise);
            read(&film);
        }
    }
}

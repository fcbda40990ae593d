//! Lists the entries of an archive.

use std::io::{self, BufReader, Read, Seek};

use flate2::read::MultiGzDecoder;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tar::{Archive, EntryType};

use crate::document::{About, Content, Line, Span, Spelling, Tint, View};
use crate::phrase::{Damage, DocumentKind, Phrase};
use crate::plain;
use crate::source::{CancelToken, Source};
use crate::zip;

/// The most entries that are listed.
pub(crate) const MOST: usize = 10_000;

/// Columns from which times are shown.
const DATED: u16 = 60;

/// The longest name or extended header that is read.
const LONGEST: u64 = 64 << 10;

/// How an archive is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Zip,
    Tar,
    TarGzip,
}

impl Packing {
    fn kind(self) -> DocumentKind {
        match self {
            Self::Zip => DocumentKind::Archive("zip"),
            Self::Tar => DocumentKind::Archive("tar"),
            Self::TarGzip => DocumentKind::TarGzip,
        }
    }
}

/// One thing in an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its path, as bytes.
    pub(crate) name: Vec<u8>,
    pub(crate) size: u64,
    /// In seconds since the Unix epoch, or as the clock stood where it was packed.
    pub(crate) time: Option<Time>,
    pub(crate) is_directory: bool,
    /// Where a link leads.
    pub(crate) target: Option<Vec<u8>>,
}

/// When something was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Time {
    /// Seconds since the Unix epoch.
    Unix(i64),
    /// The clock where it was packed.
    Clock(jiff::civil::DateTime),
}

/// The entries that were read, and what is known of the rest.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<Entry>,
    /// All entries, also those that are not listed.
    pub(crate) count: u64,
    /// Bytes of all of them.
    pub(crate) bytes: u64,
    /// What ended the list too early.
    pub(crate) damage: Option<Damage>,
}

impl Listing {
    pub(crate) fn add(&mut self, entry: Entry) {
        self.count += 1;
        self.bytes = self.bytes.saturating_add(entry.size);
        if self.entries.len() < MOST {
            self.entries.push(entry);
        }
    }
}

/// Tells whether what gzip packed is a tar archive.
pub(crate) fn is_tar_gzip(source: &Source, patience: &CancelToken) -> bool {
    let mut header = [0; 512];
    let mut reader = MultiGzDecoder::new(BufReader::new(source.reader(patience.clone())));
    reader.read_exact(&mut header).is_ok() && header[257..262] == *b"ustar"
}

/// Lists an archive.
pub(crate) fn view(
    source: &Source,
    packing: Packing,
    columns: u16,
    spelling: &Spelling,
    patience: &CancelToken,
) -> View {
    let mut listing = Listing::default();
    let reader = source.reader(patience.clone());
    let result = match packing {
        Packing::Zip => zip::list(source, patience, &mut listing),
        Packing::Tar => seek_tar(reader, &mut listing),
        Packing::TarGzip => {
            let mut archive = Archive::new(MultiGzDecoder::new(BufReader::new(reader)));
            archive.entries().and_then(|entries| tar(entries.raw(true), &mut listing))
        }
    };
    if let Err(error) = result {
        let known = error.get_ref().and_then(|inner| inner.downcast_ref::<Damage>());
        listing.damage = Some(known.cloned().unwrap_or_else(|| Damage::Told(error.to_string())));
    }
    let facts = [Phrase::Items(listing.count), Phrase::Unpacked(listing.bytes)];
    let facts = facts.iter().map(|fact| spelling.say(fact)).collect();
    let kind = spelling.kind(packing.kind());
    let about = About { kind, facts, size: Some(source.size()), lines: None };
    let lines = lines(&listing, columns >= DATED, spelling);
    let content = Content::Lines { lines, is_start: true, is_end: true };
    View { about: Some(about), content: Some(content), place: Some(0), ..View::default() }
}

fn seek_tar(reader: impl Read + Seek, listing: &mut Listing) -> io::Result<()> {
    let mut archive = Archive::new(BufReader::new(reader));
    let entries = archive.entries_with_seek()?;
    tar(entries.raw(true), listing)
}

/// Reads the headers of a tar archive.
///
/// They come raw, since a header that announces a name of some gigabytes must not be believed.
fn tar<R: Read>(entries: tar::Entries<'_, R>, listing: &mut Listing) -> io::Result<()> {
    let (mut name, mut link, mut size, mut time) = (None, None, None, None);
    for entry in entries {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        let mut text = Vec::new();
        match kind {
            EntryType::GNULongName | EntryType::GNULongLink | EntryType::XHeader => {
                (&mut entry).take(LONGEST).read_to_end(&mut text)?;
            }
            EntryType::XGlobalHeader => continue,
            _ => {}
        }
        match kind {
            EntryType::GNULongName => name = Some(until_zero(text)),
            EntryType::GNULongLink => link = Some(until_zero(text)),
            EntryType::XHeader => {
                for field in tar::PaxExtensions::new(&text).flatten() {
                    let number = || field.value().ok()?.split('.').next()?.parse::<i64>().ok();
                    match field.key_bytes() {
                        b"path" => name = Some(field.value_bytes().to_vec()),
                        b"linkpath" => link = Some(field.value_bytes().to_vec()),
                        b"size" => size = number().map(i64::cast_unsigned),
                        b"mtime" => time = number(),
                        _ => {}
                    }
                }
            }
            _ => {
                let header = entry.header();
                let mtime = || header.mtime().ok().map(u64::cast_signed);
                listing.add(Entry {
                    name: name.take().unwrap_or_else(|| header.path_bytes().into_owned()),
                    size: size.take().unwrap_or_else(|| header.size().unwrap_or(0)),
                    time: time.take().or_else(mtime).map(Time::Unix),
                    is_directory: kind == EntryType::Directory,
                    target: link
                        .take()
                        .or_else(|| header.link_name_bytes().map(std::borrow::Cow::into_owned)),
                });
            }
        }
    }
    Ok(())
}

fn until_zero(mut text: Vec<u8>) -> Vec<u8> {
    let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    text.truncate(end);
    text
}

fn lines(listing: &Listing, dated: bool, spelling: &Spelling) -> Vec<Line> {
    let mut lines: Vec<Vec<Span>> =
        listing.entries.iter().map(|entry| row(entry, dated, spelling)).collect();
    let more = listing.count - listing.entries.len() as u64;
    if more > 0 {
        lines.push(vec![plain_span(&spelling.say(&Phrase::More(more)), Tint::Muted)]);
    }
    if let Some(damage) = &listing.damage {
        let text = spelling.say(&Phrase::ListEnds(damage.clone()));
        lines.push(vec![plain::span(text, Tint::Bad)]);
    }
    if lines.is_empty() {
        lines.push(vec![plain_span(&spelling.say(&Phrase::EmptyArchive), Tint::Muted)]);
    }
    (0..).zip(lines).map(|(at, spans)| Line { at, number: None, spans }).collect()
}

fn row(entry: &Entry, dated: bool, spelling: &Spelling) -> Vec<Span> {
    let size = if entry.is_directory { String::new() } else { (spelling.short_size)(entry.size) };
    let time = if dated { format!("{:<16}  ", clock(entry.time)) } else { String::new() };
    let facts = format!("{size:>6}  {time}");
    let mut spans = vec![plain_span(&facts, Tint::Muted)];
    let tint = if entry.is_directory { Tint::Type } else { Tint::Text };
    spans.extend(plain::name(&entry.name, tint));
    if let Some(target) = &entry.target {
        spans.push(plain_span(" → ", Tint::Muted));
        spans.extend(plain::name(target, Tint::Value));
    }
    spans
}

fn plain_span(text: &str, tint: Tint) -> Span {
    Span { text: text.to_owned(), tint, hit: None }
}

/// Gives a time to the minute.
fn clock(time: Option<Time>) -> String {
    let civil = match time {
        None => return "–".to_owned(),
        Some(Time::Clock(civil)) => civil,
        Some(Time::Unix(seconds)) => match Timestamp::from_second(seconds) {
            Ok(time) => time.to_zoned(TimeZone::system()).datetime(),
            Err(_) => return "–".to_owned(),
        },
    };
    civil.strftime("%Y-%m-%d %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::document::BARE;

    fn patience() -> CancelToken {
        CancelToken::new(&std::sync::Arc::default(), 0)
    }

    fn tarball() -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.set_mtime(1_782_076_447);
        header.set_size(3);
        builder.append_data(&mut header, "a.txt", &b"abc"[..]).unwrap();
        header.set_size(0);
        builder.append_data(&mut header, "x".repeat(150), &b""[..]).unwrap();
        header.set_entry_type(EntryType::Symlink);
        builder.append_link(&mut header, "to\x1b[2J", "a.txt").unwrap();
        builder.into_inner().unwrap()
    }

    fn text(view: View) -> Vec<String> {
        let Some(Content::Lines { lines, .. }) = view.content else { panic!() };
        let line = |line: Line| line.spans.into_iter().map(|span| span.text).collect();
        lines.into_iter().map(line).collect()
    }

    #[test]
    fn tar_archives_are_listed_packed_or_not() {
        let plain = tarball();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&plain).unwrap();
        let packed = Source::memory(packed.finish().unwrap());
        assert!(is_tar_gzip(&packed, &patience()));
        let plain = text(view(&Source::memory(plain), Packing::Tar, 80, &BARE, &patience()));
        assert_eq!(plain, text(view(&packed, Packing::TarGzip, 80, &BARE, &patience())));
        assert!(plain[0].starts_with("     3  2026-06-2") && plain[0].ends_with("  a.txt"));
        assert!(plain[1].ends_with(&"x".repeat(150)));
        assert!(plain[2].ends_with(r"  to\x1b[2J → a.txt"), "{plain:?}");
        assert_eq!(plain.len(), 3);
    }

    #[test]
    fn what_is_damaged_is_listed_as_far_as_it_goes() {
        let mut bytes = tarball();
        bytes.truncate(1_300);
        let lines = text(view(&Source::memory(bytes), Packing::Tar, 80, &BARE, &patience()));
        assert!(lines[0].ends_with("a.txt"));
        assert!(lines.last().unwrap().starts_with("ListEnds(Told("), "{lines:?}");
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        let mut listing = Listing::default();
        for _ in 0..MOST + 5 {
            listing.add(Entry { size: 2, ..Entry::default() });
        }
        assert_eq!(listing.bytes, 2 * (MOST as u64 + 5));
        assert_eq!(lines(&listing, true, &BARE).len(), MOST + 1);
        assert_eq!(lines(&listing, true, &BARE)[MOST].spans[0].text, "More(5)");
    }
}

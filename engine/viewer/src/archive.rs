//! Lists the entries of an archive.

use std::ops::ControlFlow;
use std::path::Path;

use fcp_archive::{Entry, Format, Kind, Time};
use fcp_engine::error::OpError;
use fcp_engine::error_of;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::document::{About, Content, Line, Span, Spelling, Tint, View};
use crate::phrase::{DocumentKind, Phrase};
use crate::plain;
use crate::source::{CancelToken, Source};

/// The most entries that are listed.
pub(crate) const MOST: usize = 10_000;

/// The most bytes of their names, and of where links lead; a single one may have a mebibyte, and be packed to a kibibyte.
const NAMES: usize = 8 << 20;

/// Columns from which times are shown.
const DATED: u16 = 60;

/// The entries that were read, and what is known of the rest.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<Entry>,
    /// All entries, also those that are not listed.
    pub(crate) count: u64,
    /// Bytes of all of them.
    pub(crate) bytes: u64,
    /// Bytes of the names of all of them.
    names: usize,
    /// What ended the list too early.
    pub(crate) damage: Option<OpError>,
}

impl Listing {
    pub(crate) fn add(&mut self, entry: &Entry) {
        self.count += 1;
        self.bytes = self.bytes.saturating_add(entry.size.unwrap_or(0));
        let target = match &entry.kind {
            Kind::Symlink(target) | Kind::HardLink(target) => target.len(),
            _ => 0,
        };
        self.names = self.names.saturating_add(entry.name.len() + target);
        if self.entries.len() < MOST && self.names <= NAMES {
            self.entries.push(entry.clone());
        }
    }
}

/// Tells how an archive is packed; none if what is packed is a single file.
pub(crate) fn format(source: &Source, cancel: &CancelToken) -> Option<Format> {
    let format = Format::detect(&mut source.reader(cancel.clone())).ok()??;
    format.is_tree().then_some(format)
}

/// Lists an archive.
pub(crate) fn view(
    (source, format): (&Source, Format),
    path: &Path,
    columns: u16,
    spelling: &Spelling,
    cancel: &CancelToken,
) -> View {
    let mut listing = Listing::default();
    let read = fcp_archive::list(&mut source.reader(cancel.clone()), format, b"", &mut |entry| {
        listing.add(entry);
        if cancel.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listing.damage = read.err().map(|fault| error_of(&fault, path));
    let facts = [Phrase::Items(listing.count), Phrase::Unpacked(listing.bytes)];
    let facts = facts.iter().map(|fact| spelling.say(fact)).collect();
    let kind = spelling.kind(kind(format));
    let about = About { kind, facts, size: Some(source.size()), lines: None };
    let lines = lines(&listing, columns >= DATED, spelling);
    let content = Content::Lines { lines, is_start: true, is_end: true };
    View { about: Some(about), content: Some(content), place: Some(0), ..View::default() }
}

fn kind(format: Format) -> DocumentKind {
    match format {
        Format::Zip => DocumentKind::Archive("zip"),
        Format::SevenZip => DocumentKind::Archive("7z"),
        Format::Tar => DocumentKind::Archive("tar"),
        Format::Packed { .. } => DocumentKind::TarGzip,
    }
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
    let size = entry.size.map_or_else(String::new, spelling.short_size);
    let time = if dated { format!("{:<16}  ", clock(entry.mtime)) } else { String::new() };
    let facts = format!("{size:>6}  {time}");
    let mut spans = vec![plain_span(&facts, Tint::Muted)];
    let tint = if entry.is_directory() { Tint::Type } else { Tint::Text };
    spans.extend(plain::name(&entry.name, tint));
    if let Kind::Symlink(target) | Kind::HardLink(target) = &entry.kind {
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
    match time.map(|time| Timestamp::from_second(time.seconds)) {
        Some(Ok(time)) => time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string(),
        None | Some(Err(_)) => "–".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use fcp_archive::Packing;
    use tar::EntryType;

    use super::*;
    use crate::document::BARE;

    fn cancel() -> CancelToken {
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

    fn text(source: &Source, format: Format) -> Vec<String> {
        let view = view((source, format), Path::new("a"), 80, &BARE, &cancel());
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
        let gzip = Format::Packed { packing: Packing::Gzip, tar: true };
        assert_eq!(format(&packed, &cancel()), Some(gzip));
        let plain = text(&Source::memory(plain), Format::Tar);
        assert_eq!(plain, text(&packed, gzip));
        assert!(plain[0].starts_with("     3  2026-06-2") && plain[0].ends_with("  a.txt"));
        assert!(plain[1].ends_with(&"x".repeat(150)));
        assert!(plain[2].ends_with(r"  to\x1b[2J → a.txt"), "{plain:?}");
        assert_eq!(plain.len(), 3);
    }

    #[test]
    fn what_is_damaged_is_listed_as_far_as_it_goes() {
        let mut bytes = tarball();
        bytes.truncate(1_300);
        let lines = text(&Source::memory(bytes), Format::Tar);
        assert!(lines[0].ends_with("a.txt"));
        assert!(lines.last().unwrap().starts_with("ListEnds("), "{lines:?}");
    }

    #[test]
    fn long_lists_are_cut_and_counted() {
        let mut listing = Listing::default();
        let entry = Entry { size: Some(2), ..Entry::new(b"a".to_vec(), Kind::File) };
        (0..MOST + 5).for_each(|_| listing.add(&entry));
        assert_eq!(listing.bytes, 2 * (MOST as u64 + 5));
        assert_eq!(lines(&listing, true, &BARE).len(), MOST + 1);
        assert_eq!(lines(&listing, true, &BARE)[MOST].spans[0].text, "More(5)");
        let mut listing = Listing::default();
        let long = Entry::new(vec![b'a'; NAMES / 4], Kind::Symlink(vec![b'b'; NAMES / 4]));
        (0..5).for_each(|_| listing.add(&long));
        assert_eq!((listing.count, listing.entries.len()), (5, 2));
        assert_eq!(lines(&listing, true, &BARE)[2].spans[0].text, "More(3)");
    }
}

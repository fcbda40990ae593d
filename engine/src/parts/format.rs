//! Reads and writes the lists of a plan: items by directory, as bytes, with a checksum.
//!
//! A line of text says what the list is: `fcp part 1 items 3 4096 CHECKSUM`, with the version of the format, what it
//! is for, its items, their bytes, and the BLAKE3 of all that follows. Then words follow that a NUL ends each, so that
//! `tr '\0' '\n'` shows a list. One that begins with a slash is a directory: the number of the operand that it is in
//! and its path below that, or nothing for what is above the operands. The others are items in it: a letter for the
//! type, one for what the plan found, and the name, or the number of an operand. Before an item that is removed comes a
//! word that begins with `#`, which tells it from another one of this name; before a piece of a file also one that begins
//! with `%` and has its first byte and its end. In a list of divided files that word has the first part with a piece and the
//! end of them.
//!
//! A list of what a mirror removes names a directory of the source twice before the items that only its counterpart has:
//! with the word that tells it from others, and with that of its counterpart. The items are named by their paths in the
//! counterpart. A list of what gives way names each directory for which a part of a mirror removes another item.

use std::path::Path;

use super::disk;
use super::error::PlanError;
use super::pieces::Piece;
use super::stamp::Stamp;
use crate::contract::error::OpError;
use crate::contract::event::FileKind;

/// The newest version of this format: plans of mirrors have it, and the lists of what these remove.
pub(crate) const VERSION: u32 = 3;

/// The version of lists with stamps, and of plans that copy nothing.
pub(super) const SECOND: u32 = 2;

/// The version of all other lists and plans.
pub(super) const FIRST: u32 = 1;

/// What a list is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Items that a part copies.
    Items,
    /// Directories that get their metadata in the end.
    Folders,
    /// Items that a mirror removes in the end.
    Removals,
    /// Directories of the source in whose place is something else, which has the stamp.
    Ways,
    /// Files of which several parts have pieces, and which get their names in the end.
    Files,
}

const PURPOSES: [Purpose; 5] =
    [Purpose::Items, Purpose::Folders, Purpose::Removals, Purpose::Ways, Purpose::Files];

/// What the plan found at the destination of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing; or the item is no directory.
    Nothing,
    /// A directory, which keeps what a copy into it would leave.
    Directory,
    /// The item is in the destination alone, and a mirror removes it with all that is in it.
    Extra,
    /// The item is a directory in the destination alone, and a mirror removes it if it is empty by then.
    Emptied,
    /// The item is a directory, and what tells it is of its counterpart.
    Counterpart,
}

impl Found {
    /// Whether the item is in the destination alone.
    pub(crate) fn is_extra(self) -> bool {
        matches!(self, Self::Extra | Self::Emptied)
    }
}

const FOUND: [(Found, u8); 5] = [
    (Found::Nothing, b'+'),
    (Found::Directory, b'='),
    (Found::Extra, b'-'),
    (Found::Emptied, b'~'),
    (Found::Counterpart, b'@'),
];

/// An item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    /// The directory that it is in, by operand and path; empty above the operands.
    pub(crate) section: &'a [u8],
    pub(crate) kind: FileKind,
    pub(crate) found: Found,
    /// Its name there; of an operand its number.
    pub(crate) name: &'a [u8],
    /// What tells it from another one of this name, if it is removed.
    pub(crate) stamp: Option<Stamp>,
    /// The bytes of it that are meant, if not all; of a divided file the parts that have its pieces.
    pub(crate) piece: Option<Piece>,
}

impl Entry<'_> {
    /// Whether it is an operand, or an item below one, as its words say.
    ///
    /// A checksum proves no writer, and a name with a slash would lead anywhere.
    fn is_within(&self) -> bool {
        let is_number = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        let is_extra = self.found.is_extra();
        if self.section.is_empty() {
            return !is_extra && is_number(self.name);
        }
        let is_name = |word: &[u8]| !matches!(word, b"" | b"." | b"..") && !word.contains(&b'/');
        let mut words = self.section.split(|byte| *byte == b'/');
        let mut path = self.name.split(|byte| is_extra && *byte == b'/');
        words.next().is_some_and(is_number) && words.all(is_name) && path.all(is_name)
    }

    /// Whether a list for this may name it.
    fn serves(&self, purpose: Purpose) -> bool {
        let is_dir = self.kind == FileKind::Directory;
        let is_piece = self.stamp.is_some() && self.kind == FileKind::File;
        match purpose {
            Purpose::Files => self.piece.is_some() && is_piece && self.found == Found::Nothing,
            _ if self.piece.is_some() && !(purpose == Purpose::Items && is_piece) => false,
            Purpose::Items | Purpose::Folders => {
                matches!(self.found, Found::Nothing | Found::Directory)
            }
            Purpose::Removals => self.stamp.is_some() && (is_dir || self.found == Found::Extra),
            Purpose::Ways => self.stamp.is_some() && is_dir && self.found == Found::Nothing,
        }
    }
}

/// A list that is being written.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    body: Vec<u8>,
    /// Where in the body the path of the last section is.
    section: Option<std::ops::Range<usize>>,
    /// Whether items have stamps.
    is_stamped: bool,
    /// Whether items are pieces of files.
    has_pieces: bool,
    pub(crate) items: u64,
    pub(crate) bytes: u64,
}

impl Draft {
    /// Adds an item of this many bytes.
    pub(crate) fn push(&mut self, entry: Entry<'_>, bytes: u64) {
        if !self.is_in(entry.section) {
            self.body.push(b'/');
            let start = self.body.len();
            self.body.extend_from_slice(entry.section);
            self.section = Some(start..self.body.len());
            self.body.push(0);
        }
        if let Some(stamp) = entry.stamp {
            self.is_stamped = true;
            self.body.push(b'#');
            self.body.extend_from_slice(stamp.text().as_bytes());
            self.body.push(0);
        }
        if let Some(piece) = entry.piece {
            self.has_pieces = true;
            self.body.push(b'%');
            self.body.extend_from_slice(piece.text().as_bytes());
            self.body.push(0);
        }
        self.body.push(letter(entry.kind));
        self.body.extend(FOUND.iter().find(|(it, _)| *it == entry.found).map(|(_, sign)| *sign));
        self.body.extend_from_slice(entry.name);
        self.body.push(0);
        self.items += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Whether the last item is in this directory.
    pub(crate) fn is_in(&self, section: &[u8]) -> bool {
        self.section.clone().and_then(|at| self.body.get(at)) == Some(section)
    }

    /// Adds all items of another list.
    pub(crate) fn append(&mut self, other: &Self) {
        self.body.extend_from_slice(&other.body);
        self.section = None;
        self.is_stamped |= other.is_stamped;
        self.has_pieces |= other.has_pieces;
        self.items += other.items;
        self.bytes = self.bytes.saturating_add(other.bytes);
    }

    /// Makes it empty; it keeps its memory for the next items.
    pub(super) fn clear(&mut self) {
        let mut body = std::mem::take(&mut self.body);
        body.clear();
        *self = Self { body, ..Self::default() };
    }

    /// Bytes of the list so far.
    pub(crate) fn len(&self) -> usize {
        self.body.len()
    }

    /// Writes the list to a file, without a copy of it in memory.
    pub(super) fn write(&self, path: &Path, purpose: Purpose) -> Result<(), OpError> {
        disk::replace_by(path, &[self.first_line(purpose).as_bytes(), &self.body])
    }

    /// Gives the list with its first line.
    #[cfg(test)]
    pub(crate) fn encode(&self, purpose: Purpose) -> Vec<u8> {
        [self.first_line(purpose).as_bytes(), &self.body].concat()
    }

    fn first_line(&self, purpose: Purpose) -> String {
        let check = blake3::hash(&self.body).to_hex();
        let (items, bytes, word) = (self.items, self.bytes, word_of(purpose));
        let version = match purpose {
            _ if self.has_pieces => VERSION,
            Purpose::Removals | Purpose::Ways | Purpose::Files => VERSION,
            Purpose::Items | Purpose::Folders if self.is_stamped => SECOND,
            Purpose::Items | Purpose::Folders => FIRST,
        };
        format!("fcp part {version} {word} {items} {bytes} {check}\n")
    }
}

/// A list that was read.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) purpose: Purpose,
    pub(crate) items: u64,
    pub(crate) bytes: u64,
    file: Vec<u8>,
    /// Where the first line ends.
    body: usize,
}

impl List {
    /// Reads a list, which must be what was written.
    pub(crate) fn decode(path: &Path, file: Vec<u8>) -> Result<Self, PlanError> {
        let damaged = |why| PlanError::Damaged { path: path.to_owned(), why };
        let line = file.iter().position(|byte| *byte == b'\n');
        let line = line.ok_or_else(|| damaged("it is not a list of a plan"))?;
        let words = std::str::from_utf8(file.get(..line).unwrap_or_default()).unwrap_or_default();
        let words: Vec<&str> = words.split(' ').collect();
        let ["fcp", "part", version, rest @ ..] = words.as_slice() else {
            return Err(damaged("it is not a list of a plan"));
        };
        match version.parse() {
            Ok(FIRST..=VERSION) => {}
            Ok(found) => {
                return Err(PlanError::Newer { path: path.to_owned(), found, known: VERSION });
            }
            Err(_) => return Err(damaged("it is not a list of a plan")),
        }
        let [purpose, items, bytes, check] = rest else {
            return Err(damaged("its first line is not whole"));
        };
        let purpose = PURPOSES.into_iter().find(|it| word_of(*it) == *purpose);
        let (Some(purpose), Ok(items), Ok(bytes)) = (purpose, items.parse(), bytes.parse()) else {
            return Err(damaged("its first line is not whole"));
        };
        let body = line + 1;
        if blake3::hash(file.get(body..).unwrap_or_default()).to_hex().as_str() != *check {
            return Err(damaged("its checksum is wrong"));
        }
        let list = Self { purpose, items, bytes, file, body };
        if list.entries().count() as u64 != items {
            return Err(damaged("it has not the items that its first line tells"));
        }
        if !list.entries().all(|entry| entry.is_within() && entry.serves(purpose)) {
            return Err(damaged("it names what no walk finds"));
        }
        Ok(list)
    }

    /// Gives the items.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let body = self.file.get(self.body..).unwrap_or_default();
        let mut section: &[u8] = b"";
        let (mut stamp, mut piece) = (None, None);
        body.split(|byte| *byte == 0).filter_map(move |word| match word {
            [b'#', text @ ..] => {
                stamp = Stamp::parse(text);
                None
            }
            [b'%', text @ ..] => {
                piece = Piece::parse(text);
                None
            }
            [b'/', path @ ..] => {
                section = path;
                None
            }
            [kind, found, rest @ ..] => {
                let found = FOUND.iter().find(|(_, sign)| sign == found)?.0;
                Some(Entry {
                    section,
                    kind: kind_of(*kind)?,
                    found,
                    name: rest,
                    stamp: stamp.take(),
                    piece: piece.take(),
                })
            }
            _ => None,
        })
    }
}

fn word_of(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Items => "items",
        Purpose::Folders => "folders",
        Purpose::Removals => "removals",
        Purpose::Files => "files",
        Purpose::Ways => "ways",
    }
}

const LETTERS: [(FileKind, u8); 8] = [
    (FileKind::File, b'f'),
    (FileKind::Directory, b'd'),
    (FileKind::Symlink, b'l'),
    (FileKind::Fifo, b'p'),
    (FileKind::Socket, b's'),
    (FileKind::CharDevice, b'c'),
    (FileKind::BlockDevice, b'b'),
    (FileKind::Unknown, b'u'),
];

fn letter(kind: FileKind) -> u8 {
    LETTERS.iter().find(|(it, _)| *it == kind).map_or(b'u', |(_, letter)| *letter)
}

fn kind_of(letter: u8) -> Option<FileKind> {
    LETTERS.iter().find(|(_, it)| *it == letter).map(|(kind, _)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(section: &'a [u8], kind: FileKind, name: &'a [u8]) -> Entry<'a> {
        Entry { section, kind, found: Found::Nothing, name, stamp: None, piece: None }
    }

    fn draft() -> Draft {
        let mut draft = Draft::default();
        draft.push(entry(b"0/a", FileKind::File, b"x\xff\n"), 7);
        draft.push(entry(b"0/a", FileKind::Symlink, b"=+"), 0);
        draft.push(entry(b"", FileKind::Directory, b"0"), 0);
        draft.push(Entry { found: Found::Directory, ..entry(b"0", FileKind::Directory, b"a") }, 0);
        draft
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let mut both = draft();
        both.append(&draft());
        let list = List::decode(Path::new("p"), both.encode(Purpose::Items)).unwrap();
        assert_eq!((list.purpose, list.items, list.bytes), (Purpose::Items, 8, 14));
        let read: Vec<_> = list.entries().collect();
        assert_eq!(read[0], entry(b"0/a", FileKind::File, b"x\xff\n"));
        assert_eq!(read[2], entry(b"", FileKind::Directory, b"0"));
        assert_eq!(read[3].found, Found::Directory);
        assert_eq!(read[..4], read[4..]);
    }

    #[test]
    fn a_list_cannot_name_what_is_elsewhere() {
        let bad: [(&[u8], &[u8]); 9] = [
            (b"0/a", b".."),
            (b"0/a", b"."),
            (b"0/a", b"b/c"),
            (b"0/a", b""),
            (b"0/../b", b"x"),
            (b"0//b", b"x"),
            (b"a/b", b"x"),
            (b"", b"/etc"),
            (b"", b".."),
        ];
        for (section, name) in bad {
            let mut draft = Draft::default();
            draft.push(entry(section, FileKind::File, name), 0);
            let read = List::decode(Path::new("p"), draft.encode(Purpose::Items));
            assert!(matches!(read, Err(PlanError::Damaged { .. })), "{section:?} {name:?}");
        }
    }

    #[test]
    fn only_a_list_of_removals_names_what_the_destination_has_alone() {
        let stamp = Stamp::parse(b"1.b2");
        let extra =
            |name, found| Entry { found, stamp, ..entry(b"0/a", FileKind::Directory, name) };
        let decode = |entry: Entry<'_>, purpose| {
            let mut draft = Draft::default();
            draft.push(entry, 0);
            List::decode(Path::new("p"), draft.encode(purpose))
        };
        for found in [Found::Extra, Found::Emptied] {
            let list = decode(extra(b"b/c", found), Purpose::Removals).unwrap();
            assert_eq!(list.entries().next(), Some(extra(b"b/c", found)));
            for purpose in [Purpose::Items, Purpose::Folders] {
                assert!(decode(extra(b"b", found), purpose).is_err());
            }
            for bad in [&b"b/../c"[..], b"/b", b"b//c", b"..", b"", b"b/"] {
                assert!(decode(extra(bad, found), Purpose::Removals).is_err(), "{bad:?}");
            }
            let above = Entry { section: b"", ..extra(b"0", found) };
            assert!(decode(above, Purpose::Removals).is_err());
            let bare = Entry { stamp: None, ..extra(b"b", found) };
            assert!(decode(bare, Purpose::Removals).is_err());
        }
    }

    #[test]
    fn every_changed_and_every_missing_byte_is_noticed() {
        let whole = draft().encode(Purpose::Folders);
        for at in 0..whole.len() {
            let cut = List::decode(Path::new("p"), whole[..at].to_vec());
            assert!(cut.is_err(), "cut at {at}");
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            // The sum of the bytes is for people alone, and a digit of it is no part of what is copied.
            let read = List::decode(Path::new("p"), flipped);
            let line = whole.iter().position(|byte| *byte == b'\n').unwrap();
            assert!(read.is_err() || at < line, "flipped {at}");
        }
        let newer = b"fcp part 9 items 0 0 -\n".to_vec();
        let error = List::decode(Path::new("p"), newer).unwrap_err();
        assert!(matches!(error, PlanError::Newer { found: 9, .. }), "{error}");
    }
}

//! Holds the names of one directory in packed form.

use std::cmp::Ordering;
use std::ffi::{CStr, OsStr, OsString};
use std::fmt;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use super::meta::Metas;
use super::natural::{natural, order};
use fcp_engine::event::FileKind;
use fcp_engine::is_temporary;

/// The names of one directory: directories first, each group in natural order.
///
/// It never changes and is meant to be shared. An entry takes its name and ten bytes.
#[derive(PartialEq, Eq)]
pub struct Listing {
    names: Arc<Names>,
    /// Where each row's name is among them: names stay where they were read, since moving them would
    /// take the room of all of them once more.
    order: Vec<u32>,
    kinds: Vec<FileKind>,
    /// How many directories there are; they come first.
    directories: usize,
    knows_kinds: bool,
    /// How many of the names are those of copies under way.
    temporaries: usize,
}

/// Names one behind the other, each with a zero at its end.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Names {
    bytes: Vec<u8>,
    /// Where each name ends, behind its zero.
    ends: Vec<u32>,
}

impl Names {
    /// Adds a name, unless there are 4 GiB of them.
    fn push(&mut self, name: &[u8]) -> Option<()> {
        let end = u32::try_from(self.bytes.len() + name.len() + 1).ok()?;
        self.bytes.extend_from_slice(name);
        self.bytes.push(0);
        self.ends.push(end);
        Some(())
    }

    /// Where a name lies, with its zero.
    fn range(&self, index: usize) -> Option<Range<usize>> {
        let end = *self.ends.get(index)? as usize;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before));
        Some(start.map_or(0, |start| *start as usize)..end)
    }

    fn with_zero(&self, index: usize) -> Option<&[u8]> {
        self.bytes.get(self.range(index)?)
    }

    pub(super) fn name(&self, index: usize) -> Option<&OsStr> {
        let (_zero, name) = self.with_zero(index)?.split_last()?;
        Some(OsStr::from_bytes(name))
    }

    /// Some names and their zeros, and where each ends in the whole.
    pub(super) fn part(&self, part: Range<usize>) -> Option<(&[u8], &[u32])> {
        let ends = self.ends.get(part.clone())?;
        let start = self.range(part.start)?.start;
        Some((self.bytes.get(start..*ends.last()? as usize)?, ends))
    }
}

/// Entries as they are read.
#[derive(Clone, Default)]
pub(super) struct Entries {
    names: Names,
    kinds: Vec<FileKind>,
    temporaries: usize,
}

impl Entries {
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Adds an entry, unless there are 4 GiB of names.
    pub(super) fn push(&mut self, name: &[u8], kind: FileKind) -> Option<()> {
        self.names.push(name)?;
        self.temporaries += usize::from(is_temporary(name));
        self.kinds.push(kind);
        Some(())
    }

    pub(super) fn sorted(mut self) -> Listing {
        self.names.bytes.shrink_to_fit();
        self.names.ends.shrink_to_fit();
        let Self { names, kinds, temporaries } = self;
        let name = |row: u32| names.name(row as usize).unwrap_or_default();
        let group = |directories: bool| {
            let rows = (0..kinds.len() as u32).zip(&kinds);
            let in_group = move |kind: FileKind| (kind == FileKind::Directory) == directories;
            order(rows.filter(|(_, kind)| in_group(**kind)).map(|(row, _)| row), name)
        };
        let mut order = group(true);
        let directories = order.len();
        order.append(&mut group(false));
        let kind = |row: &u32| kinds.get(*row as usize).copied().unwrap_or(FileKind::Unknown);
        Listing {
            directories,
            temporaries,
            knows_kinds: !kinds.contains(&FileKind::Unknown),
            kinds: order.iter().map(kind).collect(),
            names: Arc::new(names),
            order,
        }
    }
}

impl Listing {
    /// Sorts names, which may be paths; those beyond 4 GiB are left out.
    pub fn new(entries: impl IntoIterator<Item = (OsString, FileKind)>) -> Self {
        let mut all = Entries::default();
        for (name, kind) in entries {
            if all.push(name.as_bytes(), kind).is_none() {
                break;
            }
        }
        all.sorted()
    }

    /// Counts the entries.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Counts the entries that are unfinished copies under temporary names.
    pub(super) fn temporaries(&self) -> usize {
        self.temporaries
    }

    /// Tells whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives a name; none behind the end.
    pub fn name(&self, index: usize) -> Option<&OsStr> {
        self.names.name(*self.order.get(index)? as usize)
    }

    /// Gives the type of an entry; a symlink is not followed.
    pub fn kind(&self, index: usize) -> FileKind {
        self.kinds.get(index).copied().unwrap_or(FileKind::Unknown)
    }

    /// Finds an entry by its name.
    pub fn find(&self, name: &OsStr) -> Option<usize> {
        self.groups().into_iter().find_map(|group| self.find_in(group, name))
    }

    fn find_in(&self, group: Range<usize>, name: &OsStr) -> Option<usize> {
        let (mut low, mut high) = (group.start, group.end);
        while low < high {
            let middle = low.midpoint(high);
            match natural(self.name(middle)?, name) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Tells whether the filesystem told the types of all entries.
    ///
    /// Otherwise some are [`FileKind::Unknown`] until [`Listing::with_kinds`] is asked.
    pub fn knows_kinds(&self) -> bool {
        self.knows_kinds
    }

    /// Gives the same entries with the types that `stat` told, in the order that follows from them.
    #[must_use]
    pub fn with_kinds(&self, metas: &Metas) -> (Self, Metas) {
        let kind = |index: usize| match self.kind(index) {
            FileKind::Unknown => metas.get(index).map_or(FileKind::Unknown, |meta| meta.kind),
            kind => kind,
        };
        let name = |row: u32| self.name(row as usize).unwrap_or_default();
        let is_directory = |row: &u32| kind(*row as usize) == FileKind::Directory;
        let (late, others): (Vec<u32>, Vec<u32>) =
            (self.directories as u32..self.len() as u32).partition(is_directory);
        // Both are sorted already, which a stable sort makes use of.
        let mut rows: Vec<u32> = (0..self.directories as u32).chain(late).collect();
        rows.sort_by(|a, b| natural(name(*a), name(*b)));
        let directories = rows.len();
        rows.extend(others);
        let sorted = Self {
            names: Arc::clone(&self.names),
            order: rows.iter().filter_map(|row| self.order.get(*row as usize).copied()).collect(),
            kinds: rows.iter().map(|row| kind(*row as usize)).collect(),
            directories,
            knows_kinds: true,
            temporaries: self.temporaries,
        };
        let metas = rows.iter().map(|row| metas.get(*row as usize).cloned()).collect();
        (sorted, Metas::new(metas))
    }

    /// Pairs the entries that are in an older listing as well: (index there, index here).
    ///
    /// A name that was a directory and no longer is, or the other way round, is another entry.
    pub fn matching<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = (usize, usize)> + 'a {
        let [directories, others] = older.groups();
        let [new_directories, new_others] = self.groups();
        // What is a directory to one of them may be unknown to the other.
        let crossed = !(self.knows_kinds && older.knows_kinds);
        let crossed =
            [(directories.clone(), new_others.clone()), (others.clone(), new_directories.clone())]
                .into_iter()
                .filter(move |_| crossed);
        let groups = [(directories, new_directories), (others, new_others)].into_iter();
        groups.chain(crossed).flat_map(move |(old, new)| Join { older, newer: self, old, new })
    }

    /// The directories and what is no directory.
    pub(super) fn groups(&self) -> [Range<usize>; 2] {
        [0..self.directories, self.directories..self.len()]
    }

    /// A name as system calls want it.
    pub(super) fn c_name(&self, index: usize) -> Option<&CStr> {
        let name = self.names.with_zero(*self.order.get(index)? as usize)?;
        CStr::from_bytes_with_nul(name).ok()
    }

    /// The names as they lie in memory, and for each row which of them is its own.
    pub(super) fn names(&self) -> (&Names, &[u32]) {
        (&self.names, &self.order)
    }
}

impl fmt::Debug for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listing")
            .field("len", &self.len())
            .field("directories", &self.directories)
            .finish_non_exhaustive()
    }
}

/// Walks two sorted groups side by side and gives what both have.
struct Join<'a> {
    older: &'a Listing,
    newer: &'a Listing,
    old: Range<usize>,
    new: Range<usize>,
}

impl Iterator for Join<'_> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.old.is_empty() && !self.new.is_empty() {
            let pair = (self.old.start, self.new.start);
            let (one, other) = (self.older.name(pair.0)?, self.newer.name(pair.1)?);
            // Mostly nothing has changed, and equality is cheap to see.
            let order = if one == other { Ordering::Equal } else { natural(one, other) };
            self.old.start += usize::from(order.is_le());
            self.new.start += usize::from(order.is_ge());
            if order.is_eq() {
                return Some(pair);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::os::unix::ffi::OsStringExt;

    use proptest::prelude::*;

    use super::super::Meta;
    use super::*;

    fn entries(names: &[(&str, FileKind)]) -> Listing {
        Listing::new(names.iter().map(|(name, kind)| (OsString::from(name), *kind)))
    }

    fn shown(listing: &Listing) -> Vec<(&str, FileKind)> {
        let row = |row: usize| (listing.name(row).unwrap().to_str().unwrap(), listing.kind(row));
        (0..listing.len()).map(row).collect()
    }

    #[test]
    fn directories_come_first_and_numbers_count() {
        use FileKind::{Directory, File, Symlink};
        let listing = entries(&[
            ("IMG_10", File),
            ("z", Directory),
            ("IMG_9", File),
            ("b", File),
            ("link", Symlink),
            ("A", File),
            ("y/2", Directory),
            (".hidden", File),
        ]);
        let names: Vec<_> = shown(&listing).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["y/2", "z", ".hidden", "A", "b", "IMG_9", "IMG_10", "link"]);
        assert_eq!(listing.kind(7), Symlink);
        assert!(listing.knows_kinds());
        assert_eq!((listing.len(), listing.name(8)), (8, None));
        assert!(Listing::new([]).is_empty());
    }

    #[test]
    fn names_need_not_be_text() {
        let name = OsString::from_vec(b"caf\xe9\n".to_vec());
        let listing = Listing::new([(name.clone(), FileKind::File)]);
        assert_eq!(listing.name(0), Some(name.as_os_str()));
        assert_eq!(listing.c_name(0), Some(c"caf\xe9\n"));
        assert_eq!(listing.find(&name), Some(0));
    }

    #[test]
    fn types_told_late_put_directories_first() {
        use FileKind::{Directory, File, Unknown};
        let listing = entries(&[
            ("a", Unknown),
            ("b", Directory),
            ("c", Unknown),
            ("d", Unknown),
            ("e", File),
        ]);
        assert!(!listing.knows_kinds());
        let metas = (0..listing.len()).map(|row| {
            let kind = match listing.name(row)?.to_str()? {
                "a" | "d" => Directory,
                "c" => return None,
                _ => File,
            };
            Some(Meta { kind, size: row as u64, ..Meta::default() })
        });
        let metas = Metas::new(metas.collect());
        let (sorted, moved) = listing.with_kinds(&metas);
        let expected =
            [("a", Directory), ("b", Directory), ("d", Directory), ("c", Unknown), ("e", File)];
        assert_eq!(shown(&sorted), expected);
        assert!(sorted.knows_kinds());
        assert!(moved.is_complete(5) && moved.get(3).is_none());
        for row in [0, 1, 2, 4] {
            let before = listing.find(sorted.name(row).unwrap()).unwrap();
            assert_eq!(moved.get(row).unwrap().size, before as u64);
        }
        // Marks are kept when the same directory is listed again, without its types.
        let pairs: Vec<_> = listing.matching(&sorted).collect();
        assert_eq!(pairs.len(), 5);
        assert!(pairs.into_iter().all(|(old, new)| sorted.name(old) == listing.name(new)));
    }

    fn some_entries() -> impl Strategy<Value = Vec<(String, bool)>> {
        prop::collection::vec(("[a-cA-B0-2]{1,3}", any::<bool>()), 0..60)
    }

    fn listing(entries: &[(String, bool)]) -> Listing {
        let mut seen = BTreeSet::new();
        let kind = |is_directory| if is_directory { FileKind::Directory } else { FileKind::File };
        let entries = entries.iter().filter(|(name, _)| seen.insert(name.clone()));
        Listing::new(entries.map(|(name, is_directory)| (name.into(), kind(*is_directory))))
    }

    proptest! {
        #[test]
        fn each_name_is_found(entries in some_entries(), other in "[a-cA-B0-2]{1,4}") {
            let listing = listing(&entries);
            for row in 0..listing.len() {
                prop_assert_eq!(listing.find(listing.name(row).unwrap()), Some(row));
            }
            let is_there = entries.iter().any(|(name, _)| *name == other);
            prop_assert_eq!(listing.find(OsStr::new(&other)).is_some(), is_there);
        }

        #[test]
        fn matching_finds_what_both_have(one in some_entries(), other in some_entries()) {
            let (older, newer) = (listing(&one), listing(&other));
            let found: BTreeSet<_> = newer.matching(&older).collect();
            let naive = (0..older.len()).flat_map(|old| (0..newer.len()).map(move |new| (old, new)));
            let same = |(old, new): &(usize, usize)| {
                older.name(*old) == newer.name(*new) && older.kind(*old) == newer.kind(*new)
            };
            prop_assert_eq!(found, naive.filter(same).collect());
        }
    }
}

//! Compares the directories of two panels and tells which of their entries differ.

use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};

use fcp_engine::event::FileKind;

use crate::filter::is_hidden;
use crate::panel::Panel;

/// Difference of two times that still counts as none, in microseconds: FAT keeps even seconds.
const CLOSE: u64 = 2_000_000;

/// One entry of a directory that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item<'a> {
    name: &'a OsStr,
    kind: FileKind,
    size: u64,
    /// Its modification time in microseconds since the Unix epoch.
    mtime: i64,
}

impl Panel {
    /// Marks in two panels what differs, and nothing else: what is on one side only, files of different size, and the
    /// newer one of two files of one size. Gives how many names that are.
    ///
    /// Times less than two seconds apart are the same. Of directories only the names count, since
    /// nothing is known of what is in them.
    pub fn mark_differing(&mut self, other: &mut Self) -> usize {
        let (here, there): (Vec<_>, Vec<_>) = (items(self).collect(), items(other).collect());
        let differing = [differing(&here, &there), differing(&there, &here)];
        let names: [BTreeSet<OsString>; 2] =
            differing.map(|names| names.into_iter().map(OsStr::to_owned).collect());
        let count = names.iter().map(BTreeSet::len).sum();
        for (panel, names) in [self, other].into_iter().zip(&names) {
            panel.drop_marks();
            panel.mark_where(true, |entry| names.contains(entry.name));
        }
        count
    }
}

/// The entries of a panel; hidden ones only where it shows them, but also those that a filter leaves out.
fn items(panel: &Panel) -> impl Iterator<Item = Item<'_>> {
    let shown = |name: &OsStr| panel.shows.hidden || !is_hidden(name);
    panel.entries().filter(move |entry| shown(entry.name)).map(|entry| Item {
        name: entry.name,
        kind: entry.kind,
        size: entry.meta.map_or(0, |meta| meta.size),
        mtime: entry.meta.map_or(0, |meta| meta.mtime),
    })
}

/// The names of one side that differ from what the other side has, in the order in which they came.
fn differing<'a>(here: &[Item<'a>], there: &[Item<'a>]) -> Vec<&'a OsStr> {
    let there: HashMap<_, _> = there.iter().map(|item| (item.name, item)).collect();
    let differs =
        |item: &&Item<'a>| there.get(item.name).is_none_or(|other| is_marked(item, other));
    here.iter().filter(differs).map(|item| item.name).collect()
}

/// Whether an entry is marked beside the one of its name.
fn is_marked(item: &Item<'_>, other: &Item<'_>) -> bool {
    if item.kind != other.kind {
        return true;
    }
    item.kind != FileKind::Directory
        && (item.size != other.size
            || item.mtime > other.mtime && item.mtime.abs_diff(other.mtime) > CLOSE)
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use proptest::prelude::*;

    use super::*;

    fn file(name: &str, size: u64, mtime: i64) -> Item<'_> {
        Item { name: OsStr::new(name), kind: FileKind::File, size, mtime }
    }

    fn marks(left: Item<'_>, right: Item<'_>) -> (usize, usize) {
        (differing(&[left], &[right]).len(), differing(&[right], &[left]).len())
    }

    #[test]
    fn what_only_one_side_has_is_marked_there() {
        let raw = Item { name: OsStr::from_bytes(b"\xff"), ..file("", 1, 1) };
        let [left, right] = [[file("a", 1, 1), raw], [file("b", 1, 1), raw]];
        assert_eq!(differing(&left, &right), ["a"]);
        assert_eq!(differing(&right, &left), ["b"]);
    }

    #[test]
    fn other_sizes_are_marked_on_both_sides_and_newer_ones_on_theirs() {
        assert_eq!(marks(file("a", 1, 0), file("a", 2, 0)), (1, 1));
        assert_eq!(marks(file("a", 1, 2_000_001), file("a", 1, 0)), (1, 0));
        assert_eq!(marks(file("a", 1, 0), file("a", 1, 2_000_001)), (0, 1));
        assert_eq!(marks(file("a", 1, 2_000_000), file("a", 1, 0)), (0, 0));
        assert_eq!(marks(file("a", 1, i64::MAX), file("a", 1, i64::MIN)), (1, 0));
    }

    #[test]
    fn of_directories_only_the_name_counts() {
        let directory = |size, mtime| Item { kind: FileKind::Directory, ..file("a", size, mtime) };
        assert_eq!(marks(directory(1, 0), directory(2, 9_000_000)), (0, 0));
        assert_eq!(marks(directory(1, 0), file("a", 1, 0)), (1, 1));
    }

    proptest! {
        #[test]
        fn what_is_alike_is_never_marked(
            files in prop::collection::btree_map("[a-c]", (0_u64..2, 0_i64..5_000_000), 0..4),
        ) {
            let items: Vec<_> =
                files.iter().map(|(name, (size, mtime))| file(name, *size, *mtime)).collect();
            prop_assert!(differing(&items, &items).is_empty());
        }
    }
}

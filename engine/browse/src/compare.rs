//! Compares two directories and tells which of their entries differ.

use std::collections::HashMap;
use std::ffi::OsStr;

use fcp_engine::event::FileKind;

/// Difference of two times that still counts as none, in microseconds: FAT keeps even seconds.
const CLOSE: u64 = 2_000_000;

/// One entry of a directory that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// Its name.
    pub name: &'a OsStr,
    /// Its type.
    pub kind: FileKind,
    /// Its size in bytes.
    pub size: u64,
    /// Its modification time in microseconds since the Unix epoch.
    pub mtime: i64,
}

/// The names to be marked in two panels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differing<'a> {
    /// Those of the left one, in the order in which they came.
    pub left: Vec<&'a OsStr>,
    /// Those of the right one, in the order in which they came.
    pub right: Vec<&'a OsStr>,
}

/// Tells what differs: what is on one side only, files of different size, and the newer one of two
/// files of one size.
///
/// Times less than two seconds apart are the same. Of directories only the names count, since
/// nothing is known of what is in them.
pub fn differing<'a>(
    left: impl IntoIterator<Item = Item<'a>>,
    right: impl IntoIterator<Item = Item<'a>>,
) -> Differing<'a> {
    let (left, right): (Vec<_>, Vec<_>) = (left.into_iter().collect(), right.into_iter().collect());
    Differing { left: marked(&left, &right), right: marked(&right, &left) }
}

/// The names of one side that differ from what the other side has.
fn marked<'a>(here: &[Item<'a>], there: &[Item<'a>]) -> Vec<&'a OsStr> {
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
        let found = differing([left], [right]);
        (found.left.len(), found.right.len())
    }

    #[test]
    fn what_only_one_side_has_is_marked_there() {
        let raw = Item { name: OsStr::from_bytes(b"\xff"), ..file("", 1, 1) };
        let found = differing([file("a", 1, 1), raw], [file("b", 1, 1), raw]);
        assert_eq!(found.left, ["a"]);
        assert_eq!(found.right, ["b"]);
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
        fn sides_may_change_places(
            left in prop::collection::btree_map("[a-c]", (0_u64..2, 0_i64..5_000_000), 0..4),
            right in prop::collection::btree_map("[a-c]", (0_u64..2, 0_i64..5_000_000), 0..4),
        ) {
            let items = |from: &'static std::collections::BTreeMap<String, (u64, i64)>| {
                from.iter().map(|(name, (size, mtime))| file(name, *size, *mtime))
            };
            let (left, right) = (&*Box::leak(Box::new(left)), &*Box::leak(Box::new(right)));
            let one = differing(items(left), items(right));
            let other = differing(items(right), items(left));
            prop_assert_eq!((&one.left, &one.right), (&other.right, &other.left));
            prop_assert_eq!(differing(items(left), items(left)), Differing::default());
        }
    }
}

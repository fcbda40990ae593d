//! Decides which entries of a listing are shown, and in which order.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use rayon::prelude::*;

use super::filter::{Filter, shown};
use super::listing::Listing;
use super::meta::{Meta, Metas};
use super::natural::{INDEX_BITS, MANY, folded, natural, window};
use fcp_engine::event::FileKind;

/// All bits of a key.
const KEY: u128 = u128::MAX >> INDEX_BITS;

/// How the rows of a panel are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub key: SortKey,
    /// Whether the largest comes first.
    pub descending: bool,
    /// Whether directories come before everything else, in either direction.
    pub directories_first: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { key: SortKey::Name, descending: false, directories_first: true }
    }
}

/// By what the rows of a panel are sorted; those that are equal are sorted by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// By name, in natural order.
    Name,
    /// By size; what has no known size comes last in either direction.
    Size,
    /// By time of modification; what has no known time comes last in either direction.
    Time,
    /// By what follows the last dot of a file's name, whatever its case; without one it comes first.
    Extension,
}

/// Gives the indices to show, in order.
///
/// Names that are hidden by custom are left out unless `hidden` is set, and so is what the filter does
/// not want. `sizes` has what is known otherwise, in bytes by index: what `stat` calls the size of a
/// directory is not used.
pub fn arrange(
    listing: &Listing,
    metas: &Metas,
    order: &Order,
    hidden: bool,
    filter: Option<&Filter>,
    sizes: &BTreeMap<usize, u64>,
) -> Vec<u32> {
    let rows = shown(listing, hidden, filter);
    let [directories, _] = listing.groups();
    let split = rows.partition_point(|row| directories.contains(&(*row as usize)));
    let is_directory = |row: u32| listing.kind(row as usize) == FileKind::Directory;
    let size = |row: u32| {
        let known = sizes.get(&(row as usize)).copied();
        let stat = || metas.get(row as usize).filter(|_| !is_directory(row)).and_then(Meta::size);
        known.or_else(stat)
    };
    // As an unsigned number that compares in the same way.
    let time = |row: u32| Some(metas.get(row as usize)?.mtime.cast_unsigned() ^ (1 << 63));
    let extension = |row: u32| match listing.name(row as usize) {
        Some(name) if !is_directory(row) => extension(name),
        _ => &[],
    };
    let down = order.descending;
    let sort = |rows: &[u32]| match order.key {
        SortKey::Name if down => rows.iter().rev().copied().collect(),
        SortKey::Name => rows.to_vec(),
        SortKey::Size => by_number(rows, down, size),
        SortKey::Time => by_number(rows, down, time),
        SortKey::Extension => by_text(rows, down, extension),
    };
    match rows.split_at_checked(split) {
        Some((directories, others)) if order.directories_first => {
            let mut sorted = sort(directories);
            sorted.extend(sort(others));
            sorted
        }
        _ => sort(&mixed(listing, rows, split)),
    }
}

/// Merges directories and others, sorted by name each.
fn mixed(listing: &Listing, mut rows: Vec<u32>, split: usize) -> Vec<u32> {
    let name = |row: u32| listing.name(row as usize).unwrap_or_default();
    if (1..rows.len()).contains(&split) {
        // A stable sort merges what is sorted already.
        rows.sort_by(|a, b| natural(name(*a), name(*b)));
    }
    rows
}

/// Sorts by a number; rows come sorted by name, and so do those that are equal.
fn by_number(rows: &[u32], down: bool, number: impl Fn(u32) -> Option<u64> + Sync) -> Vec<u32> {
    let key = |row: u32| match number(row) {
        Some(number) => u128::from(if down { !number } else { number }),
        None => 1 << 64,
    };
    unpack(rows, sorted(rows, key))
}

/// Sorts by a text in natural order, case and leading zeros apart.
fn by_text<'a>(rows: &[u32], down: bool, text: impl Fn(u32) -> &'a [u8] + Sync) -> Vec<u32> {
    let mask = if down { KEY } else { 0 };
    // The first bytes of the text's collation key; the last one says whether there are more.
    let key = |row: u32| {
        let (key, is_full) = window(text(row), 0);
        ((key & !0xFF) | u128::from(is_full)) ^ mask
    };
    let mut packed = sorted(rows, key);
    let alike = |a: &u128, b: &u128| a >> INDEX_BITS == b >> INDEX_BITS;
    let is_long = |packed: u128| ((packed >> INDEX_BITS) ^ mask) & 1 == 1;
    let text = |packed: u128| rows.get(position(packed)).map_or(&[][..], |row| text(*row));
    for run in packed.chunk_by_mut(alike) {
        if run.first().is_some_and(|packed| is_long(*packed)) {
            run.sort_by(|a, b| {
                let order = folded(text(*a), text(*b));
                if down { order.reverse() } else { order }
            });
        }
    }
    unpack(rows, packed)
}

/// Sorts integers of a row's key, at most 96 bits, and its position.
fn sorted(rows: &[u32], key: impl Fn(u32) -> u128 + Sync) -> Vec<u128> {
    let pack = |(position, row): (usize, &u32)| (key(*row) << INDEX_BITS) | position as u128;
    let mut packed: Vec<u128>;
    if rows.len() < MANY {
        packed = rows.iter().enumerate().map(pack).collect();
        packed.sort_unstable();
    } else {
        packed = rows.par_iter().enumerate().map(pack).collect();
        packed.par_sort_unstable();
    }
    packed
}

fn unpack(rows: &[u32], packed: Vec<u128>) -> Vec<u32> {
    packed.into_iter().filter_map(|packed| rows.get(position(packed)).copied()).collect()
}

fn position(packed: u128) -> usize {
    packed as u32 as usize
}

/// What follows the last dot of a name; a dot in front begins no extension.
fn extension(name: &OsStr) -> &[u8] {
    let name = name.as_bytes();
    let name = name.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    match name.iter().rposition(|byte| *byte == b'.') {
        Some(dot) if dot > 0 => name.get(dot + 1..).unwrap_or_default(),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;
    use std::ffi::OsString;
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;

    /// The same by comparing everything again and again.
    fn naive(
        listing: &Listing,
        metas: &Metas,
        order: Order,
        sizes: &BTreeMap<usize, u64>,
    ) -> Vec<u32> {
        let is_directory = |row: usize| listing.kind(row) == FileKind::Directory;
        let name = |row: usize| listing.name(row).unwrap();
        let directed =
            |order_of: Ordering| if order.descending { order_of.reverse() } else { order_of };
        let by_number = |a: Option<i128>, b: Option<i128>| match (a, b) {
            (Some(a), Some(b)) => directed(a.cmp(&b)),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        let size = |row: usize| {
            let known = sizes.get(&row).copied();
            let size = known
                .or_else(|| metas.get(row).filter(|_| !is_directory(row)).and_then(Meta::size));
            size.map(i128::from)
        };
        let time = |row: usize| metas.get(row).map(|meta| i128::from(meta.mtime));
        let text = |row: usize| {
            let text = Path::new(name(row)).extension().unwrap_or_default();
            if is_directory(row) { OsString::new() } else { text.to_ascii_lowercase() }
        };
        let mut rows: Vec<usize> = (0..listing.len()).collect();
        rows.sort_by(|&a, &b| {
            let group = is_directory(b).cmp(&is_directory(a));
            let by_name = natural(name(a), name(b));
            let by_key = match order.key {
                SortKey::Name => directed(by_name),
                SortKey::Size => by_number(size(a), size(b)),
                SortKey::Time => by_number(time(a), time(b)),
                SortKey::Extension => directed(natural(&text(a), &text(b))),
            };
            let group = if order.directories_first { group } else { Ordering::Equal };
            group.then(by_key).then(by_name)
        });
        rows.into_iter().map(|row| row as u32).collect()
    }

    fn orders() -> impl Strategy<Value = Order> {
        let keys = [SortKey::Name, SortKey::Size, SortKey::Time, SortKey::Extension];
        (prop::sample::select(keys.to_vec()), any::<bool>(), any::<bool>()).prop_map(
            |(key, descending, directories_first)| Order { key, descending, directories_first },
        )
    }

    proptest! {
        #[test]
        fn every_order_is_that_of_the_naive_sort(
            names in prop::collection::btree_map("[a-c]{1,2}([.][A-Ba-b]{0,2}|[.]the-same-in-all-[a-bA-B]{1,2})?", (0..4_u8, any::<Option<u64>>()), 0..60),
            times in prop::collection::vec(prop::option::of(any::<i64>()), 60),
            order in orders(),
        ) {
            let kind = |n: u8| if n == 0 { FileKind::Directory } else { FileKind::File };
            let listing = Listing::new(names.iter().map(|(name, (n, _))| (name.into(), kind(*n))));
            let meta = |(row, mtime): (usize, &Option<i64>)| {
                let (n, size) = listing.name(row).and_then(|name| names.get(name.to_str()?))?;
                let size = size.unwrap_or(u64::from(*n));
                Some(Meta { size, mtime: (*mtime)?, ..Meta::default() })
            };
            let metas = Metas::new(times.iter().enumerate().map(meta).collect());
            let sizes = BTreeMap::from([(0, 3), (7, u64::MAX)]);
            let found = arrange(&listing, &metas, &order, true, None, &sizes);
            prop_assert_eq!(found, naive(&listing, &metas, order, &sizes));
        }
    }

    #[test]
    fn many_rows_are_sorted_like_few() {
        let names =
            (0..3 * MANY).map(|n| (OsString::from(format!("{n}.{}", n % 17)), FileKind::File));
        let listing = Listing::new(names);
        let size = |row: usize| (row as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50;
        let metas = (0..listing.len()).map(|row| Some(Meta { size: size(row), ..Meta::default() }));
        let metas = Metas::new(metas.collect());
        for key in [SortKey::Size, SortKey::Extension] {
            let order = Order { key, descending: true, directories_first: true };
            let none = BTreeMap::new();
            let found = arrange(&listing, &metas, &order, false, None, &none);
            assert!(found == naive(&listing, &metas, order, &none));
        }
    }

    #[test]
    fn hidden_names_and_those_not_wanted_are_left_out() {
        let names = ["a", ".a", "b", "ab"].map(|name| (OsString::from(name), FileKind::File));
        let listing = Listing::new(names);
        let shown = |hidden, filter: Option<&str>| {
            let filter = filter.map(Filter::new);
            let (order, none) = (Order::default(), BTreeMap::new());
            arrange(&listing, &Metas::default(), &order, hidden, filter.as_ref(), &none)
        };
        assert_eq!(shown(true, None), [0, 1, 2, 3]);
        assert_eq!(shown(false, None), [1, 2, 3]);
        assert_eq!(shown(true, Some("a")), [0, 1, 2]);
        assert_eq!(shown(false, Some("?b")), [2]);
    }
}

//! Compares names in natural order: `file2` comes before `file10`.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use rayon::prelude::*;

/// How many bytes of a collation key a row holds.
const WINDOW: usize = 12;

/// How many bits of a row are the number of its name.
pub(super) const INDEX_BITS: u32 = 32;

/// Below this many rows comparing whole names is faster than making keys of them.
const FEW: usize = 24;

/// After so many windows (384 bytes) names are compared whole: each window reads its name from the
/// start.
const DEEPEST: usize = 32;

/// From this many rows on, several threads sort.
pub(super) const MANY: usize = 1 << 13;

/// Compares names as people count: `IMG_9` before `IMG_10`, capitals beside small letters.
pub fn natural(one: &OsStr, other: &OsStr) -> Ordering {
    // Names that differ only in case or zeros still need one order.
    folded(one.as_bytes(), other.as_bytes()).then_with(|| one.cmp(other))
}

/// Compares names as [`natural`] does, but calls those equal that differ only in case or zeros.
pub(super) fn folded(mut left: &[u8], mut right: &[u8]) -> Ordering {
    while let (Some(p), Some(q)) = (left.first(), right.first()) {
        let order = if p.is_ascii_digit() && q.is_ascii_digit() {
            let (m, n) = (number(&mut left), number(&mut right));
            // Without leading zeros the longer number is the larger one, however long.
            m.len().cmp(&n.len()).then_with(|| m.cmp(n))
        } else {
            (left, right) = (&left[1..], &right[1..]);
            p.to_ascii_lowercase().cmp(&q.to_ascii_lowercase())
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len())
}

/// Takes a run of digits off the front and gives it without leading zeros.
fn number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().position(|&c| c != b'0').unwrap_or(digits.len());
    &digits[zeros..]
}

/// Gives the numbers below `count` in the natural order of the names they stand for.
///
/// A row is one integer: 12 bytes of the name's collation key, then the name's number. So nearly all
/// comparisons are those of integers that lie side by side, and a million rows take 16 MB. Names that
/// agree so far are sorted by the next 12 bytes.
pub(super) fn order<'a>(
    rows: impl Iterator<Item = u32>,
    name: impl Fn(u32) -> &'a OsStr + Sync,
) -> Vec<u32> {
    let mut rows: Vec<u128> = rows.map(u128::from).collect();
    sort(&mut rows, 0, &name);
    rows.into_iter().map(index).collect()
}

fn sort<'a>(rows: &mut [u128], depth: usize, name: &(impl Fn(u32) -> &'a OsStr + Sync)) {
    let by_name = |a: &u128, b: &u128| natural(name(index(*a)), name(index(*b)));
    if rows.len() < FEW || depth == DEEPEST {
        rows.sort_unstable_by(by_name);
        return;
    }
    let rekey = |row: &mut u128| {
        let index = index(*row);
        *row = (window(name(index).as_bytes(), depth).0 << INDEX_BITS) | u128::from(index);
    };
    let alike = |a: &u128, b: &u128| a >> INDEX_BITS == b >> INDEX_BITS;
    if rows.len() < MANY {
        rows.iter_mut().for_each(rekey);
        rows.sort_unstable();
    } else {
        rows.par_iter_mut().for_each(rekey);
        rows.par_sort_unstable();
    }
    // Nothing is left of these names that a key could tell apart.
    if rows.last().is_some_and(|row| row >> INDEX_BITS == 0) {
        rows.sort_unstable_by(by_name);
    } else if rows.len() < MANY {
        rows.chunk_by_mut(alike)
            .filter(|run| run.len() > 1)
            .for_each(|run| sort(run, depth + 1, name));
    } else {
        let runs = rows.par_chunk_by_mut(alike).filter(|run| run.len() > 1);
        runs.for_each(|run| sort(run, depth + 1, name));
    }
}

fn index(row: u128) -> u32 {
    row as u32
}

/// Gives the bytes from `depth` windows on of a name's collation key, with zeros behind its end, and
/// whether there was no room for a zero.
///
/// Where the keys of two names differ, they compare as [`natural`] compares the names. Letters are
/// folded; a number is its length, in the place that digits have among other characters, and then two
/// digits in each byte.
pub(super) fn window(name: &[u8], depth: usize) -> (u128, bool) {
    let mut window = Window { bytes: 0, at: 0, from: depth * WINDOW };
    let mut rest = name;
    while let Some((first, after)) = rest.split_first() {
        let is_full = if first.is_ascii_digit() {
            window.push_number(number(&mut rest))
        } else {
            rest = after;
            window.push(first.to_ascii_lowercase())
        };
        if is_full {
            return (window.bytes, true);
        }
    }
    let missing = window.from + WINDOW - window.at.max(window.from);
    (window.bytes << (8 * missing), false)
}

struct Window {
    bytes: u128,
    /// How long the key is so far.
    at: usize,
    /// Where the window begins.
    from: usize,
}

impl Window {
    /// Adds a byte of the key and tells whether the window is full.
    fn push(&mut self, byte: u8) -> bool {
        if self.at >= self.from {
            self.bytes = (self.bytes << 8) | u128::from(byte);
        }
        self.at += 1;
        self.at == self.from + WINDOW
    }

    fn push_number(&mut self, digits: &[u8]) -> bool {
        let len = digits.len();
        if self.push(b'0' + len.min(9) as u8) {
            return true;
        }
        // Nine digits and more: how many more, so that a larger count compares as larger.
        if let Some(more) = len.checked_sub(9)
            && ((0..more / 255).any(|_| self.push(255)) || self.push((more % 255) as u8))
        {
            return true;
        }
        let value = |digit: Option<&u8>| digit.map_or(0, |digit| digit - b'0');
        digits.chunks(2).any(|pair| self.push((value(pair.first()) << 4) | value(pair.get(1))))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn natural_order_is_an_order(names in prop::collection::vec("[a-cA-C0-2_.]{0,6}", 3)) {
            let [a, b, c] = [0, 1, 2].map(|n| OsStr::new(&names[n]));
            prop_assert_eq!(natural(a, b), natural(b, a).reverse());
            prop_assert_eq!(natural(a, b).is_eq(), a == b);
            if natural(a, b).is_le() && natural(b, c).is_le() {
                prop_assert!(natural(a, c).is_le());
            }
        }

        #[test]
        fn keys_compare_as_names_do(
            one in "[a-cA-C0-2_/:.é\u{1}]{0,40}|[0-1]{0,600}|a{10,13}0{0,20}[0-9]{0,20}",
            other in "[a-cA-C0-2_/:.é\u{1}]{0,40}|[0-1]{0,600}|a{10,13}0{0,20}[0-9]{0,20}",
        ) {
            let key = |name: &str, depth| window(name.as_bytes(), depth).0;
            let order = (0..60).map(|depth| key(&one, depth).cmp(&key(&other, depth)));
            let order = order.fold(Ordering::Equal, Ordering::then);
            if order.is_ne() {
                prop_assert_eq!(order, natural(OsStr::new(&one), OsStr::new(&other)));
            }
        }

        #[test]
        fn sorting_by_keys_is_sorting_by_names(
            names in prop::collection::vec("(common/prefix/of_many_names_)?[a-bA-B0-1.]{0,5}[0-9]{0,12}", 0..400),
        ) {
            let name = |index: u32| OsStr::new(names[index as usize].as_str());
            let found: Vec<_> = order(0..names.len() as u32, name).into_iter().map(name).collect();
            let mut naive: Vec<_> = names.iter().map(OsStr::new).collect();
            naive.sort_by(|a, b| natural(a, b));
            prop_assert_eq!(found, naive);
        }
    }

    #[test]
    fn many_names_are_sorted_like_few() {
        // Enough for several threads, with a prefix that fills three windows and names that are not text.
        let mut names: Vec<OsString> = (0..20_000_u32)
            .map(|n| {
                format!("the same for every one of these: {}.\u{e9}", n.wrapping_mul(2_654_435_761))
            })
            .map(|name| OsString::from_vec(name.replace('\u{e9}', "\u{fffd}").into_bytes()))
            .collect();
        names.push(OsString::from_vec(vec![0xff, b'1']));
        names.extend(
            (0..3000).map(|n| OsString::from("0".repeat(n % 50) + "7" + &"x".repeat(n % 3))),
        );
        let name = |index: u32| names[index as usize].as_os_str();
        let found: Vec<_> = order(0..names.len() as u32, name).into_iter().map(name).collect();
        let mut naive: Vec<_> = names.iter().map(OsString::as_os_str).collect();
        naive.sort_by(|a, b| natural(a, b));
        assert!(found == naive);
    }
}

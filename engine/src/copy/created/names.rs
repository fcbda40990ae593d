//! Finds the item that has taken a name, also where a filesystem may take several names for one.

use std::collections::HashMap;

use super::Owner;
use crate::walk::spelling::{alike, ascii_only, folded};

/// A name, and what it has in common with others that may be the same.
#[derive(Debug)]
pub(super) struct Spelled {
    folded: Vec<u8>,
    alike: Vec<Vec<u8>>,
}

impl Spelled {
    /// A name that is compared with others in one `place`; a `lossy` filesystem tells no letters apart that are not in ASCII.
    pub(super) fn new(place: &[u8], name: &[u8], lossy: bool) -> Self {
        let placed = |name: Vec<u8>| [place, &name].concat();
        let keys = [Some(alike(name)), ascii_only(name).filter(|_| lossy)];
        Self {
            folded: placed(folded(name)),
            alike: keys.into_iter().flatten().map(placed).collect(),
        }
    }

    /// A name that is the same as no other.
    pub(super) fn exact(place: &[u8], name: &[u8]) -> Self {
        Self { folded: [place, name].concat(), alike: Vec::new() }
    }

    /// What it has in common with others, where that is not the folded name itself.
    fn others(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.alike.iter().filter(|alike| **alike != self.folded)
    }
}

/// Items by their names.
#[derive(Debug, Default)]
pub(super) struct Names {
    items: HashMap<Vec<u8>, Owner>,
    /// Folded names by what they have in common with others.
    alike: HashMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl Names {
    /// The item that has a name, in any case.
    pub(super) fn get(&self, name: &Spelled) -> Option<&Owner> {
        self.items.get(&name.folded)
    }

    /// Folded names of other items that may be the same as this name.
    pub(super) fn others(&self, name: &Spelled, item: &Owner) -> Vec<Vec<u8>> {
        let is_others = |other: &Vec<u8>| self.items.get(other).is_some_and(|it| it != item);
        let known = name.alike.iter().filter_map(|alike| self.alike.get(alike)).flatten();
        let others = name.others().chain(known).filter(|other| **other != name.folded);
        others.filter(|other| is_others(other)).cloned().collect()
    }

    /// Gives the name to an item, unless another one has it, which this returns.
    pub(super) fn take(&mut self, name: &Spelled, item: &Owner) -> &mut Owner {
        if !self.items.contains_key(&name.folded) {
            for alike in name.others() {
                self.alike.entry(alike.clone()).or_default().push(name.folded.clone());
            }
        }
        self.items.entry(name.folded.clone()).or_insert_with(|| item.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(number: u64) -> Owner {
        (number, std::ffi::CString::default())
    }

    #[test]
    fn names_that_may_be_one_are_found_whichever_came_first() {
        let name = |name: &str| Spelled::new(b"1/2/", name.as_bytes(), false);
        let pairs = [("file", "\u{fb01}le"), ("stra\u{df}e", "strasse"), ("\u{e9}", "e\u{301}")];
        for (one, other) in pairs.into_iter().flat_map(|(one, other)| [(one, other), (other, one)])
        {
            let mut names = Names::default();
            names.take(&name(one), &item(1));
            assert_eq!(names.get(&name(one)), Some(&item(1)));
            assert!(names.others(&name(one), &item(2)).is_empty());
            assert_eq!(names.others(&name(other), &item(2)).len(), 1, "{one} {other}");
            assert!(names.others(&name(other), &item(1)).is_empty());
            assert!(names.others(&name("another"), &item(2)).is_empty());
        }
    }

    #[test]
    fn letters_that_are_not_in_ascii_are_one_where_a_server_has_none_of_them() {
        for lossy in [true, false] {
            let name = |name: &str| Spelled::new(b"", name.as_bytes(), lossy);
            let mut names = Names::default();
            names.take(&name("a\u{e9}"), &item(1));
            assert_eq!(names.others(&name("a\u{fc}"), &item(2)).len(), usize::from(lossy));
            assert!(names.others(&name("b\u{fc}"), &item(2)).is_empty());
        }
    }
}

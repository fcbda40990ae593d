//! Stores which entries of a listing are marked.

/// A set of indices into a listing, one bit each: a million marks take 125 KB.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    words: Vec<u64>,
    count: usize,
}

impl Marks {
    /// Gives the number of marks.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Tells whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Tells whether an index is marked.
    pub fn has(&self, index: usize) -> bool {
        self.words.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Marks or unmarks an index.
    pub fn set(&mut self, index: usize, marked: bool) {
        if self.has(index) == marked {
            return;
        }
        if self.words.len() <= index / 64 {
            self.words.resize(index / 64 + 1, 0);
        }
        self.words[index / 64] ^= 1 << (index % 64);
        self.count = if marked { self.count + 1 } else { self.count - 1 };
    }

    /// Unmarks all.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Gives the marked indices in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(n, &word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| n * 64 + bit)
        })
    }
}

impl FromIterator<usize> for Marks {
    fn from_iter<I: IntoIterator<Item = usize>>(indices: I) -> Self {
        let mut marks = Self::default();
        indices.into_iter().for_each(|index| marks.set(index, true));
        marks
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn marks_are_a_set(steps in prop::collection::vec((0..300_usize, any::<bool>()), 0..200)) {
            let (mut marks, mut set) = (Marks::default(), BTreeSet::new());
            for (index, marked) in steps {
                marks.set(index, marked);
                if marked { set.insert(index); } else { set.remove(&index); }
                prop_assert_eq!(marks.len(), set.len());
                prop_assert_eq!(marks.has(index), marked);
            }
            prop_assert!(marks.iter().eq(set.iter().copied()));
        }
    }
}

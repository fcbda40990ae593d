//! Narrows a listing to the names that match what was typed.

use std::ffi::OsStr;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

use fcp_engine::Wildcard;
use rayon::prelude::*;
use regex::bytes::{Regex, RegexBuilder};

use super::listing::{Listing, Names};
use super::natural::MANY;
use super::spellings::{globs, spellings};

/// A filter as it was typed: part of the name, or a glob if it has `*`, `?` or `[`.
///
/// Case counts only if there is a capital in it.
#[derive(Clone, Debug)]
pub struct Filter(Wanted);

#[derive(Clone, Debug)]
enum Wanted {
    All,
    Part(Regex),
    /// In each spelling.
    Whole(Vec<Wildcard>),
}

impl Filter {
    /// Understands what was typed; what is no glob yet, as `[a`, is a part of the name.
    pub fn new(text: &str) -> Self {
        let folds = !text.chars().any(char::is_uppercase);
        if let Some(globs) = globs(text, folds, Wildcard::of_text) {
            return Self(Wanted::Whole(globs));
        }
        let parts: Vec<String> = spellings(text).iter().map(|text| regex::escape(text)).collect();
        let mut part = RegexBuilder::new(&parts.join("|"));
        // What is too long for an expression is in no name either, but is not typed by hand.
        match part.case_insensitive(folds).build() {
            Ok(part) if !text.is_empty() => Self(Wanted::Part(part)),
            _ => Self(Wanted::All),
        }
    }

    /// Tells whether a name is wanted.
    pub fn matches(&self, name: &OsStr) -> bool {
        match &self.0 {
            Wanted::All => true,
            Wanted::Part(part) => part.is_match(name.as_bytes()),
            Wanted::Whole(globs) => globs.iter().any(|glob| glob.matches(name.as_bytes())),
        }
    }

    /// Gives the first hit in a name, in bytes, to be highlighted; none for a glob.
    pub fn spans(&self, name: &OsStr) -> Option<Range<usize>> {
        match &self.0 {
            Wanted::Part(part) => part.find(name.as_bytes()).map(|hit| hit.range()),
            Wanted::All | Wanted::Whole(_) => None,
        }
    }

    /// Marks those of some names that are wanted.
    fn mark(&self, names: &Names, part: Range<usize>, marks: &mut [bool]) {
        let Wanted::Part(wanted) = &self.0 else {
            let is_wanted = |index| names.name(index).is_some_and(|name| self.matches(name));
            part.zip(marks).for_each(|(index, mark)| *mark = is_wanted(index));
            return;
        };
        // One search through all of them, since no hit can reach over the zero between two.
        let Some((bytes, ends)) = names.part(part) else { return };
        let start = ends.last().map_or(0, |end| *end as usize - bytes.len());
        let mut ends = ends.iter().map(|end| *end as usize - start).zip(marks);
        let mut from = 0;
        while let Some(hit) = wanted.find_at(bytes, from) {
            let Some((end, mark)) = ends.find(|(end, _)| *end > hit.start()) else { return };
            *mark = true;
            from = end;
        }
    }
}

/// Gives the rows that are shown, in the order of the listing.
pub(super) fn shown(listing: &Listing, hidden: bool, filter: Option<&Filter>) -> Vec<u32> {
    let rows = 0..listing.len() as u32;
    if hidden && filter.is_none() {
        return rows.collect();
    }
    // By the places of names in memory, which is a quick way through them.
    let (names, order) = listing.names();
    let mut marks = vec![filter.is_none(); order.len()];
    let mark = |(part, marks): (usize, &mut [bool])| {
        let start = part * MANY;
        if let Some(filter) = filter {
            filter.mark(names, start..start + marks.len(), marks);
        }
        if !hidden {
            for (index, mark) in (start..).zip(marks) {
                *mark &= !names.name(index).is_some_and(is_hidden);
            }
        }
    };
    if marks.len() < MANY {
        mark((0, &mut marks));
    } else {
        marks.par_chunks_mut(MANY).enumerate().for_each(mark);
    }
    let is_marked = |(_, index): &(u32, &u32)| marks.get(**index as usize) == Some(&true);
    rows.zip(order).filter(is_marked).map(|(row, _)| row).collect()
}

/// Tells whether a name, or the last one of a path, is hidden by custom.
pub fn is_hidden(name: &OsStr) -> bool {
    let name = name.as_bytes();
    let last = name.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    name.get(last) == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use proptest::prelude::*;

    use super::*;
    use fcp_engine::event::FileKind;

    fn matches(filter: &str, name: &[u8]) -> bool {
        Filter::new(filter).matches(OsStr::from_bytes(name))
    }

    #[test]
    fn an_accent_is_found_in_one_letter_and_behind_it() {
        let decomposed = "e\u{301}clair";
        for typed in ["\u{e9}", "e\u{301}", "\u{e9}CLAIR".to_lowercase().as_str()] {
            assert!(matches(typed, decomposed.as_bytes()), "{typed:?}");
            assert!(matches(typed, "\u{c9}clair".as_bytes()), "{typed:?}");
        }
        assert!(!matches("\u{e9}", b"eclair"));
    }

    #[test]
    fn case_counts_only_with_a_capital() {
        assert!(matches("img", b"IMG_1.jpg") && matches("IMG", b"IMG_1.jpg"));
        assert!(!matches("Img", b"IMG_1.jpg"));
        assert!(matches("m\u{fc}ller", "M\u{dc}LLER.txt".as_bytes()));
        assert!(matches("*.JPG", b"1.JPG") && !matches("*.JPG", b"1.jpg"));
        assert!(matches("*.jpg", b"1.JPG"));
    }

    #[test]
    fn a_glob_is_the_whole_name_and_a_part_is_a_part() {
        assert!(matches("b.", b"ab.c") && !matches("b?", b"ab.c"));
        assert!(matches("a[bc]*", b"ab.c") && matches("*", b"\xff"));
        assert!(matches("b", b"\xffb\xff"));
        // Not a glob yet, and what means something to an expression does not here.
        assert!(matches("[a", b"x[a]") && !matches("[a", b"a"));
        assert!(!matches(".", b"a") && matches("a+(", b"a+(1)"));
        assert!(matches("", b"anything"));
    }

    #[test]
    fn a_question_mark_is_one_character_of_any_size() {
        assert!(matches("?", "\u{e4}".as_bytes()) && !matches("??", "\u{e4}".as_bytes()));
        assert!(matches("l?t.txt", "L\u{c4}T.txt".as_bytes()) && matches("l?t", b"l\xe4t"));
        assert!(matches("[\u{e0}-\u{fc}]*", "\u{d6}l".as_bytes()));
        assert!(matches("*?.txt", "\u{20ac}.txt".as_bytes()));
        assert!(!matches("*??.txt", "\u{20ac}.txt".as_bytes()));
        // In panels of hits, names are paths.
        assert!(matches("src*.rs", b"src/a/b.rs") && matches("{a,src}/?/*", b"src/a/b.rs"));
        // A name from macOS, whose accents stand behind their letters.
        assert!(matches("\u{fc}*", "u\u{308}ber".as_bytes()));
    }

    #[test]
    fn hits_are_where_they_are_seen() {
        let span = |filter: &str, name: &str| Filter::new(filter).spans(OsStr::new(name));
        assert_eq!(span("g_1", "IMG_1_IMG_1"), Some(2..5));
        assert_eq!(span("\u{e9}", "caf\u{c9}"), Some(3..5));
        assert_eq!(span("x", "abc"), None);
        assert_eq!(span("*", "abc"), None);
        assert_eq!(span("", "abc"), None);
    }

    #[test]
    fn names_are_hidden_by_their_last_part() {
        let hidden = |name: &str| is_hidden(OsStr::new(name));
        assert!(hidden(".a") && hidden("b/.a"));
        assert!(!hidden("a.b") && !hidden(".b/a") && !hidden(""));
    }

    proptest! {
        #[test]
        fn searching_all_names_at_once_is_searching_each(
            names in prop::collection::btree_set("[.]?[abAB/\u{e9}]{1,4}", 0..40),
            part in "[abA\u{c9}]{0,2}|[*]a|[?]b[?]",
            hidden in any::<bool>(),
        ) {
            let entries = names.iter().map(|name| (OsString::from(name), FileKind::File));
            let (listing, filter) = (Listing::new(entries), Filter::new(&part));
            let wanted = |row: &u32| {
                let name = listing.name(*row as usize).unwrap();
                filter.matches(name) && (hidden || !is_hidden(name))
            };
            let naive: Vec<u32> = (0..listing.len() as u32).filter(wanted).collect();
            prop_assert_eq!(shown(&listing, hidden, Some(&filter)), naive);
        }
    }

    #[test]
    fn many_names_are_searched_like_few() {
        let entries = (0..3 * MANY).map(|n| (OsString::from(n.to_string()), FileKind::File));
        let listing = Listing::new(entries);
        let filter = Filter::new("77");
        let naive = (0..listing.len() as u32).filter(|n| n.to_string().contains("77"));
        assert!(shown(&listing, false, Some(&filter)).into_iter().eq(naive));
    }
}

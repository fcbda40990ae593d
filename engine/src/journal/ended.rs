//! Finds what earlier runs of a job have ended, by directory.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::ops::Bound;
use std::os::unix::ffi::OsStrExt;

use super::Journal;
use crate::contract::path::WirePath;
use crate::walk::node::{DirNode, Passed};

/// Where in the reports the names of each directory are.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// By path: the report, and where in it the names begin and end. In order, so that what is below a
    /// directory is found without looking at all others.
    sections: BTreeMap<Vec<u8>, Vec<(usize, usize, usize)>>,
}

impl Ended {
    /// Finds the sections of reports; the names in them stay packed.
    pub(super) fn new(reports: &[Vec<u8>]) -> Self {
        let mut sections: BTreeMap<Vec<u8>, Vec<(usize, usize, usize)>> = BTreeMap::new();
        for (report, bytes) in reports.iter().enumerate() {
            let mut at = 0;
            while let Some(path) = word(bytes, &mut at) {
                let start = at;
                let mut end = at;
                while word(bytes, &mut at).is_some_and(|name| !name.is_empty()) {
                    end = at;
                }
                sections.entry(path.to_vec()).or_default().push((report, start, end));
            }
        }
        Self { sections }
    }
}

/// Reads what stands before the next NUL, and moves on behind it.
fn word<'a>(bytes: &'a [u8], at: &mut usize) -> Option<&'a [u8]> {
    let rest = bytes.get(*at..)?;
    let end = rest.iter().position(|byte| *byte == 0)?;
    *at += end + 1;
    rest.get(..end)
}

/// The path of a directory in reports.
pub(crate) fn section_path(node: &DirNode) -> Vec<u8> {
    let mut path = Vec::new();
    push_path(&mut path, node);
    path
}

/// Appends the path of a directory in reports.
pub(super) fn push_path(path: &mut Vec<u8>, node: &DirNode) {
    let mut names = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        if node.parent.is_some() {
            names.push(node.src_name.to_bytes());
        }
        at = node.parent.as_deref();
    }
    for (depth, name) in names.iter().rev().enumerate() {
        if depth > 1 {
            path.push(b'/');
        }
        path.extend_from_slice(name);
        if depth == 0 {
            path.extend_from_slice(b"//");
        }
    }
}

/// Whether the path of a directory in reports is that of another, or below it.
pub(super) fn is_below(path: &[u8], above: &[u8]) -> bool {
    path.strip_prefix(above).is_some_and(|rest| {
        rest.is_empty() || above.ends_with(b"//") || rest.first() == Some(&b'/')
    })
}

/// The bytes of a path.
pub(super) fn full_path(path: &WirePath) -> Vec<u8> {
    path.0.as_os_str().as_bytes().to_vec()
}

impl Journal {
    /// The items in a directory that have ended before; none if there is none.
    pub(crate) fn passed(&self, node: &DirNode) -> Option<Passed> {
        if self.past.names.is_empty() {
            return None;
        }
        self.passed_in(&section_path(node))
    }

    /// The same by the path of the directory in reports.
    pub(super) fn passed_in(&self, path: &[u8]) -> Option<Passed> {
        let sections = self.ended.sections.get(path)?;
        let mut names = Passed::new();
        for (report, start, end) in sections {
            let bytes = self.past.names.get(*report).and_then(|bytes| bytes.get(*start..*end));
            let words = bytes.unwrap_or_default().split(|byte| *byte == 0);
            names.extend(words.filter(|name| !name.is_empty()).map(Box::from));
        }
        Some(names)
    }

    /// Whether something in a directory, or below it, has ended before.
    pub(crate) fn knows(&self, node: &DirNode, name: &CStr) -> bool {
        self.knows_below(&path_of(node, name, true))
    }

    /// The same by the path of the directory in reports.
    pub(super) fn knows_below(&self, path: &[u8]) -> bool {
        let sections = &self.ended.sections;
        let mut below = path.to_vec();
        if !path.ends_with(b"//") {
            below.push(b'/');
        }
        let next = sections.range::<[u8], _>((Bound::Included(&*below), Bound::Unbounded)).next();
        sections.contains_key(path) || next.is_some_and(|(section, _)| is_below(section, path))
    }
}

/// The path of an item in reports; as that of a directory, two slashes follow an operand.
pub(super) fn path_of(node: &DirNode, name: &CStr, as_directory: bool) -> Vec<u8> {
    let mut path = section_path(node);
    if !path.is_empty() && !path.ends_with(b"//") {
        path.push(b'/');
    }
    path.extend_from_slice(name.to_bytes());
    if as_directory && node.parent.is_none() {
        path.extend_from_slice(b"//");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Past;

    fn journal(reports: &[&[u8]]) -> Journal {
        let names = reports.iter().map(|report| report.to_vec()).collect();
        let past = Past { began: 1, names, ..Past::default() };
        Journal::new(1, 0, past, std::sync::mpsc::channel().0)
    }

    fn names(journal: &Journal, path: &[u8]) -> Option<Vec<String>> {
        let mut names: Vec<String> = journal
            .passed_in(path)?
            .iter()
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        names.sort_unstable();
        Some(names)
    }

    #[test]
    fn names_are_found_by_directory_over_all_reports() {
        let journal = journal(&[b"\0a\0\0a//\0x\0y\0\0", b"a//d/e\0z\0\0a//\0w\0\0"]);
        assert_eq!(names(&journal, b""), Some(vec!["a".into()]));
        assert_eq!(names(&journal, b"a//"), Some(vec!["w".into(), "x".into(), "y".into()]));
        assert_eq!(names(&journal, b"a//d/e"), Some(vec!["z".into()]));
        assert_eq!(names(&journal, b"a//d"), None);
        assert!(journal.knows_below(b"a//d"));
        assert!(!journal.knows_below(b"a//d/e/f"));
    }

    #[test]
    fn what_is_below_a_directory_is_found_between_names_that_sort_around_it() {
        let around = [b"a//d-x\0z\0\0a//d0\0z\0\0b//\0z\0\0".as_slice()];
        let other = journal(&around);
        for path in [b"a//d".as_slice(), b"a//d/e", b"a//d-", b"b//z", b"c//"] {
            assert!(!other.knows_below(path), "{path:?}");
        }
        let below = journal(&[around[0], b"a//d/e/f\0z\0\0"]);
        for path in [b"a//d".as_slice(), b"a//d/e", b"a//", b"b//", b"a//d/e/f"] {
            assert!(below.knows_below(path), "{path:?}");
        }
    }

    #[test]
    fn a_report_that_was_cut_says_what_is_left() {
        let whole = b"a//\0x\0y\0\0a//d\0z\0\0";
        for cut in 0..whole.len() {
            let journal = journal(&[&whole[..cut]]);
            let there = names(&journal, b"a//").unwrap_or_default();
            assert!(["", "x", "xy"].contains(&there.concat().as_str()), "{there:?}");
        }
    }

    #[test]
    fn operands_within_each_other_are_told_apart() {
        assert!(is_below(b"a//b", b"a//"));
        assert!(is_below(b"a//b/c", b"a//b"));
        assert!(!is_below(b"a//bc", b"a//b"));
        assert!(!is_below(b"a/b//", b"a//"));
        assert!(!is_below(b"a//", b"a//b"));
    }
}

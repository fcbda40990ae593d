//! Finds the last numbered backup of an item.
//!
//! A directory is listed once, and not for each of its items. Another program may make backups meanwhile, and so may the
//! job itself: so the name behind the last one is looked up each time, and if it is taken, the directory is listed
//! again. In the end the name is taken by a call that fails if it exists.
//!
//! Where names that differ in case alone are one, `A.~1~` is a backup of `a`. Filesystems also take other spellings for
//! one name, such as two forms of an accent: so a name behind the last one that is taken counts, although the list has it
//! under no spelling that is known here.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::walk::spelling::folded;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Sys, lock};

/// Names with numbered backups that are remembered, some 100 bytes each, and directories.
const NAMES: usize = 100_000;
const DIRECTORIES: usize = 64;

/// Names behind the last one that are looked up, before a filesystem counts as one that finds any name.
const LOOKS: u64 = 100_000;

/// The names in a directory that have numbered backups, each with the last number.
#[derive(Debug, Default)]
struct Last {
    /// Whether names that differ in case alone are one here, and are folded among the `numbers`.
    folds: bool,
    numbers: HashMap<Box<[u8]>, u64>,
}

impl Last {
    fn key<'a>(&self, base: &'a [u8]) -> Cow<'a, [u8]> {
        if self.folds { folded(base).into() } else { base.into() }
    }

    fn of(&self, base: &[u8]) -> u64 {
        self.numbers.get(self.key(base).as_ref()).copied().unwrap_or(0)
    }

    fn note(&mut self, base: &[u8], number: u64) {
        let key = self.key(base).into();
        let known = self.numbers.entry(key).or_default();
        *known = number.max(*known);
    }
}

/// A directory that was listed, by its device and inode.
type Listed = ((u64, u64), Arc<Last>);

/// The numbered backups in the directories that were listed last.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    listed: Mutex<Vec<Listed>>,
}

impl Numbered {
    /// Finds the highest number among `name.~N~` that is not below `taken`, which a call has found to be taken; 0 if there
    /// is none. `folds` says whether the job knows that the destination folds case.
    ///
    /// # Errors
    /// `EEXIST` if each further number is taken.
    pub(super) fn highest(
        &self,
        (dir, name): (BorrowedFd<'_>, &CStr),
        folds: bool,
        taken: u64,
    ) -> Sys<u64> {
        let bytes = name.to_bytes();
        let (parent, base) = match bytes.iter().rposition(|byte| *byte == b'/') {
            Some(cut) => {
                (bytes.get(..=cut).unwrap_or_default(), bytes.get(cut + 1..).unwrap_or_default())
            }
            None => (&b"."[..], bytes),
        };
        let parent = CString::new(parent).map_err(|_nul| Errno::INVAL)?;
        let name = CString::new(base).map_err(|_nul| Errno::INVAL)?;
        let (dir, is_listed) = match sys::open_dir(dir, &parent, true) {
            // It may be written to and not be read: each number is looked up then.
            Err(Errno::ACCESS) => (sys::enter_dir(dir, &parent, true)?, false),
            opened => (opened?, true),
        };
        let id = sys::stat_fd(dir.as_fd())?.id();
        let look_behind = |last: u64| {
            sys::stat_at(dir.as_fd(), &with_number(&name, last.saturating_add(1))?, false)
        };
        if let Some(last) = self.listed(id).map(|last| last.of(base).max(taken))
            && look_behind(last).is_err_and(|errno| errno == Errno::NOENT)
        {
            return Ok(last);
        }
        let folds = folds || sys::folds_case(dir.as_fd());
        let mut last =
            if is_listed { list(dir.as_fd(), folds)? } else { Last { folds, ..Last::default() } };
        let listed = last.of(base).max(taken);
        let mut further = listed..listed.saturating_add(LOOKS);
        let highest = further.find(|last| look_behind(*last).is_err()).ok_or(Errno::EXIST)?;
        if highest > 0 {
            last.note(base, highest);
        }
        self.keep(id, last);
        Ok(highest)
    }

    fn listed(&self, id: (u64, u64)) -> Option<Arc<Last>> {
        let listed = lock(&self.listed);
        listed.iter().find(|(dir, _)| *dir == id).map(|(_, last)| Arc::clone(last))
    }

    fn keep(&self, id: (u64, u64), last: Last) {
        let mut listed = lock(&self.listed);
        listed.retain(|(dir, _)| *dir != id);
        listed.push((id, Arc::new(last)));
        let names = |listed: &[Listed]| listed.iter().map(|it| it.1.numbers.len()).sum::<usize>();
        while listed.len() > DIRECTORIES || names(&listed) > NAMES {
            listed.remove(0);
        }
    }
}

/// The name of a numbered backup.
pub(super) fn with_number(name: &CStr, number: u64) -> Sys<CString> {
    let bytes = [name.to_bytes(), format!(".~{number}~").as_bytes()].concat();
    CString::new(bytes).map_err(|_nul| Errno::INVAL)
}

/// Lists the numbered backups in a directory.
fn list(dir: BorrowedFd<'_>, folds: bool) -> Sys<Last> {
    let mut entries = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut last = Last { folds, ..Last::default() };
    sys::list(dir, &mut entries, |entry, _, _| {
        if let Some((base, number)) = number_of(entry.to_bytes()) {
            last.note(base, number);
        }
        ControlFlow::Continue(())
    })?;
    Ok(last)
}

/// The name of which an entry is a numbered backup, and its number.
fn number_of(entry: &[u8]) -> Option<(&[u8], u64)> {
    let rest = entry.strip_suffix(b"~")?;
    let cut = rest.windows(2).rposition(|two| two == b".~")?;
    // A leading zero makes it another name.
    let digits = rest.get(cut + 2..).filter(|digits| digits.first() != Some(&b'0'))?;
    if !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((rest.get(..cut)?, std::str::from_utf8(digits).ok()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_number_of_a_backup_is_found() {
        for (entry, expected) in [
            ("a.~1~", Some(("a", 1))),
            ("a.~12~", Some(("a", 12))),
            ("a.~1~.~2~", Some(("a.~1~", 2))),
            (".~3~", Some(("", 3))),
            ("a.~01~", None),
            ("a.~~", None),
            ("a~", None),
            ("a.~+1~", None),
            ("a.~1", None),
            ("a.~99999999999999999999~", None),
        ] {
            let expected = expected.map(|(base, number): (&str, u64)| (base.as_bytes(), number));
            assert_eq!(number_of(entry.as_bytes()), expected, "{entry}");
        }
    }

    #[test]
    fn what_other_programs_add_after_the_listing_is_seen() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = sys::open_dir(sys::CWD, &sys::c_path(scratch.path()).unwrap(), true).unwrap();
        let put = |name: &str| fs::write(scratch.path().join(name), "").unwrap();
        let numbered = Numbered::default();
        let highest = |name: &CStr| numbered.highest((dir.as_fd(), name), false, 0).unwrap();
        put("a.~4~");
        assert_eq!((highest(c"a"), highest(c"b"), highest(c"./a")), (4, 0, 4));
        put("a.~5~");
        put("b.~1~");
        put("b.~2~");
        assert_eq!((highest(c"a"), highest(c"b")), (5, 2));
        // A number that was left free is not taken again.
        fs::remove_file(scratch.path().join("a.~5~")).unwrap();
        assert_eq!(highest(c"a"), 5);
    }

    #[test]
    fn a_name_of_another_spelling_counts_and_one_that_is_taken_is_not_tried_again() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = sys::open_dir(sys::CWD, &sys::c_path(scratch.path()).unwrap(), true).unwrap();
        let put = |name: &str| fs::write(scratch.path().join(name), "").unwrap();
        let highest = |numbered: &Numbered, folds, taken| {
            numbered.highest((dir.as_fd(), c"file"), folds, taken)
        };
        put("FILE.~3~");
        let (exact, folding) = (Numbered::default(), Numbered::default());
        for _ in 0..2 {
            assert_eq!((highest(&exact, false, 0), highest(&folding, true, 0)), (Ok(0), Ok(3)));
        }
        // As where the filesystem takes yet another spelling for the name.
        assert_eq!((highest(&exact, false, 1), highest(&exact, false, 7)), (Ok(1), Ok(7)));
        assert_eq!(highest(&folding, true, 7), Ok(7));
        put(&format!("file.~{}~", u64::MAX));
        assert_eq!(highest(&Numbered::default(), false, 0), Err(Errno::EXIST));
    }

    #[test]
    fn little_is_remembered() {
        let numbered = Numbered::default();
        let names = |count: usize| {
            let numbers = (0..count).map(|n| (n.to_string().into_bytes().into_boxed_slice(), 1));
            Last { folds: false, numbers: numbers.collect() }
        };
        for dir in 0..100 {
            numbered.keep((0, dir), names(1));
        }
        assert!(numbered.listed((0, 99)).is_some() && numbered.listed((0, 99 - 64)).is_none());
        numbered.keep((0, 100), names(NAMES));
        assert_eq!(lock(&numbered.listed).len(), 1);
        numbered.keep((0, 101), names(NAMES + 1));
        assert!(lock(&numbered.listed).is_empty());
    }
}

//! Renames many items of one directory in one step.

use std::collections::HashMap;
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::{Edit, c_path, is_one_name, rename_at};
use fcp_engine::error::{Action, OpError};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Identity, OwnedFd, Sys};

/// The longest name that common filesystems take, in bytes.
const LONGEST: usize = 255;

/// Why a name cannot be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It is empty.
    Empty,
    /// It is `.` or `..`.
    Dots,
    /// It has a slash or a NUL in it.
    Slash,
    /// It has more than 255 bytes.
    TooLong,
    /// Another item wants it, too, or the item is named twice.
    Twice,
    /// Something has it that keeps its name.
    Taken,
}

impl Problem {
    /// Gives the problem in plain words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Empty => "the name is empty",
            Self::Dots => "'.' and '..' cannot be used as names",
            Self::Slash => "a name cannot contain a slash",
            Self::TooLong => "the name is too long",
            Self::Twice => "two items want this name",
            Self::Taken => "the name is taken",
        }
    }
}

/// How one item of many ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenameResult {
    /// It has its new name.
    Done,
    /// Its new name is its old one.
    Unchanged,
    /// It cannot have its new name, and so nothing was renamed.
    Refused(Problem),
    /// It could not be renamed, and so nothing was.
    Failed(OpError),
    /// It has its old name, since another item was refused or failed.
    Left,
    /// It could not be given its old name back when another item had failed.
    Stranded {
        /// The name it has.
        now: OsString,
        /// Why.
        error: OpError,
    },
}

/// What became of a request to rename many items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renames {
    /// One for each pair of names.
    pub results: Vec<RenameResult>,
    /// What undoes it, of a failed one for the items that could not get their old names back; none if all have their
    /// old names.
    pub undo: Option<Edit>,
}

impl Renames {
    /// Gives the number of the pair that tells best what went wrong; none if nothing did.
    pub fn worst(&self) -> Option<usize> {
        let is_stranded = |result: &RenameResult| matches!(result, RenameResult::Stranded { .. });
        let is_wrong = |result: &RenameResult| {
            matches!(result, RenameResult::Refused(_) | RenameResult::Failed(_))
        };
        let stranded = self.results.iter().position(is_stranded);
        stranded.or_else(|| self.results.iter().position(is_wrong))
    }
}

/// Tells which new names cannot be given; the pairs are old and new names in one directory.
///
/// `taken` is asked with an old and a new name and tells whether something else has the new one. Items
/// of the list may change places; those are not asked for.
pub fn problems(
    pairs: &[(OsString, OsString)],
    taken: impl Fn(&OsStr, &OsStr) -> bool,
) -> Vec<Option<Problem>> {
    let (mut olds, mut news) = (HashMap::new(), HashMap::new());
    for (old, new) in pairs {
        *olds.entry(old.as_os_str()).or_insert(0_usize) += 1;
        *news.entry(new.as_os_str()).or_insert(0_usize) += 1;
    }
    let several = |count: Option<&usize>| count.is_some_and(|count| *count > 1);
    let problem = |(old, new): &(OsString, OsString)| {
        let (old, new) = (old.as_os_str(), new.as_os_str());
        let bad = [new, old].into_iter().find_map(malformed);
        bad.or_else(|| {
            let twice = several(olds.get(old)) || several(news.get(new));
            twice.then_some(Problem::Twice)
        })
        .or_else(|| (!olds.contains_key(new) && taken(old, new)).then_some(Problem::Taken))
    };
    pairs.iter().map(problem).collect()
}

fn malformed(name: &OsStr) -> Option<Problem> {
    match name.as_bytes() {
        b"" => Some(Problem::Empty),
        b"." | b".." => Some(Problem::Dots),
        bytes if bytes.iter().any(|byte| matches!(byte, b'/' | 0)) => Some(Problem::Slash),
        bytes if bytes.len() > LONGEST => Some(Problem::TooLong),
        _ => None,
    }
}

/// Gives items of one directory new names, all or none; the pairs are old and new names.
///
/// Names may be swapped. If one item cannot have its name, nothing is touched; if one fails halfway,
/// those before it get their old names back.
pub fn rename_all(dir: &Path, pairs: &[(OsString, OsString)]) -> Renames {
    match Bulk::new(dir, pairs) {
        Ok(bulk) => bulk.run(),
        Err(results) => Renames { results, undo: None },
    }
}

/// A name of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Old,
    New,
    /// The one that an item of a circle has while the others move up.
    Aside,
}

/// One rename of an item.
type Step = (usize, Name, Name);

/// Orders the renames so that every name is free when it is wanted.
fn steps(pairs: &[(OsString, OsString)]) -> Vec<Step> {
    let owner: HashMap<_, _> = pairs.iter().enumerate().map(|(n, (old, _))| (old, n)).collect();
    let mut seen = vec![false; pairs.len()];
    let mut steps = Vec::new();
    for start in 0..pairs.len() {
        // Each waits for the one that has its new name: a chain, or a circle back to the start.
        let mut chain = Vec::new();
        let mut next = Some(start);
        while let Some(item) = next.filter(|item| !seen[*item]) {
            seen[item] = true;
            chain.push(item);
            next = owner.get(&pairs[item].1).copied();
        }
        // One that keeps its name is a circle of its own.
        if chain.len() == 1 && next == Some(start) {
            continue;
        }
        let is_circle = !chain.is_empty() && next == Some(start);
        if is_circle {
            steps.push((start, Name::Old, Name::Aside));
            chain.remove(0);
        }
        steps.extend(chain.into_iter().rev().map(|item| (item, Name::Old, Name::New)));
        if is_circle {
            steps.push((start, Name::Aside, Name::New));
        }
    }
    steps
}

/// An item with its names as the kernel takes them.
struct Item {
    old: CString,
    new: CString,
    aside: CString,
    id: Identity,
}

struct Bulk<'a> {
    path: &'a Path,
    dir: OwnedFd,
    pairs: &'a [(OsString, OsString)],
    items: Vec<Item>,
}

impl<'a> Bulk<'a> {
    /// Looks at all items and touches none.
    fn new(path: &'a Path, pairs: &'a [(OsString, OsString)]) -> Result<Self, Vec<RenameResult>> {
        let all = |error: &OpError| vec![RenameResult::Failed(error.clone()); pairs.len()];
        let dir = open(path).map_err(|error| all(&error))?;
        let fd = dir.as_fd();
        let taken = |old: &OsStr, new: &OsStr| {
            let (Ok(old), Ok(new)) = (c_name(old), c_name(new)) else { return false };
            sys::stat_at(fd, &new, false).is_ok() && !is_one_name(fd, &old, &new)
        };
        let mut results = vec![RenameResult::Left; pairs.len()];
        let mut items = Vec::new();
        for (n, problem) in problems(pairs, taken).into_iter().enumerate() {
            match problem.map_or_else(|| item(fd, &pairs[n], n).map_err(Some), |_| Err(None)) {
                Ok(item) => items.push(item),
                Err(errno) => {
                    results[n] = match (problem, errno) {
                        (Some(problem), _) => RenameResult::Refused(problem),
                        (None, errno) => RenameResult::Failed(failed(
                            path,
                            &pairs[n],
                            errno.unwrap_or(Errno::INVAL),
                        )),
                    }
                }
            }
        }
        if items.len() == pairs.len() { Ok(Self { path, dir, pairs, items }) } else { Err(results) }
    }

    fn run(self) -> Renames {
        let steps = steps(self.pairs);
        let mut results = vec![RenameResult::Unchanged; self.pairs.len()];
        for (at, step) in steps.iter().enumerate() {
            if let Err(errno) = self.take(*step) {
                for (item, ..) in &steps {
                    results[*item] = RenameResult::Left;
                }
                results[step.0] = RenameResult::Failed(self.error(step.0, errno));
                self.take_back(&steps[..at], &mut results);
                let undo = self.stranded(&results);
                return Renames { results, undo };
            }
        }
        let mut names = Vec::new();
        for (item, _, to) in &steps {
            if *to == Name::New {
                let (old, new) = self.pairs[*item].clone();
                results[*item] = RenameResult::Done;
                names.push((old, new, self.items[*item].id));
            }
        }
        let undo = Edit::RenamedAll { dir: self.path.to_owned(), names };
        Renames { results, undo: (!steps.is_empty()).then_some(undo) }
    }

    fn take_back(&self, steps: &[Step], results: &mut [RenameResult]) {
        for (item, from, to) in steps.iter().rev() {
            // One of a circle has made two steps.
            if matches!(results[*item], RenameResult::Stranded { .. }) {
                continue;
            }
            if let Err(errno) = self.take((*item, *to, *from)) {
                let now = OsStr::from_bytes(self.name(*item, *to).to_bytes()).to_owned();
                let error = self.error(*item, errno);
                results[*item] = RenameResult::Stranded { now, error };
            }
        }
    }

    /// Gives what undoes the renames that could not be taken back.
    fn stranded(&self, results: &[RenameResult]) -> Option<Edit> {
        let stranded = |(n, result): (usize, &RenameResult)| match result {
            RenameResult::Stranded { now, .. } => {
                Some((self.pairs[n].0.clone(), now.clone(), self.items[n].id))
            }
            _ => None,
        };
        let names: Vec<_> = results.iter().enumerate().filter_map(stranded).collect();
        let dir = self.path.to_owned();
        (!names.is_empty()).then_some(Edit::RenamedAll { dir, names })
    }

    fn take(&self, (item, from, to): Step) -> Sys<()> {
        rename_at(self.dir.as_fd(), self.name(item, from), self.name(item, to))
    }

    fn name(&self, item: usize, name: Name) -> &CString {
        let item = &self.items[item];
        match name {
            Name::Old => &item.old,
            Name::New => &item.new,
            Name::Aside => &item.aside,
        }
    }

    fn error(&self, item: usize, errno: Errno) -> OpError {
        failed(self.path, &self.pairs[item], errno)
    }
}

fn failed(dir: &Path, (old, new): &(OsString, OsString), errno: Errno) -> OpError {
    OpError::new(Action::Move, dir.join(old), errno).with(dir.join(new))
}

fn item(dir: BorrowedFd<'_>, (old, new): &(OsString, OsString), n: usize) -> Sys<Item> {
    let (old, new) = (c_name(old)?, c_name(new)?);
    let id = Identity::at(dir, &old)?;
    // No other program waits for a file of this name; if the name is taken all the same, nothing is
    // renamed.
    let aside = c_name(OsStr::new(&format!(".renaming-{}-{n}", std::process::id())))?;
    Ok(Item { old, new, aside, id })
}

fn c_name(name: &OsStr) -> Sys<CString> {
    CString::new(name.as_bytes()).map_err(|_nul| Errno::INVAL)
}

fn open(dir: &Path) -> Result<OwnedFd, OpError> {
    let path = c_path(dir, Action::OpenDir)?;
    let opened = sys::enter_dir(sys::CWD, &path, true);
    opened.map_err(|errno| OpError::new(Action::OpenDir, dir, errno))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_cannot_go_back_is_told_with_the_name_it_has() {
        let scratch = tempfile::tempdir().unwrap();
        let pairs =
            ["a", "b"].map(|name| (OsString::from(name), OsString::from(format!("{name}2"))));
        for (old, _) in &pairs {
            fs::write(scratch.path().join(old), old.as_bytes()).unwrap();
        }
        let bulk = Bulk::new(scratch.path(), &pairs).unwrap();
        let steps = steps(&pairs);
        for step in &steps {
            bulk.take(*step).unwrap();
        }
        // Another program takes one of the old names in the meantime.
        fs::write(scratch.path().join("a"), "new").unwrap();
        let mut results = vec![RenameResult::Left; 2];
        bulk.take_back(&steps, &mut results);
        let RenameResult::Stranded { now, error } = &results[0] else { panic!("{results:?}") };
        assert_eq!(
            (now.as_os_str(), error.code),
            (OsStr::new("a2"), fcp_engine::error::Code::Exists)
        );
        assert_eq!(results[1], RenameResult::Left);
        assert_eq!(fs::read(scratch.path().join("a")).unwrap(), b"new");
        assert_eq!(fs::read(scratch.path().join("b")).unwrap(), b"b");
        // Once the name is free again, an undo gives it back.
        let undo = bulk.stranded(&results).unwrap();
        let renames = Renames { results, undo: None };
        assert_eq!(renames.worst(), Some(0));
        assert!(crate::edit::undo(&undo).is_err());
        fs::remove_file(scratch.path().join("a")).unwrap();
        crate::edit::undo(&undo).unwrap();
        assert_eq!(fs::read(scratch.path().join("a")).unwrap(), b"a");
    }

    #[test]
    fn one_of_a_circle_that_cannot_go_back_is_told_with_the_name_it_has() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        let pairs = [("a", "b"), ("b", "a")].map(|(old, new)| (old.into(), new.into()));
        for name in ["a", "b"] {
            fs::write(at(name), name).unwrap();
        }
        let bulk = Bulk::new(scratch.path(), &pairs).unwrap();
        let steps = steps(&pairs);
        for step in &steps {
            bulk.take(*step).unwrap();
        }
        // The name that the first one had in between is taken.
        fs::write(at(bulk.items[0].aside.to_str().unwrap()), "").unwrap();
        let mut results = vec![RenameResult::Left; 2];
        bulk.take_back(&steps, &mut results);
        let now = |result: &RenameResult| match result {
            RenameResult::Stranded { now, .. } => now.clone(),
            _ => panic!("{result:?}"),
        };
        assert_eq!([now(&results[0]), now(&results[1])], ["b", "a"]);
        fs::remove_file(at(bulk.items[0].aside.to_str().unwrap())).unwrap();
        crate::edit::undo(&bulk.stranded(&results).unwrap()).unwrap();
        assert_eq!([fs::read(at("a")).unwrap(), fs::read(at("b")).unwrap()], [b"a", b"b"]);
    }
}

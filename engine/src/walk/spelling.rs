//! Finds out where names that differ in case alone are one name.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use crate::walk::operand::parent_of;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno};

/// Folds the case of a name or path as most filesystems do that compare without it; of what is not UTF-8, only
/// that of ASCII.
pub fn folded(name: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(name) {
        Ok(text) => text.chars().map(folded_letter).collect::<String>().into_bytes(),
        Err(_) => name.to_ascii_lowercase(),
    }
}

/// Folds a letter by way of its capital, which both small forms of the Greek sigma have in common.
///
/// What has no capital of one letter stays as it is.
fn folded_letter(letter: char) -> char {
    let alone = |letters: &mut dyn Iterator<Item = char>| -> Option<char> {
        let first = letters.next()?;
        letters.next().is_none().then_some(first)
    };
    let capital = alone(&mut letter.to_uppercase()).unwrap_or(letter);
    alone(&mut capital.to_lowercase()).unwrap_or(capital)
}

/// How it is known that a directory takes two names for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folding {
    /// Its filesystem says so.
    Told,
    /// A trial shows it; the server behind it may give each spelling an inode number of its own.
    Tried,
}

/// Looks whether a directory that is there takes two names for one.
///
/// A server of FUSE is tried once, at its root: that is a directory on another device than the one `above` it, or an
/// operand, which has none. The `name` is one of our temporary ones.
pub(crate) fn folding(
    dir: BorrowedFd<'_>,
    above: Option<BorrowedFd<'_>>,
    name: impl FnOnce() -> CString,
) -> Option<Folding> {
    if sys::folds_case(dir) {
        return Some(Folding::Told);
    }
    let device = |dir: BorrowedFd<'_>| sys::stat_fd(dir).map(|meta| meta.dev).ok();
    let is_root = || above.is_none_or(|above| device(above) != device(dir));
    let is_tried = sys::is_served_by_program(dir) && is_root();
    (is_tried && is_found_respelled(dir, &name())).then_some(Folding::Tried)
}

/// Whether a directory that is made for a moment is found under another spelling of its name; it is made in the one
/// with this path below `base`, or in the nearest above it that exists.
///
/// Only filesystems of FUSE are tried, since their servers do not tell; for others this is `false`, and also where
/// nothing can be made. The `name` is one of our temporary ones, which begin with letters in lower case.
pub(crate) fn folds_by_trial(base: BorrowedFd<'_>, path: &CStr, name: &CStr) -> bool {
    let mut path = path.to_owned();
    loop {
        match sys::enter_dir(base, &path, true) {
            Ok(dir) => {
                return sys::is_served_by_program(dir.as_fd())
                    && is_found_respelled(dir.as_fd(), name);
            }
            Err(Errno::NOENT) if !matches!(path.to_bytes(), b"." | b"/" | b"..") => {
                path = parent_of(&path);
            }
            Err(_) => return false,
        }
    }
}

fn is_found_respelled(dir: BorrowedFd<'_>, name: &CStr) -> bool {
    let Ok(spelling) = CString::new(name.to_bytes().to_ascii_uppercase()) else { return false };
    // A directory: rclone makes a file some time after it was closed, and removes none of which the upload has not ended.
    if sys::make_dir(dir, name, 0o700).is_err() {
        return false;
    }
    let found = sys::stat_at(dir, &spelling, false);
    // What cannot be removed is empty, and has one of our names.
    sys::best_effort(sys::remove_dir(dir, name));
    found.is_ok()
}

/// Whether a directory lists a name in this very spelling.
pub(crate) fn is_listed(dir: BorrowedFd<'_>, name: &CStr) -> bool {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut is_listed = false;
    let listed = sys::open_dir(dir, c".", false).and_then(|dir| {
        sys::list(dir.as_fd(), &mut buffer, |entry, _, _| {
            is_listed = entry == name;
            if is_listed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    listed.is_ok() && is_listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_one() {
        assert_eq!(folded("Größe".as_bytes()), folded("GRÖßE".as_bytes()));
        assert_eq!(folded("οδος".as_bytes()), folded("ΟΔΟΣ".as_bytes()));
        assert_eq!(folded("οδοσ".as_bytes()), folded("οδος".as_bytes()));
        assert_ne!(folded("straße".as_bytes()), folded("strasse".as_bytes()));
        assert_ne!(folded(b"a"), folded(b"b"));
        assert_eq!(folded(b"\xffA"), b"\xffa");
    }
}

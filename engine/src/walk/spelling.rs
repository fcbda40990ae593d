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
    /// Its filesystem says so, and both have one inode number.
    Told,
    /// Only the names tell: each spelling, or each look, may find an inode number of its own.
    ByNames,
}

/// Looks whether a directory that is there takes two names for one.
///
/// What a server decides is tried once, at its root: that is a directory on another device than the one `above` it, or an
/// operand, which has none. The `name` is one of our temporary ones.
pub(crate) fn folding(
    dir: BorrowedFd<'_>,
    above: Option<BorrowedFd<'_>>,
    name: impl FnOnce() -> CString,
) -> Option<Folding> {
    let device = |dir: BorrowedFd<'_>| sys::stat_fd(dir).map(|meta| meta.dev).ok();
    let is_root = || above.is_none_or(|above| device(above) != device(dir));
    let is_tried = sys::has_names_of_server(dir) && is_root();
    if sys::numbers_anew(dir) || is_tried && is_found_respelled(dir, &name()) {
        return Some(Folding::ByNames);
    }
    sys::folds_case(dir).then_some(Folding::Told)
}

/// Whether a directory takes two names for one, and their inode numbers may not tell: the one with this path below `base`, or
/// the nearest above it that exists.
///
/// What a server decides is found out with a directory that is made for a moment; this is `false` where nothing can be made.
/// The `name` is one of our temporary ones, which begin with letters in lower case.
pub(crate) fn folds_by_names(base: BorrowedFd<'_>, path: &CStr, name: &CStr) -> bool {
    let mut path = path.to_owned();
    loop {
        match sys::enter_dir(base, &path, true) {
            Ok(dir) => {
                let dir = dir.as_fd();
                return sys::numbers_anew(dir)
                    || sys::has_names_of_server(dir) && is_found_respelled(dir, name);
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
    // A client of SMB knows a directory by one name, the one that was looked up last: it would take another directory that gets
    // the inode number for an error of the server, and use no number of it any more. What cannot be removed is empty, and has
    // one of our names.
    sys::best_effort(sys::remove_dir(dir, if found.is_ok() { &spelling } else { name }));
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

//! Finds out where names that differ in case alone are one name.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use unicode_normalization::UnicodeNormalization;

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

/// Gives what names and paths have in common that some filesystem may take for one: letters with and without accents, composed
/// and decomposed; ligatures and letters that are capitals of two; characters that are not shown; and dots and spaces at the end.
///
/// Most tell some of these apart, so this alone does not make two names one.
pub(crate) fn alike(name: &[u8]) -> Vec<u8> {
    let text = match std::str::from_utf8(name) {
        Ok(text) if !text.is_ascii() => text
            .nfkd()
            .flat_map(char::to_uppercase)
            .flat_map(char::to_lowercase)
            .nfkd()
            .filter(|letter| !is_accent(*letter) && !is_ignorable(*letter))
            .collect::<String>()
            .into_bytes(),
        Ok(_) | Err(_) => name.to_ascii_lowercase(),
    };
    let part = |part: &[u8]| {
        let end = part.iter().rposition(|byte| !matches!(byte, b'.' | b' ')).map_or(0, |at| at + 1);
        part.get(..end).unwrap_or_default().to_vec()
    };
    text.split(|byte| *byte == b'/').map(part).collect::<Vec<_>>().join(&b'/')
}

fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Whether filesystems that compare by Unicode's case folding pass over a character (`Default_Ignorable_Code_Point`).
fn is_ignorable(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Gives what is left of a name where a server takes one question mark for all letters that it does not have; none of a name
/// in ASCII, which has no other form.
pub(crate) fn ascii_only(name: &[u8]) -> Option<Vec<u8>> {
    if name.is_ascii() {
        return None;
    }
    let mut left = Vec::new();
    for byte in name.to_ascii_lowercase() {
        if byte.is_ascii() {
            left.push(byte);
        } else if left.last() != Some(&b'?') {
            left.push(b'?');
        }
    }
    Some(left)
}

/// How it is known that a directory takes two names for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folding {
    /// Its filesystem says so, and both have one inode number.
    Told,
    /// Only the names tell: each spelling, or each look, may find an inode number of its own.
    ByNames,
    /// The same, and all letters that the server does not have are one (sshfs: `iconv` to ASCII).
    Lossy,
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
    let tried = || is_tried.then(|| tried(dir, &name())).flatten();
    let by_names = if sys::numbers_anew(dir) { Some(Folding::ByNames) } else { tried() };
    by_names.or_else(|| sys::folds_case(dir).then_some(Folding::Told))
}

/// Whether a directory takes two names for one, and their inode numbers may not tell: the one with this path below `base`, or
/// the nearest above it that exists.
///
/// What a server decides is found out with a directory that is made for a moment; this is none where nothing can be made.
/// The `name` is one of our temporary ones, which begin with letters in lower case.
pub(crate) fn folds_by_names(base: BorrowedFd<'_>, path: &CStr, name: &CStr) -> Option<Folding> {
    let mut path = path.to_owned();
    loop {
        match sys::enter_dir(base, &path, true) {
            Ok(dir) => {
                let dir = dir.as_fd();
                if sys::numbers_anew(dir) {
                    return Some(Folding::ByNames);
                }
                return sys::has_names_of_server(dir).then(|| tried(dir, name)).flatten();
            }
            Err(Errno::NOENT) if !matches!(path.to_bytes(), b"." | b"/" | b"..") => {
                path = parent_of(&path);
            }
            Err(_) => return None,
        }
    }
}

/// Letters that are added to the name of a trial, if the server takes them: one that may be decomposed, and a ligature.
const COMPOSED: &str = "\u{e9}\u{fb01}";

/// Other spellings of them: decomposed, and without the ligature.
const OTHERS: [&str; 2] = ["e\u{301}\u{fb01}", "\u{e9}fi"];

/// Another letter, which is the same only to a server that has neither.
const ANOTHER: &str = "\u{fc}\u{fb01}";

/// Tries what a server takes for one, with a directory of this name and a few letters.
fn tried(dir: BorrowedFd<'_>, name: &CStr) -> Option<Folding> {
    let with = |letters: &str| CString::new([name.to_bytes(), letters.as_bytes()].concat()).ok();
    let in_capitals = |name: &CStr| CString::new(name.to_bytes().to_ascii_uppercase()).ok();
    // A directory: rclone makes a file some time after it was closed, and removes none of which the upload has not ended.
    let made = |name: &CString| sys::make_dir(dir, name, 0o700).is_ok();
    let is_found = |name: &CString| sys::stat_at(dir, name, false).is_ok();
    let composed = with(COMPOSED).filter(made);
    let has_letters = composed.is_some();
    let name = composed.or_else(|| Some(name.to_owned()).filter(made))?;
    let others = OTHERS.iter().filter_map(|letters| with(letters).filter(|_| has_letters));
    let found = in_capitals(&name).into_iter().chain(others).find(is_found);
    let lossy = with(ANOTHER).filter(|name| has_letters && is_found(name));
    let folding = match (&lossy, &found) {
        (Some(_), _) => Some(Folding::Lossy),
        (None, Some(_)) => Some(Folding::ByNames),
        (None, None) => None,
    };
    // A client of SMB knows a directory by one name, the one that was looked up last: it would take another directory that gets
    // the inode number for an error of the server, and use no number of it any more. What cannot be removed is empty, and has
    // one of our names.
    sys::best_effort(sys::remove_dir(dir, &lossy.or(found).unwrap_or(name)));
    folding
}

/// Whether a directory lists a name in this very spelling, and another one besides, which is given folded: then they are two
/// names to it.
pub(crate) fn lists_both(dir: BorrowedFd<'_>, name: &[u8], other: &[u8]) -> bool {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let (mut has_name, mut has_other) = (false, false);
    let listed = sys::open_dir(dir, c".", false).and_then(|dir| {
        sys::list(dir.as_fd(), &mut buffer, |entry, _, _| {
            let entry = entry.to_bytes();
            if entry == name {
                has_name = true;
            } else if folded(entry) == other {
                has_other = true;
            }
            if has_name && has_other { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    });
    listed.is_ok() && has_name && has_other
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

    #[test]
    fn spellings_that_some_server_takes_for_one_are_alike() {
        for (one, other) in [
            ("ﬁle", "FILE"),
            ("straße", "STRASSE"),
            ("é", "e\u{301}"),
            ("résumé", "Resume"),
            ("ﬀ", "ff"),
            ("a\u{200d}b", "ab"),
            ("Å", "Å"),
            ("dir/name. .", "DIR/name"),
            ("dir./name", "dir/name"),
            ("οδος", "ΟΔΟΣ"),
        ] {
            assert_eq!(alike(one.as_bytes()), alike(other.as_bytes()), "{one} {other}");
        }
        for (one, other) in [("a", "b"), ("é", "u"), ("日本", "日"), ("a/b", "ab"), (".a", "a")]
        {
            assert_ne!(alike(one.as_bytes()), alike(other.as_bytes()), "{one} {other}");
        }
        assert_eq!(alike(b"\xffA "), b"\xffa");
        assert_eq!(ascii_only("Éa日本".as_bytes()).unwrap(), b"?a?");
        assert_eq!(ascii_only(b"a"), None);
    }

    #[test]
    fn two_names_that_a_directory_lists_are_two() {
        let scratch = tempfile::tempdir().unwrap();
        let dir =
            sys::open_dir(sys::CWD, &fcp_sys::c_path(scratch.path()).unwrap(), false).unwrap();
        let both = |name: &str, other: &str| {
            lists_both(dir.as_fd(), name.as_bytes(), &folded(other.as_bytes()))
        };
        sys::make_dir(dir.as_fd(), c"ﬁle", 0o700).unwrap();
        assert!(!both("file", "ﬁle") && !both("ﬁle", "file"));
        sys::make_dir(dir.as_fd(), c"file", 0o700).unwrap();
        assert!(both("file", "ﬁle") && both("ﬁle", "file"));
    }
}

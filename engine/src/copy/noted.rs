//! Packs what a worker notes for removal: by directory, and beyond a megabyte in a file.

use std::ffi::{CStr, CString};

use crate::job::chunks::Chunks;
use crate::job::spill::Spill;
use fcp_sys::Errno;

/// How a noted item is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// With all that is in it.
    Whole,
    /// A directory, if it is empty by then.
    Emptied,
}

/// A directory of the destination: `base` as the user named it, which may be a symlink, and the path below
/// it, in which none is followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) base: CString,
    pub(crate) rest: CString,
    /// Its device and inode as text, where they are known: nothing is removed in another one.
    pub(crate) id: CString,
}

/// What one worker has noted, in the order in which it is removed.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    chunks: Chunks,
    /// The directory to which the next item of the chunk that is filled belongs.
    place: Option<Place>,
}

impl Noted {
    /// Adds an item; `spill` makes the file when one is needed.
    pub(crate) fn push(
        &mut self,
        place: &Place,
        name: &CStr,
        part: Part,
        spill: impl FnOnce() -> Spill,
    ) {
        let (open, is_new) = self.chunks.open(spill);
        if is_new {
            self.place = None;
        }
        if self.place.as_ref() != Some(place) {
            if self.place.replace(place.clone()).is_some() {
                open.push(END);
            }
            open.extend_from_slice(place.base.to_bytes_with_nul());
            open.extend_from_slice(place.rest.to_bytes_with_nul());
            open.extend_from_slice(place.id.to_bytes_with_nul());
        }
        open.push(match part {
            Part::Whole => WHOLE,
            Part::Emptied => EMPTIED,
        });
        open.extend_from_slice(name.to_bytes_with_nul());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Shows everything, in order, until `each` says that it is enough.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn show(
        &self,
        mut each: impl FnMut(&Place, &CStr, Part) -> bool,
    ) -> Result<(), Errno> {
        self.chunks.show(|chunk| show(chunk, &mut each))
    }
}

const END: u8 = 0;
const WHOLE: u8 = 1;
const EMPTIED: u8 = 2;

/// Shows what is in a chunk; none if it is damaged.
fn show(mut rest: &[u8], each: &mut impl FnMut(&Place, &CStr, Part) -> bool) -> Option<bool> {
    fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a CStr> {
        let text = CStr::from_bytes_until_nul(rest).ok()?;
        *rest = rest.get(text.to_bytes_with_nul().len()..)?;
        Some(text)
    }
    while !rest.is_empty() {
        let mut owned = || text(&mut rest).map(CStr::to_owned);
        let place = Place { base: owned()?, rest: owned()?, id: owned()? };
        while let Some((kind, items)) = rest.split_first() {
            rest = items;
            let part = match *kind {
                END => break,
                WHOLE => Part::Whole,
                EMPTIED => Part::Emptied,
                _ => return None,
            };
            if !each(&place, text(&mut rest)?, part) {
                return Some(false);
            }
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_shown_in_order_also_from_the_file() {
        let state = tempfile::tempdir().unwrap();
        for (items, directory) in [
            (3, state.path().to_owned()),
            (200_000, state.path().into()),
            (200_000, "/proc".into()),
        ] {
            let mut noted = Noted::default();
            assert!(noted.is_empty());
            let place = |n: usize| Place {
                base: c"to".to_owned(),
                rest: CString::new(format!("dir {}", n / 1000)).unwrap(),
                id: CString::new(format!("{}", n / 2000)).unwrap(),
            };
            let name = |n: usize| CString::new(format!("name {n}")).unwrap();
            let part = |n: usize| if n.is_multiple_of(7) { Part::Emptied } else { Part::Whole };
            for n in 0..items {
                let spill = || Spill::new(Some(directory.clone()));
                noted.push(&place(n), &name(n), part(n), spill);
            }
            assert_eq!(noted.chunks.are_in_file(), items > 3);
            let mut n = 0;
            let shown = noted.show(|at, item, how| {
                assert_eq!((at, item.to_owned(), how), (&place(n), name(n), part(n)));
                n += 1;
                true
            });
            assert_eq!((shown, n), (Ok(()), items));
            let mut n = 0;
            noted
                .show(|_, _, _| {
                    n += 1;
                    n < 2
                })
                .unwrap();
            assert_eq!(n, 2);
        }
    }
}

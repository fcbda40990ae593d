//! Lists a directory.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

use super::identity::Identity;
use super::listing::{Entries, Listing};
use fcp_engine::error::{Action, OpError};
use fcp_sys::{self as sys, AsFd, Errno, LIST_BUFFER, OwnedFd, Sys};

/// So many entries are told of before the rest is read; half a percent of what a million take.
const FIRST: usize = 4096;

/// How long the first entries are waited for, where reading is slow.
const TIMEOUT: Duration = Duration::from_millis(40);

/// Lists a directory; `first` gets the first entries, sorted among themselves, if there are many or
/// if they come slowly.
///
/// Nothing is stat'ed. Types are those that the listing tells ([`Listing::knows_kinds`]).
///
/// # Errors
/// `EOVERFLOW` if the names alone would take 4 GiB.
pub fn list(dir: &Path, first: impl FnOnce(Listing)) -> Result<Listing, OpError> {
    list_known(dir, |_| {}, first)
}

/// Lists a directory as [`list`] does, and tells before all else what it is known by.
///
/// # Errors
/// As those of [`list`].
pub fn list_known(
    dir: &Path,
    known: impl FnOnce(Identity),
    first: impl FnOnce(Listing),
) -> Result<Listing, OpError> {
    let start = Instant::now();
    let fd = open(dir).map_err(|errno| OpError::new(Action::OpenDir, dir, errno))?;
    if let Some(identity) = Identity::of_open(&fd) {
        known(identity);
    }
    let mut buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
    let mut entries = Entries::default();
    let mut first = Some(first);
    let mut is_full = false;
    let read = sys::list(fd.as_fd(), &mut buffer, |name, kind, _| {
        let many = || entries.len() == FIRST || entries.len() > 0 && start.elapsed() > TIMEOUT;
        if first.is_some()
            && many()
            && let Some(first) = first.take()
        {
            first(entries.clone().sorted());
        }
        is_full = entries.push(name.to_bytes(), kind).is_none();
        if is_full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let read = if is_full { Err(Errno::OVERFLOW) } else { read };
    read.map_err(|errno| OpError::new(Action::ListDir, dir, errno))?;
    Ok(entries.sorted())
}

pub(super) fn open(dir: &Path) -> Sys<OwnedFd> {
    let path = CString::new(dir.as_os_str().as_bytes()).map_err(|_nul| Errno::INVAL)?;
    sys::open_dir(sys::CWD, &path, true)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::fs;

    use super::*;

    #[test]
    fn names_that_are_not_text_are_listed() {
        let dir = tempfile::tempdir().unwrap();
        let name = OsStr::from_bytes(b"\xff\xfe");
        fs::write(dir.path().join(name), "").unwrap();
        fs::create_dir(dir.path().join("z")).unwrap();
        let listing = list(dir.path(), |_| panic!("there are two")).unwrap();
        assert_eq!((listing.name(0), listing.name(1)), (Some(OsStr::new("z")), Some(name)));
        assert!(listing.knows_kinds() && listing.len() == 2);
    }

    #[test]
    fn the_first_of_many_are_told_early() {
        let dir = tempfile::tempdir().unwrap();
        for n in 0..FIRST + 10 {
            fs::write(dir.path().join(n.to_string()), "").unwrap();
        }
        let mut early = None;
        let listing = list(dir.path(), |first| early = Some(first)).unwrap();
        let early = early.unwrap();
        // Fewer if the machine is slow.
        assert!((1..=FIRST).contains(&early.len()));
        assert_eq!(listing.matching(&early).count(), early.len());
        let names: Vec<_> = (0..listing.len()).map(|row| listing.name(row).unwrap()).collect();
        assert!(names.iter().enumerate().all(|(n, name)| name.to_str() == Some(&n.to_string())));
    }

    #[test]
    fn a_failure_names_the_directory() {
        let error = list(Path::new("/nowhere"), drop).unwrap_err();
        assert_eq!(error.to_string(), "cannot open '/nowhere': No such file or directory");
    }
}

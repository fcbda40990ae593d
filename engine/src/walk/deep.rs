//! Opens directories whose paths are longer than the kernel takes at once.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// Opens a directory below another one, however long the path is.
pub(crate) fn open_far(dir: BorrowedFd<'_>, path: &[u8], follow: bool) -> sys::Sys<OwnedFd> {
    // PATH_MAX is 4096 with its NUL, and a name has at most 255 bytes.
    const LEG: usize = 3800;
    let (mut at, mut rest) = (None::<OwnedFd>, path);
    loop {
        let cut = rest.iter().skip(LEG).position(|byte| *byte == b'/').map(|at| LEG + at);
        let leg = CString::new(rest.get(..cut.unwrap_or(rest.len())).unwrap_or_default());
        let base = at.as_ref().map_or(dir, AsFd::as_fd);
        let next = sys::open_beneath(base, &leg.map_err(|_nul| Errno::INVAL)?, follow)?;
        match cut {
            Some(cut) => rest = rest.get(cut + 1..).unwrap_or_default(),
            None => return Ok(next),
        }
        at = Some(next);
    }
}

/// Opens the directory in which an item is; none for the one that the path begins at.
pub(crate) fn open_above(dst: BorrowedFd<'_>, path: &Path) -> Sys<Option<OwnedFd>> {
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    above.map(|above| open_far(dst, above.as_os_str().as_bytes(), false)).transpose()
}

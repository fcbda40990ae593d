//! Reads files for their checksums, and does not read their holes.

use crate::sum::SparseHasher;
use fcp_sys::{self as sys, BorrowedFd, Errno, Sys};

/// Gives a hasher the next bytes of a file, from an offset up to another one or to the end of the file; gives how far it
/// came, which is less where `goes_on` says no.
pub(super) fn hash_to(
    file: BorrowedFd<'_>,
    (mut at, to): (u64, u64),
    hasher: &mut SparseHasher,
    buffer: &mut [u8],
    mut goes_on: impl FnMut() -> bool,
) -> Sys<u64> {
    let end = to.min(sys::stat_fd(file)?.size);
    while at < end {
        let data = match sys::next_data(file, at) {
            Ok(Some((start, stop))) => (start.min(end), stop.min(end)),
            Ok(None) => (end, end),
            // The filesystem does not know holes.
            Err(Errno::INVAL) => (at, end),
            Err(errno) => return Err(errno),
        };
        hasher.update_with_hole(data.0 - at);
        at = data.0;
        while at < data.1 {
            let most = usize::try_from(data.1 - at).unwrap_or(usize::MAX).min(buffer.len());
            let len = sys::read_at(file, &mut buffer[..most], at)?;
            if len == 0 || !goes_on() {
                return Ok(at);
            }
            hasher.update(&buffer[..len]);
            at += len as u64;
        }
    }
    Ok(at)
}

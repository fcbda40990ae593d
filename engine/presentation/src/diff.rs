//! Compares the contents of two files: line by line where both are text, else byte by byte.
//!
//! Time and memory are bounded: files above [`WHOLE`] are read through two buffers and never held, and a search
//! for equal lines that takes too long ends with a rougher answer.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fcp_browse::open;
use fcp_engine::error::{Action, OpError};

mod bytes;
mod lines;

pub use bytes::{Bytes, WIDTH, Why};
pub use lines::{Lines, Row};

/// Bytes up to which a file is compared line by line.
pub const WHOLE: u64 = 4 << 20;

/// Time in which equal lines are looked for.
const TIMEOUT: Duration = Duration::from_secs(2);

/// How the contents of two files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Diff {
    /// They do not: both have this number of bytes.
    Same(u64),
    /// They differ in lines.
    Lines(Lines),
    /// They differ from a byte on.
    Bytes(Bytes),
}

/// Compares two files; gives none if it was stopped.
///
/// With `ignores_space`, lines that differ by spaces and tabs alone are equal; files that are compared byte by
/// byte still differ by them.
///
/// # Errors
/// One of them cannot be read, or is no regular file.
pub fn diff(
    paths: [&Path; 2],
    ignores_space: bool,
    stop: &AtomicBool,
) -> Result<Option<Diff>, OpError> {
    diff_within(paths, ignores_space, stop, WHOLE)
}

fn diff_within(
    paths: [&Path; 2],
    ignores_space: bool,
    stop: &AtomicBool,
    whole: u64,
) -> Result<Option<Diff>, OpError> {
    let files = [open(paths[0])?, open(paths[1])?];
    let [Some(left), Some(right)] =
        [beginning(paths[0], &files[0], whole)?, beginning(paths[1], &files[1], whole)?]
    else {
        return bytes::stream(paths, &files, Why::Large, stop);
    };
    if left == right {
        return Ok(Some(Diff::Same(left.len() as u64)));
    }
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    if !is_text(&left) || !is_text(&right) {
        return Ok(Some(Diff::Bytes(Bytes::of([&left, &right], Why::Binary))));
    }
    match Lines::new([left, right], ignores_space, Instant::now() + TIMEOUT) {
        Ok(lines) => Ok(Some(Diff::Lines(lines))),
        Err([left, right]) => Ok(Some(Diff::Bytes(Bytes::of([&left, &right], Why::Large)))),
    }
}

/// Reads a file, if it has no more than `whole` bytes; the size that the kernel tells is not believed.
fn beginning(path: &Path, mut file: &File, whole: u64) -> Result<Option<Vec<u8>>, OpError> {
    let failed = |error: std::io::Error| OpError::of_io(Action::Read, path, &error);
    if file.metadata().map_err(failed)?.len() > whole {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = (&mut file).take(whole + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok((read as u64 <= whole).then_some(bytes))
}

/// Tells whether bytes are text: no text in one of the encodings that extend ASCII has a NUL.
fn is_text(bytes: &[u8]) -> bool {
    !bytes.contains(&0)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn compared(left: &[u8], right: &[u8], whole: u64) -> Diff {
        let scratch = tempfile::tempdir().unwrap();
        let paths = [scratch.path().join("left"), scratch.path().join("right")];
        fs::write(&paths[0], left).unwrap();
        fs::write(&paths[1], right).unwrap();
        let stop = AtomicBool::new(false);
        diff_within([&paths[0], &paths[1]], false, &stop, whole).unwrap().unwrap()
    }

    #[test]
    fn equal_files_are_the_same_however_large() {
        assert_eq!(compared(b"", b"", 8), Diff::Same(0));
        assert_eq!(compared(b"a\nb", b"a\nb", 8), Diff::Same(3));
        assert_eq!(compared(&[7; 99], &[7; 99], 8), Diff::Same(99));
    }

    #[test]
    fn text_is_compared_by_lines_and_everything_else_by_bytes() {
        assert!(matches!(compared(b"a\nb\n", b"a\nc\n", 8), Diff::Lines(_)));
        let Diff::Bytes(found) = compared(b"a\0b", b"a\0c", 8) else { panic!() };
        assert_eq!((found.offset, found.why), (2, Why::Binary));
        let Diff::Bytes(found) = compared(b"123456789", b"12345678", 8) else { panic!() };
        assert_eq!((found.offset, found.why, found.sizes), (8, Why::Large, [9, 8]));
    }

    #[test]
    fn a_large_file_is_read_in_parts_and_the_first_difference_is_told() {
        let mut left = vec![b'x'; 3 << 20];
        let right = left.clone();
        left[(2 << 20) + 5] = b'y';
        let Diff::Bytes(found) = compared(&left, &right, 1 << 20) else { panic!() };
        assert_eq!(found.offset, (2 << 20) + 5);
        assert_eq!(found.start % WIDTH as u64, 0);
        let at = (found.offset - found.start) as usize;
        assert_eq!((found.excerpts[0][at], found.excerpts[1][at]), (b'y', b'x'));
        // One file is the beginning of the other.
        let Diff::Bytes(found) = compared(&left[..2 << 20], &left, 1 << 20) else { panic!() };
        assert_eq!((found.offset, found.sizes), (2 << 20, [2 << 20, 3 << 20]));
    }

    #[test]
    fn a_comparison_can_be_stopped_and_only_files_are_compared() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("file");
        fs::write(&file, [1; 99]).unwrap();
        let stop = AtomicBool::new(true);
        assert_eq!(diff_within([&file, &file], false, &stop, 8), Ok(None));
        assert!(diff([&file, scratch.path()], false, &stop).is_err());
        let gone = diff([&file, &scratch.path().join("gone")], false, &stop).unwrap_err();
        assert_eq!(gone.path.0, scratch.path().join("gone"));
    }

    #[test]
    fn sizes_of_the_kernel_are_not_believed() {
        // The kernel says that both are empty.
        let paths = [Path::new("/proc/self/limits"), Path::new("/proc/self/status")];
        if paths.iter().all(|path| path.exists()) {
            let found = diff(paths, false, &AtomicBool::new(false)).unwrap();
            assert!(matches!(found, Some(Diff::Lines(_))));
        }
    }
}

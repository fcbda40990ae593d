//! Builds simple trees: one wide directory, or one deep chain of directories.

use std::ffi::CString;
use std::io;
use std::path::Path;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

use crate::cursor::Cursor;
use crate::rng::Rng;

/// Makes `n` files of `size` bytes in one directory, named `0000000`, `0000001` and so on.
pub fn flat(dir: &Path, n: usize, size: usize) -> io::Result<()> {
    let at = make_and_enter(dir)?;
    let mut data = vec![0; size];
    for i in 0..n {
        Rng::new(i as u64).fill(&mut data);
        let name = CString::new(format!("{i:07}"))?;
        let file = at.file(&name, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL)?;
        write_at(&file, &data, 0)?;
    }
    Ok(())
}

/// Makes a chain of `depth` directories named `d`, with a file `leaf` in the last.
pub fn deep(dir: &Path, depth: usize) -> io::Result<()> {
    let mut at = make_and_enter(dir)?;
    for _ in 0..depth {
        rustix::fs::mkdirat(&at, c"d", Mode::from_raw_mode(0o755))?;
        at.down(c"d")?;
    }
    let leaf = at.file(c"leaf", OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL)?;
    write_at(&leaf, b"leaf\n", 0)
}

/// Makes a directory unless it exists, and stands in it.
pub(crate) fn make_and_enter(dir: &Path) -> io::Result<Cursor> {
    match rustix::fs::mkdir(dir, Mode::from_raw_mode(0o755)) {
        Ok(()) | Err(Errno::EXIST) => Cursor::open(dir),
        Err(errno) => Err(errno.into()),
    }
}

/// Writes all of `data`.
pub(crate) fn write_at(
    file: impl std::os::fd::AsFd,
    mut data: &[u8],
    mut offset: u64,
) -> io::Result<()> {
    while !data.is_empty() {
        let written = rustix::io::pwrite(&file, data, offset)?;
        data = &data[written..];
        offset += written as u64;
    }
    Ok(())
}

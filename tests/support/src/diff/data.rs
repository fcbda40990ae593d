//! Compares the data of two files.

use std::io;
use std::os::fd::OwnedFd;

use rustix::fs::SeekFrom;
use rustix::io::Errno;

/// Finds the first byte that differs, without reading where both files have holes.
pub(super) fn first_difference(
    left: &OwnedFd,
    right: &OwnedFd,
    size: u64,
) -> io::Result<Option<u64>> {
    let (mut left_buffer, mut right_buffer) = (vec![0; 256 << 10], vec![0; 256 << 10]);
    let mut offset = 0;
    loop {
        offset = next_data(left, offset, size)?.min(next_data(right, offset, size)?);
        if offset >= size {
            return Ok(None);
        }
        let length = (size - offset).min(left_buffer.len() as u64) as usize;
        read_at(left, &mut left_buffer[..length], offset)?;
        read_at(right, &mut right_buffer[..length], offset)?;
        if left_buffer[..length] != right_buffer[..length] {
            let same = left_buffer.iter().zip(&right_buffer).take_while(|(l, r)| l == r).count();
            return Ok(Some(offset + same as u64));
        }
        offset += length as u64;
    }
}

/// Gives the next offset that is not in a hole, `size` if there is none.
fn next_data(file: &OwnedFd, offset: u64, size: u64) -> io::Result<u64> {
    match rustix::fs::seek(file, SeekFrom::Data(offset)) {
        Ok(data) => Ok(data),
        Err(Errno::NXIO) => Ok(size),
        // A filesystem that knows no holes.
        Err(Errno::INVAL) => Ok(offset),
        Err(errno) => Err(errno.into()),
    }
}

fn read_at(file: &OwnedFd, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match rustix::io::pread(file, &mut *buffer, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}

//! Writes an archive to its file.

use std::io::{self, Seek, SeekFrom, Write};

use fcp_sys::{self as sys, AsFd, OwnedFd};

/// A file that is written at any place.
#[derive(Debug)]
pub(super) struct Out {
    fd: OwnedFd,
    at: u64,
}

impl Out {
    pub(super) fn new(fd: OwnedFd) -> Self {
        Self { fd, at: 0 }
    }

    pub(super) fn into_fd(self) -> OwnedFd {
        self.fd
    }
}

impl Write for Out {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        sys::write_all_at(self.fd.as_fd(), data, self.at)?;
        self.at += data.len() as u64;
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Out {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            // Nothing that makes archives asks for the end.
            SeekFrom::End(_) => None,
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

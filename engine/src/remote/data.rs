//! Sends the data of files.

use std::ffi::CString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::contract::checksum::{Algorithm, Checksum};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::in_order::failure;
use crate::job::Job;
use crate::link::{Message, Output, Wanted};
use crate::sum::Hasher;
use crate::walk::node::DirNode;
use fcp_sys::{self as sys, AsFd, Meta, OwnedFd};

/// A file that was told, and can be sent.
pub(super) struct Offered {
    pub(super) dir: Option<Arc<OwnedFd>>,
    pub(super) node: Arc<DirNode>,
    pub(super) name: CString,
    pub(super) followed: bool,
    /// Whether it is a FIFO or a device that is read as a file.
    pub(super) special: bool,
    pub(super) meta: Meta,
}

impl Offered {
    fn path(&self) -> PathBuf {
        self.node.src_path(&self.name)
    }
}

/// Sends a file, or tells why not.
pub(super) fn send_file(
    job: &Job,
    output: &Output,
    batch: u64,
    wanted: Wanted,
    file: &Offered,
    buffer: &mut [u8],
) -> io::Result<()> {
    let dir = file.dir.as_ref().map_or(sys::CWD, |dir| dir.as_fd());
    let open = if file.special { sys::open_stream } else { sys::open_source };
    let opened = open(dir, &file.name, file.followed)
        .and_then(|fd| sys::stat_fd(fd.as_fd()).map(|meta| (fd, meta)))
        .map_err(|errno| failure(Action::Open, &file.path(), errno))
        .and_then(|(fd, meta)| {
            let same = (meta.kind == FileKind::File) != file.special;
            let changed = || OpError::refused(Action::Open, Code::SourceChanged, file.path());
            same.then_some((fd, meta)).ok_or_else(changed)
        });
    let (fd, meta) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            return output.push(&Message::Failed { path: WirePath(file.path()), error });
        }
    };
    let mut data =
        Data { fd, meta, at: 0, hasher: Hasher::new(Algorithm::Xxh3), special: file.special };
    let mut from = 0;
    if let Some((bytes, checksum)) = wanted.there
        && !file.special
    {
        match data.begins_with(bytes, checksum, buffer) {
            Ok(true) => from = bytes,
            Ok(false) => data.begin_again(),
            Err(errno) => {
                let error = failure(Action::Read, &file.path(), errno);
                return output.push(&Message::Failed { path: WirePath(file.path()), error });
            }
        }
    }
    output.push(&Message::File { batch, at: wanted.at, from })?;
    let error =
        data.send(job, output, buffer)?.map(|errno| failure(Action::Read, &file.path(), errno));
    let now = sys::stat_fd(data.fd.as_fd());
    let same = |meta: Meta| (meta.size, meta.mtime) == (file.meta.size, file.meta.mtime);
    let changed = !(file.special || now.is_ok_and(same) && data.at == file.meta.size);
    output.push(&Message::FileEnd { hash: data.hasher.finish(), changed, error })
}

/// The data of a file that is sent.
struct Data {
    fd: OwnedFd,
    meta: Meta,
    at: u64,
    hasher: Hasher,
    special: bool,
}

impl Data {
    /// Whether the file begins with data of this checksum; reads it.
    fn begins_with(&mut self, bytes: u64, checksum: Checksum, buffer: &mut [u8]) -> sys::Sys<bool> {
        if bytes > self.meta.size {
            return Ok(false);
        }
        while self.at < bytes {
            let most = usize::try_from(bytes - self.at).unwrap_or(usize::MAX).min(buffer.len());
            let len = sys::read(self.fd.as_fd(), &mut buffer[..most])?;
            if len == 0 {
                return Ok(false);
            }
            self.hasher.update(&buffer[..len]);
            self.at += len as u64;
        }
        // The hasher goes on with what follows.
        let mut so_far = Hasher::new(Algorithm::Xxh3);
        std::mem::swap(&mut so_far, &mut self.hasher);
        self.hasher = so_far.clone();
        Ok(so_far.finish() == checksum)
    }

    fn begin_again(&mut self) {
        self.at = 0;
        self.hasher = Hasher::new(Algorithm::Xxh3);
        sys::best_effort(sys::seek_to(self.fd.as_fd(), 0));
    }

    /// Sends the data from here on; gives why it cannot be read to its end.
    fn send(
        &mut self,
        job: &Job,
        output: &Output,
        buffer: &mut [u8],
    ) -> io::Result<Option<sys::Errno>> {
        // With fewer blocks than its size needs, it has holes.
        let holes = !self.special && self.meta.allocated < self.meta.size;
        loop {
            if holes {
                match sys::next_data(self.fd.as_fd(), self.at) {
                    Ok(Some((start, end))) => {
                        self.hole(output, start - self.at)?;
                        if let Some(errno) = self.stretch(job, output, buffer, Some(end))? {
                            return Ok(Some(errno));
                        }
                        if self.at < end {
                            return Ok(None);
                        }
                        continue;
                    }
                    Ok(None) => {
                        let size = sys::stat_fd(self.fd.as_fd()).map_or(self.at, |meta| meta.size);
                        self.hole(output, size.saturating_sub(self.at))?;
                        return Ok(None);
                    }
                    // The filesystem does not know holes.
                    Err(sys::Errno::INVAL) => {}
                    Err(errno) => return Ok(Some(errno)),
                }
            }
            return self.stretch(job, output, buffer, None);
        }
    }

    fn hole(&mut self, output: &Output, bytes: u64) -> io::Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let mut left = bytes;
        while left > 0 {
            left -= self.hasher.update_with_zeros(left);
        }
        self.at += bytes;
        output.push(&Message::Hole { bytes })
    }

    /// Sends data up to an offset, or all.
    fn stretch(
        &mut self,
        job: &Job,
        output: &Output,
        buffer: &mut [u8],
        end: Option<u64>,
    ) -> io::Result<Option<sys::Errno>> {
        if !self.special
            && let Err(errno) = sys::seek_to(self.fd.as_fd(), self.at)
        {
            return Ok(Some(errno));
        }
        loop {
            let left = end.map_or(u64::MAX, |end| end - self.at);
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
            if most == 0 || job.control.checkpoint().is_err() {
                return Ok(None);
            }
            match sys::read(self.fd.as_fd(), &mut buffer[..most]) {
                Ok(0) => return Ok(None),
                Ok(len) => {
                    self.hasher.update(&buffer[..len]);
                    self.at += len as u64;
                    output.data(&buffer[..len])?;
                }
                Err(errno) => return Ok(Some(errno)),
            }
        }
    }
}

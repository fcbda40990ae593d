//! Sends the data of files.

use std::ffi::CString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::stretches::hash_to;
use crate::contract::checksum::Checksum;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::in_order::failure;
use crate::job::Job;
use crate::link::{Message, Output, Wanted};
use crate::sum::SparseHasher;
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
    /// Whether its size says how much it holds; that of a file in /proc does not.
    pub(super) sized: bool,
    pub(super) meta: Meta,
}

impl Offered {
    fn path(&self) -> PathBuf {
        self.node.src_path(&self.name)
    }
}

/// Whether the job goes on, and the other end wants more.
pub(super) fn goes_on(job: &Job, stop: &AtomicBool) -> bool {
    job.control.checkpoint().is_ok() && !stop.load(Ordering::Acquire)
}

/// Sends a file, or tells why not; `false` if the job was stopped meanwhile, and the file has no end.
pub(super) fn send_file(
    (job, stop): (&Job, &AtomicBool),
    output: &Output,
    batch: u64,
    wanted: Wanted,
    file: &Offered,
    buffer: &mut [u8],
) -> io::Result<bool> {
    let unsent = |error| {
        let path = WirePath(file.path());
        output.push(&Message::Unsent { batch, at: wanted.at, path, error }).map(|()| true)
    };
    let dir = file.dir.as_ref().map_or(sys::CWD, |dir| dir.as_fd());
    let stat = |fd: &OwnedFd| match job.spec.verb {
        // What it was when it was told is compared with what it is when it is removed.
        Verb::Move => job.stat_settled(fd),
        _ => sys::stat_fd(fd.as_fd()),
    };
    let open = if file.special { sys::open_stream } else { sys::open_source };
    let opened = open(dir, &file.name, file.followed)
        .and_then(|fd| stat(&fd).map(|meta| (fd, meta)))
        .map_err(|errno| failure(Action::Open, &file.path(), errno))
        .and_then(|(fd, meta)| {
            let same = (meta.kind == FileKind::File) != file.special;
            let changed = || OpError::refused(Action::Open, Code::SourceChanged, file.path());
            same.then_some((fd, meta)).ok_or_else(changed)
        });
    let (fd, meta) = match opened {
        Ok(opened) => opened,
        Err(error) => return unsent(error),
    };
    let hasher = SparseHasher::new();
    let mut data = Data { job, stop, fd, meta, at: 0, hasher, seeks: !file.special };
    let mut from = 0;
    if let Some((bytes, checksum)) = wanted.there
        && file.sized
    {
        match data.begins_with(bytes, checksum, buffer) {
            Ok(true) => from = bytes,
            // The beginning that the other end has stays there for the next job.
            Ok(false) if !goes_on(job, stop) => return Ok(false),
            Ok(false) => data.begin_again(),
            Err(errno) => return unsent(failure(Action::Read, &file.path(), errno)),
        }
    }
    output.push(&Message::File { batch, at: wanted.at, from })?;
    let error = match data.send(output, buffer)? {
        Sent::All => None,
        Sent::Unreadable(errno) => Some(failure(Action::Read, &file.path(), errno)),
        // What was sent so far must not pass for the whole file.
        Sent::Stopped => return Ok(false),
    };
    let now = sys::stat_fd(data.fd.as_fd());
    let same = |meta: Meta| (meta.size, meta.mtime) == (file.meta.size, file.meta.mtime);
    let changed = file.sized && !(now.is_ok_and(same) && data.at == file.meta.size);
    output.push(&Message::FileEnd { hash: data.hasher.finish(), changed, error })?;
    Ok(true)
}

/// What came of the data of a file.
enum Sent {
    All,
    Unreadable(sys::Errno),
    Stopped,
}

/// The data of a file that is sent.
struct Data<'a> {
    job: &'a Job,
    stop: &'a AtomicBool,
    fd: OwnedFd,
    meta: Meta,
    at: u64,
    hasher: SparseHasher,
    /// Whether it can be read from anywhere.
    seeks: bool,
}

impl Data<'_> {
    /// Whether the file begins with data of this checksum; reads it.
    fn begins_with(&mut self, bytes: u64, checksum: Checksum, buffer: &mut [u8]) -> sys::Sys<bool> {
        if bytes > self.meta.size {
            return Ok(false);
        }
        let goes_on = || goes_on(self.job, self.stop);
        let stretch = (self.at, bytes);
        self.at = hash_to(self.fd.as_fd(), stretch, &mut self.hasher, buffer, goes_on)?;
        if self.at < bytes {
            return Ok(false);
        }
        // The hasher goes on with what follows.
        Ok(self.hasher.clone().finish() == checksum)
    }

    fn begin_again(&mut self) {
        self.at = 0;
        self.hasher = SparseHasher::new();
        sys::best_effort(sys::seek_to(self.fd.as_fd(), 0));
    }

    /// Sends the data from here on.
    fn send(&mut self, output: &Output, buffer: &mut [u8]) -> io::Result<Sent> {
        // With fewer blocks than its size needs, it has holes.
        let mut holes = self.seeks && self.meta.allocated < self.meta.size;
        loop {
            if !goes_on(self.job, self.stop) {
                return Ok(Sent::Stopped);
            }
            if !holes {
                return self.stretch(output, buffer, None);
            }
            match sys::next_data(self.fd.as_fd(), self.at) {
                Ok(Some((start, end))) => {
                    self.hole(output, start - self.at)?;
                    match self.stretch(output, buffer, Some(end))? {
                        Sent::All if self.at < end => return Ok(Sent::All),
                        Sent::All => {}
                        ended => return Ok(ended),
                    }
                }
                Ok(None) => {
                    let size = sys::stat_fd(self.fd.as_fd()).map_or(self.at, |meta| meta.size);
                    self.hole(output, size.saturating_sub(self.at))?;
                    return Ok(Sent::All);
                }
                // The filesystem does not know holes.
                Err(sys::Errno::INVAL) => holes = false,
                Err(errno) => return Ok(Sent::Unreadable(errno)),
            }
        }
    }

    /// Sends a hole.
    fn hole(&mut self, output: &Output, bytes: u64) -> io::Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        self.hasher.update_with_hole(bytes);
        self.at += bytes;
        output.push(&Message::Hole { bytes })
    }

    /// Sends data up to an offset, or all.
    fn stretch(
        &mut self,
        output: &Output,
        buffer: &mut [u8],
        end: Option<u64>,
    ) -> io::Result<Sent> {
        if self.seeks
            && let Err(errno) = sys::seek_to(self.fd.as_fd(), self.at)
        {
            return Ok(Sent::Unreadable(errno));
        }
        loop {
            let left = end.map_or(u64::MAX, |end| end - self.at);
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
            if most == 0 {
                return Ok(Sent::All);
            }
            if !goes_on(self.job, self.stop) {
                return Ok(Sent::Stopped);
            }
            match sys::read(self.fd.as_fd(), &mut buffer[..most]) {
                Ok(0) => return Ok(Sent::All),
                Ok(len) => {
                    self.hasher.update(&buffer[..len]);
                    self.at += len as u64;
                    output.data(&buffer[..len])?;
                }
                Err(errno) => return Ok(Sent::Unreadable(errno)),
            }
        }
    }
}

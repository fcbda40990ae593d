//! Places links and special files in the stage.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::path::Path;

use super::{Kept, Packed, Placer, Stop};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, SkipReason};
use crate::contract::spec::{ModeRule, Verb};
use crate::copy::{DataError, differ, is_not_kept};
use crate::unpack::choose::{Miss, unsafe_name};
use crate::walk::worker::with_worker;
use fcp_archive::{Entry, Kind, parts};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys};

impl Placer<'_> {
    /// Gives an entry of the archive that was placed before another name.
    pub(super) fn make_link(
        &mut self,
        to: &[u8],
        path: &Path,
        dir: BorrowedFd<'_>,
        name: &CString,
        look: &mut dyn FnMut(),
    ) -> Result<Result<(), Miss>, Stop> {
        let (from, last) = match self.find_linked(to, path) {
            Ok(found) => found,
            Err(miss) => return Ok(Err(miss)),
        };
        let Err(errno) = sys::hard_link(from.as_fd(), &last, dir, name, false) else {
            return Ok(Ok(()));
        };
        let error = OpError::new(Action::CreateHardLink, path, errno);
        if is_not_kept(dir, &error) {
            let error = error.on(sys::filesystem_name(dir));
            self.warn(OpError { code: Code::NotKept, ..error });
        } else if errno == Errno::MLINK {
            self.warn(error);
        } else {
            return Ok(Err(Miss::Error(error)));
        }
        self.copy_link((from.as_fd(), &last), dir, name, path, look)
    }

    /// Opens the directory of the entry that a link leads to; gives it and the entry's name there.
    fn find_linked(&self, to: &[u8], path: &Path) -> Result<(OwnedFd, CString), Miss> {
        let names = parts(to).map_err(|_| unsafe_name(self.job, path))?;
        let (last, above) = names.split_last().ok_or_else(|| unsafe_name(self.job, path))?;
        let failed = |errno| Miss::Error(OpError::new(Action::CreateHardLink, path, errno));
        let mut from = sys::open_dir(self.stage.dir(), c".", false).map_err(failed)?;
        for part in above {
            let part = CString::new(*part).map_err(|_nul| unsafe_name(self.job, path))?;
            from = sys::open_dir(from.as_fd(), &part, false).map_err(|errno| match errno {
                Errno::LOOP | Errno::NOTDIR => unsafe_name(self.job, path),
                errno => failed(errno),
            })?;
        }
        let last = CString::new(*last).map_err(|_nul| unsafe_name(self.job, path))?;
        Ok((from, last))
    }

    /// Copies the file that a link leads to, where the filesystem makes no link to it.
    fn copy_link(
        &mut self,
        (from, linked): (BorrowedFd<'_>, &CStr),
        dir: BorrowedFd<'_>,
        name: &CStr,
        path: &Path,
        look: &mut dyn FnMut(),
    ) -> Result<Result<(), Miss>, Stop> {
        let opened = || -> Sys<(OwnedFd, Meta, OwnedFd)> {
            let source = sys::open_source(from, linked, false)?;
            let meta = sys::stat_fd(source.as_fd())?;
            Ok((source, meta, sys::create_new(dir, name, 0o600)?))
        };
        let (source, meta, copy) = match opened() {
            Ok(opened) => opened,
            Err(errno) => {
                return Ok(Err(Miss::Error(OpError::new(Action::Copy, path, errno))));
            }
        };
        let mut source = File::from(source);
        match self.write(&copy, 0, path, &mut Packed(&mut source), look) {
            Ok(Ok(size)) => self.bytes = self.bytes.saturating_add(size),
            unwritten => {
                // Its source is in the stage, and so it is made anew if the job goes on later.
                sys::best_effort(sys::unlink(dir, name));
                return match unwritten {
                    Ok(unwritten) => Ok(unwritten.map(|_| ())),
                    Err(Kept(stop)) => Err(stop),
                };
            }
        }
        self.set_meta_of_link((source.as_fd(), &meta), copy.as_fd(), path);
        drop(source);
        if let Err(miss) = self.close(copy, (dir, name), path) {
            self.loses = None;
            return Ok(Err(miss));
        }
        let is_doubted = self.is_doubtful && self.job.spec.verb == Verb::Move;
        if is_doubted && let Err(miss) = self.read_back((from, linked), (dir, name), path)? {
            sys::best_effort(sys::unlink(dir, name));
            return Ok(Err(miss));
        }
        Ok(Ok(()))
    }

    /// Gives what stands for a link the metadata of the file that it stands for.
    fn set_meta_of_link(
        &mut self,
        (source, meta): (BorrowedFd<'_>, &Meta),
        copy: BorrowedFd<'_>,
        path: &Path,
    ) {
        let now = sys::stat_fd(copy);
        let has_owner = now.is_ok_and(|now| (now.uid, now.gid) == (meta.uid, meta.gid));
        let mut mode = meta.mode;
        if !has_owner {
            let given = sys::set_owner(copy, Some(meta.uid), Some(meta.gid));
            if given.is_err() {
                // Set-ID bits must not serve an owner they were not meant for.
                mode &= 0o1777;
            }
            self.note_unset(Action::SetOwner, given, copy, path);
        }
        let keep = self.job.spec.options.preserve.attributes();
        if let Err(errno) = sys::copy_xattrs_fd(source, copy, keep, false) {
            self.note_attribute(OpError::new(Action::SetXattr, path, errno), errno);
        }
        self.note_unset(Action::SetMode, sys::set_mode(copy, mode), copy, path);
        self.note_unset(Action::SetTimes, sys::set_times(copy, meta), copy, path);
    }

    /// Compares what stands for a link with the file that it stands for, where the server does not say whether it has stored
    /// it: the source of the link is removed then.
    fn read_back(
        &self,
        (from, linked): (BorrowedFd<'_>, &CStr),
        (dir, name): (BorrowedFd<'_>, &CStr),
        path: &Path,
    ) -> Result<Result<(), Miss>, Stop> {
        let failed = |action, errno| Ok(Err(Miss::Error(OpError::new(action, path, errno))));
        let ends = sys::open_back(from, linked)
            .and_then(|source| Ok((source, sys::open_back(dir, name)?)));
        let (source, copy) = match ends {
            Ok(ends) => ends,
            Err(errno) => return failed(Action::Verify, errno),
        };
        let ends = (source.as_fd(), copy.as_fd());
        match with_worker(|worker| differ(&self.job.control, worker, ends, None, |_| {})) {
            Ok(false) => Ok(Ok(())),
            Ok(true) => {
                let error = OpError::refused(Action::Verify, Code::Mismatch, path);
                Ok(Err(Miss::Error(error)))
            }
            Err(DataError::Cancelled) => Err(Stop::Cancelled),
            Err(DataError::Sys(action, errno)) => failed(action, errno),
        }
    }

    /// Makes a FIFO, a socket or a device, where the user asked for an exact copy; otherwise it is left out.
    pub(super) fn make_node(
        &mut self,
        entry: &Entry,
        path: &Path,
        dir: BorrowedFd<'_>,
        name: &CString,
    ) -> Result<(), Miss> {
        let is_device = entry.kind != Kind::Fifo;
        // What another machine has of the kind is copied as on this one; devices could be made to reach into it.
        let exact = self.job.spec.options.preserve.mode == ModeRule::Exact
            || self.job.link.is_some() && !is_device;
        let (kind, device, action) = match entry.kind {
            Kind::CharDevice(major, minor) => {
                (FileKind::CharDevice, sys::device(major, minor), Action::CreateSpecial)
            }
            Kind::BlockDevice(major, minor) => {
                (FileKind::BlockDevice, sys::device(major, minor), Action::CreateSpecial)
            }
            _ if self.is_socket => (FileKind::Socket, 0, Action::CreateSpecial),
            _ => (FileKind::Fifo, 0, Action::CreateFifo),
        };
        // A copy between machines tells what it cannot make, as one on this machine does.
        let is_sent = self.job.link.is_some();
        if !exact || is_device && !self.job.privileged && !is_sent {
            return Err(Miss::Skip(SkipReason::Special));
        }
        sys::make_node(dir, name, kind, 0o600, device)
            .map_err(|errno| Miss::Error(OpError::new(action, path, errno)))
    }
}

//! Reads changes of directories from inotify(7).

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::time::Duration;

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::{self, retry_on_intr};

use super::{AsFd, Errno, OwnedFd, Sys};

/// Watches on directories, which one thread waits for.
#[derive(Debug)]
pub struct Inotify {
    events: OwnedFd,
    /// Readable once it has ended; closing a descriptor would not wake the thread that polls it.
    end: OwnedFd,
}

/// What was told of a watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Something in its directory has changed.
    In(i32),
    /// Its directory was removed, renamed or unmounted.
    Gone(i32),
    /// There were more changes than the kernel can remember.
    Lost,
}

impl Inotify {
    /// Begins without a watch.
    ///
    /// # Errors
    /// `EMFILE` if the user has too many of them (`fs.inotify.max_user_instances`).
    pub fn new() -> Sys<Self> {
        let events = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK)?;
        let end = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Self { events, end })
    }

    /// Watches a directory, and gives the number of its watch; one that is watched keeps its number.
    ///
    /// # Errors
    /// `ENOSPC` if the user has too many watches (`fs.inotify.max_user_watches`).
    pub fn watch(&self, dir: &CStr) -> Sys<i32> {
        // Reading is no change. Neither is what happens to a file that has no name any more.
        let wanted = WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO
            | WatchFlags::MODIFY
            | WatchFlags::ATTRIB
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::EXCL_UNLINK
            | WatchFlags::ONLYDIR;
        inotify::add_watch(&self.events, dir, wanted)
    }

    /// Watches a directory for names in it that are removed or renamed, and for its own, beside what it is watched for
    /// already; gives the number of its watch.
    ///
    /// # Errors
    /// As with [`Self::watch`].
    pub fn watch_removals(&self, dir: &CStr) -> Sys<i32> {
        let wanted = WatchFlags::DELETE
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVE_SELF
            | WatchFlags::EXCL_UNLINK
            | WatchFlags::ONLYDIR
            | WatchFlags::MASK_ADD;
        inotify::add_watch(&self.events, dir, wanted)
    }

    /// Watches a file for what is written to it, and for its times.
    ///
    /// # Errors
    /// As with [`Self::watch`].
    pub fn watch_file(&self, path: &CStr) -> Sys<i32> {
        inotify::add_watch(&self.events, path, WatchFlags::MODIFY | WatchFlags::ATTRIB)
    }

    /// Ends a watch.
    pub fn unwatch(&self, watch: i32) {
        // EINVAL if it has ended with its directory.
        super::best_effort(inotify::remove_watch(&self.events, watch));
    }

    /// Ends the waiting, for good.
    pub fn end(&self) {
        // It cannot be full, as this is written once.
        super::best_effort(io::write(&self.end, &1_u64.to_ne_bytes()).map(drop));
    }

    /// Waits for a change, and tells whether there is one: not after the end.
    pub fn wait(&self) -> Sys<bool> {
        let mut ends = [self.end.as_fd(), self.events.as_fd()]
            .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
        retry_on_intr(|| poll(&mut ends, None))?;
        Ok(ends.first().is_some_and(|end| end.revents().is_empty()))
    }

    /// Rests for some time, and tells whether that went by: not after the end.
    pub fn rest(&self, time: Duration) -> Sys<bool> {
        let time = Timespec::try_from(time).map_err(|_too_long| Errno::INVAL)?;
        let mut end = [PollFd::new(&self.end, PollFlags::IN)];
        Ok(retry_on_intr(|| poll(&mut end, Some(&time)))? == 0)
    }

    /// Reads what was told, one buffer of it, and tells whether there was anything.
    pub fn read(&self, buffer: &mut [MaybeUninit<u8>], mut each: impl FnMut(Change)) -> Sys<bool> {
        let mut reader = inotify::Reader::new(&self.events, buffer);
        let gone =
            ReadFlags::DELETE_SELF | ReadFlags::MOVE_SELF | ReadFlags::UNMOUNT | ReadFlags::IGNORED;
        loop {
            let event = match reader.next() {
                Ok(event) => event,
                Err(Errno::AGAIN | Errno::INTR) => return Ok(false),
                Err(errno) => return Err(errno),
            };
            each(match event.events() {
                told if told.contains(ReadFlags::QUEUE_OVERFLOW) => Change::Lost,
                told if told.intersects(gone) => Change::Gone(event.wd()),
                _ => Change::In(event.wd()),
            });
            if reader.is_buffer_empty() {
                return Ok(true);
            }
        }
    }
}

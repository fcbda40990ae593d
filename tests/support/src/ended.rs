//! Tells when a process ends, also one that is no child.

use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::process::Pid;

/// Opens what can be read, as poll(2) says, once a process has ended.
///
/// # Errors
/// `ESRCH` if there is no such process any more.
#[cfg(target_os = "linux")]
pub(crate) fn end_of(process: Pid) -> Result<OwnedFd, Errno> {
    use rustix::process::{PidfdFlags, pidfd_open};
    pidfd_open(process, PidfdFlags::empty())
}

/// Opens what can be read, as poll(2) says, once a process has ended: on macOS a kqueue.
///
/// # Errors
/// `ESRCH` if there is no such process any more.
#[cfg(not(target_os = "linux"))]
pub(crate) fn end_of(process: Pid) -> Result<OwnedFd, Errno> {
    use nix::sys::event::{EvFlags, EventFilter, FilterFlag, KEvent, Kqueue};
    let number = process.as_raw_nonzero().get().cast_unsigned() as usize;
    let (add, exit) = (EvFlags::EV_ADD | EvFlags::EV_ONESHOT, FilterFlag::NOTE_EXIT);
    let wanted = KEvent::new(number, EventFilter::EVFILT_PROC, add, exit, 0, 0);
    let errno = |errno: nix::errno::Errno| Errno::from_raw_os_error(errno as i32);
    let queue = Kqueue::new().map_err(errno)?;
    queue.kevent(&[wanted], &mut [], None).map_err(errno)?;
    Ok(queue.into())
}

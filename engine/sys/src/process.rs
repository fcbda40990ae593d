//! Identifies processes, tells whether they live, and provides locks that end with their process.

use std::ffi::CStr;

use rustix::fs::{self, FlockOperation, Mode, OFlags};
use rustix::io::retry_on_intr;

use super::{AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// Opens a file that is only locked, and makes it if it is missing.
pub fn open_lock(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::from_raw_mode(0o600)))
}

/// Opens a file to lock it, if it exists.
///
/// For writing, too: NFS keeps flock(2) as a byte-range lock, and answers EBADF to an exclusive lock on
/// a descriptor that only reads.
pub fn open_lock_if_there(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))
}

/// An exclusive lock on a file, until this is dropped.
///
/// Threads that have got a descriptor table of their own meanwhile have a copy of the descriptor, and
/// closing it here would not let go of the lock: it is unlocked, which counts for all copies.
#[derive(Debug)]
pub struct FileLock(OwnedFd);

impl FileLock {
    /// Waits until no other process has the file locked, and locks it exclusively.
    pub fn wait(file: OwnedFd) -> Sys<Self> {
        retry_on_intr(|| fs::flock(&file, FlockOperation::LockExclusive))?;
        Ok(Self(file))
    }

    /// Waits until no other process has the file locked exclusively, and takes a shared lock.
    pub fn share(file: OwnedFd) -> Sys<Self> {
        retry_on_intr(|| fs::flock(&file, FlockOperation::LockShared))?;
        Ok(Self(file))
    }

    /// Takes a shared lock; none if another process has the file locked exclusively.
    pub fn try_share(file: OwnedFd) -> Sys<Option<Self>> {
        match retry_on_intr(|| fs::flock(&file, FlockOperation::NonBlockingLockShared)) {
            Ok(()) => Ok(Some(Self(file))),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(errno) => Err(errno),
        }
    }

    /// Locks a file exclusively; none if another process has it locked.
    pub fn take(file: OwnedFd) -> Sys<Option<Self>> {
        match retry_on_intr(|| fs::flock(&file, FlockOperation::NonBlockingLockExclusive)) {
            Ok(()) => Ok(Some(Self(file))),
            Err(Errno::WOULDBLOCK) => Ok(None),
            Err(errno) => Err(errno),
        }
    }
}

impl AsFd for FileLock {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Fails only for a descriptor that is none.
        super::best_effort(fs::flock(&self.0, FlockOperation::Unlock));
    }
}

/// Sets the times of a file to now, which those who watch it notice.
pub fn touch(fd: BorrowedFd<'_>) {
    let now = fs::Timespec { tv_sec: 0, tv_nsec: fs::UTIME_NOW };
    let times = fs::Timestamps { last_access: now, last_modification: now };
    // Failure does no harm: a process that waits for the change looks at the file after a while
    // anyway.
    super::best_effort(fs::futimens(fd, &times));
}

/// Sets the times of a file to now, by the clock of its filesystem; never follows a symlink.
pub fn touch_at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    let now = fs::Timespec { tv_sec: 0, tv_nsec: fs::UTIME_NOW };
    let times = fs::Timestamps { last_access: now, last_modification: now };
    fs::utimensat(dir, name, &times, fs::AtFlags::SYMLINK_NOFOLLOW)
}

/// Gives the name of this machine; none where the system does not say it in a file.
pub fn host() -> Option<String> {
    #[cfg(target_os = "linux")]
    return super::read_small(c"/proc/sys/kernel/hostname").map(|name| name.trim().to_owned());
    #[cfg(not(target_os = "linux"))]
    None
}

/// Tells one start of the machine from another; none where the system does not say.
pub fn boot() -> Option<String> {
    #[cfg(target_os = "linux")]
    return super::read_small(c"/proc/sys/kernel/random/boot_id").map(|id| id.trim().to_owned());
    #[cfg(not(target_os = "linux"))]
    None
}

/// Names the space in which process numbers mean something; none where there is only one.
pub fn process_space() -> Option<String> {
    #[cfg(target_os = "linux")]
    return super::read_link(super::CWD, c"/proc/self/ns/pid").ok()?.into_string().ok();
    #[cfg(not(target_os = "linux"))]
    None
}

/// When a process started, in ticks since the machine did; none if it does not run or the system
/// does not tell.
#[cfg_attr(not(target_os = "linux"), allow(unused_variables, reason = "only Linux needs it"))]
pub fn process_started(pid: u32) -> Option<i64> {
    #[cfg(target_os = "linux")]
    {
        let path = std::ffi::CString::new(format!("/proc/{pid}/stat")).ok()?;
        let stat = super::read_small(&path)?;
        // The name in parentheses may have anything in it; the 22nd field is the 20th behind it.
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace();
        // One that is dead and was not waited for, as below a container's first process, runs no more.
        if matches!(fields.next()?, "Z" | "X") {
            return None;
        }
        fields.nth(18)?.parse().ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        None
    }
}

/// Gives how many processors the machine has, also those that this process may not use; none where the system does not say.
pub fn processors() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        use nix::unistd::{SysconfVar, sysconf};
        let online = sysconf(SysconfVar::_NPROCESSORS_ONLN).ok().flatten();
        online.and_then(|online| usize::try_from(online).ok()).filter(|online| *online > 0)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Whether there is a process with this number.
pub fn process_exists(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) else {
        return false;
    };
    // EPERM: the process exists, and belongs to another user.
    !matches!(rustix::process::test_kill_process(pid), Err(Errno::SRCH))
}

/// Lets the program of a command run in a session of its own, without the terminal of this process.
#[expect(unsafe_code, reason = "the standard library has no stable call for it")]
pub fn in_new_session(command: &mut std::process::Command) {
    use std::os::unix::process::CommandExt;

    // SAFETY: between fork and exec, the closure makes one system call and allocates nothing.
    unsafe {
        command.pre_exec(|| Ok(rustix::process::setsid().map(drop)?));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_exists_is_opened_for_writing_as_nfs_demands_and_never_made() {
        let dir = tempfile::tempdir().unwrap();
        let dir = fs::open(dir.path(), OFlags::DIRECTORY | OFlags::RDONLY, Mode::empty()).unwrap();
        assert_eq!(open_lock_if_there(dir.as_fd(), c"lock").err(), Some(rustix::io::Errno::NOENT));
        drop(open_lock(dir.as_fd(), c"lock").unwrap());
        let lock = open_lock_if_there(dir.as_fd(), c"lock").unwrap();
        assert!(fs::fcntl_getfl(&lock).unwrap().contains(OFlags::RDWR));
    }
}

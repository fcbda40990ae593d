//! Makes and removes the hidden directory into which an archive is unpacked, or in which one is made.

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::contract::event::FileKind;
use crate::walk::temporary::{Mark, is_temporary};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, FileLock, OwnedFd, Sys};

/// End of the name of every stage, which tells it from the temporary files of copies.
const SUFFIX: &str = "-stage";

/// The file in a stage that its process holds locked.
const LOCK: &CStr = c"lock";

/// The directory in a stage that entries are unpacked into, or an archive is made in.
const INSIDE: &CStr = c"in";

/// The directory in a stage in which that one gets another name.
const AS: &CStr = c"as";

/// How often a stage is made anew when other processes remove it while it is made.
const ATTEMPTS: u32 = 100;

/// The longest time for that.
const TIME_TO_MAKE: Duration = Duration::from_secs(10);

/// The longest wait for a server of FUSE to remove what was closed.
const TIMEOUT: Duration = Duration::from_secs(2);

/// A hidden directory in the destination.
#[derive(Debug)]
pub(crate) struct Stage {
    above: OwnedFd,
    above_path: PathBuf,
    name: CString,
    dir: OwnedFd,
    inside: OwnedFd,
    /// Held until nothing but the lock is left to remove.
    lock: FileLock,
}

impl Stage {
    /// Makes a stage in a directory, in which those of processes that live no more are removed.
    pub(crate) fn make(above: &CStr, mark: Mark, number: usize) -> Sys<Self> {
        let above_path = PathBuf::from(OsStr::from_bytes(above.to_bytes()));
        let above = sys::open_dir(sys::CWD, above, true)?;
        // One that cannot be removed harms nothing but its space.
        sys::best_effort(sweep(above.as_fd()));
        let (mut attempt, end) = (0, Instant::now() + TIME_TO_MAKE);
        loop {
            let name = CString::new(format!("{}-{number}-{attempt}{SUFFIX}", mark.of_run()));
            let name = name.map_err(|_nul| Errno::INVAL)?;
            match lay_out(above.as_fd(), &name) {
                Ok((dir, inside, lock)) => {
                    return Ok(Self { above, above_path, name, dir, inside, lock });
                }
                // Another process took this one for one that was left, before its lock was held.
                Err(Errno::NOENT | Errno::BUSY) if attempt < ATTEMPTS && Instant::now() < end => {
                    attempt += 1;
                }
                Err(errno) => return Err(errno),
            }
        }
    }

    /// Takes up the stage of this name that an earlier process has left, or makes it; tells whether it was there.
    ///
    /// # Errors
    /// `EBUSY` where a process that lives holds it.
    pub(crate) fn take_up(above: &CStr, name: &CStr) -> Sys<(Self, bool)> {
        let above_path = PathBuf::from(OsStr::from_bytes(above.to_bytes()));
        let above = sys::open_dir(sys::CWD, above, true)?;
        let (mut attempt, end) = (0, Instant::now() + TIME_TO_MAKE);
        loop {
            match take_up(above.as_fd(), name) {
                Ok((dir, inside, lock, was_there)) => {
                    let name = name.to_owned();
                    return Ok((Self { above, above_path, name, dir, inside, lock }, was_there));
                }
                // The process that had it removed it meanwhile, since its job has ended.
                Err(Errno::NOENT) if attempt < ATTEMPTS && Instant::now() < end => attempt += 1,
                Err(errno) => return Err(errno),
            }
        }
    }

    /// The directory that entries are unpacked into.
    pub(crate) fn dir(&self) -> BorrowedFd<'_> {
        self.inside.as_fd()
    }

    /// The path of the stage.
    pub(crate) fn path(&self) -> PathBuf {
        self.above_path.join(OsStr::from_bytes(self.name.to_bytes()))
    }

    /// The path of the directory in which the stage is.
    pub(crate) fn parent(&self) -> &Path {
        &self.above_path
    }

    /// The path of the directory that entries are unpacked into.
    pub(crate) fn inside(&self) -> PathBuf {
        self.path().join(OsStr::from_bytes(INSIDE.to_bytes()))
    }

    /// Gives that directory another name, under which it is moved as a whole; gives its path.
    pub(crate) fn call_inside(&self, name: &OsStr) -> Sys<PathBuf> {
        let under = sys::c_path(Path::new(name)).ok_or(Errno::INVAL)?;
        // In a directory of its own, since it may be called like the others here.
        match sys::make_dir(self.dir.as_fd(), AS, 0o700) {
            Err(errno) if !sys::exists(errno) => return Err(errno),
            Ok(()) | Err(_) => {}
        }
        let place = sys::open_dir(self.dir.as_fd(), AS, false)?;
        sys::rename(self.dir.as_fd(), INSIDE, place.as_fd(), &under)?;
        Ok(self.path().join(OsStr::from_bytes(AS.to_bytes())).join(name))
    }

    /// Gives the names in the directory that entries are unpacked into.
    pub(crate) fn names(&self) -> Sys<Vec<CString>> {
        Ok(list(self.inside.as_fd())?.into_iter().map(|(name, _)| name).collect())
    }

    /// Lists a directory in the one that entries are unpacked into.
    pub(crate) fn list_below(&self, path: &[u8]) -> Sys<Vec<(CString, FileKind)>> {
        list(self.open_below(path)?.as_fd())
    }

    /// Removes an item there, with all that is in it.
    pub(crate) fn remove_below(&self, path: &[u8], name: &CStr, kind: FileKind) -> Sys<()> {
        let dir = self.open_below(path)?;
        if kind != FileKind::Directory {
            return sys::unlink(dir.as_fd(), name);
        }
        clear(sys::open_dir(dir.as_fd(), name, false)?.as_fd())?;
        sys::remove_dir(dir.as_fd(), name)
    }

    fn open_below(&self, path: &[u8]) -> Sys<OwnedFd> {
        let mut dir = sys::open_dir(self.inside.as_fd(), c".", false)?;
        for part in path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()) {
            let part = CString::new(part).map_err(|_nul| Errno::INVAL)?;
            dir = sys::open_dir(dir.as_fd(), &part, false)?;
        }
        Ok(dir)
    }

    /// Whether anything has been placed and not moved to its name.
    pub(crate) fn holds_files(&self) -> bool {
        let holds = |dir: Sys<OwnedFd>| {
            dir.and_then(|dir| list(dir.as_fd())).is_ok_and(|names| !names.is_empty())
        };
        holds(sys::open_dir(self.dir.as_fd(), INSIDE, false))
            || holds(sys::open_dir(self.dir.as_fd(), AS, false))
    }

    /// Removes the stage with all that is left in it.
    pub(crate) fn remove(self) -> Sys<()> {
        let Self { above, name, dir, inside, lock, .. } = self;
        drop(inside);
        remove(above.as_fd(), &name, dir.as_fd(), Some(lock))
    }
}

/// Removes a stage with all that is left in it, and lets go of its lock.
fn remove(
    above: BorrowedFd<'_>,
    name: &CStr,
    dir: BorrowedFd<'_>,
    lock: Option<FileLock>,
) -> Sys<()> {
    let mut cleared = clear(dir);
    drop(lock);
    // Servers of FUSE keep a file that is removed while it is open, under a name of their own, until they hear
    // that it was closed, which is a little later.
    let end = Instant::now() + TIMEOUT;
    loop {
        match cleared.and_then(|()| sys::remove_dir(above, name)) {
            // Another process has found it empty and without its lock.
            Ok(()) | Err(Errno::NOENT) => return Ok(()),
            // Another process took it up before it was removed.
            Err(Errno::NOTEMPTY | Errno::EXIST) if sys::open_lock_if_there(dir, LOCK).is_ok() => {
                return Ok(());
            }
            Err(Errno::NOTEMPTY | Errno::EXIST) if Instant::now() < end => {}
            Err(errno) => return Err(errno),
        }
        thread::sleep(Duration::from_millis(5));
        cleared = Ok(());
    }
}

/// Gives the directory that entries are unpacked into its name back, if a job was killed while that was moved.
fn put_back(dir: BorrowedFd<'_>) -> Sys<()> {
    let place = match sys::open_dir(dir, AS, false) {
        Ok(place) => place,
        Err(Errno::NOENT) => return Ok(()),
        Err(errno) => return Err(errno),
    };
    if let Some((name, _)) = list(place.as_fd())?.first() {
        match sys::remove_dir(dir, INSIDE) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(errno) => return Err(errno),
        }
        sys::rename(place.as_fd(), name, dir, INSIDE)?;
    }
    sys::remove_dir(dir, AS)
}

/// Takes a stage up, or makes it; gives both directories, the lock, which is held, and whether the stage was there.
///
/// # Errors
///
/// `ENOENT` where another process removes it meanwhile, and `EBUSY` where one that lives holds it.
fn take_up(above: BorrowedFd<'_>, name: &CStr) -> Sys<(OwnedFd, OwnedFd, FileLock, bool)> {
    let was_there = match sys::make_dir(above, name, 0o700) {
        Ok(()) => false,
        Err(errno) if sys::exists(errno) => true,
        Err(errno) => return Err(errno),
    };
    let dir = opened(above, name, !was_there)?;
    // What another user has prepared under this name is not to be trusted.
    if sys::stat_fd(dir.as_fd())?.uid != sys::effective_ids().0 {
        return Err(Errno::PERM);
    }
    let lock = match hold(dir.as_fd()) {
        Ok(lock) => lock,
        Err(errno) if was_there => return Err(errno),
        Err(errno) => {
            if matches!(errno, Errno::NOLCK | Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) {
                // Where nothing can be locked, no process holds it.
                sys::best_effort(sys::unlink(dir.as_fd(), LOCK));
            }
            // Another process may have taken it up meanwhile: then there is a lock in it.
            sys::best_effort(sys::remove_dir(above, name));
            return Err(errno);
        }
    };
    match put_back(dir.as_fd()).and_then(|()| inside_of(dir.as_fd())) {
        Ok(inside) => Ok((dir, inside, lock, was_there)),
        Err(errno) => {
            // What an earlier process has left is for a later one.
            if !was_there {
                sys::best_effort(remove(above, name, dir.as_fd(), Some(lock)));
            }
            Err(errno)
        }
    }
}

/// Makes a stage and what is in it; gives both directories and the lock, which is held. Where that fails, nothing is left.
///
/// # Errors
///
/// `ENOENT` and `EBUSY` where another process removes or sweeps the stage meanwhile.
fn lay_out(above: BorrowedFd<'_>, name: &CStr) -> Sys<(OwnedFd, OwnedFd, FileLock)> {
    sys::make_dir(above, name, 0o700)?;
    let dir = opened(above, name, true)?;
    let (errno, lock) = match hold(dir.as_fd()) {
        Ok(lock) => match inside_of(dir.as_fd()) {
            Ok(inside) => return Ok((dir, inside, lock)),
            Err(errno) => (errno, Some(lock)),
        },
        // The process that holds the lock takes the stage for one that was left, and removes it.
        Err(Errno::BUSY) => return Err(Errno::BUSY),
        Err(errno) => (errno, None),
    };
    // No other process makes anything in it, since it has the name of this one. What is empty can be removed even
    // where no descriptor is left to list it.
    if lock.is_some() || sys::remove_dir(above, name).is_err() {
        sys::best_effort(remove(above, name, dir.as_fd(), lock));
    }
    Err(errno)
}

/// Opens the directory of a stage; one that `is_new` is removed if that fails.
fn opened(above: BorrowedFd<'_>, name: &CStr, is_new: bool) -> Sys<OwnedFd> {
    let dir = sys::open_dir(above, name, false);
    if is_new && dir.is_err() {
        sys::best_effort(sys::remove_dir(above, name));
    }
    dir
}

/// Opens the directory in a stage that entries are unpacked into, and makes it if it is missing.
fn inside_of(dir: BorrowedFd<'_>) -> Sys<OwnedFd> {
    match sys::make_dir(dir, INSIDE, 0o700) {
        Ok(()) => {}
        Err(errno) if sys::exists(errno) => {}
        Err(errno) => return Err(errno),
    }
    sys::open_dir(dir, INSIDE, false)
}

/// Takes the lock of a stage, and makes it if it is missing.
///
/// # Errors
///
/// `ENOENT` where another process removes it meanwhile, and `EBUSY` where one that lives holds it.
fn hold(dir: BorrowedFd<'_>) -> Sys<FileLock> {
    let lock = FileLock::take(sys::open_lock(dir, LOCK)?)?.ok_or(Errno::BUSY)?;
    // Another process may have removed the file between its opening and its lock here, and a third one made another.
    let there = match sys::open_lock_if_there(dir, LOCK) {
        Ok(there) => sys::stat_fd(there.as_fd()),
        // gvfs gives no second descriptor of a file that its server gets only when it is closed, but tells of it.
        Err(_) => sys::stat_at(dir, LOCK, false),
    };
    if there?.id() == sys::stat_fd(lock.as_fd())?.id() { Ok(lock) } else { Err(Errno::NOENT) }
}

/// Removes the stages that processes have left which live no more.
fn sweep(above: BorrowedFd<'_>) -> Sys<()> {
    for (name, kind) in list(above)? {
        let bytes = name.to_bytes();
        let is_stage = is_temporary(bytes) && bytes.ends_with(SUFFIX.as_bytes());
        if !is_stage || kind != FileKind::Directory {
            continue;
        }
        let Ok(dir) = sys::open_dir(above, &name, false) else { continue };
        // What another user has made is not for this one to remove, not even for root.
        if sys::stat_fd(dir.as_fd()).is_ok_and(|meta| meta.uid != sys::effective_ids().0) {
            continue;
        }
        let Ok(file) = sys::open_lock_if_there(dir.as_fd(), LOCK) else {
            // Where its server does not have the lock yet, its process lives.
            if sys::stat_at(dir.as_fd(), LOCK, false).is_ok() {
                continue;
            }
            // Its process was killed between two calls, or is between them now: only an empty one
            // goes, and a process that lives makes another.
            sys::best_effort(sys::remove_dir(above, &name));
            continue;
        };
        let Ok(Some(_lock)) = FileLock::take(file) else { continue };
        if clear(dir.as_fd()).is_ok() {
            sys::best_effort(sys::remove_dir(above, &name));
        }
    }
    Ok(())
}

fn list(dir: BorrowedFd<'_>) -> Sys<Vec<(CString, FileKind)>> {
    let dir = sys::open_dir(dir, c".", false)?;
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut names = Vec::new();
    sys::list(dir.as_fd(), &mut buffer, |name, kind, _| {
        names.push((name.to_owned(), sys::kind_at(dir.as_fd(), name, kind)));
        ControlFlow::Continue(())
    })?;
    Ok(names)
}

/// Removes all that is in a directory.
///
/// What lies deeper is moved up first: so no tree is too deep for the descriptors of the process.
///
/// # Errors
/// `EXDEV` if something is mounted there, or a subvolume; nothing in it was removed.
pub(crate) fn clear(dir: BorrowedFd<'_>) -> Sys<()> {
    let here = sys::stat_dir(dir)?;
    let mut number = 0_u64;
    loop {
        let names = list(dir)?;
        let mut left = false;
        for (name, kind) in names {
            if kind != FileKind::Directory {
                // The lock last, so that nothing is left without it.
                if name.as_c_str() != LOCK {
                    sys::unlink(dir, &name)?;
                }
                continue;
            }
            let below = sys::open_dir(dir, &name, false)?;
            let there = sys::stat_dir(below.as_fd())?;
            if (there.dev, there.mount) != (here.dev, here.mount) {
                return Err(Errno::XDEV);
            }
            for (inner, kind) in list(below.as_fd())? {
                if kind == FileKind::Directory {
                    number += 1;
                    let moved = CString::new(format!("moved-{number}")).unwrap_or_default();
                    match sys::rename_new(below.as_fd(), &inner, dir, &moved) {
                        Ok(()) => left = true,
                        Err(errno) if sys::exists(errno) => left = true,
                        Err(errno) => return Err(errno),
                    }
                } else {
                    sys::unlink(below.as_fd(), &inner)?;
                }
            }
            match sys::remove_dir(dir, &name) {
                Ok(()) => {}
                // A name was taken, and what it is for will be moved in the next round.
                Err(Errno::EXIST | Errno::NOTEMPTY) => left = true,
                Err(errno) => return Err(errno),
            }
        }
        if !left {
            return match sys::unlink(dir, LOCK) {
                Ok(()) | Err(Errno::NOENT) => Ok(()),
                Err(errno) => Err(errno),
            };
        }
    }
}

#[cfg(test)]
mod tests;

//! Opens the file of the queue, and puts aside one that cannot be used any more.

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::schema::{self, Found};
use super::tried::{Tried, Trouble};
use crate::contract::event::FileKind;
use crate::queue::error::{Aside, Fault, QueueError, Why};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, FileLock, OwnedFd};

/// Name of the file in the state directory.
pub(super) const NAME: &str = "fcp.db";
const C_NAME: &CStr = c"fcp.db";
/// The name under which it is made.
const NEW: &str = "fcp.db.new";
const C_NEW: &CStr = c"fcp.db.new";
/// Touched after each change; see `queue/bell.rs`.
pub(crate) const BELL: &str = "bell";
const C_BELL: &CStr = c"bell";
/// The files that belong together: the tables, the log, the index of the log, and the journal where there is no log.
const PARTS: [&str; 4] = ["", "-wal", "-shm", "-journal"];
/// Held while the file is made or put aside.
const LOCK: &CStr = c"open.lock";
/// Names the file that was put aside last, until the user was told of it.
const UNTOLD: &CStr = c"fcp.db.untold";
/// Bytes of that name.
const LONGEST: usize = 64;
/// Directory of the locks that processes hold.
pub(super) const RUN: &CStr = c"run";
/// How long a command waits for another to end; a transaction takes milliseconds.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of the smallest page that SQLite has, and so of the smallest file.
const SMALLEST: u64 = 512;
/// Statements that a connection keeps; there are fewer.
const STATEMENTS: usize = 128;

/// A connection, the bell that belongs to it, and what became of an older file.
type Opened = (Connection, OwnedFd, Option<Aside>);

pub(super) fn open(state: &Path) -> Result<Opened, QueueError> {
    let explain = |trouble: Trouble| trouble.explain(&state.join(NAME));
    let dir = open_state(state)?;
    let bell = sys::open_lock(dir.as_fd(), C_BELL).map_err(|errno| explain(errno.into()))?;
    let lock = || sys::open_lock(dir.as_fd(), LOCK);
    {
        // A process that still reads a file that is put aside would take the log of the new one for
        // its own, and remove it: SQLite finds it by its name.
        let shared = lock().and_then(FileLock::share);
        let _shared = shared.map_err(|errno| explain(errno.into()))?;
        // Nearly always the file is there and fit, and no process has to wait for another.
        if let Some(db) = open_fit(state, dir.as_fd())? {
            return Ok((db, bell, None));
        }
    }
    let _lock = lock().and_then(FileLock::wait).map_err(|errno| explain(errno.into()))?;
    make(state, dir.as_fd()).map(|(db, aside)| (db, bell, aside))
}

/// Whether other machines may use the state directory at the same time.
pub(crate) fn is_remote(state: &Path) -> bool {
    open_state(state).is_ok_and(|dir| sys::is_remote(dir.as_fd()))
}

/// Opens the directory, which must be the user's alone.
fn open_state(state: &Path) -> Result<OwnedFd, QueueError> {
    let failed = |errno: Errno| Trouble::from(errno).explain(state);
    let dir = sys::make_dirs(state, 0o700).map_err(failed)?;
    check(state, &sys::stat_fd(dir.as_fd()).map_err(failed)?)?;
    Ok(dir)
}

/// Refuses what others may write to: it would let them delete and move files in the user's name.
fn check(path: &Path, meta: &sys::Meta) -> Result<(), QueueError> {
    if meta.uid != sys::effective_ids().0 {
        return Err(QueueError::Foreign(path.to_owned()));
    }
    if meta.mode & 0o022 != 0 { Err(QueueError::Unsafe(path.to_owned())) } else { Ok(()) }
}

/// Opens the file if it exists and can be used.
fn open_fit(state: &Path, dir: BorrowedFd<'_>) -> Result<Option<Connection>, QueueError> {
    Ok(match examine(state, dir)? {
        Some((db, Found::Ours)) => Some(db),
        Some(_) | None => None,
    })
}

/// Opens the file if it is there, and says what it is.
fn examine(state: &Path, dir: BorrowedFd<'_>) -> Result<Option<(Connection, Found)>, QueueError> {
    let path = state.join(NAME);
    let nothing =
        || Connection::open_in_memory().map_err(|error| Trouble::from(error).explain(&path));
    match sys::stat_at(dir, C_NAME, false) {
        Ok(meta) if meta.kind != FileKind::File => {
            return Err(Trouble::from(Errno::INVAL).explain(&path));
        }
        Ok(meta) => {
            check(&path, &meta)?;
            // SQLite takes these for new ones, but something was there.
            if meta.size == 0 {
                return Ok(Some((nothing()?, Found::Unfit(Why::Emptied))));
            }
            if (1..SMALLEST).contains(&meta.size) {
                return Ok(Some((nothing()?, Found::Unfit(Why::Corrupt))));
            }
        }
        Err(Errno::NOENT) => return Ok(None),
        Err(errno) => return Err(Trouble::from(errno).explain(&path)),
    }
    let looked = || -> Tried<(Connection, Found)> {
        let db = connect(&path)?;
        let found = schema::look(&db)?;
        Ok((db, found))
    };
    match looked().map_err(|trouble| trouble.explain(&path)) {
        Ok(found) => Ok(Some(found)),
        Err(QueueError::Fault { fault: Fault::Corrupt, .. }) => {
            Ok(Some((nothing()?, Found::Unfit(Why::Corrupt))))
        }
        Err(error) => Err(error),
    }
}

fn connect(path: &Path) -> Tried<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(TIMEOUT)?;
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    // What the file holds must not be able to make SQLite run anything.
    db.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON")?;
    // A checkpoint flushes, and must not hold up the last writer; see Store::checkpoint.
    db.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")?;
    // A log that grew beside a long reader does not stay that large.
    db.execute_batch("PRAGMA journal_size_limit = 16777216")?;
    Ok(db)
}

/// Makes the file; one that cannot be used is put aside first.
fn make(state: &Path, dir: BorrowedFd<'_>) -> Result<(Connection, Option<Aside>), QueueError> {
    let path = state.join(NAME);
    let explain = |trouble: Trouble| trouble.explain(&path);
    let (is_there, aside) = match examine(state, dir)? {
        // Another process was faster.
        Some((db, Found::Ours)) => return Ok((db, None)),
        Some((_, Found::Empty)) => (true, None),
        None => (false, None),
        Some((db, Found::Unfit(why))) => {
            drop(db);
            if is_used(dir).map_err(|errno| explain(errno.into()))? {
                return Err(QueueError::InUse { path, why });
            }
            let aside = put_aside(state, dir, why).map_err(|errno| explain(errno.into()))?;
            (false, Some(aside))
        }
    };
    let made = || -> Tried<Connection> {
        if !is_there {
            begin(state, dir)?;
            return connect(&path);
        }
        let mut db = connect(&path)?;
        // Must come before anything is in it.
        db.execute_batch(VACUUM)?;
        use_log(&db, dir)?;
        schema::create(&mut db)?;
        Ok(db)
    };
    Ok((made().map_err(explain)?, aside))
}

/// Has the file shrink when rows are removed.
const VACUUM: &str = "PRAGMA auto_vacuum = INCREMENTAL";

/// Has changes written to a log first.
///
/// The log's index is memory that processes share, and machines cannot: what several mount is
/// used without a log. A command then waits for readers, too.
fn use_log(db: &Connection, dir: BorrowedFd<'_>) -> Tried<()> {
    if !sys::is_remote(dir) {
        // Where WAL cannot be had, SQLite says so and continues without.
        db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    }
    Ok(())
}

/// Makes the file under another name, and gives it its own when it is whole: a process that ends meanwhile would leave one
/// without content, which seems to be a queue that another program has emptied.
fn begin(state: &Path, dir: BorrowedFd<'_>) -> Tried<()> {
    // The log and the journal of a file that was removed or put aside would be played into the new one.
    let others = PARTS.iter().skip(1).map(|part| format!("{NAME}{part}"));
    for left in PARTS.iter().map(|part| format!("{NEW}{part}")).chain(others) {
        let left = CString::new(left).map_err(|_nul| Errno::INVAL)?;
        is_away(sys::unlink(dir, &left))?;
    }
    // Made here, since SQLite gives its other files the mode of this one.
    drop(sys::create_new(dir, C_NEW, 0o600)?);
    let mut db = connect(&state.join(NEW))?;
    // The file is flushed once, below.
    db.execute_batch("PRAGMA synchronous = OFF")?;
    db.execute_batch(VACUUM)?;
    schema::create(&mut db)?;
    use_log(&db, dir)?;
    db.close().map_err(|(_db, error)| error)?;
    sys::sync_file(sys::open_existing(dir, C_NEW, false, false)?.as_fd())?;
    Ok(sys::rename_new(dir, C_NEW, dir, C_NAME)?)
}

/// Whether a process that runs jobs lives.
///
/// Locks of the dead are removed, since a new file counts its processes from 1 again.
fn is_used(dir: BorrowedFd<'_>) -> sys::Sys<bool> {
    let run = match sys::open_dir(dir, RUN, false) {
        Ok(run) => run,
        Err(Errno::NOENT) => return Ok(false),
        Err(errno) => return Err(errno),
    };
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut names: Vec<CString> = Vec::new();
    sys::list(run.as_fd(), &mut buffer, |name, _, _| {
        names.push(name.to_owned());
        ControlFlow::Continue(())
    })?;
    let mut free = Vec::new();
    for name in names {
        match FileLock::take(sys::open_lock(run.as_fd(), &name)?)? {
            Some(lock) => free.push((name, lock)),
            None => return Ok(true),
        }
    }
    for (name, _lock) in free {
        sys::unlink(run.as_fd(), &name)?;
    }
    Ok(false)
}

/// Renames the file and its log, with a number that is free.
fn put_aside(state: &Path, dir: BorrowedFd<'_>, why: Why) -> sys::Sys<Aside> {
    let word = match why {
        Why::Corrupt => "corrupt",
        Why::Emptied => "empty",
        Why::Newer => "newer",
    };
    let c_name = |name: String| CString::new(name).map_err(|_nul| Errno::INVAL);
    for n in 1..u32::MAX {
        let new = format!("{NAME}.{word}-{n}");
        let c_new = c_name(new.clone())?;
        match sys::stat_at(dir, &c_new, false) {
            Err(Errno::NOENT) => {}
            Err(errno) => return Err(errno),
            Ok(_) => continue,
        }
        // No process may find the file without its log, nor the log beside another file, if this one ends meanwhile: the log
        // has both names until the file has its new one.
        let mut parts = Vec::new();
        for part in PARTS.iter().skip(1) {
            let (old, new) = (c_name(format!("{NAME}{part}"))?, c_name(format!("{new}{part}"))?);
            // That of a file that was put aside before, and removed since.
            is_away(sys::unlink(dir, &new))?;
            let is_linked = sys::hard_link(dir, &old, dir, &new, false).is_ok();
            parts.push((old, new, is_linked));
        }
        sys::rename_new(dir, C_NAME, dir, &c_new)?;
        for (old, new, is_linked) in parts {
            // A filesystem may have no links.
            let renamed = || sys::rename(dir, &old, dir, &new);
            is_away(if is_linked { sys::unlink(dir, &old) } else { renamed() })?;
        }
        note_untold(dir, new.as_bytes());
        return Ok(Aside { path: state.join(OsStr::from_bytes(new.as_bytes())), why });
    }
    Err(Errno::EXIST)
}

/// Takes what is not there for removed.
fn is_away(removed: sys::Sys<()>) -> sys::Sys<()> {
    match removed {
        Err(Errno::NOENT) => Ok(()),
        removed => removed,
    }
}

/// Writes down that the user has not heard of a file that was put aside.
fn note_untold(dir: BorrowedFd<'_>, name: &[u8]) {
    let written = sys::open_lock(dir, UNTOLD).and_then(|note| {
        sys::set_size(note.as_fd(), 0)?;
        sys::write_all(note.as_fd(), name)
    });
    // Without it only the process that put the file aside tells of it.
    sys::best_effort(written);
}

/// Gives the file that was put aside last, if the user has not heard of it.
pub(crate) fn untold(state: &Path) -> Option<Aside> {
    let dir = open_state(state).ok()?;
    let note = sys::open_source(dir.as_fd(), UNTOLD, false).ok()?;
    let mut name = [0; LONGEST];
    let length = sys::read(note.as_fd(), &mut name).ok()?;
    let name = name.get(..length)?;
    let word = name.strip_prefix(NAME.as_bytes())?.strip_prefix(b".")?;
    let why = match word.split(|byte| *byte == b'-').next()? {
        b"corrupt" => Why::Corrupt,
        b"empty" => Why::Emptied,
        b"newer" => Why::Newer,
        _ => return None,
    };
    Some(Aside { path: state.join(OsStr::from_bytes(name)), why })
}

/// Notes that the user has heard of it.
pub(crate) fn was_told(state: &Path) {
    // What cannot be removed is told once more.
    if let Ok(dir) = open_state(state) {
        sys::best_effort(sys::unlink(dir.as_fd(), UNTOLD));
    }
}

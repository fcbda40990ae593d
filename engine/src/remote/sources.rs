//! Removes the sources of a move to another machine, when that has them.
//!
//! The end that sends remembers each item as it was when it told of it. The other end says what has arrived, and at last
//! that it is on its disk under its names. Only then a source is removed, and only if nothing has changed it since: any
//! write, also one while it was read, changes its ctime. Where a filesystem has no ctime that says so, a source stays if
//! something at the destination had its name, since that may have been the source itself.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::data::goes_on;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::link::{Message, Output};
use crate::walk::descent::{Descend, descend};
use crate::walk::operand::{base_of, parent_of};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, Sys, c_path};

/// The items that were told, by hashes, which are random, so that no names can be made that meet.
#[derive(Debug, Default)]
pub(super) struct Told {
    hasher: RandomState,
    /// By their paths.
    items: HashMap<u64, Seen>,
    /// Where items go that have arrived and have their names, as far as the other end has said.
    arrived: HashSet<u64>,
    /// How many were told, those that are below two operands twice.
    count: usize,
}

/// An item as it was when it was told.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Where it goes.
    inside: u64,
    /// What a change would change; none if it was told that it stays.
    state: Option<u64>,
    /// Of a directory, also its mtime and its ctime.
    times: (u32, u32),
}

/// Where the other end has put what arrived.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// A path from the directory that it is in to something that is nowhere else.
    pub(super) sign: WirePath,
    /// The name of the only source there, if it got another one.
    pub(super) name: Option<WirePath>,
    /// Whether something had one of the names there before.
    pub(super) met: bool,
}

/// What this end knows of an item that it may have to remove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It is at the other end, and has not changed here.
    Arrived,
    Changed,
    /// It has not arrived, which was told.
    Stays,
    /// Nothing was told of it.
    Unknown,
}

impl Told {
    /// Remembers an item that was told.
    pub(super) fn note(&mut self, path: &Path, inside: &[u8], meta: &Meta) {
        let seen = Seen {
            inside: self.key(inside),
            state: Some(self.state(meta, meta.ctime)),
            times: self.times(meta),
        };
        self.items.insert(self.key(path.as_os_str().as_bytes()), seen);
        self.count += 1;
    }

    /// Remembers an item of which was told why it stays; one that is named twice goes the first time.
    pub(super) fn note_staying(&mut self, path: &Path) {
        let seen = Seen { inside: 0, state: None, times: (0, 0) };
        self.items.entry(self.key(path.as_os_str().as_bytes())).or_insert(seen);
    }

    /// Notes that these have arrived, or that they did not get their names.
    pub(super) fn settle(&mut self, paths: &[WirePath], have_arrived: bool) {
        for path in paths {
            let key = self.key(path.0.as_os_str().as_bytes());
            if !have_arrived {
                self.arrived.remove(&key);
            } else if self.arrived.len() < self.count {
                // An end that tells of more is not believed.
                self.arrived.insert(key);
            }
        }
    }

    fn key(&self, path: &[u8]) -> u64 {
        self.hasher.hash_one(path)
    }

    fn state(&self, meta: &Meta, ctime: (i64, i64)) -> u64 {
        let own = (meta.id(), meta.kind, meta.mode, meta.uid, meta.gid);
        let rest = match meta.kind {
            FileKind::File => Some((meta.size, meta.mtime, ctime)),
            // To remove what it holds changes its times.
            FileKind::Directory => None,
            _ if meta.nlink == 1 => Some((0, meta.mtime, ctime)),
            // Its ctime changes when another name of it goes, and it has no data.
            _ => Some((0, meta.mtime, (0, 0))),
        };
        self.hasher.hash_one((own, rest))
    }

    fn times(&self, meta: &Meta) -> (u32, u32) {
        let short = |time: (i64, i64)| self.hasher.hash_one(time) as u32;
        (short(meta.mtime), short(meta.ctime))
    }
}

/// Removes what has arrived, and tells of what stays although it has; `stop` ends it early.
///
/// # Errors
/// The stream cannot be written.
pub(super) fn remove(
    job: &Job,
    output: &Output,
    stop: &AtomicBool,
    (told, placed): (&Told, &Placed),
) -> io::Result<()> {
    let mut removal = Removal {
        job,
        output,
        stop,
        told,
        linked: HashMap::new(),
        altered: HashSet::new(),
        kept: HashSet::new(),
        unknown: HashSet::new(),
        broken: None,
    };
    for WirePath(source) in &job.spec.sources {
        if !removal.goes_on() {
            break;
        }
        match removal.operand(source, placed) {
            // It was not there before, which was told, or another program has removed it.
            Ok(()) | Err(Errno::NOENT) => {}
            Err(errno) => removal.fail(source, OpError::new(Action::Remove, source, errno)),
        }
    }
    removal.broken.map_or(Ok(()), Err)?;
    output.send(&Message::Removed)
}

/// Whether a filesystem gives each file an inode of its own and a ctime, and tells at once what another machine has
/// changed. With sshfs the inode number is that of the path, and the ctime is the mtime in seconds: a file that the other
/// end has replaced looks as it did before. With NFS both may be some seconds old.
fn shows_changes(dir: BorrowedFd<'_>) -> bool {
    let name = sys::filesystem_name(dir).unwrap_or_default();
    LOCAL.contains(&name.as_str())
}

/// Filesystems of which this is known.
const LOCAL: &[&str] = &[
    "apfs", "bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "jfs", "nilfs2", "overlay",
    "ramfs", "tmpfs", "xfs", "zfs",
];

/// Whether a path may lead to something although it cannot be looked at: the other end may be another user.
fn may_be_there(errno: Errno) -> bool {
    !matches!(errno, Errno::NOENT | Errno::NOTDIR)
}

/// Removes the items of one operand after the other.
struct Removal<'a> {
    job: &'a Job,
    output: &'a Output,
    stop: &'a AtomicBool,
    told: &'a Told,
    /// The ctimes that files with several names had when they were told, and have since one of these was removed.
    linked: HashMap<(u64, u64), [(i64, i64); 2]>,
    /// Directories with other metadata than were told.
    altered: HashSet<PathBuf>,
    /// Directories in which something stays, and those in which is something of which nothing was told.
    kept: HashSet<PathBuf>,
    unknown: HashSet<PathBuf>,
    /// Why nothing can be told any more.
    broken: Option<io::Error>,
}

impl Removal<'_> {
    fn operand(&mut self, source: &Path, placed: &Placed) -> Sys<()> {
        let path = c_path(source).ok_or(Errno::INVAL)?;
        let name = CString::new(base_of(&path)).map_err(|_nul| Errno::INVAL)?;
        let above = sys::enter_dir(sys::CWD, &parent_of(&path), true)?;
        let sign = c_path(&placed.sign.0).ok_or(Errno::INVAL)?;
        let is_named_so = |it: &WirePath| it.0.as_os_str().as_bytes() == name.to_bytes();
        if placed.name.as_ref().is_none_or(is_named_so)
            && sys::stat_at(above.as_fd(), &sign, false).map_or_else(may_be_there, |_| true)
        {
            // It went to where it was, perhaps through a directory that both machines share.
            self.fail(source, OpError::refused(Action::Move, Code::SameFile, source));
            return Ok(());
        }
        if placed.met && !shows_changes(above.as_fd()) {
            self.fail(source, OpError::refused(Action::Remove, Code::Exists, source));
            return Ok(());
        }
        let kind = sys::stat_at(above.as_fd(), &name, false)?.kind;
        if kind != FileKind::Directory {
            self.file(above.as_fd(), source, &name, kind);
        } else if self.enters(source, &name) {
            descend(above.as_fd(), &name, source, self);
        }
        Ok(())
    }

    fn seen(&self, path: &Path) -> Option<&Seen> {
        self.told.items.get(&self.told.key(path.as_os_str().as_bytes()))
    }

    fn standing(&self, path: &Path, meta: &Meta) -> Standing {
        let Some(seen) = self.seen(path) else { return Standing::Unknown };
        let ctime = match self.linked.get(&meta.id()) {
            Some([told, since]) if *since == meta.ctime => *told,
            _ => meta.ctime,
        };
        match seen.state {
            Some(_) if !self.told.arrived.contains(&seen.inside) => Standing::Stays,
            Some(state) if self.told.state(meta, ctime) == state => Standing::Arrived,
            Some(_) => Standing::Changed,
            None => Standing::Stays,
        }
    }

    /// Removes one name of a file.
    fn unlink(&mut self, dir: BorrowedFd<'_>, name: &CStr, meta: &Meta) -> Sys<()> {
        if meta.nlink < 2 || meta.kind != FileKind::File {
            return sys::unlink(dir, name);
        }
        // The kernel changes the ctime of a file that loses a name; the other names are compared with that.
        let held = sys::open_source(dir, name, false)?;
        sys::unlink(dir, name)?;
        let since = sys::stat_fd(held.as_fd())?.ctime;
        let told = self.linked.get(&meta.id()).map_or(meta.ctime, |[told, _]| *told);
        self.linked.insert(meta.id(), [told, since]);
        Ok(())
    }

    /// Notes that something stays in the directory of a path.
    fn keep_above(&mut self, path: &Path) {
        if let Some(above) = path.parent() {
            self.kept.insert(above.to_owned());
        }
    }

    fn note_unknown(&mut self, path: &Path) {
        if let Some(above) = path.parent() {
            self.unknown.insert(above.to_owned());
        }
    }

    /// Tells of an item that stays although it has arrived.
    fn fail(&mut self, path: &Path, error: OpError) {
        self.keep_above(path);
        let message = Message::Failed { path: WirePath(path.to_owned()), error };
        if let Err(error) = self.output.push(&message) {
            self.broken = Some(error);
        }
    }

    /// Whether the user leaves items out, so that what was never told of may be one of these.
    fn leaves_out(&self) -> bool {
        self.job.filtered || self.job.spec.options.one_file_system
    }
}

impl Descend for Removal<'_> {
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, _kind: FileKind) {
        if !self.goes_on() {
            return;
        }
        let removed = sys::stat_at(dir, name, false).and_then(|meta| {
            let standing = self.standing(path, &meta);
            if standing == Standing::Arrived {
                self.unlink(dir, name, &meta)?;
            }
            Ok(standing)
        });
        match removed {
            // The latter if another program has removed it.
            Ok(Standing::Arrived) | Err(Errno::NOENT) => {}
            Ok(Standing::Stays) => self.keep_above(path),
            Ok(Standing::Unknown) => self.note_unknown(path),
            Ok(Standing::Changed) => {
                self.fail(path, OpError::refused(Action::Remove, Code::SourceChanged, path));
            }
            Err(errno) => self.fail(path, OpError::new(Action::Remove, path, errno)),
        }
    }

    fn enters(&mut self, path: &Path, _name: &CStr) -> bool {
        let Some(seen) = self.seen(path).copied() else {
            self.note_unknown(path);
            return false;
        };
        // A path that is too long cannot be looked at; owner and mode are compared later.
        let now = c_path(path).and_then(|path| sys::stat_at(sys::CWD, &path, false).ok());
        let (mtime, ctime) = now.map_or(seen.times, |now| self.told.times(&now));
        if mtime == seen.times.0 && ctime != seen.times.1 {
            // Nothing came into it or left it.
            self.altered.insert(path.to_owned());
        }
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
        if !self.goes_on() {
            return;
        }
        let (is_kept, has_unknown) = (self.kept.remove(path), self.unknown.remove(path));
        let standing = match sys::stat_at(above, name, false) {
            Ok(meta) => self.standing(path, &meta),
            Err(Errno::NOENT) => return,
            Err(errno) => return self.fail(path, OpError::new(Action::Remove, path, errno)),
        };
        match standing {
            Standing::Arrived if has_unknown && !self.leaves_out() => {
                self.fail(path, OpError::new(Action::Remove, path, Errno::NOTEMPTY));
            }
            Standing::Arrived if is_kept || has_unknown => self.keep_above(path),
            Standing::Arrived if !self.altered.remove(path) => match sys::remove_dir(above, name) {
                Ok(()) | Err(Errno::NOENT) => {}
                Err(errno) => self.fail(path, OpError::new(Action::Remove, path, errno)),
            },
            Standing::Arrived | Standing::Changed => {
                self.fail(path, OpError::refused(Action::Remove, Code::SourceChanged, path));
            }
            Standing::Stays | Standing::Unknown => self.keep_above(path),
        }
    }

    fn fails(&mut self, error: OpError) {
        let path = error.path.0.clone();
        self.kept.insert(path.clone());
        if self.seen(&path).is_some_and(|seen| seen.state.is_none()) {
            // The walk that sent the rest has told it.
            return self.keep_above(&path);
        }
        self.fail(&path, error);
    }

    fn goes_on(&self) -> bool {
        self.broken.is_none() && goes_on(self.job, self.stop)
    }
}

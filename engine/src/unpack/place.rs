//! Places entries in the stage, each below its descriptor and never through a symlink.

mod file;
mod holes;
mod link;

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use fcp_archive::{Entry, Kind, parts};

pub(crate) use self::file::{Content, Failure, Piece};
use self::file::{Kept, Packed};
use super::choose::{Chooser, Miss, unsafe_name, whole};
use super::limit::{Budget, TooLarge};
use super::{OWN, code_of, id_of};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::spec::ModeRule;
use crate::copy::{DirectoryMeta, Unpacked};
use crate::job::Job;
use crate::stage::Stage;
use crate::walk::spelling::{Folding, alike, ascii_only, folded, folds_by_names, lists_both};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// Bytes of data that are written at a time.
const STEP: usize = 256 << 10;

/// Why an archive is not unpacked any further, and nothing of it gets its name.
#[derive(Debug)]
pub(crate) enum Stop {
    Cancelled,
    Failed(OpError),
}

/// Places entries one after the other.
pub(crate) struct Placer<'a> {
    pub(super) job: &'a Arc<Job>,
    source: &'a Path,
    stage: &'a Stage,
    chooser: Chooser<'a>,
    budget: Budget,
    unpacked: Unpacked,
    /// The names of entries by what is alike in their paths, where the stage may take several names for one.
    spellings: Option<HashMap<Vec<u8>, Vec<u8>>>,
    /// Whether the stage takes letters for one that have nothing in common.
    is_lossy: bool,
    /// Whether owner and times of symlinks can be set in the stage, once the first one was made.
    pub(super) sets_links: Option<bool>,
    /// The directory of the last entry, open, and its parts.
    last: Option<(Vec<Vec<u8>>, OwnedFd)>,
    items: u64,
    bytes: u64,
    buffer: Vec<u8>,
    /// Bytes of the next file that are in the stage already.
    pub(crate) begun: u64,
    /// Whether the next FIFO is a socket, which archives do not hold, but other machines have.
    pub(crate) is_socket: bool,
    /// Whether the server of the stage must be asked whether it has stored a file.
    asks: bool,
    /// Whether it did not answer that for the last one.
    pub(crate) is_doubtful: bool,
    /// Why the entry at hand does not count as placed: a move would lose an attribute, or the user requires it.
    pub(super) loses: Option<OpError>,
    /// Whether the filesystem of the stage may take owners and permissions without an error, and forget them.
    pub(super) may_forget: bool,
}

/// Whether an entry is a hard link to its own name, as tar writes for an operand that was named twice.
fn is_itself(entry: &Entry) -> bool {
    let Kind::HardLink(to) = &entry.kind else { return false };
    matches!((parts(to), parts(&entry.name)), (Ok(to), Ok(name)) if to == name)
}

/// Whether an action gives an item what it has beside its data, so that others may still be placed where that fails.
fn sets_meta(action: Action) -> bool {
    matches!(action, Action::SetXattr | Action::SetOwner | Action::SetMode | Action::SetTimes)
}

/// How the stage takes several names for one, if it does.
fn folding_of(stage: BorrowedFd<'_>) -> Option<Folding> {
    let by_names = || folds_by_names(stage, c".", c".fcp-case");
    if sys::folds_case(stage) { Some(Folding::Told) } else { by_names() }
}

impl<'a> Placer<'a> {
    pub(crate) fn new(job: &'a Arc<Job>, source: &'a Path, stage: &'a Stage, packed: u64) -> Self {
        let folding = folding_of(stage.dir());
        let mut new = Self {
            job,
            source,
            stage,
            chooser: Chooser::new(job, source),
            budget: Budget::new(job.spec.options.unpack_limit, packed),
            unpacked: Unpacked::default(),
            spellings: folding.map(|_| HashMap::new()),
            is_lossy: folding == Some(Folding::Lossy),
            sets_links: None,
            last: None,
            items: 0,
            bytes: 0,
            buffer: vec![0; STEP],
            begun: 0,
            is_socket: false,
            asks: sys::closes_in_silence(stage.dir()),
            is_doubtful: false,
            loses: None,
            may_forget: sys::may_keep_less(stage.dir()),
        };
        if sys::hands_down_acl(stage.dir()) {
            // What is to get what the destination hands down gets it when it is moved there.
            sys::best_effort(sys::drop_acls(stage.dir(), true));
        }
        if let Some(id) = new.stage_id() {
            let mode = 0o777 & !job.umask;
            new.unpacked.directories.insert(id, DirectoryMeta { mode, mtime: None, owner: None });
        }
        new
    }

    /// Shows the entries that follow below this.
    pub(crate) fn shows_below(&mut self, source: &'a Path) {
        if self.source != source {
            self.source = source;
            self.chooser = Chooser::new(self.job, source);
        }
    }

    fn stage_id(&self) -> Option<(u64, u64)> {
        sys::stat_fd(self.stage.dir()).ok().map(|meta| meta.id())
    }

    /// Gives what is known of the directories, the number of items and of bytes.
    pub(crate) fn end(self) -> (Unpacked, u64, u64) {
        (self.unpacked, self.items, self.bytes)
    }

    /// Places an entry of an archive; one that cannot be placed is told, and only the archive as a whole can fail.
    pub(super) fn place(
        &mut self,
        entry: &Entry,
        data: &mut dyn Read,
        look: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        self.place_content(entry, &mut Packed(data), look)
    }

    /// Places an entry whatever its data comes from.
    pub(crate) fn place_content(
        &mut self,
        entry: &Entry,
        data: &mut dyn Content,
        look: &mut dyn FnMut(),
    ) -> Result<(), Stop> {
        self.job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
        self.budget.enter().map_err(|TooLarge| self.too_large())?;
        self.is_doubtful = false;
        let path = self.chooser.path(entry);
        let placed = self.try_place(entry, &path, data, look);
        // If it was not begun, the next file is not either.
        (self.begun, self.is_socket) = (0, false);
        match placed? {
            Ok(()) | Err(Miss::Nothing) => {}
            Err(Miss::Error(error)) if error.code == Code::NoSpace && !sets_meta(error.action) => {
                // The items are called by their source, and it is the destination that is full.
                let path = self.stage.parent().into();
                return Err(Stop::Failed(OpError { action: Action::Target, path, ..error }));
            }
            Err(Miss::Error(error)) => {
                self.job.failed(OWN, path, error);
                if self.job.control.is_cancelled() {
                    return Err(Stop::Cancelled);
                }
            }
            Err(Miss::Skip(reason)) => {
                self.job.end_skipped(OWN, reason, 0, (path.clone(), path));
            }
        }
        Ok(())
    }

    fn too_large(&self) -> Stop {
        Stop::Failed(OpError::refused(Action::Unpack, Code::TooLarge, self.source))
    }

    fn try_place(
        &mut self,
        entry: &Entry,
        path: &Path,
        data: &mut dyn Content,
        look: &mut dyn FnMut(),
    ) -> Result<Result<(), Miss>, Stop> {
        let names = match self.chooser.names(entry, path) {
            Ok(names) => names,
            Err(miss) => return Ok(Err(miss)),
        };
        let Some((name, above)) = names.split_last() else {
            // The directory itself: its metadata are those of the folder that is made for the archive, if one is.
            let (mtime, owner) = (self.time(entry), self.owner(entry));
            if entry.is_directory()
                && let Some(meta) =
                    self.stage_id().and_then(|id| self.unpacked.directories.get_mut(&id))
            {
                meta.mode = entry.mode.unwrap_or(meta.mode);
                meta.mtime = mtime.or(meta.mtime);
                meta.owner = owner.or(meta.owner);
                let place = (self.stage.dir(), &c".".to_owned());
                self.set_attributes(entry, place, path, false);
                self.keep_source_dir((place.0, place.1));
            }
            return Ok(Err(Miss::Nothing));
        };
        if let Some(why) = entry.refused {
            return Ok(Err(Miss::Error(OpError::refused(whole(self.job), code_of(why), path))));
        }
        let name = match CString::new(name.as_slice()) {
            Ok(name) => name,
            Err(_nul) => return Ok(Err(unsafe_name(self.job, path))),
        };
        if let Err(miss) = self.enter(above, path) {
            return Ok(Err(miss));
        }
        let Some((_, dir)) = self.last.take() else { return Ok(Err(Miss::Nothing)) };
        let placed = self.make(entry, path, &dir, &name, data, look);
        self.last = Some((above.to_vec(), dir));
        placed
    }

    /// Gives a folder its ACL, after all that is in it was made.
    pub(crate) fn set_acl(&mut self, entry: &Entry) {
        let path = self.chooser.path(entry);
        let opened = parts(&entry.name).map_err(|_| Errno::INVAL).and_then(|names| {
            let (name, above) = match names.split_last() {
                Some((name, above)) => {
                    (name.to_vec(), above.iter().map(|it| it.to_vec()).collect())
                }
                None => (b".".to_vec(), Vec::new()),
            };
            let name = CString::new(name).map_err(|_nul| Errno::INVAL)?;
            Ok((self.descend(&above)?, name))
        });
        match opened {
            Ok((dir, name)) => {
                self.set_attributes(entry, (dir.as_fd(), &name), &path, true);
                self.keep_source_dir((dir.as_fd(), &name));
            }
            Err(errno) => self.warn(OpError::new(Action::SetXattr, path, errno)),
        }
    }

    /// Notes that a folder must not count as placed, although all in it may, since an attribute of it would be lost.
    fn keep_source_dir(&mut self, (dir, name): (BorrowedFd<'_>, &CStr)) {
        let Some(error) = self.loses.take() else { return };
        match sys::stat_at(dir, name, false) {
            Ok(made) => _ = self.unpacked.lacking.entry(made.id()).or_insert(error),
            Err(_) => self.warn(error),
        }
    }

    /// Takes an entry away that must not count as placed, since an attribute of it would be lost.
    pub(super) fn keep_source(&mut self, (dir, name): (BorrowedFd<'_>, &CStr)) -> Result<(), Miss> {
        let Some(error) = self.loses.take() else { return Ok(()) };
        sys::best_effort(sys::unlink(dir, name));
        Err(Miss::Error(error))
    }

    /// Opens the directory of an entry, and makes those above it that are missing.
    fn enter(&mut self, above: &[Vec<u8>], path: &Path) -> Result<(), Miss> {
        if self.last.as_ref().is_some_and(|(names, _)| names == above) {
            return Ok(());
        }
        let dir = self.descend(above).map_err(|errno| match errno {
            // A symlink or a file has the name that a directory needs.
            Errno::LOOP | Errno::NOTDIR => {
                Miss::Error(OpError::refused(whole(self.job), Code::UnsafeName, path))
            }
            errno => Miss::Error(OpError::new(Action::CreateDir, path, errno)),
        })?;
        self.last = Some((above.to_vec(), dir));
        Ok(())
    }

    fn descend(&mut self, names: &[Vec<u8>]) -> Sys<OwnedFd> {
        let mut dir = sys::open_dir(self.stage.dir(), c".", false)?;
        for name in names {
            let name = CString::new(name.as_slice()).map_err(|_nul| Errno::INVAL)?;
            dir = match sys::open_dir(dir.as_fd(), &name, false) {
                Err(Errno::NOENT) => {
                    sys::make_dir(dir.as_fd(), &name, 0o700)?;
                    let made = sys::open_dir(dir.as_fd(), &name, false)?;
                    // The archive has no entry for it, or has it later.
                    let mode = 0o777 & !self.job.umask;
                    let meta = DirectoryMeta { mode, mtime: None, owner: None };
                    self.unpacked.directories.insert(id_of(&made)?, meta);
                    self.items += 1;
                    made
                }
                opened => opened?,
            };
        }
        Ok(dir)
    }

    fn make(
        &mut self,
        entry: &Entry,
        path: &Path,
        dir: &OwnedFd,
        name: &CString,
        data: &mut dyn Content,
        look: &mut dyn FnMut(),
    ) -> Result<Result<(), Miss>, Stop> {
        let failed = |action| move |errno| Miss::Error(OpError::new(action, path, errno));
        if entry.kind == Kind::Directory {
            let made = self.make_dir(entry, dir.as_fd(), name);
            if made.is_ok() {
                self.set_attributes(entry, (dir.as_fd(), name), path, false);
                self.keep_source_dir((dir.as_fd(), name));
            }
            return Ok(made.map_err(failed(Action::CreateDir)));
        }
        if self.has_another_spelling(dir.as_fd(), name, path) {
            let error = OpError::refused(whole(self.job), Code::JustCreated, path);
            return Ok(Err(Miss::Error(error)));
        }
        if is_itself(entry) && sys::stat_at(dir.as_fd(), name, false).is_ok() {
            return Ok(Ok(()));
        }
        if self.begun == 0
            && let Err(miss) = self.make_room(dir.as_fd(), name, path)
        {
            return Ok(Err(miss));
        }
        let made = match &entry.kind {
            Kind::Directory => Ok(()),
            Kind::File => return self.make_file(entry, path, dir.as_fd(), name, data, look),
            Kind::Symlink(to) => CString::new(to.as_slice())
                .map_err(|_nul| Errno::INVAL)
                .and_then(|to| sys::symlink(&to, dir.as_fd(), name))
                .map_err(failed(Action::CreateSymlink)),
            Kind::HardLink(to) => match self.make_link(to, path, dir.as_fd(), name, look)? {
                Ok(()) => Ok(()),
                missed => return Ok(missed),
            },
            Kind::Fifo | Kind::CharDevice(..) | Kind::BlockDevice(..) => {
                self.make_node(entry, path, dir.as_fd(), name)
            }
        };
        if made.is_err() {
            return Ok(made);
        }
        if !matches!(entry.kind, Kind::HardLink(_)) {
            self.set_meta_at(entry, dir.as_fd(), name, path);
        }
        if let Err(miss) = self.keep_source((dir.as_fd(), name)) {
            return Ok(Err(miss));
        }
        self.items += 1;
        Ok(Ok(()))
    }

    /// Whether an earlier entry has a name that the stage takes for this one, and would be lost to it.
    fn has_another_spelling(&mut self, dir: BorrowedFd<'_>, name: &CStr, path: &Path) -> bool {
        let Some(spellings) = &mut self.spellings else { return false };
        let path = path.as_os_str().as_bytes();
        let lossy = ascii_only(path).filter(|_| self.is_lossy);
        let keys = [Some(alike(path)), lossy].into_iter().flatten();
        let found: Vec<_> = keys
            .map(|key| spellings.entry(key).or_insert_with(|| path.to_vec()).clone())
            .filter(|other| other != path)
            .collect();
        found.iter().any(|other| {
            let other = folded(other);
            let base = other.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let are_two =
                || base != folded(name.to_bytes()) && lists_both(dir, name.to_bytes(), base);
            other == folded(path) || sys::stat_at(dir, name, false).is_ok() && !are_two()
        })
    }

    /// Removes an earlier entry with the same name: the last one counts, as with tar.
    fn make_room(&mut self, dir: BorrowedFd<'_>, name: &CString, path: &Path) -> Result<(), Miss> {
        match sys::stat_at(dir, name, false) {
            Err(_) => Ok(()),
            Ok(old) if old.kind == FileKind::Directory => {
                Err(Miss::Error(OpError::refused(whole(self.job), Code::OverDirectory, path)))
            }
            Ok(old) => {
                // What an earlier job has left in the stage was not counted.
                self.items = self.items.saturating_sub(1);
                self.bytes = self.bytes.saturating_sub(old.size);
                sys::unlink(dir, name)
                    .map_err(|errno| Miss::Error(OpError::new(Action::Remove, path, errno)))
            }
        }
    }

    fn make_dir(&mut self, entry: &Entry, dir: BorrowedFd<'_>, name: &CString) -> Sys<()> {
        match sys::make_dir(dir, name, 0o700) {
            Ok(()) => self.items += 1,
            Err(errno) if sys::exists(errno) => {}
            Err(errno) => return Err(errno),
        }
        let made = sys::open_dir(dir, name, false)?;
        let mode = entry.mode.unwrap_or(0o777 & !self.job.umask);
        let mode = match self.job.spec.options.preserve.mode {
            ModeRule::Masked | ModeRule::Exact => mode,
            ModeRule::Fresh => 0o777 & !self.job.umask,
        };
        let meta = DirectoryMeta { mode, mtime: self.time(entry), owner: self.owner(entry) };
        self.unpacked.directories.insert(id_of(&made)?, meta);
        Ok(())
    }
}

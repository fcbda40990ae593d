//! Looks for what need not be sent: in the destination, and in the stage that an earlier job has left.

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use fcp_archive::parts;

use super::other_end::OWN;
use super::owners::Numbers;
use super::stretches::hash_to;
use super::tops::has_tops;
use crate::contract::checksum::Checksum;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{ConflictKind, FileKind, SkipReason};
use crate::contract::path::WirePath;
use crate::contract::spec::{ConflictPolicy, Overwrite, Verb};
use crate::copy::has_attributes;
use crate::job::Job;
use crate::job::conflict::{Decision, by_policy, kind_of_conflict, same_size_and_mtime};
use crate::link::Item;
use crate::stage::Stage;
use crate::sum::SparseHasher;
use crate::unpack::Stop;
use crate::walk::target::Target;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Keep, Meta, OwnedFd, Sys};

/// Bytes that are read at a time.
const STEP: usize = 256 << 10;

/// What is there before anything is sent.
pub(super) struct Existing<'a> {
    job: &'a Arc<Job>,
    /// None where nothing is taken.
    stage: Option<&'a Stage>,
    /// Whether the sources are on another machine than the user.
    far: bool,
    /// The directory that the items go into, and the name of the one at the top, where it gets another one.
    into: Option<OwnedFd>,
    name: Option<Vec<u8>>,
    /// The directory that was looked at last, if there is one, and its parts.
    last: Option<(Vec<Vec<u8>>, Option<OwnedFd>)>,
    /// Hashes of what is in the stage of a file.
    begun: HashMap<WirePath, (u64, SparseHasher)>,
    buffer: Vec<u8>,
}

impl<'a> Existing<'a> {
    pub(super) fn new(
        job: &'a Arc<Job>,
        target: &Target,
        stage: Option<&'a Stage>,
        far: bool,
    ) -> Self {
        // Where it cannot be opened, nothing is found, and the job says why when it moves what has arrived.
        let into = target.open().ok();
        let name = target.paths.first().map(|path| {
            let path = Path::new(OsStr::from_bytes(path.to_bytes()));
            path.file_name().unwrap_or_default().as_bytes().to_vec()
        });
        let (last, begun, buffer) = (None, HashMap::new(), vec![0; STEP]);
        Self { job, stage, far, into, name, last, begun, buffer }
    }

    /// Why a file need not be sent, if the destination has one that the request lets alone; `numbers` are those that
    /// owners of the other end have here.
    pub(super) fn spares(&mut self, item: &Item, numbers: &Numbers) -> Option<SkipReason> {
        let reason = self.policy_spares(item)?;
        (reason != SkipReason::Same || self.has_attributes(item, numbers)).then_some(reason)
    }

    /// Whether the file at the destination has the mode and owner that it would get, as far as they are kept.
    fn has_attributes(&mut self, item: &Item, numbers: &Numbers) -> bool {
        let Some(there) = self.at_destination(item) else { return false };
        let (uid, gid) = numbers.owner(item.owner);
        let incoming = Meta { mode: item.mode, uid, gid, ..there };
        has_attributes(self.job, &incoming, &there, |wanted| {
            // A dry run has no stage, and tries nothing.
            let Some((into, _)) = self.into.as_ref().zip(self.stage) else { return false };
            let path = || item.path.0.clone();
            self.job.forgets(there.dev, (into.as_fd(), c"trial"), wanted, path)
        })
    }

    fn policy_spares(&mut self, item: &Item) -> Option<SkipReason> {
        let there = self.at_destination(item)?;
        if there.kind == FileKind::Directory {
            return None;
        }
        let options = &self.job.spec.options;
        let incoming = Meta {
            kind: FileKind::File,
            size: item.size,
            mtime: (item.mtime.0, i64::from(item.mtime.1)),
            ..there
        };
        let same = there.kind == FileKind::File && same_size_and_mtime(&incoming, &there);
        // Where the content counts, it must be read; before the source of a move goes, it does.
        // Where both are kept, what an earlier run of the job has brought would get a backup, or come twice.
        let keeps_both =
            options.backup.is_some() || matches!(options.on_conflict, ConflictPolicy::Rename(_));
        let verifies = self.job.link.as_ref().is_some_and(|link| link.verifies);
        let by_content = options.on_conflict == ConflictPolicy::DifferentContent
            || verifies && !keeps_both
            || self.job.spec.verb == Verb::Move;
        if options.resume && same && !by_content {
            return Some(SkipReason::Same);
        }
        match by_policy(options, ConflictKind::File, &incoming, &there) {
            Decision::Skip(reason) => Some(reason),
            Decision::Replace
            | Decision::ReplaceForGood
            | Decision::ReplaceIfDifferent
            | Decision::Merge
            | Decision::Fail
            | Decision::Rename(_)
            | Decision::RenameExisting(_)
            | Decision::Ask
            | Decision::Abort => None,
        }
    }

    /// What kind of conflict an item makes, if any; none if it is left alone.
    #[expect(clippy::option_option, reason = "left alone, free, or a conflict")]
    pub(super) fn conflict(
        &mut self,
        item: &Item,
        numbers: &Numbers,
    ) -> Option<Option<ConflictKind>> {
        if item.kind == FileKind::File && self.spares(item, numbers).is_some() {
            return None;
        }
        let there = self.at_destination(item);
        Some(there.map(|there| kind_of_conflict(item.kind, there.kind)))
    }

    fn at_destination(&mut self, item: &Item) -> Option<Meta> {
        let follow = self.is_led(item);
        let (dir, name) = self.find_there(bytes_of(item))?;
        let there = sys::stat_at(dir, &name, false).ok()?;
        // What a symlink that the user named leads to is replaced.
        let led = there.kind == FileKind::Symlink && follow;
        Some(if led { sys::stat_at(dir, &name, true).unwrap_or(there) } else { there })
    }

    /// Whether an item goes to where a symlink leads that has the name which the user gave.
    fn is_led(&self, item: &Item) -> bool {
        let is_named = self.name.is_some() && item.kind == FileKind::File;
        is_named && !bytes_of(item).contains(&b'/') && follows_named(self.job)
    }

    /// Opens the directory at the destination that a path leads to, and gives the name there.
    fn find_there(&mut self, path: &[u8]) -> Option<(BorrowedFd<'_>, CString)> {
        let mut names: Vec<Vec<u8>> = parts(path).ok()?.into_iter().map(<[u8]>::to_vec).collect();
        if let Some(name) = &self.name {
            // The only source, which may have no name of its own.
            match names.first_mut().filter(|_| has_tops(&self.job.spec.sources, self.far)) {
                Some(first) => first.clone_from(name),
                None => names.insert(0, name.clone()),
            }
        }
        let name = CString::new(names.pop()?).ok()?;
        if self.last.as_ref().is_none_or(|(last, _)| *last != names) {
            let opened = self.into.as_ref().and_then(|into| descend(into.as_fd(), &names).ok());
            self.last = Some((names, opened));
        }
        let (_, dir) = self.last.as_ref()?;
        Some((dir.as_ref()?.as_fd(), name))
    }

    /// Gives a file that the destination has its name in the stage, too, so that other names of it can be made there.
    pub(super) fn borrow(&mut self, item: &Item) -> Sys<()> {
        let (staged, under) = self.staged(item)?;
        let (dir, name) = self.find_there(bytes_of(item)).ok_or(Errno::NOENT)?;
        sys::hard_link(dir, &name, staged.as_fd(), &under, false)
    }

    /// Looks for a file in the stage, or its beginning; gives its bytes and the checksum of them, since neither size nor
    /// time says what a file holds that a power cut or another program may have changed.
    pub(super) fn in_stage(&mut self, item: &Item, large: u64) -> Option<(u64, Checksum)> {
        let (dir, name) = self.staged(item).ok()?;
        let there = sys::stat_at(dir.as_fd(), &name, false).ok()?;
        // What is written to one name is written to all.
        if there.kind != FileKind::File || there.nlink > 1 {
            return None;
        }
        let whole = there.size == item.size;
        if there.size > item.size || !whole && there.size < large {
            return None;
        }
        let hasher = self.hash_of(dir.as_fd(), &name, there.size).ok()?;
        let checksum = hasher.clone().finish();
        self.begun.insert(item.path.clone(), (there.size, hasher));
        Some((there.size, checksum))
    }

    /// Gives the hash of what is in the stage of a file, which is continued, and its bytes.
    pub(super) fn hash(&mut self, item: &Item) -> Option<(u64, SparseHasher)> {
        self.begun.remove(&item.path)
    }

    /// Removes what an earlier job has left in the stage under the name of an item of another kind, and the attributes that
    /// it has left on one of the same: the source may have none of them any more.
    pub(super) fn make_way(&self, item: &Item) -> Sys<()> {
        let Some(stage) = self.stage else { return Ok(()) };
        let path = bytes_of(item);
        // A name that leads elsewhere is refused when it is placed.
        let Ok((dir, name)) = self.staged(item) else { return Ok(()) };
        match sys::stat_at(dir.as_fd(), &name, false) {
            Ok(there) if there.kind != item.kind => {
                let above = path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                stage.remove_below(&path[..above], &name, there.kind)
            }
            Ok(there) => bare(dir.as_fd(), &name, &there),
            Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(errno),
        }
    }

    /// Removes a file from the stage.
    pub(super) fn discard(&self, item: &Item) {
        if let Ok((dir, name)) = self.staged(item) {
            sys::best_effort(sys::unlink(dir.as_fd(), &name));
        }
    }

    /// Reads a file that has arrived back from the disk, and compares it.
    pub(super) fn verify(
        &mut self,
        item: &Item,
        checksum: Checksum,
        path: &Path,
    ) -> Result<(), Stop> {
        let failed = |errno| OpError::new(Action::Verify, path, errno);
        let (dir, name) = match self.staged(item) {
            Ok(found) => found,
            Err(errno) => return self.not_verified(path, failed(errno)),
        };
        let hash = self.hash_of(dir.as_fd(), &name, u64::MAX).map(SparseHasher::finish);
        let is_doubted = hash.is_err_and(|errno| !matches!(errno, Errno::NOENT | Errno::INTR));
        if is_doubted && self.job.spec.verb == Verb::Move {
            // Its source stays.
            sys::best_effort(sys::unlink(dir.as_fd(), &name));
        }
        match hash {
            Ok(there) if there == checksum => Ok(()),
            Ok(_) => {
                sys::best_effort(sys::unlink(dir.as_fd(), &name));
                let error = OpError::refused(Action::Verify, Code::Mismatch, path);
                self.not_verified(path, error)
            }
            // It could not be placed, which was told.
            Err(Errno::NOENT) => Ok(()),
            Err(Errno::INTR) => Err(Stop::Cancelled),
            Err(errno) => self.not_verified(path, failed(errno)),
        }
    }

    fn not_verified(&self, path: &Path, error: OpError) -> Result<(), Stop> {
        self.job.failed(OWN, path.to_owned(), error);
        if self.job.control.is_cancelled() { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Opens the directory of an item in the stage.
    fn staged(&self, item: &Item) -> Sys<(OwnedFd, CString)> {
        let names = parts(bytes_of(item)).map_err(|_| Errno::INVAL)?;
        let (name, above) = names.split_last().ok_or(Errno::INVAL)?;
        let above: Vec<Vec<u8>> = above.iter().map(|name| name.to_vec()).collect();
        let name = CString::new(*name).map_err(|_nul| Errno::INVAL)?;
        let stage = self.stage.ok_or(Errno::NOENT)?;
        Ok((descend(stage.dir(), &above)?, name))
    }

    /// Computes the hash of the first bytes of a file, as they are on the disk; `EINTR` if the job is stopped meanwhile.
    fn hash_of(&mut self, dir: BorrowedFd<'_>, name: &CString, bytes: u64) -> Sys<SparseHasher> {
        let file = sys::open_back(dir, name)?;
        // Without this, memory would be compared with itself.
        sys::best_effort(sys::sync_file(file.as_fd()));
        sys::drop_cache(file.as_fd());
        let mut hasher = SparseHasher::new();
        let job = self.job;
        let goes_on = || job.control.checkpoint().is_ok();
        hash_to(file.as_fd(), (0, bytes), &mut hasher, &mut self.buffer, goes_on)?;
        if goes_on() { Ok(hasher) } else { Err(Errno::INTR) }
    }
}

fn bytes_of(item: &Item) -> &[u8] {
    item.path.0.as_os_str().as_bytes()
}

/// Opens a directory below another one; no part of the way may be a symlink.
fn descend(from: BorrowedFd<'_>, names: &[Vec<u8>]) -> Sys<OwnedFd> {
    let mut dir = sys::enter_dir(from, c".", false)?;
    for name in names {
        let name = CString::new(name.as_slice()).map_err(|_nul| Errno::INVAL)?;
        dir = sys::enter_dir(dir.as_fd(), &name, false)?;
    }
    Ok(dir)
}

/// Whether a file that goes to a name which is a symlink takes the place of what that leads to, as on one machine.
pub(super) fn follows_named(job: &Job) -> bool {
    let options = &job.spec.options;
    job.spec.verb == Verb::Copy
        && options.backup.is_none()
        && options.overwrite != Overwrite::RemoveFirst
        && !matches!(options.on_conflict, ConflictPolicy::Rename(_))
}

/// Removes the ACL and the extended attributes of an item in the stage; what it is to have is set when it is placed.
fn bare(dir: BorrowedFd<'_>, name: &CStr, there: &Meta) -> Sys<()> {
    let keep = Keep { acl: true, context: false, xattr: true };
    if sys::xattrs_at(dir, name, keep)?.is_empty() {
        return Ok(());
    }
    if there.kind != FileKind::Directory && there.nlink > 1 {
        // It is sent again, and other names of it may have what they are to have already.
        return sys::unlink(dir, name);
    }
    if there.kind != FileKind::Symlink {
        // The mode that it has got may keep its owner from that.
        sys::set_mode_at(dir, name, 0o700)?;
    }
    match sys::drop_xattrs_at(dir, name, keep) {
        // Those of the system, such as the ACL of a server (nfs4_acl(5)): no job has set them.
        Err(Errno::PERM | Errno::ACCESS | Errno::INVAL) => Ok(()),
        dropped => dropped,
    }
}

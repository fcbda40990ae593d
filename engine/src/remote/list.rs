//! Walks the sources of a job, and tells the other end what is there.

use std::collections::HashMap;
use std::ffi::{CString, OsString};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex};

use super::data::Offered;
use super::earlier::Earlier;
use super::owners::Introductions;
use super::sources::Told;
use super::tops::ARRIVING;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, SkipReason, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::ConflictPolicy;
use crate::in_order::{Found, InOrder, Taker, failure};
use crate::job::Job;
use crate::link::{Attribute, Item, Message, Output, directories_of};
use crate::walk::temporary::is_temporary;
use fcp_sys::{self as sys, AsFd, Meta, OwnedFd, lock};

/// Items in one message.
pub(super) const ITEMS: usize = 512;

/// Bytes of one message, or not many more.
const MESSAGE: usize = 1 << 20;

/// Directories whose files are in one batch: each stays open until the other end has said what it wants.
const DIRECTORIES: usize = 16;

/// Files that were told in one message, by their positions there.
pub(super) struct Batch {
    pub(super) number: u64,
    pub(super) files: HashMap<u32, Offered>,
}

/// Walks the sources and tells what is there; `false` if the job was stopped before all was told.
pub(super) fn list(
    job: &Arc<Job>,
    output: &Output,
    batches: SyncSender<Batch>,
    stop: &AtomicBool,
    told: Option<&Mutex<Told>>,
) -> io::Result<bool> {
    let numeric_ids = job.link.as_ref().is_some_and(|link| link.numeric_ids);
    let lister = Lister {
        job,
        output,
        batches,
        stop,
        told,
        number: 0,
        items: Vec::new(),
        introductions: (!numeric_ids).then(Introductions::default),
        files: HashMap::new(),
        directories: 0,
        last: None,
        links: HashMap::new(),
        earlier: Earlier::of(&job.spec.sources),
        is_told_apart: !directories_of(&job.spec.sources, false).is_empty(),
        source: None,
        found: (0, 0),
        size: 0,
    };
    match InOrder::new(job, lister).walk() {
        Ok(mut lister) => lister.close(true).map(|()| true),
        Err(Stop::Asked) => Ok(false),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// Why a walk ends early.
enum Stop {
    /// The other end, or the user, wants no more.
    Asked,
    Failed(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Tells what a walk finds.
struct Lister<'a> {
    job: &'a Arc<Job>,
    output: &'a Output,
    batches: SyncSender<Batch>,
    stop: &'a AtomicBool,
    /// What a move is to remove in the end.
    told: Option<&'a Mutex<Told>>,
    number: u64,
    items: Vec<Item>,
    /// The names of the owners of items; none where they travel as numbers alone.
    introductions: Option<Introductions>,
    files: HashMap<u32, Offered>,
    /// Directories that the files of the batch are in, and the last of them.
    directories: usize,
    last: Option<Arc<OwnedFd>>,
    /// Where the first name of a file with several of them goes.
    links: HashMap<(u64, u64), WirePath>,
    /// What earlier sources have brought to the places of later ones.
    earlier: Earlier,
    /// Whether the sources are in several directories, so that the other end needs to know of which one an item is.
    is_told_apart: bool,
    /// The number of the source that is walked.
    source: Option<u32>,
    /// Items and bytes.
    found: (u64, u64),
    /// About the bytes that the message of the batch takes.
    size: usize,
}

impl Lister<'_> {
    /// Sends the batch, and says whether it was the last.
    fn close(&mut self, complete: bool) -> io::Result<()> {
        let (items, bytes) = self.found;
        self.output.push(&Message::Listed { items, bytes, complete })?;
        if !self.items.is_empty() {
            let items = std::mem::take(&mut self.items);
            let batch = Batch { number: self.number, files: std::mem::take(&mut self.files) };
            let owners = self.introductions.as_mut().map(Introductions::take).unwrap_or_default();
            self.output.push(&Message::Items { batch: self.number, items, owners })?;
            self.output.flush()?;
            self.number += 1;
            (self.directories, self.last, self.size) = (0, None, 0);
            // Where it is read no more, the connection is gone, and the thread that sends says so.
            let _read = self.batches.send(batch).is_ok();
        }
        self.output.flush()
    }

    fn add(
        &mut self,
        found: Found<'_>,
        meta: &Meta,
        item: Item,
        sized: Option<bool>,
    ) -> Result<(), Stop> {
        self.found.0 += 1;
        self.earlier.note(found.inside, item.kind == FileKind::Directory);
        if let Some(told) = self.told {
            lock(told).note(&found.path(), found.inside, meta);
        }
        if let Some(sized) = sized {
            self.found.1 = self.found.1.saturating_add(meta.size);
            let is_last = match (&self.last, found.dir) {
                (Some(last), Some(dir)) => Arc::ptr_eq(last, dir),
                _ => false,
            };
            if !is_last {
                self.directories += 1;
                self.last = found.dir.cloned();
            }
            let at = u32::try_from(self.items.len()).unwrap_or(u32::MAX);
            let offered = Offered {
                dir: found.dir.cloned(),
                node: Arc::clone(found.node),
                name: found.name.to_owned(),
                followed: found.followed,
                special: meta.kind != FileKind::File,
                sized,
                meta: *meta,
            };
            self.files.insert(at, offered);
        }
        // Bytes that are no text take up to six in JSON.
        let bytes = |path: &WirePath| path.0.as_os_str().len();
        self.size += 300 + 2 * bytes(&item.path);
        self.size += item.attributes.iter().map(|it| 6 * bytes(&it.value) + 300).sum::<usize>();
        if let Some(introductions) = &mut self.introductions {
            introductions.meet(&item, self.job.spec.options.preserve.ownership);
        }
        self.items.push(item);
        if self.items.len() >= ITEMS || self.directories >= DIRECTORIES || self.size >= MESSAGE {
            self.close(false)?;
        }
        Ok(())
    }

    /// Remembers of a move that an item stays, which is told.
    fn note_staying(&self, path: &Path) {
        if let Some(told) = self.told {
            lock(told).note_staying(path);
        }
    }

    /// Refuses an item whose place another source has; the end that takes knows the directory of that place.
    fn refuse(&mut self, found: Found<'_>, code: Code) -> Result<(), Stop> {
        let error = OpError::refused(Action::Copy, code, found.path());
        self.fail(found.path(), error.with(inside(found).0))
    }

    /// Describes an item.
    fn describe(&mut self, found: Found<'_>, meta: &Meta) -> Result<Item, OpError> {
        let path = found.path();
        if self.is_told_apart && found.is_operand() {
            let at = self.job.spec.sources.iter().position(|source| source.0 == path);
            self.source = at.and_then(|at| u32::try_from(at).ok());
        }
        let target = match meta.kind {
            FileKind::Symlink => {
                let to = sys::read_link(found.at(), found.name)
                    .map_err(|errno| failure(Action::ReadLink, &path, errno))?;
                Some(WirePath(PathBuf::from(OsString::from_vec(to.into_bytes()))))
            }
            _ => None,
        };
        let device = matches!(meta.kind, FileKind::CharDevice | FileKind::BlockDevice)
            .then(|| sys::device_numbers(meta.rdev));
        Ok(Item {
            path: inside(found),
            source: self.source,
            kind: meta.kind,
            size: meta.size,
            mode: meta.mode,
            mtime: (meta.mtime.0, u32::try_from(meta.mtime.1).unwrap_or(0)),
            owner: (meta.uid, meta.gid),
            target,
            same: None,
            several: false,
            device,
            attributes: self.attributes(found, &path)?,
        })
    }

    /// The extended attributes that the request keeps; none where they cannot be read, which is warned of.
    fn attributes(&mut self, found: Found<'_>, path: &Path) -> Result<Vec<Attribute>, OpError> {
        let keep = self.job.spec.options.preserve.attributes();
        if found.followed || !(keep.acl || keep.context || keep.xattr) {
            return Ok(Vec::new());
        }
        match sys::xattrs_at(found.at(), found.name, keep) {
            Ok(attributes) => {
                let path = |bytes: Vec<u8>| WirePath(OsString::from_vec(bytes).into());
                let attribute = |(name, value): (CString, Vec<u8>)| Attribute {
                    name: path(name.into_bytes()),
                    value: path(value),
                };
                Ok(attributes.into_iter().map(attribute).collect())
            }
            Err(errno) => {
                let error = failure(Action::SetXattr, path, errno);
                if self.job.spec.options.preserve.required {
                    return Err(error);
                }
                // If it cannot be told, the next message cannot be sent either.
                let _told =
                    self.output.push(&Message::Warned { warning: Warning::Metadata { error } });
                Ok(Vec::new())
            }
        }
    }
}

/// Whether a file of no size holds data nevertheless.
///
/// # Errors
/// It cannot be read.
fn holds_data(found: Found<'_>) -> Result<bool, OpError> {
    let failed = |action| move |errno| failure(action, &found.path(), errno);
    let file = sys::open_source(found.at(), found.name, found.followed);
    let file = file.map_err(failed(Action::Open))?;
    sys::read(file.as_fd(), &mut [0]).map(|len| len > 0).map_err(failed(Action::Read))
}

/// Where an item goes.
fn inside(found: Found<'_>) -> WirePath {
    WirePath(PathBuf::from(OsString::from_vec(found.inside.to_vec())))
}

impl Taker for Lister<'_> {
    type Stop = Stop;

    fn goes_on(&mut self) -> Result<(), Stop> {
        let goes_on = self.job.control.checkpoint().is_ok() && !self.stop.load(Ordering::Acquire);
        if goes_on { Ok(()) } else { Err(Stop::Asked) }
    }

    fn passes_over(&mut self, found: Found<'_>, meta: &Meta) -> bool {
        // What another copy has under way, or this one if it goes into one of its sources.
        let name = found.name.to_bytes();
        if is_temporary(name) && name.ends_with(ARRIVING) {
            return true;
        }
        // What is mounted below an operand is another filesystem.
        self.job.spec.options.one_file_system
            && !found.is_operand()
            && meta.dev != found.node.meta.dev
    }

    fn directory(&mut self, found: Found<'_>, meta: &Meta, _dir: &OwnedFd) -> Result<bool, Stop> {
        if let Some(code) = self.earlier.meets(found.inside, true) {
            return self.refuse(found, code).map(|()| false);
        }
        match self.describe(found, meta) {
            Ok(item) => self.add(found, meta, item, None).map(|()| true),
            Err(error) => self.fail(found.path(), error).map(|()| false),
        }
    }

    fn item(&mut self, found: Found<'_>, meta: &Meta) -> Result<(), Stop> {
        if let Some(code) = self.earlier.meets(found.inside, false) {
            if code == Code::JustCreated
                && self.job.spec.options.on_conflict == ConflictPolicy::Skip
            {
                return self.skip(SkipReason::Policy, found.path(), found.inside);
            }
            return self.refuse(found, code);
        }
        let special = match meta.kind {
            FileKind::Unknown => {
                return self.skip(SkipReason::Special, found.path(), found.inside);
            }
            // To read a socket fails where it is opened, and says so.
            FileKind::Fifo | FileKind::Socket | FileKind::CharDevice | FileKind::BlockDevice => {
                self.job.spec.options.reads_special(found.is_operand())
            }
            FileKind::File | FileKind::Directory | FileKind::Symlink => false,
        };
        let mut item = match self.describe(found, meta) {
            Ok(item) => item,
            Err(error) => return self.fail(found.path(), error),
        };
        // A dry run wants no file, so that none is opened.
        if (special || meta.kind == FileKind::File)
            && self.job.spec.options.dry_run
            && let Err(errno) = sys::readable(found.at(), found.name)
        {
            return self.fail(found.path(), failure(Action::Open, &found.path(), errno));
        }
        if special {
            // How much it gives shows when it is read.
            (item.kind, item.size, item.device) = (FileKind::File, 1, None);
        } else if meta.nlink > 1 && self.job.keeps_links() {
            if let Some(first) = self.links.get(&meta.id()) {
                item.same = Some(first.clone());
            } else {
                item.several = true;
                self.links.insert(meta.id(), item.path.clone());
            }
        }
        let mut sized = !special;
        if item.kind == FileKind::File && item.size == 0 {
            match holds_data(found) {
                // As in /proc: how much it gives shows when it is read.
                Ok(true) => (item.size, sized) = (1, false),
                Ok(false) => {}
                Err(error) => return self.fail(found.path(), error),
            }
        }
        let offered = (item.kind == FileKind::File && item.size > 0).then_some(sized);
        self.add(found, meta, item, offered)
    }

    fn skip(&mut self, reason: SkipReason, path: PathBuf, _inside: &[u8]) -> Result<(), Stop> {
        self.note_staying(&path);
        Ok(self.output.push(&Message::Skipped { path: WirePath(path), reason })?)
    }

    fn fail(&mut self, path: PathBuf, error: OpError) -> Result<(), Stop> {
        self.note_staying(&path);
        Ok(self.output.push(&Message::Failed { path: WirePath(path), error })?)
    }

    fn clash(&self, _source: &Path) -> Option<OpError> {
        None
    }
}

//! Walks the sources, names in order, and adds their items to an archive.

use std::collections::HashMap;
use std::ffi::CStr;
use std::io::BufWriter;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_archive::pack::{Nothing, Packer, Unfit};
use fcp_archive::{Entry, Kind};

use super::data::FileData;
use super::found::{Counted, Found, Frame, entry, list};
use super::out::Out;
use super::{OWN, Stop, failure, written};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, Op, SkipReason, Warning};
use crate::contract::path::WirePath;
use crate::job::Job;
use crate::job::ending::Done;
use crate::job::sampler::Sampler;
use crate::stage::Stage;
use crate::walk::node::DirNode;
use crate::walk::operand::base_of;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, c_path};

/// Directories of one path that are open at a time; those above them are opened again on the way back.
const OPEN: usize = 64;

/// Writes the archive.
type Writer = Packer<BufWriter<Out>>;

/// Adds the sources to an archive, or only counts them.
pub(super) struct Gatherer<'a> {
    job: &'a Arc<Job>,
    archive: &'a Path,
    packer: Option<Writer>,
    sampler: Sampler<'a>,
    /// The archive that exists, and the stage of the new one.
    kept_out: Vec<(u64, u64)>,
    /// Where the first name of a file with several of them is in the archive.
    links: HashMap<(u64, u64), Vec<u8>>,
    /// Names at the top of the archive, with the items that have them.
    tops: HashMap<Vec<u8>, (u64, u64)>,
    counted: Counted,
}

impl<'a> Gatherer<'a> {
    pub(super) fn new(
        job: &'a Arc<Job>,
        archive: &'a Path,
        packer: Option<Writer>,
        sampler: Sampler<'a>,
    ) -> Self {
        Self {
            job,
            archive,
            packer,
            sampler,
            kept_out: Vec::new(),
            links: HashMap::new(),
            tops: HashMap::new(),
            counted: Counted::default(),
        }
    }

    /// Leaves out what has this name.
    pub(super) fn keep_out(&mut self, dir: BorrowedFd<'_>, name: &CStr) {
        if let Ok(meta) = sys::stat_at(dir, name, false) {
            self.kept_out.push(meta.id());
        }
    }

    /// Leaves out the stage of the archive.
    pub(super) fn keep_out_stage(&mut self, stage: &Stage) {
        if let Some(path) = c_path(&stage.path()) {
            self.keep_out(sys::CWD, &path);
        }
    }

    /// Adds all sources; gives what the archive is written by, and what it has.
    pub(super) fn gather(mut self) -> Result<(Option<Writer>, Counted), Stop> {
        if let Some(top) = self.job.top() {
            let job = self.job;
            for source in &job.spec.sources {
                self.operand(&top, &source.0)?;
            }
        }
        Ok((self.packer, self.counted))
    }

    fn operand(&mut self, top: &Arc<DirNode>, source: &Path) -> Result<(), Stop> {
        let Some(name) = c_path(source) else {
            self.fail(source.to_owned(), failure(Action::Stat, source, Errno::NOENT));
            return Ok(());
        };
        let meta = match sys::stat_at(sys::CWD, &name, false) {
            Ok(meta) => meta,
            Err(errno) => {
                self.fail(source.to_owned(), failure(Action::Stat, source, errno));
                return Ok(());
            }
        };
        let inside = match base_of(&name) {
            // They have no name of their own: what is in them is at the top.
            b"" | b"." | b".." => Vec::new(),
            base => base.to_vec(),
        };
        if !self.job.accepts_operand(source, meta.kind) {
            self.skip(SkipReason::Filtered, source.to_owned(), &inside);
            return Ok(());
        }
        if !inside.is_empty() {
            match self.tops.insert(inside.clone(), meta.id()) {
                Some(id) if id == meta.id() => {
                    self.skip(SkipReason::Duplicate, source.to_owned(), &inside);
                    return Ok(());
                }
                Some(_) => {
                    let error = OpError::refused(Action::Pack, Code::JustCreated, source);
                    self.fail(source.to_owned(), error);
                    return Ok(());
                }
                None => {}
            }
        }
        let found = Found { node: top, dir: sys::CWD, name: &name, inside: &inside };
        let Some(frame) = self.item(found)? else { return Ok(()) };
        self.tree(frame)
    }

    /// Adds all that is in a directory.
    fn tree(&mut self, first: Frame) -> Result<(), Stop> {
        let mut frames = vec![first];
        while let Some(frame) = frames.last_mut() {
            let (Some((name, kind)), Some(dir)) = (frame.names.pop(), &frame.dir) else {
                let left = frames.pop();
                self.go_back(&mut frames, left);
                continue;
            };
            let kind = sys::kind_at(dir.as_fd(), &name, kind);
            if !self.job.accepts(&frame.node, &name, kind) {
                continue;
            }
            let mut inside = frame.inside.clone();
            if !inside.is_empty() {
                inside.push(b'/');
            }
            inside.extend_from_slice(name.to_bytes());
            let found = Found { node: &frame.node, dir: dir.as_fd(), name: &name, inside: &inside };
            if let Some(next) = self.item(found)? {
                frames.push(next);
                if let Some(above) = frames.len().checked_sub(OPEN + 1) {
                    frames[above].dir = None;
                }
            }
        }
        Ok(())
    }

    /// Opens the directory above one that is done, if it was closed meanwhile.
    fn go_back(&mut self, frames: &mut Vec<Frame>, left: Option<Frame>) {
        let Some(above) = frames.last_mut().filter(|above| above.dir.is_none()) else { return };
        let opened = left.and_then(|left| {
            let dir = sys::open_dir(left.dir?.as_fd(), c"..", false).ok()?;
            (sys::stat_fd(dir.as_fd()).ok()?.id() == above.id).then_some(dir)
        });
        if opened.is_some() {
            above.dir = opened;
            return;
        }
        // It was moved elsewhere meanwhile, and so were those above it for all that is known.
        let path = above.node.own_src_path();
        frames.clear();
        let error = failure(Action::OpenDir, &path, Errno::NOENT);
        self.fail(path, error);
    }

    /// Adds an item; gives what is in it, if it is a directory.
    fn item(&mut self, found: Found<'_>) -> Result<Option<Frame>, Stop> {
        self.job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
        self.sampler.look();
        let path = || found.node.src_path(found.name);
        let meta = match sys::stat_at(found.dir, found.name, false) {
            Ok(meta) => meta,
            Err(errno) => {
                self.fail(path(), failure(Action::Stat, &path(), errno));
                return Ok(None);
            }
        };
        if self.kept_out.contains(&meta.id()) {
            if meta.kind != FileKind::Directory {
                self.skip(SkipReason::Same, path(), found.inside);
            }
            return Ok(None);
        }
        match meta.kind {
            FileKind::Directory => self.directory(found, meta),
            FileKind::File => self.file(found).map(|()| None),
            FileKind::Symlink
            | FileKind::Fifo
            | FileKind::CharDevice
            | FileKind::BlockDevice
            | FileKind::Socket
            | FileKind::Unknown => self.other(found, &meta).map(|()| None),
        }
    }

    fn directory(&mut self, found: Found<'_>, meta: Meta) -> Result<Option<Frame>, Stop> {
        let path = found.node.src_path(found.name);
        let opened = sys::open_dir(found.dir, found.name, false)
            .map_err(|errno| failure(Action::OpenDir, &path, errno))
            .and_then(|dir| {
                let names =
                    list(dir.as_fd()).map_err(|errno| failure(Action::ListDir, &path, errno))?;
                Ok((dir, names))
            });
        let (dir, names) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                self.fail(path, error);
                return Ok(None);
            }
        };
        let id = sys::stat_fd(dir.as_fd()).map_or(meta.id(), |meta| meta.id());
        let ignores = self.job.filters.ignores_in(found.node, dir.as_fd(), &path);
        let node = DirNode::child(found.node, found.name, found.name, meta, false, ignores);
        if !found.inside.is_empty() {
            let entry = entry(found.inside, Kind::Directory, &meta);
            if !self.add_plain(found, &entry)? {
                return Ok(None);
            }
            self.counted.directories += 1;
        }
        Ok(Some(Frame { node, dir: Some(dir), id, names, inside: found.inside.to_vec() }))
    }

    fn other(&mut self, found: Found<'_>, meta: &Meta) -> Result<(), Stop> {
        let path = || found.node.src_path(found.name);
        let (major, minor) = sys::device_numbers(meta.rdev);
        let kind = match meta.kind {
            FileKind::Symlink => match sys::read_link(found.dir, found.name) {
                Ok(to) => Kind::Symlink(to.into_bytes()),
                Err(errno) => {
                    self.fail(path(), failure(Action::ReadLink, &path(), errno));
                    return Ok(());
                }
            },
            FileKind::Fifo => Kind::Fifo,
            FileKind::CharDevice => Kind::CharDevice(major, minor),
            FileKind::BlockDevice => Kind::BlockDevice(major, minor),
            FileKind::File | FileKind::Directory | FileKind::Socket | FileKind::Unknown => {
                self.skip(SkipReason::Special, path(), found.inside);
                return Ok(());
            }
        };
        let entry = entry(found.inside, self.link_to(found.inside, meta).unwrap_or(kind), meta);
        self.add_plain(found, &entry).map(drop)
    }

    /// The entry that an item is another name of, if the archive holds such.
    fn link_to(&mut self, inside: &[u8], meta: &Meta) -> Option<Kind> {
        let holds = self.packer.as_ref().is_some_and(Packer::holds_links);
        if !holds || meta.nlink < 2 {
            return None;
        }
        if let Some(first) = self.links.get(&meta.id()) {
            return Some(Kind::HardLink(first.clone()));
        }
        self.links.insert(meta.id(), inside.to_vec());
        None
    }

    fn file(&mut self, found: Found<'_>) -> Result<(), Stop> {
        let path = || found.node.src_path(found.name);
        let opened = sys::open_source(found.dir, found.name, false)
            .and_then(|fd| sys::stat_fd(fd.as_fd()).map(|meta| (fd, meta)));
        let (fd, meta) = match opened {
            Ok((_, meta)) if meta.kind != FileKind::File => {
                let error = OpError::refused(Action::Open, Code::SourceChanged, path());
                self.fail(path(), error);
                return Ok(());
            }
            Ok(opened) => opened,
            Err(errno) => {
                self.fail(path(), failure(Action::Open, &path(), errno));
                return Ok(());
            }
        };
        if let Some(kind) = self.link_to(found.inside, &meta) {
            let entry = entry(found.inside, kind, &meta);
            return self.add_plain(found, &entry).map(drop);
        }
        let entry = entry(found.inside, Kind::File, &meta);
        if !self.begins(found, &entry) {
            self.links.remove(&meta.id());
            return Ok(());
        }
        let job = self.job;
        let counters = job.meter.of(OWN);
        let mark = counters.mark();
        let Some(packer) = &mut self.packer else {
            self.done(found, meta.size);
            return Ok(());
        };
        counters.begin(found.node, found.name, meta.size);
        sys::advise_sequential(fd.as_fd());
        let mut data = FileData::new(job, &mut self.sampler, fd, meta.size);
        let added = packer.add(&entry, &mut data);
        counters.end(meta.size);
        let added = added.map_err(|error| written(self.archive, &error))?;
        job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
        if let Some(errno) = data.error {
            counters.discard(&mark);
            self.links.remove(&meta.id());
            self.fail(path(), failure(Action::Read, &path(), errno));
            return Ok(());
        }
        let same = data.stat().is_ok_and(|now| (now.size, now.mtime) == (meta.size, meta.mtime));
        if !same || !added.as_announced {
            let warning = Warning::SourceChanged { path: WirePath(path()) };
            job.hub.tell(Event::Warning { job: job.id, warning });
        }
        self.done(found, added.bytes);
        Ok(())
    }

    /// Adds an entry without data; `false` if the archive cannot hold it.
    fn add_plain(&mut self, found: Found<'_>, entry: &Entry) -> Result<bool, Stop> {
        if !self.begins(found, entry) {
            return Ok(false);
        }
        if let Some(packer) = &mut self.packer {
            packer.add(entry, &mut Nothing).map_err(|error| written(self.archive, &error))?;
        }
        self.done(found, 0);
        Ok(true)
    }

    /// Tells that an item is added, or that the archive cannot hold it.
    fn begins(&mut self, found: Found<'_>, entry: &Entry) -> bool {
        let path = || found.node.src_path(found.name);
        match self.packer.as_ref().and_then(|packer| packer.unfit(entry)) {
            None => {
                let paths = || (path(), self.inside(found.inside));
                self.job.begins(Op::Pack, paths, || None);
                return true;
            }
            Some(Unfit::Special) => self.skip(SkipReason::Special, path(), found.inside),
            Some(Unfit::NotUtf8) => {
                let error = OpError::refused(Action::Pack, Code::NotUtf8, path());
                self.fail(path(), error);
            }
            Some(Unfit::TooLong) => {
                self.fail(path(), failure(Action::Pack, &path(), Errno::NAMETOOLONG));
            }
        }
        false
    }

    /// The path of an item in the archive, as people see it.
    fn inside(&self, inside: &[u8]) -> PathBuf {
        self.archive.join(std::ffi::OsStr::from_bytes(inside))
    }

    fn done(&mut self, found: Found<'_>, bytes: u64) {
        self.counted.items += 1;
        self.counted.bytes += bytes;
        if self.packer.is_some() {
            let paths = || (found.node.src_path(found.name), self.inside(found.inside));
            self.job.end_done(OWN, Done { bytes, ..Done::plain(Op::Pack) }, paths);
        }
    }

    fn skip(&self, reason: SkipReason, path: PathBuf, inside: &[u8]) {
        self.job.end_skipped(OWN, reason, 0, (path, self.inside(inside)));
    }

    fn fail(&mut self, path: PathBuf, error: OpError) {
        self.counted.failed += 1;
        self.job.failed(OWN, path, error);
    }
}

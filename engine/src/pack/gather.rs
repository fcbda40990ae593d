//! Walks the sources, names in order, and adds their items to an archive.

use std::collections::HashMap;
use std::io::BufWriter;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_archive::pack::{Nothing, Packer, Unfit};
use fcp_archive::{Entry, Format, Kind};

use super::data::FileData;
use super::found::{Added, Own, entry};
use super::out::Out;
use super::{OWN, Stop, written};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, Op, SkipReason, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::EventLevel;
use crate::in_order::{Found, InOrder, Taker, failure};
use crate::job::Job;
use crate::job::sampler::Sampler;
use crate::job::spill::Spill;
use crate::stage::Stage;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd, c_path};

/// Writes the archive.
type Writer = Packer<BufWriter<Out>>;

/// Adds the sources to an archive, or only counts them.
pub(super) struct Gatherer<'a> {
    job: &'a Arc<Job>,
    archive: &'a Path,
    /// None where the ending of the name is unknown.
    format: Option<Format>,
    packer: Option<Writer>,
    sampler: Sampler<'a>,
    /// The archive that exists.
    own: Option<Own>,
    /// The stage of the new one.
    kept_out: Vec<(u64, u64)>,
    /// Where the first name of a file with several of them is in the archive.
    links: HashMap<(u64, u64), Vec<u8>>,
    added: Added,
}

impl Taker for Gatherer<'_> {
    type Stop = Stop;

    fn goes_on(&mut self) -> Result<(), Stop> {
        self.job.control.checkpoint().map_err(|_| Stop::Cancelled)?;
        self.sampler.look();
        Ok(())
    }

    fn passes_over(&mut self, found: Found<'_>, meta: &Meta) -> bool {
        let is_archive = self.own.as_ref().is_some_and(|own| own.is(found, meta));
        if !is_archive && !self.kept_out.contains(&meta.id()) {
            return false;
        }
        if meta.kind != FileKind::Directory {
            self.left_out(SkipReason::Same, found.path(), found.inside);
        }
        true
    }

    fn directory(&mut self, found: Found<'_>, meta: &Meta, _dir: &OwnedFd) -> Result<bool, Stop> {
        if found.inside.is_empty() {
            return Ok(true);
        }
        let entry = entry(found.inside, Kind::Directory, meta);
        let added = self.add_plain(found, &entry)?;
        self.added.counted.directories += u64::from(added);
        Ok(added)
    }

    fn item(&mut self, found: Found<'_>, meta: &Meta) -> Result<(), Stop> {
        match meta.kind {
            FileKind::File => self.file(found),
            FileKind::Directory
            | FileKind::Symlink
            | FileKind::Fifo
            | FileKind::CharDevice
            | FileKind::BlockDevice
            | FileKind::Socket
            | FileKind::Unknown => self.other(found, meta),
        }
    }

    fn skip(&mut self, reason: SkipReason, path: PathBuf, inside: &[u8]) -> Result<(), Stop> {
        self.left_out(reason, path, inside);
        Ok(())
    }

    fn fail(&mut self, path: PathBuf, error: OpError) -> Result<(), Stop> {
        self.failed(path, error);
        Ok(())
    }

    fn clash(&self, source: &Path) -> Option<OpError> {
        Some(OpError::refused(Action::Pack, Code::JustCreated, source))
    }
}

impl<'a> Gatherer<'a> {
    pub(super) fn new(
        job: &'a Arc<Job>,
        archive: &'a Path,
        (format, packer): (Option<Format>, Option<Writer>),
        sampler: Sampler<'a>,
    ) -> Self {
        Self {
            job,
            archive,
            format,
            packer,
            sampler,
            own: Own::of(archive),
            kept_out: Vec::new(),
            links: HashMap::new(),
            added: Added::default(),
        }
    }

    /// Leaves out the stage of the archive.
    pub(super) fn keep_out_stage(&mut self, stage: &Stage) {
        let stage =
            c_path(&stage.path()).and_then(|path| sys::stat_at(sys::CWD, &path, false).ok());
        self.kept_out.extend(stage.map(|stage| stage.id()));
    }

    /// Adds all sources; gives what the archive is written by, and what it has.
    pub(super) fn gather(self) -> Result<(Option<Writer>, Added), Stop> {
        let gathered = InOrder::new(self.job, self).walk()?;
        Ok((gathered.packer, gathered.added))
    }

    fn other(&mut self, found: Found<'_>, meta: &Meta) -> Result<(), Stop> {
        let path = || found.path();
        let (major, minor) = sys::device_numbers(meta.rdev);
        let kind = match meta.kind {
            FileKind::Symlink => match sys::read_link(found.at(), found.name) {
                Ok(to) => Kind::Symlink(to.into_bytes()),
                Err(errno) => {
                    self.failed(path(), failure(Action::ReadLink, &path(), errno));
                    return Ok(());
                }
            },
            FileKind::Fifo => Kind::Fifo,
            FileKind::CharDevice => Kind::CharDevice(major, minor),
            FileKind::BlockDevice => Kind::BlockDevice(major, minor),
            FileKind::File | FileKind::Directory | FileKind::Socket | FileKind::Unknown => {
                self.left_out(SkipReason::Special, path(), found.inside);
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
        let path = || found.path();
        let opened = sys::open_source(found.at(), found.name, false)
            .and_then(|fd| sys::stat_fd(fd.as_fd()).map(|meta| (fd, meta)));
        let (fd, meta) = match opened {
            Ok((_, meta)) if meta.kind != FileKind::File => {
                let error = OpError::refused(Action::Open, Code::SourceChanged, path());
                self.failed(path(), error);
                return Ok(());
            }
            Ok(opened) => opened,
            Err(errno) => {
                self.failed(path(), failure(Action::Open, &path(), errno));
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
            self.failed(path(), failure(Action::Read, &path(), errno));
            return Ok(());
        }
        if added.is_padded {
            // Zeros stand for the rest, and would be the data of its other names.
            self.links.remove(&meta.id());
            let error = OpError::refused(Action::Pack, Code::SourceChanged, path());
            self.failed(path(), error);
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
        let path = || found.path();
        match self.format.and_then(|format| format.unfit(entry)) {
            None => {
                let paths = || (path(), self.inside(found.inside));
                self.job.begins(Op::Pack, paths, || None);
                return true;
            }
            Some(Unfit::Special) => {
                let error = OpError::refused(Action::Pack, Code::Unsupported, path());
                self.failed(path(), error);
            }
            Some(Unfit::NotUtf8) => {
                let error = OpError::refused(Action::Pack, Code::NotUtf8, path());
                self.failed(path(), error);
            }
            Some(Unfit::TooLong) => {
                self.failed(path(), failure(Action::Pack, &path(), Errno::NAMETOOLONG));
            }
        }
        false
    }

    /// The path of an item in the archive, as people see it.
    fn inside(&self, inside: &[u8]) -> PathBuf {
        self.archive.join(std::ffi::OsStr::from_bytes(inside))
    }

    /// Notes an item that is in the stage of the archive: it is told when the archive has its name.
    fn done(&mut self, found: Found<'_>, bytes: u64) {
        self.added.counted.items += 1;
        let counted = &mut self.added.counted.bytes;
        *counted = counted.saturating_add(bytes);
        if self.packer.is_some() && self.job.tells(EventLevel::All) {
            let spill = || Spill::new(self.job.home.as_ref().and_then(|home| home.state.clone()));
            self.added.note((&found.path(), &self.inside(found.inside)), bytes, spill);
        }
    }

    fn left_out(&self, reason: SkipReason, path: PathBuf, inside: &[u8]) {
        self.job.end_skipped(OWN, reason, 0, (path, self.inside(inside)));
    }

    fn failed(&mut self, path: PathBuf, error: OpError) {
        self.added.counted.failed += 1;
        self.job.failed(OWN, path, error);
    }
}

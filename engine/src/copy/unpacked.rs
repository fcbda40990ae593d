//! Moves what was unpacked from an archive to its names.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::copier::{Copier, Relocation};
use crate::contract::error::OpError;
use crate::contract::spec::Verb;
use crate::job::Job;
use crate::walk::worker::OpenRules;
use fcp_sys::Meta;

/// What is known of the entries of an archive besides what was unpacked.
#[derive(Debug, Default)]
pub(crate) struct Unpacked {
    /// The metadata of directories, by the device and inode of those that were made for them, which are only for
    /// their owner until all is moved out of them.
    pub(crate) directories: HashMap<(u64, u64), DirectoryMeta>,
    /// Why the sources of some of these stay: an attribute that a move would lose, or that the user requires.
    pub(crate) lacking: HashMap<(u64, u64), OpError>,
    /// The archive is damaged, and nothing says which of its files are whole: none of them replaces anything.
    pub(crate) is_doubtful: bool,
}

/// What a directory gets in the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DirectoryMeta {
    pub(crate) mode: u32,
    /// Seconds and nanoseconds.
    pub(crate) mtime: Option<(i64, i64)>,
    pub(crate) owner: Option<(u32, u32)>,
}

impl Copier {
    /// Makes one that moves the entries of an archive to their names.
    pub(crate) fn of_unpacked(
        job: &Arc<Job>,
        rules: OpenRules,
        relocations: Vec<Relocation>,
        unpacked: Unpacked,
    ) -> Self {
        let made = Self::on_errands(Arc::clone(job), rules, relocations);
        Self { moves: true, unpacked: Some(unpacked), ..made }
    }

    /// Lets it spare what other archives of the job have brought, and remember what it brings where there are several.
    pub(crate) fn after(mut self, brought: &HashSet<(u64, u64)>) -> Self {
        let is_followed = self.job.spec.sources.len() > 1;
        self.created.follow(brought.clone(), is_followed);
        self
    }

    /// What this archive and those before it have brought.
    pub(crate) fn brought(&self) -> HashSet<(u64, u64)> {
        self.created.brought()
    }

    /// Whether it gives an archive its name, which the job has made.
    pub(super) fn packs(&self) -> bool {
        self.job.spec.verb == Verb::Pack
    }

    /// Whether it moves the entries of an archive, or an archive that was made.
    pub(super) fn unpacks(&self) -> bool {
        self.unpacked.is_some()
    }

    /// Whether nothing says that what was unpacked is whole.
    pub(super) fn is_doubtful(&self) -> bool {
        self.unpacked.as_ref().is_some_and(|unpacked| unpacked.is_doubtful)
    }

    /// Why a directory of the source does not count as copied, although all in it has its place.
    pub(super) fn lacks(&self, id: (u64, u64)) -> Result<(), OpError> {
        let lacking = self.unpacked.as_ref().and_then(|it| it.lacking.get(&id));
        lacking.map_or(Ok(()), |error| Err(error.clone()))
    }

    /// Gives a directory of the source the metadata that its entry in the archive has.
    pub(super) fn as_packed(&self, meta: Meta) -> Meta {
        let found = self.unpacked.as_ref().and_then(|it| it.directories.get(&meta.id()));
        let Some(packed) = found else { return meta };
        let (uid, gid) = packed.owner.unwrap_or((meta.uid, meta.gid));
        Meta { mode: packed.mode, mtime: packed.mtime.unwrap_or(meta.mtime), uid, gid, ..meta }
    }
}

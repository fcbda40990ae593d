//! Chooses the entries of an archive that the user wants, and gives them paths that stay below the destination.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_archive::{Entry, Unsafe, parts};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, SkipReason};
use crate::job::Job;
use crate::walk::node::DirNode;
use fcp_sys::{self as sys, Errno};

/// The longest path of an entry; four times what the kernel takes at once.
const LONGEST: usize = 16 << 10;

/// The longest path of an item of another machine, whose trees may be deeper than archives are. Bounded, since all
/// directories above an item are opened one after the other.
const LONGEST_SENT: usize = 1 << 20;

/// Why an entry is not placed, although the next one may be.
pub(super) enum Miss {
    Error(OpError),
    Skip(SkipReason),
    /// Nothing is said about it: it is the directory itself, or not among those that the user chose.
    Nothing,
}

/// Chooses the entries that the user wants, and gives them their paths below the destination.
pub(super) struct Chooser<'a> {
    job: &'a Arc<Job>,
    source: &'a Path,
    /// Stands for the archive, as the directory that its entries are in.
    pub(super) node: Option<Arc<DirNode>>,
}

impl<'a> Chooser<'a> {
    pub(super) fn new(job: &'a Arc<Job>, source: &'a Path) -> Self {
        let node = job.top().and_then(|top| {
            let name = sys::c_path(source)?;
            let meta = top.meta;
            Some(DirNode::child(&top, &name, &name, meta, false, Vec::new()))
        });
        Self { job, source, node }
    }

    /// The path of an entry as people see it.
    pub(super) fn path(&self, entry: &Entry) -> PathBuf {
        self.source.join(OsStr::from_bytes(relative(&entry.name)))
    }

    /// Takes the name of an entry apart, if it is one of those that the user wants.
    pub(super) fn names(&self, entry: &Entry, path: &Path) -> Result<Vec<Vec<u8>>, Miss> {
        let longest = if self.job.link.is_some() { LONGEST_SENT } else { LONGEST };
        let is_too_long = entry.name.len() > longest;
        // What the user has not chosen is no failure, whatever its name is.
        if !self.is_chosen(entry.name.get(..longest).unwrap_or(&entry.name), entry) {
            return Err(Miss::Nothing);
        }
        if is_too_long {
            return Err(Miss::Error(OpError::new(whole(self.job), path, Errno::NAMETOOLONG)));
        }
        let found = match parts(&entry.name) {
            Ok(found) => found,
            Err(Unsafe::Invalid | Unsafe::Absolute | Unsafe::Above) => {
                return Err(unsafe_name(self.job, path));
            }
        };
        let below = self.job.spec.options.below.as_ref();
        let below = below.and_then(|below| below.0.strip_prefix(self.source).ok());
        let skipped = below.map_or(0, |below| {
            let above = below.components().map(|part| part.as_os_str().as_bytes());
            let matching = above.clone().zip(&found).take_while(|(a, b)| a == *b).count();
            if matching == above.count() { matching } else { 0 }
        });
        Ok(found.into_iter().skip(skipped).map(<[u8]>::to_vec).collect())
    }

    /// Whether the filters accept an entry by its name, which may be one that is not unpacked.
    fn is_chosen(&self, name: &[u8], entry: &Entry) -> bool {
        let Some(node) = self.node.as_ref().filter(|_| self.job.is_filtered()) else {
            return true;
        };
        // An absolute name is none of those below, which the user may have chosen.
        let above: &[&[u8]] = if name.starts_with(b"/") { &[b".."] } else { &[] };
        let parts = name.split(|byte| *byte == b'/').filter(|part| !matches!(*part, b"" | b"."));
        let found: Vec<&[u8]> = above.iter().copied().chain(parts).collect();
        (1..=found.len()).all(|end| {
            let kind = if end < found.len() || entry.is_directory() {
                FileKind::Directory
            } else {
                FileKind::File
            };
            let inside = found[..end].join(&b'/');
            let inside = Path::new(OsStr::from_bytes(&inside));
            // What has a NUL in it can be chosen only with all the rest.
            let Ok(name) = CString::new(found[end - 1]) else {
                return self.job.spec.options.filter.only.is_empty();
            };
            self.job.filters.accepts_inside(node, inside, &name, kind)
        })
    }
}

/// Refuses a name that leads elsewhere.
pub(super) fn unsafe_name(job: &Job, path: &Path) -> Miss {
    Miss::Error(OpError::refused(whole(job), Code::UnsafeName, path))
}

/// What is done with an entry, which is an item of another machine where the job has a connection.
pub(super) fn whole(job: &Job) -> Action {
    if job.link.is_some() { Action::Receive } else { Action::Unpack }
}

/// A name without what would make it replace the path of the archive when both are joined to be shown.
pub(super) fn relative(name: &[u8]) -> &[u8] {
    let start = name.iter().position(|byte| *byte != b'/').unwrap_or(name.len());
    name.get(start..).unwrap_or_default()
}

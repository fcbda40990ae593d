//! Knows what no mirror removes, however it seems to be extra.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::contract::error::OpError;
use crate::contract::event::FileKind;
use crate::job::Job;
use crate::walk::descent::{Descend, descend};
use crate::walk::operand::ancestors;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Meta, c_path};

/// Directories that must never be removed: our own state, the trash, the sources, the folder of the plan, and the working
/// directory, which a delete refuses as well.
#[derive(Debug, Default)]
pub(super) struct Spared {
    found: OnceLock<Found>,
}

#[derive(Debug, Default)]
struct Found {
    /// They, and those above them.
    around: Vec<(u64, u64)>,
    own: Vec<Meta>,
}

impl Spared {
    /// Whether a directory holds one of them, or is one.
    pub(super) fn has(&self, job: &Job, dir: BorrowedFd<'_>, name: &CStr) -> bool {
        let found = self.found.get_or_init(|| Found::of(job));
        sys::stat_at(dir, name, false).is_ok_and(|meta| found.around.contains(&meta.id()))
            || found.is_below(job, dir, name)
    }
}

impl Found {
    fn of(job: &Job) -> Self {
        let home = job.home.iter();
        let home =
            home.flat_map(|home| home.state.clone().into_iter().chain([home.data.join("Trash")]));
        let paths = home
            .chain([".".into()])
            .chain(job.plan_dir().map(Path::to_owned))
            .chain(job.spec.sources.iter().map(|source| source.0.clone()));
        let open = |path: PathBuf| sys::enter_dir(sys::CWD, &c_path(&path)?, true).ok();
        let mut found = Self::default();
        for dir in paths.filter_map(open) {
            found.own.extend(sys::stat_dir(dir.as_fd()));
            found.around.extend(ancestors(dir));
        }
        found
    }

    /// Whether one of them lies in a directory and is reached by another mount of its filesystem, so that the directory is
    /// not above it by its path.
    fn is_below(&self, job: &Job, dir: BorrowedFd<'_>, name: &CStr) -> bool {
        let Ok(here) = sys::stat_dir(dir) else { return false };
        let is_elsewhere = |own: &&Meta| own.dev == here.dev && !own.shares_mount(&here);
        let wanted: Vec<(u64, u64)> = self.own.iter().filter(is_elsewhere).map(Meta::id).collect();
        if wanted.is_empty() {
            return false;
        }
        let mut search = Search { job, wanted: &wanted, is_found: false };
        descend(dir, name, Path::new(OsStr::from_bytes(name.to_bytes())), &mut search);
        search.is_found
    }
}

struct Search<'a> {
    job: &'a Job,
    wanted: &'a [(u64, u64)],
    is_found: bool,
}

impl Descend for Search<'_> {
    fn file(&mut self, _dir: BorrowedFd<'_>, _path: &Path, _name: &CStr, _kind: FileKind) {}

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, _path: &Path, name: &CStr) {
        let id = sys::stat_at(above, name, false).map(|meta| meta.id());
        self.is_found |= id.is_ok_and(|id| self.wanted.contains(&id));
    }

    // What cannot be entered holds nothing that this process works with.
    fn fails(&mut self, _error: OpError) {}

    fn goes_on(&self) -> bool {
        !self.is_found && !self.job.control.is_cancelled()
    }
}

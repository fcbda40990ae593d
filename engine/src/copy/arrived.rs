//! Keeps what a job has brought from being removed by the same job under another spelling of its name.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::copier::Copier;
use crate::contract::path::WirePath;
use crate::contract::spec::Destination;
use crate::walk::operand::base_of;
use crate::walk::spelling::{alike, is_listed};
use fcp_sys::{self as sys, BorrowedFd, c_path};

/// The items at the destinations that a request names, when all of them have ended.
#[derive(Debug)]
pub(super) struct Arrived {
    ids: HashSet<(u64, u64)>,
    /// Their names by what is alike in their paths.
    names: HashMap<Vec<u8>, CString>,
}

impl Arrived {
    fn of(paths: &[WirePath]) -> Self {
        let paths = || paths.iter().filter_map(|WirePath(path)| c_path(path));
        let name = |path: &CStr| CString::new(base_of(path)).unwrap_or_default();
        Self {
            ids: paths()
                .filter_map(|path| Some(sys::stat_at(sys::CWD, &path, false).ok()?.id()))
                .collect(),
            names: paths().map(|path| (alike(path.to_bytes()), name(&path))).collect(),
        }
    }
}

impl Copier {
    /// Whether a name that the request removes leads, in a directory that folds case, to an item of the same
    /// request that has the name in another spelling.
    pub(super) fn has_come_by_spelling(
        &self,
        (dir, name): (BorrowedFd<'_>, &CStr),
        id: (u64, u64),
        path: &Path,
    ) -> bool {
        let Some(Destination::Each(paths)) = &self.job.spec.destination else { return false };
        if !sys::folds_case(dir) && !sys::is_served_by_program(dir) {
            return false;
        }
        let arrived = self.removing.arrived.get_or_init(|| Arrived::of(paths));
        let spelled = || arrived.names.get(&alike(path.as_os_str().as_bytes()));
        arrived.ids.contains(&id)
            // A server of FUSE may give each spelling an inode number of its own.
            || spelled().is_some_and(|other| !(is_listed(dir, other) && is_listed(dir, name)))
    }
}

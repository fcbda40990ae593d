//! Looks up the names of users and groups, each one once.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use fcp_browse::Meta;
use fcp_presentation::owners::{group, user};

use crate::app::model::Owners;

/// The numbers that were asked for.
#[derive(Debug, Default)]
pub(super) struct Lookups(Mutex<(BTreeSet<u32>, BTreeSet<u32>)>);

impl Lookups {
    /// Gives the names that were not asked for before, if there are any.
    pub(super) fn names<'a>(&self, metas: impl Iterator<Item = &'a Meta>) -> Option<Owners> {
        let mut owners = Owners::default();
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (users, groups) = &mut *asked;
        for meta in metas {
            if users.insert(meta.uid) {
                owners.users.insert(meta.uid, user(meta.uid));
            }
            if groups.insert(meta.gid) {
                owners.groups.insert(meta.gid, group(meta.gid));
            }
        }
        (owners != Owners::default()).then_some(owners)
    }
}

/// Gives the names of users and of groups that the files of the system list.
///
/// There may be many more on a network, which can be typed all the same.
pub(super) fn accounts() -> [Vec<String>; 2] {
    ["/etc/passwd", "/etc/group"].map(|path| {
        let text = std::fs::read(path).unwrap_or_default();
        let lines = text.split(|&c| c == b'\n');
        let name = |line: &[u8]| {
            let name = line.split(|&c| c == b':').next()?;
            let name = std::str::from_utf8(name).ok()?;
            (!name.is_empty() && !name.starts_with('#')).then(|| name.to_owned())
        };
        let names: BTreeSet<String> = lines.filter_map(name).collect();
        names.into_iter().collect()
    })
}

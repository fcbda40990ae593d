//! Names of users and groups, asked for once each.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use fcp_engine::browse::Meta;
use nix::unistd::{Gid, Group, Uid, User};

use crate::app::model::Owners;

/// The numbers that were asked for.
#[derive(Debug, Default)]
pub(super) struct Asked(Mutex<(BTreeSet<u32>, BTreeSet<u32>)>);

impl Asked {
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

/// Gives the name of a user, or the number where there is none.
fn user(uid: u32) -> String {
    let known = User::from_uid(Uid::from_raw(uid)).ok().flatten();
    known.map_or_else(|| uid.to_string(), |user| user.name)
}

/// Gives the name of a group, or the number where there is none.
fn group(gid: u32) -> String {
    let known = Group::from_gid(Gid::from_raw(gid)).ok().flatten();
    known.map_or_else(|| gid.to_string(), |group| group.name)
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

/// Gives the number of a user, by name or number.
pub(super) fn uid(text: &str) -> Result<u32, String> {
    if let Ok(uid) = text.parse() {
        return Ok(uid);
    }
    let known = User::from_name(text).ok().flatten();
    known.map(|user| user.uid.as_raw()).ok_or_else(|| format!("no user is called '{text}'"))
}

/// Gives the number of a group, by name or number.
pub(super) fn gid(text: &str) -> Result<u32, String> {
    if let Ok(gid) = text.parse() {
        return Ok(gid);
    }
    let known = Group::from_name(text).ok().flatten();
    known.map(|group| group.gid.as_raw()).ok_or_else(|| format!("no group is called '{text}'"))
}

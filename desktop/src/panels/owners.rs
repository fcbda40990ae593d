//! Names of users and groups, as the rows of panels show them.
//!
//! A server may have to be asked for a name. So the thread that lists a folder looks names up once it has told everything
//! else, and rows show what is known by then; no lock of the panels is held meanwhile.

use std::collections::BTreeMap;
use std::sync::Mutex;

use fcp_browse::Meta;
use fcp_presentation::{lock, owners};

/// Names by number; none until they were looked up.
type Names = BTreeMap<u32, Option<String>>;

/// The names that are known, and those that are needed.
#[derive(Debug, Default)]
pub(super) struct Owners {
    users: Mutex<Names>,
    groups: Mutex<Names>,
}

impl Owners {
    /// Notes the users and groups of entries, whose names will be needed.
    pub(super) fn note(&self, metas: &[Option<Meta>]) {
        let (mut users, mut groups) = (lock(&self.users), lock(&self.groups));
        for meta in metas.iter().flatten() {
            users.entry(meta.uid).or_default();
            groups.entry(meta.gid).or_default();
        }
    }

    /// Looks up the names that were noted; tells whether there were any.
    pub(super) fn look_up(&self) -> bool {
        let users = learn(&self.users, owners::user);
        learn(&self.groups, owners::group) || users
    }

    /// Gives the name of a user, if it is known.
    pub(super) fn user(&self, uid: u32) -> Option<String> {
        lock(&self.users).get(&uid)?.clone()
    }

    /// Gives the name of a group, if it is known.
    pub(super) fn group(&self, gid: u32) -> Option<String> {
        lock(&self.groups).get(&gid)?.clone()
    }
}

fn learn(names: &Mutex<Names>, name: fn(u32) -> String) -> bool {
    let unknown: Vec<u32> =
        lock(names).iter().filter(|(_, name)| name.is_none()).map(|(id, _)| *id).collect();
    for id in &unknown {
        let name = name(*id);
        lock(names).insert(*id, Some(name));
    }
    !unknown.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_once_they_were_looked_up() {
        let owners = Owners::default();
        owners.note(&[None, Some(Meta { gid: 3_999_999_999, ..Meta::default() })]);
        assert_eq!((owners.user(0), owners.group(3_999_999_999)), (None, None));
        assert!(owners.look_up());
        assert_eq!(owners.user(0).as_deref(), Some("root"));
        // A group without a name has its number.
        assert_eq!(owners.group(3_999_999_999).as_deref(), Some("3999999999"));
        assert_eq!(owners.user(7), None);
        assert!(!owners.look_up());
    }
}

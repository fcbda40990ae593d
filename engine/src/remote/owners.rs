//! Tells the names of owners, and finds the numbers that these names have on this machine.
//!
//! Two machines may give one user different numbers, so the names travel, too, as with rsync and tar: each once, with the
//! first items that have it. Number 0 is the administrator everywhere, whatever its name.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::os::unix::ffi::OsStrExt;

use crate::contract::path::WirePath;
use crate::link::{Attribute, Item, Owners};
use fcp_sys::{OwnerKind, renumber_acl};

/// Beginning of the names of attributes that are ACLs.
pub(super) const ACL: &[u8] = b"system.posix_acl_";

fn as_bytes(path: &WirePath) -> &[u8] {
    path.0.as_os_str().as_bytes()
}

/// Gathers the names of owners that the other end has not been told.
#[derive(Debug, Default)]
pub(super) struct Introductions {
    met: HashSet<(OwnerKind, u32)>,
    new: Owners,
}

impl Introductions {
    /// Looks at the owners of an item, and at those in its ACLs, if the request keeps them.
    pub(super) fn meet(&mut self, item: &Item, ownership: bool) {
        if ownership {
            let (user, group) = item.owner;
            self.look_up(OwnerKind::User, user);
            self.look_up(OwnerKind::Group, group);
        }
        for Attribute { name, value } in &item.attributes {
            if as_bytes(name).starts_with(ACL) {
                renumber_acl(&mut as_bytes(value).to_vec(), |kind, id| {
                    self.look_up(kind, id);
                    id
                });
            }
        }
    }

    /// Looks a name up, once for each number.
    fn look_up(&mut self, kind: OwnerKind, id: u32) {
        if id == 0 || !self.met.insert((kind, id)) {
            return;
        }
        if let Some(name) = kind.name_of(id) {
            match kind {
                OwnerKind::User => self.new.users.push((id, name)),
                OwnerKind::Group => self.new.groups.push((id, name)),
            }
        }
    }

    /// Gives the names that are new since the last call.
    pub(super) fn take(&mut self) -> Owners {
        std::mem::take(&mut self.new)
    }
}

/// Names of owners that are remembered; beyond these they keep their numbers.
const NAMES: usize = 1 << 16;

/// The numbers that owners of the other end have on this machine.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    names: HashMap<(OwnerKind, u32), String>,
    /// The numbers of those that an item had. A name may be looked up over a network, so none is for nothing.
    here: RefCell<HashMap<(OwnerKind, u32), u32>>,
}

impl Numbers {
    /// Remembers the names that the other end has told.
    pub(super) fn learn(&mut self, owners: Owners) {
        let users = owners.users.into_iter().map(|(id, name)| (OwnerKind::User, id, name));
        let groups = owners.groups.into_iter().map(|(id, name)| (OwnerKind::Group, id, name));
        for (kind, id, name) in users.chain(groups) {
            if id != 0 && self.names.len() < NAMES {
                self.names.entry((kind, id)).or_insert(name);
            }
        }
    }

    fn of(&self, kind: OwnerKind, id: u32) -> u32 {
        let Some(name) = self.names.get(&(kind, id)) else { return id };
        // What has no name here keeps its number, and what was no administrator's does not become one's.
        let look_up = || kind.id_of(name).filter(|here| *here != 0).unwrap_or(id);
        *self.here.borrow_mut().entry((kind, id)).or_insert_with(look_up)
    }

    /// Gives user and group of an item.
    pub(super) fn owner(&self, (user, group): (u32, u32)) -> (u32, u32) {
        (self.of(OwnerKind::User, user), self.of(OwnerKind::Group, group))
    }

    /// Gives the value of an attribute, in which an ACL has the numbers of this machine.
    pub(super) fn attribute(&self, name: &[u8], mut value: Vec<u8>) -> Vec<u8> {
        if name.starts_with(ACL) {
            renumber_acl(&mut value, |kind, id| self.of(kind, id));
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_user_becomes_the_administrator_by_a_name() {
        let mut numbers = Numbers::default();
        let owners = |id| vec![(id, "root".to_owned())];
        numbers.learn(Owners { users: owners(1000), groups: owners(7) });
        numbers.learn(Owners { users: owners(0), groups: owners(0) });
        assert_eq!(numbers.owner((1000, 7)), (1000, 7));
        assert_eq!(numbers.owner((0, 0)), (0, 0));
    }
}

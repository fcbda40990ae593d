//! Names and numbers of users and groups, as the system knows them, and the numbers in POSIX ACLs.

use nix::unistd::{Gid, Group, Uid, User};

/// The version of the form in which the kernel gives an ACL (`POSIX_ACL_XATTR_VERSION`), with its bytes.
const ACL_VERSION: [u8; 4] = 2_u32.to_le_bytes();

/// What the number of an entry in an ACL stands for (`ACL_USER` and `ACL_GROUP` of acl(5)).
const ACL_USER: u16 = 0x02;
const ACL_GROUP: u16 = 0x08;

/// Bytes of an entry: two of what it is for, two of permissions, and four of a number, the lowest first.
const ACL_ENTRY: usize = 8;

/// Tells users from groups, which have numbers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnerKind {
    /// A user.
    User,
    /// A group.
    Group,
}

impl OwnerKind {
    /// Gives the name of a number, if it has one.
    pub fn name_of(self, id: u32) -> Option<String> {
        match self {
            Self::User => Some(User::from_uid(Uid::from_raw(id)).ok()??.name),
            Self::Group => Some(Group::from_gid(Gid::from_raw(id)).ok()??.name),
        }
    }

    /// Gives the number of a name, if there is one.
    pub fn id_of(self, name: &str) -> Option<u32> {
        match self {
            Self::User => Some(User::from_name(name).ok()??.uid.as_raw()),
            Self::Group => Some(Group::from_name(name).ok()??.gid.as_raw()),
        }
    }
}

/// Gives users and groups in an ACL other numbers, in the form in which extended attributes hold it.
///
/// Another form is left as it is.
pub fn renumber_acl(acl: &mut [u8], mut number: impl FnMut(OwnerKind, u32) -> u32) {
    let Some((version, entries)) = acl.split_at_mut_checked(ACL_VERSION.len()) else { return };
    let (entries, []) = entries.as_chunks_mut::<ACL_ENTRY>() else { return };
    if *version != ACL_VERSION {
        return;
    }
    for [low, high, _, _, id @ ..] in &mut *entries {
        let owner = match u16::from_le_bytes([*low, *high]) {
            ACL_USER => OwnerKind::User,
            ACL_GROUP => OwnerKind::Group,
            _ => continue,
        };
        *id = number(owner, u32::from_le_bytes(*id)).to_le_bytes();
    }
    // As libacl sorts them: by what they are for, and then by the number.
    entries.sort_unstable_by_key(|[low, high, _, _, a, b, c, d]| {
        (u16::from_le_bytes([*low, *high]), u32::from_le_bytes([*a, *b, *c, *d]))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_lead_to_each_other() {
        for owner in [OwnerKind::User, OwnerKind::Group] {
            let name = owner.name_of(0).unwrap();
            assert_eq!(owner.id_of(&name), Some(0));
            assert_eq!(owner.name_of(3_999_999_999), None);
            // No name begins with a dash.
            assert_eq!(owner.id_of("-x"), None);
        }
    }

    fn entry(tag: u16, id: u32) -> Vec<u8> {
        [&tag.to_le_bytes()[..], &[7, 0], &id.to_le_bytes()].concat()
    }

    #[test]
    fn users_and_groups_of_an_acl_get_their_numbers_and_stay_in_order() {
        let acl = |users: [u32; 2], group| {
            let none = u32::MAX;
            let entries = [
                entry(1, none),
                entry(2, users[0]),
                entry(2, users[1]),
                entry(4, none),
                entry(8, group),
                entry(16, none),
                entry(32, none),
            ];
            [ACL_VERSION.to_vec(), entries.concat()].concat()
        };
        let mut there = acl([10, 20], 10);
        renumber_acl(&mut there, |owner, id| match (owner, id) {
            (OwnerKind::User, 10) => 30,
            (OwnerKind::Group, 10) => 40,
            (_, id) => id,
        });
        assert_eq!(there, acl([20, 30], 40));
        for other in [vec![1, 2, 3], vec![9; 12], [ACL_VERSION.to_vec(), vec![2; 7]].concat()] {
            let mut same = other.clone();
            renumber_acl(&mut same, |_, _| 5);
            assert_eq!(same, other);
        }
    }
}

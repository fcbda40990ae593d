//! Translates between names and numbers of users and groups, as the system knows them.

use nix::unistd::{Gid, Group, Uid, User};

use crate::tr;

/// Gives the name of a user, or the number where there is none.
pub fn user(uid: u32) -> String {
    let known = User::from_uid(Uid::from_raw(uid)).ok().flatten();
    known.map_or_else(|| uid.to_string(), |user| user.name)
}

/// Gives the name of a group, or the number where there is none.
pub fn group(gid: u32) -> String {
    let known = Group::from_gid(Gid::from_raw(gid)).ok().flatten();
    known.map_or_else(|| gid.to_string(), |group| group.name)
}

/// Gives the number of a user, by name or number.
///
/// # Errors
/// Says that there is no such user.
pub fn uid(text: &str) -> Result<u32, String> {
    if let Ok(uid) = text.parse() {
        return Ok(uid);
    }
    let known = User::from_name(text).ok().flatten();
    known.map(|user| user.uid.as_raw()).ok_or_else(|| tr!("owner-no-user", name = text))
}

/// Gives the number of a group, by name or number.
///
/// # Errors
/// Says that there is no such group.
pub fn gid(text: &str) -> Result<u32, String> {
    if let Ok(gid) = text.parse() {
        return Ok(gid);
    }
    let known = Group::from_name(text).ok().flatten();
    known.map(|group| group.gid.as_raw()).ok_or_else(|| tr!("owner-no-group", name = text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_lead_to_each_other() {
        assert_eq!(uid("0"), Ok(0));
        assert_eq!(uid(&user(0)), Ok(0));
        assert_eq!(gid(&group(0)), Ok(0));
        // No user has this name, since names do not begin with a dash.
        assert_eq!(uid("-x"), Err("no user is called '-x'".to_owned()));
        assert_eq!(gid("-x"), Err("no group is called '-x'".to_owned()));
        assert_eq!(user(3_999_999_999), "3999999999");
    }
}

//! Translates between names and numbers of users and groups, as the system knows them.

use fcp_sys::OwnerKind;

use crate::tr;

/// Gives the name of a user, or the number where there is none.
pub fn user(uid: u32) -> String {
    OwnerKind::User.name_of(uid).unwrap_or_else(|| uid.to_string())
}

/// Gives the name of a group, or the number where there is none.
pub fn group(gid: u32) -> String {
    OwnerKind::Group.name_of(gid).unwrap_or_else(|| gid.to_string())
}

/// Gives the number of a user, by name or number.
///
/// # Errors
/// Says that there is no such user.
pub fn uid(text: &str) -> Result<u32, String> {
    if let Ok(uid) = text.parse() {
        return Ok(uid);
    }
    OwnerKind::User.id_of(text).ok_or_else(|| tr!("owner-no-user", name = text))
}

/// Gives the number of a group, by name or number.
///
/// # Errors
/// Says that there is no such group.
pub fn gid(text: &str) -> Result<u32, String> {
    if let Ok(gid) = text.parse() {
        return Ok(gid);
    }
    OwnerKind::Group.id_of(text).ok_or_else(|| tr!("owner-no-group", name = text))
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

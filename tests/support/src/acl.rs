//! Builds POSIX ACLs as the kernel stores them in extended attributes, without `setfacl`.

/// The attribute that holds the ACL of a file or directory.
pub const ACCESS: &str = "system.posix_acl_access";
/// The attribute that holds what new entries of a directory inherit.
pub const DEFAULT: &str = "system.posix_acl_default";

const VERSION: u32 = 2;
const USER_OBJ: u16 = 0x01;
const USER: u16 = 0x02;
const GROUP_OBJ: u16 = 0x04;
const GROUP: u16 = 0x08;
const MASK: u16 = 0x10;
const OTHER: u16 = 0x20;
const NOBODY_IN_PARTICULAR: u32 = u32::MAX;

/// Encodes an ACL that grants a named user and a named group more than the mode says.
pub fn encode(user: (u32, u16), group: (u32, u16)) -> Vec<u8> {
    let mut bytes = VERSION.to_le_bytes().to_vec();
    for (tag, rights, id) in [
        (USER_OBJ, 6, NOBODY_IN_PARTICULAR),
        (USER, user.1, user.0),
        (GROUP_OBJ, 4, NOBODY_IN_PARTICULAR),
        (GROUP, group.1, group.0),
        (MASK, 6, NOBODY_IN_PARTICULAR),
        (OTHER, 4, NOBODY_IN_PARTICULAR),
    ] {
        bytes.extend_from_slice(&tag.to_le_bytes());
        bytes.extend_from_slice(&u16::to_le_bytes(rights));
        bytes.extend_from_slice(&u32::to_le_bytes(id));
    }
    bytes
}

//! Reads and writes extended attributes, and ACLs.

use std::ffi::{CStr, CString};

use super::{Errno, Sys};

#[cfg(not(target_os = "linux"))]
mod apple;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(not(target_os = "linux"))]
pub use apple::*;
#[cfg(target_os = "linux")]
pub use linux::*;

/// The name of the ACL that says who may do what with a file or directory, also where there are none.
pub const ACCESS_ACL: &[u8] = b"system.posix_acl_access";
const DEFAULT_ACL: &[u8] = b"system.posix_acl_default";

/// Whether a copy keeps some attributes in any case: on macOS the quarantine and the resource fork.
pub const KEEPS_ALWAYS: bool = cfg!(target_vendor = "apple");

/// Selects which extended attributes are copied.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    /// ACLs.
    pub acl: bool,
    /// The security context (`SELinux`, SMACK).
    pub context: bool,
    /// Everything else.
    pub xattr: bool,
}

impl Keep {
    /// Whether an attribute of this name is copied.
    pub fn wants(self, name: &[u8]) -> bool {
        match name {
            ACCESS_ACL | DEFAULT_ACL => self.acl,
            b"security.selinux" | b"security.SMACK64" => self.context,
            // Computed by the kernel for this very inode.
            b"security.ima" | b"security.evm" => false,
            // What a filesystem stores elsewhere, or another way; xfs shows its ACLs a second time.
            name => {
                let own: [&[u8]; 3] = [b"system.nfs4", b"btrfs.", b"trusted.SGI_"];
                self.xattr && !own.iter().any(|prefix| name.starts_with(prefix))
            }
        }
    }
}

/// Reads into a buffer that grows until it fits.
fn read_all(first: usize, mut call: impl FnMut(&mut [u8]) -> Sys<usize>) -> Sys<Vec<u8>> {
    let mut buffer = vec![0; first];
    loop {
        match call(&mut buffer) {
            Ok(len) => {
                buffer.truncate(len);
                return Ok(buffer);
            }
            // XATTR_SIZE_MAX is 64 KiB (xattr(7)).
            Err(Errno::RANGE) if buffer.len() < 1 << 20 => {
                let larger = buffer.len() * 8;
                buffer.resize(larger, 0);
            }
            Err(errno) => return Err(errno),
        }
    }
}

/// Cuts what listxattr(2) gives into names.
fn cut(names: &[u8]) -> impl Iterator<Item = CString> {
    let names = names.split_inclusive(|byte| *byte == 0);
    names.filter_map(|name| CStr::from_bytes_with_nul(name).ok().map(CStr::to_owned))
}

/// Attributes that are told of one file at most.
const TOLD: usize = 100;

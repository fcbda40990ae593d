//! Extended attributes of Linux, POSIX ACLs among them.

use std::ffi::{CStr, CString};

use rustix::fs::{self, XattrFlags};

use super::{Keep, TOLD, cut, read_all};
use crate::{BorrowedFd, Errno, Sys};

/// Either an open file or, for what cannot be opened, its path.
trait Target {
    fn names(&self, buffer: &mut [u8]) -> Sys<usize>;
    fn get(&self, name: &CStr, buffer: &mut [u8]) -> Sys<usize>;
    fn set(&self, name: &CStr, value: &[u8]) -> Sys<()>;
}

impl Target for BorrowedFd<'_> {
    fn names(&self, buffer: &mut [u8]) -> Sys<usize> {
        fs::flistxattr(self, buffer)
    }
    fn get(&self, name: &CStr, buffer: &mut [u8]) -> Sys<usize> {
        fs::fgetxattr(self, name, buffer)
    }
    fn set(&self, name: &CStr, value: &[u8]) -> Sys<()> {
        fs::fsetxattr(self, name, value, XattrFlags::empty())
    }
}

impl Target for CString {
    fn names(&self, buffer: &mut [u8]) -> Sys<usize> {
        fs::llistxattr(self.as_c_str(), buffer)
    }
    fn get(&self, name: &CStr, buffer: &mut [u8]) -> Sys<usize> {
        fs::lgetxattr(self.as_c_str(), name, buffer)
    }
    fn set(&self, name: &CStr, value: &[u8]) -> Sys<()> {
        fs::lsetxattr(self.as_c_str(), name, value, XattrFlags::empty())
    }
}

/// Gives the names of attributes that are wanted.
fn names_of(from: &impl Target, keep: Keep) -> Sys<Vec<CString>> {
    // Most files have none, which this asks with one call and no memory.
    let mut probe = [0_u8; 256];
    let names = match from.names(&mut probe) {
        Ok(0) | Err(Errno::OPNOTSUPP) => return Ok(Vec::new()),
        Ok(len) => probe.get(..len).unwrap_or_default().to_vec(),
        Err(Errno::RANGE) => read_all(4096, |buffer| from.names(buffer))?,
        Err(errno) => return Err(errno),
    };
    Ok(cut(&names).filter(|name| keep.wants(name.to_bytes())).collect())
}

/// Copies attributes and gives the first failure after trying all of them: that of an attribute which the user and the
/// filesystem may have, if there is such.
fn copy(from: &impl Target, to: &impl Target, keep: Keep) -> Sys<()> {
    let mut first = Ok(());
    for name in names_of(from, keep)? {
        let done = read_all(1024, |buffer| from.get(&name, buffer))
            .and_then(|value| to.set(&name, &value));
        match done {
            // Another process removed it meanwhile.
            Ok(()) | Err(Errno::NODATA) => {}
            Err(errno) => {
                let says_more = !may_not_be(errno) && first.is_err_and(may_not_be);
                first = if says_more { Err(errno) } else { first.and(Err(errno)) };
            }
        }
    }
    first
}

/// Whether an attribute could not be set because of its kind.
fn may_not_be(errno: Errno) -> bool {
    matches!(errno, Errno::PERM | Errno::OPNOTSUPP)
}

/// Reads the extended attributes of what has a name in a directory, and is not followed.
///
/// # Errors
/// They cannot be read.
pub fn xattrs_at(dir: BorrowedFd<'_>, name: &CStr, keep: Keep) -> Sys<Vec<(CString, Vec<u8>)>> {
    // The directory itself is asked without a look-up in it, which a mode without x forbids; one that is open for
    // look-ups alone, and the working directory, cannot be asked so (EBADF).
    let of_itself = if name == c"." { read_from(&dir, keep) } else { Err(Errno::BADF) };
    match of_itself {
        Err(Errno::BADF) => read_from(&magic_path(dir, name)?, keep),
        found => found,
    }
}

fn read_from(from: &impl Target, keep: Keep) -> Sys<Vec<(CString, Vec<u8>)>> {
    let mut found = Vec::new();
    for name in names_of(from, keep)? {
        match read_all(1024, |buffer| from.get(&name, buffer)) {
            Ok(value) => found.push((name, value)),
            // Another process removed it meanwhile.
            Err(Errno::NODATA) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(found)
}

/// Sets an extended attribute of what has a name in a directory, and is not followed.
///
/// # Errors
/// `EOPNOTSUPP` where the filesystem has none, and others of setxattr(2).
pub fn set_xattr_at(dir: BorrowedFd<'_>, name: &CStr, attribute: &CStr, value: &[u8]) -> Sys<()> {
    let of_itself = if name == c"." { dir.set(attribute, value) } else { Err(Errno::BADF) };
    match of_itself {
        Err(Errno::BADF) => magic_path(dir, name)?.set(attribute, value),
        set => set,
    }
}

/// Removes those extended attributes of what has a name in a directory, and is not followed.
///
/// # Errors
/// Gives the first failure after trying all of them; `EPERM` for those of the system.
pub fn drop_xattrs_at(dir: BorrowedFd<'_>, name: &CStr, which: Keep) -> Sys<()> {
    let path = magic_path(dir, name)?;
    let mut first = Ok(());
    for name in names_of(&path, which)? {
        first = first.and(gone(fs::lremovexattr(path.as_c_str(), &name)));
    }
    first
}

/// Copies extended attributes between open files; only on macOS it matters whether `to` is a clone of `from`.
///
/// # Errors
/// Gives the first failure after trying all of them; `EOPNOTSUPP` where the destination has none.
pub fn copy_xattrs_fd(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    keep: Keep,
    _is_clone: bool,
) -> Sys<()> {
    copy(&from, &to, keep)
}

/// Copies extended attributes between names that cannot be opened, such as symlinks.
pub fn copy_xattrs_at(
    from: BorrowedFd<'_>,
    source: &CStr,
    to: BorrowedFd<'_>,
    destination: &CStr,
    keep: Keep,
) -> Sys<()> {
    copy(&magic_path(from, source)?, &magic_path(to, destination)?, keep)
}

/// Gives the extended attributes of a path that is not followed; those that cannot be read are left out.
pub fn xattrs(path: &CStr) -> Vec<(CString, Vec<u8>)> {
    let path = path.to_owned();
    let names = read_all(4096, |buffer| path.names(buffer)).unwrap_or_default();
    let found = cut(&names).take(TOLD).filter_map(|name| {
        let value = read_all(256, |buffer| path.get(&name, buffer)).ok()?;
        Some((name, value))
    });
    found.collect()
}

/// Whether new entries of a directory inherit an ACL.
pub fn hands_down_acl(dir: BorrowedFd<'_>) -> bool {
    // One that does not fit is there as well.
    let found = fs::fgetxattr(dir, c"system.posix_acl_default", &mut [0_u8; 256]);
    found.is_ok() || found == Err(Errno::RANGE)
}

/// Whether a file or directory has an ACL, so that the group's bits in its mode are a mask.
pub fn has_acl(fd: BorrowedFd<'_>) -> bool {
    // One that does not fit is there as well.
    let found = fs::fgetxattr(fd, c"system.posix_acl_access", &mut [0_u8; 256]);
    found.is_ok() || found == Err(Errno::RANGE)
}

/// Removes the ACL that a file or directory inherited, and what it would hand down itself.
pub fn drop_acls(fd: BorrowedFd<'_>, is_dir: bool) -> Sys<()> {
    drop_acl(fd, c"system.posix_acl_access")?;
    if is_dir { drop_acl(fd, c"system.posix_acl_default") } else { Ok(()) }
}

/// Removes one ACL.
///
/// ext4 begins a transaction for the removal of what is not there, and the question costs none.
fn drop_acl(fd: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    match fs::fgetxattr(fd, name, &mut [0_u8; 256]) {
        Err(Errno::NODATA | Errno::OPNOTSUPP) => Ok(()),
        _ => gone(fs::fremovexattr(fd, name)),
    }
}

/// Removes the ACL that a node without data inherited.
pub fn drop_acl_at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    gone(fs::lremovexattr(magic_path(dir, name)?.as_c_str(), c"system.posix_acl_access"))
}

/// What is not there need not be removed.
fn gone(removed: Sys<()>) -> Sys<()> {
    match removed {
        Err(Errno::NODATA | Errno::OPNOTSUPP) => Ok(()),
        removed => removed,
    }
}

/// Copies from the file that is replaced its access ACL, and the attributes of the user, as far as they are wanted.
///
/// Those of the system may give rights, such as capabilities, which were not meant for the new contents.
///
/// # Errors
/// Gives the first failure after trying all of them: without its ACL, a mode that was the mask of it gives the group more.
pub fn keep_of_replaced(
    from: BorrowedFd<'_>,
    old: &CStr,
    to: BorrowedFd<'_>,
    keep: Keep,
) -> Sys<()> {
    let path = magic_path(from, old)?;
    let mut first = Ok(());
    for name in names_of(&path, keep)? {
        if name.to_bytes() == super::ACCESS_ACL || name.to_bytes().starts_with(b"user.") {
            let value = read_all(1024, |buffer| path.get(&name, buffer));
            first = first.and(value.and_then(|value| to.set(&name, &value)));
        }
    }
    first
}

/// Spells a name relative to a descriptor as a path, for calls that have no `*at` form.
///
/// setxattrat(2) exists only since Linux 6.13. The last component is never followed: callers use
/// the `l*xattr` family.
fn magic_path(dir: BorrowedFd<'_>, name: &CStr) -> Sys<CString> {
    use rustix::fd::AsRawFd as _;
    let mut path = Vec::new();
    let raw = dir.as_raw_fd();
    if raw >= 0 && !name.to_bytes().starts_with(b"/") {
        path.extend_from_slice(format!("/proc/thread-self/fd/{raw}/").as_bytes());
    }
    path.extend_from_slice(name.to_bytes());
    CString::new(path).map_err(|_nul| Errno::INVAL)
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions, write};
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fd::AsFd;
    use rustix::fs::{CWD, FileType, Mode, OFlags};

    use super::*;

    #[test]
    fn the_acl_of_a_replaced_file_is_kept_where_another_attribute_cannot_be() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        write(path("old"), "").unwrap();
        let old = File::open(path("old")).unwrap();
        // The owner, one user, the group, the mask, others: a tag, the rights and a number each.
        let entries = [(1, 6, !0), (2, 6, 1234), (4, 0, !0), (16, 6, !0), (32, 0, !0)];
        let mut acl = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            acl.extend([u16::to_le_bytes(tag), u16::to_le_bytes(rights)].as_flattened());
            acl.extend(u32::to_le_bytes(id));
        }
        let set = |name: &CStr, value: &[u8]| old.as_fd().set(name, value);
        let own = c"system.posix_acl_access";
        if set(c"user.first", b"1").and_then(|()| set(own, &acl)).is_err() {
            // The filesystem has none.
            return;
        }
        // Nothing but files and directories may have attributes of the user.
        let mode = Mode::from_raw_mode(0o600);
        fs::mknodat(CWD, path("fifo"), FileType::Fifo, mode, 0).unwrap();
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        let fifo = OpenOptions::new().read(true).custom_flags(flags).open(path("fifo")).unwrap();
        let keep = Keep { acl: true, context: false, xattr: true };
        let above = File::open(dir.path()).unwrap();
        assert!(keep_of_replaced(above.as_fd(), c"old", fifo.as_fd(), keep).is_err());
        assert!(has_acl(fifo.as_fd()));
    }
}

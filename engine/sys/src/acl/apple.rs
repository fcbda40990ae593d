//! Extended attributes of macOS, resource forks and the quarantine among them, and its ACLs.
//!
//! fcopyfile(3) copies them between open files: it knows how long a resource fork may be, of which getxattr(2) reads as much
//! as fits into the buffer, and merges the ACL of the source with the entries that the copy has inherited from its folder, which stay.
//! What cannot be opened like a file, a symlink, is opened itself (`O_SYMLINK`, open(2)).

use std::ffi::{CStr, CString};

use nix::libc;
use rustix::fd::AsRawFd as _;
use rustix::fs::{self, Mode, OFlags, XattrFlags};

use super::{Keep, TOLD, cut, read_all};
use crate::{AsFd as _, BorrowedFd, Errno, OwnedFd, Sys, one_code};

/// Says that a file came from elsewhere and was not approved yet: always kept, since a copy is no approval.
const QUARANTINE: &CStr = c"com.apple.quarantine";

/// The second half of what old files consist of: always kept, as it is data.
const RESOURCE_FORK: &CStr = c"com.apple.ResourceFork";

/// Attributes that the system gives each file by itself, and that neither can be set nor removed.
const OF_SYSTEM: [&CStr; 3] = [c"com.apple.provenance", c"com.apple.macl", c"com.apple.rootless"];

fn is_kept(name: &CStr, keep: Keep) -> bool {
    keep.wants(name.to_bytes()) || name == QUARANTINE || name == RESOURCE_FORK
}

/// The names of a file's attributes, but for those of the system.
fn names(file: BorrowedFd<'_>) -> Sys<Vec<CString>> {
    // Most files have few, which this asks with one call.
    let names = read_all(1024, |buffer| one_code(fs::flistxattr(file, buffer)))?;
    Ok(cut(&names).filter(|name| !OF_SYSTEM.contains(&name.as_c_str())).collect())
}

/// Reads an attribute of any length.
fn value(file: BorrowedFd<'_>, name: &CStr) -> Sys<Vec<u8>> {
    let nothing: &mut [u8] = &mut [];
    let len = one_code(fs::fgetxattr(file, name, nothing))?;
    read_all(len, |buffer| one_code(fs::fgetxattr(file, name, buffer)))
}

/// Whether an errno says that an attribute is not there.
fn is_absent(errno: Errno) -> bool {
    errno == Errno::NOATTR || errno == Errno::NODATA
}

#[allow(unsafe_code)]
fn copy(from: BorrowedFd<'_>, to: BorrowedFd<'_>, what: libc::copyfile_flags_t) -> Sys<()> {
    let state = std::ptr::null_mut();
    // SAFETY: both descriptors are open for the whole call, and a state of NULL is allowed (fcopyfile(3)).
    let copied = unsafe { libc::fcopyfile(from.as_raw_fd(), to.as_raw_fd(), state, what) };
    one_code(if copied < 0 { Err(crate::last_errno()) } else { Ok(()) })
}

/// Copies extended attributes and ACLs between open files; a clone has the attributes already.
///
/// Quarantine and resource fork are always kept.
///
/// # Errors
/// `EOPNOTSUPP` where the destination has none, and others of fsetxattr(2).
pub fn copy_xattrs_fd(
    from: BorrowedFd<'_>,
    to: BorrowedFd<'_>,
    keep: Keep,
    is_clone: bool,
) -> Sys<()> {
    if !has_any(&fs::fstat(from)?) {
        return Ok(());
    }
    let source = match names(from) {
        Err(Errno::OPNOTSUPP) => Vec::new(),
        names => names?,
    };
    let there = match names(to) {
        Err(Errno::OPNOTSUPP) if !source.iter().any(|name| is_kept(name, keep)) => Vec::new(),
        names => names?,
    };
    let mut what = 0;
    if !is_clone {
        // It removes what only the destination has, but for the quarantine.
        let all = keep.xattr && !(source.is_empty() && there.is_empty());
        if all || source.iter().any(|name| name.as_c_str() == RESOURCE_FORK) {
            what |= libc::COPYFILE_XATTR;
        }
    }
    if keep.acl {
        what |= libc::COPYFILE_ACL;
    }
    let mut first = if what == 0 { Ok(()) } else { copy(from, to, what) };
    if !is_clone && source.iter().any(|name| name.as_c_str() == QUARANTINE) {
        let kept = value(from, QUARANTINE)
            .and_then(|value| one_code(fs::fsetxattr(to, QUARANTINE, &value, XattrFlags::empty())));
        first = first.and(kept.or_else(|errno| if is_absent(errno) { Ok(()) } else { Err(errno) }));
    }
    if !keep.xattr && (is_clone || what & libc::COPYFILE_XATTR != 0) {
        first = first.and(strip(to, keep));
    }
    first
}

/// Removes the attributes that are not to be kept.
fn strip(file: BorrowedFd<'_>, keep: Keep) -> Sys<()> {
    let mut first = Ok(());
    for name in names(file)?.iter().filter(|name| !is_kept(name, keep)) {
        match one_code(fs::fremovexattr(file, name.as_c_str())) {
            Err(errno) if !is_absent(errno) => first = first.and(Err(errno)),
            _ => {}
        }
    }
    first
}

/// Whether attributes of a file are copied: fcopyfile(3) refuses FIFOs, sockets and devices, and to open a device may do
/// something.
fn has_any(stat: &fs::Stat) -> bool {
    use fs::FileType::{Directory, RegularFile, Symlink};
    matches!(fs::FileType::from_raw_mode(stat.st_mode), RegularFile | Directory | Symlink)
}

/// Whether attributes are copied of what has a name and is not followed.
fn has_any_at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<bool> {
    one_code(fs::statat(dir, name, fs::AtFlags::SYMLINK_NOFOLLOW)).map(|stat| has_any(&stat))
}

/// Opens what has a name, a symlink itself, to reach its attributes.
fn open(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let flags = flags | OFlags::from_bits_retain(libc::O_SYMLINK.cast_unsigned());
    rustix::io::retry_on_intr(|| fs::openat(dir, name, flags, Mode::empty()))
}

/// Copies extended attributes between names that are not followed, such as symlinks.
pub fn copy_xattrs_at(
    from: BorrowedFd<'_>,
    source: &CStr,
    to: BorrowedFd<'_>,
    destination: &CStr,
    keep: Keep,
) -> Sys<()> {
    if !has_any_at(from, source)? {
        return Ok(());
    }
    let (from, to) = (open(from, source)?, open(to, destination)?);
    copy_xattrs_fd(from.as_fd(), to.as_fd(), keep, false)
}

/// Reads the extended attributes of what has a name in a directory, and is not followed.
///
/// # Errors
/// They cannot be read.
pub fn xattrs_at(dir: BorrowedFd<'_>, name: &CStr, keep: Keep) -> Sys<Vec<(CString, Vec<u8>)>> {
    if !has_any_at(dir, name)? {
        return Ok(Vec::new());
    }
    let file = open(dir, name)?;
    let names = match names(file.as_fd()) {
        Err(Errno::OPNOTSUPP) => Vec::new(),
        names => names?,
    };
    let mut found = Vec::new();
    for name in names.into_iter().filter(|name| is_kept(name, keep)) {
        match value(file.as_fd(), &name) {
            Ok(value) => found.push((name, value)),
            // Another process removed it meanwhile.
            Err(errno) if is_absent(errno) => {}
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
    let file = open(dir, name)?;
    one_code(fs::fsetxattr(&file, attribute, value, XattrFlags::empty()))
}

/// Removes those extended attributes of what has a name in a directory, and is not followed.
///
/// # Errors
/// Gives the first failure after trying all of them.
pub fn drop_xattrs_at(dir: BorrowedFd<'_>, name: &CStr, which: Keep) -> Sys<()> {
    let file = open(dir, name)?;
    let mut first = Ok(());
    for name in names(file.as_fd())?.into_iter().filter(|name| is_kept(name, which)) {
        match one_code(fs::fremovexattr(&file, &name)) {
            // Another process removed it meanwhile.
            Err(errno) if is_absent(errno) => {}
            removed => first = first.and(removed),
        }
    }
    first
}

/// Gives the extended attributes of a path that is not followed; those that cannot be read are left out.
pub fn xattrs(path: &CStr) -> Vec<(CString, Vec<u8>)> {
    if !has_any_at(crate::CWD, path).unwrap_or(false) {
        return Vec::new();
    }
    let Ok(file) = open(crate::CWD, path) else { return Vec::new() };
    let names = names(file.as_fd()).unwrap_or_default();
    let found = names.into_iter().take(TOLD);
    found
        .filter_map(|name| Some((value(file.as_fd(), &name).ok()?, name)))
        .map(|(value, name)| (name, value))
        .collect()
}

/// Whether entries that a new file inherits are to be taken off again: they stay, as with `cp -p` of macOS.
pub fn hands_down_acl(_dir: BorrowedFd<'_>) -> bool {
    false
}

/// Whether the group's bits in a mode are the mask of an ACL: an ACL of macOS is beside them.
pub fn has_acl(_fd: BorrowedFd<'_>) -> bool {
    false
}

/// Leaves what a file or directory has inherited, as `cp -p` of macOS does.
///
/// # Errors
/// None.
pub fn drop_acls(_fd: BorrowedFd<'_>, _is_dir: bool) -> Sys<()> {
    Ok(())
}

/// Leaves what a node has inherited.
///
/// # Errors
/// None.
pub fn drop_acl_at(_dir: BorrowedFd<'_>, _name: &CStr) -> Sys<()> {
    Ok(())
}

/// Copies the ACL of the file that is replaced, if it has one.
pub fn keep_of_replaced(
    from: BorrowedFd<'_>,
    old: &CStr,
    to: BorrowedFd<'_>,
    keep: Keep,
) -> Sys<()> {
    if !keep.acl {
        return Ok(());
    }
    let old = crate::open_for_attributes(from, old)?;
    copy(old.as_fd(), to, libc::COPYFILE_ACL)
}

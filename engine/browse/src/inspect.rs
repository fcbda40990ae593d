//! Collects everything that is known about one file.

use std::ffi::{CString, OsString};
use std::fs::File;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, Errno};

/// Everything that is known of one file; a symlink is not followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// Its type.
    pub kind: FileKind,
    /// Size in bytes.
    pub size: u64,
    /// Bytes it takes on disk.
    pub allocated: u64,
    /// Permission bits, set-ID and sticky bits included.
    pub mode: u32,
    /// The number of the owner.
    pub uid: u32,
    /// The number of the group.
    pub gid: u32,
    /// How many names it has.
    pub links: u64,
    /// Modification time in microseconds since the Unix epoch.
    pub mtime: i64,
    /// Time of the last change of anything, likewise.
    pub ctime: i64,
    /// When it was made, likewise, where the filesystem knows.
    pub btime: Option<i64>,
    /// Where a symlink points to, as it is written there.
    pub target: Option<PathBuf>,
    /// Extended attributes that the user may read, by name, with their values.
    pub xattrs: Vec<(OsString, Vec<u8>)>,
}

/// Looks at a file.
///
/// # Errors
/// It is not there, or the way to it is closed.
pub fn inspect(path: &Path) -> Result<Inspected, OpError> {
    let failed = |errno| OpError::new(Action::Stat, path, errno);
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|_nul| failed(Errno::INVAL))?;
    let meta = sys::stat_at(sys::CWD, &name, false).map_err(failed)?;
    let is_link = meta.kind == FileKind::Symlink;
    let target = is_link.then(|| sys::read_link(sys::CWD, &name).ok()).flatten();
    let os = |name: CString| OsString::from_vec(name.into_bytes());
    let mut xattrs: Vec<_> =
        sys::xattrs(&name).into_iter().map(|(name, value)| (os(name), value)).collect();
    xattrs.sort();
    Ok(Inspected {
        kind: meta.kind,
        size: meta.size,
        allocated: meta.allocated,
        mode: meta.mode,
        uid: meta.uid,
        gid: meta.gid,
        links: meta.nlink,
        mtime: meta.mtime_micros(),
        ctime: meta.ctime_micros(),
        // mke2fs gives the directories that it copies into an image no time of creation: statx(2) tells zero.
        btime: sys::made_at(sys::CWD, &name).filter(|made| *made != 0),
        target: target.map(|target| os(target).into()),
        xattrs,
    })
}

/// Opens a file to look into it; a symlink is followed.
///
/// # Errors
/// It cannot be read, or is no regular file: nothing waits for a FIFO or wakes a device.
pub fn open(path: &Path) -> Result<File, OpError> {
    let failed = |errno| OpError::new(Action::Open, path, errno);
    let name = CString::new(path.as_os_str().as_bytes()).map_err(|_nul| failed(Errno::INVAL))?;
    // Devices may act when they are opened, so they are not.
    let regular = |meta: &sys::Meta| match meta.kind {
        FileKind::File => Ok(()),
        FileKind::Directory => Err(failed(Errno::ISDIR)),
        _ => Err(OpError::refused(Action::Open, Code::Unsupported, path)),
    };
    regular(&sys::stat_at(sys::CWD, &name, true).map_err(failed)?)?;
    let fd = sys::open_source(sys::CWD, &name, true).map_err(failed)?;
    regular(&sys::stat_fd(fd.as_fd()).map_err(failed)?)?;
    Ok(File::from(fd))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    use rustix::fs::{XattrFlags, setxattr};

    use super::*;

    #[test]
    fn a_file_is_told_with_its_attributes_and_a_link_with_its_target() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("file");
        fs::write(&file, "12345").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        fs::hard_link(&file, scratch.path().join("hard")).unwrap();
        let large = vec![7; 3000];
        let kept = setxattr(&file, "user.b", b"two", XattrFlags::empty())
            .and_then(|()| setxattr(&file, "user.a", &large, XattrFlags::empty()));
        let found = inspect(&file).unwrap();
        assert_eq!((found.kind, found.size, found.mode), (FileKind::File, 5, 0o640));
        assert_eq!((found.links, found.target), (2, None));
        let meta = fs::metadata(&file).unwrap();
        assert_eq!((found.uid, found.gid), (meta.uid(), meta.gid()));
        assert_eq!(found.mtime, meta.mtime() * 1_000_000 + meta.mtime_nsec() / 1000);
        // Some filesystems have none.
        if kept.is_ok() {
            let user = |(name, _): &(OsString, _)| name.as_bytes().starts_with(b"user.");
            let xattrs: Vec<_> = found.xattrs.into_iter().filter(user).collect();
            assert_eq!(xattrs, [("user.a".into(), large), ("user.b".into(), b"two".to_vec())]);
        }
        let link = scratch.path().join("link");
        symlink("no\nwhere", &link).unwrap();
        let found = inspect(&link).unwrap();
        assert_eq!((found.kind, found.target), (FileKind::Symlink, Some("no\nwhere".into())));
        assert_eq!(inspect(&scratch.path().join("gone")).unwrap_err().action, Action::Stat);
    }

    #[test]
    fn nothing_but_files_is_opened() {
        let scratch = tempfile::tempdir().unwrap();
        fs::write(scratch.path().join("file"), "12345").unwrap();
        symlink("file", scratch.path().join("link")).unwrap();
        let code = |path: &Path| open(path).map(|_| ()).map_err(|error| error.code);
        assert_eq!(code(&scratch.path().join("link")), Ok(()));
        assert_eq!(code(Path::new("/dev/zero")), Err(Code::Unsupported));
        assert_eq!(code(&scratch.path().join("gone")), Err(Code::NotFound));
        assert!(code(scratch.path()).is_err());
        let fifo = scratch.path().join("fifo");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        assert_eq!(code(&fifo), Err(Code::Unsupported));
    }
}

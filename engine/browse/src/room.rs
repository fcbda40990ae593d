//! Checks a destination before anything is put there: space, filesystem and conflicts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::mounts::mount_of;
use super::{Space, free};
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::{ConflictCount, FileKind};
use fcp_engine::kind_of_conflict;
use fcp_engine::path::is_far;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, Meta, Sys};

/// The most names that are checked; the user would wait too long for the count of more.
const LOOKED_AT: usize = 10_000;

/// Filesystems on which files can share blocks.
const SHARING: [&str; 4] = ["btrfs", "xfs", "bcachefs", "apfs"];

/// What is known of a place before anything is put there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// What is there; none if nothing is.
    pub kind: Option<FileKind>,
    /// The space of its filesystem.
    pub space: Option<Space>,
    /// The type of its filesystem.
    pub filesystem: String,
    /// Where that is mounted.
    pub mount: PathBuf,
    /// Whether copies can share their blocks with the source.
    pub clones: bool,
    /// Whether it is the filesystem of the source.
    pub same: bool,
    /// Whether the source is a btrfs subvolume of which a snapshot can be taken there.
    pub snapshots: bool,
    /// Why nothing can be put there.
    pub error: Option<OpError>,
}

/// Looks at the destination of a copy: what is there, or at the folder that is nearest above.
///
/// It may hang as long as the filesystem does.
pub fn room(from: &Path, to: &Path) -> Room {
    if is_far(to) {
        // Only the other machine can look, which it does when the job begins.
        return Room::default();
    }
    let kind = stat(to, true).ok().map(|meta| match meta.kind {
        FileKind::Directory => FileKind::Directory,
        _ => FileKind::File,
    });
    let is_dir = |path: &&Path| stat(path, true).is_ok_and(|it| it.kind == FileKind::Directory);
    let Some(near) = to.ancestors().find(is_dir) else { return Room::default() };
    let device = |path: &Path, follow| stat(path, follow).ok().map(|meta| meta.dev);
    let same = device(from, false).is_some_and(|dev| device(near, true) == Some(dev));
    let mount = mount_of(near);
    let filesystem = mount.as_ref().map(|mount| mount.kind.to_string_lossy().into_owned());
    let filesystem = filesystem.unwrap_or_default();
    let writable = c_path(near).ok_or(Errno::INVAL).and_then(|path| sys::writable(sys::CWD, &path));
    // Below a file, as in an archive that is shown as a folder, nothing can be made.
    let file = to.ancestors().take_while(|above| *above != near).skip(1);
    let file = file.filter(|above| stat(above, true).is_ok()).last();
    Room {
        kind,
        space: free(near),
        clones: SHARING.contains(&filesystem.as_str())
            && (same || shares_storage(from, near) == Ok(true)),
        filesystem,
        mount: mount.map(|mount| mount.dir).unwrap_or_default(),
        same,
        snapshots: snapshots(from, near) == Ok(true),
        error: match (file, writable) {
            (Some(file), _) => Some(OpError::new(Action::Target, file, Errno::NOTDIR)),
            (None, Err(errno)) => Some(OpError::new(Action::Target, near, errno)),
            (None, Ok(())) => None,
        },
    }
}

/// Whether a snapshot of `from` can be taken below a directory.
fn snapshots(from: &Path, to: &Path) -> Sys<bool> {
    let dir = open_dir(from)?;
    let is_one = sys::is_subvolume(dir.as_fd(), &sys::stat_fd(dir.as_fd())?);
    Ok(is_one && shares_storage(from, to)?)
}

/// Whether two places are in one filesystem, of which each subvolume has a device of its own.
fn shares_storage(from: &Path, to: &Path) -> Sys<bool> {
    let id = |dir: sys::OwnedFd| {
        let dev = sys::stat_fd(dir.as_fd())?.dev;
        Ok(sys::storage_id(dir.as_fd(), dev))
    };
    // To open a file may take long, or have an effect.
    let above = || open_dir(from.parent().ok_or(Errno::NOENT)?);
    Ok(id(open_dir(from).or_else(|_no_directory| above())?)? == id(open_dir(to)?)?)
}

fn open_dir(path: &Path) -> Sys<sys::OwnedFd> {
    sys::open_dir(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, true)
}

/// Tells whether the user may delete an item, as far as the permissions of its folder tell, and its own if it is one.
///
/// It may hang as long as the filesystem does.
pub fn is_deletable(path: &Path) -> bool {
    let writable =
        |path: &Path| c_path(path).is_some_and(|it| sys::writable(sys::CWD, &it).is_ok());
    let Some(dir) = path.parent() else { return false };
    let (Ok(above), Ok(item)) = (stat(dir, true), stat(path, false)) else { return false };
    let (user, _) = sys::effective_ids();
    // What others have in a folder like /tmp is theirs.
    let is_kept = above.mode & 0o1000 != 0 && ![0, above.uid, item.uid].contains(&user);
    let is_open = item.kind != FileKind::Directory || writable(path);
    writable(dir) && is_open && !is_kept
}

/// Counts the names that are taken, by kind, for pairs of a source and where it would go.
pub fn taken<'a>(ways: impl Iterator<Item = (&'a Path, PathBuf)>) -> Vec<ConflictCount> {
    let mut counts = BTreeMap::new();
    for (source, to) in ways.take(LOOKED_AT) {
        let (Ok(here), Ok(there)) = (stat(source, false), stat(&to, false)) else { continue };
        // A source that is already at its destination is no conflict.
        if here.id() != there.id() {
            *counts.entry(kind_of_conflict(here.kind, there.kind)).or_insert(0) += 1;
        }
    }
    counts.into_iter().map(|(kind, count)| ConflictCount { kind, count }).collect()
}

fn stat(path: &Path, follow: bool) -> Sys<Meta> {
    sys::stat_at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, follow)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use fcp_engine::error::Code;
    use fcp_engine::event::ConflictKind;

    #[test]
    fn a_folder_that_is_missing_has_the_room_of_the_one_above() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        fs::write(dir.join("file"), "").unwrap();
        let missing = room(&dir.join("file"), &dir.join("not/yet"));
        assert_eq!((missing.kind, missing.same, missing.error), (None, true, None));
        assert_eq!(missing.space.map(|space| space.total), free(dir).map(|space| space.total));
        assert_eq!(room(&dir.join("file"), dir).kind, Some(FileKind::Directory));
        assert_eq!(room(&dir.join("file"), &dir.join("file")).kind, Some(FileKind::File));
        assert!(!room(&dir.join("nothing"), dir).same);
        assert_eq!(room(&dir.join("file"), dir).error, None);
    }

    #[test]
    fn nothing_can_be_put_below_a_file() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("a.zip");
        fs::write(&file, "").unwrap();
        for inside in [file.join("x"), file.join("x/y")] {
            let error = room(scratch.path(), &inside).error.unwrap();
            assert_eq!((error.code, &error.path.0), (Code::NotADirectory, &file));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_nobody_can_write_to_says_so() {
        let error = room(Path::new("/etc/passwd"), Path::new("/proc/sys")).error;
        assert!(error.is_some());
    }

    #[test]
    fn what_a_folder_does_not_let_go_cannot_be_deleted() {
        let scratch = tempfile::tempdir().unwrap();
        let (file, dir) = (scratch.path().join("file"), scratch.path().join("dir"));
        fs::write(&file, "").unwrap();
        fs::create_dir(&dir).unwrap();
        assert!(is_deletable(&file) && is_deletable(&dir));
        assert!(!is_deletable(&scratch.path().join("gone")));
        // Not even root may write there.
        #[cfg(target_os = "linux")]
        assert!(!is_deletable(Path::new("/proc/sys/kernel")));
        assert!(!is_deletable(Path::new("/")));
    }

    #[test]
    fn names_that_are_taken_are_counted_by_kind() {
        let scratch = tempfile::tempdir().unwrap();
        let (from, to) = (scratch.path().join("from"), scratch.path().join("to"));
        for dir in [&from, &to] {
            fs::create_dir(dir).unwrap();
        }
        for (name, here_is_dir, there_is_dir) in
            [("a", false, false), ("b", true, true), ("c", true, false), ("d", false, true)]
        {
            for (dir, is_dir) in [(&from, here_is_dir), (&to, there_is_dir)] {
                if is_dir {
                    fs::create_dir(dir.join(name)).unwrap();
                } else {
                    fs::write(dir.join(name), "").unwrap();
                }
            }
        }
        fs::write(from.join("free"), "").unwrap();
        symlink("nowhere", to.join("link")).unwrap();
        fs::write(from.join("link"), "").unwrap();
        let sources = ["a", "b", "c", "d", "free", "link", "gone"].map(|name| from.join(name));
        let ways = |into: &Path| {
            let way = |source: &PathBuf| into.join(source.file_name().unwrap());
            sources.each_ref().map(|source| (source.as_path(), way(source)))
        };
        let counts = taken(ways(&to).into_iter());
        let counts: Vec<_> = counts.into_iter().map(|it| (it.kind, it.count)).collect();
        let expected = [
            (ConflictKind::File, 2),
            (ConflictKind::Directory, 1),
            (ConflictKind::DirectoryInTheWay, 1),
            (ConflictKind::FileInTheWay, 1),
        ];
        assert_eq!(counts, expected);
        assert_eq!(taken(ways(&from).into_iter()), []);
    }
}

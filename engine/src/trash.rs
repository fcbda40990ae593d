//! Lists the desktop's trash, and moves items into it.
//!
//! On Linux its layout is that of the freedesktop.org Trash specification 1.0. What cannot be renamed into a trash is
//! refused: a copy and a delete would not keep what a move promises. On macOS the Finder is asked, by the `trash` crate.

#[cfg(target_os = "linux")]
mod contents;
mod hold;
mod mounts;
mod orphans;
mod slot;

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contract::error::OpError;
use crate::contract::path::WirePath;
use crate::contract::spec::{JobSpec, SeenItem, Verb};

pub(crate) use hold::{hold, is_held};
pub(crate) use mounts::Mounts;
pub(crate) use orphans::remove_orphans;
pub(crate) use slot::{Slot, Trashes, Untrashed, sync as sync_trashed};

/// An item in the trash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trashed {
    /// Names it: the path of the file that describes it, which `Verb::Restore` takes.
    pub id: WirePath,
    /// Where it was.
    pub original: WirePath,
    /// When it was moved to the trash, in seconds since the Unix epoch; negative if unknown.
    pub deleted: i64,
    /// What it and its description were when it was listed: only that is deleted.
    #[serde(skip)]
    pub seen: Option<[SeenItem; 2]>,
}

impl Trashed {
    /// Where it is now.
    pub fn place(&self) -> Option<PathBuf> {
        place(&self.id.0)
    }

    /// Tells namesakes of one second apart: the second `NAME` is in the trash as `NAME.2`.
    fn number(&self) -> u64 {
        let number = || {
            let here = self.id.0.file_stem()?.as_bytes();
            let rest = here.strip_prefix(self.original.0.file_name()?.as_bytes())?;
            std::str::from_utf8(rest.strip_prefix(b".")?).ok()?.parse().ok()
        };
        number().unwrap_or(1)
    }
}

/// Gives where an item in the trash is, by the path of the file that describes it.
pub fn place(info: &Path) -> Option<PathBuf> {
    // <trash>/info/NAME.trashinfo describes <trash>/files/NAME.
    let name = info.file_stem().filter(|_| info.extension().is_some_and(|it| it == "trashinfo"))?;
    let dir = info.parent().filter(|dir| dir.ends_with("info"))?;
    Some(dir.parent()?.join("files").join(name))
}

/// Gives where an item in a trash of the user's is, by the path of the file that describes it; none if that is a file as any
/// other, as in a copy of a trash.
#[cfg(target_os = "linux")]
pub fn place_of_user(info: &Path, data: Option<&Path>) -> Option<PathBuf> {
    contents::top_of(info.parent()?.parent()?, data)?;
    place(info)
}

/// A trash of macOS describes nothing.
#[cfg(not(target_os = "linux"))]
pub fn place_of_user(_: &Path, _: Option<&Path>) -> Option<PathBuf> {
    None
}

/// Gives the path of the file that describes an item in the trash, by where the item is.
pub(crate) fn description_of(place: &Path) -> Option<PathBuf> {
    let dir = place.parent().filter(|dir| dir.ends_with("files"))?;
    let mut name = place.file_name()?.to_owned();
    name.push(".trashinfo");
    Some(dir.parent()?.join("info").join(name))
}

/// Gives the operands of a delete that describe another of its operands in the trash.
///
/// The user sees one item in the trash, not the two files that it consists of.
pub(crate) fn descriptions(spec: &JobSpec) -> HashSet<PathBuf> {
    let sources = || spec.sources.iter().map(|source| source.0.as_path());
    let described: Vec<(&Path, PathBuf)> =
        sources().filter_map(|info| Some((info, place(info)?))).collect();
    if spec.verb != Verb::Delete || described.is_empty() {
        return HashSet::new();
    }
    let named: HashSet<&Path> = sources().collect();
    let both = described.into_iter().filter(|(_, place)| named.contains(place.as_path()));
    both.map(|(info, _)| info.to_owned()).collect()
}

/// What is in the trash.
#[derive(Debug, Default)]
pub struct Contents {
    /// The items, the newest first.
    pub items: Vec<Trashed>,
    /// Volumes whose trash could not be read, or not in time: there may be more items.
    pub unread: Vec<OpError>,
}

/// Lists what is in the user's trash, on all volumes; one that does not answer is given up after two seconds.
///
/// `data` is the user's data directory (`$XDG_DATA_HOME`), which has the trash of its filesystem.
///
/// # Errors
/// This system does not tell what is in its trash (macOS).
pub fn list(data: Option<&Path>) -> Result<Contents, OpError> {
    let mut contents = platform::list(data)?;
    // Descriptions tell seconds, and names in the trash are used again.
    let described = |item: &Trashed| item.seen.map(|[_, description]| description.mtime);
    contents
        .items
        .sort_by_key(|item| std::cmp::Reverse((item.deleted, described(item), item.number())));
    Ok(contents)
}

/// Removes what a deletion that was killed has left in the user's trashes: descriptions of items that are gone. Where there
/// are items to delete, the job that deletes them does so.
pub fn tidy(data: Option<&Path>) {
    platform::tidy(data);
}

/// Finds an item in the user's trash by the path of the file that describes it.
pub(crate) fn find(id: &Path, data: Option<&Path>) -> Option<Trashed> {
    platform::find_item(id, data)
}

/// Whether an item could be moved to a trash by rename; changes nothing.
pub(crate) fn takes(path: &Path, data: &Path) -> bool {
    platform::check(path, data).is_ok()
}

/// Moves a file or directory to the trash, a symlink itself and not what it leads to; gives the file that describes
/// it there, if the system tells.
///
/// `data` is the user's data directory (`$XDG_DATA_HOME`), in which the trash of its filesystem is.
pub(crate) fn discard(
    trashes: &Trashes,
    path: &Path,
    data: &Path,
) -> Result<Option<PathBuf>, OpError> {
    platform::discard(trashes, path, data)
}

/// The path of an item whose directory is spelt without symlinks, as the trash spells it.
pub(crate) fn spelt_out(path: &Path) -> Option<PathBuf> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = std::fs::canonicalize(parent.unwrap_or(Path::new("."))).ok()?;
    Some(parent.join(path.file_name()?))
}

#[cfg(target_os = "linux")]
mod platform {
    use std::ffi::{CStr, CString};
    use std::os::unix::ffi::OsStrExt;
    use std::path::{Path, PathBuf};

    use super::slot::Place;
    use super::{Contents, Trashed, Trashes, Untrashed, contents};
    use crate::contract::error::{Action, Code, OpError};
    use crate::walk::operand::ancestors;
    use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

    #[expect(clippy::unnecessary_wraps, reason = "other systems do not tell")]
    pub(super) fn list(data: Option<&Path>) -> Result<Contents, OpError> {
        Ok(contents::list(data).0)
    }

    pub(super) fn tidy(data: Option<&Path>) {
        let infos = contents::list(data).1.into_iter().map(|trash| trash.join("info"));
        super::orphans::remove_orphans_in(infos);
    }

    pub(super) fn find_item(id: &Path, data: Option<&Path>) -> Option<Trashed> {
        contents::find(id, data)
    }

    pub(super) fn discard(
        trashes: &Trashes,
        path: &Path,
        data: &Path,
    ) -> Result<Option<PathBuf>, OpError> {
        check(path, data)?;
        let failed = |errno| OpError::new(Action::Trash, path, errno);
        let name = path.file_name().and_then(|name| sys::c_path(Path::new(name)));
        let name = name.ok_or_else(|| failed(Errno::INVAL))?;
        let dir = open(parent_of(path)).map_err(failed)?;
        match trashes.put(dir.as_fd(), &name, path, data) {
            Ok(id) => Ok(Some(id)),
            Err(Untrashed::NoTrash(Errno::XDEV)) => {
                Err(OpError::refused(Action::Trash, Code::CrossDevice, path))
            }
            Err(Untrashed::NoTrash(errno) | Untrashed::Item(errno)) => Err(failed(errno)),
        }
    }

    /// The directory that a path names its last component in.
    fn parent_of(path: &Path) -> &Path {
        path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// Refuses what could not be renamed into the trash that the specification gives it.
    pub(super) fn check(path: &Path, data: &Path) -> Result<(), OpError> {
        let failed = |errno| OpError::new(Action::Trash, path, errno);
        let elsewhere = || OpError::refused(Action::Trash, Code::CrossDevice, path);
        if path.parent().is_none() {
            return Err(OpError::refused(Action::Trash, Code::Root, path));
        }
        let dir = open(parent_of(path)).map_err(failed)?;
        let here = sys::stat_dir(dir.as_fd()).map_err(failed)?;
        let home = nearest(&data.join("Trash")).map_err(failed)?;
        let there = sys::stat_dir(home.as_fd()).map_err(failed)?;
        let name =
            CString::new(path.as_os_str().as_bytes()).map_err(|_nul| failed(Errno::INVAL))?;
        let item = sys::stat_at(sys::CWD, &name, false).map_err(failed)?;
        for part in ["files", "info"] {
            let inside = nearest(&data.join("Trash").join(part)).map_err(failed)?;
            // The crate would leave a name in the trash for what cannot go into itself.
            if ancestors(inside).contains(&item.id()) {
                return Err(OpError::refused(Action::Trash, Code::IntoItself, path));
            }
        }
        if here.shares_mount(&there) {
            // On one mount, but perhaps in two subvolumes, between which nothing is renamed.
            return if here.dev == there.dev { Ok(()) } else { Err(elsewhere()) };
        }
        let top = top_of(dir).map_err(failed)?;
        let device = sys::stat_dir(top.as_fd()).map_err(failed)?.dev;
        if device != here.dev {
            return Err(elsewhere());
        }
        let own = CString::new(format!(".Trash-{}", sys::real_user())).unwrap_or_default();
        match sys::stat_at(top.as_fd(), &own, false) {
            Ok(_) => Ok(()),
            // The volume's trash will be made, if that is allowed.
            Err(_) => sys::writable(top.as_fd(), c".").map_err(failed),
        }
    }

    /// Finds the trash that a rename reaches from a directory, and makes it if needed.
    pub(super) fn find(dir: BorrowedFd<'_>, original: &Path, data: &Path) -> Sys<Place> {
        let here = sys::stat_dir(dir)?;
        let home = data.join("Trash");
        let there = sys::stat_dir(nearest(&home)?.as_fd())?;
        if here.shares_mount(&there) {
            // On one mount, but perhaps in two subvolumes, between which nothing is renamed.
            if here.dev != there.dev {
                return Err(Errno::XDEV);
            }
            sys::make_dirs(&home, 0o700)?;
            return Ok(Place { path: home, top: None });
        }
        let above = original.parent().ok_or(Errno::INVAL)?;
        let top = top_of(sys::enter_dir(dir, c".", false)?)?;
        let root = sys::stat_dir(top.as_fd())?;
        if root.dev != here.dev {
            return Err(Errno::XDEV);
        }
        // The path of the volume's root, found by its inode.
        let is_root = |path: &&Path| {
            open(path)
                .and_then(|dir| sys::stat_dir(dir.as_fd()))
                .is_ok_and(|it| it.id() == root.id() && it.shares_mount(&root))
        };
        let path = above.ancestors().find(is_root).ok_or(Errno::XDEV)?.to_owned();
        let user = sys::real_user();
        let shared = sys::enter_dir(top.as_fd(), c".Trash", false).and_then(|shared| {
            // Without the sticky bit others could take the user's directory away.
            let is_sticky = sys::stat_fd(shared.as_fd())?.mode & 0o1000 != 0;
            let name = CString::new(user.to_string()).map_err(|_nul| Errno::INVAL)?;
            if is_sticky { own_dir(shared.as_fd(), &name) } else { Err(Errno::PERM) }
        });
        let inside = if shared.is_ok() {
            format!(".Trash/{user}")
        } else {
            let own = format!(".Trash-{user}");
            let name = CString::new(&own[..]).map_err(|_nul| Errno::INVAL)?;
            own_dir(top.as_fd(), &name).map_err(|errno| match errno {
                // The root of gvfs has what is mounted, and takes nothing else.
                Errno::NOENT | Errno::OPNOTSUPP | Errno::NOSYS => Errno::XDEV,
                errno => errno,
            })?;
            own
        };
        Ok(Place { path: path.join(inside), top: Some(path) })
    }

    /// Opens a directory of a trash, which must be the user's, and makes it if needed.
    pub(super) fn own_dir(dir: BorrowedFd<'_>, name: &CStr) -> Sys<OwnedFd> {
        match sys::make_dir(dir, name, 0o700) {
            Ok(()) => {}
            Err(errno) if sys::exists(errno) => {}
            Err(errno) => return Err(errno),
        }
        let own = sys::enter_dir(dir, name, false)?;
        let owner = sys::stat_fd(own.as_fd())?.uid;
        let is_own = owner == sys::real_user() || owner == sys::effective_ids().0;
        if is_own { Ok(own) } else { Err(Errno::PERM) }
    }

    fn open(path: &Path) -> sys::Sys<OwnedFd> {
        let path = CString::new(path.as_os_str().as_bytes()).map_err(|_nul| Errno::INVAL)?;
        sys::enter_dir(sys::CWD, &path, true)
    }

    /// Opens a directory, or the nearest one above it that exists.
    fn nearest(path: &Path) -> sys::Sys<OwnedFd> {
        let mut last = Errno::NOENT;
        for path in path.ancestors() {
            match open(path) {
                Err(errno @ Errno::NOENT) => last = errno,
                opened => return opened,
            }
        }
        Err(last)
    }

    /// Climbs to the root of the mount that a directory is on.
    fn top_of(mut dir: OwnedFd) -> sys::Sys<OwnedFd> {
        let mut here = sys::stat_dir(dir.as_fd())?;
        loop {
            let above = sys::enter_dir(dir.as_fd(), c"..", false)?;
            let there = sys::stat_dir(above.as_fd())?;
            // The root is its own parent.
            if !there.shares_mount(&here) || there.id() == here.id() {
                return Ok(dir);
            }
            (dir, here) = (above, there);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use std::ffi::CStr;
    use std::path::{Path, PathBuf};

    use super::slot::Place;
    use super::{Contents, Trashed, Trashes};
    use crate::contract::error::{Action, Code, OpError};
    use fcp_sys::{BorrowedFd, Errno, OwnedFd, Sys};

    /// The Finder has its own way to name things in the trash.
    pub(super) fn find(_dir: BorrowedFd<'_>, _original: &Path, _data: &Path) -> Sys<Place> {
        Err(Errno::OPNOTSUPP)
    }

    pub(super) fn own_dir(_dir: BorrowedFd<'_>, _name: &CStr) -> Sys<OwnedFd> {
        Err(Errno::OPNOTSUPP)
    }

    /// The Finder does not tell what is in its trash.
    pub(super) fn list(_data: Option<&Path>) -> Result<Contents, OpError> {
        Err(OpError::refused(Action::ListDir, Code::Unsupported, "the trash"))
    }

    /// The Finder keeps its trash in order.
    pub(super) fn tidy(_data: Option<&Path>) {}

    /// The Finder does not tell what is in its trash.
    pub(super) fn find_item(_id: &Path, _data: Option<&Path>) -> Option<Trashed> {
        None
    }

    pub(super) fn discard(
        _trashes: &Trashes,
        path: &Path,
        _data: &Path,
    ) -> Result<Option<PathBuf>, OpError> {
        let code = |error| match error {
            trash::Error::TargetedRoot => Code::Root,
            trash::Error::CouldNotAccess { .. } | trash::Error::CanonicalizePath { .. } => {
                Code::NotFound
            }
            _ => Code::Other,
        };
        let moved = trash::delete(path);
        moved.map_err(|error| OpError::refused(Action::Trash, code(error), path))?;
        Ok(None)
    }

    /// The Finder decides.
    #[allow(clippy::unnecessary_wraps, reason = "Linux has something to refuse")]
    pub(super) fn check(_path: &Path, _data: &Path) -> Result<(), OpError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_describes_an_item_tells_where_it_is() {
        let at = |path: &str| place(Path::new(path));
        assert_eq!(at("/t/info/a.b.trashinfo"), Some("/t/files/a.b".into()));
        for other in ["/t/info/a", "/t/files/a.trashinfo", "a.trashinfo", "/", ""] {
            assert_eq!(at(other), None, "{other}");
        }
        let of = |path: &str| description_of(Path::new(path));
        assert_eq!(of("/t/files/a.b"), Some("/t/info/a.b.trashinfo".into()));
        for other in ["/t/files/a/b", "/t/info/a", "/t/files", "a", "/", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}

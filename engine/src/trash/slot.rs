//! Reserves names in the trash, and moves items there.
//!
//! The name in the trash is reserved first, with the file that describes it, and the engine renames: the name of a
//! file that is replaced leads to the old file or the new one at every moment, and the path of the description is
//! known for the undo.

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::platform;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// Longest name of a file in the trash, in bytes: its description has ten more.
const LONGEST: usize = 255 - ".trashinfo".len();

/// Numbers tried one by one before the clock gives one.
const COUNTED: u32 = 16;

/// A trash on some volume.
#[derive(Debug)]
pub(super) struct Place {
    /// The directory that holds `files` and `info`.
    pub(super) path: PathBuf,
    /// The root of the volume, which paths in its trash are relative to; none for the home trash.
    pub(super) top: Option<PathBuf>,
}

/// The trashes that a job has found so far, by device and mount.
#[derive(Debug, Default)]
pub(crate) struct Trashes {
    found: Mutex<HashMap<(u64, u64), Arc<Place>>>,
}

/// A name in a trash that is reserved and described, and holds nothing yet.
///
/// Dropped without [`Slot::fill`], it takes the description away again.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) files: OwnedFd,
    info: OwnedFd,
    pub(crate) name: CString,
    /// The path of the description.
    id: PathBuf,
    is_filled: bool,
}

impl Trashes {
    /// Reserves a name in the trash for a file.
    ///
    /// `dir` is the file's directory, `original` its absolute path without symlinks, `data` the
    /// user's data directory.
    ///
    /// # Errors
    /// `EXDEV` where no rename leads to a trash; else what the kernel says.
    pub(crate) fn reserve(&self, dir: BorrowedFd<'_>, original: &Path, data: &Path) -> Sys<Slot> {
        let here = sys::stat_dir(dir)?;
        let known = lock(&self.found).get(&(here.dev, here.mount)).map(Arc::clone);
        let place = if let Some(place) = known {
            place
        } else {
            let place = Arc::new(platform::find(dir, original, data)?);
            lock(&self.found).insert((here.dev, here.mount), Arc::clone(&place));
            place
        };
        let trash = open(&place.path)?;
        let [files, info] = [c"files", c"info"].map(|part| platform::own_dir(trash.as_fd(), part));
        let (files, info) = (files?, info?);
        let text = description(original, place.top.as_deref());
        let base = original.file_name().ok_or(Errno::INVAL)?;
        let (name, id) = reserve(&files, &info, base, &text)?;
        let id = place.path.join("info").join(id);
        Ok(Slot { files, info, name, id, is_filled: false })
    }
}

/// Why an item was not moved to the trash.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Untrashed {
    /// No rename leads from its directory to a trash.
    NoTrash(Errno),
    /// It cannot be renamed, or its trash does not take it now.
    Item(Errno),
}

impl Untrashed {
    /// Tells why a trash gave no name to an item.
    ///
    /// A trash that is full, or on a disk that fails, is one all the same: what it does not take must not be deleted.
    fn of_trash(errno: Errno) -> Self {
        match errno {
            Errno::XDEV
            | Errno::NOENT
            | Errno::NOTDIR
            | Errno::LOOP
            | Errno::PERM
            | Errno::ACCESS
            | Errno::OPNOTSUPP => Self::NoTrash(errno),
            errno => Self::Item(errno),
        }
    }
}

impl Trashes {
    /// Moves an item to the trash by rename; gives the path of its description.
    ///
    /// `dir` is its directory, `original` its absolute path, `data` the user's data directory.
    pub(crate) fn put(
        &self,
        dir: BorrowedFd<'_>,
        name: &CStr,
        original: &Path,
        data: &Path,
    ) -> Result<PathBuf, Untrashed> {
        self.put_as((dir, name), original, data, None)
    }

    /// Moves an item to the trash as [`Trashes::put`] does; with `is_dir` only a directory, or only what is none, also if
    /// another process puts the one in the place of the other at this moment.
    pub(crate) fn put_as(
        &self,
        (dir, name): (BorrowedFd<'_>, &CStr),
        original: &Path,
        data: &Path,
        is_dir: Option<bool>,
    ) -> Result<PathBuf, Untrashed> {
        let original = super::spelt_out(original).ok_or(Untrashed::NoTrash(Errno::NOENT))?;
        let mut slot = self.reserve(dir, &original, data).map_err(Untrashed::of_trash)?;
        let moved = match is_dir {
            None => sys::rename_new(dir, name, slot.files.as_fd(), &slot.name),
            Some(is_dir) => slot.take(dir, name, is_dir),
        };
        match moved {
            Ok(()) => Ok(slot.fill()),
            // Two subvolumes, or two mounts of one filesystem.
            Err(Errno::XDEV) => Err(Untrashed::NoTrash(Errno::XDEV)),
            Err(errno) => Err(Untrashed::Item(errno)),
        }
    }
}

impl Slot {
    /// Leaves the description in the trash, since the file is there; gives its path.
    pub(crate) fn fill(&mut self) -> PathBuf {
        self.is_filled = true;
        self.id.clone()
    }

    /// Moves an item over one of its type, since rename(2) puts no directory over a file, and no file over a directory.
    fn take(&self, dir: BorrowedFd<'_>, name: &CStr, is_dir: bool) -> Sys<()> {
        let (files, own) = (self.files.as_fd(), self.name.as_c_str());
        if is_dir {
            sys::make_dir(files, own, 0o700)?;
        } else {
            sys::close(sys::create_new(files, own, 0o600)?)?;
        }
        sys::rename(dir, name, files, own).inspect_err(|_| {
            let remove = if is_dir { sys::remove_dir } else { sys::unlink };
            // What is left of it is an empty item in the trash.
            sys::best_effort(remove(files, own));
        })
    }

    /// Waits until the reserved name and its description are on the disk.
    pub(crate) fn sync(&self) -> Sys<()> {
        sync(&self.id)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if !self.is_filled
            && let Some(name) = Path::new(&self.id).file_name()
            && let Ok(name) = CString::new(name.as_bytes())
        {
            // A description without a file shows nothing to the user.
            sys::best_effort(sys::unlink(self.info.as_fd(), &name));
        }
    }
}

/// Waits until an item of a trash is on the disk there, with the description that has the path `id`.
pub(crate) fn sync(id: &Path) -> Sys<()> {
    let (info, name) = id.parent().zip(id.file_name()).ok_or(Errno::INVAL)?;
    let name = CString::new(name.as_bytes()).map_err(|_nul| Errno::INVAL)?;
    let info = open(info)?;
    sys::sync_file(sys::open_back(info.as_fd(), &name)?.as_fd())?;
    for dir in [c".", c"../files"] {
        sys::sync_file(sys::open_dir(info.as_fd(), dir, true)?.as_fd())?;
    }
    Ok(())
}

fn open(path: &Path) -> Sys<OwnedFd> {
    let path = CString::new(path.as_os_str().as_bytes()).map_err(|_nul| Errno::INVAL)?;
    sys::enter_dir(sys::CWD, &path, true)
}

/// Makes the description under a name that is free in both directories; gives both names.
fn reserve(
    files: &OwnedFd,
    info: &OwnedFd,
    base: &OsStr,
    text: &[u8],
) -> Sys<(CString, std::ffi::OsString)> {
    for n in 1..=2 * COUNTED {
        // The number of the clock is the trash's own order for namesakes of one second.
        let number = match n {
            1 => String::new(),
            n if n <= COUNTED => format!(".{n}"),
            n => format!(".{}", fcp_sys::now() + u64::from(n)),
        };
        let bytes = base.as_bytes();
        let fits = bytes.get(..LONGEST - number.len()).unwrap_or(bytes);
        let mut name = fits.to_vec();
        name.extend_from_slice(number.as_bytes());
        let described = [&name[..], b".trashinfo"].concat();
        let info_name = CString::new(&described[..]).map_err(|_nul| Errno::INVAL)?;
        let file = match sys::create_new(info.as_fd(), &info_name, 0o600) {
            Ok(file) => file,
            Err(errno) if sys::exists(errno) => continue,
            Err(errno) => return Err(errno),
        };
        let name = CString::new(name).map_err(|_nul| Errno::INVAL)?;
        let is_free = match sys::stat_at(files.as_fd(), &name, false) {
            Err(Errno::NOENT) => Ok(true),
            Ok(_) => Ok(false),
            Err(errno) => Err(errno),
        };
        let written = is_free.and_then(|is_free| {
            if is_free { sys::write_all(file.as_fd(), text).map(|()| true) } else { Ok(false) }
        });
        match written {
            Ok(true) => return Ok((name, OsStr::from_bytes(&described).to_owned())),
            Ok(false) => sys::best_effort(sys::unlink(info.as_fd(), &info_name)),
            Err(errno) => {
                sys::best_effort(sys::unlink(info.as_fd(), &info_name));
                return Err(errno);
            }
        }
    }
    Err(Errno::EXIST)
}

/// Describes an item as the specification asks.
pub(super) fn description(original: &Path, top: Option<&Path>) -> Vec<u8> {
    // Where the volume is mounted elsewhere next time, only a relative path still leads there.
    let path = top.and_then(|top| original.strip_prefix(top).ok()).unwrap_or(original);
    let mut text = b"[Trash Info]\nPath=".to_vec();
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(byte) {
            text.push(*byte);
        } else {
            text.extend_from_slice(format!("%{byte:02X}").as_bytes());
        }
    }
    let now = i64::try_from(fcp_sys::now()).unwrap_or(i64::MAX);
    let now = Timestamp::from_microsecond(now).unwrap_or(Timestamp::UNIX_EPOCH);
    let date = now.to_zoned(TimeZone::system()).strftime("%Y-%m-%dT%H:%M:%S");
    text.extend_from_slice(format!("\nDeletionDate={date}\n").as_bytes());
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn reserve_in(dir: &Path, original: &Path) -> Slot {
        let here = open(dir).unwrap();
        Trashes::default().reserve(here.as_fd(), original, &dir.join("data")).unwrap()
    }

    #[test]
    fn a_reserved_name_is_described_and_given_back_if_it_is_not_used() {
        let dir = tempfile::tempdir().unwrap();
        let original = dir.path().join("caf\u{e9} 1");
        let slot = reserve_in(dir.path(), &original);
        let text = fs::read_to_string(&slot.id).unwrap();
        assert!(text.starts_with("[Trash Info]\nPath=/"), "{text}");
        assert!(text.contains("caf%C3%A9%201\nDeletionDate=2"), "{text}");
        let id = slot.id.clone();
        drop(slot);
        assert!(!id.exists());
        let kept = reserve_in(dir.path(), &original).fill();
        assert!(kept.exists());
    }

    #[test]
    fn namesakes_and_the_longest_name_find_room() {
        let dir = tempfile::tempdir().unwrap();
        let original = dir.path().join("x".repeat(255));
        let mut names = std::collections::HashSet::new();
        for _ in 0..40 {
            assert!(names.insert(reserve_in(dir.path(), &original).fill()));
        }
    }

    #[test]
    fn what_has_become_a_directory_or_a_file_meanwhile_is_not_moved() {
        let dir = tempfile::tempdir().unwrap();
        let here = open(dir.path()).unwrap();
        let put = |name: &CStr, is_dir| {
            let (trashes, data) = (Trashes::default(), dir.path().join("data"));
            let original = dir.path().join(name.to_str().unwrap());
            trashes.put_as((here.as_fd(), name), &original, &data, Some(is_dir))
        };
        fs::write(dir.path().join("f"), "x").unwrap();
        fs::create_dir_all(dir.path().join("d/in")).unwrap();
        assert!(put(c"f", true).is_err() && put(c"d", false).is_err());
        assert!(dir.path().join("f").exists() && dir.path().join("d/in").exists());
        let kept =
            |part: &str| fs::read_dir(dir.path().join("data/Trash").join(part)).unwrap().count();
        assert_eq!((kept("files"), kept("info")), (0, 0));
        put(c"f", false).unwrap();
        put(c"d", true).unwrap();
        assert!(!dir.path().join("f").exists() && !dir.path().join("d").exists());
        assert!(dir.path().join("data/Trash/files/d/in").exists());
        assert_eq!(kept("info"), 2);
    }

    #[test]
    fn a_file_in_the_trash_without_a_description_is_not_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let files = dir.path().join("data/Trash/files");
        fs::create_dir_all(&files).unwrap();
        fs::write(files.join("a"), "old").unwrap();
        let slot = reserve_in(dir.path(), &dir.path().join("a"));
        assert_eq!(slot.name.to_str(), Ok("a.2"));
    }
}

//! Lists what is in the user's trash, on all volumes (freedesktop.org Trash specification 1.0).
//!
//! The `trash` crate could list it, too, but it asks one volume after the other, and a server that is gone never
//! answers; an error of one volume costs it the list of all; and it leaves out an item whose date it cannot read.

use std::collections::{BTreeMap, HashSet};
use std::ffi::{CStr, CString, OsString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::{Contents, Trashed};
use crate::contract::error::{Action, OpError};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::SeenItem;
use fcp_sys::mountinfo::{self, Mount};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, lock};

/// How long filesystems of other machines, and of programs, have to tell what is in their trash.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Bytes of a description that are read: a path of 4,096 bytes is three times as long with all of them encoded.
const LONGEST: usize = 32 << 10;

/// Bytes of names that the kernel lists at once.
const NAMES: usize = 32 << 10;

/// Since when mounts have not answered, by their numbers.
static WAITED_FOR: Mutex<BTreeMap<u64, Instant>> = Mutex::new(BTreeMap::new());

/// Whether a mount is asked: one that has been silent for too long holds a thread already, and gets no second one.
fn is_asked(waited_for: &mut BTreeMap<u64, Instant>, mount: u64, now: Instant) -> bool {
    let since = *waited_for.entry(mount).or_insert(now);
    now.saturating_duration_since(since) < TIMEOUT
}

/// A directory that holds `files` and `info`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Trash {
    path: PathBuf,
    /// What relative paths in its descriptions are relative to.
    top: PathBuf,
}

/// What the trashes of one volume hold.
#[derive(Debug, Default)]
struct Volume {
    /// Trashes by their identity, since one may be seen through several mounts, with their paths and items.
    trashes: Vec<((u64, u64), PathBuf, Vec<Trashed>)>,
    unread: Vec<OpError>,
}

impl Volume {
    fn add(&mut self, trash: &Trash, dir: Sys<OwnedFd>) {
        let read =
            dir.and_then(|dir| Ok((sys::stat_dir(dir.as_fd())?.id(), read(trash, dir.as_fd())?)));
        match read {
            Ok((id, items)) => self.trashes.push((id, trash.path.clone(), items)),
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
            Err(errno) => self.unread.push(OpError::new(Action::ListDir, &trash.path, errno)),
        }
    }
}

/// Lists the trash in the user's data directory, and those of all mounts; gives their paths, too.
pub(super) fn list(data: Option<&Path>) -> (Contents, Vec<PathBuf>) {
    let table = std::fs::read("/proc/thread-self/mountinfo").unwrap_or_default();
    // What is mounted later over the same directory hides what is below.
    let on_top: BTreeMap<Vec<u8>, Mount> =
        mountinfo::parse(&table).into_iter().map(|mount| (mount.dir.clone(), mount)).collect();
    let (sender, answers) = mpsc::channel();
    let mut awaited = BTreeMap::new();
    let mut volumes = BTreeMap::new();
    for (order, mount) in on_top.into_values().filter(|mount| mount.kind != b"autofs").enumerate() {
        let dir = PathBuf::from(OsString::from_vec(mount.dir.clone()));
        let may_be_silent = mount.is_network() || mount.is_fuse();
        if may_be_silent && !is_asked(&mut lock(&WAITED_FOR), mount.id, Instant::now()) {
            volumes.insert(order, silent(&dir));
            continue;
        }
        awaited.insert(order, dir.clone());
        let sender = sender.clone();
        let look = move || {
            let volume = on_mount(&dir);
            lock(&WAITED_FOR).remove(&mount.id);
            match sender.send((order, volume)) {
                // The list may have been given without it.
                Ok(()) | Err(_) => {}
            }
        };
        if may_be_silent { drop(thread::spawn(look)) } else { look() }
    }
    let home = data.map(|data| {
        let mut volume = Volume::default();
        let trash = Trash { path: data.join("Trash"), top: data.to_owned() };
        volume.add(&trash, open(&trash.path));
        volume
    });
    drop(sender);
    // From here on, so that a local disk which wakes up costs the others none of their time.
    let began = Instant::now();
    loop {
        let left = (began + TIMEOUT).saturating_duration_since(Instant::now());
        let Ok((order, volume)) = answers.recv_timeout(left) else { break };
        awaited.remove(&order);
        volumes.insert(order, volume);
    }
    volumes.extend(awaited.into_iter().map(|(order, dir)| (order, silent(&dir))));
    merge(home.into_iter().chain(volumes.into_values()))
}

/// Joins what the volumes hold; each trash is told once.
fn merge(volumes: impl Iterator<Item = Volume>) -> (Contents, Vec<PathBuf>) {
    let mut seen = HashSet::new();
    let mut contents = Contents::default();
    let mut trashes = Vec::new();
    for volume in volumes {
        contents.unread.extend(volume.unread);
        for (id, path, items) in volume.trashes {
            if seen.insert(id) {
                contents.items.extend(items);
                trashes.push(path);
            }
        }
    }
    (contents, trashes)
}

/// Tells of a volume that does not answer.
fn silent(dir: &Path) -> Volume {
    let unread = vec![OpError::new(Action::ListDir, dir, Errno::TIMEDOUT)];
    Volume { unread, ..Volume::default() }
}

/// Lists the user's trashes at the root of a mount.
fn on_mount(top: &Path) -> Volume {
    let mut volume = Volume::default();
    // To open the root of a mount needs no right to enter it.
    let dir = match open(top).and_then(|dir| sys::enter_dir(dir.as_fd(), c".", false)) {
        Ok(dir) => dir,
        // Single files may be mounted, and what this user may not enter has no trash of theirs.
        Err(Errno::NOTDIR | Errno::NOENT | Errno::ACCESS | Errno::PERM) => return volume,
        Err(errno) => {
            volume.unread.push(OpError::new(Action::ListDir, top, errno));
            return volume;
        }
    };
    let user = sys::real_user();
    let shared =
        enter_shared(dir.as_fd()).and_then(|shared| enter(shared.as_fd(), &user.to_string()));
    let trash = |name: String| Trash { path: top.join(name), top: top.to_owned() };
    volume.add(&trash(format!(".Trash/{user}")), shared);
    let name = format!(".Trash-{user}");
    let own = enter(dir.as_fd(), &name);
    volume.add(&trash(name), own);
    volume
}

/// Opens the trash that all users of a volume share, if others cannot take a user's directory in it away.
fn enter_shared(top: BorrowedFd<'_>) -> Sys<OwnedFd> {
    let shared = sys::enter_dir(top, c".Trash", false)?;
    let is_sticky = sys::stat_fd(shared.as_fd())?.mode & 0o1000 != 0;
    if is_sticky { Ok(shared) } else { Err(Errno::NOENT) }
}

fn enter(dir: BorrowedFd<'_>, name: &str) -> Sys<OwnedFd> {
    let name = CString::new(name).map_err(|_nul| Errno::INVAL)?;
    sys::enter_dir(dir, &name, false)
}

fn open(path: &Path) -> Sys<OwnedFd> {
    sys::enter_dir(sys::CWD, &sys::c_path(path).ok_or(Errno::INVAL)?, true)
}

/// Reads all descriptions of a trash.
fn read(trash: &Trash, dir: BorrowedFd<'_>) -> Sys<Vec<Trashed>> {
    let info = sys::open_dir(dir, c"info", false)?;
    let files = sys::enter_dir(dir, c"files", false)?;
    let mut names = Vec::new();
    let mut buffer = vec![MaybeUninit::uninit(); NAMES];
    sys::list(info.as_fd(), &mut buffer, |name, _, _| {
        names.push(name.to_owned());
        ControlFlow::Continue(())
    })?;
    let item = |name: &CString| describe(trash, info.as_fd(), files.as_fd(), name);
    Ok(names.iter().filter_map(item).collect())
}

/// Reads a description; none if it is none, or what it describes is not there.
fn describe(
    trash: &Trash,
    info: BorrowedFd<'_>,
    files: BorrowedFd<'_>,
    name: &CStr,
) -> Option<Trashed> {
    let base = CString::new(name.to_bytes().strip_suffix(b".trashinfo")?).ok()?;
    // A description is written before the item comes.
    let item = sys::stat_at(files, &base, false);
    if let Err(Errno::NOENT) = item {
        return None;
    }
    let description = sys::stat_at(info, name, false);
    let seen = item.and_then(|item| Ok([seen(&item), seen(&description?)])).ok();
    let (original, deleted) = parse(&text(info, name).ok()?, &trash.top)?;
    let id = trash.path.join("info").join(OsString::from_vec(name.to_bytes().to_vec()));
    Some(Trashed { id: WirePath(id), original: WirePath(original), deleted, seen })
}

/// Tells one state of an item from another; what is in a directory changes its size and time.
fn seen(meta: &sys::Meta) -> SeenItem {
    let size = if meta.kind == FileKind::File { meta.size } else { 0 };
    let mtime = if meta.kind == FileKind::Directory { 0 } else { meta.mtime_micros() };
    SeenItem { kind: meta.kind, size, mtime }
}

/// Reads the beginning of a regular file.
fn text(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Vec<u8>> {
    let file = sys::open_source(dir, name, false)?;
    if sys::stat_fd(file.as_fd())?.kind != FileKind::File {
        return Err(Errno::INVAL);
    }
    let mut text = vec![0; LONGEST];
    let mut len = 0;
    while let Some(rest) = text.get_mut(len..).filter(|rest| !rest.is_empty()) {
        match sys::read(file.as_fd(), rest)? {
            0 => break,
            more => len += more,
        }
    }
    text.truncate(len);
    Ok(text)
}

/// Gives where an item was and when it was deleted, in seconds since the Unix epoch (-1 if unknown), as its
/// description says; none if it does not say where.
fn parse(text: &[u8], top: &Path) -> Option<(PathBuf, i64)> {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    if lines.next()? != b"[Trash Info]" {
        return None;
    }
    let (mut path, mut date) = (None, None);
    for line in lines {
        // A group of another program.
        if line.starts_with(b"[") {
            break;
        }
        let mut sides = line.splitn(2, |byte| *byte == b'=').map(<[u8]>::trim_ascii);
        let (Some(key), Some(value)) = (sides.next(), sides.next()) else { continue };
        // The first of several counts.
        match key {
            b"Path" if path.is_none() => path = Some(decoded(value)),
            b"DeletionDate" if date.is_none() => date = Some(seconds(value).unwrap_or(-1)),
            _ => {}
        }
    }
    // Some programs end the path of a folder in a slash.
    let path: PathBuf = PathBuf::from(OsString::from_vec(path?)).components().collect();
    let leaves = path.is_relative() && path.components().any(|part| part == Component::ParentDir);
    if path.file_name().is_none() || path.as_os_str().as_bytes().contains(&0) || leaves {
        return None;
    }
    Some((top.join(path), date.unwrap_or(-1)))
}

/// Takes the escapes of a URL away; what is no escape stands for itself.
fn decoded(value: &[u8]) -> Vec<u8> {
    let digit =
        |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value;
    while let [first, after @ ..] = rest {
        let escape = match after {
            [high, low, after @ ..] if *first == b'%' => {
                digit(high).zip(digit(low)).map(|(high, low)| (high << 4 | low, after))
            }
            _ => None,
        };
        let (byte, after) = escape.unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    bytes
}

/// Reads a time of this time zone, as `2026-11-26T09:06:22`.
fn seconds(value: &[u8]) -> Option<i64> {
    let date: DateTime = std::str::from_utf8(value).ok()?.parse().ok()?;
    // A time that a change of clocks leaves out, or has twice, is taken for the one that other programs take it for.
    Some(date.to_zoned(TimeZone::system()).ok()?.timestamp().as_second())
}

/// Gives the top of the volume of a trash, or the data directory of the user; none if a directory is no trash of the user's
/// by its path.
pub(super) fn top_of<'a>(dir: &'a Path, data: Option<&'a Path>) -> Option<&'a Path> {
    let user = sys::real_user().to_string();
    if data.is_some_and(|data| dir == data.join("Trash")) {
        data
    } else if dir.file_name()?.as_bytes() == format!(".Trash-{user}").as_bytes() {
        dir.parent()
    } else {
        dir.parent().filter(|it| it.ends_with(".Trash") && dir.ends_with(&user))?.parent()
    }
}

/// Finds an item by the path of its description: it must be in a trash of the user's.
///
/// Only this volume is asked.
pub(super) fn find(id: &Path, data: Option<&Path>) -> Option<Trashed> {
    let dir = id.parent().filter(|dir| dir.ends_with("info"))?.parent()?;
    let name = CString::new(id.file_name()?.as_bytes()).ok()?;
    let top = top_of(dir, data)?;
    let trash = Trash { path: dir.to_owned(), top: top.to_owned() };
    let opened = open(dir).ok()?;
    let info = sys::enter_dir(opened.as_fd(), c"info", false).ok()?;
    let files = sys::enter_dir(opened.as_fd(), c"files", false).ok()?;
    describe(&trash, info.as_fd(), files.as_fd(), &name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<(PathBuf, i64)> {
        parse(text.as_bytes(), Path::new("/volume"))
    }

    #[test]
    fn what_the_user_may_not_enter_has_no_trash_of_theirs() {
        let scratch = tempfile::tempdir().unwrap();
        let unread = || on_mount(scratch.path()).unread;
        // Only its owner may enter it, as the mount of a FUSE filesystem.
        assert_eq!(fcp_test_support::while_nobody(unread).unwrap_or_default(), []);
        assert_eq!(unread(), []);
    }

    #[test]
    fn a_description_tells_where_an_item_was_and_when() {
        let date = "DeletionDate=2026-11-26T09:06:22";
        let at = seconds(b"2026-11-26T09:06:22");
        assert!(at.is_some_and(|at| (at - 1_795_683_982).abs() < 86_400), "{at:?}");
        let at = at.unwrap();
        for (text, path) in [
            (format!("[Trash Info]\nPath=/a%20b=c\n{date}\n"), "/a b=c"),
            (format!("[Trash Info]\r\n Path = a/b \r\nPath=/other\n{date}\r\n"), "/volume/a/b"),
            (format!("[Trash Info]\nX=1\nno key\n{date}\nPath=/50%\n[Other]\nPath=/c"), "/50%"),
        ] {
            assert_eq!(said(&text), Some((path.into(), at)), "{text}");
        }
        // Paths are alike whether they end in a slash or not; their bytes are not.
        let (folder, _) = said("[Trash Info]\nPath=/a/folder/\n").unwrap();
        assert_eq!(folder.as_os_str(), "/a/folder");
        for text in ["", "Path=/a", "[Trash Info]", "[Trash Info]\nPath=", "[Trash Info]\nPath=/"] {
            assert_eq!(said(text), None, "{text}");
        }
        assert_eq!(said("[Trash Info]\nPath=../a"), None);
        assert_eq!(said("[Trash Info]\nPath=a%00b"), None);
    }

    #[test]
    fn only_a_mount_that_has_been_silent_for_long_is_not_asked_again() {
        let (mut waited_for, now) = (BTreeMap::new(), Instant::now());
        assert!(is_asked(&mut waited_for, 1, now));
        // A second list at the same time asks as well.
        assert!(is_asked(&mut waited_for, 1, now + TIMEOUT / 2));
        assert!(!is_asked(&mut waited_for, 1, now + TIMEOUT));
        assert!(is_asked(&mut waited_for, 2, now + TIMEOUT));
        waited_for.remove(&1);
        assert!(is_asked(&mut waited_for, 1, now + TIMEOUT));
    }

    #[test]
    fn an_item_whose_date_makes_no_sense_is_listed() {
        for date in ["", "DeletionDate=yesterday", "DeletionDate=2026-13-01T00:00:00"] {
            let found = said(&format!("[Trash Info]\nPath=/a\n{date}"));
            assert_eq!(found, Some(("/a".into(), -1)), "{date}");
        }
    }

    #[test]
    fn every_byte_of_a_name_comes_back() {
        let name: Vec<u8> = (1..=255).filter(|byte| *byte != b'/').collect();
        let path = Path::new("/").join(OsString::from_vec(name));
        let text = super::super::slot::description(&path, None);
        assert_eq!(parse(&text, Path::new("/volume")).map(|(path, _)| path), Some(path));
    }
}

//! Lists the places beside the panels: the user's folders, mounted filesystems, bookmarks.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use fcp_browse::{self as browse, Mount, Space};
use fcp_engine::path::is_far;
use fcp_presentation::keep;
use fcp_presentation::lock;
use fcp_presentation::tr;

use crate::feed::{Changed, Feed};
use crate::home_dir::HomeDir;
use crate::names::name;
use crate::preferences::StateFile;
use crate::wire::{PanelSide, PlaceId, PlaceKind, PlaceState, Refusal, Section, View};

/// Time between two looks at what is mounted.
const PERIOD: Duration = Duration::from_secs(5);

/// Time that local mounts get to tell their space.
const PATIENCE: Duration = Duration::from_millis(300);

/// The user's folders: their kinds, their names in `user-dirs.dirs` and where they are without it.
const FOLDERS: [(PlaceKind, &str, &str); 6] = [
    (PlaceKind::Desktop, "XDG_DESKTOP_DIR", "Desktop"),
    (PlaceKind::Documents, "XDG_DOCUMENTS_DIR", "Documents"),
    (PlaceKind::Downloads, "XDG_DOWNLOAD_DIR", "Downloads"),
    (PlaceKind::Pictures, "XDG_PICTURES_DIR", "Pictures"),
    (PlaceKind::Music, "XDG_MUSIC_DIR", "Music"),
    (PlaceKind::Videos, "XDG_VIDEOS_DIR", "Videos"),
];

/// The places, as they are known.
#[derive(Debug)]
pub(super) struct Places {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    home: HomeDir,
    known: Mutex<Known>,
    /// Serialises scans, so that an older result cannot overwrite a newer one.
    looking: Mutex<()>,
}

#[derive(Debug, Default)]
struct Known {
    /// What is shown, in its order.
    shown: Vec<PlaceState>,
    /// Folders by their numbers, which they keep.
    numbers: Vec<PathBuf>,
    /// Room on mounts that may not answer, as they told it last.
    far: HashMap<PathBuf, Space>,
    /// Mounts that were asked and have not answered.
    asked: HashSet<PathBuf>,
}

impl Places {
    /// Knows no place yet.
    pub(super) fn new(feed: Arc<Feed>, saved: Arc<StateFile>, home: HomeDir) -> Arc<Self> {
        Arc::new(Self { feed, saved, home, known: Mutex::default(), looking: Mutex::default() })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// Gives what is shown.
    pub(super) fn shown(&self) -> Vec<PlaceState> {
        self.known().shown.clone()
    }

    /// Gives the place that a folder is, or else the nearest one that it is in.
    pub(super) fn around(&self, dir: &Path) -> Option<PlaceId> {
        let known = self.known();
        let places = known.shown.iter().map(|place| place.id);
        places
            .filter_map(|id| Some((known.numbers.get(id as usize)?, id)))
            // A path of another machine begins with `/`, too.
            .filter(|(at, _)| is_far(at) == is_far(dir) && dir.starts_with(at))
            .max_by_key(|(at, _)| at.components().count())
            .map(|(_, id)| id)
    }

    /// Gives the bytes free where a folder is, as its disk tells them in the list: the same beside a panel and below it.
    pub(super) fn free(&self, dir: &Path, size: Option<u64>) -> Option<u64> {
        self.known().disk(dir, size?)?.free
    }

    /// Takes in the room that a look at a folder has found.
    pub(super) fn learn(&self, dir: &Path, space: Space) {
        let mut known = self.known();
        let Some(disk) = known.disk(dir, space.total) else { return };
        if disk.free.replace(space.free) == Some(space.free) {
            return;
        }
        let at = disk.id as usize;
        if let Some(at) = known.numbers.get(at).cloned()
            && let Some(far) = known.far.get_mut(&at)
        {
            *far = space;
        }
        drop(known);
        self.changed();
    }

    /// Has the places told again, and the panels, which tell the room of their disks.
    fn changed(&self) {
        self.feed.mark(Changed::Places);
        for side in PanelSide::ALL {
            self.feed.mark(Changed::Panel(side));
        }
    }

    /// Gives the folder of a place.
    pub(super) fn dir(&self, place: PlaceId) -> Option<PathBuf> {
        self.known().numbers.get(place as usize).cloned()
    }
}

impl Known {
    /// Gives the disk that a folder is on; one of another size is not, as something else is mounted between them.
    fn disk(&mut self, dir: &Path, size: u64) -> Option<&mut PlaceState> {
        let numbers = &self.numbers;
        let above = |place: &PlaceState| {
            let at = numbers.get(place.id as usize).filter(|at| dir.starts_with(at));
            at.map(|at| at.components().count())
        };
        let disks = self.shown.iter_mut().filter(|place| place.section == Section::Devices);
        let nearest = disks.filter_map(|place| Some((above(place)?, place)));
        let (_, disk) = nearest.max_by_key(|(depth, _)| *depth)?;
        Some(disk).filter(|disk| disk.size == Some(size))
    }

    fn number(&mut self, dir: &Path) -> PlaceId {
        let number = self.numbers.iter().position(|known| known == dir);
        let number = number.unwrap_or_else(|| {
            self.numbers.push(dir.to_owned());
            self.numbers.len() - 1
        });
        number as PlaceId
    }
}

/// Starts the thread that looks what is mounted as long as a window shows it; it ends with the places.
pub(super) fn start(places: &Arc<Places>) {
    let places = Arc::downgrade(places);
    thread::spawn(move || {
        let mut first = true;
        while let Some(places) = places.upgrade() {
            if std::mem::take(&mut first) || places.feed.has(View::Manager) {
                look(&places);
            }
            drop(places);
            thread::sleep(PERIOD);
        }
    });
}

/// Looks what there is.
pub(super) fn look(places: &Arc<Places>) {
    let _turn = lock(&places.looking);
    let folders = folders(places);
    let devices = devices(places);
    let bookmarks = places.saved.folder().map(keep::bookmarks).unwrap_or_default();
    let mut known = places.known();
    let mut shown = Vec::new();
    for (kind, dir) in folders {
        let id = known.number(&dir);
        shown.push(place(id, Section::Places, kind, &dir));
    }
    for (mount, space) in devices {
        let id = known.number(&mount.dir);
        let kind = match (mount.network, mount.removable) {
            _ if mount.dir == Path::new("/") => PlaceKind::System,
            (true, _) => PlaceKind::Network,
            (false, true) => PlaceKind::Removable,
            (false, false) => PlaceKind::Disk,
        };
        shown.push(PlaceState {
            free: space.map(|space| space.free),
            size: space.map(|space| space.total),
            filesystem: mount.kind.to_string_lossy().into_owned(),
            ..place(id, Section::Devices, kind, &mount.dir)
        });
    }
    for dir in bookmarks {
        let id = known.number(&dir);
        let is_far = is_far(&dir);
        let kind = if is_far { PlaceKind::Network } else { PlaceKind::Bookmark };
        let bookmark = place(id, Section::Bookmarks, kind, &dir);
        // Which machine it is says more than the last folder.
        let name = if is_far { name(&dir) } else { bookmark.name };
        shown.push(PlaceState { name, ..bookmark });
    }
    if known.shown != shown {
        known.shown = shown;
        places.changed();
    }
}

fn place(id: PlaceId, section: Section, kind: PlaceKind, dir: &Path) -> PlaceState {
    let name = name(dir.file_name().unwrap_or(dir.as_os_str()));
    PlaceState { id, section, kind, name, free: None, size: None, filesystem: String::new() }
}

/// Gives the user's folders that there are.
fn folders(places: &Places) -> Vec<(PlaceKind, PathBuf)> {
    let Some(home) = places.home.path() else { return Vec::new() };
    let config =
        places.home.variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
    let file = config.unwrap_or_else(|| home.join(".config")).join("user-dirs.dirs");
    let named = user_dirs(&fs::read(file).unwrap_or_default(), home);
    let mut folders = vec![(PlaceKind::Home, home.to_owned())];
    for (kind, key, usual) in FOLDERS {
        let dir = named.get(key).cloned().unwrap_or_else(|| home.join(usual));
        // In user-dirs.dirs, a folder set to the home folder itself is switched off.
        if dir != home && dir.is_dir() {
            folders.push((kind, dir));
        }
    }
    if let Some(trash) = places.home.trash() {
        folders.push((PlaceKind::Trash, trash.to_owned()));
    }
    folders
}

/// Reads `user-dirs.dirs`: lines like `XDG_MUSIC_DIR="$HOME/Music"`.
fn user_dirs(text: &[u8], home: &Path) -> HashMap<String, PathBuf> {
    let line = |line: &[u8]| {
        let line = line.trim_ascii();
        let at = line.iter().position(|&c| c == b'=')?;
        let (key, value) = (std::str::from_utf8(&line[..at]).ok()?, &line[at + 1..]);
        let value = value.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        let (above, rest) = match value.strip_prefix(b"$HOME") {
            Some(rest) => (home, rest),
            None if value.starts_with(b"/") => (Path::new("/"), value),
            None => return None,
        };
        let mut rest = rest.iter().skip_while(|&&c| c == b'/').copied();
        let mut bytes = Vec::new();
        while let Some(byte) = rest.next() {
            bytes.push(if byte == b'\\' { rest.next()? } else { byte });
        }
        let dir =
            if bytes.is_empty() { above.to_owned() } else { above.join(OsString::from_vec(bytes)) };
        Some((key.to_owned(), dir))
    };
    text.split(|&c| c == b'\n').filter_map(line).collect()
}

/// Gives what is mounted, with the room on it as far as known.
fn devices(places: &Arc<Places>) -> Vec<(Mount, Option<Space>)> {
    // Without the table there is nothing to show.
    let mounts = browse::mounts().unwrap_or_default();
    let (far, near): (Vec<_>, Vec<_>) = mounts.into_iter().partition(may_hang);
    for mount in &far {
        ask(places, &mount.dir);
    }
    let spaces = browse::spaces(&near, PATIENCE);
    let known = places.known();
    let far = far.into_iter().map(|mount| {
        let space = known.far.get(&mount.dir).copied();
        (mount, space)
    });
    let all = near.into_iter().zip(spaces).chain(far);
    let mut all: Vec<_> = all.filter(|(mount, space)| holds_files(mount, *space)).collect();
    all.sort_by(|(one, _), (other, _)| one.dir.cmp(&other.dir));
    all
}

/// Tells whether people keep files on a mount: what programs mount for themselves has no room to speak of.
fn holds_files(mount: &Mount, space: Option<Space>) -> bool {
    const LEAST: u64 = 1 << 20;
    match space {
        Some(space) => space.total >= LEAST,
        // A disk or a server may be slow to answer.
        None => mount.network || !may_hang(mount),
    }
}

/// Tells whether something else than a disk has to answer.
fn may_hang(mount: &Mount) -> bool {
    mount.network || mount.kind.as_bytes().starts_with(b"fuse")
}

/// Asks a mount that may not answer for its room, unless it was asked already.
fn ask(places: &Arc<Places>, dir: &Path) {
    if !places.known().asked.insert(dir.to_owned()) {
        return;
    }
    let (places, dir) = (Arc::clone(places), dir.to_owned());
    thread::spawn(move || {
        let space = browse::free(&dir);
        let mut known = places.known();
        known.asked.remove(&dir);
        let before = match space {
            Some(space) => known.far.insert(dir, space),
            None => known.far.remove(&dir),
        };
        drop(known);
        // What has answered for the first time may be shown by now.
        if before.is_none() && space.is_some() {
            look(&places);
        }
    });
}

/// Keeps a folder among the bookmarks, or forgets it if it is there.
pub(super) fn bookmark(places: &Arc<Places>, dir: PathBuf) -> Result<(), Refusal> {
    change(places, |bookmarks| {
        if bookmarks.contains(&dir) {
            bookmarks.retain(|known| *known != dir);
        } else {
            bookmarks.push(dir);
        }
    })
}

/// Forgets a bookmark.
pub(super) fn unbookmark(places: &Arc<Places>, place: PlaceId) -> Result<(), Refusal> {
    let dir = places.dir(place).ok_or(Refusal::Gone)?;
    change(places, |bookmarks| bookmarks.retain(|known| *known != dir))
}

fn change(places: &Arc<Places>, change: impl FnOnce(&mut Vec<PathBuf>)) -> Result<(), Refusal> {
    let nowhere = || Refusal::because(tr!("desktop-no-bookmarks"));
    let state = places.saved.folder().ok_or_else(nowhere)?;
    // Another program may have changed them since.
    let mut bookmarks = keep::bookmarks(state);
    change(&mut bookmarks);
    keep::keep_bookmarks(state, &bookmarks)?;
    let places = Arc::clone(places);
    thread::spawn(move || look(&places));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_dirs_are_read_as_written() {
        let text =
            b"# comment\nXDG_MUSIC_DIR=\"$HOME/My \\\"Music\\\"\"\nXDG_DESKTOP_DIR=\"$HOME/\"\n\
            XDG_VIDEOS_DIR=\"/data/caf\xe9\"\nXDG_PICTURES_DIR=\"relative\"\nnonsense\n";
        let dirs = user_dirs(text, Path::new("/home/anna"));
        let at = |key: &str| dirs.get(key).map(|dir| dir.as_os_str().as_bytes());
        assert_eq!(at("XDG_MUSIC_DIR"), Some(&b"/home/anna/My \"Music\""[..]));
        assert_eq!(at("XDG_DESKTOP_DIR"), Some(&b"/home/anna"[..]));
        assert_eq!(at("XDG_VIDEOS_DIR"), Some(&b"/data/caf\xe9"[..]));
        assert_eq!(at("XDG_PICTURES_DIR"), None);
        assert_eq!(dirs.len(), 3);
    }

    #[test]
    fn what_programs_mount_for_themselves_is_no_device() {
        let mount = |kind: &str, network| Mount {
            dir: "/mnt".into(),
            source: "x".into(),
            kind: kind.into(),
            network,
            removable: false,
        };
        let space = |total| Some(Space { free: 0, total });
        assert!(holds_files(&mount("ext4", false), space(1 << 30)));
        assert!(!holds_files(&mount("fuse", false), space(4100)));
        assert!(!holds_files(&mount("ext4", false), space(0)));
        // A mount that has not answered yet is listed, unless its type is FUSE without a network.
        assert!(holds_files(&mount("ext4", false), None));
        assert!(holds_files(&mount("fuse.sshfs", true), None));
        assert!(!holds_files(&mount("fuse", false), None));
    }

    #[test]
    fn a_folder_has_the_room_of_the_disk_that_it_is_on() {
        let mut known = Known::default();
        let disk = |known: &mut Known, dir: &str, size| {
            let id = known.number(Path::new(dir));
            let at = place(id, Section::Devices, PlaceKind::Disk, Path::new(dir));
            known.shown.push(PlaceState { free: Some(size / 2), size: Some(size), ..at });
        };
        disk(&mut known, "/", 100);
        disk(&mut known, "/home", 200);
        let mut free = |dir: &str, size| known.disk(Path::new(dir), size).and_then(|it| it.free);
        assert_eq!(free("/usr/share", 100), Some(50));
        assert_eq!(free("/home/ines", 200), Some(100));
        assert_eq!(free("/homes", 100), Some(50));
        // Something that is not listed is mounted there.
        assert_eq!(free("/home/ines/mnt", 100), None);
    }
}

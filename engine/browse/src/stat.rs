//! Calls `stat` for the entries of a listing, visible ones first.

use std::collections::VecDeque;
use std::ffi::{CStr, OsString};
use std::ops::Range;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use super::listing::Listing;
use super::meta::{CHUNK, Meta};
use super::read::open;
use fcp_engine::event::FileKind;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd};

/// How many threads ask at once where each answer is a way through a network.
const REMOTE_WIDTH: usize = 16;

/// How many do elsewhere: more gain nothing, as names of one directory share locks.
const LOCAL_WIDTH: usize = 4;

type Chunk = Arc<[Option<Meta>]>;

/// Stats all entries, the chunks of `visible` first, and ends early once `stop` is set.
///
/// `told` gets each chunk ([`CHUNK`]) when it is known, from several threads. One with symlinks comes
/// a second time, after they were followed: that may wait for another filesystem. An entry that is
/// gone has no meta. Nothing is told if the directory cannot be opened.
///
/// The threads are its own, since a filesystem that does not answer keeps them.
pub fn stat(
    dir: &Path,
    listing: &Listing,
    visible: Range<usize>,
    stop: &AtomicBool,
    told: impl Fn(usize, Arc<[Option<Meta>]>) + Sync,
) {
    let work = Mutex::new(Work::new(listing.len(), visible));
    let worker = || {
        // Each has a descriptor of its own, so that none waits for another's reference count.
        let Ok(fd) = open(dir) else { return };
        let fd = fd.as_fd();
        loop {
            let Some(task) = lock(&work).next() else { return };
            let chunk = task.chunk();
            let (metas, ended) = match &task {
                Task::Look(chunk) => look(fd, listing, *chunk, stop),
                Task::Follow(chunk, metas) => follow(fd, listing, *chunk, metas, stop),
            };
            if !ended {
                return;
            }
            if matches!(task, Task::Look(_)) && metas.iter().flatten().any(is_link) {
                lock(&work).add_links(chunk, Arc::clone(&metas));
            }
            told(chunk, metas);
        }
    };
    let chunks = listing.len().div_ceil(CHUNK);
    match width(dir, chunks) {
        0 => {}
        width => thread::scope(|scope| {
            for _ in 1..width {
                scope.spawn(worker);
            }
            worker();
        }),
    }
}

fn width(dir: &Path, chunks: usize) -> usize {
    let most = match open(dir) {
        Ok(fd) if sys::is_remote(fd.as_fd()) => REMOTE_WIDTH,
        Ok(_) => thread::available_parallelism().map_or(1, usize::from).clamp(2, LOCAL_WIDTH),
        Err(_) => 0,
    };
    most.min(chunks)
}

enum Task {
    Look(usize),
    Follow(usize, Chunk),
}

impl Task {
    fn chunk(&self) -> usize {
        match self {
            Self::Look(chunk) | Self::Follow(chunk, _) => *chunk,
        }
    }
}

struct Work {
    visible: Range<usize>,
    /// Chunks that can be seen, then the others.
    chunks: Box<dyn Iterator<Item = usize> + Send>,
    /// Links that can be seen.
    soon: VecDeque<(usize, Chunk)>,
    /// Links that cannot: nothing may have to wait for where they lead.
    late: VecDeque<(usize, Chunk)>,
}

impl Work {
    fn new(len: usize, visible: Range<usize>) -> Self {
        let count = len.div_ceil(CHUNK);
        let end = visible.end.div_ceil(CHUNK).min(count);
        let visible = (visible.start / CHUNK).min(end)..end;
        let others = (visible.end..count).chain(0..visible.start);
        let chunks = Box::new(visible.clone().chain(others));
        Self { visible, chunks, soon: VecDeque::new(), late: VecDeque::new() }
    }

    fn next(&mut self) -> Option<Task> {
        let follow = |(chunk, metas)| Task::Follow(chunk, metas);
        let soon = self.soon.pop_front().map(follow);
        soon.or_else(|| self.chunks.next().map(Task::Look))
            .or_else(|| self.late.pop_front().map(follow))
    }

    fn add_links(&mut self, chunk: usize, metas: Chunk) {
        let is_visible = self.visible.contains(&chunk);
        if is_visible { &mut self.soon } else { &mut self.late }.push_back((chunk, metas));
    }
}

fn is_link(meta: &Meta) -> bool {
    meta.kind == FileKind::Symlink
}

/// Stats a chunk and tells whether it came to an end.
fn look(fd: BorrowedFd<'_>, listing: &Listing, chunk: usize, stop: &AtomicBool) -> (Chunk, bool) {
    let rows = chunk * CHUNK..((chunk + 1) * CHUNK).min(listing.len());
    let len = rows.len();
    let names = rows.take_while(|_| !stop.load(Ordering::Relaxed));
    let metas: Chunk = names.map(|row| meta(fd, listing.c_name(row)?)).collect();
    let ended = metas.len() == len;
    (metas, ended)
}

fn meta(fd: BorrowedFd<'_>, name: &CStr) -> Option<Meta> {
    let stat = sys::stat_shown(fd, name, false).ok()?;
    let is_link = stat.kind == FileKind::Symlink;
    let target = is_link.then(|| sys::read_link(fd, name).ok()).flatten();
    let target = target.map(|target| PathBuf::from(OsString::from_vec(target.into_bytes())));
    Some(Meta {
        size: stat.size,
        mtime: stat.mtime_micros(),
        mode: stat.mode,
        uid: stat.uid,
        gid: stat.gid,
        links: u32::try_from(stat.nlink).unwrap_or(u32::MAX),
        kind: stat.kind,
        target: target.map(PathBuf::into_boxed_path),
        leads_to: is_link.then_some(FileKind::Unknown),
        ..Meta::default()
    })
}

/// Follows the links of a chunk and tells whether it came to an end.
fn follow(
    fd: BorrowedFd<'_>,
    listing: &Listing,
    chunk: usize,
    metas: &Chunk,
    stop: &AtomicBool,
) -> (Chunk, bool) {
    let lead = |(row, meta): (usize, &Option<Meta>)| {
        let mut meta = meta.clone()?;
        if is_link(&meta) {
            let behind = sys::stat_shown(fd, listing.c_name(row)?, true);
            meta.leads_to = behind.ok().map(|stat| stat.kind);
        }
        Some(meta)
    };
    let rows = (chunk * CHUNK..).zip(metas.iter());
    let rows = rows.take_while(|_| !stop.load(Ordering::Relaxed));
    let followed: Chunk = rows.map(lead).collect();
    let ended = followed.len() == metas.len();
    (followed, ended)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::super::{Metas, enters, list};
    use super::*;

    fn ask(dir: &Path, listing: &Listing) -> Metas {
        let metas = Mutex::new(Metas::default());
        stat(dir, listing, 0..1, &AtomicBool::new(false), |chunk, told| {
            lock(&metas).put(chunk, told);
        });
        metas.into_inner().unwrap()
    }

    #[test]
    fn all_is_told_that_a_panel_shows() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        fs::create_dir(path.join("dir")).unwrap();
        fs::write(path.join("file"), "12345").unwrap();
        fs::set_permissions(path.join("file"), fs::Permissions::from_mode(0o640)).unwrap();
        fs::hard_link(path.join("file"), path.join("hard")).unwrap();
        symlink("dir", path.join("link")).unwrap();
        symlink("nowhere", path.join("broken")).unwrap();
        let listing = list(path, drop).unwrap();
        fs::write(path.join("gone"), "").unwrap();
        let metas = ask(path, &listing);
        let meta = |name: &str| metas.get(listing.find(name.as_ref()).unwrap()).unwrap();
        let file = meta("file");
        assert_eq!((file.size, file.mode, file.links, file.kind), (5, 0o640, 2, FileKind::File));
        let stat = fs::metadata(path.join("file")).unwrap();
        let modified = stat.modified().unwrap().duration_since(std::time::UNIX_EPOCH).unwrap();
        assert_eq!(file.mtime, i64::try_from(modified.as_micros()).unwrap());
        assert_eq!(meta("dir").kind, FileKind::Directory);
        assert_eq!(meta("link").target.as_deref(), Some(Path::new("dir")));
        assert!(enters(FileKind::Symlink, Some(meta("link"))));
        assert_eq!(meta("broken").leads_to, None);
        assert_eq!(meta("broken").target.as_deref(), Some(Path::new("nowhere")));
    }

    #[test]
    fn chunks_come_in_any_order_but_all_of_them() {
        let dir = tempfile::tempdir().unwrap();
        for n in 0..3 * CHUNK + 5 {
            fs::write(dir.path().join(n.to_string()), &b"0123456789"[..n % 10]).unwrap();
        }
        let listing = list(dir.path(), drop).unwrap();
        fs::remove_file(dir.path().join("7")).unwrap();
        let metas = ask(dir.path(), &listing);
        assert!(metas.is_complete(listing.len()));
        let size = |row: usize| metas.get(row).map(|meta| meta.size);
        assert!((0..listing.len()).all(|row| size(row) == (row != 7).then_some(row as u64 % 10)));
    }

    #[test]
    fn what_is_visible_is_asked_first() {
        let order = |visible| {
            let mut work = Work::new(4 * CHUNK + 1, visible);
            std::iter::from_fn(|| work.next()).map(|task| task.chunk()).collect::<Vec<_>>()
        };
        assert_eq!(order(0..20), [0, 1, 2, 3, 4]);
        assert_eq!(order(2 * CHUNK + 1..3 * CHUNK + 1), [2, 3, 4, 0, 1]);
        assert_eq!(order(0..0), [0, 1, 2, 3, 4]);
        assert_eq!(order(9 * CHUNK..10 * CHUNK), [0, 1, 2, 3, 4]);
        let mut work = Work::new(2 * CHUNK, CHUNK..CHUNK + 1);
        work.add_links(0, [].into());
        work.add_links(1, [].into());
        let tasks: Vec<_> = std::iter::from_fn(|| work.next()).map(|task| task.chunk()).collect();
        assert_eq!(tasks, [1, 1, 0, 0]);
    }

    #[test]
    fn it_stops_when_told_to() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a"), "").unwrap();
        let listing = list(dir.path(), drop).unwrap();
        stat(dir.path(), &listing, 0..1, &AtomicBool::new(true), |_, _| panic!("was stopped"));
    }
}

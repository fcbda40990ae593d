//! Lays out the directory of a case before the run, and reads what is there afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use fcp_test_support::ns::NOBODY;
use rustix::fs::{Mode, OFlags};

use crate::asked::Form;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    File,
    Tree,
    Symlink,
    Fifo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Absent,
    File,
    /// A file with another name beside it.
    HardLinked,
    /// Another name of the source itself.
    SameFile,
    LinkToSource,
    LinkToFile,
    Dangling,
    LinkToDirectory,
    Directory,
    Fifo,
    /// The user's, and not writable to the user.
    ReadOnly,
    /// Of another user, in a directory where the user may do anything.
    NotOurs,
}

pub(crate) const STATES: [State; 12] = [
    State::Absent,
    State::File,
    State::HardLinked,
    State::SameFile,
    State::LinkToSource,
    State::LinkToFile,
    State::Dangling,
    State::LinkToDirectory,
    State::Directory,
    State::Fifo,
    State::ReadOnly,
    State::NotOurs,
];

impl State {
    /// Whether only an ordinary user notices it.
    pub(crate) fn needs_nobody(self) -> bool {
        matches!(self, Self::ReadOnly | Self::NotOurs)
    }
}

/// The longest of all files, and the newest.
pub(crate) const NEW: &[u8] = b"the bytes of the source, of which there are many";
pub(crate) const OLD: &[u8] = b"old bytes";
pub(crate) const VICTIM: &[u8] = b"not to be touched";

/// What a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// `f`, `d`, `l`, `p`.
    pub(crate) kind: char,
    pub(crate) ino: u64,
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) nlink: u64,
    pub(crate) mtime: (i64, i64),
    /// The data of a file, the target of a symlink.
    pub(crate) bytes: Vec<u8>,
}

pub(crate) type Snapshot = BTreeMap<PathBuf, Entry>;

/// A directory with a source and something at the destination.
pub(crate) struct Place {
    pub(crate) root: PathBuf,
    /// The item that is copied, moved or removed, below the root.
    pub(crate) source: PathBuf,
    /// Where its copy belongs, below the root.
    pub(crate) target: PathBuf,
    fifos: Vec<fs::File>,
}

fn put(path: &Path, bytes: &[u8], mode: u32, second: u64) {
    fs::write(path, bytes).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let time = UNIX_EPOCH + Duration::from_secs(second);
    let file = fs::File::open(path).unwrap();
    file.set_times(fs::FileTimes::new().set_modified(time).set_accessed(time)).unwrap();
}

fn fifo(path: &Path) {
    rustix::fs::mknodat(
        rustix::fs::CWD,
        path,
        rustix::fs::FileType::Fifo,
        Mode::from_raw_mode(0o644),
        0,
    )
    .unwrap();
}

impl Place {
    /// Lays out a case in an empty directory.
    pub(crate) fn new(root: &Path, source: Source, state: State, form: Form) -> Self {
        for dir in ["s", "d", "v", "v/dir"] {
            fs::create_dir(root.join(dir)).unwrap();
        }
        put(&root.join("v/file"), VICTIM, 0o640, 1_000_000_000);
        put(&root.join("s/t"), NEW, 0o604, 1_200_000_000);
        let below = form == Form::Below;
        if below {
            fs::create_dir(root.join("s/x")).unwrap();
            fs::create_dir(root.join("d/x")).unwrap();
        }
        let (from, to) = if below { ("s/x/f", "d/x/f") } else { ("s/x", "d/x") };
        let mut place = Self {
            root: root.to_owned(),
            source: from.into(),
            target: to.into(),
            fifos: Vec::new(),
        };
        place.make_source(source);
        place.make_state(state);
        if state.needs_nobody() && rustix::process::geteuid().is_root() {
            place.give_away(root, state);
        }
        place
    }

    fn make_source(&self, source: Source) {
        let at = self.root.join(&self.source);
        match source {
            Source::File => put(&at, NEW, 0o604, 1_200_000_000),
            Source::Symlink => symlink(self.root.join("s/t"), &at).unwrap(),
            Source::Fifo => fifo(&at),
            Source::Tree => {
                fs::create_dir_all(at.join("sub")).unwrap();
                put(&at.join("f"), NEW, 0o604, 1_200_000_000);
                put(&at.join("sub/g"), NEW, 0o604, 1_200_000_000);
                symlink("f", at.join("link")).unwrap();
            }
        }
    }

    fn make_state(&mut self, state: State) {
        let at = self.root.join(&self.target);
        match state {
            State::Absent => {}
            State::File | State::NotOurs => put(&at, OLD, 0o644, 1_000_000_000),
            State::ReadOnly => put(&at, OLD, 0o444, 1_000_000_000),
            State::HardLinked => {
                put(&at, OLD, 0o644, 1_000_000_000);
                fs::hard_link(&at, self.root.join("d/other")).unwrap();
            }
            State::SameFile => {
                let source = self.root.join(&self.source);
                if source.symlink_metadata().unwrap().is_dir() {
                    symlink(source, &at).unwrap();
                } else {
                    fs::hard_link(source, &at).unwrap();
                }
            }
            State::LinkToSource => symlink(self.root.join(&self.source), &at).unwrap(),
            State::LinkToFile => symlink(self.root.join("v/file"), &at).unwrap(),
            State::Dangling => symlink(self.root.join("v/nothing"), &at).unwrap(),
            State::LinkToDirectory => symlink(self.root.join("v/dir"), &at).unwrap(),
            State::Directory => {
                fs::create_dir(&at).unwrap();
                put(&at.join("f"), OLD, 0o644, 1_000_000_000);
                put(&at.join("inside"), VICTIM, 0o644, 1_000_000_000);
            }
            State::Fifo => {
                fifo(&at);
                let mut open = fs::File::options();
                // A writer finds a reader, and what it writes stays here.
                let flags = OFlags::NONBLOCK.bits().cast_signed();
                self.fifos.push(open.read(true).write(true).custom_flags(flags).open(&at).unwrap());
            }
        }
    }

    /// Gives all files to the user nobody; with `State::NotOurs`, all but the target.
    fn give_away(&self, at: &Path, state: State) {
        let is_other = state == State::NotOurs && at == self.root.join(&self.target);
        let own = if is_other { None } else { Some(NOBODY) };
        std::os::unix::fs::lchown(at, own, own).unwrap();
        if at.symlink_metadata().unwrap().is_dir() {
            for entry in fs::read_dir(at).unwrap() {
                self.give_away(&entry.unwrap().path(), state);
            }
        }
    }

    /// Looks at everything in the directory.
    pub(crate) fn look(&self) -> Snapshot {
        let mut found = Snapshot::new();
        self.look_at(&self.root, &mut found);
        found
    }

    fn look_at(&self, dir: &Path, found: &mut Snapshot) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let meta = path.symlink_metadata().unwrap();
            let kind = meta.file_type();
            let (kind, bytes) = if kind.is_dir() {
                self.look_at(&path, found);
                ('d', Vec::new())
            } else if kind.is_symlink() {
                let target = fs::read_link(&path).unwrap();
                ('l', target.into_os_string().into_encoded_bytes())
            } else if kind.is_fifo() {
                ('p', Vec::new())
            } else {
                ('f', fs::read(&path).unwrap())
            };
            let is_dir = kind == 'd';
            let entry = Entry {
                kind,
                ino: meta.ino(),
                mode: meta.mode() & 0o7777,
                uid: meta.uid(),
                nlink: if is_dir { 0 } else { meta.nlink() },
                // That of a directory changes with the names in it, that of a FIFO with its data.
                mtime: if matches!(kind, 'd' | 'p') {
                    (0, 0)
                } else {
                    (meta.mtime(), meta.mtime_nsec())
                },
                bytes,
            };
            found.insert(path.strip_prefix(&self.root).unwrap().to_owned(), entry);
        }
    }

    /// What was written into the FIFO at the destination.
    pub(crate) fn written(&mut self) -> Vec<u8> {
        let mut bytes = vec![0; 4096];
        let read = self.fifos.first_mut().map_or(0, |fifo| fifo.read(&mut bytes).unwrap_or(0));
        bytes.truncate(read);
        bytes
    }

    /// Writes into the FIFO that is the source as soon as a program reads it.
    ///
    /// What is given ends the wait, wherever the FIFO is by then.
    pub(crate) fn feed(&self) -> (std::thread::JoinHandle<()>, rustix::fd::OwnedFd) {
        let path = self.root.join(&self.source);
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let node = rustix::fs::open(&path, flags, Mode::empty()).unwrap();
        let writer = node.try_clone().unwrap();
        let feeder = std::thread::spawn(move || {
            use rustix::fd::AsRawFd;
            let path = format!("/proc/self/fd/{}", writer.as_raw_fd());
            let mut fifo = fs::File::options().write(true).open(path).unwrap();
            // The reader may have exited without reading anything.
            drop(fifo.write_all(NEW));
        });
        (feeder, node)
    }
}

/// Ends a wait that [`Place::feed`] began.
pub(crate) fn starve(feeder: std::thread::JoinHandle<()>, node: &rustix::fd::OwnedFd) {
    use rustix::fd::AsRawFd;
    let path = format!("/proc/self/fd/{}", node.as_raw_fd());
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let reader = fs::File::options().read(true).custom_flags(flags).open(path).unwrap();
    feeder.join().unwrap();
    drop(reader);
}

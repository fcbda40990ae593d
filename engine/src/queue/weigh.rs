//! Decides whether a job is so light that it need not wait for a lane.

use std::fs;
use std::path::{Path, PathBuf};

use super::lanes::{follows, nearest, stat};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, Driver, Follow, JobSpec, Reflink, Sparse, Verb};
use crate::record::{self, Line, bookkeeping};
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, FsType, Meta};

/// Operands that are looked at, to find out whether all lie on one filesystem.
const LOOKED_AT: usize = 1000;

/// Whether a job moves no data to speak of: it renames, shares extents, or is small.
///
/// This is a guess, quickly made: it looks at operands and at a hundred entries, and changes nothing.
pub(crate) fn passes(spec: &JobSpec) -> bool {
    match spec.verb {
        // What cannot be renamed into the trash is refused, and what is in it lies where it was.
        Verb::Trash | Verb::Restore => true,
        Verb::Undo => spec.sources.iter().all(|record| undoes_little(&record.0)),
        Verb::Move => renames(spec) || Left::SMALL.suffices(spec),
        Verb::Copy => shares_extents(spec) || Left::SMALL.suffices(spec),
        Verb::Delete | Verb::Verify | Verb::Dedupe | Verb::Extract | Verb::Pack => {
            Left::SMALL.suffices(spec)
        }
    }
}

/// Whether a job is taken back by renames and by the removal of a few copies.
fn undoes_little(record: &Path) -> bool {
    let Some((_, lines)) = record::glance(record) else { return false };
    let mut made = Vec::new();
    for line in &lines {
        match line {
            Line::Moved { from, to, .. } if !is_one_place(&from.0, &to.0) => return false,
            Line::Made { path, .. }
            | Line::Snapshot { path, .. }
            | Line::Replaced { path, .. }
            | Line::Extracted { path, .. } => made.push(path.0.as_path()),
            Line::Moved { .. }
            | Line::Exchanged { .. }
            | Line::Trashed { .. }
            | Line::Parent { .. }
            | Line::Emptied(_)
            | Line::Rights { .. }
            | Line::Restored { .. }
            | bookkeeping!() => {}
        }
    }
    let mut left = Left::SMALL;
    left.spend_on(made.into_iter(), false)
}

/// Whether a move is done by rename alone.
fn renames(spec: &JobSpec) -> bool {
    // These are never anything else.
    if spec.options.no_copy || spec.options.exchange {
        return true;
    }
    let Some(there) = arrival(spec).and_then(|path| stat(&path, true)) else { return false };
    let mut sources = spec.sources.iter().take(LOOKED_AT);
    sources.all(|source| {
        stat(&parent(&source.0), true).is_some_and(|here| place(&here) == place(&there))
    })
}

/// Whether what is moved from one directory to the other is renamed.
fn is_one_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| nearest(&parent(path), true).map(|meta| place(&meta));
    let found = place(one);
    found.is_some() && found == place(other)
}

/// A device and a mount of it, between which and others nothing is renamed.
fn place(meta: &Meta) -> (u64, u64) {
    (meta.dev, meta.mount)
}

/// The directory in which the destination appears, or into which it is merged.
fn arrival(spec: &JobSpec) -> Option<PathBuf> {
    match spec.destination.as_ref()? {
        Destination::Into(path) => Some(path.0.clone()),
        Destination::Each(paths) => Some(parent(&paths.first()?.0)),
        Destination::As(path) => {
            let is_there = stat(&path.0, true).is_some_and(|meta| meta.kind == FileKind::Directory);
            Some(if is_there { path.0.clone() } else { parent(&path.0) })
        }
    }
}

fn parent(path: &Path) -> PathBuf {
    path.parent().map_or_else(|| path.to_owned(), Path::to_owned)
}

/// Whether a copy shares all extents with its sources, on one mount of a filesystem that can.
fn shares_extents(spec: &JobSpec) -> bool {
    let options = &spec.options;
    let demanded = options.reflink == Reflink::Always || options.driver == Some(Driver::Reflink);
    let possible = options.reflink == Reflink::Auto
        && options.sparse == Sparse::Auto
        && !matches!(options.driver, Some(Driver::ReadWrite | Driver::CopyFileRange));
    if options.verify || !(demanded || possible) {
        return false;
    }
    let Some(target) = arrival(spec) else { return false };
    let Some(there) = stat(&target, true) else { return false };
    let mut sources = spec.sources.iter().take(LOOKED_AT);
    let one_mount = sources.all(|source| {
        let here = stat(&source.0, follows(spec));
        // Subvolumes have devices of their own, and share extents.
        here.is_some_and(|here| {
            here.mount == there.mount && (here.mount != 0 || here.dev == there.dev)
        })
    });
    one_mount && clones_within(&target).is_ok()
}

/// Tries a clone of nothing between two files without names, which leaves nothing behind.
///
/// Filesystems look at what they can before they look at the size, so no block is written.
fn clones_within(directory: &Path) -> Result<(), Errno> {
    let path = c_path(directory).ok_or(Errno::NOENT)?;
    let directory = sys::enter_dir(sys::CWD, &path, true)?;
    if sys::CLONE_IS_BORN {
        // A trial would need a name.
        let shares = sys::can_share(directory.as_fd(), 0);
        return shares.then_some(()).ok_or(Errno::OPNOTSUPP);
    }
    if !matches!(sys::fs_type(directory.as_fd()), FsType::Btrfs | FsType::Xfs) {
        return Err(Errno::OPNOTSUPP);
    }
    let from = sys::create_unnamed(directory.as_fd(), c".", 0o600)?;
    let to = sys::create_unnamed(directory.as_fd(), c".", 0o600)?;
    sys::clone_file(from.as_fd(), to.as_fd())
}

/// What a small job may still have.
#[derive(Clone, Copy, Debug)]
struct Left {
    files: u64,
    bytes: u64,
    /// Directories and files to look at.
    entries: u64,
}

impl Left {
    /// Less than 100 files with less than 64 MB, which any disk writes within a second.
    const SMALL: Self = Self { files: 99, bytes: 63_999_999, entries: 128 };

    /// Whether a job has no more than this.
    fn suffices(mut self, spec: &JobSpec) -> bool {
        // What symlinks lead to may be anything, and devices may never end.
        let is_known = spec.options.follow != Follow::Always
            && !spec.options.copy_contents
            && !reads_special_operand(spec);
        is_known && self.spend_on(spec.sources.iter().map(AsRef::as_ref), follows(spec))
    }

    /// Subtracts some paths and everything below them; `false` as soon as it was not enough.
    fn spend_on<'a>(&mut self, mut paths: impl Iterator<Item = &'a Path>, follow: bool) -> bool {
        let mut directories = Vec::new();
        if !paths.all(|path| self.spend(path, follow, &mut directories)) {
            return false;
        }
        while let Some(directory) = directories.pop() {
            // Of what cannot be listed nothing will be copied or removed.
            let mut entries = fs::read_dir(directory).into_iter().flatten().flatten();
            if !entries.all(|entry| self.spend(&entry.path(), false, &mut directories)) {
                return false;
            }
        }
        true
    }

    fn spend(&mut self, path: &Path, follow: bool, directories: &mut Vec<PathBuf>) -> bool {
        let (files, bytes) = match stat(path, follow) {
            Some(meta) if meta.kind == FileKind::Directory => {
                directories.push(path.to_owned());
                (0, 0)
            }
            Some(meta) if meta.kind == FileKind::File => (1, meta.size),
            Some(_) => (1, 0),
            None => (0, 0),
        };
        let left = self.entries.checked_sub(1).zip(self.files.checked_sub(files));
        let Some(((entries, files), bytes)) = left.zip(self.bytes.checked_sub(bytes)) else {
            return false;
        };
        *self = Self { files, bytes, entries };
        true
    }
}

/// Whether a job reads an operand that is a FIFO or a device as if it were a file.
fn reads_special_operand(spec: &JobSpec) -> bool {
    let is_special = |path: &WirePath| {
        stat(&path.0, follows(spec)).is_some_and(|meta| {
            !matches!(meta.kind, FileKind::File | FileKind::Directory | FileKind::Symlink)
        })
    };
    spec.options.read_operands && spec.sources.iter().any(is_special)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fcp_sys::Identity;

    use crate::contract::spec::Options;
    use crate::record::Recorder;

    fn spec(verb: Verb, source: &Path, into: Option<&Path>) -> JobSpec {
        let destination = into.map(|into| Destination::Into(into.into()));
        let (sources, options) = (vec![WirePath::from(source)], Options::default());
        JobSpec { verb, sources, destination, options }
    }

    fn fill(directory: &Path, files: usize) {
        fs::create_dir_all(directory).unwrap();
        for number in 0..files {
            fs::write(directory.join(number.to_string()), "x").unwrap();
        }
    }

    fn large(path: &Path, size: u64) {
        fs::File::create(path).unwrap().set_len(size).unwrap();
    }

    #[test]
    fn a_few_small_files_pass() {
        let dir = tempfile::tempdir().unwrap();
        let tree = dir.path().join("tree");
        fill(&tree.join("a/b"), 98);
        std::os::unix::fs::symlink("/", tree.join("root")).unwrap();
        let delete = spec(Verb::Delete, &tree, None);
        assert!(passes(&delete));
        fill(&tree, 1);
        assert!(!passes(&delete));
        let two = vec![tree.join("a").into(), tree.join("a").into()];
        assert!(!passes(&JobSpec { sources: two, ..delete.clone() }));
        assert!(passes(&JobSpec { sources: vec![dir.path().join("none").into()], ..delete }));
    }

    #[test]
    fn many_directories_do_not_pass() {
        let dir = tempfile::tempdir().unwrap();
        for number in 0..128 {
            fs::create_dir(dir.path().join(number.to_string())).unwrap();
        }
        assert!(!passes(&spec(Verb::Delete, dir.path(), None)));
    }

    #[test]
    fn a_large_file_does_not_pass_unless_it_is_renamed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        large(&file, 63_999_999);
        let mut away = spec(Verb::Move, &file, Some(Path::new("/proc")));
        away.options.verify = true;
        assert!(passes(&away));
        assert!(passes(&JobSpec { verb: Verb::Copy, ..away.clone() }));
        large(&file, 64_000_000);
        assert!(!passes(&away));
        assert!(!passes(&JobSpec { verb: Verb::Copy, ..away.clone() }));
        away.destination = Some(Destination::As(dir.path().join("other").into()));
        assert!(passes(&away));
        assert!(!passes(&JobSpec { verb: Verb::Copy, ..away.clone() }));
        away.destination = Some(Destination::As("/proc".into()));
        assert!(!passes(&away));
        away.options.no_copy = true;
        assert!(passes(&away));
    }

    #[test]
    fn what_links_lead_to_is_not_guessed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        large(&file, 1 << 40);
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut copy = spec(Verb::Copy, &link, Some(Path::new("/proc")));
        assert!(passes(&copy));
        copy.options.follow = Follow::Operands;
        assert!(!passes(&copy));
        fs::remove_file(&file).unwrap();
        assert!(passes(&copy));
        copy.options.follow = Follow::Always;
        assert!(!passes(&copy));
    }

    #[test]
    fn taking_back_renames_is_light() {
        let dir = tempfile::tempdir().unwrap();
        let undo = |lines: &[Line]| {
            let state = tempfile::tempdir().unwrap();
            let job = spec(Verb::Move, Path::new("a"), None);
            let recorder = Recorder::new(state.path(), &job, 1).unwrap();
            for line in lines {
                recorder.note(line);
            }
            recorder.end().unwrap();
            let mut record = fs::read_dir(state.path().join("undo")).unwrap();
            passes(&JobSpec::undo(record.next().unwrap().unwrap().path()))
        };
        let file = WirePath(dir.path().join("file"));
        large(&file.0, 1 << 40);
        let made = Line::Made { path: file.clone(), from: "/x".into() };
        let from = dir.path().join("gone/file").into();
        let moved = Line::Moved { from, to: file.clone(), id: Identity { id: (1, 2), born: None } };
        let away = Line::Moved {
            from: "/proc/file".into(),
            to: file,
            id: Identity { id: (1, 2), born: None },
        };
        let trashed = Line::Trashed { from: "/x".into(), id: "/y".into() };
        assert!(undo(&[moved.clone(), trashed.clone()]));
        assert!(!undo(&[moved.clone(), away]));
        assert!(!undo(&[trashed, made]));
        assert!(!passes(&JobSpec::undo(dir.path().join("none"))));
    }
}

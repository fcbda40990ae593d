//! Computes the checksums of files and of all files in directories, and compares them with those of a list.
//!
//! One thread finds the files, in the order of their names, and hands them to threads that read them: as
//! many as read small files fastest. What they find is put back in order and told; as long as that takes,
//! they read a few thousand files ahead at most. A file of 8 MiB or more is read by one of them into large
//! buffers while a pool that all share computes with every processor on what was read before.
//!
//! Access times stay as they are where that is allowed, and no symlink is followed below an operand.

mod found;
mod hash;
mod pipe;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::HashSet;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use fcp_engine::Globs;
use fcp_engine::error::{Action, OpError};
use fcp_engine::sum::{Algorithm, Hasher, Listed};
use fcp_sys::{self as sys, Errno, c_path};

pub use found::{CheckVerdict, Checked, SumLine, SumTotals, Summed};

use pipe::{Found, Source, Task};
use walk::Tree;

/// How checksums of trees are computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SumSpec {
    /// How they are computed.
    pub algorithm: Algorithm,
    /// Globs of what is left out below the operands, as a copy understands them.
    pub exclude: Vec<String>,
    /// Whether directories on which something is mounted are entered.
    pub cross_mounts: bool,
    /// Files that are left out, by device and inode: the list that is being written, and the one it replaces.
    pub except: Vec<(u64, u64)>,
}

/// Tells how far a computation is, and stops it.
#[derive(Debug, Default)]
pub struct SumControl {
    stop: Arc<AtomicBool>,
    files: AtomicU64,
    bytes: AtomicU64,
}

impl SumControl {
    /// Stops it also when this is set.
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Stops the computation within a few milliseconds of reading.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Gives how many files were read to their end, and how many bytes were read.
    pub fn progress(&self) -> (u64, u64) {
        (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }
}

/// Computes the checksums of files, and of all regular files in directories.
///
/// `told` gets them in the order of the operands, and below one in the order of a depth-first walk by name.
/// An operand may be a symlink or a block device. `told` is called by one thread at a time.
///
/// # Errors
/// A glob is not understood; what cannot be read is told.
pub fn sum_trees(
    paths: &[PathBuf],
    spec: &SumSpec,
    control: &SumControl,
    mut told: impl FnMut(Summed) + Send,
) -> Result<(), OpError> {
    let globs = Globs::compile(&spec.exclude)?;
    let tree =
        Tree { globs: globs.as_ref(), crosses: spec.cross_mounts, hands_out_all: false, control };
    let tell = |found: Found| {
        let sum = found.sum.map(|sums| sums.first().copied());
        told(Summed::new(found.path, found.bytes, sum.transpose()));
    };
    let pipe = pipe::Pipe::new(spec.algorithm, &spec.except, control, tell);
    pipe.run(|feed| {
        for path in paths {
            match open_dir(path) {
                Ok(dir) => tree.walk(path, dir, &mut |task| feed(task)),
                // Anything but a directory is read, or says why it cannot be.
                Err(_) => feed(Task::operand(path, None)),
            }
            if control.is_stopped() {
                return;
            }
        }
    });
    Ok(())
}

/// Reads files and compares their checksums with those that a list states.
///
/// Relative names are those below `base`, or else below the working directory. The names of a list are
/// operands, and may be symlinks. `told` gets the verdicts in the order of the list, by one thread at a time.
///
/// # Errors
/// `base` cannot be opened.
pub fn check_sums(
    listed: impl Iterator<Item = Listed>,
    base: Option<&Path>,
    control: &SumControl,
    mut told: impl FnMut(Checked) + Send,
) -> Result<(), OpError> {
    let base = base.map(|base| {
        open_dir(base).map(Arc::new).map_err(|errno| OpError::new(Action::OpenDir, base, errno))
    });
    let base = base.transpose()?;
    let pipe = pipe::Pipe::new(Algorithm::default(), &[], control, |found: Found| {
        if let Some(stated) = found.stated {
            told(Checked::new(found.path, found.bytes, &stated, found.sum));
        }
    });
    pipe.run(|feed| {
        for listed in listed {
            let mut task = Task::operand(&listed.path, Some(listed.stated));
            if let (Source::Operand(at), Some(base)) = (&mut task.source, &base) {
                *at = Some(Arc::clone(base));
            }
            feed(task);
            if control.is_stopped() {
                return;
            }
        }
    });
    Ok(())
}

/// The files that lists name, to find those that they do not.
///
/// It keeps 16 bytes for each, a checksum of its path.
#[derive(Clone, Debug)]
pub struct ListedFiles {
    known: HashSet<[u8; 16]>,
    base: PathBuf,
}

impl ListedFiles {
    /// Begins with none; relative names are those below a directory, whose path is absolute.
    pub fn below(base: impl Into<PathBuf>) -> Self {
        Self { known: HashSet::new(), base: base.into() }
    }

    /// Adds a file.
    pub fn add(&mut self, path: &Path) {
        self.known.insert(self.key(path));
    }

    /// Tells whether a file was added under this name, or one that means the same without a look at links.
    pub fn has(&self, path: &Path) -> bool {
        self.known.contains(&self.key(path))
    }

    fn key(&self, path: &Path) -> [u8; 16] {
        let mut plain = PathBuf::new();
        for part in self.base.join(path).components() {
            match part {
                Component::ParentDir => drop(plain.pop()),
                Component::CurDir => {}
                part => plain.push(part),
            }
        }
        let mut hasher = Hasher::new(Algorithm::Blake3);
        hasher.update(plain.as_os_str().as_bytes());
        hasher.finish().bytes().first_chunk().copied().unwrap_or_default()
    }
}

/// Finds the items in a directory that no list names, in the order of a depth-first walk by name: files, symlinks and
/// special files, and of directories those that are empty, since no list names any.
///
/// A symlink is none of them where a list names it as a file. `told` gets also what could not be listed.
pub fn extra_files(
    tree: &Path,
    listed: &ListedFiles,
    control: &SumControl,
    mut told: impl FnMut(Checked),
) {
    let walk = Tree { globs: None, crosses: true, hands_out_all: true, control };
    let mut take = |task: Task| match task.error {
        Some(error) => told(Checked::failed(task.path, error)),
        None if !listed.has(&task.path) => told(Checked::extra(task.path)),
        None => {}
    };
    match open_dir(tree) {
        Ok(dir) => walk.walk(tree, dir, &mut take),
        Err(errno) => {
            let error = OpError::new(Action::OpenDir, tree, errno);
            told(Checked::failed(tree.to_owned(), error));
        }
    }
}

fn open_dir(path: &Path) -> Result<fcp_sys::OwnedFd, Errno> {
    // An operand may be a symlink; the user named it.
    sys::open_dir(sys::CWD, &c_path(path).ok_or(Errno::NOENT)?, true)
}

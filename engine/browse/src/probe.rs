//! Compares two files, at a glance or byte by byte.

use serde::{Deserialize, Serialize};
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys};

/// Size up to which files are read whole at a glance, in bytes.
const WHOLE: u64 = 1 << 20;

/// Size of the samples of larger ones, in bytes.
const SAMPLE: usize = 64 << 10;

/// Bytes that are compared before the caller is asked again whether to continue.
const STEP: usize = 1 << 20;

/// Bytes after which the page cache is relieved of what was read.
///
/// Smaller files stay cached: who compares them is likely to copy or open one of them next.
const RELIEF: u64 = 64 << 20;

/// Tells whether two files hold the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Content {
    /// They are one file, or every byte was compared.
    Identical,
    /// They have one size, and samples of their beginning, middle and end are equal.
    ProbablySame,
    /// They differ.
    Different,
    /// One of them could not be read, or is nothing that can be compared.
    Unknown(OpError),
}

/// Compares two files at a glance: it reads 2 MiB at most. Symlinks are compared by their targets.
pub fn probe(one: &Path, other: &Path) -> Content {
    let content = Pair::open(one, other).and_then(|opened| match opened {
        Opened::Settled(content) => Ok(content),
        Opened::Pair(pair) => pair.glance(),
    });
    content.unwrap_or_else(Content::Unknown)
}

/// Compares two files byte for byte; none if it was stopped.
///
/// `told` is called with the number of bytes found equal, about every mebibyte and where two bytes differ.
pub fn compare(
    one: &Path,
    other: &Path,
    stop: &AtomicBool,
    told: impl FnMut(u64),
) -> Option<Content> {
    let content = Pair::open(one, other).and_then(|opened| match opened {
        Opened::Settled(content) => Ok(Some(content)),
        Opened::Pair(pair) => pair.whole(Some(stop), told),
    });
    content.unwrap_or_else(|error| Some(Content::Unknown(error)))
}

/// What is known once two files are open.
enum Opened<'a> {
    /// Nothing needs to be read.
    Settled(Content),
    /// Two regular files of one size.
    Pair(Pair<'a>),
}

/// Two open files of one size.
struct Pair<'a> {
    paths: [&'a Path; 2],
    files: [OwnedFd; 2],
    size: u64,
}

impl<'a> Pair<'a> {
    fn open(one: &'a Path, other: &'a Path) -> Result<Opened<'a>, OpError> {
        let paths = [one, other];
        let found = [named(one, stat)?, named(other, stat)?];
        let [first, second] = &found;
        if first.id() == second.id() {
            return Ok(Opened::Settled(Content::Identical));
        }
        if first.kind != second.kind {
            return Ok(Opened::Settled(Content::Different));
        }
        match first.kind {
            FileKind::File => {}
            FileKind::Symlink => {
                let same = named(one, target)? == named(other, target)?;
                return Ok(Opened::Settled(verdict(same)));
            }
            _ => return Err(OpError::refused(Action::Verify, Code::Unsupported, one).with(other)),
        }
        if first.size != second.size {
            return Ok(Opened::Settled(Content::Different));
        }
        let files = [named(one, open)?, named(other, open)?];
        Ok(Opened::Pair(Pair { paths, files, size: first.size }))
    }

    fn glance(&self) -> Result<Content, OpError> {
        if self.size <= WHOLE {
            return self.whole(None, |_| ()).map(|content| content.unwrap_or(Content::Different));
        }
        let end = self.size - SAMPLE as u64;
        let mut buffers = [vec![0; SAMPLE], vec![0; SAMPLE]];
        for offset in [0, end / 2, end] {
            let [one, other] = self.read(&mut buffers, offset)?;
            if one != other {
                return Ok(Content::Different);
            }
        }
        Ok(Content::ProbablySame)
    }

    /// Reads to the end of both: what stat(2) says of sizes is not to be trusted in /proc.
    fn whole(
        &self,
        stop: Option<&AtomicBool>,
        mut told: impl FnMut(u64),
    ) -> Result<Option<Content>, OpError> {
        let step = usize::try_from(self.size).unwrap_or(STEP).clamp(SAMPLE, STEP);
        let mut buffers = [vec![0; step], vec![0; step]];
        for file in &self.files {
            sys::advise_sequential(file.as_fd());
        }
        let (mut offset, mut cached) = (0, 0);
        let content = loop {
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break None;
            }
            let [one, other] = self.read(&mut buffers, offset)?;
            if one != other {
                let equal = one.iter().zip(other).take_while(|(one, other)| one == other).count();
                told(offset + equal as u64);
                break Some(Content::Different);
            }
            if one.is_empty() {
                break Some(Content::Identical);
            }
            offset += one.len() as u64;
            cached += one.len() as u64;
            told(offset);
            if cached >= RELIEF {
                self.forget();
                cached = 0;
            }
        };
        if self.size >= RELIEF {
            self.forget();
        }
        Ok(content)
    }

    /// Drops what was read from the page cache.
    fn forget(&self) {
        for file in &self.files {
            sys::drop_cache(file.as_fd());
        }
    }

    /// Fills both buffers from an offset, as far as there is something.
    fn read<'b>(
        &self,
        buffers: &'b mut [Vec<u8>; 2],
        offset: u64,
    ) -> Result<[&'b [u8]; 2], OpError> {
        let [one, other] = buffers;
        let lens = [self.fill(0, one, offset)?, self.fill(1, other, offset)?];
        Ok([&one[..lens[0]], &other[..lens[1]]])
    }

    fn fill(&self, side: usize, buffer: &mut [u8], offset: u64) -> Result<usize, OpError> {
        let len = fill(self.files[side].as_fd(), buffer, offset);
        len.map_err(|errno| OpError::new(Action::Read, self.paths[side], errno))
    }
}

fn verdict(same: bool) -> Content {
    if same { Content::Identical } else { Content::Different }
}

/// Reads until the buffer is full or the file ends.
pub(crate) fn fill(file: BorrowedFd<'_>, buffer: &mut [u8], offset: u64) -> Sys<usize> {
    let mut len = 0;
    while let Some(rest) = buffer.get_mut(len..).filter(|rest| !rest.is_empty()) {
        match sys::read_at(file, rest, offset + len as u64)? {
            0 => break,
            got => len += got,
        }
    }
    Ok(len)
}

/// Calls a function with a path, and names the path if it fails.
fn named<T>(
    path: &Path,
    call: impl FnOnce(&CString) -> Result<T, (Action, Errno)>,
) -> Result<T, OpError> {
    let name =
        CString::new(path.as_os_str().as_bytes()).map_err(|_nul| (Action::Open, Errno::INVAL));
    let result = name.and_then(|name| call(&name));
    result.map_err(|(action, errno)| OpError::new(action, path, errno))
}

fn stat(path: &CString) -> Result<Meta, (Action, Errno)> {
    sys::stat_at(sys::CWD, path, false).map_err(|errno| (Action::Stat, errno))
}

fn target(path: &CString) -> Result<CString, (Action, Errno)> {
    sys::read_link(sys::CWD, path).map_err(|errno| (Action::ReadLink, errno))
}

fn open(path: &CString) -> Result<OwnedFd, (Action, Errno)> {
    sys::open_quietly(sys::CWD, path, false).map_err(|errno| (Action::Open, errno))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::ffi::OsStringExt;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::path::PathBuf;

    use fcp_test_support::while_nobody;
    use proptest::prelude::*;

    use super::*;

    struct Two {
        _scratch: tempfile::TempDir,
        one: PathBuf,
        other: PathBuf,
    }

    fn two() -> Two {
        let scratch = tempfile::tempdir().unwrap();
        let one = scratch.path().join(OsString::from_vec(b"one\xff".to_vec()));
        let other = scratch.path().join("other");
        Two { _scratch: scratch, one, other }
    }

    impl Two {
        fn write(&self, one: &[u8], other: &[u8]) {
            fs::write(&self.one, one).unwrap();
            fs::write(&self.other, other).unwrap();
        }

        fn probe(&self) -> Content {
            let found = probe(&self.one, &self.other);
            assert_eq!(probe(&self.other, &self.one), found);
            found
        }

        fn compare(&self) -> Content {
            compare(&self.one, &self.other, &AtomicBool::new(false), |_| ()).unwrap()
        }
    }

    #[test]
    fn small_files_are_known_at_a_glance() {
        let two = two();
        for len in [0, 1, SAMPLE, SAMPLE + 1, WHOLE as usize] {
            let text = vec![b'a'; len];
            two.write(&text, &text);
            assert_eq!((two.probe(), two.compare()), (Content::Identical, Content::Identical));
            let Some(last) = len.checked_sub(1) else { continue };
            let mut changed = text.clone();
            changed[last] = b'b';
            two.write(&text, &changed);
            assert_eq!((two.probe(), two.compare()), (Content::Different, Content::Different));
            two.write(&text, &text[..last]);
            assert_eq!((two.probe(), two.compare()), (Content::Different, Content::Different));
        }
    }

    #[test]
    fn of_large_files_samples_are_compared() {
        let two = two();
        let text = vec![7; 3 << 20];
        two.write(&text, &text);
        assert_eq!((two.probe(), two.compare()), (Content::ProbablySame, Content::Identical));
        let middle = text.len() / 2;
        for (at, seen) in [(0, true), (SAMPLE, false), (middle, true), (text.len() - 1, true)] {
            let mut changed = text.clone();
            changed[at] = 8;
            two.write(&text, &changed);
            let glance = if seen { Content::Different } else { Content::ProbablySame };
            assert_eq!((two.probe(), two.compare()), (glance, Content::Different), "at {at}");
            let mut equal = 0;
            compare(&two.one, &two.other, &AtomicBool::new(false), |bytes| equal = bytes).unwrap();
            assert_eq!(equal, at as u64);
        }
    }

    #[test]
    fn one_file_is_not_read() {
        let two = two();
        // A FIFO could not be compared.
        let name = CString::new(two.one.as_os_str().as_bytes()).unwrap();
        sys::make_node(sys::CWD, &name, FileKind::Fifo, 0o600, 0).unwrap();
        assert!(matches!(probe(&two.one, Path::new("/dev/null")), Content::Different));
        fs::hard_link(&two.one, &two.other).unwrap();
        assert_eq!((two.probe(), two.compare()), (Content::Identical, Content::Identical));
    }

    #[test]
    fn links_are_compared_by_their_targets_and_types_differ() {
        let two = two();
        symlink("x", &two.one).unwrap();
        symlink("x", &two.other).unwrap();
        assert_eq!(two.probe(), Content::Identical);
        fs::remove_file(&two.other).unwrap();
        symlink("y", &two.other).unwrap();
        assert_eq!(two.probe(), Content::Different);
        fs::remove_file(&two.other).unwrap();
        fs::write(&two.other, "").unwrap();
        assert_eq!(two.probe(), Content::Different);
        let here = two.one.parent().unwrap();
        let Content::Unknown(error) = probe(here, Path::new("/")) else { panic!() };
        assert_eq!((error.code, &error.path.0), (Code::Unsupported, &here.to_owned()));
        let missing = here.join("missing");
        let Content::Unknown(error) = probe(&two.other, &missing) else { panic!() };
        assert_eq!((error.code, error.path.0), (Code::NotFound, missing));
    }

    #[test]
    fn sizes_of_the_kernel_are_not_believed() {
        // Both say that they are empty, and are not.
        let (one, other) = (Path::new("/proc/self/status"), Path::new("/proc/self/limits"));
        assert_eq!(one.metadata().unwrap().size(), other.metadata().unwrap().size());
        assert_eq!(probe(one, other), Content::Different);
    }

    #[test]
    fn what_may_not_be_read_is_unknown() {
        let two = two();
        two.write(b"a", b"b");
        let above = two.one.parent().unwrap();
        fs::set_permissions(above, fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&two.other, fs::Permissions::from_mode(0o600)).unwrap();
        while_nobody(|| {
            let Content::Unknown(error) = probe(&two.one, &two.other) else { panic!() };
            assert_eq!((error.code, &error.path.0), (Code::PermissionDenied, &two.other));
        });
    }

    #[test]
    fn reading_leaves_no_trace() {
        let two = two();
        two.write(b"same", b"same");
        // Older than the last change: the next reading would be noted.
        let old = std::time::SystemTime::UNIX_EPOCH;
        let times = fs::FileTimes::new().set_accessed(old);
        fs::File::options().write(true).open(&two.one).unwrap().set_times(times).unwrap();
        assert_eq!(two.compare(), Content::Identical);
        assert_eq!(fs::metadata(&two.one).unwrap().atime(), 0);
    }

    #[test]
    fn a_comparison_tells_how_far_it_is_and_can_be_stopped() {
        let two = two();
        let text = vec![7; (2 << 20) + 5];
        two.write(&text, &text);
        let mut told = Vec::new();
        let stop = AtomicBool::new(false);
        let found = compare(&two.one, &two.other, &stop, |bytes| told.push(bytes));
        assert_eq!(found, Some(Content::Identical));
        assert_eq!(told, [1 << 20, 2 << 20, (2 << 20) + 5]);
        let stopping = |_| stop.store(true, Ordering::Relaxed);
        assert_eq!(compare(&two.one, &two.other, &stop, stopping), None);
    }

    proptest! {
        #[test]
        fn a_comparison_is_right(
            text in prop::collection::vec(any::<u8>(), 0..3000),
            at: prop::sample::Index,
            change: u8,
        ) {
            let two = two();
            let mut other = text.clone();
            if !other.is_empty() {
                *at.get_mut(&mut other) ^= change;
            }
            two.write(&text, &other);
            let expected = if text == other { Content::Identical } else { Content::Different };
            prop_assert_eq!((two.probe(), two.compare()), (expected.clone(), expected));
        }
    }
}

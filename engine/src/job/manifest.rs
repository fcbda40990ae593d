//! Writes down the checksums of what a job verified, and makes a list of them at its end.
//!
//! Lines are collected in a file beside the list, since there may be as many as files, and a resumed job adds
//! to those of its earlier runs. Workers have descriptor tables of their own, so that the file is opened each
//! time that lines are added. At the end it is sorted in parts, in place, and the parts are merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::contract::checksum::{Algorithm, Checksum};
use crate::contract::error::{Action, OpError};
use crate::sum::{ListFile, nearest, parse_line, push_line};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, c_path, lock};

/// Bytes of lines that are collected before they are added to the file.
const STEP: usize = 64 << 10;

/// Bytes that are sorted at a time.
const PART: u64 = 32 << 20;

/// Bytes of a part that are read at a time.
const WINDOW: usize = 64 << 10;

/// The checksums of a job's copies.
#[derive(Debug)]
pub(crate) struct Manifest {
    algorithm: Algorithm,
    /// The list that it becomes, and its directory.
    path: PathBuf,
    base: PathBuf,
    /// Where lines are collected.
    collected: PathBuf,
    /// Lines that were not added yet, or why no more can be.
    state: Mutex<Result<Vec<u8>, Errno>>,
    part: u64,
}

impl Manifest {
    /// Begins a list.
    pub(crate) fn new(path: &Path, algorithm: Algorithm, key: u32) -> Self {
        // The job may make the directory of the list.
        let list = Self::at(path, algorithm, &nearest(path), key);
        // It is there from the first run on, so that a later one knows that no line is missing.
        let begun = list.open().map(drop);
        *lock(&list.state) = begun.map(|()| Vec::new());
        list
    }

    /// Continues the list of an earlier run of the job with this key; without its lines there is none.
    pub(crate) fn resume(path: &Path, algorithm: Algorithm, key: u32) -> Self {
        let mut lists = Self::places(path, algorithm, key);
        let missing = || Self {
            state: Mutex::new(Err(Errno::NOENT)),
            ..Self::at(path, algorithm, &nearest(path), key)
        };
        let list = lists.find(|list| list.read().is_ok()).unwrap_or_else(missing);
        if let Err(errno) = list.cut() {
            *lock(&list.state) = Err(errno);
        }
        list
    }

    /// Removes what earlier runs of a job have collected that will not be resumed.
    pub(crate) fn discard(path: &Path, algorithm: Algorithm, key: u32) {
        for list in Self::places(path, algorithm, key) {
            list.remove();
        }
    }

    /// The lists of a job, one for each directory in which the first run may have collected.
    fn places(path: &Path, algorithm: Algorithm, key: u32) -> impl Iterator<Item = Self> {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let above: Vec<PathBuf> = whole.ancestors().skip(1).map(Path::to_owned).collect();
        let path = path.to_owned();
        above.into_iter().map(move |above| Self::at(&path, algorithm, &above, key))
    }

    fn at(path: &Path, algorithm: Algorithm, above: &Path, key: u32) -> Self {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let base = whole.parent().unwrap_or(Path::new("/")).to_owned();
        // Not among the temporary names of the job, which its later runs remove.
        let collected = above.join(format!(".fcp-{:08x}-verified", !key));
        let state = Mutex::new(Ok(Vec::new()));
        Self { algorithm, path: path.to_owned(), base, collected, state, part: PART }
    }

    /// Removes a last line that a crash has cut, to which another would be joined.
    fn cut(&self) -> Sys<()> {
        let file = self.read()?;
        let size = sys::stat_fd(file.as_fd())?.size;
        let from = size.saturating_sub(STEP as u64);
        let mut bytes = vec![0; (size - from) as usize];
        let len = fill(file.as_fd(), &mut bytes, from)?;
        bytes.truncate(len);
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at as u64 + 1);
        if from + whole < size {
            sys::set_size(self.open()?.as_fd(), from + whole)?;
        }
        Ok(())
    }

    /// Gives the path of the list.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a copy.
    pub(crate) fn add(&self, checksum: &Checksum, copy: &Path) {
        let whole = std::path::absolute(copy);
        let whole = whole.as_deref().unwrap_or(copy);
        let name = whole.strip_prefix(&self.base).unwrap_or(whole);
        let mut state = lock(&self.state);
        if let Ok(lines) = &mut *state {
            push_line(lines, checksum, name);
            if lines.len() >= STEP {
                self.append(&mut state);
            }
        }
    }

    /// Brings what was added into the file, so that it outlives the process.
    pub(crate) fn write_down(&self) {
        self.append(&mut lock(&self.state));
    }

    fn append(&self, state: &mut Result<Vec<u8>, Errno>) {
        let Ok(lines) = state else { return };
        if lines.is_empty() {
            return;
        }
        let appended = self.open().and_then(|file| {
            let end = sys::stat_fd(file.as_fd())?.size;
            sys::write_all_at(file.as_fd(), lines, end)
        });
        lines.clear();
        if let Err(errno) = appended {
            *state = Err(errno);
            // A later run of the job must not take it for whole.
            self.remove();
        }
    }

    fn open(&self) -> Sys<OwnedFd> {
        let name = c_path(&self.collected).ok_or(Errno::INVAL)?;
        match sys::create_new(sys::CWD, &name, 0o600) {
            Err(Errno::EXIST) => sys::open_planted(sys::CWD, &name),
            result => result,
        }
    }

    fn read(&self) -> Sys<OwnedFd> {
        let name = c_path(&self.collected).ok_or(Errno::INVAL)?;
        sys::open_source(sys::CWD, &name, false)
    }

    /// Makes sure that what was written down outlives a power cut.
    pub(crate) fn sync(&self) {
        // Without it only the list of a job that is resumed after a power cut lacks lines.
        if lock(&self.state).is_ok() {
            sys::best_effort(self.read().and_then(|file| sys::sync_data(file.as_fd())));
        }
    }

    /// Makes the list; it takes the name of no file, which the job may have put there.
    pub(crate) fn finish(&self) -> Result<(), OpError> {
        let made = self.make();
        self.remove();
        made
    }

    fn make(&self) -> Result<(), OpError> {
        let mut state = lock(&self.state);
        self.append(&mut state);
        let failed = |errno| OpError::new(Action::Write, &self.path, errno);
        if let Err(errno) = &*state {
            return Err(failed(*errno));
        }
        let to = self.open().map_err(failed)?;
        let from = self.read().map_err(failed)?;
        let parts = self.sort(from.as_fd(), to.as_fd()).map_err(failed)?;
        let mut list = ListFile::create_new(&self.path)?;
        self.merge(from.as_fd(), parts, &mut list)?;
        list.place()
    }

    /// Removes the collected lines.
    pub(crate) fn remove(&self) {
        if let Ok(name) = CString::new(self.collected.as_os_str().as_bytes()) {
            // Its name says that it is not finished.
            sys::best_effort(sys::unlink(sys::CWD, &name));
        }
    }

    /// Sorts the lines in parts, in place; gives where they end.
    fn sort(&self, from: BorrowedFd<'_>, to: BorrowedFd<'_>) -> Sys<Vec<u64>> {
        let size = sys::stat_fd(from)?.size;
        let (mut at, mut ends) = (0, Vec::new());
        while at < size {
            let mut bytes = vec![0; self.part.min(size - at) as usize];
            let len = fill(from, &mut bytes, at)?;
            bytes.truncate(len);
            // A line that was cut by a crash is at the end, and so is one that is cut here.
            let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') else { break };
            bytes.truncate(end + 1);
            let mut lines: Vec<(PathBuf, &[u8])> = bytes
                .split_inclusive(|byte| *byte == b'\n')
                .filter_map(|line| Some((self.parse(line)?.0, line)))
                .collect();
            // The later of two lines of one file stays behind the earlier one.
            lines.sort_by(|(one, _), (other, _)| one.cmp(other));
            let mut sorted: Vec<u8> =
                lines.into_iter().flat_map(|(_, line)| line).copied().collect();
            // Where a line was not understood, as after a crash, there are fewer.
            sorted.resize(bytes.len(), b'\n');
            sys::write_all_at(to, &sorted, at)?;
            at += bytes.len() as u64;
            ends.push(at);
        }
        Ok(ends)
    }

    fn parse(&self, line: &[u8]) -> Option<(PathBuf, Checksum)> {
        let listed = parse_line(line.strip_suffix(b"\n")?, Some(self.algorithm))?;
        Some((listed.path, *listed.stated.candidates().first()?))
    }

    fn merge(
        &self,
        from: BorrowedFd<'_>,
        ends: Vec<u64>,
        list: &mut ListFile,
    ) -> Result<(), OpError> {
        let failed = |errno| OpError::new(Action::Write, &self.path, errno);
        let mut parts: Vec<Part> = Vec::new();
        let mut heap = BinaryHeap::new();
        let mut at = 0;
        for end in ends {
            parts.push(Part { at, end, window: Vec::new() });
            at = end;
        }
        let next = |part: &mut Part| -> Result<Option<(PathBuf, Checksum)>, OpError> {
            while let Some(line) = part.line(from).map_err(failed)? {
                if let Some(parsed) = self.parse(&line) {
                    return Ok(Some(parsed));
                }
            }
            Ok(None)
        };
        for (number, part) in parts.iter_mut().enumerate() {
            if let Some((path, checksum)) = next(part)? {
                heap.push(Reverse((path, number, checksum.to_string())));
            }
        }
        // A file that was copied again after a crash has two lines, of which the later one holds.
        let mut last: Option<(PathBuf, Checksum)> = None;
        while let Some(Reverse((path, number, hash))) = heap.pop() {
            if let Some((last_path, checksum)) = &last
                && *last_path != path
            {
                list.push(checksum, last_path)?;
            }
            last =
                Checksum::parse(self.algorithm, hash.as_bytes()).map(|checksum| (path, checksum));
            if let Some(part) = parts.get_mut(number)
                && let Some((path, checksum)) = next(part)?
            {
                heap.push(Reverse((path, number, checksum.to_string())));
            }
        }
        last.map_or(Ok(()), |(path, checksum)| list.push(&checksum, &path))
    }
}

/// Sorted lines that are read one after the other.
struct Part {
    at: u64,
    end: u64,
    /// What was read and not given, the last byte first.
    window: Vec<u8>,
}

impl Part {
    /// Gives the next line, with its line feed.
    fn line(&mut self, from: BorrowedFd<'_>) -> Sys<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            while let Some(byte) = self.window.pop() {
                line.push(byte);
                if byte == b'\n' {
                    return Ok(Some(line));
                }
            }
            let mut window = vec![0; WINDOW.min((self.end - self.at) as usize)];
            let len = fill(from, &mut window, self.at)?;
            if len == 0 {
                return Ok(None);
            }
            window.truncate(len);
            window.reverse();
            self.at += len as u64;
            self.window = window;
        }
    }
}

/// Reads until the buffer is full or the file ends.
fn fill(file: BorrowedFd<'_>, buffer: &mut [u8], offset: u64) -> Sys<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match sys::read_at(file, rest, offset + filled as u64)? {
            0 => break,
            got => filled += got,
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sum::Hasher;

    fn sum(content: &[u8]) -> Checksum {
        let mut hasher = Hasher::new(Algorithm::Xxh3);
        hasher.update(content);
        hasher.finish()
    }

    #[test]
    fn a_list_is_sorted_however_many_parts_it_had() {
        let scratch = tempfile::tempdir().unwrap();
        let mut names: Vec<String> =
            (0..3_000).map(|n| format!("{}/{}\n", n % 7, n * 7_919 % 3_000)).collect();
        // All in one part, and in some hundred that cut lines.
        for part in [PART, 1_000] {
            let list = scratch.path().join(part.to_string());
            let mut manifest = Manifest::new(&list, Algorithm::Xxh3, 7);
            manifest.part = part;
            for name in &names {
                manifest.add(&sum(b"an earlier run"), &scratch.path().join(name));
                manifest.add(&sum(name.as_bytes()), &scratch.path().join(name));
            }
            manifest.add(&sum(b""), Path::new("/elsewhere"));
            manifest.finish().unwrap();
            let text = fs::read(&list).unwrap();
            names.sort_by(|one, other| Path::new(one).cmp(Path::new(other)));
            let mut expected = Vec::new();
            push_line(&mut expected, &sum(b""), Path::new("/elsewhere"));
            for name in &names {
                push_line(&mut expected, &sum(name.as_bytes()), Path::new(name));
            }
            assert!(text == expected, "{part}");
            assert!(!manifest.collected.exists());
        }
    }

    #[test]
    fn a_later_run_adds_to_the_lines_of_the_first() {
        let scratch = tempfile::tempdir().unwrap();
        let list = scratch.path().join("SUMS");
        let first = Manifest::new(&list, Algorithm::Xxh3, 7);
        first.add(&sum(b"a"), &scratch.path().join("a"));
        first.write_down();
        // What was not written down is lost with the process.
        first.add(&sum(b"x"), &scratch.path().join("x"));
        // A crash has cut the last line.
        let torn = fs::OpenOptions::new().append(true).open(&first.collected);
        std::io::Write::write_all(&mut torn.unwrap(), b"XXH3 (b.txt").unwrap();
        drop(first);
        let second = Manifest::resume(&list, Algorithm::Xxh3, 7);
        second.add(&sum(b"b"), &scratch.path().join("b"));
        second.finish().unwrap();
        let text = fs::read_to_string(&list).unwrap();
        let names: Vec<_> = text.lines().map(|line| line.get(6..7).unwrap()).collect();
        assert_eq!(names, ["a", "b"]);
        // No other list takes its place.
        let other = Manifest::new(&list, Algorithm::Xxh3, 8);
        assert_eq!(other.finish().unwrap_err().errno, Some(Errno::EXIST.raw_os_error()));
        assert_eq!(fs::read_to_string(&list).unwrap(), text);
        // One whose lines are lost is none, and not a short one.
        let lost = Manifest::resume(&scratch.path().join("new"), Algorithm::Xxh3, 9);
        lost.add(&sum(b"c"), &scratch.path().join("c"));
        assert_eq!(lost.finish().unwrap_err().errno, Some(Errno::NOENT.raw_os_error()));
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_told_at_the_end() {
        let nowhere = Manifest::new(Path::new("/proc/no/place"), Algorithm::Xxh3, 7);
        nowhere.add(&sum(b""), Path::new("a"));
        assert_eq!(nowhere.finish().unwrap_err().errno, Some(Errno::NOENT.raw_os_error()));
    }
}

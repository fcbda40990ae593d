//! Notes what both sides have in common, for the next comparison.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_browse::{Facts, Row, Verdict, print};
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::FileKind;
use fcp_engine::path::WirePath;
use fcp_engine::record::{IN_STEP, undone_mark};

use super::{
    FORMAT, Head, Memory, Pair, Record, checksum, code, key, mark_of, mounted_below, remove,
};
use crate::keep;

/// Takes in the rows of a comparison that tells all entries, directories before what is in them.
#[derive(Debug)]
pub(in crate::sync) struct Recorder {
    pair: [PathBuf; 2],
    is_swapped: bool,
    /// The folders as they are compared: the left one first.
    roots: [PathBuf; 2],
    old: Option<Arc<Memory>>,
    /// The mark of the last undo in the folders before they were compared.
    undone: Option<Vec<u8>>,
    records: Vec<Record>,
    /// The directories that both folders have, down to the one whose entries come.
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    files: u64,
    size: u64,
    prints: [u64; 2],
    /// Whether something in it could not be read.
    is_partial: bool,
}

impl Recorder {
    /// Begins without an entry; of what differs now, `old` says what both had.
    pub(in crate::sync) fn new(roots: [&Path; 2], old: Option<Arc<Memory>>, state: &Path) -> Self {
        let pair = Pair::new(roots);
        let undone = pair.undone(state);
        let Pair { folders: pair, is_swapped } = pair;
        let roots = roots.map(Path::to_owned);
        Self { pair, is_swapped, roots, old, undone, records: Vec::new(), open: Vec::new() }
    }

    /// Takes the next row.
    pub(in crate::sync) fn note(&mut self, row: &Row) {
        let path = &row.path.0;
        while self.open.last().is_some_and(|open| !path.starts_with(&open.path)) {
            self.close();
        }
        match (row.verdict, row.left, row.right) {
            (Verdict::Same, Some(left), Some(_)) if left.kind == FileKind::Directory => {
                let open = Open {
                    path: path.clone(),
                    files: 0,
                    size: 0,
                    prints: [0; 2],
                    is_partial: false,
                };
                self.open.push(open);
            }
            (Verdict::Same, Some(left), Some(right)) => {
                self.record(path, left, right);
                self.count(left.files, left.size, [print(path, &left), print(path, &right)]);
            }
            (verdict, ..) => {
                if verdict == Verdict::Failed
                    && let Some(open) = self.open.last_mut()
                {
                    open.is_partial = true;
                }
                let is_known = self.keep(path);
                if verdict == Verdict::Failed {
                    // One side may still be read; what was known of it holds until both can be.
                    for root in self.roots.clone() {
                        self.keep_below(&root, path);
                    }
                }
                let lone = match (row.left, row.right) {
                    (Some(facts), None) => Some((0, facts.kind)),
                    (None, Some(facts)) => Some((1, facts.kind)),
                    _ => None,
                };
                if let (true, Some((side, FileKind::Directory))) = (is_known, lone) {
                    let root = self.roots[side].clone();
                    self.keep_below(&root, path);
                }
            }
        }
    }

    /// Stores what both folders have in common.
    ///
    /// # Errors
    /// One of the folders is gone, or the file cannot be written.
    pub(in crate::sync) fn store(mut self, state: &Path) -> Result<(), OpError> {
        while !self.open.is_empty() {
            self.close();
        }
        let Self { pair, is_swapped, mut records, undone, .. } = self;
        let pair = Pair { folders: pair, is_swapped };
        let identities = pair.identities();
        let identities = identities
            .map_err(|error| OpError::of_io(Action::OpenDir, &pair.folders[0], &error))?;
        records.sort_unstable_by_key(|one| one.key);
        records.dedup_by(|one, other| one.key.cmp(&other.key) == Ordering::Equal);
        let folders = pair.folders.clone().map(WirePath::from);
        let mounted = pair.folders.each_ref().map(|folder| mounted_below(folder));
        let head = Head { folders, identities, mounted };
        let mut bytes = FORMAT.to_vec();
        // Paths are always text in JSON, without a line break.
        bytes.extend(serde_json::to_vec(&head).unwrap_or_default());
        bytes.push(b'\n');
        bytes.extend(records.into_iter().flat_map(Record::to_bytes));
        bytes.extend(checksum(&bytes));
        keep::replace(&state.join(IN_STEP), &pair.name(), &bytes)?;
        // An undo that came while they were compared has another mark.
        if undone.is_some() && pair.undone(state) == undone {
            remove(&undone_mark(&pair.file(state)))?;
        }
        Ok(())
    }

    /// Ends the innermost directory, which counts for the one around it.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let Open { path, files, size, prints, is_partial } = open;
        if is_partial {
            if let Some(around) = self.open.last_mut() {
                around.is_partial = true;
            }
            self.keep(&path);
            return;
        }
        let directory = |print| Facts { kind: FileKind::Directory, size, mtime: 0, files, print };
        let [left, right] = prints.map(directory);
        self.record(&path, left, right);
        let own = print(&path, &left);
        self.count(files, size, prints.map(|print| print.wrapping_add(own)));
    }

    fn record(&mut self, path: &Path, left: Facts, right: Facts) {
        let mut marks = [left, right].map(|facts| mark_of(&facts));
        if self.is_swapped {
            marks.reverse();
        }
        let (files, size) = (left.files, left.size);
        self.records.push(Record { key: key(path), kind: code(left.kind), files, size, marks });
    }

    /// Adds an entry to the directory that it is in.
    fn count(&mut self, files: u64, size: u64, prints: [u64; 2]) {
        if let Some(open) = self.open.last_mut() {
            open.files += files;
            open.size += size;
            for (sum, print) in open.prints.iter_mut().zip(prints) {
                *sum = sum.wrapping_add(print);
            }
        }
    }

    /// Keeps what was known of an entry that is not the same now; tells whether anything was.
    fn keep(&mut self, path: &Path) -> bool {
        let old = self.old.as_ref().and_then(|old| old.find(&key(path)));
        self.records.extend(old);
        old.is_some()
    }

    /// Keeps what was known of all that is in a directory which one side has removed: no row names it, and it would be
    /// taken for new as soon as that side has a directory of this name again.
    fn keep_below(&mut self, root: &Path, path: &Path) {
        let mut left = vec![path.to_owned()];
        while let Some(dir) = left.pop() {
            // What cannot be read is compared anew, and the difference is a question then.
            let entries = std::fs::read_dir(root.join(&dir)).into_iter().flatten();
            for entry in entries.filter_map(Result::ok) {
                let path = dir.join(entry.file_name());
                if self.keep(&path) && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                    left.push(path);
                }
            }
        }
    }
}

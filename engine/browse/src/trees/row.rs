//! Defines what a comparison of two trees is asked, and what it tells.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;
use fcp_engine::path::WirePath;
use fcp_engine::sum::{Algorithm, Hasher};
use fcp_sys::Meta;

/// How two trees are compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompareSpec {
    /// Whether files of one size are read; otherwise they are the same if their times are.
    pub content: bool,
    /// Globs of what is left out on both sides, as a copy understands them.
    pub exclude: Vec<String>,
    /// Whether directories on which something is mounted are entered.
    pub cross_mounts: bool,
    /// Whether entries that are the same are told, too.
    pub same: bool,
    /// Whether directories that both trees have are told as the same, before what is in them.
    pub directories: bool,
    /// Whether trees of which one is met in the other are refused, by whatever way: what a job did to one of them it would
    /// do to the other.
    pub apart: bool,
}

/// How the two sides of an entry compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "bindings",
    derive(schemars::JsonSchema, ts_rs::TS),
    ts(rename = "SyncVerdict")
)]
pub enum Verdict {
    /// Nothing that was compared differs.
    Same,
    /// Only the left tree has it.
    LeftOnly,
    /// Only the right tree has it.
    RightOnly,
    /// They differ, and the left one is newer.
    LeftNewer,
    /// They differ, and the right one is newer.
    RightNewer,
    /// They differ, and neither is newer.
    Different,
    /// They are of different types.
    TypeChanged,
    /// It could not be compared.
    Failed,
}

impl Verdict {
    /// All verdicts, in the order in which they are listed.
    pub const ALL: [Self; 8] = [
        Self::LeftOnly,
        Self::RightOnly,
        Self::LeftNewer,
        Self::RightNewer,
        Self::Different,
        Self::TypeChanged,
        Self::Failed,
        Self::Same,
    ];
}

/// What is known of one side of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema, ts_rs::TS), ts(rename = "SyncFacts"))]
pub struct Facts {
    /// Its type; a symlink is not followed.
    pub kind: FileKind,
    /// Its size in bytes; of a directory the sizes of all files in it.
    pub size: u64,
    /// Its modification time in microseconds since the Unix epoch.
    pub mtime: i64,
    /// Files in a directory, and 1 for everything else.
    pub files: u64,
    /// Of a directory that one tree alone has, a sum of the prints of all that is in it; see [`print()`].
    #[serde(skip)]
    pub print: u64,
}

impl Facts {
    /// Takes what stat(2) tells; what is in a directory is added later.
    pub(super) fn of(meta: &Meta) -> Self {
        let is_directory = meta.kind == FileKind::Directory;
        let size = if meta.kind == FileKind::File { meta.size } else { 0 };
        let files = u64::from(!is_directory);
        Self { kind: meta.kind, size, mtime: meta.mtime_micros(), files, print: 0 }
    }

    /// A directory, apart from what is in it.
    pub(super) const DIRECTORY: Self =
        Self { kind: FileKind::Directory, size: 0, mtime: 0, files: 0, print: 0 };
}

/// Gives a number that differs, except by a chance of 2⁻⁶⁴, where a path, type, size or time does.
///
/// The sum of those of all entries of a directory tells whether any of them has changed, in whatever order
/// they come. It is XXH3 and the same in all versions of fcp, so that it can be stored. Of a directory only
/// the path counts: its own time changes with each name in it.
pub fn print(path: &Path, facts: &Facts) -> u64 {
    let mut hasher = Hasher::new(Algorithm::Xxh3);
    hasher.update(path.as_os_str().as_bytes());
    let (size, mtime) = match facts.kind {
        FileKind::Directory => (0, 0),
        _ => (facts.size, facts.mtime),
    };
    // No path holds a NUL, so that nothing else reads as another path does.
    hasher.update(&[0, facts.kind as u8]);
    hasher.update(&size.to_le_bytes());
    hasher.update(&mtime.to_le_bytes());
    let sum = hasher.finish();
    sum.bytes().iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// An entry of one of the trees or of both.
///
/// A directory that is in one tree only is one row, which stands for all that is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub struct Row {
    /// Its path below the roots; empty for the roots themselves.
    pub path: WirePath,
    /// How its sides compare.
    pub verdict: Verdict,
    /// The left side, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Facts>,
    /// The right side, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<Facts>,
    /// Why it could not be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<OpError>>,
}

/// Rows of one verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub struct Count {
    /// How many there are.
    pub rows: u64,
    /// Files that they stand for.
    pub files: u64,
    /// Sizes of these files in bytes: those of the newer side, or of the left one.
    pub bytes: u64,
}

/// What was found so far, or in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub struct Compared {
    /// Names that were looked at, each once however many sides have it.
    pub looked_at: u64,
    /// Entries that are the same, directories aside.
    pub same: Count,
    /// Entries that only the left tree has.
    pub left_only: Count,
    /// Entries that only the right tree has.
    pub right_only: Count,
    /// Entries that differ, the left one newer.
    pub left_newer: Count,
    /// Entries that differ, the right one newer.
    pub right_newer: Count,
    /// Entries that differ, neither of them newer.
    pub different: Count,
    /// Entries of different types.
    pub type_changed: Count,
    /// Entries that could not be compared.
    pub failed: Count,
    /// Directories that were not entered because something is mounted there.
    pub mounts: u64,
}

impl Compared {
    /// Gives the rows of a verdict.
    pub fn of(&self, verdict: Verdict) -> &Count {
        match verdict {
            Verdict::Same => &self.same,
            Verdict::LeftOnly => &self.left_only,
            Verdict::RightOnly => &self.right_only,
            Verdict::LeftNewer => &self.left_newer,
            Verdict::RightNewer => &self.right_newer,
            Verdict::Different => &self.different,
            Verdict::TypeChanged => &self.type_changed,
            Verdict::Failed => &self.failed,
        }
    }

    fn of_mut(&mut self, verdict: Verdict) -> &mut Count {
        match verdict {
            Verdict::Same => &mut self.same,
            Verdict::LeftOnly => &mut self.left_only,
            Verdict::RightOnly => &mut self.right_only,
            Verdict::LeftNewer => &mut self.left_newer,
            Verdict::RightNewer => &mut self.right_newer,
            Verdict::Different => &mut self.different,
            Verdict::TypeChanged => &mut self.type_changed,
            Verdict::Failed => &mut self.failed,
        }
    }

    /// Gives how many rows differ; those that could not be compared are not among them.
    pub fn differences(&self) -> u64 {
        Verdict::ALL
            .into_iter()
            .filter(|verdict| !matches!(verdict, Verdict::Same | Verdict::Failed))
            .map(|verdict| self.of(verdict).rows)
            .sum()
    }

    /// Counts an entry; directories that both trees have do not count.
    pub(super) fn count(&mut self, verdict: Verdict, left: Option<&Facts>, right: Option<&Facts>) {
        if verdict == Verdict::Same && left.is_some_and(|left| left.kind == FileKind::Directory) {
            return;
        }
        let facts = match verdict {
            Verdict::RightNewer => right,
            _ => left.or(right),
        };
        let count = self.of_mut(verdict);
        count.rows += 1;
        count.files += facts.map_or(0, |facts| facts.files);
        count.bytes = count.bytes.saturating_add(facts.map_or(0, |facts| facts.size));
    }

    /// Adds what one task found beside rows.
    pub(super) fn add(&mut self, other: &Self) {
        self.looked_at += other.looked_at;
        self.mounts += other.mounts;
        for verdict in Verdict::ALL {
            let (count, more) = (self.of_mut(verdict), other.of(verdict));
            count.rows += more.rows;
            count.files += more.files;
            count.bytes = count.bytes.saturating_add(more.bytes);
        }
    }
}

/// Rows since the last batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareBatch {
    /// The rows, in the order of the whole comparison; perhaps none.
    pub rows: Vec<Row>,
    /// What was found since the beginning; it may count rows that come with a later batch.
    pub compared: Compared,
}

/// How a comparison ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompareEnd {
    /// What was found.
    pub compared: Compared,
    /// Whether it was stopped before it had looked everywhere.
    pub stopped: bool,
}

/// A line of `fcp compare --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(schemars::JsonSchema))]
pub enum CompareLine {
    /// An entry that differs, or with `--all` any entry.
    Row(Row),
    /// The last line: what was found in all.
    Compared(Box<Compared>),
}

//! How far a part is, and what came of it.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk;
use super::error::PlanError;
use super::stamp::Stamp;
use crate::contract::event::Summary;

/// How far a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartState {
    /// No process has claimed it.
    Left,
    /// A process has claimed it.
    Claimed,
    /// It has ended, and nothing failed.
    Done,
    /// It has ended, and something failed.
    Failed,
}

impl PartState {
    /// The directory of the plan that has the lists in this state.
    pub(super) fn dir(self) -> &'static str {
        match self {
            Self::Left => "parts",
            Self::Claimed => "taken",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// What came of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PartResult {
    /// The number of the part.
    pub part: u64,
    /// The machine that ended it.
    pub host: String,
    /// When, in microseconds since the Unix epoch.
    pub ended: u64,
    /// The sums of its job, all its attempts together.
    pub summary: Summary,
    /// The hidden file to which it wrote its piece, if its item is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) written: Option<String>,
    /// Whether it had more than one attempt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) again: bool,
}

impl PartResult {
    /// The hidden file to which it wrote its piece of a file.
    pub(super) fn written(&self) -> Option<Stamp> {
        Stamp::parse(self.written.as_ref()?.as_bytes())
    }

    fn path(dir: &Path, part: u64) -> PathBuf {
        dir.join("results").join(format!("{part:06}.json"))
    }

    pub(super) fn write(&self, dir: &Path) -> Result<(), PlanError> {
        let text = serde_json::to_vec(self).unwrap_or_default();
        Ok(disk::replace(&Self::path(dir, self.part), &text)?)
    }

    /// Reads the result of a part that has ended; none if it is not there or cannot be understood.
    pub(super) fn read(dir: &Path, part: u64) -> Result<Option<Self>, PlanError> {
        let text = disk::read(&Self::path(dir, part))?;
        Ok(text.and_then(|text| serde_json::from_slice(&text).ok()))
    }
}

/// The results of parts that have ended, each read once.
#[derive(Debug, Default)]
pub(super) struct Results {
    /// Each with the inode of its file: a part that ends once more gets a new file.
    read: BTreeMap<u64, (u64, PartResult)>,
}

impl Results {
    /// Reads the results that are new of parts that have ended, and forgets those of parts that begin anew.
    pub(super) fn update(
        &mut self,
        dir: &Path,
        ended: impl Iterator<Item = u64>,
    ) -> Result<(), PlanError> {
        let number = |name: &str| name.strip_suffix(".json")?.parse::<u64>().ok();
        let entries = disk::entries(&dir.join("results"))?.into_iter();
        let there: HashMap<u64, u64> =
            entries.filter_map(|(name, inode)| Some((number(name.to_str()?)?, inode))).collect();
        let mut old = std::mem::take(&mut self.read);
        for part in ended {
            let known = old.remove(&part).filter(|it| there.get(&part) == Some(&it.0));
            let inode = there.get(&part).copied().unwrap_or_default();
            let result = match known {
                Some((_, result)) => Some(result),
                None => PartResult::read(dir, part)?,
            };
            self.read.extend(result.map(|result| (part, (inode, result))));
        }
        Ok(())
    }

    /// Gives them by the numbers of their parts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&u64, &PartResult)> {
        self.read.iter().map(|(part, (_, result))| (part, result))
    }

    /// Gives that of a part.
    pub(super) fn get(&self, part: u64) -> Option<&PartResult> {
        self.read.get(&part).map(|(_, result)| result)
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_anew_when_its_part_has_ended_once_more() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        std::fs::create_dir(dir.join("results")).unwrap();
        let nothing = r#"{"verb":"copy","outcome":"completed","done":0,"skipped":0,"failed":0,"mismatched":0,
            "unanswered":0,"bytes":0,"bytes_reflinked":0,"reflinked":0,"bytes_holes":0,"elapsed":0}"#;
        let summary: Summary = serde_json::from_str(nothing).unwrap();
        let mut result = PartResult {
            part: 3,
            host: "node1".to_owned(),
            ended: 5,
            summary,
            written: None,
            again: false,
        };
        let mut results = Results::default();
        for failed in [4, 2] {
            result.summary.failed = failed;
            result.write(dir).unwrap();
            results.update(dir, [3].into_iter()).unwrap();
            assert_eq!(results.get(3).unwrap().summary.failed, failed);
        }
        // What has not changed is not read.
        std::fs::OpenOptions::new()
            .write(true)
            .open(PartResult::path(dir, 3))
            .unwrap()
            .set_len(0)
            .unwrap();
        results.update(dir, [3].into_iter()).unwrap();
        assert_eq!(results.get(3).unwrap().summary.failed, 2);
        results.update(dir, [].into_iter()).unwrap();
        assert!(results.get(3).is_none(), "it begins anew");
    }
}

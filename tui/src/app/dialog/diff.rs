//! State of the page that shows how two files differ.

use std::path::PathBuf;
use std::sync::Arc;

use fcp_presentation::diff::Diff;

/// Two files side by side.
#[derive(Clone, Debug)]
pub(crate) struct FileDiff {
    /// The number of the request.
    pub ticket: u64,
    /// The file on the left, and the one on the right.
    pub paths: [PathBuf; 2],
    /// Whether lines are equal that differ by spaces alone.
    pub ignores_space: bool,
    /// What is known of them.
    pub stage: Stage,
    /// The row in which the user stands, from which the next difference is looked for.
    pub row: usize,
    /// The first row on the screen.
    pub top: usize,
    /// Columns by which the lines are moved to the left.
    pub left: usize,
    /// Whether another dialog comes back when this page closes: folders that are compared, or a question.
    pub returns: bool,
}

/// How far the comparison of two files is.
#[derive(Clone, Debug)]
pub(crate) enum Stage {
    /// The files are being read.
    Running,
    /// They were compared.
    Done(Arc<Diff>),
    /// They could not be; this is why.
    Failed(String),
}

impl FileDiff {
    /// Gives the rows of two texts, if both files are text and differ.
    pub(crate) fn lines(&self) -> Option<&fcp_presentation::diff::Lines> {
        match &self.stage {
            Stage::Done(diff) => match &**diff {
                Diff::Lines(lines) => Some(lines),
                Diff::Same(_) | Diff::Bytes(_) => None,
            },
            Stage::Running | Stage::Failed(_) => None,
        }
    }

    /// Scrolls so that a difference is seen from its first row on, with some rows before it.
    pub(crate) fn show(&mut self, first: usize, rows: usize) {
        const BEFORE: usize = 3;
        let all = self.lines().map_or(0, |lines| lines.rows().len());
        self.row = first;
        if first < self.top + BEFORE || first + 1 > (self.top + rows).saturating_sub(BEFORE) {
            self.top = first.saturating_sub(BEFORE.max(rows / 4)).min(all.saturating_sub(rows));
        }
    }
}

//! Rules that answer many questions of a job: their conditions and the answers that they allow.

use fcp_browse::Content;
use fcp_engine::event::{Answer, ConflictKind, Question, Subject};

use super::question::Terms;
use crate::app::probes::Probes;

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// When it matches.
    pub condition: Condition,
    /// What it answers; none asks.
    pub answer: Option<Answer>,
}

/// When a rule matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// All bytes are equal.
    Identical,
    /// Size and samples are equal.
    Similar,
    /// Some bytes differ.
    Different,
    /// The incoming file is newer and larger.
    NewerAndLarger,
    /// The incoming file is newer.
    Newer,
    /// The incoming file is older.
    Older,
    /// The incoming file is empty, and the existing one is not.
    Empty,
    /// A folder meets a folder.
    Folders,
    /// A folder meets a file.
    Mismatch,
    /// Something failed.
    Failed,
}

/// All conditions: as they are listed.
pub(super) const CONDITIONS: [Condition; 10] = [
    Condition::Identical,
    Condition::Similar,
    Condition::Different,
    Condition::NewerAndLarger,
    Condition::Newer,
    Condition::Older,
    Condition::Empty,
    Condition::Folders,
    Condition::Mismatch,
    Condition::Failed,
];

/// Whether a rule matches a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// It matches.
    Yes,
    /// It does not.
    No,
    /// The contents are still being compared.
    NotYet,
}

impl Condition {
    /// Gives the condition in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Identical => "content identical",
            Self::Similar => "content probably same",
            Self::Different => "content different",
            Self::NewerAndLarger => "incoming newer and larger",
            Self::Newer => "incoming newer",
            Self::Older => "incoming older",
            Self::Empty => "incoming empty, existing not",
            Self::Folders => "folder meets folder",
            Self::Mismatch => "folder meets file",
            Self::Failed => "something failed",
        }
    }

    pub(super) fn next(self) -> Self {
        let here = CONDITIONS.iter().position(|it| *it == self).unwrap_or(0);
        CONDITIONS[(here + 1) % CONDITIONS.len()]
    }

    /// The answers that make sense; the first is the harmless one.
    pub(super) fn answers(self) -> Vec<Option<Answer>> {
        let rename = Answer::Rename(Terms::default().incoming);
        match self {
            Self::Folders => vec![Some(Answer::Skip), Some(Answer::Merge), Some(rename), None],
            Self::Mismatch => vec![Some(Answer::Skip), Some(rename), None],
            Self::Failed => vec![Some(Answer::Skip), Some(Answer::Retry), None],
            _ => vec![
                Some(Answer::Skip),
                Some(Answer::Overwrite),
                Some(Answer::Newer),
                Some(rename),
                Some(Answer::RenameExisting(Terms::default().existing)),
                Some(Answer::OverwriteForGood),
                None,
            ],
        }
    }

    /// Tells whether the condition holds for a question.
    pub fn holds(self, question: &Question, probes: &Probes) -> Match {
        let (kind, src, dst) = match &question.subject {
            Subject::Conflict { kind, src, dst } => (*kind, src, dst),
            Subject::Error { .. } => return Match::when(self == Self::Failed),
            Subject::Removal { .. } => return Match::No,
        };
        let mismatch = matches!(kind, ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay);
        match self {
            Self::Failed => return Match::No,
            Self::Folders => return Match::when(kind == ConflictKind::Directory),
            Self::Mismatch => return Match::when(mismatch),
            _ if kind != ConflictKind::File => return Match::No,
            _ => {}
        }
        let content = |wanted: fn(&Content) -> bool| match probes.of(question) {
            Some(content) => Match::when(wanted(&content)),
            None if probes.is_awaited(question) => Match::NotYet,
            None => Match::No,
        };
        match self {
            Self::Identical => content(|it| *it == Content::Identical),
            Self::Similar => content(|it| *it == Content::ProbablySame),
            Self::Different => content(|it| *it == Content::Different),
            Self::NewerAndLarger => Match::when(src.mtime > dst.mtime && src.size > dst.size),
            Self::Newer => Match::when(src.mtime > dst.mtime),
            Self::Older => Match::when(src.mtime < dst.mtime),
            Self::Empty => Match::when(src.size == 0 && dst.size > 0),
            Self::Folders | Self::Mismatch | Self::Failed => Match::No,
        }
    }
}

impl Match {
    fn when(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

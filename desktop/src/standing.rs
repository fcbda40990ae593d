//! Rules that stay for later questions of a job, and the questions that they reach.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use fcp_engine::event::{JobId, QuestionId};
use fcp_presentation::rules::{Condition, Rule};
use serde::{Deserialize, Serialize};

use crate::wire::RuleScope;

/// Rules that stay for questions to come, in this program and those that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// The questions they are for.
    pub(crate) reach: Reach,
    /// The rules; the first that matches answers.
    pub(crate) rules: Vec<Rule>,
}

/// The questions of a job that rules are for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Reach {
    /// These.
    These(JobId, BTreeSet<QuestionId>),
    /// Those in a folder.
    Folder(JobId, OsString),
    /// Those with an extension; none for names without one.
    Extension(JobId, Option<OsString>),
    /// All.
    Job(JobId),
}

/// A question, as far as rules that stay are for it or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    /// Its job.
    pub(crate) job: JobId,
    /// The question.
    pub(crate) question: QuestionId,
    /// The path that it is shown with.
    pub(crate) place: &'a Path,
}

impl Standing {
    /// Gives the job that they are for.
    pub(crate) fn job(&self) -> JobId {
        self.reach.job()
    }

    /// Tells whether every question of the job gets one and the same answer.
    pub(crate) fn is_one_answer(&self) -> bool {
        let all = |rule: &Rule| rule.when == Condition::Otherwise && rule.answer.is_some();
        matches!(self.reach, Reach::Job(_)) && matches!(&self.rules[..], [only] if all(only))
    }
}

impl Reach {
    /// Finds out what a scope reaches from the question `at`; none if there is no such question.
    pub(crate) fn of(scope: &RuleScope, at: Option<At<'_>>) -> Option<Self> {
        if let RuleScope::Job { job, .. } = scope {
            return Some(Self::Job(*job));
        }
        let At { job, place, .. } = at?;
        Some(match scope {
            RuleScope::This { id } => Self::These(job, BTreeSet::from([*id])),
            RuleScope::These { ids } => Self::These(job, ids.iter().copied().collect()),
            RuleScope::Folder { .. } => Self::Folder(job, folder(place).to_owned()),
            RuleScope::Extension { .. } => Self::Extension(job, extension(place)),
            RuleScope::Job { job, .. } => Self::Job(*job),
        })
    }

    /// Gives the job whose questions are meant.
    pub(crate) fn job(&self) -> JobId {
        match self {
            Self::These(job, _)
            | Self::Folder(job, _)
            | Self::Extension(job, _)
            | Self::Job(job) => *job,
        }
    }

    /// Tells whether a question of a job is among them.
    pub(crate) fn holds(&self, at: At<'_>) -> bool {
        self.job() == at.job
            && match self {
                Self::These(_, ids) => ids.contains(&at.question),
                Self::Folder(_, dir) => folder(at.place) == dir,
                Self::Extension(_, ext) => extension(at.place) == *ext,
                Self::Job(_) => true,
            }
    }
}

fn folder(place: &Path) -> &OsStr {
    place.parent().map_or(OsStr::new(""), Path::as_os_str)
}

/// Gives the extension of an item; `.JPG` and `.jpg` are one.
fn extension(place: &Path) -> Option<OsString> {
    place.extension().map(OsStr::to_ascii_lowercase)
}

//! Decides which questions the user's rules apply to, and what they answer.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use fcp_browse::Content;
use fcp_engine::event::{JobId, Question, QuestionId};
use fcp_presentation::rules::{Condition, Rule, answer, replaces};
use serde::{Deserialize, Serialize};

use super::row::source;
use crate::jobs::Asked;
use crate::wire::{RuleScope, RulesPreview};

/// Rules that stay for questions to come, in this program and those that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// The questions they are for.
    pub(super) reach: Reach,
    /// The rules; the first that matches answers.
    pub(super) rules: Vec<Rule>,
}

/// The questions of a job that rules are for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Reach {
    /// These.
    These(JobId, BTreeSet<QuestionId>),
    /// Those in a folder.
    Folder(JobId, OsString),
    /// Those with an extension; none for names without one.
    Extension(JobId, Option<OsString>),
    /// All.
    Job(JobId),
}

impl Standing {
    /// Gives the job that they are for.
    pub(super) fn job(&self) -> JobId {
        self.reach.job()
    }

    /// Tells whether every question of the job gets one and the same answer.
    pub(super) fn is_one_answer(&self) -> bool {
        let all = |rule: &Rule| rule.when == Condition::Otherwise && rule.answer.is_some();
        matches!(self.reach, Reach::Job(_)) && matches!(&self.rules[..], [only] if all(only))
    }
}

impl Reach {
    /// Finds out what a scope reaches from the question `at`; none if there is no such question.
    pub(super) fn of(scope: &RuleScope, at: Option<&Asked>) -> Option<Self> {
        if let RuleScope::Job { job, .. } = scope {
            return Some(Self::Job(*job));
        }
        let Asked { question, job } = at?;
        Some(match scope {
            RuleScope::This { id } => Self::These(job.id, BTreeSet::from([*id])),
            RuleScope::These { ids } => Self::These(job.id, ids.iter().copied().collect()),
            RuleScope::Folder { .. } => Self::Folder(job.id, folder(question).to_owned()),
            RuleScope::Extension { .. } => Self::Extension(job.id, extension(question)),
            RuleScope::Job { job, .. } => Self::Job(*job),
        })
    }

    /// Gives the job whose questions are meant.
    pub(super) fn job(&self) -> JobId {
        match self {
            Self::These(job, _)
            | Self::Folder(job, _)
            | Self::Extension(job, _)
            | Self::Job(job) => *job,
        }
    }

    /// Tells whether a question of a job is among them.
    pub(super) fn holds(&self, job: JobId, question: &Question) -> bool {
        self.job() == job
            && match self {
                Self::These(_, ids) => ids.contains(&question.id),
                Self::Folder(_, dir) => folder(question) == dir,
                Self::Extension(_, ext) => extension(question) == *ext,
                Self::Job(_) => true,
            }
    }
}

/// Says what rules would answer to the questions of a job; scopes are counted from one of them.
pub(super) fn preview(
    all: &[Asked],
    reach: &Reach,
    rules: &[Rule],
    at: Option<&Asked>,
    content: impl Fn(&Question) -> Option<Content>,
) -> RulesPreview {
    let mut preview = RulesPreview {
        plan: 0,
        counts: vec![0; rules.len()],
        answered: 0,
        replaced: 0,
        answers: Vec::new(),
        scopes: counts(all, at.or(all.first())),
    };
    for it in all.iter().filter(|it| reach.holds(it.job.id, &it.question)) {
        let Question { id, subject, .. } = &it.question;
        let content = content(&it.question);
        let found = answer(rules, subject, content.as_ref());
        if let Some((rule, answer)) = found {
            preview.counts[rule] += 1;
            preview.answered += 1;
            preview.replaced += u64::from(replaces(answer, &it.question, content.as_ref()));
        }
        preview.answers.push((*id, found.map(|(_, answer)| answer.clone())));
    }
    preview
}

/// Counts the questions of a job that each scope reaches from one of them: this, folder, extension, job.
fn counts(all: &[Asked], at: Option<&Asked>) -> Vec<u64> {
    let Some(at) = at else { return vec![0; 4] };
    let id = at.question.id;
    let scopes = [
        RuleScope::This { id },
        RuleScope::Folder { id },
        RuleScope::Extension { id },
        RuleScope::Job { job: at.job.id, at: Some(id) },
    ];
    let count = |scope| {
        let reach = Reach::of(&scope, Some(at));
        let reached =
            |it: &&Asked| reach.as_ref().is_some_and(|reach| reach.holds(it.job.id, &it.question));
        all.iter().filter(reached).count() as u64
    };
    scopes.map(count).to_vec()
}

fn folder(question: &Question) -> &OsStr {
    source(&question.subject).parent().map_or(OsStr::new(""), Path::as_os_str)
}

/// Gives the extension of an item; `.JPG` and `.jpg` are one.
fn extension(question: &Question) -> Option<OsString> {
    source(&question.subject).extension().map(OsStr::to_ascii_lowercase)
}

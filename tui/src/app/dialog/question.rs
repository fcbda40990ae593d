//! State of the dialog that shows one question of a job, its possible answers and their scope.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use fcp_engine::error::{Action, Code};
use fcp_engine::event::{
    Answer, ConflictKind, FileKind, JobId, Question, QuestionId, Scope, Side, Subject,
};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::{DEFAULT_RENAME, Verb};
use fcp_engine::view::JobRow;

use crate::app::field::Field;
use fcp_presentation::answers::{self, Offer, conditions};
use fcp_presentation::jobs::{asked_about, refuses_changed};
use fcp_presentation::tr;

/// Microseconds that a new question ignores keys, so that none is answered by accident.
pub(crate) const REST: u64 = 300_000;

/// Number of open questions from which the table suits better than one question after the other.
pub(crate) const MANY: usize = 5;

/// A question of a job, and what is chosen so far.
#[derive(Clone, Debug)]
pub(crate) struct QuestionAsk {
    /// The job.
    pub job: JobId,
    /// The question.
    pub question: QuestionId,
    /// When it was opened, in microseconds since the Unix epoch.
    pub opened: u64,
    /// Index into the choices.
    pub choice: usize,
    /// How far the answer reaches.
    pub scope: Scope,
    /// What is set within the choices.
    pub terms: Terms,
    /// The pattern that is being edited.
    pub editing: Option<Field>,
    /// Whether it opened by itself: letters then select an answer, and Enter alone gives it.
    pub unasked: bool,
    /// Whether it was asked if the item can be deleted; only of one that no trash takes.
    pub looked: bool,
    /// Whether that is so.
    pub deletable: bool,
}

/// What is set within the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Index into the conditions on which the existing file is replaced.
    pub condition: usize,
    /// Pattern of the incoming item's new name.
    pub incoming: String,
    /// Pattern of the existing item's new name.
    pub existing: String,
}

/// One possible answer.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// Its key.
    pub key: char,
    /// Another key for the same answer.
    pub alias: Option<char>,
    /// Its name.
    pub name: &'static str,
    /// The consequence, or why it is not available.
    pub note: String,
    /// The answer; none if it is not available.
    pub answer: Option<Answer>,
    /// Whether another condition can take its place.
    pub turns: bool,
}

impl Choice {
    /// Tells whether a letter stands for this answer.
    pub(crate) fn is_meant_by(&self, letter: char) -> bool {
        self.answer.is_some() && (self.key == letter || self.alias == Some(letter))
    }
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            condition: 0,
            incoming: DEFAULT_RENAME.to_owned(),
            existing: DEFAULT_RENAME.to_owned(),
        }
    }
}

impl Terms {
    /// Takes the next condition, or the one before.
    pub(crate) fn turn(&mut self, forward: bool) {
        let all = conditions().len();
        let step = if forward { 1 } else { all - 1 };
        self.condition = (self.condition + step) % all;
    }

    /// Gives the pattern that a choice has.
    pub(crate) fn pattern_of(&mut self, choice: &Choice) -> Option<&mut String> {
        match &choice.answer {
            Some(Answer::Rename(_)) => Some(&mut self.incoming),
            Some(Answer::RenameExisting(_)) => Some(&mut self.existing),
            _ => None,
        }
    }
}

impl QuestionAsk {
    /// Opens a question at the harmless answer for it alone.
    pub(crate) fn new(job: JobId, question: QuestionId, now: u64) -> Self {
        Self {
            job,
            question,
            opened: now,
            choice: 0,
            scope: Scope::This,
            terms: Terms::default(),
            editing: None,
            unasked: false,
            looked: false,
            deletable: false,
        }
    }
}

/// Tells whether a job moves what it replaces to the trash.
fn keeps(row: &JobRow) -> bool {
    row.spec.as_deref().is_some_and(|spec| spec.options.keep_replaced)
}

/// Gives the possible answers to a question, the harmless one first.
pub(crate) fn choices(question: &Question, terms: &Terms, row: &JobRow) -> Vec<Choice> {
    let keeps = keeps(row);
    let verb = row.verb.unwrap_or(Verb::Copy);
    let mut choices = match &question.subject {
        Subject::Conflict { kind, src, dst, .. } => conflict_choices(*kind, src, dst, terms, keeps),
        Subject::Error { error, .. } => {
            let mut choices = vec![choice(answers::skip(""), tr!("question-skip-error"))];
            if error.code != Code::ChangedSince || !refuses_changed(row) {
                choices.push(choice(answers::retry(), tr!("question-retry")));
            }
            if error.action == Action::Keep {
                choices.push(for_good());
            }
            if Answer::PortableName.fits(&question.subject) {
                let offer = answers::portable_name();
                let note = offer.consequence;
                choices.push(choice(offer, note));
            }
            choices
        }
        Subject::Removal { step, .. } => {
            let remove = answers::remove(*step, verb);
            let note = remove.consequence;
            vec![choice(answers::keep(""), tr!("question-keep")), choice(remove, note)]
        }
    };
    if matches!(question.subject, Subject::Conflict { just_created: true, .. }) {
        choices.retain(|choice| {
            choice.answer.as_ref().is_some_and(|answer| answer.fits(&question.subject))
        });
    }
    choices.push(choice(answers::cancel(), tr!("question-cancel")));
    choices
}

fn for_good() -> Choice {
    let offer = answers::replace_for_good();
    let note = offer.consequence;
    choice(offer, note)
}

fn conflict_choices(
    kind: ConflictKind,
    src: &Side,
    dst: &Side,
    terms: &Terms,
    keeps: bool,
) -> Vec<Choice> {
    let skip = choice(answers::skip(""), tr!("question-skip"));
    let both = choice(
        answers::keep_both(terms.incoming.clone()),
        tr!("question-incoming-becomes", name = new_name(&terms.incoming, &dst.path.0)),
    );
    let aside = choice(
        answers::rename_existing(terms.existing.clone()),
        tr!("question-existing-becomes", name = new_name(&terms.existing, &dst.path.0)),
    );
    match kind {
        ConflictKind::File => {
            let conditions = conditions();
            let condition = conditions[terms.condition % conditions.len()].clone();
            let outcome = answers::outcome(&condition.answer, src, dst);
            let kept =
                if keeps { tr!("question-replaced-trash") } else { tr!("question-replaced") };
            let mut choices = vec![
                skip,
                choice(answers::replace(), kept),
                Choice { turns: true, ..choice(condition, outcome) },
                both,
                aside,
            ];
            if keeps {
                choices.push(for_good());
            }
            choices
        }
        ConflictKind::Directory => {
            vec![skip, choice(answers::merge(), tr!("question-merge")), both, aside]
        }
        ConflictKind::DirectoryInTheWay => {
            vec![skip, both, aside, no_replacing(tr!("question-file-over-folder"))]
        }
        ConflictKind::FileInTheWay => {
            vec![skip, both, aside, no_replacing(tr!("question-folder-over-file"))]
        }
    }
}

fn choice(offer: Offer, note: impl Into<String>) -> Choice {
    let Offer { key, alias, name, answer, .. } = offer;
    Choice { key, alias, name, note: note.into(), answer: Some(answer), turns: false }
}

fn no_replacing(why: &str) -> Choice {
    Choice { answer: None, ..choice(answers::replace(), why) }
}

/// Shows the name that a pattern makes; if that is taken, too, the number rises.
fn new_name(pattern: &str, path: &Path) -> String {
    let name = path.file_name().unwrap_or(OsStr::new(""));
    let new = fcp_engine::new_name(pattern, name, 1);
    DisplayName::new(&new).to_string()
}

/// One distance that an answer can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// How far.
    pub scope: Scope,
    /// How many open questions that are.
    pub count: u64,
    /// How it is called.
    pub name: String,
    /// How it is called where there is little room.
    pub short: String,
}

/// The distances that an answer can reach, by their keys from 1 on: they mean the same everywhere.
pub(crate) const SCOPES: [Scope; 4] = [Scope::This, Scope::Directory, Scope::Kind, Scope::All];

/// Gives how far an answer can reach, in the order of [`SCOPES`]; those to come are reached, too.
///
/// Questions that are answered already are not counted.
pub(crate) fn reaches(
    row: &JobRow,
    question: &Question,
    answer: Option<&Answer>,
    answered: &BTreeSet<QuestionId>,
) -> [Reach; 4] {
    let open = || row.questions.values().filter(|other| !answered.contains(&other.id));
    let count =
        |scope| open().filter(|other| covers(scope, question, answer, other)).count() as u64;
    let is_folder = match &question.subject {
        Subject::Conflict { kind, .. } => {
            matches!(kind, ConflictKind::Directory | ConflictKind::FileInTheWay)
        }
        Subject::Removal { item, .. } => item.kind == FileKind::Directory,
        Subject::Error { .. } => false,
    };
    let (this, this_short) = match &question.subject {
        Subject::Error { .. } => (tr!("reach-item"), tr!("reach-item-short")),
        _ if is_folder => (tr!("reach-this-folder"), tr!("reach-this-folder-short")),
        _ => (tr!("reach-file"), tr!("reach-file-short")),
    };
    SCOPES.map(|scope| {
        let n = count(scope);
        let shown = crate::format::count(n);
        let (name, short) = match scope {
            Scope::This => {
                let (name, short) = (this.to_owned(), this_short.to_owned());
                return Reach { scope, count: 1, name, short };
            }
            Scope::Directory => (
                tr!("reach-folder", shown = shown.as_str()),
                tr!("reach-folder-short", shown = shown.as_str()),
            ),
            Scope::Kind => (
                tr!("reach-kind", shown = shown.as_str()),
                tr!("reach-kind-short", shown = shown.as_str()),
            ),
            Scope::All => {
                let all = tr!("reach-all", shown = shown.as_str());
                (all.clone(), all)
            }
        };
        Reach { scope, count: n, name, short }
    })
}

/// Tells whether an answer to one question, given for a scope, answers another one of the same job.
pub(crate) fn covers(
    scope: Scope,
    question: &Question,
    answer: Option<&Answer>,
    other: &Question,
) -> bool {
    let fits = || answer.is_none_or(|answer| answer.fits(&other.subject));
    let is_like = || other.subject.is_like(&question.subject);
    other.id == question.id
        || match scope {
            Scope::This => false,
            Scope::Directory => is_like() && folder(other) == folder(question),
            Scope::Kind => is_like(),
            Scope::All => fits(),
        }
}

/// Gives the folder of the incoming item as it is spelled; comparing paths by parts takes longer.
fn folder(question: &Question) -> Option<&OsStr> {
    source(question).parent().map(Path::as_os_str)
}

/// Gives the path of the incoming item, of the one that failed, or of the one about to be removed.
pub(crate) fn source(question: &Question) -> &Path {
    asked_about(None, &question.subject)
}

#[cfg(test)]
mod tests;

//! A question of a job, its possible answers, and how far they reach.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use fcp_engine::error::Action;
use fcp_engine::event::{Answer, ConflictKind, JobId, Question, QuestionId, Scope, Side, Subject};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::DEFAULT_RENAME;
use fcp_engine::view::JobRow;

use crate::app::field::Field;

/// Microseconds that a new question ignores keys, so that none is answered by accident.
pub const REST: u64 = 300_000;

/// Open questions from which on they are better answered together.
pub const MANY: usize = 5;

/// Pattern of the new name of what is in the way.
pub const OLD: &str = "{stem} (old){ext}";

/// A question of a job, and what is chosen so far.
#[derive(Clone, Debug)]
pub struct QuestionAsk {
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
}

/// What is set within the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Index into the conditions on which the existing file is replaced.
    pub condition: usize,
    /// Pattern of the incoming item's new name.
    pub incoming: String,
    /// Pattern of the existing item's new name.
    pub existing: String,
}

/// One possible answer.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its key.
    pub key: char,
    /// Its name.
    pub name: &'static str,
    /// The consequence, or why it is not available.
    pub note: String,
    /// The answer; none if it is not available.
    pub answer: Option<Answer>,
}

impl Default for Terms {
    fn default() -> Self {
        Self { condition: 0, incoming: DEFAULT_RENAME.to_owned(), existing: OLD.to_owned() }
    }
}

impl Terms {
    /// Takes the next condition, or the one before.
    pub fn turn(&mut self, forward: bool) {
        let step = if forward { 1 } else { CONDITIONS.len() - 1 };
        self.condition = (self.condition + step) % CONDITIONS.len();
    }

    /// Gives the pattern that a choice has.
    pub fn pattern_of(&mut self, choice: &Choice) -> Option<&mut String> {
        match &choice.answer {
            Some(Answer::Rename(_)) => Some(&mut self.incoming),
            Some(Answer::RenameExisting(_)) => Some(&mut self.existing),
            _ => None,
        }
    }
}

impl QuestionAsk {
    /// Opens a question at the harmless answer for it alone.
    pub fn new(job: JobId, question: QuestionId, now: u64) -> Self {
        Self {
            job,
            question,
            opened: now,
            choice: 0,
            scope: Scope::This,
            terms: Terms::default(),
            editing: None,
        }
    }
}

/// Conditions on which an existing file is replaced: name, answer.
const CONDITIONS: [(&str, Answer); 6] = [
    ("Keep newer", Answer::Newer),
    ("Keep larger", Answer::Larger),
    ("Only if changed", Answer::DifferentMeta),
    ("Only other content", Answer::DifferentContent),
    ("Keep older", Answer::Older),
    ("Keep smaller", Answer::Smaller),
];

/// Tells whether a job moves what it replaces to the trash.
pub fn keeps(row: &JobRow) -> bool {
    row.spec.as_deref().is_some_and(|spec| spec.options.keep_replaced)
}

/// Gives the possible answers to a question, the harmless one first.
///
/// `keeps` says whether the job moves what it replaces to the trash.
pub fn choices(question: &Question, terms: &Terms, keeps: bool) -> Vec<Choice> {
    match &question.subject {
        Subject::Conflict { kind, src, dst } => conflict_choices(*kind, src, dst, terms, keeps),
        Subject::Error { error, .. } => {
            let mut choices = vec![
                choice('s', "Skip", "not done; listed in the report", Answer::Skip),
                choice('r', "Retry", "after you have changed something", Answer::Retry),
                choice('a', "Abort the job", "what is done stays", Answer::Abort),
            ];
            if error.action == Action::Keep {
                choices.insert(2, for_good());
            }
            choices
        }
        Subject::Removal { .. } => vec![
            choice('s', "Keep", "it is not deleted", Answer::Skip),
            choice('d', "Delete", "for good", Answer::Remove),
            choice('a', "Abort the job", "what is deleted stays deleted", Answer::Abort),
        ],
    }
}

fn for_good() -> Choice {
    choice('g', "Replace for good", "existing is not kept", Answer::OverwriteForGood)
}

fn conflict_choices(
    kind: ConflictKind,
    src: &Side,
    dst: &Side,
    terms: &Terms,
    keeps: bool,
) -> Vec<Choice> {
    let skip = choice('s', "Skip", "leave existing as it is", Answer::Skip);
    let rename = choice(
        'r',
        "Rename incoming",
        new_name(&terms.incoming, &dst.path.0),
        Answer::Rename(terms.incoming.clone()),
    );
    let aside = choice(
        'e',
        "Rename existing",
        new_name(&terms.existing, &dst.path.0),
        Answer::RenameExisting(terms.existing.clone()),
    );
    match kind {
        ConflictKind::File => {
            let (name, answer) = CONDITIONS[terms.condition % CONDITIONS.len()].clone();
            let outcome = outcome(&answer, src, dst);
            let kept = if keeps { "existing goes to the trash" } else { "existing is replaced" };
            let mut choices = vec![
                skip,
                choice('o', "Overwrite", kept, Answer::Overwrite),
                Choice { key: 'n', name, note: outcome.to_owned(), answer: Some(answer) },
                rename,
                aside,
            ];
            if keeps {
                choices.push(for_good());
            }
            choices.push(without('m', "Merge", "for folders only"));
            choices
        }
        ConflictKind::Directory => vec![
            skip,
            choice('m', "Merge", "goes into the existing folder", Answer::Merge),
            rename,
            aside,
            without('o', "Overwrite", "a folder is not replaced whole"),
        ],
        ConflictKind::DirectoryInTheWay => vec![
            skip,
            rename,
            aside,
            without('o', "Overwrite", "a folder is not replaced by a file"),
        ],
        ConflictKind::FileInTheWay => vec![
            skip,
            rename,
            aside,
            without('o', "Overwrite", "a file is not replaced by a folder"),
        ],
    }
}

/// Says what a condition means for these two files.
fn outcome(answer: &Answer, src: &Side, dst: &Side) -> &'static str {
    let replaces = match answer {
        Answer::Newer => src.mtime > dst.mtime,
        Answer::Older => src.mtime < dst.mtime,
        Answer::Larger => src.size > dst.size,
        Answer::Smaller => src.size < dst.size,
        Answer::DifferentMeta => (src.size, src.mtime) != (dst.size, dst.mtime),
        _ if src.size == dst.size => return "all bytes are compared first",
        _ => true,
    };
    match answer {
        Answer::DifferentMeta if replaces => "size or time differs: replaced",
        Answer::DifferentMeta => "size and time are equal: skipped",
        Answer::DifferentContent => "the sizes differ: replaced",
        _ if replaces => "here: incoming",
        _ => "here: existing",
    }
}

fn choice(key: char, name: &'static str, note: impl Into<String>, answer: Answer) -> Choice {
    Choice { key, name, note: note.into(), answer: Some(answer) }
}

fn without(key: char, name: &'static str, note: &str) -> Choice {
    Choice { key, name, note: note.to_owned(), answer: None }
}

/// Shows the name that a pattern makes; if that is taken, too, the number rises.
fn new_name(pattern: &str, path: &Path) -> String {
    let name = path.file_name().unwrap_or(OsStr::new(""));
    let new = fcp_engine::new_name(pattern, name, 1);
    format!("→ {}", DisplayName::new(&new))
}

/// One distance that an answer can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// How far.
    pub scope: Scope,
    /// How many open questions that are.
    pub count: u64,
    /// How it is called.
    pub name: String,
}

/// Gives how far an answer can reach, for the keys from 1 on; those to come are reached, too.
///
/// What is answered already is not counted.
pub fn reaches(
    row: &JobRow,
    question: &Question,
    answer: Option<&Answer>,
    answered: &BTreeSet<QuestionId>,
) -> Vec<Reach> {
    let here = folder(question);
    let (mut in_folder, mut of_kind, mut all) = (0, 0, 0);
    let mut open = 0;
    for other in row.questions.values().filter(|other| !answered.contains(&other.id)) {
        open += 1;
        let like = other.subject.is_like(&question.subject);
        of_kind += u64::from(like);
        in_folder += u64::from(like && folder(other) == here);
        all += u64::from(answer.is_none_or(|answer| answer.fits(&other.subject)));
    }
    let this = match &question.subject {
        Subject::Conflict { kind: ConflictKind::Directory, .. } => "this folder",
        Subject::Removal { item, .. } if item.kind == fcp_engine::event::FileKind::Directory => {
            "this folder"
        }
        _ => "this file",
    };
    let reach = |scope, count, what: &str| {
        let number =
            if count > 1 { format!(" {}", crate::format::count(count)) } else { String::new() };
        Reach { scope, count, name: format!("all{number}{what}") }
    };
    let mut reaches = vec![Reach { scope: Scope::This, count: 1, name: this.to_owned() }];
    if matches!(question.subject, Subject::Conflict { .. }) {
        reaches.push(reach(Scope::Directory, in_folder, " in this folder"));
    }
    if of_kind < open || !matches!(question.subject, Subject::Conflict { .. }) {
        reaches.push(reach(Scope::Kind, of_kind, " of this kind"));
    }
    reaches.push(reach(Scope::All, all, ""));
    reaches
}

/// Gives the folder of the incoming item as it is spelled; comparing paths by parts takes longer.
fn folder(question: &Question) -> Option<&OsStr> {
    source(question).parent().map(Path::as_os_str)
}

/// Gives the path of the incoming item, or of the one that failed or is to go.
pub fn source(question: &Question) -> &Path {
    match &question.subject {
        Subject::Conflict { src, .. } => &src.path.0,
        Subject::Error { src, .. } => &src.0,
        Subject::Removal { item, .. } => &item.path.0,
    }
}

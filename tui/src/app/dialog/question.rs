//! A question of a job, its possible answers, and how far they reach.

use fcp_engine::event::{Answer, ConflictKind, JobId, Question, QuestionId, Scope, Side, Subject};
use fcp_engine::spec::DEFAULT_RENAME;

/// Microseconds that a new question ignores keys, so that none is answered by accident.
pub const REST: u64 = 300_000;

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
}

/// One possible answer.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its key.
    pub key: char,
    /// Its name.
    pub name: &'static str,
    /// The consequence, or why it is not available.
    pub note: &'static str,
    /// The answer; none if it is not available.
    pub answer: Option<Answer>,
}

/// Gives the possible answers to a question, the harmless one first.
pub fn choices(question: &Question) -> Vec<Choice> {
    match &question.subject {
        Subject::Conflict { kind, src, dst } => conflict_choices(*kind, src, dst),
        Subject::Error { .. } => vec![
            choice('s', "Skip", "not copied; listed in the report", Answer::Skip),
            choice('r', "Retry", "after you have changed something", Answer::Retry),
            choice('a', "Abort the job", "what is copied stays", Answer::Abort),
        ],
        Subject::Removal { .. } => vec![
            choice('s', "Keep", "it is not deleted", Answer::Skip),
            choice('d', "Delete", "for good", Answer::Remove),
            choice('a', "Abort the job", "what is deleted stays deleted", Answer::Abort),
        ],
    }
}

fn conflict_choices(kind: ConflictKind, src: &Side, dst: &Side) -> Vec<Choice> {
    let free_name = |answer: fn(String) -> Answer| answer(DEFAULT_RENAME.to_owned());
    let skip = choice('s', "Skip", "leave existing as it is", Answer::Skip);
    let rename = choice('r', "Rename incoming", "it gets a free name", free_name(Answer::Rename));
    let aside =
        choice('e', "Rename existing", "it gets a free name", free_name(Answer::RenameExisting));
    match kind {
        ConflictKind::File => {
            let newer = if src.mtime > dst.mtime { "here: incoming" } else { "here: existing" };
            vec![
                skip,
                choice('o', "Overwrite", "existing is replaced", Answer::Overwrite),
                choice('n', "Keep newer", newer, Answer::Newer),
                rename,
                aside,
                without('m', "Merge", "for folders only"),
            ]
        }
        ConflictKind::Directory => vec![
            skip,
            choice('m', "Merge", "copy into the existing folder", Answer::Merge),
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

fn choice(key: char, name: &'static str, note: &'static str, answer: Answer) -> Choice {
    Choice { key, name, note, answer: Some(answer) }
}

fn without(key: char, name: &'static str, note: &'static str) -> Choice {
    Choice { key, name, note, answer: None }
}

/// Gives how far an answer can reach, for the keys 1 to 3.
pub fn scopes(question: &Question) -> [(Scope, &'static str); 3] {
    match question.subject {
        Subject::Conflict { .. } => [
            (Scope::This, "this one"),
            (Scope::Directory, "all in this folder"),
            (Scope::All, "all of the job"),
        ],
        Subject::Error { .. } | Subject::Removal { .. } => [
            (Scope::This, "this one"),
            (Scope::Kind, "all of this kind"),
            (Scope::All, "all of the job"),
        ],
    }
}

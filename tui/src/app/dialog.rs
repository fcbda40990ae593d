//! Dialogs: what waits for the user in front of everything else.

use std::path::PathBuf;

use fcp_engine::event::{Answer, ConflictKind, JobId, Question, QuestionId, Scope, Side, Subject};
use fcp_engine::spec::{
    ConflictPolicy, DEFAULT_RENAME, Destination, ErrorPolicy, JobSpec, MismatchPolicy, Options,
    Preserve, Verb,
};

/// Microseconds that a new question ignores keys, so that none is answered by accident.
pub const REST: u64 = 300_000;

/// A dialog.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// What to copy, and how.
    Copy(CopyAsk),
    /// A question of a job.
    Question(QuestionAsk),
    /// Something that cannot be taken back.
    Confirm(Confirm),
    /// The keys.
    Help {
        /// The first line shown.
        top: usize,
    },
    /// How a job went.
    Report {
        /// The job.
        job: JobId,
        /// The first line shown.
        top: usize,
    },
}

/// A copy that is about to start.
#[derive(Clone, Debug)]
pub struct CopyAsk {
    /// The directory the items are in.
    pub from: PathBuf,
    /// The items.
    pub sources: Vec<PathBuf>,
    /// Folders among them.
    pub folders: usize,
    /// Bytes of the files among them.
    pub size: u64,
    /// The directory they go into.
    pub to: PathBuf,
    /// Index into [`POLICIES`].
    pub policy: usize,
}

/// Answers that can be given before a copy: name, policy, consequence.
pub const POLICIES: [(&str, &str); 5] = [
    ("ask me later", "The job goes on; questions are collected under Needs you."),
    ("skip", "What is there stays as it is."),
    ("overwrite", "What is there is replaced."),
    ("keep newer", "What is there is replaced where the incoming file is newer."),
    ("rename incoming", "What is there stays; the incoming file gets a free name."),
];

impl CopyAsk {
    /// Gives the request.
    pub fn spec(&self) -> JobSpec {
        let on_conflict = match self.policy {
            1 => ConflictPolicy::Skip,
            2 => ConflictPolicy::Overwrite,
            3 => ConflictPolicy::Newer,
            4 => ConflictPolicy::Rename(DEFAULT_RENAME.to_owned()),
            _ => ConflictPolicy::Ask,
        };
        JobSpec {
            verb: Verb::Copy,
            sources: self.sources.iter().map(|path| path.clone().into()).collect(),
            destination: Some(Destination::Into(self.to.clone().into())),
            options: Options {
                preserve: Preserve::ALL,
                on_conflict,
                on_mismatch: MismatchPolicy::Ask,
                on_error: ErrorPolicy::Ask,
                totals: true,
                ..Options::default()
            },
        }
    }
}

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

/// Something that cannot be taken back; Enter keeps things as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Cancel a job.
    Cancel(JobId),
    /// Quit while jobs run.
    Quit,
}

impl Dialog {
    /// Gives when its keys come alive, for those that rest first.
    pub fn unlocks_at(&self) -> Option<u64> {
        match self {
            Self::Question(ask) => Some(ask.opened + REST),
            Self::Copy(_) | Self::Confirm(_) | Self::Help { .. } | Self::Report { .. } => None,
        }
    }
}

//! Parses the questions and the answers that the user types for `fcpq answer`.

use std::collections::BTreeSet;

use fcp_engine::event::{Answer, ConflictKind, Question, QuestionId, Resolution, Scope, Subject};
use fcp_engine::spec::DEFAULT_RENAME;
use fcp_presentation::answers::typed;

/// Bits of a question's number that are shown: those above tell which process asks, and one
/// process asks all questions of a job.
const SHOWN: u64 = (1 << 24) - 1;

/// Spells the word for an answer with what may follow it.
fn spelled(answer: &Answer) -> String {
    let named = matches!(answer, Answer::Rename(_) | Answer::RenameExisting(_));
    format!("{}{}", typed(answer).0, if named { "[=PATTERN]" } else { "" })
}

/// Kinds of questions.
const KINDS: [(&str, &str); 6] = [
    ("file", "a file exists where a file would go"),
    ("folder", "a folder exists where a folder would go"),
    ("folder-in-the-way", "a folder exists where a file would go"),
    ("file-in-the-way", "a file exists where a folder would go"),
    ("error", "an item failed"),
    ("removal", "an item would be deleted"),
];

/// Says which questions are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// All that the answer fits, now and later.
    All,
    /// All of a kind, now and later.
    Kind(&'static str),
    /// Those with these shown numbers.
    Numbers(u64, u64),
}

/// Gives the end of the help.
pub(super) fn help() -> String {
    let line = |word: &str, means: &str| format!("  {word:<27}{means}");
    let answers = Answer::every().map(|answer| line(&spelled(&answer), typed(&answer).1));
    let kinds = KINDS.map(|(kind, means)| line(kind, means));
    let (answers, kinds) = (answers.join("\n"), kinds.join("\n"));
    format!("Answers:\n{answers}\n\nKinds:\n{kinds}\n\n{NOTE}")
}

const NOTE: &str = "'all' and a kind also answer what the job asks later. An answer reaches only questions \
            it fits.\nfcpq answer 7 all newer\nfcpq answer 7 error retry\nfcpq answer 7 3 keep-both";

/// Reads which questions are meant.
pub(super) fn which(text: &str) -> Result<Which, String> {
    if text == "all" {
        return Ok(Which::All);
    }
    if let Some((kind, _)) = KINDS.iter().find(|(kind, _)| *kind == text) {
        return Ok(Which::Kind(kind));
    }
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok(Which::Numbers(from, to)),
        _ => Err(format!(
            "'{}' does not name questions; say all, a number, a range such as 3-7, or a kind: {}",
            text.escape_default(),
            KINDS.map(|(kind, _)| kind).join(", ")
        )),
    }
}

/// Reads an answer.
pub(super) fn answer(text: &str) -> Result<Answer, String> {
    let (word, pattern) = match text.split_once('=') {
        Some((word, pattern)) => (word, Some(pattern)),
        None => (text, None),
    };
    let found =
        Answer::every().into_iter().find(|it| typed(it).0 == word || on_the_wire(it) == word);
    let named = || pattern.unwrap_or(DEFAULT_RENAME).to_owned();
    match found {
        Some(Answer::Rename(_)) => Ok(Answer::Rename(named())),
        Some(Answer::RenameExisting(_)) => Ok(Answer::RenameExisting(named())),
        Some(answer) if pattern.is_none() => Ok(answer),
        _ => {
            let known = Answer::every().map(|answer| spelled(&answer)).join(", ");
            Err(format!("'{}' is not an answer; the answers are: {known}", text.escape_default()))
        }
    }
}

/// Gives the word of the event stream for an answer, which scripts know.
fn on_the_wire(answer: &Answer) -> String {
    let value = serde_json::to_value(answer).unwrap_or_default();
    let named = value.as_object().and_then(|object| object.keys().next().map(String::as_str));
    named.or(value.as_str()).unwrap_or_default().replace('_', "-")
}

/// Spells an answer as it is typed.
pub(super) fn word(answer: &Answer) -> String {
    let word = typed(answer).0;
    match answer {
        Answer::Rename(pattern) | Answer::RenameExisting(pattern) => format!("{word}={pattern}"),
        _ => word.to_owned(),
    }
}

/// Gives the number by which people name a question within its job.
pub(super) fn shown(question: QuestionId) -> u64 {
    question & SHOWN
}

/// Names the kind of a question.
pub(super) fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Conflict { kind: ConflictKind::File, .. } => "file",
        Subject::Conflict { kind: ConflictKind::Directory, .. } => "folder",
        Subject::Conflict { kind: ConflictKind::DirectoryInTheWay, .. } => "folder-in-the-way",
        Subject::Conflict { kind: ConflictKind::FileInTheWay, .. } => "file-in-the-way",
        Subject::Error { .. } => "error",
        Subject::Removal { .. } => "removal",
    }
}

/// Chooses the questions that need to be answered to reach all that are meant, and how far each
/// answer reaches.
///
/// An answer with a wide scope is given to several questions, since it counts only where it fits.
pub(super) fn chosen<'a>(
    which: &Which,
    answer: &Answer,
    folder: bool,
    open: &'a [Question],
) -> Vec<(&'a Question, Resolution)> {
    let with = |scope| move |question| (question, Resolution { answer: answer.clone(), scope });
    match which {
        Which::Numbers(from, to) => {
            let scope = if folder { Scope::Directory } else { Scope::This };
            let meant = |question: &&Question| {
                [question.id, shown(question.id)].iter().any(|id| (from..=to).contains(&id))
            };
            open.iter().filter(meant).map(with(scope)).collect()
        }
        // A retry never sticks, so it is said to each.
        Which::All | Which::Kind(_) if *answer == Answer::Retry => {
            let meant =
                |question: &&Question| matches!(which, Which::All) || is_of(question, which);
            open.iter().filter(meant).map(with(Scope::This)).collect()
        }
        Which::All => {
            let mut kinds = BTreeSet::new();
            let first = |question: &&Question| kinds.insert(kind(&question.subject));
            open.iter().filter(first).map(with(Scope::All)).collect()
        }
        Which::Kind(_) => {
            // To the engine, errors with different codes are of different kinds.
            let mut codes = BTreeSet::new();
            let first = |question: &&Question| {
                let code = match &question.subject {
                    Subject::Error { error, .. } => format!("{:?}", error.code),
                    Subject::Conflict { .. } | Subject::Removal { .. } => String::new(),
                };
                is_of(question, which) && codes.insert(code)
            };
            open.iter().filter(first).map(with(Scope::Kind)).collect()
        }
    }
}

fn is_of(question: &Question, which: &Which) -> bool {
    matches!(which, Which::Kind(wanted) if kind(&question.subject) == *wanted)
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, Code, OpError};
    use fcp_engine::event::{FileKind, Side};

    use super::*;

    fn side() -> Side {
        Side { path: "/d/x".into(), kind: FileKind::File, size: 1, mtime: 0, mode: 0o644 }
    }

    fn conflict(id: u64, kind: ConflictKind) -> Question {
        let subject =
            Subject::Conflict { kind, src: side(), dst: side(), staged: None, just_created: false };
        Question { id, subject, waiting: 1 }
    }

    fn error(id: u64, code: Code) -> Question {
        let error = OpError::refused(Action::Read, code, "x");
        Question { id, subject: Subject::Error { src: "x".into(), error }, waiting: 1 }
    }

    fn reached(which: &str, answer: &str, folder: bool, open: &[Question]) -> Vec<(u64, Scope)> {
        let (which, answer) = (super::which(which).unwrap(), super::answer(answer).unwrap());
        let chosen = chosen(&which, &answer, folder, open);
        chosen.iter().map(|(question, how)| (question.id, how.scope)).collect()
    }

    #[test]
    fn answers_are_read() {
        for (text, meant) in [
            ("replace", Answer::Overwrite),
            ("overwrite", Answer::Overwrite),
            ("keep-both", Answer::Rename(DEFAULT_RENAME.to_owned())),
            ("cancel", Answer::Abort),
            ("abort", Answer::Abort),
            ("skip", Answer::Skip),
            ("different", Answer::DifferentMeta),
            ("different-content", Answer::DifferentContent),
            ("rename", Answer::Rename(DEFAULT_RENAME.to_owned())),
            ("rename={n}-{stem}{ext}", Answer::Rename("{n}-{stem}{ext}".to_owned())),
            ("rename-existing=a=b", Answer::RenameExisting("a=b".to_owned())),
            ("retry", Answer::Retry),
        ] {
            assert_eq!(answer(text), Ok(meant), "{text}");
        }
        for text in ["", "newest", "skip=1", "\x1b[2J"] {
            let error = answer(text).unwrap_err();
            assert!(error.contains("is not an answer") && !error.contains('\x1b'), "{error}");
        }
        for every in Answer::every() {
            let typed = super::word(&every);
            assert_eq!(answer(&typed), Ok(every), "{typed}");
        }
        let words: BTreeSet<_> = Answer::every().iter().map(|it| typed(it).0).collect();
        assert_eq!(words.len(), Answer::every().len(), "no word has two meanings");
    }

    #[test]
    fn questions_are_named_by_number_range_or_kind() {
        assert_eq!(which("all"), Ok(Which::All));
        assert_eq!(which("7"), Ok(Which::Numbers(7, 7)));
        assert_eq!(which("3-7"), Ok(Which::Numbers(3, 7)));
        assert_eq!(which("file-in-the-way"), Ok(Which::Kind("file-in-the-way")));
        for text in ["", "7-3", "-7", "x", "1-2-3"] {
            assert!(which(text).unwrap_err().contains("does not name questions"), "{text}");
        }
    }

    #[test]
    fn a_number_is_that_of_the_process_or_of_the_queue() {
        let of = |n: u64| conflict((9 << 24) + n, ConflictKind::File);
        let open = [of(1), of(2), of(3)];
        assert_eq!(shown(open[1].id), 2);
        assert_eq!(reached("2", "skip", false, &open), [(open[1].id, Scope::This)]);
        let whole = open[2].id.to_string();
        assert_eq!(reached(&whole, "skip", true, &open), [(open[2].id, Scope::Directory)]);
        assert_eq!(reached("2-9", "skip", false, &open).len(), 2);
        assert_eq!(reached("4", "skip", false, &open), []);
    }

    #[test]
    fn a_wide_answer_is_given_to_one_question_of_each_kind() {
        let open = [
            conflict(1, ConflictKind::File),
            conflict(2, ConflictKind::File),
            conflict(3, ConflictKind::Directory),
            error(4, Code::Io),
            error(5, Code::Io),
            error(6, Code::PermissionDenied),
        ];
        let ids = |which, answer| {
            let reached = reached(which, answer, false, &open);
            reached.into_iter().map(|(id, _)| id).collect::<Vec<_>>()
        };
        assert_eq!(ids("all", "newer"), [1, 3, 4]);
        assert_eq!(ids("file", "newer"), [1]);
        assert_eq!(ids("error", "skip"), [4, 6]);
        assert_eq!(ids("error", "retry"), [4, 5, 6]);
        assert!(ids("removal", "remove").is_empty());
        assert_eq!(reached("file", "newer", false, &open), [(1, Scope::Kind)]);
        assert_eq!(reached("all", "newer", false, &open)[0].1, Scope::All);
    }
}

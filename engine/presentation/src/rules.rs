//! The language of rules that answer many questions of a job: conditions, their order, and what they answer.
//!
//! The rules of a table are tried in order, and the first that matches answers. A condition on contents
//! cannot be decided while both sides are still being compared; a question then stays open, since the rule may
//! still match and takes precedence over those after it.

use fcp_browse::Content;
use fcp_engine::event::{Answer, ConflictKind, Question, Subject};
use fcp_engine::spec::DEFAULT_RENAME;
use serde::{Deserialize, Serialize};

/// A rule of the table of conflicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Rule {
    /// When it matches.
    pub when: Condition,
    /// What it answers; none asks.
    pub answer: Option<Answer>,
}

/// When a rule matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Condition {
    /// All bytes are equal.
    Identical,
    /// Their sizes and samples of them are equal; the rest was not read.
    ProbablySame,
    /// Some bytes differ.
    Different,
    /// The incoming file is newer and larger.
    NewerAndLarger,
    /// The incoming file is newer.
    Newer,
    /// The incoming file is older.
    Older,
    /// The incoming file is larger.
    Larger,
    /// The incoming file is smaller.
    Smaller,
    /// The incoming file is empty, and the existing one is not.
    Empty,
    /// A folder meets a folder.
    Folders,
    /// A folder meets a file.
    Mismatch,
    /// Something failed.
    Failed,
    /// Every other question.
    Otherwise,
}

/// Whether a condition holds for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// It holds.
    Yes,
    /// It does not hold.
    No,
    /// The contents are still being compared.
    NotYet,
}

impl Condition {
    /// All conditions, in the order in which they are offered.
    pub const ALL: [Self; 13] = [
        Self::Identical,
        Self::ProbablySame,
        Self::Different,
        Self::NewerAndLarger,
        Self::Newer,
        Self::Older,
        Self::Larger,
        Self::Smaller,
        Self::Empty,
        Self::Folders,
        Self::Mismatch,
        Self::Failed,
        Self::Otherwise,
    ];

    /// Gives the answers that make sense, the harmless one first; none asks.
    pub fn answers(self) -> Vec<Option<Answer>> {
        let rename = Answer::Rename(DEFAULT_RENAME.to_owned());
        match self {
            Self::Folders => vec![Some(Answer::Skip), Some(Answer::Merge), Some(rename), None],
            Self::Mismatch => vec![Some(Answer::Skip), Some(rename), None],
            Self::Failed => vec![Some(Answer::Skip), Some(Answer::Retry), None],
            Self::Identical
            | Self::ProbablySame
            | Self::Different
            | Self::NewerAndLarger
            | Self::Newer
            | Self::Older
            | Self::Larger
            | Self::Smaller
            | Self::Empty
            | Self::Otherwise => vec![
                Some(Answer::Skip),
                Some(Answer::Overwrite),
                Some(Answer::Newer),
                Some(rename),
                Some(Answer::RenameExisting(DEFAULT_RENAME.to_owned())),
                Some(Answer::OverwriteForGood),
                None,
            ],
        }
    }

    /// Tells whether the condition holds; `content` is how both sides compare, none while that is unknown.
    pub fn holds(self, subject: &Subject, content: Option<&Content>) -> Match {
        if self == Self::Otherwise {
            return Match::Yes;
        }
        let (kind, src, dst) = match subject {
            Subject::Conflict { kind, src, dst, .. } => (*kind, src, dst),
            Subject::Error { .. } => return Match::when(self == Self::Failed),
            Subject::Removal { .. } => return Match::No,
        };
        let are_files = kind == ConflictKind::File;
        let says = |wanted: fn(&Content) -> bool| match content {
            _ if !are_files => Match::No,
            Some(content) => Match::when(wanted(content)),
            None => Match::NotYet,
        };
        let files = |holds: bool| Match::when(are_files && holds);
        let is_newer = src.mtime > dst.mtime;
        match self {
            Self::Identical => says(|it| *it == Content::Identical),
            Self::ProbablySame => says(|it| *it == Content::ProbablySame),
            Self::Different => says(|it| *it == Content::Different),
            Self::NewerAndLarger => files(is_newer && src.size > dst.size),
            Self::Newer => files(is_newer),
            Self::Older => files(src.mtime < dst.mtime),
            Self::Larger => files(src.size > dst.size),
            Self::Smaller => files(src.size < dst.size),
            Self::Empty => files(src.size == 0 && dst.size > 0),
            Self::Folders => Match::when(kind == ConflictKind::Directory),
            Self::Mismatch => Match::when(matches!(
                kind,
                ConflictKind::DirectoryInTheWay | ConflictKind::FileInTheWay
            )),
            Self::Failed => Match::No,
            Self::Otherwise => Match::Yes,
        }
    }
}

impl Match {
    fn when(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }
}

/// Gives what rules answer to a question, and which of them; none if it stays open.
pub fn answer<'a>(
    rules: &'a [Rule],
    subject: &Subject,
    content: Option<&Content>,
) -> Option<(usize, &'a Answer)> {
    for (n, rule) in rules.iter().enumerate() {
        match (rule.when.holds(subject, content), &rule.answer) {
            (Match::Yes, Some(answer)) if answer.fits(subject) => return Some((n, answer)),
            // A rule that may still match takes precedence over the rules after it.
            (Match::Yes | Match::NotYet, _) => return None,
            (Match::No, _) => {}
        }
    }
    None
}

/// Adds a rule with a condition that no other rule has, before the one for every other question, and gives
/// its place; none if every condition has a rule.
pub fn add(rules: &mut Vec<Rule>) -> Option<usize> {
    let is_new = |when: &Condition| rules.iter().all(|rule| rule.when != *when);
    let when = Condition::ALL.into_iter().find(is_new)?;
    let end = rules.iter().position(|rule| rule.when == Condition::Otherwise);
    let at = end.unwrap_or(rules.len());
    rules.insert(at, Rule { when, answer: when.answers().swap_remove(0) });
    Some(at)
}

/// Tells whether an answer replaces the existing file, or removes the item.
pub fn replaces(answer: &Answer, question: &Question, content: Option<&Content>) -> bool {
    let (src, dst) = match &question.subject {
        Subject::Conflict { kind: ConflictKind::File, src, dst, .. } => (src, dst),
        Subject::Conflict { .. } | Subject::Error { .. } => return false,
        Subject::Removal { .. } => return *answer == Answer::Remove,
    };
    answer.replaces(src, dst).unwrap_or(content != Some(&Content::Identical))
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, Code, OpError};
    use fcp_engine::event::{FileKind, Removal, Side};

    use super::*;

    fn side(kind: FileKind, size: u64, mtime: i64) -> Side {
        Side { path: "/d/x".into(), kind, size, mtime, mode: 0o644 }
    }

    /// Two files, each with its size and its time.
    fn files(src: (u64, i64), dst: (u64, i64)) -> Subject {
        Subject::Conflict {
            kind: ConflictKind::File,
            src: side(FileKind::File, src.0, src.1),
            dst: side(FileKind::File, dst.0, dst.1),
            staged: None,
            just_created: false,
        }
    }

    /// Folders, which conditions on files do not reach although they have sizes and times.
    fn meeting(kind: ConflictKind) -> Subject {
        let src = side(FileKind::Directory, 9, 9);
        Subject::Conflict {
            kind,
            src,
            dst: side(FileKind::File, 1, 1),
            staged: None,
            just_created: false,
        }
    }

    fn removal() -> Subject {
        let item = side(FileKind::File, 1, 1);
        Subject::Removal { step: Removal::Remove, item, protected: false }
    }

    fn error() -> Subject {
        let error = OpError::refused(Action::Read, Code::Io, "/d/x");
        Subject::Error { src: "/d/x".into(), error }
    }

    fn rule(when: Condition, answer: Answer) -> Rule {
        Rule { when, answer: Some(answer) }
    }

    fn which(rules: &[Rule], subject: &Subject, content: Option<&Content>) -> Option<usize> {
        answer(rules, subject, content).map(|(rule, _)| rule)
    }

    /// The conditions that hold for a subject whose contents differ.
    fn holding(subject: &Subject) -> Vec<Condition> {
        let holds = |it: &Condition| it.holds(subject, Some(&Content::Different)) == Match::Yes;
        Condition::ALL.into_iter().filter(holds).collect()
    }

    #[test]
    fn each_condition_holds_for_what_it_names() {
        use Condition::*;
        assert_eq!(
            holding(&files((2, 2), (1, 1))),
            [Different, NewerAndLarger, Newer, Larger, Otherwise]
        );
        assert_eq!(holding(&files((1, 1), (2, 2))), [Different, Older, Smaller, Otherwise]);
        assert_eq!(holding(&files((1, 2), (2, 1))), [Different, Newer, Smaller, Otherwise]);
        assert_eq!(holding(&files((0, 1), (2, 1))), [Different, Smaller, Empty, Otherwise]);
        assert_eq!(holding(&files((0, 1), (0, 1))), [Different, Otherwise]);
        assert_eq!(holding(&meeting(ConflictKind::Directory)), [Folders, Otherwise]);
        assert_eq!(holding(&meeting(ConflictKind::DirectoryInTheWay)), [Mismatch, Otherwise]);
        assert_eq!(holding(&meeting(ConflictKind::FileInTheWay)), [Mismatch, Otherwise]);
        assert_eq!(holding(&error()), [Failed, Otherwise]);
        assert_eq!(holding(&removal()), [Otherwise]);
    }

    #[test]
    fn a_rule_on_contents_waits_and_those_after_it_wait_too() {
        let rules = [
            rule(Condition::Newer, Answer::Overwrite),
            rule(Condition::Identical, Answer::Skip),
            rule(Condition::Otherwise, Answer::Skip),
        ];
        let (newer, older) = (files((1, 2), (1, 1)), files((1, 1), (1, 2)));
        assert_eq!(which(&rules, &newer, None), Some(0), "this one needs no comparison");
        assert_eq!(which(&rules, &older, None), None);
        assert_eq!(which(&rules, &older, Some(&Content::Identical)), Some(1));
        assert_eq!(which(&rules, &older, Some(&Content::Different)), Some(2));
        // There are no contents of folders to wait for.
        assert_eq!(which(&rules, &meeting(ConflictKind::Directory), None), Some(2));
    }

    #[test]
    fn a_rule_that_asks_keeps_the_question_open() {
        let asks = Rule { when: Condition::Newer, answer: None };
        let rules = [asks, rule(Condition::Otherwise, Answer::Skip)];
        assert_eq!(which(&rules, &files((1, 2), (1, 1)), None), None);
        assert_eq!(which(&rules, &files((1, 1), (1, 2)), None), Some(1));
    }

    #[test]
    fn an_answer_that_does_not_fit_is_not_given() {
        let rules = [rule(Condition::Otherwise, Answer::Retry)];
        assert_eq!(which(&rules, &files((1, 1), (1, 1)), None), None);
        assert_eq!(which(&rules, &error(), None), Some(0));
    }

    #[test]
    fn samples_make_no_file_identical() {
        let files = files((9, 5), (9, 5));
        let rules = [
            rule(Condition::Identical, Answer::Skip),
            rule(Condition::ProbablySame, Answer::Overwrite),
        ];
        assert_eq!(which(&rules, &files, Some(&Content::Identical)), Some(0));
        assert_eq!(which(&rules, &files, Some(&Content::ProbablySame)), Some(1));
        assert_eq!(which(&rules[..1], &files, Some(&Content::ProbablySame)), None);
    }

    #[test]
    fn every_condition_has_answers_the_harmless_one_first_and_asking_last() {
        for when in Condition::ALL {
            let answers = when.answers();
            assert_eq!(answers.first(), Some(&Some(Answer::Skip)), "{when:?}");
            assert_eq!(answers.last(), Some(&None), "{when:?}");
        }
    }

    #[test]
    fn rules_are_added_before_the_one_for_every_other_question() {
        let mut rules = vec![
            rule(Condition::Identical, Answer::Skip),
            rule(Condition::Otherwise, Answer::Skip),
        ];
        assert_eq!(add(&mut rules), Some(1));
        assert_eq!(rules[1], rule(Condition::ProbablySame, Answer::Skip));
        while add(&mut rules).is_some() {}
        assert_eq!(rules.len(), Condition::ALL.len());
        assert_eq!(rules.last().map(|rule| rule.when), Some(Condition::Otherwise));
    }

    #[test]
    fn an_answer_on_a_condition_replaces_where_the_condition_holds() {
        let question = Question { id: 1, subject: files((1, 2), (1, 1)), waiting: 1 };
        let replaced = |answer| replaces(&answer, &question, Some(&Content::Identical));
        assert!(replaced(Answer::Newer) && replaced(Answer::Overwrite));
        assert!(replaced(Answer::DifferentMeta));
        assert!(!replaced(Answer::Older) && !replaced(Answer::Larger));
        assert!(!replaced(Answer::DifferentContent) && !replaced(Answer::Skip));
    }
}

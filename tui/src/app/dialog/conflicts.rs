//! All questions of a job as a table, with rules that answer many of them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fcp_browse::{Content, natural};
use fcp_engine::event::{Answer, ConflictKind, FileKind, JobId, Question, QuestionId, Subject};

use super::question::{Terms, choices, source};
use crate::app::model::Model;
use crate::app::probes::Probes;

/// Rows of the page that hold no question: head, rules' rule and end, columns, bottom.
const FRAME: usize = 8;

/// All questions of a job.
#[derive(Clone, Debug)]
pub struct Conflicts {
    /// The job.
    pub job: JobId,
    /// When it was opened, in microseconds since the Unix epoch.
    pub opened: u64,
    /// The rules; the first that matches answers.
    pub rules: Vec<Rule>,
    /// The rule under the cursor; none while the cursor is among the questions.
    pub rule: Option<usize>,
    /// The question under the cursor; none until it was moved, since the first row may change while
    /// contents are compared.
    pub at: Option<QuestionId>,
    /// The first question on the screen, counted in the order of the page.
    pub top: usize,
    /// Marked questions.
    pub marked: BTreeSet<QuestionId>,
    /// Answers that were chosen by hand.
    pub given: BTreeMap<QuestionId, Answer>,
}

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
const CONDITIONS: [Condition; 10] = [
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

/// What a rule says to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// It matches.
    Yes,
    /// It does not.
    No,
    /// The contents are still being compared.
    NotYet,
}

/// Who answers a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// Nobody so far.
    Nobody,
    /// The user, with this.
    Hand(Answer),
    /// A rule, with this.
    Rule(usize, Answer),
}

/// The questions in the order of the page.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    /// Those that no rule answers.
    pub open: Vec<(QuestionId, By)>,
    /// Those that a rule answers.
    pub ruled: Vec<(QuestionId, By)>,
    /// How many questions each rule answers.
    pub counts: Vec<u64>,
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

    fn next(self) -> Self {
        let here = CONDITIONS.iter().position(|it| *it == self).unwrap_or(0);
        CONDITIONS[(here + 1) % CONDITIONS.len()]
    }

    /// The answers that make sense; the first is the harmless one.
    fn answers(self) -> Vec<Option<Answer>> {
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

impl Conflicts {
    /// Opens the table of a job with the usual rules.
    pub fn new(job: JobId, now: u64) -> Self {
        let rule = |condition, answer| Rule { condition, answer: Some(answer) };
        let rules = vec![
            rule(Condition::Identical, Answer::Skip),
            rule(Condition::NewerAndLarger, Answer::Overwrite),
            rule(Condition::Folders, Answer::Merge),
        ];
        Self {
            job,
            opened: now,
            rules,
            rule: None,
            at: None,
            top: 0,
            marked: BTreeSet::new(),
            given: BTreeMap::new(),
        }
    }

    /// Tells who answers a question.
    pub fn by(&self, question: &Question, probes: &Probes) -> By {
        if let Some(answer) = self.given.get(&question.id) {
            return By::Hand(answer.clone());
        }
        for (n, rule) in self.rules.iter().enumerate() {
            match (rule.condition.holds(question, probes), &rule.answer) {
                (Match::Yes, Some(answer)) if answer.fits(&question.subject) => {
                    return By::Rule(n, answer.clone());
                }
                // A rule that may still match goes before those behind it.
                (Match::Yes | Match::NotYet, _) => return By::Nobody,
                (Match::No, _) => {}
            }
        }
        By::Nobody
    }

    /// Sorts the questions of the job into those that rules answer and the others.
    pub fn sorted(&self, model: &Model) -> Sorted {
        let mut sorted = Sorted { counts: vec![0; self.rules.len()], ..Sorted::default() };
        let Some(row) = model.jobs.row(self.job) else { return sorted };
        for (id, question) in &row.questions {
            if model.answered.contains(id) {
                continue;
            }
            match self.by(question, &model.work.probes) {
                By::Rule(n, answer) => {
                    sorted.counts[n] += 1;
                    sorted.ruled.push((*id, By::Rule(n, answer)));
                }
                by => sorted.open.push((*id, by)),
            }
        }
        let place = |(id, _): &(QuestionId, By)| row.questions.get(id);
        for list in [&mut sorted.open, &mut sorted.ruled] {
            list.sort_by(|one, other| match (place(one), place(other)) {
                (Some(one), Some(other)) => as_in_panels(one, other),
                _ => Ordering::Equal,
            });
        }
        sorted
    }

    /// Gives the questions that an answer by hand is for: those that are marked, or the one here.
    pub fn chosen(&self, model: &Model) -> Vec<QuestionId> {
        if self.marked.is_empty() {
            self.here(&self.sorted(model)).into_iter().collect()
        } else {
            self.marked.iter().copied().collect()
        }
    }

    /// Answers questions by hand: with what the key stands for where it stands for something.
    pub fn give(&mut self, model: &Model, key: char) {
        let Some(row) = model.jobs.row(self.job) else { return };
        for id in self.chosen(model) {
            let Some(question) = row.questions.get(&id) else { continue };
            let choices = choices(question, &Terms::default(), row);
            let answer =
                choices.into_iter().find(|it| it.is_meant_by(key)).and_then(|it| it.answer);
            if let Some(answer) = answer {
                self.given.insert(id, answer);
            }
        }
    }

    /// Chooses another answer for a rule.
    pub fn turn(&mut self, rule: usize, forward: bool) {
        let Some(rule) = self.rules.get_mut(rule) else { return };
        let answers = rule.condition.answers();
        let here = answers.iter().position(|it| *it == rule.answer).unwrap_or(0);
        let step = if forward { 1 } else { answers.len() - 1 };
        rule.answer.clone_from(&answers[(here + step) % answers.len()]);
    }

    /// Lets a rule match something else; its answer becomes the harmless one.
    pub fn change(&mut self, rule: usize) {
        let Some(rule) = self.rules.get_mut(rule) else { return };
        rule.condition = rule.condition.next();
        rule.answer = rule.condition.answers().swap_remove(0);
    }

    /// Adds a rule for what no other rule is about.
    pub fn add(&mut self) {
        let is_new = |condition: &Condition| self.rules.iter().all(|it| it.condition != *condition);
        if self.rules.len() < 9
            && let Some(condition) = CONDITIONS.into_iter().find(is_new)
        {
            let answer = condition.answers().swap_remove(0);
            self.rules.push(Rule { condition, answer });
            self.rule = Some(self.rules.len() - 1);
        }
    }

    /// Moves a rule up or down.
    pub fn shift(&mut self, rule: usize, down: bool) {
        let other = if down { rule + 1 } else { rule.wrapping_sub(1) };
        if rule < self.rules.len() && other < self.rules.len() {
            self.rules.swap(rule, other);
            self.rule = Some(other);
        }
    }

    /// Gives the question under the cursor.
    pub fn here(&self, sorted: &Sorted) -> Option<QuestionId> {
        let first = sorted.open.iter().chain(&sorted.ruled).map(|(id, _)| *id).next();
        self.at.or(first)
    }

    /// Moves the cursor among the questions.
    pub fn step(&mut self, model: &Model, by: isize) {
        let order = self.sorted(model).order();
        let here = order.iter().position(|id| Some(*id) == self.at).unwrap_or(0);
        let there = here.saturating_add_signed(by).min(order.len().saturating_sub(1));
        self.at = order.get(there).copied();
        self.keep_in_sight(model);
    }

    /// Keeps the cursor on a question that is there, and on the screen.
    pub fn keep_in_sight(&mut self, model: &Model) {
        if self.at.is_none() {
            self.top = 0;
            return;
        }
        let order = self.sorted(model).order();
        let here = order.iter().position(|id| Some(*id) == self.at).unwrap_or(self.top);
        let here = here.min(order.len().saturating_sub(1));
        self.at = order.get(here).copied();
        let rows = self.rows(model);
        self.top = self.top.min(here).max((here + 1).saturating_sub(rows));
    }

    /// Gives how many questions fit on the page.
    pub fn rows(&self, model: &Model) -> usize {
        // Three lines are headings and the space between both parts.
        let taken = FRAME + self.rules.len() + 3;
        usize::from(model.screen.1).saturating_sub(taken).max(1)
    }
}

/// Compares two questions by their items, as a panel lists them: folder by folder, in each one folders
/// first, by name.
fn as_in_panels(one: &Question, other: &Question) -> Ordering {
    let (path, other_path) = (source(one), source(other));
    let (dir, other_dir) = (path.parent(), other_path.parent());
    // Comparing paths by parts takes longer.
    if dir.map(Path::as_os_str) != other_dir.map(Path::as_os_str) {
        let mut parts = dir.into_iter().flatten();
        let mut other_parts = other_dir.into_iter().flatten();
        loop {
            let order = match (parts.next(), other_parts.next()) {
                (None, None) => return Ordering::Equal,
                (Some(_), None) => return Ordering::Greater,
                (None, Some(_)) => return Ordering::Less,
                (Some(part), Some(other)) => natural(part, other),
            };
            if order.is_ne() {
                return order;
            }
        }
    }
    let name = |path: &Path| path.file_name().unwrap_or_default().to_owned();
    is_folder(other).cmp(&is_folder(one)).then_with(|| natural(&name(path), &name(other_path)))
}

/// Tells whether a question is about a folder.
pub fn is_folder(question: &Question) -> bool {
    match &question.subject {
        Subject::Conflict { src, .. } => src.kind == FileKind::Directory,
        Subject::Removal { item, .. } => item.kind == FileKind::Directory,
        Subject::Error { .. } => false,
    }
}

impl Sorted {
    /// Gives the questions in the order of the page.
    pub fn order(&self) -> Vec<QuestionId> {
        self.open.iter().chain(&self.ruled).map(|(id, _)| *id).collect()
    }

    /// Gives the questions that have an answer.
    pub fn answers(&self) -> impl Iterator<Item = (QuestionId, &Answer)> {
        self.open.iter().chain(&self.ruled).filter_map(|(id, by)| match by {
            By::Nobody => None,
            By::Hand(answer) | By::Rule(_, answer) => Some((*id, answer)),
        })
    }
}

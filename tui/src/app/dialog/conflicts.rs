//! State of the page that lists all questions of a job, with rules that answer many at once.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fcp_browse::natural;
use fcp_engine::event::{Answer, FileKind, JobId, Question, QuestionId, Subject};
use fcp_presentation::probes::Probes;
use fcp_presentation::rules::{self, Condition, Rule};

use super::question::{Terms, choices, source};
use crate::app::model::Model;

/// Rows of the page that hold no question and are not about rules: head, columns, bottom.
const FRAME: usize = 5;

/// Rows around the rules: their heading, what is behind them, and a space.
const RULES: usize = 3;

/// Questions that are seen at least where the rules are.
const SEEN: usize = 2;

/// Rules that a table may have: each has a digit as its key.
const MOST_RULES: usize = 9;

/// All questions of a job.
#[derive(Clone, Debug)]
pub(crate) struct Conflicts {
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

/// What answers a question: the user, a rule, or nothing yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// Not answered so far.
    NoRule,
    /// The user, with this.
    Hand(Answer),
    /// A rule, with this.
    Rule(usize, Answer),
}

/// The questions in the order of the page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorted {
    /// Those that no rule answers.
    pub open: Vec<(QuestionId, By)>,
    /// Those that a rule answers.
    pub ruled: Vec<(QuestionId, By)>,
    /// How many questions each rule answers.
    pub counts: Vec<u64>,
}

impl Conflicts {
    /// Opens the table of a job with the usual rules.
    pub(crate) fn new(job: JobId, now: u64) -> Self {
        let rule = |when, answer| Rule { when, answer: Some(answer) };
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

    /// Tells what answers a question.
    pub(crate) fn by(&self, question: &Question, probes: &Probes) -> By {
        if let Some(answer) = self.given.get(&question.id) {
            return By::Hand(answer.clone());
        }
        let content = probes.content(question);
        match rules::answer(&self.rules, &question.subject, content.as_ref()) {
            Some((rule, answer)) => By::Rule(rule, answer.clone()),
            None => By::NoRule,
        }
    }

    /// Sorts the questions of the job into those that rules answer and the others.
    pub(crate) fn sorted(&self, model: &Model) -> Sorted {
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
    pub(crate) fn chosen(&self, model: &Model) -> Vec<QuestionId> {
        if self.marked.is_empty() {
            self.here(&self.sorted(model)).into_iter().collect()
        } else {
            self.marked.iter().copied().collect()
        }
    }

    /// Answers questions by hand: with what the key stands for where it stands for something.
    pub(crate) fn give(&mut self, model: &Model, key: char) {
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
    pub(crate) fn turn(&mut self, rule: usize, forward: bool) {
        let Some(rule) = self.rules.get_mut(rule) else { return };
        let answers = rule.when.answers();
        let here = answers.iter().position(|it| *it == rule.answer).unwrap_or(0);
        let step = if forward { 1 } else { answers.len() - 1 };
        rule.answer.clone_from(&answers[(here + step) % answers.len()]);
    }

    /// Chooses another condition for a rule; its answer becomes the harmless one.
    pub(crate) fn change(&mut self, rule: usize) {
        let Some(rule) = self.rules.get_mut(rule) else { return };
        let here = Condition::ALL.iter().position(|it| *it == rule.when).unwrap_or(0);
        rule.when = Condition::ALL[(here + 1) % Condition::ALL.len()];
        rule.answer = rule.when.answers().swap_remove(0);
    }

    /// Adds a rule with a condition that no other rule has.
    pub(crate) fn add(&mut self) {
        if self.rules.len() < MOST_RULES
            && let Some(at) = rules::add(&mut self.rules)
        {
            self.rule = Some(at);
        }
    }

    /// Moves a rule up or down.
    pub(crate) fn shift(&mut self, rule: usize, down: bool) {
        let other = if down { rule + 1 } else { rule.wrapping_sub(1) };
        if rule < self.rules.len() && other < self.rules.len() {
            self.rules.swap(rule, other);
            self.rule = Some(other);
        }
    }

    /// Gives the question under the cursor.
    pub(crate) fn here(&self, sorted: &Sorted) -> Option<QuestionId> {
        let first = sorted.open.iter().chain(&sorted.ruled).map(|(id, _)| *id).next();
        self.at.or(first)
    }

    /// Moves the cursor among the questions.
    pub(crate) fn step(&mut self, model: &Model, by: isize) {
        let order = self.sorted(model).order();
        let here = order.iter().position(|id| Some(*id) == self.at).unwrap_or(0);
        let there = here.saturating_add_signed(by).min(order.len().saturating_sub(1));
        self.at = order.get(there).copied();
        self.keep_in_sight(model);
    }

    /// Keeps the cursor on a question that is there, and on the screen.
    pub(crate) fn keep_in_sight(&mut self, model: &Model) {
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
    pub(crate) fn rows(&self, model: &Model) -> usize {
        let rules = if self.shows_rules(model) { RULES + self.rules.len() } else { 0 };
        rows_below(model, rules).max(1)
    }

    /// Tells whether the rules are on the page: on a low screen they would leave no room for the questions.
    pub(crate) fn shows_rules(&self, model: &Model) -> bool {
        self.rule.is_some() || rows_below(model, RULES + self.rules.len()) >= SEEN
    }
}

/// The rows for questions where so many are about the rules.
fn rows_below(model: &Model, rules: usize) -> usize {
    // Three lines are headings and the space between both parts.
    usize::from(model.screen.1).saturating_sub(FRAME + rules + 3)
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
pub(crate) fn is_folder(question: &Question) -> bool {
    match &question.subject {
        Subject::Conflict { src, .. } => src.kind == FileKind::Directory,
        Subject::Removal { item, .. } => item.kind == FileKind::Directory,
        Subject::Error { .. } => false,
    }
}

impl Sorted {
    /// Gives the questions in the order of the page.
    pub(crate) fn order(&self) -> Vec<QuestionId> {
        self.open.iter().chain(&self.ruled).map(|(id, _)| *id).collect()
    }

    /// Gives the questions that have an answer.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (QuestionId, &Answer)> {
        self.open.iter().chain(&self.ruled).filter_map(|(id, by)| match by {
            By::NoRule => None,
            By::Hand(answer) | By::Rule(_, answer) => Some((*id, answer)),
        })
    }
}

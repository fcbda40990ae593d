//! Holds the open questions of the jobs, and passes on the user's answers and rules.
//!
//! Open questions are in the view of the jobs; here is what is known of them beside that: how both sides
//! compare, what rules would answer, and rules that stay for questions to come.

mod row;
mod rules;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use fcp_engine::engine::ControlError;
use fcp_engine::event::{Answer, JobId, Question, QuestionId, Resolution, Scope};
use fcp_engine::queue::QueueError;
use fcp_presentation::lock;
use fcp_presentation::probes::{AT_ONCE, Comparison, Probes, Verdict};
use fcp_presentation::rules::{Rule, answer as answer_by};

use crate::engine::EngineCell;
use crate::feed::{Changed, Feed};
use crate::home_dir::HomeDir;
use crate::jobs::{Jobs, OpenQuestion};
use crate::preferences::StateFile;
use crate::standing::{Reach, Standing};
use crate::thumbs::Thumbs;
use crate::wire::{
    AnswerAsk, PlanId, QuestionDetail, QuestionsState, Refusal, RuleScope, RulesPreview,
};

/// Questions that windows are told of.
const SHOWN: usize = 1_000;

/// Plans of which one may still be confirmed; each change of a rule makes one.
const PLANS: usize = 16;

/// What is known of questions beside what the jobs tell.
#[derive(Debug)]
pub(crate) struct Questions {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    home: HomeDir,
    engine: Arc<EngineCell>,
    jobs: Arc<Jobs>,
    thumbs: Arc<Thumbs>,
    comparing: Arc<Comparing>,
    plans: Mutex<Plans>,
    standing: Mutex<Vec<Standing>>,
}

/// The comparisons of both sides of conflicts, and the threads that carry them out.
#[derive(Debug, Default)]
struct Comparing {
    probes: Mutex<Probes>,
    /// Tells the threads that a comparison may begin.
    requested: Condvar,
}

/// What rules would answer, as it was shown.
#[derive(Debug, Default)]
struct Plans {
    newest: PlanId,
    open: Vec<Plan>,
}

#[derive(Debug)]
struct Plan {
    id: PlanId,
    answers: Vec<(QuestionId, Answer)>,
    /// What stays for questions to come.
    standing: Standing,
}

impl Comparing {
    /// Requests and reads comparisons, and wakes the threads for what was requested.
    fn with<T>(&self, act: impl FnOnce(&mut Probes) -> T) -> T {
        let result = act(&mut lock(&self.probes));
        self.requested.notify_all();
        result
    }

    /// Waits for a comparison that may begin.
    fn next(&self) -> Comparison {
        let mut probes = lock(&self.probes);
        loop {
            if let Some(comparison) = probes.begin() {
                return comparison;
            }
            probes = self.requested.wait(probes).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Questions {
    /// Knows nothing of questions yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        saved: Arc<StateFile>,
        home: HomeDir,
        engine: Arc<EngineCell>,
        jobs: Arc<Jobs>,
        thumbs: Arc<Thumbs>,
    ) -> Arc<Self> {
        Arc::new(Self {
            feed,
            saved,
            home,
            engine,
            jobs,
            thumbs,
            comparing: Arc::default(),
            plans: Mutex::default(),
            standing: Mutex::default(),
        })
    }

    /// Gives everything that waits.
    pub(crate) fn state(&self) -> QuestionsState {
        let count = self.jobs.question_count();
        let asked = self.jobs.asked_first(SHOWN);
        let verdicts: Vec<Option<Verdict>> = self.comparing.with(|probes| {
            for it in &asked {
                probes.want(&it.question, false);
            }
            asked.iter().map(|it| probes.of(&it.question)).collect()
        });
        let rows = asked.iter().zip(verdicts);
        let rows = rows.map(|(it, verdict)| row::of(it, verdict, &self.thumbs));
        QuestionsState { count, rows: rows.collect() }
    }

    /// Keeps what a preview of rules showed, and gives its number.
    fn keep(&self, answers: Vec<(QuestionId, Answer)>, standing: Standing) -> PlanId {
        let mut plans = lock(&self.plans);
        plans.newest += 1;
        let id = plans.newest;
        plans.open.push(Plan { id, answers, standing });
        let excess = plans.open.len().saturating_sub(PLANS);
        plans.open.drain(..excess);
        id
    }

    /// Starts the threads that compare both sides of conflicts; they end with the questions.
    pub(crate) fn start(self: &Arc<Self>) {
        for _ in 0..AT_ONCE {
            let comparing = Arc::clone(&self.comparing);
            let questions = Arc::downgrade(self);
            thread::spawn(move || {
                loop {
                    let comparison = comparing.next();
                    let verdict = comparison.run();
                    let question = comparison.question;
                    comparing.with(|probes| probes.finish(question, verdict));
                    let Some(questions) = questions.upgrade() else { return };
                    questions.feed.mark(Changed::Questions);
                    // A rule may have waited for this.
                    questions.arrived(&[question]);
                }
            });
        }
    }

    /// Answers new questions by the rules that stay for their job.
    pub(crate) fn arrived(&self, asked: &[QuestionId]) {
        let standing = lock(&self.standing).clone();
        if standing.is_empty() || asked.is_empty() {
            return;
        }
        for it in self.jobs.asked(|_, question| asked.contains(&question.id)) {
            // What was said last holds.
            let meant = standing.iter().rev().find(|rule| rule.reach.holds(it.at()));
            let Some(Standing { rules, .. }) = meant else { continue };
            let question = it.question;
            let content = self.comparing.with(|probes| {
                probes.want(&question, false);
                probes.content(&question)
            });
            let found = answer_by(rules, &question.subject, content.as_ref());
            let given =
                found.map(|(_, answer)| self.give(question.id, answer.clone(), Scope::This));
            if let Some(Err(_refused)) = given {
                // It stays open, and the user sees it.
            }
        }
    }

    /// Forgets questions that were answered, and rules of jobs that have ended.
    pub(crate) fn settled(&self, answered: &[QuestionId], over: &[JobId]) {
        if !answered.is_empty() {
            self.comparing.with(|probes| probes.forget(answered));
        }
        if !over.is_empty() {
            let mut all = lock(&self.standing);
            all.retain(|it| !over.contains(&it.job()));
            self.saved.remember_rules(&all);
        }
    }

    /// Restores the rules for later questions that an earlier process stored, for jobs that have not ended.
    pub(crate) fn restore(&self, open: &[JobId]) {
        let mut all = lock(&self.standing);
        *all = self.saved.rules();
        all.retain(|it| open.contains(&it.job()));
        self.saved.remember_rules(&all);
    }

    /// Answers questions by hand.
    ///
    /// # Errors
    /// One of the answers was refused; the others were given all the same.
    pub(crate) fn answer(&self, answers: &[AnswerAsk]) -> Result<(), Refusal> {
        let given = answers.iter().map(|ask| self.give(ask.id, ask.answer.clone(), ask.scope));
        all_of(given).map(drop)
    }

    /// Tells more of a question.
    pub(crate) fn detail(
        &self,
        id: QuestionId,
        pattern: Option<&str>,
    ) -> Result<QuestionDetail, Refusal> {
        let asked = self.jobs.question(id).ok_or(Refusal::Gone)?;
        let verdict = self.comparing.with(|probes| probes.of(&asked.question));
        row::detail(&asked, verdict.as_ref(), pattern, self.home.path())
    }

    /// Reads every byte of both sides of a conflict.
    pub(crate) fn compare(&self, id: QuestionId) -> Result<(), Refusal> {
        let asked = self.jobs.question(id).ok_or(Refusal::Gone)?;
        self.comparing.with(|probes| probes.want_full(&asked.question));
        self.feed.mark(Changed::Questions);
        Ok(())
    }

    /// Gives the paths of the incoming and of the existing item of a conflict.
    pub(crate) fn both_sides(&self, id: QuestionId) -> Result<[PathBuf; 2], Refusal> {
        let asked = self.jobs.question(id).ok_or(Refusal::Gone)?.question;
        let sides = asked.subject.readable_sides().ok_or(Refusal::Gone)?;
        Ok(sides.map(Path::to_owned))
    }

    /// Says what rules would answer.
    pub(crate) fn rules(&self, rules: &[Rule], scope: &RuleScope) -> Result<RulesPreview, Refusal> {
        let at = match scope {
            RuleScope::This { id } | RuleScope::Folder { id } | RuleScope::Extension { id } => {
                Some(*id)
            }
            RuleScope::These { ids } => ids.first().copied(),
            RuleScope::Job { at, .. } => *at,
        };
        let at = at.and_then(|at| self.jobs.question(at));
        let reach = Reach::of(scope, at.as_ref().map(OpenQuestion::at)).ok_or(Refusal::Gone)?;
        let job = reach.job();
        let all = self.jobs.asked(|id, _| id == job);
        let content = |question: &Question| {
            self.comparing.with(|probes| {
                probes.want(question, false);
                probes.content(question)
            })
        };
        let preview = rules::preview(&all, &reach, rules, at.as_ref(), content);
        let answers =
            preview.answers.iter().filter_map(|(id, answer)| Some((*id, answer.clone()?)));
        let plan = self.keep(answers.collect(), Standing { reach, rules: rules.to_vec() });
        Ok(RulesPreview { plan, ..preview })
    }

    /// Answers what a preview showed, and gives how many questions were answered.
    ///
    /// # Errors
    /// The preview is not the newest, or one of the answers was refused; the others were given all the same.
    pub(crate) fn apply_rules(&self, plan: PlanId, later: bool) -> Result<u64, Refusal> {
        let mut plans = lock(&self.plans);
        let at = plans.open.iter().position(|it| it.id == plan).ok_or(Refusal::StalePlan)?;
        let Plan { answers, standing, .. } = plans.open.swap_remove(at);
        drop(plans);
        if later {
            if standing.is_one_answer() {
                // The engine remembers one answer to everything itself, and beyond this program; any question
                // that is still open takes it.
                for (id, answer) in &answers {
                    if self.give(*id, answer.clone(), Scope::All)? {
                        return Ok(answers.len() as u64);
                    }
                }
            }
            let mut all = lock(&self.standing);
            all.retain(|it| it.reach != standing.reach);
            all.push(standing);
            self.saved.remember_rules(&all);
        }
        let given = answers.into_iter().map(|(id, answer)| self.give(id, answer, Scope::This));
        all_of(given)
    }

    /// Gives an answer; tells whether the question was still open.
    fn give(&self, id: QuestionId, answer: Answer, scope: Scope) -> Result<bool, Refusal> {
        match self.engine.get()?.answer(id, &Resolution { answer, scope }) {
            Ok(()) => Ok(true),
            // It was answered meanwhile, here by a wider answer or elsewhere.
            Err(ControlError::NoQuestion(_) | ControlError::Queue(QueueError::NoQuestion(_))) => {
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Counts the questions that were still open; gives the first refusal after all answers were given.
fn all_of(given: impl Iterator<Item = Result<bool, Refusal>>) -> Result<u64, Refusal> {
    let (mut answered, mut first) = (0, None);
    for given in given {
        match given {
            Ok(was_open) => answered += u64::from(was_open),
            Err(refusal) => first = first.or(Some(refusal)),
        }
    }
    first.map_or(Ok(answered), Err)
}

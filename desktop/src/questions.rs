//! Holds the open questions of the jobs, and passes on the user's answers and rules.
//!
//! Open questions are in the view of the jobs; here is what is known of them beside that: how both sides
//! compare, what rules would answer, and rules that stay for questions to come.

mod row;
pub(crate) mod rules;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use fcp_engine::engine::ControlError;
use fcp_engine::event::{Answer, JobId, Question, QuestionId, Resolution, Scope, Subject};
use fcp_engine::queue::QueueError;
use fcp_presentation::probes::{AT_ONCE, Comparison, Probes, Verdict};
use fcp_presentation::rules::{Rule, answer as answer_by};

use crate::app::App;
use crate::feed::Changed;
use crate::inspect;
use crate::jobs::Asked;
use crate::wire::{
    AnswerAsk, PlanId, QuestionDetail, QuestionsState, Refusal, RuleScope, RulesPreview,
};
use rules::{Reach, Standing};

/// Questions that windows are told of.
const SHOWN: usize = 1_000;

/// Plans of which one may still be confirmed; each change of a rule makes one.
const PLANS: usize = 16;

/// What is known of questions beside what the jobs tell.
#[derive(Debug, Default)]
pub(crate) struct Questions {
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// Gives everything that waits.
    pub(crate) fn state(&self, app: &App) -> QuestionsState {
        let count = app.jobs.question_count();
        let asked = app.jobs.asked_first(SHOWN);
        let verdicts: Vec<Option<Verdict>> = self.comparing.with(|probes| {
            for it in &asked {
                probes.want(&it.question, false);
            }
            asked.iter().map(|it| probes.of(&it.question)).collect()
        });
        let rows = asked.iter().zip(verdicts);
        let rows = rows.map(|(it, verdict)| row::of(it, verdict, &app.thumbs));
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
}

/// Starts the threads that compare both sides of conflicts; they end with the app.
pub(crate) fn start(app: &Arc<App>) {
    for _ in 0..AT_ONCE {
        let comparing = Arc::clone(&app.questions.comparing);
        let app = Arc::downgrade(app);
        thread::spawn(move || {
            loop {
                let comparison = comparing.next();
                let verdict = comparison.run();
                let question = comparison.question;
                comparing.with(|probes| probes.finish(question, verdict));
                let Some(app) = app.upgrade() else { return };
                app.feed.mark(Changed::Questions);
                // A rule may have waited for this.
                arrived(&app, &[question]);
            }
        });
    }
}

/// Answers new questions by the rules that stay for their job.
pub(crate) fn arrived(app: &App, asked: &[QuestionId]) {
    let standing = lock(&app.questions.standing).clone();
    if standing.is_empty() || asked.is_empty() {
        return;
    }
    for Asked { question, job } in app.jobs.asked(|_, question| asked.contains(&question.id)) {
        // What was said last holds.
        let meant = standing.iter().rev().find(|it| it.reach.holds(job.id, &question));
        let Some(Standing { rules, .. }) = meant else { continue };
        let content = app.questions.comparing.with(|probes| {
            probes.want(&question, false);
            probes.content(&question)
        });
        let found = answer_by(rules, &question.subject, content.as_ref());
        let given = found.map(|(_, answer)| give(app, question.id, answer.clone(), Scope::This));
        if let Some(Err(_refused)) = given {
            // It stays open, and the user sees it.
        }
    }
}

/// Forgets questions that were answered, and rules of jobs that have ended.
pub(crate) fn settled(app: &Arc<App>, answered: &[QuestionId], over: &[JobId]) {
    if !answered.is_empty() {
        app.questions.comparing.with(|probes| probes.forget(answered));
    }
    if !over.is_empty() {
        let mut all = lock(&app.questions.standing);
        all.retain(|it| !over.contains(&it.job()));
        app.kept.remember_rules(app, &all);
    }
}

/// Restores the rules for later questions that an earlier process stored, for jobs that have not ended.
pub(crate) fn restore(app: &Arc<App>, open: &[JobId]) {
    let mut all = lock(&app.questions.standing);
    *all = app.kept.rules();
    all.retain(|it| open.contains(&it.job()));
    app.kept.remember_rules(app, &all);
}

/// Answers questions by hand.
pub(crate) fn answer(app: &App, answers: &[AnswerAsk]) -> Result<(), Refusal> {
    answers.iter().try_for_each(|ask| give(app, ask.id, ask.answer.clone(), ask.scope).map(drop))
}

/// Tells more of a question.
pub(crate) fn detail(
    app: &App,
    id: QuestionId,
    pattern: Option<&str>,
) -> Result<QuestionDetail, Refusal> {
    let asked = app.jobs.question(id).ok_or(Refusal::Gone)?;
    let verdict = app.questions.comparing.with(|probes| probes.of(&asked.question));
    row::detail(&asked, verdict.as_ref(), pattern, app.home.as_deref())
}

/// Reads every byte of both sides of a conflict.
pub(crate) fn compare(app: &App, id: QuestionId) -> Result<(), Refusal> {
    let asked = app.jobs.question(id).ok_or(Refusal::Gone)?;
    app.questions.comparing.with(|probes| probes.want_full(&asked.question));
    app.feed.mark(Changed::Questions);
    Ok(())
}

/// Opens both sides of a conflict with the programs that the desktop has for them.
pub(crate) fn open_both(app: &App, id: QuestionId) -> Result<(), Refusal> {
    inspect::open_paths(&both_sides(app, id)?)
}

/// Gives the paths of the incoming and of the existing item of a conflict.
fn both_sides(app: &App, id: QuestionId) -> Result<[PathBuf; 2], Refusal> {
    match app.jobs.question(id).ok_or(Refusal::Gone)?.question.subject {
        Subject::Conflict { src, dst, .. } => Ok([src.path.0, dst.path.0]),
        Subject::Error { .. } | Subject::Removal { .. } => Err(Refusal::Gone),
    }
}

/// Says what rules would answer.
pub(crate) fn rules(app: &App, rules: &[Rule], scope: &RuleScope) -> Result<RulesPreview, Refusal> {
    let at = match scope {
        RuleScope::This { id } | RuleScope::Folder { id } | RuleScope::Extension { id } => {
            Some(*id)
        }
        RuleScope::These { ids } => ids.first().copied(),
        RuleScope::Job { at, .. } => *at,
    };
    let at = at.and_then(|at| app.jobs.question(at));
    let reach = Reach::of(scope, at.as_ref()).ok_or(Refusal::Gone)?;
    let job = reach.job();
    let all = app.jobs.asked(|id, _| id == job);
    let content = |question: &Question| {
        app.questions.comparing.with(|probes| {
            probes.want(question, false);
            probes.content(question)
        })
    };
    let preview = rules::preview(&all, &reach, rules, at.as_ref(), content);
    let answers = preview.answers.iter().filter_map(|(id, answer)| Some((*id, answer.clone()?)));
    let plan = app.questions.keep(answers.collect(), Standing { reach, rules: rules.to_vec() });
    Ok(RulesPreview { plan, ..preview })
}

/// Answers what a preview showed, and gives how many questions were answered.
pub(crate) fn apply_rules(app: &Arc<App>, plan: PlanId, later: bool) -> Result<u64, Refusal> {
    let mut plans = lock(&app.questions.plans);
    let at = plans.open.iter().position(|it| it.id == plan).ok_or(Refusal::StalePlan)?;
    let Plan { answers, standing, .. } = plans.open.swap_remove(at);
    drop(plans);
    if later {
        if standing.is_one_answer() {
            // The engine remembers one answer to everything itself, and beyond this program; any question
            // that is still open takes it.
            for (id, answer) in &answers {
                if give(app, *id, answer.clone(), Scope::All)? {
                    return Ok(answers.len() as u64);
                }
            }
        }
        let mut all = lock(&app.questions.standing);
        all.retain(|it| it.reach != standing.reach);
        all.push(standing);
        app.kept.remember_rules(app, &all);
    }
    let mut answered = 0;
    for (id, answer) in answers {
        answered += u64::from(give(app, id, answer, Scope::This)?);
    }
    Ok(answered)
}

/// Gives an answer; tells whether the question was still open.
fn give(app: &App, id: QuestionId, answer: Answer, scope: Scope) -> Result<bool, Refusal> {
    match app.engine()?.answer(id, &Resolution { answer, scope }) {
        Ok(()) => Ok(true),
        // It was answered meanwhile, here by a wider answer or elsewhere.
        Err(ControlError::NoQuestion(_) | ControlError::Queue(QueueError::NoQuestion(_))) => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

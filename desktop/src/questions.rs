//! What needs the user, and the answers.

use fcp_engine::event::QuestionId;

use crate::app::App;
use crate::wire::{
    AnswerAsk, PlanId, QuestionDetail, QuestionsState, Refusal, Rule, RuleScope, RulesPreview,
};

/// What needs the user.
#[derive(Debug, Default)]
pub(crate) struct Questions {}

impl Questions {
    /// Gives everything that waits.
    pub(crate) fn state(&self, _app: &App) -> QuestionsState {
        QuestionsState { count: 0, rows: Vec::new() }
    }
}

pub(crate) fn answer(_app: &App, _answers: &[AnswerAsk]) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn detail(
    _app: &App,
    _id: QuestionId,
    _pattern: Option<&str>,
) -> Result<QuestionDetail, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn compare(_app: &App, _id: QuestionId) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn rules(
    _app: &App,
    _rules: &[Rule],
    _scope: &RuleScope,
) -> Result<RulesPreview, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn apply_rules(_app: &App, _plan: PlanId, _later: bool) -> Result<u64, Refusal> {
    Err(Refusal::Gone)
}

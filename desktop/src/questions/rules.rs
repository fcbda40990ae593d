//! Says what the user's rules would answer, and how many questions each scope reaches.

use fcp_browse::Content;
use fcp_engine::event::Question;
use fcp_presentation::rules::{Rule, answer, replaces};

use crate::jobs::OpenQuestion;
use crate::standing::Reach;
use crate::wire::{RuleScope, RulesPreview};

/// Says what rules would answer to the questions of a job; scopes are counted from one of them.
pub(super) fn preview(
    all: &[OpenQuestion],
    reach: &Reach,
    rules: &[Rule],
    at: Option<&OpenQuestion>,
    content: impl Fn(&Question) -> Option<Content>,
) -> RulesPreview {
    let mut preview = RulesPreview {
        plan: 0,
        counts: vec![0; rules.len()],
        answered: 0,
        replaced: 0,
        answers: Vec::new(),
        scopes: counts(all, at.or(all.first())),
    };
    for it in all.iter().filter(|it| reach.holds(it.at())) {
        let Question { id, subject, .. } = &it.question;
        let content = content(&it.question);
        let found = answer(rules, subject, content.as_ref());
        if let Some((rule, answer)) = found {
            preview.counts[rule] += 1;
            preview.answered += 1;
            preview.replaced += u64::from(replaces(answer, &it.question, content.as_ref()));
        }
        preview.answers.push((*id, found.map(|(_, answer)| answer.clone())));
    }
    preview
}

/// Counts the questions of a job that each scope reaches from one of them: this, folder, extension, job.
fn counts(all: &[OpenQuestion], at: Option<&OpenQuestion>) -> Vec<u64> {
    let Some(at) = at else { return vec![0; 4] };
    let id = at.question.id;
    let scopes = [
        RuleScope::This { id },
        RuleScope::Folder { id },
        RuleScope::Extension { id },
        RuleScope::Job { job: at.job.id, at: Some(id) },
    ];
    let count = |scope| {
        let reach = Reach::of(&scope, Some(at.at()));
        let reached = |it: &&OpenQuestion| reach.as_ref().is_some_and(|reach| reach.holds(it.at()));
        all.iter().filter(reached).count() as u64
    };
    scopes.map(count).to_vec()
}

//! Compares both sides of conflicts, one pair at a time, since the job reads from the same disks.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use fcp_browse::{self as browse, Content};
use fcp_engine::event::{FileKind, Question, QuestionId, Side, Subject};

use super::lock;

/// Comparisons that may wait; further ones are asked for again when they are looked at.
const WAITING: usize = 10_000;

/// How both sides of a conflict compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// What their bytes say.
    pub(super) content: Content,
    /// Whether every byte was read.
    pub(super) thorough: bool,
    /// The first byte that differs, where that is known.
    pub(super) differs_at: Option<u64>,
}

/// Results of comparisons, and the comparisons that wait.
#[derive(Debug, Default)]
pub(super) struct Probes {
    state: Mutex<State>,
    woken: Condvar,
}

#[derive(Debug, Default)]
struct State {
    known: BTreeMap<QuestionId, Verdict>,
    asked: BTreeSet<QuestionId>,
    waiting: VecDeque<Wanted>,
    /// What is being compared, and what stops it.
    running: Option<(QuestionId, Arc<AtomicBool>)>,
}

#[derive(Debug)]
struct Wanted {
    question: QuestionId,
    incoming: PathBuf,
    existing: PathBuf,
    /// Whether all bytes are read.
    full: bool,
}

impl Probes {
    /// Asks for a question's sides to be compared at a glance.
    pub(super) fn want(&self, question: &Question) {
        let Some((src, dst)) = sides(question) else { return };
        let mut state = lock(&self.state);
        if at_a_glance(src, dst).is_none()
            && state.waiting.len() < WAITING
            && state.asked.insert(question.id)
        {
            state.waiting.push_back(wanted(question.id, src, dst, false));
            self.woken.notify_one();
        }
    }

    /// Asks for all bytes of a question's sides to be compared, before all others.
    pub(super) fn want_full(&self, question: &Question) {
        let Some((src, dst)) = sides(question) else { return };
        let is_settled = at_a_glance(src, dst).is_some();
        let mut state = lock(&self.state);
        let is_read = state.known.get(&question.id).is_some_and(|verdict| verdict.thorough);
        if is_settled || is_read {
            return;
        }
        state.asked.insert(question.id);
        state.known.remove(&question.id);
        state.waiting.retain(|it| it.question != question.id);
        state.waiting.push_front(wanted(question.id, src, dst, true));
        self.woken.notify_one();
    }

    /// Gives how the sides of a question compare, as far as known.
    pub(super) fn of(&self, question: &Question) -> Option<Verdict> {
        let (src, dst) = sides(question)?;
        at_a_glance(src, dst).or_else(|| lock(&self.state).known.get(&question.id).cloned())
    }

    /// Forgets questions that were answered.
    pub(super) fn forget(&self, questions: &[QuestionId]) {
        if questions.is_empty() {
            return;
        }
        let mut state = lock(&self.state);
        for question in questions {
            state.known.remove(question);
            state.asked.remove(question);
        }
        let State { asked, waiting, running, .. } = &mut *state;
        waiting.retain(|it| asked.contains(&it.question));
        if let Some((question, stop)) = running
            && !asked.contains(question)
        {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for something to compare, compares it, and gives whose sides they were.
    pub(super) fn compare_next(&self) -> QuestionId {
        let mut state = lock(&self.state);
        let wanted = loop {
            match state.waiting.pop_front() {
                Some(wanted) => break wanted,
                None => state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        state.running = Some((wanted.question, Arc::clone(&stop)));
        drop(state);
        let verdict = compare(&wanted, &stop);
        let mut state = lock(&self.state);
        state.running = None;
        // A full comparison may have been asked for meanwhile, and says more.
        let is_awaited = state.waiting.iter().any(|it| it.question == wanted.question);
        if let Some(verdict) = verdict
            && !is_awaited
            && state.asked.contains(&wanted.question)
        {
            state.known.insert(wanted.question, verdict);
        }
        wanted.question
    }
}

fn compare(wanted: &Wanted, stop: &AtomicBool) -> Option<Verdict> {
    let (incoming, existing) = (&wanted.incoming, &wanted.existing);
    if !wanted.full {
        let content = browse::probe(incoming, existing);
        let thorough = content == Content::Identical;
        return Some(Verdict { content, thorough, differs_at: None });
    }
    let mut equal = 0;
    let content = browse::compare(incoming, existing, stop, |bytes| equal = bytes)?;
    let differs_at = (content == Content::Different).then_some(equal);
    let thorough = !matches!(content, Content::Unknown(_));
    Some(Verdict { content, thorough, differs_at })
}

/// Gives both sides of a conflict between what has bytes to compare.
fn sides(question: &Question) -> Option<(&Side, &Side)> {
    let Subject::Conflict { src, dst, .. } = &question.subject else { return None };
    let is_directory = src.kind == FileKind::Directory || dst.kind == FileKind::Directory;
    (!is_directory).then_some((src, dst))
}

/// Tells what types and sizes alone say.
fn at_a_glance(src: &Side, dst: &Side) -> Option<Verdict> {
    let differs = src.kind != dst.kind || (src.kind == FileKind::File && src.size != dst.size);
    differs.then_some(Verdict { content: Content::Different, thorough: false, differs_at: None })
}

fn wanted(question: QuestionId, src: &Side, dst: &Side, full: bool) -> Wanted {
    let (incoming, existing) = (src.path.0.clone(), dst.path.0.clone());
    Wanted { question, incoming, existing, full }
}

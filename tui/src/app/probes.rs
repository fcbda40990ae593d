//! Schedules comparisons of the two sides of conflicts, a few at a time, and keeps their results.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use fcp_browse::Content;
use fcp_engine::event::{FileKind, Question, QuestionId, Side, Subject};

/// Comparisons that run beside each other; they read what the job reads, too.
const AT_ONCE: usize = 2;

/// A comparison that was requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The question whose sides they are.
    pub question: QuestionId,
    /// The incoming item.
    pub incoming: PathBuf,
    /// The existing item.
    pub existing: PathBuf,
    /// Whether all bytes are read.
    pub full: bool,
}

/// The results of comparisons, and the comparisons still to make.
#[derive(Clone, Debug, Default)]
pub struct Probes {
    known: BTreeMap<QuestionId, Content>,
    asked: BTreeSet<QuestionId>,
    waiting: VecDeque<Wanted>,
    running: BTreeSet<QuestionId>,
}

impl Probes {
    /// Asks for a question's sides to be compared; `first` before all others.
    pub fn want(&mut self, question: &Question, first: bool) {
        let Subject::Conflict { src, dst, .. } = &question.subject else { return };
        if at_a_glance(src, dst).is_some() || !are_files(src, dst) {
            return;
        }
        if !self.asked.insert(question.id) {
            return;
        }
        let wanted = wanted(question.id, src, dst, false);
        if first {
            self.waiting.push_front(wanted);
        } else {
            self.waiting.push_back(wanted);
        }
    }

    /// Asks for all bytes of a question's sides to be compared.
    pub fn want_full(&mut self, question: &Question) {
        let Subject::Conflict { src, dst, .. } = &question.subject else { return };
        let is_sure =
            !matches!(self.of(question), Some(Content::ProbablySame | Content::Unknown(_)));
        if !are_files(src, dst) || is_sure {
            return;
        }
        self.known.remove(&question.id);
        self.waiting.push_front(wanted(question.id, src, dst, true));
    }

    /// Gives the comparisons that start now.
    pub fn start(&mut self) -> Vec<Wanted> {
        let mut started = Vec::new();
        while self.running.len() < AT_ONCE
            && let Some(wanted) = self.waiting.pop_front()
        {
            // A question that was answered meanwhile needs no comparison.
            if self.asked.contains(&wanted.question) && self.running.insert(wanted.question) {
                started.push(wanted);
            }
        }
        started
    }

    /// Takes in a result.
    pub fn take(&mut self, question: QuestionId, content: Content) {
        self.running.remove(&question);
        if self.asked.contains(&question) {
            self.known.insert(question, content);
        }
    }

    /// Forgets a question that was answered.
    pub fn forget(&mut self, question: QuestionId) {
        self.known.remove(&question);
        self.asked.remove(&question);
    }

    /// Drops the comparisons that have not begun, because the user has closed the question.
    pub fn rest(&mut self) {
        for wanted in self.waiting.drain(..) {
            self.asked.remove(&wanted.question);
        }
    }

    /// Gives how the sides of a question compare, as far as known.
    pub fn of(&self, question: &Question) -> Option<Content> {
        let Subject::Conflict { src, dst, .. } = &question.subject else { return None };
        at_a_glance(src, dst).or_else(|| self.known.get(&question.id).cloned())
    }

    /// Tells whether the answer to [`Self::of`] may still come.
    pub fn is_awaited(&self, question: &Question) -> bool {
        self.of(question).is_none() && self.asked.contains(&question.id)
    }
}

/// Tells what the sizes alone say.
fn at_a_glance(src: &Side, dst: &Side) -> Option<Content> {
    (are_files(src, dst) && src.size != dst.size).then_some(Content::Different)
}

fn are_files(src: &Side, dst: &Side) -> bool {
    src.kind == FileKind::File && dst.kind == FileKind::File
}

fn wanted(question: QuestionId, src: &Side, dst: &Side, full: bool) -> Wanted {
    let (incoming, existing) = (src.path.0.clone(), dst.path.0.clone());
    Wanted { question, incoming, existing, full }
}

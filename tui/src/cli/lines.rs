//! Questions as GNU's programs ask them: a prompt, and a line of standard input.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use fcp_engine::event::{Answer, Question, QuestionId, Resolution, Scope, Subject};

/// Asks one question after the other.
///
/// A thread of its own reads, since a read cannot be interrupted but a signal must be.
#[derive(Debug)]
pub(crate) struct Lines {
    waiting: VecDeque<Question>,
    /// The question that has been printed.
    open: Option<(QuestionId, Answer)>,
    ask: Option<Sender<()>>,
    answers: Option<Receiver<bool>>,
    /// Whether only files older than their source are asked about.
    pub(crate) older: bool,
    /// Whether any answer was not yes.
    pub(crate) declined: bool,
}

impl Lines {
    pub(crate) fn new(older: bool) -> Self {
        let waiting = VecDeque::new();
        Self { waiting, open: None, ask: None, answers: None, older, declined: false }
    }

    /// Takes a question.
    pub(crate) fn push(&mut self, question: Question) {
        self.waiting.push_back(question);
    }

    /// Forgets a question that is settled.
    pub(crate) fn forget(&mut self, id: QuestionId) {
        self.waiting.retain(|question| question.id != id);
    }

    /// Gives the next question to print, or an answer; neither while a line is awaited.
    pub(crate) fn step(&mut self) -> Option<Step> {
        if self.open.is_some() {
            let yes = self.answers.as_ref()?.try_recv().ok()?;
            let (id, meant) = self.open.take()?;
            self.declined |= !yes;
            let answer = if yes { meant } else { Answer::Skip };
            return Some(Step::Answer(id, Resolution { answer, scope: Scope::This }));
        }
        let question = self.waiting.pop_front()?;
        if self.older && !is_older(&question) {
            let resolution = Resolution { answer: Answer::Skip, scope: Scope::This };
            return Some(Step::Answer(question.id, resolution));
        }
        self.open = Some((question.id, yes(&question.subject)));
        Some(Step::Prompt(question))
    }

    /// Awaits a line for the question that was just printed.
    pub(crate) fn read(&mut self) {
        let ask = self.ask.get_or_insert_with(|| {
            let (ask, asked) = channel::<()>();
            let (answer, answers) = channel();
            self.answers = Some(answers);
            thread::spawn(move || {
                while asked.recv().is_ok() {
                    if answer.send(read_yes()).is_err() {
                        break;
                    }
                }
            });
            ask
        });
        let _asked = ask.send(()).is_ok();
    }
}

/// What to do next.
#[derive(Debug)]
pub(crate) enum Step {
    Prompt(Question),
    Answer(QuestionId, Resolution),
}

/// Gives the answer that a yes means.
fn yes(subject: &Subject) -> Answer {
    match subject {
        Subject::Conflict { .. } => Answer::Overwrite,
        Subject::Error { .. } => Answer::Retry,
        Subject::Removal { .. } => Answer::Remove,
    }
}

/// Whether the item in the way is older than the incoming one.
fn is_older(question: &Question) -> bool {
    match &question.subject {
        Subject::Conflict { src, dst, .. } => dst.mtime < src.mtime,
        Subject::Error { .. } | Subject::Removal { .. } => true,
    }
}

/// Reads a line; only one that begins with y is a yes, and the end of input is none.
pub(crate) fn read_yes() -> bool {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    read.is_ok() && matches!(line.first(), Some(b'y' | b'Y'))
}

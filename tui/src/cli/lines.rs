//! Asks questions as GNU's programs do: prints a prompt and reads a line of standard input.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use fcp_engine::event::{
    Answer, ConflictKind, FileKind, Question, QuestionId, Resolution, Scope, Side, Subject,
};
use rustix::fs::{Access, AtFlags, CWD, accessat};

/// Asks one question after the other.
///
/// A thread of its own reads: a read cannot be interrupted, and a signal must be handled at once.
#[derive(Debug)]
pub(crate) struct Lines {
    waiting: VecDeque<Question>,
    /// The question that has been printed.
    open: Option<Question>,
    ask: Option<Sender<()>>,
    answers: Option<Receiver<bool>>,
    /// The answer that has arrived and was not used yet.
    answered: Option<bool>,
    /// Whether a line is awaited although its question has been settled: it answers the next one.
    is_reading: bool,
    about: About,
    /// Whether any answer was not yes.
    pub(crate) declined: bool,
}

/// Says which of the engine's questions are asked; the others have one answer only.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct About {
    /// Only files older than their source; newer ones are left alone.
    pub(crate) older: bool,
    /// Only what the user may not write to; the rest is replaced.
    pub(crate) protected: bool,
}

impl Lines {
    pub(crate) fn new(about: About) -> Self {
        let waiting = VecDeque::new();
        let (ask, answers) = (None, None);
        Self {
            waiting,
            open: None,
            ask,
            answers,
            answered: None,
            is_reading: false,
            about,
            declined: false,
        }
    }

    /// Takes a question.
    pub(crate) fn push(&mut self, question: Question) {
        self.waiting.push_back(question);
    }

    /// Forgets a settled question; tells whether it was already printed, and answered elsewhere.
    pub(crate) fn forget(&mut self, id: QuestionId) -> bool {
        self.waiting.retain(|question| question.id != id);
        let was_open = self.open.take_if(|question| question.id == id).is_some();
        self.is_reading |= was_open;
        was_open
    }

    /// Gives what to do next; nothing while a line is awaited.
    pub(crate) fn step(&mut self) -> Option<Step> {
        if self.open.is_some() {
            let yes = self.answered.take().or_else(|| self.answers.as_ref()?.try_recv().ok())?;
            let question = self.open.take()?;
            self.is_reading = false;
            return Some(self.settle(question, yes));
        }
        // A line that comes now was meant for the question that has been settled.
        if self.is_reading && self.answers.as_ref().is_some_and(|lines| lines.try_recv().is_ok()) {
            self.is_reading = false;
        }
        let question = self.waiting.pop_front()?;
        if self.about.older && !is_older(&question) {
            return Some(answer(&question, Answer::Skip));
        }
        if self.about.protected && !is_protected(&question) {
            return Some(self.settle(question, true));
        }
        self.open = Some(question.clone());
        Some(Step::Prompt(question))
    }

    fn settle(&mut self, question: Question, yes: bool) -> Step {
        use ConflictKind::{DirectoryInTheWay, FileInTheWay};
        self.declined |= !yes;
        match &question.subject {
            _ if !yes => answer(&question, Answer::Skip),
            // A file cannot replace a directory, nor a directory a file, nor one source the copy of another.
            Subject::Conflict { kind: DirectoryInTheWay | FileInTheWay, .. }
            | Subject::Conflict { just_created: true, .. } => {
                self.declined = true;
                Step::Refuse(question)
            }
            Subject::Conflict { .. } => answer(&question, Answer::Overwrite),
            Subject::Error { .. } => answer(&question, Answer::Retry),
            Subject::Removal { .. } => answer(&question, Answer::Remove),
        }
    }

    /// Waits a while for the line that is awaited; `false` if none is.
    pub(crate) fn wait(&mut self, timeout: Duration) -> bool {
        let Some(answers) = self.answers.as_ref().filter(|_| self.open.is_some()) else {
            return false;
        };
        if self.answered.is_none() {
            self.answered = answers.recv_timeout(timeout).ok();
        }
        true
    }

    /// Awaits a line for the question that was just printed.
    pub(crate) fn read(&mut self) {
        if self.is_reading {
            return;
        }
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
    /// Complain that an existing file cannot be replaced, and leave it alone.
    Refuse(Question),
}

fn answer(question: &Question, answer: Answer) -> Step {
    Step::Answer(question.id, Resolution { answer, scope: Scope::This })
}

/// Whether the existing item is older than the incoming one; true for directories, which `-u` does
/// not compare.
fn is_older(question: &Question) -> bool {
    match &question.subject {
        Subject::Conflict { src, dst, .. } => {
            src.kind == FileKind::Directory || dst.mtime < src.mtime
        }
        Subject::Error { .. } | Subject::Removal { .. } => true,
    }
}

fn is_protected(question: &Question) -> bool {
    match &question.subject {
        Subject::Conflict { dst, .. } => !is_writable(dst),
        Subject::Removal { protected, .. } => *protected,
        Subject::Error { .. } => true,
    }
}

/// Tells whether the user may write to the existing item; a symlink counts as writable.
pub(crate) fn is_writable(there: &Side) -> bool {
    there.kind == FileKind::Symlink
        || accessat(CWD, &there.path.0, Access::WRITE_OK, AtFlags::EACCESS).is_ok()
}

/// Reads a line; only one that begins with y is a yes, and the end of input is none.
pub(crate) fn read_yes() -> bool {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line);
    read.is_ok() && matches!(line.first(), Some(b'y' | b'Y'))
}

#[cfg(test)]
mod tests {
    use fcp_engine::error::{Action, OpError};
    use rustix::io::Errno;

    use super::*;

    fn question(id: QuestionId) -> Question {
        let error = OpError::new(Action::Read, "x", Errno::IO);
        Question { id, subject: Subject::Error { src: "x".into(), error }, waiting: 1 }
    }

    #[test]
    fn a_question_answered_elsewhere_makes_room_for_the_next() {
        let mut lines = Lines::new(About::default());
        lines.push(question(1));
        lines.push(question(2));
        assert!(matches!(lines.step(), Some(Step::Prompt(asked)) if asked.id == 1));
        assert!(lines.forget(1), "it stands printed");
        assert!(matches!(lines.step(), Some(Step::Prompt(asked)) if asked.id == 2));
        assert!(!lines.forget(7));
    }

    #[test]
    fn a_line_typed_for_a_settled_question_does_not_answer_the_next() {
        let mut lines = Lines::new(About::default());
        let (answer, answers) = channel();
        lines.answers = Some(answers);
        lines.push(question(1));
        assert!(matches!(lines.step(), Some(Step::Prompt(_))));
        lines.forget(1);
        answer.send(true).unwrap();
        lines.push(question(2));
        assert!(matches!(lines.step(), Some(Step::Prompt(asked)) if asked.id == 2));
        assert!(lines.step().is_none(), "the answer to the first is not one to the second");
    }
}

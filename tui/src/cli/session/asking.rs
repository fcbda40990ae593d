//! Asks the questions of a job at the terminal.

use fcp_engine::engine::ControlError;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Answer, ConflictKind, Question, QuestionId, Resolution, Scope, Subject};
use signal_hook::consts::{SIGHUP, SIGINT};

use super::{Asker, PULSE, Session};
use crate::app::look::{BAD, WAIT};
use crate::cli::ask::Reply;
use crate::cli::lines::Step;
use crate::cli::quoting::Bytes;

impl Session {
    /// Waits for a line of input if a question needs one, so that a user who answers many questions
    /// does not wait for the next pulse after each.
    pub(super) fn waits_for_line(&mut self) -> bool {
        match &mut self.asker {
            Asker::Lines(lines) => lines.wait(PULSE),
            Asker::NoSource | Asker::Keys(_) => false,
        }
    }

    pub(super) fn is_asking(&self) -> bool {
        matches!(&self.asker, Asker::Keys(keys) if keys.is_asking())
    }

    pub(super) fn ask(&mut self) {
        match &mut self.asker {
            Asker::NoSource => {}
            Asker::Lines(lines) => {
                let Some(step) = lines.step() else { return };
                match step {
                    Step::Answer(id, resolution) => self.answer(id, &resolution),
                    Step::Refuse(question) => self.refuse(&question),
                    Step::Prompt(question) => {
                        lines.read();
                        if let Some(prompt) = self.voice.prompt(&question) {
                            self.console.clear();
                            self.console.flush();
                            self.console.raw_err(prompt.as_slice());
                        }
                    }
                }
            }
            Asker::Keys(keys) => {
                self.console.raw = keys.hold_terminal();
                match keys.poll() {
                    None => {}
                    Some(Reply::Redraw) => self.display.spoil(),
                    Some(Reply::Interrupt) => self.stop(SIGINT),
                    Some(Reply::Lost) => self.stop(SIGHUP),
                    Some(Reply::Suspend) => self.suspend(),
                    Some(Reply::Answer(id, resolution)) => {
                        self.display.spoil();
                        self.answer(id, &resolution);
                    }
                }
            }
        }
    }

    /// Complains that a file cannot replace a directory, or a directory a file.
    fn refuse(&mut self, question: &Question) {
        if let Subject::Conflict { kind, src, dst, just_created, .. } = &question.subject {
            let code = match kind {
                _ if *just_created => Code::JustCreated,
                ConflictKind::DirectoryInTheWay => Code::OverDirectory,
                ConflictKind::FileInTheWay => Code::OverNonDirectory,
                ConflictKind::File | ConflictKind::Directory => Code::Exists,
            };
            let error = OpError::refused(Action::Move, code, dst.path.0.clone());
            let line = self.voice.failed(&src.path.0, &error);
            self.complain(&line, BAD);
        }
        self.answer(question.id, &Resolution { answer: Answer::Skip, scope: Scope::This });
    }

    /// Passes an answer on; a question that has been settled meanwhile needs none.
    fn answer(&mut self, id: QuestionId, resolution: &Resolution) {
        match self.engine.answer(id, resolution) {
            Ok(()) | Err(ControlError::NoQuestion(_)) => {}
            Err(error) => self.complain(&Bytes::from(error.to_string().as_str()), WAIT),
        }
    }
}

//! Makes the engines whose one job copies from or to another machine.

use std::sync::Arc;

use super::{Engine, Request};
use crate::contract::event::{Command, JobId, QuestionId, Resolution};
use crate::job::common::Common;
use crate::launch::Launcher;
use crate::link::{End, Input, Link, Output};
use crate::record::Home;

impl Engine {
    /// Makes an engine whose job sends its sources to the other end of a connection, or takes what that sends.
    ///
    /// Both ends have [greeted](crate::link::greet) each other and agreed on the request.
    pub fn connected(end: End, input: Input, output: Output, home: Option<Home>) -> Self {
        let link = Some(Arc::new(Link::new(end, input, output)));
        let common = Common { home: home.map(Arc::new), link, ..Common::default() };
        let launcher = Launcher { common, ..Launcher::default() };
        Self { launcher: Arc::new(launcher), ..Self::default() }
    }

    /// Tells the other end what the user wants of its job.
    pub(super) fn pass_on(&self, job: JobId, request: Request) {
        let Some(link) = &self.launcher.common.link else { return };
        let job = Some(job);
        // The job ends in any case if the connection is gone.
        let _heard = link.pass_on(match request {
            Request::Pause => Command::Pause { job },
            Request::Resume => Command::Resume { job },
            Request::Cancel => Command::Cancel { job },
            Request::Limit(rate) => Command::Set { job, limit_rate: Some(rate.unwrap_or(0)) },
        });
    }

    /// Gives an answer to the other end, if the question is one of its job.
    pub(super) fn passes_answer_on(&self, question: QuestionId, resolution: &Resolution) -> bool {
        let link = self.launcher.common.link.as_ref();
        link.is_some_and(|link| link.answer(question, resolution))
    }
}

//! Makes the engines whose jobs copy from or to another machine.

use std::sync::Arc;

use super::{Engine, Request};
use crate::contract::event::Command;
use crate::job::Job;
use crate::job::common::Common;
use crate::launch::Launcher;
use crate::link::{End, Input, Link, Output, Reach};
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

    /// Says how jobs reach other machines whose requests name a [`FarPath`](crate::path::FarPath); without this they
    /// fail. Called before any job runs; later calls change nothing.
    pub fn reach_by(&self, reach: Reach) {
        self.launcher.common.reach.get_or_init(|| reach);
    }
}

/// Tells the other end what the user wants of its job, where a job shows that.
pub(super) fn pass_on(job: &Job, request: Request) {
    let id = Some(job.id);
    job.pass_on(match request {
        Request::Pause => Command::Pause { job: id },
        Request::Resume => Command::Resume { job: id },
        Request::Cancel => Command::Cancel { job: id },
        Request::Limit(rate) => Command::Set { job: id, limit_rate: Some(rate.unwrap_or(0)) },
    });
}

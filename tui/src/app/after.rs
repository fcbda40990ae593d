//! What the user wants done when the queue has come to its end.

use std::ffi::OsString;

use fcp_engine::path::DisplayName;
use fcp_presentation::after::AfterQueue;
use fcp_presentation::tr;

use super::command::Context;
use crate::text;

/// Columns of a command in the line of the jobs.
const COMMAND: usize = 24;

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AfterAction {
    /// A command line, with its placeholders replaced, and the folder and the names that it was typed for.
    Command(OsString, Box<Context>),
    /// The machine is suspended.
    Suspend,
    /// The program ends.
    Quit,
}

impl AfterAction {
    /// Names it, for the line of the jobs.
    pub(crate) fn words(&self, typed: &str) -> String {
        match self {
            Self::Command(..) => {
                let typed = DisplayName::new(typed).to_string();
                tr!("after-run", command = text::cut_end(&typed, COMMAND))
            }
            Self::Suspend => tr!("after-suspend").to_owned(),
            Self::Quit => tr!("after-quit").to_owned(),
        }
    }
}

/// What follows the queue.
#[derive(Clone, Debug)]
pub(crate) struct After {
    /// What is done.
    pub action: AfterAction,
    /// The command as it was typed.
    pub typed: String,
    /// The jobs that have to end before.
    pub queue: AfterQueue,
}

impl After {
    /// Gives the countdown in words, while there is one.
    pub(crate) fn countdown(&self, now: u64) -> Option<String> {
        let ends_at = self.queue.ends_at()?;
        let seconds = ends_at.saturating_sub(now).div_ceil(1_000_000);
        let seconds = seconds.to_string();
        Some(match &self.action {
            AfterAction::Command(..) => {
                let command = DisplayName::new(self.typed.as_str()).to_string();
                tr!("countdown-command", command = command, seconds = seconds)
            }
            AfterAction::Suspend => tr!("countdown-suspend", seconds = seconds),
            AfterAction::Quit => tr!("countdown-quit", seconds = seconds),
        })
    }

    /// Names what follows, for the line of the jobs.
    pub(crate) fn words(&self) -> String {
        tr!("after-then", action = self.action.words(&self.typed))
    }

    /// Gives when the countdown shows another number.
    pub(crate) fn wakes_at(&self, now: u64) -> Option<u64> {
        let left = self.queue.ends_at()?.checked_sub(now).filter(|left| *left > 0)?;
        let rest = left % 1_000_000;
        Some(now + if rest == 0 { 1_000_000 } else { rest })
    }
}

//! Handles the keys of the dialog that limits a speed.

use crossterm::event::{KeyCode, KeyEvent};
use fcp_engine::event::{Command, JobId};

use crate::app::dialog::Dialog;
use crate::app::dialog::limit::{Limit, Target};
use crate::app::model::{Effect, Model};

pub(super) fn key(model: &mut Model, mut limit: Limit, key: KeyEvent) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => {
            if let Ok(rate) = limit.rate() {
                model.work.looking.1 = true;
                let set = |job: Option<JobId>| {
                    Effect::Command(Command::Set { job, limit_rate: Some(rate) })
                };
                return match limit.target {
                    Target::Job(job) => vec![set(Some(job))],
                    Target::Jobs(jobs) => jobs.into_iter().map(|job| set(Some(job))).collect(),
                    Target::All => vec![set(None)],
                };
            }
        }
        _ => {
            limit.field.key(key);
        }
    }
    model.dialog = Some(Dialog::Limit(limit));
    Vec::new()
}

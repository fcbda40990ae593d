//! Derives from the model what takes the help of other modules.

use fcp_engine::event::JobId;
use fcp_engine::view::JobRow;

use super::action::Action;
use super::dialog::Dialog;
use super::keymap::Place;
use super::model::{Effect, Model, Side};
use super::request::Request;
use super::unasked;
use super::work::{self, lanes};
use fcp_browse::panel::Panel;

impl Model {
    /// Gives the key of an action as people read it, or its name in the palette if it has none.
    pub(crate) fn key_of(&self, place: Place, action: Action) -> String {
        let key = self.keymap.keys(place, action).next();
        key.unwrap_or_else(|| format!("'{}'", action.title()))
    }

    /// Gives the jobs as they are listed.
    pub(crate) fn job_order(&self) -> Vec<JobId> {
        lanes(self).into_iter().flat_map(|lane| lane.jobs).collect()
    }

    /// Gives when the screen changes by time alone, in microseconds since the Unix epoch.
    pub(crate) fn wakes_at(&self) -> Option<u64> {
        let unlocks = self.dialog.as_ref().and_then(Dialog::unlocks_at);
        let moves = |row: &JobRow| !row.is_over() && !row.paused && !row.waits_only();
        let pulse = self.jobs.rows().any(moves).then_some(self.now + 1_000_000);
        let watched = match &self.dialog {
            Some(Dialog::Divided(page)) => page.wakes_at(self.now),
            _ => None,
        };
        let unlocks = unlocks.filter(|&at| at > self.now);
        let panels = self.sides.iter().map(Side::panel);
        let relist = panels.filter_map(Panel::relists_at).min();
        let hits = self.sides.iter().map(Side::panel).filter_map(Panel::lists_hits_at).min();
        let jobs = work::wakes_at(self);
        let asks = unasked::opens_at(self);
        let after = self.after.as_ref().and_then(|after| after.wakes_at(self.now));
        // A countdown that waits until the keys have rested.
        let rested = self.typed_at.saturating_add(unasked::QUIET);
        let rests = (self.after.is_some() && rested > self.now).then_some(rested);
        let times = [unlocks, watched, after, rests, pulse, relist, hits, jobs, asks, self.stop_by];
        times.into_iter().flatten().min()
    }
}

impl From<Request> for Effect {
    fn from(request: Request) -> Self {
        let Request { spec, adding, missing, needs, .. } = request;
        Self::Add { ticket: 0, spec, adding, missing: missing.map(|dir| dir.0), needs }
    }
}

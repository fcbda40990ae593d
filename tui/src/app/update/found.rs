//! Takes in the hits of searches, and lists them often enough to be seen and seldom enough to leave time for keys.

use fcp_browse::panel::{Panel, Subject};
use fcp_browse::{Batch, FindEnd};

use super::listing::{fill, side_of};
use crate::app::layout::Layout;
use crate::app::model::{Effect, Model, Side, Tone};
use crate::app::searches;

/// Number of hits up to which sizes and times are read while the search still runs.
const FEW: usize = 2_000;

/// Takes in what a search found since it last told something.
pub(super) fn take(model: &mut Model, ticket: u64, batch: Batch) -> Vec<Effect> {
    if let Some(panel) = model.asker(ticket) {
        let names = panel.progress.take(batch);
        panel.load.listed |= !names.is_empty();
        panel.hits.extend(names);
    }
    // They are listed when it is time to.
    Vec::new()
}

/// Takes in the end of a search.
pub(super) fn end(model: &mut Model, ticket: u64, end: FindEnd) -> Vec<Effect> {
    let now = model.now;
    let Some(panel) = model.asker(ticket) else { return Vec::new() };
    panel.load.listed = true;
    if let Subject::Found { over, .. } = &mut panel.subject {
        *over = true;
    }
    if panel.lists_hits_at().is_some() {
        panel.list_hits(now);
    }
    panel.progress.finish(end);
    let text = searches::ended(panel, &end);
    model.say(Tone::Plain, text);
    filled(model, ticket)
}

/// Lists hits where it is time to.
pub(super) fn refresh(model: &mut Model) -> Vec<Effect> {
    let now = model.now;
    let panels = model.sides.iter_mut().map(Side::panel_mut);
    let due = |panel: &&mut Panel| panel.lists_hits_at().is_some_and(|at| at <= now);
    let tickets: Vec<_> = panels
        .filter(due)
        .map(|panel| {
            panel.list_hits(now);
            panel.ticket
        })
        .collect();
    tickets.into_iter().flat_map(|ticket| asked(model, ticket)).collect()
}

/// Asks for sizes and times of the hits, unless that waits for the end of the search.
fn asked(model: &mut Model, ticket: u64) -> Vec<Effect> {
    let Some(panel) = model.asker(ticket) else { return Vec::new() };
    // The sizes and times of a long list are read only at the end.
    if panel.hits.len() <= FEW {
        return filled(model, ticket);
    }
    // The reading under way numbers a shorter list of hits, and would end with only those.
    let before = std::mem::take(&mut panel.filling);
    if before == 0 || before == ticket { Vec::new() } else { vec![Effect::Drop(before)] }
}

fn filled(model: &mut Model, ticket: u64) -> Vec<Effect> {
    let rows = Layout::of(model).list_rows();
    side_of(model, ticket).map(|side| fill(model, side, rows)).into_iter().collect()
}

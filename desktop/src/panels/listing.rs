//! Lists folders, each on a thread of its own, since a filesystem may not answer.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use fcp_browse::panel::{Load, Subject};
use fcp_browse::{self as browse, Listing};
use fcp_engine::error::OpError;

use super::model::{Errand, Whose};
use super::{find, trash};
use crate::app::App;
use crate::feed::Changed;
use crate::wire::PanelSide;

/// Lists what a side shows, or searches again.
pub(super) fn list(app: &Arc<App>, side: PanelSide) {
    let mut model = app.panels.model();
    let ticket = model.number();
    let rows = model.side(side).look.1 as usize;
    let Ok(tab) = model.shown(side) else { return };
    // The previous listing is stopped.
    tab.listing = Errand::default();
    let stop = tab.listing.flag();
    let is_trash = app.panels.is_trash(&tab.panel().dir);
    if is_trash && tab.trashed.is_none() {
        tab.trashed = Some(Arc::default());
    }
    let panel = tab.panel_mut();
    (panel.ticket, panel.filling) = (ticket, ticket);
    panel.load = Load { began: now(), took: panel.load.took, ..Load::default() };
    let (dir, visible) = (panel.dir.clone(), panel.visible(rows));
    let work = Arc::clone(app);
    match &mut panel.subject {
        Subject::Directory if is_trash => {
            thread::spawn(move || trash::list(&work, ticket));
        }
        Subject::Directory => {
            thread::spawn(move || directory(&work, ticket, &dir, visible, &stop));
        }
        Subject::Found { what, over } => {
            *over = false;
            let what = what.clone();
            thread::spawn(move || find::find(&work, ticket, &dir, &what, &stop));
        }
    }
    drop(model);
    app.feed.mark(Changed::Panel(side));
    app.panels.watch();
}

/// Lists a directory, and then asks everything for size and time.
fn directory(app: &App, ticket: u64, dir: &Path, visible: Range<usize>, stop: &AtomicBool) {
    let began = Instant::now();
    let first = |listing| take(app, ticket, &Arc::new(listing), false);
    let listing = match browse::list(dir, first) {
        Ok(listing) => Arc::new(listing),
        Err(error) => return fail(app, ticket, &error),
    };
    take(app, ticket, &listing, true);
    room(app, ticket, dir);
    fill(app, ticket, dir, &listing, visible, stop);
    if !stop.load(Ordering::Relaxed) {
        end(app, ticket, began);
    }
}

/// Takes in the names, or the first of them.
fn take(app: &App, ticket: u64, listing: &Arc<Listing>, whole: bool) {
    app.panels.change(app, Whose::Listing(ticket), listing.len(), |panel| {
        // Of a directory that is shown already, a beginning would show less than before.
        if whole || panel.counts().1 == 0 {
            panel.load.listed = whole;
            panel.take(Arc::clone(listing));
        }
    });
}

/// Takes in that the names cannot be had.
pub(super) fn fail(app: &App, ticket: u64, error: &OpError) {
    app.panels.change(app, Whose::Listing(ticket), 0, |panel| {
        panel.fail(error.clone());
        if let Subject::Found { over, .. } = &mut panel.subject {
            *over = true;
        }
    });
}

/// Asks the filesystem what it is and how much room it has.
pub(super) fn room(app: &App, ticket: u64, dir: &Path) {
    let (space, filesystem) = (browse::free(dir), browse::filesystem(dir));
    if let Some((side, _, tab)) = app.panels.model().find(Whose::Listing(ticket)) {
        tab.filesystem = filesystem.to_string_lossy().into_owned();
        tab.panel_mut().space = space;
        app.feed.mark(Changed::Panel(side));
    }
}

/// Asks entries for size and time.
pub(super) fn fill(
    app: &App,
    ticket: u64,
    dir: &Path,
    listing: &Listing,
    visible: Range<usize>,
    stop: &AtomicBool,
) {
    browse::stat(dir, listing, visible, stop, |chunk, metas| {
        if let Some((side, shown, tab)) = app.panels.model().find(Whose::Listing(ticket)) {
            tab.panel_mut().fill(chunk, metas);
            if shown {
                app.feed.mark(Changed::Panel(side));
            }
        }
    });
}

/// Takes in that everything is known by now.
pub(super) fn end(app: &App, ticket: u64, began: Instant) {
    let took = began.elapsed().as_micros() as u64;
    app.panels.change(app, Whose::Listing(ticket), 0, |panel| {
        (panel.load.took, panel.load.ended) = (took, now());
        panel.filled();
    });
    app.panels.watch();
}

/// Gives the time in microseconds since the Unix epoch.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_micros() as u64)
}

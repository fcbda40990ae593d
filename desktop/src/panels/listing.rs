//! Lists folders, each on a thread of its own, since a filesystem may not answer.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use fcp_browse as browse;
use fcp_browse::panel::{Load, Progress, Subject};
use fcp_engine::error::{Code, OpError};
use fcp_engine::path::FarPath;

use super::go::{leave, nearest_above};
use super::intake::{end, fail, fill, room, take, take_packed};
use super::model::Whose;
use super::stop_on_drop::StopOnDrop;
use super::{Panels, far, find, trash};
use crate::feed::Changed;
use crate::names;
use crate::wire::{Notice, NoticeCode, PanelSide, Tone};
use fcp_presentation::now;

/// Lists what a side shows, or searches again.
pub(super) fn list(panels: &Arc<Panels>, side: PanelSide) {
    let mut model = panels.model();
    let ticket = model.number();
    let rows = model.side(side).look.1 as usize;
    let Ok(tab) = model.shown(side) else { return };
    // The previous listing is stopped.
    tab.listing = StopOnDrop::default();
    let stop = tab.listing.flag();
    let is_trash = panels.home.is_trash(&tab.panel().dir);
    if is_trash && tab.trashed.is_none() {
        tab.trashed = Some(Arc::default());
    }
    let panel = tab.panel_mut();
    let here = &panel.dir;
    // The listing says so again if it is in another one.
    panel.archive.take_if(|archive| !here.starts_with(archive));
    panel.is_top = is_trash && panel.subject == Subject::Directory;
    (panel.ticket, panel.filling) = (ticket, ticket);
    panel.load = Load { began: now(), took: panel.load.took, ..Load::default() };
    let (dir, visible) = (panel.dir.clone(), panel.visible(rows));
    let work = Arc::clone(panels);
    match &mut panel.subject {
        Subject::Directory if is_trash => {
            thread::spawn(move || trash::list(&work, ticket, &stop));
        }
        Subject::Directory => {
            thread::spawn(move || match FarPath::of(&dir) {
                Some(at) => far::list(&work, ticket, &at, &stop),
                None => directory(&work, ticket, &dir, visible, &stop),
            });
        }
        Subject::Found { what, over } => {
            *over = false;
            let what = what.clone();
            panel.progress = Progress::default();
            thread::spawn(move || find::find(&work, ticket, &dir, &what, &stop));
        }
    }
    drop(model);
    panels.feed.mark(Changed::Panel(side));
    panels.watch();
}

/// Lists a directory, and then asks everything for size and time.
fn directory(
    panels: &Arc<Panels>,
    ticket: u64,
    dir: &Path,
    visible: Range<usize>,
    stop: &AtomicBool,
) {
    let began = Instant::now();
    let first = |listing| take(panels, ticket, &Arc::new(listing), false);
    let known = |identity| {
        panels.change(Whose::Listing(ticket), 0, |panel| panel.arrives(identity));
    };
    let listing = match browse::list_known(dir, known, first) {
        Ok(listing) => Arc::new(listing),
        Err(error) if error.code == Code::NotADirectory => {
            return packed(panels, ticket, (dir, &error), stop, began);
        }
        Err(error) if error.code == Code::NotFound && leave_removed(panels, ticket, dir) => return,
        Err(error) => return fail(panels, ticket, &error),
    };
    take(panels, ticket, &listing, true);
    room(panels, ticket, dir);
    fill(panels, ticket, dir, &listing, visible, stop);
    if !stop.load(Ordering::Relaxed) {
        end(panels, ticket, began);
    }
}

/// Leaves a folder that was removed while it was shown for the nearest one above it that exists; false if it stays.
fn leave_removed(panels: &Arc<Panels>, ticket: u64, dir: &Path) -> bool {
    let Some(above) = nearest_above(dir) else { return false };
    let side = {
        let mut model = panels.model();
        // A tab that is not shown is listed again once it is.
        let Some((side, true, tab)) = model.find(Whose::Listing(ticket)) else { return false };
        if tab.panel().identity().is_none() && !tab.climbs {
            // It was not there before: the user sees why that cannot be shown which they asked for.
            return false;
        }
        leave(tab);
        tab.climbs = true;
        tab.panel_mut().go(above.clone(), None);
        side
    };
    let notice = Notice::new(Tone::Plain, NoticeCode::FolderLeft);
    let (name, detail) = (Some(names::folder(dir)), Some(names::folder(&above).text));
    panels.feed.notify(Notice { name, detail, ..notice });
    list(panels, side);
    panels.remember();
    true
}

/// Lists a folder in an archive, or tells why the path cannot be listed.
fn packed(
    panels: &Panels,
    ticket: u64,
    (dir, error): (&Path, &OpError),
    stop: &AtomicBool,
    began: Instant,
) {
    match browse::list_packed(dir, stop) {
        Some(Ok(packed)) => {
            let above = packed.archive.parent().unwrap_or(Path::new("/")).to_owned();
            take_packed(panels, ticket, packed);
            room(panels, ticket, &above);
            end(panels, ticket, began);
        }
        Some(Err(error)) => fail(panels, ticket, &error),
        None => fail(panels, ticket, error),
    }
}

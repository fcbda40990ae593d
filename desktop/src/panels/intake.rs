//! Takes what threads find into the panel that awaits it.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fcp_browse::panel::{Panel, Subject};
use fcp_browse::{self as browse, Listing, Metas};
use fcp_engine::error::OpError;

use super::model::Whose;
use super::{Panels, RefreshMessage};
use crate::feed::Changed;
use crate::wire::{Notice, NoticeCode, PanelSide, Tone};
use fcp_presentation::now;

/// Takes in the names, or the first of them.
pub(super) fn take(panels: &Panels, ticket: u64, listing: &Arc<Listing>, whole: bool) {
    panels.change(Whose::Listing(ticket), listing.len(), |panel| {
        // Of a directory that is shown already, a beginning would show less than before.
        if whole || panel.counts().1 == 0 {
            panel.load.listed = whole;
            panel.take(Arc::clone(listing));
        }
    });
}

/// A listing that came with sizes and times.
pub(super) struct Whole<'a> {
    /// The names.
    pub(super) listing: Listing,
    /// What is known of each.
    pub(super) metas: Metas,
    /// Notes in the panel where that is.
    pub(super) place: &'a dyn Fn(&mut Panel),
}

/// Takes in the names in a folder of an archive, with their sizes and times.
pub(super) fn take_packed(panels: &Panels, ticket: u64, packed: browse::Packed) {
    let browse::Packed { archive, identity, listing, metas, damage, unsafe_names } = packed;
    let place = |panel: &mut Panel| {
        panel.archive = Some(archive.clone());
        if let Some(identity) = identity {
            panel.arrives(identity);
        }
    };
    take_whole(panels, ticket, Whole { listing, metas, place: &place });
    let is_shown = || panels.model().find(Whose::Listing(ticket)).is_some();
    if damage.is_some() && is_shown() {
        let notice = Notice::new(Tone::Warn, NoticeCode::ListedInPart);
        panels.feed.notify(Notice { error: damage, ..notice });
    } else if unsafe_names > 0 && is_shown() {
        let notice = Notice::new(Tone::Warn, NoticeCode::NamesLeftOut);
        panels.feed.notify(Notice { count: Some(unsafe_names), ..notice });
    }
}

/// Takes in names with their sizes and times.
pub(super) fn take_whole(panels: &Panels, ticket: u64, whole: Whole<'_>) {
    let Whole { listing, metas, place } = whole;
    let listing = Arc::new(listing);
    let rows: Vec<_> = (0..listing.len()).map(|row| metas.get(row).cloned()).collect();
    panels.change(Whose::Listing(ticket), listing.len(), |panel| {
        place(panel);
        panel.load.listed = true;
        panel.take(Arc::clone(&listing));
        for (chunk, metas) in rows.chunks(browse::CHUNK).enumerate() {
            panel.fill(chunk, metas.into());
        }
    });
}

/// Takes in that the names cannot be had.
pub(super) fn fail(panels: &Panels, ticket: u64, error: &OpError) {
    panels.change(Whose::Listing(ticket), 0, |panel| {
        panel.fail(error.clone());
        if let Subject::Found { over, .. } = &mut panel.subject {
            *over = true;
        }
    });
}

/// Asks the filesystem what it is and how much room it has.
pub(super) fn room(panels: &Panels, ticket: u64, dir: &Path) {
    let (space, filesystem) = (browse::free(dir), browse::filesystem(dir));
    if let Some((side, _, tab)) = panels.model().find(Whose::Listing(ticket)) {
        tab.filesystem = filesystem.to_string_lossy().into_owned();
        tab.panel_mut().space = space;
        panels.feed.mark(Changed::Panel(side));
    }
    // The other panel does not tell an older number of the same filesystem.
    panels.tell(RefreshMessage::Room);
}

/// Asks entries for size and time.
pub(super) fn fill(
    panels: &Panels,
    ticket: u64,
    dir: &Path,
    listing: &Listing,
    visible: Range<usize>,
    stop: &AtomicBool,
) {
    browse::stat(dir, listing, visible, stop, |chunk, metas| {
        panels.owners.note(&metas);
        if let Some((side, shown, tab)) = panels.model().find(Whose::Listing(ticket)) {
            tab.panel_mut().fill(chunk, metas);
            if shown {
                panels.feed.mark(Changed::Panel(side));
            }
        }
    });
}

/// Takes in that everything is known by now.
pub(super) fn end(panels: &Panels, ticket: u64, began: Instant) {
    let took = began.elapsed().as_micros() as u64;
    panels.change(Whose::Listing(ticket), 0, |panel| {
        (panel.load.took, panel.load.ended) = (took, now());
        panel.filled();
    });
    panels.watch();
    if panels.owners.look_up() {
        for side in PanelSide::ALL {
            panels.feed.mark(Changed::Panel(side));
        }
    }
}

//! Shows folders of other machines, which fcp there lists.
//!
//! Only the thread of a listing waits for the machine, and it leaves as soon as the tab shows something else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use fcp_browse::far::FarListing;
use fcp_browse::panel::Panel;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::path::FarPath;
use fcp_presentation::tr;

use super::Panels;
use super::intake::{Whole, end, fail, take_whole};
use super::model::Tab;
use super::stop_on_drop::StopOnDrop;
use crate::feed::Changed;
use crate::names::name;
use crate::wire::{Machine, PanelSide, Refusal};

/// Lists a folder of another machine, which tells everything at once.
pub(super) fn list(panels: &Panels, ticket: u64, at: &FarPath, stop: &AtomicBool) {
    let began = Instant::now();
    match panels.machines.list(at, &|| stop.load(Ordering::Relaxed)) {
        Ok(FarListing { dir, listing, metas }) => {
            // The machine has spelled out the path, for example that of the home directory.
            let place = |panel: &mut Panel| panel.dir = dir.to_path();
            take_whole(panels, ticket, Whole { listing, metas, place: &place });
            end(panels, ticket, began);
        }
        // The user looks at something else by now.
        Err(_) if stop.load(Ordering::Relaxed) => {}
        Err(error) => fail(panels, ticket, &error),
    }
}

/// Tells which machine a tab shows, and whether its answer is awaited.
pub(super) fn machine(tab: &Tab) -> Option<Machine> {
    let panel = tab.panel();
    let waits = !panel.load.listed && panel.error.is_none();
    FarPath::of(&panel.dir).map(|far| Machine { host: name(far.host()), waits })
}

/// Stops waiting for a machine: a panel that shows nothing of it yet goes back to where it was.
pub(super) fn stop(panels: &Arc<Panels>, side: PanelSide) -> Result<(), Refusal> {
    let mut model = panels.model();
    let tab = model.shown(side)?;
    if !machine(tab).is_some_and(|machine| machine.waits) {
        return Ok(());
    }
    tab.listing = StopOnDrop::default();
    let panel = tab.panel_mut();
    if panel.load.took > 0 {
        // What was listed before stays.
        (panel.load.listed, panel.load.whole) = (true, true);
    } else if panel.past.is_empty() {
        let error = OpError::refused(Action::ListDir, Code::Disconnected, panel.dir.clone());
        panel.fail(error.saying(tr!("desktop-connecting-stopped")));
    } else {
        drop(model);
        return super::go::turn(panels, side, Panel::back);
    }
    drop(model);
    panels.feed.mark(Changed::Panel(side));
    Ok(())
}

//! Opens and closes the tabs of a panel, and swaps, matches and compares the two panels.

use std::sync::Arc;

use fcp_browse::panel::{Panel, Subject};
use fcp_presentation::tr;

use super::Panels;
use super::go::arrive;
use super::listing::list;
use crate::feed::Changed;
use crate::wire::{Notice, NoticeCode, PanelSide, Refusal, TabAsk, Tone};

/// Opens a tab, closes or shows one.
pub(super) fn ask(panels: &Arc<Panels>, on: PanelSide, ask: &TabAsk) -> Result<(), Refusal> {
    let mut model = panels.model();
    let side = model.side(on);
    let all = side.tabs.len();
    let place = |id: u32| side.tabs.iter().position(|tab| tab.id == id).ok_or(Refusal::Gone);
    let next = match *ask {
        TabAsk::New => side.shown + 1,
        TabAsk::Close { id } => {
            let closed = place(id)?;
            if all == 1 {
                return Err(Refusal::because(tr!("desktop-only-tab")));
            }
            side.tabs.remove(closed);
            let next = if closed < side.shown { side.shown - 1 } else { side.shown };
            next.min(all - 2)
        }
        TabAsk::Show { id } => place(id)?,
        TabAsk::Next => (side.shown + 1) % all.max(1),
        TabAsk::Previous => (side.shown + all.max(1) - 1) % all.max(1),
    };
    if *ask == TabAsk::New {
        let here = model.shown(on)?.panel();
        let (dir, shows) = (here.dir.clone(), here.shows.clone());
        let wanted = here.current_name().filter(|_| here.subject == Subject::Directory);
        let mut tab = model.tab(Panel::new(dir, shows));
        if let Some(name) = wanted {
            tab.panel_mut().stand_on(&name);
        }
        model.side(on).tabs.insert(next, tab);
    }
    model.side(on).shown = next;
    let panel = model.shown(on)?.panel();
    // What was found stays; what a folder has may be old by now.
    let is_old = panel.subject == Subject::Directory || !panel.load.listed;
    drop(model);
    if is_old {
        list(panels, on);
    }
    panels.feed.mark(Changed::Panel(on));
    panels.watch();
    Ok(())
}

/// Lets the panels change places.
pub(super) fn swap(panels: &Arc<Panels>) {
    {
        let mut model = panels.model();
        let [left, right] = &mut model.sides;
        std::mem::swap(&mut left.tabs, &mut right.tabs);
        std::mem::swap(&mut left.shown, &mut right.shown);
    }
    for side in PanelSide::ALL {
        panels.feed.mark(Changed::Panel(side));
    }
}

/// Shows the folder of a panel in the other one, too.
pub(super) fn equal(panels: &Arc<Panels>, side: PanelSide) -> Result<(), Refusal> {
    let goal = {
        let mut model = panels.model();
        let tab = model.shown(side)?;
        let name = tab.panel().current_name().filter(|_| tab.trashed.is_none());
        (tab.panel().dir.clone(), name)
    };
    arrive(panels, side.other(), goal)
}

/// Marks on both sides what the other side lacks, or has in another state.
pub(super) fn compare(panels: &Panels) -> Result<(), Refusal> {
    let mut model = panels.model();
    let not_yet = || Refusal::because(tr!("desktop-folders-opening"));
    for side in PanelSide::ALL {
        let panel = model.shown(side)?.panel();
        if !panel.load.whole || panel.error.is_some() {
            return Err(not_yet());
        }
    }
    let [left, right] = &mut model.sides;
    let (left, right) = (left.tabs.get_mut(left.shown), right.tabs.get_mut(right.shown));
    let (left, right) = left.zip(right).ok_or(Refusal::Gone)?;
    let count = left.panel_mut().mark_differing(right.panel_mut()) as u64;
    for side in PanelSide::ALL {
        panels.feed.mark(Changed::Panel(side));
    }
    let tone = if count == 0 { Tone::Good } else { Tone::Plain };
    let notice = Notice::new(tone, NoticeCode::Compared);
    panels.feed.notify(Notice { count: Some(count), ..notice });
    Ok(())
}

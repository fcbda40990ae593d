//! Carries out what the user asks of the panels.

use std::path::PathBuf;
use std::sync::Arc;

use fcp_browse::panel::{Panel, Shows};
use fcp_presentation::session;

use super::model::{Side, Whose};
use super::{Panels, eject, far, find, go, listing, marks, places, refresh, tabs};
use crate::feed::Changed;
use crate::names::name;
use crate::wire::{Notice, NoticeCode, PanelAsk, PanelSide, PanelsAsk, PlaceId, Refusal, Tone};

impl Panels {
    /// Shows a folder in a panel, for a launch.
    pub(crate) fn show(self: &Arc<Self>, side: PanelSide, dir: PathBuf) -> Result<(), Refusal> {
        go::arrive(self, side, (dir, None))
    }

    /// Unmounts a removable device, so that the user can take it out.
    pub(crate) fn eject(&self, place: PlaceId) -> Result<(), Refusal> {
        eject::eject(&self.places, place)
    }

    /// Shows folders: those that are named and, as the program begins, those of last time.
    pub(crate) fn open(self: &Arc<Self>, dirs: [Option<PathBuf>; 2]) {
        if self.refresher.get().is_some() {
            for (side, dir) in PanelSide::ALL.into_iter().zip(dirs) {
                let Some(dir) = dir else { continue };
                match go::arrive(self, side, (dir, None)) {
                    // Each side has a tab by now.
                    Ok(()) | Err(_) => {}
                }
            }
            return;
        }
        let start = self.home.or_root();
        let kept = self.saved.session();
        let mut model = self.model();
        model.focus = kept.focus;
        for ((side, tabs), dir) in PanelSide::ALL.into_iter().zip(kept.sides).zip(dirs) {
            let stored = tabs.tabs.into_iter().map(session::Tab::from);
            let restored = session::restore(stored, tabs.shown, dir.clone());
            let (panels, shown) = restored.unwrap_or_else(|| {
                let dir = dir.unwrap_or_else(|| start.clone());
                (vec![Panel::new(dir, Shows::default())], 0)
            });
            let tabs = panels.into_iter().map(|panel| model.tab(panel)).collect();
            *model.side(side) = Side { tabs, shown, ..Side::default() };
        }
        drop(model);
        drop(self.refresher.set(refresh::start(self)));
        places::start(&self.places);
        for side in PanelSide::ALL {
            listing::list(self, side);
        }
    }

    /// Does what is asked of a panel.
    pub(crate) fn ask(self: &Arc<Self>, side: PanelSide, ask: PanelAsk) -> Result<(), Refusal> {
        let whose = Whose::Shown(side);
        let change = |work: &dyn Fn(&mut Panel)| self.change(whose, 0, work).ok_or(Refusal::Gone);
        match ask {
            PanelAsk::Look { from, count } => {
                let mut model = self.model();
                model.side(side).look = (from, count);
                model.shown(side)?.panel_mut().top = from as usize;
                self.feed.mark(Changed::Panel(side));
            }
            PanelAsk::Cursor { row, id, touch } => {
                let mut model = self.model();
                // Commands run beside each other, so that an older one may come later.
                if touch < model.side(side).touch {
                    return Ok(());
                }
                model.side(side).touch = touch;
                let at = id.and_then(|id| model.row_of(side, id).ok());
                model.shown(side)?.panel_mut().stand(at.unwrap_or(row as usize));
                self.feed.mark(Changed::Panel(side));
            }
            PanelAsk::Mark { mark } => {
                let mut model = self.model();
                let mark = marks::placed(&mut model, side, mark)?;
                marks::mark_in(model.shown(side)?, mark);
                drop(model);
                self.feed.mark(Changed::Panel(side));
            }
            PanelAsk::Go { to } => go::go(self, side, to)?,
            PanelAsk::Sort { sort } => change(&|panel| {
                panel.show_as(Shows { order: sort.into(), ..panel.shows.clone() });
            })?,
            PanelAsk::Hidden { shown } => change(&|panel| {
                panel.show_as(Shows { hidden: shown, ..panel.shows.clone() });
            })?,
            PanelAsk::Filter { text } => change(&|panel| panel.set_filter(text.clone()))?,
            PanelAsk::Seek { text, here, backwards } => {
                self.seek(side, &text, here, backwards)?;
            }
            PanelAsk::Reload => listing::list(self, side),
            PanelAsk::StopListing => far::stop(self, side)?,
            PanelAsk::Measure => {
                self.dir(side).here()?;
                find::measure(self, side)?;
            }
            PanelAsk::Find { what } => {
                self.dir(side).here()?;
                let what = find::spec(what)?;
                {
                    let mut model = self.model();
                    let tab = model.shown(side)?;
                    go::leave(tab);
                    tab.panel_mut().search(what);
                }
                listing::list(self, side);
            }
            PanelAsk::StopFinding => find::stop(self, side),
            PanelAsk::Tab { tab } => tabs::ask(self, side, &tab)?,
        }
        self.remember();
        Ok(())
    }

    /// Does what is asked of both panels.
    pub(crate) fn ask_both(self: &Arc<Self>, ask: &PanelsAsk) -> Result<(), Refusal> {
        match *ask {
            PanelsAsk::Swap => tabs::swap(self),
            PanelsAsk::Equal { side } => tabs::equal(self, side)?,
            PanelsAsk::Compare => tabs::compare(self)?,
            PanelsAsk::Focus { side } => {
                self.model().focus = side;
                // The title of the window names its folder.
                self.feed.mark(Changed::Panel(side));
            }
            PanelsAsk::Bookmark { side } => {
                places::bookmark(&self.places, self.dir(side).into_spelled())?;
            }
            PanelsAsk::Unbookmark { place } => places::unbookmark(&self.places, place)?,
        }
        self.remember();
        Ok(())
    }

    /// Stands on the next name that matches, or says that there is none.
    fn seek(
        &self,
        side: PanelSide,
        text: &str,
        here: bool,
        backwards: bool,
    ) -> Result<(), Refusal> {
        let found = self.change(Whose::Shown(side), 0, |panel| {
            let (cursor, len) = (panel.cursor, panel.len().max(1));
            let from = match (here, backwards) {
                (true, _) => cursor,
                (false, false) => (cursor + 1) % len,
                (false, true) => (cursor + len - 1) % len,
            };
            panel.seek(text, from, backwards)
        });
        if !found.ok_or(Refusal::Gone)? {
            let notice = Notice::new(Tone::Plain, NoticeCode::NotFound);
            let name = Some(name(text));
            self.feed.notify(Notice { name, ..notice });
        }
        Ok(())
    }

    /// Gives folders that a typed path may mean.
    pub(crate) fn complete(&self, side: PanelSide, text: &str) -> Vec<String> {
        go::complete(self.dir(side).spelled(), self.home.path(), text)
    }

    /// Gives the machines that the user's ssh knows by name.
    pub(crate) fn known_machines(&self) -> Vec<String> {
        go::known_machines(self.home.path())
    }
}

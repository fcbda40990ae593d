//! Runs the two panels of the file manager: folders with their tabs, and the places beside them.
//!
//! [`model`] holds what is known under one lock that no disk is waited for with; threads look at disks and
//! bring what they find. What a panel does with it is the engine's [`Panel`].

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use fcp_browse::panel::{Panel, Shows};
use fcp_engine::path::DisplayName;
use fcp_presentation::home;

use crate::app::App;
use crate::feed::Changed;
use crate::wire::{
    EntryId, Notice, NoticeCode, PanelAsk, PanelSide, PanelState, PanelsAsk, PlaceId, PlaceState,
    Refusal, Tone, Update,
};

mod counts;
mod eject;
mod entries;
mod find;
mod go;
mod icon;
mod listing;
mod marks;
mod model;
mod places;
mod refresh;
pub(crate) mod session;
mod state;
mod tabs;
#[cfg(test)]
mod tests;
mod trash;

pub(crate) use eject::eject;
use model::{Model, SIDES, Side, Whose};
use places::Places;
use refresh::Word;

/// Entries of a panel that is changed beside the lock: to order a million takes a tenth of a second.
const MANY: usize = 50_000;

/// Both panels and the places.
#[derive(Debug, Default)]
pub(crate) struct Panels {
    model: Mutex<Model>,
    places: Places,
    refresher: OnceLock<Sender<Word>>,
    /// Where the user's trash is.
    trash: OnceLock<PathBuf>,
}

/// Shows a folder in a panel, for a launch.
pub(crate) fn show(app: &Arc<App>, side: PanelSide, dir: PathBuf) -> Result<(), Refusal> {
    go::arrive(app, side, (dir, None))
}

impl Panels {
    fn model(&self) -> MutexGuard<'_, Model> {
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows folders: those that are named and, as the program begins, those of last time.
    pub(crate) fn open(&self, app: &Arc<App>, dirs: [Option<PathBuf>; 2]) {
        if self.refresher.get().is_some() {
            for (side, dir) in SIDES.into_iter().zip(dirs) {
                let Some(dir) = dir else { continue };
                match go::arrive(app, side, (dir, None)) {
                    // Each side has a tab by now.
                    Ok(()) | Err(_) => {}
                }
            }
            return;
        }
        if let Some(home) = home::find(|name| app.variable(name)) {
            // It is opened once.
            drop(self.trash.set(home.data.join("Trash/files")));
        }
        let start = app.home.clone().unwrap_or_else(|| "/".into());
        let kept = app.kept.session();
        let mut model = self.model();
        model.focus = kept.focus;
        for ((side, tabs), dir) in SIDES.into_iter().zip(kept.sides).zip(dirs) {
            let shown = tabs.shown;
            let mut tabs: Vec<_> =
                tabs.tabs.into_iter().map(|tab| model.tab(tab.dir.0, tab.shows)).collect();
            let shown = shown.min(tabs.len().saturating_sub(1));
            match (tabs.get_mut(shown), dir) {
                (Some(tab), Some(dir)) => {
                    *tab.panel_mut() = Panel::new(dir, tab.panel().shows.clone());
                }
                (Some(_), None) => {}
                (None, dir) => {
                    let dir = dir.unwrap_or_else(|| start.clone());
                    tabs.push(model.tab(dir, Shows::default()));
                }
            }
            *model.side(side) = Side { tabs, shown, ..Side::default() };
        }
        drop(model);
        drop(self.refresher.set(refresh::start(app)));
        places::start(app);
        for side in SIDES {
            listing::list(app, side);
        }
    }

    /// Gives what a panel shows.
    pub(crate) fn state(&self, app: &Arc<App>, side: PanelSide) -> Option<PanelState> {
        let dir = self.dir(side);
        let written = app.jobs.written(&dir);
        let mut model = self.model();
        let (state, turned) = state::state(&mut model, side, &written, app.home.as_deref())?;
        let told = state.from as usize..state.from as usize + state.rows.len();
        let request = model.shown(side).ok().and_then(|tab| counts::wanted(tab, told));
        drop(model);
        if let Some(request) = request {
            counts::start(app, request);
        }
        if turned {
            // What the other one shows is remembered, however long ago it was told.
            app.feed.mark(Changed::Panel(model::other(side)));
        }
        Some(PanelState { place: self.places.around(&dir), ..state })
    }

    /// Has panels told again in whose folders jobs have written.
    pub(crate) fn jobs_changed(&self, app: &App) {
        for side in SIDES {
            let written = app.jobs.written(&self.dir(side));
            if self.model().side(side).written != written {
                app.feed.mark(Changed::Panel(side));
            }
        }
    }

    /// Gives the places.
    pub(crate) fn places(&self) -> Vec<PlaceState> {
        self.places.shown()
    }

    /// Does what is asked of a panel.
    pub(crate) fn ask(
        &self,
        app: &Arc<App>,
        side: PanelSide,
        ask: PanelAsk,
    ) -> Result<(), Refusal> {
        let whose = Whose::Shown(side);
        let change =
            |work: &dyn Fn(&mut Panel)| self.change(app, whose, 0, work).ok_or(Refusal::Gone);
        match ask {
            PanelAsk::Look { from, count } => {
                let mut model = self.model();
                model.side(side).look = (from, count);
                model.shown(side)?.panel_mut().top = from as usize;
                app.feed.mark(Changed::Panel(side));
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
                app.feed.mark(Changed::Panel(side));
            }
            PanelAsk::Mark { mark } => {
                let mut model = self.model();
                let mark = marks::placed(&mut model, side, mark)?;
                marks::mark(model.shown(side)?.panel_mut(), mark);
                drop(model);
                app.feed.mark(Changed::Panel(side));
            }
            PanelAsk::Go { to } => go::go(app, side, to)?,
            PanelAsk::Sort { sort } => change(&|panel| {
                panel.show_as(Shows { order: state::order_of(sort), ..panel.shows.clone() });
            })?,
            PanelAsk::Hidden { shown } => change(&|panel| {
                panel.show_as(Shows { hidden: shown, ..panel.shows.clone() });
            })?,
            PanelAsk::Filter { text } => change(&|panel| panel.set_filter(text.clone()))?,
            PanelAsk::Seek { text, here, backwards } => {
                self.seek(app, side, &text, here, backwards)?;
            }
            PanelAsk::Reload => listing::list(app, side),
            PanelAsk::Measure => find::measure(app, side)?,
            PanelAsk::Find { what } => {
                let what = find::spec(what)?;
                {
                    let mut model = self.model();
                    let tab = model.shown(side)?;
                    go::leave(tab);
                    tab.panel_mut().search(what);
                }
                listing::list(app, side);
            }
            PanelAsk::StopFinding => find::stop(app, side),
            PanelAsk::Tab { tab } => tabs::ask(app, side, &tab)?,
        }
        self.keep(app);
        Ok(())
    }

    /// Does what is asked of both panels.
    pub(crate) fn ask_both(&self, app: &Arc<App>, ask: &PanelsAsk) -> Result<(), Refusal> {
        match *ask {
            PanelsAsk::Swap => tabs::swap(app),
            PanelsAsk::Equal { side } => tabs::equal(app, side)?,
            PanelsAsk::Compare => tabs::compare(app)?,
            PanelsAsk::Focus { side } => {
                self.model().focus = side;
                // The title of the window names its folder.
                app.feed.mark(Changed::Panel(side));
            }
            PanelsAsk::Bookmark { side } => places::bookmark(app, self.dir(side))?,
            PanelsAsk::Unbookmark { place } => places::unbookmark(app, place)?,
        }
        self.keep(app);
        Ok(())
    }

    /// Stands on the next name that matches, or says that there is none.
    fn seek(
        &self,
        app: &App,
        side: PanelSide,
        text: &str,
        here: bool,
        backwards: bool,
    ) -> Result<(), Refusal> {
        let found = self.change(app, Whose::Shown(side), 0, |panel| {
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
            let name = Some(crate::names::name(text));
            app.feed.say(Update::Notice(Box::new(Notice { name, ..notice })));
        }
        Ok(())
    }

    /// Gives folders that a typed path may mean.
    pub(crate) fn complete(&self, app: &App, side: PanelSide, text: &str) -> Vec<String> {
        go::complete(&self.dir(side), app.home.as_deref(), text)
    }

    /// Gives the path of an entry that was told lately.
    pub(crate) fn path(&self, id: EntryId) -> Result<PathBuf, Refusal> {
        self.model().entries.path(id).map(Path::to_owned).ok_or(Refusal::Gone)
    }

    /// Gives what is marked in a panel, or the entry under its cursor; of the trash, what names it there.
    pub(crate) fn marked(&self, side: PanelSide) -> Vec<PathBuf> {
        self.model().shown(side).map(|tab| tab.chosen()).unwrap_or_default()
    }

    /// Gives what is marked in a panel or, if nothing is, the entry that the user saw under its cursor.
    pub(crate) fn meant(
        &self,
        side: PanelSide,
        current: Option<EntryId>,
    ) -> Result<Vec<PathBuf>, Refusal> {
        let mut model = self.model();
        let tab = model.shown(side)?;
        if !tab.panel().marks().is_empty() {
            return Ok(tab.chosen());
        }
        // Marks that were seen and are not there any more do not mean what is under the cursor.
        let path = model.entries.path(current.ok_or(Refusal::Gone)?).ok_or(Refusal::Gone)?;
        Ok(vec![path.to_owned()])
    }

    /// Begins to count the cursor commands of a page anew, which was loaded just now.
    pub(crate) fn greet(&self) {
        let mut model = self.model();
        for side in SIDES {
            model.side(side).touch = 0;
        }
    }

    /// Drops the marks of panels in which these were marked, and nothing else, since a job has them now.
    pub(crate) fn unmark(&self, app: &App, paths: &[PathBuf]) {
        let mut model = self.model();
        for side in SIDES {
            let Ok(tab) = model.shown(side) else { continue };
            let marked = tab.panel().marks().len();
            if marked > 0 && marked == paths.len() && tab.chosen() == paths {
                tab.panel_mut().drop_marks();
                app.feed.mark(Changed::Panel(side));
            }
        }
    }

    /// Gives the entry under the cursor of a panel; of the trash, what names it there.
    pub(crate) fn current(&self, app: &App, side: PanelSide) -> Option<(EntryId, PathBuf)> {
        let mut model = self.model();
        let tab = model.shown(side).ok()?;
        let path = tab.panel().current().and_then(|entry| tab.path(entry.name))?;
        let (id, turned) = model.entries.id(path.clone());
        if turned {
            // What both show is remembered, however long ago it was told.
            for side in SIDES {
                app.feed.mark(Changed::Panel(side));
            }
        }
        Some((id, path))
    }

    /// Gives the folder of a panel.
    pub(crate) fn dir(&self, side: PanelSide) -> PathBuf {
        self.model().shown(side).map(|tab| tab.panel().dir.clone()).unwrap_or_default()
    }

    /// Gives the name of the folder that the user is in, harmless to look at.
    pub(crate) fn focused(&self) -> Option<String> {
        let mut model = self.model();
        let focus = model.focus;
        let dir = &model.shown(focus).ok()?.panel().dir;
        if self.trash().is_some_and(|trash| trash == *dir) {
            return Some("Trash".to_owned());
        }
        Some(DisplayName::new(dir.file_name().unwrap_or(dir.as_os_str())).to_string())
    }

    /// Gives the folder of a place.
    pub(crate) fn place(&self, place: PlaceId) -> Option<PathBuf> {
        self.places.dir(place)
    }

    /// Puts the cursor on something that was made or renamed, where its folder is shown.
    pub(crate) fn stand_on(&self, app: &App, path: &Path) {
        let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else { return };
        let mut model = self.model();
        let sides = [model.focus, model::other(model.focus)];
        let Some(side) = sides
            .into_iter()
            .find(|side| model.shown(*side).is_ok_and(|tab| tab.panel().dir == dir))
        else {
            return;
        };
        if let Ok(tab) = model.shown(side) {
            tab.panel_mut().stand_on(name);
        }
        drop(model);
        app.feed.mark(Changed::Panel(side));
        self.tell(Word::Changed(dir.to_owned()));
    }

    /// Gives where the user's trash is.
    fn trash(&self) -> Option<PathBuf> {
        self.trash.get().cloned()
    }

    fn is_trash(&self, dir: &Path) -> bool {
        self.trash.get().is_some_and(|trash| trash == dir)
    }

    /// Has the folders watched that are shown now.
    fn watch(&self) {
        self.tell(Word::Look);
    }

    fn tell(&self, word: Word) {
        if let Some(refresher) = self.refresher.get() {
            // Without its thread nothing is watched, and Reload still lists again.
            drop(refresher.send(word));
        }
    }

    /// Remembers folders and tabs for the next start.
    fn keep(&self, app: &Arc<App>) {
        let session = session::Session::of(&self.model());
        app.kept.remember(app, session);
    }

    /// Changes a panel, and tells of it if it is shown.
    ///
    /// A panel of very many entries, or one that gets as many, is worked on beside the lock, so that the
    /// keys of the user need not wait.
    fn change<T>(
        &self,
        app: &App,
        whose: Whose,
        gets: usize,
        work: impl Fn(&mut Panel) -> T,
    ) -> Option<T> {
        const TRIES: usize = 2;
        let done = |(side, shown): (PanelSide, bool)| {
            if shown {
                app.feed.mark(Changed::Panel(side));
            }
        };
        for _ in 0..TRIES {
            let (mut panel, version) = {
                let mut model = self.model();
                let (_, _, tab) = model.find(whose)?;
                if tab.panel().counts().1.max(gets) < MANY {
                    break;
                }
                tab.copy()
            };
            let result = work(&mut panel);
            let mut model = self.model();
            let (side, shown, tab) = model.find(whose)?;
            let put = tab.put(&mut panel, version);
            drop(model);
            // Freeing a million names is slow; drop them outside the lock.
            drop(panel);
            if put {
                done((side, shown));
                return Some(result);
            }
        }
        let mut model = self.model();
        let (side, shown, tab) = model.find(whose)?;
        let result = work(tab.panel_mut());
        drop(model);
        done((side, shown));
        Some(result)
    }
}

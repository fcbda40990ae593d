//! Runs the two panels of the file manager: folders with their tabs, and the places beside them.
//!
//! [`model`] holds what is known under one lock that no disk is waited for with; threads look at disks and
//! bring what they find. What a panel does with it is the engine's [`Panel`].

mod ask;
mod counting;
mod counts;
mod eject;
mod entries;
mod far;
mod find;
mod go;
mod icon;
mod intake;
mod listing;
mod marks;
mod model;
mod owners;
mod places;
mod refresh;
mod replaced;
mod room;
mod state;
mod stop_on_drop;
mod tabs;
#[cfg(test)]
mod tests;
mod trash;

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use fcp_browse::Meta;
use fcp_browse::far::Machines;
use fcp_browse::panel::Panel;
use fcp_engine::path::with_parents;
use fcp_presentation::hits::sought;
use fcp_presentation::lock;
use fcp_presentation::tr;

use crate::engine::EngineCell;
use crate::feed::{Changed, Feed};
use crate::home_dir::HomeDir;
use crate::jobs::Jobs;
use crate::located::Located;
use crate::names;
use crate::preferences::StateFile;
use crate::wire::{EntryId, PanelSide, PlaceId, PlaceState, Refusal, Unseen};
use model::{Model, Whose};
use owners::Owners;
use places::Places;
pub(crate) use replaced::Listed;
use room::Room;

/// Entries of a panel that is changed beside the lock: to order a million takes a tenth of a second.
const MANY: usize = 50_000;

/// Both panels and the places.
#[derive(Debug)]
pub(crate) struct Panels {
    feed: Arc<Feed>,
    saved: Arc<StateFile>,
    home: HomeDir,
    engine: Arc<EngineCell>,
    /// The other machines whose folders are shown.
    machines: Arc<Machines>,
    /// Tells what is being written into the folders.
    jobs: Arc<Jobs>,
    model: Mutex<Model>,
    owners: Owners,
    room: Room,
    places: Arc<Places>,
    refresher: OnceLock<Sender<RefreshMessage>>,
}

/// A message to the thread that keeps the panels up to date with the disk.
#[derive(Debug)]
enum RefreshMessage {
    /// Other folders may be shown, or a listing has ended.
    Look,
    /// A folder has changed.
    Changed(PathBuf),
    /// So the watch says, and how it watches the folder now.
    Watched(fcp_browse::Changed),
    /// Jobs have written: there is another room left.
    Room,
}

/// What a search for text has found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The number of the line, counted from 1.
    pub(crate) line: u64,
    /// What a viewer looks for to find the same.
    pub(crate) seeks: Option<String>,
}

impl Panels {
    /// Makes panels that show nothing yet.
    pub(crate) fn new(
        feed: Arc<Feed>,
        saved: Arc<StateFile>,
        home: HomeDir,
        engine: Arc<EngineCell>,
        jobs: Arc<Jobs>,
        machines: Arc<Machines>,
    ) -> Arc<Self> {
        let places = Places::new(Arc::clone(&feed), Arc::clone(&saved), home.clone());
        Arc::new(Self {
            feed,
            saved,
            home,
            engine,
            machines,
            jobs,
            model: Mutex::default(),
            owners: Owners::default(),
            room: Room::default(),
            places,
            refresher: OnceLock::new(),
        })
    }

    fn model(&self) -> MutexGuard<'_, Model> {
        lock(&self.model)
    }

    /// Gives the other machines, by which what a panel shows there is looked at and changed.
    pub(crate) fn machines(&self) -> &Arc<Machines> {
        &self.machines
    }

    /// Gives the places.
    pub(crate) fn places(&self) -> Vec<PlaceState> {
        self.places.shown()
    }

    /// Gives the path of an entry that was told lately.
    pub(crate) fn path(&self, id: EntryId) -> Result<Located, Refusal> {
        let path = self.model().entries.path(id).map(Path::to_owned);
        path.map(Located::new).ok_or(Refusal::Gone)
    }

    /// Gives what is marked in a panel, or the entry under its cursor; of the trash, what names it there.
    pub(crate) fn marked(&self, side: PanelSide) -> Vec<Located> {
        self.model().shown(side).map(|tab| located(tab.chosen())).unwrap_or_default()
    }

    /// Gives what is marked in a panel or, if nothing is, the entry that the user saw under its cursor.
    pub(crate) fn meant(
        &self,
        side: PanelSide,
        current: Option<EntryId>,
    ) -> Result<Vec<Located>, Refusal> {
        let mut model = self.model();
        let tab = model.shown(side)?;
        if !tab.panel().marks().is_empty() {
            return Ok(located(tab.chosen()));
        }
        // Marks that were seen and are not there any more do not mean what is under the cursor.
        let path = model.entries.path(current.ok_or(Refusal::Gone)?).ok_or(Refusal::Gone)?;
        Ok(vec![Located::new(path.to_owned())])
    }

    /// Gives what is marked in a panel and not shown there.
    pub(crate) fn unseen(&self, side: PanelSide) -> Option<Unseen> {
        self.model().shown(side).ok().and_then(|tab| tab.unseen())
    }

    /// Begins to count the cursor commands of a page anew, which was loaded just now.
    pub(crate) fn greet(&self) {
        let mut model = self.model();
        for side in PanelSide::ALL {
            let side = model.side(side);
            side.touch = 0;
            side.tabs.iter_mut().for_each(|tab| tab.before = None);
        }
    }

    /// Drops the marks of panels in which these were marked, and nothing else, since a job has them now.
    pub(crate) fn unmark(&self, paths: &[PathBuf]) {
        let mut model = self.model();
        for side in PanelSide::ALL {
            let Ok(tab) = model.shown(side) else { continue };
            let marked = tab.panel().marks().len();
            if marked > 0 && marked == paths.len() && tab.chosen() == paths {
                tab.panel_mut().drop_marks();
                self.feed.mark(Changed::Panel(side));
            }
        }
    }

    /// Gives the entry under the cursor of a panel; of the trash, what names it there.
    ///
    /// A hit of a search in files comes with the number of its line.
    pub(crate) fn current(&self, side: PanelSide) -> Option<(EntryId, Located, Option<u64>)> {
        let mut model = self.model();
        let tab = model.shown(side).ok()?;
        let entry = tab.panel().current()?;
        let line = tab.panel().line(&entry).map(|line| line.number);
        let (path, kind) = (tab.path(entry.name)?, entry.kind);
        let (id, turned) = model.entries.id(path.clone(), kind);
        if turned {
            // What both show is remembered, however long ago it was told.
            for side in PanelSide::ALL {
                self.feed.mark(Changed::Panel(side));
            }
        }
        Some((id, Located::new(path), line))
    }

    /// Gives what a listing has told of the entry under the cursor of a panel.
    pub(crate) fn listed(&self, side: PanelSide) -> Option<Meta> {
        self.model().shown(side).ok()?.panel().current()?.meta.cloned()
    }

    /// Gives what a search for text has found in the entry under the cursor of a panel, if that is at a path.
    pub(crate) fn hit(&self, side: PanelSide, path: &Path) -> Option<Hit> {
        let mut model = self.model();
        let tab = model.shown(side).ok()?;
        let panel = tab.panel();
        let entry = panel.current()?;
        let line = panel.line(&entry)?.number;
        let seeks = panel.contains().and_then(sought);
        tab.path(entry.name).filter(|here| here == path)?;
        Some(Hit { line, seeks })
    }

    /// Gives the folder of a panel.
    pub(crate) fn dir(&self, side: PanelSide) -> Located {
        let dir = self.model().shown(side).map(|tab| tab.panel().dir.clone());
        Located::new(dir.unwrap_or_default())
    }

    /// Gives the archive that all of some items are in, and their folder in it, if a panel shows that.
    pub(crate) fn archive_of(&self, items: &[PathBuf]) -> Option<(PathBuf, PathBuf)> {
        let dir = items.first()?.parent()?;
        let mut model = self.model();
        let archive = PanelSide::ALL.into_iter().find_map(|side| {
            let panel = model.shown(side).ok()?.panel();
            panel.archive.clone().filter(|_| panel.dir == dir)
        })?;
        items.iter().all(|item| item.parent() == Some(dir)).then(|| (archive, dir.to_owned()))
    }

    /// Gives the name of the folder that the user is in, harmless to look at.
    pub(crate) fn focused(&self) -> Option<String> {
        let mut model = self.model();
        let focus = model.focus;
        let dir = &model.shown(focus).ok()?.panel().dir;
        if self.home.is_trash(dir) {
            return Some(tr!("desktop-trash").to_owned());
        }
        Some(names::folder(dir).text)
    }

    /// Gives the folder of a place.
    pub(crate) fn place(&self, place: PlaceId) -> Option<Located> {
        self.places.dir(place).map(Located::new)
    }

    /// Puts the cursor on something that was made or renamed, where its folder is shown.
    pub(crate) fn stand_on(&self, path: &Path) {
        let (Some(dir), Some(name)) = (path.parent(), path.file_name()) else { return };
        let mut model = self.model();
        let sides = [model.focus, model.focus.other()];
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
        self.feed.mark(Changed::Panel(side));
        self.tell(RefreshMessage::Changed(dir.to_owned()));
    }

    /// Has folders of another machine listed again where something below them was changed from here: that machine tells
    /// nothing of changes.
    pub(crate) fn changed_there(&self, path: &Path) {
        for dir in with_parents(path).skip(1) {
            self.tell(RefreshMessage::Changed(dir.to_owned()));
        }
    }

    /// Has the folders watched that are shown now.
    fn watch(&self) {
        self.tell(RefreshMessage::Look);
    }

    fn tell(&self, word: RefreshMessage) {
        if let Some(refresher) = self.refresher.get() {
            // Without its thread nothing is watched, and Reload still lists again.
            drop(refresher.send(word));
        }
    }

    /// Remembers folders and tabs for the next start.
    fn remember(&self) {
        let session = self.model().session();
        self.saved.remember(session);
    }

    /// Changes a panel, and tells of it if it is shown.
    ///
    /// A panel of very many entries, or one that gets as many, is worked on beside the lock, so that the
    /// keys of the user need not wait.
    fn change<T>(&self, whose: Whose, gets: usize, work: impl Fn(&mut Panel) -> T) -> Option<T> {
        const TRIES: usize = 2;
        let done = |(side, shown): (PanelSide, bool)| {
            if shown {
                self.feed.mark(Changed::Panel(side));
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

fn located(paths: Vec<PathBuf>) -> Vec<Located> {
    paths.into_iter().map(Located::new).collect()
}

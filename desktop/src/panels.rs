//! The panels: folders with their tabs, and the places beside them.

use std::path::{Path, PathBuf};

use crate::app::App;
use crate::wire::{
    EntryId, PanelAsk, PanelSide, PanelState, PanelsAsk, PlaceId, PlaceState, Refusal,
};

/// Both panels and the places.
#[derive(Debug, Default)]
pub(crate) struct Panels {}

impl Panels {
    /// Gives what a panel shows.
    pub(crate) fn state(&self, _app: &App, _side: PanelSide) -> Option<PanelState> {
        None
    }

    /// Gives the places.
    pub(crate) fn places(&self) -> Vec<PlaceState> {
        Vec::new()
    }

    /// Shows folders, as the program begins.
    pub(crate) fn open(&self, _app: &App, _dirs: [Option<PathBuf>; 2]) {}

    /// Does what is asked of a panel.
    pub(crate) fn ask(&self, _app: &App, _side: PanelSide, _ask: PanelAsk) -> Result<(), Refusal> {
        Err(Refusal::Gone)
    }

    /// Does what is asked of both panels.
    pub(crate) fn ask_both(&self, _app: &App, _ask: PanelsAsk) -> Result<(), Refusal> {
        Err(Refusal::Gone)
    }

    /// Gives folders that a typed path may mean.
    pub(crate) fn complete(&self, _app: &App, _side: PanelSide, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// Gives the path of an entry of this or a recent listing.
    pub(crate) fn path(&self, _id: EntryId) -> Result<PathBuf, Refusal> {
        Err(Refusal::Gone)
    }

    /// Gives what is marked in a panel, or the entry under its cursor.
    pub(crate) fn marked(&self, _side: PanelSide) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Gives the folder of a panel.
    pub(crate) fn dir(&self, _side: PanelSide) -> PathBuf {
        PathBuf::new()
    }

    /// Gives the folder of a place.
    pub(crate) fn place(&self, _place: PlaceId) -> Option<PathBuf> {
        None
    }

    /// Gives the entry under the cursor of a panel; of the trash, what names it there.
    pub(crate) fn current(&self, _side: PanelSide) -> Option<(EntryId, PathBuf)> {
        None
    }

    /// Stands on a name that was made or changed, where it is listed.
    pub(crate) fn stand_on(&self, _app: &App, _path: &Path) {}
}

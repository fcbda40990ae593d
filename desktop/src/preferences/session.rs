//! The folders and tabs of the panels, as they are stored.

use fcp_browse::panel::{Panel, Shows};
use fcp_engine::path::WirePath;
use serde::{Deserialize, Serialize};

use crate::wire::{PanelSide, Sort};

/// Folders and tabs of both panels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Session {
    /// Both sides.
    pub(crate) sides: [Tabs; 2],
    /// The one in use.
    pub(crate) focus: PanelSide,
}

/// Tabs of one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Tabs {
    /// The tabs.
    pub(crate) tabs: Vec<Tab>,
    /// Which one is shown.
    pub(crate) shown: usize,
}

/// A tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Kept", from = "Kept")]
pub(crate) struct Tab {
    /// Its folder; if it no longer exists at the next start, the panel shows the error.
    pub(crate) dir: WirePath,
    /// How it is shown.
    pub(crate) shows: Shows,
}

/// A tab in the file.
#[derive(Clone, Serialize, Deserialize)]
struct Kept {
    dir: WirePath,
    hidden: bool,
    sort: Sort,
}

impl From<Tab> for Kept {
    fn from(tab: Tab) -> Self {
        Self { dir: tab.dir, hidden: tab.shows.hidden, sort: tab.shows.order.into() }
    }
}

impl From<Kept> for Tab {
    fn from(kept: Kept) -> Self {
        Self { dir: kept.dir, shows: Shows { hidden: kept.hidden, order: kept.sort.into() } }
    }
}

impl Tab {
    /// Describes a panel.
    pub(crate) fn of(panel: &Panel) -> Self {
        // A search is not done again by itself; its folder is shown.
        Self { dir: panel.dir.clone().into(), shows: panel.shows.clone() }
    }
}

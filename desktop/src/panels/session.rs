//! Remembers folders and tabs of the panels from one start to the next.

use fcp_browse::panel::{Panel, Shows};
use fcp_engine::path::WirePath;
use serde::{Deserialize, Serialize};

use super::model::{Model, Side};
use super::state::{order_of, sort_of};
use crate::wire::{PanelSide, Sort};

/// Folders and tabs of both panels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Session {
    /// Both sides.
    pub(super) sides: [Tabs; 2],
    /// The one in use.
    pub(super) focus: PanelSide,
}

/// Tabs of one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Tabs {
    /// The tabs.
    pub(super) tabs: Vec<Tab>,
    /// Which one is shown.
    pub(super) shown: usize,
}

/// A tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Kept", from = "Kept")]
pub(super) struct Tab {
    /// Its folder; if it no longer exists at the next start, the panel shows the error.
    pub(super) dir: WirePath,
    /// How it is shown.
    pub(super) shows: Shows,
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
        Self { dir: tab.dir, hidden: tab.shows.hidden, sort: sort_of(tab.shows.order) }
    }
}

impl From<Kept> for Tab {
    fn from(kept: Kept) -> Self {
        Self { dir: kept.dir, shows: Shows { hidden: kept.hidden, order: order_of(kept.sort) } }
    }
}

impl Session {
    /// Gives the folders and tabs to remember.
    pub(super) fn of(model: &Model) -> Self {
        let tabs = |side: &Side| Tabs {
            tabs: side.tabs.iter().map(|tab| Tab::of(tab.panel())).collect(),
            shown: side.shown,
        };
        let [left, right] = &model.sides;
        Self { sides: [tabs(left), tabs(right)], focus: model.focus }
    }
}

impl Tab {
    fn of(panel: &Panel) -> Self {
        // A search is not done again by itself; its folder is shown.
        Self { dir: panel.dir.clone().into(), shows: panel.shows.clone() }
    }
}

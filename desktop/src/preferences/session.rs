//! The folders and tabs of the panels, as they are stored.

use fcp_browse::panel::Shows;
use fcp_engine::path::WirePath;
use fcp_presentation::session;
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

/// A tab as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Tab {
    dir: WirePath,
    hidden: bool,
    sort: Sort,
}

impl From<session::Tab> for Tab {
    fn from(tab: session::Tab) -> Self {
        Self { dir: tab.dir.into(), hidden: tab.shows.hidden, sort: tab.shows.order.into() }
    }
}

impl From<Tab> for session::Tab {
    fn from(tab: Tab) -> Self {
        Self { dir: tab.dir.0, shows: Shows { hidden: tab.hidden, order: tab.sort.into() } }
    }
}

#[cfg(test)]
mod tests {
    use fcp_browse::SortKey;

    use super::*;

    #[test]
    fn a_session_that_an_earlier_version_stored_is_read_and_written_alike() {
        let stored = r#"{"sides":[{"tabs":[{"dir":{"text":"/a"},"hidden":true,"sort":{"key":"size",
            "descending":true,"directories_first":false}}],"shown":0},{"tabs":[],"shown":0}],"focus":"right"}"#;
        let stored: serde_json::Value = serde_json::from_str(stored).unwrap();
        let session: Session = serde_json::from_value(stored.clone()).unwrap();
        let tab = session::Tab::from(session.sides[0].tabs[0].clone());
        assert_eq!((&*tab.dir, tab.shows.hidden), (std::path::Path::new("/a"), true));
        assert_eq!((tab.shows.order.key, session.focus), (SortKey::Size, PanelSide::Right));
        assert_eq!(serde_json::to_value(&session).unwrap(), stored);
    }
}

//! Restores the tabs of a panel from what an app stored at its last end.

use std::path::PathBuf;

use fcp_browse::panel::{Panel, Shows};

/// A tab as it is stored: its folder, and how it is shown.
///
/// A search is not stored, but its folder. Whether a folder still exists is not checked here: stat(2) may hang.
/// The panel reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// The folder.
    pub dir: PathBuf,
    /// How it is shown.
    pub shows: Shows,
}

impl Tab {
    /// Describes a panel.
    pub fn of(panel: &Panel) -> Self {
        Self { dir: panel.dir.clone(), shows: panel.shows.clone() }
    }
}

/// Makes the panels of a side and the index of the one that is shown; none where no tab was stored.
///
/// A folder that the user named replaces that of the shown tab, which keeps how it is shown.
pub fn restore(
    tabs: impl IntoIterator<Item = Tab>,
    shown: usize,
    named: Option<PathBuf>,
) -> Option<(Vec<Panel>, usize)> {
    let mut panels: Vec<Panel> =
        tabs.into_iter().map(|tab| Panel::new(tab.dir, tab.shows)).collect();
    let shown = shown.min(panels.len().checked_sub(1)?);
    if let (Some(panel), Some(dir)) = (panels.get_mut(shown), named) {
        *panel = Panel::new(dir, panel.shows.clone());
    }
    Some((panels, shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restored(dirs: &[&str], shown: usize, named: Option<&str>) -> Option<(Vec<Panel>, usize)> {
        let shows = Shows { hidden: true, ..Shows::default() };
        let tab = |dir: &&str| Tab { dir: dir.into(), shows: shows.clone() };
        restore(dirs.iter().map(tab), shown, named.map(PathBuf::from))
    }

    #[test]
    fn a_named_folder_is_shown_as_the_one_before_it_was() {
        let (panels, shown) = restored(&["/a", "/b"], 1, Some("/c")).unwrap();
        let dirs: Vec<_> = panels.iter().map(|panel| panel.dir.to_str().unwrap()).collect();
        assert_eq!((dirs, shown), (vec!["/a", "/c"], 1));
        assert!(panels.iter().all(|panel| panel.shows.hidden));
    }

    #[test]
    fn a_tab_that_there_is_not_is_the_last_one() {
        assert_eq!(restored(&["/a", "/b"], 9, None).unwrap().1, 1);
        assert!(restored(&[], 0, Some("/c")).is_none());
    }
}

//! The items that a dialog is about to copy, move or remove, and what was counted below them so far.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use fcp_browse::Measure;
use fcp_browse::panel::{Entry, Panel};
use fcp_engine::event::FileKind;
use fcp_presentation::room::Amount;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;

use super::unseen::Unseen;

/// Bytes of a file whose holes are worth a look.
const LARGE: u64 = 1 << 20;

/// Items of a panel that a job is about to act on.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    /// The directory they are in; of several, that of the panel.
    pub from: PathBuf,
    /// The number of directories they are in.
    pub dirs: usize,
    /// Whether they are what is marked in all directories, rather than in that of the panel.
    pub everywhere: bool,
    /// Whether it is one item that the mouse has carried, beside what is marked.
    pub alone: bool,
    /// Their paths.
    pub paths: Vec<PathBuf>,
    /// Those of them that the panel did not show.
    pub unseen: Unseen,
    /// What the panel showed of them when they were chosen.
    pub shown: Shown,
    /// Folders among them.
    pub folders: usize,
    /// The paths of those folders.
    pub folder_paths: Vec<PathBuf>,
    /// Bytes of the files among them, as far as they are known without counting.
    pub size: u64,
    /// Those of these files that may have holes.
    pub large: Vec<OsString>,
    /// The number of the requests made for the dialog.
    pub ticket: u64,
    /// What was counted below the folders so far.
    pub counted: Option<Measure>,
    /// Whether that is all.
    pub whole: bool,
    /// Whether anything is counted: in an archive only the extraction meets what is in its folders.
    pub counts: bool,
}

impl Items {
    /// Gives the items that are chosen in a panel, and the names of the folders among them.
    pub(crate) fn chosen(panel: &Panel, ticket: u64) -> Option<(Self, Vec<OsString>)> {
        Self::of(panel, panel.chosen(), ticket).map(|(items, names)| {
            let unseen = Unseen::of(panel);
            (Self { unseen, ..items }, names)
        })
    }

    /// Gives the types of the items that are chosen in a panel, as it shows them.
    pub(crate) fn types(panel: &Panel) -> Shown {
        types_of(panel, &panel.chosen())
    }

    /// Gives the type of the item under the cursor.
    pub(crate) fn type_of_current(panel: &Panel) -> Shown {
        types_of(panel, panel.current().as_slice())
    }

    /// Gives one item of a panel, whatever is marked there.
    pub(crate) fn alone(
        panel: &Panel,
        entry: Entry<'_>,
        ticket: u64,
    ) -> Option<(Self, Vec<OsString>)> {
        let found = Self::of(panel, vec![entry], ticket);
        found.map(|(items, names)| (Self { alone: true, ..items }, names))
    }

    fn of(panel: &Panel, chosen: Vec<Entry<'_>>, ticket: u64) -> Option<(Self, Vec<OsString>)> {
        let paths: Vec<_> = chosen.iter().map(|entry| panel.dir.join(entry.name)).collect();
        let shown = types_of(panel, &chosen);
        let (folders, files): (Vec<_>, Vec<_>) = chosen.into_iter().partition(Entry::is_directory);
        let names: Vec<OsString> = folders.iter().map(|entry| entry.name.to_owned()).collect();
        let is_large = |entry: &&Entry<'_>| panel.size(entry).is_some_and(|size| size >= LARGE);
        let large = files.iter().filter(is_large).map(|entry| entry.name.to_owned()).collect();
        let items = Self {
            from: panel.dir.clone(),
            dirs: 1,
            everywhere: false,
            alone: false,
            paths,
            unseen: Unseen::default(),
            shown,
            folders: names.len(),
            folder_paths: names.iter().map(|name| panel.dir.join(name)).collect(),
            size: add_up(files.iter().filter_map(|entry| panel.size(entry))),
            large,
            ticket,
            counted: None,
            whole: names.is_empty(),
            counts: true,
        };
        (!items.paths.is_empty()).then_some((items, names))
    }

    /// Gives the items that are marked in all folders that a panel has shown, and the paths of the folders among them.
    ///
    /// What is gone is left out, and what is below a folder that is marked as well: it would be met twice.
    pub(crate) fn marked_everywhere(
        panel: &Panel,
        gone: &BTreeSet<PathBuf>,
        ticket: u64,
    ) -> Option<(Self, Vec<OsString>)> {
        let here = panel.marked().map(|it| (panel.dir.join(it.name), it.kind, panel.size(&it)));
        let there = panel.marked_elsewhere();
        let there = there.map(|(dir, mark)| (dir.join(&mark.name), mark.kind, mark.size));
        let all: Vec<_> = here.chain(there).filter(|(path, ..)| !gone.contains(path)).collect();
        let folders = all.iter().filter(|(_, kind, _)| *kind == FileKind::Directory);
        let folders: BTreeSet<PathBuf> = folders.map(|(path, ..)| path.clone()).collect();
        let is_nested =
            |path: &PathBuf| path.ancestors().skip(1).any(|above| folders.contains(above));
        let all: Vec<_> = all.into_iter().filter(|(path, ..)| !is_nested(path)).collect();
        let paths: Vec<PathBuf> = all.iter().map(|(path, ..)| path.clone()).collect();
        let shown = Shown::of_types(all.iter().map(|(path, kind, _)| (path.clone(), *kind)));
        let dirs: BTreeSet<_> = paths.iter().map(|path| path.parent()).collect();
        let dirs = dirs.len();
        let (folders, files): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, kind, _)| *kind == FileKind::Directory);
        let names: Vec<OsString> = folders.into_iter().map(|(path, ..)| path.into()).collect();
        let large = files.iter().filter(|(_, _, size)| size.is_some_and(|size| size >= LARGE));
        let large = large.map(|(path, ..)| path.clone().into()).collect();
        let items = Self {
            from: panel.dir.clone(),
            dirs,
            everywhere: true,
            alone: false,
            paths,
            unseen: Unseen::of(panel),
            shown,
            folders: names.len(),
            folder_paths: names.iter().map(PathBuf::from).collect(),
            size: add_up(files.iter().filter_map(|(_, _, size)| *size)),
            large,
            ticket,
            counted: None,
            whole: names.is_empty(),
            counts: true,
        };
        (!items.paths.is_empty()).then_some((items, names))
    }

    /// Unmarks them in the panel that they are from.
    pub(crate) fn unmark(&self, panel: &mut Panel) {
        match (self.alone, self.everywhere) {
            (true, _) => {}
            (false, true) => panel.drop_all_marks(),
            (false, false) => panel.drop_marks(),
        }
    }

    /// Gives the number of files among them.
    pub(crate) fn files(&self) -> u64 {
        self.paths.len().saturating_sub(self.folders) as u64
    }

    /// Gives the bytes as far as they are known.
    pub(crate) fn bytes(&self) -> u64 {
        self.size.saturating_add(self.counted.map_or(0, |counted| counted.bytes))
    }

    /// Gives the bytes with those of them that are holes, as far as they are known.
    pub(crate) fn amount(&self) -> Amount {
        let holes = self.counted.map_or(0, |counted| counted.holes);
        Amount { bytes: self.bytes(), holes }
    }

    /// Says whether the bytes are all of them; empty where nothing is counted.
    pub(crate) fn progress(&self) -> &'static str {
        match (self.folders, self.whole) {
            (0, _) => "",
            _ if !self.counts => tr!("items-in-folders-too"),
            (_, true) => tr!("items-counted"),
            (_, false) => tr!("items-so-far"),
        }
    }
}

fn types_of(panel: &Panel, entries: &[Entry<'_>]) -> Shown {
    Shown::of_types(entries.iter().map(|entry| (panel.dir.join(entry.name), entry.kind)))
}

/// Adds up sizes, of which there may be several of 8 EiB in files with holes.
fn add_up(sizes: impl Iterator<Item = u64>) -> u64 {
    sizes.fold(0, u64::saturating_add)
}

//! Keeps the marks of folders that a panel has left.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use fcp_engine::event::FileKind;

use super::{Panel, Subject, may_be_same};
use crate::Identity;

/// Folders whose marks are kept at most.
const FOLDERS: usize = 1_000;

/// An item that was marked when the panel left its folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptMark {
    /// Its name.
    pub name: OsString,
    /// Its type.
    pub kind: FileKind,
    /// Its size in bytes, as far as it was known.
    pub size: Option<u64>,
    /// What its folder is known by, as far as the listing told it.
    pub folder: Option<Identity>,
}

impl Panel {
    /// Keeps the marks of the folder, before the panel leaves it.
    pub(super) fn keep_marks(&mut self) {
        // What is in an archive is extracted, and can be neither moved nor removed.
        let keeps = self.keeps_marks && self.archive.is_none();
        if !keeps || self.subject != Subject::Directory || self.marks.is_empty() {
            return;
        }
        let marks = self.marked().map(|entry| {
            let size = self.size(&entry);
            KeptMark { name: entry.name.to_owned(), kind: entry.kind, size, folder: self.identity }
        });
        let marks: Vec<KeptMark> = marks.collect();
        let dir = self.dir.clone();
        if self.elsewhere.len() >= FOLDERS && !self.elsewhere.contains_key(&dir) {
            self.elsewhere.pop_first();
        }
        // Where the listing had not come to its end, the marks of before wait still.
        let kept = self.elsewhere.entry(dir).or_default();
        kept.retain(|old| marks.iter().all(|new| new.name != old.name));
        kept.extend(marks);
    }

    /// Marks again what was marked when the panel left the folder that it lists now.
    pub fn bring_back_marks(&mut self) {
        if self.subject != Subject::Directory {
            return;
        }
        let Some(kept) = self.elsewhere.remove(&self.dir) else { return };
        let mut marks = self.marks.clone();
        let is_here = |mark: &&KeptMark| mark.folder.is_none() || mark.folder == self.identity;
        for mark in kept.iter().filter(is_here) {
            let found = self.listing.find(&mark.name);
            if let Some(index) = found.filter(|&it| may_be_same(mark.kind, self.listing.kind(it))) {
                marks.set(index, true);
            }
        }
        self.set_marks(marks);
    }

    /// Gives what is marked in other folders, with the folder of each.
    pub fn marked_elsewhere(&self) -> impl Iterator<Item = (&Path, &KeptMark)> {
        self.elsewhere.iter().flat_map(|(dir, marks)| marks.iter().map(move |mark| (&**dir, mark)))
    }

    /// Gives how many items are marked in how many folders, this one included.
    pub fn marked_in_all(&self) -> (usize, usize) {
        let there: usize = self.elsewhere.values().map(Vec::len).sum();
        let here = self.marks.len();
        (there + here, self.elsewhere.len() + usize::from(here > 0))
    }

    /// Forgets the marks in other folders of items that are gone, and of all that was in them.
    pub fn forget_marks_below(&mut self, gone: &[PathBuf]) {
        self.elsewhere.retain(|dir, marks| {
            marks.retain(|mark| {
                let path = dir.join(&mark.name);
                !gone.iter().any(|gone| path.starts_with(gone))
            });
            !marks.is_empty()
        });
    }

    /// Forgets the marks of all folders; those of this one can be brought back.
    pub fn drop_all_marks(&mut self) {
        self.drop_marks();
        self.elsewhere.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Shows;
    use super::*;
    use crate::Listing;

    fn list(panel: &mut Panel, names: &[&str]) {
        let names = names.iter().map(|name| ((*name).into(), FileKind::File));
        panel.take(Arc::new(Listing::new(names)));
        panel.load.listed = true;
        panel.bring_back_marks();
    }

    fn marked(panel: &Panel) -> Vec<&str> {
        panel.marked().filter_map(|entry| entry.name.to_str()).collect()
    }

    /// Paths of what is marked, in this folder and in others.
    fn marked_paths(panel: &Panel) -> Vec<PathBuf> {
        let here = panel.marked().map(|entry| panel.dir.join(entry.name));
        let there = panel.marked_elsewhere().map(|(dir, mark)| dir.join(&mark.name));
        here.chain(there).collect()
    }

    #[test]
    fn marks_come_back_with_their_folder() {
        let mut panel = Panel::new("/a".into(), Shows::default());
        panel.keeps_marks = true;
        list(&mut panel, &["1", "2", "3"]);
        panel.mark_matching("2", true);
        panel.go("/b".into(), None);
        list(&mut panel, &["1", "4"]);
        assert!(panel.marks().is_empty());
        panel.mark_all(false);
        assert_eq!(panel.marked_in_all(), (3, 2));
        let paths = ["/b/1", "/b/4", "/a/2"].map(PathBuf::from);
        assert_eq!(marked_paths(&panel), paths);
        // The panel leaves before the listing has come: the marks wait on.
        panel.go("/a".into(), None);
        assert!(panel.back());
        list(&mut panel, &["1", "4"]);
        assert_eq!(marked(&panel), ["1", "4"]);
        panel.go("/a".into(), None);
        // One of the names is gone meanwhile.
        list(&mut panel, &["2", "5"]);
        assert_eq!((marked(&panel), panel.marked_in_all()), (vec!["2"], (3, 2)));
        panel.drop_all_marks();
        assert_eq!(panel.marked_in_all(), (0, 0));
    }

    #[test]
    fn no_mark_passes_to_an_item_of_another_type() {
        let list = |panel: &mut Panel, kinds: [FileKind; 2]| {
            let names = ["1", "2"].map(OsString::from).into_iter().zip(kinds);
            panel.take(Arc::new(Listing::new(names)));
            panel.load.listed = true;
            panel.bring_back_marks();
        };
        let mut panel = Panel::new("/a".into(), Shows::default());
        panel.keeps_marks = true;
        list(&mut panel, [FileKind::File, FileKind::Directory]);
        panel.mark_all(false);
        list(&mut panel, [FileKind::Symlink, FileKind::Directory]);
        assert_eq!(marked(&panel), ["2"]);
        panel.go("/b".into(), None);
        panel.go("/a".into(), None);
        list(&mut panel, [FileKind::File, FileKind::File]);
        assert_eq!((marked(&panel), panel.marked_in_all()), (vec![], (0, 0)));
    }

    #[test]
    fn marks_of_what_is_gone_are_forgotten() {
        let mut panel = Panel::new("/a/b".into(), Shows::default());
        panel.keeps_marks = true;
        list(&mut panel, &["1", "2"]);
        panel.mark_all(false);
        panel.go("/a/c".into(), None);
        list(&mut panel, &["3"]);
        panel.mark_all(false);
        panel.go("/".into(), None);
        assert_eq!(panel.marked_in_all(), (3, 2));
        panel.forget_marks_below(&["/a/b/1".into(), "/a/bc".into(), "/a/c".into()]);
        assert_eq!(marked_paths(&panel), [PathBuf::from("/a/b/2")]);
    }

    #[test]
    fn marks_of_a_folder_that_is_being_listed_are_joined_or_dropped() {
        let mut panel = Panel::new("/a".into(), Shows::default());
        panel.keeps_marks = true;
        list(&mut panel, &["1", "2", "3"]);
        panel.mark_matching("2", true);
        panel.go("/b".into(), None);
        panel.go("/a".into(), None);
        // The first names alone.
        panel.take(Arc::new(Listing::new([("1".into(), FileKind::File)])));
        panel.mark_all(false);
        panel.go("/b".into(), None);
        panel.go("/a".into(), None);
        list(&mut panel, &["1", "2", "3"]);
        assert_eq!(marked(&panel), ["1", "2"]);
        panel.go("/b".into(), None);
        panel.go("/a".into(), None);
        panel.drop_marks();
        list(&mut panel, &["1", "2", "3"]);
        assert_eq!(marked(&panel), [""; 0]);
    }

    #[test]
    fn nothing_in_an_archive_stays_marked() {
        let mut panel = Panel::new("/a.zip".into(), Shows::default());
        panel.keeps_marks = true;
        list(&mut panel, &["1"]);
        panel.archive = Some("/a.zip".into());
        panel.mark_all(false);
        panel.go("/".into(), None);
        assert_eq!(panel.marked_in_all(), (0, 0));
    }

    #[test]
    fn a_panel_that_keeps_no_marks_forgets_them() {
        let mut panel = Panel::new("/a".into(), Shows::default());
        list(&mut panel, &["1"]);
        panel.mark_all(false);
        panel.go("/b".into(), None);
        list(&mut panel, &["1"]);
        assert_eq!(panel.marked_in_all(), (0, 0));
    }
}

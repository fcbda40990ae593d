//! Notices that the path of a panel has come to mean another directory.

use std::path::Path;

use super::Panel;
use crate::Identity;

impl Panel {
    /// Takes what the directory of the listing is known by that arrives next.
    pub fn arrives(&mut self, identity: Identity) {
        self.arriving = Some(identity);
    }

    /// Gives what the listed directory is known by, as far as the listing told it.
    pub fn identity(&self) -> Option<Identity> {
        self.identity
    }

    /// Gives the path that this is of: the directory, or the archive that it is in.
    pub fn place(&self) -> &Path {
        self.archive.as_deref().unwrap_or(&self.dir)
    }

    /// Forgets what was known of names if those that arrive are in another directory of the same path.
    ///
    /// A mark was set on an item of the old one, and an action with all marked items must not meet another item that
    /// has its name.
    pub(super) fn settle(&mut self) {
        let Some(new) = self.arriving.take() else { return };
        if self.identity.replace(new).is_some_and(|old| old != new) {
            self.marks = super::Marks::default();
            self.metas = super::Metas::default();
            self.sizes.clear();
            self.dropped.clear();
            self.range = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::super::Shows;
    use super::*;

    fn list(panel: &mut Panel, dir: &Path) {
        let mut identity = None;
        let listing = crate::list_known(dir, |found| identity = Some(found), drop).unwrap();
        panel.arrives(identity.unwrap());
        panel.take(Arc::new(listing));
        panel.bring_back_marks();
    }

    #[test]
    fn marks_do_not_pass_to_another_directory_of_the_same_path() {
        let scratch = tempfile::tempdir().unwrap();
        let (dir, old) = (scratch.path().join("dir"), scratch.path().join("old"));
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("f"), "1").unwrap();
        let mut panel = Panel::new(dir.clone(), Shows::default());
        panel.keeps_marks = true;
        list(&mut panel, &dir);
        panel.mark_all(false);
        // Another listing of the same directory keeps them.
        list(&mut panel, &dir);
        assert_eq!((panel.marks().len(), panel.identity()), (1, Identity::of(&dir)));
        fs::rename(&dir, &old).unwrap();
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("f"), "another").unwrap();
        assert_ne!(panel.identity(), Identity::of(&dir));
        list(&mut panel, &dir);
        assert_eq!((panel.marks().len(), panel.identity()), (0, Identity::of(&dir)));
        // Nor do marks that wait for the panel to come back.
        panel.mark_all(false);
        panel.go(scratch.path().into(), None);
        assert_eq!((panel.identity(), panel.marked_in_all()), (None, (1, 1)));
        fs::rename(&dir, scratch.path().join("older")).unwrap();
        fs::rename(&old, &dir).unwrap();
        panel.go(dir.clone(), None);
        list(&mut panel, &dir);
        assert_eq!((panel.marks().len(), panel.marked_in_all()), (0, (0, 0)));
    }
}

//! Tells what is known of chosen items: of one all that its inode has, of several what they take together.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_browse::{Inspected, Measure};
use fcp_engine::error::OpError;
use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;

use crate::owners;

/// Bytes of an extended attribute that is shown as text.
const SHOWN: usize = 256;

/// The properties of chosen items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Properties {
    /// How many items were chosen.
    pub items: usize,
    /// The first of them.
    pub path: PathBuf,
    /// What the inode of the first one has.
    pub found: Inspected,
    /// Number and sizes of all files in them, as far as they were counted.
    pub measured: Measure,
    /// Whether all of them were counted.
    pub is_whole: bool,
    /// Name or number of the first one's owner.
    pub user: String,
    /// Name or number of the first one's group.
    pub group: String,
    /// Type of the filesystem; empty where it is not known.
    pub filesystem: String,
}

impl Properties {
    /// Reads the properties of items, and counts what is in folders until `stop` is set.
    ///
    /// `tell` is called while it counts, with what is known by then.
    ///
    /// # Errors
    /// There is no item, or the first one cannot be looked at.
    pub fn read(
        paths: &[PathBuf],
        stop: &AtomicBool,
        tell: impl Fn(&Self) + Sync,
    ) -> Result<Option<Self>, OpError> {
        let Some(first) = paths.first() else { return Ok(None) };
        let mut known = Self::of(first, paths.len())?;
        if known.is_whole {
            return Ok(Some(known));
        }
        tell(&known);
        let measured = fcp_browse::measure(paths, false, stop, |measured| {
            tell(&Self { measured: *measured, ..known.clone() });
        });
        known.measured = measured;
        known.is_whole = !stop.load(Ordering::Relaxed);
        Ok(Some(known))
    }

    /// Looks at one item; it is counted if it is a file and the only one.
    fn of(path: &Path, items: usize) -> Result<Self, OpError> {
        let found = fcp_browse::inspect(path)?;
        let mount = fcp_browse::mount_of(path.parent().unwrap_or(path));
        let is_whole = items == 1 && found.kind != FileKind::Directory;
        // A file alone has the size that its inode says, whatever its type.
        let file = || Measure {
            files: 1,
            bytes: found.size,
            allocated: found.allocated,
            ..Measure::default()
        };
        Ok(Self {
            items,
            path: path.to_owned(),
            measured: if is_whole { file() } else { Measure::default() },
            is_whole,
            user: owners::user(found.uid),
            group: owners::group(found.gid),
            filesystem: mount
                .map_or(String::new(), |mount| mount.kind.to_string_lossy().into_owned()),
            found,
        })
    }
}

/// Gives the value of an extended attribute, if it is text that fits into a line.
pub fn attribute_text(value: &[u8]) -> Option<String> {
    // Some programs count the NUL at the end of a string.
    let value = value.strip_suffix(b"\0").unwrap_or(value);
    let text = std::str::from_utf8(value).ok().filter(|text| text.len() <= SHOWN)?;
    (!text.contains('\0')).then(|| DisplayName::new(OsStr::new(text)).to_string())
}

/// Spells mode bits as `ls -l` does, without the type.
pub fn mode_text(mode: u32) -> String {
    let special = [(0o4000, 'S', 's'), (0o2000, 'S', 's'), (0o1000, 'T', 't')];
    let three = special.into_iter().zip([6, 3, 0]).map(|((bit, alone, with), shift)| {
        let has = |right: u32| mode >> shift & right != 0;
        let last = match (mode & bit != 0, has(1)) {
            (true, true) => with,
            (true, false) => alone,
            (false, true) => 'x',
            (false, false) => '-',
        };
        [if has(4) { 'r' } else { '-' }, if has(2) { 'w' } else { '-' }, last]
    });
    three.flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read(paths: &[PathBuf], stop: bool) -> Result<Option<Properties>, OpError> {
        Properties::read(paths, &AtomicBool::new(stop), |_| ())
    }

    #[test]
    fn folders_are_counted_and_what_was_not_counted_is_told() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        fs::create_dir(at("dir")).unwrap();
        fs::write(at("dir/b"), "123").unwrap();
        fs::write(at("a"), "12345").unwrap();
        let file = read(&[at("a")], false).unwrap().unwrap();
        assert_eq!((file.measured.bytes, file.is_whole), (5, true));
        let both = read(&[at("a"), at("dir")], false).unwrap().unwrap();
        assert_eq!((both.items, both.measured.bytes, both.is_whole), (2, 8, true));
        assert!(!read(&[at("dir")], true).unwrap().unwrap().is_whole);
        assert_eq!(read(&[], false).unwrap(), None);
        assert!(read(&[at("gone")], false).is_err());
    }

    #[test]
    fn modes_are_spelled_as_ls_does() {
        assert_eq!(mode_text(0o755), "rwxr-xr-x");
        assert_eq!(mode_text(0o4640), "rwSr-----");
        assert_eq!(mode_text(0o3711), "rwx--s--t");
        assert_eq!(mode_text(0o1000), "--------T");
    }

    #[test]
    fn attributes_are_shown_if_they_are_text() {
        assert_eq!(attribute_text(b"plain\0").as_deref(), Some("plain"));
        assert_eq!(attribute_text(b"two\nlines").as_deref(), Some(r"two\nlines"));
        assert_eq!(
            (attribute_text(b"a\0b"), attribute_text(b"\xff"), attribute_text(&[b'x'; SHOWN + 1])),
            (None, None, None)
        );
    }
}

//! Keeps small files in the state directory: what programs remember from one start to the next.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, OpError};
use fcp_engine::path::WirePath;

/// Name of the file with the bookmarks, which all programs share.
const BOOKMARKS: &str = "bookmarks.json";

/// Replaces a file in our directory as a whole, so that no half of it is ever read.
#[expect(clippy::disallowed_methods, reason = "the programs' own files, and none of the user's")]
pub fn replace(state: &Path, name: &str, text: &[u8]) -> Result<(), OpError> {
    let path = state.join(name);
    let beside = state.join(format!(".{name}.{}", std::process::id()));
    let write = || {
        fs::create_dir_all(state)?;
        // Typed commands are private, so other users cannot read the file.
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&beside)?;
        file.write_all(text)?;
        fs::rename(&beside, &path)
    };
    write().map_err(|error| OpError::of_io(Action::Write, &path, &error))
}

/// Reads the bookmarks; nonsense is none.
pub fn bookmarks(state: &Path) -> Vec<PathBuf> {
    let text = fs::read(state.join(BOOKMARKS)).unwrap_or_default();
    let paths: Vec<WirePath> = serde_json::from_slice(&text).unwrap_or_default();
    paths.into_iter().map(|path| path.0).collect()
}

/// Keeps the bookmarks.
pub fn keep_bookmarks(state: &Path, dirs: &[PathBuf]) -> Result<(), OpError> {
    let paths: Vec<WirePath> = dirs.iter().map(|dir| dir.clone().into()).collect();
    // Paths are always text in JSON.
    let text = serde_json::to_vec(&paths).unwrap_or_default();
    replace(state, BOOKMARKS, &text)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn bookmarks_come_back_and_are_for_the_user_alone() {
        let dir = tempfile::tempdir().unwrap();
        let state = dir.path().join("not/there/yet");
        let dirs = vec!["/a".into(), Path::new(OsStr::from_bytes(b"/caf\xe9")).to_owned()];
        assert!(bookmarks(&state).is_empty());
        keep_bookmarks(&state, &dirs).unwrap();
        assert_eq!(bookmarks(&state), dirs);
        let mode = fs::metadata(state.join(BOOKMARKS)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(&state).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_kept_says_so() {
        let error = replace(Path::new("/proc/nowhere"), "x", b"").unwrap_err();
        assert_eq!(error.path.0, Path::new("/proc/nowhere/x"));
    }
}

//! Keeps small files in the state directory: what programs remember from one start to the next.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, OpError};
use fcp_engine::path::WirePath;

/// Name of the file with the bookmarks, which all programs share.
const BOOKMARKS: &str = "bookmarks.json";

/// Names that are tried for a new file, after the first.
const TRIES: u32 = 16;

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

/// Replaces a file of the user's configuration as a whole, so that no half of it is ever read.
///
/// A symlink, as programs for dotfiles make, still leads to the file, which keeps its mode.
#[expect(clippy::disallowed_methods, reason = "the user's file is changed at the user's request")]
pub fn replace_configuration(path: &Path, text: &[u8]) -> Result<(), OpError> {
    let failed = |error: &std::io::Error| OpError::of_io(Action::Write, path, error);
    let target = match fs::canonicalize(path) {
        Ok(target) => target,
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => path.to_owned(),
        Err(error) => return Err(failed(&error)),
    };
    let dir = target.parent().unwrap_or(Path::new("/"));
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let (beside, mut file) = new_beside(dir, &name).map_err(|error| failed(&error))?;
    let mut write = || {
        if let Ok(old) = fs::metadata(&target) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&beside, &target)
    };
    write().map_err(|error| {
        // What was begun is not left beside the file.
        drop(fs::remove_file(&beside));
        failed(&error)
    })
}

/// Makes a file beside the one of this name, under a name that no other file has.
#[expect(clippy::disallowed_methods, reason = "the user's file is changed at the user's request")]
fn new_beside(dir: &Path, name: &str) -> std::io::Result<(PathBuf, fs::File)> {
    fs::create_dir_all(dir)?;
    let mut tries = 0;
    loop {
        // Of a process that had this number before, a file may be left; it is not this one's to remove.
        let beside = dir.join(format!(".{name}.{}.{tries}", std::process::id()));
        match fs::OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            Err(error) => return Err(error),
        }
    }
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
    fn a_configuration_is_replaced_behind_its_symlink_and_keeps_its_mode() {
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("dotfiles.toml"), dir.path().join("config.toml"));
        fs::write(&real, "old").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("dotfiles.toml", &link).unwrap();
        replace_configuration(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "new");
        assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
        let fresh = dir.path().join("a/b/config.toml");
        replace_configuration(&fresh, b"x").unwrap();
        assert_eq!(fs::read_to_string(&fresh).unwrap(), "x");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
        // A link that leads nowhere is not replaced by a file.
        std::os::unix::fs::symlink("nowhere", dir.path().join("dangling")).unwrap();
        assert!(replace_configuration(&dir.path().join("dangling"), b"x").is_err());
    }

    #[test]
    fn a_file_that_this_process_did_not_make_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let own = |tries| dir.path().join(format!(".config.toml.{}.{tries}", std::process::id()));
        fs::write(own(0), "another's").unwrap();
        let config = dir.path().join("config.toml");
        replace_configuration(&config, b"new").unwrap();
        assert_eq!(fs::read_to_string(&config).unwrap(), "new");
        assert_eq!(fs::read_to_string(own(0)).unwrap(), "another's");
        for tries in 1..=TRIES {
            fs::write(own(tries), "another's").unwrap();
        }
        let error = replace_configuration(&config, b"newer").unwrap_err();
        assert_eq!(error.path.0, config);
        assert!((0..=TRIES).all(|tries| own(tries).exists()));
        assert_eq!(fs::read_to_string(&config).unwrap(), "new");
    }

    #[test]
    fn what_cannot_be_kept_says_so() {
        let error = replace(Path::new("/proc/nowhere"), "x", b"").unwrap_err();
        assert_eq!(error.path.0, Path::new("/proc/nowhere/x"));
    }
}

//! Paths on other machines, in a form that no system call of this machine takes.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// What such a path begins with: no name has a NUL byte, so the kernel refuses it, and so does each library between.
const BEGIN: &[u8] = b"/\0";

/// Stands before a path that leads from the home directory there.
const HOME: &[u8] = b"/\0/";

/// A path on another machine.
///
/// Everything that holds a path may hold one of these, as [`Self::to_path`] spells it: a request, a panel, a bookmark.
/// That spelling contains a NUL byte, so wherever a path of this machine is needed it fails and can mean no file here,
/// whatever else the code does with it; only [`DisplayName`](super::DisplayName) shows it as people write it,
/// `host:/path`. The path that [`Self::path`] gives is for the other machine alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FarPath {
    host: String,
    path: PathBuf,
}

impl FarPath {
    /// Names a path on a machine; none if the name of the host could not be told from the path, or a path has a NUL byte.
    ///
    /// A relative path leads from the home directory there.
    pub fn new(host: &str, path: impl Into<PathBuf>) -> Option<Self> {
        let path: PathBuf = path.into();
        let is_host = !host.is_empty() && !host.bytes().any(|byte| byte == b'/' || byte < b' ');
        let is_path = !path.as_os_str().as_bytes().contains(&0);
        (is_host && is_path).then(|| Self { host: host.to_owned(), path })
    }

    /// Takes apart what [`Self::to_path`] has put together; none if it is a path of this machine.
    ///
    /// What leads into the host's name alone, as the parent of its topmost directory does, is that directory.
    pub fn of(path: &Path) -> Option<Self> {
        let (host, path) = parts(path.as_os_str().as_bytes())?;
        let host = std::str::from_utf8(host).ok()?.to_owned();
        let path = match path.strip_prefix(HOME.get(..2)?) {
            Some(inside) => inside.strip_prefix(b"/").unwrap_or(inside),
            None if path.is_empty() => b"/",
            None => path,
        };
        let path = if path.is_empty() { b"." } else { path };
        (!host.is_empty()).then(|| Self { host, path: PathBuf::from(OsStr::from_bytes(path)) })
    }

    /// The name of the machine, as ssh takes it.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The path there, which means nothing here.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Spells it so that it can stand where paths of this machine stand, and none is meant.
    pub fn to_path(&self) -> PathBuf {
        let path = self.path.as_os_str().as_bytes();
        let between: &[u8] = if path.starts_with(b"/") { b"" } else { HOME };
        let path: &[u8] = if path == b"." { b"" } else { path };
        PathBuf::from(OsString::from_vec([BEGIN, self.host.as_bytes(), between, path].concat()))
    }
}

impl fmt::Display for FarPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::DisplayName::new(&self.to_path()).fmt(f)
    }
}

/// Whether a path is one of another machine, which must not be looked for here.
pub fn is_far(path: &Path) -> bool {
    path.as_os_str().as_bytes().starts_with(BEGIN)
}

/// The directory above a path; none above the topmost one, which another machine has, too.
pub fn parent_of(path: &Path) -> Option<&Path> {
    let Some((_, inside)) = parts(path.as_os_str().as_bytes()) else { return path.parent() };
    // Where a home directory is, only the other machine knows.
    let has_parent = !inside.starts_with(b"/\0") && inside.iter().any(|byte| *byte != b'/');
    has_parent.then(|| path.parent()).flatten()
}

/// A path and all directories above it on its machine, the topmost one last.
pub fn with_parents(path: &Path) -> impl Iterator<Item = &Path> {
    std::iter::successors(Some(path), |path| parent_of(path))
}

/// The host, and what follows it.
fn parts(path: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = path.strip_prefix(BEGIN)?;
    Some(rest.split_at(rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len())))
}

/// The host of a path of another machine, and the path there as people write it.
pub(super) fn shown(path: &[u8]) -> Option<(&[u8], &[u8])> {
    let (host, path) = parts(path)?;
    let inside = path.strip_prefix(b"/\0");
    let inside = inside.map(|inside| inside.strip_prefix(b"/").unwrap_or(inside));
    Some((host, inside.unwrap_or(if path.is_empty() { b"/" } else { path })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::path::DisplayName;
    use proptest::prelude::*;

    fn far(host: &str, path: &str) -> FarPath {
        FarPath::new(host, path).unwrap()
    }

    #[test]
    fn a_path_elsewhere_is_shown_as_people_write_it() {
        for (path, text) in [
            (far("web", "/srv/a"), "web:/srv/a"),
            (far("me@[::1]", "/"), "me@[::1]:/"),
            (far("web", "docs/a"), "web:docs/a"),
            (far("web", "."), "web:"),
            (far("web", "/a\n"), "web:/a\\n"),
        ] {
            assert_eq!(path.to_string(), text);
            assert_eq!(FarPath::of(&path.to_path()), Some(path));
        }
        assert_eq!(DisplayName::new("/srv/a").to_string(), "/srv/a");
        assert!(!is_far(Path::new("web:/srv/a")) && FarPath::of(Path::new("/web")).is_none());
        for host in ["", "a/b", "a\0b", "a\nb"] {
            assert_eq!(FarPath::new(host, "/a"), None, "{host:?}");
        }
        assert_eq!(FarPath::new("web", "/a\0b"), None);
    }

    #[test]
    fn nothing_above_a_path_elsewhere_is_a_path_of_this_machine() {
        let path = far("web", "/srv/a").to_path();
        let above: Vec<String> =
            with_parents(&path).map(|path| DisplayName::new(path).to_string()).collect();
        assert_eq!(above, ["web:/srv/a", "web:/srv", "web:/"]);
        assert_eq!(parent_of(&far("web", ".").to_path()), None);
        assert_eq!(parent_of(Path::new("/a")), Some(Path::new("/")));
        assert_eq!(FarPath::of(&path.join("b")), Some(far("web", "/srv/a/b")));
        assert_eq!(FarPath::of(&far("web", ".").to_path().join("b")), Some(far("web", "b")));
    }

    #[test]
    fn the_system_takes_no_path_elsewhere() {
        let path = far("web", "/").to_path();
        assert!(std::fs::metadata(&path).is_err());
        assert!(std::fs::metadata(far("web", ".").to_path()).is_err());
        assert!(fcp_sys::c_path(&path).is_none());
        assert!(std::process::Command::new("true").arg(&path).status().is_err());
        assert!(std::process::Command::new("true").current_dir(&path).status().is_err());
    }

    proptest! {
        #[test]
        fn any_path_elsewhere_comes_back(bytes in prop::collection::vec(1_u8.., 1..60)) {
            let path = PathBuf::from(OsString::from_vec(bytes));
            let far = FarPath::new("web", path).unwrap();
            let spelled = far.to_path();
            prop_assert!(is_far(&spelled) && far.path.as_os_str().len() + 8 >= spelled.as_os_str().len());
            let again = FarPath::of(&spelled).unwrap();
            prop_assert_eq!(again.path(), far.path());
        }
    }
}

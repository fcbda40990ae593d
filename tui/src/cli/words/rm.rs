//! The messages about items that are not removed: path, reason and advice.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::spec::Verb;

use super::shown;

/// Why a directory that leads elsewhere stays.
const OTHER: &str = "a filesystem is mounted there, or it is a subvolume of btrfs";

/// Says why something is not removed, if the plain words of the failure are not enough.
pub(super) fn refusal(error: &OpError, verb: Verb) -> Option<String> {
    let path = shown(&error.path.0);
    if !matches!(error.action, Action::Delete | Action::Remove | Action::Trash) {
        return None;
    }
    // Other jobs remove, too: a mirror, an undo, a move. They have no such flags.
    if !matches!(verb, Verb::Delete | Verb::Trash) {
        let is_mounted = error.code == Code::MountPoint;
        return is_mounted.then(|| format!("refusing to remove {path}: {OTHER}"));
    }
    let (why, advice) = match (error.code, error.action) {
        (Code::Root, _) => {
            ("it is the root directory", "name the items in it, or add --no-preserve-root")
        }
        (Code::WorkingDirectory, _) => {
            ("it is the working directory, or above it", "start frm in another directory")
        }
        (Code::DotDirectory, _) => {
            ("it ends in '.' or '..'", "name the directory itself, or the items in it")
        }
        (Code::MountPoint, Action::Remove) => {
            (OTHER, "unmount it, or add --cross-mounts to empty it")
        }
        (Code::MountPoint, _) => (OTHER, "unmount it, or leave out --preserve-root=all"),
        (Code::OmittedDirectory, _) if is_root(&error.path.0) => {
            return Some(format!("refusing to remove {path}: it is the root directory"));
        }
        (Code::NotADirectory, Action::Delete | Action::Trash) if is_slashed(&error.path.0) => LINK,
        (Code::OmittedDirectory, _) if is_slashed_link(&error.path.0) => LINK,
        (Code::OmittedDirectory, _) => {
            return Some(format!(
                "cannot remove {path}: it is a directory; add -r to remove it and its contents"
            ));
        }
        _ => return None,
    };
    Some(format!("refusing to remove {path}: {why}; {advice}"))
}

/// Why a symlink to a folder is not removed that is named with a slash, and what to do.
const LINK: (&str, &str) = (
    "it leads through a symlink to a folder",
    "leave out the slash to remove the link, or name the items in the folder",
);

/// Whether a path has a slash behind the name of a symlink.
fn is_slashed_link(path: &Path) -> bool {
    // A path of components has no slash at its end.
    is_slashed(path) && path.components().as_path().is_symlink()
}

fn is_slashed(path: &Path) -> bool {
    path.as_os_str().as_bytes().ends_with(b"/")
}

/// Whether a path spells the root directory.
fn is_root(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::RootDir | Component::CurDir))
        && path.has_root()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::Errno;

    #[test]
    fn a_refusal_names_the_path_and_what_to_do() {
        let told = |action, code| refusal(&OpError::refused(action, code, "/a\n/m"), Verb::Delete);
        assert_eq!(
            told(Action::Remove, Code::MountPoint).unwrap(),
            r"refusing to remove '/a\n/m': a filesystem is mounted there, or it is a subvolume of btrfs; unmount it, or add --cross-mounts to empty it"
        );
        assert!(told(Action::Delete, Code::MountPoint).unwrap().ends_with("--preserve-root=all"));
        for code in [Code::Root, Code::WorkingDirectory, Code::DotDirectory] {
            let told = told(Action::Delete, code).unwrap();
            assert!(told.starts_with(r"refusing to remove '/a\n/m': it "), "{told}");
        }
        assert!(told(Action::Remove, Code::OmittedDirectory).unwrap().contains("add -r"));
        let link = OpError::new(Action::Delete, "l/", Errno::NOTDIR);
        assert!(
            refusal(&link, Verb::Delete).unwrap().starts_with("refusing to remove 'l/': it leads")
        );
        for root in ["/", "//", "/."] {
            let error = OpError::refused(Action::Remove, Code::OmittedDirectory, root);
            let told = refusal(&error, Verb::Delete).unwrap();
            assert!(told.ends_with("it is the root directory"), "{told}");
        }
        assert_eq!(refusal(&OpError::new(Action::Remove, "a", Errno::ACCESS), Verb::Delete), None);
        assert_eq!(told(Action::Copy, Code::OmittedDirectory), None);
        let mounted = OpError::refused(Action::Remove, Code::MountPoint, "m");
        for verb in [Verb::Copy, Verb::Undo] {
            let told = refusal(&mounted, verb).unwrap();
            assert!(told.ends_with(OTHER), "{told}");
        }
    }
}

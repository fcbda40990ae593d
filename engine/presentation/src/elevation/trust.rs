//! Finds the programs that get the rights of the administrator, and the ones that ask for the password.
//!
//! The user types the password for a program that the question names. If a process of the user could write to that
//! program or to a folder above it, the process would decide what root does. So root alone may write to the program
//! and to each folder above it, up to `/`.
//!
//! Nothing lifts this, neither a variable nor the way in which the program was built: what the user's processes can
//! set, they could set to have their own program run. A build in a folder of the user has its requests done by the
//! program that is installed, which refuses what it does not know. The tests of the window make the tools themselves,
//! which no other code does; those of the terminal need a build in a folder of root.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use fcp_engine::path::DisplayName;

use crate::tr;

/// The program that carries out requests.
const PROGRAM: &str = "fcp-tui";

/// Where packages, and administrators by hand, put programs.
const INSTALLED: [&str; 2] = ["/usr/bin", "/usr/local/bin"];

/// Write permission for the group and for others. Where an ACL lets a single user write, the group has it, too.
const WRITABLE: u32 = 0o022;

/// Gives the program that carries out requests: the one in this folder, or else one that is installed.
///
/// The path has no symlink in it, so that it leads to the same file until root changes it.
///
/// # Errors
/// Says in one sentence why there is none, and what the user can do.
pub fn program(own: &Path) -> Result<PathBuf, String> {
    let own = own.join(PROGRAM);
    let installed = INSTALLED.map(|dir| Path::new(dir).join(PROGRAM));
    let why = match of_root(&own) {
        Ok(program) => return Ok(program),
        Err(Unsafe::Place(place)) => tr!(
            "elevated-replaceable",
            program = DisplayName::new(&own).to_string(),
            place = DisplayName::new(&place).to_string(),
        ),
        Err(Unsafe::Missing) => {
            tr!("elevated-no-program", program = DisplayName::new(&own).to_string())
        }
    };
    installed.iter().find_map(|program| of_root(program).ok()).ok_or(why)
}

/// Gives the first of these programs that is installed; `path` are the folders to look in after `/usr/bin`.
///
/// A program that a process of the user could replace does not count: it would be told the password.
pub fn tool(names: &[&'static str], path: Option<OsString>) -> Option<(&'static str, PathBuf)> {
    let path = path.unwrap_or_default();
    names.iter().find_map(|name| {
        let dirs = [PathBuf::from("/usr/bin")].into_iter().chain(env::split_paths(&path));
        let found =
            dirs.filter(|dir| dir.is_absolute()).find_map(|dir| of_root(&dir.join(name)).ok());
        Some((*name, found?))
    })
}

/// Why a program is not started as root.
#[derive(Debug, PartialEq, Eq)]
enum Unsafe {
    /// There is no such file.
    Missing,
    /// Other users than root can change this file or folder.
    Place(PathBuf),
}

/// Gives the real path of a file, if only root can replace it.
fn of_root(path: &Path) -> Result<PathBuf, Unsafe> {
    let real = fs::canonicalize(path).map_err(|_| Unsafe::Missing)?;
    let look = |place: &Path| {
        let found = fs::symlink_metadata(place)?;
        Ok((found.uid(), found.mode()))
    };
    match changeable(&real, look) {
        Ok(None) if real.is_file() => Ok(real),
        Ok(None) | Err(_) => Err(Unsafe::Missing),
        Ok(Some(place)) => Err(Unsafe::Place(place)),
    }
}

/// Gives the highest place on a path that other users than root can change; `look` gives owner and mode.
fn changeable(
    real: &Path,
    look: impl Fn(&Path) -> io::Result<(u32, u32)>,
) -> io::Result<Option<PathBuf>> {
    let mut places: Vec<&Path> = real.ancestors().collect();
    places.reverse();
    for place in places {
        let (owner, mode) = look(place)?;
        if owner != 0 || mode & WRITABLE != 0 {
            return Ok(Some(place.to_owned()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_program_is_started_only_if_root_alone_can_change_it_and_each_folder_above_it() {
        let program = Path::new("/opt/fcp/bin/fcp-tui");
        let with = |place: &'static str, owner, mode| {
            changeable(program, move |at| {
                Ok(if at == Path::new(place) { (owner, mode) } else { (0, 0o755) })
            })
            .unwrap()
        };
        assert_eq!(with("/", 0, 0o755), None);
        for place in ["/", "/opt", "/opt/fcp", "/opt/fcp/bin", "/opt/fcp/bin/fcp-tui"] {
            let found = Some(PathBuf::from(place));
            assert_eq!(with(place, 1000, 0o755), found);
            assert_eq!(with(place, 0, 0o775), found);
            assert_eq!(with(place, 0, 0o757), found);
            // Everyone may make files in it, like in /tmp.
            assert_eq!(with(place, 0, 0o1777), found);
        }
    }

    #[test]
    fn a_program_below_a_folder_of_all_users_is_refused_by_name() {
        // The folder for temporary files is one, or is below one of the user.
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let file = dir.path().join("fcp-tui");
        fs::write(&file, "").unwrap();
        assert!(matches!(of_root(&file), Err(Unsafe::Place(_))));
        assert_eq!(of_root(&dir.path().join("nothing")), Err(Unsafe::Missing));
        // A folder is no program.
        assert_eq!(of_root(Path::new("/")), Err(Unsafe::Missing));
        if INSTALLED.iter().all(|dir| !Path::new(dir).join(PROGRAM).exists()) {
            let why = program(dir.path()).unwrap_err();
            assert!(why.contains("install the package") && why.contains("fcp-tui"), "{why}");
            let why = program(Path::new("/nowhere")).unwrap_err();
            assert!(why.contains("/nowhere/fcp-tui is missing"), "{why}");
        }
    }

    #[test]
    fn the_tool_that_asks_for_the_password_is_that_of_the_system() {
        if of_root(Path::new("/usr/bin/env")).is_err() {
            // The system belongs to another user, as in some containers.
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        for name in ["env", "own"] {
            fs::write(dir.path().join(name), "").unwrap();
        }
        let path = || Some(dir.path().as_os_str().to_owned());
        let (name, found) = tool(&["own", "env"], path()).unwrap();
        assert_eq!((name, found), ("env", fs::canonicalize("/usr/bin/env").unwrap()));
        assert_eq!(tool(&["own"], path()), None);
        // A symlink counts as the file that it leads to.
        symlink("/usr/bin/env", dir.path().join("linked")).unwrap();
        assert!(tool(&["linked"], path()).is_some());
    }
}

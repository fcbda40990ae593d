//! Finds the user's trash, queue and configuration, as the XDG base directory specification says.
//!
//! Nothing here reads the environment: the caller passes the values of its variables.

use std::ffi::OsString;
use std::path::PathBuf;

use fcp_engine::record::Home;
use nix::unistd::{Uid, User};

/// Finds the directory of the queue.
///
/// Unlike the trash, it needs no home directory if its variable is set.
pub fn state(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let below = || Some(path("HOME").filter(|home| home.is_dir())?.join(".local/state"));
    Some(path("XDG_STATE_HOME").or_else(below)?.join("fcp"))
}

/// Finds the directory of the user's configuration.
pub fn config(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let below = || Some(path("HOME")?.join(".config"));
    Some(path("XDG_CONFIG_HOME").or_else(below)?.join("fcp"))
}

/// Finds the user's home, as the XDG base directory specification says.
///
/// A home that is not there, as those of many services, is none: nothing is made in its place.
pub fn find(variable: impl Fn(&str) -> Option<OsString>) -> Option<Home> {
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = path("HOME").filter(|home| home.is_dir());
    let below = |rest: &str| home.as_ref().map(|home| home.join(rest));
    let data = path("XDG_DATA_HOME").or_else(|| below(".local/share"))?;
    Some(Home { data, state: state(variable) })
}

/// Gives the home that the system knows of a user; none where that folder is not there.
///
/// `sudo` and `doas` may be configured to keep the variables of the user who called them. What a process of root writes
/// below the home that they name could be neither changed nor removed by that user.
pub fn of_user(uid: u32) -> Option<Home> {
    let user = User::from_uid(Uid::from_raw(uid)).ok().flatten()?;
    find(|name| (name == "HOME").then(|| user.dir.clone().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(set: &[(&str, &str)]) -> Option<Home> {
        find(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
    }

    #[test]
    fn variables_come_before_the_home_directory() {
        let home = found(&[("HOME", "/"), ("XDG_STATE_HOME", "/s")]).unwrap();
        assert_eq!(home.data, PathBuf::from("/.local/share"));
        assert_eq!(home.state, Some(PathBuf::from("/s/fcp")));
    }

    #[test]
    fn relative_paths_and_homes_that_are_not_there_do_not_count() {
        assert_eq!(found(&[("HOME", "/proc/no-home")]), None);
        let home = found(&[("HOME", "/proc/no-home"), ("XDG_DATA_HOME", "/d")]).unwrap();
        assert_eq!((home.data, home.state), (PathBuf::from("/d"), None));
        assert_eq!(found(&[("HOME", "."), ("XDG_DATA_HOME", "d")]), None);
    }

    #[test]
    fn the_configuration_is_where_its_variable_says() {
        let at = |set: &[(&str, &str)]| {
            config(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        let set = [("HOME", "/home/anna"), ("XDG_CONFIG_HOME", "/c")];
        assert_eq!(at(&set), Some(PathBuf::from("/c/fcp")));
        assert_eq!(at(&set[..1]), Some(PathBuf::from("/home/anna/.config/fcp")));
        assert_eq!(at(&[("XDG_CONFIG_HOME", "c")]), None);
    }

    #[test]
    fn the_home_of_a_user_is_that_of_the_system() {
        let uid = nix::unistd::geteuid().as_raw();
        let user = User::from_uid(Uid::from_raw(uid)).unwrap();
        let home = user.filter(|user| user.dir.is_dir()).map(|user| Home {
            data: user.dir.join(".local/share"),
            state: Some(user.dir.join(".local/state/fcp")),
        });
        assert_eq!(of_user(uid), home);
        // No user has this number.
        assert_eq!(of_user(3_999_999_999), None);
    }

    #[test]
    fn the_queue_needs_no_home() {
        let at = |set: &[(&str, &str)]| {
            state(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        assert_eq!(at(&[("XDG_STATE_HOME", "/s")]), Some(PathBuf::from("/s/fcp")));
        assert_eq!(at(&[("XDG_STATE_HOME", "s"), ("HOME", "/proc/no-home")]), None);
    }
}

//! The user's home directory and the paths below it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_presentation::home;

use crate::trashed;

/// The home directory, if there is one, and the user's trash; every part has a copy.
#[derive(Clone, Debug)]
pub(crate) struct HomeDir(Arc<Dirs>);

#[derive(Debug)]
struct Dirs {
    home: Option<PathBuf>,
    trash: Option<PathBuf>,
}

impl HomeDir {
    /// Takes the home directory that was found when the program started.
    pub(crate) fn new(home: Option<PathBuf>) -> Self {
        let found = home::find(|name| variable(home.as_deref(), name));
        if let Some(found) = &found {
            trashed::know(&found.data);
        }
        let trash = found.map(|found| found.data.join("Trash/files"));
        Self(Arc::new(Dirs { home, trash }))
    }

    /// Gives the home directory.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.0.home.as_deref()
    }

    /// Gives the home directory, or the root directory where there is none.
    pub(crate) fn or_root(&self) -> PathBuf {
        self.path().unwrap_or(Path::new("/")).to_owned()
    }

    /// Gives the user's data directory, in which the trash of its filesystem is.
    pub(crate) fn data(&self) -> Option<&Path> {
        self.trash()?.parent()?.parent()
    }

    /// Gives the folder of the files in the user's trash.
    pub(crate) fn trash(&self) -> Option<&Path> {
        self.0.trash.as_deref()
    }

    /// Tells whether a folder is that of the trash.
    pub(crate) fn is_trash(&self, dir: &Path) -> bool {
        self.trash() == Some(dir)
    }

    /// Gives a variable of the environment, in which `HOME` is the home directory that was found.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        variable(self.path(), name)
    }
}

fn variable(home: Option<&Path>, name: &str) -> Option<OsString> {
    if name == "HOME" { home.map(Into::into) } else { std::env::var_os(name) }
}

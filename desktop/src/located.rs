//! Paths as panels have them: of this machine or of another, which no function that touches a disk gets by mistake.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use fcp_engine::path::is_far;
use fcp_presentation::tr;

use crate::wire::Refusal;

/// A path that a panel, a place or a plan names; it may be on another machine.
///
/// It is no [`Path`], so that it is none to a system call: what works on this machine asks for the path [`here`] and
/// refuses what is elsewhere.
///
/// [`here`]: Self::here
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Located(PathBuf);

impl Located {
    /// Takes a path of this machine, or one of another as [`FarPath::to_path`] spells it.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Gives the path, if it is one of this machine.
    ///
    /// # Errors
    /// It is on another machine; says what works there.
    pub(crate) fn here(self) -> Result<PathBuf, Refusal> {
        if is_far(&self.0) { Err(elsewhere()) } else { Ok(self.0) }
    }

    /// Gives its last name.
    pub(crate) fn file_name(&self) -> Option<&OsStr> {
        self.0.file_name()
    }

    /// Gives it as requests, panels and texts hold it; of another machine it is none that the system takes.
    pub(crate) fn spelled(&self) -> &Path {
        &self.0
    }

    /// Gives it as requests, panels and texts hold it; of another machine it is none that the system takes.
    pub(crate) fn into_spelled(self) -> PathBuf {
        self.0
    }
}

#[cfg(test)]
impl Located {
    /// Gives the path there, if it is on another machine.
    pub(crate) fn far(&self) -> Option<fcp_engine::path::FarPath> {
        fcp_engine::path::FarPath::of(&self.0)
    }
}

#[cfg(test)]
impl PartialEq<PathBuf> for Located {
    fn eq(&self, other: &PathBuf) -> bool {
        self.0 == *other
    }
}

/// Gives the paths, if all are of this machine.
///
/// # Errors
/// One is on another machine.
pub(crate) fn all_here(paths: Vec<Located>) -> Result<Vec<PathBuf>, Refusal> {
    paths.into_iter().map(Located::here).collect()
}

/// Gives paths as requests hold them.
pub(crate) fn all_spelled(paths: Vec<Located>) -> Vec<PathBuf> {
    paths.into_iter().map(Located::into_spelled).collect()
}

/// Refuses what works on this machine alone.
pub(crate) fn elsewhere() -> Refusal {
    Refusal::because(tr!("desktop-far"))
}

/// Refuses paths of another machine among those that a request or a question names.
///
/// # Errors
/// One of them is there.
pub(crate) fn refuse_far<P: AsRef<Path>>(paths: &[P]) -> Result<(), Refusal> {
    if paths.iter().any(|path| is_far(path.as_ref())) { Err(elsewhere()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use fcp_engine::path::FarPath;

    use super::*;

    #[test]
    fn a_path_of_another_machine_is_none_of_this_one() {
        let far = FarPath::new("web", "/srv/a").unwrap();
        let there = Located::new(far.to_path());
        assert_eq!(there.far(), Some(far));
        assert!(matches!(there.clone().here(), Err(Refusal::Not { .. })));
        assert!(there.spelled().metadata().is_err());
        let here = Located::new("/srv/a".into());
        assert_eq!((here.far(), here.clone().here()), (None, Ok("/srv/a".into())));
        assert!(all_here(vec![here, there]).is_err());
    }
}

//! Lists the programs that can open some files, and opens files with one of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use fcp_presentation::tr;
use tauri::WebviewWindow;

use crate::inspect;
use crate::patience::within;
use crate::system::{Here, System as _};
use crate::uris;
use crate::wire::{Program, Refusal};

/// How long the disk and the desktop's database get to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Files whose types are looked up; the first of them decide which programs are offered.
const LOOKED_AT: usize = 100;

/// Gives the programs that can open all of some files, the default first.
pub(crate) fn list(paths: Vec<PathBuf>) -> Result<Vec<Program>, Refusal> {
    let found = within(PATIENCE, move || Here::programs(paths.get(..LOOKED_AT).unwrap_or(&paths)));
    found.ok_or_else(|| Refusal::because(tr!("desktop-disk-silent")))
}

/// Opens files with the programs that the desktop has for them.
pub(crate) fn open_default(window: &WebviewWindow, paths: &[PathBuf]) -> Result<(), Refusal> {
    inspect::refuse_many(paths)?;
    let all = paths.to_vec();
    let found = within(PATIENCE, move || by_default(all));
    let found = found.ok_or_else(|| Refusal::because(tr!("desktop-disk-silent")))?;
    let mut others = Vec::new();
    for (program, paths) in found {
        match program {
            Some(program) => open(window, &paths, program)?,
            None => others.extend(paths),
        }
    }
    // Some desktops choose the program themselves.
    inspect::open(&others)
}

/// Opens files with a program of the list.
pub(crate) fn open(
    window: &WebviewWindow,
    paths: &[PathBuf],
    program: String,
) -> Result<(), Refusal> {
    inspect::refuse_many(paths)?;
    let uris = paths.iter().map(|path| uris::encode(path)).collect::<Result<Vec<_>, _>>()?;
    Here::start(window, program, uris)
}

/// Gives files by the program that opens them by default; none where the system has no such program.
fn by_default(paths: Vec<PathBuf>) -> BTreeMap<Option<String>, Vec<PathBuf>> {
    let mut found: BTreeMap<_, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        found.entry(Here::default_program(&path)).or_default().push(path);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_a_program_are_opened_together() {
        let scratch = tempfile::tempdir().unwrap();
        let gone = scratch.path().join("gone");
        assert_eq!(by_default(vec![gone.clone()]), BTreeMap::from([(None, vec![gone])]));
    }
}

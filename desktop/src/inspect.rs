//! Reads the properties of files, and opens files with other programs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fcp_presentation::{properties, tr};

use crate::names;
use crate::patience::within;
use crate::wire::{Properties, Refusal, Xattr};

/// How long is measured what is in folders.
const PATIENCE: Duration = Duration::from_secs(2);

/// Files that are opened at once; more are opened by mistake.
const OPENED: usize = 20;

/// Tells what is known of files.
pub(crate) fn properties(paths: Vec<PathBuf>) -> Result<Properties, Refusal> {
    let known = within(2 * PATIENCE, move || look(&paths));
    known.ok_or_else(|| Refusal::because(tr!("desktop-disk-silent")))?
}

/// Refuses to open more files at once than a user means to.
pub(crate) fn refuse_many(paths: &[PathBuf]) -> Result<(), Refusal> {
    if paths.len() > OPENED {
        return Err(Refusal::because(tr!("desktop-opened-at-most", shown = OPENED.to_string())));
    }
    Ok(())
}

/// Opens files as the command line of the desktop does, where its database names no program for them.
pub(crate) fn open(paths: &[PathBuf]) -> Result<(), Refusal> {
    // The program that opens them is detached from this process, and may start slowly.
    let failed = |error: tauri_plugin_opener::Error| Refusal::because(error.to_string());
    paths
        .iter()
        .try_for_each(|path| tauri_plugin_opener::open_path(path, None::<&str>).map_err(failed))
}

fn look(paths: &[PathBuf]) -> Result<Properties, Refusal> {
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    let known = properties::Properties::read(paths, &stop, |_| {
        if began.elapsed() > PATIENCE {
            stop.store(true, Ordering::Relaxed);
        }
    })?;
    known.map(told).ok_or(Refusal::Gone)
}

fn told(known: properties::Properties) -> Properties {
    let (found, measured) = (known.found, known.measured);
    let dir = known.path.parent().unwrap_or(&known.path);
    let xattr = |(name, value): (std::ffi::OsString, Vec<u8>)| Xattr {
        name: names::name(&name),
        size: value.len() as u64,
        value: properties::attribute_text(&value),
    };
    Properties {
        items: known.items as u64,
        name: names::name(known.path.file_name().unwrap_or(known.path.as_os_str())),
        folder: names::crumbs(dir, None),
        kind: found.kind,
        bytes: measured.bytes,
        allocated: measured.allocated,
        files: measured.files,
        folders: measured.directories,
        is_whole: known.is_whole,
        mtime: Some(found.mtime),
        ctime: Some(found.ctime),
        btime: found.btime,
        mode: found.mode,
        mode_text: properties::mode_text(found.mode),
        user: known.user,
        group: known.group,
        links: found.links,
        target: found.target.as_deref().map(names::name),
        xattrs: found.xattrs.into_iter().map(xattr).collect(),
        filesystem: known.filesystem,
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use fcp_engine::event::FileKind;

    use super::*;

    #[test]
    fn one_file_and_many_are_told_of() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        fs::create_dir(at("dir")).unwrap();
        fs::write(at("dir/b"), "123").unwrap();
        fs::write(at("a"), "12345").unwrap();
        symlink("no\nwhere", at("link")).unwrap();
        let one = look(&[at("a")]).unwrap();
        assert_eq!((one.items, one.kind, one.bytes, one.files), (1, FileKind::File, 5, 1));
        assert_eq!(one.name.text, "a");
        assert!(one.mtime.is_some() && !one.user.is_empty());
        let all = look(&[at("a"), at("dir")]).unwrap();
        assert_eq!((all.items, all.bytes, all.files, all.folders), (2, 8, 2, 1));
        let link = look(&[at("link")]).unwrap();
        assert_eq!(link.target.map(|it| it.text).as_deref(), Some(r"no\nwhere"));
        assert!(matches!(look(&[at("gone")]), Err(Refusal::Op { .. })));
    }
}

//! Reads the properties of files, and opens files with other programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fcp_browse::{self as browse, Inspected, Measure};
use fcp_engine::event::FileKind;
use fcp_engine::path::DisplayName;
use fcp_presentation::owners;
use fcp_presentation::tr;

use crate::names;
use crate::patience::within;
use crate::wire::{Properties, Refusal, Xattr};

/// How long is measured what is in folders.
const PATIENCE: Duration = Duration::from_secs(2);

/// Bytes of an attribute that is shown as text.
const SHOWN: usize = 256;

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
    let first = paths.first().ok_or(Refusal::Gone)?;
    let found = browse::inspect(first)?;
    let measured = match found.kind {
        FileKind::Directory => measure(paths),
        _ if paths.len() > 1 => measure(paths),
        // A file of its own is as large as it says, whatever it is.
        _ => Measure {
            files: 1,
            bytes: found.size,
            allocated: found.allocated,
            ..Measure::default()
        },
    };
    Ok(told(first, paths.len(), found, &measured))
}

/// Measures for a while, and gives what is known then.
fn measure(paths: &[PathBuf]) -> Measure {
    let (began, stop) = (Instant::now(), AtomicBool::new(false));
    browse::measure(paths, false, &stop, |_| {
        if began.elapsed() > PATIENCE {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

fn told(path: &Path, items: usize, found: Inspected, measured: &Measure) -> Properties {
    let dir = path.parent().unwrap_or(path);
    let mount = browse::mount_of(dir);
    let xattr = |(name, value): (std::ffi::OsString, Vec<u8>)| Xattr {
        name: names::name(&name),
        size: value.len() as u64,
        value: text(&value),
    };
    Properties {
        items: items as u64,
        name: names::name(path.file_name().unwrap_or(path.as_os_str())),
        folder: names::crumbs(dir, None),
        kind: found.kind,
        bytes: measured.bytes,
        allocated: measured.allocated,
        files: measured.files,
        folders: measured.directories,
        mtime: Some(found.mtime),
        ctime: Some(found.ctime),
        btime: found.btime,
        mode: found.mode,
        mode_text: mode_text(found.mode),
        user: owners::user(found.uid),
        group: owners::group(found.gid),
        links: found.links,
        target: found.target.as_deref().map(names::name),
        xattrs: found.xattrs.into_iter().map(xattr).collect(),
        filesystem: mount.map_or(String::new(), |it| it.kind.to_string_lossy().into_owned()),
    }
}

/// Gives the value of an attribute, if it is text that fits into a line.
fn text(value: &[u8]) -> Option<String> {
    // Some programs count the NUL at the end of a string.
    let value = value.strip_suffix(b"\0").unwrap_or(value);
    let text = std::str::from_utf8(value).ok().filter(|text| text.len() <= SHOWN)?;
    (!text.contains('\0')).then(|| DisplayName::new(OsStr::new(text)).to_string())
}

/// Spells mode bits as `ls -l` does, without the type.
fn mode_text(mode: u32) -> String {
    let special = [(0o4000, 'S', 's'), (0o2000, 'S', 's'), (0o1000, 'T', 't')];
    let three = special.into_iter().zip([6, 3, 0]).map(|((bit, alone, with), shift)| {
        let has = |right: u32| mode >> shift & right != 0;
        let last = match (mode & bit != 0, has(1)) {
            (true, true) => with,
            (true, false) => alone,
            (false, true) => 'x',
            (false, false) => '-',
        };
        [if has(4) { 'r' } else { '-' }, if has(2) { 'w' } else { '-' }, last]
    });
    three.flatten().collect()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

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

    #[test]
    fn modes_are_spelled_as_ls_does() {
        assert_eq!(mode_text(0o755), "rwxr-xr-x");
        assert_eq!(mode_text(0o4640), "rwSr-----");
        assert_eq!(mode_text(0o3711), "rwx--s--t");
        assert_eq!(mode_text(0o1000), "--------T");
    }

    #[test]
    fn attributes_are_shown_if_they_are_text() {
        assert_eq!(text(b"plain\0").as_deref(), Some("plain"));
        assert_eq!(text(b"two\nlines").as_deref(), Some(r"two\nlines"));
        assert_eq!((text(b"a\0b"), text(b"\xff"), text(&[b'x'; SHOWN + 1])), (None, None, None));
    }
}

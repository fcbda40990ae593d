//! Counts the entries of directories, for the size column of a panel.

use std::ffi::{CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, Errno, LIST_BUFFER, Sys};

use crate::filter::is_hidden;
use crate::read::open;

/// Counts the entries of a directory in `dir`, those with hidden names only if `hidden`.
///
/// None for what cannot be listed, once `stop` is set, and for mount points: `open` of an automount point
/// mounts it, and a filesystem that does not answer would block the caller.
pub fn count(dir: &Path, name: &OsStr, hidden: bool, stop: &AtomicBool) -> Option<u64> {
    counted(dir, name, hidden, stop).ok().flatten()
}

fn counted(dir: &Path, name: &OsStr, hidden: bool, stop: &AtomicBool) -> Sys<Option<u64>> {
    let parent = open(dir)?;
    let name = CString::new(name.as_bytes()).map_err(|_nul| Errno::INVAL)?;
    let (outer, inner) =
        (sys::stat_at(parent.as_fd(), c".", false)?, sys::stat_at(parent.as_fd(), &name, false)?);
    if inner.kind != FileKind::Directory || inner.dev != outer.dev {
        return Ok(None);
    }
    let fd = sys::open_dir(parent.as_fd(), &name, false)?;
    let mut buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
    let mut count = 0;
    sys::list(fd.as_fd(), &mut buffer, |name, _, _| {
        count += u64::from(hidden || !is_hidden(OsStr::from_bytes(name.to_bytes())));
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok((!stop.load(Ordering::Relaxed)).then_some(count))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use fcp_test_support::{Kind, with_mounts};

    use super::*;

    #[test]
    fn entries_are_counted_as_a_panel_shows_them() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        for name in ["full/a", "full/b", "full/.c", "full/sub", "empty"] {
            fs::create_dir_all(dir.join(name)).unwrap();
        }
        fs::write(dir.join("file"), "").unwrap();
        symlink("full", dir.join("link")).unwrap();
        let go_on = AtomicBool::new(false);
        let of = |name: &str, hidden| count(dir, OsStr::new(name), hidden, &go_on);
        assert_eq!((of("full", false), of("full", true)), (Some(3), Some(4)));
        assert_eq!(of("empty", true), Some(0));
        assert_eq!([of("file", true), of("link", true), of("gone", true)], [None; 3]);
        assert_eq!(count(dir, OsStr::new("full"), true, &AtomicBool::new(true)), None);
    }

    #[test]
    fn what_is_mounted_is_not_opened() {
        with_mounts(&[Kind::Tmpfs], |mounts| {
            let (at, far) = (mounts.tmpfs(""), mounts.tmpfs(""));
            fs::write(far.join("file"), "").unwrap();
            fs::create_dir_all(at.join("far")).unwrap();
            let go_on = AtomicBool::new(false);
            assert_eq!(count(&at, OsStr::new("far"), true, &go_on), Some(0));
            mounts.bind(&far, &at.join("far"));
            assert_eq!(count(&at, OsStr::new("far"), true, &go_on), None);
        });
    }
}

//! Compares two files that the user names, which may have different names.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::error::{Action, OpError};
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd, Sys, c_path};

use super::entry::{Sides, contents, look};
use super::row::{CompareBatch, CompareEnd, CompareSpec, Compared, Facts, Row, Verdict};

/// Compares two items of which at most one is a directory; symlinks are followed, as the user named them.
///
/// `told` gets their row, whose path is empty; none if they are the same, unless that is to be told. A file and a
/// directory are of different types.
///
/// # Errors
/// One of them cannot be opened or read.
pub fn compare_files(
    left: &Path,
    right: &Path,
    spec: &CompareSpec,
    stop: &AtomicBool,
    told: impl FnOnce(CompareBatch),
) -> Result<CompareEnd, OpError> {
    let paths = [left, right];
    let failed = |side: usize, action, errno| OpError::new(action, paths[side], errno);
    let find = |side: usize| find(paths[side]).map_err(|errno| failed(side, Action::Open, errno));
    let [(one, first, left), (other, second, right)] = [find(0)?, find(1)?];
    let mut compared = Compared { looked_at: 1, ..Compared::default() };
    let verdict = if left.kind == right.kind {
        let mut buffers = contents(spec.content);
        let dirs = [one.as_fd(), other.as_fd()];
        let mut sides = Sides { dirs, buffers: buffers.as_mut(), stop };
        let verdict = sides.compare([&first, &second], &[left, right]);
        verdict.map_err(|wrong| failed(wrong.side, wrong.action, wrong.errno))?
    } else {
        Some(Verdict::TypeChanged)
    };
    let Some(verdict) = verdict else { return Ok(CompareEnd { compared, stopped: true }) };
    let [left, right] = [Facts::of(&left), Facts::of(&right)];
    compared.count(verdict, Some(&left), Some(&right));
    let row = || {
        let (left, right) = (Some(left), Some(right));
        Row { path: Path::new("").into(), verdict, left, right, error: None }
    };
    let is_told = spec.same || verdict != Verdict::Same;
    told(CompareBatch { rows: is_told.then(row).into_iter().collect(), compared });
    Ok(CompareEnd { compared, stopped: stop.load(Ordering::Relaxed) })
}

/// Opens the directory in which an item really is; gives its name there, and what is known of it.
fn find(path: &Path) -> Sys<(OwnedFd, CString, Meta)> {
    let real = path.canonicalize();
    let real = real.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    let above = c_path(real.parent().unwrap_or(&real)).ok_or(Errno::INVAL)?;
    let name = real.file_name().unwrap_or(real.as_os_str());
    let name = CString::new(name.as_bytes()).map_err(|_nul| Errno::INVAL)?;
    let dir = sys::enter_dir(sys::CWD, &above, true)?;
    let meta = look(dir.as_fd(), &name)?.ok_or(Errno::NOENT)?;
    Ok((dir, name, meta))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File, FileTimes};
    use std::os::unix::fs::symlink;
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn files_of_different_names_are_compared_as_those_of_one_name() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        let write = |name: &str, text: &str, seconds: u64| {
            fs::write(at(name), text).unwrap();
            let time = UNIX_EPOCH + Duration::from_secs(1_700_000_000 + seconds);
            File::open(at(name)).unwrap().set_times(FileTimes::new().set_modified(time)).unwrap();
        };
        write("a", "one", 0);
        write("same", "one", 0);
        write("newer", "one", 60);
        write("text", "two", 0);
        write("long", "three", 0);
        fs::create_dir(at("folder")).unwrap();
        symlink("same", at("link")).unwrap();
        let go_on = AtomicBool::new(false);
        for (other, by_time, by_content) in [
            ("a", Verdict::Same, Verdict::Same),
            ("same", Verdict::Same, Verdict::Same),
            ("link", Verdict::Same, Verdict::Same),
            ("newer", Verdict::RightNewer, Verdict::Same),
            ("text", Verdict::Same, Verdict::Different),
            ("long", Verdict::Different, Verdict::Different),
            ("folder", Verdict::TypeChanged, Verdict::TypeChanged),
        ] {
            for (content, expected) in [(false, by_time), (true, by_content)] {
                let spec = CompareSpec { content, same: true, ..CompareSpec::default() };
                let mut verdict = None;
                let told =
                    |batch: CompareBatch| verdict = batch.rows.first().map(|row| row.verdict);
                let end = compare_files(&at("a"), &at(other), &spec, &go_on, told).unwrap();
                assert_eq!(verdict, Some(expected), "{other}, content: {content}");
                let differs = u64::from(expected != Verdict::Same);
                assert_eq!(end.compared.differences(), differs, "{other}");
            }
        }
        let gone = compare_files(&at("a"), &at("gone"), &CompareSpec::default(), &go_on, drop);
        let error = gone.unwrap_err();
        assert_eq!((error.path.0, error.errno), (at("gone"), Some(Errno::NOENT.raw_os_error())));
    }
}

//! Counts what an earlier run of the last step of a mirror has removed, although its sources cannot be compared any more.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::sweep::{Entries, Fate, Sweep};
use crate::contract::spec::JobSpec;
use crate::walk::deep::{open_above, open_far};
use crate::walk::portable::name_at_destination;
use crate::walk::target::Target;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, c_path};

/// Counts the entries of a list that were to go, as an earlier run has remembered, and are not there any more.
///
/// # Errors
/// A directory of the destination cannot be looked at.
pub(crate) fn count_removed(spec: &JobSpec, sweep: &Sweep, past: &[Fate]) -> Sys<u64> {
    let target = Target::find(spec)
        .map_err(|error| error.errno.map_or(Errno::INVAL, Errno::from_raw_os_error))?;
    let mut count = 0;
    for (section, found) in sweep.sections() {
        let dir = open(spec, &target, section)?;
        count += gone(dir.as_fd(), &found.entries, past)?;
    }
    Ok(count)
}

fn gone(dir: BorrowedFd<'_>, entries: &Entries, past: &[Fate]) -> Sys<u64> {
    let mut count = 0;
    let goes = |at: usize| past.get(at) == Some(&Fate::Goes);
    for (path, _) in entries.iter().filter(|(_, planned)| goes(planned.at)) {
        let path = Path::new(OsStr::from_bytes(path));
        let name = path.file_name().and_then(|name| c_path(Path::new(name)));
        let name = name.ok_or(Errno::INVAL)?;
        let looked = open_above(dir, path)
            .and_then(|above| sys::stat_at(above.as_ref().map_or(dir, AsFd::as_fd), &name, false));
        match looked {
            Ok(_) => {}
            Err(Errno::NOENT) => count += 1,
            Err(errno) => return Err(errno),
        }
    }
    Ok(count)
}

/// Opens the counterpart of a directory, by the number of its operand and its path below that.
fn open(spec: &JobSpec, target: &Target, section: &[u8]) -> Sys<OwnedFd> {
    let mut words = section.split(|byte| *byte == b'/');
    let number = words.next().and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
    let at: usize = number.ok_or(Errno::INVAL)?;
    let source = spec.sources.get(at).ok_or(Errno::INVAL)?;
    let name = target.name_for(at, &source.0, &spec.options);
    let above = target.directory.clone().unwrap_or_else(|| c".".to_owned());
    let above = sys::enter_dir(sys::CWD, &above, true)?;
    let operand = sys::open_dir(above.as_fd(), &name, true)?;
    let mut rest = Vec::new();
    for word in words {
        let word = CString::new(word).map_err(|_nul| Errno::INVAL)?;
        if !rest.is_empty() {
            rest.push(b'/');
        }
        rest.extend_from_slice(name_at_destination(spec.options.names, &word).to_bytes());
    }
    if rest.is_empty() { Ok(operand) } else { open_far(operand.as_fd(), &rest, false) }
}

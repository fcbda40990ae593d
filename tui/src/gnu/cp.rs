//! Prepares a request as only GNU's `cp` does.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, OpError};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Backup, BackupKind, Destination, JobSpec};
use rustix::fs::{FileType, lstat, stat};
use rustix::io::Errno;

use super::{DropInSetup, asker};
use crate::cli::asked::Asked;
use crate::cli::quoting::{Bytes, Quoting};
use crate::gnu::messages::Gnu;
use crate::gnu::messages::cp::Cp;

/// Turns a copy of a file onto itself, which `-f` and `-b` allow, into one to its backup name.
pub(super) fn adjust(spec: &mut JobSpec) {
    if let Some(backup) = self_backup(spec) {
        spec.destination = Some(Destination::As(WirePath(backup)));
        spec.options.backup = None;
    }
}

/// Gives the voice of `cp` and the rest of its behaviour.
///
/// # Errors
/// What is wrong with the destination.
pub(super) fn manners(spec: &JobSpec, asked: &Asked, gnu: Gnu) -> Result<DropInSetup, Bytes> {
    if let Some(sentence) = unreachable(spec, gnu.quoting) {
        return Err(sentence);
    }
    let voice = Cp {
        gnu,
        verbose: asked.verbose,
        debug: asked.debug,
        quiet_metadata: asked.quiet_metadata,
        operands: spec.sources.iter().map(|source| source.0.clone()).collect(),
        options: spec.options.clone(),
    };
    // Of trees that are merged, the last one wins.
    let ordered = asked.verbose || asked.prompt || merges(spec);
    Ok(DropInSetup { voice: Box::new(voice), asker: asker(asked, spec.verb), ordered })
}

/// Whether two operands get the same name in the target directory.
pub(super) fn merges(spec: &JobSpec) -> bool {
    let mut names = BTreeSet::new();
    !spec.options.parents
        && spec.sources.iter().any(|source| {
            let path = source.0.as_os_str().as_bytes();
            let own = path.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
            let name = path[..own].rsplit(|&byte| byte == b'/').next().unwrap_or_default();
            !names.insert(if name == b".." { b"." } else { name })
        })
}

/// Gives the backup name for a file that the user copies onto itself.
fn self_backup(spec: &JobSpec) -> Option<PathBuf> {
    let backup = spec.options.backup.as_ref().filter(|_| spec.options.force)?;
    let ([source], Some(Destination::As(path))) =
        (spec.sources.as_slice(), spec.destination.as_ref())
    else {
        return None;
    };
    let (one, other) = (stat(&source.0).ok()?, stat(&path.0).ok()?);
    let same = source == path && (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino);
    let regular = FileType::from_raw_mode(one.st_mode) == FileType::RegularFile;
    (same && regular).then(|| backup_name(&path.0, backup))
}

fn backup_name(path: &Path, backup: &Backup) -> PathBuf {
    let with = |suffix: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let highest = (1..=u32::MAX).take_while(|n| stat(with(&format!(".~{n}~"))).is_ok()).last();
    match (backup.kind, highest) {
        (BackupKind::Simple, _) | (BackupKind::Existing, None) => with(&backup.suffix),
        (_, highest) => with(&format!(".~{}~", highest.unwrap_or(0) + 1)),
    }
}

/// Says what is wrong with a destination for which stat(2) fails.
///
/// `cp` checks source and destination before it begins; the engine learns it from the failing step.
fn unreachable(spec: &JobSpec, quoting: Quoting) -> Option<Bytes> {
    let ([source], Some(Destination::As(path))) =
        (spec.sources.as_slice(), spec.destination.as_ref())
    else {
        return None;
    };
    let name = |path: &Path| quoting.shell(path.as_os_str());
    let slash = path.0.as_os_str().as_encoded_bytes().ends_with(b"/");
    let looked = match lstat(&source.0) {
        Ok(looked) => looked,
        // The engine tells it, unless the destination is no path at all.
        Err(errno) if path.0.as_os_str().is_empty() => {
            let reason = OpError::new(Action::Stat, "", errno).reason();
            let text = Bytes::from("cannot stat ").raw(&name(&source.0));
            return Some(text.text(": ").text(&reason));
        }
        Err(_) => return None,
    };
    let is_directory = |mode| FileType::from_raw_mode(mode).is_dir();
    let directory = is_directory(looked.st_mode);
    if directory && !spec.options.recursive {
        return None;
    }
    let (sentence, errno) = match stat(&path.0) {
        Ok(there) if slash && !directory && is_directory(there.st_mode) => {
            let text = Bytes::from("cannot overwrite directory ").raw(&name(&path.0));
            return Some(text.text(" with non-directory ").raw(&name(&source.0)));
        }
        Err(errno @ Errno::NOENT) if path.0.as_os_str().is_empty() => {
            ("cannot create regular file ", errno)
        }
        Err(Errno::NOENT) if slash && !directory => ("cannot create regular file ", Errno::NOTDIR),
        // The engine itself decides whether a loop of symlinks can be replaced.
        Ok(_) | Err(Errno::NOENT | Errno::LOOP) => return None,
        Err(errno) => ("cannot stat ", errno),
    };
    let reason = OpError::new(Action::StatDestination, "", errno).reason();
    Some(Bytes::from(sentence).raw(&name(&path.0)).text(": ").text(&reason))
}

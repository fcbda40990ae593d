//! Prepares a request as only GNU's `mv` does.

use std::io::{IsTerminal, stdin};
use std::path::Path;

use fcp_engine::error::{Action, OpError};
use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec, MismatchPolicy};
use rustix::fs::{lstat, stat};
use rustix::io::Errno;

use super::{DropInSetup, asker, cp};
use crate::cli::asked::Asked;
use crate::cli::lines::{About, Lines};
use crate::cli::quoting::{Bytes, Quoting};
use crate::cli::session::Asker;
use crate::gnu::messages::Gnu;
use crate::gnu::messages::mv::Mv;

/// Lets the job ask where `mv` would, if no flag decides.
pub(super) fn adjust(spec: &mut JobSpec, asked: &Asked) {
    let options = &mut spec.options;
    let replaces = matches!(options.on_conflict, ConflictPolicy::Overwrite | ConflictPolicy::Newer);
    if replaces && asks_on_terminal(asked) {
        options.on_conflict = ConflictPolicy::Ask;
        options.on_mismatch = MismatchPolicy::Ask;
    }
}

/// Gives the voice of `mv` and the rest of its behaviour.
///
/// # Errors
/// What is wrong with the destination.
pub(super) fn manners(spec: &JobSpec, asked: &Asked, gnu: Gnu) -> Result<DropInSetup, Bytes> {
    if let Some(sentence) = nowhere(spec, gnu.quoting) {
        return Err(sentence);
    }
    let voice = Mv { gnu, none_fail: asked.none_fail, verbose: asked.verbose, debug: asked.debug };
    let asker = if asks_on_terminal(asked) {
        Asker::Lines(Box::new(Lines::new(About { older: asked.older, protected: true })))
    } else {
        asker(asked, spec.verb)
    };
    let ordered = asked.verbose || asked.prompt || is_sequence(spec);
    Ok(DropInSetup { voice: Box::new(voice), asker, ordered })
}

/// Says what is wrong with a destination without a name, which the engine takes for no path.
fn nowhere(spec: &JobSpec, quoting: Quoting) -> Option<Bytes> {
    let (Some(Destination::As(path)), [source]) = (&spec.destination, spec.sources.as_slice())
    else {
        return None;
    };
    if !path.0.as_os_str().is_empty() {
        return None;
    }
    let name = quoting.shell(source.0.as_os_str());
    let (text, errno) = match lstat(&source.0) {
        Err(errno) => (Bytes::from("cannot stat ").raw(&name), errno),
        Ok(_) => (Bytes::from("cannot move ").raw(&name).text(" to ''"), Errno::NOENT),
    };
    Some(text.text(": ").text(&OpError::new(Action::Move, "", errno).reason()))
}

/// Whether operands are moved one after the other; renames gain nothing from running in parallel.
fn is_sequence(spec: &JobSpec) -> bool {
    let mut paths: Vec<&Path> = spec.sources.iter().map(|source| source.0.as_path()).collect();
    paths.sort_unstable();
    let nested = paths.windows(2).any(|pair| pair[1].starts_with(pair[0]));
    // Renames alone gain nothing from several workers, and failures are told in the order of the operands.
    nested || spec.options.no_copy || cp::merges(spec) || !crosses(spec)
}

/// Whether an operand moves to another filesystem, and so has to be copied.
fn crosses(spec: &JobSpec) -> bool {
    let target = match &spec.destination {
        Some(Destination::Into(path)) => stat(&path.0),
        Some(Destination::As(path)) => match path.0.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => stat(parent),
            _ => stat("."),
        },
        // No command line names a path for each source.
        Some(Destination::Each(_)) | None => return false,
    };
    let Ok(there) = target.map(|it| it.st_dev) else { return false };
    // One lstat a directory is enough; a command line may name a hundred thousand siblings.
    let mut sources: Vec<&Path> = spec.sources.iter().map(|source| source.0.as_path()).collect();
    sources.dedup_by_key(|path| path.parent());
    sources.iter().any(|path| lstat(*path).is_ok_and(|it| it.st_dev != there))
}

/// Whether the user can be asked about files that cannot be written.
fn asks_on_terminal(asked: &Asked) -> bool {
    asked.undecided && !asked.json && stdin().is_terminal()
}

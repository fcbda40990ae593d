//! Turns options and operands into a [`JobSpec`].

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use fcp_engine::error::OpError;
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Destination, EventLevel, JobSpec, MismatchPolicy, Verb};
use rustix::io::Errno;

use super::asked::{Asked, Dialect, Env};
use super::meant;
use super::misuse::Misuse;
use super::program::Program;
use super::wildcards::{expanded, expands};

/// Makes the request of a program.
///
/// # Errors
/// Too few or too many operands, or a target that is not a directory.
pub(crate) fn job(
    asked: &Asked,
    program: &Program,
    dialect: Dialect,
    env: &Env,
) -> Result<JobSpec, Misuse> {
    match program.verb {
        Verb::Copy | Verb::Move | Verb::Verify | Verb::Extract => {
            to_destination(asked, program.verb, dialect, env)
        }
        Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo => removal(asked),
        Verb::Dedupe => sharing(asked),
        Verb::Pack => packing(asked),
    }
}

/// Makes the request of a delete, whose operands are all sources.
fn removal(asked: &Asked) -> Result<JobSpec, Misuse> {
    let verb = if asked.trash { Verb::Trash } else { Verb::Delete };
    let sources = sources(asked)?;
    Ok(JobSpec { verb, sources, destination: None, options: asked.options.clone() })
}

/// Makes the request to share storage, whose operands are all sources; a dry run tells each equal file.
fn sharing(asked: &Asked) -> Result<JobSpec, Misuse> {
    let mut options = asked.options.clone();
    if options.dry_run {
        options.events = options.events.max(EventLevel::All);
    }
    Ok(JobSpec { verb: Verb::Dedupe, sources: sources(asked)?, destination: None, options })
}

/// Makes the request of an archive, whose first operand is the archive.
fn packing(asked: &Asked) -> Result<JobSpec, Misuse> {
    if asked.files0_from.is_none() {
        meant::check_pack(&asked.operands)?;
    }
    let Some((archive, operands)) = asked.operands.split_first() else {
        return Err(Misuse::Flags("missing operand"));
    };
    let rest = Asked { operands: operands.to_vec(), ..asked.clone() };
    let destination = Some(Destination::As(archive.into()));
    let sources = sources(&rest)?;
    if sources.is_empty() {
        return Err(Misuse::Flags("missing operand: what goes into the archive"));
    }
    Ok(JobSpec { verb: Verb::Pack, sources, destination, options: asked.options.clone() })
}

/// Gives the operands where all of them are sources.
///
/// # Errors
/// There are none, or the list of them cannot be read.
pub(crate) fn sources(asked: &Asked) -> Result<Vec<WirePath>, Misuse> {
    let mut operands = asked.operands.clone();
    if let Some(list) = &asked.files0_from {
        operands.extend(listed(list)?);
    }
    if asked.glob {
        operands = operands.into_iter().flat_map(expanded).collect();
    }
    if operands.is_empty() && !asked.options.force {
        return Err(match &asked.files0_from {
            Some(list) => Misuse::EmptyList(list.clone()),
            None => Misuse::Flags("missing operand"),
        });
    }
    Ok(operands.into_iter().map(WirePath::from).collect())
}

/// Makes the request of a copy or a move, whose last operand may be the destination.
fn to_destination(
    asked: &Asked,
    verb: Verb,
    dialect: Dialect,
    env: &Env,
) -> Result<JobSpec, Misuse> {
    let mut operands = asked.operands.clone();
    if let Some(list) = &asked.files0_from {
        let last = operands.len().min(usize::from(asked.target.is_none()));
        let listed = listed(list)?;
        if listed.is_empty() && operands.len() <= last {
            return Err(Misuse::EmptyList(list.clone()));
        }
        // Those that were typed come first.
        let end = operands.len() - last;
        operands.splice(end..end, listed);
    }
    let mut options = asked.options.clone();
    if verb == Verb::Extract && asked.target.is_none() {
        meant::check_extract(&operands)?;
        // Else both are kept, or the user is asked.
        if options.on_mismatch == MismatchPolicy::Fail && options.backup.is_none() {
            meant::check_folder(&operands)?;
        }
    }
    let destination = destination(asked, &mut operands, dialect)?;
    if asked.glob {
        operands = operands.into_iter().flat_map(expanded).collect();
    }
    let destination = match destination {
        Destination::As(path)
            if env.posixly_correct && dialect == Dialect::Gnu && verb == Verb::Copy =>
        {
            Destination::As(WirePath(through_dangling(path.0)))
        }
        other => other,
    };
    // GNU's cp strips slashes only from what goes into a directory.
    options.strip_trailing_slashes &= verb == Verb::Move
        || dialect == Dialect::Own
        || matches!(destination, Destination::Into(_));
    if let Some(clash) = asked.clash {
        return Err(Misuse::Flags(clash));
    }
    let sources = operands.into_iter().map(WirePath::from).collect();
    Ok(JobSpec { verb, sources, destination: Some(destination), options })
}

/// Finds out where the operands go, and takes the destination away from them.
fn destination(
    asked: &Asked,
    operands: &mut Vec<OsString>,
    dialect: Dialect,
) -> Result<Destination, Misuse> {
    const PARENTS: Misuse = Misuse::Flags("with --parents, the destination must be a directory");
    let wanted = if asked.target.is_some() { 1 } else { 2 };
    if operands.len() < wanted {
        return Err(operands.pop().map_or(Misuse::NoOperand, Misuse::NoDestination));
    }
    if asked.exact {
        if asked.target.is_some() {
            return Err(Misuse::Refused(
                "cannot combine --target-directory (-t) and --no-target-directory (-T)",
            ));
        }
        if operands.len() > 2 {
            return Err(Misuse::Extra(operands.swap_remove(2)));
        }
        if asked.options.parents {
            return Err(PARENTS);
        }
    }
    let not_a_directory = |flag: bool, path: &OsStr, errno: Errno| Misuse::Target {
        flag,
        path: path.to_owned(),
        reason: OpError::new(fcp_engine::error::Action::Target, path, errno).reason(),
    };
    if let Some(target) = &asked.target {
        return match directory(target) {
            Ok(()) => Ok(Destination::Into(WirePath::from(with_one_slash(target)))),
            Err(errno) => Err(not_a_directory(true, target, errno)),
        };
    }
    // There are two operands at least.
    let Some(last) = operands.pop() else { return Err(Misuse::NoOperand) };
    if last.is_empty() && dialect == Dialect::Own {
        return Err(Misuse::Refused("empty destination"));
    }
    let several = operands.len() > 1 || (asked.glob && operands.iter().any(|name| expands(name)));
    match if asked.exact { Err(Errno::NOTDIR) } else { directory(&last) } {
        Ok(()) => Ok(Destination::Into(WirePath::from(with_one_slash(&last)))),
        Err(_) if asked.options.parents && operands.len() == 1 => Err(PARENTS),
        Err(errno) if several && !asked.exact => Err(not_a_directory(false, &last, errno)),
        // A directory for which stat(2) fails at the moment must not pass for a new name.
        Err(errno) if dialect == Dialect::Own && !is_absent(errno) => {
            Err(not_a_directory(false, &last, errno))
        }
        Err(_) => Ok(Destination::As(WirePath::from(unslashed(last, operands, dialect)))),
    }
}

/// Finds out what a destination is that another machine names: a directory to copy into, or a new name.
///
/// # Errors
/// It is neither, and this says why.
pub(crate) fn place(path: &Path, into: bool, exact: bool) -> Result<Destination, String> {
    match if exact { Err(Errno::NOTDIR) } else { directory(path.as_os_str()) } {
        Ok(()) => Ok(Destination::Into(path.into())),
        Err(errno) if into && !exact || !is_absent(errno) => {
            Err(OpError::new(fcp_engine::error::Action::Target, path, errno).reason())
        }
        Err(_) => Ok(Destination::As(path.into())),
    }
}

/// Whether a path that is no directory may be that of a new or existing file.
fn is_absent(errno: Errno) -> bool {
    matches!(errno, Errno::NOENT | Errno::NOTDIR | Errno::LOOP)
}

/// Leaves one slash behind the name of a directory, so that the paths below it have no more.
fn with_one_slash(name: &OsStr) -> &OsStr {
    let bytes = name.as_bytes();
    let end = bytes.iter().rposition(|&byte| byte != b'/').map_or(1, |last| last + 2);
    OsStr::from_bytes(bytes.get(..end).unwrap_or(bytes))
}

/// Removes the trailing slashes of a new directory's name, which mean nothing there.
///
/// Where the name is that of anything but a directory, they say that no symlink to one may take its place.
fn unslashed(name: OsString, sources: &[OsString], dialect: Dialect) -> OsString {
    let Some(end) = name.as_bytes().iter().rposition(|&byte| byte != b'/') else { return name };
    let bare = &name.as_bytes()[..=end];
    if dialect == Dialect::Gnu
        || rustix::fs::lstat(bare).is_ok_and(|there| !is_directory(&there))
            && sources.iter().any(|source| is_symlink(source))
        || sources.iter().any(|source| directory(source).is_err())
    {
        return name;
    }
    OsString::from_vec(bare.to_vec())
}

/// Tells whether a path leads to a directory, or why not.
fn directory(path: &OsStr) -> Result<(), Errno> {
    if is_directory(&rustix::fs::stat(path)?) { Ok(()) } else { Err(Errno::NOTDIR) }
}

fn is_symlink(path: &OsStr) -> bool {
    let is_link = |stat: rustix::fs::Stat| {
        rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::Symlink
    };
    rustix::fs::lstat(path).is_ok_and(is_link)
}

fn is_directory(stat: &rustix::fs::Stat) -> bool {
    rustix::fs::FileType::from_raw_mode(stat.st_mode) == rustix::fs::FileType::Directory
}

/// Follows a symlink that leads nowhere yet, as `POSIXLY_CORRECT` demands.
fn through_dangling(path: PathBuf) -> PathBuf {
    let dangling = path.is_symlink() && !path.exists();
    match path.read_link() {
        Ok(target) if dangling => path.parent().unwrap_or(Path::new("")).join(target),
        _ => path,
    }
}

/// Reads operands that end with a NUL each.
fn listed(list: &OsStr) -> Result<Vec<OsString>, Misuse> {
    let mut bytes = Vec::new();
    let read = if list == "-" {
        io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(list).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    let wrong = |reason: String| Misuse::List { path: list.to_owned(), reason };
    if let Err(error) = read {
        return Err(wrong(match error.raw_os_error() {
            Some(raw) => {
                OpError::new(fcp_engine::error::Action::Open, list, Errno::from_raw_os_error(raw))
                    .reason()
            }
            None => error.to_string(),
        }));
    }
    // A name may hold a line break, but a list of one such name is a list of lines.
    if !bytes.contains(&0) && bytes.ends_with(b"\n") {
        let why = "its names end with line breaks; they must end with NUL bytes, as find -print0 writes them";
        return Err(wrong(why.to_owned()));
    }
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    // The program that wrote the list was killed, perhaps, and the beginning of a path leads to another item.
    let Some(names) = bytes.strip_suffix(&[0]) else {
        let why = "its last name may be cut off, since no NUL byte ends it";
        return Err(wrong(why.to_owned()));
    };
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let names = names.split(|&byte| byte == 0);
    if names.clone().any(<[u8]>::is_empty) {
        return Err(wrong("a name in it is empty".to_owned()));
    }
    Ok(names.map(|name| OsString::from_vec(name.to_vec())).collect())
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;

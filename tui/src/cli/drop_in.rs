//! The name `cp`: GNU's manners to the letter, by the same engine.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_engine::error::{Action, OpError};
use fcp_engine::event::Outcome;
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Backup, BackupKind, Destination, EventLevel, JobSpec};
use rustix::fs::{FileType, lstat, stat};
use rustix::io::Errno;
use signal_hook::consts::SIGPIPE;

use super::ask::Keys;
use super::asked::{self, Asked, Dialect, Env};
use super::display::Mode;
use super::flags::COPY;
use super::getopt::GetOpt;
use super::lines::Lines;
use super::messages::Gnu;
use super::misuse::Misuse;
use super::quoting::{Bytes, Quoting};
use super::session::{self, Asker, Ending, Setup};
use super::signals::die_of;
use super::{exit, request, stream};
use crate::app::look::{Depth, Look};
use crate::terminal::{detect, is_utf8};

/// Runs as `cp`.
pub(crate) fn run(args: impl Iterator<Item = OsString>) -> u8 {
    let env = Env::read();
    let quoting = quoting();
    let tokens = GetOpt::new(COPY, args, env.posixly_correct);
    let tokens = tokens.map(|item| item.map_err(Misuse::Syntax));
    let asked = match asked::fold(tokens, Dialect::Gnu, &env) {
        Ok(asked) => asked,
        Err(misuse) => return refuse(&misuse, quoting),
    };
    if asked.help {
        return print(HELP);
    }
    if asked.version {
        return print(&format!(
            "cp (fcp {}), compatible with GNU coreutils 9.7\n",
            env!("CARGO_PKG_VERSION")
        ));
    }
    if asked.context {
        say(&Bytes::from("warning: ignoring --context; it requires an SELinux-enabled kernel"));
    }
    let mut spec = match request::copy(&asked, Dialect::Gnu, &env) {
        Ok(spec) => spec,
        Err(misuse) => return refuse(&misuse, quoting),
    };
    if let Some(backup) = self_backup(&spec) {
        spec.destination = Some(Destination::As(WirePath(backup)));
        spec.options.backup = None;
    }
    if asked.json {
        return stream::run(Some(spec), &asked);
    }
    if let Some(sentence) = unreachable(&spec, quoting) {
        say(&sentence);
        return exit::FAILED;
    }
    if asked.verbose {
        spec.options.events = EventLevel::Trace;
    }
    // Names and questions come in the order of the operands, as scripts expect; and of trees that
    // are merged, the last one wins.
    if (asked.verbose || asked.prompt || merges(&spec)) && spec.options.workers.is_none() {
        spec.options.workers = Some(1);
    }
    let look = Look { depth: Depth::Mono, ..detect(|name| std::env::var(name).ok()) };
    let mode = asked.progress.map_or(Mode::Off, Mode::choose);
    spec.options.totals = mode != Mode::Off;
    let voice = Gnu {
        quoting,
        verbose: asked.verbose,
        debug: asked.debug,
        quiet_metadata: asked.quiet_metadata,
        operands: spec.sources.iter().map(|source| source.0.clone()).collect(),
        options: spec.options.clone(),
    };
    let asker = asker(&asked);
    match session::run(spec, Setup { voice: Box::new(voice), asker, mode, look }) {
        Ok(ending) => finish(&ending),
        Err(error) => {
            say(&Bytes::from(error.to_string().as_str()));
            exit::FAILED
        }
    }
}

/// Whether two operands get the same name in the target directory.
fn merges(spec: &JobSpec) -> bool {
    let mut names = BTreeSet::new();
    !spec.options.parents
        && spec.sources.iter().any(|source| {
            let path = source.0.as_os_str().as_bytes();
            let own = path.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
            let name = path[..own].rsplit(|&byte| byte == b'/').next().unwrap_or_default();
            !names.insert(if name == b".." { b"." } else { name })
        })
}

/// Gives the backup name of a file that is to be copied onto itself, which `-f` and `-b` turn into
/// a copy of it under that name.
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

/// Says what is wrong with a destination path that cannot even be looked at.
///
/// `cp` looks at both before it begins; the engine learns it from the failing step.
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
        Ok(_) | Err(Errno::NOENT) => return None,
        Err(errno) => ("cannot stat ", errno),
    };
    let reason = OpError::new(Action::StatDestination, "", errno).reason();
    Some(Bytes::from(sentence).raw(&name(&path.0)).text(": ").text(&reason))
}

fn asker(asked: &Asked) -> Asker {
    if asked.prompt {
        Asker::Lines(Lines::new(asked.older))
    } else if stderr().is_terminal() {
        // Only our own flags lead to questions here.
        Asker::Keys(Box::new(Keys::new()))
    } else {
        Asker::Nobody
    }
}

fn finish(ending: &Ending) -> u8 {
    if let Some(signal) = ending.signal {
        return die_of(signal);
    }
    if let Some(error) = &ending.output {
        return write_error(error);
    }
    let done = ending.summary.as_ref().is_some_and(|it| it.outcome == Outcome::Completed);
    if done && !ending.declined { exit::DONE } else { exit::FAILED }
}

fn write_error(error: &std::io::Error) -> u8 {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return die_of(SIGPIPE);
    }
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    say(&Bytes::from("write error: ").text(text));
    exit::FAILED
}

/// Prints a complaint about the command line.
fn refuse(misuse: &Misuse, quoting: Quoting) -> u8 {
    let mut text = misuse.message(quoting);
    if misuse.points_to_help() {
        text = text.text("\nTry 'cp --help' for more information.");
    }
    say(&text);
    exit::FAILED
}

fn say(text: &Bytes) {
    let line = Bytes::from("cp: ").raw(text.as_slice()).text("\n");
    // If standard error is closed, the exit code still tells.
    let _told = stderr().write_all(line.as_slice()).is_ok();
}

fn print(text: &str) -> u8 {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => exit::DONE,
        Err(error) => write_error(&error),
    }
}

fn quoting() -> Quoting {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    Quoting { utf8: is_utf8(locale.as_deref()), terminal: stderr().is_terminal() }
}

const HELP: &str = "\
Usage: cp [OPTION]... [-T] SOURCE DEST
  or:  cp [OPTION]... SOURCE... DIRECTORY
  or:  cp [OPTION]... -t DIRECTORY SOURCE...
This is fcp under the name cp. It takes the options of GNU cp 9.7, with their
meaning, defaults, messages and exit codes:

  -a, --archive              -d                      -H
      --attributes-only          --debug             -i, --interactive
  -b, --backup[=METHOD]      -f, --force             -l, --link
      --copy-contents        -n, --no-clobber        -L, --dereference
  -p, --preserve[=LIST]          --no-preserve=LIST  -P, --no-dereference
      --parents              -R, -r, --recursive     -s, --symbolic-link
      --reflink[=WHEN]           --sparse=WHEN       -S, --suffix=SUFFIX
      --remove-destination   -t, --target-directory=DIRECTORY
      --strip-trailing-slashes   -T, --no-target-directory
  -u, --update[=WHICH]       -v, --verbose           -x, --one-file-system
      --keep-directory-symlink   -Z, --context[=CONTEXT]
      --help                     --version

Long options of fcp work here, too; 'fcp --help' tells about all of them.
";

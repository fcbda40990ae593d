//! `--install-links`: gives the executable the names of the other programs.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

use rustix::fs::{rename, unlink};

use crate::program::NAMES;

/// The name of the executable.
const EXECUTABLE: &str = "fcp-tui";

/// What happened to one name.
#[derive(Debug, PartialEq, Eq)]
enum Made {
    /// There is a link now.
    New,
    /// There was one already.
    Same,
    /// Another file has the name.
    Taken,
}

/// Makes a symlink to this executable under each name in a directory, and prints them.
///
/// Links to an executable of the same name elsewhere, such as an older build, are replaced; other files
/// that have one of the names are left alone and told, and the exit status is 1.
pub(super) fn install(dir: &Path) -> io::Result<ExitCode> {
    let program = env::current_exe()?.canonicalize()?;
    let absolute = dir.canonicalize().map_err(|error| named(dir, &error))?;
    if !absolute.is_dir() {
        return Err(io::Error::other(format!("{}: not a directory", dir.display())));
    }
    let is_beside = program.parent() == Some(absolute.as_path());
    let target =
        if is_beside { PathBuf::from(program.file_name().unwrap_or_default()) } else { program };
    let names = NAMES.into_iter().chain((!is_beside).then_some(EXECUTABLE));
    let mut out = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    for name in names {
        let link = dir.join(name);
        match make(&target, &absolute.join(name)).map_err(|error| named(&link, &error))? {
            Made::New | Made::Same => writeln!(out, "{} -> {}", link.display(), target.display())?,
            Made::Taken => {
                code = ExitCode::from(1);
                complain(&link);
            }
        }
    }
    if !env::var_os("PATH")
        .is_some_and(|path| env::split_paths(&path).any(|entry| is(&entry, &absolute)))
    {
        writeln!(
            out,
            "{} is not in PATH; add it there to start the programs by name",
            dir.display()
        )?;
    }
    out.flush()?;
    Ok(code)
}

/// Makes one link; a link that it replaces has its name until the new one takes it.
fn make(target: &Path, link: &Path) -> io::Result<Made> {
    match fs::symlink_metadata(link) {
        Ok(_) => match fs::read_link(link) {
            Ok(old) if old == target => return Ok(Made::Same),
            Ok(old) if old.file_name() == Some(EXECUTABLE.as_ref()) => {}
            // EINVAL of what is not a symlink is among the errors.
            Ok(_) | Err(_) => return Ok(Made::Taken),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut temporary = link.as_os_str().to_owned();
    temporary.push(format!(".{}", process::id()));
    symlink(target, &temporary)?;
    rename(&temporary, link).inspect_err(|_| {
        let _removed = unlink(&temporary).is_ok();
    })?;
    Ok(Made::New)
}

/// Whether two paths lead to one directory.
fn is(entry: &Path, absolute: &Path) -> bool {
    entry.canonicalize().is_ok_and(|entry| entry == absolute)
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::other(format!("{}: {}", path.display(), crate::cli::console::reason(error)))
}

#[expect(clippy::print_stderr, reason = "the program has no screen here")]
fn complain(link: &Path) {
    eprintln!("fcp-tui: {}: another file has this name; remove it first", link.display());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_made_once_renewed_and_never_put_over_another_file() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("fcp");
        let made = |target: &str| make(Path::new(target), &link).unwrap();
        assert_eq!(made("/old/fcp-tui"), Made::New);
        assert_eq!(made("/old/fcp-tui"), Made::Same);
        assert_eq!(made("/new/fcp-tui"), Made::New);
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("/new/fcp-tui"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        unlink(&link).unwrap();
        symlink("/elsewhere/fcp", &link).unwrap();
        assert_eq!(made("/new/fcp-tui"), Made::Taken);
        unlink(&link).unwrap();
        fs::File::create_new(&link).unwrap();
        assert_eq!(made("/new/fcp-tui"), Made::Taken);
        assert!(link.is_file());
    }
}

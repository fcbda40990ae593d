//! The arguments of the program.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use fcp_engine::path::DisplayName;

use crate::uris;

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Copies, moves and removes files, and shows what becomes of each

Usage: fcp-desktop [OPTION] [PATH]...

A folder opens in the manager, two folders side by side. With any other files
the copier opens, and asks where they go.

Options:
      --copier   Open the copier, for folders as well
      --work     Work the queue off in the background, without a window
  -h, --help     Print this
  -V, --version  Print the version

If fcp-desktop runs already, its window takes the paths.
";

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A window.
    Show(Launch),
    /// Working the queue off.
    Work,
    /// The help.
    Help,
    /// The version.
    Version,
}

/// A window, and what it begins with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Launch {
    /// The manager, and folders for its panels.
    Manager(Vec<PathBuf>),
    /// The copier, and what it asks about.
    Copier(Vec<PathBuf>),
}

impl Line {
    /// Reads the arguments after the program's name; relative paths are below `here`.
    ///
    /// # Errors
    /// One line that says what is wrong.
    pub(crate) fn read(args: Vec<OsString>, here: &Path) -> Result<Self, String> {
        let mut paths = Vec::new();
        let mut copier = false;
        let mut work = false;
        let mut options = true;
        for arg in args {
            if !options || arg == "-" || !arg.as_bytes().starts_with(b"-") {
                paths.push(named(&arg, here)?);
                continue;
            }
            match arg.as_bytes() {
                b"--" => options = false,
                b"--copier" => copier = true,
                b"--work" => work = true,
                b"--help" | b"-h" => return Ok(Self::Help),
                b"--version" | b"-V" => return Ok(Self::Version),
                _ => {
                    let arg = DisplayName::new(&arg);
                    return Err(format!("unknown option '{arg}'; see --help"));
                }
            }
        }
        if work {
            let alone = paths.is_empty() && !copier;
            return if alone { Ok(Self::Work) } else { Err("--work stands alone".to_owned()) };
        }
        let folders = paths.len() <= 2 && paths.iter().all(|path| path.is_dir());
        Ok(Self::Show(if folders && !copier {
            Launch::Manager(paths)
        } else {
            Launch::Copier(paths)
        }))
    }
}

/// Gives the absolute path that an argument names: a path, or the URI of a file.
fn named(arg: &OsStr, here: &Path) -> Result<PathBuf, String> {
    let path = arg.to_str().filter(|arg| arg.starts_with("file:///")).and_then(uris::decode);
    // What stands here is the entry itself, whatever slashes follow it.
    let path: PathBuf = here.join(path.unwrap_or_else(|| arg.into())).components().collect();
    match path.symlink_metadata() {
        Ok(_) => Ok(path),
        Err(error) => Err(format!("cannot open '{}': {error}", DisplayName::new(arg))),
    }
}

impl Launch {
    /// Spells it for the process that runs already: a letter, and each path behind a NUL.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let (letter, paths) = match self {
            Self::Manager(paths) => (b'm', paths),
            Self::Copier(paths) => (b'c', paths),
        };
        let mut bytes = vec![letter];
        for path in paths {
            bytes.push(0);
            bytes.extend(path.as_os_str().as_bytes());
        }
        bytes
    }

    /// Reads what [`Self::to_bytes`] spelled.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut fields = bytes.split(|byte| *byte == 0);
        let letter = fields.next()?;
        let path = |field: &[u8]| PathBuf::from(OsString::from_vec(field.to_vec()));
        let paths: Vec<PathBuf> = fields.map(path).collect();
        if !paths.iter().all(|path| path.is_absolute()) {
            return None;
        }
        match letter {
            b"m" => Some(Self::Manager(paths)),
            b"c" => Some(Self::Copier(paths)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with the folders `a`, `b`, `c` and the file `caf\xE9`.
    fn tree() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            #[expect(clippy::disallowed_methods, reason = "a test makes its own files")]
            fs::create_dir(dir.path().join(name)).unwrap();
        }
        let latin = dir.path().join(OsStr::from_bytes(b"caf\xE9"));
        fs::File::create(&latin).unwrap();
        (dir, latin)
    }

    fn read(here: &Path, args: &[&[u8]]) -> Result<Line, String> {
        Line::read(args.iter().map(|arg| OsStr::from_bytes(arg).to_owned()).collect(), here)
    }

    #[test]
    fn folders_open_in_the_manager_and_anything_else_in_the_copier() {
        let (dir, latin) = tree();
        let here = dir.path();
        let manager = |names: &[&str]| {
            Ok(Line::Show(Launch::Manager(names.iter().map(|name| here.join(name)).collect())))
        };
        assert_eq!(read(here, &[]), manager(&[]));
        assert_eq!(read(here, &[b"./a/"]), manager(&["a"]));
        assert_eq!(read(here, &[b"a", b"b"]), manager(&["a", "b"]));
        let copier = |paths| Ok(Line::Show(Launch::Copier(paths)));
        assert_eq!(
            read(here, &[b"a", b"b", b"c"]),
            copier(vec![here.join("a"), here.join("b"), here.join("c")])
        );
        assert_eq!(read(here, &[b"--copier", b"a"]), copier(vec![here.join("a")]));
        assert_eq!(read(here, &[b"caf\xE9"]), copier(vec![latin]));
    }

    #[test]
    fn uris_name_any_file() {
        let (dir, latin) = tree();
        let uri = uris::encode(&latin).unwrap();
        assert!(uri.ends_with("caf%E9"), "{uri}");
        assert_eq!(
            read(Path::new("/"), &[uri.as_bytes()]),
            Ok(Line::Show(Launch::Copier(vec![latin])))
        );
        drop(dir);
    }

    #[test]
    fn mistakes_are_one_line() {
        let (dir, _) = tree();
        for args in [&[b"--nosuch".as_slice()][..], &[b"missing"], &[b"--work", b"a"], &[b"-"]] {
            let text = read(dir.path(), args).unwrap_err();
            assert!(!text.contains('\n') && !text.is_empty(), "{text}");
        }
        assert_eq!(read(dir.path(), &[b"--help", b"--nosuch"]), Ok(Line::Help));
        assert_eq!(read(dir.path(), &[b"-V"]), Ok(Line::Version));
        assert_eq!(read(dir.path(), &[b"--work"]), Ok(Line::Work));
        assert!(read(dir.path(), &[b"--", b"--help"]).is_err());
    }

    #[test]
    fn a_launch_reaches_the_running_process_byte_by_byte() {
        let latin = PathBuf::from(OsString::from_vec(b"/caf\xE9\n/x".to_vec()));
        for launch in [
            Launch::Manager(Vec::new()),
            Launch::Manager(vec!["/a".into(), "/b c".into()]),
            Launch::Copier(vec![latin]),
        ] {
            assert_eq!(Launch::from_bytes(&launch.to_bytes()), Some(launch));
        }
        for bytes in [b"".as_slice(), b"x\0/a", b"m\0a", b"c\0"] {
            assert_eq!(Launch::from_bytes(bytes), None);
        }
    }
}

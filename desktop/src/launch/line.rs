//! Parses the arguments of the program.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fcp_engine::path::DisplayName;

use crate::patience::Threads;
use crate::uris;
use crate::wire::View;

/// Time that the disk of a path has to answer before a window opens without it.
const PATIENCE: Duration = Duration::from_millis(500);

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Copies, moves and deletes files, and shows what happens to each

Usage: fcp-desktop [OPTION] [PATH]...

A folder opens in the manager, two folders side by side. With any other files
the copier opens, and asks where they go. Paths that do not exist are named.

Options:
      --copier   Open the copier, for folders as well
      --work     Run the queue in the background, without a window
  -h, --help     Print this
  -V, --version  Print the version

If fcp-desktop is already running, its window opens the paths.
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
pub(crate) struct Launch {
    /// The window.
    pub(crate) view: View,
    /// Folders for the panels of the manager, or what the copier asks about.
    pub(crate) paths: Vec<PathBuf>,
    /// Paths that were named and do not exist.
    pub(crate) missing: Vec<PathBuf>,
}

/// What the desktop gave the launch, so that the window which it opens may come to the front: a token of xdg-activation
/// on Wayland, an id of startup notification on X11.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token(String);

/// Bytes of the longest token.
const LONGEST_TOKEN: usize = 4096;

impl Token {
    /// Takes a token, if it can be one.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let is_one = !text.is_empty()
            && text.len() <= LONGEST_TOKEN
            && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
        is_one.then(|| Self(text.to_owned()))
    }

    /// Finds the token in the environment; that of Wayland counts first.
    pub(crate) fn find(variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        let find = |name| Self::new(variable(name)?.to_str()?);
        find("XDG_ACTIVATION_TOKEN").or_else(|| find("DESKTOP_STARTUP_ID"))
    }

    /// Gives it as the desktop spells it.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Folder,
    Other,
    Missing,
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
                paths.push(named(&arg, here));
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
            return if alone {
                Ok(Self::Work)
            } else {
                Err("--work takes no other arguments".to_owned())
            };
        }
        let threads = Threads::default();
        let ask = |path: &PathBuf| {
            let path = path.clone();
            // A panel says that its disk does not answer.
            threads.within(PATIENCE, move || look(&path)).unwrap_or(Found::Folder)
        };
        Ok(Self::Show(Launch::of(paths, copier, ask)))
    }
}

/// Gives the absolute path that an argument names: a path, or the URI of a file.
fn named(arg: &OsStr, here: &Path) -> PathBuf {
    let path = arg.to_str().filter(|arg| arg.starts_with("file:///")).and_then(uris::decode);
    // Trailing slashes are dropped: the entry itself is meant.
    here.join(path.unwrap_or_else(|| arg.into())).components().collect()
}

fn look(path: &Path) -> Found {
    match path.symlink_metadata() {
        Ok(_) if path.is_dir() => Found::Folder,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Found::Missing
        }
        Ok(_) | Err(_) => Found::Other,
    }
}

impl Launch {
    /// Chooses the window for paths, by what each leads to.
    fn of(paths: Vec<PathBuf>, copier: bool, ask: impl Fn(&PathBuf) -> Found) -> Self {
        let found: Vec<_> = paths.iter().map(ask).collect();
        let (missing, there): (Vec<_>, Vec<_>) =
            paths.into_iter().zip(found).partition(|(_, found)| *found == Found::Missing);
        let folders = there.len() <= 2 && there.iter().all(|(_, found)| *found == Found::Folder);
        let paths = |all: Vec<(PathBuf, Found)>| all.into_iter().map(|(path, _)| path).collect();
        let view = if folders && !copier { View::Manager } else { View::Copier };
        Self { view, paths: paths(there), missing: paths(missing) }
    }

    /// Spells it for the process that runs already: a letter and the token, and each path behind a NUL; those that
    /// are missing behind an empty one.
    pub(crate) fn to_bytes(&self, token: Option<&Token>) -> Vec<u8> {
        let mut bytes = vec![match self.view {
            View::Manager => b'm',
            View::Copier => b'c',
        }];
        bytes.extend(token.map(|token| token.0.as_bytes()).unwrap_or_default());
        let gap = PathBuf::new();
        for path in self.paths.iter().chain([&gap]).chain(&self.missing) {
            bytes.push(0);
            bytes.extend(path.as_os_str().as_bytes());
        }
        bytes
    }

    /// Reads what [`Self::to_bytes`] spelled.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<(Self, Option<Token>)> {
        let mut fields = bytes.split(|byte| *byte == 0);
        let (letter, token) = fields.next()?.split_first()?;
        let token = std::str::from_utf8(token).ok().and_then(Token::new);
        let path = |field: &[u8]| PathBuf::from(OsString::from_vec(field.to_vec()));
        let paths = fields.by_ref().take_while(|field| !field.is_empty()).map(path).collect();
        let launch = Self {
            view: match letter {
                b'm' => View::Manager,
                b'c' => View::Copier,
                _ => return None,
            },
            paths,
            missing: fields.map(path).collect(),
        };
        let mut all = launch.paths.iter().chain(&launch.missing);
        all.all(|path| path.is_absolute()).then_some((launch, token))
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
            let paths = names.iter().map(|name| here.join(name)).collect();
            Ok(Line::Show(Launch { view: View::Manager, paths, missing: vec![] }))
        };
        assert_eq!(read(here, &[]), manager(&[]));
        assert_eq!(read(here, &[b"./a/"]), manager(&["a"]));
        assert_eq!(read(here, &[b"a", b"b"]), manager(&["a", "b"]));
        let copier =
            |paths| Ok(Line::Show(Launch { view: View::Copier, paths, missing: Vec::new() }));
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
        let line = read(Path::new("/"), &[uri.as_bytes()]);
        let Ok(Line::Show(launch)) = line else { panic!("{line:?}") };
        assert_eq!((launch.view, launch.paths), (View::Copier, vec![latin]));
        drop(dir);
    }

    #[test]
    fn missing_paths_are_named_and_the_others_open() {
        let (dir, latin) = tree();
        let here = dir.path();
        let launch = |args: &[&[u8]]| match read(here, args) {
            Ok(Line::Show(launch)) => launch,
            other => panic!("{other:?}"),
        };
        let missing = vec![here.join("missing"), latin.join("below")];
        let args: [&[u8]; 4] = [b"missing", b"a", b"caf\xE9/below", b"caf\xE9"];
        let paths = vec![here.join("a"), latin];
        assert_eq!(launch(&args), Launch { view: View::Copier, paths, missing });
        let alone = launch(&[b"missing"]);
        assert_eq!((alone.view, alone.paths.len(), alone.missing.len()), (View::Manager, 0, 1));
    }

    #[test]
    fn a_disk_that_does_not_answer_opens_in_a_panel() {
        let threads = Threads::default();
        let (hold, held) = std::sync::mpsc::channel::<()>();
        let held = std::sync::Arc::new(std::sync::Mutex::new(held));
        let dead = PathBuf::from("/dead");
        let ask = |path: &PathBuf| {
            let (held, is_dead) = (std::sync::Arc::clone(&held), *path == dead);
            let look = move || {
                assert!(!is_dead || held.lock().unwrap().recv().is_err());
                Found::Folder
            };
            let time = if is_dead { Duration::ZERO } else { Duration::MAX };
            threads.within(time, look).unwrap_or(Found::Folder)
        };
        let launch = Launch::of(vec![dead.clone(), "/".into()], false, ask);
        assert_eq!((launch.view, launch.paths.len()), (View::Manager, 2));
        drop(hold);
    }

    #[test]
    fn mistakes_are_one_line() {
        let (dir, _) = tree();
        for args in [&[b"--nosuch".as_slice()][..], &[b"--work", b"a"]] {
            let text = read(dir.path(), args).unwrap_err();
            assert!(!text.contains('\n') && !text.is_empty(), "{text}");
        }
        assert_eq!(read(dir.path(), &[b"--help", b"--nosuch"]), Ok(Line::Help));
        assert_eq!(read(dir.path(), &[b"-V"]), Ok(Line::Version));
        assert_eq!(read(dir.path(), &[b"--work"]), Ok(Line::Work));
        let line = read(dir.path(), &[b"--", b"--help"]);
        assert!(matches!(line, Ok(Line::Show(launch)) if launch.missing.len() == 1));
    }

    #[test]
    fn a_launch_reaches_the_running_process_byte_by_byte() {
        let latin = PathBuf::from(OsString::from_vec(b"/caf\xE9\n/x".to_vec()));
        let (none, manager) = (Vec::new(), View::Manager);
        for launch in [
            Launch { view: manager, paths: none.clone(), missing: none.clone() },
            Launch {
                view: manager,
                paths: vec!["/a".into(), "/b c".into()],
                missing: none.clone(),
            },
            Launch { view: manager, paths: none.clone(), missing: vec!["/a".into()] },
            Launch { view: View::Copier, paths: vec![latin], missing: vec!["/a".into()] },
        ] {
            for token in [None, Token::new("a_TIME1")] {
                let bytes = launch.to_bytes(token.as_ref());
                let read = Launch::from_bytes(&bytes).unwrap();
                assert_eq!((&read.0, read.1), (&launch, token));
            }
        }
        for bytes in [b"".as_slice(), b"x\0/a", b"m\0a", b"c\0\0a"] {
            assert_eq!(Launch::from_bytes(bytes), None);
        }
    }

    #[test]
    fn a_token_is_text_of_one_line_and_that_of_wayland_counts_first() {
        for wrong in ["", "a\nb", "a\0b", "é"] {
            assert_eq!(Token::new(wrong), None, "{wrong:?}");
        }
        assert_eq!(Token::new(&"a".repeat(5_000)), None);
        let set = |names: &'static [&str]| {
            Token::find(move |name| names.contains(&name).then(|| OsString::from(name)))
        };
        assert_eq!(set(&[]), None);
        assert_eq!(set(&["DESKTOP_STARTUP_ID"]), Token::new("DESKTOP_STARTUP_ID"));
        let both = set(&["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"]);
        assert_eq!(both, Token::new("XDG_ACTIVATION_TOKEN"));
    }
}

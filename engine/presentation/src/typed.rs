//! Turns typed paths (`~`, relative ones) into absolute ones, and back.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

use fcp_engine::link::split_host;
use fcp_engine::path::{FarPath, is_far};

use crate::address;
use crate::spelling::spell;

/// Gives the place that a typed path means: `host:path` and `sftp://host/path` are on another machine, and anything
/// else as in [`resolve`].
///
/// A folder of this machine with a colon in its name is typed with a slash before, as `./a:b`.
pub fn place(dir: &Path, home: Option<&Path>, typed: &OsStr) -> PathBuf {
    let far = match address::far(typed) {
        Some(Ok(far)) => Some(far),
        _ => split_host(Path::new(typed)).and_then(|(host, path)| FarPath::new(&host, path)),
    };
    far.map_or_else(|| resolve(dir, home, typed), |far| far.to_path())
}

/// Gives the path that a typed one means, seen from a directory; `..` is taken as text.
///
/// Seen from a directory of another machine, a relative path is there as well, and `..` does not lead out of it.
pub fn resolve(dir: &Path, home: Option<&Path>, typed: &OsStr) -> PathBuf {
    let bytes = typed.as_bytes();
    let is_relative = !bytes.starts_with(b"/") && bytes != b"~" && !bytes.starts_with(b"~/");
    if let Some(far) = FarPath::of(dir).filter(|_| is_relative) {
        let inside = plain(&far.path().join(typed));
        // Only a NUL byte makes it none, which cannot be typed; the folder itself is never wrong.
        let there = FarPath::new(far.host(), inside);
        return there.map_or_else(|| dir.to_owned(), |far| far.to_path());
    }
    let path = match (bytes.strip_prefix(b"~"), home) {
        (Some(b""), Some(home)) => home.to_owned(),
        (Some(rest), Some(home)) if rest.starts_with(b"/") => {
            let rest = rest.iter().position(|&c| c != b'/').map_or(&b""[..], |at| &rest[at..]);
            home.join(OsStr::from_bytes(rest))
        }
        _ => dir.join(typed),
    };
    plain(&path)
}

/// Gives the path of something new that is typed in a directory; none if the directory is on another machine, and what
/// was typed is on this one: a path that begins with `/` or `~` would be made here, where the user does not look.
pub fn new_item(dir: &Path, home: Option<&Path>, typed: &OsStr) -> Option<PathBuf> {
    if !is_far(dir) {
        return Some(resolve(dir, home, typed));
    }
    Some(place(dir, home, typed)).filter(|path| is_far(path))
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// Gives a path as it is typed: `~` for the home directory, a `/` behind a folder.
pub fn written(path: &Path, home: Option<&Path>, folder: bool) -> String {
    let inside = home.and_then(|home| path.strip_prefix(home).ok());
    let spelled = people(path);
    let is_far = spelled.is_some();
    let path = spelled.as_deref().unwrap_or(path);
    let mut bytes = match inside {
        Some(rest) if rest.as_os_str().is_empty() => b"~".to_vec(),
        Some(rest) => [b"~/", rest.as_os_str().as_bytes()].concat(),
        None => path.as_os_str().as_bytes().to_vec(),
    };
    // Behind the colon a slash would mean the root.
    if folder && !bytes.ends_with(b"/") && !(is_far && bytes.ends_with(b":")) {
        bytes.push(b'/');
    }
    spell(&OsString::from_vec(bytes))
}

/// A path of another machine as people write it, and as `fcp` and `scp` read it; none for one of this machine.
pub(crate) fn people(path: &Path) -> Option<PathBuf> {
    let far = FarPath::of(path)?;
    let inside = far.path().as_os_str().as_bytes();
    let inside = if inside == b"." { b"" } else { inside };
    let bytes = [far.host().as_bytes(), b":", inside].concat();
    Some(PathBuf::from(OsString::from_vec(bytes)))
}

/// Gives a path as a shell reads it; bash, zsh and fish know `$'…'` or its like for odd bytes.
pub fn quoted(path: &Path) -> String {
    let spelled = people(path);
    let path = spelled.as_deref().unwrap_or(path);
    let bytes = path.as_os_str().as_bytes();
    let plain = |c: &u8| c.is_ascii_alphanumeric() || b"/._-+,:@%=~".contains(c);
    if !bytes.is_empty() && bytes.iter().all(plain) && !bytes.starts_with(b"~") {
        return String::from_utf8_lossy(bytes).into_owned();
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.chars().any(char::is_control) => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => {
            let byte = |&c: &u8| match c {
                b'\'' | b'\\' => format!("\\{}", char::from(c)),
                0x20..=0x7e => char::from(c).to_string(),
                _ => format!("\\x{c:02x}"),
            };
            format!("$'{}'", bytes.iter().map(byte).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::spelling::read;

    #[test]
    fn a_place_on_another_machine_is_typed_as_for_scp() {
        let home = Some(Path::new("/home/anna"));
        let far = |host: &str, path: &str| FarPath::new(host, path).unwrap().to_path();
        let at = |dir: &Path, typed: &str| place(dir, home, OsStr::new(typed));
        let here = Path::new("/mnt/x");
        assert_eq!(at(here, "web:/srv"), far("web", "/srv"));
        assert_eq!(at(here, "me@web:"), far("me@web", "."));
        assert_eq!(at(here, "sftp://me@web/srv"), far("me@web", "/srv"));
        assert_eq!(at(here, "./web:/srv"), Path::new("/mnt/x/web:/srv"));
        assert_eq!(resolve(here, home, OsStr::new("web:x")), Path::new("/mnt/x/web:x"));
        // Seen from there: relative ones are there, however many `..` they have; others are here.
        let there = far("web", "/srv/a");
        assert_eq!(at(&there, "b/../c"), far("web", "/srv/a/c"));
        assert_eq!(at(&there, "../../../../etc"), far("web", "/etc"));
        assert_eq!(resolve(&there, home, OsStr::new("..")), far("web", "/srv"));
        assert_eq!(at(&there, "/etc"), Path::new("/etc"));
        assert_eq!(at(&there, "~"), Path::new("/home/anna"));
        // What is new there is never made here.
        let new = |dir: &Path, typed: &str| new_item(dir, home, OsStr::new(typed));
        assert_eq!(new(&there, "b/c"), Some(far("web", "/srv/a/b/c")));
        assert_eq!(new(&there, "web:/srv/b"), Some(far("web", "/srv/b")));
        assert_eq!((new(&there, "/srv/b"), new(&there, "~/b")), (None, None));
        assert_eq!(new(here, "web:x"), Some("/mnt/x/web:x".into()));
        for (path, text) in [(&there, "web:/srv/a/"), (&far("web", "."), "web:")] {
            assert_eq!(written(path, home, true), text);
        }
        assert_eq!(at(here, &written(&there, home, false)), there);
        assert_eq!(quoted(&far("web", "/a b")), "'web:/a b'");
    }

    #[test]
    fn typed_paths_are_seen_from_the_panel() {
        let home = Some(Path::new("/home/anna"));
        let at = |typed: &str| resolve(Path::new("/mnt/x"), home, OsStr::new(typed));
        assert_eq!(at("~"), Path::new("/home/anna"));
        assert_eq!(at("~/a"), Path::new("/home/anna/a"));
        assert_eq!(at("~//a"), Path::new("/home/anna/a"));
        assert_eq!(at("~a"), Path::new("/mnt/x/~a"));
        assert_eq!(at("a/../b/"), Path::new("/mnt/x/b"));
        assert_eq!(at("../../.."), Path::new("/"));
        assert_eq!(at("/a"), Path::new("/a"));
        assert_eq!(at(""), Path::new("/mnt/x"));
    }

    #[test]
    fn a_shell_reads_the_same_path() {
        for name in ["a", "a b", "it's", "~", "a\nb", "$HOME", "-n", "\u{e9}"] {
            let line = format!("printf %s {}", quoted(Path::new(name)));
            let told = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
            assert_eq!(told.stdout, name.as_bytes(), "{line}");
        }
        assert_eq!(quoted(Path::new(OsStr::from_bytes(b"a\xff"))), "$'a\\xff'");
    }

    proptest! {
        #[test]
        fn a_written_path_is_the_same_path(
            names in prop::collection::vec(prop::collection::vec(1..=255_u8, 1..6), 0..4),
            inside in any::<bool>(),
        ) {
            let home = Path::new("/home/anna");
            let mut path = if inside { home.to_owned() } else { PathBuf::from("/") };
            for name in names {
                let name: Vec<u8> = name.into_iter().filter(|&c| c != b'/').collect();
                if !matches!(name.as_slice(), b"" | b"." | b"..") {
                    path.push(OsStr::from_bytes(&name));
                }
            }
            let shown = read(&written(&path, Some(home), true));
            prop_assert_eq!(resolve(Path::new("/elsewhere"), Some(home), &shown), path);
        }
    }
}

//! Expands the wildcards of `--glob` as a shell does.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use fcp_engine::Wildcard;

/// Whether an operand has wildcards.
pub(super) fn expands(name: &OsStr) -> bool {
    has_wildcard(name.as_bytes())
}

fn has_wildcard(name: &[u8]) -> bool {
    name.iter().any(|byte| b"*?[".contains(byte))
}

/// Expands wildcards; a pattern that matches nothing stays, as in a shell.
pub(super) fn expanded(name: OsString) -> Vec<OsString> {
    let found = if expands(&name) { find(name.as_bytes()) } else { None };
    match found {
        Some(found) if !found.is_empty() => found.into_iter().map(OsString::from_vec).collect(),
        Some(_) | None => vec![name],
    }
}

/// The names of a pattern, each with the slashes behind it; slashes before the first are those of an empty name.
fn split(pattern: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'/').unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let end = after.iter().position(|byte| *byte != b'/').unwrap_or(after.len());
        let (slashes, after) = after.split_at(end);
        parts.push((name, slashes));
        rest = after;
    }
    parts
}

/// Gives the paths that a pattern matches, in order; none if it cannot be understood.
fn find(pattern: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut found = vec![Vec::new()];
    for (name, slashes) in split(pattern) {
        let mut next = Vec::new();
        let is_last = slashes.is_empty();
        if name == b"**" {
            for base in &found {
                descend(base, is_last, &mut next);
            }
        } else if has_wildcard(name) {
            let wanted = Wildcard::of_name(name)?;
            for base in &found {
                // As in a shell, a dot at the beginning must be spelt.
                let is_wanted = |it: &[u8]| {
                    (name.starts_with(b".") || !it.starts_with(b".")) && wanted.matches(it)
                };
                let names = names_in(base).into_iter().filter(|it| is_wanted(it));
                let paths = names.map(|it| [base.as_slice(), &it].concat());
                next.extend(paths.filter(|path| is_last || as_path(path).is_dir()));
            }
        } else {
            let paths = found.iter().map(|base| [base.as_slice(), name].concat());
            next.extend(paths.filter(|it| it.is_empty() || as_path(it).symlink_metadata().is_ok()));
        }
        next.iter_mut().filter(|it| name != b"**" || !it.is_empty()).for_each(|path| {
            if !path.ends_with(b"/") {
                path.extend_from_slice(slashes);
            }
        });
        found = next;
    }
    Some(found)
}

/// Adds a directory and all below it that are not hidden, without following symlinks; of the last name of a pattern those
/// below it alone.
fn descend(base: &[u8], is_last: bool, found: &mut Vec<Vec<u8>>) {
    let mut left = vec![base.to_vec()];
    while let Some(at) = left.pop() {
        let names = names_in(&at).into_iter().filter(|name| !name.starts_with(b"."));
        let paths = names.map(|name| [at.as_slice(), &name].concat());
        let is_dir = |path: &Vec<u8>| as_path(path).symlink_metadata().is_ok_and(|it| it.is_dir());
        let mut below: Vec<Vec<u8>> = paths.filter(is_dir).collect();
        below.reverse();
        left.extend(below.into_iter().map(|path| [path.as_slice(), b"/"].concat()));
        if !is_last || at != base {
            found.push(at);
        }
    }
    if is_last {
        for path in found.iter_mut() {
            path.pop_if(|last| *last == b'/');
        }
    }
}

/// The names in a directory, in order; none of one that cannot be read.
fn names_in(base: &[u8]) -> Vec<Vec<u8>> {
    let dir = if base.is_empty() { Path::new(".") } else { as_path(base) };
    let entries = std::fs::read_dir(dir).into_iter().flatten();
    let mut names: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.file_name().into_vec())).collect();
    names.sort_unstable();
    names
}

fn as_path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_expand_as_in_a_shell() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &[u8]| root.path().join(OsStr::from_bytes(name));
        for name in ["d", "d/e", "d/e/f", ".h", "l\u{e4}"] {
            std::fs::DirBuilder::new().create(at(name.as_bytes())).unwrap();
        }
        let latin = b"d/l\xe4t.txt";
        for name in [&b"seen"[..], b".hidden", b"\xff", b"d/a.txt", latin, b"d/e/b.txt", b".h/in"] {
            std::fs::File::create(at(name)).unwrap();
        }
        std::os::unix::fs::symlink("d", at(b"link")).unwrap();
        let base = [root.path().as_os_str().as_bytes(), b"/"].concat();
        let found = |pattern: &[u8]| -> Vec<Vec<u8>> {
            let found = expanded(OsString::from_vec([&base, pattern].concat()));
            found.iter().map(|it| it.as_bytes().strip_prefix(&*base).unwrap().to_vec()).collect()
        };
        let latin1 = &latin[..];
        let umlaut = "l\u{e4}".as_bytes();
        let cases: [(&[u8], &[&[u8]]); 16] = [
            (b"*", &[b"d", b"link", umlaut, b"seen", b"\xff"]),
            (b".h*", &[b".h", b".hidden"]),
            (b"[.]h*", &[b"[.]h*"]),
            (b"?", &[b"d", b"\xff"]),
            (b"l?", &[umlaut]),
            (b"l[!a]", &[umlaut]),
            (b"d/*.txt", &[b"d/a.txt", latin1]),
            (b"d/l\xe4*", &[latin1]),
            (b"d//l?t.txt", &[b"d//l\xe4t.txt"]),
            (b"*/a.txt", &[b"d/a.txt", b"link/a.txt"]),
            (b"d*/", &[b"d/"]),
            (b"s*/", &[b"s*/"]),
            (b"**/*.txt", &[b"d/a.txt", latin1, b"d/e/b.txt"]),
            (b"d/**", &[b"d/e", b"d/e/f"]),
            (b"[", &[b"["]),
            (b"none*", &[b"none*"]),
        ];
        for (pattern, expected) in cases {
            assert_eq!(found(pattern), expected, "{}", pattern.escape_ascii());
        }
    }
}

//! Finds types of files by the shared MIME database.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::Places;

/// The type of text of which no more is known.
pub(super) const TEXT: &str = "text/plain";

/// The type of bytes of which no more is known.
pub(super) const BYTES: &str = "application/octet-stream";

/// What the database knows.
#[derive(Debug, Default)]
pub(super) struct Types {
    patterns: Vec<Pattern>,
    /// More general types of a type.
    parents: BTreeMap<String, Vec<String>>,
}

#[derive(Debug)]
struct Pattern {
    weight: u32,
    kind: String,
    glob: String,
    /// Whether capitals and small letters differ.
    has_case: bool,
}

impl Types {
    /// Reads the database from the directories of data.
    pub(super) fn read(data: &[PathBuf]) -> Self {
        let mut types = Self::default();
        for dir in data {
            let text = Places::read(&dir.join("mime/globs2"));
            types.patterns.extend(text.lines().filter_map(pattern));
            for line in Places::read(&dir.join("mime/subclasses")).lines() {
                if let Some((kind, parent)) = line.split_once(' ') {
                    types.parents.entry(kind.to_owned()).or_default().push(parent.to_owned());
                }
            }
        }
        types
    }

    /// Gives the type of a name: of the patterns that match, the one with the largest weight, then the longest.
    pub(super) fn of_name(&self, name: &OsStr) -> Option<String> {
        let name = name.as_bytes();
        let small = name.to_ascii_lowercase();
        let exact = |pattern: &&Pattern| matches(pattern.glob.as_bytes(), name);
        let alike = |pattern: &&Pattern| {
            !pattern.has_case && matches(pattern.glob.to_ascii_lowercase().as_bytes(), &small)
        };
        let rank = |pattern: &&Pattern| (pattern.weight, pattern.glob.len());
        let best = self.patterns.iter().filter(exact).max_by_key(rank);
        let best = best.or_else(|| self.patterns.iter().filter(alike).max_by_key(rank));
        best.map(|pattern| pattern.kind.clone())
    }

    /// Gives a type and all more general ones, the nearest first.
    pub(super) fn chain(&self, kind: &str) -> Vec<String> {
        let mut chain = vec![kind.to_owned()];
        let mut at = 0;
        while let Some(kind) = chain.get(at).cloned() {
            let known = self.parents.get(&kind).cloned().unwrap_or_default();
            // What the database leaves out, as the specification says.
            let text = kind.starts_with("text/").then(|| TEXT.to_owned());
            for parent in known.into_iter().chain(text) {
                if !chain.contains(&parent) {
                    chain.push(parent);
                }
            }
            at += 1;
        }
        if !kind.starts_with("inode/") && !chain.iter().any(|it| it == BYTES) {
            chain.push(BYTES.to_owned());
        }
        chain
    }
}

/// Reads a line `50:text/plain:*.txt`, with flags behind it.
fn pattern(line: &str) -> Option<Pattern> {
    let mut parts = line.split(':');
    let weight = parts.next()?.parse().ok()?;
    let (kind, glob) = (parts.next()?.to_owned(), parts.next()?.to_owned());
    let has_case = parts.next().is_some_and(|flags| flags.split(',').any(|flag| flag == "cs"));
    // This pattern only takes a type away, which no program of ours writes.
    (glob != "__NOGLOBS__").then_some(Pattern { weight, kind, glob, has_case })
}

/// Tells whether a pattern with `*`, `?` and `[…]` matches a name.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|at| matches(rest, &name[at..])),
        Some((b'?', rest)) => name.split_first().is_some_and(|(_, name)| matches(rest, name)),
        Some((b'[', rest)) => {
            let (Some(end), Some((first, name))) =
                (rest.iter().position(|byte| *byte == b']'), name.split_first())
            else {
                return false;
            };
            is_in(&rest[..end], *first) && matches(&rest[end + 1..], name)
        }
        Some((byte, rest)) => {
            name.split_first().is_some_and(|(first, name)| first == byte && matches(rest, name))
        }
    }
}

/// Tells whether a byte is in a set `0-9_`.
fn is_in(set: &[u8], byte: u8) -> bool {
    match set {
        [low, b'-', high, rest @ ..] => (*low..=*high).contains(&byte) || is_in(rest, byte),
        [one, rest @ ..] => *one == byte || is_in(rest, byte),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types() -> Types {
        let lines = [
            "50:application/gzip:*.gz",
            "50:application/x-compressed-tar:*.tar.gz",
            "80:text/html:*.htm",
            "50:text/x-c++src:*.C:cs",
            "50:text/x-csrc:*.c",
            "10:text/x-readme:readme*",
            "60:application/x-sharedlib:*.so.[0-9]*",
            "50:text/x-makefile:makefile",
        ];
        let patterns = lines.into_iter().filter_map(pattern).collect();
        let parents = [("application/x-compressed-tar", "application/gzip")];
        let parents = parents.map(|(kind, parent)| (kind.to_owned(), vec![parent.to_owned()]));
        Types { patterns, parents: parents.into() }
    }

    #[test]
    fn the_longest_pattern_that_matches_gives_the_type() {
        let types = types();
        let of = |name: &str| types.of_name(OsStr::new(name));
        assert_eq!(of("a.tar.gz").as_deref(), Some("application/x-compressed-tar"));
        assert_eq!(of("a.GZ").as_deref(), Some("application/gzip"));
        assert_eq!(of("a.C").as_deref(), Some("text/x-c++src"));
        assert_eq!(of("a.c").as_deref(), Some("text/x-csrc"));
        assert_eq!(of("README.md").as_deref(), Some("text/x-readme"));
        assert_eq!(of("Makefile").as_deref(), Some("text/x-makefile"));
        assert_eq!(of("libc.so.6").as_deref(), Some("application/x-sharedlib"));
        assert_eq!(of("libc.so.x"), None);
        assert_eq!(
            types.of_name(OsStr::from_bytes(b"caf\xe9.gz")).as_deref(),
            Some("application/gzip")
        );
    }

    #[test]
    fn a_type_is_followed_by_more_general_ones() {
        let types = types();
        assert_eq!(
            types.chain("application/x-compressed-tar"),
            ["application/x-compressed-tar", "application/gzip", BYTES]
        );
        assert_eq!(types.chain("text/x-csrc"), ["text/x-csrc", TEXT, BYTES]);
        assert_eq!(types.chain("inode/directory"), ["inode/directory"]);
    }
}

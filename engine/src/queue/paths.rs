//! Which paths a job reads and which it changes.
//!
//! Light jobs and those on other devices overtake others, and a paused job stands in nobody's way.
//! None of that may reorder jobs that touch the same files: a copy and the delete of what it copies,
//! added one after the other, must run one after the other.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::path::WirePath;
use crate::spec::{Destination, JobSpec, Verb};

/// Paths that are kept of each list; of more, the directories above them.
const MOST: usize = 64;

/// What a job touches, with everything below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Paths {
    /// What it reads and leaves as it is.
    pub(crate) reads: Vec<WirePath>,
    /// What it makes, changes or removes.
    pub(crate) writes: Vec<WirePath>,
}

impl Paths {
    /// Tells what a job with absolute paths touches, as far as can be told beforehand.
    pub(crate) fn of(spec: &JobSpec) -> Self {
        let mut sources = BTreeSet::new();
        let mut made = BTreeSet::new();
        if matches!(spec.verb, Verb::Restore | Verb::Undo) {
            // What these touch is known to the trash and to the record alone.
            return Self::default();
        }
        for source in &spec.sources {
            let source = real(&source.0);
            if let Some(Destination::Into(directory)) = &spec.destination {
                let name = source.file_name().filter(|_| !spec.options.parents);
                let directory = real(&directory.0.join("."));
                made.insert(name.map_or(directory.clone(), |name| directory.join(name)));
            }
            sources.insert(source);
        }
        if let Some(Destination::As(path)) = &spec.destination {
            made.insert(real(&path.0));
        }
        if spec.verb == Verb::Copy {
            return Self { reads: few(sources), writes: few(made) };
        }
        made.append(&mut sources);
        Self { reads: Vec::new(), writes: few(made) }
    }
}

/// Resolves the symlinks above a path: an operand that is a link is itself what is moved or deleted.
fn real(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => match parent.canonicalize() {
            Ok(parent) => parent.join(name),
            Err(_) => path.to_owned(),
        },
        // It ends in `..`, or is the root.
        _ => path.canonicalize().unwrap_or_else(|_| path.to_owned()),
    }
}

/// Replaces too many paths by those above them.
fn few(mut paths: BTreeSet<PathBuf>) -> Vec<WirePath> {
    while paths.len() > MOST {
        let up = |path: PathBuf| path.parent().map_or(path.clone(), Path::to_owned);
        paths = paths.into_iter().map(up).collect();
    }
    paths.into_iter().map(WirePath).collect()
}

/// Paths of many jobs, by which an overlap is found without comparing each with each.
#[derive(Debug, Default)]
struct Names<'a> {
    exact: HashSet<&'a Path>,
    /// Everything above them.
    above: HashSet<&'a Path>,
}

impl<'a> Names<'a> {
    fn add(&mut self, paths: &'a [WirePath]) {
        for path in paths {
            self.exact.insert(&path.0);
            for up in path.0.ancestors().skip(1) {
                // What is above one that is there is there, too.
                if !self.above.insert(up) {
                    break;
                }
            }
        }
    }

    /// Whether one of these paths is one of those, or above or below one.
    fn overlap(&self, paths: &[WirePath]) -> bool {
        paths.iter().any(|path| {
            self.above.contains(path.0.as_path())
                || path.0.ancestors().any(|up| self.exact.contains(up))
        })
    }
}

/// What the jobs before a job touch.
#[derive(Debug, Default)]
pub(crate) struct Touched<'a> {
    reads: Names<'a>,
    writes: Names<'a>,
}

impl<'a> Touched<'a> {
    /// Adds what a job touches.
    pub(crate) fn add(&mut self, paths: &'a Paths) {
        self.reads.add(&paths.reads);
        self.writes.add(&paths.writes);
    }

    /// Whether a job must wait, since one of the two would change what the other touches.
    pub(crate) fn stops(&self, paths: &Paths) -> bool {
        self.writes.overlap(&paths.reads)
            || self.writes.overlap(&paths.writes)
            || self.reads.overlap(&paths.writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Options;

    fn paths(verb: Verb, sources: &[&str], into: Option<&str>) -> Paths {
        let sources = sources.iter().map(|source| (*source).into()).collect();
        let destination = into.map(|path| Destination::Into(path.into()));
        Paths::of(&JobSpec { verb, sources, destination, options: Options::default() })
    }

    fn stops(first: &Paths, second: &Paths) -> bool {
        let mut touched = Touched::default();
        touched.add(first);
        touched.stops(second)
    }

    #[test]
    fn jobs_on_the_same_files_keep_their_order() {
        let copy = paths(Verb::Copy, &["/x/src"], Some("/x/dst"));
        assert_eq!(copy.writes, [WirePath::from("/x/dst/src")]);
        for other in ["/x/src", "/x/src/below", "/x", "/x/dst/src/a"] {
            let delete = paths(Verb::Delete, &[other], None);
            assert!(stops(&copy, &delete) && stops(&delete, &copy), "{other}");
        }
        for other in ["/x/srcs", "/x/sr", "/x/dst/other", "/y"] {
            let delete = paths(Verb::Delete, &[other], None);
            assert!(!stops(&copy, &delete) && !stops(&delete, &copy), "{other}");
        }
    }

    #[test]
    fn what_is_only_read_may_be_read_twice() {
        let one = paths(Verb::Copy, &["/x/src"], Some("/a"));
        let other = paths(Verb::Copy, &["/x/src/below"], Some("/b"));
        assert!(!stops(&one, &other));
        let again = paths(Verb::Copy, &["/y/src"], Some("/a"));
        assert!(stops(&one, &again), "both make /a/src");
    }

    #[test]
    fn symlinks_hide_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().canonicalize().unwrap();
        std::os::unix::fs::symlink(&dir, dir.join("link")).unwrap();
        let through = dir.join("link/file");
        let copy = paths(Verb::Copy, &[dir.join("file").to_str().unwrap()], Some("/a"));
        assert!(stops(&copy, &paths(Verb::Delete, &[through.to_str().unwrap()], None)));
    }

    #[test]
    fn of_many_operands_the_directories_count() {
        let names: Vec<String> = (0..1_000).map(|n| format!("/x/d/{n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let delete = paths(Verb::Delete, &names, None);
        assert_eq!(delete.writes, [WirePath::from("/x/d")]);
    }
}

//! Compares which paths jobs read and change, so that jobs on the same files keep their order.
//!
//! Light jobs and those on other devices overtake others, and a paused job holds up no other job. None of
//! that may reorder jobs that touch the same files: a copy and the delete of what it copies, added one after
//! the other, must run one after the other.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::lanes::stat;
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Verb};
use crate::trash;
use crate::walk::operand::ends_in_slash;

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
        let mut folders = Folders::default();
        match spec.verb {
            // What it touches is known to the record alone.
            Verb::Undo => return Self::default(),
            // Where the items go is known to the trash alone; until then a deletion must not take them.
            Verb::Restore => {
                let ids = || spec.sources.iter().map(|source| source.0.as_path());
                let places = ids().filter_map(trash::place);
                let both =
                    ids().map(Path::to_owned).chain(places).filter(|path| path.is_absolute());
                let both = both.map(|path| folders.real(&path)).collect();
                return Self { reads: Vec::new(), writes: few(both) };
            }
            Verb::Copy
            | Verb::Move
            | Verb::Delete
            | Verb::Trash
            | Verb::Verify
            | Verb::Dedupe
            | Verb::Extract
            | Verb::Pack => {}
        }
        let removes = !matches!(spec.verb, Verb::Copy | Verb::Verify | Verb::Extract | Verb::Pack);
        for WirePath(source) in &spec.sources {
            if let Some(Destination::Into(directory)) = &spec.destination {
                let directory = folders.followed(&directory.0);
                let named = !spec.options.parents && spec.verb != Verb::Extract;
                let name = name_of(source).filter(|_| named);
                made.insert(name.map_or(directory.clone(), |name| directory.join(name)));
            }
            if !removes || name_of(source).is_none() || ends_in_slash(source) {
                // What a link leads to, if it is one.
                sources.insert(folders.operand(source));
            }
            sources.insert(folders.real(source));
        }
        match &spec.destination {
            Some(Destination::As(WirePath(path))) => {
                made.extend([folders.real(path), followed(path)]);
            }
            Some(Destination::Each(paths)) => {
                made.extend(paths.iter().map(|path| folders.real(&path.0)));
            }
            Some(Destination::Into(_)) | None => {}
        }
        let removed = spec.options.removals.iter().filter_map(|it| it.paths.as_ref()).flatten();
        made.extend(removed.chain(&spec.options.manifest).map(|path| folders.real(&path.0)));
        // Where these were deleted or moved first, nothing would be shared.
        let trees = spec.options.reuse.iter().flat_map(|reuse| &reuse.trees);
        sources.extend(trees.map(|tree| folders.followed(&tree.0)));
        if matches!(spec.verb, Verb::Copy | Verb::Extract | Verb::Pack) {
            return Self { reads: few(sources), writes: few(made) };
        }
        made.append(&mut sources);
        if spec.verb == Verb::Verify {
            return Self { reads: few(made), writes: Vec::new() };
        }
        Self { reads: Vec::new(), writes: few(made) }
    }

    /// Tells what a job touches that takes back another.
    pub(crate) fn of_undo(taken_back: &JobSpec) -> Self {
        let Self { reads, mut writes } = Self::of(taken_back);
        writes.extend(reads);
        Self { reads: Vec::new(), writes }
    }
}

/// The name that an operand has in a directory; none if what is in it goes there itself.
fn name_of(source: &Path) -> Option<&OsStr> {
    source.file_name().filter(|_| !source.as_os_str().as_bytes().ends_with(b"/."))
}

/// Folders whose symlinks were resolved: a hundred thousand marked files lie in few of them.
#[derive(Debug, Default)]
struct Folders(HashMap<PathBuf, PathBuf>);

impl Folders {
    /// Resolves all symlinks of the path of a folder.
    fn followed(&mut self, folder: &Path) -> PathBuf {
        if let Some(known) = self.0.get(folder) {
            return known.clone();
        }
        let found = followed(folder);
        self.0.insert(folder.to_owned(), found.clone());
        found
    }

    /// Resolves the symlinks above a path: an operand that is a link is itself what is moved or
    /// deleted.
    fn real(&mut self, path: &Path) -> PathBuf {
        match (path.parent(), path.file_name()) {
            (Some(parent), Some(name)) => self.followed(parent).join(name),
            // It ends in `..`, or is the root.
            _ => followed(path),
        }
    }

    /// Resolves all symlinks of the path of an operand, which rarely is one itself.
    fn operand(&mut self, path: &Path) -> PathBuf {
        if name_of(path).is_none() || ends_in_slash(path) {
            return followed(path);
        }
        match stat(path, false) {
            Some(meta) if meta.kind == FileKind::Symlink => followed(path),
            Some(_) | None => self.real(path),
        }
    }
}

/// Resolves all symlinks of a path, the end of which may be yet to be made.
fn followed(path: &Path) -> PathBuf {
    let there = path.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let Some((above, real)) = there else { return path.to_owned() };
    // Joining nothing would add a slash.
    match path.strip_prefix(above) {
        Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
        _ => real,
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
    use crate::contract::spec::{Options, Reuse, Sharing};

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
    fn what_is_restored_is_not_deleted_meanwhile() {
        let restore = paths(Verb::Restore, &["/t/info/a.trashinfo"], None);
        for other in ["/t/files/a", "/t/info/a.trashinfo", "/t/files/a/below", "/t"] {
            let delete = paths(Verb::Delete, &[other], None);
            assert!(stops(&restore, &delete) && stops(&delete, &restore), "{other}");
        }
        let other = paths(Verb::Delete, &["/t/files/b", "/t/info/b.trashinfo"], None);
        assert!(!stops(&restore, &other));
        assert!(!stops(&restore, &paths(Verb::Restore, &["/t/info/b.trashinfo"], None)));
    }

    #[test]
    fn what_is_only_read_may_be_read_twice() {
        let one = paths(Verb::Copy, &["/x/src"], Some("/a"));
        let other = paths(Verb::Copy, &["/x/src/below"], Some("/b"));
        assert!(!stops(&one, &other));
        let again = paths(Verb::Copy, &["/y/src"], Some("/a"));
        assert!(stops(&one, &again), "both make /a/src");
        let verify = paths(Verb::Verify, &["/x/src"], Some("/a"));
        assert!(stops(&one, &verify), "it reads what is made");
        assert!(stops(&verify, &again), "it reads what is changed");
        assert!(!stops(&verify, &verify));
    }

    #[test]
    fn an_earlier_copy_and_a_list_of_checksums_are_touched() {
        let options = Options {
            reuse: Some(Reuse { trees: vec!["/x/mon".into()], by: Sharing::HardLink }),
            manifest: Some("/x/SUMS".into()),
            ..Options::default()
        };
        let sources = vec!["/x/src".into()];
        let destination = Some(Destination::As("/x/tue".into()));
        let copy = Paths::of(&JobSpec { verb: Verb::Copy, sources, destination, options });
        for removed in ["/x/mon", "/x/mon/below", "/x/SUMS"] {
            let delete = paths(Verb::Delete, &[removed], None);
            assert!(stops(&copy, &delete) && stops(&delete, &copy), "{removed}");
        }
        assert!(!stops(&copy, &paths(Verb::Copy, &["/x/mon"], Some("/a"))), "both only read it");
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

    #[test]
    fn the_symlinks_of_a_folder_are_resolved_once_for_all_operands_in_it() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("other")).unwrap();
        let mut folders = Folders::default();
        for n in 0..1_000 {
            folders.operand(&dir.path().join(format!("{n}")));
            folders.real(&dir.path().join(format!("other/{n}")));
        }
        assert_eq!(folders.0.len(), 2, "one for each folder: {:?}", folders.0.keys());
    }

    #[test]
    fn a_destination_that_is_a_symlink_hides_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().canonicalize().unwrap();
        let at = |path: &str| dir.join(path).to_str().unwrap().to_owned();
        std::fs::create_dir(at("real")).unwrap();
        std::os::unix::fs::symlink("real", at("link")).unwrap();
        let delete = |path: &str| paths(Verb::Delete, &[&at(path)], None);
        for into in ["link", "link/", "link/new", "link/new/newer", "real/../link/new"] {
            let copy = paths(Verb::Copy, &["/x/src"], Some(&at(into)));
            assert!(stops(&copy, &delete("real")), "{into}: {copy:?}");
            assert!(stops(&copy, &delete(&into.replace("link", "real"))), "{into}: {copy:?}");
        }
    }

    #[test]
    fn what_an_operand_leads_to_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path().canonicalize().unwrap();
        let at = |path: &str| dir.join(path).to_str().unwrap().to_owned();
        std::fs::create_dir(at("real")).unwrap();
        std::os::unix::fs::symlink("real", at("link")).unwrap();
        let delete = paths(Verb::Delete, &[&at("real/below")], None);
        assert!(stops(&paths(Verb::Copy, &[&at("link")], Some("/a")), &delete));
        let copy = JobSpec {
            destination: Some(Destination::As(at("link").as_str().into())),
            ..JobSpec {
                verb: Verb::Copy,
                sources: vec!["/x".into()],
                destination: None,
                options: Options::default(),
            }
        };
        assert!(stops(&Paths::of(&copy), &delete));
    }

    #[test]
    fn an_operand_that_stands_for_what_is_in_it_may_make_anything() {
        for source in ["/x/src/.", "/x/src/.."] {
            let copy = paths(Verb::Copy, &[source], Some("/a"));
            assert!(stops(&copy, &paths(Verb::Delete, &["/a/other"], None)), "{copy:?}");
        }
    }
}

//! Builds the requests for copies, moves and deletes from what the user chose, the same in both apps.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_browse::edit::Known;
use fcp_engine::event::FileKind;
use fcp_engine::path::WirePath;
use fcp_engine::queue::Adding;
use fcp_engine::spec::{
    ConflictPolicy, DEFAULT_RENAME, Destination, DirectoryPolicy, ErrorPolicy, Follow, JobSpec,
    LinkMode, MismatchPolicy, Options, Preserve, Seen, SeenItem, Verb,
};
use fcp_engine::trash::{self, Trashed};
use fcp_sys::Identity;
use serde::{Deserialize, Serialize};

/// What to do when a name is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum OnConflict {
    /// Ask, and continue with the rest meanwhile.
    #[default]
    Ask,
    /// Leave what is there.
    Skip,
    /// Replace what is there, and keep it in the trash.
    Overwrite,
    /// Replace what is there, and do not keep it.
    OverwriteForGood,
    /// Replace what is older.
    Newer,
    /// Replace what is smaller.
    Larger,
    /// Give the incoming one another name.
    Rename,
}

impl From<OnConflict> for ConflictPolicy {
    fn from(chosen: OnConflict) -> Self {
        match chosen {
            OnConflict::Ask => Self::Ask,
            OnConflict::Skip => Self::Skip,
            OnConflict::Overwrite | OnConflict::OverwriteForGood => Self::Overwrite,
            OnConflict::Newer => Self::Newer,
            OnConflict::Larger => Self::Larger,
            OnConflict::Rename => Self::Rename(DEFAULT_RENAME.to_owned()),
        }
    }
}

/// What to do when something fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum OnError {
    /// Ask, and continue with the rest meanwhile.
    #[default]
    Ask,
    /// Leave it out.
    Skip,
    /// End the job.
    Abort,
}

/// When a job starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum Start {
    /// When its devices are free.
    #[default]
    Queue,
    /// At once.
    Now,
    /// Before all others that wait.
    First,
    /// When it is resumed.
    Paused,
}

impl Start {
    /// Gives how the job is put into the queue.
    pub fn adding(self) -> Adding {
        Adding {
            now: self == Self::Now,
            first: self == Self::First,
            paused: self == Self::Paused,
            ..Adding::default()
        }
    }
}

/// What the user chose for a copy or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// When a name is taken.
    pub on_conflict: OnConflict,
    /// When something fails.
    pub on_error: OnError,
    /// Whether all metadata are preserved, or the mode alone.
    pub preserve_all: bool,
    /// Whether copies are read back.
    pub verify: bool,
    /// Whether what symlinks lead to is copied.
    pub follow: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            on_conflict: OnConflict::default(),
            on_error: OnError::default(),
            preserve_all: true,
            verify: false,
            follow: false,
        }
    }
}

impl Choices {
    /// Gives the options of a job; links are not read back.
    fn options(self, link: LinkMode) -> Options {
        let on_conflict = ConflictPolicy::from(self.on_conflict);
        let on_mismatch = match on_conflict {
            ConflictPolicy::Ask => MismatchPolicy::Ask,
            _ => MismatchPolicy::default(),
        };
        Options {
            link,
            preserve: if self.preserve_all { Preserve::ALL } else { Preserve::default() },
            follow: if self.follow { Follow::Always } else { Follow::Never },
            on_conflict,
            on_directory: DirectoryPolicy::Merge,
            on_mismatch,
            on_error: match self.on_error {
                OnError::Ask => ErrorPolicy::Ask,
                OnError::Skip => ErrorPolicy::Skip,
                OnError::Abort => ErrorPolicy::Abort,
            },
            // Both apps say beside Replace that replaced files are moved to the trash.
            keep_replaced: self.on_conflict != OnConflict::OverwriteForGood,
            verify: self.verify && link == LinkMode::Copy,
            totals: true,
            ..Options::default()
        }
    }
}

/// Where the sources of a copy or a move go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// Into a folder.
    Into(PathBuf),
    /// Into the folder they are in, under free names.
    Beside(PathBuf),
    /// To a name.
    As(PathBuf),
}

impl Way {
    /// Finds how sources go to a path, which is a folder or a name.
    ///
    /// Copies of items that are in the folder already get free names there; `copies` says whether it is a copy.
    pub fn of(to: PathBuf, is_folder: bool, copies: bool, sources: &[PathBuf]) -> Self {
        if !is_folder {
            return Self::As(to);
        }
        let is_in_place = sources.iter().all(|source| source.parent() == Some(to.as_path()));
        if copies && is_in_place { Self::Beside(to) } else { Self::Into(to) }
    }

    /// Gives the path of the destination.
    pub fn path(&self) -> &Path {
        match self {
            Self::Into(path) | Self::Beside(path) | Self::As(path) => path,
        }
    }

    /// Tells whether the sources go into a folder.
    pub fn is_into(&self) -> bool {
        !matches!(self, Self::As(_))
    }

    /// Builds the request for a copy or a move.
    pub fn spec(
        &self,
        verb: Verb,
        link: LinkMode,
        sources: Vec<WirePath>,
        choices: Choices,
    ) -> JobSpec {
        let to = self.path().to_owned().into();
        let destination = if self.is_into() { Destination::Into(to) } else { Destination::As(to) };
        let options = choices.options(link);
        let spec = JobSpec { verb, sources, destination: Some(destination), options };
        if matches!(self, Self::Beside(_)) { beside_sources(spec) } else { spec }
    }
}

/// Lets the copies of a request get free names beside their sources, whatever was chosen for conflicts.
#[must_use]
pub fn beside_sources(spec: JobSpec) -> JobSpec {
    let pattern = || DEFAULT_RENAME.to_owned();
    let options = Options {
        on_conflict: ConflictPolicy::Rename(pattern()),
        on_directory: DirectoryPolicy::Rename(pattern()),
        on_mismatch: MismatchPolicy::Rename(pattern()),
        ..spec.options
    };
    JobSpec { options, ..spec }
}

/// Builds the request that moves items to the trash or deletes them permanently.
pub fn removal(verb: Verb, sources: impl IntoIterator<Item = PathBuf>) -> JobSpec {
    let options = Options { on_error: ErrorPolicy::Ask, ..Options::default() };
    let sources = sources.into_iter().map(WirePath::from).collect();
    JobSpec { verb, sources, destination: None, options }
}

/// Turns the request for a copy into one that unpacks its sources, which are archives.
///
/// Where they are items in an archive, `inside` names that and the folder in it that the user sees. Set-ID bits are
/// never kept: the user has not seen them.
#[must_use]
pub fn unpacking(spec: JobSpec, inside: Option<(PathBuf, PathBuf)>) -> JobSpec {
    let mut options = Options {
        preserve: Preserve { timestamps: spec.options.preserve.timestamps, ..Preserve::default() },
        follow: Follow::Never,
        verify: false,
        unpack_folder: inside.is_none(),
        ..spec.options
    };
    let mut sources = spec.sources;
    if let Some((archive, folder)) = inside {
        options.filter.only = std::mem::replace(&mut sources, vec![archive.into()]);
        options.below = Some(folder.into());
    }
    JobSpec { verb: Verb::Extract, sources, options, ..spec }
}

/// Builds the request that moves items out of the trash, to where they were, as the user was shown them.
pub fn restore_trashed<'a>(items: impl IntoIterator<Item = &'a Trashed>) -> JobSpec {
    let items: Vec<&Trashed> = items.into_iter().collect();
    let shown = Shown::of_trashed(items.iter().copied());
    shown.only(restoring(items.iter().map(|item| item.id.clone())))
}

/// Builds the request that moves items out of the trash, to where they were.
///
/// The user is asked about names that are taken, as in a move, and what is replaced goes to the trash itself.
pub fn restoring(ids: impl IntoIterator<Item = WirePath>) -> JobSpec {
    JobSpec::restore(ids).with(|options| {
        options.on_conflict = ConflictPolicy::Ask;
        options.on_mismatch = MismatchPolicy::Ask;
        options.on_error = ErrorPolicy::Ask;
        options.keep_replaced = true;
    })
}

/// Builds the request that lets equal files among the items, and in them, share their storage.
pub fn sharing(sources: impl IntoIterator<Item = PathBuf>) -> JobSpec {
    let sources = sources.into_iter().map(WirePath::from).collect();
    JobSpec { verb: Verb::Dedupe, sources, destination: None, options: Options::default() }
}

/// Builds the request that deletes items permanently, where the description of an item in the trash names it; `place` says
/// which paths are such.
///
/// Both are deleted, and the description last: an item without a description could never be restored.
pub fn delete_with_descriptions(
    sources: impl IntoIterator<Item = PathBuf>,
    place: impl Fn(&Path) -> Option<PathBuf>,
) -> JobSpec {
    let both = |path: PathBuf| place(&path).into_iter().chain([path]);
    removal(Verb::Delete, sources.into_iter().flat_map(both))
}

/// Builds the request that deletes items of the trash permanently, as the user was shown them: what has come to a place
/// of the trash since stays, and what was restored or deleted meanwhile is no failure.
pub fn delete_trashed<'a>(items: impl IntoIterator<Item = &'a Trashed>) -> JobSpec {
    let items: Vec<&Trashed> = items.into_iter().collect();
    let shown = Shown::of_trashed(items.iter().copied());
    let mut spec = delete_with_descriptions(items.iter().map(|it| it.id.0.clone()), trash::place);
    spec.options.force = true;
    shown.only(spec)
}

/// What the user was shown of items before a job acts on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// By where they are; what could not be looked at is not compared.
    items: Arc<HashMap<PathBuf, SeenItem>>,
    /// Which items they are, where that was looked at.
    known: Arc<Known>,
    /// Only types count. In the trash names are used again, and all that is known counts.
    only_types: bool,
    /// When, in microseconds since the Unix epoch.
    at: u64,
}

impl Shown {
    /// Items of the trash, each with the file that describes it.
    pub fn of_trashed<'a>(items: impl IntoIterator<Item = &'a Trashed>) -> Self {
        let both = |item: &Trashed| {
            let paths = item.place().map(|place| [place, item.id.0.clone()]);
            paths.zip(item.seen).map(|(paths, seen)| paths.into_iter().zip(seen))
        };
        let items = Arc::new(items.into_iter().filter_map(both).flatten().collect());
        Self { items, only_types: false, at: fcp_sys::now(), ..Self::default() }
    }

    /// Items with their types, as far as those are known, as they are shown now.
    pub fn of_types(items: impl IntoIterator<Item = (PathBuf, FileKind)>) -> Self {
        let known = items.into_iter().filter(|(_, kind)| *kind != FileKind::Unknown);
        let items =
            known.map(|(path, kind)| (path, SeenItem { kind, size: 0, mtime: 0 })).collect();
        Self { items: Arc::new(items), only_types: true, at: fcp_sys::now(), ..Self::default() }
    }

    /// Tells whether nothing of them was shown.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The type that an item was shown with, if that is known.
    pub fn kind(&self, path: &Path) -> Option<FileKind> {
        self.items.get(path).map(|item| item.kind)
    }

    /// Takes in which items they are, so that others of the same types are told from them.
    pub fn know(&mut self, known: Known) {
        self.known = Arc::new(known);
    }

    /// Tells which item was shown, if that was looked at.
    pub fn identity(&self, path: &Path) -> Option<Identity> {
        self.known.get(path).copied()
    }

    /// Lets a job take only what was shown.
    #[must_use]
    pub fn only(&self, spec: JobSpec) -> JobSpec {
        let sources: Vec<_> =
            spec.sources.iter().map(|source| self.items.get(&source.0).copied()).collect();
        let looks = matches!(
            spec.verb,
            Verb::Copy | Verb::Move | Verb::Trash | Verb::Delete | Verb::Restore
        );
        if !looks || sources.iter().all(Option::is_none) {
            return spec;
        }
        let (at, only_types) = (self.at, self.only_types);
        let seen = Seen { at, sources, only_types, ..Seen::default() };
        spec.with(|options| options.seen = Some(seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Choices = Choices {
        on_conflict: OnConflict::Ask,
        on_error: OnError::Ask,
        preserve_all: true,
        verify: false,
        follow: false,
    };

    fn copy(way: &Way, choices: Choices) -> JobSpec {
        way.spec(Verb::Copy, LinkMode::Copy, vec!["/a/x".into()], choices)
    }

    #[test]
    fn the_choices_become_policies() {
        let into = Way::Into("/to".into());
        let plain = copy(&into, PLAIN);
        assert_eq!(plain.verb, Verb::Copy);
        assert_eq!(plain.destination, Some(Destination::Into("/to".into())));
        let options = &plain.options;
        assert_eq!(options.on_conflict, ConflictPolicy::Ask);
        assert_eq!(options.on_mismatch, MismatchPolicy::Ask);
        assert_eq!(options.on_error, ErrorPolicy::Ask);
        assert_eq!((options.preserve, options.follow), (Preserve::ALL, Follow::Never));
        assert!(options.totals && !options.verify);
        assert!(options.keep_replaced, "what a job replaces is moved to the trash");
        let for_good = Choices { on_conflict: OnConflict::OverwriteForGood, ..PLAIN };
        let options = copy(&into, for_good).options;
        assert_eq!(options.on_conflict, ConflictPolicy::Overwrite);
        assert!(!options.keep_replaced);
        let other = Choices {
            on_conflict: OnConflict::Newer,
            on_error: OnError::Abort,
            preserve_all: false,
            verify: true,
            follow: true,
        };
        let options = copy(&into, other).options;
        assert_eq!(options.on_conflict, ConflictPolicy::Newer);
        assert_eq!(options.on_mismatch, MismatchPolicy::Fail);
        assert_eq!(options.on_error, ErrorPolicy::Abort);
        assert_eq!((options.preserve, options.follow), (Preserve::default(), Follow::Always));
        assert!(options.verify);
        let links = into.spec(Verb::Copy, LinkMode::Symbolic, vec!["/a".into()], other);
        assert!(!links.options.verify, "links are not read back");
    }

    #[test]
    fn of_the_trash_only_what_was_shown_is_deleted() {
        let shown = |size| SeenItem { kind: FileKind::File, size, mtime: 1 };
        let item = |name: &str, seen| Trashed {
            id: format!("/t/info/{name}.trashinfo").as_str().into(),
            original: "/a".into(),
            deleted: 0,
            seen,
        };
        let spec = delete_trashed(&[item("a", Some([shown(1), shown(2)])), item("b", None)]);
        let seen = spec.options.seen.unwrap().sources;
        let expected = [
            ("/t/files/a", Some(shown(1))),
            ("/t/info/a.trashinfo", Some(shown(2))),
            ("/t/files/b", None),
            ("/t/info/b.trashinfo", None),
        ];
        let found: Vec<_> =
            spec.sources.iter().map(|source| source.0.to_str().unwrap()).zip(seen).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn copies_of_what_is_in_the_folder_get_free_names() {
        let sources = [PathBuf::from("/a/x"), "/a/y".into()];
        let way = |is_folder, copies| Way::of("/a".into(), is_folder, copies, &sources);
        assert_eq!(way(true, true), Way::Beside("/a".into()));
        assert_eq!(way(true, false), Way::Into("/a".into()));
        assert_eq!(way(false, true), Way::As("/a".into()));
        let mixed = [PathBuf::from("/a/x"), "/b/y".into()];
        assert_eq!(Way::of("/a".into(), true, true, &mixed), Way::Into("/a".into()));
        let replace = Choices { on_conflict: OnConflict::Overwrite, ..PLAIN };
        let options = copy(&way(true, true), replace).options;
        assert_eq!(options.on_conflict, ConflictPolicy::Rename(DEFAULT_RENAME.to_owned()));
        assert_eq!(options.on_directory, DirectoryPolicy::Rename(DEFAULT_RENAME.to_owned()));
    }

    #[test]
    fn an_item_of_the_trash_is_deleted_before_the_file_that_describes_it() {
        let sources = || [PathBuf::from("/a"), "/t/info/b.trashinfo".into()];
        let deleted = delete_with_descriptions(sources(), trash::place);
        let expected = ["/a", "/t/files/b", "/t/info/b.trashinfo"].map(WirePath::from);
        assert_eq!((deleted.verb, deleted.sources), (Verb::Delete, expected.to_vec()));
        // A file that the user deletes in a folder is that file alone, whatever it is called.
        for verb in [Verb::Trash, Verb::Delete] {
            let removed = removal(verb, sources());
            assert_eq!((removed.verb, removed.sources.len()), (verb, 2));
            assert_eq!(removed.options.on_error, ErrorPolicy::Ask);
        }
    }

    #[test]
    fn a_job_starts_when_the_user_chose() {
        assert_eq!(Start::Queue.adding(), Adding::default());
        assert_eq!(Start::Now.adding(), Adding { now: true, ..Adding::default() });
        assert_eq!(Start::First.adding(), Adding { first: true, ..Adding::default() });
        assert_eq!(Start::Paused.adding(), Adding { paused: true, ..Adding::default() });
    }
}

//! Keeps replaced files in the trash of their volume, by rename and never by copy.
//!
//! The old file gets a second name in the trash before the new one takes its place, so that a kill
//! between the two leaves both names of the old file. Where the kernel refuses a hard link (FAT,
//! directories, files of other users: `protected_hardlinks`), the two files change
//! places in one call instead.

use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};

use super::copier::{Copier, Step};
use super::undo_lines::line_of_kept;
use crate::contract::path::WirePath;
use crate::contract::spec::Durability;
use crate::trash::Slot;
use crate::walk::node::DirNode;
use crate::walk::operand::base_of;
use crate::walk::operand::parent_of;
use crate::walk::worker::Pair;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// A file that is about to be replaced, with its name in the trash.
#[derive(Debug)]
pub(super) struct Retained {
    slot: Slot,
    /// Its path, as the trash spells it.
    original: PathBuf,
    /// Its directory, and its name there.
    dir: OwnedFd,
    name: CString,
    /// Whether the trash has a link to it already.
    is_linked: bool,
    /// Where the trash describes it, once it is there alone.
    id: Option<PathBuf>,
}

/// What takes the place of a replaced file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    /// A finished file under a temporary name or in the stage of an archive, which a later run of the job may remove.
    Temporary,
    /// The source itself.
    Source,
}

impl Copier {
    /// Prepares to keep the file under a destination name; none if there is none to keep.
    ///
    /// # Errors
    /// No rename leads to a trash from there.
    pub(super) fn retain(
        &self,
        node: &DirNode,
        pair: &Pair,
        dst_name: &CStr,
    ) -> Sys<Option<Retained>> {
        let dir = sys::enter_dir(pair.dst(), &parent_of(dst_name), true)?;
        let name = CString::new(base_of(dst_name)).map_err(|_nul| Errno::INVAL)?;
        let path = node.dst_path(dst_name);
        // Without a home the user has no trash that the engine knows of.
        let data = &self.job.home.as_ref().ok_or(Errno::XDEV)?.data;
        let original = original_of(&path)?;
        let slot = self.trashes.reserve(dir.as_fd(), &original, data)?;
        let linked = sys::hard_link(dir.as_fd(), &name, slot.files.as_fd(), &slot.name, false);
        let is_linked = match linked {
            Ok(()) => true,
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::PERM | Errno::OPNOTSUPP | Errno::NOSYS | Errno::MLINK | Errno::IO) => false,
            Err(errno) => return Err(errno),
        };
        let retained = Retained { slot, original, dir, name, is_linked, id: None };
        if self.job.spec.options.durability == Durability::File {
            retained.slot.sync()?;
        }
        Ok(Some(retained))
    }

    /// Writes down where in the trash a replaced file is.
    pub(super) fn note_retained(&self, step: Step<'_>, retained: Option<&Retained>) {
        self.note_retained_in(step.node, step.item.name, retained);
    }

    /// Writes down where in the trash a file is that gave way to an item of a directory.
    pub(super) fn note_retained_in(
        &self,
        node: &DirNode,
        name: &CStr,
        retained: Option<&Retained>,
    ) {
        let recorder = self.job.recorder.as_ref().filter(|_| !node.created);
        if let Some(recorder) = recorder
            && let Some(retained) = retained
            && let Some(id) = &retained.id
        {
            let path = WirePath(retained.original.clone());
            let from = recorder.full(&node.src_path(name));
            recorder.note(&line_of_kept(path, from, id.clone()));
        }
    }
}

impl Retained {
    /// Waits until the old file's name in the trash is on the disk, if it got that only now.
    pub(super) fn sync(&self) -> Sys<()> {
        if self.is_linked { Ok(()) } else { self.slot.sync() }
    }

    /// Lets another file take the name, and leaves the old one in the trash.
    ///
    /// # Errors
    /// Nothing has changed then.
    pub(super) fn give_way(
        &mut self,
        from: BorrowedFd<'_>,
        new: &CStr,
        incoming: Incoming,
    ) -> Sys<()> {
        let (dir, kept) = (self.dir.as_fd(), self.slot.files.as_fd());
        if self.is_linked {
            sys::rename(from, new, dir, &self.name)?;
        } else if incoming == Incoming::Source {
            // A kill between the two leaves the old file under the name of the source.
            match sys::exchange(from, new, dir, &self.name) {
                Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                    return self.leave_first(from, new);
                }
                exchanged => exchanged?,
            }
            if let Err(errno) = sys::rename_new(from, new, kept, &self.slot.name) {
                sys::best_effort(sys::exchange(from, new, dir, &self.name));
                return Err(errno);
            }
        } else {
            // A kill between the two leaves an extra copy in the trash, which does no harm; under its
            // temporary name the old file would be removed when the job is resumed.
            sys::rename_new(from, new, kept, &self.slot.name)?;
            if let Err(errno) = sys::exchange(kept, &self.slot.name, dir, &self.name) {
                sys::best_effort(sys::rename_new(kept, &self.slot.name, from, new));
                if matches!(errno, Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) {
                    return self.leave_first(from, new);
                }
                return Err(errno);
            }
        }
        self.id = Some(self.slot.fill());
        Ok(())
    }

    /// Where there are no hard links and names cannot change places (FAT, exFAT): the name is absent for an instant.
    fn leave_first(&mut self, from: BorrowedFd<'_>, new: &CStr) -> Sys<()> {
        let (dir, kept) = (self.dir.as_fd(), self.slot.files.as_fd());
        sys::rename_new(dir, &self.name, kept, &self.slot.name)?;
        if let Err(errno) = sys::rename_new(from, new, dir, &self.name) {
            // Where another program has taken the name meanwhile, the old file is in the trash and is told of.
            if sys::rename_new(kept, &self.slot.name, dir, &self.name).is_err() {
                self.id = Some(self.slot.fill());
            }
            return Err(errno);
        }
        self.id = Some(self.slot.fill());
        Ok(())
    }
}

impl Drop for Retained {
    /// Takes the second name away again from a file that was not replaced.
    fn drop(&mut self) {
        if self.id.is_some() || !self.is_linked {
            return;
        }
        let kept = sys::stat_at(self.slot.files.as_fd(), &self.slot.name, false);
        let there = sys::stat_at(self.dir.as_fd(), &self.name, false);
        match (kept, there) {
            (Ok(kept), Ok(there)) if kept.id() == there.id() => {
                sys::best_effort(sys::unlink(self.slot.files.as_fd(), &self.slot.name));
            }
            // The old file has no other name: a network filesystem renames, and may say it failed.
            (Ok(_), _) => drop(self.slot.fill()),
            (Err(_), _) => {}
        }
    }
}

/// The absolute path of a file, its directory spelt without symlinks.
fn original_of(path: &Path) -> Sys<PathBuf> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = std::fs::canonicalize(parent.unwrap_or(Path::new(".")));
    let parent = parent.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    Ok(parent.join(path.file_name().ok_or(Errno::INVAL)?))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::time::Duration;

    use super::*;
    use crate::Engine;
    use crate::contract::event::{Answer, Envelope, Event, Outcome, Resolution, Scope};
    use crate::contract::spec::{ConflictPolicy, Destination, JobSpec, Options, Overwrite, Verb};
    use crate::job::hub::Events;
    use crate::record::Home;

    struct Bench(tempfile::TempDir);

    impl Bench {
        /// A file `new` to be put over an older `old`.
        fn new() -> Self {
            let bench = Self(tempfile::tempdir().unwrap());
            fs::write(bench.at("new"), "new bytes").unwrap();
            fs::write(bench.at("old"), "old").unwrap();
            bench
        }

        fn at(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn read(&self, name: &str) -> String {
            fs::read_to_string(self.at(name)).unwrap()
        }

        fn engine(&self) -> Engine {
            Engine::at_home(Home { data: self.at("data"), state: None })
        }

        fn spec(&self, verb: Verb, options: Options) -> JobSpec {
            let destination = Some(Destination::As(self.at("old").into()));
            let options = Options { keep_replaced: true, ..options };
            JobSpec { verb, sources: vec![self.at("new").into()], destination, options }
        }

        fn run(&self, verb: Verb, options: Options) -> Outcome {
            let engine = self.engine();
            let job = engine.submit(self.spec(verb, options)).unwrap();
            engine.wait(job).unwrap().outcome
        }

        /// Names of what the trash has, which is all described.
        fn kept(&self) -> Vec<String> {
            let names = |part: &str| {
                let entries = fs::read_dir(self.at("data/Trash").join(part));
                let entries = entries.into_iter().flatten();
                let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
                let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
                names.sort();
                names
            };
            let files = names("files");
            let described: Vec<_> = files.iter().map(|name| format!("{name}.trashinfo")).collect();
            assert_eq!(names("info"), described);
            files
        }
    }

    /// The events until none comes for a long time.
    fn every(events: &Events) -> impl Iterator<Item = Envelope> {
        std::iter::from_fn(|| events.next_within(Duration::from_secs(60)))
    }

    #[test]
    fn a_replaced_file_is_in_the_trash_as_the_inode_that_it_was() {
        let durabilities = [Durability::None, Durability::End, Durability::Batch, Durability::File];
        for (verb, durability) in durabilities
            .map(|durability| (Verb::Copy, durability))
            .into_iter()
            .chain([(Verb::Move, Durability::None)])
        {
            for size in [0, 10, 100_000] {
                let bench = Bench::new();
                fs::write(bench.at("new"), "n".repeat(size)).unwrap();
                let ino = fs::metadata(bench.at("old")).unwrap().ino();
                let done = bench.run(verb, Options { durability, ..Options::default() });
                assert_eq!(done, Outcome::Completed);
                assert_eq!(bench.read("old").len(), size);
                assert_eq!(bench.kept(), ["old"]);
                assert_eq!(bench.read("data/Trash/files/old"), "old");
                let kept = fs::metadata(bench.at("data/Trash/files/old")).unwrap();
                assert_eq!((kept.ino(), kept.nlink()), (ino, 1));
                assert_eq!(bench.at("new").exists(), verb == Verb::Copy);
            }
        }
    }

    #[test]
    fn a_replaced_symlink_is_kept_and_not_what_it_leads_to() {
        let bench = Bench::new();
        fs::create_dir(bench.at("from")).unwrap();
        fs::create_dir(bench.at("to")).unwrap();
        symlink("new", bench.at("from/link")).unwrap();
        symlink("old", bench.at("to/link")).unwrap();
        let engine = bench.engine();
        let mut spec = bench.spec(Verb::Copy, Options { recursive: true, ..Options::default() });
        spec.sources = vec![bench.at("from/link").into()];
        spec.destination = Some(Destination::Into(bench.at("to").into()));
        let job = engine.submit(spec).unwrap();
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
        assert_eq!(fs::read_link(bench.at("to/link")).unwrap(), Path::new("new"));
        assert_eq!(bench.kept(), ["link"]);
        let kept = fs::read_link(bench.at("data/Trash/files/link")).unwrap();
        assert_eq!(kept, Path::new("old"));
    }

    #[test]
    fn what_cannot_be_kept_is_not_replaced() {
        let bench = Bench::new();
        let in_place = Options { overwrite: Overwrite::InPlace, ..Options::default() };
        assert_eq!(bench.run(Verb::Copy, in_place), Outcome::CompletedWithErrors);
        // No trash is known without a home.
        for verb in [Verb::Copy, Verb::Move] {
            let engine = Engine::new();
            let events = engine.subscribe();
            let job = engine.submit(bench.spec(verb, Options::default())).unwrap();
            assert_eq!(engine.wait(job).unwrap().outcome, Outcome::CompletedWithErrors);
            let error = every(&events).find_map(|told| match told.event {
                Event::ItemFailed { error, .. } => Some(error.to_string()),
                _ => None,
            });
            let error = error.unwrap();
            assert!(error.starts_with("cannot move the replaced '"), "{error}");
            assert!(error.ends_with("; replace it for good, or skip it"), "{error}");
        }
        assert_eq!((bench.read("old"), bench.read("new")), ("old".into(), "new bytes".into()));
        assert_eq!(bench.kept(), [""; 0]);
        assert_eq!(fs::read_dir(bench.0.path()).unwrap().count(), 2);
    }

    #[test]
    fn an_answer_replaces_for_good() {
        for (answer, kept) in [(Answer::Overwrite, 1), (Answer::OverwriteForGood, 0)] {
            let bench = Bench::new();
            let engine = bench.engine();
            let events = engine.subscribe();
            let options = Options { on_conflict: ConflictPolicy::Ask, ..Options::default() };
            let job = engine.submit(bench.spec(Verb::Copy, options)).unwrap();
            let question = every(&events).find_map(|told| match told.event {
                Event::QuestionAsked { question, .. } => Some(question.id),
                _ => None,
            });
            let resolution = Resolution { answer, scope: Scope::This };
            engine.answer(question.unwrap(), &resolution).unwrap();
            assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
            assert_eq!((bench.read("old"), bench.kept().len()), ("new bytes".into(), kept));
        }
    }

    #[test]
    fn where_the_kernel_refuses_a_hard_link_the_two_files_change_places() {
        for incoming in [Incoming::Temporary, Incoming::Source] {
            let bench = Bench::new();
            let path = CString::new(bench.0.path().to_str().unwrap()).unwrap();
            let dir = sys::enter_dir(sys::CWD, &path, true).unwrap();
            let trashes = crate::trash::Trashes::default();
            let slot = trashes.reserve(dir.as_fd(), &bench.at("old"), &bench.at("data")).unwrap();
            let (name, original) = (c"old".to_owned(), bench.at("old"));
            let here = sys::enter_dir(sys::CWD, &path, true).unwrap();
            let mut retained =
                Retained { slot, original, dir: here, name, is_linked: false, id: None };
            retained.give_way(dir.as_fd(), c"new", incoming).unwrap();
            drop(retained);
            assert_eq!(bench.read("old"), "new bytes");
            assert_eq!(bench.kept(), ["old"]);
            assert_eq!(bench.read("data/Trash/files/old"), "old");
            assert!(!bench.at("new").exists());
        }
    }

    #[test]
    fn a_file_that_was_not_replaced_after_all_leaves_nothing_in_the_trash() {
        let bench = Bench::new();
        let path = CString::new(bench.0.path().to_str().unwrap()).unwrap();
        let dir = sys::enter_dir(sys::CWD, &path, true).unwrap();
        let trashes = crate::trash::Trashes::default();
        let slot = trashes.reserve(dir.as_fd(), &bench.at("old"), &bench.at("data")).unwrap();
        sys::hard_link(dir.as_fd(), c"old", slot.files.as_fd(), c"old", false).unwrap();
        let (name, original) = (c"old".to_owned(), bench.at("old"));
        let retained = Retained { slot, original, dir, name, is_linked: true, id: None };
        assert_eq!(fs::metadata(bench.at("old")).unwrap().nlink(), 2);
        drop(retained);
        assert_eq!(bench.kept(), [""; 0]);
        assert_eq!(bench.read("old"), "old");
    }
}
